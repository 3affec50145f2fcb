import type { Block } from '#markdown/block-document.ts';
import { BlockDocument } from '#markdown/block-document.ts';
import { headingTokens } from '#markdown/headings.ts';
import { formatTime, spokenSeconds, spokenWords } from '#markdown/spoken.ts';
import { joinChanges, type TextChange, type TextSource } from '#markdown/text-change.ts';
import { WordCounter } from '#markdown/words.ts';
import type { TimeAt } from './time-gutter.ts';

/** Spans one heading to the next. Level 0 is the text before the first heading. */
export interface Section {
  readonly level: number;
  readonly text: string;
  /** Offset and line (from 0) of the section's heading. */
  readonly from: number;
  readonly line: number;
  /** Spoken words in the section and before it. */
  readonly spoken: number;
  readonly spokenBefore: number;
}

interface Measured {
  readonly spoken: number;
  readonly headings: readonly { readonly level: number; readonly text: string; readonly line: number }[];
}

/**
 * Tracks a script's sections, spoken words and words. Updates take time proportional to the change and stay off the
 * typing path: call `note` on each change and `settle` when there is time.
 */
export class ScriptOutline {
  readonly #document = new BlockDocument();
  readonly #measured = new WeakMap<Block, Measured>();
  readonly #counter = new WordCounter('');
  #settled: TextSource | null = null;
  #noted: { before: TextSource; after: TextSource; change: TextChange } | null = null;
  #sections: readonly Section[] = [];
  #spoken = 0;

  get sections(): readonly Section[] {
    return this.#sections;
  }

  get spoken(): number {
    return this.#spoken;
  }

  /** Returns the words of the whole script, including headings and cues. */
  get words(): number {
    return this.#counter.count;
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
    const before = known ? noted.before : { length: 0, sliceString: () => '' };
    this.#settled = noted.after;
    this.#counter.update(before, noted.after, change);
    this.#document.update(noted.after, change);
    this.#collect();
    return true;
  }

  #measure(block: Block): Measured {
    let measured = this.#measured.get(block);
    if (!measured) {
      const headings = headingTokens(block.tokens).map(({ level, text, lines }) => ({ level, text, line: lines[0] }));
      measured = { spoken: spokenWords(block.tokens), headings };
      this.#measured.set(block, measured);
    }
    return measured;
  }

  #collect(): void {
    const sections: Section[] = [];
    let open: Omit<Section, 'spoken'> = { level: 0, text: '', from: 0, line: 0, spokenBefore: 0 };
    let total = 0;
    const close = () => {
      const spoken = total - open.spokenBefore;
      if (open.level > 0 || spoken > 0) sections.push({ ...open, spoken });
    };
    for (const block of this.#document.blocks) {
      const { spoken, headings } = this.#measure(block);
      for (const heading of headings) {
        close();
        open = {
          level: heading.level,
          text: heading.text,
          from: block.from,
          line: block.line + heading.line,
          spokenBefore: total,
        };
      }
      total += spoken;
    }
    close();
    // The script's title would be an empty section.
    if (sections.length > 1 && sections[0]?.level === 1 && sections[0].spoken === 0) sections.shift();
    this.#sections = sections;
    this.#spoken = total;
  }

  /** Returns the index of the section at an offset, or -1. */
  sectionAt(offset: number): number {
    let found = -1;
    for (const [index, section] of this.#sections.entries()) if (section.from <= offset) found = index;
    return found;
  }

  /** Returns the spoken words before an offset, to block precision. */
  spokenBefore(offset: number): number {
    let words = 0;
    for (const block of this.#document.blocks) {
      if (block.from > offset) break;
      words += this.#measure(block).spoken;
    }
    return words;
  }

  /**
   * Returns when each heading and paragraph starts, at a pace in words per minute. Skips paragraphs that start at the
   * same time as the one before.
   */
  times(pace: number): TimeAt[] {
    const times: TimeAt[] = [];
    let words = 0;
    let last = '';
    for (const block of this.#document.blocks) {
      const { spoken, headings } = this.#measure(block);
      const heading = headings.length > 0;
      const time = formatTime(spokenSeconds(words, pace));
      if (heading || (spoken > 0 && time !== last)) {
        times.push({ from: block.from, time, heading });
        last = time;
      }
      words += spoken;
    }
    return times;
  }
}
