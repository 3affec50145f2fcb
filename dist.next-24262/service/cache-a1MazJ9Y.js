import { t as DiskFullError } from "./durable-file-CPMk2-eD.js";
import { n as diskFull } from "./run-ibg1B_DT.js";
import { open, readFile, rename, rm, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { createHash, randomBytes } from "node:crypto";
// service/files/part-name.ts
/** Names of files that are being written: whose they are, so that what an ended process left behind can be told. */
var OWNER = randomBytes(4).toString("hex");
/** A name beside the file that nobody else has; it ends as the file does, because programs go by that. */
var partOf = (file) => `${file}.${OWNER}-${randomBytes(6).toString("hex")}.part${extname(file)}`;
/** Whether it was left half-written by a process that is gone: one data folder has one process. */
var isLeftPart = (name) => name.includes(".part") && !name.includes(`.${OWNER}-`);
// service/engines/video/cache.ts
/** Files kept by a hash of what they were made of. Half a file is never found: it gets its name when it is whole. */
/** Goes up when the same inputs shall give another result. */
var EDITION = 1;
var keyOf = (...parts) => createHash("sha256").update(JSON.stringify([EDITION, ...parts])).digest("hex").slice(0, 40);
var codeOf = (error) => error instanceof Error && "code" in error ? error.code : null;
var isDiskFull = (error) => error instanceof DiskFullError || codeOf(error) === "ENOSPC" || codeOf(error) === "EDQUOT";
/** A full disk is told by its own error, whoever met it. */
var named = (error) => isDiskFull(error) ? diskFull(error) : error;
async function synced(file) {
	const handle = await open(file, "r+");
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}
/** Writes beside, syncs and renames; nothing is left of what failed. `write` is given the file to write. */
async function written(file, write) {
	const beside = partOf(file);
	try {
		await write(beside);
		await synced(beside);
		await rename(beside, file);
	} catch (error) {
		await rm(beside, { force: true });
		throw named(error);
	}
}
var Cache = class {
	folder;
	/** Names of files that were asked for. */
	used = /* @__PURE__ */ new Set();
	constructor(folder) {
		this.folder = folder;
	}
	path(name) {
		return join(this.folder, name);
	}
	async has(name) {
		return stat(this.path(name)).then(({ size }) => size > 0, () => false);
	}
	/** The file's path, made first where it is not there. */
	async file(name, make) {
		const path = this.path(name);
		this.used.add(name);
		if (!await this.has(name)) await written(path, make);
		return path;
	}
	/** Its content, made first where it is not there. */
	async bytes(name, make) {
		const path = await this.file(name, async (file) => {
			const handle = await open(file, "wx");
			try {
				await handle.writeFile(await make());
			} finally {
				await handle.close();
			}
		});
		return readFile(path);
	}
};
export { written as a, named as i, isDiskFull as n, isLeftPart as o, keyOf as r, Cache as t };

//# sourceMappingURL=cache-a1MazJ9Y.js.map