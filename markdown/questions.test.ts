import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBeats } from './beats.ts';
import { exportScript } from './export.ts';
import { writeQuestionLine, listQuestions, withoutQuestions } from './questions.ts';
import { listScriptPieces, countScriptWords } from './spoken-pieces.ts';
import { toCaptionFile, toScriptCaptions } from './to-captions.ts';
import { toFountain } from './to-fountain.ts';
import { parseTree } from './tree.ts';

const script =
  '## Start\n\nI baked bread.\n\n> [!ask] Which loaf failed?\n\n> [!ask] And why?\n> Say it in a sentence.\n\nThe end.\n';

describe('questions to the writer', () => {
  it('are found with their words and lines', () => {
    const questions = listQuestions(script);
    expect(questions.map(({ text }) => text)).toEqual(['Which loaf failed?', 'And why? Say it in a sentence.']);
    expect(script.slice(questions[0]!.from, questions[0]!.to)).toBe('> [!ask] Which loaf failed?');
    expect(script.slice(questions[1]!.from, questions[1]!.to)).toBe('> [!ask] And why?\n> Say it in a sentence.');
  });

  it('are found in lists, in any case and with any line ends, and not in code', () => {
    expect(listQuestions('- a\n\n  >[!ASK] One?\n').map(({ text }) => text)).toEqual(['One?']);
    expect(listQuestions('a\r\n> [!ask] **Two**?\r\nb').map(({ text }) => text)).toEqual(['Two?']);
    expect(listQuestions('```\n> [!ask] no\n```\n\n    > [!ask] no\n\n> [!asked] no\n')).toEqual([]);
  });

  it('are neither spoken nor counted nor in any export', () => {
    const pacing = { general: 150, sections: [] };
    const withoutQuestion = '## Start\n\nI baked bread.\n\nThe end.\n';
    expect(countScriptWords(script)).toBe(countScriptWords(withoutQuestion));
    expect(listScriptPieces(script).map(({ text }) => text)).toEqual(
      listScriptPieces(withoutQuestion).map(({ text }) => text),
    );
    expect(parseTree(script).parts).toEqual(parseTree(withoutQuestion).parts);
    expect(toBeats(script, pacing)).toEqual(toBeats(withoutQuestion, pacing));
    for (const format of ['markdown', 'html', 'text'] as const) {
      const options = { format, includeHeadings: true };
      expect(exportScript(script, options)).toBe(exportScript(withoutQuestion, options));
    }
    const options = { pacing, language: 'en' };
    expect(toCaptionFile(toScriptCaptions(script, options).captions, 'srt')).not.toMatch(/loaf|sentence/);
    const fountain = toFountain(script, { title: 'T', cues: true, headings: true });
    expect(JSON.stringify(fountain)).not.toMatch(/failed|sentence/);
  });

  it('leave trailing spaces and line ends elsewhere unchanged when removed', () => {
    expect(withoutQuestions('A.\n\n> [!ask] Q?\n\nB.  \n\n\n')).toBe('A.\n\nB.  \n\n\n');
    expect(withoutQuestions('A.\r\n\r\n> [!ask] Q?\r\n\r\nB.')).toBe('A.\r\n\r\nB.');
    expect(withoutQuestions('A.\n\n> [!ask] Q?\n')).toBe('A.\n');
    expect(withoutQuestions('> [!ask] Q?')).toBe('');
  });

  it('leave the original script when removed', () => {
    const line = fc.constantFrom('A line.', '', '- item', '> quote', '## Head', 'Two words', '[Cue: x]');
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.nat(), fc.string(), (lines, position, text) => {
        const blocks = lines
          .join('\n')
          .split(/\n{2,}/)
          .map((block) => block.trim())
          .filter((block) => block !== '');
        fc.pre(listQuestions(blocks.join('\n\n')).length === 0);
        const withQuestion = [...blocks];
        withQuestion.splice(position % (blocks.length + 1), 0, writeQuestionLine(text));
        expect(withoutQuestions(withQuestion.join('\n\n')).trim()).toBe(blocks.join('\n\n'));
      }),
    );
  });

  it('are read exactly as they were written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const singleLine = text.replace(/\s+/g, ' ').trim();
        fc.pre(!/[\0\r\n\u2028\u2029]/.test(text));
        expect(listQuestions(writeQuestionLine(singleLine)).map((question) => question.text)).toEqual([singleLine]);
      }),
      { numRuns: 1000 },
    );
  });
});
