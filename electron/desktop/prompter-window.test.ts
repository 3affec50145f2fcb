/** Opens the teleprompter's window beside the main one on the stand-in. */
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openApp } from './testing/app.ts';

async function openPrompter() {
  const opened = await openApp();
  const { electron, window: main } = opened;
  const answer = main!.webContents.windowOpen!({ url: 'cutaway-app://studio/#/prompter/14/script' } as never);
  if (answer.action !== 'allow') throw new Error('The teleprompter was refused.');
  const prompter = new electron.api.BrowserWindow(answer.overrideBrowserWindowOptions!);
  main!.webContents.emit('did-create-window', prompter);
  return { ...opened, main: main!, prompter };
}

const names = (sent: unknown[][]): unknown[] => sent.map(([, name]) => name);

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
    expect([names(main.webContents.sent), names(prompter.webContents.sent)]).toEqual([all, all]);
    prompter.destroyed = true;
    host.emit('runs.removed', { id: 'r2' });
    expect(prompter.webContents.sent).toHaveLength(3);
  });

  it('ignores menu commands and links, which belong to the main window', async () => {
    const { electron, main, prompter } = await openPrompter();
    electron.app.emit('second-instance', {}, ['cutaway', 'cutaway://ideas']);
    await setImmediate();
    expect(names(main.webContents.sent)).toEqual(['route.open']);
    expect(prompter.webContents.sent).toEqual([]);
  });

  it('loads again when its process crashes, and closes when it crashes at once again', async () => {
    const { prompter } = await openPrompter();
    const crash = (reason: string): unknown => prompter.webContents.emit('render-process-gone', {}, { reason });
    crash('clean-exit');
    expect(prompter.webContents.calls).toEqual([]);
    crash('crashed');
    expect(prompter.webContents.calls).toEqual([['reload']]);
    expect(prompter.destroyed).toBe(false);
    crash('oom');
    expect(prompter.destroyed).toBe(true);
  });
});
