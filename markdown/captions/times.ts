import { sum } from '../sum.ts';

/**
 * Moves the ends of captions as little as possible so that each stays for the time it needs, by isotonic regression.
 * Their sum stays the same, and none gets longer than it was or than it needs. If there is less time than all of them
 * need, nothing moves.
 */
export function fitEnds(seconds: readonly number[], needs: readonly number[]): number[] {
  const spareSeconds = sum(seconds) - sum(needs);
  let [elapsed, neededSoFar] = [0, 0];
  const ends = seconds.map((duration) => (elapsed += duration));
  if (spareSeconds < 0) return ends;
  // Captions that are too close together form a block, which keeps the mean of the time left before them.
  const blocks: { total: number; count: number }[] = [];
  const needEnds = needs.map((need) => (neededSoFar += need));
  for (const [index, captionEnd] of ends.entries()) {
    let block = { total: captionEnd - (needEnds[index] ?? 0), count: 1 };
    for (
      let previous = blocks.at(-1);
      previous && previous.total / previous.count > block.total / block.count;
      previous = blocks.at(-1)
    ) {
      block = { total: previous.total + block.total, count: previous.count + block.count };
      blocks.pop();
    }
    blocks.push(block);
  }
  const slack = blocks.flatMap(({ total, count }) =>
    new Array<number>(count).fill(Math.min(spareSeconds, Math.max(0, total / count))),
  );
  return needEnds.map((captionEnd, index) =>
    index === needEnds.length - 1 ? elapsed : captionEnd + (slack[index] ?? 0),
  );
}
