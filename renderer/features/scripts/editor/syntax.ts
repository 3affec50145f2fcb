import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import { EditorState, Facet, StateField, type ChangeSet, type Extension, type StateCommand } from '@codemirror/state';
import type { Tree } from '@lezer/common';

/** Limits parsing of unparsed text on one access, in milliseconds. */
const PARSE_FOR = 40;

const parsers = Facet.define<Extension>();

/** The document in a state with the language; it is parsed only when read. */
interface Parsed {
  readonly parsed: EditorState;
  /** Collects the changes made since `parsed`. */
  readonly behind: ChangeSet | null;
  /** Cached once it is brought up to date. */
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
 * Returns the syntax of the text up to `upto`, or null while no language is loaded. CodeMirror itself parses within the
 * keystroke; here the keystroke is painted first and the next reader of the syntax triggers parsing.
 */
export function syntaxOf(state: EditorState, upto = state.doc.length): Tree | null {
  const parsed = current(state);
  return parsed && (ensureSyntaxTree(parsed, upto, PARSE_FOR) ?? syntaxTree(parsed));
}

/** Runs a command with the parsed state, which has the language. */
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

export const parsedLater = (language: Extension): Extension => [parsers.of(language), field];
