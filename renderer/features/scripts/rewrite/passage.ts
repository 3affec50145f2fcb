import type { EditorState, Text } from '@codemirror/state';

import { LIMITS } from '#contract/limits.ts';
import { listScriptPieces } from '#markdown/spoken-pieces.ts';
import { findFrontMatterEnd } from '../editor/front-matter-end.ts';
import type { Section } from '../editor/script-outline.ts';

/** The part of a text that is rewritten. Offsets count a line end as one character; `text` has `\n`. */
export interface Passage {
  /** `text` is a whole text without headings, `opening` the first paragraph of a section or of such a text. */
  readonly kind: 'selection' | 'section' | 'text' | 'opening';
  /** The heading of its section; '' for a selection and for a text without headings. */
  readonly heading: string;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

type PassageLabel = Pick<Passage, 'kind' | 'heading'>;

/** Returns the passage of a range without the white space around it; null if nothing is left. */
function createPassage(doc: Text, from: number, to: number, label: PassageLabel): Passage | null {
  const source = doc.sliceString(from, to);
  const text = source.trim();
  if (text === '') return null;
  const start = from + source.length - source.trimStart().length;
  return { ...label, from: start, to: start + text.length, text };
}

/** Returns the start of the text under a heading; a heading may have two lines, a title and its underline. */
function findBodyStart(doc: Text, { from, level }: Section): number {
  if (level === 0) return from;
  const title = doc.lineAt(from);
  const next = title.number < doc.lines ? doc.line(title.number + 1) : title;
  const isUnderlined = !/^\s{0,3}#/.test(title.text) && /^\s{0,3}(?:=+|-+)\s*$/.test(next.text);
  return isUnderlined ? next.to : title.to;
}

/** Returns the selected words, else the section the cursor is in, without its heading; null if it has no text. */
export function findPassageAtCursor({ doc, selection }: EditorState, sections: readonly Section[]): Passage | null {
  const { from, to, head } = selection.main;
  const selectedPassage = createPassage(doc, from, to, { kind: 'selection', heading: '' });
  if (selectedPassage) return selectedPassage;
  const index = sections.findLastIndex((section) => section.from <= head);
  const section = sections[index];
  const start = Math.max(section ? findBodyStart(doc, section) : 0, findFrontMatterEnd(doc));
  const end = sections[index + 1]?.from ?? doc.length;
  const heading = section && section.level > 0 ? section.text : '';
  return createPassage(doc, start, Math.max(start, end), { kind: heading === '' ? 'text' : 'section', heading });
}

/** Returns the first spoken paragraph of a section, which is its hook; a selection stays as it is. */
export function findOpening(passage: Passage): Passage {
  const first = listScriptPieces(passage.text).find(({ kind }) => kind === 'spoken');
  if (passage.kind === 'selection' || !first) return passage;
  const { from, to } = first;
  const start = passage.from + from;
  return { ...passage, kind: 'opening', from: start, to: passage.from + to, text: passage.text.slice(from, to) };
}

/** Returns the end of the text before a passage and the start of the text after it. */
export function readContext(doc: Text, { from, to }: Passage): { readonly before: string; readonly after: string } {
  const { context } = LIMITS.rewrite;
  return {
    before: doc.sliceString(Math.max(0, from - context), from).trim(),
    after: doc.sliceString(to, Math.min(doc.length, to + context)).trim(),
  };
}
