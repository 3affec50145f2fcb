import { LOCAL_ACCOUNT } from '#contract/values.ts';
import type { Settings } from '#contract/settings.ts';

/** Stored in the window, so that the first paint is right before the host has answered. Never contains secrets. */
export interface Remembered {
  readonly settings: Settings;
  readonly account: string;
}

const KEY = 'cutaway';

/** Repeats the contract's defaults, because importing them would bring its schemas into the first chunk. */
const INITIAL_SETTINGS: Settings = {
  language: 'system',
  theme: 'system',
  pace: 150,
  welcome_dismissed: true,
  sidebar: true,
  inspector: true,
  editor_view: 'split',
  typewriter: false,
  writing: { face: 'serif', size: 17, width: 'normal', line: 'normal' },
  pace_from: 'chosen',
  last_take: null,
  prompter: { size: 56, width: 70, mirror: false, countdown: 3 },
  read_aloud: { voice: null, rate: 1 },
  export_choice: { format: 'markdown', headings: true, cues: true, comments: true },
  voice_check: true,
  muted: [],
  capture_keys: null,
  spelling: [],
  channels: {},
  one_channel: {},
  setup: {},
  saved_searches: {},
  saved_views: {},
  updates: { automatic: true, channel: 'stable' },
  model_prices: {},
};

export function remember(storage: Pick<Storage, 'setItem'>, value: Remembered): void {
  try {
    storage.setItem(KEY, JSON.stringify(value));
  } catch {
    // Storage is full or disabled: the next start asks the host, like the first one did.
  }
}

export function recall(storage: Pick<Storage, 'getItem'>): Remembered {
  try {
    const value = JSON.parse(storage.getItem(KEY) ?? '{}') as Partial<Remembered>;
    const account = typeof value.account === 'string' ? value.account : LOCAL_ACCOUNT;
    const settings = { ...INITIAL_SETTINGS, ...value.settings };
    // Only the host may show the welcome, which must not flash for someone who dismissed it.
    return { account, settings: { ...settings, welcome_dismissed: true } };
  } catch {
    return { account: LOCAL_ACCOUNT, settings: INITIAL_SETTINGS };
  }
}
