import { spawn, type ChildProcess } from 'node:child_process';

/** Opens the address in the person's usual browser; where that fails, the printed address is the way in. */
export function openBrowser(url: string): void {
  const [command, args] =
    process.platform === 'darwin'
      ? (['open', [url]] as const)
      : process.platform === 'win32'
        ? (['rundll32', ['url.dll,FileProtocolHandler', url]] as const)
        : (['xdg-open', [url]] as const);
  const child = spawn(command, [...args], { stdio: 'ignore', detached: true });
  child.once('error', () => undefined);
  child.unref();
}

/**
 * Where Chromium fetches scripts off the page's thread, it compiles every module anew at each start and leaves the code
 * it keeps of them unused (156; classic scripts have theirs). A browser that knows no such feature ignores the switch.
 */
export const KEEP_CODE = '--disable-features=BackgroundResourceFetch';

/**
 * An app window with a profile of its own, so that its storage is found again and other windows of the person's browser
 * are left alone. `onGone` hears when it was closed or could not be opened.
 */
export function openAppWindow(browser: string, url: string, profile: string, onGone: () => void): ChildProcess {
  const flags = [
    `--app=${url}`,
    `--user-data-dir=${profile}`,
    '--no-first-run',
    '--no-default-browser-check',
    KEEP_CODE,
  ];
  const window = spawn(browser, flags, { stdio: 'ignore' });
  window.once('error', onGone);
  window.once('exit', onGone);
  return window;
}
