import { EngineError } from '../../engines/text/text-engine.ts';
import type { Fail } from '../call.ts';

/** Returns the failure to throw for an error of a text model; other errors stay as they are. */
export const toModelFailure = (error: unknown, fail: Fail<'text_model_failed'>, written = ''): unknown =>
  error instanceof EngineError ? fail('text_model_failed', { extras: { reason: error.message, written } }) : error;
