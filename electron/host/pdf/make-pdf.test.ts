import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';

import { toPdfDocument } from '#markdown/pdf/to-pdf-document.ts';
import { parseTree } from '#markdown/tree.ts';
import { toPdf } from '#test/support/make-pdf.ts';
import {
  normalize,
  readCopiedText,
  readCopiedWords,
  readPages,
  readEmojiTexts,
  type PdfPage,
} from '#test/support/pdf-words.ts';
import { getRounds } from '#test/support/rounds.ts';
import { getTexts } from './document-contents.ts';
import { makePdf } from './make-pdf.ts';

/** Returns the words without the page numbers, which come last on each page. */
const getWords = (pages: readonly PdfPage[]): string =>
  normalize(pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join(' ')).replace(/\d+\/\d+(?=$)/, '');

function expectInside(pages: readonly PdfPage[]): void {
  for (const { width, height, texts } of pages) {
    for (const { text, x, y, width: textWidth } of texts) {
      const position = `${text} at ${x}, ${y}`;
      expect(x, position).toBeGreaterThanOrEqual(30);
      expect(x + textWidth, position).toBeLessThanOrEqual(width - 30);
      expect(y, position).toBeGreaterThan(20);
      expect(y, position).toBeLessThan(height - 20);
    }
  }
}

const sortLetters = (text: string): string[] => [...normalize(text)].sort();

// The first document loads the compiler.
beforeAll(() => toPdf('a', 'a'), 120_000);

describe('writing systems', () => {
  const LEFT_TO_RIGHT = {
    Latin: 'Zürich Łódź İstanbul “quotes” – — … € Tiếng Việt office fluffy',
    Greek: 'Ελλάδα και Κύπρος',
    Cyrillic: 'Москва Київ Београд',
    Japanese: '東京駅から京都まで「のぞみ」で二時間十五分。',
    Chinese: '中文是世界上使用人数最多的语言之一。繁體中文',
    Korean: '한국어는 대한민국의 공용어이다',
    Hindi: 'हिन्दी विश्व की एक प्रमुख भाषा है। क्षेत्र ज्ञान श्रीमान्',
    Bengali: 'বাংলা ভাষা একটি ইন্দো-আর্য ভাষা',
    Tamil: 'தமிழ் மொழி ஒரு திராவிட மொழி',
    Telugu: 'తెలుగు భాష',
    Kannada: 'ಕನ್ನಡ ಭಾಷೆ',
    Malayalam: 'മലയാളം ഭാഷ',
    Gujarati: 'ગુજરાતી ભાષા',
    Gurmukhi: 'ਪੰਜਾਬੀ ਭਾਸ਼ਾ',
    Oriya: 'ଓଡ଼ିଆ ଭାଷା',
    Sinhala: 'සිංහල භාෂාව',
    Thai: 'ภาษาไทยเช่นเดียวกับภาษาจีน น้ำ ที่นี่',
    Lao: 'ພາສາລາວ ນ້ຳ',
    Khmer: 'ភាសាខ្មែរ',
    Burmese: 'မြန်မာဘာသာ အမျိုးသား',
    Amharic: 'አማርኛ',
    Georgian: 'ქართული ენა',
    Armenian: 'Հայերեն լեզու',
  };
  it.each(Object.entries(LEFT_TO_RIGHT))('%s copies out of the PDF as written', async (_, text) => {
    const { bytes, missing } = await toPdf(`# ${text}\n\n${text} **${text}**`, 'Title');
    expect(missing).toEqual([]);
    expect(normalize(readCopiedText(bytes))).toBe(`${normalize(`${text} ${text} ${text}`)}1/1`);
    expectInside(await readPages(bytes));
  });

  it.each([
    ['Arabic', 'مرحبا بالعالم هذا هو القطار'],
    ['Persian', 'زبان فارسی گچپژ'],
    ['Urdu', 'اردو زبان ٹڈڑ'],
    ['Hebrew', 'שלום עולם'],
    ['pointed Hebrew', 'בְּרֵאשִׁית בָּרָא'],
    ['pointed Arabic', 'السَّلَامُ عَلَيْكُمْ'],
  ])('%s contains each letter once and starts at the right margin', async (_, text) => {
    const { bytes, missing } = await toPdf(text, text);
    expect(missing).toEqual([]);
    expect(sortLetters(readCopiedText(bytes))).toEqual(sortLetters(`${text} ${text} 1/1`));
    const [page] = await readPages(bytes);
    expect(Math.max(...page!.texts.map(({ x, width }) => x + width))).toBeGreaterThan(page!.width - 80);
  });

  it('draws emoji sequences in colour and keeps them copyable', async () => {
    const emoji = ['🚆', '👩‍👩‍👧', '🇩🇪', '1️⃣', '❤️', '☎️', '👍🏽', '🏳️‍🌈', '👩🏽‍🚀', '🧑‍❤️‍🧑'];
    const { bytes, missing } = await toPdf(`Emoji: ${emoji.join(' ')}`, 'Title');
    expect(missing).toEqual([]);
    expect(readEmojiTexts(bytes)).toEqual(expect.arrayContaining(emoji));
    expect(Buffer.from(bytes).includes('/Subtype /Type3')).toBe(true);
  });

  it('reports characters that no font has', async () => {
    const { missing } = await toPdf('known \u{10FFFD} \uE123', 'Title');
    expect(missing).toEqual(['\u{10FFFD}', '\uE123']);
  });
});

describe('right-to-left documents', () => {
  it('mirror lists and tables, and keep numbers and English left to right', async () => {
    const { bytes } = await toPdf(
      'النص 12.5 Berlin\n\n- عنصر\n\n| أول | ثان |\n|---|---|\n| A | B<br>قطار |\n\nEnglish (שלום) text.',
      'עברית',
    );
    const [page] = await readPages(bytes);
    const findX = (text: string): number => page!.texts.find((one) => one.text.includes(text))!.x;
    expect(findX('•')).toBeGreaterThan(page!.width - 110);
    expect(findX('A')).toBeGreaterThan(findX('B'));
    expect(findX('12.5')).toBeGreaterThan(findX('Berlin'));
    expect(findX('English')).toBeLessThan(80);
  });
});

const formatRow = (row: readonly string[]): string => `| ${row.join(' | ')} |`;
const formatTable = (rows: readonly (readonly string[])[]): string =>
  [formatRow(rows[0]!), formatRow(rows[0]!.map(() => '---')), ...rows.slice(1).map(formatRow)].join('\n');

describe('tables of any width stay within the page', () => {
  const longWord = 'W'.repeat(300);
  const longWords = 'international communication responsibility internationalization'.split(' ');
  const createColumns = (count: number): string[] =>
    Array.from({ length: count }, (_, at) => `${longWords[at % 4]!}${String.fromCharCode(97 + (at % 26))}`);
  it.each([
    [
      'two columns with a URL',
      formatTable([
        ['Where', 'What'],
        [`https://example.org/${'b'.repeat(110)}`, 'next'],
      ]),
    ],
    [
      'a word of 300 letters',
      formatTable([
        ['A', 'Word', 'C'],
        ['b', longWord, 'c'],
      ]),
    ],
    ['20 columns', formatTable([createColumns(20), createColumns(20)])],
    ['60 columns', formatTable([createColumns(60), createColumns(60)])],
    ['columns that are all too wide', formatTable([[longWord, longWord, longWord, longWord]])],
    [
      'long Japanese and Thai',
      formatTable([
        createColumns(12),
        createColumns(12).map((_, at) => (at % 2 ? '東京駅から京都まで' : 'ภาษาไทยเป็นภาษา')),
      ]),
    ],
    [
      'a table inside a list and a quote',
      `> - item\n>\n>   ${formatTable([createColumns(9)]).replaceAll('\n', '\n>   ')}`,
    ],
  ])('%s', async (_, markdown) => {
    const { bytes } = await toPdf(`# Before\n\n${markdown}\n\nafter`, 'Title');
    const pages = await readPages(bytes);
    expectInside(pages);
    const document = toPdfDocument(parseTree(`# Before\n\n${markdown}\n\nafter`), 'Title');
    const numbers = /\d+\/\d+/g;
    const expectedText = normalize([...getTexts(document)].slice(1).join(''));
    expect(normalize(readCopiedText(bytes)).replace(numbers, '')).toBe(expectedText);
  });

  it('keep their column alignment', async () => {
    const { bytes } = await toPdf(
      `${formatTable([['leftmost', 'between', 'rightmost']]).replace('--- | --- | ---', ':-- | :-: | --:')}\n| a | b | c |`,
      'T',
    );
    const [page] = await readPages(bytes);
    const find = (text: string) => page!.texts.find((one) => one.text === text)!;
    const [left, middle, right] = [find('leftmost'), find('between'), find('rightmost')];
    expect(find('a').x).toBeCloseTo(left.x, 0);
    expect(find('b').x + find('b').width / 2).toBeCloseTo(middle.x + middle.width / 2, 0);
    expect(find('c').x + find('c').width).toBeCloseTo(right.x + right.width, 0);
  });
});

describe('documents', () => {
  it('break words that are longer than a line', async () => {
    const word = 'a'.repeat(3000);
    const { bytes } = await toPdf(`- ${word}\n\n\`\`\`\n${word}\n\`\`\`\n`, 'T');
    const pages = await readPages(bytes);
    expectInside(pages);
    expect(readCopiedText(bytes).match(/a/g)).toHaveLength(6000);
  });

  it('keep text readable at 200 levels of lists and quotes', async () => {
    const lists = Array.from({ length: 200 }, (_, level) => `${'  '.repeat(level)}- level ${level}`).join('\n');
    const { bytes } = await toPdf(`${lists}\n\n${'> '.repeat(200)}deep`, 'T');
    const pages = await readPages(bytes);
    expectInside(pages);
    expect(getWords(pages)).toContain('level199');
    expect(getWords(pages)).toContain('deep');
  });

  it('keep headings with the text below, and number the pages', async () => {
    const { bytes } = await toPdf(
      Array.from({ length: 60 }, (_, at) => `## Heading ${at}\n\nText ${at}.`).join('\n\n'),
      'T',
    );
    const pages = await readPages(bytes);
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, { texts }] of pages.entries()) {
      expect(texts.at(-1)!.text).toBe(`${index + 1} / ${pages.length}`);
      expect(texts.at(-2)!.text).toMatch(/^Text/);
    }
  });

  it('have a title, a language and an outline', async () => {
    const { bytes } = await toPdf('# 見出し\n\nこれは日本語です。', 'Night trains');
    const file = Buffer.from(bytes).toString('latin1');
    expect(file).toContain('/Title (Night trains)');
    expect(file).toMatch(/\/Lang \(ja/);
    expect(file).toContain('/Outlines');
  });

  it('show kept pictures, and the description of an unreadable one', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const good = `pictures/${'a'.repeat(64)}.png`;
    const brokenPicture = `pictures/${'b'.repeat(64)}.png`;
    const document = toPdfDocument(parseTree(`![Good](${good})\n\n![Broken](${brokenPicture})`), 'T');
    const { bytes, picturesLeftOut } = await makePdf({
      document,
      pictures: new Map([
        [good, png],
        [brokenPicture, Buffer.from('x')],
      ]),
    });
    expect(picturesLeftOut).toBe(1);
    expect(Buffer.from(bytes).includes('/Subtype /Image')).toBe(true);
    expect(getWords(await readPages(bytes))).toContain('[Picture:Broken]');
  });

  it('use a wider page in landscape', async () => {
    const [page] = await readPages((await toPdf('a', 'T', { landscape: true })).bytes);
    expect(page!.width).toBeGreaterThan(page!.height);
  });
});

const shortWord = fc.oneof(
  fc.stringMatching(/^[a-zäöüéñçß]{1,12}$/),
  fc.stringMatching(/^[а-яё]{1,10}$/),
  fc.stringMatching(/^[一-三東京駅語]{1,9}$/),
  fc.stringMatching(/^[ก-ฮ]{1,6}$/),
  fc.constantFrom('**bold**', '*italic*', '`code`', '~~gone~~', '==seen==', '[link](https://example.org)', 'x<br>y'),
);
const word = fc.oneof({ weight: 5, arbitrary: shortWord }, fc.stringMatching(/^[A-Z]{40,90}$/));
const line = fc.array(word, { minLength: 1, maxLength: 14 }).map((words) => words.join(' '));
const block = fc.oneof(
  line,
  line.map((text) => `## ${text}`),
  line.map((text) => `> ${text}\n>\n> - ${text}`),
  line.map((text) => `[Cue: ${text.replace(/[[\]()]/g, '')}]`),
  fc
    .array(line, { minLength: 1, maxLength: 4 })
    .map((items) => items.map((item, at) => `${'  '.repeat(at)}- ${item}`).join('\n')),
  fc
    .array(line, { minLength: 1, maxLength: 4 })
    .map((items) => items.map((item, at) => `${at + 1}. ${item}`).join('\n')),
  line.map((text) => `\`\`\`\n${text}\n\`\`\``),
);

/** Fits the first page: a table that continues on the next prints its first row again. */
const shortTable = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.array(shortWord, { minLength: 1, maxLength: 4 }))
  .map(([count, words]) => formatTable([1, 2].map(() => new Array<string>(count).fill(words.join(' ')))));

it(
  'prints all words of any document in order and within the page',
  async () => {
    await fc.assert(
      fc.asyncProperty(shortTable, fc.array(block, { minLength: 1, maxLength: 8 }), async (first, blocks) => {
        const document = toPdfDocument(parseTree(`# Start\n\n${first}\n\n${blocks.join('\n\n')}`), 'T');
        const { bytes, missing } = await makePdf({ document, pictures: new Map() });
        expect(missing).toEqual([]);
        expectInside(await readPages(bytes));
        expect(readCopiedWords(bytes)).toBe(normalize([...getTexts(document)].slice(1).join('')));
      }),
      // Looking for a smaller example would print some hundred documents.
      { numRuns: getRounds(12, 1000), endOnFailure: true },
    );
  },
  getRounds(120_000, 3_000_000),
);
