/** Everything: types, lint, dependency rules, dead code, unit, contract, fault and end-to-end tests. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';

import { prepare } from './prepare.mjs';

const RESULTS = 'test-results';
const bin = (/** @type {string} */ name) => join('node_modules', '.bin', name);

/** @type {(command: string, args: string[]) => Promise<number>} */
const run = (command, args) =>
  new Promise((resolve) => {
    spawn(command, args, { stdio: 'inherit' })
      .once('exit', (code) => resolve(code ?? 1))
      .once('error', () => resolve(1));
  });

/**
 * Runs without mixing its words with those of others: they are printed at the end.
 * @type {(command: string, args: string[]) => Promise<{ code: number, output: string }>}
 */
const runQuietly = (command, args) =>
  new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child
      .once('close', (code) => resolve({ code: code ?? 1, output }))
      .once('error', (error) => resolve({ code: 1, output: error.message }));
  });

/** Each of these is one test: it holds or it doesn't. */
const CHECKS = [
  { name: 'format', command: bin('prettier'), args: ['--check', '--log-level', 'warn', '.'] },
  { name: 'types of the Node side', command: bin('tsc'), args: ['-p', 'tsconfig.node.json'] },
  {
    name: 'types of the renderer',
    command: bin('svelte-check'),
    args: ['--tsconfig', 'tsconfig.renderer.json', '--fail-on-warnings', '--output', 'human'],
  },
  { name: 'lint', command: bin('eslint'), args: ['.', '--max-warnings', '0'] },
  {
    name: 'who may import whom',
    command: bin('depcruise'),
    args: [
      '--output-type',
      'err',
      'contract',
      'platform',
      'markdown',
      'service',
      'electron',
      'renderer',
      'translations',
      'test',
    ],
  },
  { name: 'dead code', command: bin('knip'), args: [] },
  { name: 'build', command: process.execPath, args: ['scripts/build.mjs'] },
];

const VITEST = join(RESULTS, 'vitest.json');
const PLAYWRIGHT = join(RESULTS, 'playwright.json');
const readJson = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8'));

function vitestNumbers() {
  const { numPassedTests, numFailedTests, numTotalTestSuites, numFailedTestSuites } = readJson(VITEST);
  if (numTotalTestSuites === 0) return { passed: 0, failed: 1 };
  return { passed: numPassedTests, failed: Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0) };
}

function playwrightNumbers() {
  const { expected, unexpected, flaky, skipped } = readJson(PLAYWRIGHT).stats;
  return { passed: expected, failed: unexpected + flaky + skipped };
}

/** A runner writes its numbers as JSON; one that wrote none has failed. */
const RUNNERS = [
  {
    name: 'unit, contract and fault tests',
    command: bin('vitest'),
    args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${VITEST}`],
    results: VITEST,
    read: vitestNumbers,
  },
  {
    name: 'end-to-end tests',
    command: bin('playwright'),
    args: ['test', '--reporter=list,json', '--grep-invert', '@alone'],
    results: PLAYWRIGHT,
    read: playwrightNumbers,
  },
  {
    // What promises a time is asked for it with nothing else running.
    name: 'end-to-end tests, one at a time',
    command: bin('playwright'),
    args: ['test', '--reporter=list,json', '--grep', '@alone', '--workers', '1', '--output', `${RESULTS}/e2e-alone`],
    results: PLAYWRIGHT,
    read: playwrightNumbers,
  },
];

prepare();
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] = PLAYWRIGHT;
if (process.argv.includes('--long')) process.env['CUTAWAY_LONG_TESTS'] = '1';
// The tests start some hundred processes of the same code.
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/compiled');

let passed = 0;
let failed = 0;
/** @type {string[]} */
const summary = [];

/** @type {(name: string, ok: number, bad: number, seconds: number) => void} */
const count = (name, ok, bad, seconds) => {
  passed += ok;
  failed += bad;
  summary.push(`${bad === 0 ? 'ok    ' : 'FAILED'}  ${name}: ${ok} passed, ${bad} failed in ${seconds} s`);
};

const only = process.argv.slice(2).find((word) => !word.startsWith('--'));
const checks = CHECKS.filter(({ name }) => !only || name.includes(only));
const check = async () => {
  for (let next = checks.shift(); next; next = checks.shift()) {
    const start = Date.now();
    const { code, output } = await runQuietly(next.command, next.args);
    console.log(`\n── ${next.name}\n${output.trimEnd()}`);
    count(next.name, code === 0 ? 1 : 0, code === 0 ? 0 : 1, Math.round((Date.now() - start) / 1000));
  }
};
await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, check));
for (const { name, command, args, results, read } of RUNNERS) {
  if (only && !name.includes(only)) continue;
  console.log(`\n── ${name}`);
  const start = Date.now();
  rmSync(results, { force: true });
  const code = await run(command, args);
  let numbers = { passed: 0, failed: 1 };
  try {
    numbers = read();
  } catch {
    console.log(`${name}: no results were written`);
  }
  if (code !== 0 && numbers.failed === 0) numbers.failed = 1;
  count(name, numbers.passed, numbers.failed, Math.round((Date.now() - start) / 1000));
}

console.log(`\n${summary.join('\n')}\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
