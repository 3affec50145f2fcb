/** Shows the same pictures in tldraw, with its own controls hidden. */
import 'tldraw/tldraw.css';

import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { AssetRecordType, createShapeId, type Editor, Tldraw } from 'tldraw';

import { COUNT, dataUrl, exposeBoard, pictures, getPosition, SCALE } from './board-pictures.ts';

const urls: string[] = [];
for (const blob of await pictures()) urls.push(await dataUrl(blob));

const host = document.createElement('div');
host.style.cssText = 'position: relative; width: 1280px; height: 720px';
document.body.append(host);
const editor = await new Promise<Editor>((resolve) => {
  createRoot(host).render(
    createElement(Tldraw, { hideUi: true, onMount: resolve, options: { maxShapesPerPage: 4000 } }),
  );
});
const size = { w: 1280 * SCALE, h: 720 * SCALE };
const shapes = urls.map((src, index) => {
  const { x, y } = getPosition(index);
  return { id: AssetRecordType.createId(), shape: createShapeId(), src, x: x * SCALE, y: y * SCALE };
});
editor.createAssets(
  shapes.map(({ id, src }, index) => ({
    id,
    typeName: 'asset',
    type: 'image',
    meta: {},
    props: { name: `${index}.jpg`, src, w: 1280, h: 720, mimeType: 'image/jpeg', isAnimated: false },
  })),
);
editor.createShapes(
  shapes.map(({ id, shape, x, y }) => ({ id: shape, type: 'image', x, y, props: { assetId: id, ...size } })),
);

const listImages = (): HTMLImageElement[] => [...document.querySelectorAll<HTMLImageElement>('.tl-shapes img')];
exposeBoard({
  look: ({ x, y, zoom }) =>
    editor.setCamera({ x: -x * SCALE, y: -y * SCALE, z: zoom / SCALE }, { immediate: true, force: true }),
  isDrawn: () => listImages().filter(({ complete, naturalWidth }) => complete && naturalWidth > 0).length >= COUNT,
});
