import { EditorView } from '@codemirror/view';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { FakeJournal } from '#renderer/offline/fake-journal.ts';
import { FakeProfile, TestWindow } from '#renderer/offline/test-window.ts';
import { ScriptOpening } from './opening.ts';

const KEY = 'draft/local/14/script';
const WRITTEN_AT = '2026-01-02T00:00:00.000Z';

beforeEach(() => {
  // jsdom lays nothing out; CodeMirror asks all the same.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
  document.body.innerHTML = '<div id="frame"><div id="place"></div></div><div id="pane"></div>';
});
afterEach(() => document.body.replaceChildren());

const element = (selector: string): HTMLElement => document.querySelector<HTMLElement>(selector)!;
const onDisk = (journal: FakeJournal) => journal.entries.get(KEY)?.value['text'];

async function opened() {
  const journal = new FakeJournal();
  const value = { text: 'Kept.', base_version: null };
  journal.entries.set(KEY, { key: KEY, rev: 1024, updated_at: WRITTEN_AT, value });
  const { store } = new TestWindow(new FakeProfile(), journal);
  const found = { local_since: null, entries: [...journal.entries.values()] };
  const [frame, place] = [element('#frame'), element('#place')];
  const opening = ScriptOpening.show(window, { store, account: 'local', id: 14, found }, frame, place)!;
  await opening.compare();
  return { journal, opening };
}

/** As by the keyboard, at the beginning. */
function type(text: string): void {
  const view = EditorView.findFromDOM(element('.cm-editor'));
  view?.dispatch({ changes: { from: 0, insert: text }, userEvent: 'input.type' });
}

describe('the text a window is opened with', () => {
  it('is saved as it is typed, before there is a page', async () => {
    const { journal, opening } = await opened();
    expect(document.activeElement).toBe(element('#place .cm-content'));
    type('Early. ');
    await expect.poll(() => onDisk(journal)).toBe('Early. Kept.');
    opening.end();
  });

  it('goes over to its page in the same editor, with the focus, and once', async () => {
    const { journal, opening } = await opened();
    const typedInto = element('.cm-content');
    type('Early. ');
    const { drafts } = opening.written;
    const [draft, outline] = [await drafts.open('local', 14, 'script'), await drafts.open('local', 14, 'outline')];
    expect(draft.text).toBe('Early. Kept.');
    expect(opening.take(outline)).toBeNull();
    const taken = opening.take(draft)!;
    // What was there before anybody typed, to be kept as a version.
    expect(taken.left).toMatchObject({ text: 'Kept.', at: WRITTEN_AT });
    expect(opening.take(draft)).toBeNull();

    const told: string[] = [];
    taken.editor.tell({ onChange: ({ after, byPerson }) => told.push(`${byPerson} ${after.sliceString(0)}`) });
    taken.editor.link(element('#pane'));
    opening.end();
    type('Late. ');
    expect(told).toEqual(['false Early. Kept.', 'true Late. Early. Kept.']);
    expect(element('#pane .cm-content')).toBe(typedInto);
    expect(document.activeElement).toBe(typedInto);
    expect(document.querySelector('#frame')).toBeNull();
    await draft.flush();
    expect(onDisk(journal)).toBe('Early. Kept.');
    taken.editor.unlink();
  });

  it('is saved and gone when the studio opens another page', async () => {
    const { journal, opening } = await opened();
    type('Early. ');
    opening.end();
    expect(document.querySelector('.cm-content')).toBeNull();
    await expect.poll(() => onDisk(journal)).toBe('Early. Kept.');
  });

  it('follows another window', async () => {
    const { opening } = await opened();
    const draft = await opening.written.drafts.open('local', 14, 'script');
    draft.replace('From elsewhere.');
    expect(element('.cm-content').textContent).toBe('From elsewhere.');
    opening.end();
  });
});
