import { explain, type FaultAction } from '../bridge/faults.ts';
import type { ApiFailure } from '../bridge/api-client.ts';
import type { Studio } from './studio.svelte.ts';

/** Where the studio's own pages help; other actions are the page's that shows the fault. */
const PLACES: Partial<Record<FaultAction, string>> = {
  'sign-in': '/settings/accounts',
  'open-accounts': '/settings/accounts',
  'open-credits': '/settings/credits',
  'open-tokens': '/settings/tokens',
};

/** What a fault's action does when it leads to another page; null when the page itself has to do it. */
export function faultPlace(studio: Studio, action: FaultAction): (() => void) | null {
  const place = PLACES[action];
  return place === undefined ? null : () => studio.router.go(place);
}

/** Shows a failure as a toast, with the way out where there is one. */
export function toastFailure(studio: Studio, failure: ApiFailure): void {
  const { title, text, action } = explain(failure);
  const run = action && faultPlace(studio, action.id);
  studio.toasts.fault(`${title}. ${text}`, action && run ? { label: action.label, run } : undefined);
}
