/**
 * A failure that the service answers. Bodies (spec 1 §7, spec 3 "Error envelopes"):
 * - with a code: `{error: code, code, message, …extras}`
 * - without:     `{error: message}`
 * - validation:  `{message, errors: {field: [sentence, …]}}`
 */
export interface ErrorSpec {
  readonly status: 400 | 401 | 402 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 428 | 429 | 431 | 500 | 503;
  /** A message that people may see; it is word for word from the spec if the spec has one. */
  readonly message: string;
  /** Set if the spec or we name one. */
  readonly code?: string;
  /** Keys that end with `?` may be absent. */
  readonly extras?: Readonly<Record<string, 'true' | 'string' | 'integer'>>;
  readonly form?: 'validation';
}
