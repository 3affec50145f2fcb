import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Evidence } from '#contract/schema/agent-run.ts';
import { FakeJournal } from '#renderer/storage/fake-journal.ts';
import { FakeProfile, TestWindow } from '#renderer/drafts/test-window.ts';
import { ScriptEditorView } from '../editor/script-editor-view.ts';
import { ScriptResearch } from '../research/script-research.svelte.ts';
import { getTypedLine } from '../editor/claim-marks.ts';
import { createSource } from '../research/source.ts';
import { describeCheck } from './claim-labels.ts';
import { readLedger } from './export-ledger.ts';
import { ScriptEvidence } from './script-evidence.svelte.ts';

const TAKEN_SENTENCE = 'The line sold 41 berths in 1994.';
const CLAIM = 'The bridge was opened on 3 May 1873.';
const TEXT = `## 1. Opening 2021\n\n${TAKEN_SENTENCE} It was late.\n\n${CLAIM}\n`;
const EVIDENCE: Evidence = {
  id: 1,
  run_id: 1,
  sentence: TAKEN_SENTENCE,
  quote: 'In 1994 the line sold 41 berths.',
  source_kind: 'page',
  source_title: 'A page',
  source_url: 'https://a.example/',
  retrieved_at: '2026-11-21T10:00:00.000Z',
};

const journal = new FakeJournal();
const unsubscribers: (() => void)[] = [];

beforeEach(() => {
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work));
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
});
afterEach(() => {
  for (const unsubscribe of unsubscribers.splice(0)) unsubscribe();
  vi.unstubAllGlobals();
});

function open(profile: FakeProfile, text = TEXT) {
  const window = new TestWindow(profile, journal);
  const editor = new ScriptEditorView();
  editor.open(text);
  const evidence = new ScriptEvidence({
    forms: window.forms,
    account: 'local',
    accounts: { accountOffers: () => true },
    scriptId: 14,
    research: new ScriptResearch({ forms: window.forms, account: 'local', scriptId: 14 }),
  });
  unsubscribers.push(evidence.link(editor));
  return { window, editor, evidence };
}

const getTexts = (list: readonly { text: string }[]) => list.map(({ text }) => text);

test('separates claims with and without a source, with their positions', () => {
  const { evidence } = open(new FakeProfile());
  expect(getTexts(evidence.openClaims)).toEqual([TAKEN_SENTENCE, CLAIM]);
  evidence.setEvidence([EVIDENCE]);
  expect(getTexts(evidence.openClaims)).toEqual([CLAIM]);
  expect(evidence.researchedClaims).toMatchObject([{ text: TAKEN_SENTENCE, evidence: { quote: EVIDENCE.quote } }]);
  for (const { from, text } of evidence.claims) expect(TEXT.slice(from, from + text.length)).toBe(text);
});

test('asks to check a sentence whose named source does not contain it, even if it makes no other claim', () => {
  const { evidence } = open(new FakeProfile(), `${TAKEN_SENTENCE} It was late.`);
  evidence.setEvidence([
    { ...EVIDENCE, quote: '' },
    { ...EVIDENCE, id: 2, sentence: 'It was late.', quote: '' },
  ]);
  expect(getTexts(evidence.openClaims)).toEqual([TAKEN_SENTENCE, 'It was late.']);
  expect(evidence.researchedClaims).toEqual([]);
  expect(evidence.openClaims.map(describeCheck)).toEqual(
    Array.from({ length: 2 }, () => 'The model names “A page” as its source, but nothing like this was found there.'),
  );
  evidence.setEvidence([EVIDENCE]);
  expect(getTexts(evidence.researchedClaims)).toEqual([TAKEN_SENTENCE]);
});

test('detects a name at the start of a sentence from the rest of the script', () => {
  const { evidence } = open(
    new FakeProfile(),
    'Lisbon is loud. Trains are not. Lisbon?\n\nThey left for Lisbon in the rain.',
  );
  expect(getTexts(evidence.openClaims)).toEqual(['Lisbon is loud.', 'They left for Lisbon in the rain.']);
});

test('keeps claims marked as checked across a kill', async () => {
  const profile = new FakeProfile();
  const first = open(profile);
  first.evidence.setChecked(first.evidence.openClaims[1]!.key, true);
  expect(getTexts(first.evidence.checkedClaims)).toEqual([CLAIM]);
  await expect.poll(() => journal.entries.get('form/local/sources-14')?.value).toBeDefined();
  await first.window.kill();
  const second = open(profile);
  await expect.poll(() => getTexts(second.evidence.checkedClaims)).toEqual([CLAIM]);
  second.evidence.setChecked(second.evidence.checkedClaims[0]!.key, false);
  expect(getTexts(second.evidence.openClaims)).toEqual([TAKEN_SENTENCE, CLAIM]);
});

test('moves checked claims to the id that the service gave the script', async () => {
  const profile = new FakeProfile();
  const { evidence } = open(profile);
  evidence.setChecked(evidence.openClaims[0]!.key, true);
  evidence.changeScriptId(15);
  evidence.setChecked(evidence.openClaims[0]!.key, true);
  expect(getTexts(evidence.checkedClaims)).toEqual([TAKEN_SENTENCE, CLAIM]);
  const readStoredChecks = () =>
    (journal.entries.get('form/local/sources-15')?.value['fields'] as { checked?: string[] })?.checked;
  await expect.poll(() => readStoredChecks()?.length).toBe(2);
});

test('updates the claims when the text changes', async () => {
  const { editor, evidence } = open(new FakeProfile());
  editor.setText('Nothing was ever sold.');
  evidence.scheduleUpdate();
  await expect.poll(() => evidence.claims).toEqual([]);
});

const SOURCE = createSource({ kind: 'link', title: 'A page', url: 'https://a.example/', text: 'Opened in May 1873.' });

test('keeps attached sources across a kill, and finds their sentence again when it is reworded', async () => {
  const profile = new FakeProfile();
  const first = open(profile);
  await expect.poll(() => getTexts(first.evidence.openClaims)).toContain(CLAIM);
  first.evidence.attach(
    first.evidence.openClaims.find(({ text }) => text === CLAIM)!,
    SOURCE,
  );
  expect(getTexts(first.evidence.openClaims)).not.toContain(CLAIM);
  first.evidence.setOnScreenText(first.evidence.sourcedClaims[0]!, 'Source: A page');
  const readStoredForm = () => JSON.stringify(journal.entries.get('form/local/sources-14')?.value ?? {});
  await expect.poll(readStoredForm).toContain('Source: A page');
  await first.window.kill();

  const rewordedSentence = 'The old bridge was opened on 3 May 1873.';
  const second = open(profile, TEXT.replace(CLAIM, rewordedSentence));
  await expect.poll(() => getTexts(second.evidence.sourcedClaims)).toEqual([rewordedSentence]);
  expect(second.evidence.sourcedClaims[0]?.attached).toMatchObject({ onScreen: 'Source: A page', sources: [SOURCE] });
  second.evidence.attach(second.evidence.sourcedClaims[0]!, createSource({ ...SOURCE, title: 'Another' }));
  expect(second.evidence.sourcedClaims[0]?.attached?.sources).toHaveLength(2);
  expect(second.evidence.orphanedSources).toEqual([]);
  second.editor.setText('Nothing is left.');
  second.evidence.scheduleUpdate();
  await expect
    .poll(() => second.evidence.orphanedSources.map(([, { sentence }]) => sentence))
    .toEqual([rewordedSentence]);
  const undo = second.evidence.removeSources(second.evidence.orphanedSources[0]![0]);
  expect(second.evidence.orphanedSources).toEqual([]);
  undo();
  expect(second.evidence.orphanedSources).toHaveLength(1);
  second.evidence.removeSources(second.evidence.orphanedSources[0]![0]);
});

test('undo restores a removed source', () => {
  const { evidence } = open(new FakeProfile());
  evidence.attach(evidence.openClaims[0]!, SOURCE);
  const undo = evidence.detach(evidence.sourcedClaims[0]!, SOURCE);
  expect(evidence.sourcedClaims).toEqual([]);
  undo();
  expect(evidence.sourcedClaims[0]?.attached?.sources).toEqual([SOURCE]);
  evidence.detach(evidence.sourcedClaims[0]!, SOURCE);
});

test('the ledger lists section, sentence, sources, on-screen text and links', () => {
  const { evidence } = open(new FakeProfile());
  evidence.setEvidence([EVIDENCE]);
  evidence.attach(evidence.openClaims[0]!, SOURCE);
  evidence.setOnScreenText(evidence.sourcedClaims[0]!, 'As reported');
  expect(readLedger(evidence)).toEqual([
    {
      section: '1. Opening 2021',
      sentence: TAKEN_SENTENCE,
      state: 'Has a source',
      sources: [{ title: 'A page', url: 'https://a.example/', quote: EVIDENCE.quote }],
      onScreen: '',
    },
    {
      section: '1. Opening 2021',
      sentence: CLAIM,
      state: 'Has a source',
      sources: [{ title: 'A page', url: 'https://a.example/', quote: 'Opened in May 1873.' }],
      onScreen: 'As reported',
    },
  ]);
  evidence.detach(evidence.sourcedClaims[0]!, SOURCE);
});

test('does not mark a line or list its claims while it is typed', async () => {
  const { editor, evidence } = open(new FakeProfile(), 'It was late.\n');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const typeAtEnd = (text: string) =>
    editor.apply({
      changes: { from: editor.getSource().length, insert: text },
      selection: { anchor: editor.getSource().length + text.length },
      userEvent: 'input.type',
    });
  typeAtEnd('The line sold 41 berths in 1994.');
  evidence.scheduleUpdate();
  expect(getTypedLine(editor.state)).toBe(13);
  vi.advanceTimersByTime(600);
  expect(getTexts(evidence.openClaims)).toEqual([]);
  vi.useRealTimers();
  typeAtEnd('\n');
  evidence.scheduleUpdate();
  expect(getTypedLine(editor.state)).toBe(46);
  await expect.poll(() => getTexts(evidence.openClaims)).toEqual([TAKEN_SENTENCE]);
  editor.apply({ selection: { anchor: 0 } });
  expect(getTypedLine(editor.state)).toBeNull();
});
