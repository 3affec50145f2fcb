/**
 * Runs types, lint, dependency rules, dead code, and unit, contract, fault and end-to-end tests; `--long` runs all of
 * them and at full length, `--changed` only what the changes since `main` can break.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { getChangesSinceMain, selectSpecs } from './changed-tests.mjs';
import { DEPLOYABLE_TEST_FILES, EVERYDAY_DESKTOP_SPECS, EVERYDAY_SPECS, LONG_TEST_FILES } from './everyday-tests.mjs';
import { prepare } from './prepare.mjs';
import { toOneLine, readPlaywrightResults, readVitestResults } from './test-results.mjs';

const RESULTS = 'test-results';
const getBin = (/** @type {string} */ name) => join('node_modules', '.bin', name);

/** @type {(command: string, args: string[], env: Record<string, string>) => Promise<number>} */
const run = (command, args, env) =>
  new Promise((resolve) => {
    spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
      .once('exit', (code) => resolve(code ?? 1))
      .once('error', () => resolve(1));
  });

/**
 * Collects the output instead of printing it.
 * @type {(command: string, args: string[], priority: number) => Promise<{ code: number, output: string }>}
 */
const runQuietly = (command, args, priority) =>
  new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    if (child.pid !== undefined) setPriority(child.pid, priority);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child
      .once('close', (code) => resolve({ code: code ?? 1, output }))
      .once('error', (error) => resolve({ code: 1, output: error.message }));
  });

const isLong = process.argv.includes('--long');
const changes = process.argv.includes('--changed') ? getChangesSinceMain() : null;

/** @type {(files: string[]) => string[]} */
const skipInLongRuns = (files) => (isLong ? [] : files);
/** Returns the changed files of a kind, or in other runs `all`.
 * @type {(kind: RegExp, all: string[]) => string[]} */
const selectFiles = (kind, all) => (changes === null ? all : changes.files.filter((file) => kind.test(file)));

const SOURCES = [
  ...['contract', 'log', 'platform', 'markdown', 'archive', 'service', 'electron', 'renderer', 'translations', 'test'],
];

const OXLINT = ['--type-aware', '--deny-warnings', '--report-unused-disable-directives'];

/** Each check counts as one test. */
const CHECKS = [
  {
    name: 'format',
    command: getBin('prettier'),
    args: ['--check', '--ignore-unknown', '--log-level', 'warn'],
    files: selectFiles(/./, ['.']),
  },
  {
    // Lint needs the types of TypeScript's native compiler, so type errors are reported in the same pass.
    name: 'types and lint of the Node side',
    command: getBin('oxlint'),
    args: [...OXLINT, '--type-check', '--ignore-pattern', 'renderer/**', '.'],
  },
  ...(isLong
    ? [{ name: 'types of the Node side, by tsc', command: getBin('tsc'), args: ['-p', 'tsconfig.node.json'] }]
    : []),
  {
    name: 'types of the renderer',
    command: getBin('svelte-check'),
    args: [
      ...['--tsconfig', 'tsconfig.renderer.json', '--fail-on-warnings', '--output', 'human'],
      // The native compiler takes a quarter of the time.
      ...skipInLongRuns(['--tsgo-experimental-api']),
    ],
  },
  {
    name: 'lint of the renderer',
    command: getBin('oxlint'),
    args: OXLINT,
    files: selectFiles(/^renderer\/.*\.(ts|js)$/, ['renderer']),
  },
  {
    name: 'lint of components',
    command: getBin('eslint'),
    args: ['--max-warnings', '0'],
    files: selectFiles(/\.svelte(\.ts)?$/, ['**/*.svelte', '**/*.svelte.ts']),
  },
  { name: 'who may import whom', command: getBin('depcruise'), args: ['--output-type', 'err'], files: SOURCES },
  { name: 'dead code', command: getBin('knip'), args: [] },
];
/** Runs before everything else, because fault and end-to-end tests use the build. */
const BUILD = { name: 'build', command: process.execPath, args: ['scripts/build.mjs'] };

const VITEST = join(RESULTS, 'vitest.json');
const PLAYWRIGHT = join(RESULTS, 'playwright.json');

/** A runner writes its results as JSON; a runner without a report has failed. */
const RUNNERS = [
  {
    name: 'unit, contract and fault tests',
    command: getBin('vitest'),
    args: [
      ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${VITEST}`],
      ...skipInLongRuns(LONG_TEST_FILES).flatMap((file) => ['--exclude', file]),
      ...(changes === null ? [] : ['--changed', changes.start, '--passWithNoTests']),
    ],
    results: VITEST,
    read: (/** @type {string} */ file) => readVitestResults(file, { mayBeEmpty: changes !== null }),
  },
  {
    name: 'end-to-end tests',
    command: getBin('playwright'),
    // Playwright matches the name of the project as well.
    args: ['test', '--reporter=list,json', '--grep-invert', `@alone|^desktop${isLong ? '' : '|@long'}`],
    files: changes === null ? skipInLongRuns(EVERYDAY_SPECS) : selectSpecs(changes.files),
    results: PLAYWRIGHT,
    read: readPlaywrightResults,
  },
  {
    name: 'tests of the desktop app',
    command: getBin('playwright'),
    args: [
      ...['test', '--reporter=list,json', '--project', 'desktop', '--output', `${RESULTS}/desktop`],
      ...['--grep-invert', `@alone${isLong ? '' : '|@long'}`],
    ],
    files: changes === null ? skipInLongRuns(EVERYDAY_DESKTOP_SPECS) : selectFiles(/^test\/desktop\/.*\.spec\.ts$/, []),
    results: PLAYWRIGHT,
    read: readPlaywrightResults,
  },
];

/** The contract tests once more as deploy/ places a server, only in long runs: on PostgreSQL and S3, behind nginx. */
const DEPLOYED_RUN = {
  name: 'contract tests of a deployed server',
  command: getBin('vitest'),
  args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${VITEST}`, ...DEPLOYABLE_TEST_FILES],
  env: { CUTAWAY_TEST_DEPLOYMENT: 'server' },
  results: VITEST,
  read: (/** @type {string} */ file) => readVitestResults(file, { mayBeEmpty: false }),
};

/** Tests of promised times, only in long runs and with nothing else running. */
const ALONE_RUN = {
  name: 'end-to-end tests, one at a time',
  command: getBin('playwright'),
  args: ['test', '--reporter=list,json', '--grep', '@alone', '--workers', '1', '--output', `${RESULTS}/e2e-alone`],
  results: PLAYWRIGHT,
  read: readPlaywrightResults,
};

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] = PLAYWRIGHT;
if (isLong) process.env['CUTAWAY_LONG_TESTS'] = '1';
// Random tests take the same seed in every process: a fixed one, or in long runs a new one.
const seed = process.env['CUTAWAY_SEED'] ?? (isLong ? 'random' : '1');
process.env['CUTAWAY_SEED'] = seed === 'random' ? String(randomInt(1_000_000)) : seed;
console.log(`Seed of the random tests: ${process.env['CUTAWAY_SEED']} (set CUTAWAY_SEED to repeat)`);
// Tests, browsers and databases leave their files in this folder, which is deleted at the end.
const temporaryFolder = mkdtempSync(join(tmpdir(), 'cutaway-test-'));
// Some tests run the build as another user, who must reach it.
chmodSync(temporaryFolder, 0o755);
process.env['TMPDIR'] = temporaryFolder;
process.on('exit', () => rmSync(temporaryFolder, { recursive: true, force: true, maxRetries: 5 }));
// The machine's own language and time zone must not change results.
Object.assign(process.env, { TZ: 'UTC', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', LANGUAGE: '' });
// The tests start hundreds of processes with the same code.
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/compiled');

let passed = 0;
let failedCount = 0;
/** @type {string[]} */
const summary = [];
/** @type {string[]} */
const reasons = [];
/** @type {string[]} */
const flaky = [];
/** @type {string[]} */
const outputs = [];

/** @type {(name: string, start: number, results: import('./test-results.mjs').Results) => void} */
const recordResults = (name, start, results) => {
  passed += results.passed;
  failedCount += results.failed;
  reasons.push(...results.failures);
  flaky.push(...results.flaky);
  const seconds = Math.round((Date.now() - start) / 1000);
  const state = results.failed === 0 ? 'ok    ' : 'FAILED';
  summary.push(`${state}  ${name}: ${results.passed} passed, ${results.failed} failed in ${seconds} s`);
};

const partFilter = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
const isSelected = (/** @type {{ name: string, files?: string[] }} */ part) =>
  (!partFilter || part.name.includes(partFilter)) && hasWork(part);

const { PRIORITY_NORMAL } = constants.priority;
/** A priority below the tests, with a quarter of a processor while other programs keep it busy. */
const CHECK_PRIORITY = 5;

/** Returns false for a part whose files have not changed.
 * @type {(part: { files?: string[] }) => boolean} */
const hasWork = ({ files }) => changes === null || files === undefined || files.length > 0;

/** @type {(check: { name: string, command: string, args: string[], files?: string[] }, priority?: number) => Promise<void>} */
const check = async ({ name, command, args, files = [] }, priority = CHECK_PRIORITY) => {
  const start = Date.now();
  const { code, output } = await runQuietly(command, [...args, ...files], priority);
  outputs.push(`\n── ${name}\n${output.trimEnd()}`);
  const failures = code === 0 ? [] : [toOneLine(name, output)];
  recordResults(name, start, { passed: 1 - failures.length, failed: failures.length, failures, flaky: [] });
};

/** @type {(runner: Omit<(typeof RUNNERS)[number], 'files'> & { files?: string[], env?: Record<string, string> }) => Promise<void>} */
const test = async ({ name, command, args, files = [], env = {}, results, read }) => {
  console.log(`\n── ${name}`);
  const start = Date.now();
  rmSync(results, { force: true });
  const code = await run(command, [...args, ...files], env);
  /** @type {import('./test-results.mjs').Results} */
  let counts = { passed: 0, failed: 1, failures: [`${name}: no results were written`], flaky: [] };
  try {
    counts = read(results);
  } catch {
    // A missing report does not count as passed.
  }
  if (code !== 0 && counts.failed === 0) {
    counts = { ...counts, failed: 1, failures: [`${name}: ended with ${code}`] };
  }
  recordResults(name, start, counts);
};

/** @type {<T>(parts: readonly T[], work: (part: T) => Promise<void>) => Promise<void>} */
const runInTurn = async (parts, work) => {
  for (const part of parts) await work(part);
};

const buildAndTest = async () => {
  await Promise.all([
    prepare({ isLong }),
    runInTurn([BUILD].filter(isSelected), (build) => check(build, PRIORITY_NORMAL)),
  ]);
  await runInTurn([...RUNNERS, ...(isLong ? [DEPLOYED_RUN, ALONE_RUN] : [])].filter(isSelected), test);
};
// The checks do not need the build, so they run alongside with low priority.
await Promise.all([buildAndTest(), runInTurn(CHECKS.filter(isSelected), (part) => check(part))]);

console.log(outputs.join('\n'));
console.log(`\n${summary.join('\n')}\n`);
if (flaky.length > 0) console.log(`${flaky.map((line) => `flaky: ${line}`).join('\n')}\n`);
if (reasons.length > 0) console.log(`${reasons.join('\n')}\n`);
console.log(`${passed} passed, ${failedCount} failed`);
process.exitCode = failedCount === 0 ? 0 : 1;
