/** Starts the service on a given database: team → engines → jobs → HTTP. */
import { join } from 'node:path';

import { describeError } from '#log/describe-error.ts';
import { logger } from '#log/logger.ts';
import { addSecret } from '#log/redact.ts';
import type { Keychain } from '#platform/keychain.ts';

import packageJson from '../package.json' with { type: 'json' };
import type { PageReader } from './domain/agent-runs/sources.ts';
import { LiveTexts } from './domain/scripts/live-text.ts';
import type { ImageEngines, PictureFetcher } from './domain/thumbnails/services.ts';
import type { VideoMaker } from './domain/videos/services.ts';
import { RETRY_SECONDS } from './domain/webhooks/delivery-job.ts';
import { deliveryQueue } from './domain/webhooks/family.ts';
import { OutboxDispatcher } from './domain/webhooks/dispatch.ts';
import { Principals } from './domain/tokens/principals.ts';
import { openSession } from './domain/tokens/session.ts';
import type { SpeechServerPorts } from './engines/speech/speech-servers.ts';
import type { ModelServerPorts } from './engines/text/model/model-servers.ts';
import { createCatalogue } from './engines/platform/catalogue.ts';
import { PaidRequests } from './files/paid-requests.ts';
import { MediaStore } from './files/media-store.ts';
import { VideoStore } from './files/video-store.ts';
import { LiveChanges } from './domain/live/live-changes.ts';
import { allHandlers, type JobOptions, queuesOn, registerJobs } from './families.ts';
import { createApp } from './http/app.ts';
import { listen } from './http/listen.ts';
import { RateLimits } from './http/rate-limits.ts';
import { Jobs } from './jobs/jobs.ts';
import { openConnections } from './connections/connections.ts';
import { ownVideos } from './connections/own-videos.ts';
import { LocalVideoMaker } from './connections/video-maker.ts';
import { GuardedFetch } from './net/guarded-fetch.ts';
import { createPageReader } from './net/page-reader.ts';
import { createPictureFetcher } from './net/picture-fetcher.ts';
import type { CleanupStack } from './cleanup-stack.ts';
import { ensureTeam } from './sample/bootstrap.ts';
import { sampleThumbnail } from './sample/video-thumbnails.ts';
import { type Store, StoreReadOnlyError } from './store/store.ts';

const log = logger('service');

export interface ServeOptions {
  readonly store: Store;
  readonly keychain: Keychain;
  readonly dataDir: string;
  readonly host: string;
  /** Picks a free port if 0. */
  readonly port: number;
  /** Fills an empty database with the sample team. */
  readonly sample: boolean;
  /** Refuses no request if false, but still counts and reports them. */
  readonly rateLimits: boolean;
  /** Makes all requests to URLs that people or pages named. */
  readonly outbound?: GuardedFetch;
  /** Replaces the platform's own servers; ends without a slash. */
  readonly platform?: string | undefined;
  /** Reads web pages for research; by default through the guarded fetch. */
  readonly reader?: PageReader;
  /** Makes pictures; by default with the configured engine. */
  readonly images?: ImageEngines;
  /** Makes videos; by default with what the machine has. */
  readonly videoMaker?: VideoMaker;
  readonly imageTimeoutMs?: number;
  /** Lists the ports on which model servers of this computer are looked for; by default their usual ones. */
  readonly modelServers?: ModelServerPorts;
  readonly speechServers?: SpeechServerPorts;
  /** Reads pictures from URLs; by default through the guarded fetch. */
  readonly pictures?: PictureFetcher;
  /** Sets the seconds before each further attempt at a delivery. */
  readonly retrySeconds?: readonly number[];
}

export interface Serving {
  readonly baseUrl: string;
  /** Holds a session token of the owner with every ability. */
  readonly token: string;
}

function baseUrlOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

async function startJobs(store: Store, options: JobOptions): Promise<Jobs> {
  const jobs = new Jobs({ store, onError: (error) => log.error('job queue failed', describeError(error)) });
  registerJobs(jobs, options);
  await jobs.start();
  return jobs;
}

const openFiles = async (dataDir: string, baseUrl: () => string) => ({
  media: await MediaStore.open(dataDir, baseUrl),
  answers: await PaidRequests.open(dataDir),
  videos: await VideoStore.open(dataDir, baseUrl),
});

/** Ignores a full disk: the session stays, and the next start deletes it. */
function ignoreReadOnly(error: unknown): void {
  if (!(error instanceof StoreReadOnlyError)) throw error;
}

const dispatcherOn = ({ store }: ServeOptions, jobs: Jobs, live: LiveChanges): OutboxDispatcher =>
  new OutboxDispatcher(store, deliveryQueue(jobs), live, (error) =>
    log.error('webhook outbox failed', describeError(error)),
  );

/** Tells studios and webhooks what happens from now on. */
function startLive(options: ServeOptions, principals: Principals, jobs: Jobs, opened: CleanupStack): LiveChanges {
  const live = new LiveChanges(options.store, principals);
  const dispatcher = dispatcherOn(options, jobs, live);
  opened.add(() => dispatcher.stop());
  return live;
}

/**
 * Resolves when the service answers. Adds everything it opens to `opened`, even if it fails half-way.
 * @throws StoreReadOnlyError, ListenError
 */
export async function serve(options: ServeOptions, opened: CleanupStack): Promise<Serving> {
  const { store, host } = options;
  const { version } = packageJson;
  const now = (): Date => new Date();
  const team = await ensureTeam(store, options.sample, now());
  const outbound = options.outbound ?? new GuardedFetch();
  let baseUrl = '';
  const catalogue = createCatalogue(now, (video) => `${baseUrl}/files/sample/${video}.png`);
  const connections = openConnections({ ...options, installationId: team.installationId, outbound, catalogue, now });
  const reader = options.reader ?? createPageReader(outbound);
  const retrySeconds = options.retrySeconds ?? RETRY_SECONDS;
  const files = await openFiles(options.dataDir, () => baseUrl);
  const images = options.images ?? connections.images;
  const programs = join(options.dataDir, 'programs');
  const videoMaker = options.videoMaker ?? new LocalVideoMaker({ images, speech: connections.speech, programs });
  const liveTexts = new LiveTexts();
  const working = { ...connections, ...files, liveTexts, reader, outbound, retrySeconds, now, images, videoMaker };
  const jobs = await startJobs(store, working);
  opened.add(() => jobs.stop());
  const principals = new Principals(store);
  opened.add(() => principals.close());
  const live = startLive(options, principals, jobs, opened);
  const session = await openSession(store, team, now());
  opened.add(() => session.close().catch(ignoreReadOnly));

  const pictures = options.pictures ?? createPictureFetcher(outbound);
  const services = {
    ...working,
    ...queuesOn(jobs),
    store,
    principals,
    live,
    version,
    dataDir: options.dataDir,
    pictures,
    ownVideos: ownVideos({ platformOf: connections.platformOf, pictures, now }),
    baseUrl: () => baseUrl,
  };
  let stopping = false;
  const app = createApp({
    ...services,
    host,
    handlers: allHandlers(services, connections),
    sampleThumbnail: (video) => sampleThumbnail(catalogue, video),
    rateLimits: new RateLimits(options.rateLimits),
    stopping: () => stopping,
  });
  const listening = await listen(app, host, options.port);
  opened.add(() => {
    stopping = true;
    live.close();
    return listening.close();
  });
  baseUrl = baseUrlOf(host, listening.port);
  addSecret(session.secret);
  log.info('service ready', { version, database: store.kind, port: listening.port });
  return { baseUrl, token: session.secret };
}
