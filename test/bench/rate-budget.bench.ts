import { mock } from 'node:test';
import PQueue from 'p-queue';
import { RateBudget, type Clock } from '../../electron/host/rate-budget.ts';
import { valueRow, type Bench } from './bench-kit.ts';

const LIMIT = 50;
const WINDOW_MS = 60_000;
const REQUESTS = 501;
const STEP_MS = 10;
/** The first requests are sent at once; every further window allows `LIMIT` more. */
const IDEAL_MS = Math.floor((REQUESTS - 1) / LIMIT) * WINDOW_MS;

const clock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

type Limiter = (request: () => void) => void;

function ours(): Limiter {
  const budget = new RateBudget(clock);
  return (request) => void budget.take('general').then(request);
}

function peer(): Limiter {
  const queue = new PQueue({ intervalCap: LIMIT, interval: WINDOW_MS, strict: true });
  return (request) => void queue.add(async () => request());
}

/** Returns when each request was sent, in simulated time. */
async function drain(make: () => Limiter): Promise<number[]> {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 1_000_000 });
  try {
    const start = Date.now();
    const times: number[] = [];
    const limiter = make();
    for (let i = 0; i < REQUESTS; i += 1) limiter(() => times.push(Date.now() - start));
    while (times.length < REQUESTS) {
      // Gives every promise in between enough turns to settle.
      for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
      mock.timers.tick(STEP_MS);
      if (Date.now() - start > 3 * IDEAL_MS) throw new Error('The queue does not drain.');
    }
    return times;
  } finally {
    mock.timers.reset();
  }
}

function mostInAnyWindow(times: readonly number[]): number {
  const within = (from: number) => times.filter((time) => time >= from && time < from + WINDOW_MS).length;
  return Math.max(...times.map(within));
}

const bench: Bench = {
  name: 'rate budget',
  run: async () => {
    const [mine, theirs] = [await drain(ours), await drain(peer)];
    const spent = (times: readonly number[]): number => (times.at(-1) ?? 0) / IDEAL_MS;
    return [
      valueRow({
        name: `Client rate budget, most of ${REQUESTS} requests in any 60 s (limit ${LIMIT})`,
        value: mostInAnyWindow(mine),
        unit: 'requests',
        peer: `p-queue ${mostInAnyWindow(theirs)}`,
        most: LIMIT,
      }),
      valueRow({
        name: 'Client rate budget, time to drain over the ideal',
        value: spent(mine),
        unit: 'x',
        peer: `p-queue ${spent(theirs).toFixed(4)}`,
        most: 1.005,
      }),
    ];
  },
};

export default bench;
