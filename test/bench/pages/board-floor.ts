/** The floor of the comparison: draws every visible picture as a bitmap of the right size, and nothing else. */
import { type ViewPosition, COUNT, exposeBoard, pictures, getPosition } from './board-pictures.ts';

const canvas = document.createElement('canvas');
[canvas.width, canvas.height] = [1280, 720];
document.body.append(canvas);
const context = canvas.getContext('2d');
const blobs = await pictures();
const small: ImageBitmap[] = [];
const large: ImageBitmap[] = [];
for (const blob of blobs) {
  small.push(await createImageBitmap(blob, { resizeWidth: 64, resizeQuality: 'high' }));
  large.push(await createImageBitmap(blob, { resizeWidth: 256, resizeQuality: 'high' }));
}

function draw(view: ViewPosition): void {
  context?.setTransform(1, 0, 0, 1, 0, 0);
  context?.clearRect(0, 0, 1280, 720);
  context?.setTransform(view.zoom, 0, 0, view.zoom, -view.x * view.zoom, -view.y * view.zoom);
  (1280 * view.zoom > 64 ? large : small).forEach((bitmap, index) => {
    const { x, y } = getPosition(index);
    const [left, top] = [(x - view.x) * view.zoom, (y - view.y) * view.zoom];
    if (left < 1280 && top < 720 && left + 1280 * view.zoom > 0 && top + 720 * view.zoom > 0) {
      context?.drawImage(bitmap, x, y, 1280, 720);
    }
  });
}
exposeBoard({ look: draw, isDrawn: () => large.length === COUNT });
