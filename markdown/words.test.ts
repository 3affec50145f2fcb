import { describe, expect, it } from 'vitest';
import { countWords, getWords } from './words.ts';

describe('counting words', () => {
  it.each([
    ['', 0],
    ['  \n\t ', 0],
    ['Nobody designed that for comfort.', 5],
    ['don’t stop, it’s six-berth', 4],
    ['It costs €109, or 20,000.50 in all', 7],
    ['## A *heading* with **marks**', 4],
    ['— – … !? 👋🏽', 0],
    ['naïve café Ελλάδα Москва', 4],
    ['cafe\u0301 is one', 3],
  ])('finds in %j %i words', (text, wordCount) => {
    expect(countWords(text)).toBe(wordCount);
  });

  it.each([
    ['a half-space inside (Persian)', 'می\u200cروم', 1],
    ['half-spaces in several words', 'نمی\u200cخواهم بروم', 2],
    ['a soft hyphen', 'Wort\u00adtrennung hier', 2],
    ['the middle dot of Catalan', 'col·lecció', 1],
    ['the gershayim of Hebrew', 'ד״ר כהן', 2],
    ['gershayim typed as a quotation mark', 'צה"ל', 1],
    ['geresh', 'ג׳ירפה', 1],
    ['maqaf', 'בית־ספר', 1],
    ['a quotation mark as an apostrophe', 'don‘t', 1],
    ['an accent as an apostrophe', 'O´Brien', 1],
    ['a grave accent and a prime as apostrophes', 'don`t isn′t', 2],
    ['a word joiner', '2\u2060000', 1],
    ['joiners and half-spaces of Malayalam', 'ശ്രീ\u200cമാൻ', 1],
    ['a joiner of Devanagari', 'क्\u200dष', 1],
    ['a kashida', 'كتـــاب', 1],
    ['vowel signs of Arabic', 'مُحَمَّد', 1],
    ['Arabic digits with their own point', '٣٫٥ كيلو', 2],
    ['the question mark of Armenian inside a word', 'Ինչո՞ւ', 1],
    ['the word space of Ethiopic', 'አማርኛ፡ቋንቋ', 2],
    ['a zero-width space, which separates', 'a\u200bb', 2],
    ['a variation selector', 'ᠮᠣᠩᠭᠣᠯ\u180eᠠ', 1],
    ['elision and hyphens of French', 'l’homme c’est-à-dire', 2],
    ['digits in groups', '10\u202f000 km, 12\u00a0345\u00a0678', 3],
    ['digits that form no group', '2024\u00a050', 2],
    ['Korean, which has spaces', '한국어를 말합니다', 2],
    ['full-width letters', 'ｆｕｌｌ ｗｉｄｔｈ', 2],
    ['emoji of several characters', '👨\u200d👩\u200d👧 family', 1],
    ['letters beyond the first plane', '𝒜bc 𠮷', 2],
  ])('counts words with %s as people do', (_, text, wordCount) => {
    expect(countWords(text)).toBe(wordCount);
    expect(getWords(text)).toHaveLength(wordCount);
  });

  it('counts as many words as it lists', () => {
    for (const text of ['don’t stop, it’s six-berth', 'the 夜行列車 came back', '— – …', 'It costs €109'])
      expect(getWords(text)).toHaveLength(countWords(text));
    expect(getWords('**Night** trains, 3.5 of them')).toEqual(['Night', 'trains', '3.5', 'of', 'them']);
  });

  it('segments scripts without spaces', () => {
    expect(countWords('我喜欢坐火车')).toBeGreaterThan(2);
    expect(countWords('ฉันชอบนั่งรถไฟ')).toBeGreaterThan(2);
    expect(countWords('the 夜行列車 came back')).toBeGreaterThan(4);
  });
});
