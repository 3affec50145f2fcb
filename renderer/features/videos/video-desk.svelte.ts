import type { OperationId } from '#contract/operations/index.ts';
import type { ServiceOperation } from '#contract/schema/operation.ts';
import type { ProjectComment } from '#contract/schema/project.ts';
import type { RevisionItem } from '#contract/schema/video-revision.ts';
import type { EditableContent, QualityReport, VideoProject } from '#contract/schema/video.ts';
import type { ApiFailure, ApiInput, ApiResult } from '#renderer/bridge/api-client.ts';
import type { CachedQuery } from '#renderer/offline/cache.svelte.ts';
import type { Studio } from '#renderer/studio/studio.svelte.ts';
import { timelineItems } from './desk-items.ts';
import { peaksOf, type Peaks } from './timeline/peaks.ts';
import type { TimelineItem } from './timeline/tracks.ts';
import { videoList } from './video-list.ts';

/** Edits that need the draft's ETag. */
export type EditOperation = Extract<OperationId, `videoRevision.${string}`>;
type Deps = Pick<Studio, 'api' | 'cache'>;

const PER_PAGE = 100;
const LOOK_AGAIN_MS = 3000;

/** One video project: what it is made of, what is staged, what was measured, and the edits of it. */
export class VideoDesk {
  readonly account: string;
  readonly id: string;
  readonly #api: Studio['api'];
  readonly #project: CachedQuery<'video.get'>;
  readonly #content: CachedQuery<'video.editableContent'>;
  readonly #manifest: CachedQuery<'videoRevision.manifest'>;
  readonly #quality: CachedQuery<'video.qualityReport'>;
  readonly #list: CachedQuery<'video.list'>;
  #further = $state.raw<readonly RevisionItem[]>([]);
  #operation = $state.raw<ServiceOperation | null>(null);
  #comments = $state.raw<readonly ProjectComment[]>([]);
  #etag: string | null = null;
  #sending = $state.raw(0);
  #last: Promise<unknown> = Promise.resolve();

  constructor({ api, cache }: Deps, account: string, id: string) {
    this.account = account;
    this.id = id;
    this.#api = api;
    const params = { project: id };
    this.#project = cache.query(account, 'video.get', { params });
    this.#content = cache.query(account, 'video.editableContent', { params });
    this.#manifest = cache.query(account, 'videoRevision.manifest', { params, query: { per_page: PER_PAGE } });
    this.#quality = cache.query(account, 'video.qualityReport', { params });
    this.#list = cache.query(account, 'video.list', videoList(1));
  }

  get project(): VideoProject | null {
    return this.#project.value?.data ?? null;
  }

  get content(): EditableContent | null {
    return this.#content.value?.data ?? null;
  }

  /** What is staged, in the order in which it was. */
  get staged(): readonly RevisionItem[] {
    const first = this.#manifest.value?.data.items ?? [];
    return this.#further.length === 0 ? first : [...first, ...this.#further];
  }

  get report(): QualityReport | null {
    return this.#quality.value?.data ?? null;
  }

  /** What is being made: the video, or its next version. */
  get operation(): ServiceOperation | null {
    return this.#operation;
  }

  get comments(): readonly ProjectComment[] {
    return this.#comments;
  }

  /** Why what is shown is not new, or nothing is. */
  get failure(): ApiFailure | null {
    return this.#project.failure ?? this.#content.failure;
  }

  get waiting(): boolean {
    return this.#project.waiting;
  }

  /** An edit is on its way. */
  get sending(): boolean {
    return this.#sending > 0;
  }

  readonly items: readonly TimelineItem[] = $derived.by(() => {
    const { content, staged, report, comments } = this;
    return content === null ? [] : timelineItems({ content, staged, findings: report?.findings ?? [], comments });
  });

  readonly peaks: Peaks | null = $derived.by(() => {
    const timeline = this.content?.timeline;
    return timeline?.waveform ? peaksOf(timeline.waveform, timeline.duration_seconds) : null;
  });

  /** Draws what is kept and asks; the returned function ends it. */
  open(): () => void {
    const ends = [this.#project.open(), this.#quality.open(), this.#manifest.open()];
    void this.#content.look();
    void this.#readContent();
    return () => {
      for (const end of ends) end();
    };
  }

  takeComments(comments: readonly ProjectComment[]): void {
    this.#comments = comments;
  }

  async refresh(): Promise<void> {
    await Promise.all([this.#project.refresh(), this.#readContent(), this.#readManifest()]);
    await this.#quality.refresh();
  }

  /** Pictures of what is staged are being made still. */
  async refreshStaged(): Promise<void> {
    await this.#readManifest();
  }

  /** The report is being measured still. */
  async refreshReport(): Promise<void> {
    await this.#quality.refresh();
  }

  /** Follows the operation until it is over; the returned function ends it. */
  follow(operation: string): () => void {
    let over = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      const result = await this.#api.call(this.account, 'operations.get', { params: { operation } });
      if (over) return;
      if (result.ok) {
        const before = this.#operation;
        this.#operation = result.body.data;
        if (result.body.data.status !== 'running') {
          await this.refresh();
          // The list as it was last seen has it, too, should the service be away when it is next opened.
          return void (await this.#list.refresh());
        }
        // Pictures of scenes come while it is made.
        if (before?.progress !== result.body.data.progress) await this.#readContent();
      }
      if (!over) timer = setTimeout(() => void look(), LOOK_AGAIN_MS);
    };
    void look();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }

  /** Stops the making of it. */
  async cancel(key: string): Promise<ApiFailure | null> {
    const result = await this.#api.call(this.account, 'video.cancel', {
      params: { project: this.id },
      body: {},
      idempotencyKey: key,
    });
    await this.refresh();
    return result.ok ? null : result.failure;
  }

  /**
   * Stages an edit, or applies all that is staged. One after the other, each with the ETag that the one before it left
   * behind. An unclear outcome is asked again under the same key. After a conflict what is staged now is shown.
   */
  edit<Id extends EditOperation>(operation: Id, input: ApiInput<Id>): Promise<ApiResult<Id>> {
    const turn = this.#last.then(() => this.#send(operation, input));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #send<Id extends EditOperation>(operation: Id, input: ApiInput<Id>): Promise<ApiResult<Id>> {
    this.#sending += 1;
    try {
      if (this.#etag === null) await this.#readManifest();
      const safe = { ...input, idempotencyKey: crypto.randomUUID(), ifMatch: this.#etag ?? '' };
      let result = await this.#api.call(this.account, operation, safe);
      if (!result.ok && result.failure.kind === 'unreachable' && result.failure.sent === 'unclear') {
        result = await this.#api.call(this.account, operation, safe);
      }
      if (result.ok && result.etag !== null) this.#etag = result.etag;
      else this.#etag = null;
      await Promise.all([this.#readManifest(), this.#readContent()]);
      return result;
    } finally {
      this.#sending -= 1;
    }
  }

  async #readContent(): Promise<void> {
    const { account, id } = this;
    const result = await this.#api.call(account, 'video.editableContent', { params: { project: id } });
    if (!result.ok) return void (await this.#content.refresh());
    await this.#content.put(result.body);
  }

  async #readManifest(): Promise<void> {
    const { account, id } = this;
    const input = { params: { project: id }, query: { per_page: PER_PAGE } };
    const first = await this.#api.call(account, 'videoRevision.manifest', input);
    if (!first.ok) return;
    this.#etag = first.etag;
    const further: RevisionItem[] = [];
    let { next_cursor: cursor } = first.body.meta;
    while (cursor !== null) {
      const page = await this.#api.call(account, 'videoRevision.manifest', {
        ...input,
        query: { ...input.query, cursor },
      });
      if (!page.ok) break;
      further.push(...page.body.data.items);
      cursor = page.body.meta.next_cursor;
    }
    this.#further = further;
    await this.#manifest.put(first.body);
  }
}
