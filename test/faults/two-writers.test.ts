/**
 * Two people change the same project while answers are lost, requests break off, and the service is busy or killed:
 * every change is applied once or its writer learns of the newer revision, and nobody overwrites a change they have not
 * seen.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { ApiAnswer } from '#contract/bridge.ts';
import type { Production, Project, ProjectComment } from '#contract/schema/project.ts';
import { ApiClient, type ApiTarget } from '#electron/host/api-client.ts';
import type { ApiRequest } from '#electron/host/request.ts';
import { getRounds } from '#test/support/rounds.ts';
import { SEED } from '#test/support/seed.ts';
import { type ReadyLine, type ServiceProcess, startServiceProcess } from '#test/support/service-process.ts';
import { BUSY_SECONDS, type WireState, WIRE_STATES, Wire } from '#test/support/wire.ts';

const HISTORIES = getRounds(10, 500);

const STAGES = ['new', 'considering', 'needs_script'] as const;
/** After this many attempts every request must have succeeded. */
const MAX_ATTEMPTS = 12;

interface Step {
  readonly writer: 0 | 1;
  readonly kind: 'title' | 'stage' | 'plan' | 'comment';
  /** Writes with the last revision it saw, even if that is old. */
  readonly stale: boolean;
  readonly pick: number;
  readonly states: readonly WireState[];
}

interface Round {
  readonly steps: readonly Step[];
  readonly kill: boolean;
}

const step = fc.record<Step>({
  writer: fc.constantFrom(0, 1),
  kind: fc.constantFrom('title', 'title', 'stage', 'plan', 'comment'),
  stale: fc.boolean(),
  pick: fc.nat(1000),
  states: fc.array(fc.constantFrom(...WIRE_STATES), { maxLength: 5 }),
});
const histories = fc.array(
  fc.record<Round>({
    steps: fc.array(step, { minLength: 1, maxLength: 3 }),
    kill: fc.boolean().chain((maybe) => (maybe ? fc.nat(9).map((n) => n === 0) : fc.constant(false))),
  }),
  { minLength: 1, maxLength: 5 },
);

/** A service that can be killed and restarted on the same folder. The wires follow its address. */
class KillableService {
  readonly #folder: string;
  readonly #wires: readonly Wire[];
  #child: ServiceProcess | null = null;
  kills = 0;

  constructor(folder: string, wires: readonly Wire[]) {
    this.#folder = folder;
    this.#wires = wires;
  }

  async start(): Promise<ReadyLine> {
    const child = startServiceProcess(['--data', this.#folder, '--port', '0', '--rate-limits', 'off', '--sample']);
    this.#child = child;
    const line = await child.ready;
    if (!line) throw new Error(child.getStderr());
    for (const wire of this.#wires) wire.connectTo(line.base_url);
    return line;
  }

  async restart(): Promise<void> {
    await this.#child?.end('SIGKILL');
    this.kills++;
    await this.start();
  }

  async stop(): Promise<void> {
    await this.#child?.end('SIGTERM');
  }
}

/** Expected fields of a project at a revision. */
interface State {
  readonly title: string;
  readonly stage: string;
  readonly description: string;
}

type Change = Partial<State>;
interface AppliedChange {
  readonly from: string;
  readonly to: string;
  readonly change: Change;
}

class Writer {
  readonly wire: Wire;
  readonly #target: ApiTarget;
  /** Waits imposed on the writer, in ms. */
  readonly waits: number[] = [];
  readonly #client = new ApiClient({ sleep: (ms) => Promise.resolve(void this.waits.push(ms)), random: () => 0 });
  lastSeen: Project | null = null;

  constructor(token: string, wire: Wire) {
    this.wire = wire;
    this.#target = { baseUrl: wire.baseUrl, token, local: false, budget: null };
  }

  /** Repeats the same request with the same key until it is answered, like the outbox. */
  async send(request: ApiRequest, waitUntilUp: () => Promise<void>): Promise<ApiAnswer & { kind: 'answer' }> {
    let lastAnswer: ApiAnswer | null = null;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const answer = (lastAnswer = await this.#client.send(this.#target, request));
      if (answer.kind === 'answer' && answer.status !== 429 && answer.status !== 503) return answer;
      await waitUntilUp();
    }
    throw new Error(
      `No answer to ${JSON.stringify(request)} after ${MAX_ATTEMPTS} times: ${JSON.stringify(lastAnswer)}`,
    );
  }
}

const getData = <T>(answer: ApiAnswer & { kind: 'answer' }): T => {
  if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return (answer.body as { data: T }).data;
};

/** A project with all its changes. */
class History {
  readonly appliedChanges: AppliedChange[] = [];
  readonly conflicts: string[] = [];
  readonly comments: string[] = [];
  readonly #writers: readonly Writer[];
  readonly #project: Project;
  #changeCount = 0;
  #restarting: Promise<void> = Promise.resolve();

  constructor(writers: readonly Writer[], project: Project) {
    this.#writers = writers;
    this.#project = project;
    for (const writer of writers) writer.lastSeen = project;
  }

  static async open(writers: readonly Writer[], title: string): Promise<History> {
    const request = { operation: 'projects.create', idempotency_key: randomUUID() } as const;
    const body = { channel_id: 1, source: 'idea', title };
    const [first] = writers;
    if (!first) throw new Error('Nobody writes.');
    first.wire.planStates([]);
    const answer = await first.send({ ...request, body }, () => Promise.resolve());
    return new History(writers, getData<Project>(answer));
  }

  get #params() {
    return { project: this.#project.id };
  }

  async #read(writer: Writer): Promise<Project> {
    const answer = await writer.send({ operation: 'projects.get', params: this.#params }, () => this.#restarting);
    return getData<Project>(answer);
  }

  #createRequest({ kind, pick }: Step, lastSeen: Project): { request: ApiRequest; change: Change } {
    const text = `${kind} ${++this.#changeCount}`;
    const stage = STAGES[(STAGES.indexOf(lastSeen.stage as 'new') + 1 + (pick % 2)) % 3] ?? 'new';
    const rows = {
      title: { operation: 'projects.update', body: { title: text }, change: { title: text } },
      stage: { operation: 'projects.move', body: { stage }, change: { stage } },
      plan: { operation: 'projects.production.update', body: { description: text }, change: { description: text } },
      comment: { operation: 'projects.comments.create', body: { body: text }, change: {} },
    } as const;
    const { operation, body, change } = rows[kind];
    const safety = { idempotency_key: randomUUID(), ...(kind !== 'comment' && { if_match: `"${lastSeen.revision}"` }) };
    return { request: { operation, params: this.#params, body, ...safety }, change };
  }

  async #perform(step: Step): Promise<void> {
    const writer = this.#writers[step.writer];
    if (!writer?.lastSeen) throw new Error('Nobody writes.');
    if (!step.stale) writer.lastSeen = await this.#read(writer);
    const { lastSeen } = writer;
    const { request, change } = this.#createRequest(step, lastSeen);
    writer.wire.planStates(step.states);
    const answer = await writer.send(request, () => this.#restarting);
    if (step.kind === 'comment') {
      this.comments.push(getData<ProjectComment>(answer).body);
    } else if (answer.status === 409) {
      const { code, current_revision } = answer.body as { code: string; current_revision: string };
      expect(code).toBe('revision_conflict');
      this.conflicts.push(current_revision);
    } else {
      const to = getData<Project & Production>(answer).revision ?? readRevision(answer);
      this.appliedChanges.push({ from: lastSeen.revision, to, change });
      // The answer about a production lacks the project's other fields.
      writer.lastSeen = { ...lastSeen, ...change, revision: to };
    }
  }

  async play({ steps, kill }: Round, service: KillableService): Promise<void> {
    const changes = steps.map((step) => this.#perform(step));
    if (kill) this.#restarting = service.restart();
    const outcomes = await Promise.allSettled([...changes, this.#restarting]);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason as Error;
  }

  /** Checks that all answers form one chain of revisions that ends in the stored state. */
  async check(): Promise<void> {
    const [reader] = this.#writers;
    if (!reader) throw new Error('Nobody reads.');
    const storedProject = await this.#read(reader);
    let state: State = { title: this.#project.title, stage: this.#project.stage, description: '' };
    let revision = this.#project.revision;
    const nodes = new Set([revision]);
    for (let remaining = this.appliedChanges; remaining.length > 0;) {
      const next = remaining.filter(({ from }) => from === revision);
      expect(next, `one change, and one alone, follows ${revision}`).toHaveLength(1);
      const [{ to, change }] = next as [AppliedChange];
      state = { ...state, ...change };
      remaining = remaining.filter((change) => change !== next[0]);
      nodes.add((revision = to));
    }
    expect(storedProject).toMatchObject({ revision, title: state.title, stage: state.stage });
    for (const revision of this.conflicts) expect(nodes).toContain(revision);
    const read = async <T>(operation: 'projects.production.get' | 'projects.comments.list') =>
      getData<T>(await reader.send({ operation, params: this.#params }, () => Promise.resolve()));
    const { upload } = await read<Production>('projects.production.get');
    expect(upload.description ?? '').toBe(state.description);
    const comments = await read<ProjectComment[]>('projects.comments.list');
    expect(comments.map(({ body }) => body).sort()).toEqual(this.comments.toSorted());
  }
}

const readRevision = ({ body }: ApiAnswer & { kind: 'answer' }): string =>
  (body as { meta: { revision: string } }).meta.revision;

let folder = '';
let service: KillableService;
let writers: Writer[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-writers-'));
  // The wires get their address once the service runs.
  const wires = [0, 1].map(() => new Wire('http://127.0.0.1:9'));
  service = new KillableService(folder, wires);
  const line = await service.start();
  const response = await fetch(`${line.base_url}/api/v1/team/tokens`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${line.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Two writers', abilities: ['projects:read', 'projects:write'] }),
  });
  const { token } = (await response.json()) as { token: { token: string } };
  await Promise.all(wires.map((wire) => wire.listen()));
  writers = wires.map((wire) => new Writer(token.token, wire));
}, 300_000);
afterAll(async () => {
  await Promise.all(writers.map(({ wire }) => wire.disconnect()));
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

test(
  `two writers never overwrite an unseen change in ${HISTORIES} histories (seed ${SEED})`,
  { timeout: 3_600_000 },
  async () => {
    let [applied, conflicts] = [0, 0];
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const project = await History.open(writers, 'As it was');
        for (const round of history) await project.play(round, service);
        await project.check();
        applied += project.appliedChanges.length;
        conflicts += project.conflicts.length;
      }),
      // Shrinking is off: a shorter history on the data of a longer one would prove little.
      { numRuns: HISTORIES, endOnFailure: true },
    );
    // Negative control: the model detects two changes on one revision, and an applied change that is missing.
    const control = await History.open(writers, 'As it was');
    await control.play(
      { steps: [{ writer: 0, kind: 'title', stale: false, pick: 0, states: [] }], kill: false },
      service,
    );
    await control.check();
    control.appliedChanges.push({ ...control.appliedChanges[0]!, to: 'elsewhere' });
    await expect(control.check()).rejects.toThrow('follows');
    control.appliedChanges.pop();
    control.comments.push('A comment that nobody wrote.');
    await expect(control.check()).rejects.toThrow();

    // Enough changes were applied and refused for the test to prove something.
    expect(applied).toBeGreaterThan(HISTORIES / 2);
    expect(conflicts).toBeGreaterThan(0);
    const waits = writers.flatMap((writer) => writer.waits);
    // A date has no fractions, so up to a second of the wait is lost.
    expect(waits.some((ms) => ms >= (BUSY_SECONDS - 2) * 1000)).toBe(true);
    console.info(
      JSON.stringify({ histories: HISTORIES, applied, conflicts, kills: service.kills, waits: waits.length }),
    );
  },
);
