import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Evidence } from '#contract/schema/agent-run.ts';
import { FakeJournal } from '#renderer/storage/fake-journal.ts';
import { FakeProfile, TestWindow } from '#renderer/drafts/test-window.ts';
import { ScriptEditorView } from '../editor/script-editor-view.ts';
import { ScriptEvidence } from './script-evidence.svelte.ts';

const TAKEN = 'The line sold 41 berths in 1994.';
const CLAIM = 'The bridge was opened on 3 May 1873.';
const TEXT = `## 1. Opening 2021\n\n${TAKEN} It was late.\n\n${CLAIM}\n`;
const EVIDENCE: Evidence = {
  id: 1,
  run_id: 1,
  sentence: TAKEN,
  quote: 'In 1994 the line sold 41 berths.',
  source_kind: 'page',
  source_title: 'A page',
  source_url: 'https://a.example/',
  retrieved_at: '2026-11-21T10:00:00.000Z',
};

const journal = new FakeJournal();
const unlinks: (() => void)[] = [];

beforeEach(() => {
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work));
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
});
afterEach(() => {
  for (const unlink of unlinks.splice(0)) unlink();
  vi.unstubAllGlobals();
});

function open(profile: FakeProfile, text = TEXT) {
  const window = new TestWindow(profile, journal);
  const editor = new ScriptEditorView();
  editor.open(text);
  const evidence = new ScriptEvidence({ forms: window.forms, account: 'local', scriptId: 14 });
  unlinks.push(evidence.link(editor));
  return { window, editor, evidence };
}

const said = (list: readonly { text: string }[]) => list.map(({ text }) => text);

test('tells what has a source from what wants one, and finds both where they stand', () => {
  const { evidence } = open(new FakeProfile());
  expect(said(evidence.open)).toEqual([TAKEN, CLAIM]);
  evidence.know([EVIDENCE]);
  expect(said(evidence.open)).toEqual([CLAIM]);
  expect(evidence.taken).toMatchObject([{ text: TAKEN, evidence: { quote: EVIDENCE.quote } }]);
  for (const { from, text } of evidence.claims) expect(TEXT.slice(from, from + text.length)).toBe(text);
});

test('knows a name at the beginning of a sentence by the rest of the script', () => {
  const { evidence } = open(
    new FakeProfile(),
    'Lisbon is loud. Trains are not. Lisbon?\n\nThey left for Lisbon in the rain.',
  );
  expect(said(evidence.open)).toEqual(['Lisbon is loud.', 'They left for Lisbon in the rain.']);
});

test('keeps what was checked off for the script, over a kill', async () => {
  const profile = new FakeProfile();
  const first = open(profile);
  first.evidence.check(first.evidence.open[1]!.key, true);
  expect(said(first.evidence.checked)).toEqual([CLAIM]);
  await expect.poll(() => journal.entries.get('form/local/sources-14')?.value).toBeDefined();
  await first.window.kill();
  const second = open(profile);
  await expect.poll(() => said(second.evidence.checked)).toEqual([CLAIM]);
  second.evidence.check(second.evidence.checked[0]!.key, false);
  expect(said(second.evidence.open)).toEqual([TAKEN, CLAIM]);
});

test('goes on under the id the service gave the script', async () => {
  const profile = new FakeProfile();
  const { evidence } = open(profile);
  evidence.check(evidence.open[0]!.key, true);
  evidence.become(15);
  evidence.check(evidence.open[0]!.key, true);
  expect(said(evidence.checked)).toEqual([TAKEN, CLAIM]);
  const kept = () => (journal.entries.get('form/local/sources-15')?.value['fields'] as { checked?: string[] })?.checked;
  await expect.poll(() => kept()?.length).toBe(2);
});

test('looks again when the text changed', async () => {
  const { editor, evidence } = open(new FakeProfile());
  editor.setText('Nothing was ever sold.');
  evidence.note();
  await expect.poll(() => evidence.claims).toEqual([]);
});
