import { Prec, type EditorState, type Extension } from '@codemirror/state';
import { keymap, type EditorView, type KeyBinding } from '@codemirror/view';
import { insertEntries, leaveCue } from './insert-entries.ts';

/** Returns a function that runs the entry of the `/` menu with this id, where the cursor is. */
const entry =
  (id: string) =>
  (view: EditorView): boolean => {
    const found = entryOf(view.state, id);
    if (!found) return false;
    if (typeof found.run === 'function') return found.run(view);
    found.run.inView(view);
    return true;
  };

const entryOf = (state: EditorState, id: string) => state.facet(insertEntries).find((one) => one.id === id);

const KEYS: readonly KeyBinding[] = [
  { key: 'Mod-Alt-c', run: entry('cue'), preventDefault: true },
  { key: 'Mod-Alt-p', run: entry('picture'), preventDefault: true },
  { key: 'Mod-Alt-q', run: entry('question'), preventDefault: true },
  { key: 'Enter', run: leaveCue },
];

/** Adds keys for entries of the `/` menu that have none elsewhere. */
export const insertKeys: Extension = Prec.highest(keymap.of(KEYS));
