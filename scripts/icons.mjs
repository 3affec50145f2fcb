/**
 * Draws the app icon in every size and wraps it for the platforms: assets/icon.png (1024), icons/<n>x<n>.png for Linux,
 * icon.ico for Windows, icon.icns for macOS. Run after changing assets/icon.svg; the results are committed.
 */
import { chromium } from '@playwright/test';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
const svg = readFileSync('assets/icon.svg', 'utf8');
// Hatching is noise below 48 px: the small drawing keeps frame, window and cut, with heavier lines.
const small = svg
  .replace(/\s*<rect [^>]*fill="url\(#section\)"[^>]*>/, '')
  .replaceAll('stroke-width="28"', 'stroke-width="56"')
  .replace('stroke-width="44"', 'stroke-width="80"')
  .replace('x="64" y="64" width="896" height="896" rx="184"', 'x="16" y="16" width="992" height="992" rx="192"');

const system = '/usr/bin/chromium';
const browser = await chromium.launch({
  chromiumSandbox: process.getuid?.() !== 0,
  ...(existsSync(system) ? { executablePath: system } : {}),
});
const page = await browser.newPage();
/** @type {Map<number, Buffer>} */
const drawn = new Map();
for (const size of sizes) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${size < 48 ? small : svg}`,
  );
  drawn.set(size, await page.screenshot({ omitBackground: true }));
}
await browser.close();

/** @param {number} size */
const png = (size) => {
  const found = drawn.get(size);
  if (!found) throw new Error(`No picture of ${size} px`);
  return found;
};

/** Writes an ICO: a header, an entry of 16 bytes per picture, then the PNGs. @param {number[]} of */
function ico(of) {
  const header = Buffer.alloc(6 + 16 * of.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(of.length, 4);
  let offset = header.length;
  of.forEach((size, index) => {
    const at = 6 + 16 * index;
    header.writeUInt8(size === 256 ? 0 : size, at);
    header.writeUInt8(size === 256 ? 0 : size, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(png(size).length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += png(size).length;
  });
  return Buffer.concat([header, ...of.map(png)]);
}

/** Writes an ICNS: blocks of type, length including the 8 header bytes, and a PNG. @param {[string, number][]} of */
function icns(of) {
  /** @param {string} type @param {Buffer} body */
  const block = (type, body) => {
    const head = Buffer.alloc(8);
    head.write(type, 'ascii');
    head.writeUInt32BE(body.length + 8, 4);
    return Buffer.concat([head, body]);
  };
  return block('icns', Buffer.concat(of.map(([type, size]) => block(type, png(size)))));
}

mkdirSync('assets/icons', { recursive: true });
for (const size of sizes.filter((one) => one <= 512)) writeFileSync(`assets/icons/${size}x${size}.png`, png(size));
writeFileSync('assets/icon.png', png(1024));
writeFileSync('assets/icon.ico', ico([16, 24, 32, 48, 64, 128, 256]));
writeFileSync('assets/icon.icns', icns([['ic11', 32], ['ic12', 64], ['ic07', 128], ['ic13', 256], ['ic08', 256], ['ic14', 512], ['ic09', 512], ['ic10', 1024]])); // prettier-ignore
