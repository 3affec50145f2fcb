import type { Block } from '#markdown/block-document.ts';
import { BlockDocument } from '#markdown/block-document.ts';
import { headingTokens } from '#markdown/headings.ts';
import type { SpokenLength } from '#markdown/speech-units.ts';
import { formatTime } from '#markdown/clock.ts';
import { spokenLength } from '#markdown/spoken.ts';
import { PaceReader, type Pacing } from '#markdown/section-paces.ts';
import { joinChanges, type TextChange, type TextSource } from '#markdown/text-change.ts';
import type { TimeAt } from './time-gutter.ts';

/** Spans one heading to the next. Level 0 is the text before the first heading. */
export interface Section {
  readonly level: number;
  readonly text: string;
  /** Locates the section's heading by offset and line (from 0). */
  readonly from: number;
  readonly line: number;
  /** Tells sections with the same heading apart, from 0. */
  readonly nth: number;
  /** Count what is spoken in the section and before it, in words of English pace. */
  readonly spoken: number;
  readonly spokenBefore: number;
}

interface Measured extends SpokenLength {
  readonly questions: number;
  readonly headings: readonly { readonly level: number; readonly text: string; readonly line: number }[];
}

function measure({ tokens }: Block): Measured {
  const headings = headingTokens(tokens).map(({ level, text, lines }) => ({ level, text, line: lines[0] }));
  const questions = tokens.filter(({ type }) => type === 'question').length;
  return { ...spokenLength(tokens), headings, questions };
}

interface SectionsAndTotal {
  readonly sections: readonly Section[];
  readonly spoken: number;
}

/**
 * Tracks a script's sections and what is spoken. Updates take time proportional to the change and stay off the
 * typing path: call `note` on each change and `settle` when there is time.
 */
export class ScriptOutline {
  readonly #document = new BlockDocument();
  /** One entry a block. */
  readonly #measured: Measured[] = [];
  #settled: TextSource | null = null;
  #noted: { before: TextSource; after: TextSource; change: TextChange } | null = null;
  #words = 0;
  #questions = 0;
  /** Caches what is collected from all blocks on demand; null after a change. */
  #collected: SectionsAndTotal | null = null;

  get sections(): readonly Section[] {
    return this.#collect().sections;
  }

  /** Returns what is spoken, in words of English pace. */
  get spoken(): number {
    return this.#collect().spoken;
  }

  /** Returns the spoken words. */
  get words(): number {
    return this.#words;
  }

  /** Counts the questions that are not answered yet. */
  get questions(): number {
    return this.#questions;
  }

  /** Records a change for `settle`; cheap enough for a keystroke. */
  note(before: TextSource, after: TextSource, change: TextChange): void {
    const first = this.#noted?.before ?? before;
    this.#noted = { before: first, after, change: joinChanges(this.#noted?.change ?? null, change) };
  }

  /** Applies the noted changes. Returns whether there were any. */
  settle(): boolean {
    const noted = this.#noted;
    if (!noted) return false;
    this.#noted = null;
    const known = this.#settled === null ? noted.before.length === 0 : true;
    const change = known ? noted.change : { from: 0, to: 0, toNew: noted.after.length };
    this.#settled = noted.after;
    const { start, removed, added } = this.#document.update(noted.after, change);
    const measured = added.map(measure);
    for (const old of this.#measured.splice(start, removed.length, ...measured)) this.#count(old, -1);
    for (const one of measured) this.#count(one, 1);
    this.#collected = null;
    return true;
  }

  #count({ words, questions }: Measured, sign: 1 | -1): void {
    this.#words += sign * words;
    this.#questions += sign * questions;
  }

  #collect(): SectionsAndTotal {
    this.#collected ??= this.#collectAll();
    return this.#collected;
  }

  #collectAll(): SectionsAndTotal {
    const sections: Section[] = [];
    const reader = new PaceReader({ general: 0, sections: [] });
    let open: Omit<Section, 'spoken'> = { level: 0, text: '', nth: 0, from: 0, line: 0, spokenBefore: 0 };
    let total = 0;
    const close = () => {
      const spoken = total - open.spokenBefore;
      if (open.level > 0 || spoken > 0) sections.push({ ...open, spoken });
    };
    const { blocks } = this.#document;
    let index = 0;
    for (const { units, headings } of this.#measured) {
      const block = blocks[index++];
      for (const heading of headings) {
        close();
        open = {
          level: heading.level,
          text: heading.text,
          nth: reader.next(heading.text),
          from: block?.from ?? 0,
          line: (block?.line ?? 0) + heading.line,
          spokenBefore: total,
        };
      }
      total += units;
    }
    close();
    // The script's title would be an empty section.
    if (sections.length > 1 && sections[0]?.level === 1 && sections[0].spoken === 0) sections.shift();
    return { sections, spoken: total };
  }

  /** Returns the index of the section at an offset, or -1. */
  sectionAt(offset: number): number {
    let found = -1;
    for (const [index, section] of this.sections.entries()) if (section.from <= offset) found = index;
    return found;
  }

  /** Returns the seconds spoken before an offset, to block precision. */
  secondsBefore(offset: number, pacing: Pacing): number {
    const reader = new PaceReader(pacing);
    let seconds = 0;
    for (const [index, block] of this.#document.blocks.entries()) {
      if (block.from > offset) break;
      for (const { text } of this.#measured[index]?.headings ?? []) reader.next(text);
      seconds += reader.seconds(this.#measured[index]?.units ?? 0);
    }
    return seconds;
  }

  /**
   * Returns when each heading and paragraph starts. Skips paragraphs that start at the same time as the one before.
   */
  times(pacing: Pacing): TimeAt[] {
    const reader = new PaceReader(pacing);
    const times: TimeAt[] = [];
    let before = 0;
    let last = '';
    const { blocks } = this.#document;
    for (const [index, { units, headings }] of this.#measured.entries()) {
      const heading = headings.length > 0;
      for (const { text } of headings) reader.next(text);
      const time = formatTime(before);
      if (heading || (units > 0 && time !== last)) {
        times.push({ from: blocks[index]?.from ?? 0, time, heading });
        last = time;
      }
      before += reader.seconds(units);
    }
    return times;
  }
}
