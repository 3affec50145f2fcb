/** Converts subtitles (.srt, .vtt) to prose: captions are joined to paragraphs, times are left out. */
import { describeCount } from './describe-count.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { writeMarkdownRuns, type TextRun } from './markdown-text.ts';
import { parseCaptionLines, type CaptionLine } from './subtitles/cue-text.ts';
import { readSubtitles, type Cue } from './subtitles/cues.ts';
import { mergeRollUp } from './subtitles/roll-up.ts';

export interface FromSubtitles {
  /** Null, because subtitles have none. */
  readonly title: null;
  readonly markdown: string;
  /** Plain sentences about the parts left out. */
  readonly notes: string[];
}

const NO_TIMES = 'This file has no times, so it isn’t a subtitle file, despite its name.';

/** Seconds without a caption after which a paragraph starts. */
const PARAGRAPH_PAUSE = 2;
/** Characters after which a paragraph ends with its sentence; at MAX_PARAGRAPH_LENGTH it ends in any case. */
const LONG_PARAGRAPH = 450;
const MAX_PARAGRAPH_LENGTH = 1300;

interface Caption {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly CaptionLine[];
  /** Begins a paragraph whatever the pause before is. */
  readonly restarts: boolean;
}

/** Puts captions in the order of their times, which files that were put behind each other have each for themselves. */
function sortCues(cues: readonly Cue[]): Cue[] {
  const files: Cue[][] = [];
  for (const cue of cues) {
    const last = files.at(-1);
    if (last && !cue.restarts) last.push(cue);
    else files.push([cue]);
  }
  return files.flatMap((file) => file.toSorted((a, b) => a.start - b.start));
}

const SENTENCE_END = /(?:[.!?…]["'”’»)\]]*|[。！？][」』”）]*)$/;
const CJK_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]$/u;
const CJK_START = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]/u;

/** Collects the lines of captions into paragraphs. */
class Paragraphs {
  readonly #paragraphs: TextRun[][] = [];
  #text = '';
  #length = 0;
  #voice = '';

  add({ text, speaker }: CaptionLine): void {
    if (speaker !== undefined && (speaker === '' || speaker !== this.#voice)) {
      this.end();
      if (speaker !== '') this.#getCurrent().push({ text: speaker, direction: true });
      this.#voice = speaker;
    }
    if (text === '') return;
    if (SENTENCE_END.test(this.#text) ? this.#length >= LONG_PARAGRAPH : this.#length >= MAX_PARAGRAPH_LENGTH)
      this.end();
    const runs = this.#getCurrent();
    const isJoined = runs.length > 0 && !(CJK_END.test(this.#text) && CJK_START.test(text));
    runs.push({ text: isJoined ? ` ${text}` : text });
    this.#text = text;
    this.#length += text.length;
  }

  end(): void {
    if (this.#paragraphs.at(-1)?.length !== 0) this.#paragraphs.push([]);
    this.#text = '';
    this.#length = 0;
  }

  #getCurrent(): TextRun[] {
    const last = this.#paragraphs.at(-1) ?? [];
    if (this.#paragraphs.length === 0) this.#paragraphs.push(last);
    return last;
  }

  toMarkdown(): string {
    const blocks = this.#paragraphs.map((runs) => writeMarkdownRuns(runs, { directions: true }));
    const text = blocks.filter((block) => block !== '').join('\n\n');
    return text === '' ? '' : `${text}\n`;
  }
}

/**
 * Reads a subtitle file.
 * @throws UnreadableFile
 */
export function subtitlesToMarkdown(text: string): FromSubtitles {
  const file = readSubtitles(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'));
  if (file.cues.length === 0) throw new UnreadableFile(NO_TIMES);
  const cues = sortCues(file.cues);
  const captions = cues
    .map((cue): Caption => ({ ...cue, lines: parseCaptionLines(cue.lines) }))
    .filter(({ lines }) => lines.length > 0);
  const mergedCaptions = mergeRollUp(captions);
  const paragraphs = new Paragraphs();
  for (const line of parseCaptionLines(file.opening)) paragraphs.add(line);
  let end = 0;
  for (const [index, { start, restarts }] of captions.entries()) {
    if (start - end > PARAGRAPH_PAUSE || restarts) paragraphs.end();
    for (const line of (mergedCaptions ?? captions)[index]?.lines ?? []) paragraphs.add(line);
    end = Math.max(restarts ? 0 : end, captions[index]?.end ?? 0);
  }
  return {
    title: null,
    markdown: paragraphs.toMarkdown(),
    notes: [
      'Times and formatting were left out.',
      ...describeCount(file.comments, 'A comment was left out.', 'comments were left out.'),
      ...describeCount(file.names, 'The name of a caption was left out.', 'names of captions were left out.'),
      ...(mergedCaptions ? ['Rolling captions were merged, so that each line appears once.'] : []),
      ...(cues.every((cue, index) => cue === file.cues[index])
        ? []
        : ['Captions out of order were sorted by their times.']),
    ],
  };
}
