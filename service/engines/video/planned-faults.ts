/** Finds faults in the planned places and times, without looking at a pixel. */
import { overlap } from '#contract/box.ts';
import { getPage } from '#contract/video-page.ts';
import { getCaptionRules, countCharacters } from '#markdown/captions/rules.ts';

import type { Finding, Timeline } from './video.ts';

/** A finding before it gets an id and a scene. */
export interface Fault extends Pick<Finding, 'category' | 'severity' | 'message'> {
  readonly start: number;
  readonly end: number;
  readonly block?: string;
}

/** How much the length may differ from the target, as a share of it. */
const TARGET_TOLERANCE = 0.2;
/** A caption that is faster by less than this is still read, and rounds to the limit in the message. */
const SPEED_TOLERANCE = 1.05;

function findSpeedFaults({ cues, texts }: Timeline): Fault[] {
  const shownIds = new Set(texts.filter(({ what }) => what === 'caption').map(({ id }) => id));
  return cues.flatMap(({ id, start, end, text, scene }): Fault[] => {
    const rules = getCaptionRules(text);
    const speed = countCharacters(text, rules) / Math.max(0.001, end - start);
    if (!shownIds.has(id) || speed <= rules.maxSpeedWithAudio * SPEED_TOLERANCE) return [];
    const message = `The caption runs at ${Math.round(speed)} characters per second; most people can read ${rules.maxSpeedWithAudio}.`;
    return [
      {
        start,
        end,
        block: scene,
        category: 'caption_speed',
        severity: speed > rules.maxSpeedWithAudio * 1.5 ? 'severe' : 'warning',
        message,
      },
    ];
  });
}

function findSafeAreaFaults({ texts, width, height }: Timeline): Fault[] {
  const page = getPage({ width, height });
  const scale = width / page.width;
  const { top, right, bottom, left } = page.covered;
  return texts.flatMap((text): Fault[] => {
    const isInside =
      text.x >= left * scale - 1 &&
      text.y >= top * scale - 1 &&
      text.x + text.width <= width - right * scale + 1 &&
      text.y + text.height <= height - bottom * scale + 1;
    if (isInside || text.width === 0) return [];
    const message = `“${text.text.slice(0, 60)}” is too close to the edge and may be covered or cut off. Move it towards the middle.`;
    return [
      { start: text.start, end: text.end, block: text.scene, category: 'safe_area', severity: 'warning', message },
    ];
  });
}

function findOverlapFaults({ overlays }: Timeline): Fault[] {
  return overlays.flatMap((first, index) =>
    overlays.slice(index + 1).flatMap((second): Fault[] => {
      const [start, end] = [Math.max(first.start, second.start), Math.min(first.end, second.end)];
      if (start >= end || !overlap(first, second)) return [];
      const message = 'Two overlays overlap here. Move one, or show it later.';
      return [{ start, end, category: 'overlap', severity: 'warning', message }];
    }),
  );
}

function findDurationFaults(seconds: number, target: number | null): Fault[] {
  if (target === null || Math.abs(seconds - target) <= target * TARGET_TOLERANCE) return [];
  const message = `The video is ${Math.round(seconds)} seconds long; the target was ${Math.round(target)}.`;
  return [{ start: 0, end: seconds, category: 'duration', severity: 'warning', message }];
}

export const findPlannedFaults = (timeline: Timeline, seconds: number, target: number | null): Fault[] => [
  ...findSpeedFaults(timeline),
  ...findSafeAreaFaults(timeline),
  ...findOverlapFaults(timeline),
  ...findDurationFaults(seconds, target),
];
