/** Pixels below an overlay: the status bar, the gap above it and a small margin. */
const SPACE_BELOW = 52;
/** Pixels above an overlay that was moved up: title bar and page head. */
const SPACE_ABOVE = 96;

/** Returns the box of the focused line or field, or null if there is none. */
function measureActiveLine(): DOMRect | null {
  const focusedElement = document.activeElement;
  if (focusedElement instanceof HTMLTextAreaElement || focusedElement instanceof HTMLInputElement)
    return focusedElement.getBoundingClientRect();
  if (!(focusedElement instanceof HTMLElement) || !focusedElement.isContentEditable) return null;
  const selection = document.getSelection();
  if (!selection || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const caret = [...range.getClientRects()].at(-1);
  if (caret) return caret;
  // An empty line has no letters to measure.
  const { startContainer: node } = range;
  return (node instanceof Element ? node : node.parentElement)?.getBoundingClientRect() ?? null;
}

/** Marks an overlay at the bottom of the window with `data-up` while it would cover the focused line. */
export function keepClearOfLine(overlay: HTMLElement): () => void {
  let frame: number | undefined;
  const place = (): void => {
    frame = undefined;
    const line = measureActiveLine();
    const height = overlay.offsetHeight;
    const covers = line !== null && line.bottom > innerHeight - SPACE_BELOW - height && line.top < innerHeight;
    overlay.toggleAttribute('data-up', covers && line.top > SPACE_ABOVE + height);
  };
  const schedulePlacement = (): void => {
    frame ??= requestAnimationFrame(place);
  };
  place();
  const resizes = new ResizeObserver(schedulePlacement);
  resizes.observe(overlay);
  document.addEventListener('selectionchange', schedulePlacement);
  document.addEventListener('focusin', schedulePlacement);
  document.addEventListener('scroll', schedulePlacement, true);
  window.addEventListener('resize', schedulePlacement);
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    resizes.disconnect();
    document.removeEventListener('selectionchange', schedulePlacement);
    document.removeEventListener('focusin', schedulePlacement);
    document.removeEventListener('scroll', schedulePlacement, true);
    window.removeEventListener('resize', schedulePlacement);
    overlay.removeAttribute('data-up');
  };
}
