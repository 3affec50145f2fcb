/** Writes a screenplay, as Fountain and Final Draft have it, as a script's markdown. */
import { toMarkdownComment, writeMarkdownRuns, type TextRun } from './markdown-text.ts';
import { isAuthorLine } from './syntax/author.ts';
import { collapseSpaces } from './collapse-spaces.ts';

/** A spoken line, which may include directions and comments. */
export interface SpokenLine {
  readonly runs: readonly TextRun[];
  /** Begins the line with this markdown: the markers of the lists and quotes it stands in. */
  readonly container?: string;
}

export type ScreenplayElement =
  | { readonly kind: 'heading'; readonly level: number; readonly runs: readonly TextRun[] }
  | {
      readonly kind: 'action';
      readonly runs: readonly TextRun[];
      /** True if the action stays a cue where nobody speaks. */
      readonly isCue?: boolean;
    }
  | {
      readonly kind: 'dialogue';
      /** The name with its extensions, as written; empty for songs and other speech of nobody. */
      readonly speaker: string;
      /** The lines of each paragraph. */
      readonly paragraphs: readonly (readonly SpokenLine[])[];
      /** Marks a song outside of dialogue, which does not make the action around it unspoken. */
      readonly isSong?: boolean;
    }
  | { readonly kind: 'comment'; readonly text: string }
  | { readonly kind: 'page break' };

/** The speaker in a screenplay made from a script without speakers. */
export const NARRATOR = 'NARRATOR';

/** Splits runs at their comments, which cannot stand in a cue. */
function writeCueBlocks(runs: readonly TextRun[]): string[] {
  const blocks: string[] = [];
  let words = '';
  const endCue = (): void => {
    const text = collapseSpaces(words).replaceAll('[', '(').replaceAll(']', ')');
    if (text !== '') blocks.push(`[Cue: ${text}]`);
    words = '';
  };
  for (const { text, comment, direction } of runs) {
    if (!comment) words += direction ? `(${text})` : text;
    else {
      endCue();
      blocks.push(toMarkdownComment(text));
    }
  }
  endCue();
  return blocks;
}

const LINE_END: TextRun = { text: '\n' };
const joinLines = (lines: readonly SpokenLine[]): TextRun[] =>
  lines.flatMap(({ runs }, index) => (index === 0 ? runs : [LINE_END, ...runs]));

const isItem = (container: string): boolean => /(?:[-+*]|\d[.)]) /.test(container);

/** A comment would make a whole item a block of its own, so it follows the words. */
const withCommentsLast = (runs: readonly TextRun[]): TextRun[] => [
  ...runs.filter(({ comment }) => !comment),
  ...runs.filter(({ comment }) => comment),
];

/** The title of a callout is a line of its own. */
const isCallout = (line: SpokenLine | undefined): boolean =>
  line?.container?.endsWith('> ') === true && line.runs[0]?.direction === true && line.runs[0].text.startsWith('!');

/** Writes lines of lists and quotes; a line without a marker of its own follows a line break, except a quote's author. */
function writeContainerLines(lines: readonly SpokenLine[]): string {
  let text = '';
  const paragraphText = lines.flatMap(({ runs }) => runs.map((run) => run.text)).join(' ');
  for (const [index, { runs, container = '' }] of lines.entries()) {
    const words = writeMarkdownRuns(withCommentsLast(runs), {
      spoken: true,
      beside: lines.length > 1 ? paragraphText : '',
    });
    const isAuthor = container.endsWith('> ') && isAuthorLine(words);
    if (index > 0) text += isItem(container) || isCallout(lines[index - 1]) || isAuthor ? '\n' : '\\\n';
    text += container + words;
  }
  return text;
}

/** Dollar signs are escaped in any case, because the words behind the name may have one too. */
const writeSpeakerLabel = (speaker: string): string =>
  writeMarkdownRuns([{ text: speaker, direction: true }], { beside: '$' });

function writeDialogueBlocks(name: string, paragraphs: readonly (readonly SpokenLine[])[]): string[] {
  const blocks: string[] = [];
  let prefix = name === '' ? '' : `${writeSpeakerLabel(name)} `;
  for (const lines of paragraphs) {
    const hasContainer = lines.some(({ container }) => container !== undefined);
    if (hasContainer && prefix !== '') blocks.push(prefix.trim());
    blocks.push(
      hasContainer ? writeContainerLines(lines) : writeMarkdownRuns(joinLines(lines), { prefix, spoken: true }),
    );
    prefix = '';
  }
  return prefix === '' ? blocks : [...blocks, prefix.trim()];
}

/** Facts about all dialogue of a screenplay. */
interface DialogueSummary {
  readonly isSpoken: boolean;
  /** True if the narrator is the only speaker, who then needs no name. */
  readonly isNarrated: boolean;
}

function getBlocks(element: ScreenplayElement, { isSpoken, isNarrated }: DialogueSummary): string[] {
  switch (element.kind) {
    case 'heading': {
      const heading = writeMarkdownRuns(element.runs, { prefix: `${'#'.repeat(element.level)} ` });
      return [heading.replace(/(?<=\s)(?=#+$)/, '\\')];
    }
    case 'action':
      return element.isCue || isSpoken
        ? writeCueBlocks(element.runs)
        : [writeMarkdownRuns(element.runs, { spoken: true })];
    case 'dialogue':
      return writeDialogueBlocks(isNarrated ? '' : element.speaker, element.paragraphs);
    case 'comment':
      return [toMarkdownComment(element.text)];
    case 'page break':
      return ['---'];
  }
}

/**
 * Writes scenes and sections as headings, action as stage cues, and names of speakers in brackets before what they say.
 * If nobody speaks, the action is the text that is spoken.
 */
export function writeScreenplayMarkdown(elements: readonly ScreenplayElement[]): string {
  const dialogues = elements.filter((element) => element.kind === 'dialogue');
  const summary = {
    isSpoken: dialogues.some(({ isSong }) => !isSong),
    isNarrated: dialogues.every(({ speaker }) => speaker === NARRATOR || speaker === ''),
  };
  const blocks = elements.flatMap((element) => getBlocks(element, summary)).filter((block) => block !== '');
  // Dashes at the very beginning would open a front matter.
  const text = blocks.join('\n\n').replace(/^---(?=\n|$)/, '***');
  return text === '' ? '' : `${text}\n`;
}
