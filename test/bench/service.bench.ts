import autocannon from 'autocannon';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ReadyLine, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { type Bench, median, round } from './bench-kit.ts';

const ROUNDS = 5;
const SECONDS = 2;
const GOAL = 0.5;

async function ready(child: ServiceProcess): Promise<ReadyLine> {
  const line = await child.ready;
  if (!line) throw new Error(child.stderr());
  return line;
}

async function requestsPerSecond({ base_url, token }: ReadyLine): Promise<number> {
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
    let bare: ServiceProcess | null = null;
    try {
      const ours = await ready(service);
      const headers = { authorization: `Bearer ${ours.token}` };
      const body = await (await fetch(`${ours.base_url}/api/v1/team`, { headers })).text();
      bare = startServiceProcess([body], 'test/bench/bare-hono.ts');
      const theirs = await ready(bare);
      const measured: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
      for (const line of [ours, theirs]) await requestsPerSecond(line);
      for (let run = 0; run < ROUNDS; run++) {
        const first = await requestsPerSecond(ours);
        const second = await requestsPerSecond(theirs);
        const third = await requestsPerSecond(theirs);
        const fourth = await requestsPerSecond(ours);
        measured.ours.push((first + fourth) / 2);
        measured.theirs.push((second + third) / 2);
      }
      const ratio = median(measured.ours.map((value, i) => value / (measured.theirs[i] ?? Number.NaN)));
      const value = median(measured.ours);
      const peer = `bare hono ${round(median(measured.theirs))}`;
      return [{ name: 'GET /team', value, unit: 'requests/s', peer, ratio, goal: `>= ${GOAL}`, ok: ratio >= GOAL }];
    } finally {
      await service.end();
      await bare?.end();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
export default bench;
