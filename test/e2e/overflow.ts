import type { Page } from '@playwright/test';

/** Lists everything wider than the window: the page itself, or boxes with an edge outside. */
export const findOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const faults: string[] = [];
    if (document.documentElement.scrollWidth > width)
      faults.push(`the page is ${document.documentElement.scrollWidth} wide`);
    for (const element of document.querySelectorAll(
      'main, aside, nav, header, footer, [role=dialog], button, input, h1, h2',
    )) {
      const { left, right, width: elementWidth } = element.getBoundingClientRect();
      if (elementWidth > 0 && (left < -1 || right > width + 1))
        faults.push(`${element.outerHTML.slice(0, 120)} at ${left} to ${right}`);
    }
    return faults;
  });
