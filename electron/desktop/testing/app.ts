/** Runs the complete desktop shell on the stand-in, with a host that records calls. */
import { EventEmitter } from 'node:events';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { DEFAULT_SETTINGS } from '#contract/default-settings.ts';
import type { Language, Settings } from '#contract/settings.ts';
import { writeDurable } from '#platform/durable-file.ts';
import { parseDesktopArguments } from '../arguments.ts';
import type { EventListener } from '../../host/events.ts';
import type { HostOptions } from '../../host/host-options.ts';
import type { Host } from '../../host/host.ts';
import { detectLanguage } from '../../host/language.ts';
import { prepareApp, startApp, type DesktopAppOptions } from '../app.ts';
import { createStandIn } from './electron-stand-in.ts';

/** Creates an empty folder that is deleted after the test. */
export async function createTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cutaway-desktop-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export class RecordingHost implements Host {
  readonly calls: string[] = [];
  readonly dispatchedCalls: { name: string; input: unknown; context: unknown }[] = [];
  readonly #listeners = new Set<EventListener>();
  startError: Error | undefined;
  /** True if the installer of an update ends the process itself. */
  installerEnds = false;
  /** `stop` waits for this promise. */
  stopping: Promise<void> = Promise.resolve();
  chosen: Settings['language'] = DEFAULT_SETTINGS.language;
  settings: Partial<Settings> = {};

  start(): Promise<void> {
    this.calls.push('start');
    return this.startError ? Promise.reject(this.startError) : Promise.resolve();
  }
  async stop(): Promise<void> {
    this.calls.push('stop');
    await this.stopping;
    this.calls.push('stopped');
  }
  installUpdate(): boolean {
    this.calls.push('install update');
    return this.installerEnds;
  }
  dispatch(name: string, input: unknown, context: unknown): Promise<unknown> {
    this.dispatchedCalls.push({ name, input, context });
    return Promise.resolve({ settings: this.settings });
  }
  media(): Promise<Response> {
    return Promise.resolve(new Response(null, { status: 404 }));
  }
  language(preferredLanguages: readonly string[]): Promise<Language> {
    return Promise.resolve(detectLanguage(this.chosen, preferredLanguages));
  }
  readonly openedFiles: string[] = [];
  openFile(path: string): Promise<void> {
    this.openedFiles.push(path);
    return Promise.resolve();
  }
  async *page(html: string): AsyncGenerator<string, void> {
    yield await Promise.resolve(html);
  }
  onEvent(listener: EventListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
  emit(name: Parameters<EventListener>[0], payload: unknown): void {
    for (const listener of this.#listeners) listener(name, payload, null);
  }
}

interface AppTestOptions {
  /** Adds arguments to `--data`. */
  argv?: string[];
  appImage?: string;
  /** Opens this data folder instead of a new one. */
  folder?: string;
  /** Returns whether the instance lock is free; by default it always is. */
  lock?: () => boolean;
  platform?: NodeJS.Platform;
  packaged?: boolean;
  /** False starts the app without `--data`. */
  data?: boolean;
  host?: RecordingHost;
  /** Makes a host that takes the place of the recording one. */
  createHost?: DesktopAppOptions['createHost'];
  /** Loads the window's page; at once by default. */
  load?: () => Promise<void>;
  stopTimeout?: number;
}

/** Writes the renderer files that the shell serves. */
async function writeRenderer(folder: string): Promise<string> {
  const renderer = join(folder, 'renderer');
  await mkdir(renderer);
  await writeFile(join(renderer, 'index.html'), '<!doctype html><html><head><title>Cutaway</title></head></html>');
  await writeFile(join(renderer, 'de.html'), '<!doctype html><html lang="de"><head></head></html>');
  return renderer;
}

/** Starts the app as `main.ts` does; `electron` is the stand-in it runs on. */
export async function launchApp(options: AppTestOptions = {}) {
  const files = await createTemporaryFolder();
  const folder = options.folder ?? (await createTemporaryFolder());
  const electron = createStandIn();
  electron.app.isPackaged = options.packaged ?? true;
  electron.app.lock = options.lock ?? electron.app.lock;
  electron.record.load = options.load ?? electron.record.load;
  const host = options.host ?? new RecordingHost();
  const argv = ['cutaway', ...(options.data === false ? [] : ['--data', folder]), ...(options.argv ?? [])];
  const signals = new EventEmitter();
  const logLines: string[] = [];
  const announcements: object[] = [];
  let hostOptions: HostOptions | undefined;
  const start: DesktopAppOptions = {
    electron: electron.api,
    updater: 'development',
    createHost: (receivedOptions) => {
      hostOptions = receivedOptions;
      return options.createHost?.(receivedOptions) ?? host;
    },
    writeDurably: writeDurable,
    platform: options.platform ?? 'linux',
    arguments: parseDesktopArguments(argv),
    argv,
    appImage: options.appImage,
    signals,
    log: (line) => logLines.push(line),
    announce: (state) => announcements.push(state),
    paths: {
      preload: join(files, 'preload.cjs'),
      renderer: await writeRenderer(files),
      service: '/app/dist/service/main.js',
      icon: join(files, 'icon.png'),
    },
    claimTiming: { timeoutMs: 100, intervalMs: 1 },
    ...(options.stopTimeout === undefined ? {} : { stopTimeout: options.stopTimeout }),
  };
  const isPrepared = await prepareApp(start);
  if (isPrepared) await startApp(start);
  const [window] = electron.record.windows;
  return {
    electron,
    host,
    hostOptions,
    folder,
    paths: start.paths,
    prepared: isPrepared,
    window,
    signals,
    logLines,
    announced: announcements,
  };
}

/** Starts the app and expects it to have opened. */
export async function openApp(options: AppTestOptions = {}) {
  const { hostOptions, ...app } = await launchApp(options);
  if (!hostOptions) throw new Error('The app made no host.');
  return { ...app, hostOptions };
}
