/** Runs the local service from the command line (interfaces: `npm run service`). */
import { runCommand } from './command.ts';
import { readOptions } from './options.ts';
import { startService } from './start.ts';

runCommand(async () => {
  const { baseUrl, token, stop } = await startService(readOptions(process.argv.slice(2)));
  return { line: { ready: true, base_url: baseUrl, token, pid: process.pid }, stop };
});
