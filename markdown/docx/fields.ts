import { elements, type XmlElement } from '../xml.ts';

/** Elements whose content is not part of the story around them. */
// @wc-ignore
const SEPARATE_CONTENTS = new Set(['w:del', 'w:moveFrom', 'w:txbxContent']);

const getType = (element: XmlElement): string => element.attributes['w:fldCharType'] ?? '';

/**
 * Finds the signs of complete fields (begin, separate, end). Others are ignored, so that a field that never ends does
 * not swallow the text after it.
 */
export function completeFieldMarkers(story: readonly XmlElement[]): ReadonlySet<XmlElement> {
  const pairedMarks = new Set<XmlElement>();
  const openFields: XmlElement[][] = [];
  const visit = (element: XmlElement): void => {
    if (SEPARATE_CONTENTS.has(element.name)) return;
    if (element.name !== 'w:fldChar') return elements(element).forEach(visit);
    if (getType(element) === 'begin') openFields.push([element]);
    else openFields.at(-1)?.push(element);
    if (getType(element) === 'end') for (const marker of openFields.pop() ?? []) pairedMarks.add(marker);
  };
  story.forEach(visit);
  return pairedMarks;
}

interface Field {
  readonly begin: XmlElement;
  instruction: string;
  isResult: boolean;
  hasResult: boolean;
}

const LINK = /^\s*HYPERLINK\s+(?:"([^"]*)"|([^\s"\\]\S*))/i;
/** Fields that never show anything. */
const SILENT =
  /^\s*(?:XE|TC|RD|SET|ASK|TA|BOOKMARK|PRIVATE|GOTOBUTTON|PAGE|NUMPAGES|SECTIONPAGES|HYPERLINK|NEXT|SKIPIF|NOTEREF)\b/i;

/** Returns the address that a field's instruction links to. */
export function getLink(instruction: string): string | undefined {
  const match = LINK.exec(instruction);
  return match?.[1] ?? match?.[2];
}

/** Returns whether a field that shows nothing is worth a note. */
export const isWorthNoting = (instruction: string): boolean => instruction.trim() !== '' && !SILENT.test(instruction);

/** Follows the fields of one story: text in their instructions is not shown. */
export class Fields {
  readonly #paired: ReadonlySet<XmlElement>;
  readonly #openFields: Field[] = [];

  constructor(story: readonly XmlElement[]) {
    this.#paired = completeFieldMarkers(story);
  }

  /** Returns whether text here belongs to an instruction. */
  get isInstruction(): boolean {
    return this.#openFields.some(({ isResult }) => !isResult);
  }

  /** The address of the link around text here. */
  get link(): string | undefined {
    return this.#openFields.map(({ instruction }) => getLink(instruction)).findLast((link) => link !== undefined);
  }

  addInstruction(text: string): void {
    const field = this.#openFields.at(-1);
    if (field && !field.isResult) field.instruction += text;
  }

  /** Remembers that the open fields have a result. */
  addResult(): void {
    for (const field of this.#openFields) field.hasResult = true;
  }

  /** Follows a sign; returns the field that it ends if that field showed nothing. */
  followMarker(element: XmlElement): { readonly begin: XmlElement; readonly instruction: string } | null {
    if (!this.#paired.has(element)) return null;
    const type = getType(element);
    if (type === 'begin') this.#openFields.push({ begin: element, instruction: '', isResult: false, hasResult: false });
    const field = this.#openFields.at(-1);
    if (type === 'separate' && field) field.isResult = true;
    if (type !== 'end') return null;
    const endedField = this.#openFields.pop();
    return endedField && !endedField.hasResult && !this.isInstruction ? endedField : null;
  }
}
