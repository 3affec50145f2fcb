import type { Route } from '../app-state/route.ts';

interface Section {
  /** The excluded pages open from other places: a script, the title bar, the thumbnails and Home. */
  readonly name: Exclude<Route['name'], 'prompter' | 'runs' | 'board' | 'setup'>;
  readonly label: string;
  readonly route: Route;
  readonly combo: string;
  /** The shortcut shown next to the name. */
  readonly keys: string;
  readonly command: string;
}

/** The sections in the rail's order, which their digits follow. */
export const SECTIONS: readonly Section[] = [
  { name: 'home', label: 'Home', route: { name: 'home' }, combo: '1', keys: '1', command: 'go.home' },
  {
    name: 'ideas',
    label: 'Ideas',
    route: { name: 'ideas', id: null, create: null },
    combo: '2',
    keys: '2',
    command: 'go.ideas',
  },
  {
    name: 'scripts',
    label: 'Scripts',
    route: { name: 'scripts', id: null, create: null },
    combo: '3',
    keys: '3',
    command: 'go.scripts',
  },
  {
    name: 'projects',
    label: 'Projects',
    route: { name: 'projects', project: null, view: 'stages' },
    combo: '4',
    keys: '4',
    command: 'go.projects',
  },
  {
    name: 'voices',
    label: 'Voices',
    route: { name: 'voices', id: null, create: null },
    combo: '5',
    keys: '5',
    command: 'go.voices',
  },
  {
    name: 'templates',
    label: 'Templates',
    route: { name: 'templates', id: null, create: null },
    combo: '6',
    keys: '6',
    command: 'go.templates',
  },
  {
    name: 'thumbnails',
    label: 'Thumbnails',
    route: { name: 'thumbnails' },
    combo: '7',
    keys: '7',
    command: 'go.thumbnails',
  },
  {
    name: 'videos',
    label: 'Video',
    route: { name: 'videos', id: null, script: null },
    combo: '8',
    keys: '8',
    command: 'go.video',
  },
  {
    name: 'intel',
    label: 'Intel',
    route: { name: 'intel', view: 'search' },
    combo: '9',
    keys: '9',
    command: 'go.intel',
  },
  {
    name: 'settings',
    label: 'Settings',
    route: { name: 'settings', section: 'accounts' },
    combo: 'mod+,',
    keys: '',
    command: 'go.settings',
  },
];
