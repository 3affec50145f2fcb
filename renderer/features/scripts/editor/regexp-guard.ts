import { getSearchQuery, SearchQuery, setSearchQuery } from '@codemirror/search';
import { EditorState, Facet, StateEffect, StateField, type Extension } from '@codemirror/state';
import { type Command, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { RegExpTrial } from '../history/regexp-trial.ts';
import { TextWork } from '../history/text-work.ts';

/** Whether an expression gets through a text in time; one that does not is stopped. */
export interface RegExpTrials {
  passes(trial: RegExpTrial): Promise<boolean>;
  end(): void;
}

/** So long an expression may take for one pass over the text, in ms. */
const MOST = 500;
/** A pause in writing before the text is tried again, in ms. */
const PAUSE = 120;

/** Tries expressions in a worker, one after another; it is ended with what does not come to an end. */
export class WorkerTrials implements RegExpTrials {
  readonly #work: Pick<TextWork, 'do' | 'end'>;
  #last: Promise<unknown> = Promise.resolve();
  #over = false;

  constructor(work: Pick<TextWork, 'do' | 'end'> = new TextWork()) {
    this.#work = work;
  }

  passes(trial: RegExpTrial): Promise<boolean> {
    // Side by side in one worker, an expression would be ended with another that hangs.
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
      // The worker's own start is not the expression's fault.
      await this.#work.do('tryRegExp', { text: '', source: '', caseSensitive: true });
      const timer = setTimeout(() => this.#work.end(), MOST);
      return await this.#work.do('tryRegExp', trial).finally(() => clearTimeout(timer));
    } catch {
      return false;
    }
  }
}

type Verdict = 'trying' | 'passed' | 'stopped';

interface Guarded {
  readonly query: SearchQuery;
  readonly verdict: Verdict;
}

const judged = StateEffect.define<Guarded>();

/** The expression that was asked for, also while the editor does not have it; null when none was. */
const guarded = StateField.define<Guarded | null>({
  create: () => null,
  update: (before, { effects }) => {
    const verdict = effects.findLast((effect) => effect.is(judged));
    if (verdict) return verdict.value;
    return effects.some((effect) => effect.is(setSearchQuery)) ? null : before;
  },
});

/** Finds nothing, and keeps what else was chosen. */
const standIn = ({ caseSensitive, wholeWord, literal, replace }: SearchQuery): SearchQuery =>
  new SearchQuery({ search: '', regexp: true, caseSensitive, wholeWord, literal, replace });

/** An expression, and the one the editor has when its text changes, is withheld until it has been tried on that text. */
const withhold = EditorState.transactionExtender.of(({ effects, docChanged, startState }) => {
  if (effects.some((effect) => effect.is(judged))) return null;
  const asked = effects.findLast((effect) => effect.is(setSearchQuery));
  const query = asked ? asked.value : docChanged ? startState.field(guarded, false)?.query : undefined;
  if (!query?.regexp || !query.valid) return null;
  return { effects: [judged.of({ query, verdict: 'trying' }), setSearchQuery.of(standIn(query))] };
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
    const now = state.field(guarded);
    if (now === startState.field(guarded)) return;
    // What waits was asked for with another expression, or on another text: nobody asked for it with this one.
    if (now?.verdict !== 'passed') this.#waiting = [];
    this.#soon(PAUSE);
  }

  /** Runs a command once the editor has the expression. */
  then(command: Command): boolean {
    if (this.#view.state.field(guarded)?.verdict !== 'trying') return command(this.#view);
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
    if (this.#view.state.field(guarded)?.verdict !== 'trying') return;
    this.#timer = setTimeout(() => void this.#try(), pause);
  }

  async #try(): Promise<void> {
    const { doc } = this.#view.state;
    const asked = this.#view.state.field(guarded);
    if (asked?.verdict !== 'trying') return;
    const { query } = asked;
    const { search: source, caseSensitive } = query;
    const passed = await this.#trials.passes({ text: doc.toString(), source, caseSensitive });
    // Another one was asked for, or the text is another one: that is tried by itself.
    if (this.#over || this.#view.state.field(guarded) !== asked || this.#view.state.doc !== doc) return;
    const verdict = judged.of({ query, verdict: passed ? 'passed' : 'stopped' });
    this.#view.dispatch({ effects: passed ? [setSearchQuery.of(query), verdict] : verdict });
    const waiting = this.#waiting.splice(0);
    if (passed) for (const run of waiting) run();
  }
}

const trying = ViewPlugin.fromClass(Trying);

/** What is searched for, as the person asked for it. */
export const askedQuery = (state: EditorState): SearchQuery =>
  state.field(guarded, false)?.query ?? getSearchQuery(state);

/** What became of the regular expression that was asked for; null where none was. */
export const verdictOn = (state: EditorState): Verdict | null => state.field(guarded, false)?.verdict ?? null;

/** A search command that waits for an expression that is being tried. */
export const onceTried =
  (command: Command): Command =>
  (view) =>
    view.plugin(trying)?.then(command) ?? command(view);

/**
 * Regular expressions reach the editor only after they went over its text in time: some take longer than anybody lives,
 * and a window that runs one stands still.
 */
export const regExpGuard = (trials?: () => RegExpTrials): Extension => [
  trials ? trialsBy.of(trials) : [],
  guarded,
  withhold,
  trying,
];
