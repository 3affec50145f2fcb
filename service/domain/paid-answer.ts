import { ImageEngineError } from '../engines/image/image-engine.ts';
import type { PaidAnswer } from '../engines/paid-answer.ts';
import type { AnswerFiles } from '../files/answer-files.ts';

const UNCLEAR =
  'The service ended while a model was asked. Whether it answered, and was paid for it, is not known, so it was not asked again.';

/** One question of a work to whoever is paid for answers: asked once, however often the work is begun anew. */
export function paidAnswer(files: AnswerFiles, work: string, part: number | string): PaidAnswer {
  return {
    before: async () => {
      if (await files.begin(work, part)) return null;
      const answer = await files.answer(work, part);
      if (answer === null) throw new ImageEngineError(UNCLEAR);
      return answer;
    },
    keep: (answer) => files.keep(work, part, answer),
  };
}
