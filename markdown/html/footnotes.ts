import {
  type Content,
  type Element,
  getElements,
  HEADING,
  isBlock,
  isElement,
  getProperty,
  type Root,
  getText,
} from './hast.ts';

/** The tag of an element that takes the place of a reference to a footnote; its property `key` names it. */
export const FOOTNOTE_REFERENCE = 'footnote-reference';

export interface Footnote {
  readonly key: string;
  readonly content: Element;
}

type Parent = Root | Element;

/** Matches marks that refer to a footnote, or lead back from it: `[1]`, `*`, `a`, `↑`, `[note 2]`. */
const REFERENCE_MARK = /^[[(]?(?:(?:note|fn|nb)\.?\s?)?(?:[\p{L}\p{N}]{1,4}|[^\p{L}\p{N}]{1,4})[\])]?$/iu;
/** Matches the names that comments have in pages of Google Docs and Word. */
const COMMENT_ID = /^_?(?:cmnt|msocom|anchor_)/;
/** The most characters of an element that a link back leads to; a longer one is a section. */
const MAX_TARGET_LENGTH = 40;

const isLocalLink = (node: Element): boolean => node.tagName === 'a' && getProperty(node, 'href').includes('#');
const getFragment = (link: Element): string => getProperty(link, 'href').replace(/^[^#]*#/, '');
const getMark = (link: Element): string =>
  getText(link)
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();

/** Looks up the parents of elements and the targets of links. */
class Page {
  /** Elements that may refer to a footnote. */
  readonly references: Element[] = [];
  readonly #byName = new Map<string, Element>();
  readonly #parents = new Map<Element, Parent>();
  readonly #targets: ReadonlySet<Element | undefined>;

  constructor(root: Root) {
    this.#readNode(root);
    this.#targets = new Set(this.references.map((link) => this.getTarget(link)));
  }

  #readNode(parent: Parent): void {
    for (const node of parent.children) {
      if (!isElement(node)) continue;
      this.#parents.set(node, parent);
      for (const name of [getProperty(node, 'id'), node.tagName === 'a' ? getProperty(node, 'name') : '']) {
        if (name !== '' && !this.#byName.has(name)) this.#byName.set(name, node);
      }
      if (isLocalLink(node) && REFERENCE_MARK.test(getMark(node))) this.references.push(node);
      this.#readNode(node);
    }
  }

  getTarget(link: Element): Element | undefined {
    const fragment = getFragment(link);
    try {
      return this.#byName.get(fragment) ?? this.#byName.get(decodeURIComponent(fragment));
    } catch {
      return undefined; // malformed percent-encoding matches no element
    }
  }

  contains(outer: Element, inner: Element): boolean {
    for (let node: Parent | undefined = inner; node && isElement(node); node = this.#parents.get(node)) {
      if (node === outer) return true;
    }
    return false;
  }

  /** Returns the element that holds the whole text of a footnote whose target is given; null if there is none. */
  getNote(target: Element, reference: Element): Element | null {
    let note: Element = target;
    while (!isBlock(note)) {
      const parent = this.#parents.get(note);
      if (!parent || !isElement(parent)) return null;
      note = parent;
    }
    const parent = this.#parents.get(note);
    const container =
      note.tagName === 'p' && parent && isElement(parent) && /^(?:div|li|aside)$/.test(parent.tagName) ? parent : note;
    const isShared =
      getElements(container, (link) => this.#targets.has(link)).length > 1 || this.contains(container, reference);
    const noteElement = isShared ? note : container;
    const isText = !HEADING.test(noteElement.tagName) && /^(?:p|li|div|aside|dd|section)$/.test(noteElement.tagName);
    return isText && !this.contains(noteElement, reference) ? noteElement : null;
  }

  /** Returns the links of a note that lead out of it to somewhere on the page. */
  getBackLinks(note: Element): Element[] {
    return getElements(note, (node) => isLocalLink(node) && REFERENCE_MARK.test(getMark(node))).filter((link) => {
      const target = this.getTarget(link);
      return target !== undefined && !this.contains(note, target);
    });
  }

  /** Returns whether a link leads back to where the reference stands. */
  leadsTo(link: Element, reference: Element): boolean {
    const target = this.getTarget(link);
    if (target === undefined) return false;
    if (this.contains(target, reference)) return getText(target).length <= MAX_TARGET_LENGTH;
    return this.contains(reference, target);
  }

  replace(node: Element, replacements: readonly Content[]): void {
    const children: unknown[] = this.#parents.get(node)?.children ?? [];
    const index = children.indexOf(node);
    if (index >= 0) children.splice(index, 1, ...replacements);
  }
}

/** Removes the sign before the text of a footnote, which its number replaces. */
function removeMark(note: Element): void {
  const first = note.children.find((child) => child.type !== 'text' || child.value.trim() !== '');
  if (first?.type === 'text') first.value = first.value.replace(/^[\s\u00a0]*[\^↑*†‡]+[\s\u00a0]*/, '');
  else if (first && isElement(first)) removeMark(first);
}

const createReference = (key: string): Element => ({
  type: 'element',
  tagName: FOOTNOTE_REFERENCE,
  properties: { key },
  // An empty element would take the spaces around it away.
  children: [{ type: 'text', value: key }],
});

/**
 * Takes footnotes out of a page: a footnote is a text whose link leads back to its reference. A reference to it stays
 * in the text. Comments look the same; they are removed and counted.
 */
export function extractFootnotes(root: Root): { readonly footnotes: Footnote[]; readonly comments: number } {
  const page = new Page(root);
  /** Maps the notes found so far to their keys; null for comments. */
  const keys = new Map<Element, string | null>();
  const footnotes: Footnote[] = [];
  const removedElements = new Set<Element>();
  for (const link of page.references) {
    const target = removedElements.has(link) ? undefined : page.getTarget(link);
    const note = target && page.getNote(target, link);
    if (!note) continue;
    if (!keys.has(note)) {
      const backLinks = page.getBackLinks(note);
      if (!backLinks.some((backLink) => page.leadsTo(backLink, link))) continue;
      const isComment = COMMENT_ID.test(getFragment(link));
      const key = isComment ? null : String(footnotes.length + 1);
      keys.set(note, key);
      for (const backLink of backLinks) {
        page.replace(backLink, []);
        removedElements.add(backLink);
      }
      removeMark(note);
      page.replace(note, []);
      if (key !== null) footnotes.push({ key, content: note });
    }
    const key = keys.get(note) ?? null;
    page.replace(link, key === null ? [] : [createReference(key)]);
  }
  return { footnotes, comments: [...keys.values()].filter((key) => key === null).length };
}
