import { n as syncFolder, r as writeDurable } from "./durable-file-CPMk2-eD.js";
import "node:module";
import { closeSync, existsSync, fdatasyncSync, fsyncSync, openSync, readFileSync } from "node:fs";
import { chmod, mkdir, open, readFile, readdir, rename, rm, statfs, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { bigint, boolean, check, doublePrecision, index, integer, jsonb, pgSequence, pgTable, primaryKey, text, timestamp, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { gunzip, gzip } from "node:zlib";
import { fileURLToPath } from "node:url";
import { AsyncLocalStorage } from "node:async_hooks";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { migrate as migrate$1 } from "drizzle-orm/pglite/migrator";
import pg from "pg";
import { setFlagsFromString } from "node:v8";
import { PGlite, types } from "@electric-sql/pglite";
import { drizzle as drizzle$1 } from "drizzle-orm/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
// \0rolldown/runtime.js
var __defProp = Object.defineProperty;
var __exportAll = (all, no_symbols) => {
	let target = {};
	for (var name in all) __defProp(target, name, {
		get: all[name],
		enumerable: true
	});
	if (!no_symbols) __defProp(target, Symbol.toStringTag, { value: "Module" });
	return target;
};
// service/store/schema-team.ts
/** Teams, their credits and tokens, and the columns that tables share. Others import all tables from schema.ts. */
var moment = () => timestamp({
	withTimezone: true,
	precision: 3,
	mode: "date"
});
var created_at = () => moment().notNull().default(sql`now()`);
var updated_at = () => moment().notNull().default(sql`now()`).$onUpdate(() => /* @__PURE__ */ new Date());
var serialId = () => integer().primaryKey().generatedByDefaultAsIdentity();
var team_id = () => integer().notNull().references(() => teams.id, { onDelete: "cascade" });
var users = pgTable("users", {
	id: serialId(),
	name: text().notNull(),
	email: text().unique(),
	created_at: created_at()
});
var teams = pgTable("teams", {
	id: serialId(),
	name: text().notNull(),
	owner_id: integer().notNull().references(() => users.id),
	created_at: created_at()
});
var team_members = pgTable("team_members", {
	team_id: team_id(),
	user_id: integer().notNull().references(() => users.id, { onDelete: "cascade" }),
	role: text({ enum: [
		"owner",
		"admin",
		"editor",
		"viewer",
		"member"
	] }).notNull(),
	created_at: created_at()
}, (t) => [primaryKey({ columns: [t.team_id, t.user_id] })]);
/** `is_paused` is derived: status is `paused`. */
var subscriptions = pgTable("subscriptions", {
	team_id: team_id().primaryKey(),
	plan: text().notNull(),
	status: text({ enum: [
		"active",
		"trial",
		"inactive",
		"paused"
	] }).notNull(),
	trial_ends_at: moment(),
	updated_at: updated_at()
});
var credit_periods = pgTable("credit_periods", {
	id: serialId(),
	team_id: team_id(),
	plan_credits: integer().notNull(),
	starts_at: moment().notNull(),
	/** credits_expire_at of the API. */
	ends_at: moment().notNull(),
	next_refresh_at: moment(),
	created_at: created_at()
}, (t) => [unique("credit_periods_start").on(t.team_id, t.starts_at)]);
/**
* Append only; see ledger.ts. `amount` says what the entry is about and is never negative; `delta` is its effect on
* what the team can still spend. The sum of `delta` is the balance.
*/
var credit_ledger = pgTable("credit_ledger", {
	id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
	team_id: team_id(),
	kind: text({ enum: [
		"grant",
		"hold",
		"charge",
		"release",
		"refund",
		"expire"
	] }).notNull(),
	amount: integer().notNull(),
	delta: integer().notNull(),
	/** The hold a charge or a release closes; the charge a refund gives back. */
	settles_id: bigint({ mode: "number" }).references(() => credit_ledger.id),
	reason: text().notNull(),
	subject_type: text(),
	subject_id: text(),
	idempotency_key: text().notNull(),
	created_at: created_at()
}, (t) => [
	unique("credit_ledger_once").on(t.team_id, t.idempotency_key),
	uniqueIndex("credit_ledger_settled_once").on(t.settles_id),
	index("credit_ledger_balance").on(t.team_id, t.created_at),
	check("credit_ledger_amount", sql`${t.amount} >= 0`)
]);
var tokens = pgTable("tokens", {
	id: serialId(),
	team_id: team_id(),
	user_id: integer().notNull().references(() => users.id, { onDelete: "cascade" }),
	/** `session` tokens are the studio's own and are not listed. */
	kind: text({ enum: ["user", "session"] }).notNull(),
	name: text().notNull(),
	/** Hex SHA-256 of the whole secret. */
	hash: text().notNull().unique(),
	/** The first characters of the secret, for people to recognise it by. */
	prefix: text().notNull(),
	abilities: text().array().notNull(),
	last_used_at: moment(),
	created_at: created_at()
}, (t) => [uniqueIndex("tokens_name").on(t.user_id, t.team_id, t.name).where(sql`kind = 'user'`)]);
// service/store/schema-safety.ts
/** What keeps a write from happening twice (spec 3 "Revisions"). Others import all tables from schema.ts. */
/** Written in the transaction of the effect it records; see idempotency.ts. */
var idempotency_keys = pgTable("idempotency_keys", {
	team_id: team_id(),
	/** Two people of a team may choose the same key. */
	user_id: integer().notNull().references(() => users.id, { onDelete: "cascade" }),
	operation: text().notNull(),
	key: text().notNull(),
	/** Hex SHA-256 of path, query and body. */
	request_hash: text().notNull(),
	/** Null until the transaction that claimed the key ends. */
	response_status: integer(),
	response_body: jsonb().$type(),
	response_headers: jsonb().$type(),
	created_at: created_at()
}, (t) => [primaryKey({ columns: [
	t.team_id,
	t.user_id,
	t.operation,
	t.key
] }), index("idempotency_keys_age").on(t.created_at)]);
// service/store/schema-voices.ts
/** What validating a voice profile leaves behind. Others import all tables from schema.ts. */
/** A receipt is bound to team, channel, voice, checksum and revision (spec 3 "Voice profiles"). */
var voice_receipts = pgTable("voice_receipts", {
	/** Hex SHA-256 of the receipt, which only its asker has. */
	hash: text().primaryKey(),
	team_id: team_id(),
	channel_id: integer().notNull(),
	intent: text({ enum: ["create", "update"] }).notNull(),
	/** Of the voice; a new one will have it. */
	voice_id: uuid().notNull(),
	name: text().notNull(),
	checksum: text().notNull(),
	/** Null for a new one. */
	expected_revision: integer(),
	expires_at: moment().notNull(),
	used_at: moment(),
	created_at: created_at()
}, (t) => [index("voice_receipts_age").on(t.expires_at)]);
// service/store/schema.ts
/**
* Every table of the service, once, for PGlite and PostgreSQL alike.
*
* Keys are the spec's words, so a row reads like the API's object. Everything belongs to a team. Times are
* `timestamptz(3)` read as `Date` (milliseconds, so that a value read and written back is the same value).
*/
var schema_exports = /* @__PURE__ */ __exportAll({
	bookmarks: () => bookmarks,
	channel_access: () => channel_access,
	channels: () => channels,
	competitors: () => competitors,
	credit_ledger: () => credit_ledger,
	credit_periods: () => credit_periods,
	ideas: () => ideas,
	idempotency_keys: () => idempotency_keys,
	job_leases: () => job_leases,
	model_providers: () => model_providers,
	outbox_events: () => outbox_events,
	runs: () => runs,
	script_threads: () => script_threads,
	scripts: () => scripts,
	settings: () => settings,
	subscriptions: () => subscriptions,
	team_members: () => team_members,
	teams: () => teams,
	templates: () => templates,
	tokens: () => tokens,
	users: () => users,
	voice_receipts: () => voice_receipts,
	voices: () => voices,
	webhooks: () => webhooks
});
var channels = pgTable("channels", {
	id: serialId(),
	team_id: team_id(),
	yt_handle: text(),
	/** Null while no platform channel is linked. */
	details: jsonb().$type(),
	/** language, audience, recording, … */
	settings: jsonb().$type().notNull().default({}),
	default_template_id: integer().references(() => templates.id, { onDelete: "set null" }),
	default_voice_id: integer().references(() => voices.script_voice_id, { onDelete: "set null" }),
	/** The highest script_number given out; see numbers.ts. */
	last_script_number: integer().notNull().default(0),
	archived_at: moment(),
	created_at: created_at(),
	updated_at: updated_at()
}, (t) => [index("channels_team").on(t.team_id, t.id)]);
/** The channels a team `member` reaches; every other role reaches all. */
var channel_access = pgTable("channel_access", {
	channel_id: integer().notNull().references(() => channels.id, { onDelete: "cascade" }),
	user_id: integer().notNull().references(() => users.id, { onDelete: "cascade" }),
	created_at: created_at()
}, (t) => [primaryKey({ columns: [t.channel_id, t.user_id] })]);
/** A system template has neither team nor channel. */
var templates = pgTable("templates", {
	id: serialId(),
	team_id: integer().references(() => teams.id, { onDelete: "cascade" }),
	channel_id: integer().references(() => channels.id, { onDelete: "cascade" }),
	/** Stable name of a system template, so that a newer version of the service can update it. */
	system_key: text().unique(),
	name: text().notNull(),
	category: text().notNull(),
	description: text().notNull().default(""),
	prompt: text().notNull(),
	is_active: boolean().notNull().default(true),
	archived_at: moment(),
	revision: integer().notNull().default(1),
	created_at: created_at(),
	updated_at: updated_at()
}, (t) => [index("templates_channel").on(t.channel_id)]);
/** The uuid is the profile's id, the integer the one scripts use. */
var voices = pgTable("voices", {
	id: uuid().primaryKey().defaultRandom(),
	script_voice_id: integer().notNull().unique().generatedByDefaultAsIdentity(),
	team_id: team_id(),
	channel_id: integer().notNull().references(() => channels.id, { onDelete: "cascade" }),
	name: text().notNull(),
	instructions: text().notNull().default(""),
	/** The label of the simple form. */
	voice: text().notNull().default(""),
	profile: jsonb().$type(),
	framework_version: text(),
	schema_version: text(),
	checksum: text(),
	revision: integer().notNull().default(1),
	created_at: created_at(),
	updated_at: updated_at()
}, (t) => [index("voices_channel").on(t.channel_id)]);
var competitors = pgTable("competitors", {
	id: serialId(),
	team_id: team_id(),
	channel_id: integer().notNull().references(() => channels.id, { onDelete: "cascade" }),
	/** The platform's id (UC…). */
	platform_channel_id: text().notNull(),
	details: jsonb().$type().notNull(),
	created_at: created_at()
}, (t) => [unique("competitors_once").on(t.channel_id, t.platform_channel_id)]);
var ideas = pgTable("ideas", {
	id: serialId(),
	team_id: team_id(),
	channel_id: integer().notNull().references(() => channels.id, { onDelete: "cascade" }),
	title: text().notNull(),
	topic: text(),
	angle: text(),
	suggested_length: integer(),
	suggested_template_id: integer().references(() => templates.id, { onDelete: "set null" }),
	status: text({ enum: [
		"new",
		"considering",
		"needs_script",
		"rejected"
	] }).notNull().default("new"),
	script_id: integer().unique().references(() => scripts.id, { onDelete: "set null" }),
	source_type: text({ enum: [
		"user_added",
		"ai_generated",
		"from_video",
		"from_channel",
		"outlier",
		"chat_saved"
	] }).notNull(),
	thumbnail_concept: text(),
	outlier_score: doublePrecision(),
	notes: text(),
	/** Of the project that it is; a trigger counts the changes of title, topic, angle, stage and archive. */
	revision: integer().notNull().default(1),
	archived_at: moment(),
	created_at: created_at(),
	updated_at: updated_at()
}, (t) => [index("ideas_channel").on(t.channel_id, t.id), index("ideas_team").on(t.team_id)]);
var script_threads = pgSequence("script_threads");
var scripts = pgTable("scripts", {
	id: serialId(),
	team_id: team_id(),
	channel_id: integer().notNull().references(() => channels.id, { onDelete: "cascade" }),
	/** Sequential within the channel, without gaps; see numbers.ts. */
	script_number: integer().notNull(),
	title: text().notNull(),
	topic: text().notNull(),
	angle: text(),
	/** Target words. */
	length: integer().notNull(),
	format: text(),
	language: text().notNull(),
	/** The resolved label; `voice_id` is what it was resolved from, if from a voice of the channel. */
	voice: text(),
	voice_id: integer().references(() => voices.script_voice_id, { onDelete: "set null" }),
	template_id: integer().references(() => templates.id, { onDelete: "set null" }),
	status: text({ enum: ["idea", "active"] }).notNull().default("active"),
	production_status: text().notNull(),
	thread_id: integer().default(sql`nextval('script_threads')`),
	outline: text().notNull().default(""),
	body: text().notNull().default(""),
	outline_version: integer().notNull().default(0),
	content_version: integer().notNull().default(0),
	regenerations_used: integer().notNull().default(0),
	notes: text(),
	hook: text(),
	thumbnail: text(),
	prompt: text(),
	research_urls: text().array().notNull().default([]),
	research_texts: text().array().notNull().default([]),
	/** As that of an idea. */
	revision: integer().notNull().default(1),
	archived_at: moment(),
	created_at: created_at(),
	updated_at: updated_at()
}, (t) => [
	unique("scripts_number").on(t.channel_id, t.script_number),
	index("scripts_channel").on(t.channel_id, t.id),
	index("scripts_team").on(t.team_id)
]);
var runs = pgTable("runs", {
	id: uuid().primaryKey().defaultRandom(),
	team_id: team_id(),
	script_id: integer().notNull().references(() => scripts.id, { onDelete: "cascade" }),
	kind: text({ enum: [
		"outline",
		"script",
		"humanize"
	] }).notNull(),
	status: text({ enum: [
		"queued",
		"running",
		"completed",
		"failed",
		"canceled"
	] }).notNull().default("queued"),
	/** `{step, label, fraction, …}`, for people. */
	progress: jsonb().$type(),
	usage: jsonb().$type(),
	error: text(),
	error_code: text(),
	result: text(),
	engine: text(),
	is_language_model: boolean(),
	created_by: integer().references(() => users.id, { onDelete: "set null" }),
	created_at: created_at(),
	started_at: moment(),
	finished_at: moment()
}, (t) => [uniqueIndex("runs_one_active").on(t.script_id).where(sql`status in ('queued', 'running')`), index("runs_script").on(t.script_id, t.created_at)]);
var bookmarks = pgTable("bookmarks", {
	id: serialId(),
	team_id: team_id(),
	type: text({ enum: ["channel", "video"] }).notNull(),
	external_id: text().notNull(),
	title: text().notNull(),
	url: text().notNull(),
	notes: text(),
	tags: text().array().notNull().default([]),
	created_at: created_at()
}, (t) => [unique("bookmarks_once").on(t.team_id, t.type, t.external_id)]);
/** Who works on a job of the queue, beside the queue's own tables; see jobs/jobs.ts. */
var job_leases = pgTable("job_leases", {
	job_id: uuid().primaryKey(),
	kind: text().notNull(),
	/** Moves on with every owner; a write of an earlier one is refused. */
	fence: integer().notNull(),
	/** How often work on it began without a word of how it ended. */
	attempts: integer().notNull(),
	lease_until: moment().notNull(),
	cancel_requested_at: moment(),
	/** Set in the transaction of the job's effect. */
	finished_at: moment()
});
/** Written in the transaction of the effect; a job turns a row into deliveries and dates it. */
var outbox_events = pgTable("outbox_events", {
	id: uuid().primaryKey().defaultRandom(),
	team_id: team_id(),
	event: text().notNull(),
	data: jsonb().$type().notNull(),
	created_at: created_at(),
	dispatched_at: moment()
}, (t) => [index("outbox_events_open").on(t.created_at).where(sql`dispatched_at is null`)]);
var webhooks = pgTable("webhooks", {
	id: serialId(),
	team_id: team_id(),
	name: text().notNull(),
	url: text().notNull(),
	/** Null: all events. */
	events: text().array(),
	secret: text().notNull(),
	headers: jsonb().$type(),
	timeout: integer().notNull().default(30),
	active: boolean().notNull().default(true),
	deleted_at: moment(),
	created_at: created_at(),
	updated_at: updated_at()
}, (t) => [uniqueIndex("webhooks_name").on(t.team_id, t.name).where(sql`deleted_at is null`)]);
/** The key itself lies in the keychain under `key_ref`. */
var model_providers = pgTable("model_providers", {
	id: serialId(),
	team_id: team_id(),
	kind: text().notNull(),
	label: text().notNull(),
	base_url: text(),
	model: text().notNull(),
	key_ref: text(),
	active: boolean().notNull().default(false),
	created_at: created_at(),
	updated_at: updated_at()
});
var settings = pgTable("settings", {
	team_id: team_id(),
	name: text().notNull(),
	value: jsonb().$type(),
	updated_at: updated_at()
}, (t) => [primaryKey({ columns: [t.team_id, t.name] })]);
// service/store/store.ts
/** Nothing can be written at the moment; reading works. HTTP answers 503 with the message. */
var StoreReadOnlyError = class extends Error {
	name = "StoreReadOnlyError";
};
/** The database of the data folder is damaged or belongs to a newer version. */
var StoreUnusableError = class extends Error {
	name = "StoreUnusableError";
};
// service/store/sql-error.ts
function databaseError(error) {
	for (let e = error, depth = 0; e instanceof Error && depth < 5; e = e.cause, depth++) if ("code" in e && typeof e.code === "string" && /^[0-9A-Z]{5}$/.test(e.code)) {
		const constraint = "constraint" in e && typeof e.constraint === "string" ? e.constraint : null;
		return {
			code: e.code,
			constraint
		};
	}
	return null;
}
/** A row with this value is there already; with `constraint`, only where that index or constraint says so. */
function isUniqueViolation(error, constraint) {
	const found = databaseError(error);
	return found?.code === "23505" && (constraint === void 0 || found.constraint === constraint);
}
/** Two transactions were in each other's way; the same work can be tried again. */
function isRetryable(error) {
	const code = databaseError(error)?.code;
	return code === "40001" || code === "40P01";
}
/** The server cannot write now: disk full, or set to read only. */
function isReadOnly(error) {
	const code = databaseError(error)?.code;
	return code === "53100" || code === "25006";
}
// service/store/postgres.ts
var INT8 = 20;
/** How long the reason stands after the last refused write; the next write tries again anyway. */
var REMEMBER_REFUSAL_MS = 5e3;
async function openPostgres({ databaseUrl, poolSize = 10 }) {
	pg.types.setTypeParser(INT8, Number);
	const pool = new pg.Pool({
		connectionString: databaseUrl,
		max: poolSize,
		application_name: "cutaway"
	});
	pool.on("error", () => void 0);
	try {
		await pool.query("select 1");
	} catch (error) {
		await pool.end();
		throw new StoreUnusableError(`PostgreSQL does not answer: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
	}
	return new PostgresEngine(pool);
}
var PostgresEngine = class {
	kind = "postgresql";
	db;
	pool;
	#refusedAt = -Infinity;
	#reason = "";
	constructor(pool) {
		this.pool = pool;
		this.db = drizzle(pool, { schema: schema_exports });
	}
	async ensureWritable() {}
	async durable() {}
	readOnlyReason() {
		return performance.now() - this.#refusedAt < REMEMBER_REFUSAL_MS ? this.#reason : null;
	}
	refused(error) {
		const code = databaseError(error)?.code;
		if (code !== "53100" && code !== "25006") return false;
		this.#refusedAt = performance.now();
		this.#reason = code === "53100" ? "The disk of the database is full. Reading works; writing comes back by itself once there is room." : "The database takes no writes at the moment. Reading works.";
		return true;
	}
	async script(text) {
		const answer = await this.pool.query(text);
		return { rows: (Array.isArray(answer) ? answer : [answer]).findLast(({ rows }) => rows.length > 0)?.rows ?? [] };
	}
	async health() {
		await this.db.execute(sql`select 1`);
	}
	async close() {
		await this.pool.end();
	}
};
// service/store/migrate.ts
/** Beside this file in the source, beside the bundle in a build. */
var MIGRATIONS = fileURLToPath(new URL("./migrations", import.meta.url));
var LOCK = 7166241;
async function refuseNewer(db) {
	const journal = JSON.parse(readFileSync(`${MIGRATIONS}/meta/_journal.json`, "utf8"));
	const known = Math.max(...journal.entries.map((entry) => entry.when));
	if (!(await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations') is not null as migrated`)).rows[0]?.migrated) return;
	const newest = await db.execute(sql`select max(created_at)::text as at from drizzle.__drizzle_migrations`);
	if (Number(newest.rows[0]?.at ?? 0) > known) throw new StoreUnusableError("The data was written by a newer version of the studio. Start that version.");
}
/** Brings the database to the present schema. On PostgreSQL one process does it while the others wait. */
async function migrate$2(engine) {
	if (!(engine instanceof PostgresEngine)) {
		await refuseNewer(engine.db);
		await migrate$1(engine.db, { migrationsFolder: MIGRATIONS });
		await engine.durable();
		return;
	}
	const client = await engine.pool.connect();
	try {
		await client.query("select pg_advisory_lock($1)", [LOCK]);
		await refuseNewer(engine.db);
		await migrate(drizzle(client, { schema: schema_exports }), { migrationsFolder: MIGRATIONS });
	} finally {
		client.release(true);
	}
}
// service/store/disk-space.ts
var MEGABYTE = 1048576;
/**
* Watches the room on the data folder's disk. PGlite cannot survive a full disk (it spins), so writing stops while
* there is still a reserve, and comes back by itself once there is more room than that.
*/
var DiskSpace = class {
	#folder;
	#reserve;
	#full = false;
	constructor(folder, reserveBytes = 64 * MEGABYTE) {
		this.#folder = folder;
		this.#reserve = reserveBytes;
	}
	/** As of the last `look`. */
	get full() {
		return this.#full;
	}
	get reason() {
		if (!this.#full) return null;
		return `The disk is full: less than ${Math.ceil(this.#reserve / MEGABYTE)} MB are left where the studio keeps its data. Reading works; writing comes back by itself once there is room.`;
	}
	async look() {
		const { bavail, bsize } = await statfs(this.#folder);
		const free = bavail * bsize;
		this.#full = free < (this.#full ? this.#reserve * 1.1 : this.#reserve);
		return this.#full;
	}
};
// service/store/file-sync.ts
/**
* Puts what PGlite writes on the disk.
*
* PGlite runs PostgreSQL with fsync off, and its file layer ignores fsync. Here PostgreSQL runs with fsync on and
* the file layer obeys: data files and the control file are synced where PostgreSQL asks for it (checkpoints), so
* its own ordering holds. The log alone is synced a moment later, off the event loop and once for all commits that
* are waiting (group commit); `flushed()` is what a commit waits for before it is acknowledged.
*/
var FileSync = class {
	#dirty = /* @__PURE__ */ new Set();
	#inFlight = [];
	#running = null;
	#next = null;
	#log = null;
	#segments = /* @__PURE__ */ new Set();
	#failure = null;
	/** Segments of the log written since the last checkpoint. */
	get segmentsSinceCheckpoint() {
		return this.#segments.size;
	}
	checkpointed() {
		this.#segments.clear();
	}
	/** PostgreSQL asks for a sync of a log segment: noted, and done by `flushed`. */
	logWritten(path) {
		this.#segments.add(path);
		this.#dirty.add(path);
	}
	/** PostgreSQL asks for a sync of anything else: the log first, as PostgreSQL relies on. */
	syncNow(fd, isFolder) {
		for (const path of /* @__PURE__ */ new Set([...this.#inFlight, ...this.#dirty])) {
			let log;
			try {
				log = openSync(path, "r");
			} catch (error) {
				if (isRecycled(error)) continue;
				throw error;
			}
			try {
				fdatasyncSync(log);
			} finally {
				closeSync(log);
			}
		}
		this.#dirty.clear();
		if (isFolder) fsyncSync(fd);
		else fdatasyncSync(fd);
	}
	/** Resolves when every log write noted so far is on the disk. A failed sync fails this and all later calls. */
	async flushed() {
		if (this.#failure) throw this.#failure;
		if (this.#dirty.size === 0) return this.#running ?? void 0;
		if (!this.#running) return this.#start();
		this.#next ??= this.#running.then(() => {
			this.#next = null;
			return this.#start();
		});
		return this.#next;
	}
	async close() {
		await this.flushed();
		await this.#log?.file.close();
		this.#log = null;
	}
	#start() {
		const paths = [...this.#dirty];
		this.#dirty.clear();
		this.#inFlight = paths;
		const run = this.#sync(paths).catch((error) => {
			this.#failure = error instanceof Error ? error : new Error(String(error));
			throw this.#failure;
		}).finally(() => {
			this.#inFlight = [];
			this.#running = null;
		});
		this.#running = run;
		return run;
	}
	async #sync(paths) {
		for (const path of paths) {
			if (this.#log?.path !== path) {
				await this.#log?.file.close();
				this.#log = null;
				try {
					this.#log = {
						path,
						file: await open(path, "r+")
					};
				} catch (error) {
					if (isRecycled(error)) continue;
					throw error;
				}
			}
			await this.#log.file.datasync();
		}
	}
};
/**
* A segment that is not there any more by the name it was written under: PostgreSQL renames or removes one only after a
* checkpoint has made it needless, and notes the new name itself. (It asks for a sync under the old one right before.)
*/
var isRecycled = (error) => error instanceof Error && "code" in error && error.code === "ENOENT";
// service/store/pglite-files.ts
var MOUNT = "/pglite/data";
/** PGlite's folder on the real file system, with an fsync that syncs (see FileSync). */
var SyncedNodeFS = class extends NodeFS {
	#sync;
	#folder;
	constructor(folder, sync) {
		super(folder);
		this.#folder = folder;
		this.#sync = sync;
	}
	async init(pg, options) {
		const started = await super.init(pg, options);
		const { preRun } = started.emscriptenOpts;
		if (!Array.isArray(preRun)) throw new Error("PGlite changed how it starts.");
		preRun.push((module) => this.#obeyFsync(module.FS));
		return started;
	}
	/** PGlite calls this after each statement outside of a transaction. */
	async syncToFs() {
		await this.#sync.flushed();
	}
	#obeyFsync(layer) {
		layer.filesystems.NODEFS.stream_ops.fsync = (stream) => {
			const path = layer.getPath(stream.node);
			if (!path.startsWith(`${MOUNT}/`)) return 0;
			const isFolder = layer.isDir(stream.node.mode);
			const making = path.startsWith(`${MOUNT}/pg_wal/xlogtemp.`);
			if (path.startsWith(`${MOUNT}/pg_wal/`) && !isFolder && !making) this.#sync.logWritten(join(this.#folder, path.slice(12)));
			else this.#sync.syncNow(stream.nfd, isFolder);
			return 0;
		};
	}
};
// service/store/seed.ts
/**
* A new data folder is filled from a prepared one: making a database from nothing takes seconds and leaves the
* process three times as large. The seed is one gzip file: the length of the index, the index as JSON, the files.
*/
/** Packs a folder whose database is closed. */
async function packSeed(folder, seedFile) {
	const entries = await readdir(folder, {
		recursive: true,
		withFileTypes: true
	});
	const path = (entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/");
	const folders = entries.filter((entry) => entry.isDirectory()).map(path);
	const names = entries.filter((entry) => entry.isFile() && entry.name !== "postmaster.pid").map(path);
	const contents = await Promise.all(names.map((name) => readFile(join(folder, name))));
	const index = {
		folders,
		files: names.map((name, i) => ({
			path: name,
			size: contents[i]?.length ?? 0
		}))
	};
	const head = Buffer.from(JSON.stringify(index));
	const length = Buffer.alloc(4);
	length.writeUInt32BE(head.length);
	await writeDurable(seedFile, await promisify(gzip)(Buffer.concat([
		length,
		head,
		...contents
	])), { mode: 420 });
}
/** Unpacks beside `folder` and renames, so that a crash in between leaves no half of a database. */
async function unpackSeed(seedFile, folder) {
	const all = await promisify(gunzip)(await readFile(seedFile));
	const headLength = all.readUInt32BE(0);
	const index = JSON.parse(all.toString("utf8", 4, 4 + headLength));
	const fresh = `${folder}.new`;
	await rm(fresh, {
		recursive: true,
		force: true
	});
	await mkdir(fresh, {
		mode: 448,
		recursive: true
	});
	for (const name of index.folders.sort()) await mkdir(join(fresh, name), {
		mode: 448,
		recursive: true
	});
	let offset = 4 + headLength;
	const contents = index.files.map(({ path, size }) => {
		const data = all.subarray(offset, offset + size);
		offset += size;
		return {
			path,
			data
		};
	});
	if (offset !== all.length) throw new Error("The seed of the database is damaged.");
	await Promise.all(contents.map(({ path, data }) => writeFile(join(fresh, path), data, {
		mode: 384,
		flush: true
	})));
	for (const name of index.folders) await syncFolder(join(fresh, name));
	await syncFolder(fresh);
	await rename(fresh, folder);
	await syncFolder(dirname(folder));
}
// service/store/pglite.ts
setFlagsFromString("--wasm-tiering-budget=100000000");
var SETTINGS = [
	"fsync=on",
	"wal_sync_method=fsync",
	"shared_buffers=4MB",
	"min_wal_size=32MB"
];
/** 64 MB of log: what a start after a crash reads again at most, give or take. */
var SEGMENTS_BETWEEN_CHECKPOINTS = 4;
var LOOK_FOR_ROOM_MS = 1e3;
function startParameters() {
	return [...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"), ...SETTINGS.flatMap((setting) => ["-c", setting])];
}
async function openPglite({ dataDir, seedFile, reserveBytes }) {
	const folder = join(dataDir, "database");
	await mkdir(dataDir, {
		recursive: true,
		mode: 448
	});
	const space = new DiskSpace(dataDir, reserveBytes);
	if (await space.look()) throw new StoreReadOnlyError(space.reason ?? "The disk is full.");
	if (!existsSync(join(folder, "PG_VERSION"))) {
		if (seedFile !== void 0) await unpackSeed(seedFile, folder);
		else await mkdir(folder, {
			recursive: true,
			mode: 448
		});
	}
	await chmod(folder, 448);
	const sync = new FileSync();
	const client = new PGlite({
		fs: new SyncedNodeFS(folder, sync),
		startParams: startParameters(),
		parsers: { [types.INT8]: Number }
	});
	try {
		await client.waitReady;
	} catch (error) {
		throw new StoreUnusableError("The database in the data folder cannot be opened.", { cause: error });
	}
	return new PgliteEngine(client, sync, space);
}
var PgliteEngine = class {
	kind = "pglite";
	db;
	#client;
	#sync;
	#space;
	#readOnly = false;
	#lookAgain = null;
	#tidying = null;
	constructor(client, sync, space) {
		this.#client = client;
		this.#sync = sync;
		this.#space = space;
		this.db = drizzle$1(client, { schema: schema_exports });
	}
	async ensureWritable() {
		await this.#space.look();
		await this.#follow();
		if (this.#readOnly) throw new StoreReadOnlyError(this.readOnlyReason() ?? "The disk is full.");
	}
	async durable() {
		await this.#sync.flushed();
		if (this.#sync.segmentsSinceCheckpoint >= SEGMENTS_BETWEEN_CHECKPOINTS) this.#tidy();
	}
	readOnlyReason() {
		return this.#space.reason;
	}
	refused(error) {
		return isReadOnly(error);
	}
	async script(text) {
		const results = await this.#client.exec(text);
		await this.durable();
		return { rows: results.findLast(({ rows }) => rows.length > 0)?.rows ?? [] };
	}
	async health() {
		await this.db.execute(sql`select 1`);
	}
	async close() {
		if (this.#lookAgain) clearTimeout(this.#lookAgain);
		await this.#tidying;
		await this.#client.close();
		await this.#sync.close();
	}
	/** The session refuses writes while there is no room, also those that come outside of a transaction of ours. */
	async #follow() {
		if (this.#space.full === this.#readOnly) return;
		this.#readOnly = this.#space.full;
		await this.#client.exec(`set default_transaction_read_only = ${this.#readOnly ? "on" : "off"}`);
		if (this.#readOnly) this.#waitForRoom();
	}
	#waitForRoom() {
		if (this.#lookAgain) return;
		this.#lookAgain = setTimeout(() => {
			this.#lookAgain = null;
			this.#space.look().then(() => this.#follow()).catch(() => void 0).finally(() => {
				if (this.#readOnly) this.#waitForRoom();
			});
		}, LOOK_FOR_ROOM_MS);
		this.#lookAgain.unref();
	}
	/** PostgreSQL's background processes do not exist in PGlite: without this the log would grow until the end. */
	#tidy() {
		this.#sync.checkpointed();
		this.#tidying ??= this.#client.exec("vacuum (analyze)").then(() => this.#client.exec("checkpoint")).then(() => void 0, () => void 0).finally(() => {
			this.#tidying = null;
		});
	}
};
// service/store/database.ts
var SHIPPED_SEED = fileURLToPath(new URL("./database.seed", import.meta.url));
var TRIES = 5;
/**
* Opens the database and brings its schema up to date.
* @throws StoreUnusableError, StoreReadOnlyError (no room to begin with)
*/
async function openDatabase(options) {
	const seedFile = existsSync(SHIPPED_SEED) ? { seedFile: SHIPPED_SEED } : {};
	const engine = await ("databaseUrl" in options ? openPostgres(options) : openPglite({
		...seedFile,
		...options
	}));
	try {
		await migrate$2(engine);
	} catch (error) {
		await engine.close();
		throw error;
	}
	return new SqlStore(engine);
}
var SqlStore = class {
	#engine;
	#frames = new AsyncLocalStorage();
	constructor(engine) {
		this.#engine = engine;
	}
	get kind() {
		return this.#engine.kind;
	}
	get db() {
		return this.#frame()?.tx ?? this.#engine.db;
	}
	async transaction(work) {
		const outer = this.#frame();
		if (outer) return this.#savepoint(outer, work);
		for (let attempt = 1;; attempt++) {
			await this.#engine.ensureWritable();
			try {
				return await this.#run(work);
			} catch (error) {
				if (this.#engine.refused(error)) throw new StoreReadOnlyError(this.readOnlyReason() ?? "The database takes no writes.", { cause: error });
				if (attempt >= TRIES || !isRetryable(error)) throw error;
			}
		}
	}
	async query(text, values) {
		const chunks = text.split(/\$(\d+)/).map((part, i) => i % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`);
		return await this.db.execute(sql.join(chunks));
	}
	script(text) {
		return this.#engine.script(text);
	}
	afterCommit(then) {
		const frame = this.#frame();
		if (frame) frame.after.push(then);
		else then();
	}
	readOnlyReason() {
		return this.#engine.readOnlyReason();
	}
	health() {
		return this.#engine.health();
	}
	close() {
		return this.#engine.close();
	}
	#frame() {
		const frame = this.#frames.getStore();
		return frame && !frame.ended ? frame : null;
	}
	async #run(work) {
		const after = [];
		const result = await this.#engine.db.transaction((tx) => this.#inside({
			tx,
			after,
			ended: false
		}, work));
		await this.#engine.durable();
		this.#frames.exit(() => {
			for (const then of after) then();
		});
		return result;
	}
	#savepoint(outer, work) {
		return outer.tx.transaction(async (tx) => {
			const after = [];
			const result = await this.#inside({
				tx,
				after,
				ended: false
			}, work);
			outer.after.push(...after);
			return result;
		});
	}
	async #inside(frame, work) {
		try {
			return await this.#frames.run(frame, () => work(frame.tx));
		} finally {
			frame.ended = true;
		}
	}
};
export { team_members as A, created_at as C, serialId as D, moment as E, __exportAll as F, tokens as M, updated_at as N, subscriptions as O, users as P, idempotency_keys as S, credit_periods as T, settings as _, StoreUnusableError as a, webhooks as b, channels as c, job_leases as d, model_providers as f, scripts as g, schema_exports as h, StoreReadOnlyError as i, teams as j, team_id as k, competitors as l, runs as m, packSeed as n, bookmarks as o, outbox_events as p, isUniqueViolation as r, channel_access as s, openDatabase as t, ideas as u, templates as v, credit_ledger as w, voice_receipts as x, voices as y };

//# sourceMappingURL=database-DVJXySpt.js.map