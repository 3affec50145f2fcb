import type { Drop, LayerNode } from './model/layer-tree.ts';

interface Options {
  readonly rowHeight: number;
  /** Returns the node that moves if this row is dragged; null if it must stay. */
  readonly begin: (key: string) => LayerNode | null;
  readonly findDrop: (node: LayerNode, height: number) => Drop | null;
  readonly finish: (node: LayerNode, drop: Drop) => void;
}

/** A press that moves less than this stays a click. */
const MIN_DRAG_PX = 4;
/** Dragging this near an edge of the list scrolls it. All lengths are in pixels. */
const SCROLL_MARGIN = 32;
const MAX_SCROLL_PER_FRAME = 12;

/** Drags rows of a scrolling list up and down. */
export class LayerDrag {
  readonly #options: Options;
  #node = $state.raw<LayerNode | null>(null);
  #drop = $state.raw<Drop | null>(null);
  #listeners: AbortController | null = null;
  #frame = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  get node(): LayerNode | null {
    return this.#node;
  }

  get drop(): Drop | null {
    return this.#drop;
  }

  /** Waits for the pointer to move from a row of `list`. */
  press(event: PointerEvent, key: string, list: HTMLElement): void {
    this.cancel();
    this.#listeners = new AbortController();
    const { signal } = this.#listeners;
    const { pointerId, clientX, clientY } = event;
    let y = clientY;
    const scroll = (): void => {
      const { top, bottom } = list.getBoundingClientRect();
      const overshoot = y < top + SCROLL_MARGIN ? y - top - SCROLL_MARGIN : Math.max(0, y - bottom + SCROLL_MARGIN);
      list.scrollTop += Math.max(-1, Math.min(1, overshoot / SCROLL_MARGIN)) * MAX_SCROLL_PER_FRAME;
      if (this.#node)
        this.#drop = this.#options.findDrop(this.#node, (y - top + list.scrollTop) / this.#options.rowHeight);
      this.#frame = requestAnimationFrame(scroll);
    };
    const move = (moveEvent: PointerEvent): void => {
      if (moveEvent.pointerId !== pointerId) return;
      y = moveEvent.clientY;
      if (this.#node || Math.hypot(moveEvent.clientX - clientX, y - clientY) < MIN_DRAG_PX) return;
      this.#node = this.#options.begin(key);
      if (!this.#node) return this.cancel();
      // The click that follows goes to the list, so no row handles it.
      list.setPointerCapture(pointerId);
      scroll();
    };
    addEventListener('pointermove', move, { signal });
    addEventListener('pointerup', () => this.#release(), { signal });
    addEventListener('pointercancel', () => this.cancel(), { signal });
    addEventListener('blur', () => this.cancel(), { signal });
    // @wc-ignore
    const cancelOnEscape = (keyEvent: KeyboardEvent): void => {
      if (keyEvent.key !== 'Escape' || !this.#node) return;
      keyEvent.preventDefault();
      keyEvent.stopPropagation();
      this.cancel();
    };
    addEventListener('keydown', cancelOnEscape, { signal, capture: true });
  }

  cancel(): void {
    cancelAnimationFrame(this.#frame);
    this.#listeners?.abort();
    this.#listeners = null;
    this.#node = null;
    this.#drop = null;
  }

  #release(): void {
    const [node, drop] = [this.#node, this.#drop];
    this.cancel();
    if (node && drop) this.#options.finish(node, drop);
  }
}
