import type { OperationId } from '#contract/operations/index.ts';

import { type Answer, type Input, MISSING } from './client.ts';
import type { World } from './world.ts';

type ValidInput = (world: World) => Input | Promise<Input>;

/** Calls as the member, who may only access the other channel. */
const callAsMember =
  (id: OperationId, valid: ValidInput) =>
  async (world: World): Promise<Answer> =>
    world.owner.as(world.tokens.member).call(id, await valid(world));

const callMissing =
  (id: OperationId, valid: ValidInput) =>
  async (world: World): Promise<Answer> => {
    const input = await valid(world);
    return world.owner.call(id, { ...input, params: { ...input.params, id: MISSING } });
  };

/** @param valid returns all input that the operation needs */
export const channelFailures = (id: OperationId, valid: ValidInput) => ({
  channel_forbidden: callAsMember(id, valid),
  channel_not_found: callMissing(id, valid),
});

export const scriptFailures = (id: OperationId, valid: ValidInput) => ({
  script_forbidden: callAsMember(id, valid),
  script_not_found: callMissing(id, valid),
});
