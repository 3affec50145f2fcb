import { describe, expect, it } from 'vitest';

import { LIMITS } from '#contract/limits.ts';
import { countFrames, createFrameKeys, createPictureName, formatSecond, stripExtension } from './video-frame.ts';

describe('frames', () => {
  it('counts whole frames, and at least one', () => {
    expect(countFrames(2, 30)).toBe(60);
    expect(countFrames(1.999_9, 30)).toBe(60);
    expect(countFrames(1.99, 25)).toBe(49);
    expect(countFrames(0, 30)).toBe(1);
  });

  it('moves by a frame, and by a second with Shift', () => {
    const steps: number[] = [];
    const keys = createFrameKeys(
      (frames) => steps.push(frames),
      () => 29.97,
    );
    for (const { run } of keys) run(new KeyboardEvent('keydown'));
    expect(keys.map(({ combo }) => combo)).toEqual(['left', 'right', 'shift+left', 'shift+right']);
    expect(steps).toEqual([-1, 1, -30, 30]);
  });

  it('leaves the keys to an open list of choices', () => {
    const [key] = createFrameKeys(
      () => undefined,
      () => 30,
    );
    expect(key?.when?.()).toBe(true);
    document.body.innerHTML = '<div role="listbox"></div>';
    expect(key?.when?.()).toBe(false);
    document.body.innerHTML = '';
  });
});

describe('names', () => {
  it('adds the time to the title', () => {
    expect(createPictureName('Night trains', 12.97)).toBe('Night trains 0:12');
    expect(createPictureName(' ', 3725)).toBe('1:02:05');
  });

  it('shortens a long title, never the time', () => {
    const name = createPictureName('é'.repeat(200), 72);
    expect(name).toHaveLength(LIMITS.thumbnails.label);
    expect(name).toMatch(/é 1:12$/);
  });

  it('formats a time without a leading zero', () => {
    expect(formatSecond(0)).toBe('0:00');
    expect(formatSecond(754.2)).toBe('12:34');
  });

  it('removes the extension of a file name', () => {
    expect(stripExtension('Night trains.final.mp4')).toBe('Night trains.final');
    expect(stripExtension('.mp4')).toBe('.mp4');
    expect(stripExtension('clip')).toBe('clip');
  });
});
