/** Summarizes the test runners' reports as numbers and one line per failure. */
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * `failures` and `flaky` hold a line for each test that failed, and for each that passed on a retry.
 * @typedef {{ passed: number, failed: number, failures: string[], flaky: string[] }} Results
 */
/** @typedef {import('vitest/reporters').JsonTestResults} VitestReport */
/** @typedef {import('@playwright/test/reporter').JSONReport} PlaywrightReport */
/** @typedef {import('@playwright/test/reporter').JSONReportSuite} PlaywrightSuite */

const MAX_REASON_CHARS = 400;

/** @type {(file: string) => unknown} */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/**
 * Returns a failure as one line for the summary; the runner's own output has the whole text.
 * @type {(name: string, message: string | undefined) => string}
 */
export const toOneLine = (name, message) =>
  `${name}: ${stripVTControlCharacters(message ?? 'no reason given')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_REASON_CHARS)}`;

/** @type {(file: string, options: { mayBeEmpty: boolean }) => Results} */
export function readVitestResults(file, { mayBeEmpty }) {
  const report = /** @type {VitestReport} */ (readJson(file));
  if (report.numTotalTestSuites === 0 && !mayBeEmpty) {
    return { passed: 0, failed: 1, failures: ['no test was found'], flaky: [] };
  }
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failedTests = assertionResults.filter((test) => test.status === 'failed');
    if (failedTests.length > 0) return failedTests.map((test) => toOneLine(test.fullName, test.failureMessages?.[0]));
    return status === 'failed' ? [toOneLine(name, message)] : [];
  });
  const flaky = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && (failureMessages ?? []).length > 0)
    .map((test) => toOneLine(test.fullName, test.failureMessages?.[0]));
  return {
    passed: report.numPassedTests,
    failed: Math.max(report.numFailedTests, report.numFailedTestSuites > 0 ? 1 : 0),
    failures,
    flaky,
  };
}

/** @type {(suite: PlaywrightSuite) => PlaywrightSuite['specs']} */
const listSpecs = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(listSpecs)];

/** @type {(file: string) => Results} */
export function readPlaywrightResults(file) {
  const { suites, stats, errors } = /** @type {PlaywrightReport} */ (readJson(file));
  const specs = suites.flatMap(listSpecs);
  const describeSpec = (/** @type {PlaywrightSuite['specs'][number]} */ { file, title, tests }) =>
    toOneLine(`${file}: ${title}`, tests[0]?.results[0]?.error?.message);
  const failures = specs.filter(({ ok }) => !ok).map(describeSpec);
  failures.push(...errors.map(({ message }) => toOneLine('outside a test', message)));
  const flaky = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(describeSpec);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + stats.skipped, failures, flaky };
}
