import { Facet, RangeSet, StateEffect, type Extension } from '@codemirror/state';
import { ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from '@codemirror/view';
import { AfterPaint } from '#renderer/ui/after-paint.ts';

/** What looks at the visible text and says how it is drawn. */
export type Decorate = (view: EditorView) => DecorationSet;

/** Looks that may follow a keystroke one frame later. */
const looks = Facet.define<Decorate>();

/** Asked in the same moment as the looks: what else the state has to learn about the text, null when it knows. */
export const learnedLater = Facet.define<(view: EditorView) => StateEffect<unknown> | null>();
const drawAnew = StateEffect.define<DecorationSet>();

/**
 * A keystroke only moves what is drawn; how the text should look now is found out after it is painted, and drawn only
 * where that differs. Scrolled into view, a text is drawn right at once.
 */
const plugin = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    readonly #view: EditorView;
    readonly #later = new AfterPaint(() => this.#draw());

    constructor(view: EditorView) {
      this.#view = view;
      this.decorations = this.#find();
    }

    update(update: ViewUpdate): void {
      for (const { effects } of update.transactions)
        for (const effect of effects)
          if (effect.is(drawAnew)) {
            this.decorations = effect.value;
            return;
          }
      const typed = update.docChanged || update.selectionSet;
      if (update.viewportMoved || (!typed && this.#changedBeside(update))) this.decorations = this.#find();
      else if (typed) {
        this.decorations = this.decorations.map(update.changes);
        this.#later.ask();
      }
    }

    destroy(): void {
      this.#later.cancel();
    }

    /** The parser went on, or there are other looks. */
    #changedBeside(update: ViewUpdate): boolean {
      return update.transactions.some(({ effects, reconfigured }) => reconfigured || effects.length > 0);
    }

    #find(): DecorationSet {
      return RangeSet.join(this.#view.state.facet(looks).map((look) => look(this.#view)));
    }

    #draw(): void {
      const { viewport, state } = this.#view;
      const effects = state
        .facet(learnedLater)
        .map((learn) => learn(this.#view))
        .filter((effect) => effect !== null);
      const found = this.#find();
      if (!RangeSet.eq([found], [this.decorations], viewport.from, viewport.to)) effects.push(drawAnew.of(found));
      if (effects.length > 0) this.#view.dispatch({ effects });
    }
  },
  { decorations: ({ decorations }) => decorations },
);

/** Draws `look` after the paint. */
export const decoratedLater = (look: Decorate): Extension => [plugin, looks.of(look)];
