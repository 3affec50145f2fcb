import type { Bridge } from '../bridge/bridge.ts';

/** The page's own event for the end of the system's session, which does not close windows first. */
const SESSION_ENDING = 'cutaway:session-ending';

/** Calls `leave` when the page is hidden, left or closed, or the session ends. The returned function stops it. */
export function whenLeaving(page: Window, leave: () => void): () => void {
  const onVisibilityChange = (): void => {
    if (page.document.visibilityState === 'hidden') leave();
  };
  const events = ['pagehide', 'beforeunload', SESSION_ENDING];
  for (const event of events) page.addEventListener(event, leave);
  page.document.addEventListener('visibilitychange', onVisibilityChange);
  return () => {
    for (const event of events) page.removeEventListener(event, leave);
    page.document.removeEventListener('visibilitychange', onVisibilityChange);
  };
}

/** Lets the page save everything at once when the system is about to end the app. */
export function leaveWhenSessionEnds(bridge: Pick<Bridge, 'subscribe'>, page: Window): void {
  bridge.subscribe('session.ending', () => page.dispatchEvent(new Event(SESSION_ENDING)));
}
