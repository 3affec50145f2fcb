/** Reads a script as what is seen and what is heard meanwhile, for shot lists and two-column scripts. */
import type { MarkdownIt, Token } from 'markdown-it';

import { captionText } from './captions/breaks.ts';
import { CUE_WITHIN } from './cue.ts';
import { headingText } from './headings.ts';
import { createParser } from './parser.ts';
import { PaceReader, type Pacing } from './section-paces.ts';
import { spokenText } from './spoken-text.ts';
import { spokenLengthOf } from './speech-units.ts';
import { spokenTokens } from './spoken.ts';
import { SPEAKER_LABELS, VISUAL_LINES } from './syntax/labels.ts';
import { piecesOf, type Piece } from './tree-pieces.ts';

type Line = readonly Piece[];
type Env = Parameters<MarkdownIt['parseInline']>[1];

/** Holds a picture and everything heard while it is seen. Times are in seconds. */
export interface Beat {
  readonly kind: 'beat';
  readonly start: number;
  readonly seconds: number;
  /** Tells whether it begins with something else to see. */
  readonly isCue: boolean;
  readonly video: readonly Line[];
  readonly audio: readonly Line[];
  /** Holds music and sounds, which are in `audio` too. */
  readonly sounds: readonly string[];
  /** Holds only what is spoken. */
  readonly spoken: string;
}

export interface Section {
  readonly kind: 'section';
  readonly pieces: Line;
}

/** Counts the parts of a script that are neither seen nor heard, and so are in neither list. */
export interface LeftOut {
  tables: number;
  code: number;
  formulas: number;
  html: number;
  /** Are in no row; marks in the rows refer to them. */
  footnotes: number;
}

export interface Beats {
  readonly rows: readonly (Beat | Section)[];
  readonly seconds: number;
  readonly left: Readonly<LeftOut>;
}

type Open = { -readonly [key in keyof Beat]: Beat[key] extends readonly (infer One)[] ? One[] : Beat[key] };

const SOUND = /^[\s*_]*(?:SFX|FX|SOUND|MUSIC)\b/;
const TASK = /^\[[ xX]\]\s+/;
const SILENT_BLOCKS: Readonly<Record<string, keyof LeftOut>> = {
  table_open: 'tables',
  fence: 'code',
  code_block: 'code',
  math_block: 'formulas',
  html_block: 'html',
  footnote_open: 'footnotes',
};

const begins = (pattern: RegExp, text: string): boolean => text.search(pattern) === 0;
const plain = (pieces: Line): string => pieces.map(({ text }) => text).join('');

/** Keeps lines of a paragraph together, with their place in it. */
interface Stretch {
  readonly kind: 'seen' | 'sound' | 'said';
  readonly from: number;
  readonly to: number;
}

/** Splits a line at the cues within it. */
function aroundCues(line: string, start: number): Stretch[] {
  const stretches: Stretch[] = [];
  let from = start;
  for (const { 0: cue, 1: words = '', index } of line.matchAll(CUE_WITHIN)) {
    stretches.push({ kind: 'said', from, to: start + index });
    from = start + index + cue.length;
    stretches.push({ kind: 'seen', from: from - 1 - words.length, to: from - 1 });
  }
  return [...stretches, { kind: 'said', from, to: start + line.length }];
}

function stretchesOf(content: string): Stretch[] {
  const stretches: Stretch[] = [];
  let from = 0;
  for (const line of content.split('\n')) {
    const to = from + line.length;
    const all: Stretch[] = begins(VISUAL_LINES, line)
      ? [{ kind: SOUND.test(line) ? 'sound' : 'seen', from, to }]
      : aroundCues(line, from);
    for (const stretch of all) {
      const last = stretches.at(-1);
      if (stretch.kind === 'said' && last?.kind === 'said')
        stretches[stretches.length - 1] = { ...last, to: stretch.to };
      else stretches.push(stretch);
    }
    from = to + 1;
  }
  return stretches;
}

/** Sets off the name of who speaks. */
function labelled(pieces: Line): Line {
  const [first, ...rest] = pieces;
  const label = first && first.text.match(SPEAKER_LABELS)?.[0];
  if (!first || label === undefined || !first.text.startsWith(label)) return pieces;
  return [{ ...first, text: label, bold: true }, { ...first, text: first.text.slice(label.length) }, ...rest];
}

class Reader {
  readonly rows: (Beat | Section)[] = [];
  readonly left: LeftOut = { tables: 0, code: 0, formulas: 0, html: 0, footnotes: 0 };
  at = 0;
  readonly #pace: PaceReader;
  readonly #parser: MarkdownIt;
  readonly #env: Env;
  #open: Open | null = null;

  constructor(parser: MarkdownIt, env: Env, pacing: Pacing) {
    this.#parser = parser;
    this.#env = env;
    this.#pace = new PaceReader(pacing);
  }

  section(content: string): void {
    this.#open = null;
    this.#pace.next(headingText(content));
    this.rows.push({ kind: 'section', pieces: this.#pieces(content) });
  }

  seen(pieces: Line): void {
    if (plain(pieces).trim() === '') return;
    const beat = this.#begin(true);
    beat.video.push(pieces);
  }

  paragraph(content: string): void {
    const spoken = spokenText(content);
    const { words: spokenWords, units } = spokenLengthOf(spoken.text);
    const stretches = stretchesOf(content).map((stretch) => ({ ...stretch, words: '' }));
    for (let at = 0; at < spoken.text.length; at += 1) {
      const { from } = spoken.rangeOf(at, at + 1);
      const within = stretches.find(({ to }) => from <= to) ?? stretches.at(-1);
      if (within) within.words += spoken.text.charAt(at);
    }
    const counted = stretches.map(({ words }) => spokenLengthOf(words).units);
    const sum = counted.reduce((total, each) => total + each, 0);
    for (const [index, { kind, from, to, words }] of stretches.entries()) {
      const pieces = this.#pieces(content.slice(from, to));
      if (kind === 'seen') this.seen(pieces);
      else if (kind === 'sound') this.#sound(pieces);
      else
        this.#addSpeech(
          pieces,
          spokenWords === 0 ? '' : captionText(words),
          sum === 0 ? 0 : (units * (counted[index] ?? 0)) / sum,
        );
    }
  }

  #pieces(content: string): Line {
    const [inline] = this.#parser.parseInline(content, this.#env);
    return piecesOf(inline?.children ?? []);
  }

  #begin(isCue: boolean): Open {
    const beat: Open = {
      kind: 'beat',
      start: this.at,
      seconds: 0,
      isCue,
      video: [],
      audio: [],
      sounds: [],
      spoken: '',
    };
    this.rows.push(beat);
    this.#open = beat;
    return beat;
  }

  #sound(pieces: Line): void {
    const beat = this.#open ?? this.#begin(false);
    beat.audio.push(pieces.map((piece) => ({ ...piece, italic: true })));
    beat.sounds.push(captionText(plain(pieces)));
  }

  #addSpeech(pieces: Line, words: string, units: number): void {
    const pictures = pieces.filter(({ picture }) => picture !== undefined);
    if (pictures.length > 0) this.#begin(true).video.push(...pictures.map((picture) => [picture]));
    const speech = pieces.filter(({ picture }) => picture === undefined);
    if (plain(speech).trim() === '') return;
    const beat = this.#open && this.#open.spoken === '' ? this.#open : this.#begin(false);
    beat.audio.push(labelled(speech));
    beat.spoken = words;
    beat.seconds = this.#pace.seconds(units);
    this.at += beat.seconds;
  }
}

let parser: MarkdownIt | undefined;

function read(reader: Reader, tokens: readonly Token[]): void {
  const spoken = new Set(spokenTokens(tokens));
  for (const [index, token] of tokens.entries()) {
    const silent = SILENT_BLOCKS[token.type];
    if (silent && !token.content.trim().startsWith('<!--')) reader.left[silent] += 1;
    else if (token.type === 'cue') reader.seen([{ text: token.content }]);
    else if (token.type !== 'inline') continue;
    else if (tokens[index - 1]?.type === 'heading_open') reader.section(token.content);
    else if (spoken.has(token)) reader.paragraph(token.content.replace(TASK, ''));
  }
}

/** Reads a script. */
export function beatsOf(markdown: string, pacing: Pacing): Beats {
  parser ??= createParser({ html: true });
  const source = markdown.replace(/\r\n?/g, '\n');
  const env = {};
  // Numbers the footnotes, which are in the environment then.
  parser.parse(source, env);
  const tokens: Token[] = [];
  parser.block.parse(source, parser, env, tokens);
  const reader = new Reader(parser, env, pacing);
  read(reader, tokens);
  return { rows: reader.rows, seconds: reader.at, left: reader.left };
}
