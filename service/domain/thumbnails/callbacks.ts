/** Calls to the address a generation request named: sent, signed and repeated as webhook deliveries are (spec 3). */
import type { JsonObject } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import { type DeliveryQueue, insertDelivery } from '../webhooks/deliveries.ts';

interface Called {
  readonly team_id: number;
  readonly callback_url: string | null;
  readonly callback_secret: string | null;
}

/** Notes the call in the transaction of what it tells of; it is made after that. */
export async function callBack(
  tx: Db,
  queue: DeliveryQueue,
  { team_id, callback_url: url, callback_secret: secret }: Called,
  event_type: string,
  data: JsonObject,
): Promise<void> {
  if (url === null) return;
  const happening = { team_id, event_id: null, event_type, happened_at: new Date(), data };
  const delivery = await insertDelivery(tx, { url, secret: secret === '' ? null : secret }, happening);
  if (delivery) await queue.enqueue(delivery.id, 0);
}
