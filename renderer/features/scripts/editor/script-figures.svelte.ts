import { AfterPaint } from '#renderer/ui/after-paint.ts';
import type { OutlineRow } from './outline-row.ts';
import { ScriptOutline, type Section } from './script-outline.ts';
import type { EditorChange, ScriptEditorView } from './script-editor-view.ts';
import { PACE, spokenSeconds } from '#markdown/spoken.ts';

/**
 * What a script amounts to, for the screens: words, spoken time, sections, where the cursor is. `note` on every change
 * costs nothing to speak of; the counting follows in idle time.
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

  /** The section the cursor is in, -1 for none. */
  get current(): number {
    return this.#current;
  }

  /** Spoken time of the whole script, in seconds. */
  get seconds(): number {
    return this.#seconds;
  }

  /** Words a minute, 100–200. */
  get pace(): number {
    return this.#pace;
  }

  /** Spoken seconds before the cursor. */
  get position(): number {
    void this.#sections;
    return spokenSeconds(this.#outline.spokenBefore(this.#cursor), this.#pace);
  }

  /** The sections as the sidebar lists them; `targets` in seconds, by section. */
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

  /** Shown after the paint. */
  moveCursor(offset: number): void {
    this.#movedTo = offset;
    this.#moved.ask();
  }

  /** Follows an editor: its gutter shows the times. */
  link(editor: ScriptEditorView): void {
    this.#editor = editor;
    editor.showTimes(this.#outline.times(this.#pace));
  }

  /** What is noted is counted all the same: another editor, or none, may show the text next. */
  unlink(): void {
    this.#editor = null;
  }

  note({ before, after, change }: EditorChange): void {
    this.#outline.note(before, after, change);
    this.#later.ask();
  }

  /** Counts what is noted now. */
  settle(): void {
    this.#later.cancel();
    if (!this.#outline.settle()) return;
    this.#sections = this.#outline.sections;
    this.#words = this.#outline.words;
    this.#spoken = this.#outline.spoken;
    this.#editor?.showTimes(this.#outline.times(this.#pace));
  }
}
