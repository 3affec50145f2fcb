import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import { explain } from '#renderer/bridge/faults.ts';
import { toastFailure } from '#renderer/studio/faults.ts';
import type { Studio } from '#renderer/studio/studio.svelte.ts';

/** Why something was not done, in the service's own sentence where it is about one field. */
export function tellRefusal(studio: Studio, failure: ApiFailure): void {
  const sentence = Object.values(explain(failure).fields).flat()[0];
  if (sentence === undefined) toastFailure(studio, failure);
  else studio.toasts.fault(sentence);
}
