// service/engines/provider-answers.ts
/** What providers of models answer beside the thing itself. */
var MAX_DETAIL = 600;
/** Text for a log without the key, wherever the provider may have echoed it. */
function withoutKey(text, apiKey) {
	const key = apiKey?.trim() ?? "";
	return (key === "" ? text : text.split(key).join("•••").split(encodeURIComponent(key)).join("•••")).slice(0, MAX_DETAIL);
}
/** Seconds to wait from Retry-After: a number of seconds or a date; null where it says nothing usable. */
function retryAfterSeconds(headers, now) {
	const ms = Number(headers?.["retry-after-ms"]);
	if (Number.isFinite(ms) && ms > 0) return Math.ceil(ms / 1e3);
	const said = headers?.["retry-after"]?.trim();
	if (said === void 0 || said === "") return null;
	const seconds = Number(said);
	if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds));
	const date = Date.parse(said);
	return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1e3));
}
function waiting(seconds) {
	if (seconds === null) return "Wait a minute and try again.";
	return seconds < 90 ? `Try again in ${Math.max(1, seconds)} seconds.` : `Try again in ${Math.ceil(seconds / 60)} minutes.`;
}
export { waiting as n, withoutKey as r, retryAfterSeconds as t };

//# sourceMappingURL=provider-answers-UAsOT01b.js.map