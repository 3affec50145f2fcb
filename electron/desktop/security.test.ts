/** Electron's security checklist (electronjs.org, tutorial/security): one test for each of its twenty items. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { APP_ORIGIN, APP_URL } from './protocol.ts';
import { StandInEvent, StandInWebContents } from './testing/electron-stand-in.ts';
import { openApp } from './testing/app.ts';

const HERE = import.meta.dirname;
const ROOT = join(HERE, '../..');

async function readPreferences() {
  const { window } = await openApp();
  return window!.options.webPreferences!;
}

async function listProductSources(): Promise<string[]> {
  const names = await readdir(HERE);
  const sources = names.filter((name) => /\.c?ts$/.test(name) && !name.endsWith('.test.ts'));
  return Promise.all(sources.map((name) => readFile(join(HERE, name), 'utf8')));
}

function openLink(contents: StandInWebContents, url: string) {
  return contents.windowOpen!({
    url,
    frameName: '',
    features: '',
    disposition: 'foreground-tab',
    referrer: { policy: 'no-referrer', url: '' },
  });
}

describe('security checklist', () => {
  it('1. loads only secure content: its own secure scheme, and every request elsewhere is cancelled', async () => {
    const { electron, window } = await openApp();
    expect(window!.loadedUrls).toEqual([APP_URL]);
    expect(electron.record.schemes[0]?.privileges?.secure).toBe(true);
    const isCancelled = (url: string): boolean | undefined => {
      let answer: { cancel?: boolean } = {};
      electron.defaultSession.beforeRequest!({ url }, (response) => (answer = response));
      return answer.cancel;
    };
    expect(electron.defaultSession.requestFilter).toEqual({ urls: ['<all_urls>'] });
    expect(isCancelled(`${APP_URL}assets/app.js`)).toBe(false);
    expect(isCancelled(`blob:${APP_ORIGIN}/1`)).toBe(false);
    for (const url of [
      'http://example.com/',
      'https://example.com/',
      'ws://127.0.0.1:1/',
      'file:///etc/passwd',
      'cutaway-app://other/',
      'blob:https://example.com/1',
      'data:text/html,x',
      'devtools://devtools/x',
    ]) {
      expect(isCancelled(url), url).toBe(true);
    }
  });

  it('2. no Node integration in pages, frames or workers', async () => {
    const { nodeIntegration, nodeIntegrationInWorker, nodeIntegrationInSubFrames } = await readPreferences();
    expect([nodeIntegration, nodeIntegrationInWorker, nodeIntegrationInSubFrames]).toEqual([false, false, false]);
  });

  it('3. context isolation is on', async () => {
    expect((await readPreferences()).contextIsolation).toBe(true);
  });

  it('4. every process is sandboxed, before the app is ready', async () => {
    const { electron } = await openApp();
    expect((await readPreferences()).sandbox).toBe(true);
    expect(electron.app.calls[0]).toBe('enableSandbox');
    expect(electron.app.calls.indexOf('ready')).toBeGreaterThan(0);
  });

  it('5. permissions are refused, requested or checked, except five that the app itself uses', async () => {
    const { electron } = await openApp();
    const { permissionRequest, permissionCheck, devicePermission, displayMedia } = electron.defaultSession;
    const isGranted = (permission: string, requestingUrl: string): boolean => {
      let wasGranted = false;
      permissionRequest!(new StandInWebContents(1), permission, (answer) => (wasGranted = answer), { requestingUrl });
      return wasGranted;
    };
    const permissions = [
      'clipboard-sanitized-write',
      'fullscreen',
      'local-fonts',
      'persistent-storage',
      'window-management',
    ];
    for (const permission of permissions) {
      expect(isGranted(permission, APP_URL), permission).toBe(true);
      expect(permissionCheck!(null, permission, APP_ORIGIN), permission).toBe(true);
      expect(isGranted(permission, 'https://example.com/'), permission).toBe(false);
      expect(permissionCheck!(null, permission, 'https://example.com/'), permission).toBe(false);
    }
    for (const permission of [
      'media',
      'geolocation',
      'notifications',
      'clipboard-read',
      'openExternal',
      'hid',
      'usb',
    ]) {
      expect(isGranted(permission, APP_URL), permission).toBe(false);
      expect(permissionCheck!(null, permission, APP_ORIGIN), permission).toBe(false);
    }
    expect(devicePermission!()).toBe(false);
    let streams: unknown = 'none yet';
    displayMedia!({}, (answer) => (streams = answer));
    expect(streams).toBeNull();
  });

  it('6. web security stays on', async () => {
    expect((await readPreferences()).webSecurity).toBe(true);
  });

  it('7. the page comes with a strict content security policy', async () => {
    const { electron } = await openApp();
    const response = await electron.record.protocols.get('cutaway-app')!(new Request(APP_URL));
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
  });

  it('8. no insecure content beside secure content', async () => {
    expect((await readPreferences()).allowRunningInsecureContent).toBe(false);
  });

  it('9. no experimental features', async () => {
    expect((await readPreferences()).experimentalFeatures).toBe(false);
  });

  it('10. no Blink features switched on', async () => {
    expect(await readPreferences()).not.toHaveProperty('enableBlinkFeatures');
  });

  it('11. the page holds no webview, so none that allows popups', async () => {
    expect((await readPreferences()).webviewTag).toBe(false);
  });

  it('12. a webview that is created anyway is not attached', async () => {
    const { window } = await openApp();
    const event = new StandInEvent();
    window!.webContents.emit('will-attach-webview', event);
    expect(event.isPrevented).toBe(true);
  });

  it('13. navigation stays inside the app', async () => {
    const { window } = await openApp();
    for (const kind of ['will-navigate', 'will-frame-navigate', 'will-redirect']) {
      for (const [url, prevented] of [
        [`${APP_URL}#/scripts`, false],
        ['https://example.com/', true],
        ['file:///etc/passwd', true],
        ['javascript:alert(1)', true],
        ['cutaway-app://studio.example.com/', true],
        ['cutaway-app-other://studio/', true],
        ['not an address', true],
      ] as const) {
        const event = new StandInEvent(url);
        window!.webContents.emit(kind, event);
        expect(event.isPrevented, `${kind} ${url}`).toBe(prevented);
      }
    }
  });

  it('14. no page opens a window except the teleprompter, which has the same limits as the app’s own', async () => {
    const { electron, window } = await openApp();
    for (const url of [
      'https://example.com/',
      APP_URL,
      'about:blank',
      `${APP_URL}#/scripts/14`,
      `${APP_URL}#/prompter/14/script/more`,
      'https://example.com/#/prompter/14/script',
      'cutaway-app://other/#/prompter/14/script',
    ]) {
      expect(openLink(window!.webContents, url), url).toEqual({ action: 'deny' });
    }
    const prompter = openLink(window!.webContents, `${APP_URL}#/prompter/14/script`);
    expect(prompter).toHaveProperty('overrideBrowserWindowOptions.webPreferences', window!.options.webPreferences);
    expect(electron.record.windows).toHaveLength(1);
  });

  it('15. only https addresses reach the system, after the person agreed to the host', async () => {
    const { electron, hostOptions } = await openApp();
    const { openExternal } = hostOptions.ports;
    for (const url of ['http://example.com/', 'file:///etc/passwd', 'smb://x/y', 'https://u:p@example.com/', 'x']) {
      expect(await openExternal!(url), url).toBe('refused');
    }
    expect(electron.record.questions).toHaveLength(0);
    electron.record.answer = 1;
    expect(await openExternal!('https://example.com/')).toBe('cancelled');
    expect(electron.record.opened).toEqual([]);
    electron.record.answer = 0;
    expect(await openExternal!('https://example.com/a?b=c')).toBe('opened');
    expect(electron.record.questions[1]?.message).toContain('example.com');
    expect(electron.record.opened).toEqual(['https://example.com/a?b=c']);
  });

  it('16. Electron is a current major version, pinned exactly', async () => {
    const { devDependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
      devDependencies: { electron: string };
    };
    expect(devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/);
    expect(Number.parseInt(devDependencies.electron, 10)).toBeGreaterThanOrEqual(45);
  });

  it('17. every call’s sender is checked', async () => {
    const { electron, host } = await openApp();
    expect([...electron.record.handlers.keys()]).toEqual(['cutaway:invoke']);
    host.dispatchedCalls.length = 0;
    const invoke = electron.record.handlers.get('cutaway:invoke')!;
    const frames = {
      gone: null,
      'a frame in the page': { origin: APP_ORIGIN, url: APP_URL, parent: {} },
      'another origin': { origin: 'https://example.com', url: 'https://example.com/', parent: null },
      'a look-alike': { origin: 'cutaway-app://studio.example.com', url: APP_URL, parent: null },
      opaque: { origin: 'null', url: APP_URL, parent: null },
    };
    for (const [sender, senderFrame] of Object.entries(frames)) {
      const answer = await invoke({ sender: { id: 1 }, senderFrame }, 'app.info', {});
      expect(answer, sender).toMatchObject({ ok: false });
    }
    expect(host.dispatchedCalls).toEqual([]);
    const appFrame = { origin: APP_ORIGIN, url: APP_URL, parent: null };
    expect(await invoke({ sender: { id: 7 }, senderFrame: appFrame }, 'app.info', {})).toMatchObject({ ok: true });
    expect(host.dispatchedCalls).toEqual([
      { name: 'app.info', input: {}, context: { shell: 'desktop', windowId: '7' } },
    ]);
  });

  it('18. nothing is loaded by file://', async () => {
    const { window } = await openApp();
    expect(window!.loadedUrls.every((url) => url.startsWith('cutaway-app://'))).toBe(true);
    for (const source of await listProductSources()) expect(source).not.toMatch(/loadFile|['"`]file:/);
  });

  it('19. the fuses are set (what they are set to: packaging.test.ts)', async () => {
    const configuration = await readFile(join(ROOT, 'electron-builder.yml'), 'utf8');
    expect(configuration).toMatch(/^electronFuses:/m);
  });

  it('20. the page gets no Electron API, only the bridge', async () => {
    const preload = await readFile(join(HERE, 'preload.cts'), 'utf8');
    expect(preload.match(/exposeInMainWorld\(/g)).toHaveLength(1);
    expect(preload.match(/'cutaway(:\w+)?'/g)).toEqual(["'cutaway:event'", "'cutaway'", "'cutaway:invoke'"]);
  });
});
