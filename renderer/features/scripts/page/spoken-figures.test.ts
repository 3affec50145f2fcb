/** Checks that every part of the app counts the same spoken words. */
import commonmark from 'commonmark-spec';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listScriptPieces, countScriptWords } from '#markdown/spoken-pieces.ts';
import { toTextSource } from '#markdown/text-change.ts';
import { getRounds } from '#test/support/rounds.ts';
import { ScriptOutline } from '../editor/script-outline.ts';
import { PromptTrack } from '../prompter/prompt-track.ts';
import { StatisticsCounter } from './statistics.ts';

const piece = fc.oneof(
  fc.constantFrom(...commonmark.tests.map(({ markdown }) => markdown.replaceAll('→', '\t'))),
  fc.constantFrom(
    ...['# Title\n\n', '## ', '\n', '\n\n', '> ', '- ', '- [x] ', '1. ', '    ', '[Cue: map]\n', 'VISUAL: night\n', 'HOST: ', '[beat]'],
    ...['One two three. ', 'word', ' ', '*', '**', '_', '`', '~~', '==', '$x$', '$5 and ', '%%', '%%\n', '$$\n', '[[page|alias]]', '[^1]'],
    ...['[^1]: note\n', '---\ntitle: x\n---\n', '> [!NOTE] Mind\n', '<b>', '</b>', '<br>', '<!-- x -->', '<del>', '</del>', '&amp;', '&#x74;'],
    ...['[the [big] page](https://e.org/a_(b))', '[words][label]', '[label]: /u\n', '![a](b.png)', '\\[', '\\*', '| a | b |\n|-|-|\n'],
    ...['日本語の文。', '我喜欢坐火车', 'ฉันชอบ', 'می\u200cروم ', 'ד״ר ', '한국어 ', '\r\n', '\r', '\0', '\t', '🚆', '```\n', '<div>\n'],
  ), // prettier-ignore
);

it('outline, pieces, statistics, prompter and library count the same spoken words', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (parts) => {
      const script = parts.join('');
      const pieces = listScriptPieces(script);
      const words = pieces.reduce((sum, piece) => sum + piece.words, 0);
      const units = pieces.reduce((sum, piece) => sum + piece.units, 0);

      const outline = new ScriptOutline();
      outline.recordChange(toTextSource(''), toTextSource(script), { from: 0, to: 0, toNew: script.length });
      outline.applyChanges();
      expect(outline.wordCount).toBe(words);
      expect(outline.spoken).toBeCloseTo(units, 6);
      const pacing = { general: 150, sections: [] };
      expect(outline.getSecondsBefore(script.length, pacing)).toBeCloseTo((units * 60) / 150, 6);
      expect(outline.sections.reduce((sum, { spoken }) => sum + spoken, 0)).toBeCloseTo(units, 6);

      const pause = (): Promise<void> => Promise.resolve();
      const statistics = await new StatisticsCounter().measure(script, [0], {
        signal: new AbortController().signal,
        pause,
      });
      expect(statistics?.wordCount).toBe(words);
      expect(statistics?.sections[0]?.wordCount).toBe(words);
      expect(new PromptTrack(pieces, [], 0).totalUnits).toBeCloseTo(units, 6);
      expect(countScriptWords(script)).toBe(words);
    }),
    { numRuns: getRounds(500, 10_000) },
  );
}, 600_000);

it('maps each spoken word to its position in the script', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (parts) => {
      const script = parts.join('');
      let last = 0;
      for (const { text, from, to, getRange } of listScriptPieces(script).filter(({ kind }) => kind === 'spoken')) {
        expect(from).toBeGreaterThanOrEqual(last);
        last = to;
        for (const { index, 0: word } of text.matchAll(/[a-z]{2,}/g)) {
          const range = getRange(index, index + word.length);
          expect(range.from >= from && range.to <= to && range.from < range.to).toBe(true);
          // Marks and entities may stand inside a word.
          const source = script.slice(range.from, range.to);
          if (source.length === word.length) expect(source).toBe(word);
        }
      }
    }),
    { numRuns: getRounds(500, 10_000) },
  );
}, 600_000);
