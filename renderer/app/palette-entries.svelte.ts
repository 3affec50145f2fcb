import FileText from '@lucide/svelte/icons/file-text';
import Lightbulb from '@lucide/svelte/icons/lightbulb';
import SquareCheck from '@lucide/svelte/icons/square-check';
import SquareKanban from '@lucide/svelte/icons/square-kanban';
import UserRound from '@lucide/svelte/icons/user-round';

import type { TeamMember } from '#contract/schema/people.ts';
import type { Project, ProjectTask } from '#contract/schema/project.ts';

import type { AppState } from '../app-state/app-state.svelte.ts';
import { hiddenScripts } from '../library-index/marks.ts';
import type { CachedQuery, KnownEntity } from '../query-cache/query-cache.svelte.ts';
import { projectPath } from '../shared/project-address.ts';
import type { PaletteItem } from '../ui/palette-items.ts';

/** Is the query of the projects page, so that both share one cached answer. */
const PROJECTS = { query: { limit: '100', expand: 'production,counts' } };
const TASKS = { query: { limit: '100' } };
const MAX_PAGES = 50;

const words = (value: unknown): string => (typeof value === 'string' ? value : '');

const newestFirst = (entities: readonly KnownEntity[]): readonly KnownEntity[] =>
  entities.toSorted((a, b) => Math.abs(b.id) - Math.abs(a.id));

/**
 * Lists what a person made and can open from the palette: what this machine has cached, so that it needs no network,
 * and what the service answers meanwhile.
 */
export class PaletteEntries {
  readonly #app: AppState;
  #known = $state.raw<readonly PaletteItem[]>([]);
  #first = $state.raw<readonly Project[]>([]);
  /** Holds the pages of projects after the first, which are asked for once per window. */
  #rest = $state.raw<readonly Project[]>([]);
  #tasks = $state.raw<readonly ProjectTask[]>([]);
  #people = $state.raw<readonly TeamMember[]>([]);
  readonly #work = $derived([
    ...this.#projects().map((project) => this.#projectItem(project)),
    ...this.#tasks.map((task) => this.#taskItem(task)),
  ]);
  readonly #team = $derived(this.#people.map((person) => this.#personItem(person)));
  readonly #requested = new Set<string>();
  #account = '';

  constructor(app: AppState) {
    this.#app = app;
  }

  /** Returns scripts and ideas, the newest of each first. Reactive. */
  get texts(): readonly PaletteItem[] {
    return this.#known;
  }

  /** Returns projects and tasks. Reactive. */
  get work(): readonly PaletteItem[] {
    return this.#work;
  }

  /** Reactive. */
  get team(): readonly PaletteItem[] {
    return this.#team;
  }

  /** Shows what is cached, then asks the service. */
  look(account: string, channelId: number | null): void {
    if (account !== this.#account) {
      [this.#known, this.#first, this.#rest, this.#tasks, this.#people] = [[], [], [], [], []];
      this.#requested.delete(`${account}/projects`);
      this.#account = account;
    }
    void this.#lookForTexts(account, channelId);
    void this.#lookForProjects(account);
    void this.#lookForOthers(account);
  }

  /** Asks for scripts and ideas once per window and channel. */
  async #lookForTexts(account: string, id: number | null): Promise<void> {
    await this.#readTexts(account);
    if (id === null || this.#requested.has(`${account}/${id}`)) return;
    this.#requested.add(`${account}/${id}`);
    const { cache } = this.#app;
    const input = { params: { id }, query: { per_page: 100 } };
    const queries = [cache.query(account, 'scripts.list', input), cache.query(account, 'ideas.list', input)];
    await Promise.all(queries.map((query) => query.refresh()));
    await this.#readTexts(account);
  }

  async #readTexts(account: string): Promise<void> {
    const { cache, store } = this.#app;
    const [scripts, ideas] = await Promise.all([cache.entities(account, 'script'), cache.entities(account, 'idea')]);
    const hidden = await hiddenScripts(store, account);
    if (account !== this.#account) return;
    const shown = scripts.filter(({ id, value }) => !hidden.has(id) && value['unlisted'] !== true);
    const all = [...newestFirst([...this.#queued(account), ...shown]), ...newestFirst(ideas)];
    this.#known = all.map((entity) => this.#textItem(entity));
  }

  /** Returns the scripts that were created here and are not sent yet. */
  #queued(account: string): KnownEntity[] {
    return this.#app.outbox.open
      .filter((item) => item.account === account && item.operation === 'scripts.create')
      .map(({ id, title, body }) => ({ kind: 'script', id, value: { ...body, id, title } }));
  }

  #projects(): readonly Project[] {
    const seen = new Set(this.#first.map(({ id }) => id));
    return [...this.#first, ...this.#rest.filter(({ id }) => !seen.has(id))];
  }

  async #lookForProjects(account: string): Promise<void> {
    const { accounts, cache, api } = this.#app;
    if (!accounts.offers('projects.list')) return;
    const query = cache.query(account, 'projects.list', PROJECTS);
    const show = (): void => {
      if (account === this.#account) this.#first = query.value?.data ?? [];
    };
    await query.look();
    show();
    await query.refresh();
    show();
    if (query.failure || this.#requested.has(`${account}/projects`)) return;
    this.#requested.add(`${account}/projects`);
    const rest: Project[] = [];
    let cursor = query.value?.meta.next_cursor ?? null;
    for (let page = 1; page < MAX_PAGES && cursor !== null && account === this.#account; page += 1) {
      const result = await api.call(account, 'projects.list', { ...PROJECTS, cursor, background: true });
      if (!result.ok) break;
      rest.push(...result.body.data);
      cursor = result.body.meta.next_cursor;
    }
    if (account === this.#account) this.#rest = rest;
  }

  async #lookForOthers(account: string): Promise<void> {
    const { accounts, cache } = this.#app;
    const isShown = (): boolean => account === this.#account;
    if (accounts.offers('tasks.list')) {
      const query = cache.query(account, 'tasks.list', TASKS);
      await this.#ask(query, () => isShown() && (this.#tasks = query.value?.data ?? []));
    }
    if (accounts.offers('local.members.list')) {
      const query = cache.query(account, 'local.members.list');
      await this.#ask(query, () => isShown() && (this.#people = query.value?.data ?? []));
    }
  }

  async #ask(query: Pick<CachedQuery<'tasks.list'>, 'look' | 'refresh'>, show: () => void): Promise<void> {
    await query.look();
    show();
    await query.refresh();
    show();
  }

  #textItem({ kind, id, value }: KnownEntity): PaletteItem {
    const isScript = kind === 'script';
    return {
      id: `${kind}-${id}`,
      title: words(value['title']),
      subtitle: !isScript ? 'Idea' : id < 0 ? 'Not sent yet' : `Script ${String(value['script_number'] ?? id)}`,
      icon: isScript ? FileText : Lightbulb,
      keywords: words(value['topic']),
      at: words(value['updated_at']) || words(value['created_at']),
      run: () => this.#app.router.go({ name: isScript ? 'scripts' : 'ideas', id, create: null }),
    };
  }

  #projectItem({ id, title, topic, updated_at }: Project): PaletteItem {
    return {
      id,
      title,
      subtitle: 'Project',
      icon: SquareKanban,
      keywords: words(topic),
      at: updated_at,
      run: () => this.#app.router.go(projectPath(id)),
    };
  }

  #taskItem({ id, title, project_id, project_title }: ProjectTask): PaletteItem {
    return {
      id: `task-${id}`,
      title,
      subtitle: `Task in “${project_title}”`,
      icon: SquareCheck,
      at: '',
      run: () => this.#app.router.go(projectPath(project_id)),
    };
  }

  /** Opens the projects in which the person has tasks. */
  #personItem({ id, name }: TeamMember): PaletteItem {
    return {
      id: `person-${id}`,
      title: name,
      subtitle: 'Team',
      icon: UserRound,
      run: () => this.#app.router.go({ name: 'projects', project: null, view: 'stages', person: String(id) }),
    };
  }
}
