import { logger } from '#log/logger.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { readScriptText } from '#renderer/shared/script-text.ts';
import { withTimeout } from '#renderer/shared/with-timeout.ts';
import {
  checkExpression,
  type ReplacementResult,
  TIMEOUT_MESSAGE,
  type WordSearch,
} from '../text-worker/find-words.ts';
import { TextWork } from '../text-worker/text-work.ts';
import { changeText, type TextChange } from './change-text.ts';
import { parseScriptKey } from './library-actions.ts';

const log = logger('library');

type Deps = Pick<AppState, 'accounts' | 'api' | 'drafts' | 'store' | 'versions'>;

export interface SearchedScript {
  /** `account/id`. */
  readonly key: string;
  readonly title: string;
}

export interface MatchingScript extends SearchedScript, Pick<ReplacementResult, 'count' | 'passages'> {}

/** The search options and the replacement text. */
export interface Replacement extends WordSearch {
  readonly replacement: string;
}

interface ChangedScript extends SearchedScript, TextChange {}

/** The results of a replacement, by script. */
export interface ReplacedScripts {
  readonly changedScripts: readonly ChangedScript[];
  /** Scripts whose text couldn't be saved and is unchanged. */
  readonly failedScripts: readonly SearchedScript[];
}

/** The time limit for a pattern in one script, in ms. */
const SEARCH_TIMEOUT_MS = 3000;

/** Finds words in many scripts and replaces them, one script after the other. */
export class ManyReplacements {
  /** The scripts that contain the words, in the given order. */
  matches = $state.raw<readonly MatchingScript[]>([]);
  /** The query that `matches` belongs to; null until a search has finished. */
  searchedQuery = $state.raw<Replacement | null>(null);
  /** The number of scripts read or changed so far; null while nothing runs. */
  doneCount = $state.raw<number | null>(null);
  /** The reason why nothing can be found, or null. */
  fault = $state.raw<string | null>(null);
  /** The number of scripts whose text their service didn't send. */
  unreadCount = $state.raw(0);
  readonly #app: Deps;
  readonly #scripts: readonly SearchedScript[];
  readonly #texts = new Map<string, string | null>();
  readonly #work = new TextWork();
  #abortController = new AbortController();

  constructor(app: Deps, scripts: readonly SearchedScript[]) {
    this.#app = app;
    this.#scripts = scripts;
  }

  /** Stops a running search or replacement; changed scripts stay changed. */
  stop(): void {
    this.#abortController.abort();
    this.doneCount = null;
  }

  end(): void {
    this.stop();
    this.#work.end();
  }

  /** Finds the words in every script; stops a running search. */
  async find(query: Replacement): Promise<void> {
    this.stop();
    this.matches = [];
    this.searchedQuery = null;
    this.unreadCount = 0;
    this.fault = query.words === '' ? null : checkExpression(query);
    if (query.words === '' || this.fault !== null) return;
    const { signal } = (this.#abortController = new AbortController());
    const matches: MatchingScript[] = [];
    for (const [index, script] of this.#scripts.entries()) {
      this.doneCount = index;
      const text = await this.#readText(script.key);
      const replacementResult = text === null || signal.aborted ? null : await this.#replaceWithin(text, query);
      if (signal.aborted) return;
      if (text === null) this.unreadCount += 1;
      else if (replacementResult === null) {
        this.fault = TIMEOUT_MESSAGE;
        break;
      } else if (replacementResult.count > 0)
        matches.push({ ...script, count: replacementResult.count, passages: replacementResult.passages });
    }
    this.matches = matches;
    this.searchedQuery = query;
    this.doneCount = null;
  }

  /** Replaces the found words in the scripts with these keys. */
  async replace(keys: ReadonlySet<string>): Promise<ReplacedScripts> {
    const query = this.searchedQuery;
    if (query === null) return { changedScripts: [], failedScripts: [] };
    this.stop();
    const { signal } = (this.#abortController = new AbortController());
    const changedScripts: ChangedScript[] = [];
    const failedScripts: SearchedScript[] = [];
    for (const { key, title } of this.matches.filter((match) => keys.has(match.key))) {
      if (signal.aborted) break;
      this.doneCount = changedScripts.length + failedScripts.length;
      const replaceText = async (text: string): Promise<string | null> =>
        (await this.#replaceWithin(text, query))?.text ?? null;
      try {
        const change = await changeText(this.#app, parseScriptKey(key), replaceText);
        if (change) changedScripts.push({ key, title, ...change });
      } catch (error) {
        log.failure('words not replaced')(error);
        failedScripts.push({ key, title });
      }
    }
    this.doneCount = null;
    return { changedScripts, failedScripts };
  }

  /** Returns a script's text, read once; null if its service didn't send it. */
  async #readText(key: string): Promise<string | null> {
    const cachedText = this.#texts.get(key);
    if (cachedText !== undefined) return cachedText;
    const { account, id } = parseScriptKey(key);
    const text = await readScriptText(this.#app, account, id);
    this.#texts.set(key, text);
    return text;
  }

  /** Returns null if the pattern takes too long. */
  async #replaceWithin(text: string, { replacement, ...search }: Replacement): Promise<ReplacementResult | null> {
    const replacing = this.#work.run((tasks) => tasks.replace(text, search, replacement));
    const result = await withTimeout(replacing, SEARCH_TIMEOUT_MS);
    if (result === null) this.#work.end();
    return result;
  }
}

/**
 * Restores the texts from before a replacement; returns those that couldn't be restored, for example because
 * they were edited since.
 */
export async function undoReplacements(
  app: Deps,
  changedScripts: readonly (SearchedScript & TextChange)[],
): Promise<readonly SearchedScript[]> {
  const notRestored: SearchedScript[] = [];
  for (const { key, title, before, after } of changedScripts) {
    const restoreText = (text: string): Promise<string | null> => Promise.resolve(text === after ? before : null);
    const restoredChange = await changeText(app, parseScriptKey(key), restoreText).catch(() => null);
    if (!restoredChange) notRestored.push({ key, title });
  }
  return notRestored;
}
