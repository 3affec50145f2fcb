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
  // Lists the computer's fonts for texts of the board; the list never leaves the window.
  'local-fonts',
  'persistent-storage',
  // Gives the display layout, so that the teleprompter can open on the second one.
  'window-management',
]);

/** Matches addresses that the page created in memory; its content security policy decides which of them load. */
const IN_MEMORY = /^(blob:cutaway-app:\/\/studio\/|data:image\/)/;

/** Only the teleprompter may open in a window of its own. */
const isPrompter = (address: string): boolean =>
  isAppUrl(address) && /^#\/prompter\/-?[0-9]+\/(?:script|outline)$/.test(new URL(address).hash);

/** The options of every window of the app. */
interface SharedOptions {
  readonly webPreferences: WebPreferences;
  readonly icon: string;
}

const allowPrompterWindow = (sharedOptions: SharedOptions): WindowOpenHandlerResponse => ({
  action: 'allow',
  overrideBrowserWindowOptions: {
    title: 'Teleprompter',
    titleBarStyle: 'default',
    titleBarOverlay: false,
    autoHideMenuBar: true,
    backgroundColor: '#0f1213',
    minWidth: 480,
    minHeight: 320,
    ...sharedOptions,
  },
});

/** Keeps a page on the app's own address: no other page, no other window, no embedded browser. */
function guardWebContents(contents: WebContentsApi, openExternal: OpenExternal, sharedOptions: SharedOptions): void {
  const blockForeignUrl = (details: NavigationDetails): void => {
    if (isAppUrl(details.url)) return;
    details.preventDefault();
  };
  contents.on('will-navigate', (details) => {
    blockForeignUrl(details);
    if (!isAppUrl(details.url)) void openExternal(details.url);
  });
  contents.on('will-frame-navigate', blockForeignUrl);
  contents.on('will-redirect', blockForeignUrl);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (isPrompter(url)) return allowPrompterWindow(sharedOptions);
    void openExternal(url);
    return { action: 'deny' };
  });
}

/** Guards every page from its creation, whatever creates it. */
export function guardAllWebContents(
  app: Pick<AppApi, 'on'>,
  openExternal: OpenExternal,
  sharedOptions: SharedOptions,
): void {
  app.on('web-contents-created', (_event, contents) => guardWebContents(contents, openExternal, sharedOptions));
}

/**
 * Restricts a session's permissions, devices, downloads and requests. Files can only be saved through the dialog, and
 * the page loads only its own files, as the host does all network traffic. `development` also lets the developer tools
 * load; `allows` decides about requests that no page makes.
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
    const isAllowed =
      (webContentsId === undefined && allows(url)) ||
      isAppUrl(url) ||
      IN_MEMORY.test(url) ||
      (development && url.startsWith('devtools://'));
    callback({ cancel: !isAllowed });
  });
}
