/** The desktop's window buttons sit in the title bar, at the side where the system has them. */
import type { Locator, Page } from '@playwright/test';

import { expect, test } from './studio.ts';

const titleBar = (page: Page): Locator => page.locator('header.titlebar');

/** Returns the first and the last pixel that the title bar's controls use. */
async function used(page: Page): Promise<{ left: number; right: number }> {
  const controls = titleBar(page).getByRole('button');
  await expect(controls.last()).toBeVisible();
  const boxes = await controls.evaluateAll((buttons) =>
    buttons.map((button) => button.getBoundingClientRect().toJSON()),
  );
  const places = boxes as { left: number; right: number }[];
  return {
    left: Math.min(...places.map(({ left }) => left)),
    right: Math.max(...places.map(({ right }) => right)),
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
  test(`leaves room for buttons at the ${side}, and takes the whole width without them`, async ({ page }) => {
    await page.setViewportSize({ width: 900, height: 700 });
    const all = await used(page);
    expect(all.left).toBeLessThan(20);
    expect(all.right).toBeGreaterThan(880);
    await leaveFree(page, x, width);
    const { left, right } = await used(page);
    expect(left).toBeGreaterThanOrEqual(x);
    expect(left).toBeLessThan(x + 20);
    expect(right).toBeLessThanOrEqual(x + width);
    expect(right).toBeGreaterThan(x + width - 20);
  });
}

test('asks the window for the free part', async ({ page }) => {
  const declarations = await page.evaluate(() =>
    [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText))
      .flatMap((rule) => rule.match(/--[xw]-title: env\([^)]*\)/g) ?? [])
      .map((declaration) => declaration.replace(/,\s*/, ', ')),
  );
  expect(declarations).toEqual(['--x-title: env(titlebar-area-x, 0px)', '--w-title: env(titlebar-area-width, 100vw)']);
});
