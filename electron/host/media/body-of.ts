import type { z } from 'zod';

import type { OperationId, OperationOf } from '#contract/operations/index.ts';

type Responses<Id extends OperationId> = OperationOf<Id>['responses'];
export type BodyOf<Id extends OperationId> = {
  [S in keyof Responses<Id>]: Responses<Id>[S] extends z.ZodType ? z.output<Responses<Id>[S]> : never;
}[keyof Responses<Id>];
