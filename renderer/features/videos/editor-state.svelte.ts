import pLimit from 'p-limit';

import type { OperationId } from '#contract/operations/index.ts';
import type { ServiceOperation } from '#contract/schema/operation.ts';
import type { ProjectComment } from '#contract/schema/project.ts';
import type { RevisionItem } from '#contract/schema/video-revision.ts';
import type { VideoProject } from '#contract/schema/video.ts';
import type { EditableContent, QualityReport } from '#contract/schema/video-content.ts';
import type { ApiFailure, ApiInput, ApiResult } from '#renderer/bridge/api-client.ts';
import type { CachedQuery } from '#renderer/query-cache/query-cache.svelte.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { createTimelineItems } from './editor-items.ts';
import { computePeaks, type Peaks } from './timeline/peaks.ts';
import type { TimelineItem } from './timeline/tracks.ts';
import { createVideoListInput } from '#renderer/shared/video-list.ts';

/** Edits that need the revision's ETag. */
export type EditOperation = Extract<OperationId, `videoRevision.${string}` | 'local.videos.restore'>;
type Deps = Pick<AppState, 'api' | 'cache'>;

const PER_PAGE = 100;
const POLL_MS = 3000;

/** One video project: its content, its staged edits, its quality report, and the requests that change it. */
export class VideoEditorState {
  readonly account: string;
  readonly id: string;
  readonly #api: AppState['api'];
  readonly #project: CachedQuery<'video.get'>;
  readonly #content: CachedQuery<'video.editableContent'>;
  readonly #manifest: CachedQuery<'videoRevision.manifest'>;
  readonly #quality: CachedQuery<'video.qualityReport'>;
  readonly #list: CachedQuery<'video.list'>;
  #furtherItems = $state.raw<readonly RevisionItem[]>([]);
  #operation = $state.raw<ServiceOperation | null>(null);
  #comments = $state.raw<readonly ProjectComment[]>([]);
  #etag: string | null = null;
  #sendingCount = $state.raw(0);
  readonly #queue = pLimit(1);

  constructor({ api, cache }: Deps, account: string, id: string) {
    this.account = account;
    this.id = id;
    this.#api = api;
    const params = { project: id };
    this.#project = cache.query(account, 'video.get', { params });
    this.#content = cache.query(account, 'video.editableContent', { params });
    this.#manifest = cache.query(account, 'videoRevision.manifest', { params, query: { per_page: PER_PAGE } });
    this.#quality = cache.query(account, 'video.qualityReport', { params });
    this.#list = cache.query(account, 'video.list', createVideoListInput(1));
  }

  get project(): VideoProject | null {
    return this.#project.value?.data ?? null;
  }

  get content(): EditableContent | null {
    return this.#content.value?.data ?? null;
  }

  /** Returns the staged edits in the order in which they were staged. */
  get staged(): readonly RevisionItem[] {
    const first = this.#manifest.value?.data.items ?? [];
    return this.#furtherItems.length === 0 ? first : [...first, ...this.#furtherItems];
  }

  get report(): QualityReport | null {
    return this.#quality.value?.data ?? null;
  }

  get operation(): ServiceOperation | null {
    return this.#operation;
  }

  get comments(): readonly ProjectComment[] {
    return this.#comments;
  }

  /** Returns why the data is missing or out of date. */
  get failure(): ApiFailure | null {
    return this.#project.failure ?? this.#content.failure;
  }

  get isLoading(): boolean {
    return this.#project.isLoading;
  }

  get sending(): boolean {
    return this.#sendingCount > 0;
  }

  readonly items: readonly TimelineItem[] = $derived.by(() => {
    const { content, staged, report, comments } = this;
    return content === null ? [] : createTimelineItems({ content, staged, findings: report?.findings ?? [], comments });
  });

  readonly peaks: Peaks | null = $derived.by(() => {
    const timeline = this.content?.timeline;
    return timeline?.waveform ? computePeaks(timeline.waveform, timeline.duration_seconds) : null;
  });

  /** Shows the stored data and refreshes it. Returns a function that ends it. */
  open(): () => void {
    const closers = [this.#project.open(), this.#quality.open(), this.#manifest.open()];
    void this.#content.showCached();
    void this.#readContent();
    return () => {
      for (const close of closers) close();
    };
  }

  setComments(comments: readonly ProjectComment[]): void {
    this.#comments = comments;
  }

  async refresh(): Promise<void> {
    await Promise.all([this.#project.refresh(), this.#readContent(), this.#readManifest()]);
    await this.#quality.refresh();
  }

  /** Call while pictures of staged edits are being generated. */
  async refreshStaged(): Promise<void> {
    await this.#readManifest();
  }

  /** Call while the report is being measured. */
  async refreshReport(): Promise<void> {
    await this.#quality.refresh();
  }

  /** Polls the operation until it ends. Returns a function that stops it. */
  follow(operation: string): () => void {
    let isStopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const poll = async (): Promise<void> => {
      const result = await this.#api.call(this.account, 'operations.get', { params: { operation } });
      if (isStopped) return;
      if (result.ok) {
        const previous = this.#operation;
        this.#operation = result.body.data;
        if (result.body.data.status !== 'running') {
          await this.refresh();
          // Refresh the stored list too, in case the service is unreachable when the list is next opened.
          return void (await this.#list.refresh());
        }
        // Scene pictures arrive during the operation.
        if (previous?.progress !== result.body.data.progress) await this.#readContent();
      }
      if (!isStopped) timer = setTimeout(() => void poll(), POLL_MS);
    };
    void poll();
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }

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
   * Stages an edit, or applies all staged edits. Edits run one after the other, each with the ETag of the one before.
   * An edit with an unclear outcome is repeated with the same Idempotency-Key. The staged edits are read again after
   * every edit, also after a conflict.
   */
  edit<Id extends EditOperation>(operation: Id, input: ApiInput<Id>): Promise<ApiResult<Id>> {
    return this.#queue(() => this.#send(operation, input));
  }

  async #send<Id extends EditOperation>(operation: Id, input: ApiInput<Id>): Promise<ApiResult<Id>> {
    this.#sendingCount += 1;
    try {
      if (this.#etag === null) await this.#readManifest();
      const request = { ...input, idempotencyKey: crypto.randomUUID(), ifMatch: this.#etag ?? '' };
      let result = await this.#api.call(this.account, operation, request);
      if (!result.ok && result.failure.kind === 'unreachable' && result.failure.sent === 'unclear') {
        result = await this.#api.call(this.account, operation, request);
      }
      if (result.ok && result.etag !== null) this.#etag = result.etag;
      else this.#etag = null;
      await Promise.all([this.#readManifest(), this.#readContent()]);
      return result;
    } finally {
      this.#sendingCount -= 1;
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
    this.#furtherItems = further;
    await this.#manifest.put(first.body);
  }
}
