import { n as throwIfCancelled } from "./text-engine-C2bugqmd.js";
import { a as replaceInVoice, i as readTraits, l as splitSentences, o as inCaseOf, s as phrasePattern, t as avoidTest } from "./traits-Bii3BIXI.js";
import { t as countWords } from "./words-C0egbaPQ.js";
import { n as spokenTag } from "./language-tag-JIfrqnAA.js";
import { n as seedFrom, r as shuffled, t as randomFrom } from "./random-C2CtqkIs.js";
import { setImmediate } from "node:timers/promises";
// markdown/voice/contractions.ts
var NOT = {
	"do not": "don't",
	"does not": "doesn't",
	"did not": "didn't",
	"is not": "isn't",
	"are not": "aren't",
	"was not": "wasn't",
	"were not": "weren't",
	cannot: "can't",
	"can not": "can't",
	"could not": "couldn't",
	"would not": "wouldn't",
	"should not": "shouldn't",
	"will not": "won't",
	"has not": "hasn't",
	"have not": "haven't",
	"had not": "hadn't"
};
var NEGATIONS = new RegExp(`\\b(${Object.keys(NOT).join("|")})\\b(?!['’])`, "gi");
var BE = /\b(I am|you are|we are|they are|he is|she is|it is|that is|there is|here is)(?= [\p{L}\p{N}])/giu;
var WILL = /\b(I|you|we|they|he|she|it|that|there) will(?= (?!not\b)\p{Ll})/giu;
var HAVE = /\b(I|you|we|they) have(?= (?:been|had|done|seen|made|got|gone|become|never|always|already|just|\p{Ll}{3,}ed)\b)/giu;
var HAS = /\b(he|she|it|that|there) has(?= (?:been|had|done|seen|made|got|gone|become|never|always|already|just)\b)/giu;
var LET_US = /(?<=^|[.!?]\s)Let us(?= (?!know\b|in\b|out\b|go\b|help\b|hear\b|have\b)\p{Ll})/gu;
/** After these a verb carries weight ("how big it is now", "what they are"): nothing is contracted there. */
var WEIGHTY = /\b(?:how|what|where|who|which|than|as|whatever|whoever|wherever|why|when|is|are|not|if)\b[^.,;:!?]*$/i;
function contract(text, pattern, make) {
	let count = 0;
	return {
		text: text.replace(pattern, (found, ...rest) => {
			const offset = rest.find((r) => typeof r === "number") ?? 0;
			if (found.length > 3 && found === found.toUpperCase() && found !== found.toLowerCase() || /\b(?!I\b)[A-Z]{2,}\b/.test(found)) return found;
			if (pattern !== NEGATIONS && pattern !== LET_US && WEIGHTY.test(text.slice(Math.max(0, Number(offset) - 40), Number(offset)))) return found;
			count += 1;
			return make(found);
		}),
		count
	};
}
/** English contractions, where nobody would stress the word. */
function contractions(text) {
	let count = 0;
	let out = text;
	const run = (pattern, make) => {
		const done = contract(out, pattern, make);
		out = done.text;
		count += done.count;
	};
	run(NEGATIONS, (f) => inCaseOf(f, NOT[f.toLowerCase()] ?? f));
	run(BE, (f) => f.replace(/ (?:a(?=m)|a(?=re)|i(?=s))(m|re|s)$/i, "'$1"));
	run(WILL, (f) => f.replace(/ will$/i, "'ll"));
	run(HAVE, (f) => f.replace(/ have$/i, "'ve"));
	run(HAS, (f) => f.replace(/ has$/i, "'s"));
	run(LET_US, () => "Let's");
	return {
		text: out,
		count
	};
}
/** Contractions with one long form. */
var LONG = {
	...Object.fromEntries(Object.entries(NOT).map(([long, short]) => [short, long])),
	"can't": "cannot",
	"i'm": "I am",
	"you're": "you are",
	"we're": "we are",
	"they're": "they are",
	"i've": "I have",
	"you've": "you have",
	"we've": "we have",
	"they've": "they have",
	"i'll": "I will",
	"you'll": "you will",
	"we'll": "we will",
	"they'll": "they will",
	"let's": "let us"
};
var SHORT = new RegExp(`\\b(${Object.keys(LONG).join("|").replaceAll("'", "['’]")})\\b`, "gi");
/** "It's" is "it is" unless what follows makes it "it has". */
var IS = /\b(it|that|there|here|what|who|where|he|she)['’]s(?= (?!(?:been|got|had|gone|become|made|seen|done|\p{L}+ed)\b)[\p{L}\p{N}])/giu;
/** English long forms, for a voice that does not contract. */
function longForms(text) {
	let count = 0;
	return {
		text: text.replace(SHORT, (found) => {
			const long = LONG[found.toLowerCase().replace("’", "'")];
			if (long === void 0) return found;
			count += 1;
			return long.startsWith("I ") ? long : inCaseOf(found, long);
		}).replace(IS, (_, word) => {
			count += 1;
			return `${word} is`;
		}),
		count
	};
}
var SPOKEN_RULES = {
	en: {
		words: [
			[/\bin order to\b/gi, "to"],
			[/\butili[sz]e\b/gi, "use"],
			[/\butili[sz]es\b/gi, "uses"],
			[/\butili[sz]ed\b/gi, "used"],
			[/\butili[sz]ing\b/gi, "using"],
			[/\bdue to the fact that\b/gi, "because"],
			[/\bprior to\b/gi, "before"],
			[/\bsubsequent to\b/gi, "after"],
			[/\bapproximately\b/gi, "about"],
			[/\bnumerous\b/gi, "many"],
			[/\bdemonstrates that\b/gi, "shows that"],
			[/\bdemonstrated that\b/gi, "showed that"],
			[/\bin the event that\b/gi, "if"],
			[/\bat this point in time\b/gi, "right now"],
			[/\bwith regard to\b/gi, "about"],
			[/\ba large number of\b/gi, "a lot of"],
			[/(?<=^|[.!?]\s)However, /g, "But "],
			[/(?<=^|[.!?]\s)Therefore, /g, "So "],
			[/(?<=^|[.!?]\s)Consequently, /g, "So "],
			[/(?<=^|[.!?]\s)Thus, /g, "So "],
			[/(?<=^|[.!?]\s)(?:Furthermore|Moreover), /g, "And "],
			[/(?<=^|[.!?]\s)(?:Additionally|In addition), /g, "Also, "],
			[/(?<=^|[.!?]\s)Nevertheless, /g, "Still, "],
			[/(?<=^|[.!?]\s)In conclusion, /g, "So, "],
			[/(?<=^|[.!?]\s)Subsequently, /g, "After that, "]
		],
		joint: new RegExp(`(?:, |; )(and|but|so|yet) (?=(?:I|you|we|they|it|he|she|this|that|these|those|there)\\b)|; `, "u"),
		subordinate: /^(?:if|when|whenever|because|although|though|while|since|as|after|before|unless|until|once|whether|even|given|where|wherever)\b/i,
		plainFirst: /^(?:The|This|That|These|Those|It|We|You|They|There|A|An|In|On|At|If|When|Here|What|How|Why|My|Your|Our|One|Some|Most|Many|Every|All|For|From|With|By)\b/
	},
	de: {
		words: [
			[/\bjedoch\b/g, "aber"],
			[/\blediglich\b/g, "nur"],
			[/\baufgrund der Tatsache, dass\b/gi, "weil"],
			[/\bzum gegenwärtigen Zeitpunkt\b/gi, "im Moment"],
			[/\bzum jetzigen Zeitpunkt\b/gi, "im Moment"],
			[/\bhierbei\b/g, "dabei"],
			[/\bsodann\b/g, "dann"],
			[/(?<=^|[.!?]\s)Darüber hinaus (?=\p{Ll})/gu, "Außerdem "],
			[/(?<=^|[.!?]\s)Folglich (?=\p{Ll})/gu, "Also "]
		],
		joint: /(?:, |; )(und|aber|doch|denn) (?=(?:ich|du|wir|ihr|sie|es|er|das|dies|man|dann)\b)|; /u,
		subordinate: /^(?:wenn|falls|weil|obwohl|während|da|als|nachdem|bevor|sobald|ob|damit|sofern|solange)\b/i,
		plainFirst: /^(?:Der|Die|Das|Ein|Eine|Es|Wir|Du|Man|Hier|Da|Dann|In|Auf|Bei|Mit|Viele|Manche|Alle)\b/
	},
	es: {
		words: [
			[/\bcon el fin de\b/gi, "para"],
			[/\bdebido al hecho de que\b/gi, "porque"],
			[/\bcon anterioridad a\b/gi, "antes de"],
			[/\ben la actualidad\b/gi, "hoy"],
			[/(?<=^|[.!?]\s)Sin embargo, /g, "Pero "],
			[/(?<=^|[.!?]\s)No obstante, /g, "Pero "],
			[/(?<=^|[.!?]\s)Por consiguiente, /g, "Así que "],
			[/(?<=^|[.!?]\s)Por lo tanto, /g, "Así que "]
		],
		joint: /(?:, |; )(y|pero|así que) (?=(?:yo|tú|nosotros|ellos|ellas|él|ella|esto|eso|esta|este|hay)\b)|; /u,
		subordinate: /^(?:si|cuando|porque|aunque|mientras|como|después|antes|hasta|desde|donde|dado|puesto)\b/i,
		plainFirst: /^(?:El|La|Los|Las|Un|Una|Esto|Eso|Hay|En|Con|Para|Por|Es|Muchos|Algunos)\b/
	},
	fr: {
		words: [
			[/\bafin de\b/gi, "pour"],
			[/\ben raison du fait que\b/gi, "parce que"],
			[/\bà l[’']heure actuelle\b/gi, "en ce moment"],
			[/\bpréalablement à\b/gi, "avant"],
			[/(?<=^|[.!?]\s)Cependant, /g, "Mais "],
			[/(?<=^|[.!?]\s)Toutefois, /g, "Mais "],
			[/(?<=^|[.!?]\s)Par conséquent, /g, "Donc "],
			[/(?<=^|[.!?]\s)De plus, /g, "Et "]
		],
		joint: /(?:, | ?; )(et|mais|donc) (?=(?:je|tu|il|elle|on|nous|vous|ils|elles|ce|cela|ça)\b)| ?; /u,
		subordinate: /^(?:si|quand|lorsque|parce|bien|alors|comme|après|avant|depuis|tandis|pendant|puisque|dès)\b/i,
		plainFirst: /^(?:Le|La|Les|Un|Une|Des|Ce|Cette|Il|On|Nous|Dans|Sur|Avec|Pour|Par)\b/
	}
};
// markdown/voice/split-sentence.ts
var SHORTEST_PART = 5;
/**
* A long sentence in two where both parts stand on their own: before a joint such as ", and they". The first part comes
* without its full stop, the second as it goes on. Null where there is no safe joint.
*/
function splitSentence(sentence, rules) {
	let from = 0;
	for (;;) {
		const found = rules.joint.exec(sentence.slice(from));
		if (found === null) return null;
		const at = from + found.index;
		const first = sentence.slice(0, at);
		const rest = `${found[1] === void 0 ? "" : `${found[1]} `}${sentence.slice(at + found[0].length)}`;
		const opened = (first.match(/[([]/g) ?? []).length === (first.match(/[)\]]/g) ?? []).length;
		const emphasis = (first.match(/[*_]/g) ?? []).length % 2 === 0;
		const startOfRest = rest.split(/\s+/).slice(0, 8).join(" ");
		const depends = rules.subordinate.test(first) || /,/.test(startOfRest);
		const long = countWords(first) >= SHORTEST_PART && countWords(rest) >= SHORTEST_PART;
		if (opened && emphasis && !depends && long && /^\p{L}/u.test(rest)) return [first, rest];
		from = at + found[0].length;
	}
}
// markdown/voice/shorten.ts
var upperFirst = (text) => text.charAt(0).toUpperCase() + text.slice(1);
/** Sentences above `longest` words end earlier where they have a safe joint; `splits` says how many did. */
function shorten(text, tag, longest) {
	if (countWords(text) <= longest) return {
		text,
		splits: 0
	};
	let splits = 0;
	const out = splitSentences(text, tag).flatMap((sentence) => {
		const parts = [];
		let rest = sentence;
		while (countWords(rest) > longest) {
			const split = splitSentence(rest, SPOKEN_RULES[tag]);
			if (split === null) break;
			parts.push(`${split[0]}.`);
			rest = upperFirst(split[1]);
			splits += 1;
		}
		return [...parts, rest];
	});
	return {
		text: splits === 0 ? text : out.join(" "),
		splits
	};
}
// service/engines/text/composer/humanize/blocks.ts
var HEADING = /^\s{0,3}#{1,6}(\s|$)/;
var FENCE = /^\s{0,3}(`{3,}|~{3,})/;
var KEPT = /^(\s{0,3}>|\s{0,3}<|\s*\||\s{0,3}\[[^\]]+\]:|\s*\\?\[cue\b|\s{0,3}([-*_]\s*){3,}$|\s{0,3}=+\s*$|( {4}|\t)(?!\s*[-*+\d]))/i;
var FRONT = /^(\s*(?:[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,9}[.)]\s+)?)(.*?)(\s*)$/su;
/** Lines of prose stay lines; everything that is structure, code, a quote, a table, HTML, a definition or a cue is kept. */
function cutBlocks(markdown) {
	const out = [];
	const lines = markdown.split("\n");
	let fence = null;
	lines.forEach((line, i) => {
		const end = i < lines.length - 1 ? "\n" : "";
		const mark = FENCE.exec(line)?.[1];
		const inFence = fence !== null;
		if (fence === null && mark !== void 0) fence = mark;
		else if (fence !== null && mark !== void 0 && mark.startsWith(fence) && line.trim() === mark) fence = null;
		const isSetextTitle = /^\s{0,3}(=+|-+)\s*$/.test(lines[i + 1] ?? "") && line.trim() !== "" && (lines[i + 1] ?? "").trim() !== "";
		if (inFence || mark !== void 0 || line.trim() === "" || HEADING.test(line) || KEPT.test(line) || isSetextTitle) {
			out.push({
				prose: false,
				text: line + end
			});
			return;
		}
		const [, front = "", text = "", back = ""] = FRONT.exec(line) ?? [
			"",
			"",
			line,
			""
		];
		if (front !== "") out.push({
			prose: false,
			text: front
		});
		out.push({
			prose: true,
			text
		});
		if (back + end !== "") out.push({
			prose: false,
			text: back + end
		});
	});
	return out;
}
/** Inside prose: code, links, images, addresses, tags, quoted words, cues and escapes stay as they are. */
var SPANS = /(`+)[\s\S]*?\1|!?\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])|\[[^\]]*\]|<[^>\s][^>]*>|\b(?:https?:\/\/|www\.)\S+|\S+@\S+\.\S+|“[^”]*”|„[^“”]*[“”]|«[^»]*»|"[^"]*"|\\./gu;
/** Applies `change` to the free parts of a line only, with the protected spans standing as one placeholder character each. */
function withProtected(text, change) {
	const kept = [];
	if (/[\ue000-\uf8ff]/.test(text)) return text;
	const masked = text.replace(SPANS, (span) => {
		if (kept.length >= 6e3) return span;
		kept.push(span);
		return String.fromCharCode(57344 + kept.length - 1);
	});
	if (kept.length >= 6e3) return text;
	return change(masked).replace(/[\ue000-\uf8ff]/g, (c) => kept[c.charCodeAt(0) - 57344] ?? c);
}
// service/engines/text/composer/humanize/humanize.ts
/** Sentences above this many words are split where they have a safe joint, unless the voice names another length. */
var LONG_SENTENCE = 20;
/** A starter word of the voice opens every so many paragraphs. */
var STARTER_EVERY = 4;
var BREATHE_EVERY = 200;
function replaceCounted(text, pattern, to, onHit) {
	return text.replace(pattern, (found) => {
		onHit();
		return /^[A-Z]/.test(to) ? to : inCaseOf(found, to);
	});
}
function speakable(free, tag, voice, tally) {
	let out = free;
	for (const { from, to } of voice.replacements) out = replaceCounted(out, phrasePattern(from), to, () => tally.replaced += 1);
	if (tag === null) return out;
	const rules = SPOKEN_RULES[tag];
	for (const [pattern, to] of rules.words) out = replaceCounted(out, pattern, to, () => tally.spoken += 1);
	if (tag === "en") {
		const avoids = voice.contractions === "avoid";
		const done = avoids ? longForms(out) : contractions(out);
		out = done.text;
		if (avoids) tally.lengthened += done.count;
		else tally.contracted += done.count;
	}
	const { text, splits } = shorten(out, tag, voice.longestSentence ?? LONG_SENTENCE);
	tally.split += splits;
	return text;
}
function start(text, index, rules, voice, tally) {
	if (voice.starters.length === 0 || index % STARTER_EVERY !== 2 || !rules.plainFirst.test(text) || countWords(text) < 5) return text;
	const starter = voice.starters[Math.floor(index / STARTER_EVERY) % voice.starters.length] ?? "";
	if (phrasePattern(starter, "iu").test(text.slice(0, starter.length + 1))) return text;
	tally.started += 1;
	return `${starter}, ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}
function some(count, one, many) {
	return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
}
function notesOf(tally, voice) {
	const done = [
		...some(tally.contracted, "contraction", "contractions"),
		...some(tally.lengthened, "contraction written out", "contractions written out"),
		...some(tally.split, "long sentence split", "long sentences split"),
		...some(tally.spoken, "written turn made spoken", "written turns made spoken"),
		...some(tally.replaced, "replacement from the voice", "replacements from the voice"),
		...some(tally.started, "starter word added", "starter words added")
	];
	const notes = [done.length === 0 ? "Nothing needed changing." : `Changed: ${done.join(", ")}. Headings, links, code, numbers and quotes are as they were.`];
	if (tally.avoided > 0) notes.push(`${tally.avoided} passages use words that ${voice.name === "" ? "the voice" : voice.name} avoids and that cannot be replaced safely: look for ${voice.avoid.slice(0, 5).map((a) => `“${a}”`).join(", ")}.`);
	return notes;
}
/** Makes a script speakable, paragraph by paragraph; yields now and then so that the caller can breathe. */
function* humanizeBlocks(markdown, tag, voice) {
	const blocks = cutBlocks(markdown);
	const total = blocks.filter((b) => b.prose).length;
	const tally = {
		contracted: 0,
		lengthened: 0,
		split: 0,
		replaced: 0,
		spoken: 0,
		started: 0,
		avoided: 0
	};
	const avoided = avoidTest(voice);
	const out = [];
	let done = 0;
	for (const block of blocks) {
		if (!block.prose) {
			out.push(block.text);
			continue;
		}
		if (done % BREATHE_EVERY === 0) yield {
			done,
			total
		};
		let text = withProtected(block.text, (free) => speakable(free, tag, voice, tally));
		const isParagraph = out.length === 0 || out.at(-1)?.endsWith("\n") === true;
		if (tag !== null && isParagraph) text = start(text, done, SPOKEN_RULES[tag], voice, tally);
		if (avoided(text)) tally.avoided += 1;
		out.push(text);
		done += 1;
	}
	return {
		markdown: out.join(""),
		notes: notesOf(tally, voice)
	};
}
// service/engines/text/composer/ideas.ts
/** Ideas without a model: patterns that have carried many films, laid over the material at hand. */
var first = (text) => text.charAt(0).toUpperCase() + text.slice(1);
var PATTERNS = [
	{
		title: (t) => `${first(t)}: the honest sum`,
		angle: "One figure decides it, and every step to it is shown.",
		picture: "A receipt, one line circled"
	},
	{
		title: (t) => `A week with nothing but ${t}`,
		angle: "A rule, seven days, and what gave way first.",
		picture: "Seven small frames, the last one empty"
	},
	{
		title: (t) => `Who still needs ${t}?`,
		angle: "Three people who would miss it, and one who would not.",
		picture: "A face half turned away"
	},
	{
		title: (t) => `${first(t)}, from the beginning`,
		angle: "The first one ever, and the mistake that stayed in all later ones.",
		picture: "An old drawing beside the thing itself"
	},
	{
		title: (t) => `What ${t} gets wrong`,
		angle: "A fault everybody lives with, and the one place that mended it.",
		picture: "A crack, seen close"
	},
	{
		title: (t) => `The last word on ${t}`,
		angle: "An argument as old as the thing, settled by a measurement.",
		picture: "Two halves of a frame that disagree"
	},
	{
		title: (t) => `${first(t)} for a hundred years`,
		angle: "What changed, what did not, told by one object.",
		picture: "The same place twice, a century apart"
	},
	{
		title: (t) => `One day behind ${t}`,
		angle: "From four in the morning on, with those nobody sees.",
		picture: "A lit window in the dark"
	},
	{
		title: (t) => `Why ${t} came back`,
		angle: "It was given up; the reason it returned is not the one that is told.",
		picture: "An empty place, and the same place full"
	},
	{
		title: (t) => `The map of ${t}`,
		angle: "Every case on one sheet, and the hole in the middle.",
		picture: "A map with one place left white"
	},
	{
		title: (t) => `${first(t)} without the myth`,
		angle: "Three things everybody says, checked one by one.",
		picture: "Three boxes, two crossed out"
	},
	{
		title: (t) => `The smallest part of ${t}`,
		angle: "A cheap part, and all that stands still without it.",
		picture: "A hand holding something tiny"
	}
];
var OPEN = [{
	title: "",
	topic: "the everyday",
	angle: ""
}];
/** What a video is about, in as few words as there are. */
var topicOf = ({ topic, title }) => (topic.trim() === "" ? title : topic).trim().slice(0, 80);
function composeIdeas(brief, { signal }) {
	throwIfCancelled(signal);
	const { count, topic, known, material } = brief;
	const from = topic === "" ? material.length > 0 ? material : OPEN : [{
		title: "",
		topic,
		angle: ""
	}];
	const topics = [...new Set(from.map(topicOf))];
	const taken = new Set(known.map((title) => title.toLowerCase()));
	const made = [];
	for (let i = 0; i < PATTERNS.length * topics.length && made.length < count; i++) {
		const about = topics[i % topics.length] ?? "";
		const pattern = PATTERNS[(i + Math.floor(i / PATTERNS.length)) % PATTERNS.length];
		const title = pattern?.title(about).slice(0, 255) ?? "";
		if (!pattern || taken.has(title.toLowerCase())) continue;
		taken.add(title.toLowerCase());
		made.push({
			title,
			topic: about,
			angle: pattern.angle,
			thumbnail_concept: pattern.picture
		});
	}
	return Promise.resolve(made);
}
// service/engines/text/composer/packs/de.ts
var s$3 = (heading, role, weight = 1) => ({
	heading,
	role,
	weight
});
var de = {
	tag: "de",
	words: "Wörter",
	quote: ["„", "“"],
	outline: {
		length: "Länge",
		audience: "Publikum",
		voice: "Stimme",
		does: "tut",
		avoids: "meidet",
		request: "Gewünscht",
		sources: "Quellen, bitte selbst prüfen",
		minutes: "Minuten gesprochen",
		promptIntro: "Sag hier"
	},
	kinds: {
		explainer: {
			open: [s$3("Einstieg", "opening", .6), s$3("Worum es geht", "context", .8)],
			middle: [
				s$3("Wie es anfängt", "point"),
				s$3("Was da passiert", "point"),
				s$3("Genauer hingesehen", "example"),
				s$3("Warum es so ist", "point"),
				s$3("Was oft falsch verstanden wird", "objection"),
				s$3("Was sich ändert", "point"),
				s$3("Ein Beispiel", "example"),
				s$3("Wen es betrifft", "point"),
				s$3("Was es kostet", "point"),
				s$3("Der Wendepunkt", "point"),
				s$3("Die andere Seite", "objection"),
				s$3("Was noch offen ist", "objection"),
				s$3("Was die Quellen sagen", "point"),
				s$3("Was daraus folgt", "point"),
				s$3("Was du mitnehmen kannst", "point"),
				s$3("Wie es weitergeht", "point")
			],
			more: "Vertiefung, Teil {n}",
			close: [s$3("Zusammenfassung und Abschied", "closing", .6)]
		},
		tutorial: {
			open: [s$3("Was am Ende herauskommt", "opening", .6), s$3("Was du brauchst", "context", .7)],
			middle: [
				s$3("Schritt 1", "point"),
				s$3("Schritt 2", "point"),
				s$3("Schritt 3", "point"),
				s$3("Wo es oft hakt", "objection", .8),
				s$3("Schritt 4", "point"),
				s$3("Schritt 5", "point"),
				s$3("Prüfen, ob es stimmt", "example", .8),
				s$3("Schritt 6", "point")
			],
			more: "Weiterführend, Teil {n}",
			close: [s$3("Das Ergebnis, und wie es weitergeht", "closing", .6)]
		},
		documentary: {
			open: [s$3("Einstieg", "opening", .6), s$3("Der Schauplatz", "context")],
			middle: [
				s$3("Wie es anfängt", "point"),
				s$3("Die Menschen darin", "example"),
				s$3("Die erste Wendung", "point"),
				s$3("Was auf dem Spiel stand", "point"),
				s$3("Was schiefging", "point"),
				s$3("Der Wendepunkt", "point"),
				s$3("Die andere Seite", "objection"),
				s$3("Was danach kam", "point"),
				s$3("Was bleibt", "example")
			],
			more: "Kapitel {n}",
			close: [s$3("Schlussbild", "closing", .6)]
		},
		news: {
			open: [s$3("Die Schlagzeile", "opening", .6)],
			middle: [
				s$3("Was passiert ist", "point"),
				s$3("Was bestätigt ist", "point"),
				s$3("Der Hintergrund", "context"),
				s$3("Wer was sagt", "example"),
				s$3("Was umstritten ist", "objection"),
				s$3("Was es bedeutet", "point")
			],
			more: "Mehr dazu, Teil {n}",
			close: [s$3("Verabschiedung", "closing", .5)]
		},
		interview: {
			open: [s$3("Begrüßung", "opening", .5), s$3("Der Gast", "context", .7)],
			middle: [
				s$3("Wie es anfing", "point"),
				s$3("Die Arbeit", "point"),
				s$3("Eine Geschichte", "example"),
				s$3("Die schwierige Frage", "objection"),
				s$3("Was sich geändert hat", "point"),
				s$3("Rat", "point")
			],
			more: "Nachgefragt, Teil {n}",
			close: [s$3("Dank und Abschied", "closing", .5)]
		},
		compilation: {
			open: [s$3("Vorgeschmack", "opening", .5)],
			middle: [
				s$3("Ausschnitt 1", "point"),
				s$3("Ausschnitt 2", "point"),
				s$3("Ausschnitt 3", "point")
			],
			more: "Ausschnitt {n}",
			close: [s$3("Das Beste zum Schluss", "closing", .7)]
		},
		list: {
			open: [s$3("Warum diese Liste", "opening", .6)],
			middle: [
				s$3("Nummer 1", "point"),
				s$3("Nummer 2", "point"),
				s$3("Nummer 3", "point")
			],
			more: "Nummer {n}",
			close: [s$3("Die ganze Liste noch einmal", "closing", .6)]
		}
	},
	kindWords: {
		tutorial: /\b(tutorial|anleitung|schritt für schritt|so geht)/i,
		documentary: /\b(doku|dokumentation|die geschichte de[rs])/i,
		news: /\b(nachrichten|news|meldung)/i,
		interview: /\b(interview|gespräch mit|podcast)\b/i,
		compilation: /\b(zusammenschnitt|best of|highlights)\b/i,
		list: /\b(liste|top[ -]?\d+|\d+ (?:dinge|tipps|gründe|fehler|fakten|ideen))\b/i
	},
	roleWords: {
		opening: /(hook|einstieg|intro|einleitung|begrüßung|teaser)/i,
		context: /(hintergrund|kontext|ausgangslage|problem|was du brauchst)/i,
		example: /(beispiel|geschichte|fall|demo)/i,
		objection: /(einwand|irrtum|fehler|andere seite|mythos)/i,
		recap: /(zusammenfassung|fazit|rückblick)/i,
		closing: /(schluss|ende|abschied|aufruf|outro|cta)/i
	},
	instruction: /^(?:bitte\s+)?(?:sag|sage|zeig|zeige|erzähl|erzähle|erklär|erkläre|beschreib|beschreibe|nenn|nenne|stell|stelle|frag|frage|nutze|beginne|beginn|vergleiche|erwähne|schließ|schließe|verwende|vermeide|lade|fass|fasse|starte)\b/i,
	topicFrames: [
		"Darum geht es heute: {x}.",
		"Das ist unser Thema: {x}.",
		"In diesem Video geht es um eine Sache: {x}."
	],
	angleFrames: ["Und das ist der Blickwinkel: {x}.", "So schauen wir darauf: {x}."],
	pointFrames: [
		"Hier geht es um diesen Punkt: {x}.",
		"Als Nächstes kommt das hier: {x}.",
		"Dazu gehört auch: {x}.",
		"Noch etwas gehört hierher: {x}.",
		"Schauen wir uns das an: {x}.",
		"Das bringt uns hierhin: {x}."
	],
	sectionLeads: [
		"Kommen wir zum nächsten Teil: {s}.",
		"Damit sind wir hier: {s}.",
		"Jetzt geht es um das hier: {s}.",
		"Weiter geht es: {s}.",
		"Und nun das: {s}.",
		"Der nächste Halt: {s}.",
		"Ein Stück weiter: {s}.",
		"Schlagen wir die nächste Seite auf: {s}.",
		"Das nächste Kapitel: {s}.",
		"Wir sind noch nicht fertig: {s}.",
		"Von hier an geht es um eine Sache: {s}.",
		"Bleib dabei, denn jetzt kommt das: {s}."
	],
	greetings: [
		"Fangen wir mittendrin an.",
		"Kommen wir gleich zur Sache.",
		"Fangen wir mit dem an, weshalb du hier bist."
	],
	connectives: {
		any: [
			"Behalte das kurz im Kopf.",
			"Das ist nur ein Teil davon.",
			"Bleiben wir einen Moment dabei.",
			"Das wird gleich noch wichtig.",
			"Lass das kurz wirken.",
			"Und da ist noch mehr.",
			"Darauf kommen wir zurück.",
			"Denk einen Moment darüber nach.",
			"Das übersieht man leicht.",
			"Merk dir das.",
			"Und dabei bleibt es nicht.",
			"Gehen wir einen Schritt weiter.",
			"So weit, so gut.",
			"Schauen wir genauer hin.",
			"Das ist der Teil, auf den es ankommt.",
			"Hier lohnt es sich, langsamer zu werden.",
			"Es gibt einen Grund, das zu erwähnen.",
			"Machen wir von dort aus weiter.",
			"Und genau da wird es spannend.",
			"Das gehört dazu.",
			"Lass uns das nicht übergehen.",
			"Das ist ein weiteres Stück vom Bild."
		],
		i: [
			"Ich möchte kurz dabei bleiben.",
			"Ich komme darauf zurück.",
			"Ich sage es ganz offen.",
			"Ich möchte, dass du dir das vorstellst."
		],
		we: [
			"Wir brauchen das später noch.",
			"Wir kommen der Sache näher.",
			"Wir nehmen es Stück für Stück.",
			"Wir haben jetzt ein Teil mehr."
		]
	},
	closers: [
		"Fassen wir zusammen.",
		"Schauen wir zurück auf das, was wir haben.",
		"Damit kommen wir zum Schluss.",
		"Was bleibt also davon?"
	],
	farewells: [
		"Danke, dass du bis hierhin dabei warst.",
		"Das war es für heute.",
		"Nimm eine Sache davon mit.",
		"Und jetzt bist du dran."
	],
	frames: [
		"Sag hier, {a}.",
		"Erzähl an dieser Stelle, {a}.",
		"Erklär in eigenen Worten, {a}.",
		"Zeig kurz, {a}.",
		"Bevor du weitergehst, sag, {a}.",
		"Mach deutlich, {a}.",
		"Beschreib genau, {a}.",
		"Zeig an einem eigenen Beispiel, {a}.",
		"Sag ganz schlicht, {a}.",
		"Nimm dir einen Satz dafür, {a}.",
		"Schau in die Kamera und sag, {a}.",
		"Ergänze, {a}."
	],
	pairFrames: [
		"Sag hier, {a}, und dann, {b}.",
		"Erzähl zuerst, {a}, und danach, {b}.",
		"Erklär, {a}, bevor du sagst, {b}.",
		"Zeig, {a}, und gleich darauf, {b}.",
		"Fang damit an, {a}, und hör damit auf, {b}.",
		"Mach deutlich, {a}, und lass nicht weg, {b}.",
		"Frag laut, {a}, und sag dann, {b}."
	],
	pointedFrames: [
		"Zu „{x}“: sag, {a}.",
		"Bevor du „{x}“ verlässt, erzähl, {a}.",
		"Bleib bei „{x}“ und erklär, {a}.",
		"Komm auf „{x}“ zurück und sag, {a}."
	],
	aspects: [
		"warum dir das wichtig ist",
		"wo dir das zum ersten Mal begegnet ist",
		"was du selbst gesehen hast",
		"was dich am meisten überrascht hat",
		"wie du es einem Freund erklären würdest",
		"was man sich dabei vorstellen soll",
		"was jemand wissen muss, der neu dazukommt",
		"welche Einzelheit du auf jeden Fall behalten würdest",
		"was sich dadurch für dein Publikum ändert",
		"was die meisten übersehen",
		"woher du das weißt",
		"woher die Information stammt",
		"was sicher ist",
		"was unsicher ist",
		"was kurz davor passiert ist",
		"was gleich danach passiert ist",
		"wen es betrifft",
		"wer widersprechen würde",
		"was man dafür braucht",
		"wie lange es dauert",
		"was es kostet",
		"was am häufigsten schiefgeht",
		"was du heute anders machen würdest",
		"was du daraus gelernt hast",
		"welchen Fehler du selbst gemacht hast",
		"wie es aus der Nähe aussieht",
		"woran es dich erinnert",
		"womit du es vergleichen würdest",
		"wie es Schritt für Schritt geht",
		"was zuerst kommt",
		"was zuletzt kommt",
		"was daran leicht ist",
		"was daran schwer ist",
		"was hilft, wenn es hakt",
		"welches Wort eine Erklärung braucht",
		"welche Zahl hierher gehört, mit Quelle",
		"welches Bild hierher gehört",
		"was früher anders war",
		"was gleich geblieben ist",
		"welche Frage noch offen ist",
		"was dafür spricht",
		"was dagegen spricht",
		"wie du dich entschieden hast",
		"was in Erinnerung bleiben soll",
		"wohin das führt",
		"was das mit dem Teil davor verbindet"
	],
	roleAspects: {
		opening: [
			"was man von diesem Video hat",
			"mit welchem Moment die Geschichte anfängt",
			"welche Frage der Titel stellt",
			"was auf dem Spiel steht"
		],
		context: [
			"was man wissen muss, bevor der Rest Sinn ergibt",
			"wie es vorher war",
			"wer beteiligt ist",
			"wo und wann das spielt"
		],
		point: [
			"was hier genau passiert",
			"warum das so ist",
			"wie eins zum anderen führt",
			"welche Belege es gibt"
		],
		step: [
			"was hier der Reihe nach zu tun ist",
			"wie es aussieht, wenn es stimmt",
			"woran man merkt, dass etwas nicht stimmt",
			"was zu tun ist, wenn es nicht klappt",
			"was du dafür benutzt und was stattdessen geht",
			"wie lange dieser Teil dauert"
		],
		example: [
			"welcher Fall das am besten zeigt",
			"was in dem Fall passiert ist, den du am besten kennst",
			"wer dabei war",
			"wie es ausging"
		],
		objection: [
			"was das stärkste Argument dagegen ist",
			"was du dem stärksten Zweifel entgegnest",
			"welcher Teil des Zweifels stimmt",
			"wo dein eigenes Wissen endet"
		],
		recap: [
			"welche drei Dinge bleiben",
			"wie die Teile zusammenhängen",
			"was die Antwort auf den Titel ist"
		],
		closing: [
			"was die Antwort auf den Titel ist",
			"was man jetzt tun kann",
			"welche Frage du in den Kommentaren lesen willst",
			"was im nächsten Video kommt"
		]
	},
	patternFrames: {
		hook: ["Ein Einstieg in dieser Stimme: {x}."],
		cta: ["Ein Schluss in dieser Stimme: {x}."],
		story: ["So erzählt diese Stimme: {x}."],
		explain: ["So erklärt diese Stimme: {x}."]
	},
	cues: [
		"Titel im Bild: {s}",
		"Bilder zu {s}",
		"Du vor der Kamera: {s}",
		"Nahaufnahme zu {s}"
	]
};
// service/engines/text/composer/packs/en-kinds.ts
var s$2 = (heading, role, weight = 1) => ({
	heading,
	role,
	weight
});
// service/engines/text/composer/packs/en.ts
var en = {
	tag: "en",
	words: "words",
	quote: ["“", "”"],
	outline: {
		length: "Length",
		audience: "Audience",
		voice: "Voice",
		does: "does",
		avoids: "avoids",
		request: "Asked for",
		sources: "Sources to check yourself",
		minutes: "minutes spoken",
		promptIntro: "Say here"
	},
	kinds: {
		explainer: {
			open: [s$2("Cold open", "opening", .6), s$2("What this is about", "context", .8)],
			middle: [
				s$2("How it begins", "point"),
				s$2("What is going on", "point"),
				s$2("A closer look", "example"),
				s$2("Why it happens", "point"),
				s$2("What people get wrong", "objection"),
				s$2("What changes", "point"),
				s$2("What it looks like up close", "example"),
				s$2("Who it touches", "point"),
				s$2("What it costs", "point"),
				s$2("The turning point", "point"),
				s$2("The other side", "objection"),
				s$2("What is still open", "objection"),
				s$2("What the sources say", "point"),
				s$2("What follows from it", "point"),
				s$2("One more example", "example"),
				s$2("The hard part", "point"),
				s$2("What you can take from it", "point"),
				s$2("What comes next", "point")
			],
			more: "Deeper, part {n}",
			close: [s$2("Recap and goodbye", "closing", .6)]
		},
		tutorial: {
			open: [s$2("What you will make", "opening", .6), s$2("What you need", "context", .7)],
			middle: [
				s$2("Step 1", "point"),
				s$2("Step 2", "point"),
				s$2("Step 3", "point"),
				s$2("Where it usually goes wrong", "objection", .8),
				s$2("Step 4", "point"),
				s$2("Step 5", "point"),
				s$2("Checking your work", "example", .8),
				s$2("Step 6", "point"),
				s$2("Step 7", "point"),
				s$2("A faster way", "example"),
				s$2("Step 8", "point"),
				s$2("Step 9", "point")
			],
			more: "Going further, part {n}",
			close: [s$2("The result, and what next", "closing", .6)]
		},
		documentary: {
			open: [s$2("Cold open", "opening", .6), s$2("The setting", "context")],
			middle: [
				s$2("How it begins", "point"),
				s$2("The people in it", "example"),
				s$2("The first turn", "point"),
				s$2("What was at stake", "point"),
				s$2("What went wrong", "point"),
				s$2("A witness", "example"),
				s$2("The turning point", "point"),
				s$2("The other side", "objection"),
				s$2("What followed", "point"),
				s$2("What remains", "example"),
				s$2("What we still do not know", "objection"),
				s$2("Looking back", "point")
			],
			more: "Chapter {n}",
			close: [s$2("Closing image", "closing", .6)]
		},
		news: {
			open: [s$2("The headline", "opening", .6)],
			middle: [
				s$2("What happened", "point"),
				s$2("What is confirmed", "point"),
				s$2("The background", "context"),
				s$2("Who says what", "example"),
				s$2("What is disputed", "objection"),
				s$2("What it means", "point"),
				s$2("What is not known yet", "objection"),
				s$2("What to watch", "point")
			],
			more: "More on this, part {n}",
			close: [s$2("Sign-off", "closing", .5)]
		},
		interview: {
			open: [s$2("Welcome", "opening", .5), s$2("Introducing the guest", "context", .7)],
			middle: [
				s$2("How it started", "point"),
				s$2("The work itself", "point"),
				s$2("A story", "example"),
				s$2("The hard question", "objection"),
				s$2("What changed", "point"),
				s$2("Advice", "point"),
				s$2("Quick questions", "example", .7),
				s$2("What comes next", "point")
			],
			more: "Follow-up, part {n}",
			close: [s$2("Thanks and goodbye", "closing", .5)]
		},
		compilation: {
			open: [s$2("Teaser", "opening", .5)],
			middle: [
				s$2("Clip 1", "point"),
				s$2("Clip 2", "point"),
				s$2("Clip 3", "point"),
				s$2("Clip 4", "point"),
				s$2("Clip 5", "point"),
				s$2("Clip 6", "point")
			],
			more: "Clip {n}",
			close: [s$2("The best one, and goodbye", "closing", .7)]
		},
		list: {
			open: [s$2("Why this list", "opening", .6)],
			middle: [
				s$2("Number 1", "point"),
				s$2("Number 2", "point"),
				s$2("Number 3", "point"),
				s$2("Number 4", "point"),
				s$2("Number 5", "point")
			],
			more: "Number {n}",
			close: [s$2("The whole list again", "closing", .6)]
		}
	},
	kindWords: {
		tutorial: /\b(tutorial|how[- ]to|step[- ]by[- ]step|guide|walkthrough|lesson)\b/i,
		documentary: /\b(documentary|docu|the (?:true )?story of|history of)\b/i,
		news: /\b(news|breaking|report|update of the week|this week in)\b/i,
		interview: /\b(interview|q ?& ?a|conversation with|podcast)\b/i,
		compilation: /\b(compilation|best of|highlights|clips|montage)\b/i,
		list: /\b(list(?:icle)?|top[ -]?\d+|\d+ (?:things|ways|tips|reasons|mistakes|facts|tools|ideas))\b/i
	},
	roleWords: {
		opening: /\b(hook|cold open|intro|introduction|opening|teaser|welcome|headline)\b/i,
		context: /\b(context|background|setting|setup|premise|problem|what you need)\b/i,
		example: /\b(example|case|story|demo|demonstration|anecdote|proof)\b/i,
		objection: /\b(objection|counter|myth|mistake|pitfall|other side|dispute|wrong)s?\b/i,
		recap: /\b(recap|summary|takeaways?|key points)\b/i,
		closing: /\b(cta|call to action|outro|closing|conclusion|goodbye|sign[- ]off|end screen|thanks)\b/i
	},
	instruction: /^(?:please\s+)?(?:say|show|tell|explain|describe|talk|mention|introduce|open|ask|use|start|end|cover|give|list|compare|define|remind|invite|point|name|include|avoid|keep|make|add|focus|discuss|highlight|present|state|set|close|begin|finish|walk|write|don't|do not|never|always|be|build|create|grab|hook|recap|summari[sz]e|thank|mix|tease|check|stay|quote|film|cut to|answer)\b/i,
	topicFrames: [
		"Here's what this video is about: {x}.",
		"Let's put the subject on the table: {x}.",
		"One subject for the next few minutes: {x}."
	],
	angleFrames: [
		"And here's the angle: {x}.",
		"Here's the way we'll look at it: {x}.",
		"The view we take is this one: {x}."
	],
	pointFrames: [
		"The point here is this one: {x}.",
		"Next on the list: {x}.",
		"Here's the part to look at: {x}.",
		"Then there is this: {x}.",
		"Now for another piece of it: {x}.",
		"One more thing belongs here: {x}.",
		"Let's look at this: {x}.",
		"Which brings us to this: {x}.",
		"This also belongs to it: {x}.",
		"Let's take this one by itself: {x}."
	],
	sectionLeads: [
		"Let's get to the next part: {s}.",
		"Which brings us here: {s}.",
		"So here's the next stop: {s}.",
		"Now for this: {s}.",
		"Time for the next piece: {s}.",
		"From here, it's about one thing: {s}.",
		"Next up: {s}.",
		"Let's turn the page: {s}.",
		"And that takes us further: {s}.",
		"Here's where we go now: {s}.",
		"Ready for the next one: {s}.",
		"There's another part to this: {s}.",
		"Let's keep going: {s}.",
		"On to this: {s}.",
		"We're not done yet: {s}.",
		"Stay with me for the next one: {s}.",
		"One step further: {s}.",
		"The next part has its own name: {s}.",
		"Let's open the next chapter: {s}.",
		"And now this: {s}."
	],
	greetings: [
		"Let's start right in the middle.",
		"Let's begin with what you came for.",
		"Let's get straight to it.",
		"Stay for a moment, because this one is worth your time."
	],
	connectives: {
		any: [
			"Keep that in mind for a moment.",
			"Hold on to that thought.",
			"And that's only one part of it.",
			"Let's stay with that for a second.",
			"That matters for what comes next.",
			"Let that sink in for a moment.",
			"That's worth saying slowly.",
			"And there's more to it.",
			"We'll come back to that.",
			"Put that next to what you've heard so far.",
			"Think about that one.",
			"It's easy to miss that.",
			"Remember that one.",
			"And it doesn't stop there.",
			"Let's take it one step further.",
			"So far, so good.",
			"Let's look closer.",
			"That's the part to remember.",
			"It's a small thing, but keep it in view.",
			"Let's slow down here.",
			"There's a reason to bring this up.",
			"Watch how this fits with the rest.",
			"Now ask yourself what that means.",
			"Let's go on from there.",
			"Take a second with that.",
			"That's where it gets interesting.",
			"Let's not rush past that.",
			"Follow that thread a little longer.",
			"That's one more piece of the picture.",
			"Set that aside for now.",
			"There's a link to what came before.",
			"Let's add to that."
		],
		i: [
			"I want to stay with that for a second.",
			"I'll come back to that.",
			"I'd like you to remember that one.",
			"I keep coming back to this.",
			"I'll say it plainly.",
			"I want you to picture that.",
			"Let me add to that.",
			"I find that worth a second look."
		],
		we: [
			"We'll stay with that for a second.",
			"We'll need that later.",
			"We can build on that.",
			"We're getting closer to it.",
			"We'll take it piece by piece.",
			"We should keep that one.",
			"We now have one more piece of it.",
			"We'll see how that fits in."
		]
	},
	closers: [
		"Let's bring it all together.",
		"Let's look back at what we have.",
		"That brings us to the end of it.",
		"So what's left of all this?"
	],
	farewells: [
		"Thank you for watching to the end.",
		"That's where we stop for today.",
		"Thanks for staying with this one.",
		"Take one thing from this with you.",
		"And now it is your turn."
	],
	frames: [
		"Say here {a}.",
		"Tell the viewer {a}.",
		"In your own words, explain {a}.",
		"Take a moment to say {a}.",
		"Before you move on, say {a}.",
		"Pause here and explain {a}.",
		"Give one clear sentence on {a}.",
		"Use an example of your own to explain {a}.",
		"Say plainly {a}.",
		"Remind the viewer {a}.",
		"Say in two sentences {a}.",
		"Look into the camera and say {a}.",
		"Be specific about {a}.",
		"Add a sentence on {a}.",
		"Make clear {a}.",
		"Let people hear {a}.",
		"Say in simple words {a}.",
		"Talk about {a}."
	],
	pairFrames: [
		"Say here {a}, and then {b}.",
		"First tell the viewer {a}, then {b}.",
		"Explain {a} before you get to {b}.",
		"Say {a}, and right after that {b}.",
		"Say {a}, and do not leave out {b}.",
		"Make clear {a}, then take a sentence for {b}.",
		"Talk about {a}, and set it next to {b}.",
		"Say in a few sentences of your own {a}, and add {b}.",
		"Keep it short on {a}, and take more time for {b}."
	],
	pointedFrames: [
		"On “{x}”: say {a}.",
		"With “{x}” in mind, explain {a}.",
		"Before you leave “{x}”, tell the viewer {a}.",
		"For “{x}”, say {a}.",
		"Come back to “{x}” and say {a}.",
		"Stay with “{x}” long enough to explain {a}.",
		"While “{x}” is still fresh, add {a}.",
		"Tie “{x}” to the title and say {a}."
	],
	aspects: [
		"why this matters to you",
		"where you first came across this",
		"what you saw with your own eyes",
		"what surprised you most",
		"how you would explain it to a friend",
		"what people should picture",
		"what somebody new to this needs to know",
		"which detail you would keep if you could keep only one",
		"what this changes for people like your audience",
		"what most people overlook",
		"what it feels like to be there",
		"how you know this",
		"where the information comes from",
		"what you are sure of",
		"what you are not sure of",
		"what happened just before",
		"what happened right after",
		"who is affected by it",
		"who would disagree and why",
		"what it takes to do this",
		"how long it takes",
		"what it costs",
		"what goes wrong most often",
		"what you would do differently today",
		"what you learned from it",
		"which mistake you made yourself",
		"what it looks like from close up",
		"what it looks like from far away",
		"what it reminds you of",
		"what you would compare it with",
		"how it works step by step",
		"what comes first",
		"what comes last",
		"which part is easy",
		"which part is hard",
		"where people give up and what helps then",
		"what anyone can try at home",
		"what you would ask an expert",
		"which word needs explaining and what it means",
		"which number belongs here and where it comes from",
		"which picture belongs here",
		"what was different in the past",
		"what could be different soon",
		"what stays the same",
		"what would prove you wrong",
		"how you would test it",
		"which story you tell about this most often",
		"who told you about it",
		"what you promised at the start",
		"how this answers the title",
		"which question is still open",
		"what you leave out on purpose and why",
		"which doubt may come up now and how you answer it",
		"which choice has to be made here",
		"what speaks for it and what against it",
		"which place this is about",
		"what a beginner would try first",
		"what a professional would try first",
		"what you want people to remember",
		"where this leads",
		"what connects this to the part before",
		"what makes this part different from the last one",
		"what you would put on the screen here",
		"which sentence sums it up"
	],
	roleAspects: {
		opening: [
			"what people will get from this video",
			"which moment this story starts with",
			"what question the title raises",
			"why somebody should stay for the next minute",
			"what is at stake",
			"which picture opens the video"
		],
		context: [
			"what people need to know before the rest makes sense",
			"how things stood before",
			"who is involved",
			"where and when this takes place",
			"why you are the one telling it",
			"what has been tried so far"
		],
		point: [
			"what exactly happens here",
			"why that is so",
			"how one thing leads to the next",
			"what follows from it",
			"what the evidence is"
		],
		step: [
			"what to do here, in order",
			"what it should look like when it is right",
			"how you notice that something is off",
			"what to do when it does not work",
			"what you use for this and what works instead",
			"how long this part takes",
			"which mistake is easy to make here"
		],
		example: [
			"which case shows this best",
			"what happened in the case you know best",
			"who was there when it happened",
			"what you noticed that others missed",
			"how it ended",
			"what is typical about it"
		],
		objection: [
			"what the strongest argument against this is",
			"what you say to the strongest doubt",
			"which part of the doubt is fair",
			"where your own knowledge ends",
			"which mistake people make here"
		],
		recap: [
			"which three things to remember",
			"how the parts fit together",
			"what the answer to the title is",
			"what to do with all this"
		],
		closing: [
			"what the answer to the title is",
			"what people can do now",
			"which question you want answered in the comments",
			"what comes in the next video",
			"what you would like people to share"
		]
	},
	patternFrames: {
		hook: ["Open the way this voice does: {x}.", "A hook in this voice: {x}."],
		cta: ["Ask for it the way this voice does: {x}.", "An ending in this voice: {x}."],
		story: ["Tell it the way this voice tells stories: {x}."],
		explain: ["Explain it the way this voice does: {x}."]
	},
	cues: [
		"Title on screen: {s}",
		"Pictures for {s}",
		"You, to camera: {s}",
		"Close-up for {s}"
	]
};
// service/engines/text/composer/packs/es.ts
var s$1 = (heading, role, weight = 1) => ({
	heading,
	role,
	weight
});
var es = {
	tag: "es",
	words: "palabras",
	quote: ["«", "»"],
	outline: {
		length: "Duración",
		audience: "Público",
		voice: "Voz",
		does: "hace",
		avoids: "evita",
		request: "Pedido",
		sources: "Fuentes que debes comprobar",
		minutes: "minutos hablados",
		promptIntro: "Di aquí"
	},
	kinds: {
		explainer: {
			open: [s$1("Arranque", "opening", .6), s$1("De qué se trata", "context", .8)],
			middle: [
				s$1("Cómo empieza", "point"),
				s$1("Qué está pasando", "point"),
				s$1("Visto de cerca", "example"),
				s$1("Por qué ocurre", "point"),
				s$1("Lo que se suele entender mal", "objection"),
				s$1("Qué cambia", "point"),
				s$1("Un ejemplo", "example"),
				s$1("A quién afecta", "point"),
				s$1("Qué cuesta", "point"),
				s$1("El punto de giro", "point"),
				s$1("El otro lado", "objection"),
				s$1("Lo que sigue abierto", "objection"),
				s$1("Qué dicen las fuentes", "point"),
				s$1("Qué se deduce", "point"),
				s$1("Qué viene después", "point")
			],
			more: "Más a fondo, parte {n}",
			close: [s$1("Resumen y despedida", "closing", .6)]
		},
		tutorial: {
			open: [s$1("Lo que vas a conseguir", "opening", .6), s$1("Lo que necesitas", "context", .7)],
			middle: [
				s$1("Paso 1", "point"),
				s$1("Paso 2", "point"),
				s$1("Paso 3", "point"),
				s$1("Donde suele fallar", "objection", .8),
				s$1("Paso 4", "point"),
				s$1("Paso 5", "point"),
				s$1("Comprobar el resultado", "example", .8)
			],
			more: "Un paso más, parte {n}",
			close: [s$1("El resultado y lo que sigue", "closing", .6)]
		},
		documentary: {
			open: [s$1("Arranque", "opening", .6), s$1("El escenario", "context")],
			middle: [
				s$1("Cómo empieza", "point"),
				s$1("Las personas", "example"),
				s$1("El primer giro", "point"),
				s$1("Lo que estaba en juego", "point"),
				s$1("Lo que salió mal", "point"),
				s$1("El otro lado", "objection"),
				s$1("Lo que vino después", "point"),
				s$1("Lo que queda", "example")
			],
			more: "Capítulo {n}",
			close: [s$1("Imagen final", "closing", .6)]
		},
		news: {
			open: [s$1("El titular", "opening", .6)],
			middle: [
				s$1("Qué ha pasado", "point"),
				s$1("Qué está confirmado", "point"),
				s$1("El contexto", "context"),
				s$1("Quién dice qué", "example"),
				s$1("Qué se discute", "objection"),
				s$1("Qué significa", "point")
			],
			more: "Más sobre esto, parte {n}",
			close: [s$1("Despedida", "closing", .5)]
		},
		interview: {
			open: [s$1("Bienvenida", "opening", .5), s$1("El invitado", "context", .7)],
			middle: [
				s$1("Cómo empezó", "point"),
				s$1("El trabajo", "point"),
				s$1("Una historia", "example"),
				s$1("La pregunta difícil", "objection"),
				s$1("Qué cambió", "point"),
				s$1("Consejos", "point")
			],
			more: "Repregunta, parte {n}",
			close: [s$1("Gracias y despedida", "closing", .5)]
		},
		compilation: {
			open: [s$1("Avance", "opening", .5)],
			middle: [
				s$1("Clip 1", "point"),
				s$1("Clip 2", "point"),
				s$1("Clip 3", "point")
			],
			more: "Clip {n}",
			close: [s$1("El mejor, y despedida", "closing", .7)]
		},
		list: {
			open: [s$1("Por qué esta lista", "opening", .6)],
			middle: [
				s$1("Número 1", "point"),
				s$1("Número 2", "point"),
				s$1("Número 3", "point")
			],
			more: "Número {n}",
			close: [s$1("La lista completa", "closing", .6)]
		}
	},
	kindWords: {
		tutorial: /(tutorial|paso a paso|guía|cómo hacer)/i,
		documentary: /(documental|la historia de)/i,
		news: /(noticias|actualidad|informativo)/i,
		interview: /(entrevista|conversación con|podcast)/i,
		compilation: /(recopilación|lo mejor de|momentos)/i,
		list: /(\blista\b|\btop[ -]?\d+|\d+ (?:cosas|consejos|razones|errores|datos|ideas))/i
	},
	roleWords: {
		opening: /(gancho|arranque|intro|introducción|apertura|bienvenida)/i,
		context: /(contexto|antecedentes|problema|lo que necesitas)/i,
		example: /(ejemplo|historia|caso|demo)/i,
		objection: /(objeción|mito|error|otro lado)/i,
		recap: /(resumen|repaso)/i,
		closing: /(cierre|despedida|final|llamada a la acción|conclusión|cta)/i
	},
	instruction: /^(?:por favor,?\s+)?(?:di|dile|muestra|cuenta|explica|describe|habla|menciona|presenta|abre|pregunta|usa|empieza|termina|compara|define|recuerda|invita|incluye|evita|añade|resume|cierra)\b/i,
	topicFrames: [
		"De esto va este vídeo: {x}.",
		"Este es el tema: {x}.",
		"Pongamos el tema sobre la mesa: {x}."
	],
	angleFrames: ["Y este es el enfoque: {x}.", "Así lo vamos a mirar: {x}."],
	pointFrames: [
		"El punto aquí es este: {x}.",
		"Ahora toca esto: {x}.",
		"Esto también forma parte: {x}.",
		"Hay algo más que va aquí: {x}.",
		"Veamos esto: {x}.",
		"Y eso nos lleva aquí: {x}."
	],
	sectionLeads: [
		"Vamos con la siguiente parte: {s}.",
		"Eso nos trae hasta aquí: {s}.",
		"Ahora toca esto: {s}.",
		"Sigamos: {s}.",
		"Y ahora esto: {s}.",
		"La siguiente parada: {s}.",
		"Un paso más: {s}.",
		"Pasemos la página: {s}.",
		"El siguiente capítulo: {s}.",
		"Todavía no hemos terminado: {s}.",
		"Desde aquí se trata de una cosa: {s}.",
		"Quédate, porque ahora viene esto: {s}."
	],
	greetings: [
		"Empecemos por el medio.",
		"Vamos directos al asunto.",
		"Empecemos por lo que has venido a buscar."
	],
	connectives: {
		any: [
			"Quédate con eso un momento.",
			"Y eso es solo una parte.",
			"Sigamos ahí un segundo.",
			"Eso importa para lo que viene.",
			"Deja que eso cale.",
			"Y hay más.",
			"Volveremos a eso.",
			"Piénsalo un momento.",
			"Es fácil pasarlo por alto.",
			"Recuérdalo.",
			"Y la cosa no acaba ahí.",
			"Demos un paso más.",
			"Hasta aquí, bien.",
			"Miremos más de cerca.",
			"Esa es la parte que cuenta.",
			"Vayamos más despacio aquí.",
			"Hay un motivo para mencionarlo.",
			"Sigamos desde ahí.",
			"Y ahí es donde se pone interesante.",
			"Eso va con lo anterior.",
			"No lo dejemos pasar.",
			"Es una pieza más del cuadro."
		],
		i: [
			"Quiero quedarme ahí un segundo.",
			"Luego vuelvo a eso.",
			"Lo digo sin rodeos.",
			"Quiero que te lo imagines."
		],
		we: [
			"Lo vamos a necesitar más tarde.",
			"Nos vamos acercando.",
			"Vamos pieza por pieza.",
			"Ya tenemos una pieza más."
		]
	},
	closers: [
		"Juntemos todas las piezas.",
		"Miremos atrás un momento.",
		"Con esto llegamos al final.",
		"¿Qué queda de todo esto?"
	],
	farewells: [
		"Gracias por llegar hasta el final.",
		"Aquí lo dejamos por hoy.",
		"Llévate una cosa de todo esto.",
		"Y ahora te toca a ti."
	],
	frames: [
		"Di aquí {a}.",
		"Cuenta en este punto {a}.",
		"Explica con tus palabras {a}.",
		"Muestra un momento {a}.",
		"Antes de seguir, di {a}.",
		"Deja claro {a}.",
		"Describe con detalle {a}.",
		"Usa un ejemplo tuyo para mostrar {a}.",
		"Di con sencillez {a}.",
		"Dedica una frase a decir {a}.",
		"Mira a la cámara y di {a}.",
		"Añade {a}."
	],
	pairFrames: [
		"Di aquí {a}, y después {b}.",
		"Primero cuenta {a}, y luego {b}.",
		"Explica {a} antes de decir {b}.",
		"Muestra {a}, y enseguida {b}.",
		"Empieza por decir {a} y termina con {b}.",
		"Deja claro {a}, y no te dejes {b}.",
		"Pregunta en voz alta {a}, y di después {b}."
	],
	pointedFrames: [
		"Sobre «{x}»: di {a}.",
		"Antes de dejar «{x}», cuenta {a}.",
		"Sigue con «{x}» y explica {a}.",
		"Vuelve a «{x}» y di {a}."
	],
	aspects: [
		"por qué te importa esto",
		"dónde lo viste por primera vez",
		"qué viste con tus propios ojos",
		"qué te sorprendió más",
		"cómo se lo explicarías a un amigo",
		"qué debe imaginar quien te ve",
		"qué necesita saber alguien nuevo en el tema",
		"qué detalle guardarías si solo pudieras guardar uno",
		"qué cambia esto para tu público",
		"qué se le escapa a la mayoría",
		"cómo lo sabes",
		"de dónde viene la información",
		"de qué tienes certeza",
		"de qué no tienes certeza",
		"qué pasó justo antes",
		"qué pasó justo después",
		"a quién afecta",
		"quién no estaría de acuerdo",
		"qué hace falta para hacerlo",
		"cuánto tiempo lleva",
		"cuánto cuesta",
		"qué falla más a menudo",
		"qué harías hoy de otra manera",
		"qué aprendiste",
		"qué error cometiste tú",
		"cómo se ve de cerca",
		"a qué te recuerda",
		"con qué lo compararías",
		"cómo funciona, paso a paso",
		"qué viene primero",
		"qué viene al final",
		"qué parte es fácil",
		"qué parte es difícil",
		"qué ayuda cuando algo se atasca",
		"qué palabra hay que explicar",
		"qué cifra va aquí, con su fuente",
		"qué imagen va aquí",
		"qué era distinto antes",
		"qué sigue igual",
		"qué pregunta sigue abierta",
		"qué hay a favor",
		"qué hay en contra",
		"cómo lo decidiste",
		"qué quieres que se recuerde",
		"adónde lleva esto",
		"qué une esto con la parte anterior"
	],
	roleAspects: {
		opening: [
			"qué se lleva quien vea este vídeo",
			"con qué momento empieza la historia",
			"qué pregunta plantea el título",
			"qué está en juego"
		],
		context: [
			"qué hay que saber para entender el resto",
			"cómo era antes",
			"quién interviene",
			"dónde y cuándo ocurre"
		],
		point: [
			"qué pasa aquí exactamente",
			"por qué es así",
			"cómo una cosa lleva a la otra",
			"qué pruebas hay"
		],
		step: [
			"qué hay que hacer aquí, en orden",
			"cómo se ve cuando está bien",
			"cómo se nota que algo va mal",
			"qué hacer cuando no funciona",
			"qué usas para esto y qué sirve en su lugar",
			"cuánto dura esta parte"
		],
		example: [
			"qué caso lo muestra mejor",
			"qué pasó en el caso que mejor conoces",
			"quién estaba allí",
			"cómo terminó"
		],
		objection: [
			"cuál es el mejor argumento en contra",
			"qué respondes a la duda más fuerte",
			"qué parte de la duda es justa",
			"hasta dónde llega lo que sabes"
		],
		recap: [
			"qué tres cosas hay que recordar",
			"cómo encajan las partes",
			"cuál es la respuesta al título"
		],
		closing: [
			"cuál es la respuesta al título",
			"qué se puede hacer ahora",
			"qué pregunta quieres leer en los comentarios",
			"qué viene en el próximo vídeo"
		]
	},
	patternFrames: {
		hook: ["Un arranque con esta voz: {x}."],
		cta: ["Un cierre con esta voz: {x}."],
		story: ["Así cuenta esta voz: {x}."],
		explain: ["Así explica esta voz: {x}."]
	},
	cues: [
		"Título en pantalla: {s}",
		"Imágenes para {s}",
		"Tú, a cámara: {s}",
		"Primer plano para {s}"
	]
};
// service/engines/text/composer/packs/fr.ts
var s = (heading, role, weight = 1) => ({
	heading,
	role,
	weight
});
// service/engines/text/composer/language.ts
var PACKS = {
	en,
	de,
	es,
	fr: {
		tag: "fr",
		words: "mots",
		quote: ["« ", " »"],
		outline: {
			length: "Longueur",
			audience: "Public",
			voice: "Voix",
			does: "fait",
			avoids: "évite",
			request: "Demande",
			sources: "Sources à vérifier vous-même",
			minutes: "minutes parlées",
			promptIntro: "Dis ici"
		},
		kinds: {
			explainer: {
				open: [s("Accroche", "opening", .6), s("De quoi il s’agit", "context", .8)],
				middle: [
					s("Comment ça commence", "point"),
					s("Ce qui se passe", "point"),
					s("Vu de près", "example"),
					s("Pourquoi", "point"),
					s("Ce qu’on comprend souvent mal", "objection"),
					s("Ce qui change", "point"),
					s("Un exemple", "example"),
					s("Qui est concerné", "point"),
					s("Ce que ça coûte", "point"),
					s("Le tournant", "point"),
					s("L’autre côté", "objection"),
					s("Ce qui reste ouvert", "objection"),
					s("Ce que disent les sources", "point"),
					s("Ce qui en découle", "point"),
					s("La suite", "point")
				],
				more: "Plus loin, partie {n}",
				close: [s("Résumé et au revoir", "closing", .6)]
			},
			tutorial: {
				open: [s("Ce que tu vas réussir", "opening", .6), s("Ce qu’il te faut", "context", .7)],
				middle: [
					s("Étape 1", "point"),
					s("Étape 2", "point"),
					s("Étape 3", "point"),
					s("Là où ça coince", "objection", .8),
					s("Étape 4", "point"),
					s("Étape 5", "point"),
					s("Vérifier le résultat", "example", .8)
				],
				more: "Aller plus loin, partie {n}",
				close: [s("Le résultat et la suite", "closing", .6)]
			},
			documentary: {
				open: [s("Accroche", "opening", .6), s("Le décor", "context")],
				middle: [
					s("Comment ça commence", "point"),
					s("Les gens", "example"),
					s("Le premier tournant", "point"),
					s("L’enjeu", "point"),
					s("Ce qui a mal tourné", "point"),
					s("L’autre côté", "objection"),
					s("Ce qui a suivi", "point"),
					s("Ce qui reste", "example")
				],
				more: "Chapitre {n}",
				close: [s("Image finale", "closing", .6)]
			},
			news: {
				open: [s("Le titre", "opening", .6)],
				middle: [
					s("Ce qui s’est passé", "point"),
					s("Ce qui est confirmé", "point"),
					s("Le contexte", "context"),
					s("Qui dit quoi", "example"),
					s("Ce qui est contesté", "objection"),
					s("Ce que ça veut dire", "point")
				],
				more: "Encore sur ce sujet, partie {n}",
				close: [s("Fin du journal", "closing", .5)]
			},
			interview: {
				open: [s("Bienvenue", "opening", .5), s("L’invité", "context", .7)],
				middle: [
					s("Les débuts", "point"),
					s("Le travail", "point"),
					s("Une histoire", "example"),
					s("La question difficile", "objection"),
					s("Ce qui a changé", "point"),
					s("Conseils", "point")
				],
				more: "Relance, partie {n}",
				close: [s("Merci et au revoir", "closing", .5)]
			},
			compilation: {
				open: [s("Avant-goût", "opening", .5)],
				middle: [
					s("Extrait 1", "point"),
					s("Extrait 2", "point"),
					s("Extrait 3", "point")
				],
				more: "Extrait {n}",
				close: [s("Le meilleur pour la fin", "closing", .7)]
			},
			list: {
				open: [s("Pourquoi cette liste", "opening", .6)],
				middle: [
					s("Numéro 1", "point"),
					s("Numéro 2", "point"),
					s("Numéro 3", "point")
				],
				more: "Numéro {n}",
				close: [s("Toute la liste", "closing", .6)]
			}
		},
		kindWords: {
			tutorial: /(tutoriel|tuto\b|pas à pas|guide|comment faire)/i,
			documentary: /(documentaire|l[’']histoire d)/i,
			news: /(actualité|journal|nouvelles)/i,
			interview: /(interview|entretien|conversation avec|podcast)/i,
			compilation: /(compilation|meilleurs moments|best of)/i,
			list: /(\bliste\b|\btop[ -]?\d+|\d+ (?:choses|conseils|raisons|erreurs|faits|idées))/i
		},
		roleWords: {
			opening: /(accroche|intro|introduction|ouverture|bienvenue)/i,
			context: /(contexte|décor|problème|ce qu[’']il (?:te|vous) faut)/i,
			example: /(exemple|histoire|cas|démo)/i,
			objection: /(objection|mythe|erreur|autre côté)/i,
			recap: /(résumé|récap)/i,
			closing: /(fin|conclusion|au revoir|appel à l[’']action|cta)/i
		},
		instruction: /^(?:s[’']il (?:te|vous) plaît,?\s+)?(?:dis|dites|montre|montrez|raconte|racontez|explique|expliquez|décris|décrivez|parle|parlez|mentionne|présente|ouvre|demande|utilise|commence|termine|compare|définis|rappelle|invite|ajoute|évite|résume|conclus)\b/i,
		topicFrames: [
			"Voici le sujet de cette vidéo : {x}.",
			"Posons le sujet : {x}.",
			"Un seul sujet pour aujourd’hui : {x}."
		],
		angleFrames: ["Et voici l’angle : {x}.", "Voici comment on va le regarder : {x}."],
		pointFrames: [
			"Le point, ici, c’est celui-ci : {x}.",
			"Ensuite, il y a ceci : {x}.",
			"Ceci en fait partie aussi : {x}.",
			"Encore une chose à sa place ici : {x}.",
			"Regardons ceci : {x}.",
			"Ce qui nous amène ici : {x}."
		],
		sectionLeads: [
			"Passons à la partie suivante : {s}.",
			"Nous voilà ici : {s}.",
			"Maintenant, ceci : {s}.",
			"On continue : {s}.",
			"Et maintenant : {s}.",
			"La prochaine étape du voyage : {s}.",
			"Un pas de plus : {s}.",
			"Tournons la page : {s}.",
			"Le chapitre suivant : {s}.",
			"Ce n’est pas fini : {s}.",
			"À partir d’ici, il s’agit d’une chose : {s}.",
			"Reste là, parce que voici la suite : {s}."
		],
		greetings: [
			"Commençons par le milieu.",
			"Allons droit au but.",
			"Commençons par ce que tu es venu chercher."
		],
		connectives: {
			any: [
				"Garde ça en tête un instant.",
				"Et ce n’est qu’une partie.",
				"Restons là une seconde.",
				"Ça compte pour la suite.",
				"Laisse ça faire son chemin.",
				"Et il y a autre chose.",
				"On y reviendra.",
				"Réfléchis-y un instant.",
				"On passe facilement à côté.",
				"Retiens bien ça.",
				"Et ça ne s’arrête pas là.",
				"Allons un peu plus loin.",
				"Jusqu’ici, tout va bien.",
				"Regardons de plus près.",
				"C’est la partie qui compte.",
				"Ralentissons un peu ici.",
				"Il y a une raison d’en parler.",
				"Continuons à partir de là.",
				"Et c’est là que ça devient intéressant.",
				"Ça va avec ce qui précède.",
				"Ne passons pas trop vite.",
				"C’est une pièce de plus du tableau."
			],
			i: [
				"Je veux rester là une seconde.",
				"J’y reviens plus tard.",
				"Je le dis simplement.",
				"Je veux que tu imagines ça."
			],
			we: [
				"Nous en aurons besoin plus tard.",
				"Nous nous rapprochons.",
				"Nous avançons pièce par pièce.",
				"Nous avons une pièce de plus."
			]
		},
		closers: [
			"Rassemblons tout ça.",
			"Regardons un instant en arrière.",
			"Nous arrivons à la fin.",
			"Que reste-t-il de tout ça ?"
		],
		farewells: [
			"Merci d’être resté jusqu’au bout.",
			"On s’arrête là pour aujourd’hui.",
			"Garde une chose de tout ça.",
			"Et maintenant, c’est à toi."
		],
		frames: [
			"Dis ici {a}.",
			"Raconte à cet endroit {a}.",
			"Explique avec tes mots {a}.",
			"Montre un instant {a}.",
			"Avant de continuer, dis {a}.",
			"Fais comprendre {a}.",
			"Décris avec précision {a}.",
			"Avec un exemple à toi, montre {a}.",
			"Dis simplement {a}.",
			"En une phrase, dis {a}.",
			"Regarde la caméra et dis {a}.",
			"Ajoute {a}."
		],
		pairFrames: [
			"Dis ici {a}, et ensuite {b}.",
			"Raconte d’abord {a}, puis {b}.",
			"Explique {a} avant de dire {b}.",
			"Montre {a}, et juste après {b}.",
			"Commence par dire {a} et finis avec {b}.",
			"Fais comprendre {a}, et n’oublie pas de dire {b}.",
			"Demande à voix haute {a}, et dis ensuite {b}."
		],
		pointedFrames: [
			"À propos de « {x} » : dis {a}.",
			"Avant de quitter « {x} », raconte {a}.",
			"Reste sur « {x} » et explique {a}.",
			"Reviens à « {x} » et dis {a}."
		],
		aspects: [
			"pourquoi ça compte pour toi",
			"où tu l’as vu pour la première fois",
			"ce que tu as vu de tes propres yeux",
			"ce qui t’a le plus surpris",
			"comment tu l’expliquerais à un ami",
			"ce qu’il faut imaginer",
			"ce que doit savoir quelqu’un qui débute",
			"quel détail tu garderais s’il n’en restait qu’un",
			"ce que ça change pour ton public",
			"ce que la plupart des gens oublient",
			"comment tu le sais",
			"d’où vient l’information",
			"ce qui est certain",
			"ce qui est incertain",
			"ce qui s’est passé juste avant",
			"ce qui s’est passé juste après",
			"qui est concerné",
			"qui ne serait pas d’accord",
			"ce qu’il faut pour y arriver",
			"combien de temps ça prend",
			"combien ça coûte",
			"ce qui rate le plus souvent",
			"ce que tu ferais autrement aujourd’hui",
			"ce que tu en as appris",
			"quelle erreur tu as faite toi-même",
			"à quoi ça ressemble de près",
			"ce que ça te rappelle",
			"à quoi tu le comparerais",
			"comment ça marche, étape par étape",
			"ce qui vient en premier",
			"ce qui vient en dernier",
			"quelle partie est facile",
			"quelle partie est difficile",
			"ce qui aide quand ça bloque",
			"quel mot il faut expliquer",
			"quel chiffre va ici, avec sa source",
			"quelle image va ici",
			"ce qui était différent avant",
			"ce qui n’a pas changé",
			"quelle question reste ouverte",
			"ce qui parle pour",
			"ce qui parle contre",
			"comment tu as décidé",
			"ce qu’il faut retenir",
			"où ça mène",
			"ce qui relie ceci à la partie précédente"
		],
		roleAspects: {
			opening: [
				"ce que cette vidéo va apporter",
				"par quel moment commence l’histoire",
				"quelle question pose le titre",
				"ce qui est en jeu"
			],
			context: [
				"ce qu’il faut savoir pour comprendre la suite",
				"comment c’était avant",
				"qui est impliqué",
				"où et quand ça se passe"
			],
			point: [
				"ce qui se passe ici exactement",
				"pourquoi c’est ainsi",
				"comment une chose mène à l’autre",
				"quelles preuves il y a"
			],
			step: [
				"ce qu’il faut faire ici, dans l’ordre",
				"à quoi ça ressemble quand c’est réussi",
				"comment on remarque que quelque chose cloche",
				"que faire quand ça ne marche pas",
				"ce que tu utilises et ce qui peut le remplacer",
				"combien de temps prend cette partie"
			],
			example: [
				"quel cas le montre le mieux",
				"ce qui s’est passé dans le cas que tu connais le mieux",
				"qui était là",
				"comment ça s’est terminé"
			],
			objection: [
				"quel est le meilleur argument contre",
				"ce que tu réponds au doute le plus fort",
				"ce qu’il y a de juste dans ce doute",
				"où s’arrête ce que tu sais"
			],
			recap: [
				"quelles trois choses retenir",
				"comment les parties vont ensemble",
				"quelle est la réponse au titre"
			],
			closing: [
				"quelle est la réponse au titre",
				"ce qu’on peut faire maintenant",
				"quelle question tu veux lire dans les commentaires",
				"ce qui vient dans la prochaine vidéo"
			]
		},
		patternFrames: {
			hook: ["Une accroche dans cette voix : {x}."],
			cta: ["Une fin dans cette voix : {x}."],
			story: ["Cette voix raconte ainsi : {x}."],
			explain: ["Cette voix explique ainsi : {x}."]
		},
		cues: [
			"Titre à l’écran : {s}",
			"Images pour {s}",
			"Toi, face caméra : {s}",
			"Gros plan pour {s}"
		]
	}
};
/** The pack for a language as a person writes it ("German", "de-AT", "Deutsch"); English and `known: false` else. */
function packFor(language) {
	const tag = spokenTag(language);
	return {
		pack: PACKS[tag ?? "en"],
		known: tag !== null
	};
}
// service/engines/text/composer/text.ts
/** Small pure tools over plain and markdown text, shared by the composer's parts. Safe for any script. */
var SURROGATES = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
var CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFEFF]/g;
var TERMINAL = /[.!?…。！？。．।॥۔؟]["'”’»›」』）)\]]*$/u;
var CJK_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]["'”’」』）)]*$/u;
/** Line ends unified, control characters and broken surrogates gone. */
function clean(text) {
	return text.replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n").replace(CONTROLS, " ").replace(SURROGATES, "�");
}
/** One line, single spaces. */
function oneLine(text) {
	return clean(text).replace(/\s+/g, " ").trim();
}
function endsSentence(text) {
	return TERMINAL.test(text);
}
/** The text with a full stop if it has no end of its own. */
function finish(text) {
	const trimmed = text.trim();
	if (trimmed === "" || TERMINAL.test(trimmed)) return trimmed;
	const bare = trimmed.replace(/[\s,;:،、；：\-–—]+$/u, "");
	if (bare === "") return "";
	if (TERMINAL.test(bare)) return bare;
	return CJK_END.test(bare) ? `${bare}。` : `${bare}.`;
}
/** Without the mark a sentence ends in: to stand inside another one. */
function unfinished(text) {
	return text.trim().replace(/[.。।…]+$/u, "");
}
/** Markdown to the text a reader sees: markers, links and escapes resolved. Good enough for one line of an outline. */
function plain(markdown) {
	return markdown.replace(/\\([!-/:-@[-`{-~])/g, (_, c) => String.fromCharCode(57344 + c.charCodeAt(0))).replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, "$1").replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, "$2").replace(/(?<![\p{L}\p{N}])([*_])(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}])/gu, "$2").replace(/`([^`]+)`/g, "$1").replace(/[\ue021-\ue07e]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 57344));
}
/** Plain text as markdown that shows exactly that text: nothing in it becomes a link, a tag or emphasis. */
function escapeInline(text) {
	return text.replace(/[\\`[\]]/g, "\\$&").replace(/\*(?=\S)|(?<=\S)\*/g, "\\*").replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_").replace(/<(?=[A-Za-z/!?])/g, "\\<").replace(/~(?=~)|(?<=~)~/g, "\\~").replace(/&(?=#?[A-Za-z0-9]+;)/g, "\\&");
}
/** Escaped text made safe to begin a line: it becomes no heading, list, quote, fence or rule. */
function escapeStart(inline) {
	if (/^\d{1,9}[.)](\s|$)/.test(inline)) return inline.replace(/^(\d+)([.)])/, "$1\\$2");
	return /^(#{1,6}(\s|$)|[-+*](\s|$)|>|={2,}|-{3,}|~{3})/.test(inline) ? `\\${inline}` : inline;
}
/** Plain text as a line of its own: `escapeInline` and `escapeStart` in one. */
function escapeLine(text) {
	return escapeStart(escapeInline(text.trim()));
}
var LIST_MARK = /^\s*(?:[-*+•·‣–—]\s+|\(?\d{1,3}[.)]\s+|#{1,6}\s+|>\s?)+/u;
/** Paragraphs of pasted text: lines that were only wrapped are joined, list items and headings stand alone. */
function paragraphs(text) {
	const out = [];
	let open = false;
	for (const raw of clean(text).split("\n")) {
		const line = raw.trim();
		if (line === "" || /^([-*_=]\s*){3,}$/.test(line)) {
			open = false;
			continue;
		}
		const bare = line.replace(LIST_MARK, "").trim();
		if (bare === "") continue;
		const last = out.at(-1);
		if (open && bare === line && last !== void 0 && !endsSentence(last) && /^\p{Ll}/u.test(bare)) out[out.length - 1] = `${last} ${bare}`;
		else out.push(bare);
		open = true;
	}
	return out;
}
/** Every sentence or fragment of a pasted text, in order, without list markers; fragments keep having no full stop. */
function pieces(text, tag = "en") {
	return paragraphs(text).flatMap((p) => splitSentences(oneLine(p), tag)).filter((s) => /[\p{L}\p{N}]/u.test(s));
}
var UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
/** What a text is about, for matching: longer words in lower case; pairs of characters where words have no spaces. */
function terms(text) {
	const out = /* @__PURE__ */ new Set();
	for (const match of text.toLowerCase().matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
		const word = match[0];
		if (UNSPACED.test(word)) {
			const chars = [...word];
			for (let i = 0; i + 1 < chars.length && i < 60; i += 1) out.add(`${chars[i]}${chars[i + 1]}`);
		} else if (word.length >= 4) out.add(word.length > 6 ? word.slice(0, 6) : word);
	}
	return [...out];
}
/** For comparing: case, spacing and punctuation gone. */
function key(text) {
	return text.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, " ").trim() || text.trim();
}
var MAX_SENTENCE_CHARACTERS = 500;
function sentenceFrom(text) {
	const whole = finish(oneLine(text));
	return {
		text: whole,
		words: countWords(whole),
		terms: terms(whole)
	};
}
var promptStarts = /* @__PURE__ */ new Map();
/** How the composer's own prompts begin: an outline holds some of them. */
function startsOf(pack) {
	const patterns = Object.values(pack.patternFrames).flat();
	const found = promptStarts.get(pack) ?? [
		...pack.frames,
		...pack.pairFrames,
		...patterns
	].map((f) => f.slice(0, f.indexOf("{"))).filter((f) => f.length > 4);
	promptStarts.set(pack, found);
	return found;
}
/** Whether a piece of text asks the creator for something instead of telling the viewer. */
function isInstruction(text, pack) {
	const trimmed = text.trim();
	return pack.instruction.test(trimmed) || startsOf(pack).some((start) => trimmed.startsWith(start));
}
/** Whether a piece can be spoken as it stands. */
function isSpoken(text, pack) {
	return endsSentence(text) && !isInstruction(text, pack) && (countWords(text) >= 3 || /[。！？]$/u.test(text));
}
/** Sorts everything the brief holds. Web addresses in it are not read. */
function gather(brief, pack, tag) {
	const out = {
		title: oneLine(brief.title),
		hook: "",
		subject: "",
		angle: "",
		told: [],
		research: [],
		points: [],
		asks: [],
		tooLong: 0
	};
	const seen = /* @__PURE__ */ new Set();
	const fits = (text) => text.length <= MAX_SENTENCE_CHARACTERS && countWords(text) <= 60;
	const take = (text, spoken, fragments) => {
		const id = key(text);
		if (seen.has(id)) return;
		seen.add(id);
		if (!fits(text)) out.tooLong += 1;
		else if (fragments === null || isSpoken(text, pack)) spoken.push(sentenceFrom(text));
		else if (isInstruction(text, pack)) out.asks.push(text);
		else fragments.push(text);
	};
	const hook = oneLine(brief.hook ?? "");
	if (hook !== "" && fits(hook)) out.hook = finish(hook);
	seen.add(key(hook));
	const topic = pieces(brief.topic, tag);
	const subject = topic[0] ?? "";
	if (subject !== "" && fits(subject) && !isInstruction(subject, pack)) out.subject = subject;
	for (const piece of out.subject === "" ? topic : topic.slice(1)) take(piece, out.told, out.points);
	seen.add(key(out.subject));
	const angle = pieces(brief.angle, tag);
	if (angle[0] !== void 0 && fits(angle[0]) && !isInstruction(angle[0], pack)) out.angle = angle[0];
	for (const piece of out.angle === "" ? angle : angle.slice(1)) take(piece, out.told, out.points);
	for (const piece of pieces(brief.notes ?? "", tag)) take(piece, out.told, out.points);
	const captions = [];
	for (const text of brief.researchTexts) for (const piece of pieces(text, tag)) if (endsSentence(piece)) take(piece, out.research, null);
	else captions.push(piece);
	if (out.research.length < captions.length) for (const caption of captions) take(caption, out.research, out.points);
	return out;
}
// service/engines/text/composer/prompts.ts
/** Fills the `{x}`-like slots of a sentence; a value is put in as it is. */
function fill(frame, values) {
	return frame.replace(/\{(\w)\}/g, (slot, name) => values[name] ?? slot).replace(/([?!…。！？؟])\.$/u, "$1");
}
/**
* Whole sentences that ask the creator for what only they know. Never the same sentence twice; aspects that fit the
* section's role come first, and every aspect has its turn before one comes again.
*/
var PromptMaker = class {
	#pack;
	#random;
	#used;
	#allowed;
	#roleTurns = /* @__PURE__ */ new Map();
	#turn = [];
	#frame = 0;
	#said = "";
	/** `used` is shared with whoever else writes into the same text. */
	constructor(pack, random, used, allowed) {
		this.#pack = pack;
		this.#random = random;
		this.#used = used;
		this.#allowed = allowed;
	}
	/** What a section's bullets ask already is not asked again there. */
	begin(bullets) {
		this.#said = bullets.join("\n");
	}
	#aspect(role, apart) {
		const own = this.#roleTurns.get(role) ?? shuffled(this.#pack.roleAspects[role], this.#random);
		this.#roleTurns.set(role, own);
		const fromRole = own.findIndex((a) => a !== apart && !this.#said.includes(a));
		if (fromRole >= 0) return own.splice(fromRole, 1)[0] ?? apart;
		if (this.#turn.length < 2) this.#turn = [...shuffled(this.#pack.aspects, this.#random), ...this.#turn];
		const fresh = this.#turn.findLastIndex((a) => a !== apart && !this.#said.includes(a));
		const at = fresh >= 0 ? fresh : this.#turn.length - 1;
		return this.#turn.splice(at, 1)[0] ?? apart;
	}
	#frames(point, wide) {
		if (point !== "") return this.#pack.pointedFrames;
		return wide ? this.#pack.pairFrames : this.#pack.frames;
	}
	/** A new sentence of at most `maxWords` words, or null where none that short is left. */
	next(role, maxWords, point = "") {
		for (let attempt = 0; attempt < 40; attempt += 1) {
			this.#frame += 1;
			const tight = attempt > 12;
			const frames = this.#frames(tight ? "" : point, !tight && maxWords > 22 && this.#frame % 3 === 0);
			const frame = frames[Math.floor(this.#random() * frames.length)] ?? "";
			const a = this.#aspect(role, "");
			const sentence = fill(frame, {
				a,
				b: frame.includes("{b}") ? this.#aspect(role, a) : "",
				x: point
			});
			if (this.#used.has(sentence) || !this.#allowed(sentence) || countWords(sentence) > maxWords) continue;
			this.#used.add(sentence);
			return sentence;
		}
		return null;
	}
};
// service/engines/text/composer/sections.ts
var SIZE = /\s*[([]\s*~?\s*(\d[\d.,]*)\s*(%|percent|words?|wörter|palabras|mots)\s*[)\]]/iu;
var MAX_HEADING_WORDS = 9;
function named(text) {
	const size = SIZE.exec(text);
	const rest = oneLine(plain(size ? text.replace(SIZE, "") : text));
	const parts = /^(.{2,60}?)\s*(?::|\s[–—-])\s+(.+)$/u.exec(rest);
	const value = size ? Number((size[1] ?? "").replace(/[.,]/g, "")) : null;
	const isPercent = size ? /%|percent/i.test(size[2] ?? "") : false;
	return {
		heading: (parts?.[1] ?? rest).replace(/[\s:.,;]+$/u, ""),
		guides: parts?.[2] === void 0 ? [] : [parts[2]],
		words: isPercent ? null : value,
		percent: isPercent ? value : null
	};
}
function isHeading(text) {
	const words = text.split(/\s+/).length;
	return text !== "" && words <= MAX_HEADING_WORDS && text.length <= 80;
}
/** Lines that start with `mark`, and the bullets and plain lines under each as its guides. */
function underMark(lines, mark) {
	const out = [];
	for (const line of lines) {
		const found = mark.exec(line);
		if (found) out.push(named(line.slice(found[0].length)));
		else if (line.trim() !== "") out.at(-1)?.guides.push(oneLine(plain(line.replace(/^\s*(?:[-*+•]|\d+[.)])\s+/, ""))));
	}
	return out.filter((n) => isHeading(n.heading));
}
/** "Structure: hook, three steps, recap" or "hook → steps → recap". */
function inline(text) {
	const arrows = text.split("\n").find((l) => (l.match(/→|->|⇒/g) ?? []).length >= 2);
	const listed = /(?:structure|sections?|outline|format|aufbau|struktur|estructura|secciones)\s*:\s*([^\n]+)/iu.exec(text)?.[1];
	const found = (arrows ? arrows.replace(/^[^:]{0,40}:\s*/, "").split(/→|->|⇒/) : listed?.split(/[,;]/) ?? []).map((r) => named(r.replace(/^\s*(?:and|und|y|et)\s+/i, "").replace(/[.]+\s*$/, "")));
	return found.length >= 3 && found.every((n) => isHeading(n.heading)) ? found.map((n) => ({
		...n,
		heading: capital(n.heading)
	})) : [];
}
function capital(text) {
	return text.charAt(0).toUpperCase() + text.slice(1);
}
/** Sections that a text names: its headings, numbered lines, short bullets, or an inline list. Empty when it names none. */
function namedSections(text) {
	const lines = clean(text).split("\n");
	const headings = underMark(lines, /^\s{0,3}#{1,6}\s+(?:\d+[.)]\s*)?/);
	if (headings.length >= 2) return headings;
	const numbered = underMark(lines, /^\s{0,3}\d{1,2}[.)]\s+/);
	if (numbered.length >= 2) return numbered;
	const bullets = lines.filter((l) => /^\s{0,3}[-*+•]\s+/.test(l)).map((l) => named(l.replace(/^\s*[-*+•]\s+/, "")));
	if (bullets.length >= 3 && bullets.every((b) => isHeading(b.heading) && !/[.!?]$/.test(b.heading))) return bullets;
	return inline(clean(text));
}
/** What kind of video the brief describes: the template says first, then title and request. */
function kindOf(brief, pack) {
	const said = [
		brief.template?.name ?? "",
		brief.template?.prompt.slice(0, 400) ?? "",
		brief.title,
		brief.prompt.slice(0, 400)
	];
	for (const text of said) for (const kind of [
		"tutorial",
		"documentary",
		"interview",
		"compilation",
		"news",
		"list"
	]) if (pack.kindWords[kind].test(text)) return kind;
	return "explainer";
}
/** The role a heading speaks of; the first one opens, the last one closes, the rest make points. */
function roleOf(heading, index, count, pack) {
	for (const plan of Object.values(pack.kinds)) {
		const usual = [
			...plan.open,
			...plan.middle,
			...plan.close
		].find((s) => s.heading === heading);
		if (usual !== void 0) return usual.role;
	}
	for (const role of [
		"opening",
		"recap",
		"closing",
		"objection",
		"example",
		"context"
	]) if (pack.roleWords[role].test(heading)) return role;
	if (index === 0) return "opening";
	return index === count - 1 && count > 2 ? "closing" : "point";
}
/** What is asked for in a section: in a tutorial its middle is made of steps. */
function askedRole(role, kind) {
	return kind === "tutorial" && (role === "point" || role === "context" || role === "example") ? "step" : role;
}
/** Parts of `total` in proportion to `weights`, whole, at least 1 each, adding up exactly. */
function shareOut(total, weights) {
	if (weights.length === 0) return [];
	const spare = Math.max(0, total - weights.length);
	const sum = weights.reduce((a, b) => a + b, 0) || 1;
	const exact = weights.map((w) => spare * w / sum);
	const parts = exact.map((e) => Math.floor(e) + 1);
	let left = total - parts.reduce((a, b) => a + b, 0);
	const order = exact.map((e, i) => ({
		i,
		rest: e - Math.floor(e)
	})).sort((a, b) => b.rest - a.rest || a.i - b.i);
	for (let k = 0; left > 0; k += 1, left -= 1) {
		const at = order[k % order.length]?.i ?? 0;
		parts[at] = (parts[at] ?? 0) + 1;
	}
	return parts;
}
/** How many sections a script of that many words gets when nothing names them. */
function sectionCount(words) {
	return Math.max(3, Math.round(.18 * Math.sqrt(words)));
}
function fromKind(pack, kind, count) {
	const plan = pack.kinds[kind];
	const open = count <= 4 ? plan.open.slice(0, 1) : plan.open;
	const middle = [];
	const wanted = Math.max(1, count - open.length - plan.close.length);
	const numbered = plan.more === plan.middle[0]?.heading.replace("1", "{n}");
	for (let i = 0; i < wanted; i += 1) {
		const n = numbered ? i + 1 : i - plan.middle.length + 1;
		middle.push(plan.middle[i] ?? {
			heading: plan.more.replace("{n}", String(n)),
			role: "point",
			weight: 1
		});
	}
	return [
		...open,
		...middle,
		...plan.close
	];
}
var ROLE_WEIGHT = {
	opening: .6,
	context: .8,
	point: 1,
	step: 1,
	example: 1,
	objection: 1,
	recap: .6,
	closing: .6
};
function fromNames(names, pack, words) {
	const most = Math.max(2, Math.floor(words / 20));
	const kept = names.slice(0, most).map((n) => ({
		...n,
		guides: [...n.guides]
	}));
	for (const n of names.slice(most)) kept.at(-1)?.guides.push(n.heading);
	const asked = kept.map((n) => n.words ?? (n.percent === null ? null : n.percent / 100 * words));
	const sections = kept.map((n, i) => ({
		heading: n.heading,
		role: roleOf(n.heading, i, kept.length, pack),
		guides: n.guides
	}));
	const given = asked.reduce((sum, a) => sum + (a ?? 0), 0);
	const open = sections.reduce((sum, s, i) => sum + (asked[i] === null ? ROLE_WEIGHT[s.role] : 0), 0);
	const left = Math.max(words - given, words * .1 * Math.min(1, open));
	return {
		sections,
		weights: sections.map((s, i) => asked[i] ?? left * ROLE_WEIGHT[s.role] / open)
	};
}
/**
* The sections of an outline with budgets that add up to `brief.targetWords`. Named by the template, else by the
* request or the notes, else the usual ones of the kind of video.
*/
function planSections(brief, pack) {
	const names = [
		brief.template?.prompt ?? "",
		brief.prompt,
		brief.notes ?? ""
	].map(namedSections).find((n) => n.length > 0) ?? [];
	const words = Math.max(1, Math.round(brief.targetWords));
	if (names.length > 0) {
		const { sections, weights } = fromNames(names, pack, words);
		const parts = shareOut(words, weights);
		return sections.map((s, i) => ({
			...s,
			budget: parts[i] ?? 1
		}));
	}
	const plans = fromKind(pack, kindOf(brief, pack), sectionCount(words));
	const parts = shareOut(words, plans.map((p) => p.weight));
	return plans.map((p, i) => ({
		heading: p.heading,
		role: p.role,
		guides: [],
		budget: parts[i] ?? 1
	}));
}
// service/engines/text/composer/voice.ts
/** Reads a voice: its simple form, its profile, or nothing. */
function readVoice(voice) {
	return {
		...readTraits(voice?.profile),
		name: oneLine(voice?.name ?? ""),
		instructions: oneLine(voice?.instructions ?? "")
	};
}
// service/engines/text/composer/outline.ts
/** An unhurried pace, in words a minute, for the minutes an outline names. */
var WORDS_A_MINUTE = 150;
/** Longest sentence that still reads as a bullet. */
var MAX_BULLET_WORDS = 32;
/** The seed of everything written for a brief: the same brief gives the same text. */
function briefSeed(brief, ...more) {
	const { title, topic, angle, language, targetWords, template, voice, audience, prompt } = brief;
	const voiceText = voice === null ? "" : JSON.stringify([
		voice.name,
		voice.instructions,
		voice.profile ?? null
	]);
	const own = [
		title,
		topic,
		angle,
		brief.hook ?? "",
		brief.notes ?? "",
		language,
		String(targetWords),
		audience,
		prompt
	];
	return seedFrom(...own, template?.name ?? "", template?.prompt ?? "", voiceText, ...brief.researchTexts, ...more);
}
function bulletCount(budget) {
	return Math.min(6, Math.max(1, Math.round(budget / 70)));
}
/** A heading as markdown: no mark in it counts, a closing `#` neither. */
function headingText(text) {
	return escapeInline(oneLine(text)).replace(/#+$/u, (m) => m.replace(/#/g, "\\#"));
}
function preface(brief, pack, voice) {
	const words = pack.outline;
	const minutes = Math.max(1, Math.round(brief.targetWords / WORDS_A_MINUTE));
	const number = new Intl.NumberFormat(pack.tag).format(brief.targetWords);
	const lines = [`${words.length}: ${number} ${pack.words} · ≈ ${minutes} ${words.minutes}`];
	if (brief.audience.trim() !== "") lines.push(`${words.audience}: ${escapeInline(oneLine(brief.audience))}`);
	if (voice.name !== "") {
		const does = voice.does.slice(0, 4).map(unfinished).join("; ");
		const donts = voice.donts.slice(0, 4).map(unfinished).join("; ");
		const parts = [
			voice.name,
			does === "" ? "" : `${words.does}: ${does}`,
			donts === "" ? "" : `${words.avoids}: ${donts}`
		];
		lines.push(`${words.voice}: ${escapeInline(parts.filter((p) => p !== "").join(" · "))}`);
	}
	const urls = brief.researchUrls.map(oneLine).filter((u) => u !== "");
	if (urls.length > 0) lines.push(`${words.sources}: ${urls.map(escapeInline).join(" · ")}`);
	return lines;
}
/** A wish for the end of the video, whatever comes before. */
var ENDS = /^(?:end|close|finish|schließ|beende|termina|cierra|finis|conclus)\p{L}*\s/iu;
/** Beginnings that lean on the sentence before: such a sentence is no bullet, it follows one. */
var LEANS = /^(?:It|They|These|This|Those|That|He|She|His|Her|Its|Their|And|But|So|Es|Sie|Er|Dies\p{L}*|Das|Und|Aber|Ce|Cela|Ça|Il|Elle|Ils|Elles|Et|Mais|Esto|Eso|Esta|Este|Ellos|Y|Pero)(?![\p{L}'’])/u;
/** Up to `count` sentences spread evenly over a run: the first of each part that stands on its own. */
function pick(run, count) {
	const size = Math.max(1, Math.ceil(run.length / count));
	const out = [];
	for (let from = 0; from < run.length; from += size) {
		const part = run.slice(from, from + size).filter((s) => s.words <= MAX_BULLET_WORDS);
		const found = part.find((s) => !LEANS.test(s.text)) ?? part[0];
		if (found !== void 0) out.push(found);
	}
	return out;
}
/** Deals the research out over the sections that make points: a run of neighbouring sentences each. */
function deal(sections, research) {
	const takers = sections.filter((s) => s.role === "point" || s.role === "example" || s.role === "objection");
	const open = takers.length > 0 ? takers : sections;
	const all = open.reduce((sum, s) => sum + s.budget, 0) || 1;
	const out = /* @__PURE__ */ new Map();
	let at = 0;
	let share = 0;
	for (const section of open) {
		share += section.budget;
		const end = section === open.at(-1) ? research.length : Math.round(research.length * share / all);
		const count = Math.max(1, bulletCount(section.budget) - (section.guides.length > 0 ? 1 : 0));
		out.set(section, pick(research.slice(at, end), count));
		at = end;
	}
	return out;
}
function openingBullets(material, pack, voice) {
	const out = [];
	if (material.hook !== "") out.push(material.hook);
	else if (voice.hooks[0] !== void 0) out.push(fill(pack.patternFrames.hook[0] ?? "{x}", { x: unfinished(voice.hooks[0]) }));
	if (material.subject !== "") out.push(material.subject);
	return out;
}
/** Bullets that say what a section covers, from the person's material as far as it goes. */
var BulletWriter = class {
	#pack;
	#material;
	#voice;
	#kind;
	#prompts;
	#dealt;
	#told;
	#points;
	#endings;
	constructor(pack, kind, material, voice, prompts, sections) {
		this.#pack = pack;
		this.#kind = kind;
		this.#material = material;
		this.#voice = voice;
		this.#prompts = prompts;
		this.#dealt = deal(sections, material.research);
		this.#told = [material.angle, ...material.told.map((s) => s.text)].filter((t) => t !== "");
		this.#points = [...material.points, ...material.asks.filter((a) => !ENDS.test(a))];
		this.#endings = material.asks.filter((a) => ENDS.test(a));
	}
	bullets(section, index, count) {
		const room = bulletCount(section.budget);
		const out = [...section.guides];
		if (index === 0) out.push(...openingBullets(this.#material, this.#pack, this.#voice));
		if (index === count - 1) out.push(...this.#endings);
		const cta = this.#voice.ctas[0];
		if (index === count - 1 && cta !== void 0) out.push(fill(this.#pack.patternFrames.cta[0] ?? "{x}", { x: unfinished(cta) }));
		out.push(...(this.#dealt.get(section) ?? []).map((s) => s.text));
		if (index > 0 || count < 4) out.push(...this.#told.splice(0, Math.max(index === 1 ? 4 : 0, room - out.length)));
		const waiting = this.#points.length === 0 ? 0 : Math.ceil(this.#points.length / Math.max(1, count - index - 1));
		if (index > 0 || count < 4) out.push(...this.#points.splice(0, Math.min(waiting, Math.max(1, room - out.length))));
		while (out.length < room) {
			const prompt = this.#prompts.next(askedRole(section.role, this.#kind), 16);
			if (prompt === null) break;
			out.push(prompt);
		}
		return out.filter((b) => b.trim() !== "");
	}
};
/** A markdown outline: title, what it is for, sections with budgets that add up to the target, bullets of what to cover. */
function writeOutline(brief, pack, onSection) {
	const voice = readVoice(brief.voice);
	const material = gather(brief, pack, pack.tag);
	const sections = planSections(brief, pack);
	const avoided = avoidTest(voice);
	const prompts = new PromptMaker(pack, randomFrom(briefSeed(brief, "outline")), /* @__PURE__ */ new Set(), (t) => !avoided(t));
	const writer = new BulletWriter(pack, kindOf(brief, pack), material, voice, prompts, sections);
	const out = [`# ${headingText(material.title === "" ? pack.outline.length : material.title)}`, ""];
	out.push(...preface(brief, pack, voice).map((l) => `> ${l}`).join("\n>\n").split("\n"), "");
	sections.forEach((section, index) => {
		onSection(section.heading, index, sections.length);
		out.push(`## ${index + 1}. ${headingText(section.heading)} (${section.budget} ${pack.words})`, "");
		out.push(...writer.bullets(section, index, sections.length).map((b) => `- ${escapeLine(oneLine(b))}`), "");
	});
	return `${out.join("\n").trimEnd()}\n`;
}
// service/engines/text/composer/outline-parse.ts
var WITH_UNIT = new RegExp(`\\s*[([（]\\s*(?:~|≈|ca\\.?|about|around|etwa|env\\.?)?\\s*(\\d[\\d.,'’  ]*)\\s*(?:words?|w|wörtern?|wörter|woerter|palabras|mots|parole|palavras|woorden|слов|字|词|語|語程度)\\s*[)\\]）]`, "iu");
var BARE = /\s*[([]\s*~?\s*(\d{2,5})\s*[)\]]\s*$/u;
function budgetOf(text) {
	const unit = WITH_UNIT.exec(text);
	if (unit) return {
		heading: text.replace(WITH_UNIT, ""),
		asked: Number((unit[1] ?? "").replace(/\D/g, ""))
	};
	const bare = BARE.exec(text);
	const value = bare ? Number(bare[1]) : 0;
	if (bare && (value < 1e3 || value > 2100)) return {
		heading: text.replace(BARE, ""),
		asked: value
	};
	return {
		heading: text,
		asked: null
	};
}
function readLines(markdown) {
	const out = [];
	const lines = clean(markdown).split("\n");
	lines.forEach((line, i) => {
		const heading = /^\s{0,3}(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/.exec(line);
		if (heading) out.push({
			kind: "heading",
			level: heading[1]?.length ?? 1,
			text: heading[2] ?? ""
		});
		else if (/^\s{0,3}(=+|-{2,})\s*$/.test(line)) {
			const last = out.at(-1);
			if (last?.kind === "item" && (lines[i - 1] ?? "").trim() !== "" && !/^\s*([-*+•]|\d+[.)])\s/.test(lines[i - 1] ?? "")) out[out.length - 1] = {
				kind: "heading",
				level: line.includes("=") ? 1 : 2,
				text: last.text
			};
		} else if (line.trim() !== "" && !/^\s{0,3}(>|```|~~~|<!--|([*_]\s*){3,}$)/.test(line)) out.push({
			kind: "item",
			text: line
		});
	});
	return out;
}
var MARK = /^\s*(?:[-*+•]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)]\s+)/;
var TOP_MARK = /^\s{0,1}(?:\*\*.+\*\*:?\s*$|\d{1,3}[.)]\s+)/;
function item(text) {
	return oneLine(plain(text.replace(MARK, "")));
}
/** Sections by headings; where there are none, by numbered or bold lines; else the whole outline is one section. */
function split(markdown) {
	const lines = readLines(markdown);
	const levels = lines.flatMap((l) => l.kind === "heading" ? [l.level] : []);
	const counts = (level) => levels.filter((l) => l === level).length;
	const top = Math.min(...levels);
	const level = levels.length === 0 ? 0 : counts(top) === 1 && levels.length > 1 ? Math.min(...levels.filter((l) => l > top)) : top;
	const out = [];
	const isSection = (l) => l.kind === "heading" ? l.level === level : level === 0 && TOP_MARK.test(l.text);
	for (const line of lines) {
		const last = out.at(-1);
		if (isSection(line)) out.push({
			heading: line.kind === "heading" ? line.text : line.text.replace(/^(\s*)\d+[.)]\s+/, ""),
			bullets: []
		});
		else if (line.kind === "heading" && line.level < level) continue;
		else if (last) last.bullets.push(item(line.text));
		else if (level === 0) out.push({
			heading: "",
			bullets: [item(line.text)]
		});
	}
	return out;
}
/**
* Reads an outline, generated or edited. Never fails: what it cannot tell apart becomes a bullet. `scaled` says
* whether the lengths in brackets missed the target so far that they were stretched to it.
*/
function parseOutline(markdown, targetWords, pack) {
	const raw = split(markdown).map((s) => ({
		...s,
		...budgetOf(plain(s.heading))
	}));
	const asked = raw.map((s) => s.asked === null || s.asked <= 0 ? null : s.asked);
	const known = asked.filter((a) => a !== null);
	const given = known.reduce((a, b) => a + b, 0);
	const missing = raw.length - known.length;
	const left = targetWords - given;
	const mean = known.length > 0 ? given / known.length : targetWords / Math.max(1, raw.length);
	const share = missing === 0 ? 0 : left >= missing * 10 ? left / missing : mean;
	const wanted = asked.map((a) => a ?? share);
	const sum = wanted.reduce((a, b) => a + b, 0);
	const scaled = known.length > 0 && Math.abs(sum - targetWords) > targetWords * .05;
	const budgets = missing === 0 && !scaled ? wanted.map(Math.round) : shareOut(targetWords, wanted);
	return {
		sections: raw.map((s, i) => {
			const heading = oneLine(s.heading.replace(/^\s*\d{1,3}[.)]\s+/, "")).replace(/[\s:]+$/u, "");
			return {
				heading,
				role: roleOf(heading, i, raw.length, pack),
				bullets: s.bullets.filter((b) => b !== ""),
				asked: asked[i] ?? null,
				budget: budgets[i] ?? 1
			};
		}),
		scaled
	};
}
// service/engines/text/composer/research.ts
/** The rest of a section belongs to its bullets, leads and prompts. */
var SHARE_OF_SECTION = .85;
/** Which bullets a term leads to. A term in very many bullets says nothing and is left out. */
function indexBullets(sections) {
	const index = /* @__PURE__ */ new Map();
	for (const section of sections) section.bullets.forEach((text, bullet) => {
		for (const term of terms(`${section.heading} ${text}`)) {
			const places = index.get(term) ?? [];
			places.push({
				section,
				bullet
			});
			index.set(term, places);
		}
	});
	for (const [term, places] of index) if (places.length > 12) index.delete(term);
	return index;
}
/** The bullet that shares most terms with a sentence, if they share at least two. */
function bestPlace(sentence, index) {
	const scores = /* @__PURE__ */ new Map();
	let best = null;
	let bestScore = 1;
	for (const term of sentence.terms) for (const place of index.get(term) ?? []) {
		const row = scores.get(place.section) ?? [];
		scores.set(place.section, row);
		const score = (row[place.bullet] ?? 0) + 1;
		row[place.bullet] = score;
		if (score > bestScore) {
			best = place;
			bestScore = score;
		}
	}
	return best;
}
/**
* Gives the research to the bullets, in the person's order: what follows a sentence that is a bullet stays with it, so
* that "it" and "these" keep their meaning. Where no bullet is a sentence of the research, shared words decide where a
* run goes. What finds no room is `spare`: free for any section that runs short.
*/
function assignResearch(sections, sentences) {
	const bySection = new Map(sections.map((s) => [s, s.bullets.map(() => [])]));
	const room = new Map(sections.map((s) => [s, s.budget * SHARE_OF_SECTION]));
	const bullets = new Map(sections.flatMap((section) => section.bullets.map((b, bullet) => [key(b), {
		section,
		bullet
	}])));
	const anchored = sentences.some((s) => bullets.has(key(s.text)));
	const index = indexBullets(sections);
	const spare = [];
	let place = null;
	for (const sentence of sentences) {
		const anchor = bullets.get(key(sentence.text));
		if (anchor !== void 0) {
			place = anchor;
			room.set(anchor.section, (room.get(anchor.section) ?? 0) - sentence.words);
			continue;
		}
		if (!anchored || place === null) place = bestPlace(sentence, index) ?? place;
		const left = place === null ? 0 : room.get(place.section) ?? 0;
		const taken = place === null || left < sentence.words ? void 0 : bySection.get(place.section)?.[place.bullet];
		if (place === null || taken === void 0) spare.push(sentence);
		else {
			taken.push(sentence);
			room.set(place.section, left - sentence.words);
		}
	}
	return {
		bySection,
		spare
	};
}
// service/engines/text/composer/script.ts
var SENTENCES_A_PARAGRAPH = 4;
var ASKS_A_PARAGRAPH = 3;
/** Writes the sections one after the other; what one section misses the next makes up for. */
var ScriptWriter = class {
	sections;
	#scaled;
	#kind;
	#pack;
	#brief;
	#material;
	#voice;
	#avoided;
	#prompts;
	#used = /* @__PURE__ */ new Set();
	#assigned;
	#spare;
	#connectives;
	#leads;
	#closers;
	#pointFrames;
	#cues;
	#out = [];
	#headingShare;
	#paragraphs = [];
	#sectionWords = 0;
	#room = 0;
	#sinceConnective = 0;
	#words = 0;
	#planned = 0;
	#ownWords = 0;
	#asks = 0;
	#avoidedCount = 0;
	constructor(brief, pack) {
		const random = randomFrom(briefSeed(brief, brief.outline, "script"));
		const parsed = parseOutline(brief.outline, brief.targetWords, pack);
		this.#brief = brief;
		this.#pack = pack;
		this.sections = parsed.sections;
		this.#scaled = parsed.scaled;
		this.#kind = kindOf(brief, pack);
		this.#voice = readVoice(brief.voice);
		this.#avoided = avoidTest(this.#voice);
		this.#material = gather(brief, pack, pack.tag);
		this.#prompts = new PromptMaker(pack, random, this.#used, (t) => !this.#avoided(t));
		const assigned = assignResearch(this.sections, this.#material.research);
		this.#assigned = assigned.bySection;
		this.#spare = [...this.#material.told, ...assigned.spare];
		const { any, i, we } = pack.connectives;
		const own = this.#voice.person === "any" ? [] : {
			i,
			we
		}[this.#voice.person];
		this.#connectives = this.#inVoice(shuffled([...any, ...own], random));
		this.#leads = shuffled(pack.sectionLeads, random);
		this.#closers = shuffled(pack.closers, random);
		this.#pointFrames = shuffled(pack.pointFrames, random);
		this.#cues = shuffled(pack.cues, random);
		const headings = this.sections.reduce((sum, s) => sum + countWords(s.heading), 0);
		this.#headingShare = Math.min(brief.targetWords * .05, headings / 2) / Math.max(1, brief.targetWords);
	}
	/** Connectives begin the way the voice begins: now and then with one of its starter words. */
	#inVoice(sentences) {
		const { starters, transitions, sayings } = this.#voice;
		const spoken = [...transitions, ...sayings].filter((t) => countWords(t) >= 2 && countWords(t) <= 12).map((t) => finish(t));
		const out = sentences.map((s, i) => {
			const starter = starters[Math.floor(i / 3) % Math.max(1, starters.length)];
			if (starter === void 0 || i % 3 !== 0 || /^(And|Und|Y|Et|Now|Jetzt|Ahora|So)\b/.test(s)) return s;
			return `${starter}, ${/^I\b|^I'/.test(s) ? s : s.charAt(0).toLowerCase() + s.slice(1)}`;
		});
		spoken.forEach((t, i) => out.splice(i * 4, 0, t));
		return out.map((t) => this.#uncontracted(t)).filter((t) => !this.#avoided(t));
	}
	get words() {
		return this.#words;
	}
	get markdown() {
		return this.#out.join("\n\n");
	}
	#left() {
		return this.#room - this.#sectionWords;
	}
	#put(kind, text, words, closing = false) {
		const last = this.#paragraphs.at(-1);
		const most = closing ? Infinity : kind === "ask" ? ASKS_A_PARAGRAPH : SENTENCES_A_PARAGRAPH;
		if (last?.kind === kind && kind !== "cue" && last.sentences.length < most) last.sentences.push(text);
		else this.#paragraphs.push({
			kind,
			sentences: [text]
		});
		this.#sectionWords += words;
		if (kind === "ask") this.#asks += 1;
	}
	/** Speaks a whole sentence unless it was spoken, is too long, or does not fit any more. Says whether it did. */
	#say(text, own, slack = 4) {
		const voiced = own ? this.#shortened(replaceInVoice(text, this.#voice)) : this.#uncontracted(text);
		const words = countWords(voiced);
		const id = own ? key(voiced) : voiced;
		if (voiced === "" || this.#used.has(id) || words > 60 || words > this.#left() + slack) return false;
		this.#used.add(id);
		if (own) {
			this.#ownWords += words;
			this.#sinceConnective += 1;
			if (this.#avoided(voiced)) this.#avoidedCount += 1;
		}
		this.#put("say", own ? escapeInline(voiced) : voiced, words);
		return true;
	}
	/** The person's words as they are, in sentences as long as the voice speaks them. */
	#shortened(text) {
		const { longestSentence } = this.#voice;
		return longestSentence === null ? text : shorten(text, this.#pack.tag, longestSentence).text;
	}
	#uncontracted(text) {
		return this.#voice.contractions === "avoid" && this.#pack.tag === "en" ? longForms(text).text : text;
	}
	#ask(section, point = "") {
		const sentence = this.#prompts.next(askedRole(section.role, this.#kind), Math.max(6, this.#left() + 2), point);
		if (sentence === null) return false;
		this.#put("ask", point === "" ? sentence : escapeInline(sentence), countWords(sentence));
		return true;
	}
	/** Ends a spoken paragraph with a connective: it belongs to what was said and never stands alone. */
	#connect() {
		this.#sinceConnective = 0;
		if (this.#paragraphs.at(-1)?.kind !== "say") return;
		const at = this.#connectives.findIndex((c) => !this.#used.has(c) && countWords(c) <= this.#left());
		const sentence = at < 0 ? void 0 : this.#connectives.splice(at, 1)[0];
		if (sentence === void 0) return;
		this.#used.add(sentence);
		this.#put("say", escapeInline(sentence), countWords(sentence), true);
	}
	#frame(frames, text) {
		const frame = frames.shift() ?? "{x}";
		frames.push(frame);
		return fill(frame, {
			x: unfinished(text),
			s: text
		});
	}
	#open(section, index) {
		if (this.#brief.visualCues === true) {
			const cue = this.#cues[index % this.#cues.length] ?? "{s}";
			this.#put("cue", `[Cue: ${fill(cue, { s: escapeInline(section.heading) })}]`, 0);
		}
		if (index > 0) {
			if (this.#room >= 40) this.#say(this.#lead(section), false);
			return;
		}
		const { hook, subject, angle } = this.#material;
		if (hook !== "") this.#say(hook, true);
		else if (this.#room >= 30) this.#say(this.#pack.greetings[this.#brief.title.length % this.#pack.greetings.length] ?? "", false);
		if (subject !== "") this.#sayFramed(this.#pack.topicFrames, subject);
		if (angle !== "" && this.sections.length < 5) this.#sayFramed(this.#pack.angleFrames, angle);
	}
	/** How a section begins. The names of openings and endings are the crew's, not the viewer's: they are not spoken. */
	#lead(section) {
		if (section.role === "closing" || section.role === "recap") return this.#frame(this.#closers, "");
		if (section.heading === "" || section.role === "opening") return "";
		return escapeInline(this.#frame(this.#leads, section.heading));
	}
	/** A fragment of the person's in a sentence; a frame it cannot carry is passed over. */
	#sayFramed(frames, text) {
		if (this.#used.has(key(text))) return true;
		const frame = frames[text.length % frames.length] ?? "{x}";
		const done = this.#say(fill(frame, { x: unfinished(text) }), true);
		if (done) this.#used.add(key(text));
		return done;
	}
	/** One bullet of the outline: spoken, asked for, or led in, as it is made. */
	#bullet(text) {
		const { angle } = this.#material;
		const id = key(text);
		if (this.#used.has(id)) return "";
		const words = countWords(text);
		if (id === key(angle)) this.#sayFramed(this.#pack.angleFrames, text);
		else if (isInstruction(text, this.#pack) || words > 60) {
			const sentence = finish(text.charAt(0).toUpperCase() + text.slice(1));
			if (words <= this.#left() + 4 && !this.#used.has(sentence)) this.#put("ask", escapeInline(sentence), words);
			this.#used.add(id).add(sentence);
		} else if (isSpoken(text, this.#pack)) this.#say(text, true);
		else {
			this.#say(this.#frame(this.#pointFrames, text), true);
			this.#used.add(id);
			return words <= 9 ? unfinished(text) : "";
		}
		return "";
	}
	/** Material without a place of its own, for sections that make points; openings and endings stay clear. */
	#takeSpare(section) {
		if ((section.role === "opening" || section.role === "closing" || section.role === "recap") && this.sections.length > 2) return [];
		return this.#spare.splice(0, Math.ceil(Math.max(0, this.#left()) / 12));
	}
	/** Fills up to `until` words of the section: own sentences first, then connectives and prompts in turn. */
	#fillTo(until, section, own, point) {
		const open = () => Math.min(until, this.#room) - this.#sectionWords;
		let named = point;
		while (open() > 4 && own.length > 0) {
			if (this.#sinceConnective >= SENTENCES_A_PARAGRAPH) this.#connect();
			const next = own.shift();
			if (next !== void 0) this.#say(next.text, true, 2);
		}
		if (open() > 20 && this.#sinceConnective > 0) this.#connect();
		while (open() > 5) {
			if (!this.#ask(section, named)) break;
			named = "";
		}
	}
	#farewell(index) {
		if (index < this.sections.length - 1 || index === 0 || this.#room < 30) return "";
		const found = this.#pack.farewells[this.#brief.title.length % this.#pack.farewells.length] ?? "";
		return this.#avoided(found) ? "" : found;
	}
	#render(section) {
		if (section.heading !== "") this.#out.push(`## ${headingText(section.heading)}`);
		for (const { kind, sentences } of this.#paragraphs) {
			const text = escapeStart(sentences.join(" "));
			this.#out.push(kind === "ask" ? `> ${text}` : text);
		}
	}
	/** Writes section `index`; call for each in order. */
	write(index) {
		const section = this.sections[index];
		if (section === void 0) return;
		this.#planned += section.budget * (1 - this.#headingShare);
		this.#paragraphs = [];
		this.#prompts.begin(section.bullets);
		this.#sectionWords = 0;
		this.#room = Math.max(0, Math.round(this.#planned - this.#words));
		const farewell = this.#farewell(index);
		this.#room -= countWords(farewell);
		this.#open(section, index);
		const own = this.#assigned.get(section) ?? [];
		const start = this.#sectionWords;
		section.bullets.forEach((text, i) => {
			if (this.#left() <= 4) return;
			const point = this.#bullet(text);
			const until = start + (this.#room - start) * (i + 1) / section.bullets.length;
			if (i < section.bullets.length - 1) this.#fillTo(until, section, own[i] ?? [], point);
			else this.#fillTo(until, section, [...own[i] ?? [], ...this.#takeSpare(section)], point);
		});
		this.#fillTo(this.#room, section, this.#takeSpare(section), "");
		this.#room += countWords(farewell);
		this.#say(farewell, false, 60);
		this.#render(section);
		this.#words += this.#sectionWords;
	}
	finish() {
		return {
			markdown: `${this.markdown}\n`,
			words: this.#words,
			ownWords: this.#ownWords,
			asks: this.#asks,
			scaled: this.#scaled,
			avoided: this.#avoidedCount,
			tooLong: this.#material.tooLong
		};
	}
};
// service/engines/text/composer/composer.ts
var NO_MODEL = "Written by the offline composer: no language model was used. Connect one under Settings, Text model.";
/** A draft is shown again after so many sections, and cancelling looked for after each. */
var PARTIAL_EVERY = 2;
function languageNotes(brief) {
	if (packFor(brief.language).known) return [];
	return [`The offline composer has no sentences of its own in “${brief.language.trim().slice(0, 60)}”: your material is unchanged, what links it is in English.`];
}
function inputNotes(brief) {
	const urls = brief.researchUrls.filter((u) => u.trim() !== "").length;
	return urls === 0 ? [] : [`Web pages are not read offline: ${urls} research link${urls === 1 ? " is" : "s are"} only listed. Paste the text you need.`];
}
function draftNotes(draft, brief) {
	const notes = [];
	const share = Math.round(100 * draft.ownWords / Math.max(1, draft.words));
	if (draft.asks > 0) notes.push(`About ${share} % of this draft is your own material. ${draft.asks} prompts, set as quotes, ask for what only you know: replace them with your own words.`);
	if (draft.scaled) notes.push(`The section lengths in the outline did not add up to ${brief.targetWords} words and were stretched in proportion.`);
	if (draft.avoided > 0) notes.push(`${draft.avoided} of your sentences use words the voice avoids. They were kept as you wrote them.`);
	if (draft.tooLong > 0) notes.push(`${draft.tooLong} passage${draft.tooLong === 1 ? "" : "s"} of your material had no sentence short enough to speak and stayed out.`);
	return notes;
}
async function outline(brief, ctl) {
	throwIfCancelled(ctl.signal);
	ctl.onProgress({
		step: "reading_brief",
		label: "Reading your material",
		done: 0,
		total: 1
	});
	await setImmediate();
	throwIfCancelled(ctl.signal);
	const markdown = writeOutline(brief, packFor(brief.language).pack, (heading, index, total) => {
		ctl.onProgress({
			step: "generating_outline",
			label: `Outlining ${index + 1} of ${total}: ${heading}`,
			done: index,
			total
		});
	});
	await setImmediate();
	throwIfCancelled(ctl.signal);
	ctl.onProgress({
		step: "done",
		label: "Outline ready",
		done: 1,
		total: 1
	});
	return {
		markdown,
		usage: null,
		notes: [
			NO_MODEL,
			...languageNotes(brief),
			...inputNotes(brief)
		]
	};
}
async function script(brief, ctl) {
	const total = brief.targetWords;
	throwIfCancelled(ctl.signal);
	ctl.onProgress({
		step: "reading_brief",
		label: "Reading your outline",
		done: 0,
		total
	});
	await setImmediate();
	throwIfCancelled(ctl.signal);
	const { pack } = packFor(brief.language);
	const own = brief.outline.trim() === "" ? writeOutline(brief, pack, () => void 0) : brief.outline;
	const first = new ScriptWriter({
		...brief,
		outline: own
	}, pack);
	const writer = first.sections.length > 0 ? first : new ScriptWriter({
		...brief,
		outline: writeOutline(brief, pack, () => void 0)
	}, pack);
	for (const [index, section] of writer.sections.entries()) {
		const label = `Writing ${index + 1} of ${writer.sections.length}${section.heading === "" ? "" : `: ${section.heading}`}`;
		const partial = index % PARTIAL_EVERY === 0 && index > 0 ? { partial: writer.markdown } : {};
		ctl.onProgress({
			step: "generating_script",
			label,
			done: Math.min(writer.words, total),
			total,
			...partial
		});
		await setImmediate();
		throwIfCancelled(ctl.signal);
		writer.write(index);
	}
	const draft = writer.finish();
	ctl.onProgress({
		step: "done",
		label: `Draft ready: ${draft.words} words`,
		done: total,
		total,
		partial: draft.markdown
	});
	return {
		markdown: draft.markdown,
		usage: null,
		notes: [
			NO_MODEL,
			...draftNotes(draft, brief),
			...languageNotes(brief),
			...inputNotes(brief)
		]
	};
}
async function humanize(brief, ctl) {
	throwIfCancelled(ctl.signal);
	const { pack, known } = packFor(brief.language);
	const run = humanizeBlocks(brief.script, known ? pack.tag : null, readVoice(brief.voice));
	for (let step = run.next();; step = run.next()) {
		if (step.done === true) {
			ctl.onProgress({
				step: "done",
				label: "Humanized",
				done: 1,
				total: 1,
				partial: step.value.markdown
			});
			return {
				markdown: step.value.markdown,
				usage: null,
				notes: [
					NO_MODEL,
					...step.value.notes,
					...languageNotes(brief)
				]
			};
		}
		ctl.onProgress({
			step: "humanizing",
			label: `Making it speakable: ${step.value.done} of ${step.value.total} paragraphs`,
			...step.value
		});
		await setImmediate();
		throwIfCancelled(ctl.signal);
	}
}
/** The engine that works with no account, no network and no model. Deterministic: the same brief gives the same bytes. */
function createComposer() {
	return {
		id: "composer",
		label: "Offline composer (no language model)",
		isLanguageModel: false,
		outline,
		script,
		humanize,
		ideas: composeIdeas
	};
}
// service/engines/text/registry.ts
/** The engine for a provider configuration; without one, the offline composer. The adapters of models are large. */
async function textEngineFor(config) {
	if (config === null) return createComposer();
	const { createModelEngine } = await import("./model-engine-BMSz9Gf9.js");
	return createModelEngine(config);
}
export { textEngineFor };

//# sourceMappingURL=registry-Bx0cBMqQ.js.map