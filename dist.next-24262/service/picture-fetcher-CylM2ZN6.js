import { i as LIMITS } from "./image-engine-Bgj-Fo4H.js";
import { lookup } from "node:dns/promises";
import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { pipeline } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import ipaddr from "ipaddr.js";
// service/net/public-address.ts
/** ISATAP carries any IPv4 address, a private one too, in what else looks like a public IPv6 address. */
var isIsatap = (bytes) => bytes[10] === 94 && bytes[11] === 254 && bytes[9] === 0 && (bytes[8] === 0 || bytes[8] === 2);
/** Whether an IP address belongs to a host of the public internet; false for anything that is no address. */
function isPublicAddress(address) {
	if (!ipaddr.isValid(address)) return false;
	const parsed = ipaddr.process(address);
	if (parsed.range() !== "unicast") return false;
	if (parsed.kind() === "ipv4") return true;
	const bytes = parsed.toByteArray();
	return ((bytes[0] ?? 0) & 224) === 32 && !isIsatap(bytes);
}
// service/net/guarded-fetch.ts
/** Nothing usable was got; the message is a sentence for people. */
var FetchRefusedError = class extends Error {
	name = "FetchRefusedError";
	/** What was answered, where anything was. */
	status;
	constructor(message, { status = null, ...options } = {}) {
		super(message, options);
		this.status = status;
	}
};
var AGENT = "Cutaway/1 (studio of a video maker)";
var REDIRECTS = [
	301,
	302,
	303,
	307,
	308
];
/** 303 asks for a GET, which would bring nothing. */
var POST_REDIRECTS = [
	301,
	302,
	307,
	308
];
var MOST_REDIRECTS = 5;
var PAGES = {
	Accept: "text/html, text/plain;q=0.9, */*;q=0.1",
	"Accept-Encoding": "gzip, br"
};
var DECODERS = {
	gzip: createGunzip,
	"x-gzip": createGunzip,
	deflate: createInflate,
	br: createBrotliDecompress
};
var refused = (message, cause) => new FetchRefusedError(message, { cause });
/** Answers the addresses that were checked, in either of the forms Node asks for. */
function pinned(addresses) {
	return (_host, options, callback) => {
		if (options.all === true) return callback(null, [...addresses]);
		const [first] = addresses;
		callback(null, first?.address ?? "", first?.family);
	};
}
function unpacked(response) {
	const coding = response.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
	if (coding === "identity" || coding === "") return response;
	const decoder = DECODERS[coding]?.();
	if (!decoder) throw refused("It is packed in a way that cannot be read.");
	pipeline(response, decoder, () => void 0);
	return decoder;
}
async function read(response, maxBytes) {
	if (Number(response.headers["content-length"] ?? 0) > maxBytes) throw refused("It is too large to read.");
	const chunks = [];
	let size = 0;
	for await (const chunk of unpacked(response)) {
		size += chunk.length;
		if (size > maxBytes) throw refused("It is too large to read.");
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}
async function readStart(response, keepBytes) {
	const chunks = [];
	let size = 0;
	for await (const chunk of response) {
		chunks.push(chunk);
		size += chunk.length;
		if (size >= keepBytes) break;
	}
	return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, keepBytes));
}
/** What a failure of the connection itself is in plain words. */
function unreachable(cause) {
	const code = cause instanceof Error && "code" in cause ? cause.code : "";
	if (code === "ENOTFOUND" || code === "EAI_AGAIN") return refused("Its name could not be found.", cause);
	if (code === "ECONNRESET") return refused("It closed the connection before it had answered.", cause);
	return refused("It could not be reached.", cause);
}
function mediaType(response) {
	const [type = "", ...parameters] = (response.headers["content-type"] ?? "").split(";");
	const charset = parameters.map((p) => /^\s*charset\s*=\s*"?([\w.:-]+)"?\s*$/i.exec(p)?.[1]).find((c) => c);
	return {
		type: type.trim().toLowerCase(),
		charset: charset ?? null
	};
}
var GuardedFetch = class {
	#schemes;
	#isAllowed;
	#resolve;
	#ca;
	constructor({ schemes = ["https:"], isAllowed = isPublicAddress, resolve, ca } = {}) {
		this.#ca = ca;
		this.#schemes = schemes;
		this.#isAllowed = isAllowed;
		this.#resolve = resolve ?? ((host) => lookup(host, { all: true }));
	}
	/** GETs an address. @throws FetchRefusedError; what `signal` was aborted with. */
	get(address, limits, signal) {
		return this.#inTime(limits.timeoutMs, signal, (either) => this.#follow(address, limits, either));
	}
	/** POSTs to an address; any status is an answer. @throws FetchRefusedError; what `signal` was aborted with. */
	post(address, post, signal) {
		return this.#inTime(post.timeoutMs, signal, (either) => this.#deliver(address, post, either));
	}
	/** Whether an address may be asked at all, its name looked up now. @throws FetchRefusedError */
	async check(address, timeoutMs) {
		await this.#inTime(timeoutMs, new AbortController().signal, (signal) => this.#addresses(hostOf(this.#checkUrl(address)), signal));
	}
	async #inTime(ms, signal, work) {
		const time = AbortSignal.timeout(ms);
		try {
			return await work(AbortSignal.any([signal, time]));
		} catch (error) {
			signal.throwIfAborted();
			if (time.aborted) throw refused("It did not answer in time.", error);
			throw error instanceof FetchRefusedError ? error : unreachable(error);
		}
	}
	async #deliver(address, post, signal) {
		const { body, headers, ownHeaders, keepBytes } = post;
		const start = this.#checkUrl(address);
		let url = start;
		for (let left = post.maxRedirects ?? MOST_REDIRECTS;; left--) {
			const own = url.origin === start.origin ? ownHeaders : {};
			const response = await this.#request(url, signal, {
				method: "POST",
				headers: {
					...own,
					...headers
				}
			}, body);
			try {
				const { statusCode: status = 0, headers: answered } = response;
				if (!POST_REDIRECTS.includes(status) || answered.location === void 0) return {
					status,
					headers: answered,
					text: await readStart(response, keepBytes)
				};
				if (left <= 0) throw refused("It redirects too often.");
				url = this.#checkUrl(answered.location, url);
			} finally {
				response.destroy();
			}
		}
	}
	async #follow(address, limits, signal) {
		const start = this.#checkUrl(address);
		let url = start;
		for (let left = limits.maxRedirects ?? MOST_REDIRECTS;; left--) {
			const headers = {
				...PAGES,
				...url.origin === start.origin && limits.headers
			};
			const response = await this.#request(url, signal, {
				method: "GET",
				headers
			});
			try {
				const { statusCode = 0, headers } = response;
				if (REDIRECTS.includes(statusCode) && headers.location !== void 0) {
					if (left <= 0) throw refused("It redirects too often.");
					url = this.#checkUrl(headers.location, url);
					continue;
				}
				if (statusCode !== 200 && !limits.anyStatus) throw new FetchRefusedError(`It answered ${statusCode}.`, { status: statusCode });
				const media = mediaType(response);
				if (!limits.types.includes(media.type)) throw refused(limits.otherType ?? "It is not a page of text.");
				return {
					url: url.href,
					status: statusCode,
					...media,
					bytes: await read(response, limits.maxBytesOf?.[media.type] ?? limits.maxBytes)
				};
			} finally {
				response.destroy();
			}
		}
	}
	#checkUrl(address, base) {
		if (!URL.canParse(address, base)) throw refused("It is not an address.");
		const url = new URL(address, base);
		if (!this.#schemes.includes(url.protocol)) throw refused("Only https addresses are used.");
		if (url.username !== "" || url.password !== "") throw refused("Addresses with a password are not used.");
		return url;
	}
	async #addresses(host, signal) {
		const literal = isIP(host);
		const found = literal !== 0 ? [{
			address: host,
			family: literal
		}] : await orAborted(this.#resolve(host), signal);
		if (found.length === 0 || !found.every(({ address }) => this.#isAllowed(address))) throw refused("It is not on the public internet.");
		return found;
	}
	async #request(url, signal, given, body) {
		const addresses = await this.#addresses(hostOf(url), signal);
		const options = {
			method: given.method,
			agent: false,
			lookup: pinned(addresses),
			signal,
			headers: {
				"User-Agent": AGENT,
				...given.headers
			},
			...this.#ca !== void 0 && { ca: this.#ca }
		};
		return new Promise((resolve, reject) => {
			const request = url.protocol === "http:" ? http.request(url, options) : https.request(url, options);
			request.once("response", resolve);
			request.once("error", reject);
			request.end(body);
		});
	}
};
var hostOf = (url) => url.hostname.replace(/^\[|\]$/g, "");
function orAborted(work, signal) {
	return new Promise((resolve, reject) => {
		const abort = () => reject(signal.reason instanceof Error ? signal.reason : /* @__PURE__ */ new Error("Aborted."));
		if (signal.aborted) return abort();
		signal.addEventListener("abort", abort, { once: true });
		work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
	});
}
// service/net/picture-fetcher.ts
var PICTURES = {
	maxBytes: LIMITS.thumbnails.imageBytes,
	timeoutMs: 2e4,
	types: [
		...[
			"png",
			"jpeg",
			"jpg",
			"webp",
			"gif",
			"x-png",
			"pjpeg"
		].map((type) => `image/${type}`),
		"application/octet-stream",
		"binary/octet-stream",
		""
	],
	otherType: "It is not a PNG, JPEG, WebP or GIF picture."
};
function createPictureFetcher(fetch) {
	return { fetch: async (address, signal) => (await fetch.get(address, PICTURES, signal)).bytes };
}
export { FetchRefusedError as n, GuardedFetch as r, createPictureFetcher as t };

//# sourceMappingURL=picture-fetcher-CylM2ZN6.js.map