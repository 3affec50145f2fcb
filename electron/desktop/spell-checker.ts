import type { SpellingState } from '#contract/desktop-features.ts';
import type { SessionApi } from './electron-api.ts';

/** Serves Chromium's dictionaries. */
const DICTIONARIES = 'https://redirector.gvt1.com/edgedl/chrome/dict/';
/** The redirector sends on to a host of its domain, not always by https; Chromium verifies what it gets. */
const DICTIONARY = /^https?:\/\/(?:[a-z0-9-]+\.)+gvt1\.com\/edgedl\/chrome\/dict\//;
/** No request leaves the machine for this address. */
const NOWHERE = 'about:blank';

type Dictionaries = Extract<SpellingState, { by: 'app' }>['dictionaries'];

const EVENTS = {
  'spellcheck-dictionary-download-begin': 'downloading',
  'spellcheck-dictionary-download-failure': 'failed',
  'spellcheck-dictionary-initialized': 'ready',
} as const;

/** Keeps a session from loading a dictionary by itself, which it begins to do as soon as it exists. */
export function holdDictionaries(session: Pick<SessionApi, 'setSpellCheckerDictionaryDownloadURL'>): void {
  session.setSpellCheckerDictionaryDownloadURL(NOWHERE);
}

/**
 * Checks spelling in the languages that a person chose. Until then it is off and downloads nothing. macOS has a spell
 * checker of its own, which is only turned on.
 */
export class SpellChecker {
  readonly #session: SessionApi;
  readonly #bySystem: boolean;
  readonly #changed: (state: SpellingState) => void;
  #languages: readonly string[] = [];
  #dictionaries: Dictionaries = {};

  constructor(session: SessionApi, bySystem: boolean, changed: (state: SpellingState) => void) {
    this.#session = session;
    this.#bySystem = bySystem;
    this.#changed = changed;
    session.setSpellCheckerEnabled(bySystem);
    if (bySystem) return;
    holdDictionaries(session);
    for (const [event, state] of Object.entries(EVENTS)) {
      session.on(event as keyof typeof EVENTS, (_event, language) => this.#note(language, state));
    }
  }

  /** Replaces the languages; those without a dictionary are passed over. None turns the spell checker off. */
  use(languages: readonly string[]): void {
    if (this.#bySystem || languages.join() === this.#languages.join()) return;
    this.#languages = languages;
    const known = languages.filter((language) => this.#session.availableSpellCheckerLanguages.includes(language));
    this.#dictionaries = Object.fromEntries(
      Object.entries(this.#dictionaries).filter(([language, state]) => known.includes(language) && state !== 'failed'),
    );
    this.#session.setSpellCheckerDictionaryDownloadURL(known.length > 0 ? DICTIONARIES : NOWHERE);
    this.#session.setSpellCheckerLanguages(known);
    this.#session.setSpellCheckerEnabled(known.length > 0);
    this.#changed(this.state());
  }

  /** Returns whether a request of the app itself, not of a page, fetches a dictionary that a person asked for. */
  fetches(url: string): boolean {
    return this.#languages.length > 0 && DICTIONARY.test(url);
  }

  state(): SpellingState {
    if (this.#bySystem) return { by: 'system' };
    const available = [...this.#session.availableSpellCheckerLanguages];
    return { by: 'app', available, dictionaries: { ...this.#dictionaries } };
  }

  #note(language: string, state: (typeof EVENTS)[keyof typeof EVENTS]): void {
    if (!this.#languages.includes(language)) return;
    this.#dictionaries = { ...this.#dictionaries, [language]: state };
    this.#changed(this.state());
  }
}
