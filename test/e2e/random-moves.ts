/** Makes random moves on projects and ideas like a person, while somebody else may change the same ones. */
import { errors, type Locator, type Page } from '@playwright/test';

import { IDEA_STAGES, PROJECT_STAGES, type ProjectStage, STAGE_NAMES } from '#contract/schema/project.ts';

import * as person from './person.ts';
import { expect } from './fixtures.ts';

/** After this long without its target, a move is abandoned: somebody else has moved the target away. */
const PATIENCE_MS = 10_000;

export const VIEWS = ['Stages', 'Table', 'Ideas'] as const;
export type View = (typeof VIEWS)[number];

const findStages = (page: Page): Locator => page.getByRole('group', { name: 'Stages', exact: true });
const findProjects = (page: Page): Locator => page.getByRole('listbox', { name: 'Projects' });
const findIdeas = (page: Page): Locator => page.getByRole('listbox', { name: 'Ideas' });

export async function openView(page: Page, view: View): Promise<void> {
  await person.openPlace(page, view === 'Ideas' ? 'Ideas' : 'Projects');
  if (view === 'Ideas') return expect(findIdeas(page).getByRole('option').first()).toBeVisible();
  await page.getByRole('radio', { name: view }).click();
  if (view === 'Table') return expect(findProjects(page).getByRole('option').first()).toBeVisible();
  await expect(findStages(page)).toBeVisible();
  const foldedStages = findStages(page).getByRole('button', { expanded: false });
  // A column folds when its last card leaves it.
  await expect(async () => {
    await foldedStages.evaluateAll((all) => all.forEach((element) => (element as HTMLElement).click()));
    await expect(foldedStages).toHaveCount(0, { timeout: 500 });
  }).toPass();
}

/** Returns the texts of a view, line by line. */
export async function readLines(page: Page, view: View): Promise<string[]> {
  const list = view === 'Ideas' ? findIdeas(page) : view === 'Table' ? findProjects(page) : findStages(page);
  // Lists draw only the rows in sight.
  await list.evaluate((element) => {
    for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement) ancestor.scrollTop = 0;
  });
  const count = view === 'Stages' ? '' : await page.getByText(/^\d+ (active|ideas?)$/).innerText();
  return [count, ...(await list.innerText()).split('\n')];
}

export class RandomMoves {
  readonly #page: Page;
  readonly #name: string;
  readonly #random: () => number;
  #count = 0;
  /** Number of moves that succeeded, before somebody else changed their target. */
  moveCount = 0;

  constructor(page: Page, name: string, random: () => number) {
    this.#page = page;
    this.#name = name;
    this.#random = random;
    page.setDefaultTimeout(PATIENCE_MS);
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)]!;
  }

  #createText(label: string): string {
    return `${label} ${++this.#count} of ${this.#name}`;
  }

  async make(count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      const move = this.#pick([
        () => this.#stepByKey(),
        () => this.#drag(),
        () => this.#rename(),
        () => this.#plan(),
        () => this.addComment(),
        () => this.#tick(),
        () => this.#addIdea(),
        () => this.#decide(),
      ]);
      try {
        await move();
        this.moveCount += 1;
      } catch (error) {
        if (!(error instanceof errors.TimeoutError)) throw error;
        await this.#page.keyboard.press('Escape');
      }
    }
  }

  /** Makes a last move that is visible in the open view. */
  async finish(view: View): Promise<void> {
    const title = this.#createText('The last');
    if (view === 'Ideas') return this.#add(title);
    const target = view === 'Stages' ? await this.#pickCard() : findProjects(this.#page);
    await target.focus();
    for (let row = this.#pick([0, 1, 2, 3]); view === 'Table' && row > 0; row--) await target.press('ArrowDown');
    await this.#renameFocused(title);
  }

  async #pickCard(): Promise<Locator> {
    const cards = findStages(this.#page).getByRole('link');
    await cards.first().waitFor();
    const addresses = await cards.evaluateAll((all) => all.map((element) => element.getAttribute('href')));
    return findStages(this.#page).locator(`a[href="${this.#pick(addresses)}"]`);
  }

  async #openBoardCard(): Promise<Locator> {
    await openView(this.#page, 'Stages');
    return this.#pickCard();
  }

  findColumn(stage: ProjectStage): Locator {
    return this.#page.getByRole('group', { name: STAGE_NAMES[stage], exact: true });
  }

  async #isIdea(card: Locator): Promise<boolean> {
    return (await card.getAttribute('href'))?.includes('idea') === true;
  }

  async #stepByKey(): Promise<void> {
    const card = await this.#openBoardCard();
    const key = this.#pick(['ArrowLeft', 'ArrowRight']);
    const isLast = key === 'ArrowRight' && (await this.findColumn('needs_script').filter({ has: card }).count()) > 0;
    await card.press(key);
    if (isLast) await this.#turnIntoScript();
  }

  async #drag(): Promise<void> {
    const card = await this.#openBoardCard();
    const stage = this.#pick(PROJECT_STAGES);
    const isPromoted = !(IDEA_STAGES as readonly string[]).includes(stage) && (await this.#isIdea(card));
    await card.dragTo(this.findColumn(stage));
    if (isPromoted) await this.#turnIntoScript();
  }

  /** Answers the dialog that turns an idea into a script. */
  async #turnIntoScript(): Promise<void> {
    await this.#page.getByRole('button', { name: this.#pick(['Turn into script', 'Keep as idea']) }).click();
  }

  async #rename(): Promise<void> {
    await (await this.#openBoardCard()).focus();
    await this.#renameFocused(this.#createText('Renamed'));
  }

  async #renameFocused(title: string): Promise<void> {
    const field = this.#page.getByRole('textbox', { name: 'New title', exact: true });
    await this.#page.keyboard.press('F2');
    await field.fill(title);
    await field.press('Enter');
    await field.waitFor({ state: 'hidden' });
  }

  /** Opens a project's page and returns its fields. */
  async #open(): Promise<Locator> {
    await (await this.#openBoardCard()).click();
    const region = this.#page.getByRole('region', { name: 'Project' });
    await region.getByRole('textbox', { name: 'Title', exact: true }).waitFor();
    return region;
  }

  async #plan(): Promise<void> {
    const region = await this.#open();
    const day = String(1 + Math.floor(this.#random() * 28)).padStart(2, '0');
    await region.getByRole('textbox', { name: 'Publish time' }).fill(`2031-05-${day}T17:00`);
    await this.#page.keyboard.press('ControlOrMeta+s');
    await this.#waitUntilSaved();
  }

  /** Waits until the project is saved; resolves conflicts at random. */
  async #waitUntilSaved(): Promise<void> {
    const conflicts = this.#page.getByRole('region', { name: 'Conflicting changes' });
    const resolveButton = conflicts.getByRole('button', { name: this.#pick(['Keep yours', 'Use theirs']) }).first();
    const discardButton = this.#page.getByRole('button', { name: 'Discard changes' });
    for (const end = Date.now() + PATIENCE_MS; await discardButton.isVisible();) {
      if (Date.now() > end) throw new errors.TimeoutError('The project could not be saved.');
      if (await resolveButton.isVisible()) await resolveButton.click();
      await this.#page.waitForTimeout(50);
    }
  }

  async addComment(): Promise<void> {
    await this.#open();
    const comment = this.#page.getByRole('textbox', { name: 'Comment' });
    await comment.fill(this.#createText('Comment'));
    await comment.press('ControlOrMeta+Enter');
    await expect(comment).toHaveValue('', { timeout: PATIENCE_MS });
  }

  async #tick(): Promise<void> {
    await this.#open();
    const list = this.#page.getByRole('region', { name: 'Checklist' });
    const boxes = await list.getByRole('checkbox').all();
    if (boxes.length === 0) await list.getByRole('button', { name: 'Add standard checklist' }).click();
    else await this.#pick(boxes).click();
  }

  async #addIdea(): Promise<void> {
    await openView(this.#page, 'Ideas');
    await this.#add(this.#createText('Idea'));
  }

  async #add(title: string): Promise<void> {
    await this.#page.keyboard.press('n');
    const field = this.#page.getByRole('dialog', { name: 'New idea' }).getByRole('textbox', { name: 'Title' });
    await field.fill(title);
    await field.press('Enter');
    await this.#page.getByRole('complementary', { name: 'Idea' }).getByRole('heading', { name: title }).waitFor();
  }

  async #decide(): Promise<void> {
    await openView(this.#page, 'Ideas');
    const rows = await findIdeas(this.#page).getByRole('option').all();
    await this.#pick(rows).click();
    await this.#page.keyboard.press(this.#pick(['c', 'w', 'e']));
  }
}
