import type { ChannelRow } from '../domain/access.ts';
import { reachChannel } from '../domain/access.ts';
import type { Fail, Failing } from '../domain/call.ts';
import type { Db } from '../store/store.ts';

/** A channel for its owner, who reaches all there are: one that is out of reach is not there. */
export function ownChannel(
  db: Db,
  { principal, fail }: Failing<'channel_not_found'>,
  channelId: number,
): Promise<ChannelRow> {
  const notFound: Fail<'channel_not_found' | 'channel_forbidden'> = () => fail('channel_not_found');
  return reachChannel(db, { principal, fail: notFound }, channelId);
}
