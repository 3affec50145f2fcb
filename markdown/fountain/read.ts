/** Reads the elements of a Fountain screenplay line by line (fountain.io/syntax), so that no line is lost. */
import type { TextRun } from '../markdown-text.ts';
import type { ScreenplayElement, SpokenLine } from '../screenplay.ts';
import { parseInlineRuns, NOTE, plainWords } from './inline.ts';
import { splitMarkers } from './list-lines.ts';
import { extractNotes } from './notes.ts';

const SCENE = /^(?:\.(?=[\p{L}\p{N}])|(?=(?:int|ext|est|(?:int|ext)\.?\/(?:int|ext)|i\/e|e\/i)[. ]))(.+)$/iu;
const CENTERED_LINE = /^>\s*(.*?)\s*<$/;
const FADE = /^(?:FADE (?:IN|OUT|TO BLACK)|CUT TO BLACK)[.:]?$/;
const LOWER_CASE = /\p{Ll}/u;
const isTransition = (line: string): boolean => (line.endsWith(' TO:') && !LOWER_CASE.test(line)) || FADE.test(line);
const PAGE_BREAK = /^={3,}$/;
/** Matches a line in round brackets that belong together. */
const PARENTHETICAL = /^\(((?:[^()]|\([^()]*\))*)\)$/;
const EXTENSIONS = /(?:\s*\([^()]*\))+$/;
/** Matches a line that needs no empty line before it. */
const SELF_SEPARATING = /^(?:#|=|>|~|!)/;
/** Longer lines in capitals are no names. */
const MAX_NAME_LENGTH = 200;
/** Joins the lines of a dialogue across an empty one. */
const CONTINUATION = '  ';

const NOTES = new RegExp(`${NOTE.open}(\\d+)${NOTE.close}`, 'g');
const withoutNotes = (line: string): string => line.replace(NOTES, '').trim();

/** Returns the name of a character, without the sign that it speaks together with the one before. */
const readName = (line: string): string => {
  const name = withoutNotes(line);
  return name.endsWith('^') ? name.slice(0, -1).trimEnd() : name;
};

class Reader {
  readonly #lines: readonly string[];
  readonly #notes: readonly string[];
  readonly #elements: ScreenplayElement[] = [];
  #position = 0;
  /** True if the line before is empty, or one that needs no empty line after it. */
  #isApart = true;

  constructor(body: string) {
    const { text, notes } = extractNotes(body);
    this.#lines = text.split('\n');
    this.#notes = notes;
  }

  read(): ScreenplayElement[] {
    while (this.#position < this.#lines.length) this.#readElement();
    return this.#elements;
  }

  #getLine(index = this.#position): string {
    return this.#lines[index] ?? '';
  }

  #isEmpty(index: number): boolean {
    return this.#getLine(index).trim() === '';
  }

  #toRuns(line: string): TextRun[] {
    return parseInlineRuns(line, this.#notes);
  }

  #readElement(): void {
    const source = this.#getLine();
    const line = source.trim();
    if (line === '') {
      this.#isApart = true;
      this.#position += 1;
    } else if (withoutNotes(line) === '') {
      for (const [, number] of line.matchAll(NOTES)) this.#addComment(this.#notes[Number(number)] ?? '');
      this.#position += 1;
    } else if (this.#isApart && this.#isCharacter(line)) this.#readDialogue();
    else if (!this.#readSingleLine(line)) this.#readAction();
  }

  #addComment(text: string): void {
    this.#elements.push({ kind: 'comment', text });
  }

  #readSingleLine(line: string): boolean {
    const element = this.#readForcedElement(line) ?? (this.#isApart ? this.#recognizeElement(line) : null);
    if (!element) return false;
    this.#elements.push(element);
    this.#position += 1;
    this.#isApart = element.kind === 'page break' || /^[#=]/.test(line);
    return true;
  }

  #readForcedElement(line: string): ScreenplayElement | null {
    const [, marks = '', words = ''] = /^(#+)\s*(.*)$/.exec(line) ?? [];
    if (marks !== '') return { kind: 'heading', level: Math.min(6, marks.length), runs: this.#toRuns(words) };
    if (PAGE_BREAK.test(line)) return { kind: 'page break' };
    if (line.startsWith('=')) return { kind: 'comment', text: this.#toPlainText(line.slice(1)) };
    const centeredText = line.endsWith('<') ? CENTERED_LINE.exec(line)?.[1] : undefined;
    if (centeredText !== undefined) return { kind: 'action', runs: this.#toRuns(centeredText) };
    if (line.startsWith('>')) return { kind: 'action', runs: this.#toRuns(line.slice(1).trim()), isCue: true };
    if (!line.startsWith('~')) return null;
    return this.#readSong();
  }

  /** Returns the words of a line, with those of its notes. */
  #toPlainText(line: string): string {
    return this.#toRuns(line)
      .map((run) => (run.comment ? run.text : plainWords([run])))
      .join('');
  }

  #readSong(): ScreenplayElement {
    const lines: SpokenLine[] = [];
    for (; ; this.#position += 1) {
      lines.push({ runs: this.#toRuns(this.#getLine().trim().slice(1).trim()) });
      if (
        !this.#getLine(this.#position + 1)
          .trim()
          .startsWith('~')
      )
        break;
    }
    return { kind: 'dialogue', speaker: '', paragraphs: [lines], isSong: true };
  }

  #recognizeElement(line: string): ScreenplayElement | null {
    const scene = SCENE.exec(line)?.[1];
    if (scene !== undefined) return { kind: 'heading', level: 2, runs: this.#toRuns(scene) };
    return isTransition(withoutNotes(line)) ? { kind: 'action', runs: this.#toRuns(line), isCue: true } : null;
  }

  /** A name stands in capitals after an empty line, or behind `@`, and something is said on the line below. */
  #isCharacter(line: string): boolean {
    const words = readName(line);
    if (words.startsWith('@')) return words.slice(1).trim() !== '' && !this.#isEmpty(this.#position + 1);
    if (!this.#isFollowed()) return false;
    if (words.length > MAX_NAME_LENGTH || SELF_SEPARATING.test(words) || SCENE.test(words) || isTransition(words))
      return false;
    const name = words.replace(EXTENSIONS, '');
    return /\p{Lu}/u.test(name) && !LOWER_CASE.test(name);
  }

  /** Returns whether the line below has words; notes between the two do not matter. */
  #isFollowed(): boolean {
    let next = this.#position + 1;
    while (!this.#isEmpty(next) && withoutNotes(this.#getLine(next)) === '') next += 1;
    return !this.#isEmpty(next) || this.#getLine(next) === CONTINUATION;
  }

  #readDialogue(): void {
    const line = this.#getLine().trim();
    const speaker = plainWords(this.#toRuns(readName(line).replace(/^@\s*/, '')));
    const notes = this.#toRuns(line).filter(({ comment }) => comment);
    const paragraphs: SpokenLine[][] = [[]];
    for (this.#position += 1; this.#position < this.#lines.length; this.#position += 1) {
      const next = this.#getLine();
      if (next === CONTINUATION) paragraphs.push([]);
      else if (next.trim() === '') break;
      else this.#addSpokenLine(paragraphs, next);
    }
    const [first] = paragraphs[0] ?? [];
    if (first && notes.length > 0) paragraphs[0]?.splice(0, 1, { ...first, runs: [...notes, ...first.runs] });
    this.#elements.push({ kind: 'dialogue', speaker, paragraphs: paragraphs.filter((lines) => lines.length > 0) });
  }

  /** Lines of a list or a quote make a paragraph of their own. */
  #addSpokenLine(paragraphs: SpokenLine[][], source: string): void {
    const last = paragraphs.findLast((lines) => lines.length > 0)?.at(-1);
    const line = this.#readSpokenLine(source, last?.container?.length);
    const previous = paragraphs.at(-1)?.at(-1);
    const startsParagraph = previous && (previous.container === undefined) !== (line.container === undefined);
    if (startsParagraph) paragraphs.push([line]);
    else paragraphs.at(-1)?.push(line);
  }

  #readSpokenLine(source: string, maxIndent?: number): SpokenLine {
    const { container, words } = splitMarkers(source, maxIndent);
    if (container !== '') return { container, runs: this.#toRuns(words) };
    const line = source.trim();
    const aside = PARENTHETICAL.exec(withoutNotes(line))?.[1];
    if (aside === undefined) return { runs: this.#toRuns(line.replace(/^~\s*/, '')) };
    const notes = this.#toRuns(line).filter(({ comment }) => comment);
    return { runs: [{ text: plainWords(this.#toRuns(aside)), direction: true }, ...notes] };
  }

  /** Reads lines up to an empty one, or one that begins another element. */
  #readAction(): void {
    const runs: TextRun[] = [];
    const isCue = this.#getLine().trim().startsWith('!');
    do {
      const line = this.#getLine().trim();
      if (runs.length > 0) runs.push({ text: '\n' });
      for (const run of this.#toRuns(isCue ? line.replace(/^!\s*/, '') : line)) runs.push(run);
      this.#position += 1;
    } while (
      !this.#isEmpty(this.#position) &&
      !SELF_SEPARATING.test(this.#getLine().trim()) &&
      this.#position < this.#lines.length
    );
    this.#elements.push({ kind: 'action', runs, isCue });
    this.#isApart = false;
  }
}

/** Returns whether a heading is one of a scene by its first word, so that it needs no mark. */
export const isSceneHeading = (line: string): boolean => !line.startsWith('.') && SCENE.test(line);

/** Returns the elements of a screenplay, without its title page. */
export const readElements = (body: string): ScreenplayElement[] => new Reader(body).read();
