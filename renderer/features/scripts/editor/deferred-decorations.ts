import { Facet, RangeSet, StateEffect, type Extension } from '@codemirror/state';
import { ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from '@codemirror/view';
import { AfterPaint } from '#renderer/ui/after-paint.ts';

export type Decorate = (view: EditorView) => DecorationSet;

/** Collects decorations that may follow a keystroke one frame later. */
const looks = Facet.define<Decorate>();

/** Runs together with the decorations; returns an effect that updates the state, or null if it is up to date. */
export const learnedLater = Facet.define<(view: EditorView) => StateEffect<unknown> | null>();
const drawAnew = StateEffect.define<DecorationSet>();

/**
 * Maps decorations on a keystroke, recomputes them after the paint and redraws only if they differ. Text that is
 * scrolled into view is decorated at once.
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

    /** The parser progressed, or the extensions changed. */
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

export const decoratedLater = (look: Decorate): Extension => [plugin, looks.of(look)];
