import { listQuestions } from '#markdown/questions.ts';
import { restoreVersion, settleReview, findUndecided } from '#renderer/drafts/version-review.ts';
import type { Draft } from '#renderer/drafts/draft.svelte.ts';
import type { TextKind } from '#renderer/storage/keys.ts';
import type { Version, Versions } from '#renderer/drafts/versions.ts';
import type { Occasion } from '#renderer/storage/version-reasons.ts';
import { AfterPaint } from '#renderer/ui/after-paint.ts';
import { createInitialText, type InitialText, type ShownText } from './initial-text.ts';
import { ScriptFigures } from '../editor/script-figures.svelte.ts';
import { ScriptEditorView } from '../editor/script-editor-view.ts';
import { PreviewFollower } from '../preview/preview-follower.ts';
import { Preview } from '../preview/preview.ts';

export interface OpenTextOptions {
  readonly draft: Draft;
  readonly versions: Versions;
  readonly onWritten: () => void;
  readonly onLink: (href: string) => void;
  /** The early editor that already shows this text. */
  readonly shown?: ShownText | null;
}

/** One text of an open script: its draft, the editor and preview that show it, and a newer version to review. */
export class OpenText {
  readonly kind: TextKind;
  readonly draft: Draft;
  readonly initial: InitialText;
  readonly editor: ScriptEditorView;
  readonly preview: Preview;
  readonly figures: ScriptFigures;
  readonly #versions: Versions;
  readonly #onWritten: () => void;
  readonly #follower: PreviewFollower;
  readonly #unsubscribe: () => void;
  #newVersion = $state.raw<Version | null>(null);
  #line = $state.raw(1);
  /** The number of questions in the last generated text. */
  #generatedQuestionCount = $state.raw(0);
  readonly #cursorUpdate = new AfterPaint(() => {
    this.#line = this.editor.getCursor().line;
  });
  readonly #decidedIds = new Set<string>();
  readonly #offeredIds = new Set<string>();

  constructor({ draft, versions, onWritten, onLink, shown }: OpenTextOptions) {
    this.kind = draft.kind;
    this.figures = new ScriptFigures({ isTimed: draft.kind === 'script' });
    this.draft = draft;
    this.#versions = versions;
    this.#onWritten = onWritten;
    this.preview = new Preview({ onLink });
    this.#follower = new PreviewFollower(this.preview);
    this.initial = shown?.initial ?? createInitialText(draft);
    this.editor = shown?.editor ?? new ScriptEditorView();
    if (!shown) this.editor.open(draft.text);
    this.editor.setListener({
      onChange: (change) => {
        if (change.byPerson) {
          draft.change(() => this.editor.getText(), undefined, change);
          onWritten();
        }
        this.figures.recordChange(change);
        this.#follower.recordChange(change.after, change.change);
      },
      onCursor: (offset) => {
        this.figures.moveCursor(offset);
        this.#cursorUpdate.schedule();
      },
    });
    this.#unsubscribe = draft.onReplaced((text) => this.editor.setText(text));
  }

  /** True when nothing was ever written here and the service’s text was never loaded. */
  get isEmpty(): boolean {
    return this.draft.base === null && this.draft.rev === 0;
  }

  /** Returns the cursor's line, from 1. */
  get line(): number {
    return this.#line;
  }

  /** A generated text that awaits the person's review. */
  get newVersion(): Version | null {
    return this.#newVersion;
  }

  /** The numbers of answered and of all questions in the generated text; null if none is open. */
  get questionProgress(): { readonly answered: number; readonly total: number } | null {
    const openCount = this.figures.questionCount;
    const total = Math.max(openCount, this.#generatedQuestionCount);
    return openCount === 0 ? null : { answered: total - openCount, total };
  }

  /** Updates figures and preview now, before they are first shown. */
  updateNow(): void {
    this.figures.countNow();
    this.#follower.updateNow();
  }

  /** Offers an unfinished version for review until it is decided; afterwards it is found in the history alone. */
  offerVersion(version: Version): void {
    this.#offeredIds.add(version.id);
    this.draft.setReview({ version: version.id, open: false });
  }

  /** True when the person is in the middle of reviewing the text that arrived, also after a reload. */
  get isReviewing(): boolean {
    const { review } = this.draft;
    return review !== null && review.open && review.version === this.#newVersion?.id;
  }

  /** Records that the person opened the review, or left it for later. */
  setReviewOpen(open: boolean): void {
    if (this.#newVersion) this.draft.setReview({ version: this.#newVersion.id, open });
  }

  /** Looks for a version newer than the one this draft is based on. */
  async findNewVersion(): Promise<void> {
    this.#newVersion = await findUndecided(this.#versions, this.draft, this.#decidedIds, this.#offeredIds);
    const { account, scriptId, kind } = this.draft;
    const generatedVersion = (await this.#versions.list(account, scriptId, kind)).find(
      ({ source }) => source === 'generated',
    );
    this.#generatedQuestionCount = generatedVersion ? listQuestions(generatedVersion.text).length : 0;
  }

  /** Saves the person's text as a version, before something changes it. */
  saveVersion(occasion: Occasion, details?: { name?: string; at?: string }): Promise<Version | null> {
    return this.#versions.snapshot(this.draft, occasion, details);
  }

  /** Restores an older text after saving this one as a version; one undo in the editor reverts it. */
  async restore(text: string): Promise<void> {
    await restoreVersion(this.#versions, this.draft, text);
    this.#onWritten();
  }

  /**
   * Records the decision on a new version: `text` becomes the person's, and `version` the base for later comparisons.
   */
  async recordDecision(version: Version, text: string, serviceVersion: number | null): Promise<void> {
    await settleReview(this.#versions, this.draft, version, text, version.serviceVersion ?? serviceVersion);
    this.#decidedIds.add(version.id);
    await this.findNewVersion();
  }

  close(): void {
    this.#unsubscribe();
    this.editor.unlink();
    this.preview.unlink();
  }
}
