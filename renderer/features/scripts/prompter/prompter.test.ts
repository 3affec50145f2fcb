import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { getScriptSeconds } from '#markdown/cuts/suggest-cuts.ts';
import { listScriptPieces } from '#markdown/spoken-pieces.ts';
import type { Take } from '../takes/take.ts';
import { Prompter } from './prompter.svelte.ts';

const createWords = (count: number): string => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');
const SCRIPT = `## Quick\n\n${createWords(60)}\n\n## Careful\n\n${createWords(60)}`;
const SECTION_PACES = [
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

/** Advances the time in frames of a fifth of a second. */
function advanceTime(seconds: number): void {
  for (let step = 0; step < seconds * 5; step += 1) {
    now += 200;
    frame?.(now);
  }
}

function createPrompter(): { prompter: Prompter; takes: Take[] } {
  const takes: Take[] = [];
  const prompter = new Prompter({
    pace: 150,
    reducedMotion: false,
    onTake: () => undefined,
    onRecord: (take) => takes.push(take),
  });
  const column = document.createElement('div');
  prompter.link(column, document.createElement('div'));
  prompter.show(listScriptPieces(SCRIPT));
  return { prompter, takes };
}

describe('the teleprompter', () => {
  it('shows the time left at the pace of each section, as the page does', () => {
    const { prompter } = createPrompter();
    expect(prompter.secondsLeft).toBe(48);
    prompter.setSectionPaces(SECTION_PACES);
    expect(prompter.secondsLeft).toBe(getScriptSeconds(SCRIPT, { general: 150, sections: SECTION_PACES }));
    expect(prompter.secondsLeft).toBe(54);
    prompter.setSectionPaces([]);
    expect(prompter.secondsLeft).toBe(48);
  });

  it('reads each section at its own pace, and changes all paces by the same amount', () => {
    const { prompter, takes } = createPrompter();
    prompter.setSectionPaces(SECTION_PACES);
    expect(prompter.pace).toBe(200);
    prompter.toggle(0);
    advanceTime(18.2);
    expect(prompter.pace).toBe(100);
    expect(prompter.secondsLeft).toBe(36);
    prompter.changePace(20);
    expect([prompter.pace, prompter.secondsLeft]).toEqual([120, 30]);
    advanceTime(31);
    expect([prompter.isRunning, prompter.secondsLeft]).toEqual([false, 0]);
    const [quick, careful] = takes.at(-1)?.sections ?? [];
    // The last frame is counted whole.
    expect([quick?.pace, Math.abs((careful?.pace ?? 0) - 120) <= 1]).toEqual([200, true]);
  });
});
