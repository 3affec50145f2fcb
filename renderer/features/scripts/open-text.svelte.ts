import { goBack, settle, undecided } from '#renderer/offline/arrivals.ts';
import type { Draft } from '#renderer/offline/draft.svelte.ts';
import type { TextKind } from '#renderer/offline/keys.ts';
import type { Occasion, Version, Versions } from '#renderer/offline/versions.ts';
import { AfterPaint } from '#renderer/ui/after-paint.ts';
import { leftIn, type LeftText, type ShownText } from './left-text.ts';
import { ScriptFigures } from './editor/script-figures.svelte.ts';
import { ScriptEditorView } from './editor/script-editor-view.ts';
import { PreviewFollower } from './preview/preview-follower.ts';
import { Preview } from './preview/preview.ts';

export interface OpenTextOptions {
  readonly draft: Draft;
  readonly versions: Versions;
  /** The person wrote. */
  readonly onWritten: () => void;
  readonly onLink: (href: string) => void;
  /** Where the text is on the screen already. */
  readonly shown?: ShownText | null;
}

/** One text of an open script: the draft, the editor and preview that show it, and what arrived beside it. */
export class OpenText {
  readonly kind: TextKind;
  readonly draft: Draft;
  readonly left: LeftText;
  readonly editor: ScriptEditorView;
  readonly preview: Preview;
  readonly figures = new ScriptFigures();
  readonly #versions: Versions;
  readonly #onWritten: () => void;
  readonly #follower: PreviewFollower;
  readonly #unlink: () => void;
  #arrived = $state.raw<Version | null>(null);
  #line = $state.raw(1);
  readonly #moved = new AfterPaint(() => {
    this.#line = this.editor.cursor().line;
  });
  readonly #decided = new Set<string>();

  constructor({ draft, versions, onWritten, onLink, shown }: OpenTextOptions) {
    this.kind = draft.kind;
    this.draft = draft;
    this.#versions = versions;
    this.#onWritten = onWritten;
    this.preview = new Preview({ onLink });
    this.#follower = new PreviewFollower(this.preview);
    this.left = shown?.left ?? leftIn(draft);
    this.editor = shown?.editor ?? new ScriptEditorView();
    if (!shown) this.editor.open(draft.text);
    this.editor.tell({
      onChange: (change) => {
        if (change.byPerson) {
          draft.change(() => this.editor.text());
          onWritten();
        }
        this.figures.note(change);
        this.#follower.note(change.after, change.change);
      },
      onCursor: (offset) => {
        this.figures.moveCursor(offset);
        this.#moved.ask();
      },
    });
    this.#unlink = draft.onReplaced((text) => this.editor.setText(text));
  }

  /** Nothing was ever written here, and the service’s text was never seen. */
  get empty(): boolean {
    return this.draft.base === null && this.draft.rev === 0;
  }

  /** The line of the cursor, from 1. */
  get line(): number {
    return this.#line;
  }

  /** A generated text the person has not decided on yet. */
  get arrived(): Version | null {
    return this.#arrived;
  }

  /** Brings figures and preview up to date now, before they are first shown. */
  settle(): void {
    this.figures.settle();
    this.#follower.settle();
  }

  /** Looks for a text newer than the one this draft was made from. */
  async look(): Promise<void> {
    this.#arrived = await undecided(this.#versions, this.draft, this.#decided);
  }

  /** Keeps the person's text as it is now, before something is done to it. */
  keep(occasion: Occasion, more?: { name?: string; at?: string }): Promise<Version | null> {
    return this.#versions.snapshot(this.draft, occasion, more);
  }

  /** Puts an older text in place, after keeping this one; one undo in the editor takes it back. */
  async goBack(text: string): Promise<void> {
    await goBack(this.#versions, this.draft, text);
    this.#onWritten();
  }

  /** The person decided on what arrived: `text` is theirs now, and the other one is what it is compared with. */
  async decide(version: Version, text: string, serviceVersion: number | null): Promise<void> {
    await settle(this.#versions, this.draft, version, text, version.serviceVersion ?? serviceVersion);
    this.#decided.add(version.id);
    await this.look();
  }

  close(): void {
    this.#unlink();
    this.editor.unlink();
    this.preview.unlink();
  }
}
