/** Takes notes (`[[ ]]`) and cut material (between slash and star) out of Fountain; both may span lines. */
import { ESCAPABLE, NOTE } from './inline.ts';

const OPENING = /\\|\/\*|\[\[/g;
/** Matches an empty line, where a note cannot go on; two spaces keep a line from being empty. */
const EMPTY_LINE = /\n(?! {2}\n)[ \t]*(?=\n)/g;

/** Finds a pattern after an offset, and remembers the place for the next search. */
class Finder {
  readonly #text: string;
  readonly #pattern: RegExp;
  #nextIndex = -1;

  constructor(text: string, pattern: RegExp) {
    this.#text = text;
    this.#pattern = pattern;
  }

  takeNextAfter(offset: number): number {
    if (this.#nextIndex < offset) {
      this.#pattern.lastIndex = offset;
      this.#nextIndex = this.#pattern.exec(this.#text)?.index ?? Infinity;
    }
    return this.#nextIndex;
  }
}

/** Returns the text with the number of each note in its place, and the notes' texts. */
export function extractNotes(body: string): { text: string; notes: string[] } {
  const notes: string[] = [];
  const noteEnd = new Finder(body, /\]\]/g);
  const cutEnd = new Finder(body, /\*\//g);
  const emptyLine = new Finder(body, EMPTY_LINE);
  let text = '';
  let from = 0;
  OPENING.lastIndex = 0;
  for (let match = OPENING.exec(body); match; match = OPENING.exec(body)) {
    const start = match.index;
    if (match[0] === '\\') {
      if (ESCAPABLE.test(body.charAt(start + 1))) OPENING.lastIndex = start + 2;
      continue;
    }
    const end = match[0] === '/*' ? cutEnd.takeNextAfter(start + 2) : noteEnd.takeNextAfter(start + 2);
    const isComplete = end < Infinity && (match[0] === '/*' || end < emptyLine.takeNextAfter(start));
    if (!isComplete) continue;
    text += `${body.slice(from, start)}${NOTE.open}${notes.length}${NOTE.close}`;
    notes.push(
      body
        .slice(start + 2, end)
        .replace(/^ +$/gm, '')
        .trim(),
    );
    from = end + 2;
    OPENING.lastIndex = from;
  }
  return { text: text + body.slice(from), notes };
}
