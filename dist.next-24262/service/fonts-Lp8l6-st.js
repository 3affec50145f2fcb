import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { GlobalFonts } from "@napi-rs/canvas";
// contract/board-fonts.ts
var latin = ["latin", "latin-ext"];
var cyrillic = [
	...latin,
	"cyrillic",
	"cyrillic-ext"
];
var BOARD_FONT_FACES = {
	impact: {
		family: "sofia-sans-extra-condensed",
		weight: 900,
		subsets: cyrillic
	},
	anton: {
		family: "anton",
		weight: 400,
		subsets: latin
	},
	bebas: {
		family: "bebas-neue",
		weight: 400,
		subsets: latin
	},
	archivo: {
		family: "archivo-black",
		weight: 400,
		subsets: latin
	},
	montserrat: {
		family: "montserrat",
		weight: 900,
		subsets: cyrillic
	},
	oswald: {
		family: "oswald",
		weight: 700,
		subsets: cyrillic
	},
	bangers: {
		family: "bangers",
		weight: 400,
		subsets: latin
	},
	luckiest: {
		family: "luckiest-guy",
		weight: 400,
		subsets: latin
	},
	poppins: {
		family: "poppins",
		weight: 800,
		subsets: latin
	},
	system: {
		family: "inter",
		weight: 700,
		subsets: cyrillic
	}
};
// service/engines/image/fonts.ts
/** Fonts to draw with, from packages that carry them with open licences. Impact itself is not free: its place is taken. */
var { resolve } = createRequire(import.meta.url);
var families = /* @__PURE__ */ new Map();
/** Each subset is a family of its own here: a family list then finds every letter that any of them has. */
function register({ family, subsets, weight }) {
	return subsets.map((subset) => {
		const name = `cutaway-${family}-${weight}-${subset}`;
		const file = resolve(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff2`);
		GlobalFonts.register(readFileSync(file), name);
		return `"${name}"`;
	}).join(", ");
}
/** The `font` of a canvas context. */
function faceFont(face, size) {
	const key = `${face.family} ${face.weight}`;
	let names = families.get(key);
	if (names === void 0) {
		names = register(face);
		families.set(key, names);
	}
	return `${size}px ${names}, "DejaVu Sans", sans-serif`;
}
/** The `font` of a canvas context, for one of the board's ten. */
var canvasFont = (font, size) => faceFont(BOARD_FONT_FACES[font], size);
export { faceFont as n, BOARD_FONT_FACES as r, canvasFont as t };

//# sourceMappingURL=fonts-Lp8l6-st.js.map