import { setMaxListeners } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { readInvitation } from '../../contract/invitation.ts';
import { LIVE_PATH } from '../../contract/live.ts';
import { createTokenSecret } from '../../service/domain/tokens/secret.ts';

import { findFreePort, type RequestOptions, sendRequest } from '../support/https.ts';
import { createPostgresDatabase } from '../support/postgres.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { startServerProcess } from '../support/service-process.ts';
import { type Bench, quantile, type Row, round } from './bench-kit.ts';

const PEOPLE = [4, 20, 50];
const SECONDS = 20;
/** An app saves a text soon after its writer pauses. */
const SAVE_EVERY_MS = 4000;
/** An app asks again for what it shows this often at most. */
const REFRESH_MS = 1200;
const MAX_P95_MS = 1000;
const TICKS_PER_SECOND = 100;

interface Person {
  readonly token: string;
  readonly script: number;
}

/** Returns the seconds of CPU and the resident MB of the server, and of all processes of PostgreSQL. */
function readUsage(pid: number): { seconds: number; megabytes: number } {
  const postgres = readdirSync('/proc').filter((id) => /^\d+$/.test(id) && readStat(id, 'comm').trim() === 'postgres');
  const ticks = [String(pid), ...postgres].map((id) => {
    const fields = readStat(id, 'stat').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  });
  const resident = /VmRSS:\s+(\d+)/.exec(readStat(String(pid), 'status'))?.[1];
  return {
    seconds: ticks.reduce((sum, value) => sum + value, 0) / TICKS_PER_SECOND,
    megabytes: Number(resident) / 1024,
  };
}

/** Returns an empty text for a process that has ended meanwhile. */
function readStat(id: string, file: string): string {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

class Team {
  readonly #url: string;
  #joined = 0;
  /** The version of each script's text, by its id. */
  readonly #versions = new Map<number, number>();
  readonly latencies: number[] = [];

  constructor(url: string) {
    this.#url = url;
  }

  async call<T>(
    path: string,
    token?: string,
    body?: object,
    { method = body ? 'POST' : 'GET', headers = {} }: Pick<RequestOptions, 'method' | 'headers'> = {},
  ): Promise<T> {
    const startedAt = performance.now();
    const options = { method, headers, ...(token !== undefined && { token }), ...(body && { body }) };
    const { status, text } = await sendRequest(`${this.#url}${path}`, options);
    this.latencies.push(performance.now() - startedAt);
    if (status >= 300) throw new Error(`${path} answered ${status}: ${text.slice(0, 200)}`);
    return (JSON.parse(text) as { data: T }).data;
  }

  async join(code: string, name: string): Promise<string> {
    const { secret } = createTokenSecret();
    // Everybody joins from an address of their own, since each address may try to join only so often.
    const headers = { 'X-Forwarded-For': `192.0.2.${++this.#joined}` };
    await this.call('/local/v1/join', undefined, { code, secret, name, device: 'A laptop' }, { headers });
    return secret;
  }

  /** Adds somebody with a script of their own. */
  async add(owner: string, channel: number, name: string): Promise<Person> {
    const { code } = await this.call<{ code: string }>('/local/v1/invitations', owner, { role: 'editor' });
    const token = await this.join(code, name);
    const body = { title: `The script of ${name}` };
    const { script_id } = await this.call<{ script_id: number }>(`/local/v1/channels/${channel}/scripts`, token, body);
    return { token, script: script_id };
  }

  /** Writes like an app with its script open, which asks again when anybody changed something. */
  async work({ token, script }: Person, signal: AbortSignal, delayMs: number): Promise<void> {
    await pause(delayMs);
    let isWaiting = false;
    const refresh = async (): Promise<void> => {
      isWaiting = false;
      await Promise.all([
        this.call(`/api/v1/scripts/${script}`, token),
        this.call('/api/v1/projects?per_page=50', token),
      ]);
    };
    void sendRequest(`${this.#url}${LIVE_PATH}`, {
      token,
      signal,
      onText: (text) => {
        if (isWaiting || !text.includes('change')) return;
        isWaiting = true;
        setTimeout(() => !signal.aborted && void refresh(), REFRESH_MS);
      },
    }).catch(() => undefined); // aborted at the end
    while (!signal.aborted) {
      const version = this.#versions.get(script) ?? 0;
      const body = {
        script: 'The mail is sorted while the train runs. '.repeat(150 + version),
        content_version: version,
      };
      const storedContent = await this.call<{ content_version: number }>(
        `/local/v1/scripts/${script}/content`,
        token,
        body,
        {
          method: 'PUT',
        },
      );
      this.#versions.set(script, storedContent.content_version);
      await pause(SAVE_EVERY_MS);
    }
  }
}

async function measure(team: Team, people: readonly Person[], pid: number): Promise<Row> {
  const controller = new AbortController();
  setMaxListeners(people.length, controller.signal);
  const work = people.map((person, index) =>
    team.work(person, controller.signal, (index / people.length) * SAVE_EVERY_MS),
  );
  await pause(2 * SAVE_EVERY_MS);
  team.latencies.length = 0;
  const before = readUsage(pid);
  await pause(SECONDS * 1000);
  const after = readUsage(pid);
  const requests = team.latencies.length / SECONDS;
  const p95 = quantile(team.latencies, 0.95);
  controller.abort();
  await Promise.all(work);
  const cores = (after.seconds - before.seconds) / SECONDS;
  return {
    name: `team server, ${people.length} people writing: ${round(requests)} requests/s, ${Math.round(after.megabytes)} MB`,
    value: round(cores),
    unit: 'cores',
    peer: `95 % answered in ${round(p95)} ms`,
    ratio: null,
    goal: `<= ${MAX_P95_MS} ms`,
    ok: p95 <= MAX_P95_MS,
  };
}

/**
 * Measures what a team server and its database need while everybody writes at once, for the sizes in deploy/README.md.
 */
const bench: Bench = {
  name: 'team server',
  run: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cutaway-bench-'));
    const port = await findFreePort();
    const url = `http://127.0.0.1:${port}`;
    const args = ['--data', folder, '--port', String(port), '--public-url', url, '--sample', '--behind-proxy'];
    const env = {
      CUTAWAY_DATABASE_URL: await createPostgresDatabase(),
      CUTAWAY_SECRET: 'the-secret-of-this-server-made-up',
    };
    const server = startServerProcess(args, env);
    try {
      const line = await server.ready;
      if (!line?.owner_link) throw new Error(server.getStderr());
      const team = new Team(url);
      const owner = await team.join(readInvitation(line.owner_link)?.code ?? '', 'Ada');
      const channels = await team.call<{ id: number }[]>('/api/v1/channels', owner);
      const rows: Row[] = [];
      const people: Person[] = [];
      for (const count of PEOPLE) {
        while (people.length < count)
          people.push(await team.add(owner, channels[0]?.id ?? 1, `Person ${people.length}`));
        rows.push(await measure(team, people, server.process.pid ?? 0));
      }
      return rows;
    } finally {
      await server.end();
      await removeFolder(folder);
    }
  },
};
export default bench;
