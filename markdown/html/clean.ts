import type { KeptPicture } from '../kept-picture.ts';
import { getTypeOfAddress } from '../picture-address.ts';
import { getFormula } from './formula.ts';
import {
  type Content,
  createElement,
  type Element,
  getElements,
  hasClass,
  HEADING,
  containsBlock,
  isBlank,
  isBlock,
  isElement,
  getProperty,
  type Root,
  getStyle,
  createText,
  getText,
  WORD,
} from './hast.ts';
import type { HtmlNotes } from './notes.ts';
import { getCode, isCodeBlock, preservesLines } from './preformatted.ts';
import { readItemProperties, getTask } from './list-items.ts';
import { toRaisedText } from './raised.ts';
import { getDocumentHeading, isWordComment, readWordItem } from './word.ts';
import { collapseSpaces } from '../collapse-spaces.ts';
import { EXTERNAL_ADDRESS } from '../tree-pieces.ts';

/** The tag that stands in a tree for a formula; its property `source` holds it. */
export const FORMULA = 'formula';

/** Elements that hold neither words nor structure of a text. */
// @wc-ignore
const IGNORED_TAGS = new Set(
  'head script style noscript template meta base link datalist param source track area col colgroup xml rp noembed noframes'.split(
    ' ',
  ),
);
// @wc-ignore
const MEDIA_TAGS = new Set('canvas iframe object embed video audio'.split(' '));
// @wc-ignore
const CODE_TAGS = new Set('code kbd samp tt'.split(' '));
/** Elements that the converter knows by another name, or not at all. */
const RENAMED_TAGS: Readonly<Record<string, string>> = {
  menu: 'ul',
  dir: 'ul',
  dialog: 'div',
  search: 'div',
  summary: 'p',
};
/** Matches the usual class names that style sheets hide from sight. */
const HIDDEN_CLASSES = /^(?:sr-only|visually-?hidden|screen-reader-text|katex-html)$/i;
/** Matches the picture that Notion puts above a page's title. */
const PAGE_ICON = /^page-header-icon$/;
const EMOJI = /^(?=\D*\p{Extended_Pictographic})[\p{Extended_Pictographic}\p{Emoji_Component}\s]+$/u;
/** Types of input fields whose value is visible text. */
const TEXT_FIELD_TYPES = /^(?:|text|search|email|url|tel|number|date|time|month|week|datetime-local)$/;

const isHidden = (node: Element): boolean =>
  getProperty(node, 'hidden') !== '' ||
  /^none\b/.test(getStyle(node, 'display')) ||
  /^(?:hidden|collapse)\b/.test(getStyle(node, 'visibility')) ||
  getStyle(node, 'mso-hide') === 'all' ||
  (node.tagName === 'dialog' && getProperty(node, 'open') === '') ||
  hasClass(node, HIDDEN_CLASSES);

/** The marks that the elements around a node give its text. */
interface Context {
  /** Tags of the elements that mark text, the outermost first. */
  readonly marks: readonly string[];
  /** True if line ends count. */
  readonly keepsLines: boolean;
  readonly isHeading: boolean;
  readonly raisedTag: string;
}

const PLAIN_CONTEXT: Context = { marks: [], keepsLines: false, isHeading: false, raisedTag: '' };

const normalizeText = (value: string): string =>
  value
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/[\u200b\u00ad\ufeff]|(?![\t\n\f\r])\p{Cc}/gu, '')
    .replace(/[\u2028\u2029\f]/g, '\n')
    .replace(/\p{Surrogate}/gu, '\ufffd');

/** Returns whether an element sets or removes a mark of its text; null if neither. */
function readStyleMarks(node: Element): Readonly<Record<string, boolean | null>> {
  const fontWeight = getStyle(node, 'font-weight');
  const fontStyle = getStyle(node, 'font-style');
  const line = getStyle(node, 'text-decoration-line') || getStyle(node, 'text-decoration');
  const color = getStyle(node, 'mso-highlight');
  const byTag = (tags: RegExp): boolean | null => (tags.test(node.tagName) ? true : null);
  return {
    strong: fontWeight === '' ? byTag(/^(?:b|strong)$/) : /^(?:bold|[6-9]00|1000)/.test(fontWeight),
    em: fontStyle === '' ? byTag(/^(?:i|em|var)$/) : /^(?:italic|oblique)/.test(fontStyle),
    del: line.includes('line-through') ? true : line === 'none' ? null : byTag(/^(?:s|strike|del)$/),
    mark: color === '' || color === 'none' ? byTag(/^mark$/) : true,
  };
}

const CSS_LENGTH = /^([+-]?(?:\d+\.?|\d*\.)\d*)(pt|px|r?em|ex|%)$/;
/** How many units of a length are one em. */
const UNITS_PER_EM: Readonly<Record<string, number>> = { pt: 12, px: 16, ex: 2, '%': 100 };
/** Less only puts a sign or a picture into its line. */
const MIN_RAISE_EM = 0.2;

/** Returns the element that raises or lowers text as this one's style does; empty if the style does not. */
function findRaisingElement(node: Element): string {
  if (isBlock(node)) return '';
  const align = getStyle(node, 'vertical-align');
  if (/^su(?:b|per)$/.test(align)) return align.slice(0, 3);
  const [, length = '', unit = ''] = CSS_LENGTH.exec(getStyle(node, 'mso-text-raise') || align) ?? [];
  const raise = Number(length) / (UNITS_PER_EM[unit] ?? 1);
  const kind = raise < 0 ? 'sub' : 'sup';
  // Letters are moved for other reasons, too.
  return Math.abs(raise) >= MIN_RAISE_EM && toRaisedText(kind, getText(node)) !== null ? kind : '';
}

/** Reduces a page to meaningful elements, and counts the content left out. */
export class Cleaner {
  readonly #notes: HtmlNotes;
  readonly #base: string;
  readonly #pictures: ReadonlyMap<string, KeptPicture>;

  /** @param pictures pictures that are part of the page, by their address in it */
  constructor(root: Root, notes: HtmlNotes, pictures: ReadonlyMap<string, KeptPicture>) {
    this.#notes = notes;
    this.#pictures = pictures;
    const base = getElements(root, ({ tagName }) => tagName === 'base').map((node) => getProperty(node, 'href'));
    this.#base = base.find((href) => /^https?:/i.test(href)) ?? '';
  }

  clean(nodes: Root['children'], context = PLAIN_CONTEXT): Content[] {
    const inBlocks = nodes.some((node) => node.type !== 'doctype' && isBlock(node));
    return nodes.flatMap((node): Content[] => {
      if (node.type === 'text')
        return inBlocks && node.value.trim() === '' ? [createText(' ')] : markText(node.value, context);
      return isElement(node) ? this.#cleanElement(node, context) : [];
    });
  }

  #cleanElement(node: Element, context: Context): Content[] {
    if (IGNORED_TAGS.has(node.tagName) || isHidden(node) || hasClass(node, PAGE_ICON)) return [];
    const replacement = this.#replaceOmitted(node) ?? this.#convertSpecial(node, context);
    if (replacement) return replacement;
    const inner = this.#getContext(node, context);
    const isRaised = inner.raisedTag !== context.raisedTag;
    const children = this.clean(node.children, inner);
    if (isRaised && !children.some((child) => isBlock(child) || containsBlock(child)))
      return [createElement(inner.raisedTag, children)];
    return this.#keepElement(node, children);
  }

  /** Keeps the element if it gives a text structure, else only its children. */
  #keepElement(node: Element, children: Content[]): Content[] {
    if (node.tagName === 'a') return this.#cleanLink(node, children);
    const tagName = this.#getName(node);
    if (tagName === null) return children;
    const isMixed = tagName === 'p' && children.some((child) => isBlock(child) || containsBlock(child));
    return [createElement(isMixed ? 'div' : tagName, children, getProperties(node))];
  }

  #getName(node: Element): string | null {
    const { tagName } = node;
    if (getProperty(node, 'role') === 'heading') return `h${Math.min(6, Number(getProperty(node, 'ariaLevel')) || 2)}`;
    const documentHeading = getDocumentHeading(node);
    if (documentHeading !== null) return documentHeading;
    if (tagName === 'br' || tagName === 'hr' || tagName === 'q' || tagName === 'footnote-reference') return tagName;
    if (isBlock(node) || RENAMED_TAGS[tagName] !== undefined) return RENAMED_TAGS[tagName] ?? tagName;
    return /^(?:block|flex|grid|list-item|table|flow-root)\b/.test(getStyle(node, 'display')) ? 'div' : null;
  }

  #getContext(node: Element, context: Context): Context {
    const isHeading = context.isHeading || HEADING.test(node.tagName) || node.tagName === 'th';
    const marks = new Set(context.marks);
    for (const [mark, isOn] of Object.entries(readStyleMarks(node))) {
      if (isOn === true) marks.add(mark);
      else if (isOn === false) marks.delete(mark);
    }
    if (node.tagName === 'dt') marks.add('strong');
    // Headings are bold anyway.
    if (isHeading) marks.delete('strong');
    const raisingElement = /^su[bp]$/.test(node.tagName) ? node.tagName : findRaisingElement(node);
    return {
      isHeading,
      marks: [...marks],
      keepsLines: preservesLines(node) ?? context.keepsLines,
      raisedTag: raisingElement || context.raisedTag,
    };
  }

  /** Returns the replacement of an element that is left out; null if it stays. */
  #replaceOmitted(node: Element): Content[] | null {
    const { tagName } = node;
    const notes = this.#notes;
    if (isWordComment(node)) {
      if (getStyle(node, 'mso-element') === 'comment') notes.comments += 1;
      return getStyle(node, 'mso-element') === 'comment-list' ? this.clean(node.children) : [];
    }
    if (hasClass(node, /^msoDel$/)) {
      notes.deletions += 1;
      return [];
    }
    if (tagName === 'nav') {
      notes.navigation ||= WORD.test(getText(node));
      return [];
    }
    if (tagName === 'rt' || tagName === 'rtc') {
      notes.readings.push(getText(node).trim());
      return [];
    }
    if (MEDIA_TAGS.has(tagName)) {
      const sources = [node, ...getElements(node, (item) => item.tagName === 'source')];
      const addresses = sources.flatMap((item) => [getProperty(item, 'src'), getProperty(item, 'data')]);
      notes.media.push(getProperty(node, 'title') || addresses.find((item) => /^https?:/i.test(item)) || tagName);
      return [];
    }
    return null;
  }

  /** Converts an element with a meaning of its own; null if it has none. */
  #convertSpecial(node: Element, context: Context): Content[] | null {
    const { tagName } = node;
    if (tagName === 'img') return this.#cleanPicture(node);
    if (tagName === 'svg') return this.#cleanDrawing(node);
    if (tagName === 'math') return this.#cleanFormula(node);
    if (tagName === 'pre' || isCodeBlock(node))
      return preservesLines(node) === false ? null : this.#cleanPreformatted(node, context);
    if (CODE_TAGS.has(tagName)) {
      return getCode(node).flatMap((line, index) => [
        ...(index > 0 ? [createElement('br', [])] : []),
        ...withMarks(
          WORD.test(line) || line.trim() !== '' ? createElement('code', [createText(line.trim())]) : createText(line),
          context,
        ),
      ]);
    }
    if (tagName === 'li') return [this.#cleanItem(node, context)];
    if (tagName === 'p' || tagName === 'div') {
      const item = readWordItem(node);
      if (!item) return null;
      const { level, ordered, numbers } = item;
      const properties = { level, kind: ordered ? 'ol' : 'ul', numbers: numbers.join(' ') };
      return [createElement('li', this.clean(item.children, this.#getContext(node, context)), properties)];
    }
    return this.#cleanField(node, context);
  }

  #cleanFormula(node: Element): Content[] {
    const source = getFormula(node);
    // An empty element would take the spaces around it away.
    return source === '' ? [] : [createElement(FORMULA, [createText(source)], { source })];
  }

  #cleanPreformatted(node: Element, context: Context): Content[] {
    const isText = getStyle(node, 'white-space') !== '' && node.tagName === 'pre' && !node.children.some(isElement);
    if (isText) return [createElement('div', this.clean(node.children, { ...context, keepsLines: true }))];
    const code = getElements(node, ({ tagName }) => tagName === 'code')[0];
    const content = getCode(node)
      .join('\n')
      .replace(/^\n+|\s+$/g, '');
    if (content.trim() === '') return [];
    const className = (code ?? node).properties['className'];
    return [createElement('pre', [createElement('code', [createText(content)], className ? { className } : {})])];
  }

  #cleanItem(node: Element, context: Context): Content {
    const task = getTask(node);
    const control = task?.control;
    const children = control ? withoutElement(node.children, control) : node.children;
    const properties = { ...readItemProperties(node), ...(task ? { done: task.done ? 'yes' : 'no' } : {}) };
    return createElement('li', this.clean(children, this.#getContext(node, context)), properties);
  }

  /** Keeps the visible texts of a form; buttons belong to the page, not to its text. */
  #cleanField(node: Element, context: Context): Content[] | null {
    const { tagName } = node;
    const type = getProperty(node, 'type').toLowerCase();
    if (tagName === 'textarea') return this.clean(node.children, { ...context, keepsLines: true });
    if (tagName === 'select') {
      const options = getElements(node, (item) => item.tagName === 'option');
      const selectedOptions = options.filter((item) => getProperty(item, 'selected') !== '');
      const shownOptions =
        selectedOptions.length > 0 || getProperty(node, 'multiple') !== '' ? selectedOptions : options.slice(0, 1);
      return markText(shownOptions.map((item) => getText(item).trim()).join(', '), context);
    }
    if (tagName === 'input') {
      if (type === 'checkbox' || type === 'radio')
        return [createText(getProperty(node, 'checked') === '' ? '☐ ' : '☑ ')];
      return TEXT_FIELD_TYPES.test(type) ? markText(getProperty(node, 'value'), context) : [];
    }
    if (tagName !== 'button') return null;
    const isHeadingButton =
      context.isHeading || getProperty(node, 'ariaExpanded') !== '' || getProperty(node, 'ariaControls') !== '';
    const words = collapseSpaces(getText(node));
    if (isHeadingButton || containsBlock(node)) return this.clean(node.children, context);
    if (words !== '') this.#notes.buttons.push(words);
    return [];
  }

  #resolve(address: string): string {
    const trimmedAddress = address.trim();
    if (this.#base === '' || /^[a-z][\w+.-]*:/i.test(trimmedAddress) || trimmedAddress.startsWith('#'))
      return trimmedAddress;
    return URL.canParse(trimmedAddress, this.#base) ? new URL(trimmedAddress, this.#base).href : trimmedAddress;
  }

  #cleanLink(node: Element, children: Content[]): Content[] {
    const target = this.#resolve(getProperty(node, 'href'));
    const words = children.map(getText).join('');
    // Signs beside headings that lead to themselves.
    if (/^(?:[^#]*)#/.test(getProperty(node, 'href')) && /^[\s#¶§🔗]+$/u.test(words)) return [];
    const isEmpty = words.trim() === '' && !children.some((child) => isElement(child));
    // Links copied from Google Docs lead through an address of Google's.
    const redirectTarget = /^https:\/\/www\.google\.com\/url\?(?:.*&)?q=([^&]+)/.exec(target)?.[1];
    const href = redirectTarget === undefined ? target : decodeURIComponent(redirectTarget);
    return isEmpty || !EXTERNAL_ADDRESS.test(href) ? children : addLinks(children, href.replace(/\s/g, '%20'));
  }

  #cleanPicture(node: Element): Content[] {
    const alt = collapseSpaces(getProperty(node, 'alt'));
    const isEmoji = /emoji|emoticon/i.test(getProperty(node, 'className')) || EMOJI.test(alt);
    if (isEmoji && alt !== '') return [createText(alt)];
    // Pictures of one pixel count readers.
    if (/^[01]$/.test(getProperty(node, 'width')) || /^[01]$/.test(getProperty(node, 'height'))) return [];
    const source = getProperty(node, 'src').trim();
    const keptAddress = this.#pictures.get(source)?.address ?? (getTypeOfAddress(source) === null ? undefined : source);
    const lazySources = [getProperty(node, 'dataSrc'), getProperty(node, 'srcSet').split(/[\s,]+/)[0] ?? ''];
    const src =
      keptAddress ?? [source, ...lazySources].map((item) => this.#resolve(item)).find((item) => /^https?:/i.test(item));
    if (src !== undefined) return [createElement('img', [], { src, alt })];
    this.#notes.pictures += 1;
    // @wc-ignore
    return alt === '' ? [] : [createText(`[Picture: ${alt.replaceAll('[', '(').replaceAll(']', ')')}]`)];
  }

  /** Keeps the words of a drawing; without words it is a picture, or a mere sign if it is small. */
  #cleanDrawing(node: Element): Content[] {
    const html = getElements(node, ({ tagName }) => /^foreignobject$/i.test(tagName)).map((item) =>
      createElement('div', this.clean(item.children)),
    );
    const words = getElements(node, ({ tagName }) => tagName === 'text').map((item) => collapseSpaces(getText(item)));
    if (html.length > 0 || words.length > 0)
      return [...html, ...(words.length > 0 ? [createText(` ${words.join(' ')} `)] : [])];
    const width = Number.parseFloat(getProperty(node, 'width'));
    if (getProperty(node, 'role') === 'img' && !(width <= 48)) this.#notes.pictures += 1;
    return [];
  }
}

const withMarks = (node: Content, { marks }: Context): Content[] => [
  marks.reduceRight((inner, mark) => createElement(mark, [inner]), node),
];

function markText(value: string, context: Context): Content[] {
  const lines = context.keepsLines ? normalizeText(value).split('\n') : [normalizeText(value)];
  return lines.flatMap((line, index) => [
    ...(index > 0 ? [createElement('br', [])] : []),
    ...(line === '' ? [] : withMarks(createText(line), context)),
  ]);
}

/** Puts links around inline content; a link around blocks becomes one in each of them. */
function addLinks(nodes: readonly Content[], href: string): Content[] {
  const result: Content[] = [];
  let line: Content[] = [];
  const endLine = (): void => {
    if (line.some((node) => !isBlank(node))) result.push(createElement('a', line, { href }));
    else result.push(...line);
    line = [];
  };
  for (const node of nodes) {
    if (!isBlock(node)) line.push(node);
    else {
      endLine();
      result.push(node.tagName === 'pre' ? node : { ...node, children: addLinks(node.children, href) });
    }
  }
  endLine();
  return result;
}

function withoutElement(nodes: readonly Content[], removedElement: Element): Content[] {
  return nodes
    .filter((node) => node !== removedElement)
    .map((node) => (isElement(node) ? { ...node, children: withoutElement(node.children, removedElement) } : node));
}

/** Keeps the attributes that the structure of a text depends on. */
function getProperties(node: Element): Element['properties'] {
  const { tagName, properties } = node;
  if (tagName === 'ol' || tagName === 'ul') return { ...properties, style: undefined };
  if (/^t[dhr]$|^table$/.test(tagName) || tagName === 'footnote-reference') return properties;
  const className = properties['className'];
  return Array.isArray(className) && className.some((item) => item === 'cue' || item === 'rule') ? { className } : {};
}
