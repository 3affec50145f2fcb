/** Bundles test programs that run in their own processes into one file each, because they start many times. */
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { buildSync } from 'esbuild';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(ROOT, 'node_modules', '.cache', 'cutaway', `programs-${process.pid}`);
/** The sources read these files from their own folder. */
const SOURCE_FOLDERS = {
  migrations: 'service/store/migrations',
  shipped: 'service/files/shipped',
  tls: 'test/support/tls',
};
const bundles = new Map<string, string>();

/**
 * Returns the path of the JavaScript for a TypeScript program, built from the current sources; `file` is relative to
 * the project.
 */
export function bundleProgram(file: string): string {
  const existingBundle = bundles.get(file);
  if (existingBundle !== undefined) return existingBundle;
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, folder] of Object.entries(SOURCE_FOLDERS)) {
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
  bundles.set(file, outfile);
  return outfile;
}
