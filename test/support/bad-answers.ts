import type { Misbehaviour } from './model.ts';

export interface BadAnswer {
  readonly how: Misbehaviour;
  /** The kind of the engine's error. */
  readonly code: string;
  /** Matches the message that people read. */
  readonly words: RegExp;
}

/** Failures of a model or its provider that any request can meet. */
export const BAD_ANSWERS: readonly BadAnswer[] = [
  { how: 'garbage', code: 'bad-answer', words: /couldn’t be read/ },
  { how: 'half', code: 'unreachable', words: /the connection was lost/ },
  { how: 'wrong key', code: 'refused-key', words: /refused the key/ },
  { how: 'busy', code: 'rate-limited', words: /too many requests\. Try again in 20 seconds/ },
  { how: 'out of quota', code: 'out-of-quota', words: /the credit or quota of this account is used up/ },
  { how: 'broken', code: 'unreachable', words: /having problems right now/ },
  { how: 'web page', code: 'bad-answer', words: /a web page instead of a model/ },
  { how: 'huge', code: 'bad-answer', words: /couldn’t be read/ },
  { how: 'endless', code: 'too-long', words: /didn’t stop writing/ },
];
