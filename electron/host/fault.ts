import type { BridgeFault } from '#contract/bridge-fault.ts';

/** Reports a call that failed in the transport. It is sent as `{fault, message}`, never with a stack. */
export class Fault extends Error {
  readonly fault: BridgeFault['fault'];

  constructor(fault: BridgeFault['fault'], message: string) {
    super(message);
    this.fault = fault;
  }
}

export function toFault(error: unknown): BridgeFault {
  if (error instanceof Fault) return { fault: error.fault, message: error.message };
  return { fault: 'internal', message: 'Cutaway couldn’t do this. Nothing was lost.' };
}
