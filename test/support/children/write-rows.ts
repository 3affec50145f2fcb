/** Writes rows one after the other and prints each acknowledged one, until it is killed. */
import { openDatabase } from '#service/store/database.ts';
import { users } from '#service/store/schema.ts';

const [dataDir = '', seedFile = ''] = process.argv.slice(2);
const store = await openDatabase({ dataDir, seedFile });
for (let i = 1; ; i++) {
  await store.transaction((tx) => tx.insert(users).values({ name: String(i) }));
  process.stdout.write(`row ${i}\n`);
}
