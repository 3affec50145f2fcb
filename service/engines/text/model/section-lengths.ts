/** Keeps the sections of a draft at their planned lengths: asks once more for each that is too long or too short. */
import { headings } from '#markdown/headings.ts';
import { scriptWords } from '#markdown/spoken-pieces.ts';

import { EngineError, type RewriteBrief, type RewriteResult, type TextUsage } from '../text-engine.ts';

interface Section {
  /** Is empty for a text without headings. */
  readonly heading: string;
  /** Holds the heading's line. */
  readonly head: string;
  readonly body: string;
  readonly words: number;
}

/** Splits a draft into its sections, "## Name" each; `lead` is the title before the first. */
function split(draft: string): { lead: string; sections: Section[] } {
  const starts = headings(draft).filter(({ level }) => level === 2);
  const from = starts[0]?.from ?? 0;
  const lead = draft.slice(0, from);
  if (starts.length === 0 || scriptWords(lead) > 0)
    return { lead: '', sections: [{ heading: '', head: '', body: draft, words: scriptWords(draft) }] };
  const sections = starts.map((start, index) => {
    const body = draft.slice(start.to, starts[index + 1]?.from ?? draft.length);
    return { heading: start.text, head: draft.slice(start.from, start.to), body, words: scriptWords(body) };
  });
  return { lead, sections };
}

/** Returns the spoken words of each section of a script. */
export const sectionWords = (script: string): number[] => split(script).sections.map(({ words }) => words);

/** Is the most that a length may differ from the planned one, as a share of it. */
const TOLERANCE = 0.1;
export const isOff = (words: number, planned: number): boolean => Math.abs(words - planned) > planned * TOLERANCE;

/** Shows the model this much of the text around a section, in UTF-16 code units. */
const AROUND = 800;

function taskFor(words: number, planned: number): string {
  const how =
    words < planned
      ? 'Say in more detail what it says already.'
      : 'Leave out what a listener would miss least; keep every number and name.';
  return `Rewrite this section so that it has ${planned} spoken words (at most 10 % more or less); it has ${words} now. ${how} Leave out its name; keep the headings inside it.`;
}

export type LengthBrief = Pick<RewriteBrief, 'task' | 'text' | 'before' | 'after'>;

interface Kept {
  readonly markdown: string;
  /** Lists the tokens of each further answer. */
  readonly usages: readonly (TextUsage | null)[];
  readonly notes: readonly string[];
}

const named = ({ heading }: Section): string => (heading === '' ? 'The text' : `“${heading}”`);

/**
 * Asks once for each section whose length is off, and takes an answer that is closer. A draft with other sections than
 * planned stays as it is; so does the rest of one after a request that failed.
 * @throws EngineError of kind `cancelled`
 */
export async function keepLengths(
  draft: string,
  planned: readonly number[],
  ask: (brief: LengthBrief, heading: string, index: number) => Promise<RewriteResult>,
): Promise<Kept> {
  const { lead, sections } = split(draft);
  const usages: (TextUsage | null)[] = [];
  const notes: string[] = [];
  if (sections.length !== planned.length) return { markdown: draft, usages, notes };
  const joined = (parts: readonly Section[]): string => parts.map(({ head, body }) => head + body).join('');
  for (const [index, section] of sections.entries()) {
    const wanted = planned[index] ?? section.words;
    if (!isOff(section.words, wanted)) continue;
    const before = (lead + joined(sections.slice(0, index)) + section.head).slice(-AROUND);
    const after = joined(sections.slice(index + 1)).slice(0, AROUND);
    try {
      const brief = { task: taskFor(section.words, wanted), text: section.body.trim(), before, after };
      const { texts, usage } = await ask(brief, section.heading, index);
      usages.push(usage);
      sections[index] = closer(section, texts[0] ?? '', wanted);
    } catch (error) {
      if (!(error instanceof EngineError) || error.kind === 'cancelled') throw error;
      usages.push(error.usage);
      notes.push(`The model wasn’t asked for lengths any further. ${error.message}`);
      break;
    }
  }
  for (const [index, section] of sections.entries()) {
    const wanted = planned[index] ?? section.words;
    if (isOff(section.words, wanted))
      notes.push(`${named(section)} has ${section.words} words; ${wanted} were planned.`);
  }
  return { markdown: lead + joined(sections), usages, notes };
}

/** Returns the section with the new text if its length is closer to the wanted one and it is one section still. */
function closer(section: Section, text: string, wanted: number): Section {
  const words = scriptWords(text);
  const isOne = headings(text).every(({ level }) => level > 2);
  if (!isOne || Math.abs(words - wanted) >= Math.abs(section.words - wanted)) return section;
  const [space = ''] = /^\s*/.exec(section.body) ?? [];
  const [end = ''] = /\s*$/.exec(section.body.slice(space.length)) ?? [];
  return { ...section, body: (space === '' && section.head !== '' ? '\n\n' : space) + text + end, words };
}
