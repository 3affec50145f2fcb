/** Puts an archive in place of a studio, as the host does once its service has stood on it: `data folder`, `staged`. */
import { join } from 'node:path';
import { Journal } from '#electron/host/journal.ts';
import { carryOut, finished, planStartOver } from '#electron/host/start-over.ts';

const [dataFolder = '', staged = ''] = process.argv.slice(2);
const journal = await Journal.open(join(dataFolder, 'journal'), (sentence) => process.stderr.write(sentence));
process.stdout.write('ready\n');
const plan = await planStartOver(dataFolder, false, staged);
process.stdout.write('planned\n');
await carryOut(dataFolder, plan, journal);
await finished(dataFolder);
process.stdout.write('done\n');
