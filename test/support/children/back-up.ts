/** Backs up the database of a data folder. */
import { backUpDatabase } from '#service/store/backup.ts';

const [dataDir = ''] = process.argv.slice(2);
process.stdout.write('begun\n');
await backUpDatabase(dataDir, { from: 1, to: 2 });
process.stdout.write('done\n');
