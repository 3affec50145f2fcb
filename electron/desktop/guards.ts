import type { WebPreferences, WindowOpenHandlerResponse } from 'electron';
import type { AppApi, NavigationDetails, SessionApi, WebContentsApi } from './electron-api.ts';
import { isAppUrl } from './protocol.ts';

type OpenExternal = (address: string) => Promise<unknown>;

/**
 * Lists the permissions of the app's own page; all others are refused. `persistent-storage` keeps Chromium from
 * deleting IndexedDB when the disk fills up.
 */
const PERMISSIONS: ReadonlySet<string> = new Set([
  'clipboard-sanitized-write',
  'fullscreen',
  // Lists the fonts of the computer for texts of the board; nothing of it leaves the window.
  'local-fonts',
  'persistent-storage',
  // Gives the display layout, so that the teleprompter can open on the second one.
  'window-management',
]);

/** Matches addresses the page made in memory; it may load these besides its own, within its content security policy. */
const IN_MEMORY = /^(blob:cutaway-app:\/\/studio\/|data:image\/)/;

/** Only the teleprompter may open in a window of its own. */
const isPrompter = (address: string): boolean =>
  isAppUrl(address) && /^#\/prompter\/-?[0-9]+\/(?:script|outline)$/.test(new URL(address).hash);

/** Holds what every window of the app gets: the limits of its page, and the icon. */
interface EveryWindow {
  readonly webPreferences: WebPreferences;
  readonly icon: string;
}

const prompterWindow = (every: EveryWindow): WindowOpenHandlerResponse => ({
  action: 'allow',
  overrideBrowserWindowOptions: {
    title: 'Teleprompter',
    titleBarStyle: 'default',
    titleBarOverlay: false,
    autoHideMenuBar: true,
    backgroundColor: '#0f1213',
    minWidth: 480,
    minHeight: 320,
    ...every,
  },
});

/** Keeps a page on the app's own address: no other page, no other window, no embedded browser. */
function guardWebContents(contents: WebContentsApi, openExternal: OpenExternal, every: EveryWindow): void {
  const hold = (details: NavigationDetails): void => {
    if (isAppUrl(details.url)) return;
    details.preventDefault();
  };
  contents.on('will-navigate', (details) => {
    hold(details);
    if (!isAppUrl(details.url)) void openExternal(details.url);
  });
  contents.on('will-frame-navigate', hold);
  contents.on('will-redirect', hold);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (isPrompter(url)) return prompterWindow(every);
    void openExternal(url);
    return { action: 'deny' };
  });
}

/** Guards every page from its creation, whatever creates it. */
export function guardAllWebContents(app: Pick<AppApi, 'on'>, openExternal: OpenExternal, every: EveryWindow): void {
  app.on('web-contents-created', (_event, contents) => guardWebContents(contents, openExternal, every));
}

/**
 * Restricts a session's permissions, devices, downloads and requests. Files can only be saved through the dialog, and
 * the page loads only its own files, as the host does all network traffic. `development` also lets the developer tools
 * load, `allows` what no page asks for.
 */
export function guardSession(
  session: SessionApi,
  { development, allows }: { development: boolean; allows: (url: string) => boolean },
): void {
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    callback(PERMISSIONS.has(permission) && isAppUrl(details.requestingUrl ?? ''));
  });
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin) => {
    return PERMISSIONS.has(permission) && isAppUrl(requestingOrigin);
  });
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, callback) => callback(null));
  session.on('will-download', (event) => event.preventDefault());
  session.webRequest.onBeforeRequest({ urls: ['<all_urls>'] }, ({ url, webContentsId }, callback) => {
    const allowed =
      (webContentsId === undefined && allows(url)) ||
      isAppUrl(url) ||
      IN_MEMORY.test(url) ||
      (development && url.startsWith('devtools://'));
    callback({ cancel: !allowed });
  });
}
