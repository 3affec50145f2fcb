import { PROJECTS_VIEWS, type ProjectsView } from '#contract/project-views.ts';
import { SETUP_STEPS, type SetupStep } from '#contract/setup-steps.ts';
import { UUID } from '#contract/values.ts';

export type Route =
  | { readonly name: 'home' }
  | ListRoute<'ideas'>
  | ListRoute<'scripts'>
  | ListRoute<'voices'>
  | ListRoute<'templates'>
  | { readonly name: 'thumbnails' }
  | { readonly name: 'board' }
  | { readonly name: 'runs' }
  /** A step of the setup; null for the step where the person stopped. */
  | { readonly name: 'setup'; readonly step: SetupStep | null }
  /**
   * One video, or all of them if `id` is null. `script` is the id of a new video's script, 0 for a video
   * without a script; null while none is being made.
   */
  | { readonly name: 'videos'; readonly id: string | null; readonly script: number | null }
  | ProjectsRoute
  | { readonly name: 'intel'; readonly view: IntelView }
  /** The teleprompter with a script's outline or text. */
  | { readonly name: 'prompter'; readonly id: number; readonly text: 'outline' | 'script' }
  | { readonly name: 'settings'; readonly section: string };

export const INTEL_VIEWS = ['search', 'lookup', 'latest', 'compare', 'bookmarks'] as const;
export type IntelView = (typeof INTEL_VIEWS)[number];

interface ProjectsRoute {
  readonly name: 'projects';
  /** One project as `idea-12` or `script-7`; null for all of them in one of the views. */
  readonly project: string | null;
  readonly view: ProjectsView;
  /** Shows only the projects in which this person has tasks. */
  readonly person?: string;
  /** The id of one of the project's comments, which the page highlights. */
  readonly comment?: number;
}

interface ListRoute<Name extends string> {
  readonly name: Name;
  /** Null for the list. */
  readonly id: number | null;
  /** The title of a new item, which may be empty; null if none is being created. */
  readonly create: string | null;
  /** The version of a script that its history opens with. */
  readonly version?: string;
}

const VERSION = /^[\w-]{1,120}$/;
/** Long negative ids belong to items created here that their service does not know yet. */
const ID = /^([1-9][0-9]{0,9}|-[1-9][0-9]{14,15})$/;

const PERSON = /^[1-9][0-9]{0,9}$/;
const PROJECT = /^(idea|script)-[1-9][0-9]{0,9}$/;
const COMMENT = /^comment-([1-9][0-9]{0,9})$/;

/** Parses `/scripts/14`, `#/scripts/14` or `/ideas/new?title=Night%20trains`; unknown paths lead home. */
export function parseRoute(path: string): Route {
  const [pathname = '', query] = path.replace(/^#/, '').split('?');
  const [name, segment, last] = pathname.split('/').filter((part) => part !== '');
  if (name === 'prompter' && segment !== undefined && ID.test(segment)) {
    return { name, id: Number(segment), text: last === 'outline' ? 'outline' : 'script' };
  }
  if (name === 'ideas' || name === 'scripts' || name === 'voices' || name === 'templates') {
    const id = segment !== undefined && ID.test(segment) ? Number(segment) : null;
    const params = new URLSearchParams(query);
    const version = name === 'scripts' && id !== null ? params.get('version') : null;
    const create = segment === 'new' ? (params.get('title') ?? '') : null;
    return { name, id, create, ...(version !== null && VERSION.test(version) && { version }) };
  }
  if (name === 'projects') {
    const view = PROJECTS_VIEWS.find((value) => value === segment) ?? 'stages';
    const person = new URLSearchParams(query).get('person') ?? '';
    const project = segment !== undefined && PROJECT.test(segment) ? segment : null;
    if (project === null) return { name, project, view, ...(PERSON.test(person) && { person }) };
    const comment = COMMENT.exec(last ?? '')?.[1];
    return { name, project, view, ...(comment !== undefined && { comment: Number(comment) }) };
  }
  if (name === 'runs' || name === 'thumbnails' || name === 'board') return { name };
  if (name === 'videos') {
    const script = new URLSearchParams(query).get('script') ?? '';
    const id = segment !== undefined && UUID.test(segment) ? segment : null;
    return { name, id, script: segment === 'new' ? (ID.test(script) ? Number(script) : 0) : null };
  }
  if (name === 'setup') return { name, step: SETUP_STEPS.find((step) => step === segment) ?? null };
  if (name === 'intel') return { name, view: INTEL_VIEWS.find((view) => view === segment) ?? 'search' };
  if (name === 'settings')
    return { name, section: segment !== undefined && /^[a-z-]+$/.test(segment) ? segment : 'accounts' };
  return { name: 'home' };
}

export function toHref(route: Route): string {
  if (route.name === 'projects') {
    const { project, view, person, comment } = route;
    if (project !== null) return `#/projects/${project}${comment === undefined ? '' : `/comment-${comment}`}`;
    const query = person === undefined ? '' : `?${new URLSearchParams({ person })}`;
    return `#/projects${view === 'stages' ? '' : `/${view}`}${query}`;
  }
  if (route.name === 'home' || route.name === 'runs' || route.name === 'thumbnails' || route.name === 'board')
    return `#/${route.name}`;
  if (route.name === 'videos') {
    if (route.script === null) return `#/videos${route.id === null ? '' : `/${route.id}`}`;
    return `#/videos/new${route.script === 0 ? '' : `?script=${route.script}`}`;
  }
  if (route.name === 'settings') return `#/settings/${route.section}`;
  if (route.name === 'setup') return `#/setup${route.step === null ? '' : `/${route.step}`}`;
  if (route.name === 'intel') return `#/intel/${route.view}`;
  if (route.name === 'prompter') return `#/prompter/${route.id}/${route.text}`;
  if (route.create !== null) {
    return `#/${route.name}/new${route.create === '' ? '' : `?${new URLSearchParams({ title: route.create })}`}`;
  }
  const version = route.version === undefined ? '' : `?${new URLSearchParams({ version: route.version })}`;
  return route.id === null ? `#/${route.name}` : `#/${route.name}/${route.id}${version}`;
}
