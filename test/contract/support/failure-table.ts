import type { ErrorsOf, OperationId } from '#contract/operations/index.ts';

import type { Answer } from './client.ts';
import type { World } from './world.ts';

/** Errors that are provoked for every operation in the same way. */
type CommonError =
  | 'ability_missing'
  | 'workspace_admin_only'
  | 'token_list_admin_only'
  | 'token_create_admin_only'
  | 'token_delete_admin_only'
  | 'webhook_create_admin_only'
  | 'webhook_update_admin_only'
  | 'webhook_delete_admin_only'
  | 'read_only';

/** Functions that provoke each other error of an operation. */
export type Failures = {
  readonly [Id in OperationId]: {
    readonly [E in Exclude<ErrorsOf<Id>, CommonError>]: (world: World) => Promise<Answer>;
  };
};
