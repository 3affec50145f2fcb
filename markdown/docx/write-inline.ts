import {
  ExternalHyperlink,
  FootnoteReferenceRun,
  ImageRun,
  Math as Formula,
  MathRun,
  Tab,
  TextRun,
  type IRunOptions,
  type ParagraphChild,
} from 'docx';

import { DOCX_STYLES } from '../docx-styles.ts';
import type { DocumentPicture } from '../kept-picture.ts';
import { hasRightToLeft, RIGHT_TO_LEFT_SCRIPT } from '../text-direction.ts';
import type { Piece } from '../tree.ts';
import { splitAtMarks, withoutMarks } from '../comments/range-marks.ts';
import type { CommentWriter } from './write-comments.ts';
import { toStyleId } from './write-styles.ts';
import { escapeXmlText } from './xml-text.ts';

export interface InlineContext {
  readonly pictures: ReadonlyMap<string, DocumentPicture>;
  /** Numbers the footnotes by key; those that have none here stay text. */
  readonly footnotes: ReadonlyMap<string, number>;
  /** The widest that a picture may be, in pixels, where that is less than the page. */
  readonly pictureWidth?: number;
  /** Writes where comments begin and end; without it there are none. */
  readonly comments?: CommentWriter | undefined;
}

/** Splits text at tabs, which Word has an element for. */
function withTabs(text: string): NonNullable<IRunOptions['children']> {
  return text
    .split('\t')
    .flatMap((part, index) => [...(index === 0 ? [] : [new Tab()]), ...(part === '' ? [] : [part])]);
}

/** Splits text where its direction changes: Word formats letters from right to left by properties of their own. */
function splitByDirection(text: string): { readonly text: string; readonly rightToLeft: boolean }[] {
  if (!hasRightToLeft(text)) return [{ text, rightToLeft: false }];
  const parts = text.split(
    /([^\p{L}\p{N}]*(?:[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}][^\p{L}]*)+)/u,
  );
  return parts
    .filter((part) => part !== '')
    .map((part) => ({ text: part, rightToLeft: RIGHT_TO_LEFT_SCRIPT.test(part) }));
}

function createTextRuns(text: string, options: IRunOptions, comments?: CommentWriter): ParagraphChild[] {
  return splitByDirection(escapeXmlText(text)).map((part) => {
    const run = { ...options, children: withTabs(part.text), ...(part.rightToLeft && { rightToLeft: true }) };
    return comments?.createRun(run) ?? new TextRun(run);
  });
}

/** Measures the page inside its margins, in pixels. */
const PAGE = { width: 600, height: 800 };

function createPictureRun(piece: Piece, picture: DocumentPicture, maxWidth: number): ImageRun {
  const scale = Math.min(1, maxWidth / picture.width, PAGE.height / picture.height);
  const [width, height] = [picture.width, picture.height].map((size) => Math.max(1, Math.round(size * scale)));
  const description = escapeXmlText(piece.text);
  return new ImageRun({
    type: picture.type,
    data: picture.bytes,
    transformation: { width: width ?? 1, height: height ?? 1 },
    altText: { name: 'Picture', title: description, description },
  });
}

const getFormat = (piece: Piece): IRunOptions => ({
  ...(piece.bold && { bold: true }),
  ...(piece.italic && { italics: true }),
  ...(piece.struck && { strike: true }),
  ...(piece.highlighted && { highlight: 'yellow' as const }),
  ...(piece.script === 'super' && { superScript: true }),
  ...(piece.script === 'sub' && { subScript: true }),
  ...(piece.code && { style: toStyleId(DOCX_STYLES.inlineCode), noProof: true }),
  ...(piece.href !== undefined && !piece.code && { style: 'Hyperlink' }),
});

/** Returns the text written in place of a missing picture. */
export const toPictureLabel = (text: string): string =>
  text.trim() === '' ? '[Picture]' : `[Picture: ${text.trim()}]`;

/** Writes a piece with the comments that begin or end in it. */
function getRuns(piece: Piece, context: InlineContext): ParagraphChild[] {
  const { comments } = context;
  if (!comments) return createPlainRuns(piece, context);
  const parts = splitAtMarks(piece.text);
  if (parts.length === 1) return createPlainRuns(piece, context);
  const createCommentEdges = (isStart: boolean): ParagraphChild[] =>
    parts.flatMap((part) => (typeof part !== 'string' && part.isStart === isStart ? comments.createEdge(part) : []));
  // A picture and a formula cannot be divided.
  if (piece.picture !== undefined || piece.math) {
    const undividedRuns = createPlainRuns({ ...piece, text: withoutMarks(piece.text) }, context);
    return [...createCommentEdges(true), ...undividedRuns, ...createCommentEdges(false)];
  }
  return parts.flatMap((part) =>
    typeof part === 'string'
      ? createPlainRuns({ ...piece, text: part }, context)
      : comments.createEdge(part, getFormat(piece)),
  );
}

function createPlainRuns(piece: Piece, context: InlineContext): ParagraphChild[] {
  const { pictures, footnotes, comments, pictureWidth = PAGE.width } = context;
  if (piece.break) return [new TextRun({ break: 1 })];
  if (piece.math) return [new Formula({ children: [new MathRun(escapeXmlText(piece.text))] })];
  if (piece.footnote !== undefined) {
    const number = footnotes.get(piece.footnote);
    return [
      number === undefined ? new TextRun({ text: `[${escapeXmlText(piece.text)}]` }) : new FootnoteReferenceRun(number),
    ];
  }
  if (piece.picture !== undefined) {
    const picture = pictures.get(piece.picture);
    if (picture) return [createPictureRun(piece, picture, pictureWidth)];
    const link = /^https?:/i.test(piece.picture) ? piece.picture : undefined;
    const runs = createTextRuns(
      toPictureLabel(piece.text),
      getFormat(link === undefined ? piece : { ...piece, href: link }),
    );
    return link === undefined || piece.href !== undefined ? runs : [new ExternalHyperlink({ link, children: runs })];
  }
  return createTextRuns(piece.text, getFormat(piece), comments);
}

/** Writes pieces of text as runs; neighbours with the same address become one link. */
export function createInlineRuns(pieces: readonly Piece[], context: InlineContext): ParagraphChild[] {
  const children: ParagraphChild[] = pieces.length === 0 ? [] : (context.comments?.takeUnplaced() ?? []);
  for (let start = 0; start < pieces.length;) {
    const href = pieces[start]?.href;
    let end = start + 1;
    while (href !== undefined && pieces[end]?.href === href) end += 1;
    const runs = pieces.slice(start, end).flatMap((piece) => getRuns(piece, context));
    if (href === undefined) children.push(...runs);
    else children.push(new ExternalHyperlink({ link: escapeXmlText(href), children: runs }));
    start = end;
  }
  return children;
}
