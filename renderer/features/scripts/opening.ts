import type { BroughtText } from '#contract/brought-text.ts';
import type { Draft } from '#renderer/offline/draft.svelte.ts';
import type { DraftOnDisk } from '#renderer/offline/drafts.ts';
import type { WrittenStore } from '#renderer/offline/store.ts';
import { draftKey } from '#renderer/offline/keys.ts';
import { Written } from '#renderer/offline/written.ts';
import { ScriptEditorView } from './editor/script-editor-view.ts';
import { leftIn, type LeftText, type ShownText } from './left-text.ts';

interface TextOnDisk {
  readonly store: WrittenStore;
  readonly account: string;
  readonly id: number;
  readonly found: Pick<BroughtText, 'entries' | 'local_since'>;
}

/**
 * The text of the script a window is opened with, in an editor that stands before the studio around it is loaded. What
 * is typed into it is saved as ever; the script's page then takes the editor over as it is.
 */
export class ScriptOpening {
  readonly written: Written;
  readonly #frame: HTMLElement;
  readonly #draft: Draft;
  /** To be called once the text is painted: the window's own copy may be newer than the disk's. */
  readonly compare: () => Promise<void>;
  readonly #left: LeftText;
  #editor: ScriptEditorView | null;
  readonly #unlinks: (() => void)[];

  /** Shows the text in `place`, with the cursor in it; `frame` is around it and goes when the studio stands. */
  private constructor(
    page: Window,
    written: Written,
    { draft, compare }: DraftOnDisk,
    frame: HTMLElement,
    place: HTMLElement,
  ) {
    this.written = written;
    this.compare = compare;
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

  /** Null where the script's page has to open it. */
  static show(
    page: Window,
    { store, account, id, found }: TextOnDisk,
    frame: HTMLElement,
    place: HTMLElement,
  ): ScriptOpening | null {
    const entry = found.entries.find(({ key }) => key === draftKey(account, id, 'script'));
    // An empty one may have a text at the service, or an outline.
    if (!entry?.value['text']) return null;
    // What was written in a studio that was put aside is not for this screen.
    if (account === 'local' && entry.updated_at < (found.local_since ?? '')) return null;
    const written = new Written(store);
    const draft = written.drafts.fromDisk(account, id, 'script', found.entries);
    return draft && new ScriptOpening(page, written, draft, frame, place);
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
