import type { Shortcut } from '#renderer/ui/shortcuts.ts';

type PageCommand = 'exports' | 'details' | 'history' | 'other' | 'view';

/** Returns the shortcuts of a script's page, which also work while writing. */
export function pageShortcuts(run: Readonly<Record<PageCommand, () => void>>): readonly Shortcut[] {
  const createShortcut = (id: string, combo: string, label: string, action: () => void): Shortcut => ({
    id,
    combo,
    label,
    group: 'Script',
    whileTyping: true,
    run: action,
  });
  return [
    createShortcut('script.export', 'mod+shift+e', 'Export', run.exports),
    createShortcut('script.details', 'mod+shift+d', 'Details', run.details),
    createShortcut('script.history', 'mod+shift+h', 'History', run.history),
    createShortcut('script.other', 'mod+shift+o', 'Switch between outline and script', run.other),
    createShortcut('script.view', 'mod+shift+l', 'Switch view', run.view),
  ];
}
