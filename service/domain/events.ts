import { type EventData, type EventName, EVENTS } from '#contract/events.ts';

import { outbox_events } from '../store/schema.ts';
import type { Db } from '../store/store.ts';

/** Adds an event to the outbox. Call it in the transaction of the change, so that both commit or neither. */
export async function emit<N extends EventName>(tx: Db, teamId: number, event: N, data: EventData<N>): Promise<void> {
  await tx.insert(outbox_events).values({ team_id: teamId, event, data: EVENTS[event].parse(data) });
}
