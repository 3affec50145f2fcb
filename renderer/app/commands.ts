import type { Shortcut } from '../ui/shortcuts.ts';
import type { ThemeChoice } from '../ui/theme.svelte.ts';
import type { AppState } from '../app-state/app-state.svelte.ts';
import { SECTIONS } from './sections.ts';

const THEMES: Record<string, ThemeChoice> = {
  'theme.system': 'system',
  'theme.light': 'light',
  'theme.dark': 'dark',
};

function createNavigationCommands({ router }: AppState): Shortcut[] {
  const sections = SECTIONS.map(({ label, route, combo, command }) => ({
    id: command,
    combo,
    label: `Go to ${label}`,
    whileTyping: combo.includes('mod'),
    run: () => router.go(route),
  }));
  return [
    ...sections,
    {
      id: 'go.board',
      combo: 'shift+b',
      label: 'Go to the thumbnail board',
      run: () => router.go({ name: 'board' }),
    },
    { id: 'go.back', combo: 'alt+left', label: 'Back', run: () => router.goBack() },
    { id: 'go.forward', combo: 'alt+right', label: 'Forward', run: () => router.goForward() },
    {
      id: 'help.shortcuts',
      combo: ['mod+/', '?'],
      label: 'Keyboard shortcuts',
      run: () => router.go({ name: 'settings', section: 'shortcuts' }),
    },
  ];
}

function createGlobalCommands({ router, layout, palette, toasts }: AppState): Shortcut[] {
  return [
    {
      id: 'edit.undo-last',
      combo: 'mod+z',
      label: 'Undo the last action',
      // The text editor, the board and the video editor undo their own steps.
      when: () => toasts.canUndo,
      run: () => toasts.undo() && toasts.show({ text: 'Undone' }),
    },
    {
      id: 'view.palette',
      combo: ['mod+k', 'mod+shift+p'],
      label: 'Command palette',
      whileTyping: true,
      run: () => {
        palette.open = true;
      },
    },
    {
      id: 'idea.new',
      combo: 'mod+i',
      label: 'New idea',
      // While a text has the focus, the editor's shortcut for italic wins.
      run: () => router.go({ name: 'ideas', id: null, create: '' }),
    },
    {
      id: 'script.new',
      combo: ['mod+n', 'alt+n'],
      label: 'New script',
      run: () => router.go({ name: 'scripts', id: null, create: '' }),
    },
    {
      id: 'video.new',
      combo: 'alt+v',
      label: 'New video',
      run: () => {
        const { route } = router;
        router.go({ name: 'videos', id: null, script: route.name === 'scripts' ? (route.id ?? 0) : 0 });
      },
    },
    {
      id: 'view.sidebar',
      combo: 'mod+\\',
      label: 'Show or hide the sidebar',
      whileTyping: true,
      run: () => layout.toggleSidebar(),
    },
    {
      id: 'view.inspector',
      combo: 'mod+alt+\\',
      label: 'Show or hide the inspector',
      whileTyping: true,
      run: () => layout.toggleInspector(),
    },
  ];
}

/**
 * Registers the commands of the whole app: as shortcuts, and under the same ids for the native menus. Pages add their
 * own to `app.shortcuts`, under the id the menu uses. The returned function removes them.
 */
export function linkCommands(app: AppState): () => void {
  const cleanups = [
    app.shortcuts.add(...createNavigationCommands(app), ...createGlobalCommands(app)),
    app.bridge.subscribe('menu.command', ({ command }) => runCommand(app, command)),
  ];
  return () => {
    for (const cleanup of cleanups) cleanup();
  };
}

/** Settings pages that only native menu items open, by command. */
const MENU_PAGES: Record<string, string> = { 'help.licences': 'licences', 'help.updates': 'updates' };

/** Runs the command of a native menu item; does nothing if no page offers it now or a dialog is open. */
function runCommand(app: AppState, command: string): void {
  const theme = THEMES[command];
  if (theme) return app.theme.choose(theme);
  const section = MENU_PAGES[command];
  if (section !== undefined) return app.router.go({ name: 'settings', section });
  app.shortcuts.run(command);
}
