/** Explains in plain words why Electron ended before its window opened, and what helps. */
import { dirname, join } from 'node:path';

/** @typedef {{why: string, remedy: string}} Failure */

const LIBRARY = /error while loading shared libraries: ([^\s:]+)/;
const SANDBOX = /SUID sandbox helper binary was found, but is not configured correctly|No usable sandbox!/;
const DISPLAY = /Missing X server or \$DISPLAY|cannot open display/i;

/**
 * @param {string} stderr the end of Electron's output
 * @param {{code: number | null, signal: string | null, binary: string}} end
 * @returns {Failure}
 */
export function explainFailure(stderr, { code, signal, binary }) {
  if (SANDBOX.test(stderr)) {
    const helper = join(dirname(binary), 'chrome-sandbox');
    return {
      why: 'this system doesn’t let Electron start its sandbox',
      remedy: `To allow it: sudo chown root:root "${helper}" && sudo chmod 4755 "${helper}"`,
    };
  }
  const library = LIBRARY.exec(stderr)?.[1];
  if (library !== undefined) {
    return {
      why: `Electron needs the library ${library}, which is missing`,
      remedy:
        'Install the package it belongs to; on Debian and Ubuntu usually one of libgtk-3-0, libnss3, libgbm1 and libasound2.',
    };
  }
  if (DISPLAY.test(stderr)) {
    return {
      why: 'Electron can’t reach the display',
      remedy: 'Start the studio inside a desktop session, or check DISPLAY and WAYLAND_DISPLAY.',
    };
  }
  const ending = signal === null ? `with code ${code}` : `by ${signal}`;
  return {
    why: `Electron ended ${ending} before its window opened`,
    remedy: 'Its own messages are above. If they don’t help, delete node_modules and run npm ci.',
  };
}
