/** The slice of rows to draw: `from` inclusive, `to` exclusive. All lengths in pixels. */
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

/** Where a list must stand so that a row can be seen whole; the same place where it can already. */
export function scrollToShow(index: number, rowHeight: number, scrollTop: number, height: number): number {
  const top = index * rowHeight;
  if (top < scrollTop) return top;
  if (top + rowHeight > scrollTop + height) return top + rowHeight - height;
  return scrollTop;
}
