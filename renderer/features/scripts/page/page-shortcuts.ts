import type { Shortcut } from '#renderer/ui/shortcuts.ts';

type PageCommand = 'exports' | 'details' | 'history' | 'other' | 'view';

/** Returns the shortcuts of a script's page, which also work while writing. */
export function pageShortcuts(run: Readonly<Record<PageCommand, () => void>>): readonly Shortcut[] {
  const act = (id: string, combo: string, label: string, work: () => void): Shortcut => ({
    id,
    combo,
    label,
    group: 'Script',
    whileTyping: true,
    run: work,
  });
  return [
    act('script.export', 'mod+shift+e', 'Export', run.exports),
    act('script.details', 'mod+shift+d', 'Details', run.details),
    act('script.history', 'mod+shift+h', 'History', run.history),
    act('script.other', 'mod+shift+o', 'Switch between outline and script', run.other),
    act('script.view', 'mod+shift+l', 'Switch view', run.view),
  ];
}
