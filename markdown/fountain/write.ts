/** Writes the blocks of a script as a Fountain screenplay. */
import type { MarkdownIt, Token } from 'markdown-it';
import { createParser } from '../parser.ts';
import { inlineText } from '../plain-text.ts';
import { NARRATOR } from '../screenplay.ts';
import { detailsOf, type Details } from '../syntax/details.ts';
import { isAuthor } from '../syntax/author.ts';
import { labelFor, splitFootnotes } from '../syntax/footnote.ts';
import { actionLines, dialogueLine, inlineFountain, noteText } from './dialogue.ts';
import { fountainMarker } from './list-lines.ts';
import { isSceneHeading } from './read.ts';
import { headingRuns, speechLines, type Loss, type SpeechRun } from './speech.ts';

/** False leaves headings or cues out. */
export interface WriteOptions {
  readonly headings: boolean;
  readonly cues: boolean;
}

/** Continues a dialogue over an empty line. */
const CONTINUED = '  ';
const BOX = /^\[([ xX])\](?:[ \t]+|(?=\n)|$)/;
const CALLOUT = /^\[![^\]\n]+\]/;
const COMMENT = /^<!--((?:(?!-->)[^])*)-->$/;

/** Wraps blocks in a list item or a quote: its marker of markdown stands before the first line only. */
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
  /** Holds the footnotes that do not stand in the text yet, by label. */
  readonly #footnotes = new Map<string, string>();
  /** Collects the narrator's dialogue that is being written. */
  #dialogue: string[] = [];
  /** Tells whether an item may follow the last line without an empty line between. */
  #isListing = false;
  #rows: string[][] = [];
  readonly #context = { losses: this.losses, footnote: (key: string): string | null => this.#takeFootnote(key) };

  constructor(markdown: string, options: WriteOptions) {
    this.#options = options;
    this.#parser = parser ??= createParser({ html: true });
    const tokens: Token[] = [];
    this.#parser.block.parse(markdown, this.#parser, this.#env, tokens);
    const { body, notes } = splitFootnotes(tokens);
    for (const [label, note] of notes) this.#footnotes.set(label, this.#wordsOf(note));
    for (const [index, token] of body.entries()) this.#token(token, body[index - 1]);
    for (const text of this.#footnotes.values()) this.#note(`Footnote: ${text}`, 'footnotes');
    this.#endDialogue();
  }

  /** Returns the words of blocks without marks, one line a block. */
  #wordsOf(tokens: readonly Token[]): string {
    return tokens
      .map(({ type, content }) => (type === 'inline' ? this.#plain(content) : content.trim()))
      .filter((text) => text !== '')
      .join('\n');
  }

  #plain(content: string): string {
    const [token] = this.#parser.parseInline(content, this.#env);
    return inlineText(token?.children ?? [])
      .replace(/\s+/g, ' ')
      .trim();
  }

  #token(token: Token, before: Token | undefined): void {
    if (token.type === 'inline') this.#inline(token.content, before);
    else if (token.nesting > 0) this.#open(token);
    else if (token.nesting < 0) this.#close(token.type);
    else this.#leaf(token);
  }

  #inline(content: string, before: Token | undefined): void {
    if (before?.type === 'heading_open') this.#heading(content, Number(before.tag.slice(1)));
    else if (before?.type === 'th_open' || before?.type === 'td_open') this.#rows.at(-1)?.push(this.#plain(content));
    else this.#paragraph(content, isAuthor(before));
  }

  #open(token: Token): void {
    const { type } = token;
    if (type === 'tr_open') this.#rows.push([]);
    else if (type === 'blockquote_open') this.#containers.push({ first: '> ', rest: '> ', isUsed: false });
    else if (type === 'bullet_list_open' || type === 'ordered_list_open') {
      if (this.#numbers.length === 0) this.#isListing = false;
      this.#numbers.push(type === 'ordered_list_open' ? Number(token.attrGet('start') ?? 1) : null);
    } else if (type === 'list_item_open') {
      const number = this.#numbers.at(-1) ?? null;
      if (number !== null) this.#numbers[this.#numbers.length - 1] = number + 1;
      const first = number === null ? '- ' : `${number}. `;
      this.#containers.push({ first, rest: ' '.repeat(first.length), isUsed: false });
    }
  }

  #close(type: string): void {
    if (type === 'list_item_close' || type === 'blockquote_close') this.#containers.pop();
    else if (type === 'bullet_list_close' || type === 'ordered_list_close') {
      this.#numbers.pop();
      if (this.#numbers.length === 0) this.#isListing = false;
    } else if (type === 'table_close') {
      this.#action(this.#rows.map((cells) => cells.filter((cell) => cell !== '').join(' | ')).join('\n'), 'tables');
      this.#rows = [];
    }
  }

  #leaf(token: Token): void {
    const { type, content } = token;
    if (type === 'front_matter') this.details = detailsOf(token);
    else if (type === 'cue' && this.#options.cues) this.#action(content);
    else if (type === 'hr') this.#block('===');
    else if (type === 'comment') this.#note(content);
    else if (type === 'html_block') this.#html(content.trim());
    else if (type === 'fence' || type === 'code_block' || type === 'math_block') this.#action(content, 'code');
  }

  #html(html: string): void {
    const comment = COMMENT.exec(html)?.[1];
    if (comment !== undefined) this.#note(comment);
    else this.#note(html.replace(/<!--[^]*?(?:-->|$)|<[^<>]*>/g, ' '), 'html');
  }

  #heading(content: string, level: number): void {
    if (!this.#options.headings) return;
    const [token] = this.#parser.parseInline(content, this.#env);
    const runs = headingRuns(token?.children ?? [], this.#context);
    const words = inlineFountain(runs.map((run) => ({ ...run, text: run.text.replace(/\s+/g, ' ') })));
    if (words === '') return;
    this.#block(level === 2 && isSceneHeading(words) ? words : `${'#'.repeat(level)} ${words}`);
  }

  #takeFootnote(key: string): string | null {
    const label = labelFor(this.#parser, key);
    const text = this.#footnotes.get(label);
    if (text === undefined) return null;
    this.#footnotes.delete(label);
    return `Footnote: ${text}`;
  }

  #paragraph(content: string, endsQuote: boolean): void {
    const item = this.#containers.at(-1);
    const [box, done] = item && !item.isUsed && item.first !== '> ' ? (BOX.exec(content) ?? []) : [];
    if (item && box !== undefined) item.first += done === ' ' ? '[ ] ' : '[x] ';
    const isCallout = item !== undefined && CALLOUT.test(content);
    const lines = speechLines(content, { ...this.#context, isCallout, from: box?.trimEnd().length ?? 0 });
    const isContained = this.#containers.length > 0;
    let dialogue: string[] = [];
    const say = (): void => {
      if (dialogue.length > 0) this.#say(dialogue, endsQuote);
      dialogue = [];
    };
    for (const { isVisual, runs } of lines) {
      const isNote = runs.every(({ kind, text }) => kind === 'note' || text.trim() === '');
      if (!isContained && (isVisual || isNote)) {
        say();
        if (isNote) for (const run of runs) this.#note(run.text);
        else this.#action(wordsOf(runs));
      } else dialogue.push(dialogueLine(isVisual ? [{ kind: 'direction', text: wordsOf(runs) }] : runs));
    }
    say();
  }

  /** Says lines of a paragraph, each behind the markers around it. The author of a quote belongs to the line before. */
  #say(lines: readonly string[], endsQuote: boolean): void {
    const isItem = this.#containers.some(({ isUsed, first }) => !isUsed && first !== '> ');
    const marked = lines.filter((line) => line !== '').map((line) => this.#markers() + line);
    if (marked.length === 0) return;
    if (this.#dialogue.length > 0 && !endsQuote && !(this.#isListing && isItem)) this.#dialogue.push(CONTINUED);
    for (const line of marked) this.#dialogue.push(line);
    this.#isListing = this.#numbers.length > 0;
  }

  #markers(): string {
    return this.#containers
      .map((container) => {
        const marker = container.isUsed ? container.rest : container.first;
        container.isUsed = true;
        return fountainMarker(marker);
      })
      .join('');
  }

  #action(text: string, loss?: Loss): void {
    const lines = actionLines(text);
    if (lines === '') return;
    if (loss) this.losses.add(loss);
    this.#block(lines);
  }

  #note(text: string, loss?: Loss): void {
    const words = text.trim();
    if (words === '') return;
    if (loss) this.losses.add(loss);
    this.#block(noteText(words));
  }

  #block(text: string): void {
    this.#endDialogue();
    this.blocks.push(text);
  }

  #endDialogue(): void {
    if (this.#dialogue.length > 0) this.blocks.push(`@${NARRATOR}\n${this.#dialogue.join('\n')}`);
    this.#dialogue = [];
    this.#isListing = false;
  }
}

const wordsOf = (runs: readonly SpeechRun[]): string => runs.map(({ text }) => text).join('');

export interface WrittenBlocks {
  readonly blocks: readonly string[];
  readonly losses: ReadonlySet<Loss>;
  /** Come from the front matter. */
  readonly details: Details;
}

/** Writes the text of a script as blocks with empty lines between them. */
export const writeBlocks = (markdown: string, options: WriteOptions): WrittenBlocks => new Writer(markdown, options);
