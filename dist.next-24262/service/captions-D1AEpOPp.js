import { n as wordsOf } from "./words-C0egbaPQ.js";
var SPACED = /\S+\s*/g;
/** Parts of a sentence that fit a caption, cut where it pauses if that is possible. */
function chunks(sentence) {
	if (sentence.length <= 76) return [sentence];
	const words = (sentence.match(SPACED) ?? [sentence]).flatMap((word) => word.length <= 76 ? [word] : word.match(/[\s\S]{1,38}/gu) ?? []);
	const parts = Math.ceil(sentence.length / 76);
	const even = sentence.length / parts;
	const out = [];
	let line = "";
	for (const word of words) {
		const pause = /[,;:–—]\s*$/.test(line) && line.length > even * .55;
		if (line !== "" && (line.length + word.trimEnd().length > Math.min(76, even * 1.25) || pause)) {
			out.push(line.trim());
			line = "";
		}
		line += word;
	}
	if (line.trim() !== "") out.push(line.trim());
	return out;
}
/** A word takes as long as it has letters, and a little for itself. */
var weight = (text) => text.length + 2;
function wordTimes(text, start, end) {
	const words = text.match(SPACED)?.map((word) => word.trimEnd()) ?? [];
	const total = words.reduce((sum, word) => sum + weight(word), 0);
	let at = start;
	return words.map((word) => {
		const begins = at;
		at += (end - start) * weight(word) / total;
		return {
			text: word,
			start: begins
		};
	});
}
/** `edits`: what a caption shall say instead, by its id; empty text takes the caption away. */
function cuesOf(sentences, edits) {
	return sentences.flatMap(({ id, scene, text, start, end }) => {
		const parts = chunks(text);
		const total = parts.reduce((sum, part) => sum + weight(part), 0);
		let at = start;
		return parts.flatMap((part, index) => {
			const from = at;
			at += (end - start) * weight(part) / total;
			const cue = `${id}-${index + 1}`;
			const said = edits[cue] ?? part;
			if (said.trim() === "" || edits[cue] === void 0 && wordsOf(said).length === 0) return [];
			return [{
				id: cue,
				scene,
				start: from,
				end: at,
				text: said,
				words: wordTimes(said, from, at)
			}];
		});
	});
}
function stamp(seconds, point) {
	const whole = Math.max(0, Math.round(seconds * 1e3));
	const two = (value) => String(Math.floor(value)).padStart(2, "0");
	const ms = String(whole % 1e3).padStart(3, "0");
	return `${two(whole / 36e5)}:${two(whole / 6e4 % 60)}:${two(whole / 1e3 % 60)}${point}${ms}`;
}
/** A line of its own that looks like the end of a caption would be one. */
var oneBlock = (text) => text.replace(/\s*\n\s*/g, "\n").replaceAll("-->", "→").trim();
var toSrt = (cues) => cues.map(({ start, end, text }, index) => `${index + 1}\n${stamp(start, ",")} --> ${stamp(end, ",")}\n${oneBlock(text)}\n`).join("\n");
var escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
var toVtt = (cues) => `WEBVTT\n\n${cues.map(({ id, start, end, text }) => `${id}\n${stamp(start, ".")} --> ${stamp(end, ".")}\n${escaped(oneBlock(text))}\n`).join("\n")}`;
export { toSrt as n, toVtt as r, cuesOf as t };

//# sourceMappingURL=captions-D1AEpOPp.js.map