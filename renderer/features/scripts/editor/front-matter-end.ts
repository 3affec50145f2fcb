import type { Text } from '@codemirror/state';
import { findFrontMatter } from '#markdown/syntax/front-matter.ts';

const cache = new WeakMap<Text, number>();

/** Returns the offset where the details at the top of a script end; 0 if there are none. */
export function findFrontMatterEnd(doc: Text): number {
  let end = cache.get(doc);
  if (end === undefined) {
    const { lines } = findFrontMatter((line) => (line < doc.lines ? doc.line(line + 1).text : undefined));
    end = lines === 0 ? 0 : doc.line(lines).to;
    cache.set(doc, end);
  }
  return end;
}
