const words = new Intl.Segmenter('en', { granularity: 'word' });
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const BLANK = '\\t\\v\\f\\r \\u0085\\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u205F\\u3000';
/** East Asian texts have no blanks, so their runs end at marks that are never part of a word. */
const STOP = '。、！？「」『』（）《》';
/** A word ends at each of these, so that every run between them can be segmented by itself. */
const RUN = new RegExp(`\\r?\\n|(?:(?!\\r\\n)[${BLANK}])+|[${STOP}]|[^\\n${BLANK}${STOP}]+`, 'g');
/**
 * Lists Latin, Greek and Cyrillic letters: the regular expressions below find what the segmenter finds, in less time.
 */
const LETTER = 'A-Za-zªµºÀ-ÖØ-öø-ʯͰ-ͳͶͷͻ-ͽΆΈ-ϵϷ-ҁҊ-ԯ';
const PLAIN = new RegExp(`^[\\x21-\\x7E${LETTER}«»“”„‘’–—…]+$`);
const PLAIN_WORD = new RegExp(
  `[\\w${LETTER}]+(?:(?:(?<=[${LETTER}])[.'’‘:](?=[${LETTER}])|(?<=\\d)[.,;'’‘](?=\\d))[\\w${LETTER}]+)*|[^]`,
  'g',
);

/** Matches what belongs to the character or word before it: marks, shapeless signs, and the vowel AM of Thai and Lao. */
const JOINS_BEFORE = /^(?!\u200B)[\p{M}\p{Cf}\p{Emoji_Modifier}\u0E33\u0EB3\uFF9E\uFF9F]/u;
/** Signs that stand on what follows, of Arabic and Indic scripts. */
const JOINS_AFTER =
  /[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u0D4E\u{110BD}\u{110CD}\u{111C2}\u{111C3}\u{1193F}\u{11941}\u{11A3A}\u{11A84}-\u{11A89}\u{11D46}\u{11F02}]$/u;
const PICTURE = /^\p{Extended_Pictographic}/u;
const LINE_END = /[\r\n\v\f\u0085\u2028\u2029]$/;

/** The segmenter takes quadratic time, so a longer run is segmented in parts of this many characters. */
const PART = 1000;

/**
 * Splits a text into its words and what is between them, by Unicode's rules. Words and characters that people see are
 * never torn. `known` holds the tokens of runs seen before.
 */
export function wordTokens(text: string, known = new Map<string, readonly string[]>()): string[] {
  const tokens: string[] = [];
  for (const run of text.match(RUN) ?? []) {
    let found = known.get(run);
    if (found === undefined) known.set(run, (found = tokensOf(run)));
    for (const token of found) {
      const last = tokens.at(-1) ?? '';
      if (joins(last, token)) tokens[tokens.length - 1] = last + token;
      else tokens.push(token);
    }
  }
  return tokens;
}

function joins(last: string, token: string): boolean {
  if (last === '' || (token.charCodeAt(0) < 0xa9 && last.charCodeAt(last.length - 1) < 0x600)) return false;
  if (JOINS_BEFORE.test(token)) return !LINE_END.test(last);
  return JOINS_AFTER.test(last) || (last.endsWith('\u200D') && PICTURE.test(token));
}

function tokensOf(run: string): readonly string[] {
  if (run.trim() === '' && !run.includes('\uFEFF')) return [run];
  if (PLAIN.test(run)) return run.match(PLAIN_WORD) ?? [];
  const tokens: string[] = [];
  for (let from = 0; from < run.length;) {
    const part = wordsOfPart(run.slice(from, from + PART));
    // The last word may go on after the part.
    if (from + PART < run.length && part.length > 1) part.pop();
    for (const token of part) from += token.length;
    tokens.push(...part);
  }
  return tokens;
}

/** Some words end inside what people see as one character: between single letters of Korean, for example. */
function wordsOfPart(part: string): string[] {
  const starts = new Set(Array.from(graphemes.segment(part), ({ index }) => index));
  const found: string[] = [];
  for (const { segment, index } of words.segment(part)) {
    if (starts.has(index)) found.push(segment);
    else found.push((found.pop() ?? '') + segment);
  }
  return found;
}
