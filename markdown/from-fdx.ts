/** Converts Final Draft documents (.fdx) to a script's markdown, as the same screenplay in Fountain would become. */
import { UnreadableFile } from './unreadable-file.ts';
import { describeCount } from './describe-count.ts';
import { OUTSIDE_TEXT, OMISSIONS, NOT_FINAL_DRAFT, type OmittedKind } from './fdx/losses.ts';
import { getChild, listDescendants, elements, parseXml, type XmlElement } from './xml.ts';
import type { TextRun } from './markdown-text.ts';
import { writeScreenplayMarkdown, type ScreenplayElement, type SpokenLine } from './screenplay.ts';
import { toFrontMatter } from './write-details.ts';
import { collapseSpaces } from './collapse-spaces.ts';

export interface FromFdx {
  /** The first line of the title page; null without one. */
  readonly title: string | null;
  readonly markdown: string;
  /** Plain sentences about the parts left out. */
  readonly notes: string[];
}

const joinWords = (element: XmlElement): string =>
  element.children.map((child) => (typeof child === 'string' ? child : joinWords(child))).join('');

/** Returns the text below an element; anything outside of `Text` is only the layout of the file. */
const readTextBelow = (element: XmlElement): string => listDescendants(element, 'Text').map(joinWords).join('\n');
const hasWords = (element: XmlElement): boolean => /[\p{L}\p{N}]/u.test(readTextBelow(element));

/** Matches directions, which scripts write in square brackets and nobody speaks. */
const DIRECTION = /(\[[^[\]\n]*\S[^[\]\n]*\])/;

function getRuns(text: XmlElement): TextRun[] {
  const styles = (text.attributes['Style'] ?? '').split('+');
  const words = joinWords(text);
  const marks = {
    ...(styles.includes('Bold') && { bold: true }),
    ...((styles.includes('Italic') || styles.includes('Underline')) && { italic: true }),
    ...(styles.includes('Strikeout') && { struck: true }),
  };
  return words
    .split(DIRECTION)
    .filter((part) => part !== '')
    .map((part) => (DIRECTION.test(part) ? { text: part.slice(1, -1), direction: true } : { text: part, ...marks }));
}

const joinText = (runs: readonly TextRun[]): string => runs.map(({ text }) => text).join('');

/** Splits runs at line ends. */
function getLines(runs: readonly TextRun[]): SpokenLine[] {
  const lines: TextRun[][] = [[]];
  for (const run of runs) {
    for (const [index, text] of run.text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (text !== '') lines.at(-1)?.push({ ...run, text });
    }
  }
  return lines.filter((line) => joinText(line).trim() !== '').map((line) => ({ runs: line }));
}

/** Maps the type of a paragraph to the level of a heading. */
const HEADINGS: Readonly<Record<string, number>> = {
  'New Act': 1,
  'Scene Heading': 2,
  'Outline 1': 1,
  'Outline 2': 2,
  'Outline 3': 3,
  'Outline 4': 4,
};
const CUES = new Set(['Transition', 'Shot', 'Cast List', 'End of Act']);
const SPEECH = new Set(['Dialogue', 'Lyrics', 'Singing']);

class Reader {
  readonly elements: ScreenplayElement[] = [];
  readonly #omittedCounts = new Map<OmittedKind, number>();
  /** Collects the dialogue that is being read; null outside of one. */
  #lines: SpokenLine[] | null = null;

  countOmitted(kind: OmittedKind, count = 1): void {
    this.#omittedCounts.set(kind, (this.#omittedCounts.get(kind) ?? 0) + count);
  }

  listNotes(): string[] {
    return [...this.#omittedCounts].flatMap(([kind, count]) => {
      const [singular, plural] = OMISSIONS[kind];
      return describeCount(count, singular, plural);
    });
  }

  readAll(parent: XmlElement): void {
    for (const child of elements(parent)) this.#readElement(child);
  }

  #readElement(element: XmlElement): void {
    switch (element.name) {
      case 'Paragraph':
        return this.#readParagraph(element);
      case 'ScriptNote':
        return this.countOmitted('notes');
      case 'OmittedScene':
        return hasWords(element) ? this.countOmitted('scenes') : undefined;
      case 'AltCollection':
        return this.countOmitted('alternatives', elements(element).filter(hasWords).length);
      case 'SceneProperties':
        return this.#readSceneProperties(element);
      case 'Text':
        return undefined;
      default:
        return this.readAll(element);
    }
  }

  #readParagraph(paragraph: XmlElement): void {
    const runs = elements(paragraph).flatMap((child) => (child.name === 'Text' ? getRuns(child) : []));
    if (paragraph.attributes['StartsNewPage'] === 'Yes' && this.elements.length > 0) this.#add({ kind: 'page break' });
    if (joinText(runs).trim() !== '') this.#addWords(paragraph, runs);
    this.readAll(paragraph);
  }

  #add(element: ScreenplayElement): void {
    this.elements.push(element);
    this.#lines = null;
  }

  #addWords(paragraph: XmlElement, runs: readonly TextRun[]): void {
    const type = paragraph.attributes['Type'] ?? 'Action';
    const number = paragraph.attributes['Number'] ?? '';
    const level = HEADINGS[type];
    if (level !== undefined) {
      const words = runs.map((run) => ({ ...run, text: run.text.replace(/\s+/g, ' ') }));
      this.#add({ kind: 'heading', level, runs: number === '' ? words : [...words, { text: ` #${number}#` }] });
    } else if (type === 'Character') this.#startDialogue(joinText(runs).trim());
    else if (SPEECH.has(type)) this.#addLines(getLines(runs));
    else if (type === 'Parenthetical' && this.#lines) {
      const words = joinText(runs).trim();
      this.#addLines([{ runs: [{ text: /^\(([^()]*)\)$/.exec(words)?.[1] ?? words, direction: true }] }]);
    } else if (type === 'Outline Body') this.#add({ kind: 'comment', text: joinText(runs) });
    else this.#add({ kind: 'action', runs, isCue: CUES.has(type) });
  }

  #startDialogue(speaker: string): void {
    const lines: SpokenLine[] = [];
    this.#add({ kind: 'dialogue', speaker, paragraphs: [lines] });
    this.#lines = lines;
  }

  #addLines(lines: readonly SpokenLine[]): void {
    if (!this.#lines) this.#startDialogue('');
    for (const line of lines) this.#lines?.push(line);
  }

  #readSceneProperties(properties: XmlElement): void {
    for (const child of elements(properties)) {
      if (!hasWords(child)) continue;
      if (child.name === 'Summary') this.#add({ kind: 'comment', text: readTextBelow(child) });
      else this.countOmitted('beats');
    }
  }
}

/** Reads lines like `Written by` and the name below as details of their own; the others stay together. */
function getDetails(lines: readonly string[]): Map<string, string | string[]> {
  const details = new Map<string, string | string[]>();
  const remaining = [...lines];
  const creditIndex = remaining.findIndex((line) => /(?:^|\s)by:?$/i.test(line));
  if (creditIndex >= 0 && creditIndex + 1 < remaining.length) {
    const [credit = '', author = ''] = remaining.splice(creditIndex, 2);
    details.set('credit', credit).set('author', author);
  }
  if (remaining.length > 0) details.set('title page', remaining);
  return details;
}

function readTitlePageLines(root: XmlElement): string[] {
  const paragraphs = elements(getChild(getChild(root, 'TitlePage'), 'Content'));
  return paragraphs
    .flatMap((paragraph) =>
      elements(paragraph)
        .filter(({ name }) => name === 'Text')
        .map(joinWords)
        .join('')
        .split('\n'),
    )
    .map(collapseSpaces)
    .filter((line) => line !== '');
}

/** Elements that may hold words beside the document's text. */
const OUTSIDE_PARTS: Readonly<Record<string, keyof typeof OUTSIDE_TEXT>> = {
  HeaderAndFooter: 'margins',
  DisplayBoards: 'board',
  Lists: 'lists',
  ListItems: 'lists',
};

/**
 * Reads the text of a file.
 * @throws UnreadableFile
 */
export function fdxToMarkdown(text: string): FromFdx {
  if (!/^\s*</.test(text.replace(/^\uFEFF/, ''))) throw new UnreadableFile(NOT_FINAL_DRAFT);
  const root = parseXml(text);
  const content = getChild(root, 'Content');
  if (root.name !== 'FinalDraft' || !content) throw new UnreadableFile(NOT_FINAL_DRAFT);
  const reader = new Reader();
  reader.readAll(content);
  const scriptNotes = elements(getChild(root, 'ScriptNotes')).filter(({ name }) => name === 'ScriptNote');
  if (scriptNotes.length > 0) reader.countOmitted('notes', scriptNotes.length);
  const outsideParts = elements(root).flatMap((part) => (hasWords(part) ? (OUTSIDE_PARTS[part.name] ?? []) : []));
  const [title = null, ...lines] = readTitlePageLines(root);
  return {
    title,
    markdown: toFrontMatter(getDetails(lines)) + writeScreenplayMarkdown(reader.elements),
    notes: [...reader.listNotes(), ...[...new Set(outsideParts)].map((part) => OUTSIDE_TEXT[part])],
  };
}
