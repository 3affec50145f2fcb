import fc from 'fast-check';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';

import { createComment } from '#test/support/document-comment.ts';
import { getRounds } from '#test/support/rounds.ts';
import type { DocumentComment } from './comments/document-comment.ts';
import { docxToMarkdown } from './from-docx.ts';
import { toDocx } from './to-docx.ts';

const SCRIPT = `# Night trains

The line sold **41 berths** in 1994.

1. Old carriages
2. New carriages, see <https://example.com/trains>.

> A quote with _some_ words.

[Cue: picture of a train]

| Year | Berths |
| ---- | ------ |
| 1994 | 41     |

Good night.
`;

const addComment = (words: string, overrides: Partial<DocumentComment> = {}, text = SCRIPT): DocumentComment =>
  createComment(text, words, overrides);

async function roundTrip(comments: readonly DocumentComment[], script = SCRIPT) {
  const { bytes } = await toDocx(script, 'Night trains', new Map(), { comments });
  return { ...(await docxToMarkdown(bytes)), bytes };
}
/** Returns the visible parts of each comment. */
const listVisibleFields = (comments: readonly DocumentComment[]) =>
  comments.map(({ quote, text, author, at, replacement, resolved, removed, replies }) => ({
    quote,
    text,
    author,
    at,
    replacement,
    resolved,
    removed,
    replies,
  }));

describe('comments in Word documents', () => {
  const writtenComments = [
    addComment('The line sold **41 berths** in 1994.', { quote: 'The line sold **41 berths** in 1994' }),
    addComment('Old', { resolved: true }),
    addComment('carriages, see'),
    addComment('some'),
    addComment('picture', { replacement: 'drawing\nof it', text: 'Why not?' }),
    addComment('1994', { replacement: '', from: SCRIPT.lastIndexOf('1994'), to: SCRIPT.lastIndexOf('1994') + 4 }),
    addComment('night', {
      replies: [
        { author: 'Ben', at: '2026-11-22T08:30:00.000Z', text: 'Keep it.\nReally.' },
        { author: 'Ada Vance', at: '2026-11-22T09:00:00.000Z', text: 'Fine.' },
      ],
    }),
  ];

  it('are written with their words, authors, dates, replies and decisions, and read back', async () => {
    const { markdown, comments, notes } = await roundTrip(writtenComments);
    expect(markdown).toBe((await roundTrip([])).markdown);
    expect(listVisibleFields(comments)).toEqual(listVisibleFields(writtenComments));
    for (const { from, to, quote } of comments) expect(markdown.slice(from, to)).toBe(quote);
    expect(notes).toEqual(['9 comments were kept.']);
  });

  it('are real comments of Word, beside a text without any sign of them', async () => {
    const { bytes } = await roundTrip(writtenComments);
    const files = unzipSync(bytes);
    const document = strFromU8(files['word/document.xml'] ?? new Uint8Array());
    expect(strFromU8(files['word/comments.xml'] ?? new Uint8Array())).toContain('w:author="Ada Vance"');
    expect(document.match(/<w:commentRangeStart/g)).toHaveLength(9);
    expect(document).not.toMatch(/[\u{f0000}-\u{ffffd}]|About/u);
  });

  it('stay in the document if their words were removed or cannot be marked', async () => {
    const removedComment = addComment('words of old', { removed: true, from: 0, to: 0 });
    const address = addComment('https://example.com/trains');
    const { comments, markdown } = await roundTrip([removedComment, address]);
    expect(comments).toHaveLength(2);
    expect(listVisibleFields(comments)[0]).toEqual(listVisibleFields([removedComment])[0]);
    expect(markdown).toBe((await roundTrip([])).markdown);
  });

  it('random comments come back on their words', async () => {
    const words = [...SCRIPT.matchAll(/[A-Za-z]{3,}/g)].filter(({ index }) => index < SCRIPT.indexOf('<https'));
    const range = fc.tuple(fc.nat(words.length - 1), fc.nat(3)).map(([first, extraWords]) => {
      const [start, end] = [words[first], words[Math.min(first + extraWords, words.length - 1)]];
      const [from, to] = [start?.index ?? 0, (end?.index ?? 0) + (end?.[0].length ?? 0)];
      return addComment(SCRIPT.slice(from, to), { from, to });
    });
    await fc.assert(
      fc.asyncProperty(fc.array(range, { minLength: 1, maxLength: 5 }), async (comments) => {
        const importedDocument = await roundTrip(comments);
        expect(importedDocument.comments.map(({ quote, text }) => [quote, text])).toEqual(
          comments.map(({ quote, text }) => [quote, text]),
        );
      }),
      { numRuns: getRounds(30, 300) },
    );
  });
});

describe('suggestions in Word documents', () => {
  const suggestions = [
    addComment('picture', { replacement: 'drawing', text: 'Why not?' }),
    addComment('sold', { replacement: '', text: '' }),
    addComment('**41 berths**', { quote: '41 berths', replacement: '**forty berths**', text: '' }),
    addComment('Old carriages', { replacement: 'Young carriages', at: null, text: 'Old is rude.' }),
  ];
  const toDocument = (bytes: Uint8Array): string =>
    strFromU8(unzipSync(bytes)['word/document.xml'] ?? new Uint8Array());

  it('are tracked changes with author and date, and come back as suggestions on an unchanged text', async () => {
    const { bytes, markdown, comments, notes } = await roundTrip(suggestions);
    const document = toDocument(bytes);
    expect(document).toMatch(/<w:del w:id="\d+" w:author="Ada Vance" w:date="2026-11-21T10:00:00[^"]*">/);
    expect(document).toMatch(/<w:ins w:id="\d+" w:author="Ada Vance"[^>]*>.*drawing.*<\/w:ins>/);
    expect(document.match(/<w:del /g)).toHaveLength(4);
    expect(document.match(/<w:ins /g)).toHaveLength(3);
    expect(new Set(document.match(/(?<=<w:(?:ins|del) w:id=")\d+/g)).size).toBe(7);
    expect(markdown).toBe((await roundTrip([])).markdown);
    expect(notes).toEqual(['4 comments were kept.']);
    expect(comments.map(({ quote, replacement, text, resolved }) => [quote, replacement, text, resolved])).toEqual([
      ['picture', 'drawing', 'Why not?', false],
      ['sold', '', '', false],
      ['41 berths', 'forty berths', '', false],
      ['Old carriages', 'Young carriages', 'Old is rude.', false],
    ]);
  });

  it.each([
    ['that are decided', addComment('sold', { replacement: 'had', resolved: true })],
    [
      'that replace words by more than words',
      addComment('some', { replacement: 'two\n\nparagraphs of **bold** words' }),
    ],
    [
      'that change the end of a sentence',
      addComment('Good night.', { replacement: 'Good night!', quote: 'Good night' }),
    ],
  ])('%s stay in their comments', async (_what, suggestion) => {
    const { bytes, comments } = await roundTrip([suggestion]);
    expect(toDocument(bytes)).not.toMatch(/<w:(?:ins|del) /);
    expect(listVisibleFields(comments)).toEqual(listVisibleFields([suggestion]));
  });

  it('are one tracked change if two concern the same words', async () => {
    const { bytes, comments } = await roundTrip([
      addComment('carriages, see', { replacement: 'cars, see' }),
      addComment('see', { replacement: 'look at', from: SCRIPT.indexOf('see'), to: SCRIPT.indexOf('see') + 3 }),
    ]);
    expect(toDocument(bytes).match(/<w:ins .*?<\/w:ins>/g)).toEqual([expect.stringContaining('cars, see')]);
    expect(comments.map(({ quote, replacement }) => [quote, replacement])).toEqual([
      ['carriages, see', 'cars, see'],
      ['see', 'look at'],
    ]);
  });

  it('that Word accepted are in the text, and their comment is resolved', async () => {
    const { bytes } = await roundTrip(suggestions.slice(0, 1));
    const files = unzipSync(bytes);
    const acceptedDocument = toDocument(bytes)
      .replaceAll(/<w:del .*?<\/w:del>/g, '')
      .replaceAll(/<\/?w:ins[^>]*>/g, '');
    files['word/document.xml'] = strToU8(acceptedDocument);
    const { markdown, comments } = await docxToMarkdown(zipSync(files));
    expect(markdown).toContain('[Cue: drawing of a train]');
    expect(comments).toMatchObject([{ quote: 'drawing', replacement: null, resolved: true }]);
  });

  it('come back for random words', async () => {
    const words = [...SCRIPT.matchAll(/[A-Za-z]{3,}/g)].filter(({ index }) => index < SCRIPT.indexOf('<https'));
    const suggestionInput = fc.tuple(fc.constantFrom(...words), fc.constantFrom('', 'other', 'two words', 'a “b” & c'));
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(suggestionInput, { selector: ([{ index }]) => index, maxLength: 5 }),
        async (inputs) => {
          const originals = inputs.map(([{ 0: word, index }, replacement]) =>
            addComment(word, { from: index, to: index + word.length, replacement }),
          );
          const { comments, markdown } = await roundTrip(originals);
          expect(markdown).toBe((await roundTrip([])).markdown);
          expect(comments.map(({ quote, replacement }) => [quote, replacement])).toEqual(
            originals.map(({ quote, replacement }) => [quote, replacement]),
          );
        },
      ),
      { numRuns: getRounds(30, 300) },
    );
  });
});
