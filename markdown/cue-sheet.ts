/** Exports a script as a cue sheet in SRT subtitle format, timed by the spoken words at a given pace. */
import { splitSentences } from './sentences.ts';
import { spokenSeconds, spokenText } from './spoken.ts';
import { treeOf, type Part, type Piece } from './tree.ts';
import { countWords } from './words.ts';

export interface CueSheetOptions {
  /** Words per minute, 100 to 200. */
  readonly pace: number;
  /** Shows headings and cues above the text that follows; false leaves them out. */
  readonly headings: boolean;
  readonly cues: boolean;
}

/** Maximum words per entry, if a sentence ends soon enough. */
const WORDS_AN_ENTRY = 18;
/** Seconds to show a heading or cue without spoken text after it. */
const UNSPOKEN_SECONDS = 2;

/** Formats seconds as `HH:MM:SS,mmm`. */
function stamp(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const whole = Math.floor(ms / 1000);
  const time = `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  return `${time},${String(ms % 1000).padStart(3, '0')}`;
}

function portions(text: string): string[] {
  const found: { text: string; words: number }[] = [];
  for (const sentence of splitSentences(text)) {
    const words = countWords(sentence);
    const last = found.at(-1);
    if (last && last.words + words <= WORDS_AN_ENTRY) {
      last.text += ` ${sentence}`;
      last.words += words;
    } else found.push({ text: sentence, words });
  }
  return found.map(({ text: portion }) => portion);
}

class Sheet {
  readonly #options: CueSheetOptions;
  readonly #entries: string[] = [];
  #above: string[] = [];
  #at = 0;

  constructor(options: CueSheetOptions) {
    this.#options = options;
  }

  add(part: Part): void {
    if (part.kind === 'heading') {
      if (this.#options.headings) this.#above.push(`# ${this.#words(part.pieces)}`);
    } else if (part.kind === 'cue') {
      if (this.#options.cues) this.#above.push(`[${part.text}]`);
    } else if (part.kind === 'paragraph') this.#say(this.#words(part.pieces));
    else if (part.kind === 'quote') part.parts.forEach((inner) => this.add(inner));
    else if (part.kind === 'list') part.items.flat().forEach((inner) => this.add(inner));
    else if (part.kind === 'table') part.rows.flat().forEach((cell) => this.#say(this.#words(cell)));
  }

  end(): string {
    if (this.#above.length > 0) this.#entry('', UNSPOKEN_SECONDS);
    return this.#entries.length === 0 ? '' : `${this.#entries.join('\n\n')}\n`;
  }

  #words(pieces: readonly Piece[]): string {
    const text = pieces.map((piece) => (piece.picture ? ' ' : piece.text)).join('');
    const kept = this.#options.cues ? text : text.replace(/\[[^\]]*\]/g, ' ');
    return kept.replace(/\s+/g, ' ').trim();
  }

  #say(text: string): void {
    for (const portion of portions(text)) {
      const seconds = spokenSeconds(countWords(spokenText(portion)), this.#options.pace);
      if (seconds > 0) this.#entry(portion, seconds);
      else this.#above.push(portion);
    }
  }

  #entry(text: string, seconds: number): void {
    const lines = [...this.#above, ...(text === '' ? [] : [text])];
    const end = this.#at + seconds;
    // A player would read an arrow inside a text as a time.
    const body = lines.join('\n').replaceAll('-->', '→');
    this.#entries.push(`${this.#entries.length + 1}\n${stamp(this.#at)} --> ${stamp(end)}\n${body}`);
    this.#above = [];
    this.#at = end;
  }
}

export function toCueSheet(markdown: string, options: CueSheetOptions): string {
  const sheet = new Sheet(options);
  for (const part of treeOf(markdown)) sheet.add(part);
  return sheet.end();
}
