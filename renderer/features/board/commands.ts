/** Defines the board's commands once, for its keys, its menu and the command palette. */
import type { MenuItem } from '#renderer/ui/menu-items.ts';
import type { Shortcut } from '#renderer/ui/shortcuts.ts';
import { isFinished } from './model/composition.ts';
import type { Alignment } from './model/geometry.ts';
import type { Board } from './model/board.svelte.ts';
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
  /** Returns whether the board itself has the focus; only then does it use the arrow keys. */
  readonly focused: () => boolean;
  readonly rename: () => void;
  /** Puts the selected picture or composition on the clipboard. */
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

function choosing({ board, tools, view, focused }: BoardParts): Command[] {
  const next = (step: number): void => {
    const items = board.shown;
    const at = items.findIndex(({ key }) => board.selection.has(key));
    const item = items[(at + step + items.length) % items.length] ?? items[0];
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
        tools.take('select');
      },
    },
    { id: 'board.next', combo: 'pagedown', label: 'Next item', when: focused, repeats: true, run: () => next(1) },
    {
      id: 'board.previous',
      combo: 'pageup',
      label: 'Previous item',
      when: focused,
      repeats: true,
      run: () => next(-1),
    },
    ...TOOLS.map(([tool, combo, label]) => ({ id: `board.tool.${tool}`, combo, label, run: () => tools.take(tool) })),
  ];
}

const ARROWS = [
  ['left', /* @wc-include */ 'left', -1, 0],
  ['right', /* @wc-include */ 'right', 1, 0],
  ['up', /* @wc-include */ 'up', 0, -1],
  ['down', /* @wc-include */ 'down', 0, 1],
] as const;
/** Window pixels. */
const PAN = 60;

function moving({ board, focused }: BoardParts): Command[] {
  const when = (): boolean => focused() && board.selection.size > 0;
  return ARROWS.flatMap(([key, toward, dx, dy]) =>
    [1, 10].map((step) => ({
      id: `board.move.${key}.${step}`,
      combo: step === 1 ? key : `shift+${key}`,
      label: `Move ${toward} by ${step}`,
      when,
      repeats: true,
      // @wc-ignore
      run: () => board.move(dx * step, dy * step, `keys ${[...board.selection].join()}`),
    })),
  );
}

function changing({ board, stage, tools, gestures, focused, rename, copyPicture }: BoardParts): Command[] {
  const chosen = (): boolean => board.selection.size > 0;
  const several = (): boolean => board.selection.size > 1;
  const loose = (): boolean => board.chosen.some(({ kind }) => kind !== 'frame');
  const grouped = (): boolean => board.chosen.some(({ group }) => group !== null);
  const command = (id: string, combo: string | string[], label: string, run: () => void, when = chosen): Command => {
    return { id: `board.${id}`, combo, label, run, when };
  };
  return [
    { id: 'board.undo', combo: 'mod+z', label: 'Undo', run: () => board.undo(), repeats: true },
    { id: 'board.redo', combo: ['mod+shift+z', 'mod+y'], label: 'Redo', run: () => board.redo(), repeats: true },
    command('delete', ['delete', 'backspace'], 'Remove from board', () => board.remove()),
    command('duplicate', 'mod+d', 'Duplicate', () => board.duplicate()),
    command('group', 'mod+g', 'Group', () => board.group(), several),
    command('compose', 'mod+alt+g', 'Make a composition', () => board.compose(), loose),
    command('copy.picture', 'mod+shift+c', 'Copy as a picture', copyPicture, () => board.chosen.some(isFinished)),
    command('ungroup', 'mod+shift+g', 'Ungroup', () => board.ungroup(), grouped),
    command('front', ['shift+]', 'mod+shift+]'], 'Bring to front', () => board.order('front')),
    command('forward', ']', 'Bring forward', () => board.order('forward')),
    command('backward', '[', 'Send backward', () => board.order('backward')),
    command('back', ['shift+[', 'mod+shift+['], 'Send to back', () => board.order('back')),
    command('lock', 'mod+shift+l', 'Lock or unlock', () =>
      board.set('Lock', { locked: !board.chosen.every(({ locked }) => locked) }),
    ),
    command('rename', 'f2', 'Rename', rename, () => board.selection.size === 1),
    command('hide', 'mod+shift+h', 'Hide', () => board.set('Hide', { hidden: true })),
    command(
      'edit',
      'enter',
      'Edit text',
      () => {
        const [item] = board.chosen;
        if (item) stage()?.edit(item);
      },
      () => board.chosen.length === 1 && board.chosen[0]?.kind === 'text' && !board.chosen[0].locked && isBoard(),
    ),
    {
      id: 'board.place',
      combo: 'enter',
      label: 'Use the tool at the centre of the window',
      when: () => focused() && PLACING.has(tools.tool),
      run: () => gestures()?.place(),
    },
    ...[...'1234567890'].map((digit) =>
      command(
        `opacity.${digit}`,
        digit,
        `Opacity ${digit === '0' ? 100 : Number(digit) * 10}%`,
        () => board.mix({ opacity: digit === '0' ? 1 : Number(digit) / 10 }),
        () => chosen() && focused(),
      ),
    ),
    ...ALIGNMENTS.map(([how, combo, label]) => command(`align.${how}`, combo, label, () => board.align(how), several)),
    command('spread.x', 'alt+shift+h', 'Distribute horizontally', () => board.distribute('x'), several),
    command('spread.y', 'alt+shift+v', 'Distribute vertically', () => board.distribute('y'), several),
  ];
}

const PLACING: ReadonlySet<Tool> = new Set(['text', 'shape', 'frame', 'region', 'references']);

/** Enter must still press a focused button. */
const isBoard = (): boolean => document.activeElement?.getAttribute('role') === 'application';

function looking({ board, view, focused, fit, fitSelection }: BoardParts): Command[] {
  return [
    ...ARROWS.map(([key, toward, dx, dy]) => ({
      id: `board.look.${key}`,
      combo: key,
      label: `Pan ${toward}`,
      when: () => focused() && board.selection.size === 0,
      repeats: true,
      run: () => view.pan(dx * PAN, dy * PAN),
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

export function boardCommands(parts: BoardParts): Shortcut[] {
  const all = [...choosing(parts), ...moving(parts), ...changing(parts), ...looking(parts)];
  return all.map((command) => ({ ...command, group: GROUP }));
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
export function boardMenu(commands: readonly Shortcut[], chosen: boolean): MenuItem[] {
  const groups = (chosen ? MENU : EMPTY_MENU).map((ids) =>
    ids.flatMap((id): MenuItem[] => {
      const found = commands.find((one) => one.id === `board.${id}`);
      if (!found || found.when?.() === false) return [];
      const { combo, label, run } = found;
      const shortcut = typeof combo === 'string' ? combo : combo[0];
      return [{ label, shortcut, danger: id === 'delete', run: () => run(new KeyboardEvent('keydown')) }];
    }),
  );
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, at) => (at === 0 ? group : [{ kind: 'rule' }, ...group]));
}
