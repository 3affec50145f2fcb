import { logger } from '#log/logger.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { scriptText } from '#renderer/shared/script-text.ts';
import { expressionFault, type Replaced, type WordSearch } from '../text-worker/find-words.ts';
import { TextWork } from '../text-worker/text-work.ts';
import { changeText, type TextChange } from './change-text.ts';
import { partsOf } from './library-actions.ts';

const log = logger('library');

type Deps = Pick<AppState, 'accounts' | 'api' | 'drafts' | 'store' | 'versions'>;

export interface SearchedScript {
  /** `account/id`. */
  readonly key: string;
  readonly title: string;
}

export interface FoundScript extends SearchedScript, Pick<Replaced, 'count' | 'passages'> {}

/** The search options and the replacement text. */
export interface Replacement extends WordSearch {
  readonly replacement: string;
}

interface ChangedScript extends SearchedScript, TextChange {}

/** The results of a replacement, by script. */
export interface ReplacedScripts {
  readonly changed: readonly ChangedScript[];
  /** Lists scripts whose text couldn't be saved; they are as they were. */
  readonly failed: readonly SearchedScript[];
}

/** A pattern that takes longer in one script, in ms, is stopped. */
const PATIENCE_MS = 3000;
const TOO_LONG = 'Search stopped: this pattern takes too long';

/** Finds words in many scripts and replaces them, one script after the other. */
export class ManyReplacements {
  /** Lists the scripts that have the words, in the given order. */
  found = $state.raw<readonly FoundScript[]>([]);
  /** The query that `found` belongs to; null until a search has finished. */
  searched = $state.raw<Replacement | null>(null);
  /** Counts the scripts that were read or changed; null while nothing is under way. */
  done = $state.raw<number | null>(null);
  /** Explains why nothing can be found. */
  fault = $state.raw<string | null>(null);
  /** Counts scripts whose text their service didn't send. */
  unread = $state.raw(0);
  readonly #app: Deps;
  readonly #scripts: readonly SearchedScript[];
  readonly #texts = new Map<string, string | null>();
  readonly #work = new TextWork();
  #stop = new AbortController();

  constructor(app: Deps, scripts: readonly SearchedScript[]) {
    this.#app = app;
    this.#scripts = scripts;
  }

  /** Ends a search or a replacement that is under way; scripts that were changed stay changed. */
  stop(): void {
    this.#stop.abort();
    this.done = null;
  }

  end(): void {
    this.stop();
    this.#work.end();
  }

  /** Finds the words in every script; ends a search that is under way. */
  async look(wanted: Replacement): Promise<void> {
    this.stop();
    this.found = [];
    this.searched = null;
    this.unread = 0;
    this.fault = wanted.words === '' ? null : expressionFault(wanted);
    if (wanted.words === '' || this.fault !== null) return;
    const { signal } = (this.#stop = new AbortController());
    const found: FoundScript[] = [];
    for (const [at, script] of this.#scripts.entries()) {
      this.done = at;
      const text = await this.#textOf(script.key);
      const replaced = text === null || signal.aborted ? null : await this.#replaced(text, wanted);
      if (signal.aborted) return;
      if (text === null) this.unread += 1;
      else if (replaced === null) {
        this.fault = TOO_LONG;
        break;
      } else if (replaced.count > 0) found.push({ ...script, count: replaced.count, passages: replaced.passages });
    }
    this.found = found;
    this.searched = wanted;
    this.done = null;
  }

  /** Replaces what was found in some of the scripts. */
  async replace(keys: ReadonlySet<string>): Promise<ReplacedScripts> {
    const wanted = this.searched;
    if (wanted === null) return { changed: [], failed: [] };
    this.stop();
    const { signal } = (this.#stop = new AbortController());
    const changed: ChangedScript[] = [];
    const failed: SearchedScript[] = [];
    for (const { key, title } of this.found.filter((one) => keys.has(one.key))) {
      if (signal.aborted) break;
      this.done = changed.length + failed.length;
      const change = async (text: string): Promise<string | null> => (await this.#replaced(text, wanted))?.text ?? null;
      try {
        const done = await changeText(this.#app, partsOf(key), change);
        if (done) changed.push({ key, title, ...done });
      } catch (error) {
        log.failure('words not replaced')(error);
        failed.push({ key, title });
      }
    }
    this.done = null;
    return { changed, failed };
  }

  /** Returns the text as it is now, read once; null if its service didn't send it. */
  async #textOf(key: string): Promise<string | null> {
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    const { account, id } = partsOf(key);
    const text = await scriptText(this.#app, account, id);
    this.#texts.set(key, text);
    return text;
  }

  /** Returns null if the pattern takes too long. */
  async #replaced(text: string, { replacement, ...search }: Replacement): Promise<Replaced | null> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS, null)));
    const work = this.#work.do((tasks) => tasks.replaced(text, search, replacement));
    const result = await Promise.race([work, late]).finally(() => clearTimeout(timer));
    if (result === null) this.#work.end();
    return result;
  }
}

/** Brings back the texts before a replacement; returns those that were changed since and stay as they are. */
export async function takeBack(
  app: Deps,
  changed: readonly (SearchedScript & TextChange)[],
): Promise<readonly SearchedScript[]> {
  const left: SearchedScript[] = [];
  for (const { key, title, before, after } of changed) {
    const back = (text: string): Promise<string | null> => Promise.resolve(text === after ? before : null);
    const done = await changeText(app, partsOf(key), back).catch(() => null);
    if (!done) left.push({ key, title });
  }
  return left;
}
