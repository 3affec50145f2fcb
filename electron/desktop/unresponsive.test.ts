/** Lets several pages hang; test/desktop tests the answers. */
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openApp } from './testing/app.ts';
import { StandInWebContents } from './testing/electron-stand-in.ts';

async function openHangingApp() {
  const app = await openApp();
  let answer = (_button: number): void => undefined;
  app.electron.record.answering = new Promise((resolve) => (answer = resolve));
  const { webContents, loadedUrls: loaded } = app.window!;
  webContents.emit('unresponsive');
  return { ...app, webContents, loaded, answer: (button: number) => (answer(button), setImmediate()) };
}

describe('a page that no longer responds', () => {
  it('opens one question at a time, whichever window hangs', async () => {
    const { electron, answer, webContents, loaded } = await openHangingApp();
    webContents.emit('unresponsive');
    const prompter = new StandInWebContents(7);
    electron.app.emit('web-contents-created', {}, prompter);
    prompter.emit('unresponsive');
    prompter.emit('responsive');
    expect(electron.record.questions).toHaveLength(1);
    await answer(1);
    expect(loaded).toHaveLength(2);
    webContents.emit('unresponsive');
    expect(electron.record.questions).toHaveLength(2);
  });
});
