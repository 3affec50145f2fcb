import { n as packSeed, t as openDatabase } from "./database-DVJXySpt.js";
import { mkdtemp, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
// service/store/build-seed.ts
/** Makes the seed a build ships: an empty database with the present schema. `prepare` may add to it. */
async function buildSeed(seedFile, prepare) {
	const folder = await mkdtemp(join(dirname(seedFile), ".seed-"));
	try {
		const store = await openDatabase({ dataDir: folder });
		try {
			await prepare?.(store);
			await dropTemplates(store);
		} finally {
			await store.close();
		}
		await packSeed(join(folder, "database"), seedFile);
	} finally {
		await rm(folder, {
			recursive: true,
			force: true
		});
	}
}
/** Nobody makes further databases here, and without the two to copy from every first start writes half as many files. */
async function dropTemplates(store) {
	for (const template of ["template0", "template1"]) {
		await store.query(`alter database ${template} is_template false`, []);
		await store.query(`drop database ${template}`, []);
	}
}
export { buildSeed };

//# sourceMappingURL=build-seed.js.map