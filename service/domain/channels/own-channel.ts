import type { ChannelRow } from '../access.ts';
import { reachChannel } from '../access.ts';
import type { Fail, Failing } from '../call.ts';
import type { Db } from '../../store/store.ts';

/** Finds a channel, and reports one out of the caller's reach as not found. */
export function reachOwnChannel(
  db: Db,
  { principal, fail }: Failing<'channel_not_found'>,
  channelId: number,
): Promise<ChannelRow> {
  const failNotFound: Fail<'channel_not_found' | 'channel_forbidden'> = () => fail('channel_not_found');
  return reachChannel(db, { principal, fail: failNotFound }, channelId);
}
