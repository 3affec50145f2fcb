/** Starts the service on a given database: team → engines → jobs → HTTP. */
import { join } from 'node:path';

import type { Hono } from 'hono';

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
import { createDeliveryQueue } from './domain/webhooks/family.ts';
import { OutboxDispatcher } from './domain/webhooks/dispatch.ts';
import { Principals } from './domain/tokens/principals.ts';
import { openSession } from './domain/tokens/session.ts';
import type { SpeechServerPorts } from './engines/speech/speech-servers.ts';
import type { ModelServerPorts } from './engines/text/model/model-servers.ts';
import { createCatalogue } from './engines/platform/catalogue.ts';
import { openFiles } from './files/open-files.ts';
import type { FilesOptions } from './files/s3-address.ts';
import { LiveChanges } from './domain/live/live-changes.ts';
import { createHandlers, type JobOptions, createQueues, registerJobs } from './families.ts';
import { type AppOptions, createApp } from './http/app.ts';
import type { AnsweredRequest } from './http/answered.ts';
import type { Environment } from './http/environment.ts';
import { listen, type Tls } from './http/listen.ts';
import { RateLimits } from './http/rate-limits.ts';
import { Jobs } from './jobs/jobs.ts';
import { openConnections } from './connections/connections.ts';
import { createOwnVideos } from './connections/own-videos.ts';
import { LocalVideoMaker } from './connections/video-maker.ts';
import { GuardedFetch } from './net/guarded-fetch.ts';
import { createPageReader } from './net/page-reader.ts';
import { createPictureFetcher } from './net/picture-fetcher.ts';
import type { CleanupStack } from './cleanup-stack.ts';
import { ensureTeam, type LocalTeam } from './sample/bootstrap.ts';
import { drawSampleThumbnail } from './sample/video-thumbnails.ts';
import { type Store, StoreReadOnlyError } from './store/store.ts';

const log = logger('service');

export interface ServeOptions {
  readonly store: Store;
  readonly keychain: Keychain;
  readonly dataDir: string;
  /** Selects the storage of files; the data folder by default. */
  readonly files?: FilesOptions;
  readonly host: string;
  /** Picks a free port if 0. */
  readonly port: number;
  /** Fills an empty database with the sample team. */
  readonly sample: boolean;
  /** Refuses no request if false, but still counts and reports them. */
  readonly rateLimits: boolean;
  /** Adds the parts of a server for a team. */
  readonly server?: ServerParts;
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
  /** The ports on which model servers of this computer are looked for; by default their usual ones. */
  readonly modelServers?: ModelServerPorts;
  readonly speechServers?: SpeechServerPorts;
  /** Reads pictures from URLs; by default through the guarded fetch. */
  readonly pictures?: PictureFetcher;
  /** Sets the seconds before each further attempt at a delivery. */
  readonly retrySeconds?: readonly number[];
}

export interface ServerParts {
  readonly publicUrl: string;
  readonly isBehindProxy: boolean;
  readonly tls?: Tls | undefined;
  onAnswered(request: AnsweredRequest): void;
  readonly operatorRoutes: Hono<Environment>;
}

export interface ServiceAccess {
  readonly baseUrl: string;
  /** A session token of the owner with every ability. */
  readonly token: string;
}

function getBaseUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

async function startJobs(store: Store, options: JobOptions): Promise<Jobs> {
  const jobs = new Jobs({ store, onError: (error) => log.error('job queue failed', describeError(error)) });
  registerJobs(jobs, options);
  await jobs.start();
  return jobs;
}

const HEALTH_TIMEOUT_MS = 2000;

/** Resolves with why the database can't be used at present, or null. */
async function explainDatabaseFault(store: Store): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('The database isn’t responding.'), HEALTH_TIMEOUT_MS);
  });
  const health = store.checkHealth().then(
    () => store.getReadOnlyReason(),
    () => 'The database isn’t responding.',
  );
  try {
    return await Promise.race([health, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

const createDispatcher = ({ store }: ServeOptions, jobs: Jobs, liveChanges: LiveChanges): OutboxDispatcher =>
  new OutboxDispatcher(store, createDeliveryQueue(jobs), liveChanges, (error) =>
    log.error('webhook outbox failed', describeError(error)),
  );

/** Starts telling apps and webhooks what changes. */
function startLive(options: ServeOptions, principals: Principals, jobs: Jobs, cleanup: CleanupStack): LiveChanges {
  const liveChanges = new LiveChanges(options.store, principals);
  const dispatcher = createDispatcher(options, jobs, liveChanges);
  cleanup.add(() => dispatcher.stop());
  return liveChanges;
}

/** Resolves with the port once requests are answered. */
async function startListening(
  appOptions: Omit<AppOptions, 'isStopping'> & { readonly live: LiveChanges },
  { host, port, server }: ServeOptions,
  cleanup: CleanupStack,
): Promise<number> {
  let isStopping = false;
  const listening = await listen(createApp({ ...appOptions, isStopping: () => isStopping }), host, port, server?.tls);
  cleanup.add(() => {
    isStopping = true;
    appOptions.live.close();
    return listening.close();
  });
  return listening.port;
}

/** Ignores a full disk: the session stays, and the next start deletes it. */
function ignoreReadOnly(error: unknown): void {
  if (!(error instanceof StoreReadOnlyError)) throw error;
}

/**
 * Serves whoever starts the process and gives them a token. Resolves when the service answers.
 * @throws FilesUnusableError, StoreReadOnlyError, ListenError
 */
export async function serve(options: ServeOptions, cleanup: CleanupStack): Promise<ServiceAccess> {
  const { baseUrl, signedIn } = await serveTeam(options, cleanup, async (team) => {
    const session = await openSession(options.store, team, new Date());
    cleanup.add(() => session.close().catch(ignoreReadOnly));
    addSecret(session.secret);
    return session;
  });
  return { baseUrl, token: signedIn.secret };
}

/**
 * Resolves when the service answers. Adds everything it opens to `cleanup`, even if it fails half-way.
 * @param signIn runs before the service listens, and ends what it opens after it
 * @throws FilesUnusableError, StoreReadOnlyError, ListenError
 */
export async function serveTeam<T>(
  options: ServeOptions,
  cleanup: CleanupStack,
  signIn: (team: LocalTeam) => Promise<T>,
): Promise<{ readonly baseUrl: string; readonly signedIn: T }> {
  const { store, host } = options;
  const { version } = packageJson;
  const now = (): Date => new Date();
  let baseUrl = options.server?.publicUrl ?? '';
  const { close, ...files } = await openFiles({ ...options, baseUrl: () => baseUrl });
  cleanup.add(() => Promise.resolve(close()));
  const team = await ensureTeam(store, options.sample, now());
  const outbound = options.outbound ?? new GuardedFetch();
  const catalogue = createCatalogue(now, (video) => `${baseUrl}/files/sample/${video}.png`);
  const connections = openConnections({ ...options, installationId: team.installationId, outbound, catalogue, now });
  const reader = options.reader ?? createPageReader(outbound);
  const retrySeconds = options.retrySeconds ?? RETRY_SECONDS;
  const images = options.images ?? connections.images;
  const programs = join(options.dataDir, 'programs');
  const videoMaker = options.videoMaker ?? new LocalVideoMaker({ images, speech: connections.speech, programs });
  const liveTexts = new LiveTexts();
  const jobServices = { ...connections, ...files, liveTexts, reader, outbound, retrySeconds, now, images, videoMaker };
  const jobs = await startJobs(store, jobServices);
  cleanup.add(() => jobs.stop());
  const principals = new Principals(store);
  cleanup.add(() => principals.close());
  const liveChanges = startLive(options, principals, jobs, cleanup);
  const signedIn = await signIn(team);

  const pictures = options.pictures ?? createPictureFetcher(outbound);
  const services = {
    ...jobServices,
    ...createQueues(jobs),
    store,
    principals,
    live: liveChanges,
    version,
    dataDir: options.dataDir,
    pictures,
    connectedModels: {
      getImageModel: (teamId: number) => connections.images.readLabel(teamId),
      getVoice: (teamId: number) => connections.speech.readLabel(teamId),
    },
    ownVideos: createOwnVideos({ getPlatform: connections.getPlatform, pictures, now }),
    baseUrl: () => baseUrl,
  };
  const appOptions = {
    ...services,
    host,
    handlers: createHandlers(services, connections),
    sampleThumbnail: (video: string) => drawSampleThumbnail(catalogue, video),
    rateLimits: new RateLimits(options.rateLimits),
    getUnreadyReason: () => explainDatabaseFault(store),
    ...options.server,
  };
  const port = await startListening(appOptions, options, cleanup);
  baseUrl = options.server?.publicUrl ?? getBaseUrl(host, port);
  log.info('service ready', { version, database: store.kind, port });
  return { baseUrl, signedIn };
}
