import { toHref, type Route } from '../app-state/route.ts';

/** Returns an address that opens a screen from elsewhere: that of the page, or in the desktop app a deep link. */
export function createScreenLink(route: Route): string {
  const { protocol, origin, pathname } = window.location;
  const path = toHref(route);
  return /^https?:$/.test(protocol) ? `${origin}${pathname}${path}` : `cutaway:/${path.slice(1)}`;
}
