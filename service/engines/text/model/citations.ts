/** Reads the marks with which a model names the sources of its sentences: `[^2]` after a sentence from research 2. */
import { plainSentence, sentencesIn } from '#markdown/claims.ts';

import type { Citation } from '../text-engine.ts';

/** Matches a mark with the spaces before it. */
const MARK = /[ \t]*\[\^(\d{1,3})\]/g;
/** Matches a line that explains a mark, as footnotes do. */
const NOTE = /^[ \t]*\[\^(\d{1,3})\]:.*\n?/gm;

const isSource = (number: string, count: number): boolean => Number(number) >= 1 && Number(number) <= count;

/** Removes the marks of `count` sources, and tells which sentence named which. Footnotes of other numbers stay. */
export function readCitations(answer: string, count: number): { markdown: string; citations: Citation[] } {
  const marked = answer.replace(NOTE, (note, number: string) => (isSource(number, count) ? '' : note));
  const places: { at: number; source: number }[] = [];
  let removed = 0;
  const markdown = marked.replace(MARK, (mark, number: string, from: number) => {
    if (!isSource(number, count)) return mark;
    places.push({ at: from - removed, source: Number(number) - 1 });
    removed += mark.length;
    return '';
  });
  const sentences = sentencesIn(markdown);
  const citations = places.flatMap(({ at, source }) => {
    const sentence = sentences.findLast(({ from }) => from < at);
    return sentence ? [{ sentence: plainSentence(sentence.text), source }] : [];
  });
  return { markdown, citations };
}

/** Matches what may become a mark. */
const UNFINISHED = /[ \t]*(?:\[(?:\^\d{0,3})?)?$/;

/** Returns what can be shown of a text that is still being written, without marks; it only ever grows. */
export const withoutMarks = (text: string, count: number): string =>
  count === 0 ? text : readMarkdown(text, count).replace(UNFINISHED, '');

function readMarkdown(text: string, count: number): string {
  const drop = (match: string, number: string): string => (isSource(number, count) ? '' : match);
  return text.replace(NOTE, drop).replace(MARK, drop);
}
