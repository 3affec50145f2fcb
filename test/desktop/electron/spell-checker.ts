import type { EventEmitter } from 'node:events';

/** Chromium asks here for dictionaries unless it is told otherwise. */
const DICTIONARIES = 'https://redirector.gvt1.com/edgedl/chrome/dict/';

/** Tells how the server of the dictionaries answers; a hanging one never does. */
export type DictionaryServer = 'up' | 'down' | 'hanging';

/** Plays the spell checker of a session: no dictionary is downloaded, but the session is asked whether one may be. */
export class SpellChecker {
  readonly available = ['de', 'en-GB', 'en-US', 'es', 'fr', 'it', 'pl', 'pt-BR'];
  readonly words = new Set<string>();
  enabled = true;
  server: DictionaryServer = 'up';
  downloadUrl = DICTIONARIES;
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
    const unknown = languages.find((language) => !this.available.includes(language));
    if (unknown !== undefined)
      throw new Error(`Invalid language code provided: "${unknown}" is not a valid language code`);
    const added = languages.filter((language) => !this.#languages.includes(language));
    this.#languages = [...languages];
    for (const language of added) void this.#load(language);
  }

  async #load(language: string): Promise<void> {
    const url = `${this.downloadUrl}${language}-10-1.bdic`;
    const found = URL.canParse(url) && url.startsWith('https:') && (await this.#mayRequest(url));
    this.#session.emit('spellcheck-dictionary-download-begin', {}, language);
    if (this.server === 'hanging') return;
    const loaded = found && this.server === 'up';
    this.#session.emit(
      loaded ? 'spellcheck-dictionary-initialized' : 'spellcheck-dictionary-download-failure',
      {},
      language,
    );
  }
}
