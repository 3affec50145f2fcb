import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, test } from 'vitest';

import { getPage } from '#contract/video-page.ts';

import { LOOKS } from './draw/design.ts';
import { getOverlayBox, drawOverlayPreview } from './draw/overlays.ts';
import { checkOverlay, OVERLAY_TEMPLATES, type OverlayTemplate } from './overlays.ts';

const templates: readonly OverlayTemplate[] = OVERLAY_TEMPLATES;
const getExampleInputs = ({ input_fields }: OverlayTemplate) =>
  Object.fromEntries(input_fields.map(({ key, example: words }) => [key, words]));
const findTemplate = (id: string): OverlayTemplate => templates.find((template) => template.id === id)!;

test('every template accepts its examples, stays in the frame and has a preview', async () => {
  expect(templates.length).toBeGreaterThanOrEqual(8);
  const previews = new Set<string>();
  for (const template of templates) {
    expect(checkOverlay(template, getExampleInputs(template)), template.id).toEqual([]);
    const overlay = { id: 'o', template: template.id, inputs: getExampleInputs(template), start: 0, end: 4 };
    const { x, y, width, height } = getOverlayBox(overlay, {
      look: LOOKS.screening,
      page: getPage({ width: 1280, height: 720 }),
    });
    expect(x >= 0 && y >= 0 && x + width <= 1280 && y + height <= 720 && width > 0, template.id).toBe(true);
    const tall = { width: 1080, height: 1920, design: 'poster' } as const;
    const upright = await loadImage(Buffer.from(await drawOverlayPreview(template, tall)));
    expect([upright.width, upright.height]).toEqual([360, 640]);
    const wide = { width: 1920, height: 1080, design: 'screening' } as const;
    const image = await loadImage(Buffer.from(await drawOverlayPreview(template, wide)));
    expect([image.width, image.height]).toEqual([640, 360]);
    const canvas = createCanvas(64, 36);
    canvas.getContext('2d').drawImage(image, 0, 0, 64, 36);
    previews.add(canvas.toBuffer('image/png').toString('base64'));
  }
  expect(previews.size).toBe(templates.length);
});

test('reports missing, long, unknown and out-of-range inputs by field', () => {
  expect(checkOverlay(findTemplate('lower_third'), {})).toEqual([{ field: 'name', message: 'Name is required.' }]);
  expect(checkOverlay(findTemplate('lower_third'), { name: 'x'.repeat(41), title: 'y' })).toEqual([
    { field: 'title', message: 'Lower third has no field title.' },
    { field: 'name', message: 'Name can’t be longer than 40 characters.' },
  ]);
  expect(checkOverlay(findTemplate('circle'), { x: '101', size: 'big' })).toEqual([
    { field: 'x', message: 'X, % must be a number from 0 to 100.' },
    { field: 'size', message: 'Size, % must be a number from 4 to 60.' },
  ]);
  expect(checkOverlay(findTemplate('arrow'), { from: 'nowhere' })).toMatchObject([{ field: 'from' }]);
});
