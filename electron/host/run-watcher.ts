/**
 * Starts generations and follows them across restarts. The intent is on disk before anything is sent, and the text is
 * in the journal before a run counts as completed, so nothing is sent twice and no result is lost.
 */
import { randomUUID } from 'node:crypto';

import {
  type ApiAnswer,
  type CallOutput,
  type CallParsed,
  type GeneratedText,
  type WatchedRun,
} from '#contract/bridge.ts';
import { LOCAL_ACCOUNT } from '#contract/values.ts';
import { describeError } from '#log/describe-error.ts';
import { logger } from '#log/logger.ts';
import type { Accounts } from './accounts.ts';
import type { Emit } from './events.ts';
import { Fault } from './fault.ts';
import type { Journal } from './journal.ts';
import type { HostPorts } from './ports.ts';
import { callsOf } from './run-calls.ts';
import { endNotification, isGone, startUnclear } from './run-reading.ts';
import { hasEnded, isActive, type RunsFileStore } from './runs-file.ts';

const log = logger('runs');

export interface RunWatcherOptions {
  store: RunsFileStore;
  accounts: Pick<Accounts, 'send' | 'check'>;
  journal: Pick<Journal, 'write'>;
  notify: HostPorts['notify'];
  emit: Emit;
  /** Polling intervals in milliseconds; tests use shorter ones. */
  pace?: { local: number; remote: number };
}

/** A run that cannot be found this long after its start never started. */
const START_MAY_TAKE_MS = 15_000;
const SLOWEST_MS = 15_000;
const UNCLEAR_LOCAL = 'The local workspace didn’t respond. Cutaway is checking whether the run was started.';
const UNCLEAR_REMOTE =
  'The service didn’t respond, so it may or may not have started this. Check the script there before you start it again.';
const NOT_STARTED = 'This wasn’t started, and nothing was charged. You can start it again.';

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

  async start({ agent, ...input }: CallParsed<'runs.start'>): Promise<CallOutput<'runs.start'>> {
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
      error_code: null,
      issues: null,
      tokens: null,
      started_at: now(),
      finished_at: null,
      result_key: null,
      seen: false,
    };
    await this.#put(run);
    const calls = callsOf(run);
    const answer = await this.#o.accounts.send(run.account, calls.start(run, agent));
    const run_id = calls.started(answer);
    if (run_id !== null) {
      const next: WatchedRun = { ...run, run_id, status: 'queued' };
      await this.#put(next);
      this.#follow(run.id);
      return { answer, run: next };
    }
    if (startUnclear(answer)) return { answer, run: await this.#unclear(run) };
    await this.#remove(run.id);
    return { answer, run: null };
  }

  /**
   * Finds out whether a start arrived, without sending it again. A remote service cannot be asked about a run without
   * an id.
   */
  async lookUp(id: string): Promise<WatchedRun | null> {
    const run = this.#o.store.get(id);
    if (run?.status !== 'unclear' || run.account !== LOCAL_ACCOUNT) return run;
    const calls = callsOf(run);
    const answer = await this.#o.accounts.send(LOCAL_ACCOUNT, calls.list);
    const known = new Set(this.list().flatMap((r) => (r.run_id === null || callsOf(r) !== calls ? [] : [r.run_id])));
    const made = calls.find(run, answer, known);
    if (made === undefined) return run;
    if (made) {
      const next: WatchedRun = { ...made, status: 'queued', error: null };
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
    const request = callsOf(run).cancel(run);
    if (!request) return { answer: cannot('This service can’t stop a run once it has started.'), run };
    if (run.run_id === null) return { answer: cannot('It isn’t clear yet whether this run was started.'), run };
    const answer = await this.#o.accounts.send(run.account, request);
    if (answer.kind === 'answer' && answer.status === 200) await this.#poll(run.id);
    return { answer, run: this.#o.store.get(id) };
  }

  async seen(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const run = this.#o.store.get(id);
      if (run && !run.seen) await this.#put({ ...run, seen: true });
    }
  }

  /** Removes the run from the list; its text stays in the journal. */
  async dismiss(id: string): Promise<void> {
    const run = this.#o.store.get(id);
    if (run && isActive(run)) throw new Fault('bad_input', 'A run in progress can’t be dismissed.');
    await this.#remove(id);
  }

  /** Forgets an account's runs; used when the local workspace is reset. */
  async forget(account: string): Promise<void> {
    for (const run of await this.#o.store.remove((r) => r.account === account)) {
      this.#o.emit('runs.removed', { id: run.id });
    }
  }

  async #put(run: WatchedRun): Promise<void> {
    const before = this.#o.store.get(run.id)?.status;
    await this.#o.store.put(run);
    if (before !== run.status) {
      log.info('run state changed', { run: run.id, kind: run.kind, from: before ?? null, to: run.status });
    }
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
      } catch (error) {
        log.warn('run not followed', { run: id, misses, ...describeError(error) });
        misses++; // For example a full disk: the result is still on the service and is fetched again.
      }
    }
  }

  /** Polls a run once; returns false if the service could not be reached. */
  async #poll(id: string): Promise<boolean> {
    const run = this.#o.store.get(id);
    if (!run || !isActive(run) || run.run_id === null) return true;
    const calls = callsOf(run);
    const answer = await this.#send(run, calls.state(run));
    const current = this.#o.store.get(id);
    if (!current || !isActive(current)) return true;
    const gone = isGone(answer);
    if (gone) return (await this.#end({ ...current, status: 'failed', error: gone }), true);
    const told = calls.read(current, answer);
    if (!told) return false;
    await this.#advance(told.run, told.status);
    return true;
  }

  async #advance(run: WatchedRun, status: WatchedRun['status']): Promise<void> {
    if (status === 'completed') return this.#complete(run);
    if (status === 'failed') {
      const error = run.error ?? 'The service couldn’t finish this and gave no reason.';
      return void (await this.#end({ ...run, status, error }));
    }
    if (status === 'canceled')
      return void (await this.#end({ ...run, status, error: 'Stopped. Its credits were released.' }));
    const before = this.#o.store.get(run.id);
    const next = { ...run, status };
    if (JSON.stringify(before) !== JSON.stringify(next)) await this.#put(next);
  }

  /** Writes the texts to the journal first; after a crash in between they are fetched again. */
  async #complete(run: WatchedRun): Promise<void> {
    const calls = callsOf(run);
    const texts = await calls.texts(run, (request) => this.#send(run, request));
    if (!texts || run.run_id === null) throw new Error('The text isn’t available yet.');
    const at = now();
    const name = calls.journalName(run.run_id);
    const entries = texts.map((made, index) => {
      // Further texts of a run get a key with their content type.
      const run_id = index === 0 ? name : `${name}-${made.content_type}`;
      const { account, script_id, kind, engine, is_language_model } = run;
      const value: GeneratedText = { account, script_id, run_id, kind, ...made, engine, is_language_model, at };
      return { key: `generated/${account}/${script_id}/${run_id}`, rev: 1, updated_at: at, value: { ...value } };
    });
    const written = await this.#o.journal.write(entries);
    if (!written.ok) throw new Error(written.message);
    const result_key = entries[0]?.key ?? null;
    await this.#end({ ...run, status: 'completed', progress: 100, error: null, result_key });
  }

  async #end(run: WatchedRun): Promise<WatchedRun> {
    const ended: WatchedRun = { ...run, step_label: null, finished_at: now() };
    await this.#put(ended);
    const notification = endNotification(ended);
    if (notification) this.#o.notify(notification);
    // The run changed the balance.
    void this.#o.accounts.check(run.account).catch(log.failure('balance not checked', { account: run.account }));
    return ended;
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
