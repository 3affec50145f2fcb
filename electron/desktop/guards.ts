import type { WebPreferences, WindowOpenHandlerResponse } from 'electron';
import type { AppPiece, NavigationDetails, SessionPiece, WebContentsPiece } from './pieces.ts';
import { isStudioUrl } from './protocol.ts';

type OpenExternal = (address: string) => Promise<boolean>;

/**
 * What the studio's own page may do; everything else is refused. `persistent-storage` keeps Chromium from throwing
 * IndexedDB away when the disk fills up.
 */
const PERMISSIONS: ReadonlySet<string> = new Set([
  'clipboard-sanitized-write',
  'fullscreen',
  'persistent-storage',
  // Where the displays are, for the teleprompter on the second one.
  'window-management',
]);

/** Schemes a page may load from besides its own: made in memory by the page itself, bounded by the policy. */
const IN_MEMORY = /^(blob:cutaway-app:\/\/studio\/|data:image\/)/;

/** The one page of the studio that may have a window of its own. */
const isPrompter = (address: string): boolean =>
  isStudioUrl(address) && /^#\/prompter\/-?[0-9]+\/(?:script|outline)$/.test(new URL(address).hash);

/** A plain window with the system's frame. */
const prompterWindow = (webPreferences: WebPreferences): WindowOpenHandlerResponse => ({
  action: 'allow',
  overrideBrowserWindowOptions: {
    title: 'Teleprompter',
    titleBarStyle: 'default',
    titleBarOverlay: false,
    autoHideMenuBar: true,
    backgroundColor: '#0f1213',
    minWidth: 480,
    minHeight: 320,
    webPreferences,
  },
});

/** Holds one page to the studio's own address: no other page, no other window, no embedded browser. */
function guardWebContents(contents: WebContentsPiece, openExternal: OpenExternal, page: WebPreferences): void {
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
    if (isPrompter(url)) return prompterWindow(page);
    void openExternal(url);
    return { action: 'deny' };
  });
}

/** Guards every page from the moment it exists, however it came about. `page`: what a page of the studio may do. */
export function guardAllWebContents(app: Pick<AppPiece, 'on'>, openExternal: OpenExternal, page: WebPreferences): void {
  app.on('web-contents-created', (_event, contents) => guardWebContents(contents, openExternal, page));
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
