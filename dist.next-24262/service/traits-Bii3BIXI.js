import { t as countWords } from "./words-C0egbaPQ.js";
// markdown/sentences.ts
/** Sentences of plain text, for counting, splitting and checking. */
var ABBREVIATION = /(?:^|[\s(„“"'])(?:Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|Sra|Mme|vs|e\.g|i\.e|etc|approx|No|Nr|Nº|ca|bzw|usw|z\.\s?B|d\.\s?h|u\.\s?a|p\.\s?ej|p\.\s?ex|cf|Fig|Vol|\p{Lu})\.\s*$/u;
var segmenters = /* @__PURE__ */ new Map();
function sentenceSegmenter(tag) {
	let found = segmenters.get(tag);
	if (found === void 0) {
		found = new Intl.Segmenter(tag, { granularity: "sentence" });
		segmenters.set(tag, found);
	}
	return found;
}
/** The sentences of one paragraph with their places, abbreviations kept whole. `tag` is a language tag. */
function placedSentences(paragraph, tag = "en") {
	const out = [];
	for (const { segment, index } of sentenceSegmenter(tag).segment(paragraph)) {
		const last = out.at(-1);
		if (last !== void 0 && (ABBREVIATION.test(last.text) || /^\p{Ll}/u.test(segment.trim()))) last.text += segment;
		else out.push({
			text: segment,
			from: index
		});
	}
	return out.map(({ text, from }) => ({
		text: text.trim(),
		from: from + (text.length - text.trimStart().length)
	})).filter(({ text }) => text !== "");
}
/** The sentences of one paragraph as they stand. */
function splitSentences(paragraph, tag = "en") {
	return placedSentences(paragraph, tag).map(({ text }) => text);
}
// markdown/voice/phrases.ts
/** Finding and exchanging phrases in plain text. */
function escapeRegExp(text) {
	return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
var bodyOf = (phrase) => escapeRegExp(phrase.trim()).replace(/\s+/g, "\\s+").replace(/['’]/g, "['’]");
var whole = (body) => `(?<![\\p{L}\\p{N}_])${body}(?![\\p{L}\\p{N}_])`;
/** A pattern for a phrase as whole words, whatever its case and kind of apostrophe. */
function phrasePattern(phrase, flags = "giu") {
	return new RegExp(whole(bodyOf(phrase)), flags);
}
/** `to` in the case `from` was written in: a capital stays a capital. */
function inCaseOf(from, to) {
	if (from.length > 1 && from === from.toUpperCase() && from !== from.toLowerCase()) return to.toUpperCase();
	const first = from.charAt(0);
	return first !== first.toLowerCase() ? to.charAt(0).toUpperCase() + to.slice(1) : to;
}
// markdown/voice/traits.ts
/** What of a voice profile (spec 2 §2 "Voice profile record") can be followed mechanically. */
var line = (text) => text.replace(/[\u0000-\u001F\u007F\uFEFF\u2028\u2029]+/g, " ").replace(/\s+/g, " ").trim();
function record(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}
/** An entry of a profile's list as one line: text as it is, an object by what it says. */
function entryText(entry) {
	if (typeof entry === "string") return line(entry);
	const pair = readReplacement(entry);
	if (pair !== null) return `${pair.from} -> ${pair.to}`;
	return Object.values(record(entry)).filter((value) => typeof value === "string").map(line).filter(Boolean).join(": ");
}
function list(value, max = 200) {
	if (!Array.isArray(value)) return [];
	return value.map((v) => typeof v === "string" ? v : Object.values(record(v)).find((x) => typeof x === "string")).filter((v) => typeof v === "string").map((v) => line(v).slice(0, max)).filter((v) => v !== "");
}
var ARROW = /^["'“‘]?(.+?)["'”’]?\s*(?:->|=>|→|⇒)\s*["'“‘]?(.*?)["'”’]?$/u;
var INSTEAD = /^(?:say|use)\s+["'“‘]?(.+?)["'”’]?\s+(?:instead of|rather than|not)\s+["'“‘]?(.+?)["'”’]?\.?$/iu;
var COLON = /^["'“‘]?([^:]{1,60}?)["'”’]?\s*:\s*["'“‘]?(.+?)["'”’]?$/u;
function pair(from, to) {
	if (typeof from !== "string" || typeof to !== "string") return null;
	const clean = {
		from: line(from),
		to: line(to)
	};
	return clean.from === "" || clean.from === clean.to ? null : clean;
}
/** A replacement however it was written: "utilize -> use", "use X instead of Y", {from, to}, [from, to]; null for none. */
function readReplacement(entry) {
	if (typeof entry === "string") {
		const text = line(entry);
		const arrow = ARROW.exec(text);
		if (arrow) return pair(arrow[1], arrow[2]);
		const instead = INSTEAD.exec(text);
		if (instead) return pair(instead[2], instead[1]);
		const colon = COLON.exec(text);
		return colon ? pair(colon[1], colon[2]) : null;
	}
	if (Array.isArray(entry)) return pair(entry[0], entry[1]);
	const o = record(entry);
	return pair(o["from"] ?? o["replace"] ?? o["avoid"] ?? o["instead_of"], o["to"] ?? o["with"] ?? o["use"] ?? o["say"]);
}
function glossaryEntry(entry) {
	const o = record(entry);
	const [term, meaning] = typeof entry === "string" ? [/^([^:=]{1,60}?)\s*(?::|=| [–—-] )\s*(.+)$/u.exec(line(entry))].flatMap((m) => m ? [m[1], m[2]] : []) : [o["term"] ?? o["word"], o["meaning"] ?? o["definition"]];
	if (typeof term !== "string" || typeof meaning !== "string" || line(term) === "") return [];
	return [{
		term: line(term),
		meaning: line(meaning).replace(/[.;,\s]+$/u, "")
	}];
}
function personOf(text) {
	const said = text.toLowerCase();
	if (/\b(first[- ]person plural|we\b|wir\b|nosotros|nous)/.test(said)) return "we";
	if (/\b(first[- ]person|\bi\b|ich\b|yo\b|je\b)/.test(said)) return "i";
	return "any";
}
/** A starter as it stands before a comma: "So," and "so …" become "So". Anything longer than three words is none. */
function starter(text) {
	const bare = text.replace(/[\s,.…!:;–—-]+$/u, "");
	if (bare === "" || bare.split(" ").length > 3 || /[.!?]/.test(bare)) return [];
	return [bare.charAt(0).toUpperCase() + bare.slice(1)];
}
var CONTRACTIONS = /\bcontract(?:ion|ed|ing)|\bdon['’]t, not do not\b/i;
var AGAINST = /\b(?:no|not|never|without|avoid|don['’]t)\b/i;
function contractionsOf(wanted, unwanted) {
	if (unwanted.some((text) => CONTRACTIONS.test(text))) return "avoid";
	const said = wanted.find((text) => CONTRACTIONS.test(text));
	if (said === void 0) return "any";
	return AGAINST.test(said) ? "avoid" : "use";
}
var BOUND = /(?:above|over|beyond|exceeds?|longer than|more than|max(?:imum)?(?: of)?|at most|up to|under|below|within|fewer than|less than)\s+(\d{1,3})\s*(?:-\s*)?words?\b|\b(\d{1,3})\s+words?\s+(?:or (?:fewer|less)|at (?:the )?most|max)/i;
var LENGTH = {
	least: 6,
	most: 60
};
/** From so many example sentences on, the longest of them says something. */
var ENOUGH_EXAMPLES = 3;
function longestSentence(said, examples) {
	for (const text of said) {
		const found = BOUND.exec(text);
		const words = Number(found?.[1] ?? found?.[2]);
		if (words >= LENGTH.least && words <= LENGTH.most) return words;
	}
	const lengths = examples.flatMap((text) => splitSentences(text)).map(countWords);
	if (lengths.length < ENOUGH_EXAMPLES) return null;
	return Math.min(LENGTH.most, Math.max(14, Math.ceil(Math.max(...lengths) * 1.25)));
}
var text = (value) => typeof value === "string" ? line(value) : "";
/** Reads a profile, whole or its `writing_style_analysis`; unknown or misshapen parts are passed over. */
function readTraits(given) {
	const outer = record(given);
	const profile = "writing_style_analysis" in outer ? record(outer["writing_style_analysis"]) : outer;
	const toolkit = record(profile["rhetorical_toolkit"]);
	const diction = record(profile["diction_and_syntax"]);
	const kit = record(profile["phrase_kit"]);
	const spoken = record(profile["spoken_patterns"]);
	const rules = record(profile["do_dont"]);
	const does = list(rules["do"]);
	const donts = [...list(rules["dont"]), ...list(rules["never_does"])];
	const avoid = [...list(kit["avoid"]), ...list(diction["avoid"])];
	const rewriting = list(profile["rewriter_directives"]);
	const shape = [text(diction["sentence_shape"]), text(record(profile["delivery_recipe"])["cadence"])];
	return {
		starters: list(spoken["starter_words"]).flatMap(starter),
		transitions: [...list(spoken["transition_phrases"]), ...list(toolkit["transitions"])],
		sayings: [...list(kit["uses"]), ...list(spoken["common_phrases"])].filter((said) => /^\p{Lu}.*[.!?…]$/u.test(said)),
		replacements: (Array.isArray(kit["replacements"]) ? kit["replacements"] : []).map(readReplacement).filter((found) => found !== null),
		avoid,
		hooks: list(toolkit["hook_patterns"]),
		ctas: list(toolkit["cta_patterns"]),
		stories: list(toolkit["storytelling_patterns"]),
		explains: list(toolkit["explanation_patterns"]),
		does,
		donts,
		jargon: list(record(profile["jargon_policy"])["allow"]),
		glossary: (Array.isArray(profile["lexical_glossary"]) ? profile["lexical_glossary"] : []).flatMap(glossaryEntry),
		person: personOf(text(record(profile["stance_and_relationship"])["narrative_person"])),
		contractions: contractionsOf([
			...list(diction["preferred_constructions"]),
			...does,
			...rewriting
		], [...avoid, ...donts]),
		longestSentence: longestSentence([
			...shape,
			...rewriting,
			...does
		], [text(profile["example_paragraph"]), ...list(profile["style_examples"], 2e3)])
	};
}
/** Longer entries of an avoid list are advice and not words to look for. */
var PHRASE_WORDS = 5;
/** What a list of things to avoid names as words. */
function avoidedPhrases(traits) {
	return traits.avoid.filter((phrase) => phrase.split(" ").length <= PHRASE_WORDS);
}
/** A test for text the voice would not say. */
function avoidTest(traits) {
	const patterns = avoidedPhrases(traits).map((phrase) => phrasePattern(phrase, "iu"));
	return (said) => patterns.some((pattern) => pattern.test(said));
}
/** The voice's replacements applied to plain text. */
function replaceInVoice(said, { replacements }) {
	return replacements.reduce((out, { from, to }) => out.replace(phrasePattern(from), (found) => inCaseOf(found, to)), said);
}
export { replaceInVoice as a, placedSentences as c, readTraits as i, splitSentences as l, entryText as n, inCaseOf as o, readReplacement as r, phrasePattern as s, avoidTest as t };

//# sourceMappingURL=traits-Bii3BIXI.js.map