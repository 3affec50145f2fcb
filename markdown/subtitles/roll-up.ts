/** Merges rolling captions, in which each caption shows lines of the one before again. */

/** Keeps a caption as it is shown: its lines, with their times in seconds. */
interface Shown<Line extends { readonly text: string }> {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly Line[];
}

/** Captions farther apart do not roll. */
const NEAR = 0.25;
/** Hold the last lines only for a moment, as YouTube writes them. */
const MOMENT = 0.05;

interface Overlap {
  /** Counts lines that are shown again. */
  readonly lines: number;
  /** Counts characters of the line after them that were there before. */
  readonly characters: number;
}

const isBegun = (before: string, after: string): boolean => after === before || after.startsWith(`${before} `);

/** Finds how many of the last lines before are the first lines after; the last of them may have got more words. */
function overlapOf(before: readonly { text: string }[], after: readonly { text: string }[]): Overlap {
  for (let count = Math.min(before.length, after.length); count > 0; count -= 1) {
    const old = before.slice(-count).map(({ text }) => text);
    const now = after.slice(0, count).map(({ text }) => text);
    const last = old.at(-1) ?? '';
    const isSame = old.every((line, at) => line === now[at] || (at === count - 1 && isBegun(line, now[at] ?? '')));
    if (!isSame) continue;
    return last === now.at(-1) ? { lines: count, characters: 0 } : { lines: count - 1, characters: last.length };
  }
  return { lines: 0, characters: 0 };
}

/**
 * Returns whether most captions that bring new words show the words before again. A person may say a line twice, so one
 * such caption alone counts only beside captions that hold still for a moment.
 */
function isRolling(captions: readonly Shown<{ readonly text: string }>[]): boolean {
  let carried = 0;
  let fresh = 0;
  for (const [index, { start, lines }] of captions.entries()) {
    const before = captions[index - 1];
    if (!before) continue;
    const overlap = overlapOf(before.lines, lines);
    const isCarried = (overlap.lines > 0 || overlap.characters > 0) && start - before.end <= NEAR;
    if (isCarried && overlap.lines < lines.length) carried += 1;
    else if (!isCarried) fresh += 1;
  }
  const holds = captions.some(({ start, end }) => end - start <= MOMENT);
  return carried >= (holds ? 1 : 2) && carried > fresh;
}

/** Returns the captions with each line once, if they roll; otherwise null. */
export function mergeRollUp<Line extends { readonly text: string }>(
  captions: readonly Shown<Line>[],
): Shown<Line>[] | null {
  if (!isRolling(captions)) return null;
  return captions.map((caption, index) => {
    const before = captions[index - 1];
    if (!before || caption.start - before.end > NEAR) return caption;
    const { lines, characters } = overlapOf(before.lines, caption.lines);
    const rest = caption.lines.slice(lines);
    const [first] = rest;
    if (!first || characters === 0) return { ...caption, lines: rest };
    return { ...caption, lines: [{ ...first, text: first.text.slice(characters).trim() }, ...rest.slice(1)] };
  });
}
