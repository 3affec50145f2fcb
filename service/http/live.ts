/** Serves the stream of changes to apps (contract/live.ts). */
import { Hono } from 'hono';

import { LIVE_BEAT_SECONDS, LIVE_PATH } from '#contract/live.ts';

import { Failure } from '../domain/call.ts';
import type { Principals } from '../domain/tokens/principals.ts';
import type { LiveChanges } from '../domain/live/live-changes.ts';
import { getBearer } from './access.ts';
import type { Environment } from './environment.ts';

export interface LiveOptions {
  readonly principals: Principals;
  readonly live: Pick<LiveChanges, 'publish' | 'listen'>;
}

export function createLiveRoutes({ principals, live: changes }: LiveOptions): Hono<Environment> {
  const app = new Hono<Environment>();
  app.get(LIVE_PATH, async (context) => {
    const secret = getBearer(context);
    const identity = secret === undefined ? null : await principals.identify(secret);
    if (secret === undefined || identity === null) throw new Failure('unauthenticated');
    if (identity === 'no_team') throw new Failure('no_team');
    if (!identity.abilities.has('workspace:manage')) {
      throw new Failure('ability_missing', { ability: 'workspace:manage' });
    }
    const { teamId, tokenId } = identity;
    let stop: (() => void) | null = null;
    let beat: NodeJS.Timeout | undefined;
    const encoder = new TextEncoder();
    const leave = (): void => {
      clearInterval(beat);
      stop?.();
      stop = null;
    };
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const write = (text: string): void => controller.enqueue(encoder.encode(text));
        stop = changes.listen({
          ...{ teamId, tokenId, secret },
          send: (topic) => write(`event: change\ndata: ${topic}\n\n`),
          end: () => {
            leave();
            controller.close();
          },
        });
        if (stop === null) throw new Failure('rate_limit_exceeded');
        // Browsers and proxies pass a stream on once something has arrived.
        write(': listening\n\n');
        beat = setInterval(() => write(': still here\n\n'), LIVE_BEAT_SECONDS * 1000);
      },
      cancel: leave,
    });
    return new Response(stream, {
      headers: {
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store',
        // Asks nginx not to hold the stream back.
        'X-Accel-Buffering': 'no',
      },
    });
  });
  return app;
}
