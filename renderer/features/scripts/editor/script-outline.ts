import type { Block } from '#markdown/block-document.ts';
import { BlockDocument } from '#markdown/block-document.ts';
import { listHeadingTokens } from '#markdown/headings.ts';
import type { SpokenLength } from '#markdown/speech-units.ts';
import { formatTime } from '#markdown/clock.ts';
import { spokenLength } from '#markdown/spoken.ts';
import { PaceReader, type Pacing } from '#markdown/section-paces.ts';
import { joinChanges, type TextChange, type TextSource } from '#markdown/text-change.ts';
import type { ParagraphTime } from './time-gutter.ts';

/** The text from one heading to the next. Level 0 is the text before the first heading. */
export interface Section {
  readonly level: number;
  readonly text: string;
  /** Offset and line (from 0) of the section's heading. */
  readonly from: number;
  readonly line: number;
  /** The section's number among those with the same heading, from 0. */
  readonly nth: number;
  /** Spoken length of the section and of the text before it, in words of English pace. */
  readonly spoken: number;
  readonly spokenBefore: number;
}

interface MeasuredBlock extends SpokenLength {
  readonly questionCount: number;
  readonly headings: readonly { readonly level: number; readonly text: string; readonly line: number }[];
}

function measure({ tokens }: Block): MeasuredBlock {
  const headings = listHeadingTokens(tokens).map(({ level, text, lines }) => ({ level, text, line: lines[0] }));
  const questions = tokens.filter(({ type }) => type === 'question').length;
  return { ...spokenLength(tokens), headings, questionCount: questions };
}

interface SectionsAndTotal {
  readonly sections: readonly Section[];
  readonly spoken: number;
}

/**
 * Tracks a script's sections and spoken length. Updates take time proportional to the change and stay off the
 * typing path: call `recordChange` on each change and `applyChanges` when there is time.
 */
export class ScriptOutline {
  readonly #document = new BlockDocument();
  /** One entry per block. */
  readonly #measuredBlocks: MeasuredBlock[] = [];
  #appliedText: TextSource | null = null;
  #pendingChange: { before: TextSource; after: TextSource; change: TextChange } | null = null;
  #wordCount = 0;
  #questionCount = 0;
  /** Cached sections, collected from all blocks on demand; null after a change. */
  #collectedSections: SectionsAndTotal | null = null;

  get sections(): readonly Section[] {
    return this.#collect().sections;
  }

  /** The spoken length, in words of English pace. */
  get spoken(): number {
    return this.#collect().spoken;
  }

  /** The number of spoken words. */
  get wordCount(): number {
    return this.#wordCount;
  }

  /** The number of unanswered questions. */
  get questionCount(): number {
    return this.#questionCount;
  }

  /** Records a change for `applyChanges`; cheap enough for a keystroke. */
  recordChange(before: TextSource, after: TextSource, change: TextChange): void {
    const first = this.#pendingChange?.before ?? before;
    this.#pendingChange = { before: first, after, change: joinChanges(this.#pendingChange?.change ?? null, change) };
  }

  /** Applies the recorded changes. Returns whether there were any. */
  applyChanges(): boolean {
    const pendingChange = this.#pendingChange;
    if (!pendingChange) return false;
    this.#pendingChange = null;
    const isKnown = this.#appliedText === null ? pendingChange.before.length === 0 : true;
    const change = isKnown ? pendingChange.change : { from: 0, to: 0, toNew: pendingChange.after.length };
    this.#appliedText = pendingChange.after;
    const { start, removedBlocks: removed, addedBlocks: added } = this.#document.update(pendingChange.after, change);
    const newBlocks = added.map(measure);
    for (const removedBlock of this.#measuredBlocks.splice(start, removed.length, ...newBlocks))
      this.#count(removedBlock, -1);
    for (const block of newBlocks) this.#count(block, 1);
    this.#collectedSections = null;
    return true;
  }

  #count({ words, questionCount: questions }: MeasuredBlock, sign: 1 | -1): void {
    this.#wordCount += sign * words;
    this.#questionCount += sign * questions;
  }

  #collect(): SectionsAndTotal {
    this.#collectedSections ??= this.#collectAll();
    return this.#collectedSections;
  }

  #collectAll(): SectionsAndTotal {
    const sections: Section[] = [];
    const reader = new PaceReader({ general: 0, sections: [] });
    let openSection: Omit<Section, 'spoken'> = { level: 0, text: '', nth: 0, from: 0, line: 0, spokenBefore: 0 };
    let total = 0;
    const closeSection = () => {
      const spokenWords = total - openSection.spokenBefore;
      if (openSection.level > 0 || spokenWords > 0) sections.push({ ...openSection, spoken: spokenWords });
    };
    const { blocks } = this.#document;
    let index = 0;
    for (const { units, headings } of this.#measuredBlocks) {
      const block = blocks[index++];
      for (const heading of headings) {
        closeSection();
        openSection = {
          level: heading.level,
          text: heading.text,
          nth: reader.enterSection(heading.text),
          from: block?.from ?? 0,
          line: (block?.line ?? 0) + heading.line,
          spokenBefore: total,
        };
      }
      total += units;
    }
    closeSection();
    // Leave out the script's title if it would be an empty section.
    if (sections.length > 1 && sections[0]?.level === 1 && sections[0].spoken === 0) sections.shift();
    return { sections, spoken: total };
  }

  /** Returns the index of the section at an offset, or -1. */
  findSectionAt(offset: number): number {
    let sectionIndex = -1;
    for (const [index, section] of this.sections.entries()) if (section.from <= offset) sectionIndex = index;
    return sectionIndex;
  }

  /** Returns the seconds spoken before an offset, to block precision. */
  getSecondsBefore(offset: number, pacing: Pacing): number {
    const reader = new PaceReader(pacing);
    let seconds = 0;
    for (const [index, block] of this.#document.blocks.entries()) {
      if (block.from > offset) break;
      for (const { text } of this.#measuredBlocks[index]?.headings ?? []) reader.enterSection(text);
      seconds += reader.getSeconds(this.#measuredBlocks[index]?.units ?? 0);
    }
    return seconds;
  }

  /**
   * Returns when each heading and paragraph starts. Skips paragraphs that start at the same time as the one before.
   */
  getTimes(pacing: Pacing): ParagraphTime[] {
    const reader = new PaceReader(pacing);
    const times: ParagraphTime[] = [];
    let elapsed = 0;
    let lastTime = '';
    const { blocks } = this.#document;
    for (const [index, { units, headings }] of this.#measuredBlocks.entries()) {
      const isHeading = headings.length > 0;
      for (const { text } of headings) reader.enterSection(text);
      const time = formatTime(elapsed);
      if (isHeading || (units > 0 && time !== lastTime)) {
        times.push({ from: blocks[index]?.from ?? 0, time, isHeading });
        lastTime = time;
      }
      elapsed += reader.getSeconds(units);
    }
    return times;
  }
}
