import {
  Prec,
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
  type Range,
  type StateCommand,
} from '@codemirror/state';
import {
  Decoration,
  EditorView,
  keymap,
  showTooltip,
  type DecorationSet,
  type KeyBinding,
  type TooltipView,
} from '@codemirror/view';
import { formatKeys } from '#renderer/ui/shortcuts.ts';
import { deferDecorations, deferredEffects } from './deferred-decorations.ts';
import { ICONS } from './table-icons.ts';
import { tableAlign } from './table-align.ts';
import { findTableAtCursor } from './table-at.ts';
import { isRow } from './table-text.ts';
import { TABLE_COMMANDS } from './tables.ts';

interface Tool {
  readonly label: string;
  /** The `d` attribute of a path of 16 × 16. */
  readonly icon: string;
  readonly command: StateCommand;
  readonly combo?: string;
}

/** Returns the tools by group: rows, columns, alignment, the whole table. */
const getTools = (): readonly (readonly Tool[])[] => [
  [
    { label: 'Add row above', icon: ICONS.rowAbove, command: TABLE_COMMANDS.rowAbove },
    { label: 'Add row below', icon: ICONS.rowBelow, command: TABLE_COMMANDS.rowBelow },
    { label: 'Move row up', icon: ICONS.up, command: TABLE_COMMANDS.rowUp, combo: 'alt+up' },
    { label: 'Move row down', icon: ICONS.down, command: TABLE_COMMANDS.rowDown, combo: 'alt+down' },
    {
      label: 'Delete row',
      icon: ICONS.deleteRow,
      command: TABLE_COMMANDS.deleteRow,
      combo: 'mod+shift+k',
    },
  ],
  [
    { label: 'Add column left', icon: ICONS.columnLeft, command: TABLE_COMMANDS.columnLeft },
    { label: 'Add column right', icon: ICONS.columnRight, command: TABLE_COMMANDS.columnRight },
    {
      label: 'Move column left',
      icon: ICONS.left,
      command: TABLE_COMMANDS.moveColumnLeft,
      combo: 'mod+alt+left',
    },
    {
      label: 'Move column right',
      icon: ICONS.right,
      command: TABLE_COMMANDS.moveColumnRight,
      combo: 'mod+alt+right',
    },
    {
      label: 'Delete column',
      icon: ICONS.deleteColumn,
      command: TABLE_COMMANDS.deleteColumn,
    },
  ],
  [
    {
      label: 'Align column left',
      icon: ICONS.alignLeft,
      command: TABLE_COMMANDS.alignLeft,
      combo: 'ctrl+alt+l',
    },
    {
      label: 'Centre column',
      icon: ICONS.alignCenter,
      command: TABLE_COMMANDS.alignCenter,
      combo: 'ctrl+alt+e',
    },
    {
      label: 'Align column right',
      icon: ICONS.alignRight,
      command: TABLE_COMMANDS.alignRight,
      combo: 'ctrl+alt+r',
    },
  ],
  [{ label: 'Delete table', icon: ICONS.deleteTable, command: TABLE_COMMANDS.deleteTable }],
];

function createIcon(path: string): SVGSVGElement {
  const namespace = 'http://www.w3.org/2000/svg';
  const icon = document.createElementNS(namespace, 'svg');
  icon.setAttribute('viewBox', '0 0 16 16');
  icon.setAttribute('aria-hidden', 'true');
  const pathElement = icon.appendChild(document.createElementNS(namespace, 'path'));
  pathElement.setAttribute('d', path);
  return icon;
}

function createButton(view: EditorView, { label, icon, command, combo }: Tool): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'cm-tableTool';
  button.title = combo === undefined ? label : `${label} (${formatKeys(combo).join(' ')})`;
  button.setAttribute('aria-label', label);
  button.append(createIcon(icon));
  // The cursor has to stay in the table.
  button.addEventListener('mousedown', (event) => event.preventDefault());
  button.addEventListener('click', (event) => {
    command(view);
    if (event.detail > 0) view.focus();
  });
  return button;
}

/** Lets arrow keys move among the buttons; Escape returns to the text. */
function moveFocus(event: KeyboardEvent, bar: HTMLElement, view: EditorView): void {
  if (event.key === 'Escape') view.focus();
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0 && event.key !== 'Escape') return;
  event.preventDefault();
  event.stopPropagation();
  const buttons = [...bar.querySelectorAll('button')];
  const next = buttons.indexOf(document.activeElement as HTMLButtonElement) + step;
  if (step !== 0) buttons[(next + buttons.length) % buttons.length]?.focus();
}

function createToolbar(view: EditorView): TooltipView {
  const bar = document.createElement('div');
  bar.className = 'cm-tableTools';
  bar.setAttribute('role', 'toolbar');
  bar.setAttribute('aria-label', 'Table');
  for (const group of getTools()) {
    const groupElement = bar.appendChild(document.createElement('span'));
    groupElement.append(...group.map((tool) => createButton(view, tool)));
  }
  bar.addEventListener('keydown', (event) => moveFocus(event, bar, view));
  return { dom: bar, offset: { x: 0, y: 6 } };
}

const setToolsPosition = StateEffect.define<number | null>({
  map: (pos, changes) => (pos === null ? null : changes.mapPos(pos)),
});

/** The start of the last line of the cursor's table; the tools are shown below that line. */
const toolsPosition = StateField.define<number | null>({
  create: () => null,
  update(pos, { changes, effects }) {
    for (const effect of effects) if (effect.is(setToolsPosition)) return effect.value;
    return pos === null ? null : changes.mapPos(pos);
  },
  provide: (field) =>
    showTooltip.from(field, (pos) => (pos === null ? null : { pos, above: false, create: createToolbar })),
});

function updateTools({ state }: EditorView): StateEffect<unknown> | null {
  const table = isInTable(state) && !state.readOnly ? findTableAtCursor(state) : null;
  const pos = table ? state.doc.lineAt(table.to).from : null;
  return pos === state.field(toolsPosition) ? null : setToolsPosition.of(pos);
}

const rowDecoration = Decoration.line({ class: 'cm-tableRow' });

/** Shows rows in a monospaced font, so that their pipes align. */
function drawRows({ state, visibleRanges }: EditorView): DecorationSet {
  const rows: Range<Decoration>[] = [];
  for (const { from, to } of visibleRanges)
    for (let at = from; at <= to;) {
      const line = state.doc.lineAt(at);
      if (/^ {0,3}\|.*\|\s*$/.test(line.text)) rows.push(rowDecoration.range(line.from));
      at = line.to + 1;
    }
  return Decoration.set(rows);
}

function focusTools(view: EditorView): boolean {
  const first = view.dom.ownerDocument.querySelector<HTMLButtonElement>('.cm-tableTools button');
  if (view.state.field(toolsPosition) === null || !first) return false;
  first.focus();
  return true;
}

const whenInTable =
  (command: StateCommand): StateCommand =>
  (target) =>
    isInTable(target.state) && command(target);
const isInTable = (state: EditorState): boolean => isRow(state.doc.lineAt(state.selection.main.head).text);

const KEYS: readonly KeyBinding[] = [
  { key: 'Alt-ArrowUp', run: whenInTable(TABLE_COMMANDS.rowUp) },
  { key: 'Alt-ArrowDown', run: whenInTable(TABLE_COMMANDS.rowDown) },
  { key: 'Mod-Alt-ArrowLeft', run: whenInTable(TABLE_COMMANDS.moveColumnLeft) },
  { key: 'Mod-Alt-ArrowRight', run: whenInTable(TABLE_COMMANDS.moveColumnRight) },
  { key: 'Mod-Shift-k', run: whenInTable(TABLE_COMMANDS.deleteRow) },
  { key: 'Alt-F10', run: focusTools },
];

const toolsTheme = EditorView.theme({
  '.cm-tableRow': { font: '14px/24px var(--font-code)' },
  '.cm-tableTools': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '2px 8px',
    padding: '3px',
    background: 'var(--raised)',
    borderRadius: 'var(--round-2)',
    boxShadow: 'var(--shadow-2)',
  },
  '.cm-tableTools span': { display: 'flex', gap: '1px' },
  '.cm-tableTool': {
    display: 'grid',
    placeItems: 'center',
    width: '26px',
    height: '26px',
    margin: '0',
    padding: '0',
    border: '0',
    borderRadius: '4px',
    background: 'none',
    color: 'var(--text-2)',
  },
  '.cm-tableTool:hover': { background: 'var(--pressed)', color: 'var(--text)' },
  '.cm-tableTool:focus-visible': { outline: 'none', boxShadow: 'var(--ring)' },
  '.cm-tableTool svg': {
    width: '16px',
    height: '16px',
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: '1.4',
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  },
});

/** Adds a toolbar and keys for rows and columns to tables, and keeps their pipes aligned. */
export const tableTools: Extension = [
  toolsPosition,
  deferDecorations(drawRows),
  deferredEffects.of(updateTools),
  toolsTheme,
  tableAlign,
  Prec.highest(keymap.of(KEYS)),
];
