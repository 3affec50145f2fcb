import type { Draft } from '#renderer/offline/draft.svelte.ts';
import type { TextKind } from '#renderer/offline/keys.ts';
import type { Version, Versions } from '#renderer/offline/versions.ts';
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
}

/** One text of an open script: the draft, the editor and preview that show it, and what arrived beside it. */
export class OpenText {
  readonly kind: TextKind;
  readonly draft: Draft;
  readonly editor: ScriptEditorView;
  readonly preview: Preview;
  readonly figures = new ScriptFigures();
  readonly #versions: Versions;
  readonly #follower: PreviewFollower;
  readonly #unlink: () => void;
  #arrived = $state.raw<Version | null>(null);
  #line = $state.raw(1);
  readonly #decided = new Set<string>();

  constructor({ draft, versions, onWritten, onLink }: OpenTextOptions) {
    this.kind = draft.kind;
    this.draft = draft;
    this.#versions = versions;
    this.preview = new Preview({ onLink });
    this.#follower = new PreviewFollower(this.preview);
    this.editor = new ScriptEditorView({
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
        this.#line = this.editor.cursor().line;
      },
    });
    this.editor.open(draft.text);
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

  /** Looks for a generated text newer than the one this draft was made from. */
  async look(): Promise<void> {
    const { account, scriptId, kind } = this.draft;
    const all = await this.#versions.list(account, scriptId, kind);
    const since = this.draft.base?.version ?? -1;
    const mine = this.draft.text;
    this.#arrived =
      all.find(
        (version) =>
          version.source === 'generated' &&
          !this.#decided.has(version.id) &&
          (version.serviceVersion === null || version.serviceVersion > since) &&
          version.text !== mine,
      ) ?? null;
  }

  /** Keeps the person's text as it is now as a version, before pieces of another are taken into it. */
  async keepMine(): Promise<void> {
    const { account, scriptId, kind, text } = this.draft;
    const label = 'Before taking from a generated text';
    await this.#versions.add({ account, scriptId, kind, source: 'person', text, label });
  }

  /** The person decided on what arrived: `text` is theirs now, and the generated one is what it is compared with. */
  async decide(version: Version, text: string, serviceVersion: number | null): Promise<void> {
    this.#decided.add(version.id);
    this.draft.change(text);
    this.editor.setText(text);
    const known = version.serviceVersion ?? serviceVersion;
    if (known !== null) this.draft.stored(version.text, known);
    await this.look();
  }

  close(): void {
    this.#unlink();
    this.editor.unlink();
    this.preview.unlink();
  }
}
