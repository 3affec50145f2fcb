import { EngineError } from '../../engines/text/text-engine.ts';
import type { Fail } from '../call.ts';

/** Turns an error of a text model into the failure to throw; returns other errors unchanged. */
export const toModelFailure = (error: unknown, fail: Fail<'text_model_failed'>, writtenText = ''): unknown =>
  error instanceof EngineError
    ? fail('text_model_failed', { extras: { reason: error.message, written: writtenText } })
    : error;
