/**
 * Stores the answers of paid requests before they are used, and removes them once the result is stored. Pictures and
 * speech are recorded before they are sent: after a crash, a request without an answer has an unknown outcome.
 */
import { DAY_MS } from '#contract/values.ts';
import { describeError } from '#log/describe-error.ts';
import { logger } from '#log/logger.ts';

import { ImageEngineError } from '../engines/image/image-engine.ts';
import type { PaidRequest } from '../engines/paid-request.ts';

const log = logger('files');

/** Answers of failed jobs are removed after 30 days. */
export const RETENTION_MS = 30 * DAY_MS;

/** Stores answers durably: in the data folder, or in the database for several nodes. */
export interface PaidAnswers {
  /** Records durably that a request is being sent. Returns false if it was sent before. */
  begin(work: string, part: string): Promise<boolean>;
  /** Returns null if no answer was stored before the process died. */
  findAnswer(work: string, part: string): Promise<string | null>;
  keep(work: string, part: string, answer: string): Promise<void>;
  /** Removes a job's answers. */
  settle(work: string): Promise<void>;
}

export class PaidRequests {
  readonly #answers: PaidAnswers;
  /** The answers that could not be stored, by work and part. */
  readonly #unsaved = new Map<string, Map<string, string>>();

  constructor(answers: PaidAnswers) {
    this.#answers = answers;
  }

  /** Records durably that a request is being sent. Returns false if it was sent before. */
  begin(work: string, part: number | string): Promise<boolean> {
    return this.#answers.begin(work, String(part));
  }

  /** Returns null if no answer was stored before the process died. */
  async findAnswer(work: string, part: number | string): Promise<string | null> {
    return this.#unsaved.get(work)?.get(String(part)) ?? this.#answers.findAnswer(work, String(part));
  }

  /** Stores an answer durably, or in memory while the disk or the database takes nothing. */
  async keep(work: string, part: number | string, answer: string): Promise<void> {
    try {
      await this.#answers.keep(work, String(part), answer);
    } catch (error) {
      log.warn('paid answer kept in memory only', { job: work, ...describeError(error) });
      this.#unsaved.set(work, (this.#unsaved.get(work) ?? new Map<string, string>()).set(String(part), answer));
    }
  }

  /**
   * Returns the stored answer, or asks and stores it. A request that was sent before a crash and has no answer is sent
   * again.
   * @param ask returns what JSON can hold
   */
  async askOnce<T extends object>(work: string, part: string, ask: () => Promise<T>): Promise<T> {
    const storedAnswer = await this.findAnswer(work, part);
    // Only this version of the service, or an earlier one, writes this value, so the cast is safe.
    if (storedAnswer !== null) return JSON.parse(storedAnswer) as T;
    const answer = await ask();
    await this.keep(work, part, JSON.stringify(answer));
    return answer;
  }

  /** Removes a job's answers once their result is stored. */
  settle(work: string): Promise<void> {
    this.#unsaved.delete(work);
    return this.#answers.settle(work);
  }
}

const UNKNOWN_OUTCOME =
  'The service stopped while waiting for a model. It isn’t known whether the model responded and charged for it, so the request wasn’t repeated.';

/** Returns one paid request of a job: it is sent once, however often the job restarts. */
export function toPaidRequest(requests: PaidRequests, work: string, part: number | string): PaidRequest {
  return {
    before: async () => {
      if (await requests.begin(work, part)) return null;
      const answer = await requests.findAnswer(work, part);
      if (answer === null) throw new ImageEngineError(UNKNOWN_OUTCOME);
      return answer;
    },
    keep: (answer) => requests.keep(work, part, answer),
  };
}
