import { n as FetchRefusedError, r as GuardedFetch, t as createPictureFetcher } from "./picture-fetcher-CylM2ZN6.js";
import { n as PictureRefusedError, t as ImageEngineError } from "./image-engine-Bgj-Fo4H.js";
import { n as normalised, o as unpack, r as packed } from "./picture-file-BXM7jjea.js";
import { n as waiting, r as withoutKey, t as retryAfterSeconds } from "./provider-answers-UAsOT01b.js";
import { t as regionBox } from "./region-Chlra-HN.js";
import { z } from "zod";
import { createCanvas } from "@napi-rs/canvas";
// service/engines/image/model/answers.ts
/** What an images API answers when it draws nothing, in plain words. */
var Refusal = z.object({ error: z.union([z.string().transform((message) => ({
	message,
	code: "",
	type: ""
})), z.object({
	message: z.string().catch(""),
	code: z.coerce.string().catch(""),
	type: z.string().catch("")
})]) });
var CONTENT = /content[_ ]?(?:policy|filter)|moderation|safety|nsfw|not allowed by our/i;
var UNPAID = /insufficient_quota|billing|no credit/i;
var SETTINGS = "under Settings, Image model.";
/** Of a provider's own words. */
var LONGEST = 160;
function refusalOf(text) {
	try {
		return Refusal.parse(JSON.parse(text)).error;
	} catch {
		return {
			message: "",
			code: "",
			type: ""
		};
	}
}
/** Why a status other than 200 was answered. The key is never in it. */
function refusalWords(status, headers, text, apiKey) {
	const { message, code, type } = refusalOf(text);
	const said = `${code} ${type} ${message}`;
	if (status === 401 || status === 403) return `It refused the key. Check it ${SETTINGS}`;
	if (status === 402 || status >= 400 && status < 500 && UNPAID.test(said)) return "Its account has no credit left. Top it up there, or connect another.";
	if (status === 429) {
		const single = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value ?? "")]));
		return `It is asked too often at the moment. ${waiting(retryAfterSeconds(single, Date.now()))}`;
	}
	if (CONTENT.test(said)) return "It refused this for its content rules. Say it in other words, or use other pictures.";
	if (status === 404) return `It does not know the model or the address. Check both ${SETTINGS}`;
	if (status === 413) return "The pictures are too large for it. Use fewer or smaller ones.";
	if (status >= 500) return "It has a problem of its own at the moment. Try again in a few minutes.";
	const short = [...withoutKey(message, apiKey ?? void 0).replace(/\s+/g, " ")].slice(0, LONGEST).join("");
	return short === "" ? `It answered ${status}. Check the size and the model ${SETTINGS}` : `It says: “${short}”`;
}
// service/engines/image/model/edit-canvas.ts
/**
* A picture that is edited, in the shape that a model draws in: it lies in the middle of a canvas of the model's own
* size, so that it comes back unstretched and can be cut out again where it lay.
*/
/** Of the shapes of two pictures, until they count as different. */
var SHAPE_TOLERANCE = .02;
function canvasSize(size, { width, height }) {
	const [w, h] = size.split("x").map(Number);
	return w !== void 0 && h !== void 0 && w > 0 && h > 0 ? {
		width: w,
		height: h
	} : {
		width,
		height
	};
}
function contained(image, width, height) {
	const scale = Math.min(width / image.width, height / image.height);
	const [w, h] = [Math.round(image.width * scale), Math.round(image.height * scale)];
	return {
		x: Math.floor((width - w) / 2),
		y: Math.floor((height - h) / 2),
		width: w,
		height: h
	};
}
function draw(image, box, width, height) {
	const canvas = createCanvas(width, height);
	const context = canvas.getContext("2d");
	context.drawImage(image, 0, 0, width, height);
	context.drawImage(image, box.x, box.y, box.width, box.height);
	return canvas;
}
/** @throws PictureRefusedError */
async function setUp({ image: bytes, region }, size) {
	const image = await unpack(bytes);
	const { width, height } = canvasSize(size, image);
	const box = contained(image, width, height);
	const original = {
		width: image.width,
		height: image.height
	};
	const canvas = {
		image: await packed(draw(image, box, width, height)),
		width,
		height,
		box,
		original
	};
	if (!region) return {
		...canvas,
		mask: null
	};
	const mask = createCanvas(width, height);
	const context = mask.getContext("2d");
	context.fillStyle = "#000000";
	context.fillRect(0, 0, width, height);
	const hole = regionBox(region, box);
	context.clearRect(box.x + hole.x, box.y + hole.y, hole.width, hole.height);
	return {
		...canvas,
		mask: await packed(mask)
	};
}
/** The picture out of what the model answered, in its original size. @throws PictureRefusedError */
async function takeOut({ width, height, box, original }, answer) {
	const image = await unpack(answer);
	const shape = image.width * height / (image.height * width);
	const from = Math.abs(shape - 1) > SHAPE_TOLERANCE ? {
		x: 0,
		y: 0,
		width,
		height
	} : box;
	const [sx, sy] = [image.width / width, image.height / height];
	const canvas = createCanvas(original.width, original.height);
	canvas.getContext("2d").drawImage(image, from.x * sx, from.y * sy, from.width * sx, from.height * sy, 0, 0, original.width, original.height);
	return packed(canvas);
}
// service/engines/image/model/prompts.ts
function styleWords({ colors, brightness, contrast }) {
	return `Style: ${brightness < .35 ? "dark" : brightness > .65 ? "bright" : "of middle brightness"}, with ${contrast < .35 ? "soft" : "strong"} contrast, in the colours ${colors.join(", ")}.`;
}
function generationPrompt({ prompt, headline, references, style }) {
	const lines = [
		"The thumbnail of an online video: one clear subject, readable at the size of a stamp, nothing in the lower right corner.",
		prompt,
		headline === null ? "No text, letters, numbers or logos in the picture." : `The words “${headline}”, spelt exactly so, large and legible; no other text.`
	];
	if (references.length > 0) lines.push("Go by the given pictures for faces, things and style.");
	if (style) lines.push(styleWords(style));
	return lines.join("\n");
}
function editPrompt({ instruction, region }) {
	return `${instruction}\n${region ? "Change nothing outside the marked region." : "Leave everything else as it is."}`;
}
// service/engines/image/model/images-api.ts
/** Pictures by an OpenAI-compatible images API; contract/schema/image-provider.ts names its calls. */
/** A model takes its time; past this nothing comes any more. */
var TIMEOUT_MS = 18e4;
var TEST_TIMEOUT_MS = 15e3;
/** A picture of 20 MB in base64, and a little. */
var KEEP_BYTES = 29360128;
var LIST_BYTES = 4194304;
var NAMED_MODELS = 5;
var Answer = z.object({ data: z.array(z.object({
	b64_json: z.string().nullish(),
	url: z.string().nullish()
})).min(1) });
var Models = z.object({ data: z.array(z.object({ id: z.string() })) });
var nothing = (why, cause) => new ImageEngineError(`The image model gave no picture. ${why}`, { cause });
var png = (bytes) => new Blob([new Uint8Array(bytes)], { type: "image/png" });
function formData(fields) {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) if (typeof value === "string") form.append(name, value);
	else for (const blob of value) form.append(value.length > 1 ? `${name}[]` : name, blob, `${name}.png`);
	return form;
}
var ImagesApi = class {
	#connection;
	#base;
	#owners;
	#outbound;
	#timeoutMs;
	constructor(connection, { owners, outbound, timeoutMs = TIMEOUT_MS }) {
		this.#connection = connection;
		this.#base = connection.baseUrl.replace(/\/+$/, "");
		this.#owners = owners ?? new GuardedFetch({
			schemes: ["https:", "http:"],
			isAllowed: () => true
		});
		this.#outbound = outbound ?? new GuardedFetch();
		this.#timeoutMs = timeoutMs;
	}
	get #authorization() {
		const { apiKey } = this.#connection;
		return apiKey === null ? {} : { Authorization: `Bearer ${apiKey}` };
	}
	/** A PNG file. @throws ImageEngineError */
	async draw(prompt, files, signal) {
		const { model, size } = this.#connection;
		const asked = {
			model,
			prompt,
			...size !== "auto" && { size }
		};
		try {
			if (Object.keys(files).length === 0) {
				const body = JSON.stringify({
					...asked,
					n: 1
				});
				return await this.#picture("generations", body, "application/json", signal);
			}
			const form = new Response(formData({
				...asked,
				n: "1",
				...files
			}));
			const body = new Uint8Array(await form.arrayBuffer());
			return await this.#picture("edits", body, form.headers.get("Content-Type") ?? "", signal);
		} catch (error) {
			signal.throwIfAborted();
			if (error instanceof FetchRefusedError) throw nothing(error.message, error);
			if (error instanceof PictureRefusedError) throw nothing("What it sent is no picture.", error);
			throw error;
		}
	}
	async #picture(path, body, type, signal) {
		const { status, headers, text } = await this.#owners.post(`${this.#base}/images/${path}`, {
			body,
			headers: {
				Accept: "application/json",
				"Content-Type": type,
				...this.#authorization
			},
			timeoutMs: this.#timeoutMs,
			keepBytes: KEEP_BYTES,
			maxRedirects: 0
		}, signal);
		if (status !== 200) throw nothing(refusalWords(status, headers, text, this.#connection.apiKey));
		const [one] = answerOf(text).data;
		if (one?.b64_json) {
			const file = Buffer.from(one.b64_json.replace(/^data:[^,]{0,100},/, ""), "base64");
			return (await normalised(file)).bytes;
		}
		if (!one?.url) throw nothing("It answered without one; its content rules may be why.");
		return (await normalised(await this.#fetchPicture(one.url, signal))).bytes;
	}
	/** Its own address is the owner's choice; any other must be a public one. */
	#fetchPicture(url, signal) {
		const own = URL.canParse(url) && new URL(url).origin === new URL(this.#base).origin;
		return createPictureFetcher(own ? this.#owners : this.#outbound).fetch(url, signal);
	}
	/** Never throws, draws nothing and spends nothing. */
	async test(signal) {
		const { model } = this.#connection;
		const limits = {
			maxBytes: LIST_BYTES,
			timeoutMs: TEST_TIMEOUT_MS,
			types: ["application/json"],
			maxRedirects: 0,
			headers: {
				Accept: "application/json",
				...this.#authorization
			},
			otherType: "It answered something else than a list of models. Check the base URL: it often ends in /v1."
		};
		try {
			const { bytes } = await this.#owners.get(`${this.#base}/models`, limits, signal);
			const ids = Models.parse(JSON.parse(new TextDecoder().decode(bytes))).data.map(({ id }) => id);
			if (ids.includes(model)) return {
				ok: true,
				message: `It answers, and has the model “${model}”.`
			};
			return {
				ok: false,
				message: `It answers, and names no model “${model}”.${ids.length === 0 ? "" : ` It names ${ids.slice(0, NAMED_MODELS).join(", ")}.`}`
			};
		} catch (error) {
			return this.#untested(error);
		}
	}
	#untested(error) {
		if (!(error instanceof FetchRefusedError)) return {
			ok: false,
			message: "Its list of models cannot be read. Check the base URL: it often ends in /v1."
		};
		const { status, message } = error;
		if (status === 404 || status === 405) return {
			ok: true,
			message: "It answers, and tells no models: the first picture shows whether this one is there."
		};
		return {
			ok: false,
			message: status === null ? message : refusalWords(status, {}, "", this.#connection.apiKey)
		};
	}
};
function answerOf(text) {
	try {
		return Answer.parse(JSON.parse(text));
	} catch (error) {
		throw nothing("Its answer cannot be read. Check that the base URL leads to an images API.", error);
	}
}
async function generate(api, brief, signal) {
	const { references } = brief;
	const files = references.length === 0 ? {} : { image: references.map(png) };
	return api.draw(generationPrompt(brief), files, signal);
}
async function edit(api, size, asked, signal) {
	const canvas = await setUp(asked, size);
	const files = {
		image: [png(canvas.image)],
		...canvas.mask && { mask: [png(canvas.mask)] }
	};
	return takeOut(canvas, await api.draw(editPrompt(asked), files, signal));
}
/** The model behind the port. Its caller cuts pictures to size and puts back what lies outside a region. */
function imageModelEngine(connection, options = {}) {
	const api = new ImagesApi(connection, options);
	const made = (bytes) => ({
		bytes,
		note: `Drawn by the image model “${connection.model}”.`
	});
	return {
		label: connection.model,
		isImageModel: true,
		generate: async (brief, { signal }) => made(await generate(api, brief, signal)),
		edit: async (asked, { signal }) => made(await edit(api, connection.size, asked, signal))
	};
}
/** For a test button. Never throws. */
function testImageModel(connection, options = {}) {
	return new ImagesApi(connection, options).test(new AbortController().signal);
}
export { imageModelEngine, testImageModel };

//# sourceMappingURL=images-api-yT1mwHBF.js.map