/** Runs a server for a team from the command line (interfaces: `npm run server`). */
import { runCommand, type StartedService } from '../command.ts';
import { CertificateError } from './certificate.ts';
import { SealedKeysError } from './sealed-keychain.ts';
import { readServerOptions } from './server-options.ts';
import { ownerLink, ServerUnfitError, startServer } from './start-server.ts';

async function start(): Promise<StartedService> {
  const options = readServerOptions(process.argv.slice(2));
  if (options.isForOwnerLink) return { line: { owner_link: await ownerLink(options) } };
  const { baseUrl, ownerLink: link, stop } = await startServer(options);
  const line = { ready: true, base_url: baseUrl, pid: process.pid, ...(link !== null && { owner_link: link }) };
  return { line, stop };
}

runCommand(start, [CertificateError, SealedKeysError, ServerUnfitError]);
