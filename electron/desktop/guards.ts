import type { AppPiece, NavigationDetails, SessionPiece, WebContentsPiece } from './pieces.ts';
import { isStudioUrl } from './protocol.ts';

type OpenExternal = (address: string) => Promise<boolean>;

/**
 * What the studio's own page may do; everything else is refused. `persistent-storage` keeps Chromium from throwing
 * IndexedDB away when the disk fills up.
 */
const PERMISSIONS: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'fullscreen', 'persistent-storage']);

/** Schemes a page may load from besides its own: made in memory by the page itself, bounded by the policy. */
const IN_MEMORY = /^(blob:cutaway-app:\/\/studio\/|data:image\/)/;

/** Holds one page to the studio's own address: no other page, no window, no embedded browser. */
function guardWebContents(contents: WebContentsPiece, openExternal: OpenExternal): void {
  const hold = (details: NavigationDetails): void => {
    if (isStudioUrl(details.url)) return;
    details.preventDefault();
  };
  contents.on('will-navigate', (details) => {
    hold(details);
    if (!isStudioUrl(details.url)) void openExternal(details.url);
  });
  contents.on('will-frame-navigate', hold);
  contents.on('will-redirect', hold);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    void openExternal(url);
    return { action: 'deny' };
  });
}

/** Guards every page from the moment it exists, however it came about. */
export function guardAllWebContents(app: Pick<AppPiece, 'on'>, openExternal: OpenExternal): void {
  app.on('web-contents-created', (_event, contents) => guardWebContents(contents, openExternal));
}

/**
 * Permissions, devices, downloads and requests of a session. Files leave through the save dialog alone, and the page
 * loads nothing but its own files: all traffic is the host's. `development` lets the developer tools load.
 */
export function guardSession(session: SessionPiece, { development }: { development: boolean }): void {
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    callback(PERMISSIONS.has(permission) && isStudioUrl(details.requestingUrl ?? ''));
  });
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin) => {
    return PERMISSIONS.has(permission) && isStudioUrl(requestingOrigin);
  });
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, callback) => callback(null));
  session.setSpellCheckerEnabled(true);
  session.on('will-download', (event) => event.preventDefault());
  session.webRequest.onBeforeRequest({ urls: ['<all_urls>'] }, ({ url }, callback) => {
    const allowed = isStudioUrl(url) || IN_MEMORY.test(url) || (development && url.startsWith('devtools://'));
    callback({ cancel: !allowed });
  });
}
