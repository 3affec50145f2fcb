/** Uses plain Fabric as documented: every picture is an object of its canvas. */
import { Canvas, FabricImage } from 'fabric';

import { COUNT, offer, pictures, placeOf } from './board-pictures.ts';

const element = document.createElement('canvas');
document.body.append(element);
const canvas = new Canvas(element, { width: 1280, height: 720, renderOnAddRemove: false });
let loaded = 0;
for (const [index, blob] of (await pictures()).entries()) {
  const image = new Image();
  image.src = URL.createObjectURL(blob);
  await image.decode();
  const { x: left, y: top } = placeOf(index);
  canvas.add(new FabricImage(image, { left, top, originX: 'left', originY: 'top' }));
  loaded += 1;
}
offer({
  look: ({ x, y, zoom }) => {
    canvas.setViewportTransform([zoom, 0, 0, zoom, -x * zoom, -y * zoom]);
    canvas.renderAll();
  },
  drawn: () => loaded === COUNT,
  pointer: (what, clientX, clientY) => {
    const type = { down: 'mousedown', move: 'mousemove', up: 'mouseup' }[what];
    const target = what === 'down' ? canvas.upperCanvasEl : document;
    const buttons = what === 'up' ? 0 : 1;
    target.dispatchEvent(new MouseEvent(type, { clientX, clientY, buttons, bubbles: true, cancelable: true }));
  },
});
