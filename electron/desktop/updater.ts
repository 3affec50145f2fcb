/** Finds, verifies and installs updates with electron-updater, which knows each system's installer. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { AppUpdater, UpdateInfo } from 'electron-updater';

import type { NoUpdates, UpdateFailure } from '#contract/update-state.ts';
import { logger } from '#log/logger.ts';
import { UpdateError, type Updater } from '../host/ports.ts';
import { FeedSignatureError, requireSignature, type FeedTransport } from './signed-feed.ts';

const log = logger('updater');

interface Installation {
  readonly packaged: boolean;
  readonly platform: NodeJS.Platform;
  /** Set by the runtime of an AppImage. */
  readonly appImage: string | undefined;
  readonly resources: string;
  /** The path of the packed application's package.json. */
  readonly packageJson: string;
}

/** Returns the key that updates of this installation are signed with, or why it has no updates. */
export function readUpdateKey(installation: Installation): { key: string } | NoUpdates {
  const { packaged, platform, appImage, resources, packageJson } = installation;
  if (!packaged) return 'development';
  // On Linux only an AppImage can be replaced; the package manager updates other packages.
  if (platform === 'linux' && appImage === undefined) return 'package_manager';
  const { updateKey: key } = JSON.parse(readFileSync(packageJson, 'utf8')) as { updateKey?: unknown };
  const hasAddress = existsSync(join(resources, 'app-update.yml'));
  return hasAddress && typeof key === 'string' && key !== '' ? { key } : 'no_address';
}

/** electron-updater hides its transport from its types, and has no other place to check the feed. */
type WithTransport = AppUpdater & { readonly httpExecutor: FeedTransport };
type WithInstall = AppUpdater & { install?(isSilent: boolean, isForceRunAfter: boolean): boolean };

const NOTHING_PUBLISHED_CODES = new Set([
  'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND',
  'ERR_UPDATER_LATEST_VERSION_NOT_FOUND',
  'ERR_UPDATER_NO_FILES_PROVIDED',
  'ERR_UPDATER_NO_PUBLISHED_VERSIONS',
]);
const UNREACHABLE_CODES = /^(?:ECONN|ENOTFOUND|ETIMEDOUT|EAI_|EPIPE|EHOST|ENET|ERR_TLS|CERT_|DEPTH_ZERO|HTTP_ERROR_5)/;

function toFailure(error: unknown): UpdateFailure {
  if (error instanceof FeedSignatureError) return 'signature';
  const { code, message } = error as { code?: unknown; message?: unknown };
  const name = String(code ?? '');
  if (name === 'ERR_UPDATER_INVALID_SIGNATURE') return 'signature';
  if (name === 'ERR_CHECKSUM_MISMATCH') return 'damaged';
  if (name === 'ENOSPC' || name === 'EDQUOT') return 'disk';
  if (NOTHING_PUBLISHED_CODES.has(name) || name === 'HTTP_ERROR_404') return 'nothing_there';
  return UNREACHABLE_CODES.test(name) || /net::ERR_|aborted/i.test(String(message)) ? 'unreachable' : 'unknown';
}

async function withUpdateError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new UpdateError(toFailure(error), error);
  }
}

/** GitHub may return one note per version. */
function getNotes({ releaseNotes }: UpdateInfo): string {
  if (typeof releaseNotes === 'string') return releaseNotes.trim();
  return (releaseNotes ?? []).map(({ note }) => note?.trim() ?? '').join('\n');
}

function configure(updater: AppUpdater, key: string): AppUpdater {
  updater.autoDownload = false;
  // On macOS, Squirrel takes over a downloaded update and installs it by itself at the next quit.
  updater.autoInstallOnAppQuit = process.platform === 'darwin';
  updater.disableWebInstaller = true;
  updater.logger = {
    info: (message) => log.debug('electron-updater', { message: String(message) }),
    warn: (message) => log.warn('electron-updater', { message: String(message) }),
    error: (message) => log.warn('electron-updater', { message: String(message) }),
  };
  // Every error also rejects the call; without a listener it would end the process.
  updater.on('error', () => undefined);
  requireSignature((updater as WithTransport).httpExecutor, key);
  return updater;
}

/** `load` runs at the first check, because electron-updater takes a while to load. */
export function createUpdater(load: () => Promise<AppUpdater>, key: string): Updater {
  let loadingUpdater: Promise<AppUpdater> | null = null;
  let loadedUpdater: AppUpdater | null = null;
  const getUpdater = (): Promise<AppUpdater> =>
    (loadingUpdater ??= load().then((updater) => (loadedUpdater = configure(updater, key))));
  return {
    check: async (channel) => {
      const updater = await getUpdater();
      updater.channel = channel === 'beta' ? 'beta' : 'latest';
      updater.allowPrerelease = channel === 'beta';
      // Setting a channel also allows downgrades.
      updater.allowDowngrade = false;
      const result = await withUpdateError(updater.checkForUpdates());
      if (!result?.isUpdateAvailable) return null;
      return { version: result.updateInfo.version, notes: getNotes(result.updateInfo) };
    },
    download: async (onProgress) => {
      const updater = await getUpdater();
      const onDownload = ({ percent }: { percent: number }): void => onProgress(percent);
      updater.on('download-progress', onDownload);
      await withUpdateError(updater.downloadUpdate()).finally(() => updater.off('download-progress', onDownload));
    },
    install: ({ openAgain }) => {
      if (process.platform !== 'darwin') (loadedUpdater as WithInstall | null)?.install?.(true, openAgain);
      else if (openAgain) loadedUpdater?.quitAndInstall();
      return process.platform === 'darwin' && openAgain;
    },
  };
}
