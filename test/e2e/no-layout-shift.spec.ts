/** Tests that controls do not move while a page waits for the service, so that nobody clicks the wrong one. */
import type { Locator, Page } from '@playwright/test';

import * as person from './person.ts';
import { expect, test } from './fixtures.ts';
import type { TestApp } from './test-app.ts';

interface WaitingPage {
  readonly page: string;
  /** Runs before the service is stopped. */
  readonly before?: (page: Page) => Promise<void>;
  /** Appears before the service has answered. */
  readonly first: (page: Page) => Locator;
  /** Appears once the service has answered. */
  readonly last: (page: Page) => Locator;
  readonly go: (page: Page) => Promise<void>;
}

const findSettings = (section: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: section, exact: true }).click();
const findButton = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true });

const PAGES: readonly WaitingPage[] = [
  {
    page: 'Ideas',
    first: findButton('New idea'),
    last: (page) => page.getByRole('listbox', { name: 'Ideas' }).getByRole('option').first(),
    go: (page) => person.openPlace(page, 'Ideas'),
  },
  {
    page: 'Thumbnails',
    first: (page) => page.getByRole('radio', { name: 'Brainstorm' }),
    last: (page) => page.getByRole('meter', { name: 'Free pool' }),
    go: (page) => person.openPlace(page, 'Thumbnails'),
  },
  {
    page: 'a script',
    before: async (page) => {
      await person.openPlace(page, 'Scripts');
      await expect(person.findRow(page, 'Scripts', 'Why night trains came back')).toBeVisible();
    },
    first: findButton('Start'),
    last: (page) => page.getByText('Built from your notes, offline'),
    go: (page) => person.findRow(page, 'Scripts', 'Why night trains came back').dblclick(),
  },
  {
    page: 'Webhooks',
    before: (page) => person.openPlace(page, 'Settings'),
    first: (page) => page.getByRole('heading', { level: 1, name: 'Webhooks' }),
    last: findButton('New webhook'),
    go: findSettings('Webhooks'),
  },
  {
    page: 'Credits',
    first: (page) => page.getByRole('heading', { level: 1, name: 'Credits' }),
    last: findButton('Save plan'),
    go: findSettings('Credits'),
  },
  {
    page: 'Text model',
    first: (page) => page.getByRole('heading', { level: 1, name: 'Text model' }),
    last: findButton('Connect a model'),
    go: findSettings('Text model'),
  },
  {
    page: 'Projects',
    // Home has already loaded them into the cache.
    before: async (page) => {
      await person.openSettings(page, 'Diagnostics');
      await page.getByRole('button', { name: 'Clear cache' }).click();
      await expect(page.getByRole('button', { name: 'Clear cache' })).not.toHaveAttribute('aria-busy');
    },
    first: findButton('Archive'),
    last: (page) => page.getByRole('combobox', { name: 'Person' }),
    go: (page) => person.openPlace(page, 'Projects'),
  },
];

/** Records the position of every control; `moved` lists those that have moved since. */
async function recordControls(
  page: Page,
): Promise<{ readonly count: number; readonly moved: () => Promise<string[]> }> {
  const positions = await page.evaluateHandle(() => {
    const elements = document.querySelectorAll<HTMLElement>('button, a[href], input, textarea, [role="option"]');
    return (
      [...elements]
        // The word counts in the footer grow with the text.
        .filter((element) => element.checkVisibility() && !element.closest('footer'))
        .map((element) => ({ element, from: element.getBoundingClientRect() }))
    );
  });
  return {
    count: await positions.evaluate((list) => list.length),
    moved: () =>
      positions.evaluate((list) =>
        list.flatMap(({ element, from }) => {
          if (!element.isConnected || !element.checkVisibility()) return [];
          const to = element.getBoundingClientRect();
          // Right-aligned controls may grow to the left.
          const shiftX = Math.min(Math.abs(to.left - from.left), Math.abs(to.right - from.right));
          const shiftY = Math.abs(to.top - from.top);
          if (shiftX <= 1 && shiftY <= 1) return [];
          return [
            `${element.ariaLabel ?? element.textContent}: ${Math.round(shiftX)} px aside, ${Math.round(shiftY)} px down`,
          ];
        }),
      ),
  };
}

/** Runs `action` while the service hangs. */
async function withHangingService<T>(app: TestApp, action: () => Promise<T>): Promise<T> {
  const service = app.findServicePid();
  process.kill(service, 'SIGSTOP');
  try {
    return await action();
  } finally {
    process.kill(service, 'SIGCONT');
  }
}

test('controls do not move when answers arrive', async ({ app, page }) => {
  for (const { page: name, before, first, last, go } of PAGES) {
    await test.step(name, async () => {
      await before?.(page);
      const positions = await withHangingService(app, async () => {
        await go(page);
        await expect(first(page)).toBeVisible();
        await expect(last(page)).toHaveCount(0);
        return recordControls(page);
      });
      expect(positions.count).toBeGreaterThan(10);
      await expect(last(page).first()).toBeVisible();
      expect(await positions.moved()).toEqual([]);
    });
  }
});

test('controls do not move while the service restarts', async ({ app, page }) => {
  await person.openSettings(page, 'Accounts');
  await expect(page.getByRole('complementary', { name: 'Account' }).getByRole('meter')).toBeVisible();
  const positions = await recordControls(page);
  expect(positions.count).toBeGreaterThan(10);
  process.kill(app.findServicePid(), 'SIGKILL');
  const message = page.getByText('You can keep writing.');
  await expect(message).toBeVisible();
  expect(await positions.moved()).toEqual([]);
  await expect(message).toBeHidden();
  expect(await positions.moved()).toEqual([]);
});

test('Home looks the same in every frame when returning to it', async ({ app, page }) => {
  const home = page.getByRole('region', { name: 'Home' });
  const tasks = home.getByRole('heading', { name: 'To do' });
  await person.openScript(page, 'Why night trains came back');
  await person.openPlace(page, 'Home');
  await expect(home.getByRole('button', { name: 'Continue writing' })).toBeVisible();
  await expect(tasks).toBeVisible();
  const positionBefore = (await tasks.boundingBox())!.y;
  await person.openPlace(page, 'Video');
  await expect(home).toBeHidden();
  const frames = await page.evaluateHandle(() => {
    const tops = new Set<number>();
    const recordTop = (): void => {
      const heading = [...document.querySelectorAll('h2')].find(({ textContent }) => textContent.includes('To do'));
      if (heading) tops.add(heading.getBoundingClientRect().y);
      requestAnimationFrame(recordTop);
    };
    recordTop();
    return tops;
  });
  await withHangingService(app, async () => {
    await person.openPlace(page, 'Home');
    await expect(home.getByRole('heading', { name: 'Needs your attention' })).toBeVisible();
  });
  await expect(home.getByRole('link', { name: /^Read the draft aloud/ })).toBeVisible();
  expect(await frames.evaluate((positions) => [...positions])).toEqual([positionBefore]);
});
