/** Reads the marks with which a model names the sources of its sentences: `[^2]` after a sentence from research 2. */
import { toPlainSentence, listSentences } from '#markdown/claims.ts';

import type { Citation } from '../text-engine.ts';

/** Matches a mark with the spaces before it. */
const MARK = /[ \t]*\[\^(\d{1,3})\]/g;
/** Matches a line that explains a mark, as footnotes do. */
const NOTE = /^[ \t]*\[\^(\d{1,3})\]:.*\n?/gm;

const isSource = (number: string, count: number): boolean => Number(number) >= 1 && Number(number) <= count;

/** Removes the marks of `count` sources and returns which sentence had which. Footnotes with other numbers stay. */
export function readCitations(answer: string, count: number): { markdown: string; citations: Citation[] } {
  const answerText = answer.replace(NOTE, (note, number: string) => (isSource(number, count) ? '' : note));
  const marks: { at: number; source: number }[] = [];
  let removedLength = 0;
  const markdown = answerText.replace(MARK, (mark, number: string, offset: number) => {
    if (!isSource(number, count)) return mark;
    marks.push({ at: offset - removedLength, source: Number(number) - 1 });
    removedLength += mark.length;
    return '';
  });
  const sentences = listSentences(markdown);
  const citations = marks.flatMap(({ at, source }) => {
    const sentence = sentences.findLast(({ from: offset }) => offset < at);
    return sentence ? [{ sentence: toPlainSentence(sentence.text), source }] : [];
  });
  return { markdown, citations };
}

/** Matches the beginning of a possible mark. */
const UNFINISHED_MARK = /[ \t]*(?:\[(?:\^\d{0,3})?)?$/;

/** Returns the part of an unfinished text that can be shown, without marks. Each result continues the one before. */
export const withoutMarks = (text: string, count: number): string =>
  count === 0 ? text : readMarkdown(text, count).replace(UNFINISHED_MARK, '');

function readMarkdown(text: string, count: number): string {
  const dropMark = (match: string, number: string): string => (isSource(number, count) ? '' : match);
  return text.replace(NOTE, dropMark).replace(MARK, dropMark);
}
