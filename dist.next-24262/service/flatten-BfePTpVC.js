import { i as LIMITS } from "./image-engine-Bgj-Fo4H.js";
import { t as drawOverlay } from "./overlay-BB2iwWXV.js";
import { o as unpack, r as packed } from "./picture-file-BXM7jjea.js";
import { createCanvas } from "@napi-rs/canvas";
// service/engines/image/flatten.ts
/** The picture as it lies in `place`, and the texts over it, as a PNG of exactly 1280 x 720. */
async function flatten(picture, place, overlays) {
	const { width, height } = LIMITS.thumbnails.exported;
	const canvas = createCanvas(width, height);
	const context = canvas.getContext("2d");
	context.fillStyle = "#000000";
	context.fillRect(0, 0, width, height);
	const scale = Math.max(width / place.width, height / place.height);
	context.translate(width / 2, height / 2);
	context.scale(scale, scale);
	context.translate(-(place.x + place.width / 2), -(place.y + place.height / 2));
	context.drawImage(await unpack(picture), place.x, place.y, place.width, place.height);
	for (const { x, y, content, style } of overlays) {
		if (!style) continue;
		context.save();
		context.translate(x, y);
		drawOverlay(context, content, style);
		context.restore();
	}
	return packed(canvas);
}
export { flatten };

//# sourceMappingURL=flatten-BfePTpVC.js.map