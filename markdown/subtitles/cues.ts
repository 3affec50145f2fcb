/** Reads the captions of SubRip (.srt) and WebVTT (.vtt) files. A damaged file may lose its times, but no words. */

/** Times are in seconds. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  /** The lines as written, with their tags. */
  readonly lines: readonly string[];
  /** True if numbers and times begin again here, as in files that were put one behind the other. */
  readonly restarts: boolean;
}

export interface SubtitleFile {
  readonly cues: readonly Cue[];
  /** The lines before the first caption. */
  readonly opening: readonly string[];
  /** Counts comments, which are not shown. */
  readonly comments: number;
  /** Counts captions with a name. */
  readonly names: number;
}

const TIME = '(?:(\\d{1,4})\\s*:\\s*)?(\\d{1,3})\\s*:\\s*(\\d{1,2})(?:\\s*[.,:]\\s*(\\d{1,3}))?';
const TIMES = new RegExp(`^\\s*-?${TIME}\\s*[-–—=]{1,3}>\\s*-?${TIME}(?=\\s|$)(.*)$`);
/** Matches positions behind the times, in WebVTT and in SubRip. */
const SETTINGS = /^(?:\s+[A-Za-z]\w*:[^\s]*)*\s*$/;
const NUMBER = /^\s*(\d{1,6})\s*$/;
const COMMENT = /^NOTE(?:[ \t]|$)/;
const STYLE = /^(?:STYLE|REGION)[ \t]*$/;
const HEADER = /^WEBVTT(?:[ \t]|$)/;
/** Matches a line of the header that has no words of its own. */
const PLAIN_HEADER = /^(?:WEBVTT|(?:Kind|Language|Region|X-TIMESTAMP-MAP)\s*[:=].*)[ \t]*$/i;

const toSeconds = (hours = '0', minutes = '0', wholeSeconds = '0', fraction = '0'): number =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(wholeSeconds) + Number(`0.${fraction}`);

const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === '';

class Reader {
  readonly #lines: readonly string[];
  readonly #isVtt: boolean;
  readonly cues: (Cue & { lines: string[] })[] = [];
  readonly opening: string[] = [];
  comments = 0;
  names = 0;
  #number = 0;

  constructor(text: string) {
    this.#lines = text.split('\n');
    this.#isVtt = HEADER.test(this.#lines.find((line) => !isBlank(line)) ?? '');
  }

  read(): void {
    let index = this.#isVtt ? this.#readHeader() : 0;
    while (index < this.#lines.length) {
      const line = this.#lines[index] ?? '';
      const block = this.#isVtt && isBlank(this.#lines[index - 1]) ? (COMMENT.exec(line) ?? STYLE.exec(line)) : null;
      if (block) {
        if (COMMENT.test(line)) this.comments += 1;
        while (!isBlank(this.#lines[index]) && !TIMES.test(this.#lines[index] ?? '')) index += 1;
      } else {
        if (!this.#readTimes(line, index)) this.#text.push(line);
        index += 1;
      }
    }
    // A number behind the last caption belongs to one that was cut off.
    this.#takeNumber(this.#lines.length);
  }

  get #text(): string[] {
    return this.cues.at(-1)?.lines ?? this.opening;
  }

  #readHeader(): number {
    let index = this.#lines.findIndex((line) => !isBlank(line));
    const words: string[] = [];
    for (; !isBlank(this.#lines[index]) && !TIMES.test(this.#lines[index] ?? ''); index += 1) {
      if (!PLAIN_HEADER.test(this.#lines[index] ?? '')) words.push(this.#lines[index] ?? '');
    }
    if (words.length > 0) this.comments += 1;
    return index;
  }

  #readTimes(line: string, index: number): boolean {
    const [match, h1, m1, s1, f1, h2, m2, s2, f2, rest = ''] = TIMES.exec(line) ?? [];
    if (match === undefined) return false;
    const start = toSeconds(h1, m1, s1, f1);
    const last = this.cues.at(-1);
    const previousNumber = this.#number;
    const isNumbered = this.#takeNumber(index) || this.#takeName(index);
    const restarts = isNumbered && last !== undefined && this.#number <= previousNumber && start < last.start;
    const lines = SETTINGS.test(rest) ? [] : [rest.trim()];
    this.cues.push({ start, end: Math.max(start, toSeconds(h2, m2, s2, f2)), lines, restarts });
    return true;
  }

  /** Takes the number of a caption off the text before it: it is the next one, or stands alone right above the times. */
  #takeNumber(index: number): boolean {
    const text = this.#text;
    const last = text.findLastIndex((line) => !isBlank(line));
    const number = Number(NUMBER.exec(text[last] ?? '')?.[1] ?? NaN);
    const isAboveTimes = last === text.length - 1 && index < this.#lines.length && isBlank(this.#lines[index - 2]);
    // SubRip files may lack the blank line before a number. Elsewhere a number without one is what somebody says.
    const hasBlankBefore = last > 0 && isBlank(text[last - 1]);
    const isNext = number === this.#number + 1 && (hasBlankBefore || (!this.#isVtt && index < this.#lines.length));
    if (Number.isNaN(number) || !(isAboveTimes || isNext)) return false;
    text.splice(last);
    this.#number = number;
    return true;
  }

  #takeName(index: number): boolean {
    if (!this.#isVtt || isBlank(this.#lines[index - 1]) || !isBlank(this.#lines[index - 2])) return false;
    if (this.#text.pop() !== undefined) this.names += 1;
    return false;
  }
}

/** Reads a file; a text without times has no captions. Line ends are `\n`. */
export function readSubtitles(text: string): SubtitleFile {
  const reader = new Reader(text);
  reader.read();
  return reader;
}
