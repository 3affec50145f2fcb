import { untrack } from 'svelte';
import { AfterPaint } from '#renderer/ui/after-paint.ts';
import type { OutlineRow } from './outline-row.ts';
import { ScriptOutline, type Section } from './script-outline.ts';
import type { EditorChange, ScriptEditorView } from './script-editor-view.ts';
import { getPace, type Pacing, type SectionPace } from '#markdown/section-paces.ts';
import { limitPace, PACE, toSpokenSeconds } from '#markdown/spoken.ts';

/**
 * Keeps a script's figures for the screens: words, spoken time, sections, cursor position. `recordChange` is cheap
 * enough for every keystroke; counting follows in idle time.
 */
export class ScriptFigures {
  /** True when the text is spoken; an outline is not. */
  readonly isTimed: boolean;
  readonly #outline = new ScriptOutline();
  #sections = $state.raw<readonly Section[]>([]);
  #wordCount = $state.raw(0);
  #spokenWords = $state.raw(0);
  #questionCount = $state.raw(0);
  #cursor = $state.raw(0);
  #newCursor = 0;
  readonly #cursorUpdate = new AfterPaint(() => {
    this.#cursor = this.#newCursor;
  });
  #pacing = $state.raw<Pacing>({ general: PACE.default, sections: [] });
  readonly #countUpdate = new AfterPaint(() => this.countNow());
  #editor: ScriptEditorView | null = null;

  readonly #currentIndex = $derived(this.#sections.findLastIndex((section) => section.from <= this.#cursor));
  readonly #seconds = $derived(this.#computeSeconds(this.#spokenWords));

  constructor({ isTimed }: { readonly isTimed: boolean } = { isTimed: true }) {
    this.isTimed = isTimed;
  }

  get wordCount(): number {
    return this.#wordCount;
  }

  /** The number of unanswered questions. */
  get questionCount(): number {
    return this.#questionCount;
  }

  get sections(): readonly Section[] {
    return this.#sections;
  }

  /** Returns the index of the section the cursor is in, or -1. */
  get currentIndex(): number {
    return this.#currentIndex;
  }

  /** Returns the spoken time of the whole script, in seconds. */
  get seconds(): number {
    return this.#seconds;
  }

  /** Returns the paces of the script and of its sections, in words per minute, 100–200. */
  get pacing(): Pacing {
    return this.#pacing;
  }

  /** Returns the spoken seconds before the cursor. */
  get secondsBeforeCursor(): number {
    void this.#sections;
    return this.#outline.getSecondsBefore(this.#cursor, this.#pacing);
  }

  /** Returns the sections for the sidebar; `targets` are seconds per section. */
  createRows(targets: readonly (number | null)[] = []): OutlineRow[] {
    const top = Math.min(...this.#sections.map(({ level }) => Math.max(1, level)));
    return this.#sections.map((section, index) => ({
      text: section.level === 0 ? 'Before the first heading' : section.text,
      seconds: this.getSectionSeconds(section),
      target: targets[index] ?? null,
      depth: Math.max(0, Math.min(3, section.level - top)),
      from: section.from,
    }));
  }

  /** Returns the spoken seconds of a section at its own pace. */
  getSectionSeconds({ text, nth, spoken }: Section): number {
    return toSpokenSeconds(spoken, getPace(this.#pacing, text, nth));
  }

  setPace(pace: number): void {
    this.#pacing = { ...untrack(() => this.#pacing), general: limitPace(pace) };
    this.#showTimes();
  }

  /** Sets the paces of sections that have their own. */
  setSectionPaces(sections: readonly SectionPace[]): void {
    this.#pacing = { ...untrack(() => this.#pacing), sections };
    this.#showTimes();
  }

  #computeSeconds(spokenWords: number): number {
    void this.#sections;
    const { general, sections } = this.#pacing;
    return sections.length === 0
      ? toSpokenSeconds(spokenWords, general)
      : this.#outline.getSecondsBefore(Infinity, this.#pacing);
  }

  /** Updates the cursor position after the paint. */
  moveCursor(offset: number): void {
    this.#newCursor = offset;
    this.#cursorUpdate.schedule();
  }

  /** Shows the spoken times in an editor's gutter. */
  link(editor: ScriptEditorView): void {
    this.#editor = editor;
    this.#showTimes();
  }

  /** Leaves the editor; changes are still recorded and counted. */
  unlink(): void {
    this.#editor = null;
  }

  recordChange({ before, after, change }: EditorChange): void {
    this.#outline.recordChange(before, after, change);
    this.#countUpdate.schedule();
  }

  /** Counts the recorded changes now. */
  countNow(): void {
    this.#countUpdate.cancel();
    if (!this.#outline.applyChanges()) return;
    this.#sections = this.#outline.sections;
    this.#wordCount = this.#outline.wordCount;
    this.#spokenWords = this.#outline.spoken;
    this.#questionCount = this.#outline.questionCount;
    this.#showTimes();
  }

  #showTimes(): void {
    // Untracked, so that an effect that sets the pace does not run again.
    const pacing = untrack(() => this.#pacing);
    if (this.isTimed) this.#editor?.showTimes(this.#outline.getTimes(pacing));
  }
}
