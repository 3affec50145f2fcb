// markdown/language-tag.ts
var NAMES = {
	en: [
		"en",
		"eng",
		"english",
		"englisch",
		"inglés",
		"ingles",
		"anglais"
	],
	de: [
		"de",
		"deu",
		"ger",
		"german",
		"deutsch",
		"alemán",
		"aleman",
		"allemand"
	],
	es: [
		"es",
		"spa",
		"spanish",
		"español",
		"espanol",
		"castellano",
		"spanisch",
		"espagnol"
	],
	fr: [
		"fr",
		"fra",
		"fre",
		"french",
		"français",
		"francais",
		"französisch",
		"francés",
		"frances"
	]
};
/** The tag of a language as a person writes it ("German", "de-AT", "Deutsch"); English for none, null for another. */
function spokenTag(language) {
	const said = language.trim().toLowerCase();
	if (said === "") return "en";
	const first = said.split(/[\s\-_(,/]/)[0] ?? "";
	for (const tag of [
		"en",
		"de",
		"es",
		"fr"
	]) if (NAMES[tag].includes(said) || NAMES[tag].includes(first)) return tag;
	return null;
}
/** Languages in Latin letters whose names are known as a person writes them, in English or in the language itself. */
var LATIN = "en de es fr it pt nl da nb nn sv fi is pl cs sk sl hr bs hu ro lt lv et tr az ca eu gl id ms vi sq cy ga mt af sw lb".split(" ");
var byName = null;
function tagsByName() {
	const names = /* @__PURE__ */ new Map();
	const english = new Intl.DisplayNames("en", { type: "language" });
	for (const tag of LATIN) for (const name of [english.of(tag), new Intl.DisplayNames(tag, { type: "language" }).of(tag)]) if (name !== void 0) names.set(name.toLowerCase(), tag);
	return names;
}
/** The two or three letters of a language as a person writes it ("Italiano", "pt-BR"); English where it is not known. */
function languageTag(language) {
	const said = language.trim().toLowerCase();
	const spoken = spokenTag(said);
	if (spoken !== null) return spoken;
	const tag = /^([a-z]{2,3})(?:[-_]|$)/.exec(said)?.[1];
	byName ??= tag === void 0 ? tagsByName() : null;
	return tag ?? byName?.get(said) ?? byName?.get(said.split(/[\s(,/]/)[0] ?? "") ?? "en";
}
export { spokenTag as n, languageTag as t };

//# sourceMappingURL=language-tag-JIfrqnAA.js.map