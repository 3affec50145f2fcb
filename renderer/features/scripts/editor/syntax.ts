import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import { EditorState, Facet, StateField, type ChangeSet, type Extension, type StateCommand } from '@codemirror/state';
import type { Tree } from '@lezer/common';

/** The time limit for parsing on one access, in ms. */
const PARSE_TIMEOUT_MS = 40;

const languageFacet = Facet.define<Extension>();

/** The document in a state with the language; it is parsed only when read. */
interface ParsedText {
  readonly parsed: EditorState;
  /** The changes made since `parsed`. */
  readonly pending: ChangeSet | null;
  /** The state with these changes, cached on first use. */
  current?: EditorState;
}

const parsedField = StateField.define<ParsedText>({
  create: (state) => {
    const parsedState = EditorState.create({ doc: state.doc, extensions: [state.facet(languageFacet)] });
    return { parsed: parsedState, pending: null, current: parsedState };
  },
  update(value, { docChanged, changes }) {
    if (!docChanged) return value;
    if (value.current) return { parsed: value.current, pending: changes };
    return { parsed: value.parsed, pending: value.pending?.compose(changes) ?? changes };
  },
});

function getParsed(state: EditorState): EditorState | null {
  const value = state.field(parsedField, false);
  if (!value) return null;
  value.current ??= value.pending ? value.parsed.update({ changes: value.pending }).state : value.parsed;
  return value.current;
}

/**
 * Returns the syntax of the text up to `end`, or null while no language is loaded. CodeMirror itself parses within the
 * keystroke; here the keystroke is painted first, and the next reader of the syntax triggers parsing.
 */
export function getSyntax(state: EditorState, end = state.doc.length): Tree | null {
  const parsedState = getParsed(state);
  return parsedState && (ensureSyntaxTree(parsedState, end, PARSE_TIMEOUT_MS) ?? syntaxTree(parsedState));
}

/** Runs a command with the parsed state, which has the language. */
export const withSyntax =
  (command: StateCommand): StateCommand =>
  ({ state, dispatch }) => {
    const parsedState = getParsed(state)?.update({ selection: state.selection }).state;
    return (
      parsedState !== undefined &&
      command({
        state: parsedState,
        dispatch: ({ changes, selection }) =>
          dispatch(
            state.update({ changes, ...(selection && { selection }), scrollIntoView: true, userEvent: 'input' }),
          ),
      })
    );
  };

export const lazyLanguage = (language: Extension): Extension => [languageFacet.of(language), parsedField];
