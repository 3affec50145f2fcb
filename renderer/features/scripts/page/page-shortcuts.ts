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

type PageCommand = 'startExport' | 'toggleDetails' | 'toggleHistory' | 'switchText' | 'switchView';

export const createPageShortcuts = (run: Readonly<Record<PageCommand, () => void>>): readonly Shortcut[] => [
  scriptShortcut('script.export', 'mod+shift+e', 'Export', run.startExport),
  scriptShortcut('script.details', 'mod+shift+d', 'Details', run.toggleDetails),
  scriptShortcut('script.history', 'mod+shift+h', 'History', run.toggleHistory),
  scriptShortcut('script.other', 'mod+shift+o', 'Switch between outline and script', run.switchText),
  scriptShortcut('script.view', 'mod+shift+l', 'Switch view', run.switchView),
];
