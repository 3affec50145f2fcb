/** Tests that rewriting a passage never loses or overwrites text. */
import type { Remote } from 'comlink';
import { EditorSelection } from '@codemirror/state';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { PACE } from '#markdown/spoken.ts';
import { FakeJournal } from '#renderer/storage/fake-journal.ts';
import { FakeProfile, TestWindow } from '#renderer/drafts/test-window.ts';
import { rewriteForm } from '#renderer/storage/keys.ts';
import { OpenText } from '../page/open-text.svelte.ts';
import { TEXT_TASKS, type TextTasks } from '../text-worker/text-tasks.ts';
import { BETWEEN_VERSIONS } from '#contract/schema/rewrite.ts';
import type { LiveAnswer } from './live-answer.ts';
import { Rewriting, type RewriteAnswer } from './rewriting.svelte.ts';
import { UnreviewedAnswer } from './unreviewed-answer.svelte.ts';

const TEXT = '## The yard\n\nIt is late. We do not know why it is late.\n\n## The end\n\nBye.';
const OPTIONS = {
  language: 'English',
  pacing: { general: PACE.default, sections: [] },
  profile: null,
  why: 'Contraction',
};

beforeEach(() => {
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work));
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
});
const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
  vi.unstubAllGlobals();
});

const work = {
  run: <R>(task: (tasks: Remote<TextTasks>) => Promise<R>): Promise<R> =>
    Promise.resolve(task(TEXT_TASKS as unknown as Remote<TextTasks>)),
  end: () => undefined,
};

async function open(words = 'late. We', journal = new FakeJournal(), writtenText = TEXT) {
  const window = new TestWindow(new FakeProfile(), journal);
  const draft = await window.drafts.open('local', 14, 'script');
  draft.replace(writtenText);
  const text = new OpenText({ draft, versions: window.versions, onWritten: () => undefined, onLink: () => undefined });
  text.editor.apply({ selection: EditorSelection.cursor(Math.max(0, writtenText.indexOf(words))) });
  const unreviewedAnswer = new UnreviewedAnswer(window.forms);
  await unreviewedAnswer.open('local', rewriteForm('script', 14));
  const rewriting = new Rewriting(text, unreviewedAnswer, work);
  const host = document.body.appendChild(document.createElement('div'));
  cleanups.push(() => {
    rewriting.close();
    text.close();
    host.remove();
  });
  /** Shows the review, whose buttons act on the shown pane. */
  const showReview = () => {
    rewriting.pane?.link(host);
    rewriting.pane?.goToFirst();
    return rewriting.pane!;
  };
  return { window, text, rewriting, unreviewed: unreviewedAnswer, review: showReview };
}

const createAnswer = (...texts: string[]): RewriteAnswer => ({
  texts,
  engine: 'm',
  is_language_model: true,
  usage: null,
});
/** Returns an `ask` function whose answer is given later. */
function createPendingAnswer() {
  let answer: (answer: RewriteAnswer) => void = () => undefined;
  const result = new Promise<RewriteAnswer>((resolve) => (answer = resolve));
  return { ask: () => result, answer };
}
const typeAt = (text: OpenText, words: string, insert: string): void =>
  text.editor.apply({ changes: { from: text.editor.getText().indexOf(words), insert } });

test('changes nothing until a change is accepted, and one undo reverts all', async () => {
  const { text, rewriting, review } = await open();
  await rewriting.suggestOffline('contractions', OPTIONS);
  expect(rewriting.openCount).toBe(2);
  expect(text.draft.text).toBe(TEXT);
  const pane = review();
  pane.accept();
  pane.reject();
  expect(rewriting.openCount).toBe(0);
  rewriting.leaveReview();
  const changedText = TEXT.replace('It is late', "It's late");
  expect(text.editor.getText()).toBe(changedText);
  expect(text.draft.text).toBe(changedText);
  text.editor.undo();
  expect(text.editor.getText()).toBe(TEXT);
});

test('saves the original text as a version', async () => {
  const { window, rewriting, review } = await open();
  await rewriting.askModel(false, () => Promise.resolve(createAnswer('Late.')));
  review().acceptAll();
  const versions = await window.versions.list('local', 14, 'script');
  expect(versions.map(({ text }) => text)).toContain(TEXT);
});

test('changes only the passage', async () => {
  const { text, rewriting, review } = await open();
  await rewriting.askModel(false, ({ text: passage, before, after }) => {
    expect([passage, before, after]).toEqual([
      'It is late. We do not know why it is late.',
      '## The yard',
      '## The end\n\nBye.',
    ]);
    return Promise.resolve(createAnswer('Nobody knows why it is so late.'));
  });
  review().acceptAll();
  expect(text.draft.text).toBe('## The yard\n\nNobody knows why it is so late.\n\n## The end\n\nBye.');
});

test('keeps words typed elsewhere while the model works, and shows its answer on request', async () => {
  const { text, rewriting, review } = await open();
  const { ask, answer } = createPendingAnswer();
  const request = rewriting.askModel(false, ask);
  typeAt(text, '## The yard', 'Hello.\n\n');
  typeAt(text, 'Bye.', 'Good ');
  answer(createAnswer('Late.'));
  await request;
  expect(rewriting.pane).toBeNull();
  expect(rewriting.isReady).toBe(true);
  await rewriting.showReady();
  review().acceptAll();
  expect(text.draft.text).toBe('Hello.\n\n## The yard\n\nLate.\n\n## The end\n\nGood Bye.');
});

test('never overwrites words typed into the passage while the model works', async () => {
  const { text, rewriting } = await open();
  const { ask, answer } = createPendingAnswer();
  const request = rewriting.askModel(false, ask);
  typeAt(text, 'We do', 'Very. ');
  answer(createAnswer('Late.'));
  await request;
  expect(rewriting.pane).toBeNull();
  expect(rewriting.fault).toEqual({ kind: 'changed', texts: ['Late.'] });
  expect(text.editor.getText()).toBe(TEXT.replace('We do', 'Very. We do'));
});

test('changes nothing on a failure or Stop, and ignores a late answer', async () => {
  const { text, rewriting } = await open();
  await rewriting.askModel(false, () => Promise.resolve({ reason: 'It is busy.' }));
  expect(rewriting.fault).toEqual({ kind: 'refused', reason: 'It is busy.', isPartialShown: false });
  const { ask, answer } = createPendingAnswer();
  const request = rewriting.askModel(false, ask);
  expect(rewriting.activity).toBe('model');
  void rewriting.stop();
  answer(createAnswer('Late.'));
  await request;
  expect([rewriting.activity, rewriting.pane, rewriting.fault]).toEqual([null, null, null]);
  expect(text.draft.text).toBe(TEXT);
});

const LONG_TEXT = 'It is late.\n\nThe yard is dark, and nobody is there.\n\nWe wait for the train.';
async function openLong() {
  const openedPane = await open();
  openedPane.text.draft.replace(LONG_TEXT);
  openedPane.text.editor.apply({ selection: EditorSelection.range(0, LONG_TEXT.length) });
  openedPane.rewriting.leaveReview();
  return openedPane;
}
/** Streams a model's words chunk by chunk, until the caller has received them. */
async function streamText(liveAnswer: LiveAnswer, writtenText: string): Promise<void> {
  void liveAnswer.poll((from) => Promise.resolve(writtenText.slice(from)));
  await vi.waitFor(() => expect(liveAnswer.text).toBe(writtenText));
}

test('streams the answer; Stop keeps the partial text for review, and paragraphs it did not reach stay', async () => {
  const { text, rewriting, review } = await openLong();
  const { ask } = createPendingAnswer();
  void rewriting.askModel(false, ask);
  const liveAnswer = rewriting.live!;
  const chunks: string[] = [];
  liveAnswer.follow((from, words) => chunks.push(`${from} ${words}`));
  await streamText(liveAnswer, 'Late it is.\n\nDark is');
  expect(chunks).toEqual(['0 Late it is.\n\nDark is']);
  await rewriting.stop();
  expect([rewriting.activity, rewriting.live, rewriting.fault]).toEqual([null, null, null]);
  expect(text.draft.text).toBe(LONG_TEXT);
  review().acceptAll();
  expect(text.draft.text).toBe('Late it is.\n\nDark is\n\nWe wait for the train.');
});

test('offers the hooks that arrived before Stop', async () => {
  const { rewriting } = await open('know');
  const { ask } = createPendingAnswer();
  void rewriting.askModel(true, ask);
  await streamText(rewriting.live!, `One?${BETWEEN_VERSIONS}Tw`);
  await rewriting.stop();
  expect(rewriting.choices).toMatchObject({ texts: ['One?', 'Tw'], index: 0 });
});

test('reports an interrupted answer and offers its partial text', async () => {
  const { text, rewriting, review } = await openLong();
  await rewriting.askModel(false, () => Promise.resolve({ reason: 'It broke.', written: 'Late it is.' }));
  expect(rewriting.fault).toEqual({ kind: 'refused', reason: 'It broke.', isPartialShown: true });
  review().acceptAll();
  expect(text.draft.text).toBe(LONG_TEXT.replace('It is late.', 'Late it is.'));
});

test('merges words typed into the passage with an answer that changes others', async () => {
  const { text, rewriting, review } = await openLong();
  const { ask, answer } = createPendingAnswer();
  const request = rewriting.askModel(false, ask);
  typeAt(text, 'is dark', 'by the river ');
  typeAt(text, 'It is late.', 'Listen. ');
  answer(createAnswer(LONG_TEXT.replace('nobody is there', 'everybody has left').replace('We wait', 'I wait')));
  await request;
  expect([rewriting.pane, rewriting.isReady]).toEqual([null, true]);
  typeAt(text, 'the train', 'for ');
  await rewriting.showReady();
  expect(text.draft.text).toContain('Listen. It is late.\n\nThe yard by the river is dark, and nobody is there.');
  review().acceptAll();
  expect(text.draft.text).toBe(
    'Listen. It is late.\n\nThe yard by the river is dark, and everybody has left.\n\nI wait for for the train.',
  );
});

test('puts only the accepted hook of several into the text', async () => {
  const { text, rewriting, review } = await open('know');
  await rewriting.askModel(true, () => Promise.resolve(createAnswer('One?', 'Two?', 'Three?')));
  expect(rewriting.choices).toMatchObject({ texts: ['One?', 'Two?', 'Three?'], index: 0 });
  review().unlink();
  rewriting.chooseVersion(1);
  expect(text.draft.text).toBe(TEXT);
  review().acceptAll();
  expect(rewriting.choices).toBeNull();
  expect(text.draft.text).toBe('## The yard\n\nTwo?\n\n## The end\n\nBye.');
});

test('ends the review when another window replaces the text, and keeps that text', async () => {
  const { text, rewriting, review } = await open();
  await rewriting.askModel(false, () => Promise.resolve(createAnswer('Late.')));
  review();
  text.draft.replace('Another text.');
  expect(rewriting.pane).toBeNull();
  expect(rewriting.fault).toEqual({ kind: 'replaced' });
  expect([text.draft.text, text.editor.getText()]).toEqual(['Another text.', 'Another text.']);
});

test('shortens a passage by rules, with cuts inside it only', async () => {
  const { text, rewriting, review } = await open();
  const aside =
    'The town came later. By the way, I like it a lot. It grew due to the fact that land was cheap. So it was.';
  text.draft.replace(`First.\n\n${aside}\n\nBy the way, I like trains. They are late.\n\nLast.`);
  const from = text.editor.getText().indexOf('The town');
  text.editor.apply({ selection: EditorSelection.range(from, from + aside.length) });
  rewriting.leaveReview();
  await rewriting.suggestOffline('shorten', OPTIONS);
  review().acceptAll();
  expect(text.draft.text).toBe(
    'First.\n\nThe town came later. It grew because land was cheap. So it was.\n\nBy the way, I like trains. They are late.\n\nLast.',
  );
});

test('keeps an unreviewed answer across a kill until it is reviewed', async () => {
  const journal = new FakeJournal();
  const ask = () => Promise.resolve(createAnswer('It is late. Nobody knows.'));
  const first = await open('late. We', journal);
  await first.rewriting.askModel(false, ask);
  expect(first.rewriting.openCount).toBe(1);
  await vi.waitFor(() => expect([...journal.entries.keys()].join()).toContain('rewrite-script-14'));
  await first.window.kill();

  const editedText = `Before.\n\n${TEXT}`;
  const second = await open('Bye', journal, editedText);
  expect(second.unreviewed.answer?.texts).toEqual(['It is late. Nobody knows.']);
  await second.rewriting.resume(second.unreviewed.answer!);
  expect(second.rewriting.openCount).toBe(1);
  second.review().acceptAll();
  expect(second.rewriting.pane!.getText()).toBe(editedText.replace('We do not know why it is late.', 'Nobody knows.'));
  expect(second.unreviewed.answer).toBeNull();
});

test('offers an answer about removed words to copy, until it is dismissed', async () => {
  const { rewriting, unreviewed, text } = await open();
  await rewriting.askModel(false, () => Promise.resolve(createAnswer('It is late. Nobody knows.')));
  rewriting.leaveReview();
  text.editor.apply({ changes: { from: 0, to: text.editor.getText().length, insert: 'Nothing of it is left here.' } });
  await rewriting.resume(unreviewed.answer!);
  expect(rewriting.fault).toEqual({ kind: 'changed', texts: ['It is late. Nobody knows.'] });
  rewriting.dismiss();
  expect(unreviewed.answer).toBeNull();
});
