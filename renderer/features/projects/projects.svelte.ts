import pLimit, { type LimitFunction } from 'p-limit';

import type { Project, ProjectStage, SCRIPT_STAGES } from '#contract/schema/project.ts';
import type { ApiFailure, ApiResult } from '#renderer/bridge/api-client.ts';
import type { CachedQuery } from '#renderer/query-cache/query-cache.svelte.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

const LIMIT = 100;
const DRAWN_AT_ONCE = 10 * LIMIT;
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
  readonly revisions: Map<string, { readonly revision: string; readonly at: number }>;
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
  #more = $state.raw<readonly Project[]>([]);
  /** Holds local changes; those that no list contains yet replace the listed projects. */
  #written = $state.raw<ReadonlyMap<string, Written>>(new Map());
  #fetching = '';
  /** Counts the writes of each project that are not answered yet. */
  readonly #unanswered = new Map<string, number>();
  readonly #list = $derived.by(() => this.#merged());
  readonly #writes: Writes;
  readonly #read: { readonly askedAt: number };

  /** @param read is the query that the changed projects come from; by default the list. */
  constructor(app: AppState, account: string, filters: ProjectFilters, read?: { readonly askedAt: number }) {
    this.#app = app;
    this.#account = account;
    this.#filters = filters;
    this.#query = app.cache.query(account, 'projects.list', { query: this.#listQuery() });
    this.#read = read ?? this.#query;
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
    const first = this.#query.value?.data ?? [];
    const seen = new Set(first.map(({ id }) => id));
    const all = [...first, ...this.#more.filter(({ id }) => !seen.has(id))];
    return all.map((project) => this.#newest(project)).filter((project) => this.#belongs(project));
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
  async fetchRest(): Promise<void> {
    let cursor = this.#query.value?.meta.next_cursor ?? null;
    if (cursor === null || this.#fetching === cursor) return;
    const began = cursor;
    this.#fetching = began;
    const rest: Project[] = [];
    while (cursor !== null) {
      const result = await this.#page(cursor);
      if (this.#fetching !== began) return;
      if (!result.ok) {
        // Show the pages that arrived; the next refresh tries again.
        this.#fetching = '';
        if (rest.length > this.#more.length) this.#more = rest;
        return;
      }
      rest.push(...result.body.data);
      cursor = result.body.meta.next_cursor;
      // Show several pages at a time, as each update goes through the whole list; keep the old list until the new one
      // is longer or complete.
      const more = rest.length % DRAWN_AT_ONCE === 0 && rest.length > this.#more.length;
      if (cursor === null || more) this.#more = [...rest];
    }
  }

  #page(cursor: string): Promise<ApiResult<'projects.list'>> {
    return this.#app.api.call(this.#account, 'projects.list', { query: this.#listQuery(), cursor, background: true });
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
      .inOrder(() => {
        const own = this.#writes.revisions.get(id);
        const revision = own && own.at > this.#read.askedAt ? own.revision : project.revision;
        return write({ params: { project: id }, idempotencyKey: crypto.randomUUID(), ifMatch: `"${revision}"` });
      })
      .finally(() => count(-1));
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
    this.#writes.revisions.set(project.id, { revision: project.revision, at });
    this.#tellOthers();
    // A later change is already on the screen.
    if ((this.#unanswered.get(project.id) ?? 0) <= 1) this.#show(project, at);
    return { ok: true, project };
  }

  #refused(failure: ApiFailure): Changed {
    // Show the service's values again.
    this.#written = new Map();
    this.#writes.revisions.clear();
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
