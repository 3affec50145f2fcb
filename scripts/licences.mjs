/** Collects the licences of all shipped packages, for Help → Licences and as a text beside the program. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const OWN_TEXTS = join(ROOT, 'assets', 'licenses');
const require = createRequire(import.meta.url);

/** @typedef {{ name: string, version: string, licence: string, text: string }} Licence */

/** Lists the folders of packages that are shipped in node_modules. */
function listShippedPackages() {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  return Object.keys(packages).filter((path) => {
    const { dev = false, devOptional = false } = packages[path];
    return path !== '' && !dev && !devOptional && existsSync(join(ROOT, path, 'package.json'));
  });
}

/** Corrects the names that some packages give licences. @param {unknown} licence */
function normalizeLicence(licence) {
  const name = typeof licence === 'string' ? licence : '';
  return name === 'GPLv3' ? 'GPL-3.0-only' : name;
}

/** Returns the standard text of a licence. @param {string} id */
function readStandardText(id) {
  try {
    return require(`spdx-license-list/licenses/${id}.json`).licenseText;
  } catch {
    return '';
  }
}

/** Returns the package's own texts, else the standard text of its licence. @param {string} folder @param {string} id @param {string} author */
function readLicenceText(folder, id, author) {
  const names = readdirSync(folder).filter((name) => /^(?:licen[cs]e|copying|notice|ofl)\b/i.test(name));
  const texts = names.sort().map((name) => readFileSync(join(folder, name), 'utf8').trim());
  return texts.length > 0
    ? texts.join('\n\n')
    : `${author === '' ? '' : `By ${author}\n\n`}${readStandardText(id)}`.trim();
}

/** @param {string} path @returns {Licence} */
function readLicence(path) {
  const folder = join(ROOT, path);
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const licence = normalizeLicence(license);
  const authorName = typeof author === 'string' ? author : (author?.name ?? '');
  return { name, version, licence, text: readLicenceText(folder, licence, authorName) };
}

/** The licence of ffmpeg requires its text and an offer of its source. @param {Licence} licence */
function addSourceOffer(licence) {
  if (!licence.name.startsWith('@ffmpeg-installer/')) return licence;
  const offer = readFileSync(join(OWN_TEXTS, 'ffmpeg.txt'), 'utf8').trim();
  return { ...licence, text: `${offer}\n\n${readStandardText('GPL-3.0-only')}` };
}

/** Refers to Chromium's own list, which is too long to be repeated. */
function getChromiumLicence() {
  const text =
    'Electron brings Chromium, Node.js and V8 along. Their licences are in the file LICENSES.chromium.html, which lies beside the program, on macOS in its folder Resources.';
  const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules/electron/package.json'), 'utf8'));
  return { name: 'Chromium', version: `in Electron ${version}`, licence: 'BSD-3-Clause', text };
}

/** Sorted by name. @param {readonly string[]} bundled folders of the packages in the window's files @returns {Licence[]} */
export function listLicences(bundled) {
  const folders = new Set([...listShippedPackages(), ...bundled, 'node_modules/electron']);
  folders.delete('node_modules/@ffmpeg-installer/ffmpeg');
  const byPackage = new Map(
    [...folders].map(readLicence).map((licence) => [`${licence.name} ${licence.version}`, addSourceOffer(licence)]),
  );
  return [...byPackage.values(), getChromiumLicence()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/**
 * Writes `licences.json` (`texts`, and `packages` that refer to them) and `licences.txt` into a folder.
 * @param {string} outDir @param {readonly string[]} bundled
 */
export function writeLicences(outDir, bundled) {
  const licences = listLicences(bundled);
  const incompleteNames = licences.filter(({ text }) => text.length < 40).map(({ name }) => name);
  if (incompleteNames.length > 0) throw new Error(`These packages have no licence text: ${incompleteNames.join(', ')}`);
  const texts = [...new Set(licences.map(({ text }) => text))];
  const packages = licences.map(({ text, ...rest }) => ({ ...rest, text: texts.indexOf(text) }));
  writeFileSync(join(outDir, 'licences.json'), JSON.stringify({ texts, packages }));
  const sections = licences.map(({ name, version, licence, text }) => `${name} ${version} (${licence})\n\n${text}\n`);
  const ownLicence = readFileSync(join(ROOT, 'LICENSE'), 'utf8');
  writeFileSync(
    join(outDir, 'licences.txt'),
    ['Cutaway\n\n' + ownLicence, ...sections].join(`\n${'-'.repeat(80)}\n\n`),
  );
}
