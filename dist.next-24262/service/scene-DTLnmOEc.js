import { o as unpack, r as packed } from "./picture-file-BXM7jjea.js";
import { r as WIDTH, t as LOOKS } from "./design-CLoHfDAt.js";
import { _ as rounded, a as fillArea, c as oneLine, d as isRtl, f as setText, g as roundRect, h as between, i as area, l as quoteMark, m as arriving, n as overlayLayer, o as hatch, p as withLetters, s as headed, u as drawText } from "./overlays-Dz7_nBN4.js";
import { n as drawCover } from "./shapes-C4sawSI5.js";
import { t as randomFrom } from "./random-C2CtqkIs.js";
import { readFile } from "node:fs/promises";
import { createCanvas } from "@napi-rs/canvas";
// service/engines/video/draw/captions.ts
var STRONG = LOOKS.screening.strong;
var HEAVY = {
	family: "inter",
	weight: 800,
	subsets: STRONG.subsets
};
/** Two lines at the foot of the picture, within the safe area. */
var FOOT = {
	x: 170,
	y: 582,
	width: WIDTH - 340,
	height: 92
};
var STYLES = {
	default: {
		face: STRONG,
		size: 32,
		box: FOOT
	},
	outline: {
		face: HEAVY,
		size: 34,
		box: FOOT
	},
	bar: {
		face: STRONG,
		size: 30,
		box: FOOT
	},
	highlight: {
		face: HEAVY,
		size: 34,
		box: FOOT
	},
	large: {
		face: {
			family: "oswald",
			weight: 700,
			subsets: [
				"latin",
				"latin-ext",
				"cyrillic"
			]
		},
		size: 50,
		upper: true,
		box: {
			...FOOT,
			y: 554,
			height: 118
		}
	}
};
var DARK = "rgba(12, 14, 15, 0.86)";
function outlined(context, set) {
	withLetters(context, set);
	context.lineJoin = "round";
	context.lineWidth = set.size * .19;
	context.strokeStyle = "#0b0d0e";
	for (const { text, x, y } of set.lines) context.strokeText(text, x, y);
}
/** Behind each line, as wide as it. */
function plates(context, { lines, size }) {
	context.fillStyle = DARK;
	const half = size * .66;
	lines.forEach(({ x, y, width }, index) => {
		const middle = y - size * .36;
		roundRect(context, x - 18, middle - half, width + 36, 2 * half - (index < lines.length - 1 ? size * .1 : 0), 8);
		context.fill();
	});
}
/** The word that is spoken, in the accent. In right-to-left text the whole caption stays of one colour. */
function spokenWord(context, set, word, color) {
	if (set.rtl || word < 0) return;
	withLetters(context, set);
	let index = 0;
	for (const line of set.lines) {
		const words = line.text.split(" ");
		let before = "";
		for (const each of words) {
			if (index === word) {
				const x = line.x + context.measureText(before).width;
				context.fillStyle = color;
				context.fillText(each, x, line.y);
				return;
			}
			before += `${each} `;
			index += 1;
		}
	}
}
function drawCaption(context, style, set, word, look) {
	if (style === "bar") {
		context.fillStyle = DARK;
		context.fillRect(0, set.bounds.y - 14, WIDTH, Math.min(720, set.bounds.height + 28));
	}
	if (style === "default") plates(context, set);
	if (style === "outline" || style === "highlight" || style === "large") outlined(context, set);
	drawText(context, set, "#ffffff");
	if (style === "highlight") spokenWord(context, set, word, look.spoken);
}
/** `cues` with times of the scene. */
function captionLayer(cues, style, look) {
	const { face, size, box, upper = false } = STYLES[style];
	const set = cues.map((cue) => ({
		...cue,
		set: setText({
			face,
			size,
			box,
			leastSize: size * .6,
			lineHeight: 1.3,
			align: "center",
			vertical: "bottom",
			mostLines: 2,
			text: upper ? cue.text.toUpperCase() : cue.text
		})
	}));
	const shown = (frame) => {
		const at = (frame + .5) / 30;
		const cue = set.find(({ start, end }) => at >= start && at < end);
		if (!cue) return null;
		return {
			cue,
			word: style === "highlight" ? cue.words.findLastIndex(({ start }) => start <= at) : -1
		};
	};
	return {
		texts: set.map(({ id, text, start, end, set: { bounds } }) => ({
			what: "caption",
			id,
			text,
			start,
			end,
			...bounds
		})),
		state: (frame) => {
			const now = shown(frame);
			return now ? `${now.cue.id} ${now.word}` : "";
		},
		draw: (context, frame) => {
			const now = shown(frame);
			if (now) drawCaption(context, style, now.cue.set, now.word, look);
		}
	};
}
// service/engines/video/draw/picture.ts
/** Scenes that show a picture or whoever presents: slowly nearing or leaving, never still. */
var NEAREST = 1.12;
/** In so many frames it moves by less than a pixel: nobody sees each of them, and each costs. */
var STEP = 2;
/** Fills the frame and drifts through a part of it, a little nearer or farther. */
function pictureLayer(image, seed, seconds, scale) {
	const random = randomFrom(seed);
	const ready = createCanvas(Math.ceil(WIDTH * NEAREST * scale), Math.ceil(720 * NEAREST * scale));
	drawCover(ready.getContext("2d"), image, {
		x: 0,
		y: 0,
		width: ready.width,
		height: ready.height
	});
	const inward = random() < .5;
	const [dx, dy] = [random() - .5, random() - .5];
	const frames = Math.max(1, seconds * 30);
	return {
		state: (frame) => String(Math.floor(frame / STEP)),
		draw: (context, frame) => {
			const share = Math.min(1, Math.floor(frame / STEP) * STEP / frames);
			const near = 1 + .1200000000000001 * (.35 + .65 * (inward ? share : 1 - share));
			const [w, h] = [WIDTH * near, 720 * near];
			const along = .5 + (share - .5) * .9;
			const x = (WIDTH - w) * (.5 + dx * (along - .5) * 2);
			const y = (720 - h) * (.5 + dy * (along - .5) * 2);
			context.drawImage(ready, x, y, w, h);
		}
	};
}
var LABEL_TOP = 64;
/** A label over a picture, on a ground of its own. */
function labelLayer(text, look, seconds) {
	if (text.trim() === "") return null;
	const rtl = isRtl(text);
	const set = setText({
		text,
		face: look.strong,
		size: 25,
		leastSize: 19,
		mostLines: 1,
		vertical: "middle",
		box: {
			x: rtl ? 336 : 104,
			y: LABEL_TOP,
			width: 840,
			height: 52
		}
	});
	const { x, width } = set.bounds;
	return {
		texts: [{
			what: "slide",
			id: "caption",
			text,
			...set.bounds,
			start: .3,
			end: seconds
		}],
		state: (frame) => arriving(frame, .3, .5).toFixed(3),
		draw: (context, frame) => {
			const share = arriving(frame, .3, .5);
			if (share === 0) return;
			context.save();
			context.globalAlpha = share;
			context.translate((rtl ? 1 : -1) * (1 - share) * 24, 0);
			context.fillStyle = look.ground;
			context.fillRect(x - 24, LABEL_TOP, width + 48, 52);
			context.fillStyle = look.accent;
			context.fillRect(rtl ? x + width + 24 : x - 32, LABEL_TOP, 8, 52);
			drawText(context, set, look.text);
			context.restore();
		}
	};
}
var initials = (name) => name.split(/\s+/).map((word) => [...word][0] ?? "").slice(0, 2).join("").toUpperCase();
/** A speaker drawn as a round with rings that answer to the voice. `levels`: 0 to 8 for each frame. */
function presenterLayer(name, look, levels) {
	const [x, y, radius] = [
		WIDTH / 2,
		300,
		130
	];
	const letters = initials(name);
	const set = setText({
		text: letters,
		face: look.title,
		size: 96,
		align: "center",
		vertical: "middle",
		mostLines: 1,
		box: {
			x: x - radius,
			y: y - radius,
			width: 2 * radius,
			height: 2 * radius
		}
	});
	const level = (frame) => levels[frame] ?? 0;
	return {
		state: (frame) => String(level(frame)),
		draw: (context, frame) => {
			context.save();
			for (const ring of [
				3,
				2,
				1
			]) {
				context.globalAlpha = .5 / ring;
				context.fillStyle = ring === 1 ? look.accent : look.panel;
				context.beginPath();
				context.arc(x, y, radius + ring * 10 + level(frame) * ring * 2.2, 0, 2 * Math.PI);
				context.fill();
			}
			context.globalAlpha = 1;
			context.fillStyle = look.accent;
			context.beginPath();
			context.arc(x, y, radius, 0, 2 * Math.PI);
			context.fill();
			if (letters === "") drawPerson(context, x, y, radius, look.onAccent);
			else drawText(context, set, look.onAccent);
			context.restore();
		}
	};
}
/** Head and shoulders. */
function drawPerson(context, x, y, radius, color) {
	context.save();
	context.beginPath();
	context.arc(x, y, radius, 0, 2 * Math.PI);
	context.clip();
	context.fillStyle = color;
	context.beginPath();
	context.arc(x, y - radius * .2, radius * .34, 0, 2 * Math.PI);
	context.fill();
	roundRect(context, x - radius * .62, y + radius * .26, radius * 1.24, radius, radius * .5);
	context.fill();
	context.restore();
}
/** Name and role below a presenter. */
function nameLayer(name, role, look, seconds) {
	const box = {
		x: 240,
		width: WIDTH - 480
	};
	const lines = [{
		id: "name",
		text: name,
		color: look.text,
		face: look.title,
		size: 38,
		y: 474,
		height: 52
	}, {
		id: "role",
		text: role,
		color: look.soft,
		face: look.body,
		size: 24,
		y: 528,
		height: 36
	}].filter(({ text }) => text.trim() !== "").map((line) => ({
		...line,
		set: setText({
			...line,
			leastSize: 18,
			mostLines: 1,
			align: "center",
			box: {
				...box,
				y: line.y,
				height: line.height
			}
		})
	}));
	return {
		texts: lines.map(({ id, text, set }) => ({
			what: "slide",
			id,
			text,
			...set.bounds,
			start: 0,
			end: seconds
		})),
		state: () => "",
		draw: (context) => {
			for (const { set, color } of lines) drawText(context, set, color);
		}
	};
}
// service/engines/video/draw/slides.ts
/** Left of the texts, and right of them. */
var LEFT = 104;
var RIGHT = WIDTH - 104;
/** What stands at the left stands at the right where writing goes from right to left. */
var sided = (box, rtl) => rtl ? {
	...box,
	x: WIDTH - box.x - box.width
} : box;
var isMirrored = ({ texts }) => isRtl(Object.values(texts).join(" "));
var RISE = 22;
var IN$1 = .55;
function words(asked, key, at, set, color) {
	const text = asked.texts[key]?.trim() ?? "";
	if (text === "") return [];
	const done = setText({
		...set,
		text,
		box: sided(set.box, isRtl(text))
	});
	return [{
		at,
		takes: IN$1,
		text: {
			key,
			words: text,
			set: done
		},
		draw: (context, share) => {
			context.globalAlpha = share;
			context.translate(0, (1 - share) * RISE);
			drawText(context, done, color);
		}
	}];
}
var bar = (at, box, color, grows = "right") => ({
	at,
	takes: .6,
	draw: (context, share) => {
		const [w, h] = grows === "right" ? [box.width * share, box.height] : [box.width, box.height * share];
		fillArea(context, area(box.x, box.y, w, h), color);
	}
});
/** What the chapter is called, small, over everything else. */
function kicker({ chapter, look, layout }) {
	if (chapter === "" || layout === "points") return [];
	const rtl = isRtl(chapter);
	const set = setText({
		text: chapter,
		face: look.strong,
		size: 21,
		leastSize: 21,
		mostLines: 1,
		box: sided({
			x: 144,
			y: 66,
			width: RIGHT - LEFT - 40,
			height: 30
		}, rtl)
	});
	return [bar(0, sided({
		x: LEFT,
		y: 79,
		width: 26,
		height: 4
	}, rtl), look.accent), {
		at: 0,
		takes: .3,
		draw: (context, share) => {
			context.globalAlpha = share;
			drawText(context, set, look.soft);
		}
	}];
}
var LAYOUTS = {
	title: (asked) => {
		const { look } = asked;
		const box = area(148, 170, 720, 300);
		const title = {
			...headed(look, 78, 34, 1.1),
			tracking: -.015
		};
		return [
			bar(.05, sided(area(LEFT, 176, 10, 288), isMirrored(asked)), look.accent, "down"),
			...words(asked, "title", .2, {
				...title,
				box
			}, look.text),
			...words(asked, "body", .5, {
				face: look.body,
				size: 28,
				box: area(148, 484, 720, 80),
				mostLines: 2
			}, look.soft)
		];
	},
	section: (asked) => {
		const { look } = asked;
		const number = {
			...oneLine(look.figure, 250, 90),
			lineHeight: 1
		};
		const title = headed(look, 66, 32, 1.12);
		const has = (asked.texts["number"] ?? "") !== "";
		const left = has ? 470 : LEFT;
		return [
			...words(asked, "number", .1, {
				...number,
				align: "center",
				box: area(84, 180, 310, 320)
			}, look.accent),
			...has ? [bar(.2, sided(area(428, 236, 3, 208), isMirrored(asked)), look.soft, "down")] : [],
			...words(asked, "title", .3, {
				...title,
				box: area(left, 190, RIGHT - left, 300)
			}, look.text)
		];
	},
	statement: (asked) => {
		const { look } = asked;
		const set = headed(look, 62, 32, 1.18);
		return [...kicker(asked), ...words(asked, "title", .15, {
			...set,
			box: area(LEFT, 126, 940, 416)
		}, look.text)];
	},
	points: (asked) => pointsOf(asked),
	quote: (asked) => {
		const { look } = asked;
		const set = {
			face: look.body,
			size: 46,
			leastSize: 26,
			lineHeight: 1.34,
			vertical: "middle"
		};
		const mark = quoteMark(look, 260, area(90, 92, 220, 260));
		return [
			...kicker(asked),
			{
				at: 0,
				takes: .5,
				draw: (context, share) => {
					context.globalAlpha = share;
					drawText(context, mark, look.accent);
				}
			},
			...words(asked, "quote", .2, {
				...set,
				box: area(254, 130, RIGHT - LEFT - 190, 340)
			}, look.text),
			...words(asked, "source", .6, {
				face: look.strong,
				size: 24,
				box: area(254, 490, 800, 50),
				mostLines: 1
			}, look.soft)
		];
	},
	number: (asked) => {
		const { look } = asked;
		const number = {
			...oneLine(look.figure, 230, 80),
			lineHeight: 1.02,
			vertical: "bottom"
		};
		return [
			...kicker(asked),
			...words(asked, "number", .1, {
				...number,
				box: area(LEFT, 110, RIGHT - LEFT, 270)
			}, look.accent),
			bar(.3, sided(area(LEFT, 396, 120, 5), isMirrored(asked)), look.text),
			...words(asked, "label", .35, {
				face: look.body,
				size: 36,
				leastSize: 24,
				lineHeight: 1.3,
				box: area(LEFT, 420, 900, 140)
			}, look.text)
		];
	}
};
function pointsOf(asked) {
	const { look, texts, moments } = asked;
	const keys = Object.keys(texts).filter((key) => key.startsWith("point_") && (texts[key] ?? "").trim() !== "");
	const titled = (texts["title"] ?? "").trim() !== "";
	const top = titled ? 190 : 110;
	const each = (550 - top) / Math.max(3, keys.length);
	const start = titled ? top : top + (550 - top - each * keys.length) / 2;
	return [...words(asked, "title", .05, {
		...oneLine(look.title, 46, 28),
		lineHeight: 1.12,
		vertical: "bottom",
		box: area(LEFT, 84, RIGHT - LEFT, 64)
	}, look.text), ...titled ? [bar(.15, sided(area(LEFT, 162, RIGHT - LEFT, 2), isMirrored(asked)), look.soft)] : []].concat(...keys.map((key, index) => {
		const at = Math.max(.25 + index * .12, (moments[index] ?? moments.at(-1) ?? 0) - .15);
		const y = start + index * each;
		const rtl = isRtl(texts[key] ?? "");
		const label = setText({
			text: String(index + 1),
			face: look.figure,
			size: 34,
			align: "center",
			vertical: "middle",
			lineHeight: 1,
			box: sided(area(LEFT, y, 52, each), rtl)
		});
		const box = area(182, y, RIGHT - LEFT - 78, each);
		const set = {
			face: look.body,
			size: 32,
			leastSize: 20,
			lineHeight: 1.26,
			vertical: "middle",
			box
		};
		return [{
			at,
			takes: .35,
			draw: (context, share) => {
				context.globalAlpha = share;
				drawText(context, label, look.accent);
			}
		}, ...words(asked, key, at, set, look.text)];
	}));
}
/** Furniture behind the texts: a panel cut off at an angle, hatched, at the side that the texts leave free. */
function drawGround(context, asked) {
	const { look, layout, seed } = asked;
	fillArea(context, area(0, 0, WIDTH, 720), look.ground);
	if (layout === "points" || layout === "quote") {
		fillArea(context, layout === "points" ? area(0, 0, 16, 720) : area(0, 0, WIDTH, 16), look.panel);
		return;
	}
	const wide = layout === "title" ? 400 : 150;
	const lean = layout === "title" ? 190 : 70 + seed % 3 * 30;
	const path = () => {
		context.moveTo(WIDTH - wide, 0);
		context.lineTo(WIDTH, 0);
		context.lineTo(WIDTH, 720);
		context.lineTo(WIDTH - wide + lean, 720);
		context.closePath();
	};
	context.fillStyle = look.panel;
	context.beginPath();
	path();
	context.fill();
	hatch(context, path, look.ground, layout === "title" ? 20 : 14);
	if (layout !== "title") return;
	context.fillStyle = look.accent;
	context.beginPath();
	context.arc(WIDTH - 168, 300, 104, 0, 2 * Math.PI);
	context.fill();
}
/** The ground alone: what stays the same over the whole scene. */
var groundLayer = (asked) => ({
	state: () => "",
	draw: (context) => {
		context.save();
		if (isMirrored(asked)) {
			context.translate(WIDTH, 0);
			context.scale(-1, 1);
		}
		drawGround(context, asked);
		context.restore();
	}
});
function slideLayer(asked) {
	const elements = LAYOUTS[asked.layout](asked);
	return {
		texts: elements.flatMap(({ at, text }) => {
			if (!text) return [];
			return [{
				what: "slide",
				id: text.key,
				text: text.words,
				...text.set.bounds,
				start: at,
				end: asked.seconds
			}];
		}),
		state: (frame) => elements.map(({ at, takes }) => rounded(arriving(frame, at, takes))).join(" "),
		draw: (context, frame) => {
			for (const { at, takes, draw } of elements) {
				const share = arriving(frame, at, takes);
				if (share === 0) continue;
				context.save();
				draw(context, share);
				context.restore();
			}
		}
	};
}
// service/engines/video/draw/scene.ts
/** A scene as frames. */
var IN = .34;
var OUT = .26;
/** From the scene before and to the one after, by way of the ground or of a panel: each scene's frames are its own. */
function passageLayer({ frames, enter, leave }, look) {
	const end = frames / 30 - OUT;
	const open = (frame) => arriving(frame, 0, IN);
	const shut = (frame) => between(frame + 1, end, OUT);
	const fade = (context, share) => {
		context.globalAlpha = share;
		context.fillStyle = look.ground;
		context.fillRect(0, 0, WIDTH, 720);
		context.globalAlpha = 1;
	};
	const panel = (context, x, color) => {
		context.fillStyle = color;
		context.fillRect(x, 0, WIDTH, 720);
	};
	return {
		state: (frame) => `${rounded(open(frame))} ${rounded(shut(frame))}`,
		draw: (context, frame) => {
			const [opened, closed] = [open(frame), shut(frame)];
			if (opened < 1 && enter === "fade") fade(context, 1 - opened);
			if (opened < 1 && enter === "wipe") panel(context, WIDTH * opened, look.accent);
			if (closed > 0 && leave === "fade") fade(context, closed);
			if (closed > 0 && leave === "wipe") panel(context, WIDTH * (closed ** 2 - 1), look.accent);
		}
	};
}
function visualLayers(job, look, image) {
	const { key, layout, texts, chapter, seed, moments, frames, kind } = job;
	const seconds = frames / 30;
	const slide = {
		id: key,
		layout,
		texts,
		chapter,
		look,
		seed,
		moments,
		seconds
	};
	if (kind === "slide") return [groundLayer(slide), slideLayer(slide)];
	if (kind === "presenter") {
		const name = texts["name"] ?? "";
		return [
			groundLayer({
				...slide,
				layout: "statement"
			}),
			presenterLayer(name, look, job.levels),
			nameLayer(name, texts["role"] ?? "", look, seconds)
		];
	}
	const label = labelLayer(texts["caption"] ?? "", look, seconds);
	if (job.clear) return [label];
	return [image ? pictureLayer(image, seed, seconds, job.width / WIDTH) : groundLayer(slide), label];
}
async function layersOf(job) {
	const look = LOOKS[job.design];
	return [
		...visualLayers(job, look, job.picture === null ? null : await unpack(await readFile(job.picture))),
		...job.overlays.map((overlay) => overlayLayer(overlay, look)),
		captionLayer(job.cues, job.captions, look),
		passageLayer(job, look)
	].filter((layer) => layer !== null);
}
/** Where the texts of a scene stand, in its own times and in units of 1280 x 720. */
function textsOf(job) {
	const look = LOOKS[job.design];
	return [
		...visualLayers({
			...job,
			picture: null
		}, look, null),
		...job.overlays.map((overlay) => overlayLayer(overlay, look)),
		captionLayer(job.cues, job.captions, look)
	].flatMap((layer) => layer?.texts ?? []);
}
function runsOf(layers, frames) {
	const runs = [];
	let before = "";
	for (let frame = 0; frame < frames; frame++) {
		const state = layers.map((layer) => layer.state(frame)).join("|");
		const last = runs.at(-1);
		if (last && state === before) last.length += 1;
		else runs.push({
			frame,
			length: 1
		});
		before = state;
	}
	return runs;
}
function canvasFor({ width, height }) {
	const canvas = createCanvas(width, height);
	const context = canvas.getContext("2d");
	context.scale(width / WIDTH, height / 720);
	const paint = (layers, frame) => {
		context.clearRect(0, 0, WIDTH, 720);
		for (const layer of layers) layer.draw(context, frame);
	};
	return {
		canvas,
		paint
	};
}
async function sceneFrames(job) {
	const layers = await layersOf(job);
	const runs = runsOf(layers, job.frames);
	return {
		runs,
		pictures: function* () {
			const { canvas, paint } = canvasFor(job);
			for (const { frame } of runs) {
				paint(layers, frame);
				const { data } = job.clear ? canvas.getContext("2d").getImageData(0, 0, job.width, job.height) : { data: canvas.data() };
				yield new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
			}
		}
	};
}
/** What a scene looks like once everything of it is there, as a PNG. */
async function sceneStill(job) {
	const { canvas, paint } = canvasFor(job);
	paint(await layersOf(job), Math.max(0, job.frames - Math.ceil(OUT * 30) - 2));
	return packed(canvas);
}
export { sceneStill as n, textsOf as r, sceneFrames as t };

//# sourceMappingURL=scene-DTLnmOEc.js.map