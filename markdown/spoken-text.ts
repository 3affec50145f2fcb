import type { MarkdownIt, StateInline, Token } from 'markdown-it';
import { createParser } from './parser.ts';
import { getPauseSeconds } from './pause.ts';
import { SPEAKER_LABELS, VISUAL_LINES, VISUAL_REMARKS } from './syntax/labels.ts';

interface Range {
  readonly from: number;
  readonly to: number;
}

/** A run of the spoken text and its place in the source. */
interface Run extends Range {
  /** The offset of the run in the spoken text. */
  readonly at: number;
  /** True if each character stands for itself; otherwise all stand for the whole range, like an entity. */
  readonly literal: boolean;
}

/** A silence that the script asks for, and the length of the spoken text before it. */
export interface Pause {
  readonly at: number;
  readonly seconds: number;
}

/** Holds the spoken words of a paragraph, and finds their places in its markdown. */
class SpokenText {
  readonly text: string;
  readonly pauses: readonly Pause[];
  readonly #runs: readonly Run[];

  constructor(text: string, runs: readonly Run[], pauses: readonly Pause[]) {
    this.text = text;
    this.pauses = pauses;
    this.#runs = runs;
  }

  /** Returns the range in the source of a range of the spoken text that is not empty. */
  getRange(from: number, to: number): Range {
    return { from: this.#findSource(from).from, to: this.#findSource(to - 1).to };
  }

  #findSource(offset: number): Range {
    let low = 0;
    let high = this.#runs.length;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if ((this.#runs[middle]?.at ?? 0) <= offset) low = middle;
      else high = middle;
    }
    const run = this.#runs[low];
    if (!run) return { from: 0, to: 0 };
    if (!run.literal) return run;
    const from = run.from + offset - run.at;
    return { from, to: from + 1 };
  }
}

/**
 * Reads `[words][label]` as a link, with `!` before it as a picture, and other text in square brackets as a direction,
 * whether or not a definition makes it a link: what is spoken must not depend on text elsewhere. In a link's words
 * brackets are words.
 */
function bracketRule(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  const isPicture = src.startsWith('![', pos);
  const start = isPicture ? pos + 1 : pos;
  if (silent || state.linkLevel > 0 || src.charCodeAt(start) !== 0x5b) return false;
  const end = state.md.helpers.parseLinkLabel(state, start);
  if (end < 0) return false;
  const label = src.charCodeAt(end + 1) === 0x5b ? state.md.helpers.parseLinkLabel(state, end + 1) : -1;
  if (label < 0 || isPicture) {
    state.push('direction', '', 0);
    state.pos = Math.max(end, label) + 1;
    return true;
  }
  if (state.pending !== '') state.pushPending();
  state.pos = start + 1;
  state.posMax = end;
  state.linkLevel += 1;
  state.md.inline.tokenize(state);
  state.linkLevel -= 1;
  state.pos = label + 1;
  state.posMax = posMax;
  return true;
}

/** Tokenizes like markdown-it, and notes in `map` where each token stands in the source. */
function tokenize(state: StateInline): void {
  const rules = state.md.inline.ruler.getRules('');
  const { maxNesting } = state.md.options;
  let pendingFrom = state.pos;
  const setMap = (firstToken: number, pendingText: string, from: number): void => {
    for (let index = firstToken; index < state.tokens.length; index += 1) {
      const token = state.tokens[index];
      if (!token || token.map) continue;
      const isPending =
        index === firstToken && token.type === 'text' && pendingText !== '' && pendingText.startsWith(token.content);
      token.map = isPending ? [pendingFrom, pendingFrom + token.content.length] : [from, state.pos];
    }
  };
  const { posMax } = state;
  while (state.pos < posMax) {
    const { pos, pending } = state;
    if (pending === '') pendingFrom = pos;
    const firstToken = state.tokens.length;
    const isMatched = state.level < maxNesting && rules.some((rule) => rule(state, false));
    if (!isMatched) state.pending += state.src.charAt(state.pos++);
    setMap(firstToken, pending, pos);
  }
  const { pending } = state;
  const firstToken = state.tokens.length;
  if (pending !== '') state.pushPending();
  setMap(firstToken, pending, state.pos);
}

function createSpokenParser(): MarkdownIt {
  const md = createParser({ html: true });
  // Joining texts would lose where they stand.
  md.inline.ruler2.disable('fragments_join');
  md.inline.ruler.after('image', 'bracket', bracketRule);
  md.inline.tokenize = tokenize;
  return md;
}

const STRUCK_TAG = /^<(\/?)(?:s|del|strike)(?=[\s/>])/i;
/** Matches tags of readings above words; a reading may end without a tag of its own. */
const READING_TAG = /^<(\/?)(?:r[tp]|ruby)(?=[\s/>])/i;

/** Collects the spoken text of inline tokens. */
class SpeechCollector {
  text = '';
  readonly runs: Run[] = [];
  readonly pauses: Pause[] = [];
  readonly #source: string;
  readonly #unspoken: readonly Range[];
  #silentDepth = 0;
  #isReading = false;

  constructor(source: string) {
    this.#source = source;
    this.#unspoken = findLabels(source);
  }

  read(token: Token): void {
    const [from, to] = token.map ?? [0, 0];
    const { type, content, markup } = token;
    const seconds = type === 'direction' ? getPauseSeconds(this.#source.slice(from, to)) : 0;
    if (seconds > 0) this.pauses.push({ at: this.text.length, seconds });
    if (type === 'text') this.#addSpoken(content, { from, to });
    else if (type === 'text_special') this.#addSpoken(content, { from, to });
    else if (type === 'code_inline') {
      const padding = (to - from - content.length) / 2;
      this.#addSpoken(content, { from: from + padding, to: to - padding });
    } else if (type === 'softbreak' || type === 'hardbreak') this.#addSpoken('\n', { from, to });
    else if (type === 'math_inline') this.#addSpoken(markup === '$' ? content : ' ', { from, to });
    else if (type === 'wiki_link') this.#addWord(token.info, { from, to });
    else if (type === 'image' || type === 'direction') this.#addSpoken(' ', { from, to });
    else if (type === 'html_inline') this.#readTag(content);
    else if (type === 's_open' || type === 's_close' || token.info === 'auto') this.#silentDepth += token.nesting;
  }

  /** Adds the whole source, which has no marks. */
  readAll(): void {
    this.#addSpoken(this.#source, { from: 0, to: this.#source.length });
  }

  #readTag(html: string): void {
    const struckTag = STRUCK_TAG.exec(html);
    if (struckTag) this.#silentDepth = Math.max(0, this.#silentDepth + (struckTag[1] === '' ? 1 : -1));
    const readingTag = READING_TAG.exec(html);
    if (readingTag) this.#isReading = readingTag[1] === '' && !/^<ruby/i.test(html);
  }

  /** Adds a word from somewhere in the range. */
  #addWord(word: string, { from, to }: Range): void {
    const index = this.#source.slice(from, to).lastIndexOf(word);
    this.#addSpoken(word, index < 0 ? { from, to } : { from: from + index, to: from + index + word.length });
  }

  #addSpoken(text: string, range: Range): void {
    if (this.#silentDepth > 0 || this.#isReading || text === '') return;
    const isLiteral = range.to - range.from === text.length;
    let { from } = range;
    for (const unspoken of this.#unspoken) {
      if (unspoken.to <= from || unspoken.from >= range.to) continue;
      if (!isLiteral) return;
      this.#addRun(this.#source.slice(from, Math.max(from, unspoken.from)), { from, to: unspoken.from }, true);
      from = unspoken.to;
    }
    if (from === range.from) this.#addRun(text, range, isLiteral);
    else if (from < range.to) this.#addRun(this.#source.slice(from, range.to), { from, to: range.to }, true);
  }

  #addRun(text: string, { from, to }: Range, isLiteral: boolean): void {
    if (text === '') return;
    this.runs.push({ at: this.text.length, from, to, literal: isLiteral });
    this.text += text;
  }
}

/** Returns the unspoken ranges of a paragraph: names of speakers, and lines that describe the picture. */
function findLabels(source: string): Range[] {
  if (!MAY_BE_LABELLED.test(source)) return [];
  return [VISUAL_LINES, VISUAL_REMARKS, SPEAKER_LABELS]
    .flatMap((pattern) => [...source.matchAll(pattern)])
    .map(({ index, 0: label }) => ({ from: index, to: index + label.length }))
    .sort((a, b) => a.from - b.from);
}

const MAY_BE_LABELLED = /[A-Za-z\d.)*_]:/;
const MAY_BE_MARKED = /[\\`*_[\]<&$]|~~|==|%%/;

let parser: MarkdownIt | undefined;

/** Parses a paragraph's markdown: `map` says where each token stands in it, and directions are tokens of their own. */
export function parseSpeechTokens(inline: string): Token[] {
  parser ??= createSpokenParser();
  const tokens: Token[] = [];
  parser.inline.parse(inline, parser, { apart: true }, tokens);
  return tokens;
}

/** Returns the spoken text of a paragraph's markdown (its inline text, without block markers). */
export function toSpokenText(inline: string): SpokenText {
  const speech = new SpeechCollector(inline);
  if (!MAY_BE_MARKED.test(inline)) speech.readAll();
  else for (const token of parseSpeechTokens(inline)) speech.read(token);
  return new SpokenText(speech.text, speech.runs, speech.pauses);
}
