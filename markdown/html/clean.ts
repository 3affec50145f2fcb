import type { KeptPicture } from '../kept-picture.ts';
import { typeOfAddress } from '../picture-address.ts';
import { formulaOf } from './formula.ts';
import {
  type Content,
  element,
  type Element,
  elementsOf,
  hasClass,
  HEADING,
  holdsBlock,
  isBlank,
  isBlock,
  isElement,
  property,
  type Root,
  styleOf,
  text,
  textOf,
  WORD,
} from './hast.ts';
import type { HtmlNotes } from './notes.ts';
import { codeOf, isCodeBlock, preservesLines } from './preformatted.ts';
import { itemProperties, taskOf } from './list-items.ts';
import { raisedText } from './raised.ts';
import { documentHeadingOf, isWordComment, wordItem } from './word.ts';

/** Stands in a tree for a formula; its property `source` holds it. */
export const FORMULA = 'formula';

const OUTSIDE = /^(?:https?|mailto):/i;
/** These elements hold neither words nor structure of a text. */
// @wc-ignore
const GONE = new Set(
  'head script style noscript template meta base link datalist param source track area col colgroup xml rp noembed noframes'.split(
    ' ',
  ),
);
// @wc-ignore
const EMBEDDED = new Set('canvas iframe object embed video audio'.split(' '));
// @wc-ignore
const CODE = new Set('code kbd samp tt'.split(' '));
/** Renames elements that the converter knows otherwise, or not. */
const RENAMED: Readonly<Record<string, string>> = { menu: 'ul', dir: 'ul', dialog: 'div', search: 'div', summary: 'p' };
/** Matches the usual class names that style sheets hide from sight. */
const UNSEEN = /^(?:sr-only|visually-?hidden|screen-reader-text|katex-html)$/i;
/** Matches the picture that Notion puts above a page's title. */
const PAGE_ICON = /^page-header-icon$/;
const EMOJI = /^(?=\D*\p{Extended_Pictographic})[\p{Extended_Pictographic}\p{Emoji_Component}\s]+$/u;
/** Show their value as text. */
const SHOWN_FIELD = /^(?:|text|search|email|url|tel|number|date|time|month|week|datetime-local)$/;

const isHidden = (node: Element): boolean =>
  property(node, 'hidden') !== '' ||
  /^none\b/.test(styleOf(node, 'display')) ||
  /^(?:hidden|collapse)\b/.test(styleOf(node, 'visibility')) ||
  styleOf(node, 'mso-hide') === 'all' ||
  (node.tagName === 'dialog' && property(node, 'open') === '') ||
  hasClass(node, UNSEEN);

/** Collects what the elements around a node say about its text. */
interface Context {
  /** Names the elements that mark text, the outermost first. */
  readonly marks: readonly string[];
  /** Tells whether line ends count. */
  readonly lines: boolean;
  readonly heading: boolean;
  readonly raised: string;
}

const PLAIN: Context = { marks: [], lines: false, heading: false, raised: '' };

const tidied = (value: string): string =>
  value
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/[\u200b\u00ad\ufeff]|(?![\t\n\f\r])\p{Cc}/gu, '')
    .replace(/[\u2028\u2029\f]/g, '\n')
    .replace(/\p{Surrogate}/gu, '\ufffd');

/** Returns what an element says about the look of its text: true, false, or null if nothing. */
function look(node: Element): Readonly<Record<string, boolean | null>> {
  const weight = styleOf(node, 'font-weight');
  const slant = styleOf(node, 'font-style');
  const line = styleOf(node, 'text-decoration-line') || styleOf(node, 'text-decoration');
  const color = styleOf(node, 'mso-highlight');
  const by = (tags: RegExp): boolean | null => (tags.test(node.tagName) ? true : null);
  return {
    strong: weight === '' ? by(/^(?:b|strong)$/) : /^(?:bold|[6-9]00|1000)/.test(weight),
    em: slant === '' ? by(/^(?:i|em|var)$/) : /^(?:italic|oblique)/.test(slant),
    del: line.includes('line-through') ? true : line === 'none' ? null : by(/^(?:s|strike|del)$/),
    mark: color === '' || color === 'none' ? by(/^mark$/) : true,
  };
}

const LENGTH = /^([+-]?(?:\d+\.?|\d*\.)\d*)(pt|px|r?em|ex|%)$/;
/** Counts units of a length in one em. */
const IN_AN_EM: Readonly<Record<string, number>> = { pt: 12, px: 16, ex: 2, '%': 100 };
/** Less only puts a sign or a picture into its line. */
const LEAST_RAISE = 0.2;

/** Returns the element that raises or lowers text as this one's style does; empty if the style does not. */
function raisedBy(node: Element): string {
  if (isBlock(node)) return '';
  const align = styleOf(node, 'vertical-align');
  if (/^su(?:b|per)$/.test(align)) return align.slice(0, 3);
  const [, length = '', unit = ''] = LENGTH.exec(styleOf(node, 'mso-text-raise') || align) ?? [];
  const raise = Number(length) / (IN_AN_EM[unit] ?? 1);
  const kind = raise < 0 ? 'sub' : 'sup';
  // Letters are moved for other reasons, too.
  return Math.abs(raise) >= LEAST_RAISE && raisedText(kind, textOf(node)) !== null ? kind : '';
}

/** Reduces a page to meaningful elements, and collects what stays behind. */
export class Cleaner {
  readonly #notes: HtmlNotes;
  readonly #base: string;
  readonly #pictures: ReadonlyMap<string, KeptPicture>;

  /** @param pictures pictures that are part of the page, by their address in it */
  constructor(root: Root, notes: HtmlNotes, pictures: ReadonlyMap<string, KeptPicture>) {
    this.#notes = notes;
    this.#pictures = pictures;
    const base = elementsOf(root, ({ tagName }) => tagName === 'base').map((node) => property(node, 'href'));
    this.#base = base.find((href) => /^https?:/i.test(href)) ?? '';
  }

  clean(nodes: Root['children'], context = PLAIN): Content[] {
    const inBlocks = nodes.some((node) => node.type !== 'doctype' && isBlock(node));
    return nodes.flatMap((node): Content[] => {
      if (node.type === 'text') return inBlocks && node.value.trim() === '' ? [text(' ')] : marked(node.value, context);
      return isElement(node) ? this.#cleanElement(node, context) : [];
    });
  }

  #cleanElement(node: Element, context: Context): Content[] {
    if (GONE.has(node.tagName) || isHidden(node) || hasClass(node, PAGE_ICON)) return [];
    const special = this.#left(node) ?? this.#special(node, context);
    if (special) return special;
    const inner = this.#contextOf(node, context);
    const raised = inner.raised !== context.raised;
    const children = this.clean(node.children, inner);
    if (raised && !children.some((child) => isBlock(child) || holdsBlock(child)))
      return [element(inner.raised, children)];
    return this.#kept(node, children);
  }

  /** Keeps the element if it gives a text structure, else only what is in it. */
  #kept(node: Element, children: Content[]): Content[] {
    if (node.tagName === 'a') return this.#link(node, children);
    const tagName = this.#nameOf(node);
    if (tagName === null) return children;
    const isMixed = tagName === 'p' && children.some((child) => isBlock(child) || holdsBlock(child));
    return [element(isMixed ? 'div' : tagName, children, propertiesOf(node))];
  }

  #nameOf(node: Element): string | null {
    const { tagName } = node;
    if (property(node, 'role') === 'heading') return `h${Math.min(6, Number(property(node, 'ariaLevel')) || 2)}`;
    const documentHeading = documentHeadingOf(node);
    if (documentHeading !== null) return documentHeading;
    if (tagName === 'br' || tagName === 'hr' || tagName === 'q' || tagName === 'footnote-reference') return tagName;
    if (isBlock(node) || RENAMED[tagName] !== undefined) return RENAMED[tagName] ?? tagName;
    return /^(?:block|flex|grid|list-item|table|flow-root)\b/.test(styleOf(node, 'display')) ? 'div' : null;
  }

  #contextOf(node: Element, context: Context): Context {
    const heading = context.heading || HEADING.test(node.tagName) || node.tagName === 'th';
    const marks = new Set(context.marks);
    for (const [mark, on] of Object.entries(look(node))) {
      if (on === true) marks.add(mark);
      else if (on === false) marks.delete(mark);
    }
    if (node.tagName === 'dt') marks.add('strong');
    // Headings are bold anyway.
    if (heading) marks.delete('strong');
    const raised = /^su[bp]$/.test(node.tagName) ? node.tagName : raisedBy(node);
    return {
      heading,
      marks: [...marks],
      lines: preservesLines(node) ?? context.lines,
      raised: raised || context.raised,
    };
  }

  /** Returns what replaces an element that stays behind; null if it does not. */
  #left(node: Element): Content[] | null {
    const { tagName } = node;
    const notes = this.#notes;
    if (isWordComment(node)) {
      if (styleOf(node, 'mso-element') === 'comment') notes.comments += 1;
      return styleOf(node, 'mso-element') === 'comment-list' ? this.clean(node.children) : [];
    }
    if (hasClass(node, /^msoDel$/)) {
      notes.deletions += 1;
      return [];
    }
    if (tagName === 'nav') {
      notes.navigation ||= WORD.test(textOf(node));
      return [];
    }
    if (tagName === 'rt' || tagName === 'rtc') {
      notes.readings.push(textOf(node).trim());
      return [];
    }
    if (EMBEDDED.has(tagName)) {
      const sources = [node, ...elementsOf(node, (one) => one.tagName === 'source')];
      const addresses = sources.flatMap((one) => [property(one, 'src'), property(one, 'data')]);
      notes.media.push(property(node, 'title') || addresses.find((one) => /^https?:/i.test(one)) || tagName);
      return [];
    }
    return null;
  }

  /** Returns what an element with a meaning of its own becomes; null if it has none. */
  #special(node: Element, context: Context): Content[] | null {
    const { tagName } = node;
    if (tagName === 'img') return this.#picture(node);
    if (tagName === 'svg') return this.#drawing(node);
    if (tagName === 'math') return this.#formula(node);
    if (tagName === 'pre' || isCodeBlock(node)) return preservesLines(node) === false ? null : this.#pre(node, context);
    if (CODE.has(tagName)) {
      return codeOf(node).flatMap((line, index) => [
        ...(index > 0 ? [element('br', [])] : []),
        ...withMarks(
          WORD.test(line) || line.trim() !== '' ? element('code', [text(line.trim())]) : text(line),
          context,
        ),
      ]);
    }
    if (tagName === 'li') return [this.#item(node, context)];
    if (tagName === 'p' || tagName === 'div') {
      const item = wordItem(node);
      if (!item) return null;
      const { level, ordered, numbers } = item;
      const properties = { level, kind: ordered ? 'ol' : 'ul', numbers: numbers.join(' ') };
      return [element('li', this.clean(item.children, this.#contextOf(node, context)), properties)];
    }
    return this.#field(node, context);
  }

  #formula(node: Element): Content[] {
    const source = formulaOf(node);
    // An empty element would take the spaces around it away.
    return source === '' ? [] : [element(FORMULA, [text(source)], { source })];
  }

  #pre(node: Element, context: Context): Content[] {
    const isText = styleOf(node, 'white-space') !== '' && node.tagName === 'pre' && !node.children.some(isElement);
    if (isText) return [element('div', this.clean(node.children, { ...context, lines: true }))];
    const code = elementsOf(node, ({ tagName }) => tagName === 'code')[0];
    const content = codeOf(node)
      .join('\n')
      .replace(/^\n+|\s+$/g, '');
    if (content.trim() === '') return [];
    const className = (code ?? node).properties['className'];
    return [element('pre', [element('code', [text(content)], className ? { className } : {})])];
  }

  #item(node: Element, context: Context): Content {
    const task = taskOf(node);
    const control = task?.control;
    const children = control ? without(node.children, control) : node.children;
    const properties = { ...itemProperties(node), ...(task ? { done: task.done ? 'yes' : 'no' } : {}) };
    return element('li', this.clean(children, this.#contextOf(node, context)), properties);
  }

  /** Keeps what a person sees in a form; buttons belong to the page, not to its text. */
  #field(node: Element, context: Context): Content[] | null {
    const { tagName } = node;
    const type = property(node, 'type').toLowerCase();
    if (tagName === 'textarea') return this.clean(node.children, { ...context, lines: true });
    if (tagName === 'select') {
      const options = elementsOf(node, (one) => one.tagName === 'option');
      const chosen = options.filter((one) => property(one, 'selected') !== '');
      const shown = chosen.length > 0 || property(node, 'multiple') !== '' ? chosen : options.slice(0, 1);
      return marked(shown.map((one) => textOf(one).trim()).join(', '), context);
    }
    if (tagName === 'input') {
      if (type === 'checkbox' || type === 'radio') return [text(property(node, 'checked') === '' ? '☐ ' : '☑ ')];
      return SHOWN_FIELD.test(type) ? marked(property(node, 'value'), context) : [];
    }
    if (tagName !== 'button') return null;
    const opens = context.heading || property(node, 'ariaExpanded') !== '' || property(node, 'ariaControls') !== '';
    const words = textOf(node).replace(/\s+/g, ' ').trim();
    if (opens || holdsBlock(node)) return this.clean(node.children, context);
    if (words !== '') this.#notes.buttons.push(words);
    return [];
  }

  #resolve(address: string): string {
    const trimmed = address.trim();
    if (this.#base === '' || /^[a-z][\w+.-]*:/i.test(trimmed) || trimmed.startsWith('#')) return trimmed;
    return URL.canParse(trimmed, this.#base) ? new URL(trimmed, this.#base).href : trimmed;
  }

  #link(node: Element, children: Content[]): Content[] {
    const target = this.#resolve(property(node, 'href'));
    const words = children.map(textOf).join('');
    // Signs beside headings that lead to themselves.
    if (/^(?:[^#]*)#/.test(property(node, 'href')) && /^[\s#¶§🔗]+$/u.test(words)) return [];
    const isEmpty = words.trim() === '' && !children.some((child) => isElement(child));
    // Google Docs lead through an address of their own.
    const behind = /^https:\/\/www\.google\.com\/url\?(?:.*&)?q=([^&]+)/.exec(target)?.[1];
    const href = behind === undefined ? target : decodeURIComponent(behind);
    return isEmpty || !OUTSIDE.test(href) ? children : linked(children, href.replace(/\s/g, '%20'));
  }

  #picture(node: Element): Content[] {
    const alt = property(node, 'alt').replace(/\s+/g, ' ').trim();
    const isEmoji = /emoji|emoticon/i.test(property(node, 'className')) || EMOJI.test(alt);
    if (isEmoji && alt !== '') return [text(alt)];
    // Pictures of one pixel count readers.
    if (/^[01]$/.test(property(node, 'width')) || /^[01]$/.test(property(node, 'height'))) return [];
    const source = property(node, 'src').trim();
    const kept = this.#pictures.get(source)?.address ?? (typeOfAddress(source) === null ? undefined : source);
    const later = [property(node, 'dataSrc'), property(node, 'srcSet').split(/[\s,]+/)[0] ?? ''];
    const src = kept ?? [source, ...later].map((one) => this.#resolve(one)).find((one) => /^https?:/i.test(one));
    if (src !== undefined) return [element('img', [], { src, alt })];
    this.#notes.pictures += 1;
    // @wc-ignore
    return alt === '' ? [] : [text(`[Picture: ${alt.replaceAll('[', '(').replaceAll(']', ')')}]`)];
  }

  /** Keeps the words of a drawing; without words it is a picture, or a mere sign if it is small. */
  #drawing(node: Element): Content[] {
    const html = elementsOf(node, ({ tagName }) => /^foreignobject$/i.test(tagName)).map((one) =>
      element('div', this.clean(one.children)),
    );
    const words = elementsOf(node, ({ tagName }) => tagName === 'text').map((one) =>
      textOf(one).replace(/\s+/g, ' ').trim(),
    );
    if (html.length > 0 || words.length > 0)
      return [...html, ...(words.length > 0 ? [text(` ${words.join(' ')} `)] : [])];
    const width = Number.parseFloat(property(node, 'width'));
    if (property(node, 'role') === 'img' && !(width <= 48)) this.#notes.pictures += 1;
    return [];
  }
}

const withMarks = (node: Content, { marks }: Context): Content[] => [
  marks.reduceRight((inner, mark) => element(mark, [inner]), node),
];

function marked(value: string, context: Context): Content[] {
  const lines = context.lines ? tidied(value).split('\n') : [tidied(value)];
  return lines.flatMap((line, index) => [
    ...(index > 0 ? [element('br', [])] : []),
    ...(line === '' ? [] : withMarks(text(line), context)),
  ]);
}

/** Puts links around what stands in lines; a link around blocks becomes one in each of them. */
function linked(nodes: readonly Content[], href: string): Content[] {
  const result: Content[] = [];
  let line: Content[] = [];
  const end = (): void => {
    if (line.some((node) => !isBlank(node))) result.push(element('a', line, { href }));
    else result.push(...line);
    line = [];
  };
  for (const node of nodes) {
    if (!isBlock(node)) line.push(node);
    else {
      end();
      result.push(node.tagName === 'pre' ? node : { ...node, children: linked(node.children, href) });
    }
  }
  end();
  return result;
}

function without(nodes: readonly Content[], removed: Element): Content[] {
  return nodes
    .filter((node) => node !== removed)
    .map((node) => (isElement(node) ? { ...node, children: without(node.children, removed) } : node));
}

/** Keeps the attributes that the structure of a text depends on. */
function propertiesOf(node: Element): Element['properties'] {
  const { tagName, properties } = node;
  if (tagName === 'ol' || tagName === 'ul') return { ...properties, style: undefined };
  if (/^t[dhr]$|^table$/.test(tagName) || tagName === 'footnote-reference') return properties;
  const className = properties['className'];
  return Array.isArray(className) && className.some((one) => one === 'cue' || one === 'rule') ? { className } : {};
}
