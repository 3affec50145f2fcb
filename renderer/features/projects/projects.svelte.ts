import pLimit, { type LimitFunction } from 'p-limit';

import type { Project, ProjectStage, SCRIPT_STAGES } from '#contract/schema/project.ts';
import type { ApiFailure, ApiResult } from '#renderer/bridge/api-client.ts';
import type { CachedQuery } from '#renderer/query-cache/query-cache.svelte.ts';
import { CursorList } from '#renderer/shared/cursor-list.svelte.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

const LIMIT = 100;
const EXPAND = 'production,counts';

export interface ProjectFilters {
  /** Null means all channels. */
  readonly channelId: number | null;
  readonly archived: boolean;
}

export type Changed =
  { readonly ok: true; readonly project: Project } | { readonly ok: false; readonly failure: ApiFailure };

/** Returns the text that the search matches. */
export const projectText = ({ title, topic, angle }: Project): string => [title, topic, angle].join(' ');

type Answer = ApiResult<'projects.move' | 'projects.promote' | 'projects.archive' | 'projects.restore'>;

interface Written {
  readonly project: Project;
  /** Is when the service had written it, by the window's clock; infinite before. */
  readonly at: number;
}

interface Sent {
  readonly params: { readonly project: string };
  readonly idempotencyKey: string;
  readonly ifMatch: string;
}

interface Writes {
  readonly inOrder: LimitFunction;
  /** Maps the revision that a write of this window was based on to the one it made, for each project. */
  readonly revisions: Map<string, Map<string, string>>;
}

/** Keeps what the pages of an account write in one order, as somebody may leave a page before it is answered. */
const written = new WeakMap<AppState, Map<string, Writes>>();

function writesOf(app: AppState, account: string): Writes {
  const accounts = written.get(app) ?? new Map<string, Writes>();
  const writes = accounts.get(account) ?? { inOrder: pLimit(1), revisions: new Map() };
  written.set(app, accounts.set(account, writes));
  return writes;
}

/** Caches the projects of an account for when the service is unavailable, and loads further pages after the first. */
export class Projects {
  readonly #app: AppState;
  readonly #account: string;
  readonly #filters: ProjectFilters;
  readonly #query: CachedQuery<'projects.list'>;
  readonly #pages: CursorList<Project>;
  /** Holds local changes; those that no list contains yet replace the listed projects. */
  #written = $state.raw<ReadonlyMap<string, Written>>(new Map());
  /** Counts the writes of each project that are not answered yet. */
  readonly #unanswered = new Map<string, number>();
  readonly #list = $derived.by(() => this.#merged());
  readonly #writes: Writes;

  constructor(app: AppState, account: string, filters: ProjectFilters) {
    this.#app = app;
    this.#account = account;
    this.#filters = filters;
    const query = this.#listQuery();
    this.#query = app.cache.query(account, 'projects.list', { query });
    this.#pages = new CursorList(this.#query, (cursor) =>
      app.api.call(account, 'projects.list', { query, cursor, background: true }),
    );
    this.#writes = writesOf(app, account);
  }

  /** Use it as `$effect(() => projects.open())`. */
  open(): () => void {
    return this.#query.open();
  }

  get list(): readonly Project[] {
    return this.#list;
  }

  #merged(): readonly Project[] {
    return this.#pages.items.map((project) => this.#newest(project)).filter((project) => this.#belongs(project));
  }

  /** A list that was asked for after a local change contains it, and what others changed since. */
  #newest(listed: Project): Project {
    const written = this.#written.get(listed.id);
    return written && written.at > this.#query.askedAt ? written.project : listed;
  }

  get waiting(): boolean {
    return this.#query.waiting;
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
  move(project: Project, stage: ProjectStage): Promise<Changed> {
    this.#show({ ...project, stage });
    return this.#inTurn(project, async (sent) => {
      const input = { ...sent, body: { stage } };
      return this.#took(project, await this.#app.api.call(this.#account, 'projects.move', input));
    });
  }

  promote(project: Project, stage: (typeof SCRIPT_STAGES)[number]): Promise<Changed> {
    return this.#inTurn(project, async (sent) => {
      const input = { ...sent, body: { stage } };
      return this.#took(project, await this.#app.api.call(this.#account, 'projects.promote', input));
    });
  }

  setArchived(project: Project, archived: boolean): Promise<Changed> {
    const { api } = this.#app;
    return this.#inTurn(project, async (sent) =>
      this.#took(
        project,
        archived
          ? await api.call(this.#account, 'projects.archive', sent)
          : await api.call(this.#account, 'projects.restore', sent),
      ),
    );
  }

  /** @param publish_at ISO, null removes the date. */
  plan(project: Project, publish_at: string | null): Promise<Changed> {
    const { production } = project;
    if (production) this.#show({ ...project, production: { ...production, publish_at } });
    return this.#inTurn(project, async (sent) => {
      const input = { ...sent, body: { publish_at } };
      const result = await this.#app.api.call(this.#account, 'projects.production.update', input);
      if (!result.ok) return this.#refused(result.failure);
      const { revision } = result.body.meta;
      const { publish_at: at, status } = result.body.data.upload;
      return this.#done({
        ...project,
        revision,
        ...(production && { production: { ...production, publish_at: at, status } }),
      });
    });
  }

  /** Runs quick successive writes one after the other, each with the revision of the previous one. */
  #inTurn(project: Project, write: (sent: Sent) => Promise<Changed>): Promise<Changed> {
    const { id } = project;
    const count = (change: number): void => {
      this.#unanswered.set(id, (this.#unanswered.get(id) ?? 0) + change);
    };
    count(1);
    return this.#writes
      .inOrder(async () => {
        const base = this.#newestRevision(project);
        const sent = { params: { project: id }, idempotencyKey: crypto.randomUUID(), ifMatch: `"${base}"` };
        const result = await write(sent);
        if (result.ok) this.#noteRevision(id, base, result.project.revision);
        return result;
      })
      .finally(() => count(-1));
  }

  /** Follows this window's own writes from what a page shows, which may be older than they are. */
  #newestRevision({ id, revision }: Project): string {
    const made = this.#writes.revisions.get(id);
    let newest = revision;
    for (let next = made?.get(newest); next !== undefined; next = made?.get(newest)) newest = next;
    return newest;
  }

  #noteRevision(id: string, base: string, made: string): void {
    const { revisions } = this.#writes;
    // A write that changed nothing keeps the revision.
    if (made !== base) revisions.set(id, (revisions.get(id) ?? new Map<string, string>()).set(base, made));
  }

  #took(project: Project, result: Answer): Changed {
    if (!result.ok) return this.#refused(result.failure);
    const { production, counts } = project;
    const after = { ...result.body.data, ...(production && { production }), ...(counts && { counts }) };
    this.#app.cache.invalidate(this.#account, 'ideas');
    this.#app.cache.invalidate(this.#account, 'scripts');
    // A script's project may have got steps with its stage.
    if (after.source === 'script') void this.refresh();
    return this.#done(after);
  }

  #done(project: Project): Changed {
    const at = performance.now();
    this.#tellOthers();
    // A later change is already on the screen.
    if ((this.#unanswered.get(project.id) ?? 0) <= 1) this.#show(project, at);
    return { ok: true, project };
  }

  #refused(failure: ApiFailure): Changed {
    // Show the service's values again.
    this.#written = new Map();
    void this.refresh();
    this.#tellOthers();
    return { ok: false, failure };
  }

  /** Makes other lists reload: the person may have left this page before the write was answered. */
  #tellOthers(): void {
    this.#app.cache.invalidate(this.#account, 'projects', this.#query);
  }

  #show(project: Project, at = Infinity): void {
    this.#written = new Map([...this.#written, [project.id, { project, at }]]);
  }

  #belongs({ archived, stage }: Project): boolean {
    return this.#filters.archived ? archived || stage === 'rejected' : !archived && stage !== 'rejected';
  }

  #listQuery() {
    const { channelId, archived } = this.#filters;
    return {
      limit: String(LIMIT),
      expand: EXPAND,
      ...(channelId === null ? {} : { 'channel_ids[]': [String(channelId)] }),
      ...(archived ? { include_archived: 'true' as const } : {}),
    };
  }
}
