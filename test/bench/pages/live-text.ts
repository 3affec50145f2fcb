import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import '../../../renderer/shared/live-text/live-text.css';
import { LiveTextView } from '../../../renderer/shared/live-text/live-text-view.ts';
import { sampleScript } from '../sample-script.ts';

const element = document.querySelector<HTMLElement>('#live')!;

const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve, 0));
  });

/** Writes a script of 20,000 words in chunks, one a frame; returns the milliseconds of each with its layout. */
async function writeLive(chunks: number): Promise<{ times: number[]; same: boolean }> {
  const text = sampleScript(20_000);
  const view = new LiveTextView(element);
  const size = Math.ceil(text.length / chunks);
  const times: number[] = [];
  for (let from = 0; from < text.length; from += size) {
    const startTime = performance.now();
    view.write(from, text.slice(from, from + size));
    element.getBoundingClientRect();
    times.push(performance.now() - startTime);
    await nextFrame();
  }
  view.end();
  const shownText = [...element.querySelectorAll('p')].map((line) => line.textContent).join('\n');
  return { times, same: shownText === text };
}

/** Waits for a number of frames without writing. */
async function waitFrames(frames: number): Promise<void> {
  for (let index = 0; index < frames; index++) await nextFrame();
}

Object.assign(window, { writeLive, waitFrames });
