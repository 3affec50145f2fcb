/** A section's heading level (0: text before the first heading) and start. */
export interface SectionPlace {
  readonly level: number;
  readonly from: number;
}

type Levels = readonly number[];

/** Returns the index after the section's last sub-section; sub-sections move along. */
function findSectionEnd(levels: Levels, index: number): number {
  const level = levels[index] ?? 0;
  let end = index + 1;
  while (end < levels.length && (levels[end] ?? 0) > level) end += 1;
  return end;
}

/**
 * Returns whether a section may move before another; `before` is its index, or the section count for the end. Refuses a
 * move into itself, or between a section and its first sub-sections, which would change the nesting.
 */
export function canMove(levels: Levels, index: number, before: number): boolean {
  const level = levels[index] ?? 0;
  if (level === 0 || before < 0 || before > levels.length) return false;
  if (before >= index && before <= findSectionEnd(levels, index)) return false;
  const next = levels[before];
  return next === undefined || (next > 0 && next <= level);
}

/** Returns the `before` index for one step up or down, or null if the section cannot move. */
export function findStepTarget(levels: Levels, index: number, direction: 'up' | 'down'): number | null {
  const step = direction === 'up' ? -1 : 1;
  for (let before = index + step; before >= 0 && before <= levels.length; before += step)
    if (canMove(levels, index, before)) return before;
  return null;
}

/** Returns a section's index after it moved before `before`. */
export function getIndexAfterMove(levels: Levels, index: number, before: number): number {
  return before > index ? before - (findSectionEnd(levels, index) - index) : before;
}

export interface SectionMove {
  readonly changes: readonly { readonly from: number; readonly to?: number; readonly insert?: string }[];
  /** The start of the moved heading in the new text. */
  readonly cursor: number;
}

/** Returns the changes that move a section before another, with one blank line between them. Call `canMove` first. */
export function moveSection(text: string, places: readonly SectionPlace[], index: number, before: number): SectionMove {
  const getStart = (section: number): number => places[section]?.from ?? text.length;
  const end = findSectionEnd(
    places.map(({ level }) => level),
    index,
  );
  // The moved section swaps places with the sections it passes: `first` and `second` are adjacent.
  const movesDown = before > index;
  const [start, middle, stop] = movesDown
    ? [getStart(index), getStart(end), getStart(before)]
    : [getStart(before), getStart(index), getStart(end)];
  const first = text.slice(start, middle).trimEnd();
  const second = text.slice(middle, stop).trimEnd();
  const gap = text.slice(start + first.length, middle);
  const between = /\n[^\S\n]*\n/.test(gap) ? gap : '\n\n';
  if (movesDown)
    return {
      changes: [
        { from: start, to: middle },
        { from: middle + second.length, insert: between + first },
      ],
      cursor: start + second.length + between.length,
    };
  return {
    changes: [
      { from: start, insert: second + between },
      { from: start + first.length, to: middle + second.length },
    ],
    cursor: start,
  };
}
