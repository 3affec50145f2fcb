import { i as LIMITS, n as PictureRefusedError } from "./image-engine-Bgj-Fo4H.js";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { imageSize } from "image-size";
// service/engines/image/picture-file.ts
/** Files that claim to be pictures: what they are is read from their bytes, before anything is unpacked. */
var { imageBytes, imagePixels } = LIMITS.thumbnails;
var PICTURE_TYPES = {
	png: "image/png",
	jpg: "image/jpeg",
	webp: "image/webp",
	gif: "image/gif"
};
var refused = (message, cause) => new PictureRefusedError(message, { cause });
var isType = (type) => type !== void 0 && Object.hasOwn(PICTURE_TYPES, type);
/** A file that was cut off still unpacks, into a picture with nothing in its lower part. */
var ENDS = {
	png: (file) => file.lastIndexOf("IEND") > 0,
	jpg: (file) => file.lastIndexOf(Buffer.from([255, 217])) > 0,
	gif: (file) => file.lastIndexOf(59) > file.length - 8,
	webp: (file) => file.readUInt32LE(4) + 8 <= file.length
};
/** Reads the head of a file. @throws PictureRefusedError */
function pictureFacts(bytes) {
	if (bytes.length > imageBytes) throw refused(`It is larger than ${imageBytes / 1024 / 1024} MB.`);
	const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const size = headOf(file);
	const { type, orientation = 1 } = size;
	if (!isType(type)) throw refused("It is not a PNG, JPEG, WebP or GIF picture.");
	if (size.width < 1 || size.height < 1) throw refused("There is nothing in it.");
	if (size.width * size.height > imagePixels) throw refused(`It has ${size.width} x ${size.height} pixels, which is more than can be taken in.`);
	if (!ENDS[type](file)) throw refused("The file is cut off.");
	const turned = orientation >= 5;
	return {
		type,
		width: turned ? size.height : size.width,
		height: turned ? size.width : size.height
	};
}
function headOf(file) {
	try {
		return imageSize(file);
	} catch (error) {
		throw refused("It is not a PNG, JPEG, WebP or GIF picture.", error);
	}
}
/** Unpacks a picture as it is meant to be seen, the first one of an animation. @throws PictureRefusedError */
async function unpack(bytes) {
	pictureFacts(bytes);
	try {
		const image = await loadImage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
		createCanvas(1, 1).getContext("2d").drawImage(image, 0, 0, 1, 1);
		return image;
	} catch (error) {
		throw refused("The picture is damaged.", error);
	}
}
/** The largest side a picture that is taken in keeps. */
var MAX_SIDE = 2560;
/**
* The same picture as a file of our own making: nothing but pixels, no larger than is useful.
* @throws PictureRefusedError
*/
async function normalised(bytes) {
	const image = await unpack(bytes);
	const scale = Math.min(1, MAX_SIDE / Math.max(image.width, image.height));
	const width = Math.max(1, Math.round(image.width * scale));
	const height = Math.max(1, Math.round(image.height * scale));
	const canvas = createCanvas(width, height);
	canvas.getContext("2d").drawImage(image, 0, 0, width, height);
	return {
		bytes: await packed(canvas),
		width,
		height
	};
}
async function packed(canvas) {
	return canvas.encode("png");
}
/** The picture in exactly that size; what an engine made larger or of another shape is cut at the edges. */
async function sized(bytes, { width, height }) {
	const image = await unpack(bytes);
	if (image.width === width && image.height === height) return bytes;
	const canvas = createCanvas(width, height);
	const scale = Math.max(width / image.width, height / image.height);
	const [w, h] = [image.width * scale, image.height * scale];
	canvas.getContext("2d").drawImage(image, (width - w) / 2, (height - h) / 2, w, h);
	return packed(canvas);
}
export { sized as a, pictureFacts as i, normalised as n, unpack as o, packed as r, PICTURE_TYPES as t };

//# sourceMappingURL=picture-file-BXM7jjea.js.map