import { expect, it } from 'vitest';

import { FakeProfile, TestWindow } from '#renderer/drafts/test-window.ts';
import { FakeJournal } from '#renderer/storage/fake-journal.ts';
import { findLocalScripts, moveScript } from './move-script.ts';

const FROM = -3;
const TO = 7;

async function setUpScript() {
  const window = new TestWindow(new FakeProfile(), new FakeJournal());
  const target = { account: 'local', scriptId: FROM, kind: 'script' } as const;
  for (const minute of [1, 2, 3])
    await window.versions.keepWriting(
      { ...target, text: `Text ${minute}` },
      'writing',
      new Date(2026, 1, 1, 1, minute).toISOString(),
    );
  const fill = async (name: string, fields: Record<string, unknown>): Promise<void> => {
    const form = await window.forms.open('local', name);
    form.change(fields);
    await form.close();
  };
  const getFields = async (name: string) => (await window.forms.open<Record<string, unknown>>('local', name)).value;
  return { window, fill, getFields };
}

const listTexts = async (window: TestWindow, id: number): Promise<string[]> =>
  (await window.versions.list('local', id)).map(({ text }) => text);

it('moves versions kept while writing, however often the move is repeated', async () => {
  const { window } = await setUpScript();
  const textsBefore = await listTexts(window, FROM);
  expect(textsBefore.length).toBeGreaterThan(0);
  expect(await moveScript(window.store, 'local', FROM, TO)).toBe(true);
  expect(await moveScript(window.store, 'local', FROM, TO)).toBe(true);
  expect(await listTexts(window, TO)).toEqual(textsBefore);
  expect(await listTexts(window, FROM)).toEqual([]);
  await window.kill();
});

it('moves research and attached sources and merges them with those of the other id', async () => {
  const { window, fill, getFields } = await setUpScript();
  const createAttached = (id: string) => ({ sentence: 'A claim.', sources: [{ id }], onScreen: '' });
  await fill(`research-${FROM}`, { items: [{ id: 'mine' }, { id: 'both' }] });
  await fill(`research-${TO}`, { items: [{ id: 'both' }, { id: 'theirs' }] });
  await fill(`sources-${FROM}`, {
    checked: ['one'],
    attached: { a: createAttached('mine'), b: createAttached('alone') },
  });
  await fill(`sources-${TO}`, { checked: ['two'], attached: { a: createAttached('theirs') } });
  expect(await findLocalScripts(window.store, 'local')).toEqual(new Set([FROM]));
  for (let repeat = 0; repeat < 2; repeat++) expect(await moveScript(window.store, 'local', FROM, TO)).toBe(true);
  expect(await findLocalScripts(window.store, 'local')).toEqual(new Set());
  expect(await getFields(`research-${TO}`)).toEqual({ items: [{ id: 'mine' }, { id: 'both' }, { id: 'theirs' }] });
  expect(await getFields(`sources-${TO}`)).toEqual({
    checked: ['two', 'one'],
    attached: {
      a: { ...createAttached('theirs'), sources: [{ id: 'theirs' }, { id: 'mine' }] },
      b: createAttached('alone'),
    },
  });
  await window.kill();
});
