/** A text, and the marks around it as they are written, the outermost first. */
export interface MarkedText {
  readonly text: string;
  readonly marks: readonly string[];
}

/** Joins texts with marks, so that equal marks next to each other become one and no mark stands beside a space. */
export function joinMarked(parts: readonly MarkedText[]): string {
  let result = '';
  let space = '';
  const openMarks: string[] = [];
  const closeMarks = (keepCount: number): void => {
    result += openMarks.splice(keepCount).reverse().join('');
  };
  for (const { text, marks } of parts) {
    const words = text.trim();
    const start = text.length - text.trimStart().length;
    if (words === '') space += text;
    else {
      const keepCount = openMarks.findIndex((mark) => !marks.includes(mark));
      if (keepCount >= 0) closeMarks(keepCount);
      const newMarks = marks.filter((mark) => !openMarks.includes(mark));
      result += space + text.slice(0, start) + newMarks.join('') + words;
      openMarks.push(...newMarks);
      space = text.slice(start + words.length);
    }
  }
  closeMarks(0);
  return result + space;
}
