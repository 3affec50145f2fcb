import { AfterPaint } from '#renderer/ui/after-paint.ts';
import type { OutlineRow } from './outline-row.ts';
import { ScriptOutline, type Section } from './script-outline.ts';
import type { EditorChange, ScriptEditorView } from './script-editor-view.ts';
import { PACE, spokenSeconds } from '#markdown/spoken.ts';

/**
 * Keeps a script's figures for the screens: words, spoken time, sections, cursor position. `note` is cheap enough to
 * call on every change; counting follows in idle time.
 */
export class ScriptFigures {
  readonly #outline = new ScriptOutline();
  #sections = $state.raw<readonly Section[]>([]);
  #words = $state.raw(0);
  #spoken = $state.raw(0);
  #cursor = $state.raw(0);
  #movedTo = 0;
  readonly #moved = new AfterPaint(() => {
    this.#cursor = this.#movedTo;
  });
  #pace = $state.raw<number>(PACE.usual);
  readonly #later = new AfterPaint(() => this.settle());
  #editor: ScriptEditorView | null = null;

  readonly #current = $derived(this.#sections.findLastIndex((section) => section.from <= this.#cursor));
  readonly #seconds = $derived(spokenSeconds(this.#spoken, this.#pace));

  get words(): number {
    return this.#words;
  }

  get sections(): readonly Section[] {
    return this.#sections;
  }

  /** Returns the index of the section the cursor is in, or -1. */
  get current(): number {
    return this.#current;
  }

  /** Returns the spoken time of the whole script, in seconds. */
  get seconds(): number {
    return this.#seconds;
  }

  /** Returns the pace in words per minute, 100–200. */
  get pace(): number {
    return this.#pace;
  }

  /** Returns the spoken seconds before the cursor. */
  get position(): number {
    void this.#sections;
    return spokenSeconds(this.#outline.spokenBefore(this.#cursor), this.#pace);
  }

  /** Returns the sections for the sidebar; `targets` are seconds per section. */
  rows(targets: readonly (number | null)[] = []): OutlineRow[] {
    const top = Math.min(...this.#sections.map(({ level }) => Math.max(1, level)));
    return this.#sections.map((section, index) => ({
      text: section.level === 0 ? 'Before the first heading' : section.text,
      seconds: spokenSeconds(section.spoken, this.#pace),
      target: targets[index] ?? null,
      depth: Math.max(0, Math.min(3, section.level - top)),
      from: section.from,
    }));
  }

  setPace(pace: number): void {
    this.#pace = Math.min(PACE.most, Math.max(PACE.least, Math.round(pace)));
    this.#editor?.showTimes(this.#outline.times(this.#pace));
  }

  /** Updates the cursor position after the paint. */
  moveCursor(offset: number): void {
    this.#movedTo = offset;
    this.#moved.ask();
  }

  /** Shows the spoken times in an editor's gutter. */
  link(editor: ScriptEditorView): void {
    this.#editor = editor;
    editor.showTimes(this.#outline.times(this.#pace));
  }

  /** Keeps counting noted changes, because another editor, or none, may show the text next. */
  unlink(): void {
    this.#editor = null;
  }

  note({ before, after, change }: EditorChange): void {
    this.#outline.note(before, after, change);
    this.#later.ask();
  }

  /** Counts the noted changes now. */
  settle(): void {
    this.#later.cancel();
    if (!this.#outline.settle()) return;
    this.#sections = this.#outline.sections;
    this.#words = this.#outline.words;
    this.#spoken = this.#outline.spoken;
    this.#editor?.showTimes(this.#outline.times(this.#pace));
  }
}
