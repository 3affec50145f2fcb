/** The studio's core without a shell: owns the data folder, the local service, accounts, journal and runs. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { LOCAL_ACCOUNT, type AppInfo, type Language, type ServiceState } from '#contract/bridge.ts';
import { OPERATIONS } from '#contract/operations/index.ts';
import { lockFolder, type FolderLock } from '#platform/folder-lock.ts';
import { OsKeychain, type Keychain } from '#platform/keychain.ts';
import { openAccountsFile, type AccountsFile } from './accounts-file.ts';
import { Accounts } from './accounts.ts';
import { ApiClient } from './api-client.ts';
import { openArchives } from './archive/open-archives.ts';
import { forgetStaged, placePreferences } from './archive/take-in.ts';
import { BroughtTexts } from './brought-text.ts';
import { createDispatch, type Dispatch } from './dispatch.ts';
import type { DurableJson } from './durable-json.ts';
import { EventBus, type EventListener } from './events.ts';
import { createHandlers, type HostParts } from './handlers.ts';
import { Journal } from './journal.ts';
import { languageOf } from './language.ts';
import { Media, type MediaRequest } from './media/media.ts';
import { Pictures } from './pictures.ts';
import type { HostPorts } from './ports.ts';
import { RunWatcher } from './run-watcher.ts';
import { RunsFileStore } from './runs-file.ts';
import { ServiceSupervisor } from './service-supervisor.ts';
import { SettingsStore } from './settings.ts';
import {
  carryOut,
  finished,
  giveUp,
  planStartOver,
  startedOverAt,
  unfinishedStartOver,
  type StartOverPlan,
} from './start-over.ts';
import { Storage } from './storage.ts';
import { TokenStore } from './token-store.ts';

export interface HostOptions {
  /** Everything of this run lives here. */
  dataFolder: string;
  shell: AppInfo['shell'];
  version: string;
  /** The local service's main module. */
  serviceModule: string;
  /** Fill an empty studio with the sample team: yes, no, or only when nothing was ever opened with this folder. */
  sample: boolean | 'first-start';
  ports: HostPorts;
  /** Lines for a developer; nothing secret is in them. */
  log?: (line: string) => void;
  /** The OS's, unless a test brings its own. */
  keychain?: Keychain;
}

export interface Host {
  /** Rejects with a plain sentence when the folder is in use or cannot be written to. Does not wait for the service. */
  start(): Promise<void>;
  /** Finishes what is being written and stops the local service. */
  stop(): Promise<void>;
  /** Checks, does and checks again; rejects with a `Fault` and nothing else. */
  dispatch: Dispatch;
  onEvent(listener: EventListener): () => void;
  /** What the page shows under `/media/`: bytes of an account's videos and pictures. Never rejects. */
  media(request: MediaRequest): Promise<Response>;
  /** Of the window, on a machine that prefers these. Never rejects. */
  language(preferred: readonly string[]): Promise<Language>;
  /** The page as it is answered now, piece by piece: with the text that was shown last. */
  page(html: string): AsyncIterable<string>;
}

interface Running {
  lock: FolderLock;
  parts: HostParts;
  dispatch: Dispatch;
}

export function createHost(options: HostOptions): Host {
  const bus = new EventBus();
  const log = options.log ?? (() => undefined);
  let running: Promise<Running> | null = null;
  return {
    start: async () => {
      running ??= open(options, bus, log);
      await running;
    },
    stop: async () => {
      const current = await running?.catch(() => null);
      running = null;
      if (current) await close(current);
    },
    dispatch: async (name, input, context) => {
      if (!running) throw new Error('The host was not started.');
      return (await running).dispatch(name, input, context);
    },
    onEvent: (listener) => bus.on(listener),
    media: async (request) => {
      const parts = await running?.then((current) => current.parts).catch(() => null);
      return (await parts?.media.answer(request).catch(() => null)) ?? new Response(null, { status: 503 });
    },
    language: async (preferred) => {
      const parts = await running?.then((current) => current.parts).catch(() => null);
      return languageOf(parts?.settings.value.language ?? 'system', preferred);
    },
    page: async function* (html) {
      const parts = await running?.then((current) => current.parts).catch(() => null);
      if (parts) yield* parts.brought.page(html, parts.localSince);
      else yield html;
    },
  };
}

async function open(options: HostOptions, bus: EventBus, log: (line: string) => void): Promise<Running> {
  const lock = await lockFolder(options.dataFolder, { purpose: 'studio' });
  try {
    const parts = await build(options, bus, log);
    const dispatch = createDispatch(createHandlers(parts), (call, error) =>
      log(`${call}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
    );
    return { lock, parts, dispatch };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function close({ lock, parts }: Running): Promise<void> {
  await parts.media.stop();
  await parts.runs.stop();
  await parts.journal.flush();
  await parts.service.stop();
  await lock.release();
}

interface Renewed {
  readonly settings: SettingsStore;
  readonly journal: Journal;
  readonly accountsFile: DurableJson<AccountsFile>;
  readonly service: ServiceSupervisor;
  readonly runs: RunWatcher;
}

/** Puts the local studio aside for an empty one, the sample, or one out of an archive. */
function startingOver(dataFolder: string, parts: Renewed, then: () => Promise<void>) {
  const { settings, journal, accountsFile, service, runs } = parts;
  const complete = async ({ staged }: StartOverPlan): Promise<void> => {
    await runs.forget(LOCAL_ACCOUNT);
    if (staged !== null) await placePreferences(join(dataFolder, staged), settings, accountsFile);
    await finished(dataFolder);
    if (staged !== null) await forgetStaged(join(dataFolder, staged));
  };
  const startOver = async (sample: boolean, staged: string | null = null): Promise<void> => {
    const plan = await planStartOver(dataFolder, sample, staged);
    await service.restart(async () => {
      // What could not even begin is not tried again behind the person's back at the next start.
      await carryOut(dataFolder, plan, journal).catch((error: unknown) => giveUp(dataFolder, plan, error));
      await complete(plan);
      return { sample };
    });
    await then();
  };
  return { complete, startOver };
}

async function build(options: HostOptions, bus: EventBus, log: (line: string) => void): Promise<HostParts> {
  const { dataFolder, ports, shell, version } = options;
  const emit = bus.emit.bind(bus);
  const troubles: string[] = [];
  const trouble = (sentence: string): void => void troubles.push(sentence);
  const settings = await SettingsStore.open(dataFolder, emit, trouble);
  const journal = await Journal.open(join(dataFolder, 'journal'), trouble);
  const runsFile = await RunsFileStore.open(dataFolder, trouble);
  const accountsFile = await openAccountsFile(dataFolder, trouble);
  const firstStart = !existsSync(join(dataFolder, 'service'));
  const pending = await unfinishedStartOver(dataFolder);

  const service: ServiceSupervisor = new ServiceSupervisor({
    spawn: (args) => ports.spawnService(options.serviceModule, args),
    dataFolder: join(dataFolder, 'service'),
    sample: pending?.sample ?? (options.sample === 'first-start' ? firstStart : options.sample),
    log,
    onState: (state) => {
      emit('service.changed', state);
      accounts.serviceChanged();
      if (state.status === 'ready' && state !== lastReady) void learnSample((lastReady = state));
    },
  });
  let lastReady: ServiceState | null = null;
  const tokens = new TokenStore(options.keychain ?? new OsKeychain());
  const accounts = new Accounts({ file: accountsFile, tokens, client: new ApiClient(), service, emit });
  const runs = new RunWatcher({ store: runsFile, accounts, journal, notify: ports.notify, emit });

  /** The service knows what is in its folder; the balance is new as well. */
  const learnSample = async (state: ServiceState): Promise<void> => {
    const answer = await accounts.send(LOCAL_ACCOUNT, { operation: 'local.studio' });
    const body = answer.kind === 'answer' ? OPERATIONS['local.studio'].responses[200].safeParse(answer.body) : null;
    if (body?.success && service.state === state) {
      lastReady = { ...state, sample: body.data.data.sample };
      service.setSample(body.data.data.sample);
    }
    await accounts.check(LOCAL_ACCOUNT);
  };

  const { complete, startOver } = startingOver(
    dataFolder,
    { settings, journal, accountsFile, service, runs },
    async () => {
      parts.localSince = await startedOverAt(dataFolder);
      emit('accounts.changed', accounts.list());
    },
  );
  const archives = await openArchives(options, { accounts, accountsFile, emit, journal, settings, startOver, log });

  const pictures = new Pictures(join(dataFolder, 'pictures'), accounts);
  const media = new Media({ folder: join(dataFolder, 'videos'), accounts, ports, emit });
  const brought = new BroughtTexts(accounts, journal);
  const known = { shell, version, firstStart, troubles, ports, brought, storage: new Storage(dataFolder) };
  const own = { ...known, settings, accounts, archives, journal, media, pictures, runs, service };
  const parts: HostParts = { ...own, startOver: (sample) => startOver(sample), localSince: null };
  if (pending) {
    await carryOut(dataFolder, pending, journal);
    await complete(pending);
  }
  parts.localSince = await startedOverAt(dataFolder);
  service.start();
  await runs.resume();
  void tokens.probe().then(() => emit('accounts.changed', accounts.list()));
  return parts;
}
