import { Facet, RangeSet, StateEffect, type Extension } from '@codemirror/state';
import { ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from '@codemirror/view';
import { AfterPaint } from '#renderer/ui/after-paint.ts';

export type Decorate = (view: EditorView) => DecorationSet;

/** Functions that compute decorations, which may follow a keystroke one frame later. */
const decorators = Facet.define<Decorate>();

/** Functions run together with the decorations: each returns an effect that updates the state, or null. */
export const deferredEffects = Facet.define<(view: EditorView) => StateEffect<unknown> | null>();
const redraw = StateEffect.define<DecorationSet>();

/**
 * Maps decorations on a keystroke, recomputes them after the paint and redraws only if they differ. Decorates text
 * scrolled into view at once.
 */
const plugin = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    readonly #view: EditorView;
    readonly #afterPaint = new AfterPaint(() => this.#redraw());

    constructor(view: EditorView) {
      this.#view = view;
      this.decorations = this.#computeDecorations();
    }

    update(update: ViewUpdate): void {
      for (const { effects } of update.transactions)
        for (const effect of effects)
          if (effect.is(redraw)) {
            this.decorations = effect.value;
            return;
          }
      const isEdit = update.docChanged || update.selectionSet;
      if (update.viewportMoved || (!isEdit && this.#hasOtherChanges(update)))
        this.decorations = this.#computeDecorations();
      else if (isEdit) {
        this.decorations = this.decorations.map(update.changes);
        this.#afterPaint.schedule();
      }
    }

    destroy(): void {
      this.#afterPaint.cancel();
    }

    /** True when the parser progressed or the extensions changed. */
    #hasOtherChanges(update: ViewUpdate): boolean {
      return update.transactions.some(({ effects, reconfigured }) => reconfigured || effects.length > 0);
    }

    #computeDecorations(): DecorationSet {
      return RangeSet.join(this.#view.state.facet(decorators).map((decorate) => decorate(this.#view)));
    }

    #redraw(): void {
      const { viewport, state } = this.#view;
      const effects = state
        .facet(deferredEffects)
        .map((getEffect) => getEffect(this.#view))
        .filter((effect) => effect !== null);
      const decorations = this.#computeDecorations();
      if (!RangeSet.eq([decorations], [this.decorations], viewport.from, viewport.to))
        effects.push(redraw.of(decorations));
      if (effects.length > 0) this.#view.dispatch({ effects });
    }
  },
  { decorations: ({ decorations }) => decorations },
);

export const deferDecorations = (decorate: Decorate): Extension => [plugin, decorators.of(decorate)];
