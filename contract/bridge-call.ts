import { z } from 'zod';

export const noInput = z.strictObject({});
export const okAnswer = z.object({ ok: z.literal(true) });

/** Describes a call of the bridge by the schemas of its input and answer. */
export const call = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => ({ input, output });
