/** Returns the rows to draw: `from` inclusive, `to` exclusive. All lengths are in pixels. */
export function windowOf(
  count: number,
  rowHeight: number,
  scrollTop: number,
  height: number,
  overscan = 6,
): { from: number; to: number } {
  const from = Math.max(0, Math.min(count, Math.floor(scrollTop / rowHeight)) - overscan);
  const to = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + overscan);
  return { from: Math.min(from, to), to };
}

/** Returns the scroll position at which a row is fully visible; unchanged if it already is. */
export function scrollToShow(index: number, rowHeight: number, scrollTop: number, height: number): number {
  const top = index * rowHeight;
  if (top < scrollTop) return top;
  if (top + rowHeight > scrollTop + height) return top + rowHeight - height;
  return scrollTop;
}
