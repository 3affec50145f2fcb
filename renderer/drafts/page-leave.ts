/** Calls `leave` when the page is hidden, left or closed. The returned function stops it. */
export function whenLeaving(page: Window, leave: () => void): () => void {
  const hidden = (): void => {
    if (page.document.visibilityState === 'hidden') leave();
  };
  page.addEventListener('pagehide', leave);
  page.addEventListener('beforeunload', leave);
  page.document.addEventListener('visibilitychange', hidden);
  return () => {
    page.removeEventListener('pagehide', leave);
    page.removeEventListener('beforeunload', leave);
    page.document.removeEventListener('visibilitychange', hidden);
  };
}
