import type { Misbehaviour } from './model.ts';

export interface BadAnswer {
  readonly misbehaviour: Misbehaviour;
  /** The kind of the engine's error. */
  readonly code: string;
  /** Matches the message that people read. */
  readonly message: RegExp;
}

/** Failures of a model or its provider that any request can meet. */
export const BAD_ANSWERS: readonly BadAnswer[] = [
  { misbehaviour: 'garbage', code: 'bad-answer', message: /couldn’t be read/ },
  { misbehaviour: 'half', code: 'unreachable', message: /the connection was lost/ },
  { misbehaviour: 'wrong key', code: 'refused-key', message: /refused the key/ },
  { misbehaviour: 'busy', code: 'rate-limited', message: /too many requests\. Try again in 20 seconds/ },
  { misbehaviour: 'out of quota', code: 'out-of-quota', message: /the credit or quota of this account is used up/ },
  { misbehaviour: 'broken', code: 'unreachable', message: /having problems right now/ },
  { misbehaviour: 'web page', code: 'bad-answer', message: /a web page instead of a model/ },
  { misbehaviour: 'huge', code: 'bad-answer', message: /couldn’t be read/ },
  { misbehaviour: 'endless', code: 'too-long', message: /didn’t stop writing/ },
];
