import { getSearchQuery, SearchQuery, setSearchQuery } from '@codemirror/search';
import { EditorState, Facet, StateEffect, StateField, type Extension } from '@codemirror/state';
import { type Command, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { RegExpTrial } from '../text-worker/regexp-trial.ts';
import { TextWork } from '../text-worker/text-work.ts';

/** Tests whether an expression gets through a text in time; stops one that does not. */
export interface RegExpTrials {
  passes(trial: RegExpTrial): Promise<boolean>;
  end(): void;
}

/** Limits one pass of an expression over the text, in ms. */
const TIMEOUT_MS = 500;
/** Waits for this pause in typing before trying the text again, in ms. */
const PAUSE = 120;

/** Tries expressions in a worker, one after another; ends the worker when an expression takes too long. */
export class WorkerTrials implements RegExpTrials {
  readonly #work: Pick<TextWork, 'do' | 'end'>;
  #last: Promise<unknown> = Promise.resolve();
  #over = false;

  constructor(work: Pick<TextWork, 'do' | 'end'> = new TextWork()) {
    this.#work = work;
  }

  passes(trial: RegExpTrial): Promise<boolean> {
    // Run in sequence: in the same worker, a good expression would be ended together with one that hangs.
    const passed = this.#last.then(() => !this.#over && this.#try(trial));
    this.#last = passed;
    return passed;
  }

  end(): void {
    this.#over = true;
    this.#work.end();
  }

  async #try(trial: RegExpTrial): Promise<boolean> {
    try {
      // Starts the worker first, so that its start-up time does not count against the expression.
      await this.#work.do((tasks) => tasks.tryRegExp({ text: '', source: '', caseSensitive: true }));
      return await this.#inTime(this.#work.do((tasks) => tasks.tryRegExp(trial)).then(() => true));
    } catch {
      return false;
    }
  }

  async #inTime(passed: Promise<boolean>): Promise<boolean> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<boolean>((resolve) => (timer = setTimeout(resolve, TIMEOUT_MS, false)));
    const result = await Promise.race([passed, late]).finally(() => clearTimeout(timer));
    if (!result) this.#work.end();
    return result;
  }
}

type Verdict = 'trying' | 'passed' | 'stopped';

interface GuardedQuery {
  readonly query: SearchQuery;
  readonly verdict: Verdict;
}

const setVerdict = StateEffect.define<GuardedQuery>();

/** The requested expression even while the editor does not have it; null if none was requested. */
const guardedQuery = StateField.define<GuardedQuery | null>({
  create: () => null,
  update: (before, { effects }) => {
    const verdict = effects.findLast((effect) => effect.is(setVerdict));
    if (verdict) return verdict.value;
    return effects.some((effect) => effect.is(setSearchQuery)) ? null : before;
  },
});

/** Builds a query that finds nothing but keeps the other search options. */
const standIn = ({ caseSensitive, wholeWord, literal, replace }: SearchQuery): SearchQuery =>
  new SearchQuery({ search: '', regexp: true, caseSensitive, wholeWord, literal, replace });

/** Withholds a new expression until it was tried on the text; after a text change it is withheld and tried again. */
const withhold = EditorState.transactionExtender.of(({ effects, docChanged, startState }) => {
  if (effects.some((effect) => effect.is(setVerdict))) return null;
  const change = effects.findLast((effect) => effect.is(setSearchQuery));
  const query = change ? change.value : docChanged ? startState.field(guardedQuery, false)?.query : undefined;
  if (!query?.regexp || !query.valid) return null;
  return { effects: [setVerdict.of({ query, verdict: 'trying' }), setSearchQuery.of(standIn(query))] };
});

const trialsBy = Facet.define<() => RegExpTrials, () => RegExpTrials>({
  combine: ([first]) => first ?? (() => new WorkerTrials()),
});

class Trying {
  readonly #view: EditorView;
  readonly #trials: RegExpTrials;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting: (() => void)[] = [];
  #over = false;

  constructor(view: EditorView) {
    this.#view = view;
    this.#trials = view.state.facet(trialsBy)();
    this.#soon(0);
  }

  update({ state, startState }: ViewUpdate): void {
    const now = state.field(guardedQuery);
    if (now === startState.field(guardedQuery)) return;
    // Drop waiting commands: they were requested for another expression or another text.
    if (now?.verdict !== 'passed') this.#waiting = [];
    this.#soon(PAUSE);
  }

  /** Runs a command once the editor has the expression. */
  then(command: Command): boolean {
    if (this.#view.state.field(guardedQuery)?.verdict !== 'trying') return command(this.#view);
    this.#waiting.push(() => command(this.#view));
    this.#soon(0);
    return true;
  }

  destroy(): void {
    this.#over = true;
    clearTimeout(this.#timer);
    this.#trials.end();
  }

  #soon(pause: number): void {
    clearTimeout(this.#timer);
    if (this.#view.state.field(guardedQuery)?.verdict !== 'trying') return;
    this.#timer = setTimeout(() => void this.#try(), pause);
  }

  async #try(): Promise<void> {
    const { doc } = this.#view.state;
    const current = this.#view.state.field(guardedQuery);
    if (current?.verdict !== 'trying') return;
    const { query } = current;
    const { search: source, caseSensitive } = query;
    const passed = await this.#trials.passes({ text: doc.toString(), source, caseSensitive });
    // The expression or the text changed meanwhile, and the new one is tried separately.
    if (this.#over || this.#view.state.field(guardedQuery) !== current || this.#view.state.doc !== doc) return;
    const verdict = setVerdict.of({ query, verdict: passed ? 'passed' : 'stopped' });
    this.#view.dispatch({ effects: passed ? [setSearchQuery.of(query), verdict] : verdict });
    const waiting = this.#waiting.splice(0);
    if (passed) for (const run of waiting) run();
  }
}

const trying = ViewPlugin.fromClass(Trying);

/** Returns the query as the person entered it. */
export const requestedQuery = (state: EditorState): SearchQuery =>
  state.field(guardedQuery, false)?.query ?? getSearchQuery(state);

/** Returns the verdict on the requested regular expression, or null if none was requested. */
export const verdictOn = (state: EditorState): Verdict | null => state.field(guardedQuery, false)?.verdict ?? null;

/** Wraps a search command so that it waits while an expression is being tried. */
export const onceTried =
  (command: Command): Command =>
  (view) =>
    view.plugin(trying)?.then(command) ?? command(view);

/**
 * Lets a regular expression reach the editor only after a timed pass over its text: some take practically for ever and
 * would freeze the window.
 */
export const regExpGuard = (trials?: () => RegExpTrials): Extension => [
  trials ? trialsBy.of(trials) : [],
  guardedQuery,
  withhold,
  trying,
];
