// Runs every benchmark of test/bench: `npm run bench [-- NAME…]` (parts of file names). Prints a table,
// writes bench-results.json, and exits with 1 if a goal is missed.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { tsImport } from 'tsx/esm/api';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}test/bench/`;

/** Installs the peers unless the versions in npm's own lock file already match. */
function installPeers() {
  const lockFile = `${folder}node_modules/.package-lock.json`;
  const requiredVersions = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')).dependencies;
  const installedPackages = existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, 'utf8')).packages : {};
  if (
    Object.entries(requiredVersions).every(
      ([name, version]) => installedPackages[`node_modules/${name}`]?.version === version,
    )
  )
    return;
  console.log('Installing the compared packages …');
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
}

/** @param {number | null} value */
function formatNumber(value) {
  return value === null ? '' : String(Number(value.toPrecision(3)));
}

/** @param {import('../test/bench/bench-kit.ts').Row[]} rows */
function formatTable(rows) {
  const cells = rows.map((row) => [
    row.name,
    `${formatNumber(row.value)} ${row.unit}`,
    row.peer ?? '',
    formatNumber(row.ratio),
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
const filters = process.argv.slice(2);
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.bench.ts') && (filters.length === 0 || filters.some((part) => name.includes(part))))
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
console.log(`\n${formatTable(results)}\n`);
process.exitCode = results.every((row) => row.ok) ? 0 : 1;
