import { open, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { randomBytes } from "node:crypto";
// platform/durable-file.ts
/**
* Files that survive a crash and a power cut: written beside, synced, renamed, and the folder synced too (without
* that the rename itself may be lost). write-file-atomic does all but the last, hence these lines.
*/
/** The disk has no room for the file; the file is as it was before. */
var DiskFullError = class extends Error {
	name = "DiskFullError";
	constructor(path, cause) {
		super(`There is no room on the disk for ${basename(path)}. Free some space and try again.`, { cause });
	}
};
function errorCode(error) {
	const code = error instanceof Error && "code" in error ? error.code : null;
	return typeof code === "string" ? code : null;
}
/** Makes renames, new and removed files of a folder last. Windows has nothing to do here and no way to do it. */
async function syncFolder(folder) {
	if (process.platform === "win32") return;
	const handle = await open(folder, "r");
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}
/** Replaces the file as a whole; resolves when the new content is on the disk. @throws DiskFullError */
async function writeDurable(path, data, { mode = 384 } = {}) {
	const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}.tmp`);
	try {
		const file = await open(temporary, "wx", mode);
		try {
			await writeFile(file, data);
			await file.sync();
		} finally {
			await file.close();
		}
		await rename(temporary, path);
	} catch (error) {
		await rm(temporary, { force: true }).catch(() => void 0);
		const code = errorCode(error);
		throw code === "ENOSPC" || code === "EDQUOT" ? new DiskFullError(path, error) : error;
	}
	await syncFolder(dirname(path));
}
export { syncFolder as n, writeDurable as r, DiskFullError as t };

//# sourceMappingURL=durable-file-CPMk2-eD.js.map