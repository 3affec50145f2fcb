/**
 * `npm start`: opens Electron's window if Electron is there and starts, else the same app in a window of an installed
 * browser, else prints the address. It prints which, why, and what would help.
 */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { buildMissing } from './build.mjs';
import { findElectronBinary } from './electron-binary.mjs';
import { explainFailure } from './electron-failure.mjs';
import { exitWithNpm } from './exit-with-npm.mjs';
import { findBrowser } from './find-browser.mjs';

/** @typedef {import('./electron-failure.mjs').Failure} Failure */

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const args = process.argv.slice(2);
const appArgs = args.filter((arg) => arg !== '--no-open');
/** The characters of Electron's output that are searched for the reason. */
const MAX_STDERR_CHARS = 64 * 1024;

/** The time for which Electron's output is read after it has ended. */
const READ_MS = 1000;

/** Ends the child with any signal that ends this process. @param {import('node:child_process').ChildProcess} child */
function forwardSignals(child) {
  const state = { ending: false };
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
    process.on(signal, () => {
      state.ending = true;
      child.kill('SIGTERM');
    });
  }
  return state;
}

/** @param {number | null} code @param {string | null} signal */
const exitLike = (code, signal) => process.exit(code ?? (signal === 'SIGTERM' ? 0 : 1));

/** Returns why neither Electron nor a browser can open a window, or null if they can. */
function getNoWindowReason() {
  if (args.includes('--no-open')) return '--no-open says so';
  if (process.getuid?.() === 0) return 'neither Electron nor a browser starts its sandbox as root';
  const display = process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'];
  return process.platform === 'linux' && !display ? 'there is no display' : null;
}

/** Returns whether the app reports that it is ready, or null for other output. @param {string} line */
function parseReady(line) {
  try {
    const { ready } = JSON.parse(line);
    return typeof ready === 'boolean' ? ready : null;
  } catch {
    return null;
  }
}

/**
 * Runs Electron and exits with it. Resolves only if Electron ended before the app in it reported its start: the browser
 * shell would fail for the app's own reasons as well.
 *
 * @param {string} binary @returns {Promise<Failure>}
 */
function runElectron(binary) {
  const port = args.some((arg) => arg.startsWith('--port')) ? ' --port is for the browser shell alone.' : '';
  console.log(`Opening the studio in its Electron window.${port}`);
  return new Promise((resolve) => {
    const child = spawn(binary, [ROOT, ...appArgs], { stdio: ['inherit', 'pipe', 'pipe'] });
    const state = forwardSignals(child);
    let hasStarted = false;
    let stderr = '';
    createInterface({ input: child.stdout }).on('line', (line) => {
      hasStarted ||= parseReady(line) !== null;
      console.log(line);
    });
    child.stderr.on('data', (chunk) => {
      process.stderr.write(chunk);
      stderr = (stderr + chunk).slice(-MAX_STDERR_CHARS);
    });
    child.once('error', ({ message }) => resolve({ why: `Electron can’t be run: ${message}`, remedy: '' }));
    child.once('exit', (code, signal) => {
      const finish = () => {
        if (hasStarted || state.ending || code === 0) exitLike(code, signal);
        else resolve(explainFailure(stderr, { code, signal, binary }));
      };
      child.once('close', finish);
      // An app that restarted itself holds the pipes open.
      setTimeout(finish, READ_MS).unref();
    });
  });
}

/** @param {Failure} failure @param {boolean} mayOpenWindow */
function startBrowserShell({ why, remedy }, mayOpenWindow) {
  const browser = mayOpenWindow ? findBrowser() : null;
  const openArgs = browser === null ? ['--no-open'] : ['--browser', browser];
  // The IPC channel ends the shell when this process is killed.
  const shell = spawn(process.execPath, [join(ROOT, 'dist', 'loopback', 'main.js'), ...appArgs, ...openArgs], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  forwardSignals(shell);
  shell.once('exit', exitLike);
  if (!shell.stdout) throw new Error('The browser shell was started without its output.');
  createInterface({ input: shell.stdout }).on('line', (line) => {
    if (browser !== null) console.log(`The studio opens in an app window of ${browser}, because ${why}.`);
    else console.log(`The studio runs as a browser shell without a window, because ${why}.`);
    if (mayOpenWindow && browser === null)
      console.log('No Chrome, Chromium or Edge was found that could show its window.');
    if (remedy !== '') console.log(remedy);
    console.log(line);
    if (browser === null && !args.includes('--no-open')) console.log(`Open ${JSON.parse(line).url}`);
  });
}

buildMissing();
exitWithNpm();
const noWindowReason = getNoWindowReason();
if (noWindowReason !== null) startBrowserShell({ why: noWindowReason, remedy: '' }, false);
else {
  const electron = await findElectronBinary();
  startBrowserShell(electron.binary === null ? electron : await runElectron(electron.binary), true);
}
