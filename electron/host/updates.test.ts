import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '#contract/default-settings.ts';
import type { Settings } from '#contract/settings.ts';
import type { UpdateState } from '#contract/update-state.ts';
import { UpdateError, type FoundUpdate, type Updater } from './ports.ts';
import { Updates } from './updates.ts';

const UPDATE: FoundUpdate = { version: '1.1.0', notes: '- Faster.' };
const DAY = 24 * 3600 * 1000;

class FakeUpdater implements Updater {
  found: FoundUpdate | null = UPDATE;
  fault: Error | null = null;
  readonly channels: string[] = [];
  readonly installations: { openAgain: boolean }[] = [];
  /** Set while a download is in progress. */
  finish: ((error?: Error) => void) | null = null;
  progress: (percent: number) => void = () => undefined;

  check(channel: string): Promise<FoundUpdate | null> {
    this.channels.push(channel);
    return this.fault ? Promise.reject(this.fault) : Promise.resolve(this.found);
  }
  download(onProgress: (percent: number) => void): Promise<void> {
    this.progress = onProgress;
    return new Promise((resolve, reject) => (this.finish = (error) => (error ? reject(error) : resolve())));
  }
  install(options: { openAgain: boolean }): boolean {
    this.installations.push(options);
    return false;
  }
}

let updater: FakeUpdater;
let settings: Settings;
let isBusy: boolean;
let quits: number;
let states: UpdateState[];
beforeEach(() => {
  vi.useFakeTimers();
  updater = new FakeUpdater();
  settings = DEFAULT_SETTINGS;
  isBusy = false;
  quits = 0;
  states = [];
});
afterEach(() => vi.useRealTimers());

function open(): Updates {
  return new Updates({
    updater,
    quit: () => (quits += 1),
    settings: {
      get value() {
        return settings;
      },
    },
    isBusy: () => isBusy,
    emit: (_, state) => states.push(state as UpdateState),
  });
}

async function downloadUpdate(updates: Updates): Promise<void> {
  await updates.check();
  updater.finish?.();
  await vi.waitFor(() => expect(updates.state.status).toBe('ready'));
}

describe('updates', () => {
  it('are checked for after the start and every day, on the chosen channel', async () => {
    updater.found = null;
    const updates = open();
    updates.start();
    expect(updater.channels).toEqual([]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(updater.channels).toEqual(['stable']);
    expect(updates.state).toMatchObject({ status: 'up_to_date', checked_at: expect.any(String) });
    settings = { ...settings, updates: { automatic: true, channel: 'beta' } };
    await vi.advanceTimersByTimeAsync(DAY);
    expect(updater.channels).toEqual(['stable', 'beta']);
    updates.stop();
    await vi.advanceTimersByTimeAsync(3 * DAY);
    expect(updater.channels).toHaveLength(2);
  });

  it('are downloaded in the background, with progress in whole percent', async () => {
    const updates = open();
    expect(await updates.check()).toMatchObject({ status: 'downloading', percent: 0, ...UPDATE });
    for (const percent of [0.4, 12.3, 12.9, 50]) updater.progress(percent);
    updater.finish?.();
    await vi.waitFor(() => expect(updates.state).toEqual({ status: 'ready', ...UPDATE }));
    expect(states.flatMap((state) => (state.status === 'downloading' ? state.percent : []))).toEqual([0, 12, 50]);
  });

  it('are not checked for while they are switched off; a manual check downloads nothing', async () => {
    settings = { ...settings, updates: { automatic: false, channel: 'stable' } };
    const updates = open();
    updates.start();
    await vi.advanceTimersByTimeAsync(2 * DAY);
    expect(updater.channels).toEqual([]);
    expect(await updates.check()).toEqual({ status: 'available', ...UPDATE });
    expect(updater.finish).toBeNull();
    expect(updates.download()).toMatchObject({ status: 'downloading' });
    updates.stop();
  });

  it('are installed when the app has stopped, and not before', async () => {
    const updates = open();
    await downloadUpdate(updates);
    expect(updater.installations).toEqual([]);
    updates.stop();
    updates.install();
    expect(updater.installations).toEqual([{ openAgain: false }]);
  });

  it('are not installed while a run is in progress', async () => {
    const updates = open();
    await downloadUpdate(updates);
    isBusy = true;
    expect(updates.restart()).toEqual({ outcome: 'run_under_way' });
    expect(quits).toBe(0);
    updates.stop();
    updates.install();
    expect(updater.installations).toEqual([]);
  });

  it('are installed at once by a restart, which quits as a person does', async () => {
    const updates = open();
    expect(updates.restart()).toEqual({ outcome: 'not_ready' });
    await downloadUpdate(updates);
    expect(updates.restart()).toEqual({ outcome: 'restarting' });
    expect(quits).toBe(1);
    expect(updater.installations).toEqual([]);
    updates.stop();
    updates.install();
    expect(updater.installations).toEqual([{ openAgain: true }]);
  });

  it('are not installed half downloaded', async () => {
    const updates = open();
    await updates.check();
    updates.stop();
    updates.install();
    expect(updater.installations).toEqual([]);
  });

  it('say why they failed, and are tried again the next day', async () => {
    updater.fault = new UpdateError('signature', new Error('wrong'));
    const updates = open();
    updates.start();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(updates.state).toEqual({ status: 'failed', failure: 'signature' });
    updater.fault = null;
    await vi.advanceTimersByTimeAsync(DAY);
    expect(updates.state.status).toBe('downloading');
    updater.finish?.(new UpdateError('damaged', new Error('hash')));
    await vi.waitFor(() => expect(updates.state).toEqual({ status: 'failed', failure: 'damaged' }));
    updates.stop();
    updates.install();
    expect(updater.installations).toEqual([]);
  });

  it('say why an installation has none, and do nothing there', async () => {
    const updates = new Updates({
      updater: 'package_manager',
      quit: null,
      settings: { value: settings },
      isBusy: () => false,
      emit: (_, state) => states.push(state as UpdateState),
    });
    updates.start();
    await vi.advanceTimersByTimeAsync(2 * DAY);
    expect(await updates.check()).toEqual({ status: 'unavailable', why: 'package_manager' });
    expect(updates.restart()).toEqual({ outcome: 'not_ready' });
    expect(states).toEqual([]);
  });
});
