import { spawn, type ChildProcess } from 'node:child_process';

/** Opens an address or a folder with the system's default program; resolves to false if that could not be started. */
export function openWithSystem(target: string): Promise<boolean> {
  const [command, args] =
    process.platform === 'darwin'
      ? (['open', [target]] as const)
      : process.platform === 'win32'
        ? (['rundll32', ['url.dll,FileProtocolHandler', target]] as const)
        : (['xdg-open', [target]] as const);
  const child = spawn(command, [...args], { stdio: 'ignore', detached: true });
  child.unref();
  return new Promise((resolve) => {
    child.once('spawn', () => resolve(true));
    child.once('error', () => resolve(false));
  });
}

/**
 * When Chromium fetches scripts off the page's thread, it compiles every module again at each start and ignores its
 * stored code cache (156; classic scripts are not affected). Browsers without this feature ignore the switch.
 */
export const KEEP_CODE_CACHE = '--disable-features=BackgroundResourceFetch';

/**
 * Opens an app window with its own profile, so that its storage persists and the person's other browser windows are not
 * affected. `onClosed` is called when it was closed or could not be opened.
 */
export function openAppWindow(browser: string, url: string, profile: string, onClosed: () => void): ChildProcess {
  const flags = [
    `--app=${url}`,
    `--user-data-dir=${profile}`,
    '--no-first-run',
    '--no-default-browser-check',
    KEEP_CODE_CACHE,
  ];
  const window = spawn(browser, flags, { stdio: 'ignore' });
  window.once('error', onClosed);
  window.once('exit', onClosed);
  return window;
}
