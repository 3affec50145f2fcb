/**
 * Draws the app icon in every size and wraps it for the platforms: assets/icon.png (1024), icons/<n>x<n>.png for Linux,
 * icon.ico for Windows, icon.icns for macOS. Run after changing assets/icon.svg; the results are committed.
 */
import { chromium } from '@playwright/test';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
const svg = readFileSync('assets/icon.svg', 'utf8');
// Hatching is noise below 48 px, so the small drawing has only frame, window and cut, with heavier lines.
const smallSvg = svg
  .replace(/\s*<rect [^>]*fill="url\(#section\)"[^>]*>/, '')
  .replaceAll('stroke-width="28"', 'stroke-width="56"')
  .replace('stroke-width="44"', 'stroke-width="80"')
  .replace('x="64" y="64" width="896" height="896" rx="184"', 'x="16" y="16" width="992" height="992" rx="192"');

const SYSTEM_CHROMIUM = '/usr/bin/chromium';
const browser = await chromium.launch({
  chromiumSandbox: process.getuid?.() !== 0,
  ...(existsSync(SYSTEM_CHROMIUM) ? { executablePath: SYSTEM_CHROMIUM } : {}),
});
const page = await browser.newPage();
/** @type {Map<number, Buffer>} */
const pictures = new Map();
for (const size of sizes) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${size < 48 ? smallSvg : svg}`,
  );
  pictures.set(size, await page.screenshot({ omitBackground: true }));
}
await browser.close();

/** @param {number} size */
const getPng = (size) => {
  const picture = pictures.get(size);
  if (!picture) throw new Error(`No picture of ${size} px`);
  return picture;
};

/** Writes an ICO: a header, an entry of 16 bytes per picture, then the PNGs. @param {number[]} iconSizes */
function toIco(iconSizes) {
  const header = Buffer.alloc(6 + 16 * iconSizes.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(iconSizes.length, 4);
  let offset = header.length;
  iconSizes.forEach((size, index) => {
    const entryOffset = 6 + 16 * index;
    header.writeUInt8(size === 256 ? 0 : size, entryOffset);
    header.writeUInt8(size === 256 ? 0 : size, entryOffset + 1);
    header.writeUInt16LE(1, entryOffset + 4);
    header.writeUInt16LE(32, entryOffset + 6);
    header.writeUInt32LE(getPng(size).length, entryOffset + 8);
    header.writeUInt32LE(offset, entryOffset + 12);
    offset += getPng(size).length;
  });
  return Buffer.concat([header, ...iconSizes.map(getPng)]);
}

/** Writes an ICNS: blocks of type, length including the 8 header bytes, and a PNG. @param {[string, number][]} entries */
function toIcns(entries) {
  /** @param {string} type @param {Buffer} body */
  const block = (type, body) => {
    const head = Buffer.alloc(8);
    head.write(type, 'ascii');
    head.writeUInt32BE(body.length + 8, 4);
    return Buffer.concat([head, body]);
  };
  return block('icns', Buffer.concat(entries.map(([type, size]) => block(type, getPng(size)))));
}

mkdirSync('assets/icons', { recursive: true });
for (const size of sizes.filter((size) => size <= 512)) writeFileSync(`assets/icons/${size}x${size}.png`, getPng(size));
writeFileSync('assets/icon.png', getPng(1024));
writeFileSync('assets/icon.ico', toIco([16, 24, 32, 48, 64, 128, 256]));
writeFileSync('assets/icon.icns', toIcns([['ic11', 32], ['ic12', 64], ['ic07', 128], ['ic13', 256], ['ic08', 256], ['ic14', 512], ['ic09', 512], ['ic10', 1024]])); // prettier-ignore
