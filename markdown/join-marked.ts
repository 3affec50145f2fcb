/** Both texts are written as they are; the outermost mark comes first. */
export interface MarkedText {
  readonly text: string;
  readonly marks: readonly string[];
}

/** Joins texts with marks, so that equal marks next to each other become one and no mark stands beside a space. */
export function joinMarked(parts: readonly MarkedText[]): string {
  let written = '';
  let space = '';
  const open: string[] = [];
  const close = (keep: number): void => {
    written += open.splice(keep).reverse().join('');
  };
  for (const { text, marks } of parts) {
    const words = text.trim();
    const start = text.length - text.trimStart().length;
    if (words === '') space += text;
    else {
      const keep = open.findIndex((mark) => !marks.includes(mark));
      if (keep >= 0) close(keep);
      const added = marks.filter((mark) => !open.includes(mark));
      written += space + text.slice(0, start) + added.join('') + words;
      open.push(...added);
      space = text.slice(start + words.length);
    }
  }
  close(0);
  return written + space;
}
