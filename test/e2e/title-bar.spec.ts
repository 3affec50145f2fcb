/** Tests that the title bar leaves room for the window buttons of the desktop app on either side. */
import type { Locator, Page } from '@playwright/test';

import { expect, test } from './fixtures.ts';

const findTitleBar = (page: Page): Locator => page.locator('header.titlebar');

/** Returns the first and the last pixel that the title bar's controls use. */
async function measureControls(page: Page): Promise<{ left: number; right: number }> {
  const controls = findTitleBar(page).getByRole('button');
  await expect(controls.last()).toBeVisible();
  const boxes = await controls.evaluateAll((buttons) =>
    buttons.map((button) => button.getBoundingClientRect().toJSON()),
  );
  const edges = boxes as { left: number; right: number }[];
  return {
    left: Math.min(...edges.map(({ left }) => left)),
    right: Math.max(...edges.map(({ right }) => right)),
  };
}

/** Sets the free part of the title bar, which the desktop shell's window reports to the page. */
async function leaveFree(page: Page, x: number, width: number): Promise<void> {
  await page.evaluate(
    ([x, width]) => {
      document.documentElement.style.setProperty('--x-title', `${x}px`);
      document.documentElement.style.setProperty('--w-title', `${width}px`);
    },
    [x, width] as const,
  );
}

for (const [side, x, width] of [
  ['left', 90, 810],
  ['right', 0, 762],
] as const) {
  test(`leaves room for the window buttons on the ${side}, and uses the whole width without them`, async ({ page }) => {
    await page.setViewportSize({ width: 900, height: 700 });
    const fullWidth = await measureControls(page);
    expect(fullWidth.left).toBeLessThan(20);
    expect(fullWidth.right).toBeGreaterThan(880);
    await leaveFree(page, x, width);
    const { left, right } = await measureControls(page);
    expect(left).toBeGreaterThanOrEqual(x);
    expect(left).toBeLessThan(x + 20);
    expect(right).toBeLessThanOrEqual(x + width);
    expect(right).toBeGreaterThan(x + width - 20);
  });
}

test('follows the free area that the window reports', async ({ page }) => {
  const declarations = await page.evaluate(() =>
    [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText))
      .flatMap((rule) => rule.match(/--[xw]-title: env\([^)]*\)/g) ?? [])
      .map((declaration) => declaration.replace(/,\s*/, ', ')),
  );
  expect(declarations).toEqual(['--x-title: env(titlebar-area-x, 0px)', '--w-title: env(titlebar-area-width, 100vw)']);
});
