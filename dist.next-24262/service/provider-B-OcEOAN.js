import { t as EngineError } from "./text-engine-C2bugqmd.js";
import { n as waiting, r as withoutKey, t as retryAfterSeconds } from "./provider-answers-UAsOT01b.js";
import { APICallError, InvalidResponseDataError, JSONParseError, TypeValidationError } from "ai";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
// service/engines/text/model/errors.ts
var TOO_LONG = /context[ _-]?(?:length|window)|maximum context|too (?:long|large|many tokens)|max_tokens|prompt is too long|token limit/i;
/** The error for an HTTP status of the provider. `detail` is already free of secrets. */
function statusError(status, headers, detail) {
	if (status === 401 || status === 403) return new EngineError("refused-key", "The model provider refused the key. Check the key and its permissions under Settings, Text model.", { detail });
	if (status === 402) return new EngineError("refused-key", "The model provider says this account has no credit left. Top it up there, or choose another provider.", { detail });
	if (status === 429) {
		const retryAfter = retryAfterSeconds(headers, Date.now());
		return new EngineError("rate-limited", `The model provider is receiving too many requests. ${waiting(retryAfter)}`, {
			retryAfter,
			detail
		});
	}
	if (status === 413 || status === 400 && TOO_LONG.test(detail)) return new EngineError("too-long", "The material is too long for this model. Shorten the research texts or choose a model with a larger context.", { detail });
	if (status === 404) return new EngineError("bad-answer", "The model provider does not know this model or address. Check the model name and the base URL under Settings, Text model.", { detail });
	if (status >= 500) return new EngineError("unreachable", "The model provider has a problem of its own at the moment. Try again in a few minutes.", { detail });
	return new EngineError("bad-answer", `The model provider refused the request (status ${status}). Check the model name under Settings, Text model.`, { detail });
}
function causes(error) {
	const out = [];
	for (let e = error; e !== void 0 && e !== null && out.length < 6; e = e instanceof Error ? e.cause : null) out.push(e);
	return out;
}
/** Any failure of a call as the one typed error, in plain words. */
function asEngineError(error, apiKey) {
	const chain = causes(error);
	const known = chain.find((e) => e instanceof EngineError);
	if (known instanceof EngineError) return known;
	const call = chain.find((e) => APICallError.isInstance(e));
	if (APICallError.isInstance(call) && call.statusCode !== void 0 && call.statusCode >= 400) return statusError(call.statusCode, call.responseHeaders, withoutKey(`${call.statusCode} ${call.responseBody ?? call.message}`, apiKey));
	const detail = withoutKey(chain.map((e) => e instanceof Error ? `${e.name}: ${e.message}` : String(e)).join(" ← "), apiKey);
	if (chain.some((e) => JSONParseError.isInstance(e) || TypeValidationError.isInstance(e) || InvalidResponseDataError.isInstance(e)) || APICallError.isInstance(call)) {
		if (!/ECONN|ENOTFOUND|EAI_AGAIN|EHOST|ENETUNREACH|UND_ERR|fetch failed|Cannot connect|terminated|socket|other side closed|aborted/i.test(detail)) return new EngineError("bad-answer", "The model provider’s answer could not be understood. Check that the base URL leads to a compatible API.", { detail });
	}
	return new EngineError("unreachable", "The model provider could not be reached, or the connection broke off. Check the base URL and your network; a local server must be running.", { detail });
}
// service/engines/text/model/provider.ts
globalThis.AI_SDK_LOG_WARNINGS = false;
var DEFAULT_BASE_URLS = {
	anthropic: "https://api.anthropic.com/v1",
	google: "https://generativelanguage.googleapis.com/v1beta"
};
/** The address calls go to, without a slash at its end. Throws `unreachable` where there is none or it is no http(s) URL. */
function baseUrlOf(config) {
	const said = config.baseUrl?.trim() ?? "";
	const url = said !== "" || config.kind === "openai-compatible" ? said : DEFAULT_BASE_URLS[config.kind];
	if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new EngineError("unreachable", "The model provider needs a base URL that begins with http:// or https://, such as http://127.0.0.1:11434/v1.");
	return url.replace(/\/+$/, "");
}
/** A redirect could carry the key to another host, so none is followed. */
var directFetch = async (input, init) => {
	const response = await fetch(input, {
		...init,
		redirect: "manual"
	});
	if (response.status >= 300 && response.status < 400) {
		await response.body?.cancel();
		throw new EngineError("bad-answer", "The model provider’s address redirects elsewhere. Enter the final address as base URL.");
	}
	if (response.ok && /^text\/html\b/i.test(response.headers.get("content-type") ?? "")) {
		await response.body?.cancel();
		throw new EngineError("bad-answer", "The address answered with a web page instead of a model. Check the base URL: it often ends in /v1.");
	}
	return response;
};
function modelOf(config) {
	const baseURL = baseUrlOf(config);
	const apiKey = config.apiKey?.trim() ?? "";
	switch (config.kind) {
		case "openai-compatible": return createOpenAICompatible({
			name: "local",
			baseURL,
			includeUsage: true,
			fetch: directFetch,
			...apiKey === "" ? {} : { apiKey }
		})(config.model);
		case "anthropic": return createAnthropic({
			baseURL,
			apiKey,
			fetch: directFetch
		})(config.model);
		case "google": return createGoogleGenerativeAI({
			baseURL,
			apiKey,
			fetch: directFetch
		})(config.model);
	}
}
/** Headers that carry the key, for calls made without the SDK. */
function keyHeaders(config) {
	const key = config.apiKey?.trim() ?? "";
	if (key === "") return {};
	if (config.kind === "anthropic") return {
		"x-api-key": key,
		"anthropic-version": "2023-06-01"
	};
	return config.kind === "google" ? { "x-goog-api-key": key } : { authorization: `Bearer ${key}` };
}
export { asEngineError as a, modelOf as i, directFetch as n, statusError as o, keyHeaders as r, baseUrlOf as t };

//# sourceMappingURL=provider-B-OcEOAN.js.map