/** Runs the browser shell: the app's host behind HTTP and a WebSocket on this machine. */
import { join } from 'node:path';

import packageJson from '../../package.json' with { type: 'json' };
import { getDefaultDataFolder } from '../host/data-folder.ts';
import { createHost } from '../host/host.ts';
import { parseLoopbackArguments, type LoopbackArguments } from './arguments.ts';
import { openAppWindow, openWithSystem } from './open-browser.ts';
import { listenOnWorkspacePort } from './ports.ts';
import { ADDRESS, createLoopbackServer } from './server.ts';
import { spawnService } from './service-process.ts';
import { Sessions } from './sessions.ts';

/** The path is the same from electron/loopback and from dist/loopback. */
const ROOT = join(import.meta.dirname, '..', '..');

const log = (line: string): void => void process.stderr.write(`${line}\n`);

interface Shell {
  url: string;
  dataFolder: string;
  stop: () => Promise<void>;
}

async function startShell(settings: LoopbackArguments): Promise<Shell> {
  const dataFolder = settings.dataFolder ?? getDefaultDataFolder();
  const host = createHost({
    dataFolder,
    shell: 'web',
    version: packageJson.version,
    serviceModule: join(ROOT, 'dist', 'service', 'main.js'),
    sample: settings.sample || (settings.dataFolder === null ? 'first-start' : false),
    // The page itself downloads files, opens links and notifies about ended runs.
    ports: {
      saveFile: null,
      saveFolder: null,
      openExportFolder: null,
      openExternal: null,
      openFolder: openWithSystem,
      notify: () => undefined,
      captureState: null,
      spellingState: null,
      updater: 'browser',
      quit: null,
      spawnService,
    },
    log,
  });
  await host.start();
  try {
    const sessions = await Sessions.open(dataFolder);
    const server = createLoopbackServer({ host, sessions, renderer: join(ROOT, 'dist', 'renderer') });
    const port = await listenOnWorkspacePort(server, sessions, settings.port);
    const stop = async (): Promise<void> => {
      await server.close();
      await host.stop();
    };
    return { dataFolder, url: `http://${ADDRESS}:${port}/?ticket=${sessions.createTicket()}`, stop };
  } catch (error) {
    await host.stop();
    throw error;
  }
}

async function main(): Promise<void> {
  const settings = parseLoopbackArguments(process.argv.slice(2));
  // A signal during startup also ends the app, as soon as the shell can be stopped.
  let shell: Shell | null = null;
  let isRunning = true;
  const stopAndExit = (): void => {
    if (!isRunning) process.exit(130); // a second signal
    isRunning = false;
    if (shell) void shell.stop().finally(() => process.exit(0));
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stopAndExit);
  process.on('disconnect', () => isRunning && stopAndExit());
  shell = await startShell(settings);
  if (!isRunning) return void shell.stop().finally(() => process.exit(0));
  process.stdout.write(`${JSON.stringify({ ready: true, shell: 'web', url: shell.url, pid: process.pid })}\n`);
  if (!settings.open) return;
  if (settings.browser === null) return void openWithSystem(shell.url);
  const window = openAppWindow(
    settings.browser,
    shell.url,
    join(shell.dataFolder, 'profile'),
    () => isRunning && stopAndExit(),
  );
  process.once('exit', () => window.kill());
}

main().catch((error: unknown) => {
  log(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
