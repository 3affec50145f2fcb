import type { Shortcut } from '#renderer/ui/shortcuts.ts';

/** Returns a shortcut of a script's page, which also works while writing. */
export const scriptShortcut = (id: string, combo: string, label: string, run: () => void): Shortcut => ({
  id,
  combo,
  label,
  group: 'Script',
  whileTyping: true,
  run,
});

type PageCommand = 'exports' | 'details' | 'history' | 'other' | 'view';

export const pageShortcuts = (run: Readonly<Record<PageCommand, () => void>>): readonly Shortcut[] => [
  scriptShortcut('script.export', 'mod+shift+e', 'Export', run.exports),
  scriptShortcut('script.details', 'mod+shift+d', 'Details', run.details),
  scriptShortcut('script.history', 'mod+shift+h', 'History', run.history),
  scriptShortcut('script.other', 'mod+shift+o', 'Switch between outline and script', run.other),
  scriptShortcut('script.view', 'mod+shift+l', 'Switch view', run.view),
];
