import { getSearchQuery, SearchQuery, setSearchQuery } from '@codemirror/search';
import { EditorState, Facet, StateEffect, StateField, type Extension } from '@codemirror/state';
import { type Command, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { withTimeout } from '#renderer/shared/with-timeout.ts';
import type { RegExpTrial } from '../text-worker/regexp-trial.ts';
import { TextWork } from '../text-worker/text-work.ts';

/** Tests whether an expression finishes on a text in time; stops one that does not. */
export interface RegExpTrials {
  passes(trial: RegExpTrial): Promise<boolean>;
  end(): void;
}

/** The time limit for one pass of an expression over the text, in ms. */
const TIMEOUT_MS = 500;
/** Pause in typing before the text is tried again, in ms. */
const TYPING_PAUSE_MS = 120;

/** Tries expressions in a worker, one after another; ends the worker when an expression takes too long. */
export class WorkerTrials implements RegExpTrials {
  readonly #work: Pick<TextWork, 'run' | 'end'>;
  #lastTrial: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(work: Pick<TextWork, 'run' | 'end'> = new TextWork()) {
    this.#work = work;
  }

  passes(trial: RegExpTrial): Promise<boolean> {
    // Run in sequence: in the same worker, a good expression would be ended together with one that hangs.
    const result = this.#lastTrial.then(() => !this.#isClosed && this.#try(trial));
    this.#lastTrial = result;
    return result;
  }

  end(): void {
    this.#isClosed = true;
    this.#work.end();
  }

  async #try(trial: RegExpTrial): Promise<boolean> {
    try {
      // Starts the worker first, so that its start-up time does not count against the expression.
      await this.#work.run((tasks) => tasks.tryRegExp({ text: '', source: '', caseSensitive: true }));
      const result = await withTimeout(
        this.#work.run((tasks) => tasks.tryRegExp(trial)),
        TIMEOUT_MS,
      );
      if (result === null) this.#work.end();
      return result !== null;
    } catch {
      return false;
    }
  }
}

type Verdict = 'trying' | 'passed' | 'stopped';

interface GuardedQuery {
  readonly query: SearchQuery;
  readonly verdict: Verdict;
}

const setVerdict = StateEffect.define<GuardedQuery>();

/** The requested expression, even while it is withheld from the editor; null if none was requested. */
const guardedQuery = StateField.define<GuardedQuery | null>({
  create: () => null,
  update: (previous, { effects }) => {
    const verdict = effects.findLast((effect) => effect.is(setVerdict));
    if (verdict) return verdict.value;
    return effects.some((effect) => effect.is(setSearchQuery)) ? null : previous;
  },
});

/** Builds a query that finds nothing but keeps the other search options. */
const createEmptyQuery = ({ caseSensitive, wholeWord, literal, replace }: SearchQuery): SearchQuery =>
  new SearchQuery({ search: '', regexp: true, caseSensitive, wholeWord, literal, replace });

/** Withholds a new expression until it was tried on the text; after a text change it is withheld and tried again. */
const withhold = EditorState.transactionExtender.of(({ effects, docChanged, startState }) => {
  if (effects.some((effect) => effect.is(setVerdict))) return null;
  const change = effects.findLast((effect) => effect.is(setSearchQuery));
  const query = change ? change.value : docChanged ? startState.field(guardedQuery, false)?.query : undefined;
  if (!query?.regexp || !query.valid) return null;
  return { effects: [setVerdict.of({ query, verdict: 'trying' }), setSearchQuery.of(createEmptyQuery(query))] };
});

const trialsFactory = Facet.define<() => RegExpTrials, () => RegExpTrials>({
  combine: ([first]) => first ?? (() => new WorkerTrials()),
});

class TrialRunner {
  readonly #view: EditorView;
  readonly #trials: RegExpTrials;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pendingCommands: (() => void)[] = [];
  #isClosed = false;

  constructor(view: EditorView) {
    this.#view = view;
    this.#trials = view.state.facet(trialsFactory)();
    this.#scheduleTrial(0);
  }

  update({ state, startState }: ViewUpdate): void {
    const current = state.field(guardedQuery);
    if (current === startState.field(guardedQuery)) return;
    // Drop pending commands: they were requested for another expression or another text.
    if (current?.verdict !== 'passed') this.#pendingCommands = [];
    this.#scheduleTrial(TYPING_PAUSE_MS);
  }

  /** Runs a command once the editor has the expression. */
  runAfterTrial(command: Command): boolean {
    if (this.#view.state.field(guardedQuery)?.verdict !== 'trying') return command(this.#view);
    this.#pendingCommands.push(() => command(this.#view));
    this.#scheduleTrial(0);
    return true;
  }

  destroy(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#trials.end();
  }

  #scheduleTrial(pause: number): void {
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
    const hasPassed = await this.#trials.passes({ text: doc.toString(), source, caseSensitive });
    // The expression or the text changed meanwhile, and the new one is tried separately.
    if (this.#isClosed || this.#view.state.field(guardedQuery) !== current || this.#view.state.doc !== doc) return;
    const verdict = setVerdict.of({ query, verdict: hasPassed ? 'passed' : 'stopped' });
    this.#view.dispatch({ effects: hasPassed ? [setSearchQuery.of(query), verdict] : verdict });
    const commands = this.#pendingCommands.splice(0);
    if (hasPassed) for (const run of commands) run();
  }
}

const trialRunner = ViewPlugin.fromClass(TrialRunner);

/** Returns the query as the person entered it. */
export const getRequestedQuery = (state: EditorState): SearchQuery =>
  state.field(guardedQuery, false)?.query ?? getSearchQuery(state);

/** Returns the verdict on the requested regular expression, or null if none was requested. */
export const getVerdict = (state: EditorState): Verdict | null => state.field(guardedQuery, false)?.verdict ?? null;

/** Wraps a search command so that it waits while an expression is being tried. */
export const waitForTrial =
  (command: Command): Command =>
  (view) =>
    view.plugin(trialRunner)?.runAfterTrial(command) ?? command(view);

/**
 * Lets a regular expression reach the editor only after a timed pass over its text: some never finish and would
 * freeze the window.
 */
export const regExpGuard = (trials?: () => RegExpTrials): Extension => [
  trials ? trialsFactory.of(trials) : [],
  guardedQuery,
  withhold,
  trialRunner,
];
