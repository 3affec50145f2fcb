/** Defines the board's commands once, for its keys, its menu and the command palette. */
import type { MenuItem } from '#renderer/ui/menu-items.ts';
import type { Shortcut } from '#renderer/ui/shortcuts.ts';
import { isFinished } from './model/composition.ts';
import type { Alignment } from './model/geometry.ts';
import type { Board } from './model/board.svelte.ts';
import type { Item } from './model/items.ts';
import type { Gestures } from './canvas/gestures.svelte.ts';
import type { Stage } from './canvas/stage.svelte.ts';
import type { Tool, Tools } from './model/tools.svelte.ts';
import type { View } from './model/view.svelte.ts';

export interface BoardParts {
  readonly board: Board;
  readonly view: View;
  readonly tools: Tools;
  readonly stage: () => Stage | null;
  readonly gestures: () => Gestures | null;
  /** Returns true while the board has the focus, not its bars or panels; arrows, digits and Enter act only then. */
  readonly isFocused: () => boolean;
  readonly rename: () => void;
  /** Copies the selected picture or composition to the clipboard. */
  readonly copyPicture: () => void;
  readonly fit: () => void;
  readonly fitSelection: () => void;
}

const GROUP = 'Board';
const TOOLS: readonly (readonly [Tool, string, string])[] = [
  ['select', 'v', 'Select'],
  ['hand', 'h', 'Hand'],
  ['lasso', 'l', 'Lasso'],
  ['text', 't', 'Text'],
  ['shape', 's', 'Shape'],
  ['frame', 'f', 'Frame'],
  ['region', 'r', 'Edit a region'],
  ['mask', 'm', 'Free mask'],
];
const ALIGNMENTS: readonly (readonly [Alignment, string, string])[] = [
  ['left', 'alt+a', 'Align left'],
  ['center', 'alt+h', 'Align horizontal centres'],
  ['right', 'alt+d', 'Align right'],
  ['top', 'alt+w', 'Align top'],
  ['middle', 'alt+v', 'Align vertical centres'],
  ['bottom', 'alt+s', 'Align bottom'],
];

type Command = Omit<Shortcut, 'group'>;

function createSelectionCommands({ board, tools, view, isFocused }: BoardParts): Command[] {
  const selectNext = (step: number): void => {
    const items = board.visibleItems;
    const index = items.findIndex(({ key }) => board.selection.has(key));
    const item = items[(index + step + items.length) % items.length] ?? items[0];
    if (!item) return;
    board.select([item.key]);
    view.centre({ x: item.x + item.width / 2, y: item.y + item.height / 2 });
  };
  return [
    { id: 'board.all', combo: 'mod+a', label: 'Select all', run: () => board.selectAll() },
    {
      id: 'board.none',
      combo: 'esc',
      label: 'Clear selection',
      when: () => board.selection.size > 0 || tools.tool !== 'select',
      run: () => {
        if (tools.tool === 'select') board.select([]);
        tools.use('select');
      },
    },
    {
      id: 'board.next',
      combo: 'pagedown',
      label: 'Next item',
      when: isFocused,
      repeats: true,
      run: () => selectNext(1),
    },
    {
      id: 'board.previous',
      combo: 'pageup',
      label: 'Previous item',
      when: isFocused,
      repeats: true,
      run: () => selectNext(-1),
    },
    ...TOOLS.map(([tool, combo, label]) => ({ id: `board.tool.${tool}`, combo, label, run: () => tools.use(tool) })),
  ];
}

const ARROWS = [
  ['left', /* @wc-include */ 'left', -1, 0],
  ['right', /* @wc-include */ 'right', 1, 0],
  ['up', /* @wc-include */ 'up', 0, -1],
  ['down', /* @wc-include */ 'down', 0, 1],
] as const;
const PAN_PX = 60;

function createMoveCommands({ board, isFocused }: BoardParts): Command[] {
  const when = (): boolean => isFocused() && board.selection.size > 0;
  return ARROWS.flatMap(([key, direction, dx, dy]) =>
    [1, 10].map((step) => ({
      id: `board.move.${key}.${step}`,
      combo: step === 1 ? key : `shift+${key}`,
      label: `Move ${direction} by ${step}`,
      when,
      repeats: true,
      // @wc-ignore
      run: () => board.move(dx * step, dy * step, `keys ${[...board.selection].join()}`),
    })),
  );
}

function createEditCommands({ board, stage, tools, gestures, isFocused, rename, copyPicture }: BoardParts): Command[] {
  const hasSelection = (): boolean => board.selection.size > 0;
  const hasSeveral = (): boolean => board.selection.size > 1;
  const hasContent = (): boolean => board.selectedItems.some(({ kind }) => kind !== 'frame');
  const hasPicture = (): boolean => board.selectedItems.some(isFinished);
  const hasGroup = (): boolean => board.selectedItems.some(({ group }) => group !== null);
  const toCommand = (
    id: string,
    combo: string | string[],
    label: string,
    run: () => void,
    when = hasSelection,
  ): Command => {
    return { id: `board.${id}`, combo, label, run, when };
  };
  return [
    { id: 'board.undo', combo: 'mod+z', label: 'Undo', run: () => board.undo(), repeats: true },
    { id: 'board.redo', combo: ['mod+shift+z', 'mod+y'], label: 'Redo', run: () => board.redo(), repeats: true },
    toCommand('delete', ['delete', 'backspace'], 'Remove from board', () => board.remove()),
    toCommand('duplicate', 'mod+d', 'Duplicate', () => board.duplicate()),
    toCommand('group', 'mod+g', 'Group', () => board.group(), hasSeveral),
    toCommand('compose', 'mod+alt+g', 'Make a composition', () => board.compose(), hasContent),
    toCommand('copy.picture', 'mod+shift+c', 'Copy as a picture', copyPicture, hasPicture),
    toCommand('ungroup', 'mod+shift+g', 'Ungroup', () => board.ungroup(), hasGroup),
    toCommand('front', ['shift+]', 'mod+shift+]'], 'Bring to front', () => board.order('front')),
    toCommand('forward', ']', 'Bring forward', () => board.order('forward')),
    toCommand('backward', '[', 'Send backward', () => board.order('backward')),
    toCommand('back', ['shift+[', 'mod+shift+['], 'Send to back', () => board.order('back')),
    toCommand('lock', 'mod+shift+l', 'Lock or unlock', () =>
      board.set('Lock', { locked: !board.selectedItems.every(({ locked }) => locked) }),
    ),
    toCommand('rename', 'f2', 'Rename', rename, () => board.selection.size === 1),
    toCommand('hide', 'mod+shift+h', 'Hide', () => board.set('Hide', { hidden: true })),
    toCommand(
      'edit',
      'enter',
      'Edit text',
      () => {
        const [item] = board.selectedItems;
        if (item) stage()?.edit(item);
      },
      () => isEditableText(board.selectedItems) && isCanvasFocused(),
    ),
    {
      id: 'board.place',
      combo: 'enter',
      label: 'Use the tool at the centre of the window',
      when: () => isFocused() && PLACEABLE_TOOLS.has(tools.tool),
      run: () => gestures()?.applyTool(),
    },
  ];
}

function createArrangeCommands({ board, isFocused }: BoardParts): Command[] {
  const hasSeveral = (): boolean => board.selection.size > 1;
  return [
    ...[...'1234567890'].map((digit) => ({
      id: `board.opacity.${digit}`,
      combo: digit,
      label: `Opacity ${digit === '0' ? 100 : Number(digit) * 10}%`,
      run: () => board.mix({ opacity: digit === '0' ? 1 : Number(digit) / 10 }),
      when: () => board.selection.size > 0 && isFocused(),
    })),
    ...ALIGNMENTS.map(([side, combo, label]) => ({
      id: `board.align.${side}`,
      combo,
      label,
      run: () => board.align(side),
      when: hasSeveral,
    })),
    ...(
      [
        ['x', 'alt+shift+h', 'Distribute horizontally'],
        ['y', 'alt+shift+v', 'Distribute vertically'],
      ] as const
    ).map(([axis, combo, label]) => ({
      id: `board.spread.${axis}`,
      combo,
      label,
      run: () => board.distribute(axis),
      when: hasSeveral,
    })),
  ];
}

const PLACEABLE_TOOLS: ReadonlySet<Tool> = new Set(['text', 'shape', 'frame', 'region', 'references']);

const isEditableText = ([item, ...others]: readonly Item[]): boolean =>
  others.length === 0 && item?.kind === 'text' && !item.locked;

/** Returns true while nothing inside the board has the focus, since Enter must still press a focused button. */
const isCanvasFocused = (): boolean => document.activeElement?.getAttribute('role') === 'application';

function createViewCommands({ board, view, isFocused, fit, fitSelection }: BoardParts): Command[] {
  return [
    ...ARROWS.map(([key, direction, dx, dy]) => ({
      id: `board.look.${key}`,
      combo: key,
      label: `Pan ${direction}`,
      when: () => isFocused() && board.selection.size === 0,
      repeats: true,
      run: () => view.pan(dx * PAN_PX, dy * PAN_PX),
    })),
    {
      id: 'board.in',
      combo: ['plus', '=', 'mod+plus', 'mod+='],
      label: 'Zoom in',
      repeats: true,
      run: () => view.zoomTo(view.zoom * 1.25),
    },
    {
      id: 'board.out',
      combo: ['-', 'mod+-'],
      label: 'Zoom out',
      repeats: true,
      run: () => view.zoomTo(view.zoom / 1.25),
    },
    { id: 'board.full', combo: 'shift+0', label: 'Zoom to 100%', run: () => view.zoomTo(1) },
    { id: 'board.fit', combo: 'shift+1', label: 'Zoom to fit', run: () => fit() },
    { id: 'board.fit.selection', combo: 'shift+2', label: 'Zoom to selection', run: () => fitSelection() },
  ];
}

export function createBoardCommands(parts: BoardParts): Shortcut[] {
  const commands = [
    ...createSelectionCommands(parts),
    ...createMoveCommands(parts),
    ...createEditCommands(parts),
    ...createArrangeCommands(parts),
    ...createViewCommands(parts),
  ];
  return commands.map((command) => ({ ...command, group: GROUP }));
}

const MENU = [
  ['edit', 'rename', 'duplicate', 'compose', 'copy.picture', 'group', 'ungroup'],
  ['front', 'forward', 'backward', 'back'],
  ['lock', 'hide', 'fit.selection'],
  ['delete'],
] as const;
const EMPTY_MENU = [
  ['tool.text', 'tool.shape', 'tool.frame'],
  ['all', 'fit', 'full'],
] as const;

/** Returns the context menu: commands for the selection, or for the board. */
export function createBoardMenu(commands: readonly Shortcut[], hasSelection: boolean): MenuItem[] {
  const groups = (hasSelection ? MENU : EMPTY_MENU).map((ids) =>
    ids.flatMap((id): MenuItem[] => {
      const command = commands.find(({ id: commandId }) => commandId === `board.${id}`);
      if (!command || command.when?.() === false) return [];
      const { combo, label, run } = command;
      const shortcut = typeof combo === 'string' ? combo : combo[0];
      return [{ label, shortcut, danger: id === 'delete', run: () => run(new KeyboardEvent('keydown')) }];
    }),
  );
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [{ kind: 'rule' }, ...group]));
}
