/** Keeps the sections of a draft at their planned lengths: one that is too long or too short is requested again. */
import { findHeadings } from '#markdown/headings.ts';
import { countScriptWords } from '#markdown/spoken-pieces.ts';

import { EngineError, type RewriteBrief, type RewriteResult, type TextUsage } from '../text-engine.ts';

interface Section {
  /** Empty for a text without headings. */
  readonly heading: string;
  /** The heading's line. */
  readonly head: string;
  readonly body: string;
  readonly words: number;
}

/** Splits a draft into its sections, "## Name" each; `lead` is the title before the first. */
function splitSections(draft: string): { lead: string; sections: Section[] } {
  const starts = findHeadings(draft).filter(({ level }) => level === 2);
  const leadEnd = starts[0]?.from ?? 0;
  const lead = draft.slice(0, leadEnd);
  if (starts.length === 0 || countScriptWords(lead) > 0)
    return { lead: '', sections: [{ heading: '', head: '', body: draft, words: countScriptWords(draft) }] };
  const sections = starts.map((start, index) => {
    const body = draft.slice(start.to, starts[index + 1]?.from ?? draft.length);
    return { heading: start.text, head: draft.slice(start.from, start.to), body, words: countScriptWords(body) };
  });
  return { lead, sections };
}

/** Returns the spoken words of each section of a script. */
export const countSectionWords = (script: string): number[] => splitSections(script).sections.map(({ words }) => words);

/** The largest difference from the planned length, as a share of it. */
const TOLERANCE = 0.1;
export const isLengthOff = (wordCount: number, plannedWords: number): boolean =>
  Math.abs(wordCount - plannedWords) > plannedWords * TOLERANCE;

/** Shows the model this much of the text around a section, in UTF-16 code units. */
const CONTEXT_LENGTH = 800;

function describeTask(wordCount: number, plannedWords: number): string {
  const advice =
    wordCount < plannedWords
      ? 'Say in more detail what it says already.'
      : 'Leave out what a listener would miss least; keep every number and name.';
  return `Rewrite this section so that it has ${plannedWords} spoken words (at most 10 % more or less); it has ${wordCount} now. ${advice} Leave out its name; keep the headings inside it.`;
}

export type LengthBrief = Pick<RewriteBrief, 'task' | 'text' | 'before' | 'after'>;

interface LengthResult {
  readonly markdown: string;
  /** The tokens of each further answer. */
  readonly usages: readonly (TextUsage | null)[];
  readonly notes: readonly string[];
}

const getSectionName = ({ heading }: Section): string => (heading === '' ? 'The text' : `“${heading}”`);

/**
 * Requests each section whose length is off once, and takes an answer that is closer. A draft with other sections than
 * planned stays as it is, and so do the sections after a failed request.
 * @throws EngineError of kind `cancelled`
 */
export async function correctLengths(
  draft: string,
  plannedLengths: readonly number[],
  ask: (brief: LengthBrief, heading: string, index: number) => Promise<RewriteResult>,
): Promise<LengthResult> {
  const { lead, sections } = splitSections(draft);
  const usages: (TextUsage | null)[] = [];
  const notes: string[] = [];
  if (sections.length !== plannedLengths.length) return { markdown: draft, usages, notes };
  const joinSections = (parts: readonly Section[]): string => parts.map(({ head, body }) => head + body).join('');
  for (const [index, section] of sections.entries()) {
    const targetWords = plannedLengths[index] ?? section.words;
    if (!isLengthOff(section.words, targetWords)) continue;
    const before = (lead + joinSections(sections.slice(0, index)) + section.head).slice(-CONTEXT_LENGTH);
    const after = joinSections(sections.slice(index + 1)).slice(0, CONTEXT_LENGTH);
    try {
      const brief = { task: describeTask(section.words, targetWords), text: section.body.trim(), before, after };
      const { texts, usage } = await ask(brief, section.heading, index);
      usages.push(usage);
      sections[index] = replaceIfCloser(section, texts[0] ?? '', targetWords);
    } catch (error) {
      if (!(error instanceof EngineError) || error.kind === 'cancelled') throw error;
      usages.push(error.usage);
      notes.push(`The model wasn’t asked for lengths any further. ${error.message}`);
      break;
    }
  }
  for (const [index, section] of sections.entries()) {
    const targetWords = plannedLengths[index] ?? section.words;
    if (isLengthOff(section.words, targetWords))
      notes.push(`${getSectionName(section)} has ${section.words} words; ${targetWords} were planned.`);
  }
  return { markdown: lead + joinSections(sections), usages, notes };
}

/** Returns the section with the new text if its length is closer to the target and it is still one section. */
function replaceIfCloser(section: Section, text: string, targetWords: number): Section {
  const wordCount = countScriptWords(text);
  const isSingleSection = findHeadings(text).every(({ level }) => level > 2);
  if (!isSingleSection || Math.abs(wordCount - targetWords) >= Math.abs(section.words - targetWords)) return section;
  const [leadingSpace = ''] = /^\s*/.exec(section.body) ?? [];
  const [trailingSpace = ''] = /\s*$/.exec(section.body.slice(leadingSpace.length)) ?? [];
  return {
    ...section,
    body: (leadingSpace === '' && section.head !== '' ? '\n\n' : leadingSpace) + text + trailingSpace,
    words: wordCount,
  };
}
