/** Finds Electron's program, or downloads it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const PACKAGE = join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules', 'electron');
/** A slow connection may take as long as it needs; one that sends nothing for this time is given up. */
const STALL_MS = 30_000;
/** Prints a line of progress in a log file every so many percent. */
const STEP = 10;

/** @typedef {{binary: string} | {binary: null, why: string, remedy: string}} Found */

/** Looks where Electron's own start script does. @param {string} folder */
function installed(folder) {
  const pointer = join(folder, 'path.txt');
  const program = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : 'electron';
  const binary = join(process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist'), program);
  return existsSync(binary) ? binary : null;
}

/** Shows one line that counts up in a terminal, and a line now and then elsewhere. */
function progressLine(stream = process.stderr) {
  let last = -1;
  return {
    /** @param {{transferred: number, total: number | null}} progress */
    show({ transferred, total }) {
      const done = Math.floor(total ? (100 * transferred) / total : transferred / 1e6);
      if (done === last || (!stream.isTTY && done < last + STEP && done !== 100)) return;
      last = done;
      const text = `Downloading Electron, once: ${done} ${total ? `% of ${Math.ceil(total / 1e6)} MB` : 'MB'}`;
      stream.write(stream.isTTY ? `\r${text}` : `${text}\n`);
    },
    end: () => void (stream.isTTY && last >= 0 && stream.write('\n')),
  };
}

/** Puts the archive into the cache that Electron's installer reads. @param {string} folder @param {number} stallMs */
async function download(folder, stallMs) {
  const { resolve } = createRequire(join(folder, 'package.json'));
  /** @type {{downloadArtifact: (details: object) => Promise<string>}} */
  const { downloadArtifact } = await import(pathToFileURL(resolve('@electron/get')).href);
  const stalled = new AbortController();
  const giveUp = () => stalled.abort(new Error(`nothing arrived for ${stallMs / 1000} seconds`));
  let timer = setTimeout(giveUp, stallMs);
  const line = progressLine();
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
        signal: stalled.signal,
        getProgressCallback: (/** @type {{transferred: number, total: number | null}} */ progress) => {
          clearTimeout(timer);
          timer = setTimeout(giveUp, stallMs);
          line.show(progress);
        },
      },
    });
  } finally {
    clearTimeout(timer);
    line.end();
  }
}

/** @param {string} folder */
async function unpack(folder) {
  const [code] = await once(spawn(process.execPath, [join(folder, 'install.js')], { stdio: ['ignore', 2, 2] }), 'exit');
  if (code !== 0) throw new Error('it couldn’t be unpacked');
}

/** @param {string} why @returns {Found} */
const missing = (why) => ({ binary: null, why, remedy: 'The next start tries again.' });

/** @returns {Promise<Found>} */
export async function electronBinary({ folder = PACKAGE, stallMs = STALL_MS } = {}) {
  const there = installed(folder);
  if (there) return { binary: there };
  if (!existsSync(join(folder, 'install.js'))) return missing('Electron is not among the installed packages');
  try {
    await download(folder, stallMs);
    await unpack(folder);
    const now = installed(folder);
    return now ? { binary: now } : missing('Electron was downloaded without its program');
  } catch (error) {
    const cause = error instanceof Error ? (error.cause instanceof Error ? error.cause : error) : null;
    return missing(`Electron couldn’t be downloaded: ${cause ? cause.message : String(error)}`);
  }
}
