import { insertNewlineContinueMarkupCommand } from '@codemirror/lang-markdown';
import { selectNextOccurrence } from '@codemirror/search';
import { Prec, type Extension, type StateCommand } from '@codemirror/state';
import { crosshairCursor, keymap, rectangularSelection, type KeyBinding } from '@codemirror/view';
import { withSyntax } from './syntax.ts';
import { LIST_COMMANDS } from './lists.ts';
import { insertTable, TABLE_COMMANDS } from './tables.ts';

const tryInOrder =
  (...commands: StateCommand[]): StateCommand =>
  (target) =>
    commands.some((command) => command(target));

/** Pressing Enter on an empty item ends its list, even on the second item. */
const continueMarkup = withSyntax(insertNewlineContinueMarkupCommand({ nonTightLists: false }));

const KEYS: readonly KeyBinding[] = [
  {
    key: 'Tab',
    run: tryInOrder(TABLE_COMMANDS.nextCell, LIST_COMMANDS.moveIn),
    shift: tryInOrder(TABLE_COMMANDS.previousCell, LIST_COMMANDS.moveOut),
  },
  { key: 'Enter', run: tryInOrder(TABLE_COMMANDS.newRow, continueMarkup) },
  { key: 'Mod-Shift-8', run: LIST_COMMANDS.bullets, preventDefault: true },
  { key: 'Mod-Shift-7', run: LIST_COMMANDS.numbers, preventDefault: true },
  { key: 'Mod-Alt-t', run: insertTable, preventDefault: true },
  { key: 'Ctrl-Alt-l', run: TABLE_COMMANDS.alignLeft, preventDefault: true },
  { key: 'Ctrl-Alt-e', run: TABLE_COMMANDS.alignCenter, preventDefault: true },
  { key: 'Ctrl-Alt-r', run: TABLE_COMMANDS.alignRight, preventDefault: true },
  { key: 'Mod-d', run: selectNextOccurrence, preventDefault: true },
];

/** Adds shortcuts for lists, tables and several cursors: Alt and drag, or the next occurrence of the selection. */
export const writingKeys: Extension = [Prec.highest(keymap.of(KEYS)), rectangularSelection(), crosshairCursor()];
