import { DEEP_LINK_SCHEME, findDeepLink, isInvitation, parseDeepLink } from './deep-links.ts';
import type { AppApi } from './electron-api.ts';
import { findOpenedFiles, withoutRequests } from './command-line.ts';

export interface OpenRequests {
  /** Opens the window, with the latest of the links and all files that arrived until now. */
  ready(): void;
  /** Makes later requests wait for the next start. */
  stop(): void;
  /** Starts the app again once this process has ended, if a request came while it was stopping. */
  restart(): void;
}

interface Shell {
  /** Opens the window, or brings it to the front. */
  open(): void;
  openRoute(route: string): void;
  openFile(path: string): void;
}

interface StartOptions {
  /** The command line of this start. */
  readonly argv: readonly string[];
  /** The files in it as absolute paths, and links that invite to a team. */
  readonly files: readonly string[];
  /** The AppImage to restart from: the program inside it is unmounted once this process has ended. */
  readonly appImage: string | undefined;
}

/**
 * Opens what the system requests: a link, files, or only the window. Requests come by command line, by a second start,
 * and on macOS by a double click, a link or a click on the dock.
 */
export function takeOpenRequests(
  app: Pick<AppApi, 'on' | 'relaunch'>,
  shell: Shell,
  { argv, files: initialFiles, appImage }: StartOptions,
): OpenRequests {
  let state: 'starting' | 'open' | 'stopping' = 'starting';
  let route = findDeepLink(argv);
  const files = [...initialFiles];
  let shouldRestart = false;
  const open = (link: string | undefined, paths: readonly string[] = []): void => {
    route = link ?? route;
    files.push(...paths);
    shouldRestart = state === 'stopping';
    if (state !== 'open') return;
    if (route === undefined) shell.open();
    else shell.openRoute(route);
    route = undefined;
    for (const path of files.splice(0)) shell.openFile(path);
  };
  app.on('second-instance', (_event, commandLine, folder) =>
    open(findDeepLink(commandLine), findOpenedFiles(commandLine, folder)),
  );
  app.on('open-url', (event, url) => {
    event.preventDefault();
    if (isInvitation(url)) open(undefined, [url]);
    else open(parseDeepLink(url));
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    open(undefined, [path]);
  });
  app.on('activate', () => open(undefined));
  return {
    ready: () => {
      state = 'open';
      open(undefined);
    },
    stop: () => (state = 'stopping'),
    restart: () => {
      if (!shouldRestart) return;
      const link = route === undefined ? [] : [`${DEEP_LINK_SCHEME}:/${route}`];
      const args = [...withoutRequests(argv), ...link, ...files];
      app.relaunch({ args, ...(appImage === undefined ? {} : { execPath: appImage }) });
    },
  };
}
