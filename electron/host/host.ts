/** Runs the app without a shell: owns the data folder, the local service, accounts, journal and runs. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { ServiceState } from '#contract/bridge.ts';
import type { Language } from '#contract/settings.ts';
import { DATA_FORMAT } from '#contract/data-format.ts';
import { LOCAL_ACCOUNT } from '#contract/values.ts';
import { OPERATIONS } from '#contract/operations/index.ts';
import { markData, refuseNewerData } from '#platform/data-format.ts';
import { lockFolder, type FolderLock } from '#platform/folder-lock.ts';
import { OsKeychain } from '#platform/keychain.ts';
import { describeError } from '#log/describe-error.ts';
import { logger } from '#log/logger.ts';
import { openAccountsFile, type AccountsFile } from './accounts-file.ts';
import { Accounts } from './accounts.ts';
import { ApiClient } from './api-client.ts';
import { openArchives } from './archive/open-archives.ts';
import { deleteStaged, placePreferences } from './archive/import.ts';
import { PreloadedDrafts } from './preloaded-draft.ts';
import { createDispatch, type Dispatch } from './dispatch.ts';
import type { DurableJson } from './durable-json.ts';
import { EventBus, type EventListener } from './events.ts';
import { HostLog } from './host-log.ts';
import type { HostOptions } from './host-options.ts';
import { createHandlers, type HostParts } from './handlers.ts';
import { LiveConnection } from './live.ts';
import { Journal } from './journal.ts';
import { detectLanguage } from './language.ts';
import { Media, type MediaRequest } from './media/media.ts';
import { OpenedFiles } from './opened-files.ts';
import { PdfMaker } from './pdf/pdf-maker.ts';
import { Pictures } from './pictures.ts';
import { answerFont } from './fallback-fonts.ts';
import { ScriptPictures } from './script-pictures.ts';
import { RunWatcher } from './run-watcher.ts';
import { RunsFileStore } from './runs-file.ts';
import { ServiceSupervisor } from './service-supervisor.ts';
import { SettingsStore } from './settings.ts';
import {
  runReset,
  deletePlan,
  dropUnstartedPlan,
  planReset,
  readLastResetTime,
  readUnfinishedReset,
  type ResetPlan,
} from './workspace-reset.ts';
import { Storage } from './storage.ts';
import { TokenStore } from './token-store.ts';
import { Updates } from './updates.ts';

const log = logger('host');

export interface Host {
  /**
   * Rejects with a plain sentence if the folder is in use, not writable or made by a newer version. Does not wait for
   * the service.
   */
  start(): Promise<void>;
  /** Finishes pending writes and stops the local service. */
  stop(): Promise<void>;
  /**
   * Installs an update that is ready. Call it after `stop` has succeeded, right before the process ends. Returns
   * whether the installer ends the process itself.
   */
  installUpdate(): boolean;
  /** Checks the input, runs the call and checks the output; rejects only with a `Fault`. */
  dispatch: Dispatch;
  onEvent(listener: EventListener): () => void;
  /** Answers the page's requests that `isServedByHost` names: videos and pictures. Never rejects. */
  media(request: MediaRequest): Promise<Response>;
  /** Returns the language of the window; `preferredLanguages` lists the machine's languages. Never rejects. */
  language(preferredLanguages: readonly string[]): Promise<Language>;
  /** Lets the window open a file that the system named; does nothing before the start. */
  openFile(path: string): Promise<void>;
  /** Streams the page in chunks, including the text that was shown last. */
  page(html: string): AsyncIterable<string>;
}

interface RunningHost {
  lock: FolderLock;
  parts: HostParts;
  dispatch: Dispatch;
}

function logMediaFailure(error: unknown): null {
  log.error('media request failed', describeError(error));
  return null;
}

export function createHost(options: HostOptions): Host {
  const bus = new EventBus();
  let runningHost: Promise<RunningHost> | null = null;
  let updates: Updates | null = null;
  /** Returns null before the start and after a failed one, which start() reports. */
  const getRunningParts = async () => (await runningHost?.catch(() => null))?.parts ?? null;
  return {
    start: async () => {
      runningHost ??= open(options, bus);
      await runningHost;
    },
    stop: async () => {
      const current = await runningHost?.catch(() => null); // start() reported a failed start
      runningHost = null;
      if (!current) return;
      await close(current);
      ({ updates } = current.parts);
    },
    installUpdate: () => updates?.install() ?? false,
    dispatch: async (name, input, context) => {
      if (!runningHost) throw new Error('The host was not started.');
      return (await runningHost).dispatch(name, input, context);
    },
    onEvent: (listener) => bus.on(listener),
    media: async (request) => {
      const parts = await getRunningParts();
      const source = request.pathname.startsWith('/media/') ? parts?.media : parts?.scriptPictures;
      const answer = request.pathname.startsWith('/fonts/') ? answerFont(request) : source?.answer(request);
      return (await answer?.catch(logMediaFailure)) ?? new Response(null, { status: 503 });
    },
    language: async (preferredLanguages) => {
      const parts = await getRunningParts();
      return detectLanguage(parts?.settings.value.language ?? 'system', preferredLanguages);
    },
    openFile: async (path) => (await getRunningParts())?.openedFiles.add(path),
    page: async function* (html) {
      const parts = await getRunningParts();
      if (parts) yield* parts.preloadedDrafts.page(html, parts.localSince);
      else yield html;
    },
  };
}

/** Checks the format of both folders before writing its own; the service writes its own after a database backup. */
async function refuseNewer({ dataFolder, version }: HostOptions): Promise<void> {
  for (const folder of [dataFolder, join(dataFolder, 'service')]) await refuseNewerData(folder, DATA_FORMAT, version);
  await markData(dataFolder, { files: DATA_FORMAT.files }, version);
}

async function open(options: HostOptions, bus: EventBus): Promise<RunningHost> {
  const lock = await lockFolder(options.dataFolder, { purpose: 'studio' });
  try {
    await refuseNewer(options);
  } catch (error) {
    await lock.release();
    throw error;
  }
  const hostLog = new HostLog(options.dataFolder, options.log ?? (() => undefined));
  try {
    const { shell, version } = options;
    log.info('app starting', { version, shell, platform: process.platform, node: process.version });
    const parts = await build(options, bus, hostLog);
    const dispatch = createDispatch(createHandlers(parts), (call, error) =>
      log.error('bridge call failed', { call, ...describeError(error) }),
    );
    return { lock, parts, dispatch };
  } catch (error) {
    log.error('app start failed', describeError(error));
    await hostLog.close();
    await lock.release();
    throw error;
  }
}

async function close({ lock, parts }: RunningHost): Promise<void> {
  // Save texts first: a system that shuts down may not wait for the rest.
  await parts.journal.flush();
  parts.updates.stop();
  parts.live.stop();
  await parts.media.stop();
  await parts.pdfMaker.stop();
  await parts.runs.stop();
  await parts.journal.flush();
  await parts.service.stop();
  log.info('app stopped');
  await parts.hostLog.close();
  await lock.release();
}

interface ResetTargets {
  readonly settings: SettingsStore;
  readonly journal: Journal;
  readonly accountsFile: DurableJson<AccountsFile>;
  readonly service: ServiceSupervisor;
  readonly runs: RunWatcher;
}

/** Replaces the local workspace by an empty one, the sample, or one from an archive; the old one is moved away. */
function createWorkspaceReset(dataFolder: string, parts: ResetTargets, onReset: () => Promise<void>) {
  const { settings, journal, accountsFile, service, runs } = parts;
  const complete = async ({ staged }: ResetPlan): Promise<void> => {
    await runs.forget(LOCAL_ACCOUNT);
    if (staged !== null) await placePreferences(join(dataFolder, staged), settings, accountsFile);
    await deletePlan(dataFolder);
    if (staged !== null) await deleteStaged(join(dataFolder, staged));
  };
  const reset = async (sample: boolean, stagedName: string | null = null): Promise<void> => {
    const plan = await planReset(dataFolder, sample, stagedName);
    await service.restart(async () => {
      // Don't retry a reset that never started.
      await runReset(dataFolder, plan, journal).catch((error: unknown) => dropUnstartedPlan(dataFolder, plan, error));
      await complete(plan);
      return { sample };
    });
    await onReset();
  };
  return { complete, reset };
}

/** Opens the files of the data folder; damaged ones are moved away, and `problems` says so in sentences. */
async function openStores(dataFolder: string, emit: EventBus['emit']) {
  const problems: string[] = [];
  const report = (sentence: string): void => {
    problems.push(sentence);
    log.error('damaged at start', { what: sentence });
  };
  return {
    settings: await SettingsStore.open(dataFolder, emit, report),
    journal: await Journal.open(join(dataFolder, 'journal'), report),
    runsFile: await RunsFileStore.open(dataFolder, report),
    accountsFile: await openAccountsFile(dataFolder, report),
    problems,
  };
}

async function build(options: HostOptions, bus: EventBus, hostLog: HostLog): Promise<HostParts> {
  const { dataFolder, ports, shell, version } = options;
  const emit = bus.emit.bind(bus);
  const { settings, journal, runsFile, accountsFile, problems } = await openStores(dataFolder, emit);
  const firstStart = !existsSync(join(dataFolder, 'service'));
  const unfinishedReset = await readUnfinishedReset(dataFolder);

  const service: ServiceSupervisor = new ServiceSupervisor({
    spawn: (args) => ports.spawnService(options.serviceModule, args),
    dataFolder: join(dataFolder, 'service'),
    sample: unfinishedReset?.sample ?? (options.sample === 'first-start' ? firstStart : options.sample),
    onLine: (line) => hostLog.writeServiceLine(line),
    onState: (state) => {
      emit('service.changed', state);
      accounts.noteServiceChange();
      if (state.status === 'ready' && state !== lastReady) void refreshSample((lastReady = state));
    },
  });
  let lastReady: ServiceState | null = null;
  const tokens = new TokenStore(options.keychain ?? new OsKeychain());
  const accounts = new Accounts({ file: accountsFile, tokens, client: new ApiClient(), service, emit });
  const connection = new LiveConnection(accounts, emit);
  const getPrices = () => settings.value.model_prices;
  const runs = new RunWatcher({ store: runsFile, accounts, journal, notify: ports.notify, emit, getPrices });

  /** Asks the service whether it holds the sample, and reads the new balance. */
  const refreshSample = async (state: ServiceState): Promise<void> => {
    const answer = await accounts.send(LOCAL_ACCOUNT, { operation: 'local.studio' });
    const body = answer.kind === 'answer' ? OPERATIONS['local.studio'].responses[200].safeParse(answer.body) : null;
    if (body?.success && service.state === state) {
      lastReady = { ...state, sample: body.data.data.sample };
      service.setSample(body.data.data.sample);
    }
    await accounts.check(LOCAL_ACCOUNT);
  };

  const resetTargets = { settings, journal, accountsFile, service, runs };
  const { complete, reset } = createWorkspaceReset(dataFolder, resetTargets, async () => {
    parts.localSince = await readLastResetTime(dataFolder);
    emit('accounts.changed', accounts.list());
  });
  const stores = { accounts, accountsFile, emit, journal, settings, reset };
  const archives = await openArchives(options, { ...stores, onOutputLine: (line) => hostLog.writeServiceLine(line) });

  const pictures = new Pictures(join(dataFolder, 'pictures'), accounts);
  const media = new Media({ folder: join(dataFolder, 'videos'), accounts, ports, emit });
  const preloadedDrafts = new PreloadedDrafts(accounts, journal);
  const base = { shell, version, firstStart, problems, ports, hostLog, storage: new Storage(dataFolder) };
  const scriptPictures = await ScriptPictures.open(dataFolder);
  const pdfMaker = new PdfMaker({ readPicture: (address) => scriptPictures.read(address) });
  const updates = new Updates({ ...ports, settings, isBusy: () => runs.isBusy(), emit });
  const main = { ...base, settings, accounts, archives, journal, media, pictures, preloadedDrafts, runs, service };
  const files = { pdfMaker, scriptPictures, openedFiles: new OpenedFiles(archives, emit) };
  const liveParts = { live: connection, updates, localSince: null };
  const parts: HostParts = { ...main, ...files, ...liveParts, reset: (sample) => reset(sample) };
  if (unfinishedReset) {
    await runReset(dataFolder, unfinishedReset, journal);
    await complete(unfinishedReset);
  }
  parts.localSince = await readLastResetTime(dataFolder);
  await startParts(parts, bus);
  void tokens.probe().then(() => emit('accounts.changed', accounts.list()));
  return parts;
}

/** Starts everything that runs until the host stops. */
async function startParts({ service, runs, updates, live }: HostParts, bus: EventBus): Promise<void> {
  service.start();
  await runs.resume();
  updates.start();
  bus.on((name) => void (name === 'accounts.changed' && live.follow()));
}
