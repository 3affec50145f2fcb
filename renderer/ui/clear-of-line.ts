/** Leaves space below an overlay, in pixels: the status bar, the gap above it and a little air. */
const BELOW = 52;
/** Leaves space above an overlay that was moved up: title bar and page head. */
const ABOVE = 96;

/** Returns the box of the line or field that is being written in, or null if there is none. */
function writtenBox(): DOMRect | null {
  const at = document.activeElement;
  if (at instanceof HTMLTextAreaElement || at instanceof HTMLInputElement) return at.getBoundingClientRect();
  if (!(at instanceof HTMLElement) || !at.isContentEditable) return null;
  const selection = document.getSelection();
  if (!selection || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const caret = [...range.getClientRects()].at(-1);
  if (caret) return caret;
  // An empty line has no letters to measure.
  const { startContainer: node } = range;
  return (node instanceof Element ? node : node.parentElement)?.getBoundingClientRect() ?? null;
}

/** Marks an overlay at the bottom of the window with `data-up` while it would cover the line being written. */
export function clearOfLine(overlay: HTMLElement): () => void {
  let frame: number | undefined;
  const place = (): void => {
    frame = undefined;
    const line = writtenBox();
    const height = overlay.offsetHeight;
    const covers = line !== null && line.bottom > innerHeight - BELOW - height && line.top < innerHeight;
    overlay.toggleAttribute('data-up', covers && line.top > ABOVE + height);
  };
  const soon = (): void => {
    frame ??= requestAnimationFrame(place);
  };
  place();
  const sizes = new ResizeObserver(soon);
  sizes.observe(overlay);
  document.addEventListener('selectionchange', soon);
  document.addEventListener('focusin', soon);
  document.addEventListener('scroll', soon, true);
  window.addEventListener('resize', soon);
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    sizes.disconnect();
    document.removeEventListener('selectionchange', soon);
    document.removeEventListener('focusin', soon);
    document.removeEventListener('scroll', soon, true);
    window.removeEventListener('resize', soon);
    overlay.removeAttribute('data-up');
  };
}
