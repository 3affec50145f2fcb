/** Chooses the port of a workspace. It stays the same, because the page's IndexedDB belongs to it. */
import { randomInt } from 'node:crypto';
import type { LoopbackServer } from './server.ts';
import type { Sessions } from './sessions.ts';

/** Lies below the ports that systems use for outgoing connections, above those that services usually listen on. */
const RANGE = [20_000, 32_000] as const;
const ATTEMPTS = 20;

export class PortTakenError extends Error {}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES');

async function listenAt(server: LoopbackServer, port: number, sentence: string): Promise<number> {
  try {
    return await server.listen(port);
  } catch (error) {
    throw isTaken(error) ? new PortTakenError(sentence) : error;
  }
}

/** `wantedPort` is the port from the command line. Rejects with a PortTakenError in plain words. */
export async function listenSomewhere(
  server: LoopbackServer,
  sessions: Sessions,
  wantedPort: number | null,
): Promise<number> {
  if (wantedPort !== null && wantedPort > 0) {
    const port = await listenAt(
      server,
      wantedPort,
      `Port ${wantedPort} is used by another program. Choose another with --port.`,
    );
    await sessions.rememberPort(port);
    return port;
  }
  const remembered = sessions.port;
  if (wantedPort === null && remembered !== null) {
    const sentence = `Port ${remembered}, where this workspace’s window keeps its data, is used by another program. Quit that program, or choose another port with --port.`;
    return listenAt(server, remembered, sentence);
  }
  if (wantedPort === 0) return server.listen(0);
  for (let attempt = 1; ; attempt++) {
    try {
      const port = await server.listen(randomInt(...RANGE));
      await sessions.rememberPort(port);
      return port;
    } catch (error) {
      if (!isTaken(error) || attempt === ATTEMPTS) throw error;
    }
  }
}
