/** The service on a given database: studio → engines → jobs → HTTP. */
import type { Keychain } from '#platform/keychain.ts';

import packageJson from '../package.json' with { type: 'json' };
import { AGENT_RUN_JOB, agentRunJob } from './domain/agent-runs/job.ts';
import { IDEAS_JOB, type IdeasQueue, ideasJob } from './domain/ideas/generation-job.ts';
import type { PageReader } from './domain/agent-runs/sources.ts';
import { BOARD_ITEM_JOB, boardItemJob } from './domain/thumbnails/board-job.ts';
import { THUMBNAIL_RUN_JOB, thumbnailRunJob } from './domain/thumbnails/run-job.ts';
import type { ImageEngines, PictureFetcher } from './domain/thumbnails/services.ts';
import { STYLE_JOB, styleJob } from './domain/thumbnails/style-job.ts';
import { ASSET_JOB, assetJob } from './domain/media-assets/asset-job.ts';
import { PREVIEW_JOB, previewJob, type PreviewPayload } from './domain/videos/preview-job.ts';
import { QUALITY_JOB, qualityJob } from './domain/videos/quality-job.ts';
import { VIDEO_JOB, videoJob } from './domain/videos/render-job.ts';
import type { VideoMaker } from './domain/videos/services.ts';
import { RUN_JOB, runJob, type RunPayload } from './domain/scripts/run-job.ts';
import type { RunQueue } from './domain/scripts/run-queue.ts';
import { DELIVERY_JOB, deliveryJob, type DeliveryPayload, RETRY_SECONDS } from './domain/webhooks/delivery-job.ts';
import type { DeliveryQueue } from './domain/webhooks/deliveries.ts';
import { OutboxDispatcher } from './domain/webhooks/dispatch.ts';
import { Principals } from './domain/tokens/principals.ts';
import { openSession } from './domain/tokens/session.ts';
import { createCatalogue } from './engines/platform/catalogue.ts';
import type { Platform } from './engines/platform/platform.ts';
import { AnswerFiles } from './files/answer-files.ts';
import { MediaStore } from './files/media-store.ts';
import { VideoStore } from './files/video-store.ts';
import { allHandlers } from './handlers.ts';
import { createApp } from './http/app.ts';
import { listen } from './http/listen.ts';
import { describeError, type Log } from './http/log.ts';
import { RateLimits } from './http/rate-limits.ts';
import { Jobs } from './jobs/jobs.ts';
import { StudioAgentEngines } from './local/agent-engines.ts';
import { StudioImageEngines } from './local/image-engines.ts';
import { ModelEngines } from './local/model-engines.ts';
import { ownVideos } from './local/own-videos.ts';
import { StudioEmbeddings } from './local/embeddings.ts';
import { StudioPlatform } from './local/platform-provider.ts';
import { ProviderKeys } from './local/provider-keys.ts';
import { StudioSearch } from './local/search-provider.ts';
import { StudioSpeechEngines } from './local/speech-engines.ts';
import { StudioVideoMaker } from './local/studio-video-maker.ts';
import { GuardedFetch } from './net/guarded-fetch.ts';
import { createPageReader } from './net/page-reader.ts';
import { createPictureFetcher } from './net/picture-fetcher.ts';
import type { Opened } from './opened.ts';
import { ensureStudio } from './sample/bootstrap.ts';
import { sampleThumbnail } from './sample/video-thumbnails.ts';
import { type Store, StoreReadOnlyError } from './store/store.ts';

export interface ServeOptions {
  readonly store: Store;
  readonly keychain: Keychain;
  readonly log: Log;
  /** Where files of the service lie. */
  readonly dataDir: string;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Fills an empty database with the sample team. */
  readonly sample: boolean;
  /** False counts and tells, but refuses nobody. */
  readonly rateLimits: boolean;
  /** The one way out to addresses that people or pages named. */
  readonly outbound?: GuardedFetch;
  /** Reads web pages for research; by default through the guarded fetch. */
  readonly reader?: PageReader;
  /** Makes pictures; by default what the studio is set to. */
  readonly images?: ImageEngines;
  /** Makes videos; by default with what the machine has. */
  readonly videoMaker?: VideoMaker;
  /** Milliseconds a connected image model has for a picture. */
  readonly imageTimeoutMs?: number;
  /** Reads pictures from addresses; by default through the guarded fetch. */
  readonly pictures?: PictureFetcher;
  /** Seconds to each further attempt at a delivery. */
  readonly retrySeconds?: readonly number[];
}

export interface Serving {
  readonly baseUrl: string;
  /** A session token of the owner with every ability. */
  readonly token: string;
}

function queueOn(jobs: Jobs, kind: string): RunQueue {
  return {
    enqueue: async (run_id) => {
      await jobs.enqueue(kind, { run_id } satisfies RunPayload, { id: run_id });
    },
    cancel: async (runId) => {
      await jobs.cancel(kind, runId);
    },
  };
}

function ideasOn(jobs: Jobs): IdeasQueue {
  return {
    enqueue: async (payload) => {
      await jobs.enqueue(IDEAS_JOB, payload);
    },
  };
}

const pictureQueues = (jobs: Jobs) => ({
  thumbnailRuns: queueOn(jobs, THUMBNAIL_RUN_JOB),
  thumbnailStyles: queueOn(jobs, STYLE_JOB),
  boardItems: queueOn(jobs, BOARD_ITEM_JOB),
});

const videoQueues = (jobs: Jobs) => ({
  videoRuns: queueOn(jobs, VIDEO_JOB),
  videoPreviews: {
    enqueue: async (edit_id: string, round: number) => {
      await jobs.enqueue(PREVIEW_JOB, { edit_id, round } satisfies PreviewPayload);
    },
  },
  mediaAssets: {
    enqueue: async (run_id: string) => {
      await jobs.enqueue(ASSET_JOB, { run_id } satisfies RunPayload);
    },
  },
});

function deliveriesOn(jobs: Jobs): DeliveryQueue {
  return {
    enqueue: async (delivery_id, afterSeconds) => {
      await jobs.enqueue(DELIVERY_JOB, { delivery_id } satisfies DeliveryPayload, { afterSeconds });
    },
  };
}

function baseUrlOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

interface Working {
  readonly store: Store;
  readonly engines: ModelEngines;
  readonly agentEngines: StudioAgentEngines;
  readonly search: StudioSearch;
  readonly reader: PageReader;
  readonly outbound: GuardedFetch;
  readonly retrySeconds: readonly number[];
  readonly log: Log;
  readonly images: ImageEngines;
  readonly media: MediaStore;
  readonly answers: AnswerFiles;
  readonly videos: VideoStore;
  readonly videoMaker: VideoMaker;
  now(): Date;
}

function registerPictures(jobs: Jobs, { images, media, answers }: Working, onFailure: (error: Error) => void): void {
  const options = { images, media, answers, deliveries: deliveriesOn(jobs), onFailure };
  jobs.register(THUMBNAIL_RUN_JOB, thumbnailRunJob(options));
  jobs.register(STYLE_JOB, styleJob(options));
  jobs.register(BOARD_ITEM_JOB, boardItemJob(options));
}

function registerVideos(jobs: Jobs, working: Working, onFailure: (error: Error) => void): void {
  const { answers, media, videos, videoMaker } = working;
  const options = { answers, media, videos, videoMaker, quality: queueOn(jobs, QUALITY_JOB), onFailure };
  jobs.register(VIDEO_JOB, videoJob(options));
  jobs.register(QUALITY_JOB, qualityJob(options));
  jobs.register(PREVIEW_JOB, previewJob(options));
  jobs.register(ASSET_JOB, assetJob(options));
}

async function startJobs(working: Working): Promise<Jobs> {
  const { store, engines, agentEngines, search, reader, outbound, retrySeconds, log, now } = working;
  const jobs = new Jobs({ store, onError: (error) => log('error', 'job queue', describeError(error)) });
  const onFailure = (error: Error): void => log('error', 'job failed', describeError(error));
  jobs.register(RUN_JOB, runJob({ engines, onFailure }));
  jobs.register(AGENT_RUN_JOB, agentRunJob({ engines: agentEngines, search, reader, now, onFailure }));
  registerPictures(jobs, working, onFailure);
  registerVideos(jobs, working, onFailure);
  jobs.register(DELIVERY_JOB, deliveryJob({ outbound, retrySeconds, queue: deliveriesOn(jobs), now, onFailure }));
  jobs.register(IDEAS_JOB, ideasJob(engines, onFailure));
  await jobs.start();
  return jobs;
}

/** On a full disk the session stays behind; the next start removes it. */
function ignoreReadOnly(error: unknown): void {
  if (!(error instanceof StoreReadOnlyError)) throw error;
}

/** What the owner connected: text models, a search engine, an image model and a voice, with their keys. */
function connections(
  { store, keychain, imageTimeoutMs }: ServeOptions,
  studioId: string,
  { outbound, platformOf }: { outbound: GuardedFetch; platformOf(teamId: number): Promise<Platform> },
) {
  const imageKeys = new ProviderKeys(keychain, studioId, 'Cutaway image model');
  const keys = new ProviderKeys(keychain, studioId, 'Cutaway model provider');
  const engines = new ModelEngines(store, keys);
  const embeddings = new StudioEmbeddings(store, engines);
  return {
    keys,
    engines,
    embeddingsOf: (teamId: number) => embeddings.of(teamId),
    agentEngines: new StudioAgentEngines(store, engines, keys),
    search: new StudioSearch(store, new ProviderKeys(keychain, studioId, 'Cutaway search engine'), platformOf),
    speech: new StudioSpeechEngines(store, new ProviderKeys(keychain, studioId, 'Cutaway voice')),
    images: new StudioImageEngines({ store, keys: imageKeys, outbound, timeoutMs: imageTimeoutMs }),
  };
}

/** What looks at channels and videos: a data API where the team connected one, else the catalogue. */
function platformsOn(
  { store, keychain }: ServeOptions,
  studioId: string,
  on: { readonly outbound: GuardedFetch; readonly catalogue: Platform; now(): Date },
) {
  const keys = new ProviderKeys(keychain, studioId, 'Cutaway platform');
  const platform = new StudioPlatform({ store, keys, ...on });
  return { platform, platformOf: (teamId: number) => platform.of(teamId) };
}

const queuesOn = (jobs: Jobs) => ({
  runs: queueOn(jobs, RUN_JOB),
  agentRuns: queueOn(jobs, AGENT_RUN_JOB),
  ideas: ideasOn(jobs),
  ...pictureQueues(jobs),
  ...videoQueues(jobs),
});

const dispatcherOn = ({ store, log }: ServeOptions, jobs: Jobs): OutboxDispatcher =>
  new OutboxDispatcher(store, deliveriesOn(jobs), (error) => log('error', 'outbox', describeError(error)));

/**
 * Resolves when the service answers. What was opened is handed to `opened`, also when it fails half-way.
 * @throws StoreReadOnlyError, ListenError
 */
export async function serve(options: ServeOptions, opened: Opened): Promise<Serving> {
  const { store, log, host } = options;
  const { version } = packageJson;
  const now = (): Date => new Date();
  const studio = await ensureStudio(store, options.sample, now());
  const outbound = options.outbound ?? new GuardedFetch();
  let baseUrl = '';
  const catalogue = createCatalogue(now, (video) => `${baseUrl}/files/sample/${video}.png`);
  const platforms = platformsOn(options, studio.studioId, { outbound, catalogue, now });
  const connected = connections(options, studio.studioId, { outbound, ...platforms });
  const reader = options.reader ?? createPageReader(outbound);
  const retrySeconds = options.retrySeconds ?? RETRY_SECONDS;
  const media = await MediaStore.open(options.dataDir, () => baseUrl);
  const answers = await AnswerFiles.open(options.dataDir);
  const videos = await VideoStore.open(options.dataDir, () => baseUrl);
  const images = options.images ?? connected.images;
  const videoMaker = options.videoMaker ?? new StudioVideoMaker({ images, speech: connected.speech });
  const working = {
    ...{ store, ...connected, reader, outbound, retrySeconds, log, now },
    ...{ images, media, answers, videos, videoMaker },
  };
  const jobs = await startJobs(working);
  opened.add(() => jobs.stop());
  const dispatcher = dispatcherOn(options, jobs);
  opened.add(() => dispatcher.stop());
  const principals = new Principals(store);
  opened.add(() => principals.close());
  const session = await openSession(store, studio, now());
  opened.add(() => session.close().catch(ignoreReadOnly));

  const pictures = options.pictures ?? createPictureFetcher(outbound);
  let stopping = false;
  const app = createApp({
    handlers: allHandlers({
      ...{ store, principals, now, ...connected, version, outbound, dataDir: options.dataDir },
      ...platforms,
      ...queuesOn(jobs),
      ...{ media, pictures, ownVideos: ownVideos({ ...platforms, pictures, now }) },
      ...{ videos, videoMaker },
      baseUrl: () => baseUrl,
    }),
    principals,
    media,
    videos,
    sampleThumbnail: (video) => sampleThumbnail(catalogue, video),
    rateLimits: new RateLimits(options.rateLimits),
    store,
    log,
    host,
    version,
    baseUrl: () => baseUrl,
    stopping: () => stopping,
  });
  const listening = await listen(app, host, options.port);
  opened.add(() => {
    stopping = true;
    return listening.close();
  });
  baseUrl = baseUrlOf(host, listening.port);
  return { baseUrl, token: session.secret };
}
