import type { Project, ProjectStage, SCRIPT_STAGES } from '#contract/schema/project.ts';
import type { ApiFailure, ApiResult } from '#renderer/bridge/api-client.ts';
import type { CachedQuery } from '#renderer/offline/cache.svelte.ts';
import type { Studio } from '#renderer/studio/studio.svelte.ts';

const LIMIT = 100;
const DRAWN_AT_ONCE = 10 * LIMIT;
const EXPAND = 'production,counts';

export interface ProjectFilters {
  /** Null: all of them. */
  readonly channelId: number | null;
  readonly archived: boolean;
}

export type Changed =
  { readonly ok: true; readonly project: Project } | { readonly ok: false; readonly failure: ApiFailure };

/** What a project is found by. */
export const projectText = ({ title, topic, angle }: Project): string => [title, topic, angle].join(' ');

type Answer = ApiResult<'projects.move' | 'projects.promote' | 'projects.archive' | 'projects.restore'>;

interface Sent {
  readonly params: { readonly project: string };
  readonly idempotencyKey: string;
  readonly ifMatch: string;
}

/** The projects of an account, kept for when the service is away; the further pages are fetched behind the first. */
export class Projects {
  readonly #studio: Studio;
  readonly #account: string;
  readonly #filters: ProjectFilters;
  readonly #query: CachedQuery<'projects.list'>;
  #more = $state.raw<readonly Project[]>([]);
  /** Written here, and not yet answered by a list: what is shown in their place. */
  #written = $state.raw<ReadonlyMap<string, Project>>(new Map());
  #fetching = '';
  /** Of what was written here. */
  readonly #revisions = new Map<string, string>();
  readonly #list = $derived.by(() => this.#merged());
  #turn: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(studio: Studio, account: string, filters: ProjectFilters) {
    this.#studio = studio;
    this.#account = account;
    this.#filters = filters;
    this.#query = studio.cache.query(account, 'projects.list', { query: this.#asked() });
  }

  /** For `$effect(() => projects.open())`. */
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
    return all.map((project) => this.#written.get(project.id) ?? project).filter((project) => this.#belongs(project));
  }

  get waiting(): boolean {
    return this.#query.waiting;
  }

  get failure(): ApiFailure | null {
    return this.#query.failure;
  }

  async refresh(): Promise<void> {
    await this.#query.refresh();
    // A newer answer says it all.
    if (this.#query.failure !== null || this.#waiting > 0) return;
    this.#written = new Map();
    this.#revisions.clear();
  }

  /** Fetches what lies behind the first page; run it in an effect, which repeats it for every new first page. */
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
        // What came is shown; the next refresh asks again.
        this.#fetching = '';
        if (rest.length > this.#more.length) this.#more = rest;
        return;
      }
      rest.push(...result.body.data);
      cursor = result.body.meta.next_cursor;
      // Drawn some pages at a time, as each drawing goes through all; and what was there stays until all has come.
      const more = rest.length % DRAWN_AT_ONCE === 0 && rest.length > this.#more.length;
      if (cursor === null || more) this.#more = [...rest];
    }
  }

  #page(cursor: string): Promise<ApiResult<'projects.list'>> {
    return this.#studio.api.call(this.#account, 'projects.list', { query: this.#asked(), cursor, background: true });
  }

  /** Shown at once; put back where the service refuses it. */
  move(project: Project, stage: ProjectStage): Promise<Changed> {
    this.#show({ ...project, stage });
    return this.#inTurn(project, async (sent) => {
      const input = { ...sent, body: { stage } };
      return this.#took(project, await this.#studio.api.call(this.#account, 'projects.move', input));
    });
  }

  /** Makes the script of an idea. */
  promote(project: Project, stage: (typeof SCRIPT_STAGES)[number]): Promise<Changed> {
    return this.#inTurn(project, async (sent) => {
      const input = { ...sent, body: { stage } };
      return this.#took(project, await this.#studio.api.call(this.#account, 'projects.promote', input));
    });
  }

  /** Out of the lists, or back into them. */
  setArchived(project: Project, archived: boolean): Promise<Changed> {
    const { api } = this.#studio;
    return this.#inTurn(project, async (sent) =>
      this.#took(
        project,
        archived
          ? await api.call(this.#account, 'projects.archive', sent)
          : await api.call(this.#account, 'projects.restore', sent),
      ),
    );
  }

  /** @param publish_at ISO, null takes it away. */
  plan(project: Project, publish_at: string | null): Promise<Changed> {
    const { production } = project;
    if (production) this.#show({ ...project, production: { ...production, publish_at } });
    return this.#inTurn(project, async (sent) => {
      const input = { ...sent, body: { publish_at } };
      const result = await this.#studio.api.call(this.#account, 'projects.production.update', input);
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

  /** The writes of a person's quick keys, one after the other: each from the revision the one before has made. */
  #inTurn(project: Project, write: (sent: Sent) => Promise<Changed>): Promise<Changed> {
    const { id } = project;
    const done = this.#turn.then(() =>
      write({
        params: { project: id },
        idempotencyKey: crypto.randomUUID(),
        ifMatch: `"${this.#revisions.get(id) ?? project.revision}"`,
      }),
    );
    this.#waiting += 1;
    this.#turn = done.then(
      () => (this.#waiting -= 1),
      () => (this.#waiting -= 1),
    );
    return done;
  }

  #took(project: Project, result: Answer): Changed {
    if (!result.ok) return this.#refused(result.failure);
    const { production, counts } = project;
    const after = { ...result.body.data, ...(production && { production }), ...(counts && { counts }) };
    this.#studio.cache.invalidate(this.#account, 'ideas');
    this.#studio.cache.invalidate(this.#account, 'scripts');
    if (after.id !== project.id) void this.refresh();
    return this.#done(after);
  }

  #done(project: Project): Changed {
    this.#revisions.set(project.id, project.revision);
    this.#tellOthers();
    // What was asked for after it is shown already.
    if (this.#waiting <= 1) this.#show(project);
    return { ok: true, project };
  }

  #refused(failure: ApiFailure): Changed {
    // What is shown is the service's again.
    this.#written = new Map();
    this.#revisions.clear();
    void this.refresh();
    this.#tellOthers();
    return { ok: false, failure };
  }

  /** Whatever else shows projects asks anew: the page that wrote may have been left before it was answered. */
  #tellOthers(): void {
    this.#studio.cache.invalidate(this.#account, 'projects', this.#query);
  }

  #show(project: Project): void {
    this.#written = new Map([...this.#written, [project.id, project]]);
  }

  #belongs({ archived, stage }: Project): boolean {
    return this.#filters.archived ? archived || stage === 'rejected' : !archived && stage !== 'rejected';
  }

  #asked() {
    const { channelId, archived } = this.#filters;
    return {
      limit: String(LIMIT),
      expand: EXPAND,
      ...(channelId === null ? {} : { 'channel_ids[]': [String(channelId)] }),
      ...(archived ? { include_archived: 'true' as const } : {}),
    };
  }
}
