import { describe, expect, it } from 'vitest';

import { isLongRun } from '#test/support/rounds.ts';
import { listPlacedSentences, splitSentences } from './sentences.ts';

const TEXT =
  'Dr. Brandt boards at 9 p.m. in Basel, e.g. on a Friday. “Is it full?” she asks. It is! No. 5 sells out… and then? ' +
  'The fare is 49.90 euros. U. S. tourists pay the same. 夜行列車は戻った。誰も知らない。 Nobody knows why.';

describe('splitSentences', () => {
  it('keeps abbreviations whole and returns positions', () => {
    expect(splitSentences('Dr. Brandt boards at 9 in Basel, e.g. on a Friday. Is it full? It is!')).toEqual([
      'Dr. Brandt boards at 9 in Basel, e.g. on a Friday.',
      'Is it full?',
      'It is!',
    ]);
    for (const { text, from } of listPlacedSentences(TEXT)) expect(TEXT.slice(from, from + text.length)).toBe(text);
  });

  it.each([
    ['de', 'Am 3. Mai 2024 fuhr er ab.'],
    ['de', 'Der 1. FC Köln spielt.'],
    ['de', 'Im 19. Jahrhundert war es so.'],
    ['de', 'Sie ist 18.| Er ist 20.'],
    ['de', 'Der Preis, inkl. MwSt. und Porto.'],
    ['de', 'Das ist z. B. Anna, d. h. sie.| Dann ging sie.'],
    ['de', 'Äpfel usw.| Danach rühren.'],
    ['de', '44 v. Chr. starb Caesar in der Hauptstr. 5.| Nr. 6 lebt.'],
    ['da', 'Den 3. Maj kom han.'],
    ['en', 'Gen. Grant, Rev. King, Sgt. Pepper, Lt. Dan and Col. Mustard came.'],
    ['en', 'Capt. Ahab, Gov. Lee, Sen. Byrd and Adm. Yi met.| They ate.'],
    ['en', 'No.| It was not true.| No. 5 was.'],
    ['en', 'We took plan B.| Then it rained.'],
    ['en', 'Apples, pears, etc.| Then stir.'],
    ['en', 'The U.S. Army came.| He lives in the U.S.| She does not.'],
    ['en', 'George W. Bush won.| J. K. Rowling wrote.'],
    ['en', 'It starts at 9 p.m. Eastern.| At 9 p.m.| We wait.'],
    ['en', 'He lost his mind.| She was ill.| I met Max.| It was I.'],
    ['en', 'Dec. 5 was cold.| Smith et al. wrote it.'],
    ['en', '“Go.” he said.| “Stop!”| She went.'],
    ['es', 'EE. UU. ganó.| El Sr. López y la Sra. Ruiz.| Luego, nada.'],
    ['fr', 'M. Dupont et Mme. Curie, p. ex. Pierre.| Elle part.'],
    ['fr', '« Va ! » dit-il.| « Oui. » répondit-elle.| Il part.| « Viens-tu\u00a0? »| Elle rit.'],
    ['fr', 'J.-C. Dupont parle.| En 52 av. J.-C.| Puis rien.'],
    ['es', 'S. M. el Rey vive en la Av. Mayor.'],
    ['it', 'Il sig. Rossi parla.'],
    ['de', '»Geh!« sagte er.| »Nein.«| Er blieb.| Ca. 5 Euro.| Siehe S. 5.| Dann weiter.'],
    ['en', 'C. S. Lewis wrote.| S. Freud lived on Main St.| He left St. Paul.'],
    ['ru', 'г. Москва, т. е. столица, и т. д.| Потом всё.'],
    ['ja', '「行く。」と言った。|「はい。」|彼は答えた。'],
    ['zh', '“我走了。”他说。|他来了。'],
    ['ko', '"가자." 라고 말했다.| 그는 갔다.'],
    ['hi', 'वह गया।| वह आया।'],
    ['ar', 'ذهب.| جاء؟| نعم.'],
  ])('splits %s: %s', (tag, text) => {
    const sentences = text.split('|');
    expect(splitSentences(sentences.join(''), tag)).toEqual(sentences.map((sentence) => sentence.trim()));
  });

  it('splits a long paragraph like its parts', () => {
    const repetitions = 200;
    const longText = Array.from({ length: repetitions }, () => TEXT).join(' ');
    const sentences = listPlacedSentences(longText);
    expect(sentences.map(({ text }) => text)).toEqual(
      Array.from({ length: repetitions }, () => splitSentences(TEXT)).flat(),
    );
    for (const { text, from } of sentences) expect(longText.slice(from, from + text.length)).toBe(text);
  });

  it
    .runIf(isLongRun)
    .each(['One two three four five six seven eight. ', '夜行列車は長い間なかったが今年また戻って来た。'])(
    'takes linear time: %s',
    (sentence) => {
      const measureTime = (sentences: number): number => {
        const text = sentence.repeat(sentences);
        const start = performance.now();
        splitSentences(text);
        return performance.now() - start;
      };
      measureTime(1000);
      const measureMinTime = (sentences: number): number =>
        Math.min(measureTime(sentences), measureTime(sentences), measureTime(sentences));
      // The text is eight times as long; quadratic time would take about sixty times as long.
      expect(measureMinTime(16_000) / measureMinTime(2000)).toBeLessThan(25);
    },
  );
});
