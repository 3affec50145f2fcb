import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { findTableAround } from './table-at.ts';
import { isRow, writeTable } from './table-text.ts';

const tableAligned = StateEffect.define<null>();

/** An offset in a table that was changed by hand, kept until the cursor leaves the table. */
const changedTable = StateField.define<number | null>({
  create: () => null,
  update(tableOffset, transaction) {
    const { changes, docChanged, effects, newDoc, newSelection } = transaction;
    if (effects.some((effect) => effect.is(tableAligned))) return null;
    if (!docChanged) return tableOffset;
    if (transaction.isUserEvent('undo') || transaction.isUserEvent('redo')) return null;
    const { head } = newSelection.main;
    const isTyping = transaction.isUserEvent('input') || transaction.isUserEvent('delete');
    if (isTyping && isRow(newDoc.lineAt(head).text)) return head;
    return tableOffset === null ? null : changes.mapPos(tableOffset);
  },
});

/** Aligns the pipes of a table once the cursor has left it; one undo reverts that. */
const alignAfterLeaving = EditorView.updateListener.of(({ state, view, selectionSet }) => {
  const tableOffset = state.field(changedTable);
  if (tableOffset === null || !selectionSet || state.readOnly || view.composing) return;
  if (isRow(state.doc.lineAt(state.selection.main.head).text)) return;
  const table = findTableAround(state, tableOffset);
  const text = table ? writeTable(table.table).text : '';
  const isSame = !table || state.sliceDoc(table.from, table.to) === text;
  view.dispatch({
    ...(isSame ? {} : { changes: { from: table.from, to: table.to, insert: text } }),
    effects: tableAligned.of(null),
    userEvent: 'input.table',
  });
});

export const tableAlign: Extension = [changedTable, alignAfterLeaving];
