/** Finds an installed browser of the Chromium family, for an app window. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge-stable',
  'microsoft-edge',
  'brave-browser',
];
const MAC_NAMES = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser'];
const WINDOWS_PATHS = [
  ['Google', 'Chrome', 'Application', 'chrome.exe'],
  ['Chromium', 'Application', 'chrome.exe'],
  ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
];

/** @param {NodeJS.ProcessEnv} env @param {NodeJS.Platform} platform */
function listCandidates(env, platform) {
  if (platform === 'darwin') {
    return ['/Applications', join(env['HOME'] ?? '/', 'Applications')].flatMap((folder) =>
      MAC_NAMES.map((name) => join(folder, `${name}.app`, 'Contents', 'MacOS', name)),
    );
  }
  if (platform === 'win32') {
    const roots = [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LOCALAPPDATA']].filter(
      (root) => root !== undefined,
    );
    return WINDOWS_PATHS.flatMap((parts) => roots.map((root) => join(root, ...parts)));
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
}

export function findBrowser(env = process.env, platform = process.platform, exists = existsSync) {
  return listCandidates(env, platform).find((path) => exists(path)) ?? null;
}
