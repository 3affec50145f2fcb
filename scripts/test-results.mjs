/** Summarizes the test runners' reports as numbers and one line per failure. */
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * `failures` and `flaky` hold a line for each test that failed, and for each that passed when it was tried again.
 * @typedef {{ passed: number, failed: number, failures: string[], flaky: string[] }} Results
 */
/** @typedef {import('vitest/reporters').JsonTestResults} VitestReport */
/** @typedef {import('@playwright/test/reporter').JSONReport} PlaywrightReport */
/** @typedef {import('@playwright/test/reporter').JSONReportSuite} PlaywrightSuite */

const MAX_REASON_CHARS = 400;

/** @type {(file: string) => unknown} */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/**
 * Returns a failure as one line for the summary; the runner's own output has all of it.
 * @type {(name: string, message: string | undefined) => string}
 */
export const inOneLine = (name, message) =>
  `${name}: ${stripVTControlCharacters(message ?? 'no reason given')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_REASON_CHARS)}`;

/** @type {(file: string, options: { mayBeEmpty: boolean }) => Results} */
export function vitestResults(file, { mayBeEmpty }) {
  const report = /** @type {VitestReport} */ (readJson(file));
  if (report.numTotalTestSuites === 0 && !mayBeEmpty) {
    return { passed: 0, failed: 1, failures: ['no test was found'], flaky: [] };
  }
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length > 0) return failed.map((test) => inOneLine(test.fullName, test.failureMessages?.[0]));
    return status === 'failed' ? [inOneLine(name, message)] : [];
  });
  const flaky = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && (failureMessages ?? []).length > 0)
    .map((test) => inOneLine(test.fullName, test.failureMessages?.[0]));
  return {
    passed: report.numPassedTests,
    failed: Math.max(report.numFailedTests, report.numFailedTestSuites > 0 ? 1 : 0),
    failures,
    flaky,
  };
}

/** @type {(suite: PlaywrightSuite) => PlaywrightSuite['specs']} */
const specsOf = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];

/** @type {(file: string) => Results} */
export function playwrightResults(file) {
  const { suites, stats, errors } = /** @type {PlaywrightReport} */ (readJson(file));
  const specs = suites.flatMap(specsOf);
  const described = (/** @type {PlaywrightSuite['specs'][number]} */ { file, title, tests }) =>
    inOneLine(`${file}: ${title}`, tests[0]?.results[0]?.error?.message);
  const failures = specs.filter(({ ok }) => !ok).map(described);
  failures.push(...errors.map(({ message }) => inOneLine('outside a test', message)));
  const flaky = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(described);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + stats.skipped, failures, flaky };
}
