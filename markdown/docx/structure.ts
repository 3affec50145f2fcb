import type { ListItem, Part } from '../tree.ts';

/** Counts the quotes around a block, and how far it is indented to continue an item of a list. */
export interface Place {
  readonly quotes: number;
  readonly indent: number;
}

export interface Item {
  readonly level: number;
  /** Null for a bullet. */
  readonly number: number | null;
  readonly done: boolean | null;
  /** Measures the item's text from the margin. */
  readonly indent: number;
  /** The list's id in the document. */
  readonly list: string;
}

type Frame =
  | { readonly kind: 'quote'; readonly parts: Part[] }
  | { readonly kind: 'item'; readonly parts: Part[]; readonly level: number; readonly indent: number };

interface OpenList {
  readonly list: string;
  readonly items: ListItem[];
  /** Counts on to the next item; null for bullets. */
  next: number | null;
}

/** Nests the blocks of a document, which stand in a row and only say how deep they belong. */
export class Structure {
  readonly parts: Part[] = [];
  readonly #frames: Frame[] = [];
  readonly #openLists = new Map<Part, OpenList>();
  /** True if an empty paragraph came before, so that this one is not joined with an earlier one. */
  #isApart = false;

  /** Adds a block; null opens an item without one. */
  add(part: Part | null, place: Place, item: Item | null = null): void {
    this.#closeFrames(place, item);
    if (item) this.#openItem(item);
    if (part) this.#addPart(part);
    this.#isApart = false;
  }

  /** Begins a callout: a quote with a title. */
  addCallout(label: string, place: Place): void {
    this.#closeFrames({ ...place, quotes: place.quotes - 1 }, null);
    this.#openQuote(label);
    this.#isApart = false;
  }

  /** Notes an empty paragraph. */
  separate(place: Place): void {
    this.#keepFrames(place.quotes, () => true);
    this.#isApart = true;
  }

  /** Leaves the quotes and items that end before a block, and enters the quotes that begin. */
  #closeFrames(place: Place, item: Item | null): void {
    const continues = ({ level, indent }: Extract<Frame, { kind: 'item' }>): boolean =>
      item ? level < item.level : place.indent >= indent && place.indent > 0;
    for (let quotes = this.#keepFrames(place.quotes, continues); quotes < place.quotes; quotes += 1)
      this.#openQuote(null);
  }

  /** Keeps the frames that continue, and returns how many quotes are among them. */
  #keepFrames(maxQuotes: number, continues: (frame: Extract<Frame, { kind: 'item' }>) => boolean): number {
    let quotes = 0;
    let frameCount = 0;
    for (const frame of this.#frames) {
      if (frame.kind === 'quote' ? quotes === maxQuotes : !continues(frame)) break;
      if (frame.kind === 'quote') quotes += 1;
      frameCount += 1;
    }
    this.#frames.splice(frameCount);
    return quotes;
  }

  get #current(): Part[] {
    return this.#frames.at(-1)?.parts ?? this.parts;
  }

  #openQuote(label: string | null): void {
    const parts: Part[] = [];
    this.#current.push({ kind: 'quote', label, parts });
    this.#frames.push({ kind: 'quote', parts });
  }

  #openItem({ level, number, done, indent, list }: Item): void {
    const last = this.#current.at(-1);
    let openList = last && this.#openLists.get(last);
    const continuesList =
      openList !== undefined && openList.next === number && (!this.#isApart || openList.list === list);
    if (!openList || !continuesList) {
      openList = { list, items: [], next: number };
      const part: Part = { kind: 'list', start: number, items: openList.items };
      this.#openLists.set(part, openList);
      this.#current.push(part);
    }
    if (openList.next !== null) openList.next += 1;
    const parts: Part[] = [];
    openList.items.push({ done, parts });
    this.#frames.push({ kind: 'item', parts, level, indent });
  }

  #addPart(part: Part): void {
    const last = this.#current.at(-1);
    // Word writes each line of code as a paragraph.
    const isLine = part.kind === 'code' && last?.kind === 'code' && !this.#isApart;
    if (isLine) this.#current.splice(-1, 1, { kind: 'code', text: `${last.text}\n${part.text}` });
    else this.#current.push(part);
  }
}
