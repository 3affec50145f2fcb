/** A pane that reports and sets the script line at its upper edge: the editor or the preview. */
export interface LineScroller {
  readonly element: HTMLElement | null;
  getLineAtTop(): number;
  scrollToLine(line: number): void;
}

const SETTLING_FRAMES = 6;

const LEAD_EVENTS = ['pointerdown', 'wheel', 'touchstart', 'keydown', 'focusin'] as const;

/**
 * Panes of different heights end at different lines, so over the leader's last page this moves the other pane to its
 * own end and both show the last lines.
 */
function scrollTowardsEnd(leadingPane: HTMLElement, other: HTMLElement | null): void {
  const end = leadingPane.scrollHeight - leadingPane.clientHeight;
  const page = Math.min(end, leadingPane.clientHeight);
  if (!other || page <= 0) return;
  const share = Math.max(0, leadingPane.scrollTop - (end - page)) / page;
  const remaining = other.scrollHeight - other.clientHeight - other.scrollTop;
  if (remaining > 0) other.scrollTop += Math.min(1, share) * remaining;
}

/**
 * Keeps two panes at the same line. Only the pane the person last touched leads; scroll events of the other
 * are ignored, so there is no loop.
 */
export class ScrollSync {
  #leader: LineScroller | null = null;
  #frame = 0;
  /** True after a jump, which aligns only the line, not the ends of the panes. */
  #isAfterJump = false;
  #unlinkPanes: (() => void) | null = null;

  link(first: LineScroller, second: LineScroller): void {
    this.unlink();
    this.#leader = first;
    const unsubscribers = [this.#listen(first, second), this.#listen(second, first)];
    this.#unlinkPanes = () => unsubscribers.forEach((unsubscribe) => unsubscribe());
    // The first pane may have been scrolled before the second existed.
    if (first.element) this.#align(first, first.element, second, SETTLING_FRAMES);
  }

  unlink(): void {
    this.#unlinkPanes?.();
    this.#unlinkPanes = null;
    cancelAnimationFrame(this.#frame);
    this.#leader = null;
  }

  /** Makes a pane lead for programmatic scrolling, such as a jump to a heading. */
  setLeader(pane: LineScroller): void {
    this.#leader = pane;
    this.#isAfterJump = true;
  }

  /** Aligns again for some frames, because blocks get their real height only after they come into view. */
  #align(pane: LineScroller, element: HTMLElement, other: LineScroller, frames: number): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      other.scrollToLine(element.scrollTop < 1 ? 0 : pane.getLineAtTop());
      if (!this.#isAfterJump) scrollTowardsEnd(element, other.element);
      if (frames > 1) this.#align(pane, element, other, frames - 1);
    });
  }

  #listen(pane: LineScroller, other: LineScroller): () => void {
    const element = pane.element;
    if (!element) return () => undefined;
    const handleLead = ({ type }: Event) => {
      this.#leader = pane;
      if (type !== 'focusin') this.#isAfterJump = false;
    };
    const handleScroll = () => {
      if (this.#leader !== pane) return;
      this.#align(pane, element, other, SETTLING_FRAMES);
    };
    for (const type of LEAD_EVENTS) element.addEventListener(type, handleLead, { passive: true });
    element.addEventListener('scroll', handleScroll, { passive: true });
    return () => {
      for (const type of LEAD_EVENTS) element.removeEventListener(type, handleLead);
      element.removeEventListener('scroll', handleScroll);
    };
  }
}
