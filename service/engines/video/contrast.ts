/** Checks in the decoded pixels whether texts are readable. */
import { overlap } from '#contract/box.ts';

import type { Fault } from './planned-faults.ts';
import { getFrameRate, type TextPlace, type Timeline } from './video.ts';

export interface ContrastSample {
  readonly frame: number;
  readonly texts: readonly TextPlace[];
}

/** The limit of WCAG 2.2, 1.4.3 for large letters. */
const MIN_CONTRAST = 3;
/** Maximum number of samples, since each costs a copy of the frame. */
const MAX_SAMPLES = 400;
/** Texts take this many seconds to appear and to disappear. */
const APPEAR_SECONDS = 0.7;
const DISAPPEAR_SECONDS = 0.35;

/**
 * Samples the end of each scene, one of its captions and each overlay; keeps an even selection if there are too many.
 */
export function listContrastSamples(timeline: Timeline): ContrastSample[] {
  const { texts, overlays, scenes, frames } = timeline;
  const textsByFrame = new Map<number, TextPlace[]>();
  const addSample = (text: TextPlace, time: number): void => {
    const isCovered = overlays.some(
      (overlay) => text.what === 'slide' && time >= overlay.start && time < overlay.end && overlap(overlay, text),
    );
    const frame = Math.min(frames - 1, Math.floor(time * getFrameRate(timeline)));
    if (!isCovered && frame >= 0 && text.width > 0) textsByFrame.set(frame, [...(textsByFrame.get(frame) ?? []), text]);
  };
  for (const { key, end } of scenes) {
    const time = end - DISAPPEAR_SECONDS - 0.1;
    const sceneTexts = texts.filter(({ scene }) => scene === key);
    for (const text of sceneTexts)
      if (text.what === 'slide' && text.start + APPEAR_SECONDS <= time) addSample(text, time);
    const caption = sceneTexts.find(({ what }) => what === 'caption');
    if (caption) addSample(caption, (caption.start + caption.end) / 2);
    for (const text of sceneTexts) if (text.what === 'overlay') addSample(text, (text.start + text.end) / 2);
  }
  const samples = [...textsByFrame]
    .map(([frame, frameTexts]) => ({ frame, texts: frameTexts }))
    .sort((a, b) => a.frame - b.frame);
  const step = Math.max(1, Math.ceil(samples.length / MAX_SAMPLES));
  return samples.filter((_, index) => index % step === 0);
}

const LINEAR_LIGHT = Float32Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

const getContrastRatio = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/** Returns the contrast between the box's median tone and what stands out from it. `pixels` are RGB rows. */
export function measureBoxContrast(pixels: Uint8Array, width: number, height: number, box: TextPlace): number {
  const [left, top] = [Math.max(0, Math.floor(box.x)), Math.max(0, Math.floor(box.y))];
  const [right, bottom] = [
    Math.min(width, Math.ceil(box.x + box.width)),
    Math.min(height, Math.ceil(box.y + box.height)),
  ];
  const tones: number[] = [];
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const offset = (y * width + x) * 3;
      const [r = 0, g = 0, b = 0] = [
        LINEAR_LIGHT[pixels[offset] ?? 0],
        LINEAR_LIGHT[pixels[offset + 1] ?? 0],
        LINEAR_LIGHT[pixels[offset + 2] ?? 0],
      ];
      tones.push(0.2126 * r + 0.7152 * g + 0.0722 * b);
    }
  }
  if (tones.length === 0) return 21;
  tones.sort((a, b) => a - b);
  const readTone = (share: number): number => tones[Math.min(tones.length - 1, Math.floor(tones.length * share))] ?? 0;
  const ground = readTone(0.5);
  return Math.max(getContrastRatio(ground, readTone(0.015)), getContrastRatio(ground, readTone(0.985)));
}

/** Reads the sampled frames as one RGB stream and reports the texts that cannot be read. */
export function checkContrast(
  samples: readonly ContrastSample[],
  timeline: Timeline,
  report: (fault: Fault) => void,
): (chunk: Buffer) => void {
  const { width, height } = timeline;
  const frame = Buffer.alloc(width * height * 3);
  let filledBytes = 0;
  let index = 0;
  const checkFrame = (): void => {
    for (const text of samples[index]?.texts ?? []) {
      const contrast = measureBoxContrast(frame, width, height, text);
      if (contrast >= MIN_CONTRAST) continue;
      const message = `“${text.text.slice(0, 60)}” is hard to read: its contrast is ${contrast.toFixed(1)}:1, and at least ${MIN_CONTRAST}:1 is needed.`;
      report({
        start: text.start,
        end: text.end,
        block: text.scene,
        category: 'contrast',
        severity: 'warning',
        message,
      });
    }
    index += 1;
  };
  return (chunk) => {
    for (let offset = 0; offset < chunk.length;) {
      const copiedBytes = chunk.copy(frame, filledBytes, offset);
      offset += copiedBytes;
      filledBytes += copiedBytes;
      if (filledBytes < frame.length) continue;
      checkFrame();
      filledBytes = 0;
    }
  };
}
