/** Checks in the decoded pixels whether texts are readable. */
import { type Fault, touch } from './planned-faults.ts';
import { frameRateOf, type TextPlace, type Timeline } from './video.ts';

export interface ContrastSample {
  readonly frame: number;
  readonly texts: readonly TextPlace[];
}

/** Is the limit of WCAG 2.2, 1.4.3 for large letters. */
const MIN_CONTRAST = 3;
/** Limits the samples, since each costs a copy of the frame. */
const MAX_SAMPLES = 400;
/** Texts take this many seconds to appear and to disappear. */
const ARRIVES = 0.7;
const LEAVES = 0.35;

/**
 * Samples the end of each scene, one of its captions and each overlay; keeps an even selection if there are too many.
 */
export function contrastSamples(timeline: Timeline): ContrastSample[] {
  const { texts, overlays, scenes, frames } = timeline;
  const looks = new Map<number, TextPlace[]>();
  const look = (text: TextPlace, at: number): void => {
    const covered = overlays.some(
      (one) => text.what === 'slide' && at >= one.start && at < one.end && touch(one, text),
    );
    const frame = Math.min(frames - 1, Math.floor(at * frameRateOf(timeline)));
    if (!covered && frame >= 0 && text.width > 0) looks.set(frame, [...(looks.get(frame) ?? []), text]);
  };
  for (const { key, end } of scenes) {
    const at = end - LEAVES - 0.1;
    const own = texts.filter(({ scene }) => scene === key);
    for (const text of own) if (text.what === 'slide' && text.start + ARRIVES <= at) look(text, at);
    const caption = own.find(({ what }) => what === 'caption');
    if (caption) look(caption, (caption.start + caption.end) / 2);
    for (const text of own) if (text.what === 'overlay') look(text, (text.start + text.end) / 2);
  }
  const all = [...looks].map(([frame, seen]) => ({ frame, texts: seen })).sort((a, b) => a.frame - b.frame);
  const step = Math.max(1, Math.ceil(all.length / MAX_SAMPLES));
  return all.filter((_, index) => index % step === 0);
}

const linear = Float32Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

const ratio = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/** Returns the contrast between the box's median tone and what stands out from it. `pixels` are RGB rows. */
export function boxContrast(pixels: Uint8Array, width: number, height: number, box: TextPlace): number {
  const [left, top] = [Math.max(0, Math.floor(box.x)), Math.max(0, Math.floor(box.y))];
  const [right, bottom] = [
    Math.min(width, Math.ceil(box.x + box.width)),
    Math.min(height, Math.ceil(box.y + box.height)),
  ];
  const tones: number[] = [];
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = (y * width + x) * 3;
      const [r = 0, g = 0, b = 0] = [linear[pixels[at] ?? 0], linear[pixels[at + 1] ?? 0], linear[pixels[at + 2] ?? 0]];
      tones.push(0.2126 * r + 0.7152 * g + 0.0722 * b);
    }
  }
  if (tones.length === 0) return 21;
  tones.sort((a, b) => a - b);
  const at = (share: number): number => tones[Math.min(tones.length - 1, Math.floor(tones.length * share))] ?? 0;
  const ground = at(0.5);
  return Math.max(ratio(ground, at(0.015)), ratio(ground, at(0.985)));
}

/** Reads the sampled frames as one RGB stream and reports the texts that cannot be read. */
export function contrastOf(
  samples: readonly ContrastSample[],
  timeline: Timeline,
  tell: (fault: Fault) => void,
): (chunk: Buffer) => void {
  const { width, height } = timeline;
  const frame = Buffer.alloc(width * height * 3);
  let filled = 0;
  let index = 0;
  const seen = (): void => {
    for (const text of samples[index]?.texts ?? []) {
      const contrast = boxContrast(frame, width, height, text);
      if (contrast >= MIN_CONTRAST) continue;
      const message = `“${text.text.slice(0, 60)}” is hard to read: its contrast is ${contrast.toFixed(1)}:1, and at least ${MIN_CONTRAST}:1 is needed.`;
      tell({ start: text.start, end: text.end, block: text.scene, category: 'contrast', severity: 'warning', message });
    }
    index += 1;
  };
  return (chunk) => {
    for (let at = 0; at < chunk.length;) {
      const taken = chunk.copy(frame, filled, at);
      at += taken;
      filled += taken;
      if (filled < frame.length) continue;
      seen();
      filled = 0;
    }
  };
}
