/** Opens the teleprompter's window beside the main one on the stand-in. */
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openApp } from './testing/app.ts';

async function openPrompter() {
  const app = await openApp();
  const { electron, window: main } = app;
  const answer = main!.webContents.windowOpen!({ url: 'cutaway-app://studio/#/prompter/14/script' } as never);
  if (answer.action !== 'allow') throw new Error('The teleprompter was refused.');
  const prompter = new electron.api.BrowserWindow(answer.overrideBrowserWindowOptions!);
  main!.webContents.emit('did-create-window', prompter);
  return { ...app, main: main!, prompter };
}

const listNames = (sentEvents: unknown[][]): unknown[] => sentEvents.map(([, name]) => name);

describe('the teleprompter’s window', () => {
  it('has the system’s own title bar and its page’s dark background', async () => {
    const { prompter } = await openPrompter();
    expect(prompter.options).toMatchObject({
      titleBarStyle: 'default',
      titleBarOverlay: false,
      backgroundColor: '#0f1213',
      webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false },
    });
  });

  it('gets every event of the host', async () => {
    const { host, main, prompter } = await openPrompter();
    host.emit('settings.changed', { theme: 'light' });
    host.emit('service.changed', { status: 'ready', message: null, sample: false });
    host.emit('runs.removed', { id: 'r1' });
    await setImmediate();
    const all = ['settings.changed', 'service.changed', 'runs.removed'];
    expect([listNames(main.webContents.sentMessages), listNames(prompter.webContents.sentMessages)]).toEqual([
      all,
      all,
    ]);
    prompter.destroyed = true;
    host.emit('runs.removed', { id: 'r2' });
    expect(prompter.webContents.sentMessages).toHaveLength(3);
  });

  it('ignores menu commands and links, which belong to the main window', async () => {
    const { electron, main, prompter } = await openPrompter();
    electron.app.emit('second-instance', {}, ['cutaway', 'cutaway://ideas']);
    await setImmediate();
    expect(listNames(main.webContents.sentMessages)).toEqual(['route.open']);
    expect(prompter.webContents.sentMessages).toEqual([]);
  });

  it('loads again when its process crashes, and closes when it crashes at once again', async () => {
    const { prompter } = await openPrompter();
    const crashPrompter = (reason: string): unknown => prompter.webContents.emit('render-process-gone', {}, { reason });
    crashPrompter('clean-exit');
    expect(prompter.webContents.calls).toEqual([]);
    crashPrompter('crashed');
    expect(prompter.webContents.calls).toEqual([['reload']]);
    expect(prompter.destroyed).toBe(false);
    crashPrompter('oom');
    expect(prompter.destroyed).toBe(true);
  });
});
