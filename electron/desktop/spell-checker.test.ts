/** Tests that the spell checker downloads nothing before a person chose its languages, and then only dictionaries. */
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { StandInSession } from './testing/session-stand-in.ts';
import { openApp, RecordingHost } from './testing/app.ts';

const DICTIONARY = 'https://redirector.gvt1.com/edgedl/chrome/dict/de-de-3-0.bdic';

async function openWith(spelling: string[], platform: NodeJS.Platform = 'linux') {
  const host = new RecordingHost();
  host.settings = { spelling };
  const opened = await openApp({ host, platform });
  const session = opened.electron.defaultSession;
  const set = (): unknown => [session.spellChecker, session.spellCheckerLanguages, session.dictionaryAddress];
  const cancels = (url: string, webContentsId?: number): boolean | undefined => {
    let answer: { cancel?: boolean } = {};
    const details = { url, ...(webContentsId === undefined ? {} : { webContentsId }) };
    session.beforeRequest!(details, (response) => (answer = response));
    return answer.cancel;
  };
  return { ...opened, session, set, cancels, state: () => opened.hostOptions.ports.spellingState!() };
}

describe('the spell checker', () => {
  it('is off and downloads nothing until a person chooses a language', async () => {
    const { set, cancels, state } = await openWith([]);
    expect(set()).toEqual([false, undefined, 'about:blank']);
    expect(cancels(DICTIONARY)).toBe(true);
    expect(state()).toEqual({ by: 'app', available: ['de', 'en-GB', 'en-US', 'fr'], dictionaries: {} });
  });

  it('cannot download in a session that Electron makes before the app asks for it', async () => {
    const { electron } = await openWith([]);
    const session = new StandInSession();
    electron.app.emit('session-created', session);
    expect(session.dictionaryAddress).toBe('about:blank');
  });

  it('checks several languages, and passes over those without a dictionary', async () => {
    const { set } = await openWith(['de', 'tlh', 'en-GB']);
    expect(set()).toEqual([true, ['de', 'en-GB'], 'https://redirector.gvt1.com/edgedl/chrome/dict/']);
  });

  it('fetches dictionaries alone, and never for a page', async () => {
    const { cancels } = await openWith(['de']);
    expect(cancels(DICTIONARY)).toBe(false);
    expect(cancels('http://r4---sn-4g5e6nz7.gvt1.com/edgedl/chrome/dict/de-de-3-0.bdic?mh=1')).toBe(false);
    expect(cancels(DICTIONARY, 1)).toBe(true);
    for (const url of [
      'https://redirector.gvt1.com/edgedl/release2/x',
      'https://example.com/edgedl/chrome/dict/x',
      'https://gvt1.com.example.com/edgedl/chrome/dict/x',
      'https://evilgvt1.com/edgedl/chrome/dict/x',
    ]) {
      expect(cancels(url), url).toBe(true);
    }
  });

  it('can be turned off again', async () => {
    const { host, set, cancels } = await openWith(['de']);
    host.emit('settings.changed', { spelling: [] });
    expect(set()).toEqual([false, [], 'about:blank']);
    expect(cancels(DICTIONARY)).toBe(true);
  });

  it('tells every window what becomes of a dictionary, and tries a failed one again', async () => {
    const { host, session, window, state } = await openWith(['de', 'fr']);
    session.emit('spellcheck-dictionary-download-begin', {}, 'de');
    session.emit('spellcheck-dictionary-initialized', {}, 'de');
    session.emit('spellcheck-dictionary-download-begin', {}, 'fr');
    session.emit('spellcheck-dictionary-download-failure', {}, 'fr');
    session.emit('spellcheck-dictionary-initialized', {}, 'en-US');
    expect(state()).toMatchObject({ dictionaries: { de: 'ready', fr: 'failed' } });
    await setImmediate();
    const sent = window!.webContents.sent.filter(([, name]) => name === 'spelling.changed');
    expect(sent.at(-1)?.[2]).toEqual(state());
    host.emit('settings.changed', { spelling: ['de'] });
    host.emit('settings.changed', { spelling: ['de', 'fr'] });
    expect(state()).toMatchObject({ dictionaries: { de: 'ready' } });
    expect(session.spellCheckerLanguages).toEqual(['de', 'fr']);
  });

  it('is the system’s on macOS, which the app only turns on', async () => {
    const { set, state, electron } = await openWith(['de'], 'darwin');
    expect(set()).toEqual([true, undefined, undefined]);
    expect(state()).toEqual({ by: 'system' });
    expect(electron.app.listenerCount('session-created')).toBe(0);
  });
});
