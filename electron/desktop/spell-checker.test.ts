/** Tests that the spell checker downloads nothing before a person chose its languages, and then only dictionaries. */
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { StandInSession } from './testing/session-stand-in.ts';
import { openApp, RecordingHost } from './testing/app.ts';

const DICTIONARY = 'https://redirector.gvt1.com/edgedl/chrome/dict/de-de-3-0.bdic';

async function openWith(spelling: string[], platform: NodeJS.Platform = 'linux') {
  const host = new RecordingHost();
  host.settings = { spelling };
  const app = await openApp({ host, platform });
  const session = app.electron.defaultSession;
  const getCheckerState = (): unknown => [
    session.spellChecker,
    session.spellCheckerLanguages,
    session.dictionaryAddress,
  ];
  const isCancelled = (url: string, webContentsId?: number): boolean | undefined => {
    let answer: { cancel?: boolean } = {};
    const details = { url, ...(webContentsId === undefined ? {} : { webContentsId }) };
    session.beforeRequest!(details, (response) => (answer = response));
    return answer.cancel;
  };
  return {
    ...app,
    session,
    getCheckerState,
    isCancelled,
    getState: () => app.hostOptions.ports.spellingState!(),
  };
}

describe('the spell checker', () => {
  it('is off and downloads nothing until a person chooses a language', async () => {
    const { getCheckerState, isCancelled, getState } = await openWith([]);
    expect(getCheckerState()).toEqual([false, undefined, 'about:blank']);
    expect(isCancelled(DICTIONARY)).toBe(true);
    expect(getState()).toEqual({ by: 'app', available: ['de', 'en-GB', 'en-US', 'fr'], dictionaries: {} });
  });

  it('cannot download anything in the session that Electron creates early', async () => {
    const { electron } = await openWith([]);
    const session = new StandInSession();
    electron.app.emit('session-created', session);
    expect(session.dictionaryAddress).toBe('about:blank');
  });

  it('checks several languages, and skips those without a dictionary', async () => {
    const { getCheckerState } = await openWith(['de', 'tlh', 'en-GB']);
    expect(getCheckerState()).toEqual([true, ['de', 'en-GB'], 'https://redirector.gvt1.com/edgedl/chrome/dict/']);
  });

  it('fetches only dictionaries, and never for a page', async () => {
    const { isCancelled } = await openWith(['de']);
    expect(isCancelled(DICTIONARY)).toBe(false);
    expect(isCancelled('http://r4---sn-4g5e6nz7.gvt1.com/edgedl/chrome/dict/de-de-3-0.bdic?mh=1')).toBe(false);
    expect(isCancelled(DICTIONARY, 1)).toBe(true);
    for (const url of [
      'https://redirector.gvt1.com/edgedl/release2/x',
      'https://example.com/edgedl/chrome/dict/x',
      'https://gvt1.com.example.com/edgedl/chrome/dict/x',
      'https://evilgvt1.com/edgedl/chrome/dict/x',
    ]) {
      expect(isCancelled(url), url).toBe(true);
    }
  });

  it('can be turned off again', async () => {
    const { host, getCheckerState, isCancelled } = await openWith(['de']);
    host.emit('settings.changed', { spelling: [] });
    expect(getCheckerState()).toEqual([false, [], 'about:blank']);
    expect(isCancelled(DICTIONARY)).toBe(true);
  });

  it('reports the state of a dictionary to every window, and retries a failed one', async () => {
    const { host, session, window, getState } = await openWith(['de', 'fr']);
    session.emit('spellcheck-dictionary-download-begin', {}, 'de');
    session.emit('spellcheck-dictionary-initialized', {}, 'de');
    session.emit('spellcheck-dictionary-download-begin', {}, 'fr');
    session.emit('spellcheck-dictionary-download-failure', {}, 'fr');
    session.emit('spellcheck-dictionary-initialized', {}, 'en-US');
    expect(getState()).toMatchObject({ dictionaries: { de: 'ready', fr: 'failed' } });
    await setImmediate();
    const events = window!.webContents.sentMessages.filter(([, name]) => name === 'spelling.changed');
    expect(events.at(-1)?.[2]).toEqual(getState());
    host.emit('settings.changed', { spelling: ['de'] });
    host.emit('settings.changed', { spelling: ['de', 'fr'] });
    expect(getState()).toMatchObject({ dictionaries: { de: 'ready' } });
    expect(session.spellCheckerLanguages).toEqual(['de', 'fr']);
  });

  it('is the system’s own on macOS, which the app only turns on', async () => {
    const { getCheckerState, getState, electron } = await openWith(['de'], 'darwin');
    expect(getCheckerState()).toEqual([true, undefined, undefined]);
    expect(getState()).toEqual({ by: 'system' });
    expect(electron.app.listenerCount('session-created')).toBe(0);
  });
});
