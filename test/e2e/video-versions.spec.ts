/** Tests changing captions of a video, and publishing, downloading and restoring its versions. */
import type { Locator, Page } from '@playwright/test';

import * as person from './person.ts';
import { player } from './playing.ts';
import { expect, type Studio, test } from './studio.ts';
import { edits, stagedEdits, transcript } from './video-editor.ts';

const TITLE = 'The ferry that sails at five';
const SCRIPT = '# The coach\n\nTake the roof off and count.\n\n> It sails at five.\n> — The captain';
/** Enough time for rendering a real video. */
const RENDER_TIMEOUT_MS = 150_000;

const caption = (page: Page): Locator => page.getByRole('textbox', { name: 'Caption', exact: true });
const versions = (page: Page): Locator => page.getByRole('dialog', { name: 'Versions' });
const version = (page: Page, number: number): Locator =>
  versions(page).getByRole('listitem', { name: `Version ${number}`, exact: true });

async function chooseOption(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('dialog', { name: 'New video' }).getByLabel(field).click();
  await page.getByRole('option', { name: option }).click();
}

async function createVideo(page: Page): Promise<void> {
  await person.openScript(page, TITLE);
  await page.getByRole('button', { name: 'Create video' }).click();
  const dialog = page.getByRole('dialog', { name: 'New video' });
  await dialog.getByRole('textbox', { name: 'Script text' }).fill(SCRIPT);
  await chooseOption(page, 'Shape', 'Vertical 9:16');
  await chooseOption(page, 'Frames per second', '25');
  await dialog.getByRole('radio', { name: 'Chalkboard' }).check();
  const create = dialog.getByRole('button', { name: /^Create video/ });
  await expect(create).toHaveText(/[1-9]\d* credits?/);
  await create.click();
  await expect(player(page)).toBeVisible({ timeout: RENDER_TIMEOUT_MS });
  // The picture is 9 by 16, and a poster replaces the first frame, which fades in.
  const picture = (await player(page).locator('video').boundingBox())!;
  expect(picture.width / picture.height).toBeCloseTo(9 / 16, 2);
  await expect(player(page).locator('img')).toHaveJSProperty('complete', true);
}

async function changeCaption(page: Page): Promise<void> {
  await transcript(page)
    .getByRole('button', { name: /go to Take the roof/ })
    .click();
  await expect(caption(page)).toHaveValue('Take the roof off and count.');
  await caption(page).fill('');
  await expect(page.getByText('Enter the words, or choose Remove caption.').first()).toBeVisible();
  await caption(page).fill('Take off the roof, and count.');
  await page.getByRole('button', { name: 'Stage caption' }).click();
  await expect(stagedEdits(page)).toHaveText([/Caption now says “Take off the roof, and count.”/]);
  await person.messages(page).getByRole('button', { name: 'Undo' }).first().click();
  await expect(stagedEdits(page)).toHaveCount(0);
  await expect(caption(page)).toHaveValue('Take the roof off and count.');

  await page.getByRole('button', { name: 'Remove caption' }).click();
  await expect(stagedEdits(page)).toHaveText([/Caption removed/]);
  await caption(page).fill('Take off the roof, and count.');
  await page.getByRole('button', { name: 'Stage caption' }).click();
  await expect(stagedEdits(page)).toHaveText([/Caption now says “Take off the roof, and count.”/]);
}

async function publishVersion(page: Page, number: number): Promise<void> {
  await edits(page)
    .getByRole('button', { name: /^Apply/ })
    .click();
  await page
    .getByRole('dialog', { name: `Publish version ${number}?` })
    .getByRole('button', { name: /^Publish/ })
    .click();
  await expect(page.getByText(`Version ${number}`, { exact: true })).toBeVisible({ timeout: RENDER_TIMEOUT_MS });
}

async function exportCaptions({
  page,
  saving,
}: Pick<Studio, 'page'> & { saving: Studio['saveFile'] }): Promise<string> {
  await page.getByRole('button', { name: 'Export' }).click();
  return (await saving(() => page.getByRole('menuitem', { name: 'SRT' }).click())).content;
}

test('the words of a caption are changed, and every version can be downloaded and restored', async ({
  studio,
  page,
}) => {
  test.setTimeout(3 * RENDER_TIMEOUT_MS);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const saving: Studio['saveFile'] = (act) => studio.saveFile(act);

  await test.step('a quote’s author is shown and not spoken', async () => {
    await createVideo(page);
    await expect(transcript(page)).toContainText('It sails at five.');
    await expect(transcript(page)).not.toContainText('The captain');
  });
  await test.step('a caption is changed, undone, removed and changed again', () => changeCaption(page));
  await test.step('the new version has the new words', async () => {
    await publishVersion(page, 2);
    await expect(transcript(page)).toContainText('Take off the roof, and count.');
    const srt = await exportCaptions({ page, saving });
    expect(srt).toContain('Take off the roof, and count.');
    expect(srt).not.toContain('The captain');
  });
  const openVersions = () => page.getByRole('button', { name: 'Versions', exact: true }).click();
  await test.step('each version is downloaded under its number', async () => {
    await openVersions();
    await expect(version(page, 2)).toContainText('Caption now says');
    const files = [];
    for (const number of [1, 2]) {
      files.push(
        await studio.saveFile(() =>
          version(page, number)
            .getByRole('button', { name: /^Download/ })
            .click(),
        ),
      );
    }
    expect(files.map(({ name }) => name.replace(/\.\w+$/, ''))).toEqual([`${TITLE} 1`, `${TITLE} 2`]);
    expect(files[0]!.bytes.equals(files[1]!.bytes)).toBe(false);
  });
  await test.step('staged edits keep a version from being restored, and say so', async () => {
    await expect(version(page, 2).getByRole('button', { name: /^Restore/ })).toHaveCount(0);
    await versions(page).getByRole('button', { name: 'Close' }).last().click();
    await transcript(page)
      .getByRole('button', { name: /go to Take off/ })
      .click();
    await page.getByRole('button', { name: 'Remove caption' }).click();
    await expect(stagedEdits(page)).toHaveCount(1);
    await openVersions();
    await expect(version(page, 1).getByRole('button', { name: /^Restore/ })).toHaveAttribute('aria-disabled', 'true');
    await versions(page).getByRole('button', { name: 'Close' }).last().click();
    await edits(page)
      .getByRole('button', { name: /^Discard/ })
      .click();
    await expect(stagedEdits(page)).toHaveCount(0);
  });
  await test.step('the first version is restored as the third, with its words', async () => {
    await openVersions();
    await version(page, 1)
      .getByRole('button', { name: /^Restore/ })
      .click();
    await expect(page.getByText('Version 3', { exact: true })).toBeVisible();
    await expect(person.messages(page)).toContainText('Version 1 restored as version 3.');
    await expect(transcript(page)).toContainText('Take the roof off and count.');
    await openVersions();
    await expect(version(page, 3)).toContainText('Version 1 restored');
    await expect(versions(page).getByRole('listitem')).toHaveCount(3);
  });
});
