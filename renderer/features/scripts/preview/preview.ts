import { BlockDocument, findLastAtOrBefore, type Block } from '#markdown/block-document.ts';
import { BlockRenderer, hasFootnotes, type BlockHtml } from '#markdown/block-html.ts';
import type { TextChange, TextSource } from '#markdown/text-change.ts';
import { isSelfContained, parseSafeNodes } from './sanitise.ts';

/** A block and its HTML. Each rendering is a new object, so units can be compared by identity. */
interface RenderedBlock extends BlockHtml {
  readonly block: Block;
}

/** Blocks that are sanitised together: one, or as many as raw HTML spans. */
interface Unit {
  readonly parts: readonly RenderedBlock[];
  /** False if the unit's HTML stays open to the end of the script. */
  readonly isClosed: boolean;
  readonly nodes: readonly ChildNode[];
}

export interface PreviewOptions {
  /** Runs when a link is clicked. The preview itself never follows one. */
  readonly onLink?: (href: string) => void;
}

const EMPTY_UNITS: readonly Unit[] = [];
/** The block of the footnotes, which are shown at the end and have no line in the script. */
const FOOTNOTES_BLOCK: Block = { from: Infinity, line: Infinity, tokens: [], references: new Map(), mentions: [] };
const NOTE_LINK = /^#note-(ref-)?(\d+)$/;

/** Collects parts from `start` on until their HTML is self-contained. */
function createUnit(parts: readonly RenderedBlock[], start: number): Unit {
  let end = start + 1;
  let html = parts[start]?.html ?? '';
  let isClosed = !parts[start]?.isRaw || isSelfContained(html);
  // Only raw HTML closes raw HTML; doubling the interval avoids trying long open stretches at every block.
  for (let nextTry = end + 1; !isClosed && end < parts.length;) {
    const part = parts[end];
    html += part?.html ?? '';
    end += 1;
    if (!part?.isRaw && end < nextTry) continue;
    nextTry = start + (end - start) * 2;
    isClosed = isSelfContained(html);
  }
  return { parts: parts.slice(start, end), isClosed, nodes: parseSafeNodes(html) };
}

/**
 * Renders a script's preview incrementally: only changed blocks are parsed, rendered and sanitised, and only their
 * nodes are replaced. The nodes equal those of rendering and sanitising the whole script at once.
 */
export class Preview {
  readonly #document = new BlockDocument();
  readonly #renderer = new BlockRenderer();
  readonly #onLink: (href: string) => void;
  #parts: readonly RenderedBlock[] = [];
  #footnotes: readonly RenderedBlock[] = [];
  #units: readonly Unit[] = EMPTY_UNITS;
  /** The units by their first part. */
  readonly #unitsByFirstPart = new WeakMap<RenderedBlock, Unit>();
  #host: HTMLElement | null = null;

  constructor(options: PreviewOptions = {}) {
    this.#onLink = options.onLink ?? (() => undefined);
  }

  /** Shows the preview in `host`, its scroll container; removes it from the previous host. */
  link(host: HTMLElement): void {
    this.unlink();
    this.#host = host;
    host.replaceChildren(...this.#units.flatMap((unit) => unit.nodes));
    host.addEventListener('click', this.#handleClick);
    host.addEventListener('auxclick', this.#handleClick);
    // Errors of pictures do not bubble.
    host.addEventListener('error', this.#replaceMissingPicture, true);
  }

  /** Removes the preview from `from` if it is still shown there; without an argument, from its current host. */
  unlink(from = this.#host): void {
    if (from !== this.#host) return;
    this.#host?.removeEventListener('click', this.#handleClick);
    this.#host?.removeEventListener('auxclick', this.#handleClick);
    this.#host?.removeEventListener('error', this.#replaceMissingPicture, true);
    this.#host?.replaceChildren();
    this.#host = null;
  }

  /** Updates the text: a string or CodeMirror's `Text`. With `change`, only the changed part is read. */
  update(text: string | TextSource, change?: TextChange): void {
    const { start, removedBlocks: removed, addedBlocks: added, labels } = this.#document.update(text, change);
    if (removed.length === 0 && added.length === 0 && labels.size === 0) return;
    const render = (block: Block): RenderedBlock => ({
      block,
      ...this.#renderer.render(block, this.#document.references),
    });
    const parts = [...this.#parts.slice(0, start), ...added.map(render), ...this.#parts.slice(start + removed.length)];
    if (labels.size > 0)
      for (const [index, part] of parts.entries())
        if ([...labels].some((label) => part.lookups.has(label))) parts[index] = render(part.block);
    this.#parts = parts;
    const affectsFootnotes = (block: Block): boolean => block.mentions.length > 0 || hasFootnotes(block);
    if (labels.size > 0 || [...removed, ...added].some(affectsFootnotes)) this.#renderFootnotes();
    this.#updateNodes(this.#groupUnits([...parts, ...this.#footnotes]));
  }

  #renderFootnotes(): void {
    const footnotes = this.#renderer.renderFootnotes(this.#document.blocks, this.#document.references);
    if (footnotes.html === '') this.#footnotes = [];
    else if (footnotes.html !== this.#footnotes[0]?.html) this.#footnotes = [{ block: FOOTNOTES_BLOCK, ...footnotes }];
  }

  #groupUnits(parts: readonly RenderedBlock[]): Unit[] {
    const units: Unit[] = [];
    for (let start = 0; start < parts.length;) {
      const first = parts[start];
      let unit = first && this.#unitsByFirstPart.get(first);
      if (
        !unit ||
        !(unit.isClosed || start + unit.parts.length === parts.length) ||
        !unit.parts.every((part, index) => part === parts[start + index])
      ) {
        unit = createUnit(parts, start);
        if (first) this.#unitsByFirstPart.set(first, unit);
      }
      units.push(unit);
      start += unit.parts.length;
    }
    return units;
  }

  #updateNodes(units: readonly Unit[]): void {
    const old = this.#units;
    this.#units = units;
    if (!this.#host) return;
    let head = 0;
    while (head < old.length && head < units.length && old[head] === units[head]) head += 1;
    let tail = 0;
    while (tail < Math.min(old.length, units.length) - head && old.at(-1 - tail) === units.at(-1 - tail)) tail += 1;
    const newUnits = new Set(units.slice(head, units.length - tail));
    const oldUnits = new Set(old.slice(head, old.length - tail));
    for (const unit of oldUnits) if (!newUnits.has(unit)) for (const node of unit.nodes) node.remove();
    let before: ChildNode | null =
      units.slice(units.length - tail).find((unit) => unit.nodes.length > 0)?.nodes[0] ?? null;
    for (const unit of [...newUnits].reverse()) {
      if (!oldUnits.has(unit)) {
        const piece = document.createDocumentFragment();
        piece.append(...unit.nodes);
        this.#host.insertBefore(piece, before);
      }
      before = unit.nodes[0] ?? before;
    }
  }

  /** Returns the scrolling element, or null while unlinked. */
  get element(): HTMLElement | null {
    return this.#host;
  }

  /** Returns the script's line (from 0, with its fraction) at the upper edge. */
  getLineAtTop(): number {
    const places = this.#getUnitPlaces();
    const host = this.#host;
    if (!host || places.length === 0) return 0;
    const edge = host.getBoundingClientRect().top;
    let low = 0;
    let high = places.length;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if ((places[middle]?.element.getBoundingClientRect().top ?? 0) <= edge) low = middle;
      else high = middle;
    }
    const place = places[low];
    if (!place) return 0;
    const from = place.element.getBoundingClientRect().top;
    const next = places[low + 1];
    const to = next?.element.getBoundingClientRect().top ?? place.element.getBoundingClientRect().bottom;
    const share = to > from ? Math.min(1, Math.max(0, (edge - from) / (to - from))) : 0;
    return place.line + share * ((next?.line ?? place.line + 1) - place.line);
  }

  /** Scrolls a line of the script (from 0, fractions count) to the upper edge. */
  scrollToLine(line: number): void {
    const places = this.#getUnitPlaces();
    const host = this.#host;
    if (!host || places.length === 0) return;
    const index = findLastAtOrBefore(places, line, (place) => place.line);
    const place = places[index];
    if (!place) return;
    const next = places[index + 1];
    const from = place.element.getBoundingClientRect().top;
    const to = next?.element.getBoundingClientRect().top ?? place.element.getBoundingClientRect().bottom;
    const lines = (next?.line ?? place.line + 1) - place.line;
    const share = lines > 0 ? Math.min(1, Math.max(0, (line - place.line) / lines)) : 0;
    host.scrollTop += from + share * (to - from) - host.getBoundingClientRect().top;
  }

  /** Returns the units that have an element, with the line each starts at. */
  #getUnitPlaces(): { line: number; element: Element }[] {
    const places: { line: number; element: Element }[] = [];
    for (const { parts, nodes } of this.#units) {
      const element = nodes.find((node) => node instanceof Element);
      const line = parts[0]?.block.line ?? Infinity;
      if (element && line < Infinity) places.push({ line, element });
    }
    return places;
  }

  readonly #replaceMissingPicture = ({ target }: Event): void => {
    const frame = target instanceof HTMLImageElement ? target.closest('.picture') : null;
    if (!frame || !(target instanceof HTMLImageElement)) return;
    const name = target.alt.trim();
    frame.className = 'media';
    frame.textContent = name ? `This picture is on another computer: ${name}` : 'This picture is on another computer';
  };

  readonly #handleClick = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link) return;
    event.preventDefault();
    const href = link.getAttribute('href');
    if (href === null || event.button > 1) return;
    const note = NOTE_LINK.exec(href);
    if (note) this.#showNote(Number(note[2]), note[1] !== undefined);
    else this.#onLink(href);
  };

  /** Scrolls to a footnote or its reference. They have no ids, because a script's own HTML could use the same. */
  #showNote(number: number, isReference: boolean): void {
    const target = isReference
      ? this.#host?.querySelector(`a[href="#note-${number}"]`)
      : this.#host?.querySelector(`.footnotes > ol > li:nth-child(${number})`);
    target?.scrollIntoView({ block: 'center' });
  }
}
