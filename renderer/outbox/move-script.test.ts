import { expect, it } from 'vitest';

import { FakeProfile, TestWindow } from '#renderer/drafts/test-window.ts';
import { FakeJournal } from '#renderer/storage/fake-journal.ts';
import { localScripts, moveScript } from './move-script.ts';

const FROM = -3;
const TO = 7;

async function written() {
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

const texts = async (window: TestWindow, id: number): Promise<string[]> =>
  (await window.versions.list('local', id)).map(({ text }) => text);

it('moves versions kept while writing, however often the move is repeated', async () => {
  const { window } = await written();
  const textsBefore = await texts(window, FROM);
  expect(textsBefore.length).toBeGreaterThan(0);
  expect(await moveScript(window.store, 'local', FROM, TO)).toBe(true);
  expect(await moveScript(window.store, 'local', FROM, TO)).toBe(true);
  expect(await texts(window, TO)).toEqual(textsBefore);
  expect(await texts(window, FROM)).toEqual([]);
  await window.kill();
});

it('moves research and attached sources and merges them with those of the other id', async () => {
  const { window, fill, getFields } = await written();
  const attached = (id: string) => ({ sentence: 'A claim.', sources: [{ id }], onScreen: '' });
  await fill(`research-${FROM}`, { items: [{ id: 'mine' }, { id: 'both' }] });
  await fill(`research-${TO}`, { items: [{ id: 'both' }, { id: 'theirs' }] });
  await fill(`sources-${FROM}`, { checked: ['one'], attached: { a: attached('mine'), b: attached('alone') } });
  await fill(`sources-${TO}`, { checked: ['two'], attached: { a: attached('theirs') } });
  expect(await localScripts(window.store, 'local')).toEqual(new Set([FROM]));
  for (let repeat = 0; repeat < 2; repeat++) expect(await moveScript(window.store, 'local', FROM, TO)).toBe(true);
  expect(await localScripts(window.store, 'local')).toEqual(new Set());
  expect(await getFields(`research-${TO}`)).toEqual({ items: [{ id: 'mine' }, { id: 'both' }, { id: 'theirs' }] });
  expect(await getFields(`sources-${TO}`)).toEqual({
    checked: ['two', 'one'],
    attached: {
      a: { ...attached('theirs'), sources: [{ id: 'theirs' }, { id: 'mine' }] },
      b: attached('alone'),
    },
  });
  await window.kill();
});
