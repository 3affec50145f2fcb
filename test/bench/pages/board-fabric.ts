/** Uses plain Fabric as documented: every picture is an object of its canvas. */
import { Canvas, FabricImage } from 'fabric';

import { COUNT, exposeBoard, pictures, getPosition } from './board-pictures.ts';

const element = document.createElement('canvas');
document.body.append(element);
const canvas = new Canvas(element, { width: 1280, height: 720, renderOnAddRemove: false });
let loaded = 0;
for (const [index, blob] of (await pictures()).entries()) {
  const image = new Image();
  image.src = URL.createObjectURL(blob);
  await image.decode();
  const { x: left, y: top } = getPosition(index);
  canvas.add(new FabricImage(image, { left, top, originX: 'left', originY: 'top' }));
  loaded += 1;
}
exposeBoard({
  look: ({ x, y, zoom }) => {
    canvas.setViewportTransform([zoom, 0, 0, zoom, -x * zoom, -y * zoom]);
    canvas.renderAll();
  },
  isDrawn: () => loaded === COUNT,
  pointer: (phase, clientX, clientY) => {
    const type = { down: 'mousedown', move: 'mousemove', up: 'mouseup' }[phase];
    const target = phase === 'down' ? canvas.upperCanvasEl : document;
    const buttons = phase === 'up' ? 0 : 1;
    target.dispatchEvent(new MouseEvent(type, { clientX, clientY, buttons, bubbles: true, cancelable: true }));
  },
});
