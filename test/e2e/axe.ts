import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** One page is all there is to it: no frames, so no second page for axe to collect them in. */
const axe = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode();

/**
 * What axe calls serious or critical on a page, each in a line that says where: everything in the light theme, and
 * what the dark one changes, the contrast. The page stays in the light theme.
 */
export async function axeFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    const look = colorScheme === 'light' ? axe(page) : axe(page).withRules('color-contrast');
    for (const { id, impact, nodes } of (await look.analyze()).violations) {
      if (impact !== 'serious' && impact !== 'critical') continue;
      for (const { target, failureSummary } of nodes) {
        faults.push(`${colorScheme}: ${id}: ${target.join(' ')} ${failureSummary}`);
      }
    }
  }
  return faults;
}
