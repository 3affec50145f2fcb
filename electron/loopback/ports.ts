/** Chooses the port of a workspace. It stays the same, because the page's IndexedDB belongs to it. */
import { randomInt } from 'node:crypto';
import { getErrorCode } from '#platform/error-code.ts';
import type { LoopbackServer } from './server.ts';
import type { Sessions } from './sessions.ts';

/** Below the ports that systems use for outgoing connections, above those of common services. */
const PORT_RANGE = [20_000, 32_000] as const;
const MAX_ATTEMPTS = 20;

export class PortTakenError extends Error {}

const isTaken = (error: unknown): boolean => ['EADDRINUSE', 'EACCES'].includes(getErrorCode(error) ?? '');

async function listenAt(server: LoopbackServer, port: number, message: string): Promise<number> {
  try {
    return await server.listen(port);
  } catch (error) {
    throw isTaken(error) ? new PortTakenError(message) : error;
  }
}

/** `requestedPort` is the port from the command line. Rejects with a PortTakenError in plain words. */
export async function listenOnWorkspacePort(
  server: LoopbackServer,
  sessions: Sessions,
  requestedPort: number | null,
): Promise<number> {
  if (requestedPort !== null && requestedPort > 0) {
    const port = await listenAt(
      server,
      requestedPort,
      `Port ${requestedPort} is used by another program. Choose another with --port.`,
    );
    await sessions.rememberPort(port);
    return port;
  }
  const rememberedPort = sessions.port;
  if (requestedPort === null && rememberedPort !== null) {
    const message = `Port ${rememberedPort}, where this workspace’s window keeps its data, is used by another program. Quit that program, or choose another port with --port.`;
    return listenAt(server, rememberedPort, message);
  }
  if (requestedPort === 0) return server.listen(0);
  for (let attempt = 1; ; attempt++) {
    try {
      const port = await server.listen(randomInt(...PORT_RANGE));
      await sessions.rememberPort(port);
      return port;
    } catch (error) {
      if (!isTaken(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
