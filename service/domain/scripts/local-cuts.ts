/** Asks the connected text model for cuts of a script; stores nothing. */
import { reachScript } from '../access.ts';
import type { Handlers } from '../call.ts';
import type { Services } from '../services.ts';
import { toModelFailure } from './model-failure.ts';
import type { TextEngines } from './text-engines.ts';

/** A little shorter than the caller's timeout. */
const TIMEOUT_MS = 170_000;

interface CutServices extends Services {
  readonly engines: TextEngines;
}

export function createCutHandlers({ store, engines }: CutServices): Pick<Handlers, 'local.scripts.cuts'> {
  return {
    'local.scripts.cuts': async ({ principal, params, body, fail }) => {
      const failNotFound = (_: 'script_not_found' | 'script_forbidden') => fail('script_not_found');
      const { language } = await reachScript(store.db, { principal, fail: failNotFound }, params.id);
      const control = { signal: AbortSignal.timeout(TIMEOUT_MS), onProgress: () => undefined };
      try {
        const engine = await engines.getCurrent(principal.teamId);
        const cuts = await engine.proposeCuts?.({ ...body, language: language ?? '' }, control);
        const data = { cuts: cuts?.map((cut) => ({ ...cut })) ?? null, engine: engine.label };
        return { status: 200, body: { success: true, data } };
      } catch (error) {
        throw toModelFailure(error, fail);
      }
    },
  };
}
