import type { Piece } from '../tree.ts';
import { rangeMark } from '../comments/range-marks.ts';
import type { Fields } from './fields.ts';
import { isMissed, linkOf } from './fields.ts';
import { hasReading, linearField, linearMath } from './math.ts';
import { isStopped, readDrawing } from './drawings.ts';
import type { Story } from './story.ts';
import type { ParagraphRole, RunFormat } from './styles.ts';
import { PRIVATE_CHARACTER, symbolOf } from './symbols.ts';
import { childOf, descendants, elements, flagOf, textIn, valueOf, type XmlElement } from '../xml.ts';

const OUTSIDE = /^(?:https?|mailto):/i;
const CHECKED = '☑';
const UNCHECKED = '☐';

export interface ParagraphContent {
  /** Lists the lines of the paragraph; a page or column break begins another. */
  readonly lines: readonly (readonly Piece[])[];
  /** Holds text boxes and diagrams that are anchored in the paragraph. */
  readonly boxes: readonly XmlElement[];
  /** Tells whether the paragraph is a formula on a line of its own. */
  readonly isFormula: boolean;
  /** Tells whether a line across the page is drawn in the paragraph. */
  readonly isLine: boolean;
}

interface Around {
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

const marksOf = ({ format, href }: Around): Omit<Piece, 'text'> => ({
  ...(format.bold && { bold: true }),
  ...(format.italic && { italic: true }),
  ...(format.struck && { struck: true }),
  ...(format.highlighted && { highlighted: true }),
  ...(format.code && { code: true }),
  ...(format.script && { script: format.script }),
  ...(href !== undefined && OUTSIDE.test(href) && { href }),
});

const number = (text: string | undefined, radix: number): number => Number.parseInt(text ?? '', radix) || 0;

/** Returns the sign of a check box from before content controls; undefined if a field is none. */
function legacyBox(begin: XmlElement): string | undefined {
  const box = childOf(childOf(begin, 'w:ffData'), 'w:checkBox');
  if (!box) return undefined;
  return (flagOf(box, 'w:checked') ?? flagOf(box, 'w:default')) ? CHECKED : UNCHECKED;
}

/** Returns the chosen entry of a drop-down form field. */
function legacyChoice(begin: XmlElement): string | undefined {
  const list = childOf(childOf(begin, 'w:ffData'), 'w:ddList');
  const entries = elements(list).filter(({ name }) => name === 'w:listEntry');
  const chosen = number(valueOf(list, 'w:result') ?? valueOf(list, 'w:default'), 10);
  return entries[chosen]?.attributes['w:val'];
}

const NAMED_PICTURE = /^\[Picture(?:: ([^[\]]*))?\]$/;

/** Finds the pictures that our own documents only name: links of the shape `[Picture: description]`. */
const withNamedPictures = (pieces: readonly Piece[]): Piece[] =>
  pieces.map((piece) => {
    const name = piece.href === undefined ? null : NAMED_PICTURE.exec(piece.text);
    return piece.href === undefined || !name ? piece : { text: name[1] ?? '', picture: piece.href };
  });

/** Returns the mark of where a comment begins or ends; null if it is not to be marked. */
export function commentMark({ name, attributes }: XmlElement, { comments }: Story): string | null {
  const number = comments?.get(attributes['w:id'] ?? '');
  return number === undefined ? null : rangeMark(number, name === 'w:commentRangeStart');
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
  /** Names the comment whose suggestion is being read; null for none. */
  #suggestion: string | null = null;

  constructor(story: Story, fields: Fields, properties: XmlElement | undefined, role: ParagraphRole) {
    this.#story = story;
    this.#fields = fields;
    this.#paragraph = properties;
    this.#role = role.kind;
  }

  read(paragraph: XmlElement): ParagraphContent {
    this.#all(paragraph, { format: NO_FORMAT, href: undefined });
    const lines = this.#lines.map(withNamedPictures);
    const isFormula = this.#formulas > 0 && lines.flat().every(({ text, math }) => math || text.trim() === '');
    return { lines, boxes: this.#boxes, isFormula, isLine: this.#isLine };
  }

  #all(element: XmlElement, around: Around): void {
    for (const child of elements(element)) this.#visit(child, around);
  }

  #visit(element: XmlElement, around: Around): void {
    const { losses } = this.#story;
    switch (element.name) {
      case 'w:r':
        return this.#run(element, around);
      case 'w:hyperlink':
        return this.#all(element, { ...around, href: this.#addressOf(element) ?? around.href });
      case 'w:fldSimple':
        return this.#simpleField(element, around);
      case 'w:ins':
      case 'w:moveTo':
        if (this.#suggestion !== null) return this.#insertion(this.#suggestion, element);
        losses.add('change');
        return this.#all(element, around);
      case 'w:del':
      case 'w:moveFrom':
        return this.#deletion(element, around);
      case 'w:ruby':
        losses.add('reading');
        return this.#all(childOf(element, 'w:rubyBase') ?? element, around);
      case 'm:oMath':
      case 'm:oMathPara':
        return this.#formula(element, around);
      case 'w:sdt':
        return this.#control(element, around);
      case 'w:txbxContent':
        return void this.#boxes.push(element);
      case 'w:drawing':
      case 'w:pict':
      case 'w:object':
        return this.#drawing(element, around);
      case 'w:contentPart':
        return losses.add('drawing');
      case 'w:commentRangeStart':
      case 'w:commentRangeEnd':
      case 'w:commentReference':
        return this.#comment(element);
      default:
        if (!isStopped(element.name)) this.#character(element, around);
    }
  }

  /** Reads what stands in a run; anything else is read through. */
  #character(element: XmlElement, around: Around): void {
    switch (element.name) {
      case 'w:t':
      case 'w:delText':
        return this.#text(textIn(element), around);
      case 'w:tab':
      case 'w:ptab':
        return this.#add({ text: this.#role === 'code' ? '\t' : ' ' }, around);
      case 'w:br':
      case 'w:cr':
        return this.#break(element.attributes['w:type'], around);
      case 'w:noBreakHyphen':
        return this.#add({ text: '\u2011' }, around);
      case 'w:softHyphen':
        return this.#add({ text: '\u00ad' }, around);
      case 'w:sym':
        return this.#symbol(element.attributes['w:font'] ?? '', number(element.attributes['w:char'], 16), around);
      case 'w:fldChar':
        return this.#sign(element, around);
      case 'w:instrText':
        return this.#fields.addInstruction(textIn(element));
      case 'w:footnoteReference':
        return this.#note('footnote', element, around);
      case 'w:endnoteReference':
        return this.#note('endnote', element, around);
      default:
        return this.#all(element, around);
    }
  }

  #run(element: XmlElement, around: Around): void {
    const properties = childOf(element, 'w:rPr');
    const ownMark = elements(element).find(({ attributes }) =>
      /^(?:1|true|on)$/.test(attributes['w:customMarkFollows'] ?? ''),
    );
    // The sign beside such a note is its mark, which the note's number replaces.
    if (ownMark) return this.#visit(ownMark, around);
    const format = this.#story.styles.run(properties, this.#paragraph, this.#role === 'plain');
    this.#all(element, { ...around, format });
  }

  #add(piece: Piece, around: Around): void {
    if (this.#fields.isInstruction) return this.#fields.addInstruction(piece.text);
    this.#fields.addResult();
    if (around.format.hidden) return this.#hide(piece.text.trim() !== '' || piece.picture !== undefined);
    this.#isHidden = false;
    const href = this.#fields.link ?? around.href;
    this.#lines.at(-1)?.push({ ...marksOf({ format: around.format, href }), ...piece });
  }

  /** Counts a passage of hidden text once. */
  #hide(hasWords: boolean): void {
    if (hasWords && !this.#isHidden) this.#story.losses.add('hidden');
    this.#isHidden ||= hasWords;
  }

  #text(text: string, around: Around): void {
    const font = around.format.font;
    const shown = text.replace(PRIVATE_CHARACTER, (character) => {
      const found = font === null ? null : symbolOf(font, character.charCodeAt(0));
      if (found === null) this.#story.losses.add('symbol');
      return found ?? '';
    });
    if (shown !== '') this.#add({ text: shown.replace(/[\n\r\u2028\u2029\v\f]/g, ' ') }, around);
  }

  #symbol(font: string, code: number, around: Around): void {
    const found = symbolOf(font, code);
    if (found === null) this.#story.losses.add('symbol');
    else this.#add({ text: found }, around);
  }

  #break(type: string | undefined, around: Around): void {
    if (this.#fields.isInstruction || around.format.hidden) return;
    if (type === 'page' || type === 'column') this.#lines.push([]);
    else this.#lines.at(-1)?.push({ text: '\n', break: true });
  }

  #note(kind: 'footnote' | 'endnote', element: XmlElement, around: Around): void {
    if (around.format.hidden) return this.#hide(true);
    const key = this.#story.footnotes.key(kind, element.attributes['w:id'] ?? '');
    this.#lines.at(-1)?.push({ text: key, footnote: key });
  }

  #formula(element: XmlElement, around: Around): void {
    const isApart = element.name === 'm:oMathPara';
    // Formulas on lines of one block are separated as those of a system are.
    const text = (isApart ? elements(element) : [element])
      .map((one) => linearMath(one).replace(/\s+/g, ' ').trim())
      .filter((one) => one !== '')
      .join('; ');
    if (text === '') return;
    if (isApart) this.#formulas += 1;
    this.#add({ text, math: true }, { ...around, format: { ...NO_FORMAT, hidden: around.format.hidden } });
  }

  #addressOf(link: XmlElement): string | undefined {
    const relationship = this.#story.relationships.get(link.attributes['r:id'] ?? '');
    if (!relationship?.external) return undefined;
    const anchor = link.attributes['w:anchor'];
    return anchor === undefined || relationship.target.includes('#')
      ? relationship.target
      : `${relationship.target}#${anchor}`;
  }

  #sign(element: XmlElement, around: Around): void {
    const empty = this.#fields.sign(element);
    if (!empty) return;
    const shown = legacyBox(empty.begin) ?? legacyChoice(empty.begin);
    if (shown !== undefined && shown !== '') this.#add({ text: shown }, around);
    else this.#instruction(empty.instruction, around);
  }

  /** Reads a field that shows nothing by what it is told to show. */
  #instruction(instruction: string, around: Around): void {
    const { losses } = this.#story;
    const shown = linearField(instruction);
    if (hasReading(instruction)) losses.add('reading');
    if (shown !== '') this.#add({ text: shown }, around);
    else if (isMissed(instruction)) losses.add('field');
  }

  #simpleField(element: XmlElement, around: Around): void {
    const instruction = element.attributes['w:instr'] ?? '';
    if (!hasWords(element)) this.#instruction(instruction, around);
    this.#all(element, { ...around, href: linkOf(instruction) ?? around.href });
  }

  /** Reads a content control: a check box, a prompt that nobody filled in, or text. */
  #control(element: XmlElement, around: Around): void {
    const properties = childOf(element, 'w:sdtPr');
    const box = childOf(properties, 'w14:checkbox');
    if (box) return this.#add({ text: flagOf(box, 'w14:checked') ? CHECKED : UNCHECKED }, around);
    if (flagOf(properties, 'w:showingPlcHdr')) return this.#story.losses.add('placeholder');
    const content = childOf(element, 'w:sdtContent');
    if (content) this.#all(content, around);
  }

  /** Leaves deleted words out, or reads them where a comment suggests to delete them. */
  #deletion(element: XmlElement, around: Around): void {
    const { losses, suggestions } = this.#story;
    // LibreOffice has the comment begin in the deletion.
    const begun = descendants(element, 'w:commentRangeStart').map(({ attributes }) => attributes['w:id'] ?? '');
    const of = this.#suggestion ?? begun.find((id) => suggestions.has(id)) ?? null;
    if (of !== null) {
      this.#all(element, around);
      return void suggestions.set(of, suggestions.get(of) ?? '');
    }
    losses.add('change');
    if (element.name === 'w:del' && hasWords(element)) losses.add('deletion');
  }

  /** Reads words that a comment suggests to insert into the comment. */
  #insertion(of: string, element: XmlElement): void {
    const { suggestions } = this.#story;
    suggestions.set(of, (suggestions.get(of) ?? '') + descendants(element, 'w:t').map(textIn).join(''));
    for (const name of ['w:commentRangeStart', 'w:commentRangeEnd'])
      for (const mark of descendants(element, name)) this.#comment(mark);
  }

  #comment(element: XmlElement): void {
    const id = element.attributes['w:id'] ?? '';
    if (element.name === 'w:commentRangeStart' && this.#story.suggestions.has(id)) {
      this.#suggestion = id;
      // The text is read twice.
      this.#story.suggestions.set(id, null);
    } else if (id === this.#suggestion) this.#suggestion = null;
    const text = commentMark(element, this.#story);
    if (text !== null) this.#lines.at(-1)?.push({ text });
  }

  #drawing(element: XmlElement, around: Around): void {
    if (around.format.hidden) return this.#hide(true);
    const { pictures, boxes, isLine } = readDrawing(element, this.#story);
    this.#isLine ||= isLine;
    this.#boxes.push(...boxes);
    for (const { text, address } of pictures) this.#add({ text, picture: address }, around);
  }
}

const hasWords = (element: XmlElement): boolean =>
  ['w:t', 'w:delText', 'm:t', 'w:sym', 'w:drawing', 'w:pict'].some((name) => descendants(element, name).length > 0);
