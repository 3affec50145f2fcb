/** Lets a pane report and set the script line at its upper edge; the editor and the preview implement it. */
export interface LineScroller {
  readonly element: HTMLElement | null;
  lineAtTop(): number;
  scrollToLine(line: number): void;
}

const SETTLING_FRAMES = 6;

const LEADS = ['pointerdown', 'wheel', 'touchstart', 'keydown', 'focusin'] as const;

/**
 * Panes of different heights end at different lines, so over the leader's last page this moves the other pane to its
 * own end and both show the last lines.
 */
function towardsEnd(leading: HTMLElement, other: HTMLElement | null): void {
  const end = leading.scrollHeight - leading.clientHeight;
  const page = Math.min(end, leading.clientHeight);
  if (!other || page <= 0) return;
  const share = Math.max(0, leading.scrollTop - (end - page)) / page;
  const rest = other.scrollHeight - other.clientHeight - other.scrollTop;
  if (rest > 0) other.scrollTop += Math.min(1, share) * rest;
}

/**
 * Keeps two panes at the same line. Only the pane the person last touched leads; the scrolling it causes leads nothing,
 * so there is no loop.
 */
export class ScrollSync {
  #leader: LineScroller | null = null;
  #frame = 0;
  /** True after a jump, which aligns the line itself and not the ends of both panes. */
  #jumped = false;
  #release: (() => void) | null = null;

  link(first: LineScroller, second: LineScroller): void {
    this.unlink();
    this.#leader = first;
    const releases = [this.#follow(first, second), this.#follow(second, first)];
    this.#release = () => releases.forEach((release) => release());
    // The first pane may have been scrolled before the second existed.
    if (first.element) this.#align(first, first.element, second, SETTLING_FRAMES);
  }

  unlink(): void {
    this.#release?.();
    this.#release = null;
    cancelAnimationFrame(this.#frame);
    this.#leader = null;
  }

  /** Makes a pane lead for programmatic scrolling, such as a jump to a heading. */
  lead(pane: LineScroller): void {
    this.#leader = pane;
    this.#jumped = true;
  }

  /** Aligns again for some frames, because blocks get their real height only after they come into view. */
  #align(pane: LineScroller, element: HTMLElement, other: LineScroller, frames: number): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      other.scrollToLine(element.scrollTop < 1 ? 0 : pane.lineAtTop());
      if (!this.#jumped) towardsEnd(element, other.element);
      if (frames > 1) this.#align(pane, element, other, frames - 1);
    });
  }

  #follow(pane: LineScroller, other: LineScroller): () => void {
    const element = pane.element;
    if (!element) return () => undefined;
    const lead = ({ type }: Event) => {
      this.#leader = pane;
      if (type !== 'focusin') this.#jumped = false;
    };
    const scrolled = () => {
      if (this.#leader !== pane) return;
      this.#align(pane, element, other, SETTLING_FRAMES);
    };
    for (const type of LEADS) element.addEventListener(type, lead, { passive: true });
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      for (const type of LEADS) element.removeEventListener(type, lead);
      element.removeEventListener('scroll', scrolled);
    };
  }
}
