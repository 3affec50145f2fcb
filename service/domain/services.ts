import type { Store } from '../store/store.ts';
import type { RunQueue } from './scripts/run-queue.ts';
import type { TextEngines } from './scripts/text-engines.ts';
import type { LiveChanges } from './live/live-changes.ts';
import type { Principals } from './tokens/principals.ts';

export interface Services {
  readonly store: Store;
  readonly principals: Principals;
  readonly live: Pick<LiveChanges, 'publish'>;
  readonly runs: RunQueue;
  readonly engines: TextEngines;
  now(): Date;
}
