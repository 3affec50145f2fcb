import { expect, test } from 'vitest';

import type { BoardItem } from '#contract/schema/thumbnail.ts';

import { History, applyPatch } from './history.svelte.ts';
import { type Entries, isOwnPicture, mergeItems, getPictureKey } from './items.ts';
import { getWidestLevel, Mips } from '../canvas/mips.ts';
import { buildBody } from '../sync/text-sync.ts';

const createServiceItem = (id: number, overrides: Partial<BoardItem> = {}): BoardItem => ({
  id,
  type: 'image',
  status: 'ready',
  x: 0,
  y: 0,
  width: 1280,
  height: 720,
  frame_id: null,
  label: `Picture ${id}`,
  url: `http://127.0.0.1:9/files/media/${id}.png?expires=1`,
  source: 'url',
  content: null,
  usage: null,
  prompt: null,
  assigned_script_id: null,
  assigned_script_title: null,
  style: null,
  ...overrides,
});
const createTextItem = (id: number, overrides: Partial<BoardItem> = {}): BoardItem =>
  createServiceItem(id, {
    type: 'text',
    url: null,
    content: 'Pulled',
    x: 100,
    y: 600,
    width: 400,
    height: 148,
    label: null,
    style: {
      font: 'impact',
      size: 120,
      fill: '#FFFFFF',
      stroke: '#000000',
      stroke_width: 12,
      background: null,
      align: 'center',
    },
    ...overrides,
  });

test('a board stored by an earlier version keeps its changes', () => {
  // Written as text, because these field names are on disk.
  const storedState = '{"i1":{"removed":true},"nA":{"kind":"image","copyOf":2,"x":7,"z":9,"opacity":0.5,"group":"g"}}';
  const items = mergeItems([createServiceItem(1), createServiceItem(2)], JSON.parse(storedState) as Entries, {});
  expect(items).toMatchObject([
    { key: 'i2', name: 'Picture 2' },
    { key: 'nA', id: 2, x: 7, opacity: 0.5, group: 'g' },
  ]);
});

test('local changes overlay the service’s items, sorted together from back to front', () => {
  const entries: Entries = {
    i1: { x: 50, z: 9 },
    i2: { removed: true },
    nA: { kind: 'image', copyOf: 3, x: 7, y: 8, z: 0.5 },
    nB: { kind: 'image', copyOf: 99 },
    nC: { kind: 'shape', z: 4, shape: { form: 'arrow', fill: null, stroke: '#CC3C0B', stroke_width: 8 } },
  };
  const items = mergeItems([createServiceItem(1), createServiceItem(2), createServiceItem(3)], entries, {});
  expect(items.map(({ key, x }) => [key, x])).toEqual([
    ['nA', 7],
    ['i3', 0],
    ['nC', 0],
    ['i1', 50],
  ]);
  expect(items[0]).toMatchObject({ id: 3, picture: '127.0.0.1/files/media/3.png' });
  // A text that was created here and has reached the service is one text.
  const text = { kind: 'text' as const, text: null, x: 1, y: 2 };
  expect(mergeItems([createTextItem(5)], { nT: text }, { nT: 5 }).map(({ key, id }) => [key, id])).toEqual([['nT', 5]]);
});

test('a picture’s cache key stays the same when its signed URL changes', () => {
  expect(getPictureKey('https://a.example:8443/files/1.png?expires=1&signature=x')).toBe('a.example/files/1.png');
  expect(getPictureKey('nonsense')).toBeNull();
});

test('every step can be undone and redone, and one gesture is one step', () => {
  const history = new History();
  let entries: Entries = { i1: { x: 1 } };
  entries = history.apply(entries, { i1: { x: 2 }, nA: { kind: 'frame' } }, 'Move');
  entries = history.apply(entries, { i1: { x: 3 } }, 'Move', 'keys');
  entries = history.apply(entries, { i1: { x: 4 } }, 'Move', 'keys');
  entries = history.undo(entries);
  expect(entries).toEqual({ i1: { x: 2 }, nA: { kind: 'frame' } });
  entries = history.undo(entries);
  expect(entries).toEqual({ i1: { x: 1 } });
  expect(history.undo(entries)).toBe(entries);
  expect(history.redo(history.redo(entries))).toEqual({ i1: { x: 4 }, nA: { kind: 'frame' } });
  expect(applyPatch({ i1: { x: 1 } }, { i1: undefined })).toEqual({});
});

test('sends a text’s position relative to its picture, wherever the picture was moved', () => {
  const board = [createServiceItem(1, { x: 1000, y: 2000 }), createTextItem(2, { x: 1100, y: 2600 })];
  const getPosition = (entries: Entries) => {
    const items = mergeItems(board, entries, {});
    return buildBody(
      items.find(({ key }) => key === 'i2')!,
      items,
      board,
    );
  };
  expect(getPosition({})).toMatchObject({ x: 1100, y: 2600, size: 120 });
  // The picture and the text were moved and scaled to half.
  const movedItem = {
    x: 50,
    y: 300,
    width: 200,
    height: 74,
    text: { ...mergeItems(board, {}, {})[1]!.text!, size: 60 },
  };
  expect(getPosition({ i1: { x: 0, y: 0, width: 640, height: 360 }, i2: movedItem })).toMatchObject({
    x: 1100,
    y: 2600,
    size: 120,
  });
  // A text that is hidden, or over no picture here, must cover no picture at the service.
  expect(getPosition({ i2: { hidden: true } })).toMatchObject({ y: 2000 - 148 - 80 });
  expect(getPosition({ i1: { x: -9000 } })).toMatchObject({ y: 2000 - 148 - 80 });
});

test('pictures added here are shown without the service, copies of another board’s items are not', () => {
  const box = { kind: 'image', x: 0, y: 0, width: 1280, height: 720, z: 9 } as const;
  const items = mergeItems(
    [createServiceItem(1)],
    { nA: { ...box, picture: 'own-a' }, nB: { ...box, copyOf: 77 } },
    {},
  );
  expect(items.map(({ key, picture }) => [key, picture])).toEqual([
    ['i1', '127.0.0.1/files/media/1.png'],
    ['nA', 'own-a'],
  ]);
  expect(items.map(isOwnPicture)).toEqual([false, true]);
});

test('undo removes what the service added to the board, and redo restores it', () => {
  const history = new History();
  history.record('Import', { i1: { removed: true } }, { i1: undefined });
  const entriesAfterUndo = history.undo({});
  expect(mergeItems([createServiceItem(1)], entriesAfterUndo, {})).toEqual([]);
  expect(history.redoLabel).toBe('Import');
  expect(mergeItems([createServiceItem(1)], history.redo(entriesAfterUndo), {})).toHaveLength(1);
});

test('evicts the least recently drawn bitmaps beyond the memory limit', () => {
  const closedNames: string[] = [];
  const createBitmap = (name: string) => ({ width: 64, height: 64, close: () => closedNames.push(name) });
  const mips = new Mips(3 * 64 * 64 * 4);
  for (const name of ['a', 'b', 'c']) mips.put(name, 64, createBitmap(name));
  expect(mips.getBest('a', 64)).not.toBeNull();
  mips.put('d', 64, createBitmap('d'));
  expect(closedNames).toEqual(['b']);
  expect(mips.getBest('b', 64)).toBeNull();
  expect(mips.bytes).toBe(3 * 64 * 64 * 4);
  // A larger bitmap is used while the right one is not loaded yet.
  expect(mips.getBest('a', 2048)).toBe(mips.getBest('a', 64));
  // Five hundred pictures in one heap are drawn coarsely rather than decoded again and again.
  expect(getWidestLevel(96 * 1024 * 1024, 500)).toBe(256);
  expect(getWidestLevel(96 * 1024 * 1024, 4)).toBe(2048);
  mips.clear();
  expect(mips.bytes).toBe(0);
});
