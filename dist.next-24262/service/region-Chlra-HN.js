import { o as unpack, r as packed } from "./picture-file-BXM7jjea.js";
import { createCanvas } from "@napi-rs/canvas";
// service/engines/image/region.ts
/** Edits stay where they were asked for: whatever an engine did outside is taken back. */
/** The pixels a region covers whole or in part; all of them without one. */
function regionBox(region, { width, height }) {
	if (!region) return {
		x: 0,
		y: 0,
		width,
		height
	};
	const x = Math.min(width - 1, Math.floor(region.x * width));
	const y = Math.min(height - 1, Math.floor(region.y * height));
	const right = Math.min(width, Math.max(x + 1, Math.ceil((region.x + region.width) * width)));
	const bottom = Math.min(height, Math.max(y + 1, Math.ceil((region.y + region.height) * height)));
	return {
		x,
		y,
		width: right - x,
		height: bottom - y
	};
}
function pixelsOf(image, { width, height }) {
	const context = createCanvas(width, height).getContext("2d");
	context.drawImage(image, 0, 0, width, height);
	return context.getImageData(0, 0, width, height);
}
/** The original with the edited pixels of the region alone, as a PNG. */
async function withinRegion(original, edited, region) {
	const [before, after] = await Promise.all([unpack(original), unpack(edited)]);
	const box = regionBox(region, before);
	const canvas = createCanvas(before.width, before.height);
	const context = canvas.getContext("2d");
	context.putImageData(pixelsOf(before, before), 0, 0);
	context.putImageData(pixelsOf(after, before), 0, 0, box.x, box.y, box.width, box.height);
	return packed(canvas);
}
export { withinRegion as n, regionBox as t };

//# sourceMappingURL=region-Chlra-HN.js.map