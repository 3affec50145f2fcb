/** Tests changing the captions and the music of a video, and publishing, restoring and handing off its versions. */
import type { Locator, Page } from '@playwright/test';

import { createWaveFile } from '#service/engines/speech/wave.ts';

import * as person from './person.ts';
import { findPlayer } from './played-frames.ts';
import { expect, test } from './fixtures.ts';
import type { TestApp } from './test-app.ts';
import { findStagedList, findStagedEdits, findTranscript } from './video-editor.ts';

const TITLE = 'The ferry that sails at five';
const POINTS = ['Two berths by the window.', 'Four berths in the middle.'];
const SCRIPT = `# The coach\n\n- ${POINTS.join('\n- ')}\n\nTake the roof off and count.\n\n> It sails at five.\n> — The captain`;
/** Enough time for rendering a real video. */
const RENDER_TIMEOUT_MS = 150_000;

const findCaption = (page: Page): Locator => page.getByRole('textbox', { name: 'Caption', exact: true });
const findVersions = (page: Page): Locator => page.getByRole('dialog', { name: 'Versions' });
const findVersion = (page: Page, number: number): Locator =>
  findVersions(page).getByRole('listitem', { name: `Version ${number}`, exact: true });

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
  await expect(findPlayer(page)).toBeVisible({ timeout: RENDER_TIMEOUT_MS });
  // The picture is 9 by 16, and a poster replaces the first frame, which fades in.
  const picture = (await findPlayer(page).locator('video').boundingBox())!;
  expect(picture.width / picture.height).toBeCloseTo(9 / 16, 2);
  await expect(findPlayer(page).locator('img')).toHaveJSProperty('complete', true);
}

async function changeCaption(page: Page): Promise<void> {
  await findTranscript(page)
    .getByRole('button', { name: /go to Take the roof/ })
    .click();
  await expect(findCaption(page)).toHaveValue('Take the roof off and count.');
  await findCaption(page).fill('');
  await expect(page.getByText('Enter the words, or choose Remove caption.').first()).toBeVisible();
  await findCaption(page).fill('Take off the roof, and count.');
  await page.getByRole('button', { name: 'Stage caption' }).click();
  await expect(findStagedEdits(page)).toHaveText([/Caption now says “Take off the roof, and count.”/]);
  await person.findMessages(page).getByRole('button', { name: 'Undo' }).first().click();
  await expect(findStagedEdits(page)).toHaveCount(0);
  await expect(findCaption(page)).toHaveValue('Take the roof off and count.');

  await page.getByRole('button', { name: 'Remove caption' }).click();
  await expect(findStagedEdits(page)).toHaveText([/Caption removed/]);
  await findCaption(page).fill('Take off the roof, and count.');
  await page.getByRole('button', { name: 'Stage caption' }).click();
  await expect(findStagedEdits(page)).toHaveText([/Caption now says “Take off the roof, and count.”/]);
}

async function publishVersion(page: Page, number: number): Promise<void> {
  await findStagedList(page)
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
}: Pick<TestApp, 'page'> & { saving: TestApp['saveFile'] }): Promise<string> {
  await page.getByRole('button', { name: 'Export' }).click();
  return (await saving(() => page.getByRole('menuitem', { name: 'SRT' }).click())).content;
}

/** Adds a sound from a file and stages it as the video's music. */
async function chooseMusic(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'List view' }).click();
  await page
    .getByRole('listbox', { name: 'Timeline as a list' })
    .getByRole('option')
    .filter({ hasText: /Music/ })
    .first()
    .click();
  const samples = Int16Array.from({ length: 96_000 }, (_, at) => 9000 * Math.sin(at / 30));
  const chooserOpened = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add file…' }).click();
  const buffer = createWaveFile(samples, 1);
  await (await chooserOpened).setFiles({ name: 'Own tune.wav', mimeType: 'audio/wav', buffer });
  await page.getByRole('button', { name: 'Use Own tune.wav', exact: true }).click();
  await expect(findStagedEdits(page).filter({ hasText: /Own tune|own music|Music/ })).toHaveCount(1);
  await page.getByRole('button', { name: 'List view' }).click();
}

/** Exports the cut lists of version 3 and checks that both have a clip for each block and name the same film. */
async function exportCutLists(app: TestApp): Promise<void> {
  const { page } = app;
  const save = async (name: string) => {
    await page.getByRole('button', { name: 'Export' }).click();
    return (await app.saveFile(() => page.getByRole('menuitem', { name }).click())).content;
  };
  const otio = JSON.parse(await save('OpenTimelineIO')) as { tracks: { children: { children: unknown[] }[] } };
  const fcpxml = await save('Final Cut Pro (FCPXML)');
  const clipCount = otio.tracks.children[0]?.children.length ?? 0;
  expect(clipCount).toBeGreaterThan(3);
  expect(fcpxml.match(/<asset-clip /g)).toHaveLength(clipCount);
  expect(fcpxml).toContain('width="1080" height="1920"');
}

test('captions and music are changed; every version can be downloaded, restored and handed off', async ({
  app,
  page,
}) => {
  test.setTimeout(3 * RENDER_TIMEOUT_MS);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const saveFile: TestApp['saveFile'] = (action) => app.saveFile(action);

  await test.step('a list right under a heading is spoken, a quote’s author is shown and not spoken', async () => {
    await createVideo(page);
    for (const point of POINTS) await expect(findTranscript(page)).toContainText(point);
    await expect(findTranscript(page)).toContainText('It sails at five.');
    await expect(findTranscript(page)).not.toContainText('The captain');
  });
  await test.step('a caption is changed, undone, removed and changed again', () => changeCaption(page));
  await test.step('the person’s own music is staged', () => chooseMusic(page));
  await test.step('the new version has the new words and the music', async () => {
    await publishVersion(page, 2);
    await expect(findTranscript(page)).toContainText('Take off the roof, and count.');
    const srt = await exportCaptions({ page, saving: saveFile });
    expect(srt).toContain('Take off the roof, and count.');
    expect(srt).not.toContain('The captain');
  });
  const openVersions = () => page.getByRole('button', { name: 'Versions', exact: true }).click();
  await test.step('each version is downloaded under its number', async () => {
    await openVersions();
    await expect(findVersion(page, 2)).toContainText('Caption now says');
    const files = [];
    for (const number of [1, 2]) {
      files.push(
        await app.saveFile(() =>
          findVersion(page, number)
            .getByRole('button', { name: /^Download/ })
            .click(),
        ),
      );
    }
    expect(files.map(({ name }) => name.replace(/\.\w+$/, ''))).toEqual([`${TITLE} 1`, `${TITLE} 2`]);
    expect(files[0]!.bytes.equals(files[1]!.bytes)).toBe(false);
  });
  await test.step('staged edits keep a version from being restored, and say so', async () => {
    await expect(findVersion(page, 2).getByRole('button', { name: /^Restore/ })).toHaveCount(0);
    await findVersions(page).getByRole('button', { name: 'Close' }).last().click();
    await findTranscript(page)
      .getByRole('button', { name: /go to Take off/ })
      .click();
    await page.getByRole('button', { name: 'Remove caption' }).click();
    await expect(findStagedEdits(page)).toHaveCount(1);
    await openVersions();
    await expect(findVersion(page, 1).getByRole('button', { name: /^Restore/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await findVersions(page).getByRole('button', { name: 'Close' }).last().click();
    await findStagedList(page)
      .getByRole('button', { name: /^Discard/ })
      .click();
    await expect(findStagedEdits(page)).toHaveCount(0);
  });
  await test.step('the first version is restored as the third, with its words', async () => {
    await openVersions();
    await findVersion(page, 1)
      .getByRole('button', { name: /^Restore/ })
      .click();
    await expect(page.getByText('Version 3', { exact: true })).toBeVisible();
    await expect(person.findMessages(page)).toContainText('Version 1 restored as version 3.');
    await expect(findTranscript(page)).toContainText('Take the roof off and count.');
    await openVersions();
    await expect(findVersion(page, 3)).toContainText('Version 1 restored');
    await expect(findVersions(page).getByRole('listitem')).toHaveCount(3);
    await findVersions(page).getByRole('button', { name: 'Close' }).last().click();
  });
  await test.step('cut lists of the restored version have its clips', () => exportCutLists(app));
});
