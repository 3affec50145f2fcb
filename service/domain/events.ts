import { type EventData, type EventName, EVENTS } from '#contract/events.ts';

import { outbox_events } from '../store/schema.ts';
import type { Db } from '../store/store.ts';

/** Puts an event into the outbox; in the transaction of what happened, so that neither goes without the other. */
export async function emit<N extends EventName>(tx: Db, teamId: number, event: N, data: EventData<N>): Promise<void> {
  await tx.insert(outbox_events).values({ team_id: teamId, event, data: EVENTS[event].parse(data) });
}
