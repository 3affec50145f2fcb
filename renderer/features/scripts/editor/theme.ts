import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** The style of the editor's hover tooltips. */
export const TOOLTIP_BOX = {
  maxWidth: '380px',
  border: 'var(--b-hair)',
  borderRadius: 'var(--round-3)',
  background: 'var(--raised)',
  color: 'var(--text)',
  boxShadow: 'var(--shadow-2)',
  font: 'var(--t-small)',
};

/** The editor's styles, from the design tokens: one column of the reading measure, with times on its left. */
export const theme: Extension = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', background: 'var(--page)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    justifyContent: 'center',
    font: 'var(--r-write)',
    fontWeight: 'var(--read-weight)',
    wordSpacing: 'normal',
    overflowX: 'hidden',
  },
  '.cm-content': {
    flex: '0 1 calc(var(--write-measure) + 34px)',
    minWidth: '0',
    padding: '18px 34px 30vh 0',
    caretColor: 'var(--accent)',
  },
  // The caret shows where the focus is, so the outline is hidden.
  '.cm-content:focus-visible': { outline: 'none', boxShadow: 'none' },
  '.cm-line': { padding: '0' },
  '.cm-placeholder': { color: 'var(--text-3)' },
  '.cm-cursor, .cm-dropCursor': { borderLeft: '2px solid var(--accent)', marginLeft: '-1px' },
  '.cm-selectionBackground': { background: 'var(--n-4)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': { background: 'var(--n-5)' },
  '.cm-k-blank': { lineHeight: '16px' },
  '.cm-k-heading': {
    fontSize: 'calc(var(--write-size) * 1.1765)',
    fontWeight: '640',
    letterSpacing: '-.005em',
    paddingTop: '8px',
  },
  '.cm-k-minor': { fontWeight: '640', paddingTop: '8px' },
  '.cm-k-cue': {
    font: 'var(--t-base)',
    color: 'var(--text-2)',
    background: 'var(--sunken)',
    marginInlineStart: '-10px',
    padding: '5px 10px',
    borderRadius: '3px',
  },
  '.cm-k-quote': { color: 'var(--text-2)' },
  '.cm-k-question': { color: 'var(--text-3)', fontStyle: 'italic' },
  '.cm-question-sign': {
    marginInlineEnd: '8px',
    font: 'var(--t-small)',
    fontWeight: '640',
    color: 'var(--text-3)',
  },
  '.cm-question-label': { font: 'var(--t-small)', color: 'var(--text-3)', padding: '6px 0 2px' },
  '.cm-k-code': { font: '14px/22px var(--font-code)', color: 'var(--text-2)' },
  '.cm-k-current': { position: 'relative' },
  '.cm-k-current::before': {
    content: '""',
    position: 'absolute',
    insetInlineStart: '-12px',
    top: '4px',
    bottom: '-4px',
    width: 'var(--b-cut)',
    background: 'var(--accent)',
  },
  '.cm-k-current.cm-k-cue::before': { insetInlineStart: '-2px' },
  '.cm-k-end::before': { bottom: '3px' },
  '.cm-gutters': { background: 'transparent', border: '0', color: 'var(--text-3)', flex: '0 0 62px' },
  '.cm-times': { width: '62px' },
  '.cm-times .cm-gutterElement': {
    padding: 'calc(var(--write-line) / 2 - 7px) 14px 0 0',
    textAlign: 'right',
    font: 'var(--t-micro)',
    fontWeight: 'var(--w-medium)',
    fontVariantNumeric: 'tabular-nums',
  },
  '.cm-times .cm-headingTime': {
    paddingTop: 'calc(var(--write-line) / 2 + 1px)',
    color: 'var(--text-2)',
    fontWeight: '640',
  },
  '.cm-times .cm-k-currentTime': { color: 'var(--accent-text)', fontWeight: '640' },
  '.cm-panels': { background: 'var(--pane)', color: 'var(--text)', borderBottom: 'var(--b-hair)' },
  '.cm-panels-top': { borderBottom: 'var(--b-hair)' },
  '.cm-searchMatch': { background: 'var(--warning-subtle)', borderRadius: '2px' },
  '.cm-searchMatch-selected': { background: 'transparent', boxShadow: '0 0 0 2px var(--accent)' },
  '.cm-selectionMatch': { background: 'var(--n-3)' },
});
