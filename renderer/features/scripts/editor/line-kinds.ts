import {
  RangeSet,
  RangeSetBuilder,
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
  type Line,
  type Text,
} from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { Decoration, GutterMarker, gutterLineClass, type DecorationSet } from '@codemirror/view';
import { readCueText } from '#markdown/cue.ts';
import { beginsQuestion, continuesQuestion } from '#markdown/question-lines.ts';
import { deferDecorations, deferredEffects } from './deferred-decorations.ts';
import { findFrontMatterEnd } from './front-matter-end.ts';
import { getSyntax } from './syntax.ts';

/** A line's kind, which sets its font and height and tells paragraphs apart. */
export type LineKind = 'text' | 'blank' | 'heading' | 'minor' | 'cue' | 'quote' | 'question' | 'code';

const HEADING = /^ {0,3}(#{1,6})(?:[ \t]|$)/;

const FENCE = /^ {0,3}(?:```|~~~)/;

interface CodeRange {
  readonly from: number;
  readonly to: number;
}

const CODE_NODES = new Set(['FencedCode', 'CodeBlock']);
/** These blocks contain no blocks, so the search for code skips them. */
const LEAF_BLOCK = /^(?:Paragraph|ATXHeading|SetextHeading|HTMLBlock|LinkReference)/;

/** Returns the ranges of code in a part of the text, including the details at the top. */
export function findCodeRanges(state: EditorState, from: number, to: number): CodeRange[] {
  const detailsEnd = findFrontMatterEnd(state.doc);
  const ranges: CodeRange[] = detailsEnd > from ? [{ from: 0, to: detailsEnd }] : [];
  getSyntax(state, to)?.iterate({
    from,
    to,
    enter: (node) => {
      if (CODE_NODES.has(node.name)) ranges.push({ from: node.from, to: node.to });
      return !CODE_NODES.has(node.name) && !LEAF_BLOCK.test(node.name);
    },
  });
  return ranges;
}

/** Returns the first line of the question that a line belongs to; null for every other line. */
export function findQuestionStart(doc: Text, line: Line): Line | null {
  let current = line;
  while (current.number > 1 && continuesQuestion(current.text)) current = doc.line(current.number - 1);
  return beginsQuestion(current.text) ? current : null;
}

function getLineKind(doc: Text, line: Line, code: readonly CodeRange[]): LineKind {
  const text = line.text;
  for (const range of code) if (range.from < line.to + 1 && range.to >= line.from && text) return 'code';
  if (!text.trim()) return 'blank';
  const first = text.charCodeAt(0);
  // Only a few characters start anything but plain text.
  if (first > 0x5b) return 'text';
  const marks = HEADING.exec(text)?.[1];
  if (marks) return marks.length > 2 ? 'minor' : 'heading';
  if (readCueText(text) !== null) return 'cue';
  if (first !== 0x3e) return 'text';
  return findQuestionStart(doc, line) ? 'question' : 'quote';
}

/** Returns the paragraph at the main cursor; headings and cues are paragraphs of their own. */
export function findCurrentParagraph(state: EditorState): { from: number; to: number } | null {
  const { doc } = state;
  const cursorLine = doc.lineAt(state.selection.main.head);
  const kind = getLineKind(doc, cursorLine, findCodeRanges(state, cursorLine.from, cursorLine.to));
  if (kind === 'blank') return null;
  const belongs = (line: Line) => getLineKind(doc, line, []) === kind && !FENCE.test(line.text);
  let first = cursorLine.number;
  let last = cursorLine.number;
  if (kind === 'text' || kind === 'quote') {
    while (first > 1 && belongs(doc.line(first - 1))) first -= 1;
    while (last < doc.lines && belongs(doc.line(last + 1))) last += 1;
  }
  return { from: doc.line(first).from, to: doc.line(last).to };
}

const lineMarks = new Map<string, Decoration>();

function getLineMark(kind: LineKind, current: '' | 'inside' | 'end'): Decoration {
  // @wc-ignore
  const name = `cm-k-${kind}${current && ' cm-k-current'}${current === 'end' ? ' cm-k-end' : ''}`;
  const mark = lineMarks.get(name) ?? Decoration.line({ class: name });
  lineMarks.set(name, mark);
  return mark;
}

function decorate(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const current = findCurrentParagraph(view.state);
  let next = 0;
  for (const range of view.visibleRanges) {
    const code = findCodeRanges(view.state, range.from, range.to);
    for (let at = Math.max(range.from, next); at <= range.to;) {
      const line = view.state.doc.lineAt(at);
      const isInside = current !== null && line.from >= current.from && line.to <= current.to;
      const position = isInside ? (line.to === current.to ? 'end' : 'inside') : '';
      const kind = getLineKind(view.state.doc, line, code);
      if (kind !== 'text' || isInside) builder.add(line.from, line.from, getLineMark(kind, position));
      at = next = line.to + 1;
    }
  }
  return builder.finish();
}

const currentTimeMarker = new (class extends GutterMarker {
  override elementClass = 'cm-k-currentTime';
})();

const setCurrentStart = StateEffect.define<number | null>({
  map: (from, changes) => (from === null ? null : changes.mapPos(from)),
});

/** The start of the paragraph at the cursor, whose time is highlighted. */
const currentStart = StateField.define<number | null>({
  create: (state) => findCurrentParagraph(state)?.from ?? null,
  update(from, { changes, effects }) {
    for (const effect of effects) if (effect.is(setCurrentStart)) return effect.value;
    return from === null ? null : changes.mapPos(from);
  },
  provide: (field) =>
    gutterLineClass.from(field, (from) =>
      from === null ? RangeSet.empty : RangeSet.of([currentTimeMarker.range(from)]),
    ),
});

function updateCurrentStart({ state }: EditorView): StateEffect<unknown> | null {
  const from = findCurrentParagraph(state)?.from ?? null;
  return from === state.field(currentStart) ? null : setCurrentStart.of(from);
}

/** Adds classes for each visible line's kind and for the paragraph at the cursor. */
export const lineKinds: Extension = [deferDecorations(decorate), currentStart, deferredEffects.of(updateCurrentStart)];
