import { expect } from 'vitest';

import { type ErrorName, ERRORS } from '#contract/errors.ts';

import { type Answer, findErrorNames } from './client.ts';

/** Expects an answer with the error's status and code. */
export const expectFailure = (answer: Answer, name: ErrorName): void => {
  expect({ status: answer.status, body: answer.body, names: findErrorNames(answer) }).toMatchObject({
    status: ERRORS[name].status,
    names: expect.arrayContaining([name]) as unknown,
  });
};
