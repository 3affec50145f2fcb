/** Shows the same pictures in Excalidraw, with its own controls hidden. */
import '@excalidraw/excalidraw/index.css';

import { Excalidraw, type ExcalidrawApi } from '@excalidraw/excalidraw';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

import {
  compositions,
  COUNT,
  dataUrl,
  hasCompositions,
  exposeBoard,
  pictures,
  getPosition,
  SCALE,
} from './board-pictures.ts';

const urls: string[] = [];
for (const blob of await pictures()) urls.push(await dataUrl(blob));

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The fields of every element of an Excalidraw file. */
const element = (index: number, { x, y, width, height }: Box) => ({
  id: `element-${index}`,
  x: x * SCALE,
  y: y * SCALE,
  width: width * SCALE,
  height: height * SCALE,
  angle: 0,
  strokeColor: 'transparent',
  backgroundColor: 'transparent',
  fillStyle: 'solid',
  strokeWidth: 1,
  strokeStyle: 'solid',
  roughness: 0,
  opacity: 100,
  groupIds: [],
  frameId: null,
  roundness: null,
  seed: index,
  version: 1,
  versionNonce: index,
  isDeleted: false,
  boundElements: null,
  updated: 1,
  link: null,
  locked: false,
  index: `a${String(index).padStart(4, '0')}V`,
});
const image = (index: number, picture: number, box: Box) => ({
  ...element(index, box),
  type: 'image',
  fileId: `file-${picture}`,
  status: 'saved',
  scale: [1, 1],
  crop: null,
});
const parts = hasCompositions() ? compositions().flatMap((composition) => composition.parts) : [];
const elements = hasCompositions()
  ? parts.map((part, index) => {
      if (part.kind === 'picture') return image(index, part.picture, part);
      if (part.kind === 'box') return { ...element(index, part), type: 'rectangle', backgroundColor: '#e5e8e9' };
      const fontSize = part.size * SCALE;
      const fontSettings = { fontSize, fontFamily: 2, textAlign: 'left', verticalAlign: 'top', lineHeight: 1.13 };
      const text = { text: part.words, originalText: part.words, containerId: null, autoResize: true };
      return { ...element(index, part), type: 'text', strokeColor: '#ffffff', ...fontSettings, ...text };
    })
  : urls.map((_, index) => image(index, index, { ...getPosition(index), width: 1280, height: 720 }));
const files = Object.fromEntries(
  urls.map((dataURL, index) => {
    const id = `file-${index}`;
    return [id, { id, mimeType: 'image/jpeg', dataURL, created: 1, lastRetrieved: 1 }];
  }),
);

const host = document.createElement('div');
host.style.cssText = 'width: 1280px; height: 720px';
document.body.append(host);
const style = document.createElement('style');
style.textContent = '.layer-ui__wrapper, .App-menu, .App-toolbar, .App-bottom-bar { display: none !important }';
document.head.append(style);

const api = await new Promise<ExcalidrawApi>((resolve) => {
  const appState = { viewBackgroundColor: '#ffffff' };
  createRoot(host).render(
    createElement(Excalidraw, {
      excalidrawAPI: resolve,
      viewModeEnabled: true,
      initialData: { elements, files, appState, scrollToContent: false },
    }),
  );
});
// The API is available before the first scene.
const count = hasCompositions() ? parts.length : COUNT;
while (api.getSceneElements().length < count) await new Promise((resolve) => setTimeout(resolve, 50));
api.addFiles(Object.values(files));

exposeBoard({
  look: ({ x, y, zoom }) =>
    api.updateScene({
      appState: { scrollX: -x * SCALE, scrollY: -y * SCALE, zoom: { value: zoom / SCALE } },
    }),
  isDrawn: () => api.getSceneElements().length === count,
});
