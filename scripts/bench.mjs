// Runs every benchmark of test/bench in one go: `npm run bench [-- NAME…]` (parts of file names). Prints a table,
// writes bench-results.json, and exits with 1 if a goal is missed.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { tsImport } from 'tsx/esm/api';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}test/bench/`;

/** Installs the peers unless the versions in npm's own lock file already match. */
function installPeers() {
  const installed = `${folder}node_modules/.package-lock.json`;
  const wanted = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')).dependencies;
  const there = existsSync(installed) ? JSON.parse(readFileSync(installed, 'utf8')).packages : {};
  if (Object.entries(wanted).every(([name, version]) => there[`node_modules/${name}`]?.version === version)) return;
  console.log('Installing what is compared with …');
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
}

/** @param {number | null} value */
function number(value) {
  return value === null ? '' : String(Number(value.toPrecision(3)));
}

/** @param {import('../test/bench/bench-kit.ts').Row[]} rows */
function table(rows) {
  const cells = rows.map((row) => [
    row.name,
    `${number(row.value)} ${row.unit}`,
    row.peer ?? '',
    number(row.ratio),
    row.goal,
    row.ok ? 'met' : 'MISSED',
  ]);
  cells.unshift(['', 'Cutaway', 'Compared with', 'Ratio', 'Goal', '']);
  const widths = ['', '', '', '', '', ''].map((_, column) =>
    Math.max(...cells.map((line) => (line[column] ?? '').length)),
  );
  return cells.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
}

installPeers();
const parts = process.argv.slice(2);
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.bench.ts') && (parts.length === 0 || parts.some((part) => name.includes(part))))
  .sort();
const { openKit } = await tsImport(pathToFileURL(`${folder}bench-kit.ts`).href, import.meta.url);
const kit = await openKit();
/** @type {import('../test/bench/bench-kit.ts').Row[]} */
const results = [];
try {
  for (const name of names) {
    const { default: bench } = await tsImport(pathToFileURL(folder + name).href, import.meta.url);
    console.log(`Running: ${bench.name}`);
    results.push(...(await bench.run(kit)));
  }
} finally {
  await kit.close();
}
writeFileSync(`${root}bench-results.json`, `${JSON.stringify(results, null, 2)}\n`);
console.log(`\n${table(results)}\n`);
process.exitCode = results.every((row) => row.ok) ? 0 : 1;
