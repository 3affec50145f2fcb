/**
 * Starts generations and follows them over restarts. The intent is on the disk before anything is sent, and the text is
 * in the journal before a run counts as completed; so nothing is sent twice and nothing that was made is lost.
 */
import { randomUUID } from 'node:crypto';

import {
  LOCAL_ACCOUNT,
  type ApiAnswer,
  type CallOutput,
  type CallParsed,
  type GeneratedText,
  type WatchedRun,
} from '#contract/bridge.ts';
import { OPERATIONS } from '#contract/operations/index.ts';
import type { Accounts } from './accounts.ts';
import type { Emit } from './events.ts';
import { Fault } from './fault.ts';
import type { Journal } from './journal.ts';
import type { HostPorts } from './ports.ts';
import {
  endNotification,
  findStarted,
  isGone,
  readLocalRun,
  readLocalRuns,
  readPoll,
  readStarted,
  START_OPERATIONS,
  startUnclear,
  statusOf,
  withLocalFacts,
} from './run-reading.ts';
import { hasEnded, isActive, type RunsFileStore } from './runs-file.ts';

export interface RunWatcherOptions {
  store: RunsFileStore;
  accounts: Pick<Accounts, 'send' | 'check'>;
  journal: Pick<Journal, 'write'>;
  notify: HostPorts['notify'];
  emit: Emit;
  /** In milliseconds; shorter ones are for tests. */
  pace?: { local: number; remote: number };
}

/** A run that was not to be found this long after its start was never started. */
const START_MAY_TAKE_MS = 15_000;
const SLOWEST_MS = 15_000;
const UNCLEAR_LOCAL = 'The local studio did not answer. It is looked up whether the run was started.';
const UNCLEAR_REMOTE =
  'The service did not answer, so it may or may not have started this. Look at the script there before you start it again.';
const NOT_STARTED = 'This was not started, and nothing was charged. Start it again when you like.';

const now = (): string => new Date().toISOString();

export class RunWatcher {
  readonly #o: RunWatcherOptions;
  readonly #pace: { local: number; remote: number };
  readonly #followed = new Map<string, Promise<void>>();
  #stop = new AbortController();

  constructor(options: RunWatcherOptions) {
    this.#o = options;
    this.#pace = options.pace ?? { local: 1000, remote: 4000 };
  }

  /** Takes up every run that had not ended. */
  async resume(): Promise<void> {
    this.#stop = new AbortController();
    for (const run of this.#o.store.all()) {
      if (run.status === 'starting') await this.#unclear(run);
      else if (isActive(run) || run.status === 'unclear') this.#follow(run.id);
    }
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#followed.values());
  }

  list(): WatchedRun[] {
    return this.#o.store.all();
  }

  async start(input: CallParsed<'runs.start'>): Promise<CallOutput<'runs.start'>> {
    const run: WatchedRun = {
      id: randomUUID(),
      ...input,
      run_id: null,
      status: 'starting',
      step_label: null,
      progress: null,
      credits: null,
      engine: null,
      is_language_model: null,
      error: null,
      started_at: now(),
      finished_at: null,
      result_key: null,
      seen: false,
    };
    await this.#put(run);
    const operation = START_OPERATIONS[run.kind];
    const answer = await this.#o.accounts.send(run.account, { operation, params: { id: run.script_id } });
    const started = readStarted(answer, run.kind);
    if (started) {
      const next: WatchedRun = { ...run, run_id: started.run_id, status: 'queued' };
      await this.#put(next);
      this.#follow(run.id);
      return { answer, run: next };
    }
    if (startUnclear(answer)) return { answer, run: await this.#unclear(run) };
    await this.#remove(run.id);
    return { answer, run: null };
  }

  /** Never sends it again. A remote service cannot be asked for a run whose id never arrived. */
  async lookUp(id: string): Promise<WatchedRun | null> {
    const run = this.#o.store.get(id);
    if (run?.status !== 'unclear' || run.account !== LOCAL_ACCOUNT) return run;
    const list = readLocalRuns(await this.#o.accounts.send(LOCAL_ACCOUNT, { operation: 'local.runs.list' }));
    if (!list) return run;
    const known = new Set(this.list().flatMap((r) => (r.run_id === null ? [] : [r.run_id])));
    const made = findStarted(run, list, known);
    if (made) {
      const next: WatchedRun = { ...withLocalFacts(run, made), status: 'queued', error: null };
      await this.#put(next);
      this.#follow(id);
      return next;
    }
    if (Date.now() - Date.parse(run.started_at) < START_MAY_TAKE_MS) return run;
    return this.#end({ ...run, status: 'failed', error: NOT_STARTED });
  }

  async cancel(id: string): Promise<CallOutput<'runs.cancel'>> {
    const run = this.#o.store.get(id);
    if (!run || hasEnded(run)) return { answer: cannot('This run has already ended.'), run };
    if (run.account !== LOCAL_ACCOUNT) return { answer: cannot('This service cannot stop a run once started.'), run };
    if (run.run_id === null) return { answer: cannot('It is not known yet whether this run was started.'), run };
    const params = { run_id: run.run_id };
    const answer = await this.#o.accounts.send(run.account, { operation: 'local.runs.cancel', params });
    if (answer.kind === 'answer' && answer.status === 200) await this.#poll(run.id);
    return { answer, run: this.#o.store.get(id) };
  }

  async seen(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const run = this.#o.store.get(id);
      if (run && !run.seen) await this.#put({ ...run, seen: true });
    }
  }

  /** Takes it off the list; its text stays in the journal. */
  async dismiss(id: string): Promise<void> {
    const run = this.#o.store.get(id);
    if (run && isActive(run)) throw new Fault('bad_input', 'A run under way cannot be dismissed.');
    await this.#remove(id);
  }

  /** Lets go of an account's runs; used when the local studio is put aside. */
  async forget(account: string): Promise<void> {
    for (const run of await this.#o.store.remove((r) => r.account === account)) {
      this.#o.emit('runs.removed', { id: run.id });
    }
  }

  async #put(run: WatchedRun): Promise<void> {
    await this.#o.store.put(run);
    this.#o.emit('runs.changed', run);
  }

  async #remove(id: string): Promise<void> {
    await this.#o.store.remove((run) => run.id === id);
    this.#o.emit('runs.removed', { id });
  }

  async #unclear(run: WatchedRun): Promise<WatchedRun> {
    const error = run.account === LOCAL_ACCOUNT ? UNCLEAR_LOCAL : UNCLEAR_REMOTE;
    const next: WatchedRun = { ...run, status: 'unclear', error };
    await this.#put(next);
    this.#follow(run.id);
    return next;
  }

  #follow(id: string): void {
    if (this.#followed.has(id) || this.#stop.signal.aborted) return;
    const following = this.#loop(id, this.#stop.signal).finally(() => this.#followed.delete(id));
    this.#followed.set(id, following);
  }

  async #loop(id: string, signal: AbortSignal): Promise<void> {
    for (let misses = 0; !signal.aborted;) {
      const run = this.#o.store.get(id);
      if (!run || hasEnded(run)) return;
      if (run.status === 'unclear' && run.account !== LOCAL_ACCOUNT) return;
      const pace = run.account === LOCAL_ACCOUNT ? this.#pace.local : this.#pace.remote;
      await pause(Math.min(SLOWEST_MS, pace * 2 ** Math.min(misses, 4)), signal);
      if (signal.aborted) return;
      try {
        const heard = run.status === 'unclear' ? await this.lookUp(id) : await this.#poll(id);
        misses = heard ? 0 : misses + 1;
      } catch {
        misses++; // A full disk, say: what was made is still on the service, and is fetched again.
      }
    }
  }

  /** One look at a run; false when the service could not be heard. */
  async #poll(id: string): Promise<boolean> {
    const run = this.#o.store.get(id);
    if (!run || !isActive(run) || run.run_id === null) return true;
    const local = run.account === LOCAL_ACCOUNT;
    const answer = local
      ? await this.#send(run, { operation: 'local.runs.get', params: { run_id: run.run_id } })
      : await this.#sendPoll(run);
    const current = this.#o.store.get(id);
    if (!current || !isActive(current)) return true;
    const gone = isGone(answer);
    if (gone) return (await this.#end({ ...current, status: 'failed', error: gone }), true);
    const facts = local ? readLocalRun(answer) : null;
    const poll = local ? null : readPoll(answer);
    const status = facts?.status ?? poll?.status;
    if (status === undefined) return false;
    await this.#advance(
      facts ? withLocalFacts(current, facts) : current,
      statusOf(status),
      poll?.status === 'completed' ? answer : null,
    );
    return true;
  }

  async #advance(run: WatchedRun, status: WatchedRun['status'], polled: ApiAnswer | null): Promise<void> {
    if (status === 'completed') return this.#complete(run, polled ?? (await this.#sendPoll(run)));
    if (status === 'failed') {
      const error = run.error ?? 'The service could not finish this and gave no reason.';
      return void (await this.#end({ ...run, status, error }));
    }
    if (status === 'canceled')
      return void (await this.#end({ ...run, status, error: 'Stopped. Its credits are released.' }));
    const before = this.#o.store.get(run.id);
    const next = { ...run, status };
    if (JSON.stringify(before) !== JSON.stringify(next)) await this.#put(next);
  }

  /** The text goes to the journal first; a crash in between fetches it once more. */
  async #complete(run: WatchedRun, answer: ApiAnswer): Promise<void> {
    const poll = readPoll(answer);
    if (!poll || run.run_id === null) throw new Error('The text is not to be had yet.');
    const content_type = run.kind === 'outline' ? 'outline' : 'script';
    const text = poll[content_type] ?? '';
    const value: GeneratedText = {
      account: run.account,
      script_id: run.script_id,
      run_id: run.run_id,
      kind: run.kind,
      content_type,
      text,
      version: await this.#version(run, content_type, text),
      engine: run.engine,
      is_language_model: run.is_language_model,
      at: now(),
    };
    const key = `generated/${run.account}/${run.script_id}/${run.run_id}`;
    const written = await this.#o.journal.write([{ key, rev: 1, updated_at: value.at, value: { ...value } }]);
    if (!written.ok) throw new Error(written.message);
    await this.#end({ ...run, status: 'completed', progress: 100, error: null, result_key: key });
  }

  /** The service's version of that very text; null when it holds another by now. */
  async #version(run: WatchedRun, type: 'outline' | 'script', text: string): Promise<number | null> {
    const answer = await this.#send(run, { operation: 'scripts.content', params: { id: run.script_id } });
    if (answer.kind !== 'answer') return null;
    const parsed = OPERATIONS['scripts.content'].responses[200].safeParse(answer.body);
    if (!parsed.success || parsed.data.data[type] !== text) return null;
    return type === 'outline' ? parsed.data.data.outline_version : parsed.data.data.content_version;
  }

  async #end(run: WatchedRun): Promise<WatchedRun> {
    const ended: WatchedRun = { ...run, step_label: null, finished_at: now() };
    await this.#put(ended);
    const notification = endNotification(ended);
    if (notification) this.#o.notify(notification);
    void this.#o.accounts.check(run.account).catch(() => undefined); // the balance has changed
    return ended;
  }

  #sendPoll(run: WatchedRun): Promise<ApiAnswer> {
    const query = { run_id: run.run_id ?? '' };
    return this.#send(run, { operation: 'scripts.poll', params: { id: run.script_id }, query });
  }

  #send(run: WatchedRun, request: Parameters<Accounts['send']>[1]): Promise<ApiAnswer> {
    return this.#o.accounts.send(run.account, request, { background: true, signal: this.#stop.signal });
  }
}

const cannot = (message: string): ApiAnswer => ({ kind: 'unreachable', message, sent: 'no' });

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
