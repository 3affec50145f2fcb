/** The board as it stands in the studio, with three hundred texts besides, without its panels. */
import { createRawSnippet, flushSync, mount } from 'svelte';

import type { BoardItem } from '../../../contract/schema/thumbnail.ts';
import { ApiClient } from '../../../renderer/bridge/api-client.ts';
import { Bridge } from '../../../renderer/bridge/bridge.ts';
import { Board } from '../../../renderer/features/board/board.svelte.ts';
import BoardCanvas from '../../../renderer/features/board/BoardCanvas.svelte';
import { Pictures } from '../../../renderer/features/board/pictures.svelte.ts';
import { Tools } from '../../../renderer/features/board/tools.svelte.ts';
import { View } from '../../../renderer/features/board/view.svelte.ts';
import { EntityCache } from '../../../renderer/offline/cache.svelte.ts';
import { FakeJournal } from '../../../renderer/offline/fake-journal.ts';
import { PictureFiles } from '../../../renderer/offline/picture-files.ts';
import { FakeProfile, TestWindow } from '../../../renderer/offline/test-window.ts';

import { COUNT, offer, pictures, placeOf, TEXTS } from './board-pictures.ts';

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
const texts = Array.from({ length: TEXTS }, (_, index): BoardItem => {
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

const page = new TestWindow(new FakeProfile(), new FakeJournal());
page.transport.handle('api.call', () => {
  const data = { channel_id: 1, board_id: 1, studio_url: '', credits_remaining: 0, items: [...images, ...texts] };
  return { kind: 'answer', status: 200, body: { success: true, data }, etag: null };
});
const api = new ApiClient(new Bridge(page.transport));
const board = new Board({ cache: new EntityCache(page.database, api), forms: page.forms }, 'local', 1);
const view = new View();
const kept = new PictureFiles(page.database, 'local');
const shown = new Pictures(kept, (id) => Promise.resolve(blobs[id - 1] ?? null));

const host = document.createElement('div');
host.style.cssText = 'display: flex; width: 1280px; height: 720px';
document.body.append(host);
const children = createRawSnippet(() => ({ render: () => '<span></span>' }));
const nothing = (): void => undefined;
const rest = { onreference: nothing, onregion: nothing, ondropped: nothing, theme: 'light', children };
mount(BoardCanvas, { target: host, props: { board, view, tools: new Tools(), pictures: shown, ...rest } });
board.query.open();
await board.open();

offer({
  look: ({ x, y, zoom }) => {
    view.zoomTo(zoom);
    const at = view.at;
    view.pan((x - at.x) * zoom, (y - at.y) * zoom);
    flushSync();
  },
  drawn: () => board.items.length === COUNT + TEXTS && shown.arrived >= COUNT,
});
