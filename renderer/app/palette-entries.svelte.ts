import FileText from '@lucide/svelte/icons/file-text';
import Lightbulb from '@lucide/svelte/icons/lightbulb';
import SquareCheck from '@lucide/svelte/icons/square-check';
import SquareKanban from '@lucide/svelte/icons/square-kanban';
import UserRound from '@lucide/svelte/icons/user-round';

import type { TeamMember } from '#contract/schema/people.ts';
import type { Project, ProjectTask } from '#contract/schema/project.ts';
import { toText } from '#contract/to-text.ts';

import type { AppState } from '../app-state/app-state.svelte.ts';
import { readHiddenScripts } from '../library-index/marks.ts';
import type { CachedQuery, KnownEntity } from '../query-cache/query-cache.svelte.ts';
import { getProjectPath } from '../shared/project-address.ts';
import type { PaletteItem } from '../ui/palette-items.ts';

/** The query of the projects page, so that both share one cached answer. */
const PROJECTS_QUERY = { query: { limit: '100', expand: 'production,counts' } };
const TASKS_QUERY = { query: { limit: '100' } };
const MAX_PAGES = 50;

const sortNewestFirst = (entities: readonly KnownEntity[]): readonly KnownEntity[] =>
  entities.toSorted((a, b) => Math.abs(b.id) - Math.abs(a.id));

/**
 * The content that a person can open from the palette: cached content, so that the palette works offline, then the
 * service's answers.
 */
export class PaletteEntries {
  readonly #app: AppState;
  #texts = $state.raw<readonly PaletteItem[]>([]);
  #firstProjects = $state.raw<readonly Project[]>([]);
  /** The pages of projects after the first, requested once per window. */
  #moreProjects = $state.raw<readonly Project[]>([]);
  #tasks = $state.raw<readonly ProjectTask[]>([]);
  #people = $state.raw<readonly TeamMember[]>([]);
  readonly #work = $derived([
    ...this.#listProjects().map((project) => this.#createProjectItem(project)),
    ...this.#tasks.map((task) => this.#createTaskItem(task)),
  ]);
  readonly #team = $derived(this.#people.map((person) => this.#createPersonItem(person)));
  readonly #requested = new Set<string>();
  #account = '';

  constructor(app: AppState) {
    this.#app = app;
  }

  /** Returns scripts and ideas, the newest of each first. Reactive. */
  get texts(): readonly PaletteItem[] {
    return this.#texts;
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
  load(account: string, channelId: number | null): void {
    if (account !== this.#account) {
      [this.#texts, this.#firstProjects, this.#moreProjects, this.#tasks, this.#people] = [[], [], [], [], []];
      this.#requested.delete(`${account}/projects`);
      this.#account = account;
    }
    void this.#loadTexts(account, channelId);
    void this.#loadProjects(account);
    void this.#loadTasksAndPeople(account);
  }

  /** Asks for scripts and ideas once per window and channel. */
  async #loadTexts(account: string, id: number | null): Promise<void> {
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
    const [scripts, ideas] = await Promise.all([
      cache.readEntities(account, 'script'),
      cache.readEntities(account, 'idea'),
    ]);
    const hiddenIds = await readHiddenScripts(store, account);
    if (account !== this.#account) return;
    const shownScripts = scripts.filter(({ id, value }) => !hiddenIds.has(id) && value['unlisted'] !== true);
    const all = [...sortNewestFirst([...this.#listQueued(account), ...shownScripts]), ...sortNewestFirst(ideas)];
    this.#texts = all.map((entity) => this.#createTextItem(entity));
  }

  /** Returns the scripts created here that are not sent yet. */
  #listQueued(account: string): KnownEntity[] {
    return this.#app.outbox.open
      .filter((item) => item.account === account && item.operation === 'scripts.create')
      .map(({ id, title, body }) => ({ kind: 'script', id, value: { ...body, id, title } }));
  }

  #listProjects(): readonly Project[] {
    const seenIds = new Set(this.#firstProjects.map(({ id }) => id));
    return [...this.#firstProjects, ...this.#moreProjects.filter(({ id }) => !seenIds.has(id))];
  }

  async #loadProjects(account: string): Promise<void> {
    const { accounts, cache, api } = this.#app;
    if (!accounts.offers('projects.list')) return;
    const query = cache.query(account, 'projects.list', PROJECTS_QUERY);
    const show = (): void => {
      if (account === this.#account) this.#firstProjects = query.value?.data ?? [];
    };
    await query.showCached();
    show();
    await query.refresh();
    show();
    if (query.failure || this.#requested.has(`${account}/projects`)) return;
    this.#requested.add(`${account}/projects`);
    const rest: Project[] = [];
    let cursor = query.value?.meta.next_cursor ?? null;
    for (let page = 1; page < MAX_PAGES && cursor !== null && account === this.#account; page += 1) {
      const result = await api.call(account, 'projects.list', { ...PROJECTS_QUERY, cursor, background: true });
      if (!result.ok) break;
      rest.push(...result.body.data);
      cursor = result.body.meta.next_cursor;
    }
    if (account === this.#account) this.#moreProjects = rest;
  }

  async #loadTasksAndPeople(account: string): Promise<void> {
    const { accounts, cache } = this.#app;
    const isShown = (): boolean => account === this.#account;
    if (accounts.offers('tasks.list')) {
      const query = cache.query(account, 'tasks.list', TASKS_QUERY);
      await this.#refresh(query, () => isShown() && (this.#tasks = query.value?.data ?? []));
    }
    if (accounts.offers('local.members.list')) {
      const query = cache.query(account, 'local.members.list');
      await this.#refresh(query, () => isShown() && (this.#people = query.value?.data ?? []));
    }
  }

  async #refresh(query: Pick<CachedQuery<'tasks.list'>, 'showCached' | 'refresh'>, show: () => void): Promise<void> {
    await query.showCached();
    show();
    await query.refresh();
    show();
  }

  #createTextItem({ kind, id, value }: KnownEntity): PaletteItem {
    const isScript = kind === 'script';
    return {
      id: `${kind}-${id}`,
      title: toText(value['title']),
      subtitle: !isScript ? 'Idea' : id < 0 ? 'Not sent yet' : `Script ${String(value['script_number'] ?? id)}`,
      icon: isScript ? FileText : Lightbulb,
      keywords: toText(value['topic']),
      at: toText(value['updated_at']) || toText(value['created_at']),
      run: () => this.#app.router.go({ name: isScript ? 'scripts' : 'ideas', id, create: null }),
    };
  }

  #createProjectItem({ id, title, topic, updated_at }: Project): PaletteItem {
    return {
      id,
      title,
      subtitle: 'Project',
      icon: SquareKanban,
      keywords: toText(topic),
      at: updated_at,
      run: () => this.#app.router.go(getProjectPath(id)),
    };
  }

  #createTaskItem({ id, title, project_id, project_title }: ProjectTask): PaletteItem {
    return {
      id: `task-${id}`,
      title,
      subtitle: `Task in “${project_title}”`,
      icon: SquareCheck,
      at: '',
      run: () => this.#app.router.go(getProjectPath(project_id)),
    };
  }

  /** Returns an item that opens the projects in which a person has tasks. */
  #createPersonItem({ id, name }: TeamMember): PaletteItem {
    return {
      id: `person-${id}`,
      title: name,
      subtitle: 'Team',
      icon: UserRound,
      run: () => this.#app.router.go({ name: 'projects', project: null, view: 'stages', person: String(id) }),
    };
  }
}
