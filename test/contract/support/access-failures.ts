import type { OperationId } from '#contract/operations/index.ts';

import { type Answer, type Input, MISSING_ID } from './client.ts';
import type { World } from './world.ts';

type ValidInput = (world: World) => Input | Promise<Input>;

/** Calls as the member, who may only access the other channel. */
const callAsMember =
  (id: OperationId, validInput: ValidInput) =>
  async (world: World): Promise<Answer> =>
    world.owner.as(world.tokens.member).call(id, await validInput(world));

const callMissing =
  (id: OperationId, validInput: ValidInput) =>
  async (world: World): Promise<Answer> => {
    const input = await validInput(world);
    return world.owner.call(id, { ...input, params: { ...input.params, id: MISSING_ID } });
  };

/** @param validInput returns all input that the operation needs */
export const createChannelFailures = (id: OperationId, validInput: ValidInput) => ({
  channel_forbidden: callAsMember(id, validInput),
  channel_not_found: callMissing(id, validInput),
});

export const createScriptFailures = (id: OperationId, validInput: ValidInput) => ({
  script_forbidden: callAsMember(id, validInput),
  script_not_found: callMissing(id, validInput),
});
