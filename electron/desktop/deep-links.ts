import { readInvitation } from '#contract/invitation.ts';

/** Opens a screen from outside the app: `cutaway://scripts/14` opens the route `/scripts/14`. */
export const DEEP_LINK_SCHEME = 'cutaway';

const SECTIONS: ReadonlySet<string> = new Set([
  'home',
  'ideas',
  'scripts',
  'thumbnails',
  'video',
  'projects',
  'intel',
  'settings',
]);
const SEGMENT = /^[A-Za-z0-9_-]{1,64}$/;
const MAX_SEGMENTS = 4;

/** Returns the route a link opens, or undefined for anything that is not exactly a link to a screen. */
export function parseDeepLink(link: string): string | undefined {
  if (!URL.canParse(link)) return undefined;
  const url = new URL(link);
  if (url.protocol !== `${DEEP_LINK_SCHEME}:` || url.search !== '' || url.hash !== '') return undefined;
  if (url.username !== '' || url.password !== '' || url.port !== '' || !SECTIONS.has(url.hostname)) return undefined;
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  if (segments.length > MAX_SEGMENTS || !segments.every((segment) => SEGMENT.test(segment))) return undefined;
  return `/${[url.hostname, ...segments].join('/')}`;
}

/** Returns the route of the first deep link in the command line, which is how Windows and Linux pass links. */
export function findDeepLink(argv: readonly string[]): string | undefined {
  return argv.map(parseDeepLink).find((route) => route !== undefined);
}

/** Returns whether the link invites to a team. It joins nothing: the window asks the person first. */
export const isInvitation = (link: string): boolean =>
  link.toLowerCase().startsWith(`${DEEP_LINK_SCHEME}://join`) && readInvitation(link) !== null;
