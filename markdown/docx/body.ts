import { toTitleText, type Part, type Piece } from '../tree.ts';
import { getItemDepth, QUOTE_COLOR, getQuoteDepth } from '../docx-styles.ts';
import { Fields } from './fields.ts';
import { isStopped } from './drawings.ts';
import { toCommentMark, ParagraphReader } from './inline.ts';
import type { Marker } from './numbering.ts';
import type { Story } from './story.ts';
import { Structure, type Item, type Place } from './structure.ts';
import { readOwnIndent, type ParagraphRole } from './styles.ts';
import { readTable } from './tables.ts';
import { getChild, listDescendants, elements, getFlag, getValue, type XmlElement } from '../xml.ts';
import { collapseSpaces } from '../collapse-spaces.ts';

const NOTHING_CARRIED = { pieces: [], boxes: [] };
const TOP_LEVEL: Place = { quotes: 0, indent: 0 };
/** The level of content that belongs to whatever item of a list is open. */
const CURRENT_ITEM = Number.POSITIVE_INFINITY;

/** Elements inside paragraphs; outside of one they are read as a paragraph of their own. */
// @wc-ignore
const INLINE = new Set(['w:r', 'w:hyperlink', 'w:fldSimple', 'w:smartTag', 'w:dir', 'w:bdo', 'm:oMath', 'm:oMathPara']);

const CHECK_BOX = /^([☐☑☒])(?:[ \u00a0]|$)/;
/** Matches stars or dashes that separate scenes. */
const SEPARATOR = /^(?:(?:\*\s*){3,}|(?:[-–—_]\s*){3,}|⁂)$/;

const joinText = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('');
const joinOneLine = (pieces: readonly Piece[]): string => collapseSpaces(joinText(pieces));
const isBlank = (pieces: readonly Piece[]): boolean =>
  pieces.every(({ text, picture, footnote }) => text.trim() === '' && picture === undefined && footnote === undefined);

const parseInteger = (value: string | undefined): number => Number.parseInt(value ?? '', 10) || 0;

/** Counts the quotes around a paragraph, by its style or by the bar beside it. */
function countQuotes(properties: XmlElement | undefined, role: ParagraphRole): number {
  const borders = getChild(properties, 'w:pBdr');
  const bar = (getChild(borders, 'w:left') ?? getChild(borders, 'w:start'))?.attributes;
  if (bar && bar['w:color']?.toUpperCase() === QUOTE_COLOR) {
    return getQuoteDepth(parseInteger(bar['w:sz']), parseInteger(bar['w:space']));
  }
  if (role.kind === 'quote' || role.kind === 'callout') return 1;
  const isBar = bar !== undefined && !/^(?:nil|none)$/.test(bar['w:val'] ?? '') && elements(borders).length === 1;
  return isBar ? 1 : 0;
}

/** Returns whether a paragraph is a line across the page, which Word makes of three dashes. */
const isLine = (properties: XmlElement | undefined): boolean => {
  const bottom = getChild(getChild(properties, 'w:pBdr'), 'w:bottom')?.attributes['w:val'];
  return bottom !== undefined && !/^(?:nil|none)$/.test(bottom);
};

/** Returns whether a content control is a table of contents, which Word makes of the headings. */
const isContents = (control: XmlElement): boolean =>
  getValue(getChild(getChild(control, 'w:sdtPr'), 'w:docPartObj'), 'w:docPartGallery') === 'Table of Contents';

/** Returns whether a paragraph continues in the next one: its end was deleted, or it is a drop cap in a frame. */
const continuesInNext = (properties: XmlElement | undefined): boolean => {
  const end = getChild(properties, 'w:rPr');
  const initial = getChild(properties, 'w:framePr')?.attributes['w:dropCap'] ?? 'none';
  return getChild(end, 'w:del') !== undefined || getChild(end, 'w:moveFrom') !== undefined || initial !== 'none';
};

/** Takes the check box from the beginning of a paragraph. */
function getTask(pieces: readonly Piece[]): { readonly done: boolean | null; readonly pieces: readonly Piece[] } {
  const [first, ...rest] = pieces;
  const box = CHECK_BOX.exec(joinText(pieces))?.[1];
  if (!first || box === undefined || !first.text.startsWith(box)) return { done: null, pieces };
  return { done: box !== '☐', pieces: [{ ...first, text: first.text.slice(box.length) }, ...rest] };
}

/** Returns the state of a task whose bullet is a check box; null for other bullets. */
const isChecked = (bullet: string): boolean | null => (/^[☐☑☒]$/.test(bullet) ? bullet !== '☐' : null);

/** Writes the marker of a paragraph that is no item of a list, such as `Chapter 1:`. */
const getLabel = ({ number, label }: Marker): Piece[] =>
  number !== null && label !== '' ? [{ text: `${label} ` }] : [];

interface Shape {
  readonly role: ParagraphRole;
  readonly place: Place;
  readonly isMath: boolean;
  /** True if the paragraph, if it has no words, is a line across the page. */
  readonly isLine: boolean;
}

/** Reads the blocks of one text: the body of a document, a note, a cell, a text box. */
export class BodyReader {
  readonly #story: Story;
  readonly #isCell: boolean;
  readonly #fields: Fields;
  readonly #structure = new Structure();
  /** Words that move to the beginning of the next paragraph, and the boxes anchored in them. */
  #carried: { readonly pieces: readonly Piece[]; readonly boxes: readonly XmlElement[] } = NOTHING_CARRIED;
  /** The text of the first paragraph that is styled as the title. */
  title: string | null = null;

  constructor(story: Story, text: readonly XmlElement[], isCell = false) {
    this.#story = story;
    this.#isCell = isCell;
    this.#fields = new Fields(text);
  }

  read(text: readonly XmlElement[]): Part[] {
    for (const element of text) this.#visit(element);
    this.#flush();
    return this.#structure.parts;
  }

  /** Makes a paragraph of words that have no next paragraph to begin. */
  #flush(): void {
    const { pieces, boxes } = this.#carried;
    this.#carried = NOTHING_CARRIED;
    if (!isBlank(pieces)) this.#structure.add({ kind: 'paragraph', pieces }, TOP_LEVEL);
    this.#addBoxes(boxes, TOP_LEVEL);
  }

  #visit(element: XmlElement): void {
    const { losses } = this.#story;
    if (element.name === 'w:p') return this.#readParagraph(element);
    if (INLINE.has(element.name)) return this.#readParagraph({ name: 'w:p', attributes: {}, children: [element] });
    switch (element.name) {
      case 'w:tbl':
        return this.#readTable(element);
      case 'w:commentRangeStart':
      case 'w:commentRangeEnd': {
        // A mark between paragraphs belongs to the next one.
        const text = toCommentMark(element, this.#story);
        if (text !== null) this.#carried = { ...this.#carried, pieces: [...this.#carried.pieces, { text }] };
        return;
      }
      case 'w:altChunk':
      case 'w:subDoc':
        return losses.add('embedded');
      case 'w:del':
      case 'w:moveFrom':
        return losses.add('change');
      case 'w:sdt':
        if (getFlag(getChild(element, 'w:sdtPr'), 'w:showingPlcHdr')) return losses.add('placeholder');
        if (isContents(element)) return losses.add('contents');
        return elements(getChild(element, 'w:sdtContent')).forEach((child) => this.#visit(child));
      default:
        if (!isStopped(element.name) && element.name !== 'w:sectPr')
          elements(element).forEach((child) => this.#visit(child));
    }
  }

  #readParagraph(paragraph: XmlElement): void {
    const { styles, numberings, losses } = this.#story;
    const properties = getChild(paragraph, 'w:pPr');
    const role = styles.getRole(properties);
    const reader = new ParagraphReader(this.#story, this.#fields, properties, role);
    const { lines, boxes: ownBoxes, isFormula, isLine: hasDrawnLine } = reader.read(paragraph);
    if (role.kind === 'contents') {
      if (!isBlank(lines.flat())) losses.add('contents');
      return this.#flush();
    }
    const [first = [], ...others] = lines;
    const firstPieces = [...this.#carried.pieces, ...first];
    const boxes = [...this.#carried.boxes, ...ownBoxes];
    this.#carried = continuesInNext(properties)
      ? { pieces: [...firstPieces, ...others.flat()], boxes }
      : NOTHING_CARRIED;
    if (this.#carried !== NOTHING_CARRIED) return;
    const usage = styles.getNumbering(properties);
    const marker = usage && numberings.takeNext(usage);
    const isItem = marker !== null && !marker.isText && role.kind !== 'heading';
    const shape: Shape = {
      role,
      place: {
        quotes: countQuotes(properties, role),
        indent: isItem ? CURRENT_ITEM : (styles.getIndent(properties) ?? 0),
      },
      isMath: isFormula || (getValue(properties, 'w:jc') === 'center' && isOnlyMath(firstPieces)),
      isLine: hasDrawnLine || isLine(properties),
    };
    if (isItem) this.#addItem(marker, readOwnIndent(properties) ?? marker.indent, firstPieces, shape);
    else this.#addBlock(marker && !isBlank(firstPieces) ? [...getLabel(marker), ...firstPieces] : firstPieces, shape);
    for (const line of others) this.#addBlock(line, { ...shape, isMath: false });
    this.#addBoxes(boxes, shape.place);
  }

  #addItem(marker: Marker, indent: number, pieces: readonly Piece[], { role, place, isMath }: Shape): void {
    if (marker.isLettered) this.#story.losses.add('lettered');
    const task = getTask(pieces);
    const done = marker.number === null ? (task.done ?? isChecked(marker.label)) : task.done;
    const item: Item = { ...marker, level: marker.level + countExtraLevels(marker, indent), done, indent };
    this.#structure.add(isBlank(task.pieces) ? null : getPart(role, isMath, task.pieces), place, item);
  }

  #addBlock(pieces: readonly Piece[], { role, place, isMath, isLine }: Shape): void {
    const isSeparator = isBlank(pieces) ? isLine : role.kind === 'plain' && this.#isSeparator(pieces);
    if (role.kind === 'rule' || isSeparator) return this.#structure.add({ kind: 'rule' }, place);
    if (isBlank(pieces) && role.kind !== 'code') return this.#structure.separate(place);
    if (role.kind === 'title' || role.kind === 'ownTitle') this.title ??= toTitleText(pieces);
    if (role.kind === 'ownTitle') return;
    if (role.kind === 'callout') this.#structure.addCallout(joinOneLine(pieces), place);
    else this.#structure.add(getPart(role, isMath, pieces), place);
  }

  /** Returns whether words are signs that separate scenes; in a cell or as code they never are. */
  #isSeparator(pieces: readonly Piece[]): boolean {
    return !this.#isCell && !pieces.some(({ code }) => code) && SEPARATOR.test(joinOneLine(pieces));
  }

  #addBoxes(boxes: readonly XmlElement[], place: Place): void {
    for (const box of boxes) {
      const text = box.name === 'w:p' ? [box] : elements(box);
      for (const part of new BodyReader(this.#story, text).read(text)) this.#structure.add(part, place);
    }
  }

  #readTable(table: XmlElement): void {
    this.#flush();
    this.#fields.addResult();
    const firstParagraph = listDescendants(table, 'w:p')[0];
    const properties = getChild(firstParagraph, 'w:pPr');
    const indent = parseInteger(getChild(getChild(table, 'w:tblPr'), 'w:tblInd')?.attributes['w:w']);
    const place = { quotes: countQuotes(properties, { kind: 'plain' }), indent };
    const parts = readTable(table, this.#story.losses, (cell) =>
      new BodyReader(this.#story, elements(cell), true)
        .read(elements(cell))
        .flatMap((part) => withoutQuotes(part, place.quotes)),
    );
    for (const part of parts) this.#structure.add(part, place);
  }
}

/** Takes away the quotes around a table's words that stand around the whole table. */
const withoutQuotes = (part: Part, quotes: number): readonly Part[] =>
  quotes > 0 && part.kind === 'quote' && part.label === null
    ? part.parts.flatMap((inner) => withoutQuotes(inner, quotes - 1))
    : [part];

/** Returns whether a formula is all that a paragraph holds. */
const isOnlyMath = (pieces: readonly Piece[]): boolean =>
  pieces.filter(({ math }) => math).length === 1 && pieces.every(({ text, math }) => math || text.trim() === '');

/** Word has nine levels; deeper ones are the ninth, indented further. */
const LAST_LEVEL = 8;
const countExtraLevels = ({ level, indent }: Marker, shownIndent: number): number =>
  level < LAST_LEVEL ? 0 : Math.max(0, getItemDepth(shownIndent) - getItemDepth(indent));

/** A title and a subtitle are not spoken, so they become headings. */
const LEVELS = { title: 1, subtitle: 2 } as const;

function getPart(role: ParagraphRole, isMath: boolean, pieces: readonly Piece[]): Part {
  if (role.kind === 'heading') return { kind: 'heading', level: role.level, pieces };
  if (role.kind === 'title' || role.kind === 'subtitle') return { kind: 'heading', level: LEVELS[role.kind], pieces };
  const isText = pieces.every(({ picture, footnote }) => picture === undefined && footnote === undefined);
  if (role.kind === 'cue' && isText) return { kind: 'cue', text: joinOneLine(pieces) };
  if (role.kind === 'code' && isText) return { kind: 'code', text: joinText(pieces) };
  return isMath ? { kind: 'math', text: joinOneLine(pieces) } : { kind: 'paragraph', pieces };
}
