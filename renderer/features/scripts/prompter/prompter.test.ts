import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { scriptSeconds } from '#markdown/cuts/suggest-cuts.ts';
import { scriptPieces } from '#markdown/spoken-pieces.ts';
import type { Take } from '../takes/take.ts';
import { Prompter } from './prompter.svelte.ts';

const words = (count: number): string => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');
const SCRIPT = `## Quick\n\n${words(60)}\n\n## Careful\n\n${words(60)}`;
const OWN = [
  { heading: 'Quick', nth: 0, pace: 200 },
  { heading: 'Careful', nth: 0, pace: 100 },
];

let now = 0;
let frame: FrameRequestCallback | null = null;
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.stubGlobal('requestAnimationFrame', (next: FrameRequestCallback) => ((frame = next), 1));
  vi.stubGlobal('cancelAnimationFrame', () => (frame = null));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
});

/** Lets time pass in frames of a fifth of a second. */
function pass(seconds: number): void {
  for (let step = 0; step < seconds * 5; step += 1) {
    now += 200;
    frame?.(now);
  }
}

function prompter(): { prompter: Prompter; takes: Take[] } {
  const takes: Take[] = [];
  const made = new Prompter({
    pace: 150,
    still: false,
    onTake: () => undefined,
    onRecord: (take) => takes.push(take),
  });
  const column = document.createElement('div');
  made.link(column, document.createElement('div'));
  made.show(scriptPieces(SCRIPT));
  return { prompter: made, takes };
}

describe('the teleprompter', () => {
  it('tells what is left at the own pace of each section, as the page does', () => {
    const { prompter: open } = prompter();
    expect(open.left).toBe(48);
    open.setSectionPaces(OWN);
    expect(open.left).toBe(scriptSeconds(SCRIPT, { general: 150, sections: OWN }));
    expect(open.left).toBe(54);
    open.setSectionPaces([]);
    expect(open.left).toBe(48);
  });

  it('reads each section at its own pace, and all of them faster by the same', () => {
    const { prompter: open, takes } = prompter();
    open.setSectionPaces(OWN);
    expect(open.pace).toBe(200);
    open.toggle(0);
    pass(18.2);
    expect(open.pace).toBe(100);
    expect(open.left).toBe(36);
    open.faster(20);
    expect([open.pace, open.left]).toEqual([120, 30]);
    pass(31);
    expect([open.running, open.left]).toEqual([false, 0]);
    const [quick, careful] = takes.at(-1)?.sections ?? [];
    // The last frame is counted whole.
    expect([quick?.pace, Math.abs((careful?.pace ?? 0) - 120) <= 1]).toEqual([200, true]);
  });
});
