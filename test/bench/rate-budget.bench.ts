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

function createOurs(): Limiter {
  const budget = new RateBudget(clock);
  return (request) => void budget.take('general').then(request);
}

function createPeer(): Limiter {
  const queue = new PQueue({ intervalCap: LIMIT, interval: WINDOW_MS, strict: true });
  return (request) => void queue.add(async () => request());
}

/** Returns the simulated time of each request. */
async function measureDrain(createLimiter: () => Limiter): Promise<number[]> {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 1_000_000 });
  try {
    const start = Date.now();
    const times: number[] = [];
    const limiter = createLimiter();
    for (let i = 0; i < REQUESTS; i += 1) limiter(() => times.push(Date.now() - start));
    while (times.length < REQUESTS) {
      // Lets all promises in between settle.
      for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
      mock.timers.tick(STEP_MS);
      if (Date.now() - start > 3 * IDEAL_MS) throw new Error('The queue does not drain.');
    }
    return times;
  } finally {
    mock.timers.reset();
  }
}

function getMaxInWindow(times: readonly number[]): number {
  const countFrom = (from: number) => times.filter((time) => time >= from && time < from + WINDOW_MS).length;
  return Math.max(...times.map(countFrom));
}

const bench: Bench = {
  name: 'rate budget',
  run: async () => {
    const [ours, theirs] = [await measureDrain(createOurs), await measureDrain(createPeer)];
    const getRelativeTime = (times: readonly number[]): number => (times.at(-1) ?? 0) / IDEAL_MS;
    return [
      valueRow({
        name: `Client rate budget, most of ${REQUESTS} requests in any 60 s (limit ${LIMIT})`,
        value: getMaxInWindow(ours),
        unit: 'requests',
        peer: `p-queue ${getMaxInWindow(theirs)}`,
        max: LIMIT,
      }),
      valueRow({
        name: 'Client rate budget, time to drain over the ideal',
        value: getRelativeTime(ours),
        unit: 'x',
        peer: `p-queue ${getRelativeTime(theirs).toFixed(4)}`,
        max: 1.005,
      }),
    ];
  },
};

export default bench;
