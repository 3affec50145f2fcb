/** Merges rolling captions, in which each caption shows lines of the one before again. */

/** A caption as it is shown: its lines, with their times in seconds. */
interface ShownCaption<Line extends { readonly text: string }> {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly Line[];
}

/** The longest gap between rolling captions, in seconds. */
const MAX_ROLL_GAP = 0.25;
/** The time that captions hold the last lines, as YouTube writes them. */
const HOLD_SECONDS = 0.05;

interface Overlap {
  /** Counts lines that are shown again. */
  readonly lines: number;
  /** Counts characters of the line after them that were there before. */
  readonly characters: number;
}

const isContinued = (before: string, after: string): boolean => after === before || after.startsWith(`${before} `);

/** Counts the last lines of a caption that the next one begins with; the last of them may have gained words. */
function getOverlap(before: readonly { text: string }[], after: readonly { text: string }[]): Overlap {
  for (let count = Math.min(before.length, after.length); count > 0; count -= 1) {
    const previousLines = before.slice(-count).map(({ text }) => text);
    const nextLines = after.slice(0, count).map(({ text }) => text);
    const last = previousLines.at(-1) ?? '';
    const isSame = previousLines.every(
      (line, index) => line === nextLines[index] || (index === count - 1 && isContinued(line, nextLines[index] ?? '')),
    );
    if (!isSame) continue;
    return last === nextLines.at(-1) ? { lines: count, characters: 0 } : { lines: count - 1, characters: last.length };
  }
  return { lines: 0, characters: 0 };
}

/**
 * Returns whether most captions that bring new words show the words before again. A person may say a line twice, so one
 * such caption alone counts only beside captions that hold still for a moment.
 */
function isRolling(captions: readonly ShownCaption<{ readonly text: string }>[]): boolean {
  let rollingCount = 0;
  let newCount = 0;
  for (const [index, { start, lines }] of captions.entries()) {
    const previous = captions[index - 1];
    if (!previous) continue;
    const overlap = getOverlap(previous.lines, lines);
    const isRolled = (overlap.lines > 0 || overlap.characters > 0) && start - previous.end <= MAX_ROLL_GAP;
    if (isRolled && overlap.lines < lines.length) rollingCount += 1;
    else if (!isRolled) newCount += 1;
  }
  const hasHolds = captions.some(({ start, end }) => end - start <= HOLD_SECONDS);
  return rollingCount >= (hasHolds ? 1 : 2) && rollingCount > newCount;
}

/** Returns the captions with each line once, if they roll; otherwise null. */
export function mergeRollUp<Line extends { readonly text: string }>(
  captions: readonly ShownCaption<Line>[],
): ShownCaption<Line>[] | null {
  if (!isRolling(captions)) return null;
  return captions.map((caption, index) => {
    const previous = captions[index - 1];
    if (!previous || caption.start - previous.end > MAX_ROLL_GAP) return caption;
    const { lines, characters } = getOverlap(previous.lines, caption.lines);
    const newLines = caption.lines.slice(lines);
    const [first] = newLines;
    if (!first || characters === 0) return { ...caption, lines: newLines };
    return { ...caption, lines: [{ ...first, text: first.text.slice(characters).trim() }, ...newLines.slice(1)] };
  });
}
