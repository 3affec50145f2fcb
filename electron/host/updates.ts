/**
 * Keeps the app up to date: checks at the start and once a day, downloads in the background, and installs when the app
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
  /** Leaves the machine to the app's own start first. */
  first: 10_000,
  again: 24 * 3600 * 1000,
};

interface UpdatesOptions {
  readonly updater: Updater | NoUpdates;
  readonly quit: HostPorts['quit'];
  readonly settings: Pick<SettingsStore, 'value'>;
  /** Returns whether a generation is running. */
  readonly isBusy: () => boolean;
  readonly emit: Emit;
  readonly timing?: Partial<typeof TIMING>;
}

export class Updates {
  readonly #options: UpdatesOptions;
  readonly #updater: Updater | null;
  readonly #timing: typeof TIMING;
  #state: UpdateState;
  #update: FoundUpdate | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #runningCheck: Promise<void> | null = null;
  #shouldReopen = false;
  #shouldInstall = false;

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
    if (this.#updater) this.#schedule(this.#timing.first);
  }

  /** Call it before the runs are stopped: an update waits for the next time while one is running. */
  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#shouldInstall = this.#state.status === 'ready' && !this.#options.isBusy();
  }

  /**
   * Installs a downloaded update, if nothing was running when the app stopped. Call it last. Returns whether the
   * installer ends this process itself.
   */
  install(): boolean {
    if (!this.#shouldInstall || !this.#updater) return false;
    log.info('update being installed', { version: this.#update?.version, again: this.#shouldReopen });
    return this.#updater.install({ openAgain: this.#shouldReopen });
  }

  /** Returns the state once the check is over; a download continues after that. */
  async check(): Promise<UpdateState> {
    if (this.#updater && !['downloading', 'ready'].includes(this.#state.status)) {
      const { settings } = this.#options;
      await this.#runOnce(async (updater) => {
        this.#set({ status: 'checking' });
        this.#update = await updater.check(settings.value.updates.channel);
        if (this.#update) this.#set({ status: 'available', ...this.#update });
        else this.#set({ status: 'up_to_date', checked_at: new Date().toISOString() });
      });
      if (this.#state.status === 'available' && settings.value.updates.automatic) return this.download();
    }
    return this.#state;
  }

  /** Returns at once; `updates.changed` reports the progress. */
  download(): UpdateState {
    const update = this.#update;
    if (update && this.#state.status === 'available') {
      this.#set({ status: 'downloading', ...update, percent: 0 });
      void this.#runOnce(async (updater) => {
        await updater.download((percent) => this.#reportProgress(update, percent));
        this.#set({ status: 'ready', ...update });
      });
    }
    return this.#state;
  }

  restart(): CallOutput<'updates.restart'> {
    if (this.#state.status !== 'ready' || !this.#options.quit) return { outcome: 'not_ready' };
    if (this.#options.isBusy()) return { outcome: 'run_under_way' };
    this.#shouldReopen = true;
    this.#options.quit();
    return { outcome: 'restarting' };
  }

  #schedule(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#schedule(this.#timing.again);
      if (this.#options.settings.value.updates.automatic) void this.check();
    }, ms);
    this.#timer.unref();
  }

  async #runOnce(work: (updater: Updater) => Promise<void>): Promise<void> {
    const updater = this.#updater;
    if (!updater) return;
    this.#runningCheck ??= work(updater)
      .catch((error: unknown) => {
        log.warn('update failed', describeError(error));
        this.#set({ status: 'failed', failure: error instanceof UpdateError ? error.failure : 'unknown' });
      })
      .finally(() => {
        this.#runningCheck = null;
      });
    await this.#runningCheck;
  }

  #reportProgress(update: FoundUpdate, percent: number): void {
    const previousPercent = this.#state.status === 'downloading' ? this.#state.percent : 0;
    const wholePercent = Math.floor(percent);
    if (wholePercent > previousPercent) this.#set({ status: 'downloading', ...update, percent: wholePercent });
  }

  #set(state: UpdateState): void {
    if (state.status !== this.#state.status) log.info('update state changed', { to: state.status });
    this.#state = state;
    this.#options.emit('updates.changed', state);
  }
}
