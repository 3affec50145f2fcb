// service/engines/video/draw/design.ts
var WIDTH = 1280;
/** What players and screens may cut off at each edge (EBU R 95: 5 % graphics safe area). */
var SAFE = .05;
var latin = ["latin", "latin-ext"];
var wide = [
	...latin,
	"cyrillic",
	"cyrillic-ext",
	"greek"
];
var inter = (weight) => ({
	family: "inter",
	weight,
	subsets: wide
});
var BODY = inter(400);
var STRONG = inter(600);
var LOOKS = {
	screening: {
		ground: "#16191c",
		panel: "#252a2e",
		text: "#f3f1ec",
		soft: "#aab0b3",
		accent: "#f16935",
		spoken: "#ff8a5c",
		onAccent: "#180804",
		title: inter(700),
		body: BODY,
		strong: STRONG,
		figure: {
			family: "oswald",
			weight: 600,
			subsets: latin
		}
	},
	drawing: {
		ground: "#f1efe9",
		panel: "#dfdcd3",
		text: "#17191a",
		soft: "#585d5f",
		accent: "#c53a0c",
		spoken: "#ff8a5c",
		onAccent: "#ffffff",
		title: {
			family: "oswald",
			weight: 600,
			subsets: latin
		},
		body: BODY,
		strong: STRONG,
		figure: {
			family: "oswald",
			weight: 600,
			subsets: latin
		}
	},
	signal: {
		ground: "#133c63",
		panel: "#0e2d4b",
		text: "#ffffff",
		soft: "#bfd2e4",
		accent: "#ffc845",
		spoken: "#ffc845",
		onAccent: "#1c1400",
		title: {
			family: "poppins",
			weight: 700,
			subsets: latin
		},
		body: BODY,
		strong: STRONG,
		figure: {
			family: "poppins",
			weight: 700,
			subsets: latin
		}
	}
};
export { SAFE as n, WIDTH as r, LOOKS as t };

//# sourceMappingURL=design-CLoHfDAt.js.map