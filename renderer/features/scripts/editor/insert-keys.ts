import { Prec, type EditorState, type Extension } from '@codemirror/state';
import { keymap, type EditorView, type KeyBinding } from '@codemirror/view';
import { insertEntries, leaveCue } from './insert-entries.ts';

/** Returns a command that runs the entry of the `/` menu with this id at the cursor. */
const runEntry =
  (id: string) =>
  (view: EditorView): boolean => {
    const entry = findEntry(view.state, id);
    if (!entry) return false;
    if (typeof entry.run === 'function') return entry.run(view);
    entry.run.inView(view);
    return true;
  };

const findEntry = (state: EditorState, id: string) => state.facet(insertEntries).find((entry) => entry.id === id);

const KEYS: readonly KeyBinding[] = [
  { key: 'Mod-Alt-c', run: runEntry('cue'), preventDefault: true },
  { key: 'Mod-Alt-p', run: runEntry('picture'), preventDefault: true },
  { key: 'Mod-Alt-q', run: runEntry('question'), preventDefault: true },
  { key: 'Enter', run: leaveCue },
];

/** Adds keys for entries of the `/` menu that have no key elsewhere. */
export const insertKeys: Extension = Prec.highest(keymap.of(KEYS));
