/**
 * Keeps the app up to date: looks at the start and once a day, downloads in the background, and installs when the app
 * has quit, so that everything is saved by then.
 */
import type { CallOutput } from '#contract/bridge.ts';
import type { NoUpdates, UpdateState } from '#contract/update-state.ts';
import { describeError } from '#log/describe-error.ts';
import { logger } from '#log/logger.ts';
import type { Emit } from './events.ts';
import { UpdateError, type FoundUpdate, type HostPorts, type Updater } from './ports.ts';
import type { SettingsStore } from './settings.ts';

const log = logger('updates');

const TIMING = {
  /** Leaves the start to what the person waits for. */
  first: 10_000,
  again: 24 * 3600 * 1000,
};

interface UpdatesOptions {
  readonly updater: Updater | NoUpdates;
  readonly quit: HostPorts['quit'];
  readonly settings: Pick<SettingsStore, 'value'>;
  /** Returns whether a generation is under way. */
  readonly isBusy: () => boolean;
  readonly emit: Emit;
  readonly timing?: Partial<typeof TIMING>;
}

export class Updates {
  readonly #options: UpdatesOptions;
  readonly #updater: Updater | null;
  readonly #timing: typeof TIMING;
  #state: UpdateState;
  #found: FoundUpdate | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #underWay: Promise<void> | null = null;
  #openAgain = false;
  #install = false;

  constructor(options: UpdatesOptions) {
    this.#options = options;
    this.#timing = { ...TIMING, ...options.timing };
    const { updater } = options;
    this.#updater = typeof updater === 'string' ? null : updater;
    this.#state =
      typeof updater === 'string'
        ? { status: 'unavailable', why: updater }
        : { status: 'up_to_date', checked_at: null };
  }

  get state(): UpdateState {
    return this.#state;
  }

  start(): void {
    if (this.#updater) this.#plan(this.#timing.first);
  }

  /** Call it before the runs are stopped: an update waits for the next time while one is under way. */
  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#install = this.#state.status === 'ready' && !this.#options.isBusy();
  }

  /**
   * Installs a downloaded update, if nothing was under way when the app stopped. Call it last. Returns whether the
   * installer ends this process itself.
   */
  install(): boolean {
    if (!this.#install || !this.#updater) return false;
    log.info('update being installed', { version: this.#found?.version, again: this.#openAgain });
    return this.#updater.install({ openAgain: this.#openAgain });
  }

  /** Returns the state once the check is over; a download goes on after that. */
  async check(): Promise<UpdateState> {
    if (this.#updater && !['downloading', 'ready'].includes(this.#state.status)) {
      const { settings } = this.#options;
      await this.#once(async (updater) => {
        this.#set({ status: 'checking' });
        this.#found = await updater.check(settings.value.updates.channel);
        if (this.#found) this.#set({ status: 'available', ...this.#found });
        else this.#set({ status: 'up_to_date', checked_at: new Date().toISOString() });
      });
      if (this.#state.status === 'available' && settings.value.updates.automatic) return this.download();
    }
    return this.#state;
  }

  /** Returns at once; `updates.changed` tells how far it is. */
  download(): UpdateState {
    const found = this.#found;
    if (found && this.#state.status === 'available') {
      this.#set({ status: 'downloading', ...found, percent: 0 });
      void this.#once(async (updater) => {
        await updater.download((percent) => this.#progress(found, percent));
        this.#set({ status: 'ready', ...found });
      });
    }
    return this.#state;
  }

  restart(): CallOutput<'updates.restart'> {
    if (this.#state.status !== 'ready' || !this.#options.quit) return { outcome: 'not_ready' };
    if (this.#options.isBusy()) return { outcome: 'run_under_way' };
    this.#openAgain = true;
    this.#options.quit();
    return { outcome: 'restarting' };
  }

  #plan(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#plan(this.#timing.again);
      if (this.#options.settings.value.updates.automatic) void this.check();
    }, ms);
    this.#timer.unref();
  }

  async #once(work: (updater: Updater) => Promise<void>): Promise<void> {
    const updater = this.#updater;
    if (!updater) return;
    this.#underWay ??= work(updater)
      .catch((error: unknown) => {
        log.warn('update failed', describeError(error));
        this.#set({ status: 'failed', failure: error instanceof UpdateError ? error.failure : 'unknown' });
      })
      .finally(() => {
        this.#underWay = null;
      });
    await this.#underWay;
  }

  #progress(found: FoundUpdate, percent: number): void {
    const before = this.#state.status === 'downloading' ? this.#state.percent : 0;
    const whole = Math.floor(percent);
    if (whole > before) this.#set({ status: 'downloading', ...found, percent: whole });
  }

  #set(state: UpdateState): void {
    if (state.status !== this.#state.status) log.info('update state changed', { to: state.status });
    this.#state = state;
    this.#options.emit('updates.changed', state);
  }
}
