/** Lets people read a delivery's contents if they can reach the channel it mentions (spec 1 §5). */
import { and, eq, inArray } from 'drizzle-orm';

import { type EventName } from '#contract/events.ts';

import { channels, type JsonObject, outbox_events, scripts } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import { buildReachFilter } from '../access.ts';
import type { Principal } from '../call.ts';
import type { DeliveryRow } from './deliveries.ts';

const CHANNELLESS_EVENT: EventName = 'webhook.test';

/** Maps event ids to the data of the events. */
async function readEventData(db: Db, rows: readonly DeliveryRow[]): Promise<ReadonlyMap<string, JsonObject>> {
  const ids = rows.flatMap(({ event_id }) => event_id ?? []);
  if (ids.length === 0) return new Map();
  const events = await db
    .select({ id: outbox_events.id, data: outbox_events.data })
    .from(outbox_events)
    .where(inArray(outbox_events.id, ids));
  return new Map(events.map(({ id, data }) => [id, data]));
}

/** Accepts ids as text, or as numbers as in thumbnail.generated (spec 1 §6). */
const parseId = (value: unknown): number | null => {
  const id = Number(value);
  return Number.isInteger(id) && id > 0 ? id : null;
};

/** Returns the deliveries the caller may read. A delivery that names neither a channel nor a script is hidden. */
export async function filterVisibleDeliveries(
  db: Db,
  rows: readonly DeliveryRow[],
  principal: Principal,
): Promise<ReadonlySet<string>> {
  if (principal.role !== 'member') return new Set(rows.map(({ id }) => id));
  const data = await readEventData(db, rows);
  const parsedRows = rows.map((row) => ({ row, data: data.get(row.event_id ?? '') ?? {} }));
  const scriptIds = parsedRows.flatMap(({ data }) => parseId(data['script_id']) ?? []);
  const scriptRows =
    scriptIds.length === 0
      ? []
      : await db
          .select({ id: scripts.id, channel: scripts.channel_id })
          .from(scripts)
          .where(and(eq(scripts.team_id, principal.teamId), inArray(scripts.id, scriptIds)));
  const channelByScript = new Map(scriptRows.map(({ id, channel }) => [id, channel]));
  const reachable = await db.select({ id: channels.id }).from(channels).where(buildReachFilter(db, principal));
  const reachableIds = new Set(reachable.map(({ id }) => id));
  const visibleRows = parsedRows.filter(({ row, data }) => {
    if (row.event_type === CHANNELLESS_EVENT) return true;
    const channel = parseId(data['channel_id']) ?? channelByScript.get(parseId(data['script_id']) ?? 0);
    return channel != null && reachableIds.has(channel);
  });
  return new Set(visibleRows.map(({ row }) => row.id));
}
