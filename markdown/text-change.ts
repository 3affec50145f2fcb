/** A text that returns slices of itself, like CodeMirror's `Text`. */
export interface TextSource {
  readonly length: number;
  sliceString(from: number, to?: number): string;
}

export function toTextSource(text: string): TextSource {
  return { length: text.length, sliceString: (from, to) => text.slice(from, to) };
}

/** A change of characters `from`–`to` of the old text into `from`–`toNew` of the new one. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly toNew: number;
}

/** Returns the one changed range between two texts: everything between their common start and their common end. */
export function findChange(before: string, after: string): TextChange {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before.charCodeAt(from) === after.charCodeAt(from)) from += 1;
  let commonEnd = 0;
  while (
    commonEnd < shorter - from &&
    before.charCodeAt(before.length - 1 - commonEnd) === after.charCodeAt(after.length - 1 - commonEnd)
  )
    commonEnd += 1;
  return { from, to: before.length - commonEnd, toNew: after.length - commonEnd };
}

export function joinChanges(first: TextChange | null, second: TextChange): TextChange {
  if (first === null) return second;
  return {
    from: Math.min(first.from, second.from),
    to: second.to > first.toNew ? second.to - first.toNew + first.to : first.to,
    toNew: first.toNew > second.to ? first.toNew - second.to + second.toNew : second.toNew,
  };
}
