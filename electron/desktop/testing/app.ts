/** Runs the complete desktop shell on the stand-in, with a host that records calls. */
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { DEFAULT_SETTINGS, type Language, type Settings } from '#contract/bridge.ts';
import { writeDurable } from '#platform/durable-file.ts';
import { parseDesktopArguments } from '../arguments.ts';
import type { EventListener } from '../../host/events.ts';
import type { HostOptions } from '../../host/host-options.ts';
import type { Host } from '../../host/host.ts';
import { languageOf } from '../../host/language.ts';
import { prepareApp, runApp } from '../app.ts';
import { createStandIn } from './electron-stand-in.ts';

/** Creates an empty folder that is deleted after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cutaway-desktop-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export class RecordingHost implements Host {
  readonly calls: string[] = [];
  readonly dispatched: { name: string; input: unknown; context: unknown }[] = [];
  readonly #listeners = new Set<EventListener>();
  startError: Error | undefined;
  /** `stop` waits for this promise. */
  stopping: Promise<void> = Promise.resolve();
  theme: 'system' | 'light' | 'dark' = DEFAULT_SETTINGS.theme;
  chosen: Settings['language'] = DEFAULT_SETTINGS.language;

  start(): Promise<void> {
    this.calls.push('start');
    return this.startError ? Promise.reject(this.startError) : Promise.resolve();
  }
  async stop(): Promise<void> {
    this.calls.push('stop');
    await this.stopping;
    this.calls.push('stopped');
  }
  dispatch(name: string, input: unknown, context: unknown): Promise<unknown> {
    this.dispatched.push({ name, input, context });
    return Promise.resolve({ settings: { theme: this.theme } });
  }
  media(): Promise<Response> {
    return Promise.resolve(new Response(null, { status: 404 }));
  }
  language(preferred: readonly string[]): Promise<Language> {
    return Promise.resolve(languageOf(this.chosen, preferred));
  }
  async *page(html: string): AsyncGenerator<string, void> {
    yield await Promise.resolve(html);
  }
  onEvent(listener: EventListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
  emit(name: Parameters<EventListener>[0], payload: unknown): void {
    for (const listener of this.#listeners) listener(name, payload);
  }
}

interface AppTestOptions {
  argv?: string[];
  platform?: NodeJS.Platform;
  packaged?: boolean;
  /** False starts the app without `--data`. */
  data?: boolean;
  host?: RecordingHost;
  stopTimeout?: number;
}

/** Opens the app as `main.ts` does; `electron` is the stand-in it runs on. */
export async function openApp(options: AppTestOptions = {}) {
  const folder = await temporaryFolder();
  const renderer = join(folder, 'renderer');
  await mkdir(renderer);
  await writeFile(join(renderer, 'index.html'), '<!doctype html><html><head><title>Cutaway</title></head></html>');
  await writeFile(join(renderer, 'de.html'), '<!doctype html><html lang="de"><head></head></html>');
  const electron = createStandIn();
  electron.app.isPackaged = options.packaged ?? true;
  const host = options.host ?? new RecordingHost();
  const given = parseDesktopArguments([
    'cutaway',
    ...(options.data === false ? [] : ['--data', folder]),
    ...(options.argv ?? []),
  ]);
  const prepared = prepareApp({ pieces: electron.pieces, arguments: given });
  let hostOptions: HostOptions | undefined;
  await runApp({
    pieces: electron.pieces,
    createHost: (received) => {
      hostOptions = received;
      return host;
    },
    writeDurably: writeDurable,
    platform: options.platform ?? 'linux',
    arguments: given,
    log: () => undefined,
    paths: { preload: join(folder, 'preload.cjs'), renderer, service: '/app/dist/service/main.js' },
    ...(options.stopTimeout === undefined ? {} : { stopTimeout: options.stopTimeout }),
  });
  if (!hostOptions) throw new Error('The studio made no host.');
  return { electron, host, hostOptions, folder, prepared, window: electron.record.windows[0] };
}
