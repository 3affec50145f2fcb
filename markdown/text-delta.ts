/**
 * The steps that make one text from another: a pair of numbers copies characters (how many to skip from where the last
 * copy ended, which may be negative, and how many to copy), a string is new text. Plain JSON.
 */
export type TextDelta = readonly (number | string)[];

interface Run {
  /** The index of the first token in either list. */
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

/** Copying fewer characters takes as much space as writing them. */
const MIN_COPY_LENGTH = 16;

const LINES = /[^\n]*\n|[^\n]+/g;
const WORDS = /\S+\s*|\s+/g;

/** Returns the operations that turn `from` into `to`. Takes time in proportion to both lengths, even if all differs. */
export function createDelta(from: string, to: string): TextDelta {
  const writer = new DeltaWriter();
  copyCommon(writer, from, to, 0, LINES, (text, offset, replacedText) =>
    copyCommon(writer, replacedText, text, offset, WORDS, (rest) => writer.write(rest)),
  );
  return writer.finish();
}

/** Applies the result of `createDelta`. @throws if the delta was made from another text. */
export function applyDelta(from: string, delta: TextDelta): string {
  let text = '';
  let end = 0;
  for (let index = 0; index < delta.length; index++) {
    const part = delta[index];
    if (typeof part === 'string') text += part;
    else if (typeof part === 'number') {
      const start = end + part;
      end = start + Number(delta[++index]);
      if (!(start >= 0 && end <= from.length)) throw new Error('The delta does not fit its text.');
      text += from.slice(start, end);
    }
  }
  return text;
}

/**
 * Copies the runs that both texts have in common. `onDifference` gets each other stretch of `to`, and the stretch of
 * `from` (starting at `offset`) that stands in its place.
 */
function copyCommon(
  writer: DeltaWriter,
  from: string,
  to: string,
  baseOffset: number,
  pattern: RegExp,
  onDifference: (text: string, offset: number, replacedText: string) => void,
): void {
  const [before, after] = [getTokens(from, pattern), getTokens(to, pattern)];
  let [writtenUpTo, readUpTo] = [0, 0];
  const emitDifference = (upTo: number, gapEnd: number): void => {
    const text = to.slice(writtenUpTo, upTo);
    const replacedText = gapEnd > readUpTo ? from.slice(readUpTo, gapEnd) : '';
    if (text !== '') onDifference(text, baseOffset + readUpTo, replacedText);
  };
  for (const run of listRuns(before.tokens, after.tokens)) {
    const start = before.starts[run.from] ?? 0;
    const end = before.starts[run.from + run.length] ?? from.length;
    const target = after.starts[run.to] ?? 0;
    emitDifference(target, start);
    writer.copy(baseOffset + start, end - start);
    writtenUpTo = target + end - start;
    readUpTo = end;
  }
  emitDifference(to.length, from.length);
}

function getTokens(text: string, pattern: RegExp): { tokens: string[]; starts: number[] } {
  const tokens = text.match(pattern) ?? [];
  const starts: number[] = [];
  let offset = 0;
  for (const token of tokens) {
    starts.push(offset);
    offset += token.length;
  }
  return { tokens, starts };
}

/** Yields stretches that both lists have, in the order of `to`. */
function* listRuns(from: readonly string[], to: readonly string[]): Generator<Run> {
  const firstIndex = new Map<string, number>();
  for (let index = from.length - 1; index >= 0; index--) firstIndex.set(from[index] ?? '', index);
  let [expected, minTo] = [0, 0];
  for (let index = 0; index < to.length;) {
    const token = to[index] ?? '';
    const run =
      findRunAt(from, to, expected, index, minTo) ??
      findRunAt(from, to, firstIndex.get(token) ?? from.length, index, minTo);
    if (run === null) {
      index += 1;
      expected += 1;
      continue;
    }
    yield run;
    index = minTo = run.to + run.length;
    expected = run.from + run.length;
  }
}

/** Grows a run in both directions, not before `minTo` in `to`; returns null if it is too short to copy. */
function findRunAt(
  from: readonly string[],
  to: readonly string[],
  inFrom: number,
  inTo: number,
  minTo: number,
): Run | null {
  if (inFrom >= from.length || from[inFrom] !== to[inTo]) return null;
  let [start, length, characters] = [0, 0, 0];
  while (inTo - start > minTo && inFrom - start > 0 && from[inFrom - start - 1] === to[inTo - start - 1]) {
    start += 1;
    characters += to[inTo - start]?.length ?? 0;
  }
  while (inTo + length < to.length && inFrom + length < from.length && from[inFrom + length] === to[inTo + length]) {
    characters += to[inTo + length]?.length ?? 0;
    length += 1;
  }
  if (characters < MIN_COPY_LENGTH) return null;
  return { from: inFrom - start, to: inTo - start, length: start + length };
}

class DeltaWriter {
  readonly #parts: (number | string)[] = [];
  #text = '';
  #start = 0;
  #end = 0;
  #lastCopyEnd = 0;

  write(text: string): void {
    if (text === '') return;
    this.#closeCopy();
    this.#text += text;
  }

  copy(start: number, length: number): void {
    if (start === this.#end && this.#end > this.#start) {
      this.#end += length;
      return;
    }
    this.#closeCopy();
    if (this.#text !== '') this.#parts.push(this.#text);
    this.#text = '';
    this.#start = start;
    this.#end = start + length;
  }

  finish(): TextDelta {
    this.#closeCopy();
    if (this.#text !== '') this.#parts.push(this.#text);
    return this.#parts;
  }

  #closeCopy(): void {
    if (this.#end === this.#start) return;
    this.#parts.push(this.#start - this.#lastCopyEnd, this.#end - this.#start);
    this.#lastCopyEnd = this.#end;
    this.#start = this.#end = 0;
  }
}
