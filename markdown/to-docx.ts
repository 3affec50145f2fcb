/** Converts scripts to Word documents. Loaded only when needed. */
import {
  AlignmentType,
  Document,
  Footer,
  Packer,
  PageNumber,
  PageOrientation,
  Paragraph,
  TextRun,
  type IPropertiesOptions,
} from 'docx';

import { DETAIL_PREFIX } from './docx-styles.ts';
import { describeCount } from './describe-count.ts';
import { BlockWriter, TEXT_WIDTH, markFootnoteParts } from './docx/write-blocks.ts';
import { parseTreeWithRanges } from './comments/range-marks.ts';
import type { DocumentComment } from './comments/document-comment.ts';
import { listTrackedChanges } from './docx/tracked-changes.ts';
import { CommentWriter } from './docx/write-comments.ts';
import { escapeXmlText } from './docx/xml-text.ts';
import { createStyles } from './docx/write-styles.ts';
import type { DocumentPicture } from './kept-picture.ts';
import { beginsWithHeading, parseTree, type Part, type Piece, type ScriptTree } from './tree.ts';

export interface WordFile {
  readonly bytes: Uint8Array;
  /** Plain sentences about what the document cannot hold. */
  readonly notes: readonly string[];
}

/** Lists the pieces of text in some parts, in order. */
function listPieces(parts: readonly Part[]): Piece[] {
  return parts.flatMap((part): readonly Piece[] => {
    switch (part.kind) {
      case 'heading':
      case 'paragraph':
        return part.pieces;
      case 'quote':
        return listPieces(part.parts);
      case 'list':
        return part.items.flatMap((item) => listPieces(item.parts));
      case 'table':
        return part.rows.flat(2);
      default:
        return [];
    }
  });
}

/** Numbers the footnotes that the text refers to; Word shows no others. */
function numberFootnotes({ parts, footnotes }: ScriptTree): Map<string, number> {
  const keys = listPieces(parts).flatMap(({ footnote }) =>
    footnote !== undefined && footnotes.has(footnote) ? [footnote] : [],
  );
  return new Map([...new Set(keys)].map((key, index) => [key, index + 1]));
}

/** Writes footnotes that the text does not refer to as paragraphs, so that their words are there. */
function findUnreferencedFootnotes({ footnotes }: ScriptTree, numbers: ReadonlyMap<string, number>): Part[] {
  return [...footnotes].flatMap(([key, parts]): Part[] => {
    if (numbers.has(key)) return [];
    const [first, ...others] = parts;
    const label: Piece = { text: `[${key}] ` };
    return first?.kind === 'paragraph'
      ? [{ kind: 'paragraph', pieces: [label, ...first.pieces] }, ...others]
      : [{ kind: 'paragraph', pieces: [label] }, ...parts];
  });
}

/** Writes the details of a script as properties: those that Word knows, and all of them to be read back. */
function getProperties(details: ScriptTree['details']): Partial<IPropertiesOptions> {
  const findDetail = (name: string): string | undefined => {
    const value = [...details].find(([key]) => key.toLowerCase() === name)?.[1];
    return value === undefined ? undefined : escapeXmlText(typeof value === 'string' ? value : value.join(', '));
  };
  const wordProperties = {
    // @wc-ignore
    creator: findDetail('author') ?? 'Cutaway',
    keywords: findDetail('tags') ?? findDetail('keywords'),
    description: findDetail('description'),
    subject: findDetail('subject'),
  };
  return {
    ...Object.fromEntries(Object.entries(wordProperties).filter(([, value]) => value !== undefined)),
    customProperties: [...details].map(([key, value]) => ({
      name: escapeXmlText(`${DETAIL_PREFIX}${key}`),
      value: escapeXmlText(typeof value === 'string' ? value : value.map((item) => `- ${item}`).join('\n')),
    })),
  };
}

export interface WordOptions {
  readonly landscape?: boolean;
  /**
   * Comment on the script's markdown, whose offsets count a line end as one character; a script that is already read
   * has none.
   */
  readonly comments?: readonly DocumentComment[];
}

function readScript(
  script: string | ScriptTree,
  comments: readonly DocumentComment[],
): { readonly tree: ScriptTree; readonly commentWriter?: CommentWriter } {
  if (typeof script !== 'string') return { tree: script };
  if (comments.length === 0) return { tree: parseTree(script) };
  const ranges = comments.map(({ removed, from, to }) => (removed ? null : { from, to }));
  const markdown = script.replace(/\r\n?/g, '\n');
  const { tree, places } = parseTreeWithRanges(markdown, ranges);
  return { tree, commentWriter: new CommentWriter(comments, places, listTrackedChanges(markdown, comments, places)) };
}

/** Numbers the pages at the foot of each. */
const createPageNumbers = (): Footer =>
  new Footer({
    children: [
      new Paragraph({
        alignment: AlignmentType.CENTER,
        children: [new TextRun({ size: 18, children: [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES] })],
      }),
    ],
  });

/**
 * Writes a script, as markdown or already read, as a Word document; pictures are found by their addresses, and the
 * notes say what was left out.
 */
export async function toDocx(
  script: string | ScriptTree,
  title: string,
  pictures: ReadonlyMap<string, DocumentPicture> = new Map(),
  { landscape = false, comments = [] }: WordOptions = {},
): Promise<WordFile> {
  const { tree, commentWriter } = readScript(script, comments);
  const width = TEXT_WIDTH[landscape ? 'landscape' : 'upright'];
  const footnotes = numberFootnotes(tree);
  const writer = new BlockWriter({ pictures, footnotes, comments: commentWriter }, 'text', width);
  const heading = beginsWithHeading(tree) ? '' : title;
  const children = writer.write([...tree.parts, ...findUnreferencedFootnotes(tree, footnotes)], heading);
  // Word knows no footnotes of footnotes.
  const noteWriter = new BlockWriter({ pictures, footnotes: new Map() }, 'note');
  const notes = [...footnotes].map(([key, number]) => {
    const paragraphs = noteWriter.write(markFootnoteParts(tree.footnotes.get(key) ?? []));
    return [number, { children: paragraphs.filter((child) => child instanceof Paragraph) }] as const;
  });
  const missingPictures = [...tree.footnotes.values(), tree.parts]
    .flatMap(listPieces)
    .filter(({ picture }) => picture !== undefined && !pictures.has(picture));
  const document = new Document({
    title: escapeXmlText(title),
    ...getProperties(tree.details),
    numbering: { config: [...writer.numbering, ...noteWriter.numbering] },
    styles: createStyles(
      typeof script === 'string'
        ? script
        : listPieces(tree.parts)
            .map(({ text }) => text)
            .join(' '),
    ),
    footnotes: Object.fromEntries(notes),
    ...(commentWriter && { comments: { children: commentWriter.comments } }),
    sections: [
      {
        children,
        footers: { default: createPageNumbers() },
        ...(landscape && { properties: { page: { size: { orientation: PageOrientation.LANDSCAPE } } } }),
      },
    ],
  });
  return {
    bytes: new Uint8Array(await Packer.toArrayBuffer(document)),
    notes: [
      ...describeCount(
        missingPictures.length,
        '1 picture is only named, because it isn’t kept with the script.',
        'pictures are only named, because they aren’t kept with the script.',
      ),
      ...describeCount(writer.html + noteWriter.html, '1 HTML block was left out.', 'HTML blocks were left out.'),
      ...describeCount(writer.comments + noteWriter.comments, '1 comment was left out.', 'comments were left out.'),
    ],
  };
}
