import { createCanvas } from "@napi-rs/canvas";
// service/engines/image/compositor/palette.ts
var PALETTES = [
	{
		ground: "#10233f",
		second: "#1f4b7a",
		accent: "#ffcc33",
		text: "#ffffff",
		outline: "#081325"
	},
	{
		ground: "#b3261e",
		second: "#e2574c",
		accent: "#ffe45c",
		text: "#ffffff",
		outline: "#3b0906"
	},
	{
		ground: "#f3ead7",
		second: "#d9b88a",
		accent: "#d7401f",
		text: "#1c1a17",
		outline: "#ffffff"
	},
	{
		ground: "#0f3d33",
		second: "#1f7a5c",
		accent: "#f6c445",
		text: "#fdfbf2",
		outline: "#06211b"
	},
	{
		ground: "#2b2b2f",
		second: "#55565e",
		accent: "#5fe0ff",
		text: "#ffffff",
		outline: "#101012"
	},
	{
		ground: "#ffd23f",
		second: "#f19b1c",
		accent: "#c81d25",
		text: "#17130a",
		outline: "#ffffff"
	}
];
var hex = (rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
var rgbOf = (color) => [
	Number.parseInt(color.slice(1, 3), 16),
	Number.parseInt(color.slice(3, 5), 16),
	Number.parseInt(color.slice(5, 7), 16)
];
/** 0 to 1, as the eye weighs it. */
var luminance = (color) => {
	const [r, g, b] = rgbOf(color);
	return (.2126 * r + .7152 * g + .0722 * b) / 255;
};
var vividness = (color) => {
	const rgb = rgbOf(color);
	return Math.max(...rgb) - Math.min(...rgb);
};
var mix = (a, b, share) => {
	const [one, two] = [rgbOf(a), rgbOf(b)];
	const at = (index) => one[index] * (1 - share) + two[index] * share;
	return hex([
		at(0),
		at(1),
		at(2)
	]);
};
var SAMPLE = 48;
var KEPT = 6;
/** The most frequent colours of a picture, how bright it is and how far its tones lie apart. */
function styleOf(image) {
	const context = createCanvas(SAMPLE, SAMPLE).getContext("2d");
	context.drawImage(image, 0, 0, SAMPLE, SAMPLE);
	const { data } = context.getImageData(0, 0, SAMPLE, SAMPLE);
	const bins = /* @__PURE__ */ new Map();
	const tones = [];
	for (let at = 0; at < data.length; at += 4) {
		const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
		const key = r >> 5 << 6 | g >> 5 << 3 | b >> 5;
		const bin = bins.get(key) ?? {
			sum: [
				0,
				0,
				0
			],
			count: 0
		};
		bin.sum = [
			bin.sum[0] + r,
			bin.sum[1] + g,
			bin.sum[2] + b
		];
		bin.count += 1;
		bins.set(key, bin);
		tones.push((.2126 * r + .7152 * g + .0722 * b) / 255);
	}
	const colors = [...bins.values()].sort((a, b) => b.count - a.count).slice(0, KEPT).map(({ sum, count }) => hex([
		sum[0] / count,
		sum[1] / count,
		sum[2] / count
	]));
	const brightness = tones.reduce((sum, tone) => sum + tone, 0) / tones.length;
	const spread = tones.reduce((sum, tone) => sum + (tone - brightness) ** 2, 0) / tones.length;
	return {
		colors,
		brightness,
		contrast: Math.min(1, 2 * Math.sqrt(spread))
	};
}
/** Below this a colour is too grey to point at anything. */
var DULL = 90;
/** A palette made of a reference's own colours, legible whatever they are. */
function paletteOf({ colors, brightness }) {
	const dark = brightness < .6;
	const byTone = [...colors].sort((a, b) => luminance(a) - luminance(b));
	const ground = mix((dark ? byTone[0] : byTone.at(-1)) ?? "#202020", dark ? "#000000" : "#ffffff", .35);
	const vivid = [...colors].sort((a, b) => vividness(b) - vividness(a))[0];
	const accent = vivid !== void 0 && vividness(vivid) > DULL ? vivid : "#ffcc33";
	return {
		ground,
		second: mix(ground, accent, .4),
		accent: mix(accent, dark ? "#ffffff" : "#000000", .15),
		text: dark ? "#ffffff" : "#141414",
		outline: dark ? "#0a0a0a" : "#ffffff"
	};
}
function choosePalette(style, random) {
	if (style !== null && style.colors.length > 0) return paletteOf(style);
	return PALETTES[Math.floor(random() * PALETTES.length)];
}
export { styleOf as n, choosePalette as t };

//# sourceMappingURL=palette-COoXXY4B.js.map