import type { BridgeFault } from '#contract/bridge.ts';

/** A call that fails in the transport, as the bridge words it. Travels as `{fault, message}`, never with a stack. */
export class Fault extends Error {
  readonly fault: BridgeFault['fault'];

  constructor(fault: BridgeFault['fault'], message: string) {
    super(message);
    this.fault = fault;
  }
}

/** What a shell sends when dispatch throws. */
export function faultOf(error: unknown): BridgeFault {
  if (error instanceof Fault) return { fault: error.fault, message: error.message };
  return { fault: 'internal', message: 'The studio could not do this. Nothing was lost.' };
}
