import { CALLS, type CallName, type CallOutput, type CallParsed } from '#contract/bridge.ts';
import { Fault } from './fault.ts';

export interface CallContext {
  shell: 'desktop' | 'web';
  windowId: string;
}

/** Maps every bridge call to its handler; a missing one does not compile. */
export type Handlers = {
  [N in CallName]: (input: CallParsed<N>, context: CallContext) => CallOutput<N> | Promise<CallOutput<N>>;
};

export type Dispatch = (name: string, input: unknown, context: CallContext) => Promise<unknown>;

const isCallName = (name: string): name is CallName => Object.hasOwn(CALLS, name);

/**
 * Parses the input, runs the handler and checks the output. Throws only `Fault`; internal errors go to `report`, not to
 * the caller.
 */
export function createDispatch(handlers: Handlers, report: (call: string, error: unknown) => void): Dispatch {
  const run = async <N extends CallName>(name: N, input: unknown, context: CallContext): Promise<CallOutput<N>> => {
    const parsed = CALLS[name].input.safeParse(input ?? {});
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      throw new Fault('bad_input', `${name}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is not valid'}`);
    }
    const answer = await handlers[name](parsed.data as CallParsed<N>, context);
    const output = CALLS[name].output.safeParse(answer);
    if (output.success) return output.data as CallOutput<N>;
    report(name, output.error);
    throw new Fault('bad_output', 'Cutaway ran into an internal error. Nothing was lost.');
  };

  return async (name, input, context) => {
    if (!isCallName(name)) throw new Fault('unknown_call', 'Cutaway doesn’t know this call.');
    try {
      return await run(name, input, context);
    } catch (error) {
      if (error instanceof Fault) throw error;
      report(name, error);
      throw new Fault('internal', 'Cutaway couldn’t do this. Nothing was lost.');
    }
  };
}
