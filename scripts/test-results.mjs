/** Summarizes the test runners' reports as numbers and one line per failure. */
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** @typedef {{ passed: number, failed: number, failures: string[] }} Results */
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

/** @type {(file: string) => Results} */
export function vitestResults(file) {
  const report = /** @type {VitestReport} */ (readJson(file));
  if (report.numTotalTestSuites === 0) return { passed: 0, failed: 1, failures: ['no test was found'] };
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length > 0) return failed.map((test) => inOneLine(test.fullName, test.failureMessages?.[0]));
    return status === 'failed' ? [inOneLine(name, message)] : [];
  });
  return {
    passed: report.numPassedTests,
    failed: Math.max(report.numFailedTests, report.numFailedTestSuites > 0 ? 1 : 0),
    failures,
  };
}

/** @type {(suite: PlaywrightSuite) => PlaywrightSuite['specs']} */
const specsOf = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];

/** @type {(file: string) => Results} */
export function playwrightResults(file) {
  const { suites, stats, errors } = /** @type {PlaywrightReport} */ (readJson(file));
  const failures = suites
    .flatMap(specsOf)
    .filter(({ ok }) => !ok)
    .map((spec) => inOneLine(`${spec.file}: ${spec.title}`, spec.tests[0]?.results[0]?.error?.message));
  failures.push(...errors.map(({ message }) => inOneLine('outside a test', message)));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped, failures };
}
