import type { ListItem, Part } from '../tree.ts';

/** Counts the quotes around a block, and how far it is indented to continue an item of a list. */
export interface Place {
  readonly quotes: number;
  readonly indent: number;
}

export interface Item {
  readonly level: number;
  /** Is null for a bullet. */
  readonly number: number | null;
  readonly done: boolean | null;
  /** Measures the item's text from the margin. */
  readonly indent: number;
  /** Names the list in the document. */
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
  readonly #lists = new Map<Part, OpenList>();
  /** Tells whether an empty paragraph came before, so that this one is not joined with an earlier one. */
  #isApart = false;

  /** Adds a block; null opens an item without one. */
  add(part: Part | null, place: Place, item: Item | null = null): void {
    this.#leave(place, item);
    if (item) this.#openItem(item);
    if (part) this.#push(part);
    this.#isApart = false;
  }

  /** Begins a callout: a quote with a title. */
  addCallout(label: string, place: Place): void {
    this.#leave({ ...place, quotes: place.quotes - 1 }, null);
    this.#openQuote(label);
    this.#isApart = false;
  }

  /** Notes an empty paragraph. */
  separate(place: Place): void {
    this.#keep(place.quotes, () => true);
    this.#isApart = true;
  }

  /** Leaves the quotes and items that end before a block, and enters the quotes that begin. */
  #leave(place: Place, item: Item | null): void {
    const holds = ({ level, indent }: Extract<Frame, { kind: 'item' }>): boolean =>
      item ? level < item.level : place.indent >= indent && place.indent > 0;
    for (let quotes = this.#keep(place.quotes, holds); quotes < place.quotes; quotes += 1) this.#openQuote(null);
  }

  /** Keeps as many frames as go on, and returns how many quotes are among them. */
  #keep(most: number, holds: (frame: Extract<Frame, { kind: 'item' }>) => boolean): number {
    let quotes = 0;
    let kept = 0;
    for (const frame of this.#frames) {
      if (frame.kind === 'quote' ? quotes === most : !holds(frame)) break;
      if (frame.kind === 'quote') quotes += 1;
      kept += 1;
    }
    this.#frames.splice(kept);
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
    let open = last && this.#lists.get(last);
    const goesOn = open !== undefined && open.next === number && (!this.#isApart || open.list === list);
    if (!open || !goesOn) {
      open = { list, items: [], next: number };
      const part: Part = { kind: 'list', start: number, items: open.items };
      this.#lists.set(part, open);
      this.#current.push(part);
    }
    if (open.next !== null) open.next += 1;
    const parts: Part[] = [];
    open.items.push({ done, parts });
    this.#frames.push({ kind: 'item', parts, level, indent });
  }

  #push(part: Part): void {
    const last = this.#current.at(-1);
    // Word writes each line of code as a paragraph.
    const isLine = part.kind === 'code' && last?.kind === 'code' && !this.#isApart;
    if (isLine) this.#current.splice(-1, 1, { kind: 'code', text: `${last.text}\n${part.text}` });
    else this.#current.push(part);
  }
}
