import type { EventEmitter } from 'node:events';

/** Chromium's default address for dictionaries. */
const DICTIONARY_URL = 'https://redirector.gvt1.com/edgedl/chrome/dict/';

/** State of the server of the dictionaries; a hanging one never answers. */
export type DictionaryServer = 'up' | 'down' | 'hanging';

/** Plays the spell checker of a session: no dictionary is downloaded, but the session is asked whether one may be. */
export class SpellChecker {
  readonly available = ['de', 'en-GB', 'en-US', 'es', 'fr', 'it', 'pl', 'pt-BR'];
  readonly words = new Set<string>();
  enabled = true;
  server: DictionaryServer = 'up';
  downloadUrl = DICTIONARY_URL;
  readonly #session: EventEmitter;
  readonly #mayRequest: (url: string) => Promise<boolean>;
  #languages: readonly string[] = [];

  constructor(session: EventEmitter, mayRequest: (url: string) => Promise<boolean>) {
    this.#session = session;
    this.#mayRequest = mayRequest;
  }

  get languages(): readonly string[] {
    return this.#languages;
  }

  set languages(languages: readonly string[]) {
    const unknownLanguage = languages.find((language) => !this.available.includes(language));
    if (unknownLanguage !== undefined)
      throw new Error(`Invalid language code provided: "${unknownLanguage}" is not a valid language code`);
    const newLanguages = languages.filter((language) => !this.#languages.includes(language));
    this.#languages = [...languages];
    for (const language of newLanguages) void this.#load(language);
  }

  async #load(language: string): Promise<void> {
    const url = `${this.downloadUrl}${language}-10-1.bdic`;
    const isAllowed = URL.canParse(url) && url.startsWith('https:') && (await this.#mayRequest(url));
    this.#session.emit('spellcheck-dictionary-download-begin', {}, language);
    if (this.server === 'hanging') return;
    const isLoaded = isAllowed && this.server === 'up';
    this.#session.emit(
      isLoaded ? 'spellcheck-dictionary-initialized' : 'spellcheck-dictionary-download-failure',
      {},
      language,
    );
  }
}
