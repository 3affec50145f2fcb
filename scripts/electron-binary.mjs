/** Finds Electron's program, or downloads it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const PACKAGE = join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules', 'electron');
/** A download may take any time, but is aborted when nothing arrives for this long. */
const STALL_MS = 30_000;
/** In a log file, progress is printed in steps of this many percent. */
const LOG_STEP_PERCENT = 10;

/** @typedef {{binary: string} | {binary: null, why: string, remedy: string}} BinaryResult */

/** Returns the program at the path that Electron's own start script uses. @param {string} folder */
function findInstalled(folder) {
  const pointer = join(folder, 'path.txt');
  const program = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : 'electron';
  const binary = join(process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist'), program);
  return existsSync(binary) ? binary : null;
}

/** Shows one line that counts up in a terminal, and a few lines elsewhere. */
function createProgressLine(stream = process.stderr) {
  let lastShown = -1;
  return {
    /** @param {{transferred: number, total: number | null}} progress */
    show({ transferred, total }) {
      const count = Math.floor(total ? (100 * transferred) / total : transferred / 1e6);
      if (count === lastShown || (!stream.isTTY && count < lastShown + LOG_STEP_PERCENT && count !== 100)) return;
      lastShown = count;
      const text = `Downloading Electron, once: ${count} ${total ? `% of ${Math.ceil(total / 1e6)} MB` : 'MB'}`;
      stream.write(stream.isTTY ? `\r${text}` : `${text}\n`);
    },
    end: () => void (stream.isTTY && lastShown >= 0 && stream.write('\n')),
  };
}

/** Puts the archive into the cache that Electron's installer reads. @param {string} folder @param {number} stallMs */
async function download(folder, stallMs) {
  const { resolve } = createRequire(join(folder, 'package.json'));
  /** @type {{downloadArtifact: (details: object) => Promise<string>}} */
  const { downloadArtifact } = await import(pathToFileURL(resolve('@electron/get')).href);
  const stall = new AbortController();
  const abortStalled = () => stall.abort(new Error(`nothing arrived for ${stallMs / 1000} seconds`));
  let timer = setTimeout(abortStalled, stallMs);
  const progress = createProgressLine();
  try {
    await downloadArtifact({
      version: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version,
      artifactName: 'electron',
      platform: process.platform,
      arch: process.arch,
      checksums: JSON.parse(readFileSync(join(folder, 'checksums.json'), 'utf8')),
      cacheRoot: process.env['electron_config_cache'],
      downloadOptions: {
        quiet: true,
        signal: stall.signal,
        getProgressCallback: (/** @type {{transferred: number, total: number | null}} */ state) => {
          clearTimeout(timer);
          timer = setTimeout(abortStalled, stallMs);
          progress.show(state);
        },
      },
    });
  } finally {
    clearTimeout(timer);
    progress.end();
  }
}

/** @param {string} folder */
async function unpack(folder) {
  const [code] = await once(spawn(process.execPath, [join(folder, 'install.js')], { stdio: ['ignore', 2, 2] }), 'exit');
  if (code !== 0) throw new Error('it couldn’t be unpacked');
}

/** @param {string} why @returns {BinaryResult} */
const createMissing = (why) => ({ binary: null, why, remedy: 'The next start tries again.' });

/** @returns {Promise<BinaryResult>} */
export async function findElectronBinary({ folder = PACKAGE, stallMs = STALL_MS } = {}) {
  const installedBinary = findInstalled(folder);
  if (installedBinary) return { binary: installedBinary };
  if (!existsSync(join(folder, 'install.js'))) return createMissing('Electron is not among the installed packages');
  try {
    await download(folder, stallMs);
    await unpack(folder);
    const downloadedBinary = findInstalled(folder);
    return downloadedBinary
      ? { binary: downloadedBinary }
      : createMissing('Electron was downloaded without its program');
  } catch (error) {
    const cause = error instanceof Error ? (error.cause instanceof Error ? error.cause : error) : null;
    return createMissing(`Electron couldn’t be downloaded: ${cause ? cause.message : String(error)}`);
  }
}
