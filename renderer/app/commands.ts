import type { Shortcut } from '../ui/shortcuts.ts';
import type { ThemeChoice } from '../ui/theme.svelte.ts';
import type { Studio } from '../studio/studio.svelte.ts';
import { SECTIONS } from './sections.ts';

const THEMES: Record<string, ThemeChoice> = {
  'theme.system': 'system',
  'theme.light': 'light',
  'theme.dark': 'dark',
};

/** Where one can go. */
function places({ router }: Studio): Shortcut[] {
  const sections = SECTIONS.map(({ label, route, combo, command }) => ({
    id: command,
    combo,
    label: `Go to ${label}`,
    group: 'Studio',
    whileTyping: combo.includes('mod'),
    run: () => router.go(route),
  }));
  return [
    ...sections,
    {
      id: 'go.board',
      combo: 'shift+b',
      label: 'Go to the thumbnail board',
      group: 'Studio',
      run: () => router.go({ name: 'board' }),
    },
    { id: 'go.back', combo: 'alt+left', label: 'Back', group: 'Studio', run: () => router.back() },
    { id: 'go.forward', combo: 'alt+right', label: 'Forward', group: 'Studio', run: () => router.forward() },
    {
      id: 'help.shortcuts',
      combo: ['mod+/', '?'],
      label: 'Keyboard shortcuts',
      group: 'Studio',
      run: () => router.go({ name: 'settings', section: 'shortcuts' }),
    },
  ];
}

/** What one can do anywhere. */
function acts({ router, layout, palette }: Studio): Shortcut[] {
  return [
    {
      id: 'view.palette',
      combo: ['mod+k', 'mod+shift+p'],
      label: 'Command palette',
      group: 'Studio',
      whileTyping: true,
      run: () => {
        palette.open = true;
      },
    },
    {
      id: 'idea.new',
      combo: 'mod+i',
      label: 'New idea',
      group: 'Studio',
      // In a text, the editor's own keys come first: there it is italic.
      run: () => router.go({ name: 'ideas', id: null, create: '' }),
    },
    {
      id: 'script.new',
      combo: ['mod+n', 'alt+n'],
      label: 'New script',
      group: 'Studio',
      run: () => router.go({ name: 'scripts', id: null, create: '' }),
    },
    {
      id: 'video.new',
      combo: 'alt+v',
      label: 'New video',
      group: 'Studio',
      run: () => {
        const { route } = router;
        router.go({ name: 'videos', id: null, script: route.name === 'scripts' ? (route.id ?? 0) : 0 });
      },
    },
    {
      id: 'view.sidebar',
      combo: 'mod+\\',
      label: 'Show or hide the sidebar',
      group: 'Studio',
      whileTyping: true,
      run: () => layout.toggleSidebar(),
    },
    {
      id: 'view.inspector',
      combo: 'mod+alt+\\',
      label: 'Show or hide the inspector',
      group: 'Studio',
      whileTyping: true,
      run: () => layout.toggleInspector(),
    },
  ];
}

/**
 * The commands of the whole studio: as keys, and by the same ids from the native menus. Pages add their own to
 * `studio.shortcuts`, under the id the menu uses. The returned function takes them away.
 */
export function linkCommands(studio: Studio): () => void {
  const ends = [
    studio.shortcuts.add(...places(studio), ...acts(studio)),
    studio.bridge.subscribe('menu.command', ({ command }) => runCommand(studio, command)),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Runs what a native menu item asks for; what no page offers now does nothing. */
function runCommand(studio: Studio, command: string): void {
  const theme = THEMES[command];
  if (theme) return studio.theme.choose(theme);
  studio.shortcuts.list.findLast(({ id }) => id === command)?.run(new KeyboardEvent('keydown'));
}
