/**
 * `npm start`: opens Electron's window if its binary is available, else the same app in a window of an installed
 * browser, else prints the address. One line says which and why.
 */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { buildMissing } from './build.mjs';
import { electronBinary } from './electron-binary.mjs';
import { endWithNpm } from './end-with-npm.mjs';
import { findBrowser } from './find-browser.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const args = process.argv.slice(2);
const open = !args.includes('--no-open');

/** Ends the child whichever signal ends this process. @param {import('node:child_process').ChildProcess} child */
function endTogether(child) {
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
    process.on(signal, () => child.kill('SIGTERM'));
  }
  child.once('exit', (code, signal) => process.exit(code ?? (signal === 'SIGTERM' ? 0 : 1)));
}

/** @param {string} binary */
function startElectron(binary) {
  console.log('Opening the studio in its Electron window.');
  endTogether(spawn(binary, [ROOT, ...args.filter((arg) => arg !== '--no-open')], { stdio: 'inherit' }));
}

/** Returns the browser for an app window, or why there is none. @returns {{browser: string} | {browser: null, why: string}} */
function windowBrowser() {
  if (!open) return { browser: null, why: '--no-open says so' };
  const browser = findBrowser();
  if (!browser) return { browser: null, why: 'no Chrome, Chromium or Edge was found' };
  if (process.getuid?.() === 0) return { browser: null, why: 'a browser does not start its sandbox as root' };
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) {
    return { browser: null, why: 'there is no display' };
  }
  return { browser };
}

/** @param {string} why */
function startBrowserShell(why) {
  const choice = windowBrowser();
  const main = join(ROOT, 'dist', 'loopback', 'main.js');
  const window = choice.browser === null ? ['--no-open'] : ['--browser', choice.browser];
  // The IPC channel ends the shell when this process is killed.
  const shell = spawn(process.execPath, [main, ...args.filter((arg) => arg !== '--no-open'), ...window], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  endTogether(shell);
  if (!shell.stdout) throw new Error('The browser shell was started without its output.');
  createInterface({ input: shell.stdout }).on('line', (line) => {
    if (choice.browser !== null) console.log(`The studio opens in an app window of ${choice.browser}, because ${why}.`);
    else console.log(`The studio runs as a browser shell, because ${why}; no window is opened, because ${choice.why}.`);
    console.log(line);
    if (choice.browser === null && open) console.log(`Open ${JSON.parse(line).url}`);
  });
}

buildMissing();
endWithNpm();
const electron = electronBinary();
if (electron.binary !== null) startElectron(electron.binary);
else startBrowserShell(electron.why);
