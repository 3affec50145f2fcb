/** Converts Fountain screenplays (fountain.io) to a script's markdown. */
import { readElements } from './fountain/read.ts';
import { readTitlePage } from './fountain/title-page.ts';
import { writeScreenplayMarkdown } from './screenplay.ts';
import { toFrontMatter } from './write-details.ts';

export interface FromFountain {
  /** The title from the title page; null if there is none. */
  readonly title: string | null;
  /** The script, whose front matter has the rest of the title page. */
  readonly markdown: string;
}

export function fountainToMarkdown(fountain: string): FromFountain {
  const text = fountain
    .replaceAll('\0', '')
    .replace(/[\uFEFF\ufdd0\ufdd1]/g, '')
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n');
  const { title, details, body } = readTitlePage(text);
  return { title, markdown: toFrontMatter(details) + writeScreenplayMarkdown(readElements(body)) };
}
