import { z } from 'zod';

/** A failure of a call in the transport itself, never of the service. */
export const BridgeFault = z.object({
  fault: z.enum(['unknown_call', 'bad_input', 'bad_output', 'internal', 'unsupported']),
  message: z.string(),
});
export type BridgeFault = z.infer<typeof BridgeFault>;
