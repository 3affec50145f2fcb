/** Tests the global shortcut that opens the form of a new idea. */
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { GlobalKeys } from '#contract/desktop-features.ts';
import { openApp, RecordingHost } from './testing/app.ts';
import { StandInEvent } from './testing/electron-stand-in.ts';

async function openWith(capture_keys: string | null) {
  const host = new RecordingHost();
  host.settings = { capture_keys };
  const app = await openApp({ host });
  const listRegisteredKeys = (): string[] => [...app.electron.record.globalKeys.keys()];
  return { ...app, listRegisteredKeys, getState: () => app.hostOptions.ports.captureState!() };
}

describe('the global shortcut', () => {
  it('is off until a person chooses keys', async () => {
    const { host, listRegisteredKeys, getState } = await openWith(null);
    expect([listRegisteredKeys(), getState()]).toEqual([[], 'off']);
    host.emit('settings.changed', { capture_keys: 'mod+alt+i' });
    expect([listRegisteredKeys(), getState()]).toEqual([['CommandOrControl+Alt+I'], 'on']);
  });

  it('opens the form of a new idea, until the app ends', async () => {
    const { electron, window, listRegisteredKeys } = await openWith('mod+alt+i');
    window!.minimized = true;
    window!.calls.length = 0;
    electron.record.globalKeys.get('CommandOrControl+Alt+I')?.();
    await setImmediate();
    expect(window!.calls).toEqual(['restore', 'show', 'focus']);
    expect(window!.webContents.sentMessages).toEqual([['cutaway:event', 'route.open', { route: '/ideas/new' }]]);
    electron.app.emit('will-quit', new StandInEvent());
    await electron.app.exited;
    expect(listRegisteredKeys()).toEqual([]);
  });

  it('releases the previous keys', async () => {
    const { host, listRegisteredKeys, getState } = await openWith('mod+alt+i');
    host.emit('settings.changed', { capture_keys: 'ctrl+shift+pageup' });
    expect(listRegisteredKeys()).toEqual(['Control+Shift+PageUp']);
    host.emit('settings.changed', { capture_keys: null });
    expect([listRegisteredKeys(), getState()]).toEqual([[], 'off']);
  });

  it('reports that another program has the keys, and registers them once they are free', async () => {
    const { host, electron, listRegisteredKeys, getState } = await openWith(null);
    electron.record.takenKeys.add('Alt+F12');
    host.emit('settings.changed', { capture_keys: 'alt+f12' });
    expect([listRegisteredKeys(), getState()]).toEqual([[], 'taken']);
    electron.record.takenKeys.clear();
    expect([getState(), listRegisteredKeys()]).toEqual(['on', ['Alt+F12']]);
  });

  it('counts keys that Electron cannot read as taken', async () => {
    const { host, electron, getState } = await openWith(null);
    electron.api.globalShortcut.register = () => {
      throw new TypeError('Error processing argument at index 0, conversion failure');
    };
    host.emit('settings.changed', { capture_keys: 'alt+space' });
    expect(getState()).toBe('taken');
  });
});

describe('keys of a global shortcut', () => {
  it.each(['mod+alt+i', 'ctrl+0', 'alt+f24', 'mod+shift+space', 'mod+ctrl+alt+shift+down'])('may be %s', (keys) => {
    expect(GlobalKeys.safeParse(keys).success).toBe(true);
  });

  it.each(['i', 'shift+i', 'f5', 'mod+', 'mod+alt', 'mod+ü', 'mod+f25', 'mod+escape', 'Mod+I', 'mod+i+j', 'xmod+i'])(
    'may not be %s',
    (keys) => {
      expect(GlobalKeys.safeParse(keys).success).toBe(false);
    },
  );
});
