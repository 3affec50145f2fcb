/** Gives texts empty rectangles: jsdom has no layout, but CodeMirror measures. */
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();
