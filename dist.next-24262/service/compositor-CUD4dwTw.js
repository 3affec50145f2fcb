import { t as randomFrom } from "./random-C2CtqkIs.js";
import { t as ImageEngineError } from "./image-engine-Bgj-Fo4H.js";
import { o as unpack, r as packed } from "./picture-file-BXM7jjea.js";
import { t as regionBox } from "./region-Chlra-HN.js";
import { t as canvasFont } from "./fonts-Lp8l6-st.js";
import { a as drawScene, i as drawRing, n as drawCover, r as drawFramed, t as drawArrow } from "./shapes-C4sawSI5.js";
import { n as styleOf, t as choosePalette } from "./palette-COoXXY4B.js";
import { createCanvas } from "@napi-rs/canvas";
// service/engines/image/compositor/headline.ts
var LINE = 1.04;
/** All ways to break so few words into at most `most` lines. */
function breaks(words, most) {
	if (words.length === 0) return [];
	const found = [[words.join(" ")]];
	if (most === 1) return found;
	for (let at = 1; at < words.length; at++) {
		const first = words.slice(0, at).join(" ");
		for (const rest of breaks(words.slice(at), most - 1)) found.push([first, ...rest]);
	}
	return found;
}
/** The broken text and size that fill the box best. */
function fit(context, words, box, font) {
	context.font = canvasFont(font, 100);
	let best = {
		lines: [words.join(" ")],
		size: 0
	};
	for (const lines of breaks(words, 3)) {
		const widest = Math.max(...lines.map((line) => context.measureText(line).width));
		const size = Math.min(box.width / Math.max(1, widest) * 100, box.height / (lines.length * LINE));
		if (size > best.size) best = {
			lines,
			size
		};
	}
	return best;
}
var MOST_WORDS = 8;
/** Sets words as large as the box allows. */
function drawHeadline(context, headline, box, letters) {
	const words = headline.split(/\s+/).filter((word) => word !== "").slice(0, MOST_WORDS);
	if (words.length === 0) return;
	const { lines, size } = fit(context, words, box, letters.font);
	const center = letters.align === "center";
	context.font = canvasFont(letters.font, size);
	context.textAlign = center ? "center" : "left";
	context.textBaseline = "alphabetic";
	context.lineJoin = "round";
	context.lineWidth = size * .14;
	context.strokeStyle = letters.outline;
	context.fillStyle = letters.fill;
	const top = box.y + (box.height - lines.length * LINE * size) / 2;
	lines.forEach((line, index) => {
		const x = center ? box.x + box.width / 2 : box.x;
		const y = top + (index + .82) * LINE * size;
		context.strokeText(line, x, y);
		context.fillText(line, x, y);
	});
}
// service/engines/image/compositor/edits.ts
/** What a plain-language instruction means to a compositor. */
/** Draws the source anew under a filter. */
var filtered = (filter) => ({ source, target }) => {
	const context = target.getContext("2d");
	context.filter = filter;
	context.drawImage(source, 0, 0);
	context.filter = "none";
};
var tinted = (color, alpha) => ({ target, box }) => {
	const context = target.getContext("2d");
	context.globalCompositeOperation = "overlay";
	context.globalAlpha = alpha;
	context.fillStyle = color;
	context.fillRect(box.x, box.y, box.width, box.height);
	context.globalAlpha = 1;
	context.globalCompositeOperation = "source-over";
};
/** Mirrors what is inside the box. */
var flipped = (horizontal) => ({ source, target, box: { x, y, width, height } }) => {
	const context = target.getContext("2d");
	context.save();
	context.translate(horizontal ? 2 * x + width : 0, horizontal ? 0 : 2 * y + height);
	context.scale(horizontal ? -1 : 1, horizontal ? 1 : -1);
	context.drawImage(source, x, y, width, height, x, y, width, height);
	context.restore();
};
/** Keeps the middle and enlarges it to the old size. */
var cropped = ({ source, target, box: { x, y, width, height } }) => {
	const kept = .8;
	const [w, h] = [width * kept, height * kept];
	target.getContext("2d").drawImage(source, x + (width - w) / 2, y + (height - h) / 2, w, h, x, y, width, height);
};
var vignetted = ({ target, box: { x, y, width, height } }) => {
	const context = target.getContext("2d");
	const [cx, cy, r] = [
		x + width / 2,
		y + height / 2,
		Math.hypot(width, height) / 2
	];
	const gradient = context.createRadialGradient(cx, cy, r * .45, cx, cy, r);
	gradient.addColorStop(0, "rgba(0,0,0,0)");
	gradient.addColorStop(1, "rgba(0,0,0,0.75)");
	context.fillStyle = gradient;
	context.fillRect(x, y, width, height);
};
/** Blurs all but the middle. */
var blurredAround = ({ source, target, box: { x, y, width, height } }) => {
	const context = target.getContext("2d");
	context.filter = `blur(${Math.max(4, width / 80)}px)`;
	context.drawImage(source, 0, 0);
	context.filter = "none";
	context.save();
	context.beginPath();
	context.ellipse(x + width / 2, y + height / 2, width * .3, height * .42, 0, 0, 2 * Math.PI);
	context.clip();
	context.drawImage(source, 0, 0);
	context.restore();
};
var SHARPEN = .6;
var sharpened = ({ source, target, box }) => {
	const [x, y, width, height] = [
		box.x,
		box.y,
		box.width,
		box.height
	].map(Math.round);
	const from = source.getContext("2d").getImageData(x, y, width, height);
	const context = target.getContext("2d");
	const to = context.createImageData(width, height);
	const { data: a } = from;
	for (let row = 0; row < height; row++) for (let column = 0; column < width; column++) {
		const at = (row * width + column) * 4;
		const [up, down] = [row > 0 ? at - width * 4 : at, row < height - 1 ? at + width * 4 : at];
		const [left, right] = [column > 0 ? at - 4 : at, column < width - 1 ? at + 4 : at];
		for (let c = 0; c < 3; c++) {
			const around = (a[up + c] ?? 0) + (a[down + c] ?? 0) + (a[left + c] ?? 0) + (a[right + c] ?? 0);
			to.data[at + c] = (a[at + c] ?? 0) * 3.4 - around * SHARPEN;
		}
		to.data[at + 3] = a[at + 3] ?? 255;
	}
	context.putImageData(to, x, y);
};
var lettered = (words) => ({ target, box }) => {
	const inset = {
		x: box.x + box.width * .05,
		y: box.y + box.height * .1,
		width: box.width * .9,
		height: box.height * .8
	};
	drawHeadline(target.getContext("2d"), words, inset, {
		font: "anton",
		fill: "#ffffff",
		outline: "#101010",
		align: "center"
	});
};
var COLORS = {
	red: "#e02020",
	orange: "#f08020",
	yellow: "#f5d020",
	green: "#20a040",
	blue: "#2060e0",
	purple: "#8030c0",
	pink: "#f060a0",
	warm: "#ff9030",
	warmer: "#ff9030",
	cool: "#3080ff",
	cooler: "#3080ff"
};
var RULES = [
	[/\bblur(red)?\b.*\bbackground\b|\bbackground\b.*\bblur/i, () => blurredAround],
	[/\bblur/i, () => filtered("blur(12px)")],
	[/\bdark(er|en)?\b|\bless bright/i, () => filtered("brightness(0.65)")],
	[/\b(bright(er|en)?|light(er|en)?)\b/i, () => filtered("brightness(1.35)")],
	[/\b(less|lower|reduce)\b.*\bcontrast\b/i, () => filtered("contrast(0.7)")],
	[/\bcontrast\b/i, () => filtered("contrast(1.4)")],
	[/\b(black and white|gr[ae]yscale|monochrome)\b/i, () => filtered("grayscale(1)")],
	[/\b(desaturate|less colou?r|muted)\b/i, () => filtered("saturate(0.5)")],
	[/\b(saturat|more colou?r|vivid|colou?rful|pop\b)/i, () => filtered("saturate(1.6)")],
	[/\bsharp/i, () => sharpened],
	[/\bvignette\b/i, () => vignetted],
	[/\b(flip|mirror)\b.*\b(vertical|upside)/i, () => flipped(false)],
	[/\b(flip|mirror)/i, () => flipped(true)],
	[/\b(crop|zoom in|closer)\b/i, () => cropped],
	[/\b(?:add|write|put|text|say)\b[^"“]*["“]([^"”]{1,80})["”]/i, (found) => lettered(found[1] ?? "")],
	[new RegExp(`\\b(${Object.keys(COLORS).join("|")})\\b`, "i"), (found) => tinted(COLORS[(found[1] ?? "").toLowerCase()] ?? "#ffffff", .6)]
];
/** What the instruction asks for, in its order; empty where nothing of it is a compositor's. */
function stepsOf(instruction) {
	const found = RULES.flatMap(([pattern, make]) => {
		const match = pattern.exec(instruction);
		return match ? [{
			at: match.index,
			end: match.index + match[0].length,
			step: make(match)
		}] : [];
	});
	return found.filter((one, index) => !found.slice(0, index).some((other) => one.at < other.end && one.end > other.at)).sort((a, b) => a.at - b.at).map(({ step }) => step);
}
function applySteps(image, box, steps) {
	let current = createCanvas(image.width, image.height);
	current.getContext("2d").drawImage(image, 0, 0);
	for (const step of steps) {
		const target = createCanvas(image.width, image.height);
		target.getContext("2d").drawImage(current, 0, 0);
		step({
			source: current,
			target,
			box
		});
		current = target;
	}
	return current;
}
// service/engines/image/compositor/layouts.ts
var whole = ({ width, height }) => ({
	x: 0,
	y: 0,
	width,
	height
});
function fillGround({ context, width, height, palette, random }) {
	context.fillStyle = palette.ground;
	context.fillRect(0, 0, width, height);
	context.fillStyle = palette.second;
	context.globalAlpha = .6;
	const lean = (random() - .5) * .3;
	context.beginPath();
	context.moveTo(width * (.52 + lean), 0);
	context.lineTo(width, 0);
	context.lineTo(width, height);
	context.lineTo(width * (.36 + lean), height);
	context.fill();
	context.globalAlpha = 1;
}
function put(scene, picture, box) {
	if (picture) drawCover(scene.context, picture, box);
	else drawScene(scene.context, box, scene.palette, scene.random);
}
function words(scene, box, more = {}) {
	const { context, headline, palette, font } = scene;
	if (headline === null) return;
	const { color = palette.text, align = "left" } = more;
	drawHeadline(context, headline, box, {
		font,
		fill: color,
		outline: palette.outline,
		align
	});
}
/** A picture leaning into the right half, words at the left. */
var side = (scene) => {
	const { context, width: w, height: h, palette, pictures } = scene;
	fillGround(scene);
	const box = {
		x: w * .5,
		y: 0,
		width: w * .5,
		height: h
	};
	const lean = () => {
		context.moveTo(w * .58, -h * .05);
		context.lineTo(w * 1.05, -h * .05);
		context.lineTo(w * 1.05, h * 1.05);
		context.lineTo(w * .5, h * 1.05);
		context.closePath();
	};
	if (!pictures[0]) {
		context.save();
		context.beginPath();
		lean();
		context.clip();
		drawScene(context, box, palette, scene.random);
		context.restore();
	}
	drawFramed(context, pictures[0] ?? null, box, lean, palette.accent);
	words(scene, {
		x: w * .05,
		y: h * .12,
		width: w * .44,
		height: h * .72
	});
};
/** A face, or whatever the picture is of, in a round at the right. */
var round = (scene) => {
	const { context, width: w, height: h, palette, pictures } = scene;
	fillGround(scene);
	const radius = h * .4;
	const box = {
		x: w * .74 - radius,
		y: h * .5 - radius,
		width: radius * 2,
		height: radius * 2
	};
	const circle = () => context.arc(w * .74, h * .5, radius, 0, 2 * Math.PI);
	if (!pictures[0]) {
		context.save();
		context.beginPath();
		circle();
		context.clip();
		drawScene(context, box, palette, scene.random);
		context.restore();
	}
	drawFramed(context, pictures[0] ?? null, box, circle, palette.accent);
	words(scene, {
		x: w * .05,
		y: h * .14,
		width: w * .45,
		height: h * .7
	});
};
/** Before and after, with an arrow between them. */
var compare = (scene) => {
	const { context, width: w, height: h, palette, pictures } = scene;
	const top = scene.headline === null ? 0 : h * .3;
	context.fillStyle = palette.ground;
	context.fillRect(0, 0, w, h);
	context.save();
	context.filter = "grayscale(0.9) brightness(0.8)";
	put(scene, pictures[0], {
		x: 0,
		y: top,
		width: w * .495,
		height: h - top
	});
	context.restore();
	put(scene, pictures[1] ?? pictures[0], {
		x: w * .505,
		y: top,
		width: w * .495,
		height: h - top
	});
	context.fillStyle = palette.text;
	context.fillRect(w * .495, top, w * .01, h - top);
	const y = top + (h - top) / 2;
	drawArrow(context, [w * .4, y], [w * .62, y], h * .09, palette);
	words(scene, {
		x: w * .04,
		y: h * .03,
		width: w * .92,
		height: h * .24
	}, { align: "center" });
};
/** The whole picture, what matters ringed and pointed at, words below. */
var focus = (scene) => {
	const { context, width: w, height: h, palette, pictures, random } = scene;
	put(scene, pictures[0], whole(scene));
	const [x, y] = [w * (.58 + random() * .2), h * (.3 + random() * .12)];
	drawRing(context, x, y, h * .2, palette);
	drawArrow(context, [w * .24, h * .16], [x - h * .25, y - h * .02], h * .075, palette);
	if (scene.headline === null) return;
	context.fillStyle = palette.outline;
	context.globalAlpha = .72;
	context.fillRect(0, h * .66, w, h * .34);
	context.globalAlpha = 1;
	const color = palette.outline.toLowerCase() === "#ffffff" ? palette.text : "#ffffff";
	words(scene, {
		x: w * .05,
		y: h * .69,
		width: w * .9,
		height: h * .27
	}, { color });
};
/** The number of the headline as large as it goes. */
var number = (scene) => {
	const { context, width: w, height: h, palette, pictures, font } = scene;
	fillGround(scene);
	if (pictures[0]) {
		context.globalAlpha = .5;
		drawCover(context, pictures[0], whole(scene));
		context.globalAlpha = 1;
	}
	const headline = scene.headline ?? "";
	const found = /[$€£]?\d[\d.,:]*\s?[%€$£]?/.exec(headline)?.[0] ?? "";
	const rest = headline.replace(found, " ").trim();
	drawHeadline(context, found, {
		x: w * .05,
		y: h * .05,
		width: w * .9,
		height: h * (rest === "" ? .9 : .58)
	}, {
		font,
		fill: palette.accent,
		outline: palette.outline,
		align: "center"
	});
	if (rest !== "") words({
		...scene,
		headline: rest
	}, {
		x: w * .05,
		y: h * .66,
		width: w * .9,
		height: h * .28
	}, { align: "center" });
};
/** One picture as far as the frame goes, with nothing over it. */
var backdrop = (scene) => put(scene, scene.pictures[0], whole(scene));
/** Which arrangement suits what is to be said; where several do, the seed decides. */
function chooseLayout(prompt, { headline, pictures, random }) {
	const says = (pattern) => pattern.test(prompt);
	if (pictures.length >= 2 || says(/\b(before|after|versus|vs\.?|compare|then and now)\b/i)) return compare;
	if (headline !== null && /\d/.test(headline) && random() < .6) return number;
	if (says(/\b(arrow|circle|ring|point|find|hidden|spot|mistake)\b/i)) return focus;
	if (says(/\b(face|portrait|person|man|woman|host|product)\b/i)) return round;
	const any = [
		side,
		round,
		focus
	];
	return any[Math.floor(random() * any.length)] ?? side;
}
// service/engines/image/compositor/compositor.ts
/** Makes pictures without any image model: arranges references, words, arrows and rings in the colours of the references. */
var NOTE = "Arranged by the offline compositor; no image model was used.";
var CANNOT = "The offline compositor cannot do this. It can darken, brighten, blur, sharpen, crop, flip, tint, change contrast or colour, add a vignette, or add text in quotes. Connect an image model for anything else.";
/** Those that carry a headline from afar. */
var FONTS = [
	"anton",
	"bebas",
	"archivo",
	"impact",
	"montserrat",
	"bangers"
];
async function generate(brief) {
	const random = randomFrom(brief.seed);
	const pictures = await Promise.all(brief.references.map((bytes) => unpack(bytes)));
	const [first] = pictures;
	const palette = choosePalette(brief.style ?? (first ? styleOf(first) : null), random);
	const canvas = createCanvas(brief.width, brief.height);
	const font = FONTS[Math.floor(random() * FONTS.length)] ?? "anton";
	const { width, height } = brief;
	const headline = brief.headline?.toUpperCase() ?? null;
	const scene = {
		context: canvas.getContext("2d"),
		width,
		height,
		palette,
		font,
		headline,
		pictures,
		random
	};
	(brief.purpose === "backdrop" ? backdrop : chooseLayout(brief.prompt, scene))(scene);
	return {
		bytes: await packed(canvas),
		note: NOTE
	};
}
async function edit({ image: bytes, instruction, region }) {
	const steps = stepsOf(instruction);
	if (steps.length === 0) throw new ImageEngineError(CANNOT);
	const image = await unpack(bytes);
	const canvas = applySteps(image, regionBox(region, image), steps);
	return {
		bytes: await packed(canvas),
		note: NOTE
	};
}
var compositor = {
	label: "Offline compositor (no image model)",
	isImageModel: false,
	generate: (brief) => generate(brief),
	edit: (asked) => edit(asked)
};
export { compositor };

//# sourceMappingURL=compositor-CUD4dwTw.js.map