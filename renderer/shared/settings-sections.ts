/** Lists the sections of Settings, for its own page and for the command palette. */
import AudioLines from '@lucide/svelte/icons/audio-lines';
import Archive from '@lucide/svelte/icons/archive';
import CircleUser from '@lucide/svelte/icons/circle-user';
import Coins from '@lucide/svelte/icons/coins';
import Stethoscope from '@lucide/svelte/icons/stethoscope';
import Scale from '@lucide/svelte/icons/scale';
import KeyRound from '@lucide/svelte/icons/key-round';
import ImageIcon from '@lucide/svelte/icons/image';
import Keyboard from '@lucide/svelte/icons/keyboard';
import SpellCheck from '@lucide/svelte/icons/spell-check';
import Sparkles from '@lucide/svelte/icons/sparkles';
import Telescope from '@lucide/svelte/icons/telescope';
import SunMoon from '@lucide/svelte/icons/sun-moon';
import Tv from '@lucide/svelte/icons/tv';
import Webhook from '@lucide/svelte/icons/webhook';
import Download from '@lucide/svelte/icons/download';
import UsersRound from '@lucide/svelte/icons/users-round';

import type { AppInfo } from '#contract/bridge.ts';
import type { OperationId } from '#contract/operations/index.ts';

export interface SettingsSection {
  /** The section in its address. */
  readonly name: string;
  readonly label: string;
  readonly icon: typeof UsersRound;
  readonly group: 'account' | 'content' | 'app';
  /** The operation that the section cannot work without. */
  readonly needs?: OperationId;
}

const FIRST: SettingsSection = { name: 'accounts', label: 'Accounts', icon: CircleUser, group: 'account' };

/** True when a section is about the active account rather than about this computer. */
export const isAccountSection = ({ name, group }: SettingsSection): boolean => group !== 'app' && name !== FIRST.name;

/** Returns the sections that the shell has, with accounts first. */
export function listSettingsSections(
  info: Pick<AppInfo, 'shell' | 'platform'> | null,
): [SettingsSection, ...SettingsSection[]] {
  const isDesktop = info?.shell === 'desktop';
  const sections: readonly (SettingsSection & { readonly offered?: boolean })[] = [
    { name: 'team', label: 'Team', icon: UsersRound, group: 'account' },
    { name: 'tokens', label: 'Tokens', icon: KeyRound, group: 'account' },
    { name: 'webhooks', label: 'Webhooks', icon: Webhook, group: 'account' },
    { name: 'credits', label: 'Credits', icon: Coins, group: 'account' },
    { name: 'channels', label: 'Channels', icon: Tv, group: 'content' },
    { name: 'text-model', label: 'Text model', icon: Sparkles, group: 'content', needs: 'local.providers.list' },
    { name: 'platform', label: 'YouTube data', icon: Telescope, group: 'content', needs: 'local.platform.get' },
    { name: 'image-model', label: 'Image model', icon: ImageIcon, group: 'content', needs: 'local.images.get' },
    { name: 'speech', label: 'Speech', icon: AudioLines, group: 'content', needs: 'local.speech.get' },
    { name: 'appearance', label: 'Appearance', icon: SunMoon, group: 'app' },
    { name: 'shortcuts', label: 'Shortcuts', icon: Keyboard, group: 'app' },
    // macOS and browsers check spelling by their own settings.
    {
      name: 'spelling',
      label: 'Spelling',
      icon: SpellCheck,
      group: 'app',
      offered: isDesktop && info.platform !== 'darwin',
    },
    { name: 'archive', label: /* @wc-context: noun */ 'Archive', icon: Archive, group: 'app' },
    // The browser shell has nothing to update.
    { name: 'updates', label: 'Updates', icon: Download, group: 'app', offered: isDesktop },
    { name: 'diagnostics', label: 'Diagnostics', icon: Stethoscope, group: 'app' },
    { name: 'licences', label: 'Licences', icon: Scale, group: 'app' },
  ];
  return [FIRST, ...sections.filter(({ offered }) => offered !== false)];
}

/** Returns labels of the settings in a section, for the command palette. */
export function listSettings({ name }: SettingsSection): readonly string[] {
  const settings: Readonly<Record<string, readonly string[]>> = {
    team: ['People', 'Invitations', 'Where you’re signed in'],
    credits: ['Ledger'],
    channels: ['Competitors', 'Pronunciation', 'Checklist of a stage', 'Default voice', 'Default template'],
    'text-model': ['Embedding model', 'Search engine for research'],
    appearance: ['Language', 'Theme', 'Script text', 'Speaking pace'],
    archive: ['Export', 'Import'],
    updates: ['Update automatically'],
    diagnostics: ['Log', 'Disk space', 'Cache'],
  };
  return settings[name] ?? [];
}
