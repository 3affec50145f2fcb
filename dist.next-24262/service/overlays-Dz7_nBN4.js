import { r as packed } from "./picture-file-BXM7jjea.js";
import { i as overlayTemplate, r as filledInputs } from "./overlays-hJmdrjXa.js";
import { r as WIDTH, t as LOOKS } from "./design-CLoHfDAt.js";
import { n as faceFont } from "./fonts-Lp8l6-st.js";
import { createCanvas } from "@napi-rs/canvas";
// service/engines/video/draw/layer.ts
/** From 0 to 1 over `seconds`, beginning at `from`; quick at first, as things that arrive. */
function arriving(frame, from, seconds) {
	return 1 - (1 - Math.min(1, Math.max(0, (frame / 30 - from) / seconds))) ** 3;
}
/** From 0 to 1 and evenly. */
var between = (frame, from, seconds) => Math.min(1, Math.max(0, (frame / 30 - from) / seconds));
/** What a state is written with: finer than what is seen. */
var rounded = (value) => value.toFixed(3);
/** A rectangle with round corners, to be filled or clipped. */
function roundRect(context, x, y, width, height, radius) {
	context.beginPath();
	context.roundRect(x, y, width, height, Math.min(radius, width / 2, height / 2));
}
// service/engines/video/draw/text.ts
/** Text in boxes: broken into even lines, made smaller until it fits, cut with an ellipsis where even that is not enough. */
var measuring = null;
var context = () => measuring ??= createCanvas(1, 1).getContext("2d");
var RTL = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** The first strong letter decides, as browsers' `dir="auto"` does. */
var isRtl = (text) => RTL.test(/\p{L}/u.exec(text)?.[0] ?? "");
var words = new Intl.Segmenter(void 0, { granularity: "word" });
var letters = new Intl.Segmenter(void 0, { granularity: "grapheme" });
var UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** What a line may be broken between; white space belongs to what stands before it. */
function pieces(text, fits) {
	return (text.match(/\S+\s*/g) ?? []).flatMap((part) => {
		if (UNSPACED.test(part)) return [...words.segment(part)].map((one) => one.segment);
		return fits(part.trimEnd()) ? [part] : [...letters.segment(part)].map((one) => one.segment);
	});
}
function broken(parts, width, measure) {
	const lines = [];
	let line = "";
	for (const part of parts) {
		if (line !== "" && measure((line + part).trimEnd()) > width) {
			lines.push(line.trimEnd());
			line = "";
		}
		line += part;
	}
	return line.trim() === "" ? lines : [...lines, line.trimEnd()];
}
/** As many lines as the full width needs, and those as even as they come. */
function even(parts, width, measure) {
	const widest = broken(parts, width, measure);
	if (widest.length < 2) return widest;
	let [least, most] = [width * .5, width];
	let best = widest;
	for (let step = 0; step < 6; step++) {
		const middle = (least + most) / 2;
		const lines = broken(parts, middle, measure);
		if (lines.length === widest.length && Math.max(...lines.map(measure)) <= width) [best, most] = [lines, middle];
		else least = middle;
	}
	return best;
}
function cut(lines, most, width, measure) {
	if (lines.length <= most) return [...lines];
	const kept = lines.slice(0, most);
	let last = [...letters.segment(kept.pop() ?? "")].map((one) => one.segment);
	while (last.length > 0 && measure(`${last.join("")}…`) > width) last = last.slice(0, -1);
	return [...kept, `${last.join("").trimEnd()}…`];
}
var SHRINK = .94;
/** Sets the text without drawing it. */
function setText(asked) {
	const { box, face, leastSize = asked.size * .6, lineHeight = 1.22, mostLines = 99, tracking = 0 } = asked;
	const text = asked.text.replace(/\s+/g, " ").trim();
	const ctx = context();
	let lines;
	let size = asked.size;
	const measure = (line) => ctx.measureText(line).width;
	for (;; size = Math.max(leastSize, size * SHRINK)) {
		ctx.font = faceFont(face, size);
		ctx.letterSpacing = `${tracking * size}px`;
		lines = even(pieces(text, (piece) => measure(piece) <= box.width), box.width, measure);
		if (lines.length <= mostLines && lines.length * size * lineHeight <= box.height || size <= leastSize) break;
	}
	const room = Math.max(1, Math.min(mostLines, Math.floor(box.height / (size * lineHeight))));
	lines = cut(lines, room, box.width, measure);
	const widths = lines.map(measure);
	return placed(asked, lines, widths, size, lineHeight);
}
function placed({ box, face, text, align = "start", vertical = "top", tracking = 0 }, lines, widths, size, lineHeight) {
	const rtl = isRtl(text);
	const height = lines.length * size * lineHeight;
	const free = box.height - height;
	const top = box.y + (vertical === "middle" ? free / 2 : vertical === "bottom" ? free : 0);
	const xOf = (width) => {
		if (align === "center") return box.x + (box.width - width) / 2;
		return rtl ? box.x + box.width - width : box.x;
	};
	const set = lines.map((line, index) => {
		const width = widths[index] ?? 0;
		return {
			text: line,
			width,
			x: xOf(width),
			y: top + (index + .5) * size * lineHeight + size * .36
		};
	});
	const widest = Math.max(0, ...widths);
	const bounds = {
		x: Math.min(box.x + box.width, ...set.map(({ x }) => x)),
		y: top,
		width: widest,
		height
	};
	return {
		lines: set,
		size,
		font: faceFont(face, size),
		tracking: tracking * size,
		rtl,
		bounds
	};
}
/** Prepares a context for letters as they were set. */
function withLetters(ctx, set) {
	ctx.font = set.font;
	ctx.letterSpacing = `${set.tracking}px`;
	ctx.direction = set.rtl ? "rtl" : "ltr";
	ctx.textAlign = "left";
	ctx.textBaseline = "alphabetic";
}
function drawText(ctx, set, color) {
	withLetters(ctx, set);
	ctx.fillStyle = color;
	for (const line of set.lines) ctx.fillText(line.text, line.x, line.y);
	ctx.letterSpacing = "0px";
}
// service/engines/video/draw/shapes.ts
var area = (x, y, width, height) => ({
	x,
	y,
	width,
	height
});
function fillArea(context, { x, y, width, height }, colour) {
	context.fillStyle = colour;
	context.fillRect(x, y, width, height);
}
/** 45° lines, as a drawing marks what was cut through. */
function hatch(context, path, colour, gap) {
	context.save();
	context.beginPath();
	path();
	context.clip();
	context.strokeStyle = colour;
	context.lineWidth = gap / 7;
	context.beginPath();
	for (let x = -720; x < WIDTH + 720; x += gap) {
		context.moveTo(x, 720);
		context.lineTo(x + 720, 0);
	}
	context.stroke();
	context.restore();
}
/** A line over whatever lies below it: light on a dark edge. */
function edged(context, colour, width, path) {
	context.lineCap = "round";
	context.lineJoin = "round";
	for (const [one, thick] of [["#0b0d0e", width + 8], [colour, width]]) {
		context.strokeStyle = one;
		context.lineWidth = thick;
		context.beginPath();
		path();
		context.stroke();
	}
}
/** Of headings: close-set, in the middle of their box. */
var headed = (look, size, leastSize, lineHeight) => ({
	face: look.title,
	size,
	leastSize,
	lineHeight,
	vertical: "middle",
	tracking: -.012
});
/** Of what never takes a second line. */
var oneLine = (face, size, leastSize = size * .6) => ({
	face,
	size,
	leastSize,
	mostLines: 1,
	vertical: "middle"
});
/** What a quote begins with, large. */
var quoteMark = (look, size, box) => setText({
	text: "“",
	face: look.figure,
	size,
	lineHeight: 1,
	box
});
// service/engines/video/draw/overlays.ts
/** How each overlay looks. Every one lies on a ground of its own, so that it can be read on any picture. */
var say = (text, asked) => setText({
	...asked,
	text: text ?? ""
});
var whole = area(0, 0, WIDTH, 720);
var across = (value) => Number(value) / 100 * WIDTH;
var down = (value) => Number(value) / 100 * 720;
var within = (value, least, most) => Math.min(most, Math.max(least, value));
var lowerThird = ({ name, role }, look) => {
	const has = role !== "";
	const title = say(name, {
		...oneLine(look.title, 36, 24),
		box: area(128, has ? 434 : 446, 620, 52)
	});
	const line = say(role, {
		...oneLine(look.body, 24, 18),
		box: area(128, 486, 620, 40)
	});
	const at = area(96, 426, Math.max(title.bounds.width, has ? line.bounds.width : 0) + 60 + 8, 112);
	return {
		box: at,
		texts: has ? [title, line] : [title],
		draw: (context, share) => {
			context.beginPath();
			context.rect(at.x, at.y, at.width * share, at.height);
			context.clip();
			fillArea(context, at, look.ground);
			fillArea(context, {
				...at,
				width: 8
			}, look.accent);
			drawText(context, title, look.text);
			if (has) drawText(context, line, look.soft);
		}
	};
};
var callout = ({ text, x, y }, look) => {
	const [px, py] = [within(across(x), 80, WIDTH - 80), within(down(y), 60, 560)];
	const right = px < WIDTH / 2;
	const set = say(text, {
		face: look.strong,
		size: 28,
		leastSize: 20,
		mostLines: 2,
		vertical: "middle",
		box: area(right ? px + 92 : px - 92 - 336, within(py - 100, 60, 560), 336, 84)
	});
	const at = area(set.bounds.x - 22, set.bounds.y - 14, set.bounds.width + 44, set.bounds.height + 28);
	const edge = right ? at.x : at.x + at.width;
	return {
		box: {
			x: Math.min(at.x, px - 12),
			y: Math.min(at.y, py - 12),
			width: Math.max(at.x + at.width, px + 12) - Math.min(at.x, px - 12),
			height: Math.max(at.y + at.height, py + 12) - Math.min(at.y, py - 12)
		},
		texts: [set],
		draw: (context, share) => {
			context.strokeStyle = look.accent;
			context.lineWidth = 4;
			context.beginPath();
			context.moveTo(px, py);
			context.lineTo(px + (edge - px) * share, py + (at.y + at.height / 2 - py) * share);
			context.stroke();
			context.fillStyle = look.accent;
			context.beginPath();
			context.arc(px, py, 11 * share, 0, 2 * Math.PI);
			context.fill();
			context.globalAlpha = share;
			context.fillStyle = look.ground;
			roundRect(context, at.x, at.y, at.width, at.height, 6);
			context.fill();
			drawText(context, set, look.text);
		}
	};
};
var card = (first, second) => (inputs, look) => {
	const middle = { align: "center" };
	const title = say(inputs[first], {
		...headed(look, 74, 36, 1.12),
		...middle,
		mostLines: 3,
		box: area(150, 190, WIDTH - 300, 250)
	});
	const line = say(inputs[second], {
		...oneLine(look.body, 30, 20),
		...middle,
		box: area(150, 478, WIDTH - 300, 48)
	});
	return {
		box: whole,
		texts: inputs[second] === "" ? [title] : [title, line],
		draw: (context, share) => {
			context.globalAlpha = share;
			fillArea(context, whole, look.ground);
			for (const y of [0, 636]) {
				fillArea(context, area(0, y, WIDTH, 84), look.panel);
				hatch(context, () => context.rect(0, y, WIDTH, 84), look.ground, 14);
			}
			fillArea(context, area(WIDTH / 2 - 60 * share, 456, 120 * share, 5), look.accent);
			context.translate(0, (1 - share) * 18);
			drawText(context, title, look.text);
			if (inputs[second] !== "") drawText(context, line, look.soft);
		}
	};
};
var quote = ({ quote: words, source }, look) => {
	const at = area(WIDTH - 560, 84, 464, 440);
	const mark = quoteMark(look, 130, area(at.x + 36, at.y + 18, 120, 130));
	const set = say(words, {
		face: look.body,
		size: 32,
		leastSize: 19,
		lineHeight: 1.32,
		vertical: "middle",
		box: area(at.x + 40, at.y + 92, at.width - 80, 260)
	});
	const by = say(source, {
		...oneLine(look.strong, 21, 16),
		box: area(at.x + 40, at.y + 370, at.width - 80, 40)
	});
	return {
		box: at,
		texts: source === "" ? [set] : [set, by],
		draw: (context, share) => {
			context.globalAlpha = share;
			context.translate((1 - share) * 60, 0);
			fillArea(context, at, look.ground);
			fillArea(context, {
				...at,
				height: 8
			}, look.accent);
			drawText(context, mark, look.accent);
			drawText(context, set, look.text);
			if (source !== "") drawText(context, by, look.soft);
		}
	};
};
var number = ({ number: figure, label }, look) => {
	const at = area(WIDTH - 496, 96, 400, 300);
	const big = say(figure, {
		...oneLine(look.figure, 150, 54),
		lineHeight: 1.05,
		align: "center",
		box: area(at.x + 24, at.y + 24, at.width - 48, 166)
	});
	const small = say(label, {
		...oneLine(look.strong, 25, 18),
		mostLines: 2,
		align: "center",
		box: area(at.x + 30, at.y + 198, at.width - 60, 78)
	});
	return {
		box: at,
		texts: [big, small],
		draw: (context, share) => {
			context.translate(at.x + at.width / 2, at.y + at.height / 2);
			context.scale(.9 + .1 * share, .9 + .1 * share);
			context.translate(-(at.x + at.width / 2), -(at.y + at.height / 2));
			context.globalAlpha = share;
			fillArea(context, at, look.ground);
			fillArea(context, area(at.x + at.width / 2 - 40, at.y + 190, 80, 4), look.accent);
			drawText(context, big, look.accent);
			drawText(context, small, look.text);
		}
	};
};
var TURNS = {
	left: [-1, .35],
	right: [1, .35],
	above: [.35, -1],
	below: [-.35, 1]
};
var arrow = ({ x, y, from = "left" }, look) => {
	const [px, py] = [across(x), down(y)];
	const [dx, dy] = TURNS[from] ?? [-1, .35];
	const length = 190;
	const [sx, sy] = [px + dx * length, py + dy * length];
	return {
		box: area(Math.min(px, sx) - 34, Math.min(py, sy) - 34, Math.abs(px - sx) + 68, Math.abs(py - sy) + 68),
		texts: [],
		draw: (context, share) => {
			const [ex, ey] = [sx + (px - sx) * share, sy + (py - sy) * share];
			const turn = Math.atan2(py - sy, px - sx);
			edged(context, look.spoken, 11, () => {
				context.moveTo(sx, sy);
				context.lineTo(ex, ey);
				for (const side of [-1, 1]) {
					context.moveTo(ex, ey);
					context.lineTo(ex - Math.cos(turn + side * .55) * 44, ey - Math.sin(turn + side * .55) * 44);
				}
			});
		}
	};
};
var circle = ({ x, y, size }, look) => {
	const [px, py] = [across(x), down(y)];
	const radius = Number(size) / 200 * 720 * 1.4;
	return {
		box: area(px - radius - 10, py - radius - 10, 2 * radius + 20, 2 * radius + 20),
		texts: [],
		draw: (context, share) => {
			edged(context, look.spoken, 10, () => context.arc(px, py, radius, -2.2, -2.2 + share * 2 * Math.PI));
		}
	};
};
var progress = ({ label }, look) => {
	const at = area(96, 40, WIDTH - 192, 12);
	const set = say(label, {
		...oneLine(look.strong, 21),
		box: area(112, 58, 500, 40)
	});
	const has = label !== "";
	return {
		box: has ? area(96, 40, WIDTH - 192, 60) : at,
		texts: has ? [set] : [],
		moves: true,
		draw: (context, share, along) => {
			context.globalAlpha = share;
			fillArea(context, area(at.x - 4, at.y - 4, at.width + 8, at.height + 8), look.ground);
			fillArea(context, at, look.panel);
			fillArea(context, {
				...at,
				width: at.width * along
			}, look.accent);
			if (!has) return;
			fillArea(context, area(at.x - 4, 56, set.bounds.width + 36, 44), look.ground);
			drawText(context, set, look.text);
		}
	};
};
var MAKES = {
	lower_third: lowerThird,
	callout,
	title_card: card("title", "subtitle"),
	quote,
	number,
	arrow,
	circle,
	progress,
	end_card: card("title", "next")
};
var IN = .4;
var OUT = .3;
function drawingOf({ template, inputs }, look) {
	const found = overlayTemplate(template);
	return found ? MAKES[found.id](filledInputs(found, inputs), look) : null;
}
/** What an overlay covers, in units of 1280 x 720. */
var overlayBox = (overlay, look) => drawingOf(overlay, look)?.box ?? area(0, 0, 0, 0);
/** An overlay with times of the scene, which it may begin before and end after; null for a template that is not known. */
function overlayLayer(overlay, look) {
	const { id, start, end, inputs } = overlay;
	const drawing = drawingOf(overlay, look);
	if (!drawing) return null;
	const share = (frame) => {
		const at = frame / 30;
		return at < start || at >= end ? 0 : Math.min(arriving(frame, start, IN), 1 - between(frame, end - OUT, OUT));
	};
	const along = (frame) => between(frame, start, end - start);
	const words = Object.values(inputs);
	return {
		texts: drawing.texts.map((set, index) => ({
			what: "overlay",
			id,
			text: words[index] ?? "",
			...set.bounds,
			start: start + IN,
			end: end - OUT
		})),
		state: (frame) => {
			const now = share(frame);
			if (now === 0) return "";
			return drawing.moves ? `${rounded(now)} ${frame}` : rounded(now);
		},
		draw: (context, frame) => {
			const now = share(frame);
			if (now === 0) return;
			context.save();
			drawing.draw(context, now, along(frame));
			context.restore();
		}
	};
}
var PREVIEW = {
	width: 640,
	height: 360
};
/** What a template looks like, with its examples, as a PNG of 640 x 360. */
async function overlayPreview(template) {
	const canvas = createCanvas(PREVIEW.width, PREVIEW.height);
	const context = canvas.getContext("2d");
	context.scale(PREVIEW.width / WIDTH, PREVIEW.height / 720);
	const look = LOOKS.screening;
	fillArea(context, whole, "#8d979a");
	hatch(context, () => context.rect(0, 0, WIDTH, 720), "#848e91", 28);
	const inputs = Object.fromEntries(template.input_fields.map(({ key, example }) => [key, example]));
	drawingOf({
		template: template.id,
		inputs
	}, look)?.draw(context, 1, .6);
	return packed(canvas);
}
export { rounded as _, fillArea as a, oneLine as c, isRtl as d, setText as f, roundRect as g, between as h, area as i, quoteMark as l, arriving as m, overlayLayer as n, hatch as o, withLetters as p, overlayPreview as r, headed as s, overlayBox as t, drawText as u };

//# sourceMappingURL=overlays-Dz7_nBN4.js.map