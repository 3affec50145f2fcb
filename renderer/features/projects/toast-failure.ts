import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import { explain } from '#renderer/bridge/faults.ts';
import { toastFailure } from '#renderer/shared/toast-failure.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

/** Shows a failure in a toast, with the service's own sentence if it is about one field. */
export function toastFieldFailure(app: AppState, failure: ApiFailure): void {
  const sentence = Object.values(explain(failure).fields).flat()[0];
  if (sentence === undefined) toastFailure(app, failure);
  else app.toasts.showFault(sentence);
}
