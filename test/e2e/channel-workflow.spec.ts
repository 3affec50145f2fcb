/** Takes a new channel to ideas with evidence, a planned week and a published video, by keyboard alone. */
import type { Locator, Page } from '@playwright/test';

import { DAY_MS } from '#contract/values.ts';
import { CHANNELS, PLATFORM_KEY } from '../support/platform-server.ts';
import { test as base } from './services.ts';
import { expect } from './fixtures.ts';
import { type WindowTexts, readWindowTexts } from './window-texts.ts';

const VIDEO_ID = 'OWNVIDEO001';
const IDEA_COUNT = 10;
const PLANNED_COUNT = 5;

const test = base.extend({
  platform: async ({ platform }, use) => {
    const publishedAt = new Date(Date.now() - 20 * DAY_MS).toISOString();
    platform.videos.push({
      id: VIDEO_ID,
      channel: CHANNELS[0]!.id,
      title: 'The night train',
      views: 27_000,
      published: publishedAt,
    });
    await use(platform);
  },
});
test.use({
  appArgs: ['--sample'],
  pastWelcome: false,
  appEnv: async ({ platform }, use) => use({ CUTAWAY_PLATFORM: platform.address }),
});

const findMain = (page: Page): Locator => page.getByRole('main');

/** Waits for a control and presses a key on it. */
async function press(target: Locator, key = 'Enter'): Promise<void> {
  await target.focus();
  await target.press(key);
}

async function type(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.pressSequentially(text);
}

/** Does the journey by keyboard, in the window's language. */
class Producer {
  readonly #page: Page;
  readonly #translate: WindowTexts;
  readonly #locale: string;

  constructor(page: Page, locale: string) {
    this.#page = page;
    this.#locale = locale;
    this.#translate = readWindowTexts(locale.slice(0, 2));
  }

  findButton(label: string, ...values: readonly number[]): Locator {
    return this.#page.getByRole('button', { name: this.#translate(label, ...values) });
  }

  findField(label: string): Locator {
    return this.#page.getByRole('textbox', { name: this.#translate(label) });
  }

  #findUndatedProjects(): Locator {
    return this.#page.getByRole('group', { name: this.#translate('Projects without a date') }).getByRole('link');
  }

  /** Opens a page or a view by its name in the palette. */
  async open(label: string): Promise<void> {
    const name = this.#translate(label);
    await this.#page.keyboard.press('ControlOrMeta+k');
    await this.#page.keyboard.type(name);
    await expect(this.#page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(name);
    await this.#page.keyboard.press('Enter');
  }

  async setUp(): Promise<void> {
    await press(this.findButton('Start with your channel'));
    await type(findMain(this.#page).getByLabel(this.#translate('Key'), { exact: true }), PLATFORM_KEY);
    await this.#page.keyboard.press('Enter');
    await press(findMain(this.#page).getByRole('button', { name: this.#translate('Continue') }));
    await type(this.findField('Your YouTube channel'), '@railwayhours');
    await this.#page.keyboard.press('Enter');
    await press(this.findButton('This is my channel'));
    await type(this.findField('Add a competitor'), '@slowferries');
    await this.#page.keyboard.press('Enter');
    await press(this.findButton('Add as competitor'));
    await press(findMain(this.#page).getByRole('button', { name: this.#translate('Continue') }));
  }

  /** Saves ten videos of the competitor as ideas, and checks the numbers of one. */
  async saveIdeas(): Promise<void> {
    const page = this.#page;
    const checkboxes = findMain(page)
      .getByRole('list', { name: this.#translate('Videos') })
      .getByRole('checkbox');
    await expect(checkboxes.first()).toBeVisible();
    for (let at = 0; at < IDEA_COUNT; at++) await press(checkboxes.nth(at), 'Space');
    await press(this.findButton('Save # ideas', IDEA_COUNT));
    await this.expectIdeas();
    await page.keyboard.press('j');
    await expect(page.getByRole('complementary', { name: this.#translate('Idea') })).toContainText(
      /9[.,]0\d\d|90[.,]000/,
    );
  }

  async expectIdeas(): Promise<void> {
    const list = this.#page.getByRole('listbox', { name: this.#translate('Ideas') });
    await expect(list.getByRole('option')).toHaveCount(IDEA_COUNT);
  }

  async planWeek(): Promise<void> {
    const page = this.#page;
    await this.open('Calendar');
    await expect(this.#findUndatedProjects()).toHaveCount(IDEA_COUNT);
    for (let at = 0; at < PLANNED_COUNT; at++) {
      const chip = this.#findUndatedProjects().first();
      const id = await chip.getAttribute('id');
      await chip.focus();
      // The first key dates it, each further one moves it by a day.
      for (let day = 0; day <= at; day++) {
        await page.keyboard.press('ArrowRight');
        await expect(page.locator(`#${id}`)).toBeFocused();
      }
    }
    await expect(this.#findUndatedProjects()).toHaveCount(IDEA_COUNT - PLANNED_COUNT);
    await this.open('Home');
    const soonTexts = ['Next video today.', 'Next video tomorrow.'].map((text) =>
      this.#translate(text).replace('.', String.raw`\.`),
    );
    const laterTexts = [2, 3, 4, 5, 6].map((days) =>
      this.#translate('Next video in {0} days.', days).replace('.', String.raw`\.`),
    );
    await expect(findMain(page)).toContainText(new RegExp([...soonTexts, ...laterTexts].join('|')));
  }

  async writeFirst(): Promise<void> {
    const page = this.#page;
    await this.open('Table');
    const rows = page.getByRole('listbox', { name: this.#translate('Projects') });
    await expect(rows.getByRole('option')).toHaveCount(IDEA_COUNT);
    await rows.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await press(this.findButton('Turn into script'));
    await expect(this.findButton('Open script')).toBeVisible();
  }

  /** Links the open project to its published video. */
  async publish(): Promise<void> {
    const stage = this.#page.getByRole('combobox', { name: this.#translate('Stage') });
    await press(stage);
    await this.#page.keyboard.press('End');
    await this.#page.keyboard.press('Enter');
    await expect(stage).toHaveText(this.#translate('Upload'));
    await type(this.findField('Published link'), `https://youtu.be/${VIDEO_ID}`);
    await this.#page.keyboard.press('Enter');
  }

  async expectResults(): Promise<void> {
    const page = this.#page;
    const results = page.getByRole('region', { name: this.#translate('Results') });
    const views = (27_000).toLocaleString(this.#locale);
    const [expectedText = ''] = this.#translate(
      '{0} views after {1}. There’s nothing to compare them with yet.',
      views,
      '|',
    ).split('|');
    await expect(results).toContainText(`${expectedText}${this.#translate('# days', 20)}`);
    await expect(results).toContainText(/\d[.,]\d×/);
    await this.open('Published');
    const list = page.getByRole('listbox', { name: this.#translate('Published') });
    await expect(list.getByRole('option')).toHaveCount(1);
  }
}

function testJourney(locale: string): void {
  test('a new channel gets ideas with evidence, a planned week and a published video', async ({ page }) => {
    const producer = new Producer(page, locale);
    await producer.setUp();
    await producer.saveIdeas();
    await producer.planWeek();
    await producer.writeFirst();
    await producer.publish();
    await producer.expectResults();
  });
}

test.describe('in English', () => testJourney('en-US'));

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });
  testJourney('de-DE');
});

test('without a network a week is planned and a video linked; its numbers follow', async ({ page, platform }) => {
  const producer = new Producer(page, 'en-US');
  await producer.setUp();
  await producer.saveIdeas();
  platform.isUnreachable = true;
  await page.reload();
  await producer.expectIdeas();
  await producer.planWeek();
  await producer.writeFirst();
  await producer.publish();
  const results = page.getByRole('region', { name: 'Results' });
  await expect(results).toContainText('Views weren’t read.');
  await expect(results).toContainText('The views aren’t known yet.');

  platform.isUnreachable = false;
  await press(results.getByRole('button', { name: 'Try again' }));
  await producer.expectResults();
});
