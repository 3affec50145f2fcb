import { expect, it } from 'vitest';

import { FakeProfile, TestWindow } from '#renderer/drafts/test-window.ts';
import { FakeJournal } from '#renderer/storage/fake-journal.ts';
import { ScriptResearch } from './script-research.svelte.ts';

const link = { kind: 'link', title: 'A page', url: 'https://a.example/', text: 'It says so.' } as const;
const note = { kind: 'note', title: '', url: null, text: 'Ask the driver.' } as const;

function open(profile: FakeProfile, journal: FakeJournal, scriptId = 14) {
  const window = new TestWindow(profile, journal);
  const research = new ScriptResearch({ forms: window.forms, account: 'local', scriptId });
  const unlink = research.link();
  return { window, research, unlink };
}

const getTexts = (research: ScriptResearch): string[] => research.items.map(({ text }) => text);

it('keeps collected sources and the unsent form across a kill and a lost database', async () => {
  const [profile, journal] = [new FakeProfile(), new FakeJournal()];
  const first = open(profile, journal);
  first.research.add(link);
  first.research.add(note);
  first.research.setTypedFields({ kind: 'note', title: '', url: '', text: 'Half a thou' });
  const readStoredFields = () =>
    journal.entries.get('form/local/research-14')?.value['fields'] as { typed?: { text: string } };
  await expect.poll(() => readStoredFields()?.typed?.text).toBe('Half a thou');
  await first.window.kill();
  profile.wipe();
  const second = open(profile, journal);
  await expect.poll(() => getTexts(second.research)).toEqual(['Ask the driver.', 'It says so.']);
  expect(second.research.typedFields).toMatchObject({ kind: 'note', text: 'Half a thou' });
  await second.window.kill();
});

it('restores a removed source by undo, next to sources added since', async () => {
  const { window, research } = open(new FakeProfile(), new FakeJournal());
  research.add(link);
  const undo = research.remove(research.items[0]?.id ?? '');
  research.add(note);
  expect(getTexts(research)).toEqual(['Ask the driver.']);
  undo();
  undo();
  expect(getTexts(research).sort()).toEqual(['Ask the driver.', 'It says so.']);
  await window.kill();
});

it('keeps sources added before loading together with stored ones', async () => {
  const [profile, journal] = [new FakeProfile(), new FakeJournal()];
  const first = open(profile, journal);
  first.research.add(link);
  await expect.poll(() => journal.entries.has('form/local/research-14')).toBe(true);
  await first.window.kill();
  const second = open(profile, journal);
  second.research.add(note);
  await expect.poll(() => getTexts(second.research)).toEqual(['Ask the driver.', 'It says so.']);
  await second.window.kill();
});

it('lists each source passage of several agent runs once', async () => {
  const { window, research } = open(new FakeProfile(), new FakeJournal());
  const evidence = {
    run_id: 1,
    sentence: 'It opened in 1994.',
    quote: 'Opened in 1994.',
    source_kind: 'page' as const,
    source_title: 'A page',
    source_url: 'https://a.example/',
    retrieved_at: '2026-11-21T10:00:00.000Z',
  };
  research.setEvidence([
    { ...evidence, id: 1 },
    { ...evidence, id: 2 },
    { ...evidence, id: 3, quote: 'Another.' },
  ]);
  expect(research.passages.map(({ text }) => text)).toEqual(['Opened in 1994.', 'Another.']);
  await window.kill();
});
