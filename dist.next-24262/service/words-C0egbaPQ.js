// markdown/words.ts
/**
* Words, counted as people count them: a run of letters, marks and digits, with apostrophes, hyphens and points inside
* (`don’t`, `six-berth`, `3.5`) is one. Scripts written without spaces are cut by the platform's own segmenter.
*/
var WORD = /[\p{L}\p{M}\p{N}]+(?:['’\u2010\u2011\-.,:/@_]?[\p{L}\p{M}\p{N}]+)*/gu;
var UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Outside these ranges no script without spaces exists: most text never meets the dearer test. */
var FIRST_UNSPACED = /[\u0e00-\u1fff\u2e80-\uffff]/;
var segmenter;
function segmentedWords(text) {
	segmenter ??= new Intl.Segmenter(void 0, { granularity: "word" });
	let count = 0;
	for (const segment of segmenter.segment(text)) if (segment.isWordLike) count += 1;
	return count;
}
/** The number of words in `text`. Words never span white space, so a text may be counted in parts cut at white space. */
function countWords(text) {
	const mayBeUnspaced = FIRST_UNSPACED.test(text) && UNSPACED.test(text);
	let count = 0;
	WORD.lastIndex = 0;
	for (let match = WORD.exec(text); match !== null; match = WORD.exec(text)) count += mayBeUnspaced && UNSPACED.test(match[0]) ? segmentedWords(match[0]) : 1;
	return count;
}
/** The words of `text`, as they are counted. */
function wordsOf(text) {
	const mayBeUnspaced = FIRST_UNSPACED.test(text) && UNSPACED.test(text);
	const words = text.match(WORD) ?? [];
	if (!mayBeUnspaced) return words;
	segmenter ??= new Intl.Segmenter(void 0, { granularity: "word" });
	const cut = segmenter;
	return words.flatMap((word) => UNSPACED.test(word) ? [...cut.segment(word)].filter((one) => one.isWordLike).map((one) => one.segment) : [word]);
}
export { wordsOf as n, countWords as t };

//# sourceMappingURL=words-C0egbaPQ.js.map