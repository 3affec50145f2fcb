/** Tests the shell as a whole: single instance, window lifecycle, events, links, quitting. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventEmitter } from 'node:events';
import type { HandlerDetails } from 'electron';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { lockFolder } from '#platform/folder-lock.ts';
import { Fault } from '../host/fault.ts';
import { createHost } from '../host/host.ts';
import { APP_ORIGIN, APP_URL } from './protocol.ts';
import { StandInEvent } from './testing/electron-stand-in.ts';
import { launchApp, openApp, RecordingHost, createTemporaryFolder } from './testing/app.ts';

const waitForever = (): Promise<void> => new Promise(() => undefined);
const loadFailure = (code: string | undefined): Promise<void> =>
  code === undefined ? Promise.resolve() : Promise.reject(Object.assign(new Error(code), { code }));

const pageEvent = { sender: { id: 1 }, senderFrame: { origin: APP_ORIGIN, url: APP_URL, parent: null } };

describe('before the app is ready', () => {
  it('puts everything under the data folder, then asks for its single-instance lock', async () => {
    const { electron, folder, prepared, announced } = await launchApp();
    expect(prepared).toBe(true);
    expect(Object.fromEntries(electron.app.paths)).toEqual({
      userData: folder,
      sessionData: join(folder, 'window'),
      crashDumps: join(folder, 'crashes'),
    });
    expect(electron.app.calls.slice(0, 4)).toEqual(['enableSandbox', `lock ${folder}`, 'schemes', 'ready']);
    expect(electron.record.crashReporter).toEqual({ uploadToServer: false });
    expect(announced).toEqual([{ ready: true, shell: 'desktop', pid: process.pid }]);
  });

  it('disables the GPU on request', async () => {
    const { electron } = await launchApp({ argv: ['--disable-gpu'] });
    expect(electron.app.calls).toContain('disableHardwareAcceleration');
  });
});

describe('a data folder in use', () => {
  const createOwnedFolder = async (owner: object): Promise<string> => {
    const folder = await createTemporaryFolder();
    await writeFile(join(folder, '.lock-owner.json'), JSON.stringify({ purpose: 'studio', since: 'now', ...owner }));
    return folder;
  };

  it('is left to the running instance, whose window comes to the front', async () => {
    const { electron, prepared, logLines } = await launchApp({
      folder: await createOwnedFolder({ pid: process.pid }),
      lock: () => false,
    });
    expect(prepared).toBe(false);
    expect(logLines).toEqual(['Cutaway is already open with this data folder. Its window comes to the front.']);
    expect(electron.app.calls.at(-1)).toBe('exit 0');
    expect(electron.record.schemes).toEqual([]);
  });

  it('is opened once the previous instance has ended', async () => {
    let attempts = 0;
    const { prepared, window } = await launchApp({ lock: () => ++attempts === 4 });
    expect([prepared, attempts]).toEqual([true, 4]);
    expect(window).toBeDefined();
  });

  it('is refused with a message and exit code 1 when its owner does not respond', async () => {
    // The named owner ended without removing its name.
    const { electron, logLines, announced } = await launchApp({
      folder: await createOwnedFolder({ pid: 2 ** 30 }),
      lock: () => false,
    });
    expect(await electron.app.exited).toBe(1);
    expect(logLines).toEqual([expect.stringMatching(/^Another Cutaway, .* doesn’t respond\. Close it first, or /)]);
    expect(electron.record.errors).toEqual([{ title: 'Cutaway can’t start', content: logLines[0] }]);
    expect(announced).toEqual([{ ready: false }]);
  });

  it('is refused with a message and exit code 1 when the browser shell uses it', async () => {
    const folder = await createTemporaryFolder();
    const lock = await lockFolder(folder, { purpose: 'studio' });
    const { electron, logLines } = await launchApp({ folder, createHost });
    expect(await electron.app.exited).toBe(1);
    expect(logLines).toEqual([
      expect.stringMatching(/is in use already \(studio, process \d+, .*\)\. Close that one first/),
    ]);
    expect(electron.record.errors[0]?.content).toBe(logLines[0]);
    expect(electron.record.windows).toEqual([]);
    await lock.release();
  });
});

it('names a data folder that can’t be used, before Electron’s lock fails silently', async () => {
  const file = join(await createTemporaryFolder(), 'file');
  await writeFile(file, '');
  const { electron, prepared, logLines, announced } = await launchApp({ folder: file, lock: () => false });
  expect(prepared).toBe(false);
  expect(await electron.app.exited).toBe(1);
  expect(logLines).toEqual([expect.stringMatching(/file cannot be used: it is a file, not a folder\. Choose another/)]);
  expect(electron.record.errors[0]?.content).toBe(logLines[0]);
  expect(electron.app.calls).not.toContain(`lock ${file}`);
  expect(announced).toEqual([{ ready: false }]);
});

describe('host', () => {
  it('gets the data folder, the service and the choice of sample data', async () => {
    const { hostOptions, folder } = await openApp({ argv: ['--sample'] });
    expect(hostOptions).toMatchObject({
      dataFolder: folder,
      shell: 'desktop',
      version: '1.2.3',
      serviceModule: '/app/dist/service/main.js',
      sample: true,
    });
    expect((await openApp()).hostOptions.sample).toBe(false);
    vi.stubEnv('XDG_CONFIG_HOME', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect((await openApp({ data: false })).hostOptions.sample).toBe('first-start');
  });
});

describe('window', () => {
  it('opens hidden in the colours of the theme, with room for the system’s buttons', async () => {
    const { window } = await openApp({ load: waitForever });
    expect(window!.options).toMatchObject({
      show: false,
      minWidth: 800,
      minHeight: 600,
      backgroundColor: '#e5e8e9',
      titleBarStyle: 'hidden',
      titleBarOverlay: { color: '#e5e8e9', symbolColor: '#161d1e', height: 40 },
    });
    expect(window!.calls).toEqual([]);
    const mac = (await openApp({ platform: 'darwin' })).window!.options;
    expect([mac.titleBarStyle, mac.titleBarOverlay]).toEqual(['hiddenInset', { height: 40 }]);
  });

  it.each([
    ['has drawn its page', (window: EventEmitter) => window.emit('ready-to-show'), waitForever],
    ['has loaded, as on Wayland, where drawing is not reported', () => undefined, () => Promise.resolve()],
    ['has been open for two seconds', () => vi.advanceTimersByTimeAsync(2_000), waitForever],
  ])('is shown once it %s', async (_, happen, load) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { window } = await openApp({ load });
    await happen(window!);
    await Promise.resolve();
    expect(window!.calls).toEqual(['show']);
    window!.emit('ready-to-show');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(window!.calls).toEqual(['show']);
  });

  it('shows an error when its page can’t be loaded, and tries again', async () => {
    const failures = ['ERR_FILE_NOT_FOUND', 'ERR_UNEXPECTED'];
    const { electron, window } = await openApp({ load: () => loadFailure(failures.shift()) });
    await vi.waitFor(() => expect(window!.loadedUrls).toHaveLength(3));
    expect(window!.calls).toEqual(['show']);
    expect(electron.record.questions.map(({ message }) => message)).toEqual([
      'Cutaway’s window couldn’t be loaded.',
      'Cutaway’s window couldn’t be loaded.',
    ]);
    expect(electron.record.questions[0]?.detail).toMatch(/may be missing or damaged\. .*ERR_FILE_NOT_FOUND$/s);
    expect(electron.record.questions[0]?.buttons).toEqual(['Try Again', 'Quit']);
  });

  it('shows no error when it was closed or reloaded meanwhile', async () => {
    const abortedApp = await openApp({ load: () => loadFailure('ERR_ABORTED') });
    let fail: (error: Error) => void = () => undefined;
    const closedApp = await openApp({ load: () => new Promise((_, reject) => (fail = reject)) });
    closedApp.window!.destroyed = true;
    fail(new Error('Object has been destroyed'));
    await new Promise(setImmediate);
    for (const { electron } of [abortedApp, closedApp])
      expect([electron.record.questions, electron.record.errors]).toEqual([[], []]);
    expect(closedApp.window!.calls).toEqual([]);
  });

  it('has the app’s icon, and so has the teleprompter’s', async () => {
    const { window, paths } = await openApp();
    expect(window!.options.icon).toBe(paths.icon);
    const prompter = window!.webContents.windowOpen?.({ url: `${APP_URL}#/prompter/14/script` } as HandlerDetails);
    expect(prompter).toHaveProperty('overrideBrowserWindowOptions.icon', paths.icon);
  });

  it('opens at its last position, always on a connected display', async () => {
    const { electron, folder, window } = await openApp();
    const bounds = { x: 5, y: 6, width: 1_000, height: 700 };
    const state = JSON.stringify({ bounds, maximized: true, fullScreen: false });
    await writeFile(join(folder, 'window-state.json'), state);
    window!.destroyed = true;
    window!.emit('closed');
    electron.app.emit('activate');
    const reopenedWindow = electron.record.windows[1]!;
    expect(reopenedWindow.options).toMatchObject(bounds);
    reopenedWindow.emit('ready-to-show');
    await Promise.resolve();
    expect(reopenedWindow.calls).toEqual(['maximize', 'show']);
  });
});

describe('bridge', () => {
  it('passes the host’s events to the page', async () => {
    const { host, window } = await openApp();
    host.emit('runs.removed', { id: 'r1' });
    await Promise.resolve();
    expect(window!.webContents.sentMessages).toEqual([['cutaway:event', 'runs.removed', { id: 'r1' }]]);
    window!.destroyed = true;
    host.emit('runs.removed', { id: 'r2' });
    await Promise.resolve();
    expect(window!.webContents.sentMessages).toHaveLength(1);
  });

  it('passes a fault as data, and no details of an unexpected error', async () => {
    const { host, electron } = await openApp();
    const invoke = electron.record.handlers.get('cutaway:invoke')!;
    host.dispatch = () => Promise.reject(new Fault('bad_input', 'No such operation.'));
    expect(await invoke(pageEvent, 'api.call', {})).toEqual({
      ok: false,
      fault: { fault: 'bad_input', message: 'No such operation.' },
    });
    host.dispatch = () => Promise.reject(new Error('token abc at /secret/place'));
    expect(JSON.stringify(await invoke(pageEvent, 'api.call', {}))).not.toMatch(/abc|secret/);
    expect(await invoke(pageEvent, 7, {})).toMatchObject({ ok: false, fault: { fault: 'unknown_call' } });
  });
});

describe('links and second starts', () => {
  it('registers its links only where it is installed', async () => {
    const listCalls = async (packaged: boolean): Promise<string[]> => (await openApp({ packaged })).electron.app.calls;
    expect(await listCalls(true)).toContain('protocol cutaway');
    expect(await listCalls(false)).not.toContain('protocol cutaway');
  });
});

describe('ending', () => {
  it('quits with the last window, but not on macOS', async () => {
    for (const [platform, quits] of [
      ['linux', true],
      ['win32', true],
      ['darwin', false],
    ] as const) {
      const { electron } = await openApp({ platform });
      electron.app.emit('window-all-closed');
      expect(electron.app.calls.includes('quit'), platform).toBe(quits);
    }
  });

  it('waits for the host before it exits, however often it is told to', async () => {
    const host = new RecordingHost();
    let finish = (): void => undefined;
    host.stopping = new Promise((resolve) => (finish = resolve));
    const { electron } = await openApp({ host });
    const event = new StandInEvent();
    electron.app.emit('will-quit', event);
    electron.app.emit('will-quit', new StandInEvent());
    expect(event.isPrevented).toBe(true);
    expect(electron.app.calls.filter((call) => call.startsWith('exit'))).toEqual([]);
    finish();
    expect(await electron.app.exited).toBe(0);
    expect(host.calls).toEqual(['start', 'stop', 'stopped', 'install update']);
  });

  it('exits with code 1 when the host does not stop in time', async () => {
    const host = new RecordingHost();
    host.stopping = new Promise(() => undefined);
    const { electron } = await openApp({ host, stopTimeout: 5 });
    electron.app.emit('will-quit', new StandInEvent());
    expect(await electron.app.exited).toBe(1);
    // Another version must not open data that could not be saved.
    expect(host.calls).not.toContain('install update');
  });

  it('lets an installer end the process itself', async () => {
    const host = new RecordingHost();
    host.installerEnds = true;
    const { electron } = await openApp({ host });
    electron.app.emit('will-quit', new StandInEvent());
    await expect.poll(() => host.calls).toContain('install update');
    const second = new StandInEvent();
    electron.app.emit('will-quit', second);
    expect(second.isPrevented).toBe(false);
    expect(electron.app.calls.filter((call) => call.startsWith('exit'))).toEqual([]);
  });

  it('says why it cannot start, opens nothing and exits with code 1', async () => {
    const host = new RecordingHost();
    host.startError = new Error('Another Cutaway is using this data folder.');
    const { electron, logLines } = await openApp({ host });
    expect(electron.record.errors[0]?.content).toBe('Another Cutaway is using this data folder.');
    expect(logLines).toEqual(['Another Cutaway is using this data folder.']);
    expect(electron.record.windows).toEqual([]);
    expect(electron.app.calls.at(-1)).toBe('exit 1');
  });

  it.each([
    ['a second start', (app: EventEmitter) => app.emit('second-instance', {}, ['cutaway'])],
    ['a click on the dock', (app: EventEmitter) => app.emit('activate')],
  ])('starts again after %s that came while it was ending', async (_, ask) => {
    const host = new RecordingHost();
    let finish = (): void => undefined;
    host.stopping = new Promise((resolve) => (finish = resolve));
    const { electron, folder } = await openApp({ host, argv: ['--sample', 'cutaway://ideas'] });
    electron.app.emit('will-quit', new StandInEvent());
    ask(electron.app);
    expect(electron.record.windows).toHaveLength(1);
    finish();
    await electron.app.exited;
    expect(electron.app.relaunched).toEqual({ args: ['--data', folder, '--sample'] });
  });

  it('restarts from its AppImage with the link that came while it was quitting', async () => {
    const { electron, folder } = await openApp({ appImage: '/home/someone/Cutaway.AppImage' });
    electron.app.emit('will-quit', new StandInEvent());
    electron.app.emit('open-url', new StandInEvent(), 'cutaway://scripts/14');
    await electron.app.exited;
    expect(electron.app.relaunched).toEqual({
      args: ['--data', folder, 'cutaway://scripts/14'],
      execPath: '/home/someone/Cutaway.AppImage',
    });
  });

  it('does not restart for a second start that came before it was quitting', async () => {
    const { electron } = await openApp();
    electron.app.emit('second-instance', {}, ['cutaway']);
    electron.app.emit('will-quit', new StandInEvent());
    await electron.app.exited;
    expect(electron.app.relaunched).toBeUndefined();
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'])('quits in order on %s', async (signal) => {
    const { electron, signals } = await openApp();
    signals.emit(signal);
    expect(electron.app.calls.at(-1)).toBe('quit');
  });

  it('lets the system wait with its shutdown until everything is saved', async () => {
    const { electron } = await openApp();
    const shutdown = new StandInEvent();
    electron.powerMonitor.emit('shutdown', shutdown);
    expect(shutdown.isPrevented).toBe(true);
    expect(electron.app.calls.at(-1)).toBe('quit');
  });

  it('saves what is on screen when Windows asks to end the session, and quits in order when it ends', async () => {
    const { electron, window } = await openApp();
    window!.emit('query-session-end', new StandInEvent());
    await Promise.resolve();
    expect(window!.webContents.sentMessages).toEqual([['cutaway:event', 'session.ending', {}]]);
    expect(electron.app.calls).not.toContain('quit');
    window!.emit('session-end', new StandInEvent());
    expect(electron.app.calls.at(-1)).toBe('quit');
  });
});
