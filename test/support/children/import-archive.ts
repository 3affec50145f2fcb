/**
 * Replaces a workspace by an archive, as the host does after trying its service. Arguments: `data folder`, `staged
 * folder`.
 */
import { join } from 'node:path';
import { Journal } from '#electron/host/journal.ts';
import { runReset, deletePlan, planReset } from '#electron/host/workspace-reset.ts';

const [dataFolder = '', stagedFolder = ''] = process.argv.slice(2);
const journal = await Journal.open(join(dataFolder, 'journal'), (sentence) => process.stderr.write(sentence));
process.stdout.write('ready\n');
const plan = await planReset(dataFolder, false, stagedFolder);
process.stdout.write('planned\n');
await runReset(dataFolder, plan, journal);
await deletePlan(dataFolder);
process.stdout.write('done\n');
