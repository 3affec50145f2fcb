/** The floor of the comparison: draws every visible picture as a bitmap of the right size, and nothing else. */
import { type At, COUNT, offer, pictures, placeOf } from './board-pictures.ts';

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

function draw(at: At): void {
  context?.setTransform(1, 0, 0, 1, 0, 0);
  context?.clearRect(0, 0, 1280, 720);
  context?.setTransform(at.zoom, 0, 0, at.zoom, -at.x * at.zoom, -at.y * at.zoom);
  (1280 * at.zoom > 64 ? large : small).forEach((bitmap, index) => {
    const { x, y } = placeOf(index);
    const [left, top] = [(x - at.x) * at.zoom, (y - at.y) * at.zoom];
    if (left < 1280 && top < 720 && left + 1280 * at.zoom > 0 && top + 720 * at.zoom > 0) {
      context?.drawImage(bitmap, x, y, 1280, 720);
    }
  });
}
offer({ look: draw, drawn: () => large.length === COUNT });
