import autocannon from 'autocannon';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ReadyLine, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { type Bench, median, round } from './bench-kit.ts';

const ROUNDS = 5;
const SECONDS = 2;
const MIN_RATIO = 0.5;

async function waitUntilReady(child: ServiceProcess): Promise<ReadyLine> {
  const line = await child.ready;
  if (!line) throw new Error(child.getStderr());
  return line;
}

async function measureRequestRate({ base_url, token }: ReadyLine): Promise<number> {
  const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
  const result = await autocannon({ url: `${base_url}/api/v1/team`, connections: 20, duration: SECONDS, headers });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`);
  return result.requests.average;
}

/**
 * Compares GET /team, including token, team, ability and rate limit, with the bare framework answering the same bytes.
 */
const bench: Bench = {
  name: 'service',
  run: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cutaway-bench-'));
    const service = startServiceProcess(['--data', folder, '--sample', '--rate-limits', 'off']);
    let bareService: ServiceProcess | null = null;
    try {
      const ours = await waitUntilReady(service);
      const headers = { authorization: `Bearer ${ours.token}` };
      const body = await (await fetch(`${ours.base_url}/api/v1/team`, { headers })).text();
      bareService = startServiceProcess([body], 'test/bench/bare-hono.ts');
      const theirs = await waitUntilReady(bareService);
      const rates: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
      for (const line of [ours, theirs]) await measureRequestRate(line);
      for (let run = 0; run < ROUNDS; run++) {
        const first = await measureRequestRate(ours);
        const second = await measureRequestRate(theirs);
        const third = await measureRequestRate(theirs);
        const fourth = await measureRequestRate(ours);
        rates.ours.push((first + fourth) / 2);
        rates.theirs.push((second + third) / 2);
      }
      const ratio = median(rates.ours.map((value, index) => value / (rates.theirs[index] ?? Number.NaN)));
      const value = median(rates.ours);
      const peer = `bare hono ${round(median(rates.theirs))}`;
      return [
        { name: 'GET /team', value, unit: 'requests/s', peer, ratio, goal: `>= ${MIN_RATIO}`, ok: ratio >= MIN_RATIO },
      ];
    } finally {
      await service.end();
      await bareService?.end();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
export default bench;
