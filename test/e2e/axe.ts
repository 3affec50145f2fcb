import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe calls serious or critical on a page in either theme, each in a line that says where; it stays light. */
export async function axeFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    // One page is all there is to it: no frames, so no second page for axe to collect them in.
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    for (const { id, impact, nodes } of violations) {
      if (impact !== 'serious' && impact !== 'critical') continue;
      for (const { target, failureSummary } of nodes) {
        faults.push(`${colorScheme}: ${id}: ${target.join(' ')} ${failureSummary}`);
      }
    }
  }
  return faults;
}
