/** Starts the local service, checks its health, restarts and stops it. Its token stays in this process's memory. */
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

import type { ServiceState } from '#contract/bridge.ts';
import { logger } from '#log/logger.ts';
import { addSecret } from '#log/redact.ts';
import type { ServiceProcess } from './ports.ts';

const log = logger('service supervisor');

export interface ServiceAddress {
  readonly baseUrl: string;
  readonly token: string;
}

export interface SupervisorOptions {
  /** Starts the service's process with these arguments. */
  spawn: (args: string[]) => ServiceProcess;
  dataFolder: string;
  sample: boolean;
  onState: (state: ServiceState) => void;
  onLine: (line: string) => void;
  /** Milliseconds; tests use shorter ones. */
  timing?: Partial<typeof TIMING>;
}

const TIMING = {
  ready: 30_000,
  healthEvery: 5_000,
  healthTimeout: 4_000,
  /** The service ends by itself within this time: it lets requests and jobs finish first. */
  grace: 20_000,
  /** Waits this long for the last lines of an exited process. */
  lastLines: 1_000,
  backoff: [0, 1_000, 3_000, 10_000, 10_000] as readonly number[],
  /** A service that ran this long counts as healthy. */
  settled: 60_000,
};
/** The service's exit code for data that only a newer version can read. */
const NEWER_DATA = 3;
const NEWER_DATA_MESSAGE = 'The local workspace was made with a newer version of Cutaway. Update Cutaway.';
const MAX_MISSES = 3;
const MAX_LAST_LINES = 20;

function readReadyLine(line: string): ServiceAddress | null {
  try {
    const value = JSON.parse(line) as { ready?: unknown; base_url?: unknown; token?: unknown };
    if (value.ready !== true || typeof value.base_url !== 'string' || typeof value.token !== 'string') return null;
    return { baseUrl: value.base_url.replace(/\/+$/, ''), token: value.token };
  } catch {
    return null;
  }
}

export class ServiceSupervisor {
  readonly #options: SupervisorOptions;
  readonly #timing: typeof TIMING;
  #child: ServiceProcess | null = null;
  #processEnd: Promise<void> = Promise.resolve();
  #address: ServiceAddress | null = null;
  #state: ServiceState;
  #sample: boolean;
  /** False as soon as the service should stay stopped. */
  #shouldRun = false;
  #failures = 0;
  #startedAt = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #healthTimer: ReturnType<typeof setInterval> | null = null;
  #lastLines: string[] = [];
  readonly #waiters = new Set<() => void>();

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#timing = { ...TIMING, ...options.timing };
    this.#sample = options.sample;
    this.#state = { status: 'stopped', message: null, sample: options.sample };
  }

  get state(): ServiceState {
    return this.#state;
  }

  /** Null while the service is not running. */
  get address(): ServiceAddress | null {
    return this.#address;
  }

  /** Call it with what the service reports once it answers: whether its data is the sample. */
  setSample(sample: boolean): void {
    if (this.#state.sample !== sample) this.#setState({ ...this.#state, sample });
  }

  start(): void {
    if (this.#shouldRun) return;
    this.#shouldRun = true;
    this.#failures = 0;
    this.#setState({ status: 'starting', message: null, sample: this.#state.sample });
    this.#spawn();
  }

  /** Waits for the address; returns null if the service failed, was stopped or takes longer than `ms`. */
  async whenReady(ms: number): Promise<ServiceAddress | null> {
    const deadline = Date.now() + ms;
    while (!this.#address && ['starting', 'restarting'].includes(this.#state.status) && Date.now() < deadline) {
      await new Promise<void>((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          this.#waiters.delete(done);
          resolve();
        };
        const timer = setTimeout(done, deadline - Date.now());
        this.#waiters.add(done);
      });
    }
    return this.#address;
  }

  /** Asks the process to exit and kills it after the grace period; resolves when it has ended. */
  async stop(): Promise<void> {
    this.#shouldRun = false;
    if (this.#timer) clearTimeout(this.#timer);
    this.#stopHealth();
    this.#address = null;
    const child = this.#child;
    if (child) {
      child.stop();
      const killTimer = setTimeout(
        () => this.#end(child, 'The service didn’t stop in time and was ended.'),
        this.#timing.grace,
      );
      await this.#processEnd;
      clearTimeout(killTimer);
    }
    this.#setState({ ...this.#state, status: 'stopped', message: null });
  }

  /** Restarts the service; `between` runs while it is stopped. */
  async restart(between?: () => Promise<{ sample: boolean }>): Promise<void> {
    await this.stop();
    try {
      const next = await between?.();
      if (next) this.#sample = next.sample;
      if (next) this.#state = { ...this.#state, sample: next.sample };
    } finally {
      this.start();
    }
  }

  #setState(state: ServiceState): void {
    if (state.status !== this.#state.status)
      log.info('service state changed', { from: this.#state.status, to: state.status });
    this.#state = state;
    this.#options.onState(state);
    for (const done of [...this.#waiters]) done();
  }

  #spawn(): void {
    this.#timer = null;
    const args = ['--data', this.#options.dataFolder, '--port', '0', '--rate-limits', 'off'];
    if (this.#sample) args.push('--sample');
    let child: ServiceProcess;
    try {
      child = this.#options.spawn(args);
    } catch (error) {
      this.#lastLines = [error instanceof Error ? error.message : String(error)];
      this.#handleExit();
      return;
    }
    this.#child = child;
    this.#startedAt = Date.now();
    this.#lastLines = [];
    this.#watch(child);
  }

  #watch(child: ServiceProcess): void {
    const killTimer = setTimeout(() => this.#end(child, 'The service wasn’t ready in time.'), this.#timing.ready);
    let hasExited = false;
    const errors = createInterface({ input: child.stderr }).on('line', (line) => {
      // A backup before a migration takes as long as the database is large, and reports its progress.
      if (this.#address === null) killTimer.refresh();
      this.#logLine(line);
    });
    const stderrClosed = new Promise((resolve) => errors.once('close', resolve));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const address = this.#address === null && !hasExited ? readReadyLine(line) : null;
      if (!address || !this.#shouldRun) return;
      clearTimeout(killTimer);
      addSecret(address.token);
      this.#address = address;
      this.#watchHealth(child, address);
      this.#setState({ ...this.#state, status: 'ready', message: null });
    });
    this.#processEnd = new Promise((resolve) => {
      child.once('exit', (code) => {
        hasExited = true;
        clearTimeout(killTimer);
        // The last lines of its output often name the reason, and arrive after the exit.
        void Promise.race([stderrClosed, delay(this.#timing.lastLines)]).then(() => {
          log.info('service process ended', { code });
          if (this.#child === child) this.#child = null;
          resolve();
          if (this.#shouldRun) this.#handleExit(code === NEWER_DATA);
        });
      });
    });
  }

  #end(child: ServiceProcess, reason: string): void {
    this.#logLine(reason);
    child.kill();
  }

  #logLine(line: string): void {
    const token = this.#address?.token;
    const redactedLine = (token ? line.replaceAll(token, '[token]') : line).replaceAll(/sk_live_\w+/g, '[token]');
    this.#lastLines = [...this.#lastLines, redactedLine].slice(-MAX_LAST_LINES);
    this.#options.onLine(redactedLine);
  }

  /** Handles an unexpected end of the process; `isFinal` if another try would end in the same way. */
  #handleExit(isFinal = false): void {
    this.#stopHealth();
    this.#address = null;
    if (isFinal) {
      this.#shouldRun = false;
      this.#setState({ ...this.#state, status: 'failed', message: this.#lastLines.at(-1) ?? NEWER_DATA_MESSAGE });
      return;
    }
    if (Date.now() - this.#startedAt > this.#timing.settled) this.#failures = 0;
    const delayMs = this.#timing.backoff[this.#failures++];
    if (delayMs === undefined) {
      this.#shouldRun = false;
      const lastMessages = this.#lastLines.slice(-3).join(' ').trim();
      const message = `The local workspace couldn’t be started after several attempts. Last message: ${lastMessages || 'none'}`;
      this.#setState({ ...this.#state, status: 'failed', message });
      return;
    }
    const message = 'The local workspace stopped unexpectedly and is restarting. What you write is kept.';
    this.#setState({ ...this.#state, status: 'restarting', message });
    this.#timer = setTimeout(() => this.#spawn(), delayMs);
  }

  #stopHealth(): void {
    if (this.#healthTimer) clearInterval(this.#healthTimer);
    this.#healthTimer = null;
  }

  #watchHealth(child: ServiceProcess, { baseUrl }: ServiceAddress): void {
    let misses = 0;
    let isChecking = false;
    this.#stopHealth();
    this.#healthTimer = setInterval(() => {
      if (isChecking) return;
      isChecking = true;
      fetch(`${baseUrl}/health`, { signal: AbortSignal.timeout(this.#timing.healthTimeout) })
        .then(async (response) => (await response.arrayBuffer(), response.ok))
        .catch(() => false) // counts as a missed health check
        .then((isHealthy) => {
          isChecking = false;
          misses = isHealthy ? 0 : misses + 1;
          if (misses < MAX_MISSES || this.#child !== child) return;
          this.#end(child, 'The service stopped responding and was ended.');
        })
        .catch(log.failure('health check failed'));
    }, this.#timing.healthEvery);
  }
}
