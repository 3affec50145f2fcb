const wordSegmenter = new Intl.Segmenter('en', { granularity: 'word' });
const graphemeSegmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

const BLANK = '\\t\\v\\f\\r \\u0085\\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u205F\\u3000';
/** East Asian texts have no blanks, so their runs end at marks that are never part of a word. */
const STOPS = '。、！？「」『』（）《》';
/** A word ends at each of these, so that every run between them can be segmented by itself. */
const RUN = new RegExp(`\\r?\\n|(?:(?!\\r\\n)[${BLANK}])+|[${STOPS}]|[^\\n${BLANK}${STOPS}]+`, 'g');
/**
 * Latin, Greek and Cyrillic letters: the regular expressions below find what the segmenter finds, in less time.
 */
const LETTER = 'A-Za-zªµºÀ-ÖØ-öø-ʯͰ-ͳͶͷͻ-ͽΆΈ-ϵϷ-ҁҊ-ԯ';
const SIMPLE_RUN = new RegExp(`^[\\x21-\\x7E${LETTER}«»“”„‘’–—…]+$`);
const SIMPLE_WORD = new RegExp(
  `[\\w${LETTER}]+(?:(?:(?<=[${LETTER}])[.'’‘:](?=[${LETTER}])|(?<=\\d)[.,;'’‘](?=\\d))[\\w${LETTER}]+)*|[^]`,
  'g',
);

/** Matches characters that belong to the one before: marks, shapeless signs, and the vowel AM of Thai and Lao. */
const JOINS_BEFORE = /^(?!\u200B)[\p{M}\p{Cf}\p{Emoji_Modifier}\u0E33\u0EB3\uFF9E\uFF9F]/u;
/** Signs on the next character, of Arabic and Indic scripts. */
const JOINS_AFTER =
  /[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u0D4E\u{110BD}\u{110CD}\u{111C2}\u{111C3}\u{1193F}\u{11941}\u{11A3A}\u{11A84}-\u{11A89}\u{11D46}\u{11F02}]$/u;
const PICTURE = /^\p{Extended_Pictographic}/u;
const LINE_END = /[\r\n\v\f\u0085\u2028\u2029]$/;

/** The segmenter takes quadratic time, so a longer run is segmented in parts of this many characters. */
const PART_LENGTH = 1000;

/**
 * Splits a text into its words and the text between them, by Unicode's rules. Words and characters that people see are
 * never split. `cache` holds the tokens of runs seen before.
 */
export function splitWordTokens(text: string, cache = new Map<string, readonly string[]>()): string[] {
  const tokens: string[] = [];
  for (const run of text.match(RUN) ?? []) {
    let runTokens = cache.get(run);
    if (runTokens === undefined) cache.set(run, (runTokens = getTokens(run)));
    for (const token of runTokens) {
      const last = tokens.at(-1) ?? '';
      if (belongsTogether(last, token)) tokens[tokens.length - 1] = last + token;
      else tokens.push(token);
    }
  }
  return tokens;
}

function belongsTogether(last: string, token: string): boolean {
  if (last === '' || (token.charCodeAt(0) < 0xa9 && last.charCodeAt(last.length - 1) < 0x600)) return false;
  if (JOINS_BEFORE.test(token)) return !LINE_END.test(last);
  return JOINS_AFTER.test(last) || (last.endsWith('\u200D') && PICTURE.test(token));
}

function getTokens(run: string): readonly string[] {
  if (run.trim() === '' && !run.includes('\uFEFF')) return [run];
  if (SIMPLE_RUN.test(run)) return run.match(SIMPLE_WORD) ?? [];
  const tokens: string[] = [];
  for (let from = 0; from < run.length;) {
    const part = splitPart(run.slice(from, from + PART_LENGTH));
    // The last word may go on after the part.
    if (from + PART_LENGTH < run.length && part.length > 1) part.pop();
    for (const token of part) from += token.length;
    tokens.push(...part);
  }
  return tokens;
}

/** Some words end inside a visible character: between single letters of Korean, for example. */
function splitPart(part: string): string[] {
  const starts = new Set(Array.from(graphemeSegmenter.segment(part), ({ index }) => index));
  const result: string[] = [];
  for (const { segment, index } of wordSegmenter.segment(part)) {
    if (starts.has(index)) result.push(segment);
    else result.push((result.pop() ?? '') + segment);
  }
  return result;
}
