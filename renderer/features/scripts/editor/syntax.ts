import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import { EditorState, Facet, StateField, type ChangeSet, type Extension, type StateCommand } from '@codemirror/state';
import type { Tree } from '@lezer/common';

/** How long a look at the syntax may go on parsing what was never parsed, in milliseconds. */
const PARSE_FOR = 40;

const parsers = Facet.define<Extension>();

/** The same document in a state that has the language: parsed no sooner than somebody looks at it. */
interface Parsed {
  readonly parsed: EditorState;
  /** What was written since. */
  readonly behind: ChangeSet | null;
  /** Brought up to date when first asked for. */
  current?: EditorState;
}

const field = StateField.define<Parsed>({
  create: (state) => {
    const parsed = EditorState.create({ doc: state.doc, extensions: [state.facet(parsers)] });
    return { parsed, behind: null, current: parsed };
  },
  update(value, { docChanged, changes }) {
    if (!docChanged) return value;
    if (value.current) return { parsed: value.current, behind: changes };
    return { parsed: value.parsed, behind: value.behind?.compose(changes) ?? changes };
  },
});

function current(state: EditorState): EditorState | null {
  const value = state.field(field, false);
  if (!value) return null;
  value.current ??= value.behind ? value.parsed.update({ changes: value.behind }).state : value.parsed;
  return value.current;
}

/**
 * The syntax of the text up to `upto`; null while no language is loaded. CodeMirror's own way parses within the
 * keystroke; here the keystroke is painted first, and what looks at the syntax after that has it parsed.
 */
export function syntaxOf(state: EditorState, upto = state.doc.length): Tree | null {
  const parsed = current(state);
  return parsed && (ensureSyntaxTree(parsed, upto, PARSE_FOR) ?? syntaxTree(parsed));
}

/** A command that needs the language. */
export const withSyntax =
  (command: StateCommand): StateCommand =>
  ({ state, dispatch }) => {
    const parsed = current(state)?.update({ selection: state.selection }).state;
    return (
      parsed !== undefined &&
      command({
        state: parsed,
        dispatch: ({ changes, selection }) =>
          dispatch(
            state.update({ changes, ...(selection && { selection }), scrollIntoView: true, userEvent: 'input' }),
          ),
      })
    );
  };

/** Parses with this language, after the paint. */
export const parsedLater = (language: Extension): Extension => [parsers.of(language), field];
