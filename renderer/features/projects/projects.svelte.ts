import pLimit, { type LimitFunction } from 'p-limit';

import type { Project, ProjectStage, SCRIPT_STAGES } from '#contract/schema/project.ts';
import type { ApiFailure, ApiResult } from '#renderer/bridge/api-client.ts';
import type { CachedQuery } from '#renderer/query-cache/query-cache.svelte.ts';
import { CursorList } from '#renderer/shared/cursor-list.svelte.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

const PAGE_SIZE = 100;
const EXPAND = 'production,counts';

export interface ProjectFilters {
  /** Null means all channels. */
  readonly channelId: number | null;
  readonly archived: boolean;
}

export type ChangeResult =
  { readonly ok: true; readonly project: Project } | { readonly ok: false; readonly failure: ApiFailure };

/** Returns the text that the search matches. */
export const getProjectText = ({ title, topic, angle }: Project): string => [title, topic, angle].join(' ');

type Answer = ApiResult<'projects.move' | 'projects.promote' | 'projects.archive' | 'projects.restore'>;

interface LocalChange {
  readonly project: Project;
  /** Time of the service's answer, by the window's clock; infinite before. */
  readonly at: number;
}

interface WriteInput {
  readonly params: { readonly project: string };
  readonly idempotencyKey: string;
  readonly ifMatch: string;
}

interface Writes {
  readonly limit: LimitFunction;
  /** For each project, maps the base revision of this window's writes to the resulting one. */
  readonly revisions: Map<string, Map<string, string>>;
}

/** Shared by the pages of an account, so that writes stay in order after leaving a page. */
const writesByApp = new WeakMap<AppState, Map<string, Writes>>();

function getWrites(app: AppState, account: string): Writes {
  const accounts = writesByApp.get(app) ?? new Map<string, Writes>();
  const writes = accounts.get(account) ?? { limit: pLimit(1), revisions: new Map() };
  writesByApp.set(app, accounts.set(account, writes));
  return writes;
}

/** Caches the projects of an account for when the service is unavailable, and loads further pages after the first. */
export class Projects {
  readonly #app: AppState;
  readonly #account: string;
  readonly #filters: ProjectFilters;
  readonly #query: CachedQuery<'projects.list'>;
  readonly #pages: CursorList<Project>;
  /** Local changes; they replace listed projects until a newer list arrives. */
  #localChanges = $state.raw<ReadonlyMap<string, LocalChange>>(new Map());
  /** Number of unanswered writes per project. */
  readonly #pendingCounts = new Map<string, number>();
  readonly #list = $derived.by(() => this.#mergeList());
  readonly #writes: Writes;

  constructor(app: AppState, account: string, filters: ProjectFilters) {
    this.#app = app;
    this.#account = account;
    this.#filters = filters;
    const query = this.#createListQuery();
    this.#query = app.cache.query(account, 'projects.list', { query });
    this.#pages = new CursorList(this.#query, (cursor) =>
      app.api.call(account, 'projects.list', { query, cursor, background: true }),
    );
    this.#writes = getWrites(app, account);
  }

  /** Use it as `$effect(() => projects.open())`. */
  open(): () => void {
    return this.#query.open();
  }

  get list(): readonly Project[] {
    return this.#list;
  }

  #mergeList(): readonly Project[] {
    return this.#pages.items
      .map((project) => this.#getNewest(project))
      .filter((project) => this.#matchesFilters(project));
  }

  /** A list requested after a local change already contains it. */
  #getNewest(listedProject: Project): Project {
    const change = this.#localChanges.get(listedProject.id);
    return change && change.at > this.#query.requestedAt ? change.project : listedProject;
  }

  get isLoading(): boolean {
    return this.#query.isLoading;
  }

  get failure(): ApiFailure | null {
    return this.#query.failure;
  }

  refresh(): Promise<void> {
    return this.#query.refresh();
  }

  /** Fetches the pages after the first one. Run it in an effect, which repeats it for every new first page. */
  fetchRest(): Promise<void> {
    return this.#pages.fetchRest();
  }

  /** Shows the move at once and reverts it if the service refuses. */
  move(project: Project, stage: ProjectStage): Promise<ChangeResult> {
    this.#show({ ...project, stage });
    return this.#enqueue(project, async (base) => {
      const input = { ...base, body: { stage } };
      return this.#applyAnswer(project, await this.#app.api.call(this.#account, 'projects.move', input));
    });
  }

  promote(project: Project, stage: (typeof SCRIPT_STAGES)[number]): Promise<ChangeResult> {
    return this.#enqueue(project, async (base) => {
      const input = { ...base, body: { stage } };
      return this.#applyAnswer(project, await this.#app.api.call(this.#account, 'projects.promote', input));
    });
  }

  setArchived(project: Project, isArchived: boolean): Promise<ChangeResult> {
    const { api } = this.#app;
    return this.#enqueue(project, async (base) =>
      this.#applyAnswer(
        project,
        isArchived
          ? await api.call(this.#account, 'projects.archive', base)
          : await api.call(this.#account, 'projects.restore', base),
      ),
    );
  }

  /** `publish_at` is an ISO time; null removes the date. */
  plan(project: Project, publish_at: string | null): Promise<ChangeResult> {
    const { production } = project;
    if (production) this.#show({ ...project, production: { ...production, publish_at } });
    return this.#enqueue(project, async (base) => {
      const input = { ...base, body: { publish_at } };
      const result = await this.#app.api.call(this.#account, 'projects.production.update', input);
      if (!result.ok) return this.#handleFailure(result.failure);
      const { revision } = result.body.meta;
      const { publish_at: at, status } = result.body.data.upload;
      return this.#finish({
        ...project,
        revision,
        ...(production && { production: { ...production, publish_at: at, status } }),
      });
    });
  }

  /** Runs quick successive writes one after the other, each with the revision of the previous one. */
  #enqueue(project: Project, write: (input: WriteInput) => Promise<ChangeResult>): Promise<ChangeResult> {
    const { id } = project;
    const addPending = (change: number): void => {
      this.#pendingCounts.set(id, (this.#pendingCounts.get(id) ?? 0) + change);
    };
    addPending(1);
    return this.#writes
      .limit(async () => {
        const base = this.#getNewestRevision(project);
        const input = { params: { project: id }, idempotencyKey: crypto.randomUUID(), ifMatch: `"${base}"` };
        const result = await write(input);
        if (result.ok) this.#recordRevision(id, base, result.project.revision);
        return result;
      })
      .finally(() => addPending(-1));
  }

  /** Follows this window's own writes, because a page may show an older revision. */
  #getNewestRevision({ id, revision }: Project): string {
    const revisions = this.#writes.revisions.get(id);
    let newest = revision;
    for (let next = revisions?.get(newest); next !== undefined; next = revisions?.get(newest)) newest = next;
    return newest;
  }

  #recordRevision(id: string, base: string, result: string): void {
    const { revisions } = this.#writes;
    // A write that changed nothing keeps the revision.
    if (result !== base) revisions.set(id, (revisions.get(id) ?? new Map<string, string>()).set(base, result));
  }

  #applyAnswer(project: Project, result: Answer): ChangeResult {
    if (!result.ok) return this.#handleFailure(result.failure);
    const { production, counts } = project;
    const updatedProject = { ...result.body.data, ...(production && { production }), ...(counts && { counts }) };
    this.#app.cache.invalidate(this.#account, 'ideas');
    this.#app.cache.invalidate(this.#account, 'scripts');
    // The new stage may have added checklist items to a script's project.
    if (updatedProject.source === 'script') void this.refresh();
    return this.#finish(updatedProject);
  }

  #finish(project: Project): ChangeResult {
    const at = performance.now();
    this.#invalidateOthers();
    // A later change is already on the screen.
    if ((this.#pendingCounts.get(project.id) ?? 0) <= 1) this.#show(project, at);
    return { ok: true, project };
  }

  #handleFailure(failure: ApiFailure): ChangeResult {
    // Show the service's values again.
    this.#localChanges = new Map();
    void this.refresh();
    this.#invalidateOthers();
    return { ok: false, failure };
  }

  /** Makes other lists reload: the person may have left this page before the write was answered. */
  #invalidateOthers(): void {
    this.#app.cache.invalidate(this.#account, 'projects', this.#query);
  }

  #show(project: Project, at = Infinity): void {
    this.#localChanges = new Map([...this.#localChanges, [project.id, { project, at }]]);
  }

  #matchesFilters({ archived, stage }: Project): boolean {
    return this.#filters.archived ? archived || stage === 'rejected' : !archived && stage !== 'rejected';
  }

  #createListQuery() {
    const { channelId, archived } = this.#filters;
    return {
      limit: String(PAGE_SIZE),
      expand: EXPAND,
      ...(channelId === null ? {} : { 'channel_ids[]': [String(channelId)] }),
      ...(archived ? { include_archived: 'true' as const } : {}),
    };
  }
}
