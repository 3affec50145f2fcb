import type { MarkdownIt, Token } from 'markdown-it';
import { toHeadingText } from './headings.ts';
import { createParser } from './parser.ts';
import { type Pause, toSpokenText } from './spoken-text.ts';
import { getSpokenLength, type SpokenLength } from './speech-units.ts';
import { listSpokenTokens } from './spoken.ts';
import { isAuthor } from './syntax/author.ts';
import { onScreenTexts } from './syntax/labels.ts';

interface ScriptRange {
  readonly from: number;
  readonly to: number;
}

/** The kind of block that a piece is in: a bullet's or a number's item counts before a quote around it. */
export type PieceBlock = 'text' | 'bullet' | 'numbered' | 'quote';

/** A passage of a script, in reading order. Offsets count characters of the script. */
export interface ScriptPiece extends ScriptRange, SpokenLength {
  /** `shown` is a text for the screen, `author` the one of the quote before it; neither is spoken. */
  readonly kind: 'spoken' | 'heading' | 'cue' | 'shown' | 'author';
  readonly block: PieceBlock;
  /** Counts the lists of the script up to the one it is in, so that two lists are told apart; 0 outside of lists. */
  readonly list: number;
  /** The number of a list's item, at its first paragraph; null otherwise. */
  readonly number: number | null;
  /** The words that are spoken, or those of the heading, the cue, the author or the text for the screen. */
  readonly text: string;
  /** Lists the pauses in its words, and those on lines of their own after it. */
  readonly pauses: readonly Pause[];
  /** Maps a range of the text to the script. */
  getRange(from: number, to: number): ScriptRange;
}

let parser: MarkdownIt | undefined;

class Lines {
  readonly #lines: readonly string[];
  readonly #starts: number[] = [];

  constructor(script: string) {
    this.#lines = script.split('\n');
    let offset = 0;
    for (const line of this.#lines) {
      this.#starts.push(offset);
      offset += line.length + 1;
    }
  }

  /** Returns the range of the lines from `first` up to but excluding `end`, without surrounding white space. */
  toRange([first, end]: readonly [number, number]): { from: number; to: number } {
    const last = this.#lines[end - 1] ?? '';
    const from = (this.#starts[first] ?? 0) + getIndent(this.#lines[first] ?? '');
    return { from, to: Math.max(from, (this.#starts[end - 1] ?? 0) + last.trimEnd().length) };
  }

  /** Returns the start of these words in a line, where only the author of a quote may follow them, otherwise -1. */
  find(number: number, text: string): number {
    const position = (this.#lines[number] ?? '').lastIndexOf(text);
    return position < 0 ? -1 : (this.#starts[number] ?? 0) + position;
  }
}

const getIndent = (line: string): number => line.length - line.trimStart().length;

/** Lists the offsets where each line of a paragraph begins: in its content, and in the script. */
function getLines(token: Token, lines: Lines): { content: number; script: number }[] {
  const first = token.map?.[0] ?? 0;
  let content = 0;
  return token.content.split('\n').flatMap((line, index) => {
    const start = content + getIndent(line);
    content += line.length + 1;
    const script = lines.find(first + index, line.trim());
    return script < 0 ? [] : [{ content: start, script }];
  });
}

type ListPosition = Pick<ScriptPiece, 'block' | 'list' | 'number'>;

const NO_LIST: ListPosition = { block: 'text', list: 0, number: null };

interface OpenBlock {
  readonly kind: 'bullet' | 'numbered' | 'quote';
  /** Counts the lists of the script, those inside a list with it. */
  readonly list: number;
  /** The number of the open item; its own paragraphs after the first have none. */
  number: number | null;
  next: number;
}

const BLOCKS: Readonly<Record<string, OpenBlock['kind']>> = {
  bullet_list: 'bullet',
  ordered_list: 'numbered',
  blockquote: 'quote',
};

/** Follows the lists and quotes that block tokens open and close. */
class BlockTracker {
  readonly #openBlocks: OpenBlock[] = [];
  #lists = 0;

  track(token: Token): void {
    const { type, nesting } = token;
    const last = this.#openBlocks.at(-1);
    if (type === 'list_item_open' && last) last.number = last.kind === 'numbered' ? last.next++ : null;
    const kind = BLOCKS[type.replace(/_(?:open|close)$/, '')];
    if (kind === undefined) return;
    if (nesting < 0) {
      this.#openBlocks.pop();
      return;
    }
    const outer = this.#openBlocks.find((block) => block.kind !== 'quote');
    const list = kind === 'quote' ? 0 : (outer?.list ?? (this.#lists += 1));
    this.#openBlocks.push({ kind, list, number: null, next: Number(token.attrGet('start') ?? 1) });
  }

  /** Returns the position of the next paragraph in its list or quote. */
  takePosition(): ListPosition {
    const openBlock = this.#openBlocks.findLast((block) => block.kind !== 'quote') ?? this.#openBlocks.at(-1);
    if (!openBlock) return NO_LIST;
    const { kind: block, list, number } = openBlock;
    openBlock.number = null;
    return { block, list, number };
  }
}

/** Returns the spoken parts of a paragraph. */
function toSpokenPiece(
  token: Token,
  spokenText: ReturnType<typeof toSpokenText>,
  lines: Lines,
  tracker: BlockTracker,
): ScriptPiece | null {
  const length = getSpokenLength(spokenText.text);
  const starts = getLines(token, lines);
  if (!token.map || starts.length === 0 || length.words === 0) return null;
  const getPlace = (offset: number): number => {
    const line = starts.findLast(({ content }) => content <= offset) ?? starts[0];
    return line ? line.script + offset - line.content : 0;
  };
  return {
    kind: 'spoken',
    from: starts[0]?.script ?? 0,
    to: lines.toRange(token.map).to,
    text: spokenText.text,
    pauses: spokenText.pauses,
    ...tracker.takePosition(),
    ...length,
    getRange: (from, to) => {
      const range = spokenText.getRange(from, to);
      return { from: getPlace(range.from), to: getPlace(range.to - 1) + 1 };
    },
  };
}

/** Adds the pauses of a paragraph without words to the words before it. */
function addPausesAfter(pieces: ScriptPiece[], pauses: readonly Pause[]): void {
  const index = pieces.findLastIndex(({ kind }) => kind === 'spoken');
  const piece = pieces[index];
  if (!piece) return;
  const addedPauses = pauses.map(({ seconds }) => ({ at: piece.text.length, seconds }));
  pieces[index] = { ...piece, pauses: [...piece.pauses, ...addedPauses] };
}

type UnspokenKind = Exclude<ScriptPiece['kind'], 'spoken'>;

function toUnspokenPiece(kind: UnspokenKind, range: ScriptRange, text: string): ScriptPiece {
  return { kind, ...NO_LIST, ...range, text, pauses: [], words: 0, units: 0, getRange: () => range };
}

const AUTHOR_DASH = /^(?:[—–―]|--)\s*/;

/** Returns the piece of a block token that is not spoken, given the token before it. */
function listUnspoken(
  { type, content }: Token,
  previous: Token | undefined,
): { kind: UnspokenKind; text: string } | null {
  if (type === 'cue') return { kind: 'cue', text: toHeadingText(content) };
  if (type !== 'inline') return null;
  if (previous?.type === 'heading_open') return { kind: 'heading', text: toHeadingText(content) };
  return isAuthor(previous) ? { kind: 'author', text: toHeadingText(content.replace(AUTHOR_DASH, '')) } : null;
}

/**
 * Returns a script's pieces in reading order, including headings, cues, texts for the screen and authors of quotes.
 * Parses the whole script, so do not call it on every keystroke.
 */
export function listScriptPieces(script: string): ScriptPiece[] {
  parser ??= createParser({ html: true });
  // Makes each line end one character, as the parser does, but keeps the offsets.
  const source = script.replaceAll('\r\n', ' \n').replaceAll('\r', '\n').replaceAll('\0', '\ufffd');
  const lines = new Lines(source);
  const tokens: Token[] = [];
  parser.block.parse(source, parser, {}, tokens);
  const pieces: ScriptPiece[] = [];
  const spokenTokens = new Set(listSpokenTokens(tokens));
  const tracker = new BlockTracker();
  for (const [index, token] of tokens.entries()) {
    tracker.track(token);
    if (token.map === null) continue;
    const range = lines.toRange(token.map);
    if (!spokenTokens.has(token)) {
      const unspoken = listUnspoken(token, tokens[index - 1]);
      if (unspoken) pieces.push(toUnspokenPiece(unspoken.kind, range, unspoken.text));
      continue;
    }
    for (const text of onScreenTexts(token.content)) pieces.push(toUnspokenPiece('shown', range, toHeadingText(text)));
    const spokenWords = toSpokenText(token.content);
    const piece = toSpokenPiece(token, spokenWords, lines, tracker);
    if (piece) pieces.push(piece);
    else if (spokenWords.pauses.length > 0) addPausesAfter(pieces, spokenWords.pauses);
  }
  return pieces;
}

export function listSpokenPieces(script: string): ScriptPiece[] {
  return listScriptPieces(script).filter(({ kind }) => kind === 'spoken');
}

/** Counts the spoken words of a script. */
export const countScriptWords = (script: string): number =>
  listScriptPieces(script).reduce((wordCount, piece) => wordCount + piece.words, 0);
