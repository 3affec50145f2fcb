/** Checks that every design has readable, uncovered texts on every shape of picture. */
import { describe, expect, test } from 'vitest';

import { overlap } from '#contract/box.ts';
import { CAPTION_STYLES, VIDEO_DESIGNS } from '#contract/schema/video.ts';
import { getPage } from '#contract/video-page.ts';

import { OVERLAY_TEMPLATES } from '../overlays.ts';
import { SLIDE_LAYOUTS, type SlideLayout } from '../video.ts';
import { LOOKS } from './design.ts';
import { getOverlayBox } from './overlays.ts';
import { type SceneJob, placeTexts } from './scene.ts';

const SIZES = [
  { width: 1280, height: 720 },
  { width: 720, height: 1280 },
  { width: 960, height: 960 },
] as const;

const LONG_TEXT = 'A dough that rests overnight tastes of more, and nobody has to get up early for a loaf of bread';
const TEXTS: Readonly<Record<SlideLayout, Readonly<Record<string, string>>>> = {
  title: { title: LONG_TEXT, body: LONG_TEXT },
  section: { number: '12', title: LONG_TEXT },
  statement: { title: LONG_TEXT },
  points: {
    title: LONG_TEXT,
    point_1: LONG_TEXT,
    point_2: `2. ${LONG_TEXT}`,
    point_3: 'Rye',
    point_4: LONG_TEXT,
    point_5: LONG_TEXT,
  },
  quote: { quote: `${LONG_TEXT} ${LONG_TEXT}`, source: LONG_TEXT },
  number: { number: '1,250,000', label: LONG_TEXT },
  comparison: { left: '129 euros', right: '1,250,000 €', label: LONG_TEXT },
  date: { date: 'Wednesday, 14 September 1843', label: LONG_TEXT },
  place: { place: 'Bosnia and Herzegovina', label: LONG_TEXT },
  name: { name: 'Augusta Ada King of Lovelace', role: LONG_TEXT },
};

const createJob = (fields: Partial<SceneJob>): SceneJob => ({
  width: 1280,
  height: 720,
  frames: 150,
  design: 'screening',
  key: 'block-1',
  kind: 'slide',
  layout: 'title',
  texts: {},
  chapter: 'The flours',
  seed: 2,
  moments: [],
  cues: [],
  captions: 'default',
  overlays: [],
  picture: null,
  clear: false,
  levels: [],
  enter: 'fade',
  leave: 'fade',
  ...fields,
});

const CUE = { id: 'cue-1', scene: 'block-1', start: 0, end: 4, text: LONG_TEXT.slice(0, 80), words: [] };

describe.each(SIZES)('a picture of $width x $height', ({ width, height }) => {
  const page = getPage({ width, height });
  const { covered } = page;

  test('shows texts where nothing covers them, above the captions and beside each other', () => {
    for (const design of VIDEO_DESIGNS) {
      for (const layout of SLIDE_LAYOUTS) {
        const texts = placeTexts(createJob({ width, height, design, layout, texts: TEXTS[layout], cues: [CUE] }));
        expect(texts.length, layout).toBe(Object.keys(TEXTS[layout]).length + 1);
        for (const text of texts) {
          expect(text.x, `${design} ${layout} ${text.id}`).toBeGreaterThanOrEqual(covered.left);
          expect(text.x + text.width).toBeLessThanOrEqual(width - covered.right);
          expect(text.y).toBeGreaterThanOrEqual(covered.top);
          expect(text.y + text.height).toBeLessThanOrEqual(height - covered.bottom);
        }
        const pairs = texts.flatMap((one, index) => texts.slice(index + 1).map((other) => [one, other] as const));
        for (const [one, other] of pairs) {
          expect(overlap(one, other), `${design} ${layout}: ${one.id} and ${other.id}`).toBe(false);
        }
      }
    }
  });

  test.each(CAPTION_STYLES)('shows every word of a caption as %s', (captions) => {
    const [caption] = placeTexts(createJob({ width, height, captions, cues: [CUE] })).filter(
      ({ what }) => what === 'caption',
    );
    expect(caption?.y).toBeGreaterThanOrEqual(page.bottom - 20);
    expect((caption?.y ?? 0) + (caption?.height ?? 0)).toBeLessThanOrEqual(height - covered.bottom);
  });

  test('shows overlays whole, wherever they point', () => {
    for (const { id, input_fields } of OVERLAY_TEMPLATES) {
      if (id === 'arrow' || id === 'circle') continue;
      for (const percent of ['0', '49', '51', '100']) {
        const examples = Object.fromEntries(input_fields.map(({ key, example }) => [key, example]));
        const inputs = { ...examples, ...('x' in examples && { x: percent, y: percent }) };
        const box = getOverlayBox(
          { id: 'overlay-1', template: id, inputs, start: 0, end: 4 },
          { look: LOOKS.screening, page },
        );
        expect(box.x, `${id} at ${percent}`).toBeGreaterThanOrEqual(0);
        expect(box.y).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(width);
        expect(box.y + box.height).toBeLessThanOrEqual(height);
      }
    }
  });
});

/** Returns the contrast ratio of WCAG 2.2. */
function getContrastRatio(colour: string, otherColour: string): number {
  const getLuminance = (colour: string): number => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((offset) => {
      const share = Number.parseInt(colour.slice(offset, offset + 2), 16) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [a, b] = [getLuminance(colour), getLuminance(otherColour)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

test.each(VIDEO_DESIGNS)('the colours of %s can be read', (design) => {
  const { ground, text, soft, accent, onAccent } = LOOKS[design];
  expect(getContrastRatio(text, ground)).toBeGreaterThanOrEqual(7);
  expect(getContrastRatio(soft, ground)).toBeGreaterThanOrEqual(4.5);
  expect(getContrastRatio(accent, ground)).toBeGreaterThanOrEqual(3);
  expect(getContrastRatio(onAccent, accent)).toBeGreaterThanOrEqual(4.5);
});
