import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

declare global {
  interface Window {
    /** Set by the first check, which loads axe into the page. */
    axe?: typeof axe;
  }
}

/** Checks all rules in one theme and colour contrast again in the other. */
const CHECKS: readonly { readonly colorScheme: 'dark' | 'light'; readonly options: RunOptions }[] = [
  { colorScheme: 'dark', options: { resultTypes: ['violations'] } },
  { colorScheme: 'light', options: { resultTypes: ['violations'], runOnly: ['color-contrast'] } },
];

/**
 * Lists serious and critical violations, one line for each element; leaves the page in the light theme.
 */
export async function findAxeFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe.source);
  const lines: string[] = [];
  for (const { colorScheme, options } of CHECKS) {
    await page.emulateMedia({ colorScheme });
    const violations = await page.evaluate(
      async (options) => (await window.axe?.run(document, options))?.violations,
      options,
    );
    if (!violations) throw new Error('The page closed during its check');
    for (const { id, impact, nodes } of violations) {
      if (impact !== 'serious' && impact !== 'critical') continue;
      for (const { target, failureSummary } of nodes) {
        lines.push(`${colorScheme}: ${id}: ${target.join(' ')} ${failureSummary}`);
      }
    }
  }
  return lines;
}
