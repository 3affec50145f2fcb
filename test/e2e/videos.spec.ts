/**
 * Tests a video from a script: quote, creation, exact playback, editing on the timeline, publishing again, comparing,
 * exporting.
 */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Locator, Page } from '@playwright/test';

import { sha256 } from '#platform/sha256.ts';
import * as person from './person.ts';
import { countByteValues, FPS, findPlayer, readFrames, recordFrames } from './played-frames.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { readGreyFrames } from '../support/video.ts';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from './fixtures.ts';
import type { TestApp } from './test-app.ts';
import {
  findComments,
  findStagedList,
  findFindings,
  expectFits,
  expectInStep,
  findPlayhead,
  measurePlayheadLead,
  readTimecode,
  findStagedEdits,
  findTimecode,
  findTimeline,
  findTranscript,
} from './video-editor.ts';
import { checkComparison, checkLoops, checkPlayback } from './video-playback.ts';

const TITLE = 'The ferry that sails at five';
const SCRIPT = '# The coach\n\nTake the roof off and count.\n\n# The price\n\nA seat is cheaper than a bunk.';
/** Enough time for rendering a real video. */
const RENDER_TIMEOUT_MS = 150_000;

const findBalance = (page: Page): Locator => page.getByRole('button', { name: /credits left$/ });

async function readDuration(page: Page): Promise<number> {
  const [, text = ''] =
    /of (\S+)/.exec(await findPlayer(page).getByRole('group', { name: 'Playback' }).innerText()) ?? [];
  const [minutes = 0, seconds = 0, frames = 0] = text.split(':').map(Number);
  return minutes * 60 + seconds + frames / FPS;
}

/** Goes from the script's page to the finished video. */
async function openNewVideo(page: Page, script: string): Promise<void> {
  await person.openScript(page, TITLE);
  await page.getByRole('button', { name: 'Create video' }).click();
  const dialog = page.getByRole('dialog', { name: 'New video' });
  const button = dialog.getByRole('button', { name: /^Create video/ });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(TITLE);
  await dialog.getByRole('textbox', { name: 'Script text' }).fill(script);
  await expect(button).toHaveText(/[1-9]\d* credits?/);
  await expect(dialog.getByRole('status').filter({ hasText: 'estimated length' })).toContainText(
    /\d:\d\d.*\b(1 credit, \d+ left after\.\s+You get it|([2-9]|[1-9]\d+) credits, \d+ left after\.\s+You get them) back if you cancel/s,
  );
}
const confirmNewVideo = (page: Page): Promise<void> =>
  page
    .getByRole('dialog', { name: 'New video' })
    .getByRole('button', { name: /^Create video/ })
    .click();

async function checkTimeline(page: Page): Promise<void> {
  const box = (await findTimeline(page).boundingBox())!;
  const perPixel = (await readDuration(page)) / (0.98 * box.width);
  const ruler = box.y + 8;
  await test.step('hovering shows a frame of that moment', async () => {
    await page.mouse.move(box.x + 400, ruler);
    const thumbnailVideo = page.locator('video').nth(1);
    await expect
      .poll(async () => {
        const time = await thumbnailVideo.evaluate((video: HTMLVideoElement) => video.currentTime);
        return Math.abs(time - 400 * perPixel);
      })
      .toBeLessThan(0.1);
    await expect.poll(() => countByteValues(thumbnailVideo)).toBeGreaterThan(8);
    await page.mouse.move(box.x + 400, box.y - 200);
    await expect(thumbnailVideo).toBeHidden();
  });
  await test.step('keys move between items, and times snap to their edges', async () => {
    await findTimeline(page).focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('PageDown');
    await expect(page.getByRole('status').filter({ hasText: /^Block, / })).toBeAttached();
    const edge = await readTimecode(page);
    expect(edge).toBeGreaterThan(0);
    const x = box.x + edge / FPS / perPixel + 6;
    await page.mouse.click(x, ruler);
    expect(await readTimecode(page)).toBe(edge);
    await page.keyboard.down('Alt');
    await page.mouse.click(x, ruler);
    await page.keyboard.up('Alt');
    expect(await readTimecode(page)).toBeGreaterThan(edge);
  });
  await test.step('zooms from the whole video to frames, and scrolls', async () => {
    await page.keyboard.press('Home');
    await page.getByRole('slider', { name: /^Zoom/ }).fill('1');
    await page.mouse.click(box.x + 48 * 5 + 10, ruler);
    await expect(findTimecode(page)).toHaveText('00:00:05');
    await expectInStep(page);
    await page.mouse.wheel(0, 480);
    await page.mouse.click(box.x + 48 * 5 + 10, ruler);
    await expect(findTimecode(page)).toHaveText('00:00:15');
    await page.keyboard.press('0');
  });
  await test.step('the playhead follows playback and stays where it stopped', async () => {
    await page.keyboard.press('Home');
    // The loop plays on however long the checks take.
    await page.keyboard.press('r');
    await page.keyboard.press('l');
    await expect.poll(() => readTimecode(page)).toBeGreaterThan(FPS);
    expect(Math.abs(await measurePlayheadLead(page, perPixel))).toBeLessThan(1.5);
    await expect(findPlayhead(page)).toHaveText(/^00:0\d$/);
    await page.keyboard.press('k');
    await page.keyboard.press('r');
    await expectInStep(page);
    await expect(findPlayhead(page)).toHaveText(await findTimecode(page).innerText());
    const measureOffset = async (): Promise<number> => {
      // Near the beginning the label is beside the line.
      const { x, width } = (await findPlayhead(page).locator('..').boundingBox())!;
      return Math.abs((x + width / 2 - box.x) * perPixel * FPS - (await readTimecode(page)));
    };
    await expect.poll(measureOffset).toBeLessThan(0.5);
  });
  await test.step('Shift and drag select a range', async () => {
    await page.keyboard.down('Shift');
    await page.mouse.move(box.x + 200, ruler);
    await page.mouse.down();
    await page.mouse.move(box.x + 300, ruler, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    const clear = page.getByRole('button', { name: 'Clear', exact: true });
    await clear.click();
    await expect(clear).toBeHidden();
  });
}

async function checkTranscript(page: Page): Promise<void> {
  const range = findTranscript(page).getByRole('group', { name: 'Selected range' });
  await findTranscript(page).getByText('seat').dblclick();
  await expect(range).toContainText('s selected');
  await page.keyboard.press('x');
  await findTranscript(page).getByText('cheaper').click();
  const cheaper = await readTimecode(page);
  expect(cheaper).toBeGreaterThan(0);
  await expect(page.getByRole('textbox', { name: /Title|Text|Statement/ }).first()).toBeVisible();
  await page.keyboard.press('.');
  expect(await readTimecode(page)).toBeGreaterThan(cheaper);
  await page.keyboard.press(',');
  expect(await readTimecode(page)).toBe(cheaper);
  await page.keyboard.press('Shift+>');
  await page.keyboard.press('Shift+>');
  await expect(range).toBeVisible();
}

async function stageOverlay(page: Page, template: string, text: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add an overlay' });
  await expect(dialog).toContainText('the range you selected');
  await dialog.getByRole('radio', { name: template }).click();
  for (const field of await dialog.getByRole('textbox').all()) await field.fill(text);
  await expect(dialog.getByRole('img', { name: `Staged: ${template}` })).toContainText(text);
  if (template === 'Number') await expectFits(page, 'add an overlay');
  await dialog.getByRole('button', { name: 'Stage overlay' }).click();
  await expect(dialog).toBeHidden();
}

/** Stages five edits of five kinds, discards one, and checks their previews. */
async function stageEdits(page: Page): Promise<void> {
  await findTranscript(page).getByRole('button', { name: 'Overlay…' }).click();
  await stageOverlay(page, 'Number', '15');
  await page.keyboard.press('Shift+O');
  await stageOverlay(page, 'Quote', 'We sold all');
  await page.keyboard.press('x');
  await findStagedList(page).getByRole('button', { name: 'Preview' }).click();
  await expect(findPlayer(page).getByRole('img', { name: /New overlay: Number/ })).toBeVisible();

  await findTranscript(page).getByText('cheaper').click();
  await page
    .getByRole('textbox', { name: /Title|Text|Statement/ })
    .first()
    .fill('Cheaper by half');
  await page.getByRole('button', { name: 'Stage text' }).click();
  await expect(findPlayer(page).getByRole('img', { name: /^Preview: Text changed/ })).toBeVisible();
  await page.getByRole('switch', { name: 'Burned-in captions' }).click();
  await expect(findStagedEdits(page)).toHaveCount(4);
  await page.getByRole('combobox', { name: /^Style/ }).click();
  await page.getByRole('option', { name: 'On a bar' }).click();
  await expect(findStagedEdits(page).filter({ hasText: 'style bar' })).toHaveCount(1);
  await findStagedList(page)
    .getByRole('button', { name: /^Discard: Text/ })
    .click();
  await expect(findStagedEdits(page)).toHaveCount(3);

  await findTranscript(page)
    .getByRole('button', { name: /go to Take the roof/ })
    .click();
  await page.getByRole('radio', { name: 'Your media' }).click();
  const picture = { name: 'seats.png', mimeType: 'image/png', buffer: await page.screenshot() };
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add file…' }).click();
  await (await chooser).setFiles(picture);
  const use = page.getByRole('button', { name: 'Use seats.png', exact: true });
  await expect(use).toBeEnabled();
  await use.click();
  await expect(findStagedEdits(page).filter({ hasText: 'seats.png' })).toHaveCount(1);
  await findStagedList(page).getByRole('button', { name: 'Hide preview' }).click();

  const spokenText = page.getByRole('region', { name: 'Spoken text' });
  await spokenText
    .getByRole('button', { name: /^Speak again: / })
    .first()
    .click();
  await spokenText.getByRole('textbox', { name: 'The voice reads' }).fill('Take the roof off, and read it slowly.');
  await spokenText.getByRole('button', { name: 'Stage sentence' }).click();
  await expect(findStagedEdits(page).filter({ hasText: 'is read as “Take the roof off' })).toHaveCount(1);
}

async function addComment(page: Page): Promise<void> {
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByRole('region', { name: 'Timeline and tools' }).getByRole('button', { name: 'Comment' }).click();
  await page.keyboard.type('Please remove the music');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(findComments(page).getByRole('button', { name: /00:01, .*Please remove the music/ })).toBeVisible();
}

async function publish(page: Page, version: number, count: number): Promise<void> {
  await findStagedList(page)
    .getByRole('button', { name: new RegExp(`^Apply ${count} edit`) })
    .click();
  const confirmation = page.getByRole('dialog', { name: `Publish version ${version}?` });
  await expect(confirmation).toContainText('This can’t be undone');
  await expect(confirmation.getByRole('listitem')).toHaveCount(count);
  if (version === 2) await expectFits(page, 'publish');
  await confirmation.getByRole('button', { name: /^Publish version/ }).click();
  await expect(page.getByText(`Version ${version}`, { exact: true })).toBeVisible({ timeout: RENDER_TIMEOUT_MS });
  await expect(findStagedEdits(page)).toHaveCount(0);
}

/** Reads and accepts a finding, turns a comment into an edit, and changes an overlay. */
async function applySuggestions(page: Page): Promise<void> {
  const overlap = findFindings(page).getByRole('button', { name: /^Two overlays overlap/ });
  await overlap.click();
  expect(await readTimecode(page)).toBeGreaterThan(0);
  await expect(findFindings(page).getByText('neither can be read')).toBeVisible();
  await findFindings(page)
    .getByRole('button', { name: /^Remove later overlay/ })
    .click();
  const row = findFindings(page).getByRole('listitem').filter({ hasText: 'Two overlays overlap' });
  await expect(row.getByText('Staged', { exact: true })).toBeVisible();
  await findFindings(page)
    .getByRole('button', { name: /^Accept: Two overlays/ })
    .click();
  await expect(findFindings(page).getByRole('button', { name: /^Reopen: Two overlays/ })).toBeVisible();

  await expect(findComments(page).getByText(/from version 1/)).toBeVisible();
  await findComments(page).getByRole('button', { name: 'Remove music, for: Please remove the music' }).click();
  await expect(findComments(page).getByText('Staged', { exact: true })).toBeVisible();
  await expect(findStagedEdits(page)).toHaveCount(2);

  await page.getByRole('button', { name: 'List view' }).click();
  const rows = page.getByRole('listbox', { name: 'Timeline as a list' }).getByRole('option', { name: /Overlay/ });
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'Removed' })).toHaveCount(1);
  await rows.filter({ hasNotText: 'Removed' }).click();
  await page
    .getByRole('textbox', { name: /Number|Quote/ })
    .first()
    .fill('16');
  await page.getByRole('button', { name: 'Stage change' }).click();
  await expect(findStagedEdits(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'List view' }).click();
}

/** Counts the frames of a cut list's picture track. */
function countFramesInCutList(otio: string): number {
  interface Clip {
    readonly source_range: { readonly duration: { readonly value: number } };
  }
  const { tracks } = JSON.parse(otio) as { tracks: { children: { children: Clip[] }[] } };
  return (tracks.children[0]?.children ?? []).reduce((sum, clip) => sum + clip.source_range.duration.value, 0);
}

/** Counts the frames of a film with ffmpeg. */
async function countFrames(film: Buffer): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'cutaway-film-'));
  await writeFile(join(folder, 'film'), film);
  const { length } = readGreyFrames(join(folder, 'film'), 16, 16);
  await removeFolder(folder);
  return length;
}

/** Exports a package for editing programs, and checks that its cut lists name only files in it. */
async function exportPackage(app: TestApp): Promise<void> {
  const { page } = app;
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Clips, sound, captions and cut lists (ZIP)…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Package for editing programs' });
  await dialog.getByRole('button', { name: 'Make the package' }).click();
  await expect(dialog).toContainText('The package is ready', { timeout: RENDER_TIMEOUT_MS });
  const savedFile = await app.saveFile(() => dialog.getByRole('button', { name: 'Save…' }).click());
  expect(savedFile.name).toBe(`${TITLE} - for editors.zip`);
  const files = unzipSync(savedFile.bytes);
  const names = Object.keys(files);
  const fcpxml = strFromU8(files['cut.fcpxml'] ?? new Uint8Array());
  const media = [...fcpxml.matchAll(/src="\.\/([^"]+)"/g)].map(([, path = '']) => decodeURIComponent(path));
  expect(media.length).toBeGreaterThan(2);
  expect(names).toEqual(expect.arrayContaining([...media, 'cut.otio', 'cut.xml', 'cut.edl', 'captions.srt']));
  expect(strFromU8(files['captions.srt'] ?? new Uint8Array())).toContain('Take the roof off and count.');
  await dialog.getByRole('button', { name: 'Close' }).click();
}

/** Returns the SHA-256 of the downloaded film. */
async function exportCutLists(app: TestApp): Promise<string> {
  const { page } = app;
  const save = async (name: string) => {
    await page.getByRole('button', { name: 'Export' }).click();
    return app.saveFile(() => page.getByRole('menuitem', { name }).click());
  };
  for (const [name, ending, words] of [
    ['Markers (EDL)', '.edl', /TITLE: The ferry.*\|M:/s],
    ['EDL from 01:00:00:00', '.edl', /TITLE: The ferry.*\n001 {2}AX .* 00:00:00:00 \S+ 01:00:00:00 .*\n002 /s],
    ['Final Cut Pro (FCPXML)', '.fcpxml', /<fcpxml version="1\.11">.*<asset-clip .*<asset-clip .*<marker /s],
    ['Premiere Pro (XML)', '.xml', /<xmeml version="5">.*<clipitem id="video-1-2">/s],
    ['Table (CSV)', '.csv', /^\ufeffFrom,To,Kind,Name,Note\r\n00:00:0/],
    ['SRT', '.srt', /^1\n00:00:\d\d,\d{3} --> .*Take the roof off and count\./s],
    ['WebVTT', '.vtt', /^WEBVTT\n\n00:00:\d\d\.\d{3} --> /],
  ] as const) {
    const file = await save(name);
    expect(file.name).toBe(`${TITLE}${ending}`);
    expect(file.content).toMatch(words);
  }
  // The script's sections are shorter than the platforms' chapters.
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Chapters' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'at least three, each ten seconds or longer' })).toHaveCount(
    1,
  );
  const cut = await save('OpenTimelineIO');
  expect(cut.name).toBe(`${TITLE}.otio`);
  const film = await app.saveFile(() => page.getByRole('button', { name: 'Download', exact: true }).click());
  expect(film.name).toMatch(/\.(mp4|webm)$/);
  expect(cut.content).toContain(encodeURIComponent(film.name));
  expect(countFramesInCutList(cut.content)).toBe(await countFrames(film.bytes));
  return sha256(film.bytes);
}

/** Plays a watched video while the service hangs, from the list whose pictures also wait for it. */
async function playOffline(app: TestApp): Promise<void> {
  const { page } = app;
  const service = app.findServicePid();
  process.kill(service, 'SIGSTOP');
  await person.openPlace(page, 'Video');
  await page.getByRole('list', { name: 'Videos' }).getByRole('link', { name: TITLE }).click();
  await expect(findPlayer(page)).toBeVisible();
  await recordFrames(page);
  await page.keyboard.press('l');
  await expect.poll(async () => (await readFrames(page)).frames.length).toBeGreaterThan(20);
  await page.keyboard.press('k');
  try {
    process.kill(service, 'SIGCONT');
  } catch {
    // The app has restarted it after waiting in vain.
  }
}

test('a video is made from a script, played, edited and published again', async ({ app, page }) => {
  test.setTimeout(4 * RENDER_TIMEOUT_MS);
  await page.emulateMedia({ reducedMotion: 'reduce' });

  await test.step('cost and length are shown before anything is spent', async () => {
    await openNewVideo(page, SCRIPT);
    // Drawing and encoding take half as long as at the full size.
    await page.getByRole('combobox', { name: /^Size/ }).click();
    await page.getByRole('option', { name: '720p' }).click();
    await page.getByRole('switch', { name: 'Burned-in captions' }).click();
    await confirmNewVideo(page);
    await expect(page.getByRole('progressbar').first()).toBeVisible();
    await expect(findPlayer(page)).toBeVisible({ timeout: RENDER_TIMEOUT_MS });
  });
  await test.step('keys step, play and shuttle by frame', () => checkPlayback(page));
  await test.step('a range loops; captions and safe areas can be shown and hidden', () => checkLoops(page));
  await test.step('the timeline is navigated, zoomed and selected from', () => checkTimeline(page));
  await test.step('words in the transcript seek and select ranges', () => checkTranscript(page));
  await test.step('edits are staged at their item, previewed and undone', () => stageEdits(page));
  await test.step('a comment is added at a moment', () => addComment(page));
  await test.step('the page is accessible and fits', () => expectFits(page, 'desk'));
  await test.step('all edits are published after one confirmation, and a longer sentence is spoken', async () => {
    const before = await readDuration(page);
    await publish(page, 2, 5);
    await expect.poll(() => readDuration(page)).toBeGreaterThan(before + 0.2);
  });
  await test.step('findings and comments become edits with one click', () => applySuggestions(page));
  await test.step('these edits are published too', async () => {
    await publish(page, 3, 3);
    await expect(findComments(page).getByRole('button', { name: '1 resolved' })).toBeVisible();
  });
  await test.step('two versions play in step', () => checkComparison(page));
  await test.step('markers and captions export to other programs', async () => {
    const sum = await exportCutLists(app);
    expect(await findPlayer(page).locator('video').getAttribute('src')).toContain(sum);
  });
  await test.step('a package for editing programs contains all files of its cut lists', () => exportPackage(app));
  await test.step('a video that was played before plays while the service hangs', () => playOffline(app));
  await test.step('a cancelled video refunds its credits', async () => {
    // The app may still be restarting the service, so saving is repeated until it succeeds.
    await expect(() => person.setPlan(page, { credits: 400 })).toPass();
    await openNewVideo(page, SCRIPT.repeat(4));
    const before = (await findBalance(page).textContent()) ?? '';
    await confirmNewVideo(page);
    await expect(findBalance(page)).not.toHaveText(before);
    await expect(page.getByRole('list', { name: 'Scenes' }).locator('img').first()).toBeVisible({
      timeout: RENDER_TIMEOUT_MS,
    });
    await page.getByRole('button', { name: /^Cancel and get \d+ credits? back/ }).click();
    await expect(page.getByRole('heading', { name: 'This video was cancelled' })).toBeVisible();
    await expect(person.findMessages(page)).toContainText(/Cancelled\. \d+ credits? returned/);
    await expect(findBalance(page)).toHaveText(before);
  });
});
