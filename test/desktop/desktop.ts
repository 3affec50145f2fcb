/** Starts the desktop app on the stand-in, and plays the person, the system and the display around it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';

import type { CutawayWindow } from '#renderer/bridge/transport-ipc.ts';

import { bundleProgram } from '../support/bundled.ts';
import { PAGE_ORIGIN } from './electron/chromium/network.ts';
import type { ControlAnswer, ControlCall, Controls } from './electron/control.ts';
import { type StandInOptions, toEnvironment } from './electron/options.ts';

declare global {
  interface Window {
    /** The preload gives the page this bridge. */
    readonly cutaway?: CutawayWindow;
  }
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = 'test/desktop/electron';

/** Calls the same functions in another process. */
type Remote<T> = {
  readonly [M in keyof T]: {
    readonly [F in keyof T[M]]: T[M][F] extends (...args: infer A) => infer R
      ? (...args: A) => Promise<Awaited<R>>
      : never;
  };
};

/** An installed app. */
export interface Installation {
  /** The folder with `dist/` and `package.json`. */
  readonly folder: string;
  readonly resources: string;
}

export type Machine = Omit<StandInOptions, 'scripts'> & { readonly installation: Installation };

const MACHINE: Machine = {
  displays: [{ width: 1280, height: 800 }],
  languages: ['en-GB'],
  dark: false,
  packaged: true,
  takenKeys: [],
  neverReadyToShow: false,
  certificates: [],
  installation: { folder: ROOT, resources: ROOT },
  killLike: 'posix',
};

interface Start {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly machine: Partial<Machine>;
}

function createEnvironment({ installation, ...machine }: Machine): Record<string, string> {
  const scripts = {
    mainWorld: bundleProgram(`${SOURCES}/page/main-world.ts`),
    isolatedWorld: bundleProgram(`${SOURCES}/page/isolated-world.ts`),
    parentPort: bundleProgram(`${SOURCES}/parent-port.ts`),
  };
  return {
    ...toEnvironment({ ...machine, scripts }),
    CUTAWAY_STAND_IN_RESOURCES: installation.resources,
    CUTAWAY_STAND_IN_BUNDLE: bundleProgram(`${SOURCES}/index.ts`),
  };
}

/** A running app. Its windows are ordinary pages of Playwright. */
export class Desktop {
  static readonly origin = PAGE_ORIGIN;
  readonly process: ChildProcess;
  readonly control: Remote<Controls>;
  /** Resolves with the exit code, or null after a signal. */
  readonly ended: Promise<number | null>;
  #output = '';
  #browser: Browser | null = null;
  #endpoint = '';
  #chromium: number | null = null;
  readonly #answers = new Map<number, (answer: ControlAnswer) => void>();

  constructor({ args, env, machine }: Start) {
    const fullMachine = { ...MACHINE, ...machine };
    const register = pathToFileURL(join(ROOT, 'test/desktop/register.mjs')).href;
    this.process = spawn(
      process.execPath,
      ['--import', register, join(fullMachine.installation.folder, 'dist/electron/main.js'), ...args],
      {
        cwd: ROOT,
        env: { ...process.env, ...env, ...createEnvironment(fullMachine) },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      },
    );
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    }
    this.process.on('message', (answer: ControlAnswer) => {
      this.#answers.get(answer.id)?.(answer);
      this.#answers.delete(answer.id);
    });
    this.ended = once(this.process, 'exit').then(([code]) => {
      for (const [id, resolve] of this.#answers) resolve({ id, error: `The app ended with ${code}:\n${this.#output}` });
      return code as number | null;
    });
    this.control = this.#createRemote();
  }

  /** All output of the app to its terminal. */
  get output(): string {
    return this.#output;
  }

  get context(): BrowserContext {
    const context = this.#browser?.contexts()[0];
    if (!context) throw new Error('The app has no window yet.');
    return context;
  }

  /** Waits for the first window. */
  async window(): Promise<Page> {
    const { endpoint, chromium: pid } = await this.control.app.firstWindow();
    this.#chromium = pid;
    this.#endpoint = endpoint;
    return this.reconnect();
  }

  /** Waits until the window's page is loaded, also after a crash, when Playwright needs a new connection. */
  async reconnect(): Promise<Page> {
    await this.control.window.whenLoaded();
    await this.#browser?.close();
    this.#browser = await chromium.connectOverCDP(this.#endpoint, { noDefaults: true, isLocal: true });
    return this.context.pages()[0] ?? this.context.waitForEvent('page');
  }

  async disconnect(): Promise<void> {
    await this.#browser?.close();
    this.#browser = null;
  }

  /** Ends the app without letting it clean up; its windows die with it. */
  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    try {
      if (this.#chromium !== null) process.kill(-this.#chromium, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
    await this.ended;
  }

  #createRemote(): Remote<Controls> {
    let lastId = 0;
    const call = (module: string, name: string, args: readonly unknown[]): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        this.#answers.set(id, ({ value, error }) => (error === undefined ? resolve(value) : reject(new Error(error))));
        this.process.send({ id, module, name, args } satisfies ControlCall);
      });
    const createModule = (module: string): object =>
      new Proxy(
        {},
        {
          get:
            (_, name) =>
            (...args: unknown[]) =>
              call(module, String(name), args),
        },
      );
    return new Proxy({}, { get: (_, module) => createModule(String(module)) }) as Remote<Controls>;
  }
}
