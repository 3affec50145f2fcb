import { EditorView, ViewPlugin } from '@codemirror/view';

/** Scrolls the line being written back into view when the editor's height shrinks. */
export const keepCaretVisible = ViewPlugin.fromClass(
  class {
    readonly #resizeObserver: ResizeObserver;
    #height = 0;

    constructor(view: EditorView) {
      this.#resizeObserver = new ResizeObserver(() => this.#scrollCaretIntoView(view));
      this.#resizeObserver.observe(view.scrollDOM);
    }

    destroy(): void {
      this.#resizeObserver.disconnect();
    }

    #scrollCaretIntoView(view: EditorView): void {
      const { clientHeight: height } = view.scrollDOM;
      const previousHeight = this.#height;
      this.#height = height;
      if (height >= previousHeight || !view.hasFocus) return;
      const { head } = view.state.selection.main;
      const caret = view.coordsAtPos(head);
      const top = view.scrollDOM.getBoundingClientRect().top;
      // A caret that was out of sight before stays there.
      if (!caret || caret.bottom <= top + height || caret.bottom > top + previousHeight) return;
      view.dispatch({ effects: EditorView.scrollIntoView(head, { y: 'nearest', yMargin: 12 }) });
    }
  },
);
