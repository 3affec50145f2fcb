import type { Draft } from '#renderer/offline/draft.svelte.ts';
import type { WrittenStore } from '#renderer/offline/store.ts';
import { Written } from '#renderer/offline/written.ts';
import { ScriptEditorView } from './editor/script-editor-view.ts';
import { leftIn, type LeftText, type ShownText } from './left-text.ts';

export interface FoundText {
  readonly written: Written;
  /** Open: it wants a close. */
  readonly draft: Draft;
}

/** The text of a script, to be shown at once; null where the script's page has to open it. */
export async function findText(store: WrittenStore, account: string, id: number): Promise<FoundText | null> {
  const written = new Written(store);
  const draft = await written.drafts.open(account, id, 'script');
  // An empty one may have a text at the service, or an outline; one that is not on disk has yet to be brought there.
  if (draft.text !== '' && draft.status.place === 'disk') return { written, draft };
  await written.drafts.close(draft);
  return null;
}

/**
 * The text of the script a window is opened with, in an editor that stands before the studio around it is loaded. What
 * is typed into it is saved as ever; the script's page then takes the editor over as it is. What is on the screen is
 * for certain the newest text: where that takes more than reading both copies, the page opens it.
 */
export class ScriptOpening {
  readonly written: Written;
  readonly #frame: HTMLElement;
  readonly #draft: Draft;
  readonly #left: LeftText;
  #editor: ScriptEditorView | null;
  readonly #unlinks: (() => void)[];

  /** Shows the text in `place`, with the cursor in it; `frame` is around it and goes when the studio stands. */
  constructor(page: Window, { written, draft }: FoundText, frame: HTMLElement, place: HTMLElement) {
    this.written = written;
    this.#draft = draft;
    this.#left = leftIn(draft);
    this.#frame = frame;
    const editor = new ScriptEditorView();
    this.#editor = editor;
    editor.open(draft.text);
    editor.tell({ onChange: ({ byPerson }) => byPerson && draft.change(() => editor.text()) });
    this.#unlinks = [draft.onReplaced((text) => editor.setText(text)), written.drafts.link(page)];
    editor.link(place);
    editor.focus();
  }

  /** The editor, for the page that has opened the same draft; null when it is taken, or gone. */
  take(draft: Draft): ShownText | null {
    const editor = this.#editor;
    if (draft !== this.#draft || editor === null) return null;
    this.#letGo();
    return { editor, left: this.#left };
  }

  /** The studio stands, or is elsewhere: the frame goes, and the editor too unless a page took it. */
  end(): void {
    this.#editor?.unlink();
    if (this.#editor) this.#letGo();
    this.#frame.remove();
  }

  #letGo(): void {
    for (const unlink of this.#unlinks.splice(0)) unlink();
    this.#editor = null;
    void this.written.drafts.close(this.#draft);
  }
}
