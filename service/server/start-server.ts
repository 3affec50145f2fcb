/** Starts a server for a team; checks its requirements first, so that it never half starts. */
import { logger } from '#log/logger.ts';
import { addSecret } from '#log/redact.ts';
import { lockFolder } from '#platform/folder-lock.ts';
import { type Keychain, OsKeychain } from '#platform/keychain.ts';

import packageJson from '../../package.json' with { type: 'json' };
import { CleanupStack } from '../cleanup-stack.ts';
import { type FilesOptions, readS3Address } from '../files/s3-address.ts';
import { logAnswered } from '../http/answered.ts';
import { listenToRedirect } from '../http/listen.ts';
import type { LocalTeam } from '../sample/bootstrap.ts';
import { serveTeam } from '../serve.ts';
import { openDatabase } from '../store/database.ts';
import type { Store } from '../store/store.ts';
import { CertificateWatcher } from './certificate.ts';
import { ServerMetrics } from './metrics.ts';
import { isOwnerAway, makeOwnerLink } from './owner-link.ts';
import { deriveKey, SealedKeychain } from './sealed-keychain.ts';
import type { ServerOptions } from './server-options.ts';

const log = logger('server');
/** Signatures, expiries and leases allow for small differences only. */
const MAX_CLOCK_DIFFERENCE_MS = 2 * 60_000;

/** Thrown if a server lacks something; the message is a plain sentence. */
export class ServerUnfitError extends Error {
  override readonly name = 'ServerUnfitError';
}

export interface RunningServer {
  readonly baseUrl: string;
  /** A link that signs in as the owner; null if the owner is signed in anywhere. */
  readonly ownerLink: string | null;
  stop(): Promise<void>;
}

/** @throws ServerUnfitError */
export async function checkClock(store: Store, now: () => number = Date.now): Promise<void> {
  const startedAt = now();
  const { rows } = await store.query('select extract(epoch from clock_timestamp())::float8 * 1000 as now', []);
  const halfTrip = (now() - startedAt) / 2;
  const difference = Math.abs(Number(rows[0]?.['now']) - startedAt - halfTrip);
  if (difference <= MAX_CLOCK_DIFFERENCE_MS) return;
  throw new ServerUnfitError(
    `The clock of this computer and the database’s differ by ${Math.round(difference / 60_000)} minutes. Let both follow a time server.`,
  );
}

async function openKeychain(
  store: Store,
  { secret, previousSecret, deletesUnreadableKeys }: ServerOptions,
): Promise<Keychain> {
  if (secret !== null) return SealedKeychain.open(store, { secret, previousSecret, deletesUnreadableKeys });
  const keychain = new OsKeychain();
  if ((await keychain.probe()) === 'available') return keychain;
  throw new ServerUnfitError(
    'There is nowhere to keep the keys of providers: this computer has no keychain. Set CUTAWAY_SECRET to at least 32 characters; "openssl rand -base64 32" makes them.',
  );
}

async function openTls({ tls, publicUrl }: ServerOptions, cleanup: CleanupStack): Promise<CertificateWatcher | null> {
  if (tls === null) return null;
  const watcher = await CertificateWatcher.open(tls, new URL(publicUrl).hostname.replace(/^\[|\]$/g, ''));
  cleanup.add(() => Promise.resolve(watcher.stop()));
  return watcher;
}

async function listenPlain({ redirectPort, publicUrl, host }: ServerOptions, cleanup: CleanupStack): Promise<void> {
  if (redirectPort === null) return;
  const listener = await listenToRedirect(publicUrl, host, redirectPort);
  cleanup.add(() => listener.close());
}

/** @throws FilesUnusableError */
export function getFiles({ files, secret }: ServerOptions): FilesOptions {
  if (files === null || secret === null) return { kind: 'folder' };
  return { ...readS3Address(files, process.env), addressKey: deriveKey(secret, 'file addresses') };
}

async function openServer(options: ServerOptions, cleanup: CleanupStack): Promise<Omit<RunningServer, 'stop'>> {
  const { databaseUrl, dataDir, host, port, publicUrl, isBehindProxy, metricsToken, sample } = options;
  for (const secret of [options.secret, options.previousSecret, metricsToken]) addSecret(secret);
  const tls = await openTls(options, cleanup);
  const files = getFiles(options);
  const lock = await lockFolder(dataDir, { purpose: 'a server' });
  cleanup.add(() => lock.release());
  const store = await openDatabase({ databaseUrl });
  cleanup.add(() => store.close());
  await checkClock(store);
  const keychain = await openKeychain(store, options);
  const metrics = new ServerMetrics({
    ...{ store, version: packageJson.version, token: metricsToken },
    getExpiry: () => tls?.current.expires ?? null,
  });
  const server = {
    publicUrl,
    isBehindProxy,
    ...(tls && { tls }),
    onAnswered: (answered: Parameters<typeof logAnswered>[0]) => {
      logAnswered(answered);
      metrics.countRequest(answered);
    },
    operatorRoutes: metrics.createRoutes(),
  };
  const signIn = async (team: LocalTeam): Promise<string | null> =>
    (await isOwnerAway(store, team)) ? makeOwnerLink(store, team, publicUrl) : null;
  const { baseUrl, signedIn } = await serveTeam(
    { store, keychain, dataDir, files, host, port, sample, rateLimits: true, server },
    cleanup,
    signIn,
  );
  await listenPlain(options, cleanup);
  log.info('server ready', { host, port, tls: tls !== null, proxy: isBehindProxy });
  return { baseUrl, ownerLink: signedIn };
}

/**
 * Resolves when the server answers.
 * @throws CertificateError, FolderLockedError, FolderUnusableError, NewerDataError, StoreUnusableError,
 * ServerUnfitError, SealedKeysError, FilesUnusableError, ListenError
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const cleanup = new CleanupStack();
  try {
    return { ...(await openServer(options, cleanup)), stop: () => cleanup.close() };
  } catch (error) {
    await cleanup.close();
    throw error;
  }
}
