import type { SpellingState } from '#contract/desktop-features.ts';
import type { SessionApi } from './electron-api.ts';

/** The server of Chromium's dictionaries. */
const DICTIONARIES_URL = 'https://redirector.gvt1.com/edgedl/chrome/dict/';
/** The redirector forwards to a host of its domain, not always by https; Chromium verifies the files. */
const DICTIONARY_URL = /^https?:\/\/(?:[a-z0-9-]+\.)+gvt1\.com\/edgedl\/chrome\/dict\//;
/** No request leaves the machine for this address. */
const BLANK_URL = 'about:blank';

type Dictionaries = Extract<SpellingState, { by: 'app' }>['dictionaries'];

const EVENTS = {
  'spellcheck-dictionary-download-begin': 'downloading',
  'spellcheck-dictionary-download-failure': 'failed',
  'spellcheck-dictionary-initialized': 'ready',
} as const;

/** Stops a session from downloading dictionaries by itself, which it does as soon as it exists. */
export function preventDictionaryDownloads(session: Pick<SessionApi, 'setSpellCheckerDictionaryDownloadURL'>): void {
  session.setSpellCheckerDictionaryDownloadURL(BLANK_URL);
}

/**
 * Checks spelling in the languages that a person chose. Until then it is off and downloads nothing. macOS has a spell
 * checker of its own, which is only turned on.
 */
export class SpellChecker {
  readonly #session: SessionApi;
  readonly #bySystem: boolean;
  readonly #onChange: (state: SpellingState) => void;
  #languages: readonly string[] = [];
  #dictionaries: Dictionaries = {};

  constructor(session: SessionApi, bySystem: boolean, onChange: (state: SpellingState) => void) {
    this.#session = session;
    this.#bySystem = bySystem;
    this.#onChange = onChange;
    session.setSpellCheckerEnabled(bySystem);
    if (bySystem) return;
    preventDictionaryDownloads(session);
    for (const [event, state] of Object.entries(EVENTS)) {
      session.on(event as keyof typeof EVENTS, (_event, language) => this.#setDictionaryState(language, state));
    }
  }

  /** Replaces the languages; those without a dictionary are skipped. An empty list turns the spell checker off. */
  setLanguages(languages: readonly string[]): void {
    if (this.#bySystem || languages.join() === this.#languages.join()) return;
    this.#languages = languages;
    const availableLanguages = languages.filter((language) =>
      this.#session.availableSpellCheckerLanguages.includes(language),
    );
    this.#dictionaries = Object.fromEntries(
      Object.entries(this.#dictionaries).filter(
        ([language, state]) => availableLanguages.includes(language) && state !== 'failed',
      ),
    );
    this.#session.setSpellCheckerDictionaryDownloadURL(availableLanguages.length > 0 ? DICTIONARIES_URL : BLANK_URL);
    this.#session.setSpellCheckerLanguages(availableLanguages);
    this.#session.setSpellCheckerEnabled(availableLanguages.length > 0);
    this.#onChange(this.getState());
  }

  /** Returns whether a request of the app itself, not of a page, fetches a dictionary in use. */
  isDictionaryRequest(url: string): boolean {
    return this.#languages.length > 0 && DICTIONARY_URL.test(url);
  }

  getState(): SpellingState {
    if (this.#bySystem) return { by: 'system' };
    const availableLanguages = [...this.#session.availableSpellCheckerLanguages];
    return { by: 'app', available: availableLanguages, dictionaries: { ...this.#dictionaries } };
  }

  #setDictionaryState(language: string, state: (typeof EVENTS)[keyof typeof EVENTS]): void {
    if (!this.#languages.includes(language)) return;
    this.#dictionaries = { ...this.#dictionaries, [language]: state };
    this.#onChange(this.getState());
  }
}
