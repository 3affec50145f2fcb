/** The service on a given database: studio → engines → jobs → HTTP. */
import type { Keychain } from '#platform/keychain.ts';

import packageJson from '../package.json' with { type: 'json' };
import { AGENT_RUN_JOB, agentRunJob } from './domain/agent-runs/job.ts';
import type { PageReader } from './domain/agent-runs/sources.ts';
import { BOARD_ITEM_JOB, boardItemJob } from './domain/thumbnails/board-job.ts';
import { CALLBACK_JOB, callbackJob, type CallbackSender } from './domain/thumbnails/callbacks.ts';
import { THUMBNAIL_RUN_JOB, thumbnailRunJob } from './domain/thumbnails/run-job.ts';
import type { ImageEngines, PictureFetcher } from './domain/thumbnails/services.ts';
import { STYLE_JOB, styleJob } from './domain/thumbnails/style-job.ts';
import { RUN_JOB, runJob, type RunPayload } from './domain/scripts/run-job.ts';
import type { RunQueue } from './domain/scripts/run-queue.ts';
import { Principals } from './domain/tokens/principals.ts';
import { openSession } from './domain/tokens/session.ts';
import { MediaStore } from './files/media-store.ts';
import { allHandlers } from './handlers.ts';
import { createApp } from './http/app.ts';
import { listen } from './http/listen.ts';
import { describeError, type Log } from './http/log.ts';
import { RateLimits } from './http/rate-limits.ts';
import { Jobs } from './jobs/jobs.ts';
import { StudioAgentEngines } from './local/agent-engines.ts';
import { StudioImageEngines } from './local/image-engines.ts';
import { ModelEngines } from './local/model-engines.ts';
import { ProviderKeys } from './local/provider-keys.ts';
import { GuardedFetch } from './net/guarded-fetch.ts';
import { createCallbackSender } from './net/callback-sender.ts';
import { createPageReader } from './net/page-reader.ts';
import { createPictureFetcher } from './net/picture-fetcher.ts';
import type { Opened } from './opened.ts';
import { ensureStudio } from './sample/bootstrap.ts';
import { sampleVideos } from './sample/own-videos.ts';
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
  /** Reads web pages for research; by default through the guarded fetch. */
  readonly reader?: PageReader;
  /** Makes pictures; by default what the studio is set to. */
  readonly images?: ImageEngines;
  /** Reads pictures from addresses and calls back; by default through the guarded fetch. */
  readonly pictures?: PictureFetcher;
  readonly callbacks?: CallbackSender;
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

function baseUrlOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

interface Working {
  readonly store: Store;
  readonly engines: ModelEngines;
  readonly agentEngines: StudioAgentEngines;
  readonly reader: PageReader;
  readonly log: Log;
  readonly images: ImageEngines;
  readonly media: MediaStore;
  readonly callbacks: CallbackSender;
  now(): Date;
}

async function startJobs(working: Working): Promise<Jobs> {
  const { store, engines, agentEngines, reader, log, now } = working;
  const jobs = new Jobs({ store, onError: (error) => log('error', 'job queue', describeError(error)) });
  const onFailure = (error: Error): void => log('error', 'run failed', describeError(error));
  jobs.register(RUN_JOB, runJob({ engines, onFailure }));
  jobs.register(AGENT_RUN_JOB, agentRunJob({ engines: agentEngines, reader, now, onFailure }));
  const pictures = { ...working, callbacks: queueOn(jobs, CALLBACK_JOB), onFailure };
  jobs.register(THUMBNAIL_RUN_JOB, thumbnailRunJob(pictures));
  jobs.register(STYLE_JOB, styleJob(pictures));
  jobs.register(BOARD_ITEM_JOB, boardItemJob(pictures));
  jobs.register(CALLBACK_JOB, callbackJob(working.callbacks));
  await jobs.start();
  return jobs;
}

/** On a full disk the session stays behind; the next start removes it. */
function ignoreReadOnly(error: unknown): void {
  if (!(error instanceof StoreReadOnlyError)) throw error;
}

/**
 * Resolves when the service answers. What was opened is handed to `opened`, also when it fails half-way.
 * @throws StoreReadOnlyError, ListenError
 */
export async function serve(options: ServeOptions, opened: Opened): Promise<Serving> {
  const { store, log, host } = options;
  const { version } = packageJson;
  const now = (): Date => new Date();
  const studio = await ensureStudio(store, options.sample, now());
  const keys = new ProviderKeys(options.keychain, studio.studioId);
  const engines = new ModelEngines(store, keys);
  const agentEngines = new StudioAgentEngines(store, engines, keys);
  const fetch = new GuardedFetch();
  const reader = options.reader ?? createPageReader(fetch);
  let baseUrl = '';
  const media = await MediaStore.open(options.dataDir, () => baseUrl);
  const images = options.images ?? new StudioImageEngines();
  const callbacks = options.callbacks ?? createCallbackSender(fetch);
  const jobs = await startJobs({ store, engines, agentEngines, reader, log, now, images, media, callbacks });
  opened.add(() => jobs.stop());
  const principals = new Principals(store);
  opened.add(() => principals.close());
  const session = await openSession(store, studio, now());
  opened.add(() => session.close().catch(ignoreReadOnly));

  let stopping = false;
  const app = createApp({
    handlers: allHandlers({
      ...{ store, principals, now, engines, agentEngines, keys, version, dataDir: options.dataDir },
      runs: queueOn(jobs, RUN_JOB),
      agentRuns: queueOn(jobs, AGENT_RUN_JOB),
      ...{ media, pictures: options.pictures ?? createPictureFetcher(fetch), ownVideos: sampleVideos },
      thumbnailRuns: queueOn(jobs, THUMBNAIL_RUN_JOB),
      thumbnailStyles: queueOn(jobs, STYLE_JOB),
      boardItems: queueOn(jobs, BOARD_ITEM_JOB),
      baseUrl: () => baseUrl,
    }),
    principals,
    media,
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
