import type { Piece } from '../tree.ts';
import { toRangeMark } from '../comments/range-marks.ts';
import type { Fields } from './fields.ts';
import { isWorthNoting, getLink } from './fields.ts';
import { hasReading, writeLinearField, writeLinearMath } from './math.ts';
import { isStopped, readDrawing } from './drawings.ts';
import type { Story } from './story.ts';
import type { ParagraphRole, RunFormat } from './styles.ts';
import { PRIVATE_CHARACTER, getSymbol } from './symbols.ts';
import { getChild, listDescendants, elements, getFlag, getDirectText, getValue, type XmlElement } from '../xml.ts';
import { collapseSpaces } from '../collapse-spaces.ts';
import { EXTERNAL_ADDRESS } from '../tree-pieces.ts';

const CHECKED_BOX = '☑';
const UNCHECKED_BOX = '☐';

export interface ParagraphContent {
  /** Lists the lines of the paragraph; a page or column break begins another. */
  readonly lines: readonly (readonly Piece[])[];
  /** Text boxes and diagrams that are anchored in the paragraph. */
  readonly boxes: readonly XmlElement[];
  /** True if the paragraph is a formula on a line of its own. */
  readonly isFormula: boolean;
  /** True if a line across the page is drawn in the paragraph. */
  readonly isLine: boolean;
}

interface Context {
  readonly format: RunFormat;
  readonly href: string | undefined;
}

const NO_FORMAT: RunFormat = {
  bold: false,
  italic: false,
  struck: false,
  highlighted: false,
  hidden: false,
  code: false,
  script: null,
  font: null,
};

const getMarks = ({ format, href }: Context): Omit<Piece, 'text'> => ({
  ...(format.bold && { bold: true }),
  ...(format.italic && { italic: true }),
  ...(format.struck && { struck: true }),
  ...(format.highlighted && { highlighted: true }),
  ...(format.code && { code: true }),
  ...(format.script && { script: format.script }),
  ...(href !== undefined && EXTERNAL_ADDRESS.test(href) && { href }),
});

const parseNumber = (text: string | undefined, radix: number): number => Number.parseInt(text ?? '', radix) || 0;

/** Returns the sign of a check box from before content controls; undefined if a field is none. */
function readLegacyCheckBox(begin: XmlElement): string | undefined {
  const box = getChild(getChild(begin, 'w:ffData'), 'w:checkBox');
  if (!box) return undefined;
  return (getFlag(box, 'w:checked') ?? getFlag(box, 'w:default')) ? CHECKED_BOX : UNCHECKED_BOX;
}

/** Returns the chosen entry of a drop-down form field. */
function readLegacyChoice(begin: XmlElement): string | undefined {
  const list = getChild(getChild(begin, 'w:ffData'), 'w:ddList');
  const entries = elements(list).filter(({ name }) => name === 'w:listEntry');
  const chosenIndex = parseNumber(getValue(list, 'w:result') ?? getValue(list, 'w:default'), 10);
  return entries[chosenIndex]?.attributes['w:val'];
}

const NAMED_PICTURE = /^\[Picture(?:: ([^[\]]*))?\]$/;

/** Finds the pictures that documents exported by Cutaway only name: links of the shape `[Picture: description]`. */
const withNamedPictures = (pieces: readonly Piece[]): Piece[] =>
  pieces.map((piece) => {
    const name = piece.href === undefined ? null : NAMED_PICTURE.exec(piece.text);
    return piece.href === undefined || !name ? piece : { text: name[1] ?? '', picture: piece.href };
  });

/** Returns the mark of where a comment begins or ends; null if it is not to be marked. */
export function toCommentMark({ name, attributes }: XmlElement, { comments }: Story): string | null {
  const rangeNumber = comments?.get(attributes['w:id'] ?? '');
  return rangeNumber === undefined ? null : toRangeMark(rangeNumber, name === 'w:commentRangeStart');
}

/** Reads the words of one paragraph. Unknown elements are read through, so that none of their words is lost. */
export class ParagraphReader {
  readonly #story: Story;
  readonly #fields: Fields;
  readonly #paragraph: XmlElement | undefined;
  readonly #role: ParagraphRole['kind'];
  readonly #lines: Piece[][] = [[]];
  readonly #boxes: XmlElement[] = [];
  #isHidden = false;
  #formulas = 0;
  #isLine = false;
  /** The id of the comment whose suggestion is being read; null for none. */
  #suggestion: string | null = null;

  constructor(story: Story, fields: Fields, properties: XmlElement | undefined, role: ParagraphRole) {
    this.#story = story;
    this.#fields = fields;
    this.#paragraph = properties;
    this.#role = role.kind;
  }

  read(paragraph: XmlElement): ParagraphContent {
    this.#visitChildren(paragraph, { format: NO_FORMAT, href: undefined });
    const lines = this.#lines.map(withNamedPictures);
    const isFormula = this.#formulas > 0 && lines.flat().every(({ text, math }) => math || text.trim() === '');
    return { lines, boxes: this.#boxes, isFormula, isLine: this.#isLine };
  }

  #visitChildren(element: XmlElement, context: Context): void {
    for (const child of elements(element)) this.#visit(child, context);
  }

  #visit(element: XmlElement, context: Context): void {
    const { losses } = this.#story;
    switch (element.name) {
      case 'w:r':
        return this.#readRun(element, context);
      case 'w:hyperlink':
        return this.#visitChildren(element, { ...context, href: this.#getAddress(element) ?? context.href });
      case 'w:fldSimple':
        return this.#readSimpleField(element, context);
      case 'w:ins':
      case 'w:moveTo':
        if (this.#suggestion !== null) return this.#readInsertion(this.#suggestion, element);
        losses.add('change');
        return this.#visitChildren(element, context);
      case 'w:del':
      case 'w:moveFrom':
        return this.#readDeletion(element, context);
      case 'w:ruby':
        losses.add('reading');
        return this.#visitChildren(getChild(element, 'w:rubyBase') ?? element, context);
      case 'm:oMath':
      case 'm:oMathPara':
        return this.#addFormula(element, context);
      case 'w:sdt':
        return this.#readControl(element, context);
      case 'w:txbxContent':
        return void this.#boxes.push(element);
      case 'w:drawing':
      case 'w:pict':
      case 'w:object':
        return this.#readDrawing(element, context);
      case 'w:contentPart':
        return losses.add('drawing');
      case 'w:commentRangeStart':
      case 'w:commentRangeEnd':
      case 'w:commentReference':
        return this.#readComment(element);
      default:
        if (!isStopped(element.name)) this.#readCharacter(element, context);
    }
  }

  /** Reads the content of a run; the children of other elements are read in their place. */
  #readCharacter(element: XmlElement, context: Context): void {
    switch (element.name) {
      case 'w:t':
      case 'w:delText':
        return this.#addText(getDirectText(element), context);
      case 'w:tab':
      case 'w:ptab':
        return this.#addPiece({ text: this.#role === 'code' ? '\t' : ' ' }, context);
      case 'w:br':
      case 'w:cr':
        return this.#addBreak(element.attributes['w:type'], context);
      case 'w:noBreakHyphen':
        return this.#addPiece({ text: '\u2011' }, context);
      case 'w:softHyphen':
        return this.#addPiece({ text: '\u00ad' }, context);
      case 'w:sym':
        return this.#addSymbol(
          element.attributes['w:font'] ?? '',
          parseNumber(element.attributes['w:char'], 16),
          context,
        );
      case 'w:fldChar':
        return this.#readFieldMarker(element, context);
      case 'w:instrText':
        return this.#fields.addInstruction(getDirectText(element));
      case 'w:footnoteReference':
        return this.#addNote('footnote', element, context);
      case 'w:endnoteReference':
        return this.#addNote('endnote', element, context);
      default:
        return this.#visitChildren(element, context);
    }
  }

  #readRun(element: XmlElement, context: Context): void {
    const properties = getChild(element, 'w:rPr');
    const ownMark = elements(element).find(({ attributes }) =>
      /^(?:1|true|on)$/.test(attributes['w:customMarkFollows'] ?? ''),
    );
    // The sign beside such a note is its mark, which the note's number replaces.
    if (ownMark) return this.#visit(ownMark, context);
    const format = this.#story.styles.getRunFormat(properties, this.#paragraph, this.#role === 'plain');
    this.#visitChildren(element, { ...context, format });
  }

  #addPiece(piece: Piece, context: Context): void {
    if (this.#fields.isInstruction) return this.#fields.addInstruction(piece.text);
    this.#fields.addResult();
    if (context.format.hidden) return this.#countHidden(piece.text.trim() !== '' || piece.picture !== undefined);
    this.#isHidden = false;
    const href = this.#fields.link ?? context.href;
    this.#lines.at(-1)?.push({ ...getMarks({ format: context.format, href }), ...piece });
  }

  /** Counts a passage of hidden text once. */
  #countHidden(hasWords: boolean): void {
    if (hasWords && !this.#isHidden) this.#story.losses.add('hidden');
    this.#isHidden ||= hasWords;
  }

  #addText(text: string, context: Context): void {
    const font = context.format.font;
    const visibleText = text.replace(PRIVATE_CHARACTER, (character) => {
      const symbol = font === null ? null : getSymbol(font, character.charCodeAt(0));
      if (symbol === null) this.#story.losses.add('symbol');
      return symbol ?? '';
    });
    if (visibleText !== '') this.#addPiece({ text: visibleText.replace(/[\n\r\u2028\u2029\v\f]/g, ' ') }, context);
  }

  #addSymbol(font: string, code: number, context: Context): void {
    const symbol = getSymbol(font, code);
    if (symbol === null) this.#story.losses.add('symbol');
    else this.#addPiece({ text: symbol }, context);
  }

  #addBreak(type: string | undefined, context: Context): void {
    if (this.#fields.isInstruction || context.format.hidden) return;
    if (type === 'page' || type === 'column') this.#lines.push([]);
    else this.#lines.at(-1)?.push({ text: '\n', break: true });
  }

  #addNote(kind: 'footnote' | 'endnote', element: XmlElement, context: Context): void {
    if (context.format.hidden) return this.#countHidden(true);
    const key = this.#story.footnotes.toKey(kind, element.attributes['w:id'] ?? '');
    this.#lines.at(-1)?.push({ text: key, footnote: key });
  }

  #addFormula(element: XmlElement, context: Context): void {
    const isBlock = element.name === 'm:oMathPara';
    // Formulas on lines of one block are separated as those of a system are.
    const text = (isBlock ? elements(element) : [element])
      .map((formula) => collapseSpaces(writeLinearMath(formula)))
      .filter((formula) => formula !== '')
      .join('; ');
    if (text === '') return;
    if (isBlock) this.#formulas += 1;
    this.#addPiece({ text, math: true }, { ...context, format: { ...NO_FORMAT, hidden: context.format.hidden } });
  }

  #getAddress(link: XmlElement): string | undefined {
    const relationship = this.#story.relationships.get(link.attributes['r:id'] ?? '');
    if (!relationship?.external) return undefined;
    const anchor = link.attributes['w:anchor'];
    return anchor === undefined || relationship.target.includes('#')
      ? relationship.target
      : `${relationship.target}#${anchor}`;
  }

  #readFieldMarker(element: XmlElement, context: Context): void {
    const emptyField = this.#fields.followMarker(element);
    if (!emptyField) return;
    const shownText = readLegacyCheckBox(emptyField.begin) ?? readLegacyChoice(emptyField.begin);
    if (shownText !== undefined && shownText !== '') this.#addPiece({ text: shownText }, context);
    else this.#addInstructionText(emptyField.instruction, context);
  }

  /** Reads a field without a result by its instruction. */
  #addInstructionText(instruction: string, context: Context): void {
    const { losses } = this.#story;
    const shownText = writeLinearField(instruction);
    if (hasReading(instruction)) losses.add('reading');
    if (shownText !== '') this.#addPiece({ text: shownText }, context);
    else if (isWorthNoting(instruction)) losses.add('field');
  }

  #readSimpleField(element: XmlElement, context: Context): void {
    const instruction = element.attributes['w:instr'] ?? '';
    if (!containsWords(element)) this.#addInstructionText(instruction, context);
    this.#visitChildren(element, { ...context, href: getLink(instruction) ?? context.href });
  }

  /** Reads a content control: a check box, a prompt that nobody filled in, or text. */
  #readControl(element: XmlElement, context: Context): void {
    const properties = getChild(element, 'w:sdtPr');
    const box = getChild(properties, 'w14:checkbox');
    if (box) return this.#addPiece({ text: getFlag(box, 'w14:checked') ? CHECKED_BOX : UNCHECKED_BOX }, context);
    if (getFlag(properties, 'w:showingPlcHdr')) return this.#story.losses.add('placeholder');
    const content = getChild(element, 'w:sdtContent');
    if (content) this.#visitChildren(content, context);
  }

  /** Leaves deleted words out, or reads them where a comment suggests to delete them. */
  #readDeletion(element: XmlElement, context: Context): void {
    const { losses, suggestions } = this.#story;
    // LibreOffice has the comment begin in the deletion.
    const startedComments = listDescendants(element, 'w:commentRangeStart').map(
      ({ attributes }) => attributes['w:id'] ?? '',
    );
    const commentId = this.#suggestion ?? startedComments.find((id) => suggestions.has(id)) ?? null;
    if (commentId !== null) {
      this.#visitChildren(element, context);
      return void suggestions.set(commentId, suggestions.get(commentId) ?? '');
    }
    losses.add('change');
    if (element.name === 'w:del' && containsWords(element)) losses.add('deletion');
  }

  /** Reads words that a comment suggests to insert into the comment. */
  #readInsertion(commentId: string, element: XmlElement): void {
    const { suggestions } = this.#story;
    suggestions.set(
      commentId,
      (suggestions.get(commentId) ?? '') + listDescendants(element, 'w:t').map(getDirectText).join(''),
    );
    for (const name of ['w:commentRangeStart', 'w:commentRangeEnd'])
      for (const mark of listDescendants(element, name)) this.#readComment(mark);
  }

  #readComment(element: XmlElement): void {
    const id = element.attributes['w:id'] ?? '';
    if (element.name === 'w:commentRangeStart' && this.#story.suggestions.has(id)) {
      this.#suggestion = id;
      // The text is read twice.
      this.#story.suggestions.set(id, null);
    } else if (id === this.#suggestion) this.#suggestion = null;
    const text = toCommentMark(element, this.#story);
    if (text !== null) this.#lines.at(-1)?.push({ text });
  }

  #readDrawing(element: XmlElement, context: Context): void {
    if (context.format.hidden) return this.#countHidden(true);
    const { pictures, boxes, isLine } = readDrawing(element, this.#story);
    this.#isLine ||= isLine;
    this.#boxes.push(...boxes);
    for (const { text, address } of pictures) this.#addPiece({ text, picture: address }, context);
  }
}

const containsWords = (element: XmlElement): boolean =>
  ['w:t', 'w:delText', 'm:t', 'w:sym', 'w:drawing', 'w:pict'].some((name) => listDescendants(element, name).length > 0);
