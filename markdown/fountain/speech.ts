/** Reads a paragraph of a script for Fountain: spoken words, directions, and content that only a note can hold. */
import type { Token } from 'markdown-it';
import { HTML_TAG } from '../html-patterns.ts';
import { toInlineText } from '../plain-text.ts';
import { parseSpeechTokens, toSpokenText } from '../spoken-text.ts';
import { SPEAKER_LABELS, VISUAL_LINES } from '../syntax/labels.ts';
import { getWords } from '../words.ts';

export interface SpeechRun {
  readonly kind: 'words' | 'direction' | 'note';
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
}

/** Describes one line; a direction for the picture (`VISUAL: …`) has a line of its own. */
export interface SpeechLine {
  readonly isVisual: boolean;
  readonly runs: readonly SpeechRun[];
}

/** Content that a screenplay has no place for, so that only its words stay. */
export type Loss = 'marks' | 'links' | 'struck' | 'pictures' | 'footnotes' | 'tables' | 'code' | 'html';

interface SpeechContext {
  /** True if unspoken text matters: labels (`HOST:`), struck text, pictures. */
  readonly isSpoken: boolean;
  /** The offset where the text begins, after a check box. */
  readonly from?: number;
  /** True if the first line is the title of a callout. */
  readonly isCallout?: boolean;
  readonly losses: Set<Loss>;
  /** Returns the text of a footnote the first time it is mentioned, otherwise null. */
  takeFootnote(key: string): string | null;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

const findRanges = (source: string, pattern: RegExp): Range[] =>
  [...source.matchAll(pattern)].map(({ index, 0: match }) => ({ from: index, to: index + match.length }));

const COMMENT = /^<!--([^]*)-->$/;
const MARK_TAGS: Readonly<Record<string, 'bold' | 'italic' | 'struck'>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'italic',
  s: 'struck',
  del: 'struck',
  strike: 'struck',
};

class Speech {
  readonly lines: SpeechLine[] = [];
  readonly #source: string;
  readonly #context: SpeechContext;
  readonly #visual: readonly Range[];
  readonly #labels: readonly Range[];
  readonly #openMarks = { bold: 0, italic: 0, struck: 0, address: 0 };
  #runs: SpeechRun[] = [];
  #isVisual = false;
  /** A picture keeps the words around it apart. */
  #isAfterPicture = false;

  constructor(source: string, tokens: readonly Token[], context: SpeechContext) {
    this.#source = source;
    this.#context = context;
    this.#visual = context.isSpoken ? findRanges(source, VISUAL_LINES) : [];
    this.#labels = context.isSpoken ? findRanges(source, SPEAKER_LABELS) : [];
    for (const token of tokens) if ((token.map?.[0] ?? 0) >= (context.from ?? 0)) this.#readToken(token);
    this.#endLine();
  }

  #readToken(token: Token): void {
    const { type, content, markup } = token;
    const [from, to] = token.map ?? [0, 0];
    const { isSpoken } = this.#context;
    if (type === 'softbreak') this.#addLineEnd(from, to);
    else if (type === 'hardbreak') this.#endLine();
    else if (type === 'text' || type === 'text_special' || type === 'code_inline')
      this.#addWords(content, { from, to });
    else if (type === 'math_inline') this.#addRun(markup === '$' || !isSpoken ? 'words' : 'direction', content, from);
    else if (type === 'wiki_link') this.#addRun('words', isSpoken ? token.info : content, from);
    else if (type === 'direction') this.#addDirection(toDirectionText(this.#source.slice(from + 1, to - 1)), from);
    else if (type === 'comment') this.#addRun('note', content, from);
    else if (type === 'image')
      this.#addPicture(toInlineText(token.children ?? []), String(token.attrGet('src') ?? ''), from);
    else if (type === 'html_inline') this.#addHtml(content, from);
    else if (type === 'footnote_reference') this.#addReference(this.#source.slice(from + 2, to - 1), from);
    else if (token.nesting !== 0) this.#readMark(token);
    if (type === 'code_inline') this.#context.losses.add('marks');
  }

  #readMark({ type, nesting, info }: Token): void {
    const name = type.replace(/_(?:open|close)$/, '');
    if (name === 'strong') this.#openMarks.bold += nesting;
    else if (name === 'em') this.#openMarks.italic += nesting;
    else if (name === 's') this.#openMarks.struck += nesting;
    else if (name === 'link' && info === 'auto') this.#openMarks.address += nesting;
    else if (name === 'link') this.#context.losses.add('links');
    else this.#context.losses.add('marks');
  }

  #addHtml(html: string, from: number): void {
    const comment = COMMENT.exec(html)?.[1];
    if (comment !== undefined) return this.#addRun('note', comment.trim(), from);
    const [, closingSlash, name = '', attributes = ''] = HTML_TAG.exec(html) ?? [];
    const mark = MARK_TAGS[name.toLowerCase()];
    if (mark) this.#openMarks[mark] = Math.max(0, this.#openMarks[mark] + (closingSlash ? -1 : 1));
    else if (name.toLowerCase() === 'img') {
      const description = /\salt\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes);
      this.#addPicture(description?.[1] ?? description?.[2] ?? '', '', from);
    } else this.#context.losses.add('marks');
  }

  /** An empty direction still keeps the words around it apart. */
  #addDirection(text: string, from: number): void {
    const words = text.trim();
    this.#addRun(words === '' ? 'words' : 'direction', words || ' ', from);
  }

  #addPicture(description: string, address: string, from: number): void {
    if (!this.#context.isSpoken) return this.#addRun('words', description, from);
    this.#context.losses.add('pictures');
    const name = description.trim() || (address.split('/').at(-1) ?? '');
    this.#addRun('note', name === '' ? 'Picture' : `Picture: ${name}`, from);
    this.#isAfterPicture = true;
  }

  #addReference(key: string, from: number): void {
    const text = this.#context.takeFootnote(key);
    if (text !== null) this.#context.losses.add('footnotes');
    this.#addRun('note', text ?? `^${key}`, from);
  }

  /** Splits words where a label ends, and a heading at its brackets. */
  #addWords(text: string, { from, to }: Range): void {
    if (!this.#context.isSpoken) {
      for (const part of text.split(/(\[[^[\]]*\])/)) {
        const key = /^\[\^(\S+)\]$/.exec(part)?.[1];
        if (key !== undefined) this.#addReference(key, from);
        else if (/^\[.*\]$/.test(part)) this.#addDirection(part.slice(1, -1), from);
        else this.#addRun('words', part, from);
      }
      return;
    }
    const label = this.#labels.find((range) => range.from < to && from < range.to);
    if (!label || text.length !== to - from) return this.#addRun('words', text, from);
    const end = Math.min(to, label.to) - from;
    this.#addRun('direction', text.slice(0, end), from);
    if (end < text.length) this.#addRun('words', text.slice(end), from + end);
  }

  /** A line end that is no break is a space, except beside a line that stands for itself. */
  #addLineEnd(from: number, to: number): void {
    const isTitle = this.#context.isCallout === true && this.lines.length === 0;
    const endsLine = isTitle || this.#isVisualAt(from - 1) || this.#isVisualAt(to);
    if (endsLine) this.#endLine();
    else this.#addRun('words', ' ', from);
  }

  #isVisualAt(offset: number): boolean {
    return this.#visual.some(({ from, to }) => from <= offset && offset < to);
  }

  #addRun(kind: SpeechRun['kind'], text: string, from: number): void {
    if (text === '') return;
    const needsSpace = this.#isAfterPicture && /^[\p{L}\p{N}]/u.test(text);
    this.#isAfterPicture = false;
    if (needsSpace && kind === 'words') return this.#addRun(kind, ` ${text}`, from);
    if (this.#runs.length === 0) this.#isVisual = this.#isVisualAt(from);
    const { bold, italic, address } = this.#openMarks;
    const { isSpoken } = this.#context;
    const isStruck = isSpoken && this.#openMarks.struck > 0 && kind === 'words';
    if (isStruck) this.#context.losses.add('struck');
    const isAddress = isSpoken && address > 0 && kind === 'words';
    const run: SpeechRun = {
      kind: isStruck ? 'note' : isAddress ? 'direction' : kind,
      text,
      ...(bold > 0 && { bold: true }),
      ...(italic > 0 && { italic: true }),
    };
    const last = this.#runs.at(-1);
    const canMerge = last?.kind === run.kind && last.bold === run.bold && last.italic === run.italic;
    if (canMerge && run.kind === 'words') this.#runs.splice(-1, 1, { ...run, text: last.text + text });
    else this.#runs.push(run);
  }

  #endLine(): void {
    if (this.#runs.some(({ text }) => text.trim() !== ''))
      this.lines.push({ isVisual: this.#isVisual, runs: this.#runs });
    this.#runs = [];
  }
}

/** Returns the words of a direction without its marks. */
const toDirectionText = (markdown: string): string =>
  parseSpeechTokens(markdown)
    .map((token) => {
      if (token.type === 'softbreak' || token.type === 'hardbreak') return ' ';
      if (token.type === 'direction')
        return `(${toDirectionText(markdown.slice((token.map?.[0] ?? 0) + 1, (token.map?.[1] ?? 0) - 1))})`;
      return toInlineText([token]);
    })
    .join('');

const joinSpokenWords = (lines: readonly SpeechLine[]): string =>
  lines
    .filter(({ isVisual }) => !isVisual)
    .map(({ runs }) =>
      runs.map(({ kind, text }) => (kind === 'words' ? text : kind === 'direction' ? ' ' : '')).join(''),
    )
    .join('\n');

const hasSameWords = (a: string, b: string): boolean => getWords(a).join('\n') === getWords(b).join('\n');

/**
 * Returns the lines of a paragraph's markdown. Where marks are so entangled that other words would be spoken, the line
 * has just those, and a note the whole text.
 */
export function readSpeechLines(source: string, context: Omit<SpeechContext, 'isSpoken'>): readonly SpeechLine[] {
  const tokens = parseSpeechTokens(source);
  const { lines } = new Speech(source, tokens, { ...context, isSpoken: true });
  const { text } = toSpokenText(source);
  if (hasSameWords(joinSpokenWords(lines), text)) return lines;
  const note: SpeechRun = { kind: 'note', text: toDirectionText(source) };
  return [{ isVisual: false, runs: [{ kind: 'words', text: text.replace(/\s+/g, ' ') }, note] }];
}

/** Returns the words of a heading from its inline tokens, in which nothing is spoken. */
export const readHeadingRuns = (tokens: readonly Token[], context: Omit<SpeechContext, 'isSpoken'>): SpeechRun[] =>
  new Speech('', tokens, { ...context, isSpoken: false }).lines.flatMap(({ runs }) => [
    ...runs,
    { kind: 'words', text: ' ' },
  ]);
