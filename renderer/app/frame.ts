import type { Settings } from '#contract/settings.ts';

import { parseRoute } from '../app-state/route.ts';
import { applyWritingLook } from '../app-state/writing-look.ts';

/** Returns the id of the script that an address edits; null for other addresses and scripts that are not sent yet. */
export function getScriptId(hash: string): number | null {
  const route = parseRoute(hash);
  if (route.name !== 'scripts' || route.version !== undefined) return null;
  return route.id !== null && route.id > 0 ? route.id : null;
}

/** Shows in the frame that the app could not be loaded, with a button to retry; writing can continue. */
export function showLoadError(page: Document, retry: () => void): void {
  const message = page.createElement('p');
  message.textContent = 'The rest of Cutaway couldn’t be loaded. What you write is kept.';
  const button = page.createElement('button');
  button.textContent = 'Reload';
  button.addEventListener('click', retry);
  const notice = page.createElement('div');
  notice.className = 'frame-notice';
  notice.setAttribute('role', 'alert');
  notice.append(message, button);
  page.querySelector('.frame-bar')?.replaceChildren(notice);
}

/**
 * Sets how the frame in index.html is drawn (frame.css). Runs before the first paint, so that the window never flashes
 * in another theme or layout.
 */
export function drawFrame(
  { dataset, style }: HTMLElement,
  { theme, editor_view: view, sidebar, writing }: Settings,
  hash: string,
): void {
  if (theme !== 'system') dataset['theme'] = theme;
  applyWritingLook(style, writing);
  if (getScriptId(hash) === null) return;
  dataset['frame'] = view;
  if (sidebar) dataset['frameSide'] = '';
}
