import { toSubscript, toSuperscript } from './script-letters.ts';
import { writeMarkdown, type MarkdownNode } from './to-markdown.ts';
import type { ListItem, Part, Piece, ScriptTree } from './tree.ts';
import { toFrontMatter } from './write-details.ts';
import { collapseSpaces } from './collapse-spaces.ts';

type Block = MarkdownNode<'root'>['children'][number];
type Flow = MarkdownNode<'blockquote'>['children'][number];
type Phrasing = MarkdownNode<'paragraph'>['children'][number];

/** A formula cannot contain a dollar sign of its own. */
const escapeFormula = (text: string): string => collapseSpaces(text.replace(/(?<!\\)\$/g, '\\$'));

function writeScript(text: string, script: 'super' | 'sub'): Phrasing[] {
  const letters = script === 'super' ? toSuperscript(text) : toSubscript(text);
  if (letters !== null) return [{ type: 'text', value: letters }];
  const tag = script === 'super' ? 'sup' : 'sub';
  return [
    { type: 'raw', value: `<${tag}>` },
    { type: 'text', value: text },
    { type: 'raw', value: `</${tag}>` },
  ];
}

/** Keeps spaces around code out of it: people mark whole words, with the space after them. */
function getCode(text: string): Phrasing[] {
  const [, leadingSpace = '', code = '', trailing = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  return [
    { type: 'text', value: leadingSpace },
    { type: 'inlineCode', value: code },
    { type: 'text', value: trailing },
  ];
}

function getNodes(piece: Piece): Phrasing[] {
  if (piece.break) return [{ type: 'break' }];
  if (piece.footnote !== undefined) {
    return [{ type: 'footnoteReference', identifier: piece.footnote, label: piece.footnote }];
  }
  if (piece.picture !== undefined) return [{ type: 'image', url: piece.picture, alt: piece.text }];
  // Marks around spaces alone would be read as signs.
  if (piece.text.trim() === '') return [{ type: 'text', value: piece.text }];
  if (piece.math) return [{ type: 'raw', value: `$${escapeFormula(piece.text)}$` }];
  if (piece.code) return getCode(piece.text);
  return piece.script ? writeScript(piece.text, piece.script) : [{ type: 'text', value: piece.text }];
}

function getPhrasing(piece: Piece): Phrasing[] {
  let nodes = getNodes(piece);
  const wrap = (type: 'strong' | 'emphasis' | 'delete' | 'highlight', isMarked: boolean | undefined): void => {
    if (isMarked) nodes = [{ type, children: nodes }];
  };
  wrap('emphasis', piece.italic);
  wrap('strong', piece.bold);
  wrap('delete', piece.struck);
  wrap('highlight', piece.highlighted);
  if (piece.href === undefined || piece.footnote !== undefined) return nodes;
  // A link contains no other link, which the nodes of one piece never are.
  return [{ type: 'link', url: piece.href, children: nodes as MarkdownNode<'link'>['children'] }];
}

/** Joins neighbours that differ only in their words, so that a word is one text. */
function joinPieces(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  const serializeMarks = ({ text: _text, ...others }: Piece): string => JSON.stringify(Object.entries(others).sort());
  for (const piece of pieces) {
    const last = result.at(-1);
    const isIndivisible =
      piece.break === true || piece.math === true || piece.footnote !== undefined || piece.picture !== undefined;
    if (last && !isIndivisible && serializeMarks(last) === serializeMarks(piece))
      result[result.length - 1] = { ...last, text: last.text + piece.text };
    else result.push(piece);
  }
  return result;
}

const writeInline = (pieces: readonly Piece[]): Phrasing[] => joinPieces(pieces).flatMap(getPhrasing);

/** Replaces brackets, because they would end the cue. */
const toCueText = (text: string): string => collapseSpaces(text.replaceAll('[', '(').replaceAll(']', ')'));

/** Kinds of callouts, whose default title is their own name. */
// @wc-ignore
const CALLOUT_KINDS = new Set(
  'note tip important warning caution info example quote question success failure danger bug todo abstract'.split(' '),
);

const getTitle = (label: string): string =>
  CALLOUT_KINDS.has(label.toLowerCase()) ? `[!${label.toUpperCase()}]` : `[!NOTE] ${label}`;

function writeCallout(label: string, parts: readonly Part[]): Flow {
  const title: Flow = {
    type: 'paragraph',
    children: [{ type: 'raw', value: getTitle(collapseSpaces(label)) }],
  };
  return { type: 'blockquote', children: [title, ...parts.flatMap(getBlocks)] };
}

const getItem = ({ done, parts }: ListItem): MarkdownNode<'listItem'> => ({
  type: 'listItem',
  ...(done !== null && { checked: done }),
  children: parts.flatMap(getBlocks),
});

function getTable({ alignments, rows }: Extract<Part, { kind: 'table' }>): Flow {
  const toCell = (pieces: readonly Piece[]): MarkdownNode<'tableCell'> => ({
    type: 'tableCell',
    children: writeInline(pieces),
  });
  return {
    type: 'table',
    align: [...alignments],
    children: rows.map((row) => ({ type: 'tableRow', children: row.map(toCell) })),
  };
}

function getBlocks(part: Part): Flow[] {
  switch (part.kind) {
    case 'heading':
      return [
        { type: 'heading', depth: Math.min(Math.max(part.level, 1), 6) as 1, children: writeInline(part.pieces) },
      ];
    case 'paragraph':
      return [{ type: 'paragraph', children: writeInline(part.pieces) }];
    case 'cue':
      return toCueText(part.text) === '' ? [] : [{ type: 'html', value: `[Cue: ${toCueText(part.text)}]` }];
    case 'code':
      return [{ type: 'code', value: part.text }];
    case 'math':
      return [{ type: 'html', value: `$$\n${escapeFormula(part.text)}\n$$` }];
    case 'html':
      return [{ type: 'html', value: part.text }];
    case 'comment':
      return [{ type: 'html', value: `<!-- ${part.text.replaceAll('--', '- -')} -->` }];
    case 'rule':
      return [{ type: 'thematicBreak' }];
    case 'quote':
      return [
        part.label === null
          ? { type: 'blockquote', children: part.parts.flatMap(getBlocks) }
          : writeCallout(part.label, part.parts),
      ];
    case 'list': {
      const { start, items } = part;
      return [
        { type: 'list', ordered: start !== null, ...(start !== null && { start }), children: items.map(getItem) },
      ];
    }
    case 'table':
      return [getTable(part)];
  }
}

/** Writes a script's tree as markdown; `parseTree` reads it back. */
export function writeTree({ parts, footnotes, details }: ScriptTree): string {
  const definitions = [...footnotes].map(([key, content]): Block => ({
    type: 'footnoteDefinition',
    identifier: key,
    label: key,
    children: content.flatMap(getBlocks),
  }));
  const text = writeMarkdown({ type: 'root', children: [...parts.flatMap(getBlocks), ...definitions] });
  return toFrontMatter(details) + text;
}
