// markdown/spoken.ts
/**
* What of a script is spoken.
*
* Not spoken:
* - headings;
* - visual cues: `[Cue: …]`, and what follows a label in capitals at the beginning of a line (`VISUAL:`, `B-ROLL:`,
*   `SFX:`, `CUT TO:` …), to the end of that line;
* - other [directions in square brackets], also over several lines of a paragraph;
* - HTML comments, tags and blocks; code blocks; tables;
* - pictures, the addresses of links, link definitions;
* - who speaks: `HOST:`, `NARRATOR:`, `VO:` at the beginning of a line. What follows is spoken.
*
* Spoken: paragraphs, list items and quotes, with the words of links, in `code` marks and in (round brackets). A bare
* [text] is a direction even where a definition would make a link of it.
*/
var VISUAL = "VISUALS?|B-?ROLL|ON[ -]?SCREEN(?: TEXT)?|TEXT ON SCREEN|SUPER|TITLE CARD|LOWER THIRD|GRAPHICS?|ANIMATION|CAMERA|SHOT|CUT TO|SFX|FX|SOUND|MUSIC|CUE";
var SPEAKER = "HOST|NARRATOR|PRESENTER|SPEAKER|VOICE-?OVER|VO|V\\.O\\.";
/** Before a label may stand emphasis, after it a number or a remark in brackets: `**B-ROLL 2 (drone):**`. */
var label = (names) => `^[ \\t]*[*_]{0,3}(?:${names})(?:[ \\t]*(?:\\d+|\\([^)\\n]*\\)))*[*_]{0,3}:`;
var blank = (text) => text.replace(/[^\n]/g, " ");
var UNSPOKEN = [
	[/<!--[\s\S]*?-->/g, blank],
	[/!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])?/g, blank],
	[/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, (all, words) => ` ${words}${blank(all.slice(words.length + 1))}`],
	[/<[a-z][a-z0-9+.-]*:[^\s<>]*>/gi, blank],
	[/<\/?[a-z][^>]*>/gi, blank],
	[/\\[[\]]/g, blank],
	[new RegExp(`${label(VISUAL)}.*`, "gm"), blank],
	[new RegExp(label(SPEAKER), "gm"), blank],
	[/\[(?:[^[\]]|\[[^\]]*\])*\]/g, blank]
];
/** Words a minute. */
var PACE = {
	least: 100,
	usual: 150,
	most: 200
};
/**
* What is said of one paragraph's markdown (its inline text, without block markers): as long as the paragraph, with
* spaces where something is not spoken, so that places in one are places in the other.
*/
function spokenText(inline) {
	if (!/[[<]|[A-Z\d.)*_]:/.test(inline)) return inline;
	return UNSPOKEN.reduce((text, [pattern, by]) => text.replace(pattern, by), inline);
}
/** Seconds to say `words` at `pace` words a minute; the pace is kept within 100–200. */
function spokenSeconds(words, pace = PACE.usual) {
	return words * 60 / keptPace(pace);
}
/** A pace as a whole number within 100–200; the usual one for what is no number. */
function keptPace(pace) {
	return Number.isFinite(pace) ? Math.min(PACE.most, Math.max(PACE.least, Math.round(pace))) : PACE.usual;
}
export { spokenText as n, spokenSeconds as t };

//# sourceMappingURL=spoken-B82jzCir.js.map