/** Reads a script as pictures and the sound meanwhile, for shot lists and two-column scripts. */
import type { MarkdownIt, Token } from 'markdown-it';

import { toCaptionText } from './captions/breaks.ts';
import { CUE_WITHIN } from './cue.ts';
import { toHeadingText } from './headings.ts';
import { createParser } from './parser.ts';
import { PaceReader, type Pacing } from './section-paces.ts';
import { toSpokenText } from './spoken-text.ts';
import { getSpokenLength } from './speech-units.ts';
import { listSpokenTokens } from './spoken.ts';
import { SPEAKER_LABELS, VISUAL_LINES, VISUAL_REMARKS } from './syntax/labels.ts';
import { getPieces, type Piece } from './tree-pieces.ts';

type Line = readonly Piece[];
type Env = Parameters<MarkdownIt['parseInline']>[1];

/** A picture and everything heard while it is seen. Times are in seconds. */
export interface Beat {
  readonly kind: 'beat';
  readonly start: number;
  readonly seconds: number;
  /** True if it begins with something else to see. */
  readonly isCue: boolean;
  readonly video: readonly Line[];
  readonly audio: readonly Line[];
  /** Holds music and sounds, which are in `audio` too. */
  readonly sounds: readonly string[];
  /** The spoken words only. */
  readonly spoken: string;
}

export interface Section {
  readonly kind: 'section';
  readonly pieces: Line;
}

/** Counts the parts of a script that are neither seen nor heard, and so are in neither list. */
export interface OmittedParts {
  tables: number;
  code: number;
  formulas: number;
  html: number;
  /** Footnotes are in no row; marks in the rows refer to them. */
  footnotes: number;
}

export interface Beats {
  readonly rows: readonly (Beat | Section)[];
  readonly seconds: number;
  readonly omitted: Readonly<OmittedParts>;
}

type OpenBeat = { -readonly [key in keyof Beat]: Beat[key] extends readonly (infer One)[] ? One[] : Beat[key] };

const SOUND_CUE = /^[\s*_]*(?:SFX|FX|SOUND|MUSIC)\b/;
const TASK_MARKER = /^\[[ xX]\]\s+/;
const SILENT_BLOCKS: Readonly<Record<string, keyof OmittedParts>> = {
  table_open: 'tables',
  fence: 'code',
  code_block: 'code',
  math_block: 'formulas',
  html_block: 'html',
  footnote_open: 'footnotes',
};

const startsWithPattern = (pattern: RegExp, text: string): boolean => text.search(pattern) === 0;
const joinText = (pieces: Line): string => pieces.map(({ text }) => text).join('');

/** Consecutive lines of a paragraph, with their place in it. */
interface Segment {
  readonly kind: 'seen' | 'sound' | 'said';
  readonly from: number;
  readonly to: number;
}

/** Splits a line at its cues, and at remarks in brackets such as `(SFX: a whistle)`. */
function splitAtCues(line: string, start: number): Segment[] {
  const segments: Segment[] = [];
  let from = start;
  const cues = [...line.matchAll(CUE_WITHIN)].map(({ 0: cue, 1: words = '', index }) => ({ cue, words, index }));
  const remarks = [...line.matchAll(VISUAL_REMARKS)].map(({ 0: cue, index }) => ({
    ...{ cue, index },
    words: cue.slice(cue.indexOf('(') + 1, -1),
  }));
  for (const { cue, words, index } of [...cues, ...remarks].sort((a, b) => a.index - b.index)) {
    if (start + index < from) continue;
    segments.push({ kind: 'said', from, to: start + index });
    from = start + index + cue.length;
    const kind = SOUND_CUE.test(words) ? 'sound' : 'seen';
    segments.push({ kind, from: from - 1 - words.length, to: from - 1 });
  }
  return [...segments, { kind: 'said', from, to: start + line.length }];
}

function splitSegments(content: string): Segment[] {
  const segments: Segment[] = [];
  let from = 0;
  for (const line of content.split('\n')) {
    const to = from + line.length;
    const lineSegments: Segment[] = startsWithPattern(VISUAL_LINES, line)
      ? [{ kind: SOUND_CUE.test(line) ? 'sound' : 'seen', from, to }]
      : splitAtCues(line, from);
    for (const segment of lineSegments) {
      const last = segments.at(-1);
      if (segment.kind === 'said' && last?.kind === 'said') segments[segments.length - 1] = { ...last, to: segment.to };
      else segments.push(segment);
    }
    from = to + 1;
  }
  return segments;
}

function emphasizeSpeaker(pieces: Line): Line {
  const [first, ...rest] = pieces;
  const label = first && first.text.match(SPEAKER_LABELS)?.[0];
  if (!first || label === undefined || !first.text.startsWith(label)) return pieces;
  return [{ ...first, text: label, bold: true }, { ...first, text: first.text.slice(label.length) }, ...rest];
}

class BeatReader {
  readonly rows: (Beat | Section)[] = [];
  readonly omitted: OmittedParts = { tables: 0, code: 0, formulas: 0, html: 0, footnotes: 0 };
  elapsedSeconds = 0;
  readonly #pace: PaceReader;
  readonly #parser: MarkdownIt;
  readonly #env: Env;
  #open: OpenBeat | null = null;

  constructor(parser: MarkdownIt, env: Env, pacing: Pacing) {
    this.#parser = parser;
    this.#env = env;
    this.#pace = new PaceReader(pacing);
  }

  addSection(content: string): void {
    this.#open = null;
    this.#pace.enterSection(toHeadingText(content));
    this.rows.push({ kind: 'section', pieces: this.#toPieces(content) });
  }

  addVisual(pieces: Line): void {
    if (joinText(pieces).trim() === '') return;
    const beat = this.#startBeat(true);
    beat.video.push(pieces);
  }

  addParagraph(content: string): void {
    const spokenText = toSpokenText(content);
    const { words: spokenWords, units } = getSpokenLength(spokenText.text);
    const segments = splitSegments(content).map((segment) => ({ ...segment, words: '' }));
    for (let offset = 0; offset < spokenText.text.length; offset += 1) {
      const { from } = spokenText.getRange(offset, offset + 1);
      const segment = segments.find(({ to }) => from <= to) ?? segments.at(-1);
      if (segment) segment.words += spokenText.text.charAt(offset);
    }
    const segmentUnits = segments.map(({ words }) => getSpokenLength(words).units);
    const totalUnits = segmentUnits.reduce((total, unitCount) => total + unitCount, 0);
    for (const [index, { kind, from, to, words }] of segments.entries()) {
      const pieces = this.#toPieces(content.slice(from, to));
      if (kind === 'seen') this.addVisual(pieces);
      else if (kind === 'sound') this.#addSound(pieces);
      else
        this.#addSpeech(
          pieces,
          spokenWords === 0 ? '' : toCaptionText(words),
          totalUnits === 0 ? 0 : (units * (segmentUnits[index] ?? 0)) / totalUnits,
        );
    }
  }

  #toPieces(content: string): Line {
    const [inline] = this.#parser.parseInline(content, this.#env);
    return getPieces(inline?.children ?? []);
  }

  #startBeat(isCue: boolean): OpenBeat {
    const beat: OpenBeat = {
      kind: 'beat',
      start: this.elapsedSeconds,
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

  #addSound(pieces: Line): void {
    const beat = this.#open ?? this.#startBeat(false);
    beat.audio.push(pieces.map((piece) => ({ ...piece, italic: true })));
    beat.sounds.push(toCaptionText(joinText(pieces)));
  }

  #addSpeech(pieces: Line, text: string, units: number): void {
    const pictures = pieces.filter(({ picture }) => picture !== undefined);
    if (pictures.length > 0) this.#startBeat(true).video.push(...pictures.map((picture) => [picture]));
    const speech = pieces.filter(({ picture }) => picture === undefined);
    if (joinText(speech).trim() === '') return;
    const beat = this.#open && this.#open.spoken === '' ? this.#open : this.#startBeat(false);
    beat.audio.push(emphasizeSpeaker(speech));
    beat.spoken = text;
    beat.seconds = this.#pace.getSeconds(units);
    this.elapsedSeconds += beat.seconds;
  }
}

let parser: MarkdownIt | undefined;

function readTokens(reader: BeatReader, tokens: readonly Token[]): void {
  const spokenTokens = new Set(listSpokenTokens(tokens));
  for (const [index, token] of tokens.entries()) {
    const omittedKind = SILENT_BLOCKS[token.type];
    if (omittedKind && !token.content.trim().startsWith('<!--')) reader.omitted[omittedKind] += 1;
    else if (token.type === 'cue') reader.addVisual([{ text: token.content }]);
    else if (token.type !== 'inline') continue;
    else if (tokens[index - 1]?.type === 'heading_open') reader.addSection(token.content);
    else if (spokenTokens.has(token)) reader.addParagraph(token.content.replace(TASK_MARKER, ''));
  }
}

export function toBeats(markdown: string, pacing: Pacing): Beats {
  parser ??= createParser({ html: true });
  const source = markdown.replace(/\r\n?/g, '\n');
  const env = {};
  // Numbers the footnotes, which are in the environment then.
  parser.parse(source, env);
  const tokens: Token[] = [];
  parser.block.parse(source, parser, env, tokens);
  const reader = new BeatReader(parser, env, pacing);
  readTokens(reader, tokens);
  return { rows: reader.rows, seconds: reader.elapsedSeconds, omitted: reader.omitted };
}
