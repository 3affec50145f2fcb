/** The place of a row in a tree; `position` counts from 1 among the `size` rows of the same parent. */
export interface TreeRow {
  /** 1 for rows without a parent. */
  readonly level: number;
  readonly position: number;
  readonly size: number;
  /** Undefined for rows without children. */
  readonly expanded: boolean | undefined;
}

/** Returns the rows to draw: `from` inclusive, `to` exclusive. All lengths are in pixels. */
export function getVisibleRange(
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

/** Returns the scroll position that makes a row fully visible; unchanged if it already is. */
export function scrollToShow(index: number, rowHeight: number, scrollTop: number, height: number): number {
  const top = index * rowHeight;
  if (top < scrollTop) return top;
  if (top + rowHeight > scrollTop + height) return top + rowHeight - height;
  return scrollTop;
}
