/**
 * Converts scripts to Fountain (fountain.io). Spoken text is the dialogue of one narrator, a cue is action, headings
 * are sections, comments are notes. Fountain has no links, code, pictures or tables: only their words stay.
 */
import { writeTitlePage } from './fountain/title-page.ts';
import { writeBlocks, type WriteOptions } from './fountain/write.ts';
import type { Loss } from './fountain/speech.ts';

export interface FountainOptions extends WriteOptions {
  readonly title: string;
}

export interface FountainFile {
  readonly fountain: string;
  /** Plain sentences about parts of which only the words are written. */
  readonly notes: string[];
}

const LOSSES: Readonly<Record<Loss, string>> = {
  tables: 'Tables became action, one line per row.',
  code: 'Code and formulas became action.',
  pictures: 'Pictures became notes with their descriptions.',
  footnotes: 'Footnotes became notes.',
  struck: 'Struck text became notes.',
  html: 'The words of HTML became notes.',
  links: 'The addresses of links were left out.',
  marks: 'Highlights, code marks and other formatting beside bold and italic were left out.',
};

export function toFountain(markdown: string, options: FountainOptions): FountainFile {
  const source = markdown.replace(/\r\n?/g, '\n');
  const { blocks, losses, details } = writeBlocks(source, options);
  const titlePage = writeTitlePage(options.title, details);
  const notes = Object.entries(LOSSES).flatMap(([loss, note]) =>
    ([...losses] as string[]).includes(loss) ? [note] : [],
  );
  return { fountain: `${[titlePage, ...blocks].filter((block) => block !== '').join('\n\n')}\n`, notes };
}
