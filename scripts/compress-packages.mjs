/** Compresses the largest files of packages for the installers; platform/package-file.ts reads them. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const { resolve } = createRequire(import.meta.url);

const FONTS = '@expo-google-fonts';
/** The only styles that electron/host/pdf/fonts.ts and contract/fallback-faces.ts use. */
const STYLES = ['400Regular', '400Regular_Italic', '700Bold', '700Bold_Italic'];
const UNUSED_STYLES = /noto-sans-(?:jp|sc)\/700Bold|amiri\/\w+_Italic/;

/** Lists the fonts of PDFs and of texts on pictures, and the compiler of PDFs. */
function listPdfFiles() {
  const folder = join(ROOT, 'node_modules', FONTS);
  const fonts = readdirSync(folder)
    .flatMap((name) => STYLES.map((style) => `${name}/${style}`))
    .filter((style) => !UNUSED_STYLES.test(style) && existsSync(join(folder, style)))
    .flatMap((style) => readdirSync(join(folder, style)).map((file) => `${FONTS}/${style}/${file}`));
  return ['@myriaddreamin/typst-ts-web-compiler/wasm', ...fonts.filter((file) => file.endsWith('.ttf'))];
}

/** On macOS ffmpeg stays uncompressed, because only programs that are visible in the package get signed. */
function findFfmpeg() {
  if (process.platform === 'darwin') return [];
  const name = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg';
  const specifier = `@ffmpeg-installer/${process.platform}-${process.arch}/${name}`;
  try {
    resolve(specifier);
    return [specifier];
  } catch {
    return []; // the package is optional and exists for some platforms only
  }
}

/** Higher qualities take ten times as long for 3 % less. @param {Buffer} bytes */
function compress(bytes) {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT, BROTLI_MAX_WINDOW_BITS } = constants;
  return brotliCompressSync(bytes, {
    params: {
      [BROTLI_PARAM_QUALITY]: 6,
      [BROTLI_PARAM_LGWIN]: BROTLI_MAX_WINDOW_BITS,
      [BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

/** Returns the version of the package that contains a file. @param {string} file */
function readVersion(file) {
  let folder = dirname(file);
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
}

/**
 * Writes the compressed files; returns their folder and the paths of the files they replace. They are cached in
 * node_modules/.cache, because this takes several seconds.
 */
export function compressPackages() {
  const files = [...listPdfFiles(), ...findFfmpeg()];
  const versions = files.map((file) => `${file}@${readVersion(resolve(file))}`).join(' ');
  const cache = join(ROOT, 'node_modules', '.cache', 'cutaway', 'compressed');
  const folder = join(cache, createHash('sha256').update(versions).digest('hex').slice(0, 16));
  const replacedPaths = files.map((file) => relative(ROOT, resolve(file)).split(sep).join('/'));
  if (!existsSync(folder)) writeCompressed(files, folder);
  return { folder, replacedPaths };
}

/**
 * Writes all files or none; of two builds at once, the first to finish provides the folder for both.
 * @param {string[]} files @param {string} folder
 */
function writeCompressed(files, folder) {
  mkdirSync(dirname(folder), { recursive: true });
  const temporary = mkdtempSync(`${folder}-`);
  try {
    for (const file of files) {
      const target = join(temporary, `${file}.br`);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, compress(readFileSync(resolve(file))));
    }
    renameSync(temporary, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
