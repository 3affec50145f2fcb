import { LOCAL_ACCOUNT } from '#contract/values.ts';
import type { PreloadedDraft } from '#contract/preloaded-draft.ts';
import type { Draft } from '#renderer/drafts/draft.svelte.ts';
import type { DraftOnDisk } from '#renderer/drafts/drafts.ts';
import type { MirroredStore } from '#renderer/storage/mirrored-store.ts';
import { draftKey } from '#renderer/storage/keys.ts';
import { Documents } from '#renderer/drafts/documents.ts';
import { ScriptEditorView } from '../editor/script-editor-view.ts';
import { createInitialText, type InitialText, type ShownText } from './initial-text.ts';

interface TextOnDisk {
  readonly store: MirroredStore;
  readonly account: string;
  readonly id: number;
  readonly preloaded: Pick<PreloadedDraft, 'entries' | 'local_since'>;
}

/**
 * Shows the text of the script a window opens with, in an editor that works before the app has loaded. Typing is saved
 * as usual; the script's page later takes over the same editor.
 */
export class EarlyEditor {
  readonly documents: Documents;
  readonly #frame: HTMLElement;
  readonly #draft: Draft;
  /** Loads the window's own copy if it is newer than the disk's. Call it once the text is painted. */
  readonly loadNewerCopy: () => Promise<void>;
  readonly #initialText: InitialText;
  #editor: ScriptEditorView | null;
  readonly #unsubscribers: (() => void)[];

  /** Shows the text in `place` and focuses it; `frame` surrounds it and is removed once the app is shown. */
  private constructor(
    page: Window,
    documents: Documents,
    { draft, compare }: DraftOnDisk,
    frame: HTMLElement,
    place: HTMLElement,
  ) {
    this.documents = documents;
    this.loadNewerCopy = compare;
    this.#draft = draft;
    this.#initialText = createInitialText(draft);
    this.#frame = frame;
    const editor = new ScriptEditorView();
    this.#editor = editor;
    editor.open(draft.text);
    editor.setListener({
      onChange: (change) => change.byPerson && draft.change(() => editor.getText(), undefined, change),
    });
    this.#unsubscribers = [draft.onReplaced((text) => editor.setText(text)), documents.drafts.link(page)];
    editor.link(place);
    editor.focus();
  }

  /** Returns null if the script's page has to open the text itself. */
  static show(
    page: Window,
    { store, account, id, preloaded }: TextOnDisk,
    frame: HTMLElement,
    place: HTMLElement,
  ): EarlyEditor | null {
    const entry = preloaded.entries.find(({ key }) => key === draftKey(account, id, 'script'));
    // An empty draft may have a text on the service, or an outline.
    if (!entry?.value['text']) return null;
    // Skip text from before the last reset of the local workspace.
    if (account === LOCAL_ACCOUNT && entry.updated_at < (preloaded.local_since ?? '')) return null;
    const documents = new Documents(store);
    const draft = documents.drafts.openFromDisk(account, id, 'script', preloaded.entries);
    return draft && new EarlyEditor(page, documents, draft, frame, place);
  }

  /** Hands the editor to the page that opened the same draft; returns null if it was taken or removed. */
  takeEditor(draft: Draft): ShownText | null {
    const editor = this.#editor;
    if (draft !== this.#draft || editor === null) return null;
    this.#release();
    return { editor, initial: this.#initialText };
  }

  /** Removes the frame, and the editor unless a page took it; called when the app is shown or shows another page. */
  end(): void {
    this.#editor?.unlink();
    if (this.#editor) this.#release();
    this.#frame.remove();
  }

  #release(): void {
    for (const unsubscribe of this.#unsubscribers.splice(0)) unsubscribe();
    this.#editor = null;
    void this.documents.drafts.close(this.#draft);
  }
}
