/**
 * Shows the app's board without its panels; `?texts` adds three hundred texts and the small map, `?compositions` shows
 * compositions in place of the pictures.
 */
import { createRawSnippet, flushSync, mount } from 'svelte';

import type { BoardItem } from '../../../contract/schema/thumbnail.ts';
import { Accounts } from '../../../renderer/app-state/accounts.svelte.ts';
import { ApiClient } from '../../../renderer/bridge/api-client.ts';
import { Bridge } from '../../../renderer/bridge/bridge.ts';
import { Board } from '../../../renderer/features/board/model/board.svelte.ts';
import BoardCanvas from '../../../renderer/features/board/canvas/BoardCanvas.svelte';
import Minimap from '../../../renderer/features/board/canvas/Minimap.svelte';
import { encode, flatten } from '../../../renderer/features/board/canvas/export.ts';
import { Pictures } from '../../../renderer/features/board/canvas/pictures.svelte.ts';
import { Tools } from '../../../renderer/features/board/model/tools.svelte.ts';
import { View } from '../../../renderer/features/board/model/view.svelte.ts';
import { EntityCache } from '../../../renderer/query-cache/query-cache.svelte.ts';
import { Database } from '../../../renderer/storage/database.ts';
import { FakeJournal } from '../../../renderer/storage/fake-journal.ts';
import { PictureFiles } from '../../../renderer/storage/picture-files.ts';
import { FakeProfile, TestWindow } from '../../../renderer/drafts/test-window.ts';

import { compositions, hasCompositions, exposeBoard, pictures, getPosition, TEXTS } from './board-pictures.ts';

const blobs = await pictures();
const commonFields = { status: 'ready', frame_id: null, label: null, usage: null, prompt: null, source: 'url' };
const unassigned = { assigned_script_id: null, assigned_script_title: null };
const style = {
  font: 'anton',
  size: 120,
  fill: '#FFFFFF',
  stroke: '#000000',
  stroke_width: 12,
  background: null,
  align: 'left',
};
const images = blobs.map((_, index): BoardItem => {
  const url = `https://pictures.example/${index}.png`;
  return {
    id: index + 1,
    type: 'image',
    ...commonFields,
    ...unassigned,
    ...getPosition(index),
    width: 1280,
    height: 720,
    url,
    content: null,
  };
});
const textCount = new URLSearchParams(location.search).has('texts') ? TEXTS : 0;
const texts = Array.from({ length: textCount }, (_, index): BoardItem => {
  const { x, y } = getPosition(index);
  const size = { width: 600, height: 148 };
  return {
    id: 1000 + index,
    type: 'text',
    ...commonFields,
    ...unassigned,
    x: x + 80,
    y: y + 500,
    ...size,
    url: null,
    content: `Number ${index}`,
    style,
  };
});

/** Returns the compositions like the service: a frame below its pictures, boxes and texts. */
function createCompositionItems(): BoardItem[] {
  let id = 0;
  const item = (type: BoardItem['type'], box: Pick<BoardItem, 'x' | 'y' | 'width' | 'height'>): BoardItem => {
    const { x, y, width, height } = box;
    return { id: (id += 1), type, ...commonFields, ...unassigned, x, y, width, height, url: null, content: null };
  };
  return compositions().flatMap(({ x, y, parts }) => [
    item('frame', { x, y, width: 1280, height: 720 }),
    ...parts.map((part): BoardItem => {
      if (part.kind === 'picture') {
        return { ...item('image', part), url: `https://pictures.example/${part.picture}.png` };
      }
      if (part.kind === 'text') return { ...item('text', part), content: part.words, style };
      const shape = { form: 'rect', fill: '#E5E8E9', stroke: '#CC3C0B', stroke_width: 8 } as const;
      return { ...item('shape', part), shape };
    }),
  ]);
}
const items = hasCompositions() ? createCompositionItems() : [...images, ...texts];
const pictureCount = items.filter(({ type }) => type === 'image').length;

const page = new TestWindow(new FakeProfile(), new FakeJournal());
page.transport.handle('api.call', () => {
  const data = { channel_id: 1, board_id: 1, studio_url: '', credits_remaining: 0, items };
  return { kind: 'answer', status: 200, body: { success: true, data }, etag: null };
});
const api = new ApiClient(new Bridge(page.transport));
const accounts = new Accounts(new Bridge(page.transport));
const board = new Board({ accounts, cache: new EntityCache(page.database, api), forms: page.forms }, 'local', 1);
const view = new View();
// Stored as files in the browser's own database, as in the app.
const pictureFiles = new PictureFiles(new Database(), 'local');
const shownPictures = new Pictures(pictureFiles, (id) => {
  const url = items.find((item) => item.id === id)?.url;
  return Promise.resolve(blobs[Number(url?.match(/\d+(?=\.png)/)?.[0])] ?? null);
});

const host = document.createElement('div');
host.style.cssText = 'display: flex; width: 1280px; height: 720px';
document.body.append(host);
const noop = (): void => undefined;
const children = createRawSnippet(() => ({
  render: () => '<div></div>',
  setup: (target) => {
    if (textCount > 0) mount(Minimap, { target, props: { board, view, onfit: noop } });
  },
}));
const otherProps = { onreference: noop, onregion: noop, ondropped: noop, theme: 'light', children };
mount(BoardCanvas, {
  target: host,
  props: { board, view, tools: new Tools(), pictures: shownPictures, ...otherProps },
});
board.query.open();
await board.open();

const surface = host.querySelector<HTMLElement>('.upper-canvas');
const pointerInit = { bubbles: true, cancelable: true, pointerId: 1, isPrimary: true, pointerType: 'mouse' };
exposeBoard({
  look: ({ x, y, zoom }) => {
    view.zoomTo(zoom);
    const current = view.transform;
    view.pan((x - current.x) * zoom, (y - current.y) * zoom);
    flushSync();
  },
  isDrawn: () => board.items.length === items.length && shownPictures.loadCount >= pictureCount,
  adjust: (share) => {
    const picture = board.items.find(({ kind }) => kind === 'image');
    if (picture) board.select([picture.key]);
    board.changeLook({ brightness: 60 + Math.round(80 * share) }, 'bench');
  },
  deselect: () => board.select([]),
  pointer: (phase, clientX, clientY) => {
    const target = phase === 'down' ? surface : document;
    const [button, buttons] = phase === 'move' ? [-1, 1] : [0, phase === 'up' ? 0 : 1];
    target?.dispatchEvent(new PointerEvent(`pointer${phase}`, { ...pointerInit, button, buttons, clientX, clientY }));
  },
});

declare global {
  interface Window {
    /** Milliseconds of the app's exports, and of drawing and encoding alone; the number of differing pixels. */
    exportTimes(rounds: number): Promise<{ ours: number[]; floor: number[]; different: number }>;
  }
}

async function exportBoard(index: number): Promise<Blob> {
  const item = board.items.find(({ id }) => id === index + 1);
  const flattened = item && (await flatten(item, board.items, (itemToLoad) => shownPictures.loadFull(itemToLoad)));
  if (!flattened || 'missing' in flattened) throw new Error('It could not be exported.');
  return encode(flattened.canvas, 'png');
}

async function drawAndEncode(index: number): Promise<Blob> {
  const bitmap = await createImageBitmap(blobs[index] ?? new Blob());
  const canvas = new OffscreenCanvas(1280, 720);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/png' });
}

async function readPixels(blob: Blob): Promise<Uint8ClampedArray> {
  const context = new OffscreenCanvas(1280, 720).getContext('2d');
  context?.drawImage(await createImageBitmap(blob), 0, 0);
  return context?.getImageData(0, 0, 1280, 720).data ?? new Uint8ClampedArray();
}

window.exportTimes = async (rounds) => {
  const times: { ours: number[]; floor: number[] } = { ours: [], floor: [] };
  let different = 0;
  for (let round = 0; round < rounds; round += 1) {
    const blobsBySide = { ours: new Blob(), floor: new Blob() };
    const sides = [
      ['ours', exportBoard],
      ['floor', drawAndEncode],
    ] as const;
    for (const [side, createBlob] of round % 2 === 0 ? sides : sides.toReversed()) {
      const start = performance.now();
      blobsBySide[side] = await createBlob(round);
      times[side].push(performance.now() - start);
    }
    const [a, b] = [await readPixels(blobsBySide.ours), await readPixels(blobsBySide.floor)];
    different += a.filter((value, index) => value !== b[index]).length;
  }
  return { ...times, different };
};
