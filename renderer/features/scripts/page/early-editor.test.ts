import { EditorView } from '@codemirror/view';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { FakeJournal } from '#renderer/storage/fake-journal.ts';
import { FakeProfile, TestWindow } from '#renderer/drafts/test-window.ts';
import { EarlyEditor } from './early-editor.ts';

const KEY = 'draft/local/14/script';
const WRITTEN_AT = '2026-01-02T00:00:00.000Z';

beforeEach(() => {
  document.body.innerHTML = '<div id="frame"><div id="place"></div></div><div id="pane"></div>';
});
afterEach(() => document.body.replaceChildren());

const findElement = (selector: string): HTMLElement => document.querySelector<HTMLElement>(selector)!;
const readStoredText = (journal: FakeJournal) => journal.entries.get(KEY)?.value['text'];

async function openEarlyEditor() {
  const journal = new FakeJournal();
  const value = { text: 'Kept.', base_version: null };
  journal.entries.set(KEY, { key: KEY, rev: 1024, updated_at: WRITTEN_AT, value });
  const { store } = new TestWindow(new FakeProfile(), journal);
  const preloadedDraft = { local_since: null, entries: [...journal.entries.values()] };
  const [frame, place] = [findElement('#frame'), findElement('#place')];
  const earlyEditor = EarlyEditor.show(
    window,
    { store, account: 'local', id: 14, preloaded: preloadedDraft },
    frame,
    place,
  )!;
  await earlyEditor.loadNewerCopy();
  return { journal, earlyEditor };
}

function typeAtStart(text: string): void {
  const view = EditorView.findFromDOM(findElement('.cm-editor'));
  view?.dispatch({ changes: { from: 0, insert: text }, userEvent: 'input.type' });
}

describe('EarlyEditor', () => {
  it('saves typing before the page is loaded', async () => {
    const { journal, earlyEditor } = await openEarlyEditor();
    expect(document.activeElement).toBe(findElement('#place .cm-content'));
    typeAtStart('Early. ');
    await expect.poll(() => readStoredText(journal)).toBe('Early. Kept.');
    earlyEditor.end();
  });

  it('hands its editor to the page once, with the focus', async () => {
    const { journal, earlyEditor } = await openEarlyEditor();
    const content = findElement('.cm-content');
    typeAtStart('Early. ');
    const { drafts } = earlyEditor.documents;
    const [draft, outline] = [await drafts.open('local', 14, 'script'), await drafts.open('local', 14, 'outline')];
    expect(draft.text).toBe('Early. Kept.');
    expect(earlyEditor.takeEditor(outline)).toBeNull();
    const shownEditor = earlyEditor.takeEditor(draft)!;
    // The text from before any typing is saved as a version later.
    expect(shownEditor.initial).toMatchObject({ text: 'Kept.', at: WRITTEN_AT });
    expect(earlyEditor.takeEditor(draft)).toBeNull();

    const changes: string[] = [];
    shownEditor.editor.setListener({
      onChange: ({ after, byPerson }) => changes.push(`${byPerson} ${after.sliceString(0)}`),
    });
    shownEditor.editor.link(findElement('#pane'));
    earlyEditor.end();
    typeAtStart('Late. ');
    expect(changes).toEqual(['false Early. Kept.', 'true Late. Early. Kept.']);
    expect(findElement('#pane .cm-content')).toBe(content);
    expect(document.activeElement).toBe(content);
    expect(document.querySelector('#frame')).toBeNull();
    await draft.flush();
    expect(readStoredText(journal)).toBe('Early. Kept.');
    shownEditor.editor.unlink();
  });

  it('saves and closes when another page opens', async () => {
    const { journal, earlyEditor } = await openEarlyEditor();
    typeAtStart('Early. ');
    earlyEditor.end();
    expect(document.querySelector('.cm-content')).toBeNull();
    await expect.poll(() => readStoredText(journal)).toBe('Early. Kept.');
  });

  it('follows changes from another window', async () => {
    const { earlyEditor } = await openEarlyEditor();
    const draft = await earlyEditor.documents.drafts.open('local', 14, 'script');
    draft.replace('From elsewhere.');
    expect(findElement('.cm-content').textContent).toBe('From elsewhere.');
    earlyEditor.end();
  });
});
