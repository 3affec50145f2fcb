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

import { compositions, hasCompositions, offer, pictures, placeOf, TEXTS } from './board-pictures.ts';

const blobs = await pictures();
const blank = { status: 'ready', frame_id: null, label: null, usage: null, prompt: null, source: 'url' };
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
    ...blank,
    ...unassigned,
    ...placeOf(index),
    width: 1280,
    height: 720,
    url,
    content: null,
  };
});
const lettered = new URLSearchParams(location.search).has('texts') ? TEXTS : 0;
const texts = Array.from({ length: lettered }, (_, index): BoardItem => {
  const { x, y } = placeOf(index);
  const size = { width: 600, height: 148 };
  return {
    id: 1000 + index,
    type: 'text',
    ...blank,
    ...unassigned,
    x: x + 80,
    y: y + 500,
    ...size,
    url: null,
    content: `Number ${index}`,
    style,
  };
});

/** Returns the compositions as the service has them: a frame below its pictures, boxes and texts. */
function composed(): BoardItem[] {
  let id = 0;
  const item = (type: BoardItem['type'], place: Pick<BoardItem, 'x' | 'y' | 'width' | 'height'>): BoardItem => {
    const { x, y, width, height } = place;
    return { id: (id += 1), type, ...blank, ...unassigned, x, y, width, height, url: null, content: null };
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
const items = hasCompositions() ? composed() : [...images, ...texts];
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
// Stored as in the app: as files in the browser's own database.
const kept = new PictureFiles(new Database(), 'local');
const shown = new Pictures(kept, (id) => {
  const url = items.find((item) => item.id === id)?.url;
  return Promise.resolve(blobs[Number(url?.match(/\d+(?=\.png)/)?.[0])] ?? null);
});

const host = document.createElement('div');
host.style.cssText = 'display: flex; width: 1280px; height: 720px';
document.body.append(host);
const nothing = (): void => undefined;
const children = createRawSnippet(() => ({
  render: () => '<div></div>',
  setup: (target) => {
    if (lettered > 0) mount(Minimap, { target, props: { board, view, onfit: nothing } });
  },
}));
const rest = { onreference: nothing, onregion: nothing, ondropped: nothing, theme: 'light', children };
mount(BoardCanvas, { target: host, props: { board, view, tools: new Tools(), pictures: shown, ...rest } });
board.query.open();
await board.open();

const surface = host.querySelector<HTMLElement>('.upper-canvas');
const named = { bubbles: true, cancelable: true, pointerId: 1, isPrimary: true, pointerType: 'mouse' };
offer({
  look: ({ x, y, zoom }) => {
    view.zoomTo(zoom);
    const at = view.transform;
    view.pan((x - at.x) * zoom, (y - at.y) * zoom);
    flushSync();
  },
  drawn: () => board.items.length === items.length && shown.loadCount >= pictureCount,
  adjust: (share) => {
    const picture = board.items.find(({ kind }) => kind === 'image');
    if (picture) board.select([picture.key]);
    board.changeLook({ brightness: 60 + Math.round(80 * share) }, 'bench');
  },
  pointer: (what, clientX, clientY) => {
    const target = what === 'down' ? surface : document;
    const [button, buttons] = what === 'move' ? [-1, 1] : [0, what === 'up' ? 0 : 1];
    target?.dispatchEvent(new PointerEvent(`pointer${what}`, { ...named, button, buttons, clientX, clientY }));
  },
});

declare global {
  interface Window {
    /** Milliseconds of the app's exports, and of drawing and encoding alone; the number of differing pixels. */
    exportTimes(rounds: number): Promise<{ ours: number[]; floor: number[]; different: number }>;
  }
}

async function exported(index: number): Promise<Blob> {
  const item = board.items.find(({ id }) => id === index + 1);
  const made = item && (await flatten(item, board.items, (wanted) => shown.loadFull(wanted)));
  if (!made || 'missing' in made) throw new Error('It could not be exported.');
  return encode(made.canvas, 'png');
}

async function drawnAlone(index: number): Promise<Blob> {
  const bitmap = await createImageBitmap(blobs[index] ?? new Blob());
  const canvas = new OffscreenCanvas(1280, 720);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/png' });
}

async function pixels(blob: Blob): Promise<Uint8ClampedArray> {
  const context = new OffscreenCanvas(1280, 720).getContext('2d');
  context?.drawImage(await createImageBitmap(blob), 0, 0);
  return context?.getImageData(0, 0, 1280, 720).data ?? new Uint8ClampedArray();
}

window.exportTimes = async (rounds) => {
  const times: { ours: number[]; floor: number[] } = { ours: [], floor: [] };
  let different = 0;
  for (let round = 0; round < rounds; round += 1) {
    const made = { ours: new Blob(), floor: new Blob() };
    const sides = [
      ['ours', exported],
      ['floor', drawnAlone],
    ] as const;
    for (const [side, make] of round % 2 === 0 ? sides : sides.toReversed()) {
      const start = performance.now();
      made[side] = await make(round);
      times[side].push(performance.now() - start);
    }
    const [a, b] = [await pixels(made.ours), await pixels(made.floor)];
    different += a.filter((value, at) => value !== b[at]).length;
  }
  return { ...times, different };
};
