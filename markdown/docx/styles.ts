import { DOCX_STYLES } from '../docx-styles.ts';
import { getChild, elements, getFlag, getValue, type XmlElement } from '../xml.ts';

/** Formats a run of text, as far as a script can hold it. */
export interface RunFormat {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly struck: boolean;
  readonly highlighted: boolean;
  readonly hidden: boolean;
  readonly code: boolean;
  readonly script: 'super' | 'sub' | null;
  readonly font: string | null;
}

/** Classifies a paragraph by its styles and its outline level. */
export type ParagraphRole =
  | { readonly kind: 'heading'; readonly level: number }
  /** `ownTitle` is the script's title, which exported documents begin with and which isn't part of its text. */
  | {
      readonly kind:
        'ownTitle' | 'title' | 'subtitle' | 'quote' | 'callout' | 'code' | 'cue' | 'rule' | 'contents' | 'plain';
    };

export interface NumberingUse {
  readonly id: string;
  /** Null if the style leaves the level to the numbering. */
  readonly level: number | null;
  readonly style: string | null;
}

interface Style {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly base: string | undefined;
  readonly paragraph: XmlElement | undefined;
  readonly run: XmlElement | undefined;
}

/** Word keeps these names in English; other programs write them in the language of the document. */
// @wc-ignore
const NAMES = {
  title:
    /^(?:title|titel|titre|título|titolo|tytuł|titul|otsikko|tittel|название|заголовок|标题|標題|表題|제목|العنوان)$/,
  subtitle: /^(?:subtitle|untertitel|sous-titre|subtítulo|sottotitolo|podtytuł|подзаголовок|副标题|副標題|副題|부제)$/,
  heading:
    /^(?:heading|überschrift|titre|título|titolo|nagłówek|kop|rubrik|otsikko|overskrift|заголовок|标题|標題|見出し|제목|nadpis|başlık|عنوان) ?([1-9])$/,
  quote:
    /^(?:(?:intense |block |script )?quot(?:e|ation)s?|block text|(?:intensives )?zitat|citation(?: intense)?|cita)$/,
  code: /^(?:html preformatted|preformatted text|source code|code(?: block)?|plain text|script code)$/,
  contents: /^(?:toc [1-9]|table of figures)$/,
  continues: /^(?:list paragraph|list continue(?: [1-9])?|listenabsatz)$/,
  inlineCode: /^(?:inline code|html code|verbatim char|source text|code char|html sample|html keyboard)$/,
} as const;

/** Maps the styles of exported documents to the other parts of a script. */
const OWN_STYLES: ReadonlyMap<string, ParagraphRole> = new Map([
  [DOCX_STYLES.title.toLowerCase(), { kind: 'ownTitle' }],
  ...(['cue', 'rule', 'quote', 'code', 'callout'] as const).map((kind): [string, ParagraphRole] => [
    DOCX_STYLES[kind].toLowerCase(),
    { kind },
  ]),
]);

const splitWords = (id: string): string => id.replace(/(?<=[a-z])(?=[A-Z\d])/g, ' ').toLowerCase();

function getRoleOfName(name: string): ParagraphRole | null {
  const ownRole = OWN_STYLES.get(name);
  if (ownRole) return ownRole;
  const level = NAMES.heading.exec(name)?.[1];
  if (level !== undefined) return { kind: 'heading', level: Math.min(Number(level), 6) };
  for (const kind of ['title', 'subtitle', 'quote', 'code', 'contents'] as const)
    if (NAMES[kind].test(name)) return { kind };
  return null;
}

/** Returns the role that an outline level gives; level 9 is body text. */
function getRoleOfOutline(properties: XmlElement | undefined): ParagraphRole | null {
  const level = Number.parseInt(getValue(properties, 'w:outlineLvl') ?? '', 10);
  if (Number.isNaN(level)) return null;
  return level >= 0 && level < 9 ? { kind: 'heading', level: Math.min(level + 1, 6) } : { kind: 'plain' };
}

/** Returns whether a color is a marker's: shades of gray are a background. */
function isColored(fill: string | undefined): boolean {
  if (fill === undefined || !/^[\da-f]{6}$/i.test(fill)) return false;
  const channels = [0, 2, 4].map((offset) => Number.parseInt(fill.slice(offset, offset + 2), 16));
  return Math.max(...channels) - Math.min(...channels) > 60;
}

const isHighlighted = (properties: XmlElement): boolean | undefined => {
  const color = getValue(properties, 'w:highlight');
  if (color !== undefined) return color !== 'none';
  return isColored(getChild(properties, 'w:shd')?.attributes['w:fill']) || undefined;
};

const MARKS = ['bold', 'italic', 'struck', 'highlighted', 'hidden'] as const;
type Marks = Partial<Record<(typeof MARKS)[number], boolean | undefined>>;

function readMarks(properties: XmlElement | undefined): Marks {
  if (!properties) return {};
  const isComplex = getFlag(properties, 'w:rtl') === true || getFlag(properties, 'w:cs') === true;
  const flagFor = (name: string): boolean | undefined =>
    isComplex ? (getFlag(properties, `${name}Cs`) ?? getFlag(properties, name)) : getFlag(properties, name);
  return {
    bold: flagFor('w:b'),
    italic: flagFor('w:i'),
    struck: getFlag(properties, 'w:strike') ?? getFlag(properties, 'w:dstrike'),
    highlighted: isHighlighted(properties),
    hidden: getFlag(properties, 'w:vanish'),
  };
}

/** Reads the indent of a paragraph; null if its properties set none. */
export const readOwnIndent = (properties: XmlElement | undefined): number | null => {
  const attributes = getChild(properties, 'w:ind')?.attributes;
  const indent = Number.parseInt(attributes?.['w:start'] ?? attributes?.['w:left'] ?? '', 10);
  return Number.isNaN(indent) ? null : indent;
};

/** Resolves styles: each inherits from the style it is based on. */
export class Styles {
  readonly #styles = new Map<string, Style>();
  readonly #chains = new Map<string, readonly Style[]>();
  #defaultParagraph: string | undefined;

  constructor(root: XmlElement | undefined) {
    for (const element of elements(root)) {
      if (element.name !== 'w:style') continue;
      const id = element.attributes['w:styleId'] ?? '';
      const type = element.attributes['w:type'] ?? 'paragraph';
      if (type === 'paragraph' && /^(?:1|true|on)$/.test(element.attributes['w:default'] ?? ''))
        this.#defaultParagraph = id;
      this.#styles.set(id, {
        id,
        type,
        name: (getValue(element, 'w:name') ?? id).toLowerCase(),
        base: getValue(element, 'w:basedOn'),
        paragraph: getChild(element, 'w:pPr'),
        run: getChild(element, 'w:rPr'),
      });
    }
  }

  getRole(properties: XmlElement | undefined): ParagraphRole {
    const outlineRole = getRoleOfOutline(properties);
    if (outlineRole?.kind === 'heading') return outlineRole;
    const id = getValue(properties, 'w:pStyle');
    for (const style of this.#chain(id)) {
      const role =
        getRoleOfOutline(style.paragraph) ?? getRoleOfName(style.name) ?? getRoleOfName(splitWords(style.id));
      if (role) return role;
    }
    // Some programs use Word's styles without defining them.
    return (id !== undefined && !this.#styles.has(id) && getRoleOfName(splitWords(id))) || { kind: 'plain' };
  }

  /** Returns the list a paragraph is in by itself or by its style; null if it is in none. */
  getNumbering(properties: XmlElement | undefined): NumberingUse | null {
    const readNumbering = (from: XmlElement | undefined, style: string | null): NumberingUse | undefined => {
      const numbering = getChild(from, 'w:numPr');
      const id = getValue(numbering, 'w:numId');
      if (id === undefined) return undefined;
      const level = Number.parseInt(getValue(numbering, 'w:ilvl') ?? '', 10);
      return { id, level: Number.isNaN(level) ? (style === null ? 0 : null) : level, style };
    };
    let result = readNumbering(properties, null);
    for (const style of this.#chain(getValue(properties, 'w:pStyle')))
      result ??= readNumbering(style.paragraph, style.id);
    return result && result.id !== '0' ? result : null;
  }

  /** Returns the deliberate indent of a paragraph: its own, or that of a style that continues a list. */
  getIndent(properties: XmlElement | undefined): number | null {
    const indent = readOwnIndent(properties);
    if (indent !== null) return indent;
    for (const style of this.#chain(getValue(properties, 'w:pStyle'))) {
      if (NAMES.continues.test(style.name)) return readOwnIndent(style.paragraph);
    }
    return null;
  }

  /** Formats a run; `isPlain` says that the paragraph's style is only how such text looks, unless it hides it. */
  getRunFormat(properties: XmlElement | undefined, paragraph: XmlElement | undefined, isPlain: boolean): RunFormat {
    const characterStyle = getValue(properties, 'w:rStyle');
    const paragraphStyle = getValue(paragraph, 'w:pStyle');
    const ownMarks = readMarks(properties);
    const byCharacter = this.#getMarks(characterStyle);
    const byParagraph = this.#getMarks(paragraphStyle ?? this.#defaultParagraph);
    const isMarked = (mark: (typeof MARKS)[number]): boolean => {
      const value = ownMarks[mark];
      if (value !== undefined) return value;
      const isIgnored = mark !== 'hidden' && (!isPlain || paragraphStyle === undefined);
      // Toggles: a bold style inside a bold paragraph is not bold.
      return (byCharacter[mark] ?? false) !== (isIgnored ? false : (byParagraph[mark] ?? false));
    };
    const verticalAlign =
      getValue(properties, 'w:vertAlign') ??
      this.#findFirstValue(characterStyle, (run) => getValue(run, 'w:vertAlign'));
    const fonts = getChild(properties, 'w:rFonts')?.attributes;
    return {
      bold: isMarked('bold'),
      italic: isMarked('italic'),
      struck: isMarked('struck'),
      highlighted: isMarked('highlighted'),
      hidden: isMarked('hidden'),
      code: this.#chain(characterStyle).some(({ name }) => NAMES.inlineCode.test(name)),
      script: verticalAlign === 'superscript' ? 'super' : verticalAlign === 'subscript' ? 'sub' : null,
      font: fonts?.['w:ascii'] ?? fonts?.['w:hAnsi'] ?? null,
    };
  }

  #getMarks(id: string | undefined): Marks {
    const result: Marks = {};
    for (const { run } of this.#chain(id)) {
      const marks = readMarks(run);
      for (const mark of MARKS) result[mark] ??= marks[mark];
    }
    return result;
  }

  #findFirstValue<T>(id: string | undefined, read: (run: XmlElement | undefined) => T | undefined): T | undefined {
    for (const { run } of this.#chain(id)) {
      const value = read(run);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** Lists a style and those it is based on; a circle ends the list. */
  #chain(id: string | undefined): readonly Style[] {
    if (id === undefined) return [];
    const cachedChain = this.#chains.get(id);
    if (cachedChain) return cachedChain;
    const chain: Style[] = [];
    for (let next: string | undefined = id; next !== undefined;) {
      const style = this.#styles.get(next);
      if (!style || chain.includes(style)) break;
      chain.push(style);
      next = style.base;
    }
    this.#chains.set(id, chain);
    return chain;
  }
}
