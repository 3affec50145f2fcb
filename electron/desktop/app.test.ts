/** Tests how the shell is put together: single instance, window lifecycle, events, links, quitting. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { Fault } from '../host/fault.ts';
import { parseDesktopArguments } from './arguments.ts';
import { APP_ORIGIN, APP_URL } from './protocol.ts';
import { CAPTURE, prepareApp } from './app.ts';
import { createStandIn, StandInEvent } from './testing/electron-stand-in.ts';
import { openApp, RecordingHost } from './testing/app.ts';

const own = { sender: { id: 1 }, senderFrame: { origin: APP_ORIGIN, url: APP_URL, parent: null } };

describe('before the app is ready', () => {
  it('puts everything under the data folder, then asks for the one instance of it', () => {
    const { pieces, app, record } = createStandIn();
    expect(prepareApp({ pieces, arguments: parseDesktopArguments(['cutaway', '--data', '/d']) })).toBe(true);
    expect(Object.fromEntries(app.paths)).toEqual({
      userData: '/d',
      sessionData: join('/d', 'window'),
      crashDumps: join('/d', 'crashes'),
    });
    expect(app.calls).toEqual(['enableSandbox', 'lock /d', 'schemes']);
    expect(record.crashReporter).toEqual({ uploadToServer: false });
  });

  it('stops there when another instance has the folder', () => {
    const { pieces, app, record } = createStandIn();
    app.lock = false;
    expect(prepareApp({ pieces, arguments: parseDesktopArguments(['cutaway', '--data', '/d']) })).toBe(false);
    expect(record.schemes).toEqual([]);
  });

  it('draws in software when asked to', () => {
    const { pieces, app } = createStandIn();
    prepareApp({ pieces, arguments: parseDesktopArguments(['cutaway', '--disable-gpu']) });
    expect(app.calls).toContain('disableHardwareAcceleration');
  });
});

describe('host', () => {
  it('gets the data folder, the service and what to put into an empty studio', async () => {
    const { hostOptions, folder } = await openApp({ argv: ['--sample'] });
    expect(hostOptions).toMatchObject({
      dataFolder: folder,
      shell: 'desktop',
      version: '1.2.3',
      serviceModule: '/app/dist/service/main.js',
      sample: true,
    });
    expect((await openApp()).hostOptions.sample).toBe(false);
    expect((await openApp({ data: false })).hostOptions.sample).toBe('first-start');
  });
});

describe('window', () => {
  it('opens hidden in the colours of the theme, with room for the system’s buttons', async () => {
    const { window } = await openApp();
    expect(window!.options).toMatchObject({
      show: false,
      minWidth: 800,
      minHeight: 600,
      backgroundColor: '#e5e8e9',
      titleBarStyle: 'hidden',
      titleBarOverlay: { color: '#e5e8e9', symbolColor: '#161d1e', height: 40 },
    });
    expect(window!.calls).toEqual([]);
    window!.emit('ready-to-show');
    expect(window!.calls).toEqual(['show']);
    const mac = (await openApp({ platform: 'darwin' })).window!.options;
    expect([mac.titleBarStyle, mac.titleBarOverlay]).toEqual(['hiddenInset', { height: 40 }]);
  });

  it('remembers where it was', async () => {
    const { window, folder, electron } = await openApp();
    window!.bounds = { x: 5, y: 6, width: 1_000, height: 700 };
    window!.maximize();
    window!.emit('resize');
    electron.app.emit('will-quit', new StandInEvent());
    await electron.app.exited;
    const { readWindowState } = await import('./window-state.ts');
    expect(readWindowState(join(folder, 'window-state.json'))).toEqual({
      bounds: window!.bounds,
      maximized: true,
      fullScreen: false,
    });
  });

  it('opens where it was, whatever the file says', async () => {
    const { electron, folder, window } = await openApp();
    const bounds = { x: 5, y: 6, width: 1_000, height: 700 };
    const state = JSON.stringify({ bounds, maximized: true, fullScreen: false });
    await writeFile(join(folder, 'window-state.json'), state);
    window!.destroyed = true;
    window!.emit('closed');
    electron.app.emit('activate');
    const again = electron.record.windows[1]!;
    expect(again.options).toMatchObject(bounds);
    again.emit('ready-to-show');
    expect(again.calls).toEqual(['maximize', 'show']);
  });

  it('takes the theme of the studio, at the start and when it changes', async () => {
    const host = new RecordingHost();
    host.theme = 'dark';
    const { electron, window } = await openApp({ host });
    expect(electron.nativeTheme.themeSource).toBe('dark');
    host.emit('settings.changed', { theme: 'light' });
    expect(electron.nativeTheme.themeSource).toBe('light');
    electron.nativeTheme.shouldUseDarkColors = true;
    electron.nativeTheme.emit('updated');
    expect([window!.backgroundColor, window!.overlay?.symbolColor]).toEqual(['#1e2323', '#dee2e2']);
  });

  it('speaks the language of the machine until one is chosen, in the page and in the menu', async () => {
    const host = new RecordingHost();
    const { electron } = await openApp({ host });
    const labels = (): unknown[] => electron.record.menu.map(({ label }) => label);
    const page = async (): Promise<string> =>
      (await electron.record.protocols.get('cutaway-app')!(new Request(APP_URL))).text();
    expect(labels()).toEqual(['File', 'Edit', 'View', 'Go', 'Window', 'Help']);
    expect(await page()).not.toContain('lang="de"');
    electron.app.preferredLanguages = ['de-CH'];
    expect(await page()).toContain('lang="de"');
    host.emit('settings.changed', {});
    await vi.waitFor(() =>
      expect(labels()).toEqual(['Ablage', 'Bearbeiten', 'Ansicht', 'Gehe zu', 'Fenster', 'Hilfe']),
    );
    host.chosen = 'en';
    host.emit('settings.changed', {});
    await vi.waitFor(() => expect(labels()).toContain('Edit'));
  });

  it('loads a page again that died, and asks when it dies at once again', async () => {
    const { electron, window } = await openApp();
    const die = (reason: string): unknown => window!.webContents.emit('render-process-gone', {}, { reason });
    die('clean-exit');
    expect(window!.loaded).toHaveLength(1);
    die('crashed');
    expect(window!.loaded).toHaveLength(2);
    electron.record.answer = 1;
    die('oom');
    await Promise.resolve();
    expect(electron.record.questions[0]?.buttons).toEqual(['Reload', 'Quit']);
    await Promise.resolve();
    expect(window!.loaded).toHaveLength(2);
    expect(electron.app.calls).toContain('quit');
  });
});

describe('bridge', () => {
  it('passes the host’s events to the page', async () => {
    const { host, window } = await openApp();
    host.emit('runs.removed', { id: 'r1' });
    await Promise.resolve();
    expect(window!.webContents.sent).toEqual([['cutaway:event', 'runs.removed', { id: 'r1' }]]);
    window!.destroyed = true;
    host.emit('runs.removed', { id: 'r2' });
    await Promise.resolve();
    expect(window!.webContents.sent).toHaveLength(1);
  });

  it('carries a fault as data, and nothing of an unexpected error', async () => {
    const { host, electron } = await openApp();
    const invoke = electron.record.handlers.get('cutaway:invoke')!;
    host.dispatch = () => Promise.reject(new Fault('bad_input', 'No such operation.'));
    expect(await invoke(own, 'api.call', {})).toEqual({
      ok: false,
      fault: { fault: 'bad_input', message: 'No such operation.' },
    });
    host.dispatch = () => Promise.reject(new Error('token abc at /secret/place'));
    expect(JSON.stringify(await invoke(own, 'api.call', {}))).not.toMatch(/abc|secret/);
    expect(await invoke(own, 7, {})).toMatchObject({ ok: false, fault: { fault: 'unknown_call' } });
  });
});

describe('links and second starts', () => {
  it('opens the route the studio was started with', async () => {
    const { window } = await openApp({ argv: ['cutaway://scripts/14'] });
    await Promise.resolve();
    expect(window!.webContents.sent).toEqual([['cutaway:event', 'route.open', { route: '/scripts/14' }]]);
  });

  it('comes to the front on a second start, and opens its link', async () => {
    const { electron, window } = await openApp();
    window!.minimized = true;
    electron.app.emit('second-instance', {}, ['cutaway']);
    expect(window!.calls).toEqual(['restore', 'show', 'focus']);
    electron.app.emit('second-instance', {}, ['cutaway', 'cutaway://ideas']);
    const event = new StandInEvent();
    electron.app.emit('open-url', event, 'cutaway://scripts/2');
    electron.app.emit('open-url', new StandInEvent(), 'cutaway://elsewhere');
    await Promise.resolve();
    expect(event.prevented).toBe(true);
    expect(window!.webContents.sent.map((message) => message[2])).toEqual([
      { route: '/ideas' },
      { route: '/scripts/2' },
    ]);
    expect(electron.record.windows).toHaveLength(1);
  });
});

describe('catching an idea while another program is in front', () => {
  it('opens the form of a new idea, until the studio ends', async () => {
    const { electron, window } = await openApp();
    window!.minimized = true;
    electron.record.globalKeys.get(CAPTURE.keys)?.();
    await Promise.resolve();
    expect(window!.calls).toEqual(['restore', 'show', 'focus']);
    expect(window!.webContents.sent).toEqual([['cutaway:event', 'route.open', { route: '/ideas/new' }]]);
    electron.app.emit('will-quit', new StandInEvent());
    await electron.app.exited;
    expect(electron.record.globalKeys.size).toBe(0);
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
    expect(event.prevented).toBe(true);
    expect(electron.app.calls.filter((call) => call.startsWith('exit'))).toEqual([]);
    finish();
    expect(await electron.app.exited).toBe(0);
    expect(host.calls).toEqual(['start', 'stop', 'stopped']);
  });

  it('leaves with a failure when the host does not stop in time', async () => {
    const host = new RecordingHost();
    host.stopping = new Promise(() => undefined);
    const { electron } = await openApp({ host, stopTimeout: 5 });
    electron.app.emit('will-quit', new StandInEvent());
    expect(await electron.app.exited).toBe(1);
  });

  it('says why it cannot start, opens nothing and leaves', async () => {
    const host = new RecordingHost();
    host.startError = new Error('Another Cutaway is using this data folder.');
    const { electron } = await openApp({ host });
    expect(electron.record.errors[0]?.content).toBe('Another Cutaway is using this data folder.');
    expect(electron.record.windows).toEqual([]);
    expect(electron.app.calls).toContain('quit');
  });
});
