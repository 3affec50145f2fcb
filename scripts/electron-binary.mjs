/** Finds Electron's binary, or tries once to install it. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const PACKAGE = join(ROOT, 'node_modules', 'electron');
const CACHE = join(ROOT, 'node_modules', '.cache', 'cutaway');
const TRY_AGAIN_MS = 24 * 3600 * 1000;
const INSTALL_MS = 120_000;

function installed() {
  const pointer = join(PACKAGE, 'path.txt');
  if (!existsSync(pointer)) return null;
  const binary = join(PACKAGE, 'dist', readFileSync(pointer, 'utf8').trim());
  return existsSync(binary) ? binary : null;
}

const isNew = (/** @type {string} */ file) => existsSync(file) && Date.now() - statSync(file).mtimeMs < TRY_AGAIN_MS;

/** @returns {{binary: string} | {binary: null, why: string}} */
export function electronBinary() {
  const there = installed();
  if (there) return { binary: there };
  const script = join(PACKAGE, 'install.js');
  if (!existsSync(script)) return { binary: null, why: 'Electron is not among the installed packages' };
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
  // Remembers a failure for a day, so that a start without a network does not wait for it each time.
  const failed = join(CACHE, `electron-${version}-failed`);
  const why = "Electron's binary is not installed and could not be downloaded";
  if (isNew(failed)) return { binary: null, why };
  console.error("Fetching Electron's binary, once …");
  spawnSync(process.execPath, [script], { cwd: ROOT, stdio: 'ignore', timeout: INSTALL_MS, killSignal: 'SIGKILL' });
  const now = installed();
  if (now) {
    rmSync(failed, { force: true });
    return { binary: now };
  }
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(failed, '');
  return { binary: null, why };
}
