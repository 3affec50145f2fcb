import { EditorState, StateEffect, type Extension, type Range } from '@codemirror/state';
import { Decoration, drawSelection, EditorView, type DecorationSet } from '@codemirror/view';
import type { DiffPart } from '#markdown/text-diff.ts';
import { foldUnchanged, type Place } from '../editor/folding.ts';
import { lineDirections } from '../editor/line-directions.ts';
import { lineKinds } from '../editor/line-kinds.ts';
import { theme } from '../editor/theme.ts';

const diffTheme = EditorView.theme({
  '.cm-content': { flexBasis: 'calc(var(--write-measure) + 96px)', padding: '18px 34px 30vh 62px' },
  'ins.cm-in': {
    background: 'var(--success-subtle)',
    textDecoration: 'underline',
    textDecorationColor: 'var(--success-solid)',
    textDecorationThickness: '2px',
    textUnderlineOffset: '4px',
  },
  'del.cm-out': { background: 'var(--danger-subtle)', color: 'var(--text-2)', textDecorationThickness: '1px' },
});

const addedMark = Decoration.mark({ tagName: 'ins', class: 'cm-in' });
const removedMark = Decoration.mark({ tagName: 'del', class: 'cm-out' });

/**
 * Shows two texts as one, with `\n` as line ends: removals are struck out, additions underlined, long unchanged
 * stretches folded.
 */
export class DiffView {
  #view: EditorView | null = null;
  #places: readonly Place[] = [];
  #parts: readonly DiffPart[] = [];

  link(parent: HTMLElement): void {
    this.#view = new EditorView({ parent });
    this.showDiff(this.#parts);
  }

  unlink(): void {
    this.#view?.destroy();
    this.#view = null;
  }

  showDiff(parts: readonly DiffPart[]): void {
    this.#parts = parts;
    const view = this.#view;
    if (!view) return;
    const { text, marks, places } = layOutDiff(parts);
    this.#places = places;
    const first = places[0];
    let state = EditorState.create({ doc: text, extensions: createExtensions(Decoration.set(marks)) });
    state = state.update({
      selection: { anchor: first?.from ?? 0 },
      effects: StateEffect.appendConfig.of(foldUnchanged(state.doc, places)),
    }).state;
    view.setState(state);
    if (first) view.dispatch({ effects: EditorView.scrollIntoView(first.from, { y: 'center' }) });
    else view.scrollDOM.scrollTop = 0;
  }

  /** Goes to the next (`1`) or previous (`-1`) change. Returns its number from 1, or 0 if there are no changes. */
  goToChange(step: 1 | -1): number {
    const view = this.#view;
    const places = this.#places;
    if (!view || places.length === 0) return 0;
    const cursor = view.state.selection.main.from;
    const index =
      step > 0 ? places.findIndex(({ from }) => from > cursor) : places.findLastIndex(({ from }) => from < cursor);
    const placeIndex = index < 0 ? (step > 0 ? 0 : places.length - 1) : index;
    const place = places[placeIndex];
    if (place) {
      view.dispatch({
        selection: { anchor: place.from, head: place.to },
        effects: EditorView.scrollIntoView(place.from, { y: 'center' }),
      });
    }
    view.focus();
    return placeIndex + 1;
  }
}

function createExtensions(marks: DecorationSet): Extension {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  return [
    nonce ? EditorView.cspNonce.of(nonce) : [],
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.lineWrapping,
    drawSelection(),
    lineKinds,
    lineDirections,
    diffTheme,
    theme,
    EditorView.decorations.of(marks),
    EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': 'Differences', 'aria-readonly': 'true' }),
  ];
}

function layOutDiff(parts: readonly DiffPart[]): { text: string; marks: Range<Decoration>[]; places: Place[] } {
  let text = '';
  const marks: Range<Decoration>[] = [];
  const places: Place[] = [];
  for (const part of parts) {
    const from = text.length;
    text += part.text;
    if (part.kind === 'same') continue;
    marks.push((part.kind === 'added' ? addedMark : removedMark).range(from, text.length));
    const last = places.at(-1);
    if (last?.to === from) places[places.length - 1] = { from: last.from, to: text.length };
    else places.push({ from, to: text.length });
  }
  return { text, marks, places };
}
