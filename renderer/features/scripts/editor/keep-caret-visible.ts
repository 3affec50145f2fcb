import { EditorView, ViewPlugin } from '@codemirror/view';

/** Scrolls the line being written back into view when something below the text takes its place. */
export const keepCaretVisible = ViewPlugin.fromClass(
  class {
    readonly #sizes: ResizeObserver;
    #height = 0;

    constructor(view: EditorView) {
      this.#sizes = new ResizeObserver(() => this.#follow(view));
      this.#sizes.observe(view.scrollDOM);
    }

    destroy(): void {
      this.#sizes.disconnect();
    }

    #follow(view: EditorView): void {
      const { clientHeight: height } = view.scrollDOM;
      const before = this.#height;
      this.#height = height;
      if (height >= before || !view.hasFocus) return;
      const { head } = view.state.selection.main;
      const caret = view.coordsAtPos(head);
      const top = view.scrollDOM.getBoundingClientRect().top;
      // A caret that was out of sight before stays there.
      if (!caret || caret.bottom <= top + height || caret.bottom > top + before) return;
      view.dispatch({ effects: EditorView.scrollIntoView(head, { y: 'nearest', yMargin: 12 }) });
    }
  },
);
