/** Bundles test programs that run in their own processes into one file each, as they start many times. */
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { buildSync } from 'esbuild';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(ROOT, 'node_modules', '.cache', 'cutaway', `programs-${process.pid}`);
/** The sources read these files from their own folder. */
const BESIDE = { migrations: 'service/store/migrations', shipped: 'service/files/shipped', tls: 'test/support/tls' };
const made = new Map<string, string>();

/**
 * Returns the path of the JavaScript for a TypeScript program, built from the current sources; `file` is relative to
 * the project.
 */
export function bundled(file: string): string {
  const known = made.get(file);
  if (known !== undefined) return known;
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, folder] of Object.entries(BESIDE)) {
    if (!existsSync(join(FOLDER, name))) symlinkSync(join(ROOT, folder), join(FOLDER, name));
  }
  const outfile = join(FOLDER, `${basename(file, '.ts')}.mjs`);
  buildSync({
    absWorkingDir: ROOT,
    entryPoints: [file],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: 'inline',
    logLevel: 'error',
  });
  made.set(file, outfile);
  return outfile;
}
