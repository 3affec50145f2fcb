/** Builds the bundles and the installers of this platform; further arguments go to electron-builder. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { compressPackages } from './compress-packages.mjs';
import { signFeeds } from './sign-feed.mjs';
import { createDistConfiguration } from './dist-configuration.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const BUILDER = join(ROOT, 'node_modules', 'electron-builder', 'cli.js');

/** @param {string[]} args */
function run(args) {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', cwd: ROOT });
  if (status !== 0) process.exit(status ?? 1);
}

run([join(ROOT, 'scripts', 'build.mjs')]);
const configuration = join(ROOT, 'release', 'configuration.json');
mkdirSync(dirname(configuration), { recursive: true });
writeFileSync(configuration, JSON.stringify(createDistConfiguration(process.env, compressPackages()), null, 2));
run([BUILDER, '--config', configuration, ...process.argv.slice(2)]);
const key = process.env['CUTAWAY_UPDATE_KEY'];
if (key) console.error(`Signed ${signFeeds(join(ROOT, 'release'), key).join(', ')}`);
