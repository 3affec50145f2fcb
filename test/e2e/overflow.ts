import type { Page } from '@playwright/test';

/** Lists everything wider than the window: the page itself, or boxes with an edge outside. */
export const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const found: string[] = [];
    if (document.documentElement.scrollWidth > width)
      found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    for (const element of document.querySelectorAll(
      'main, aside, nav, header, footer, [role=dialog], button, input, h1, h2',
    )) {
      const { left, right, width: own } = element.getBoundingClientRect();
      if (own > 0 && (left < -1 || right > width + 1))
        found.push(`${element.outerHTML.slice(0, 120)} at ${left} to ${right}`);
    }
    return found;
  });
