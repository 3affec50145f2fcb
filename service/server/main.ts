/** Runs a server for a team from the command line (interfaces: `npm run server`). */
import { ArchiveError } from '#archive/layout.ts';

import { runCommand, type StartedService } from '../command.ts';
import { RunActiveError } from '../store/dump.ts';
import { exportArchive, importArchive } from './archive-tasks.ts';
import { CertificateError } from './certificate.ts';
import { SealedKeysError } from './sealed-keychain.ts';
import { readServerOptions, type ServerOptions } from './server-options.ts';
import { ServerUnfitError, startServer } from './start-server.ts';
import { checkServerFiles, copyServerFiles, FilesMissingError, createOwnerLink } from './tasks.ts';

/** Runs the requested task and returns its output, or null if there is none. */
async function runTask(options: ServerOptions): Promise<object | null> {
  if (options.printOwnerLink) return { owner_link: await createOwnerLink(options) };
  if (options.importArchiveFrom !== null) return importArchive(options, options.importArchiveFrom);
  if (options.exportArchiveTo !== null) return exportArchive(options, options.exportArchiveTo);
  if (options.checkFiles) return checkServerFiles(options);
  if (options.copyFilesTo !== null) return copyServerFiles(options, options.copyFilesTo);
  return null;
}

async function startFromArguments(): Promise<StartedService> {
  const options = readServerOptions(process.argv.slice(2));
  const line = await runTask(options);
  if (line) return { line };
  const { baseUrl, ownerLink: link, stop } = await startServer(options);
  return {
    line: { ready: true, base_url: baseUrl, pid: process.pid, ...(link !== null && { owner_link: link }) },
    stop,
  };
}

runCommand(startFromArguments, [
  ArchiveError,
  CertificateError,
  FilesMissingError,
  RunActiveError,
  SealedKeysError,
  ServerUnfitError,
]);
