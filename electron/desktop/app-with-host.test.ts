/** Runs the desktop shell on the real host and checks the order in which it stops. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { createHost } from '../host/host.ts';
import { Journal } from '../host/journal.ts';
import { Media } from '../host/media/media.ts';
import { RunWatcher } from '../host/run-watcher.ts';
import { StandInEvent } from './testing/electron-stand-in.ts';
import { openApp } from './testing/app.ts';

it('on quit, saves texts first and stops the service last', async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  const { electron } = await openApp({ createHost });
  const { child } = electron.record.forks[0]!;
  const stops = {
    texts: vi.spyOn(Journal.prototype, 'flush'),
    videos: vi.spyOn(Media.prototype, 'stop'),
    runs: vi.spyOn(RunWatcher.prototype, 'stop'),
    service: vi.spyOn(child, 'postMessage').mockImplementation(() => child.exit(0)),
  };
  electron.app.emit('will-quit', new StandInEvent());
  expect(await electron.app.exited).toBe(0);
  const order = Object.entries(stops)
    .flatMap(([name, { mock }]) => mock.invocationCallOrder.map((at) => ({ name, at })))
    .sort((a, b) => a.at - b.at);
  expect(order.map(({ name }) => name)).toEqual(['texts', 'videos', 'runs', 'texts', 'service']);
});
