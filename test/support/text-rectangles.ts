/** Gives texts empty rectangles: jsdom has no layout, but CodeMirror measures. Tests without a page need none. */
if ('Range' in globalThis) {
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
}
