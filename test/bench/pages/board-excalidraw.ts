/** Shows the same pictures in Excalidraw, with its own controls hidden. */
import '@excalidraw/excalidraw/index.css';

import { Excalidraw, type ExcalidrawApi } from '@excalidraw/excalidraw';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

import { COUNT, dataUrl, offer, pictures, placeOf, SMALL } from './board-pictures.ts';

const urls: string[] = [];
for (const blob of await pictures()) urls.push(await dataUrl(blob));

/** A picture as in Excalidraw's files. */
const elements = urls.map((_, index) => ({
  id: `picture-${index}`,
  type: 'image',
  fileId: `file-${index}`,
  status: 'saved',
  scale: [1, 1],
  crop: null,
  x: placeOf(index).x * SMALL,
  y: placeOf(index).y * SMALL,
  width: 1280 * SMALL,
  height: 720 * SMALL,
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
}));
const files = Object.fromEntries(
  urls.map((dataURL, index) => {
    const id = `file-${index}`;
    return [id, { id, mimeType: 'image/jpeg', dataURL, created: 1, lastRetrieved: 1 }];
  }),
);

const host = document.createElement('div');
host.style.cssText = 'width: 1280px; height: 720px';
document.body.append(host);
const hidden = document.createElement('style');
hidden.textContent = '.layer-ui__wrapper, .App-menu, .App-toolbar, .App-bottom-bar { display: none !important }';
document.head.append(hidden);

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
// The API is available before the first scene is.
while (api.getSceneElements().length < COUNT) await new Promise((resolve) => setTimeout(resolve, 50));
api.addFiles(Object.values(files));

offer({
  look: ({ x, y, zoom }) =>
    api.updateScene({ appState: { scrollX: -x * SMALL, scrollY: -y * SMALL, zoom: { value: zoom / SMALL } } }),
  drawn: () => api.getSceneElements().length === COUNT,
});
