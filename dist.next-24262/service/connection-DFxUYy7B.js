import { t as EngineError } from "./text-engine-C2bugqmd.js";
import { r as withoutKey } from "./provider-answers-UAsOT01b.js";
import { a as asEngineError, n as directFetch, o as statusError, r as keyHeaders, t as baseUrlOf } from "./provider-B-OcEOAN.js";
import { z } from "zod";
// service/engines/text/model/connection.ts
var TIMEOUT = 15e3;
var MAX_MODELS = 1e3;
var OPENAI_LIST = z.object({ data: z.array(z.object({ id: z.string() })) });
var GOOGLE_LIST = z.object({ models: z.array(z.object({ name: z.string() })) });
async function read(config, signal, timeout) {
	const limit = AbortSignal.timeout(timeout);
	const query = config.kind === "google" ? "?pageSize=1000" : config.kind === "anthropic" ? "?limit=1000" : "";
	try {
		const response = await directFetch(`${baseUrlOf(config)}/models${query}`, {
			headers: {
				accept: "application/json",
				...keyHeaders(config)
			},
			signal: signal === void 0 ? limit : AbortSignal.any([signal, limit])
		});
		const body = await response.text();
		if (!response.ok) throw statusError(response.status, Object.fromEntries(response.headers), withoutKey(`${response.status} ${body}`, config.apiKey));
		return JSON.parse(body);
	} catch (error) {
		if (signal?.aborted === true) throw new EngineError("cancelled", "The test was cancelled.");
		if (limit.aborted) throw new EngineError("timeout", "The model provider did not answer in time. Check the base URL; a local server must be running.");
		if (error instanceof SyntaxError) throw new EngineError("bad-answer", "The address answered, but not with a list of models. Check the base URL: it often ends in /v1.");
		throw asEngineError(error, config.apiKey);
	}
}
/** The models a provider offers. Costs nothing. Rejects with `EngineError`. */
async function listModels(config, signal, timeout = TIMEOUT) {
	const body = await read({
		...config,
		model: ""
	}, signal, timeout);
	const openai = OPENAI_LIST.safeParse(body);
	if (openai.success) return openai.data.data.map((m) => m.id).slice(0, MAX_MODELS);
	const google = GOOGLE_LIST.safeParse(body);
	if (google.success) return google.data.models.map((m) => m.name.replace(/^models\//, "")).slice(0, MAX_MODELS);
	throw new EngineError("bad-answer", "The address answered, but not with a list of models. Check the base URL: it often ends in /v1.");
}
/** For a test button: is the provider there, does it take the key, does it know the model. Spends no tokens, never throws. */
async function testConnection(config, signal, timeout = TIMEOUT) {
	try {
		const models = await listModels(config, signal, timeout);
		if (models.length > 0 && !models.includes(config.model) && !models.includes(`${config.model}:latest`)) return {
			ok: false,
			kind: "bad-answer",
			models,
			message: `Connected, but there is no model called “${config.model}”. Choose one from the list.`
		};
		return {
			ok: true,
			kind: null,
			models,
			message: `Connected. The model “${config.model}” is ready.`
		};
	} catch (error) {
		const failed = asEngineError(error, config.apiKey);
		return {
			ok: false,
			kind: failed.kind,
			models: [],
			message: failed.message
		};
	}
}
export { testConnection };

//# sourceMappingURL=connection-DFxUYy7B.js.map