import { explain, type FaultAction } from '../bridge/faults.ts';
import type { ApiFailure } from '../bridge/api-client.ts';
import type { AppState } from '../app-state/app-state.svelte.ts';

/** Actions that lead to one of the app's own pages; the page showing the fault handles all others. */
const PAGE_PATHS: Partial<Record<FaultAction, string>> = {
  'sign-in': '/settings/accounts',
  'open-accounts': '/settings/accounts',
  'open-credits': '/settings/credits',
  'open-tokens': '/settings/tokens',
  'open-platform': '/settings/platform',
};

/** Returns a function that opens the page for a fault's action; null if the current page must handle it. */
export function getFaultHandler(app: AppState, action: FaultAction): (() => void) | null {
  const path = PAGE_PATHS[action];
  return path === undefined ? null : () => app.router.go(path);
}

/**
 * Shows a failure as a toast, with a button for its action if it leads to another page. Field errors are shown in the
 * toast, because there is no form.
 */
export function toastFailure(app: AppState, failure: ApiFailure): void {
  const { title, text, fields, action } = explain(failure);
  const run = action && getFaultHandler(app, action.id);
  const message = Object.values(fields).flat().join(' ');
  app.toasts.showFault(
    message === '' ? `${title}. ${text}` : message,
    action && run ? { label: action.label, run } : undefined,
  );
}
