/** Writes the blocks of a script as a Fountain screenplay. */
import type { MarkdownIt, Token } from 'markdown-it';
import { HTML_COMMENT } from '../html-patterns.ts';
import { createParser } from '../parser.ts';
import { toInlineText } from '../plain-text.ts';
import { NARRATOR } from '../screenplay.ts';
import { getDetails, type Details } from '../syntax/details.ts';
import { isAuthor } from '../syntax/author.ts';
import { toLabelKey, splitFootnotes } from '../syntax/footnote.ts';
import { writeActionLines, writeDialogueLine, writeInline, writeNote } from './dialogue.ts';
import { toFountainMarker } from './list-lines.ts';
import { isSceneHeading } from './read.ts';
import { readHeadingRuns, readSpeechLines, type Loss, type SpeechRun } from './speech.ts';
import { collapseSpaces } from '../collapse-spaces.ts';

/** Parts of a script to write. */
export interface WriteOptions {
  readonly headings: boolean;
  readonly cues: boolean;
}

/** Continues a dialogue over an empty line. */
const CONTINUATION = '  ';
const BOX = /^\[([ xX])\](?:[ \t]+|(?=\n)|$)/;
const CALLOUT = /^\[![^\]\n]+\]/;

/** A list item or a quote around blocks: its marker of markdown stands before the first line only. */
interface Container {
  first: string;
  readonly rest: string;
  isUsed: boolean;
}

let parser: MarkdownIt | undefined;

class Writer {
  readonly losses = new Set<Loss>();
  readonly blocks: string[] = [];
  details: Details = new Map();
  readonly #options: WriteOptions;
  readonly #parser: MarkdownIt;
  readonly #env = {};
  readonly #containers: Container[] = [];
  /** Counts on the lists around a block; null for bullets. */
  readonly #numbers: (number | null)[] = [];
  /** The footnotes that do not stand in the text yet, by label. */
  readonly #footnotes = new Map<string, string>();
  /** Collects the narrator's dialogue that is being written. */
  #dialogue: string[] = [];
  /** True if an item may follow the last line without an empty line between. */
  #canContinueList = false;
  #rows: string[][] = [];
  readonly #context = { losses: this.losses, takeFootnote: (key: string): string | null => this.#takeFootnote(key) };

  constructor(markdown: string, options: WriteOptions) {
    this.#options = options;
    this.#parser = parser ??= createParser({ html: true });
    const tokens: Token[] = [];
    this.#parser.block.parse(markdown, this.#parser, this.#env, tokens);
    const { body, notes } = splitFootnotes(tokens);
    for (const [label, note] of notes) this.#footnotes.set(label, this.#getWords(note));
    for (const [index, token] of body.entries()) this.#writeToken(token, body[index - 1]);
    for (const text of this.#footnotes.values()) this.#addNote(`Footnote: ${text}`, 'footnotes');
    this.#endDialogue();
  }

  /** Returns the words of blocks without marks, one line a block. */
  #getWords(tokens: readonly Token[]): string {
    return tokens
      .map(({ type, content }) => (type === 'inline' ? this.#toPlainText(content) : content.trim()))
      .filter((text) => text !== '')
      .join('\n');
  }

  #toPlainText(content: string): string {
    const [token] = this.#parser.parseInline(content, this.#env);
    return collapseSpaces(toInlineText(token?.children ?? []));
  }

  #writeToken(token: Token, previous: Token | undefined): void {
    if (token.type === 'inline') this.#writeInline(token.content, previous);
    else if (token.nesting > 0) this.#openBlock(token);
    else if (token.nesting < 0) this.#closeBlock(token.type);
    else this.#writeLeaf(token);
  }

  #writeInline(content: string, previous: Token | undefined): void {
    if (previous?.type === 'heading_open') this.#writeHeading(content, Number(previous.tag.slice(1)));
    else if (previous?.type === 'th_open' || previous?.type === 'td_open')
      this.#rows.at(-1)?.push(this.#toPlainText(content));
    else this.#writeParagraph(content, isAuthor(previous));
  }

  #openBlock(token: Token): void {
    const { type } = token;
    if (type === 'tr_open') this.#rows.push([]);
    else if (type === 'blockquote_open') this.#containers.push({ first: '> ', rest: '> ', isUsed: false });
    else if (type === 'bullet_list_open' || type === 'ordered_list_open') {
      if (this.#numbers.length === 0) this.#canContinueList = false;
      this.#numbers.push(type === 'ordered_list_open' ? Number(token.attrGet('start') ?? 1) : null);
    } else if (type === 'list_item_open') {
      const number = this.#numbers.at(-1) ?? null;
      if (number !== null) this.#numbers[this.#numbers.length - 1] = number + 1;
      const first = number === null ? '- ' : `${number}. `;
      this.#containers.push({ first, rest: ' '.repeat(first.length), isUsed: false });
    }
  }

  #closeBlock(type: string): void {
    if (type === 'list_item_close' || type === 'blockquote_close') this.#containers.pop();
    else if (type === 'bullet_list_close' || type === 'ordered_list_close') {
      this.#numbers.pop();
      if (this.#numbers.length === 0) this.#canContinueList = false;
    } else if (type === 'table_close') {
      this.#addAction(this.#rows.map((cells) => cells.filter((cell) => cell !== '').join(' | ')).join('\n'), 'tables');
      this.#rows = [];
    }
  }

  #writeLeaf(token: Token): void {
    const { type, content } = token;
    if (type === 'front_matter') this.details = getDetails(token);
    else if (type === 'cue' && this.#options.cues) this.#addAction(content);
    else if (type === 'hr') this.#addBlock('===');
    else if (type === 'comment') this.#addNote(content);
    else if (type === 'html_block') this.#writeHtml(content.trim());
    else if (type === 'fence' || type === 'code_block' || type === 'math_block') this.#addAction(content, 'code');
  }

  #writeHtml(html: string): void {
    const comment = HTML_COMMENT.exec(html)?.[1];
    if (comment !== undefined) this.#addNote(comment);
    else this.#addNote(html.replace(/<!--[^]*?(?:-->|$)|<[^<>]*>/g, ' '), 'html');
  }

  #writeHeading(content: string, level: number): void {
    if (!this.#options.headings) return;
    const [token] = this.#parser.parseInline(content, this.#env);
    const runs = readHeadingRuns(token?.children ?? [], this.#context);
    const words = writeInline(runs.map((run) => ({ ...run, text: run.text.replace(/\s+/g, ' ') })));
    if (words === '') return;
    this.#addBlock(level === 2 && isSceneHeading(words) ? words : `${'#'.repeat(level)} ${words}`);
  }

  #takeFootnote(key: string): string | null {
    const label = toLabelKey(this.#parser, key);
    const text = this.#footnotes.get(label);
    if (text === undefined) return null;
    this.#footnotes.delete(label);
    return `Footnote: ${text}`;
  }

  #writeParagraph(content: string, endsQuote: boolean): void {
    const item = this.#containers.at(-1);
    const [box, done] = item && !item.isUsed && item.first !== '> ' ? (BOX.exec(content) ?? []) : [];
    if (item && box !== undefined) item.first += done === ' ' ? '[ ] ' : '[x] ';
    const isCallout = item !== undefined && CALLOUT.test(content);
    const lines = readSpeechLines(content, { ...this.#context, isCallout, from: box?.trimEnd().length ?? 0 });
    const isContained = this.#containers.length > 0;
    let dialogue: string[] = [];
    const flushDialogue = (): void => {
      if (dialogue.length > 0) this.#addDialogue(dialogue, endsQuote);
      dialogue = [];
    };
    for (const { isVisual, runs } of lines) {
      const isNote = runs.every(({ kind, text }) => kind === 'note' || text.trim() === '');
      if (!isContained && (isVisual || isNote)) {
        flushDialogue();
        if (isNote) for (const run of runs) this.#addNote(run.text);
        else this.#addAction(joinText(runs));
      } else dialogue.push(writeDialogueLine(isVisual ? [{ kind: 'direction', text: joinText(runs) }] : runs));
    }
    flushDialogue();
  }

  /** Adds lines of a paragraph, each after the markers around it. The author of a quote belongs to the line before. */
  #addDialogue(lines: readonly string[], endsQuote: boolean): void {
    const isItem = this.#containers.some(({ isUsed, first }) => !isUsed && first !== '> ');
    const markedLines = lines.filter((line) => line !== '').map((line) => this.#takeNextMarkers() + line);
    if (markedLines.length === 0) return;
    if (this.#dialogue.length > 0 && !endsQuote && !(this.#canContinueList && isItem))
      this.#dialogue.push(CONTINUATION);
    for (const line of markedLines) this.#dialogue.push(line);
    this.#canContinueList = this.#numbers.length > 0;
  }

  #takeNextMarkers(): string {
    return this.#containers
      .map((container) => {
        const marker = container.isUsed ? container.rest : container.first;
        container.isUsed = true;
        return toFountainMarker(marker);
      })
      .join('');
  }

  #addAction(text: string, loss?: Loss): void {
    const lines = writeActionLines(text);
    if (lines === '') return;
    if (loss) this.losses.add(loss);
    this.#addBlock(lines);
  }

  #addNote(text: string, loss?: Loss): void {
    const words = text.trim();
    if (words === '') return;
    if (loss) this.losses.add(loss);
    this.#addBlock(writeNote(words));
  }

  #addBlock(text: string): void {
    this.#endDialogue();
    this.blocks.push(text);
  }

  #endDialogue(): void {
    if (this.#dialogue.length > 0) this.blocks.push(`@${NARRATOR}\n${this.#dialogue.join('\n')}`);
    this.#dialogue = [];
    this.#canContinueList = false;
  }
}

const joinText = (runs: readonly SpeechRun[]): string => runs.map(({ text }) => text).join('');

export interface WrittenBlocks {
  readonly blocks: readonly string[];
  readonly losses: ReadonlySet<Loss>;
  readonly details: Details;
}

/** Writes the text of a script as blocks with empty lines between them. */
export const writeBlocks = (markdown: string, options: WriteOptions): WrittenBlocks => new Writer(markdown, options);
