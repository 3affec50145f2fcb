import { Parser } from 'htmlparser2';
import { expect, it } from 'vitest';

import type { JournalEntry } from '#contract/journal.ts';
import { PRELOADED_DRAFT } from '#contract/preloaded-draft.ts';
import { PreloadedDrafts } from './preloaded-draft.ts';

const KEY = 'draft/local/14/script';
const PAGE =
  '<!doctype html><html><head><template id="early-editor"><script src="./e.js"></script></template></head>' +
  '<body><div></div></body></html>';
const RESET_AT = '2026-01-01T00:00:00.000Z';
const createEntry = (text: string): JournalEntry => ({
  key: KEY,
  rev: 1024,
  updated_at: '2026-01-02T00:00:00.000Z',
  value: { text },
});

function createDrafts({ active = 'local', text = 'Kept.', isBroken = false } = {}) {
  const list = () => ({ active, accounts: [], keychain: 'none' }) as never;
  const read = (keys: readonly string[]) =>
    isBroken ? Promise.reject(new Error('gone')) : Promise.resolve(keys.includes(KEY) ? [createEntry(text)] : []);
  return new PreloadedDrafts({ list }, { read });
}

async function getPage(drafts: PreloadedDrafts) {
  const elements: string[] = [];
  let text = '';
  const parser = new Parser({
    onopentag: (name, { id }) => elements.push(id === undefined ? name : `${name}#${id}`),
    ontext: (chunk) => (text += chunk),
  });
  for await (const chunk of drafts.page(PAGE, RESET_AT)) parser.write(chunk);
  parser.end();
  return { elements, text };
}

const PLAIN_ELEMENTS = ['html', 'head', 'template#early-editor', 'script', 'body', 'div'];
const WITH_TEXT = ['html', 'head', 'script', 'body', 'div', `script#${PRELOADED_DRAFT}`];

it('leaves the page unchanged before a text was shown and for another account', async () => {
  const store = createDrafts();
  expect((await getPage(store)).elements).toEqual(PLAIN_ELEMENTS);
  store.set('account-2', [KEY]);
  expect((await getPage(store)).elements).toEqual(PLAIN_ELEMENTS);
});

it('adds the last shown draft as saved on disk, and loads the editor', async () => {
  const store = createDrafts();
  store.set('local', ['draft/local/3/script']);
  store.set('local', [KEY, 'base/local/14/script']);
  const { elements, text } = await getPage(store);
  expect(elements).toEqual(WITH_TEXT);
  expect(JSON.parse(text)).toEqual({ account: 'local', local_since: RESET_AT, entries: [createEntry('Kept.')] });
});

it('leaves the page unchanged once the text is closed', async () => {
  const store = createDrafts();
  store.set('local', [KEY]);
  store.set('local', []);
  expect((await getPage(store)).elements).toEqual(PLAIN_ELEMENTS);
});

it('returns a whole page when the journal cannot be read', async () => {
  const store = createDrafts({ isBroken: true });
  store.set('local', [KEY]);
  const { elements, text } = await getPage(store);
  expect(elements).toEqual(WITH_TEXT);
  expect(JSON.parse(text)).toMatchObject({ entries: [] });
});

it('escapes the text so that it cannot break out of the page', async () => {
  const hostile = '</script><script>alert(1)</script><!-- </body> $& \u2028';
  const store = createDrafts({ text: hostile });
  store.set('local', [KEY]);
  const { elements, text } = await getPage(store);
  expect(elements).toEqual(WITH_TEXT);
  expect(JSON.parse(text)).toMatchObject({ entries: [createEntry(hostile)] });
});
