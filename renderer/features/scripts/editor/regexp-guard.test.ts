import { getSearchQuery, SearchQuery, setSearchQuery } from '@codemirror/search';
import { EditorView } from '@codemirror/view';
import type { Remote } from 'comlink';
import { afterEach, expect, it, vi } from 'vitest';
import { type RegExpTrial, tryRegExp } from '../text-worker/regexp-trial.ts';
import type { TextTasks } from '../text-worker/text-tasks.ts';
import type { TextWork } from '../text-worker/text-work.ts';
import { getRequestedQuery, regExpGuard, type RegExpTrials, getVerdict, WorkerTrials } from './regexp-guard.ts';
import { openSearch, searching } from './search.ts';

/** Backtracks practically for ever on this text, wherever the search starts. */
const ENDLESS = '(a+)+$';
const TEXT = `${'a'.repeat(60)}! One two.`;

afterEach(() => document.body.replaceChildren());

/** Rejects the known endless expression, as the timeout would, and really tries the others. */
class FakeTrials implements RegExpTrials {
  readonly seen: RegExpTrial[] = [];

  passes(trial: RegExpTrial): Promise<boolean> {
    this.seen.push(trial);
    if (trial.source === ENDLESS) return Promise.resolve(false);
    tryRegExp(trial);
    return Promise.resolve(true);
  }

  end(): void {
    this.seen.push({ text: 'ended', source: '', caseSensitive: true });
  }
}

function open() {
  const trials = new FakeTrials();
  const view = new EditorView({ doc: TEXT, parent: document.body, extensions: [regExpGuard(() => trials), searching] });
  openSearch(view);
  const setQuery = (search: string, replace = ''): void =>
    view.dispatch({ effects: setSearchQuery.of(new SearchQuery({ search, replace, regexp: true })) });
  const press = (name: string): void => {
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click();
  };
  const readSelection = (): string => view.state.sliceDoc(view.state.selection.main.from, view.state.selection.main.to);
  return { view, trials, setQuery, press, readSelection };
}

it('stops an expression that never ends, never passes it to the editor, and says so', async () => {
  const { view, setQuery, press } = open();
  setQuery(ENDLESS, 'b');
  press('Replace all');
  await expect.poll(() => getVerdict(view.state)).toBe('stopped');
  expect(getSearchQuery(view.state).valid).toBe(false);
  expect(getRequestedQuery(view.state).search).toBe(ENDLESS);
  for (const name of ['Next', 'Previous', 'Select all', 'Replace', 'Replace all']) press(name);
  expect(view.state.doc.toString()).toBe(TEXT);
  await expect
    .poll(() => document.querySelector('.cm-find-count')?.textContent)
    .toMatch(/^Search stopped: .* takes too long/);
  expect(document.querySelector('input[name=find]')?.getAttribute('aria-invalid')).toBe('true');

  // The next expression is searched for as usual.
  setQuery('t\\w+', 'three');
  press('Next');
  await expect.poll(() => document.querySelector('.cm-find-count')?.textContent).toBe('1 of 1');
  view.destroy();
});

it('withholds an expression until it passed on the current text, then applies it', async () => {
  const { view, trials, setQuery, press, readSelection } = open();
  setQuery('[Oo]ne|two');
  expect(getSearchQuery(view.state).valid).toBe(false);
  press('Next');
  await expect.poll(readSelection).toBe('One');

  view.dispatch({ changes: { from: 0, insert: 'one ' } });
  expect(getSearchQuery(view.state).valid).toBe(false);
  expect(getRequestedQuery(view.state).search).toBe('[Oo]ne|two');
  press('Next');
  await expect.poll(readSelection).toBe('two');
  expect(trials.seen.at(-1)?.text).toBe(view.state.doc.toString());
  view.destroy();
  expect(trials.seen.at(-1)?.text).toBe('ended');
});

it('runs a pending command only for its own expression and text', async () => {
  const { view, setQuery, press } = open();
  setQuery(ENDLESS, 'b');
  press('Replace all');
  setQuery('One|two', 'b');
  await expect.poll(() => getVerdict(view.state)).toBe('passed');
  expect(view.state.doc.toString()).toBe(TEXT);

  setQuery('One', 'three');
  press('Replace all');
  view.dispatch({ changes: { from: 0, insert: 'One more. ' } });
  await expect.poll(() => getVerdict(view.state)).toBe('passed');
  expect(view.state.doc.toString()).toBe(`One more. ${TEXT}`);
  view.destroy();
});

it('does not check plain searches and invalid expressions', () => {
  const { view, trials, setQuery } = open();
  view.dispatch({ effects: setSearchQuery.of(new SearchQuery({ search: ENDLESS })) });
  expect(getSearchQuery(view.state)).toMatchObject({ search: ENDLESS, valid: true });
  setQuery('(');
  expect(trials.seen).toEqual([]);
  view.destroy();
});

it('ends the trial for multi-line and empty matches', () => {
  for (const source of ['', 'x*', '^', '$', '\\n', '[^x]+', '(?<=a)b', '\\w+\\s']) {
    tryRegExp({ text: 'ab 🚆\n\nab\n', source, caseSensitive: false });
  }
});

/** Works in sequence like a worker: after an endless expression nothing runs until `end` is called. */
class SequentialWorker implements Pick<TextWork, 'run' | 'end'> {
  #isHanging = false;

  run<R>(task: (tasks: Remote<TextTasks>) => Promise<R>): Promise<R> {
    const tryRegExp = ({ source }: RegExpTrial): Promise<void> => {
      this.#isHanging ||= source === ENDLESS;
      return this.#isHanging ? new Promise(() => undefined) : Promise.resolve();
    };
    return task({ tryRegExp } as unknown as Remote<TextTasks>);
  }

  end(): void {
    this.#isHanging = false;
  }
}

it('does not stop an expression that waited behind a hanging one', async () => {
  vi.useFakeTimers();
  const trials = new WorkerTrials(new SequentialWorker());
  const createTrial = (source: string): RegExpTrial => ({ text: TEXT, source, caseSensitive: true });
  const verdicts = Promise.all([trials.passes(createTrial(ENDLESS)), trials.passes(createTrial('two'))]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await verdicts).toEqual([false, true]);
  vi.useRealTimers();
});
