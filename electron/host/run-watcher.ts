/**
 * Starts generations and follows them across restarts. The intent is on disk before anything is sent, and the text is
 * in the journal before a run counts as completed, so nothing is sent twice and no result is lost.
 */
import { randomUUID } from 'node:crypto';

import type { ApiAnswer, CallOutput, CallParsed } from '#contract/bridge.ts';
import type { GeneratedText, WatchedRun } from '#contract/watched-run.ts';
import { computeCost, type ModelPrice, findPrice } from '#contract/model-prices.ts';
import { LOCAL_ACCOUNT } from '#contract/values.ts';
import { describeError } from '#log/describe-error.ts';
import { logger } from '#log/logger.ts';
import type { Accounts } from './accounts.ts';
import type { Emit } from './events.ts';
import { Fault } from './fault.ts';
import type { Journal } from './journal.ts';
import { LiveTexts, readRunText, requestTextFrom } from './live-texts.ts';
import { pause } from './pause.ts';
import type { HostPorts } from './ports.ts';
import { getCalls, type ResultText, type RunCalls } from './run-calls.ts';
import { createEndNotification, getGoneMessage, isStartUnclear } from './run-reading.ts';
import { hasEnded, isActive, type RunsFileStore } from './runs-file.ts';

const log = logger('runs');

export interface RunWatcherOptions {
  store: RunsFileStore;
  accounts: Pick<Accounts, 'send' | 'check' | 'offers'>;
  journal: Pick<Journal, 'write'>;
  notify: HostPorts['notify'];
  emit: Emit;
  /** Returns the person's own prices of models. */
  getPrices(): Readonly<Record<string, ModelPrice>>;
  /** Milliseconds between polls; tests use shorter ones. */
  pollMs?: { local: number; remote: number };
}

/** Streamed text is sent to the windows at this interval. */
const TEXT_INTERVAL_MS = 300;

/** A run that cannot be found this long after its start counts as never started. */
const MAX_START_MS = 15_000;
const MAX_POLL_MS = 15_000;
const UNCLEAR_LOCAL = 'The local workspace didn’t respond. Cutaway is checking whether the run was started.';
const UNCLEAR_REMOTE =
  'The service didn’t respond, so it may or may not have started this. Check the script there before you start it again.';
const NOT_STARTED = 'This wasn’t started, and nothing was charged. You can start it again.';

const now = (): string => new Date().toISOString();

export class RunWatcher {
  readonly #options: RunWatcherOptions;
  readonly #pollMs: { local: number; remote: number };
  readonly #followed = new Map<string, Promise<void>>();
  readonly #liveTexts: LiveTexts;
  #stopController = new AbortController();

  constructor(options: RunWatcherOptions) {
    this.#options = options;
    this.#liveTexts = new LiveTexts({ emit: options.emit, intervalMs: TEXT_INTERVAL_MS });
    this.#pollMs = options.pollMs ?? { local: 1000, remote: 4000 };
  }

  async resume(): Promise<void> {
    this.#stopController = new AbortController();
    for (const run of this.#options.store.list()) {
      if (run.status === 'starting') await this.#markUnclear(run);
      else if (isActive(run) || run.status === 'unclear') this.#follow(run.id);
    }
  }

  async stop(): Promise<void> {
    this.#stopController.abort();
    await Promise.all(this.#followed.values());
  }

  /** Returns whether a run was sent and has not ended. */
  isBusy(): boolean {
    return this.#options.store.list().some((run) => run.status === 'starting' || isActive(run));
  }

  /** Returns the text of a run so far; '' if it is unknown. */
  getText(id: string): string {
    return this.#liveTexts.getText(id);
  }

  list(): WatchedRun[] {
    return this.#options.store.list();
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
      prompt_tokens: null,
      completion_tokens: null,
      cost: null,
      started_at: now(),
      finished_at: null,
      result_key: null,
      seen: false,
    };
    await this.#put(run);
    const calls = this.#getCalls(run);
    const answer = await this.#options.accounts.send(run.account, calls.getStartRequest(run, agent));
    const run_id = calls.readRunId(answer);
    if (run_id !== null) {
      const next: WatchedRun = { ...run, run_id, status: 'queued' };
      await this.#put(next);
      this.#follow(run.id);
      return { answer, run: next };
    }
    if (isStartUnclear(answer)) return { answer, run: await this.#markUnclear(run) };
    await this.#remove(run.id);
    return { answer, run: null };
  }

  /**
   * Finds out whether a start arrived, without sending it again. A remote service cannot be asked about a run without
   * an id: others start runs there too, and its clock may differ.
   */
  async lookUp(id: string): Promise<WatchedRun | null> {
    const run = this.#options.store.get(id);
    if (run?.status !== 'unclear' || run.account !== LOCAL_ACCOUNT) return run;
    const calls = this.#getCalls(run);
    const answer = await this.#options.accounts.send(LOCAL_ACCOUNT, calls.listRequest);
    const knownIds = new Set(
      this.list().flatMap((r) => (r.run_id === null || this.#getCalls(r) !== calls ? [] : [r.run_id])),
    );
    const nextRun = calls.find(run, answer, knownIds);
    if (nextRun === undefined) return run;
    if (nextRun) {
      const next: WatchedRun = { ...nextRun, status: 'queued', error: null };
      await this.#put(next);
      this.#follow(id);
      return next;
    }
    if (Date.now() - Date.parse(run.started_at) < MAX_START_MS) return run;
    return this.#finish({ ...run, status: 'failed', error: NOT_STARTED });
  }

  async cancel(id: string): Promise<CallOutput<'runs.cancel'>> {
    const run = this.#options.store.get(id);
    if (!run || hasEnded(run)) return { answer: createRefusal('This run has already ended.'), run };
    const request = this.#getCalls(run).getCancelRequest(run);
    if (!request) return { answer: createRefusal('This service can’t stop a run once it has started.'), run };
    if (run.run_id === null) return { answer: createRefusal('It isn’t clear yet whether this run was started.'), run };
    const answer = await this.#options.accounts.send(run.account, request);
    if (answer.kind === 'answer' && answer.status === 200) await this.#poll(run.id);
    return { answer, run: this.#options.store.get(id) };
  }

  async markSeen(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const run = this.#options.store.get(id);
      if (run && !run.seen) await this.#put({ ...run, seen: true });
    }
  }

  /** Removes the run from the list; its text stays in the journal. */
  async dismiss(id: string): Promise<void> {
    const run = this.#options.store.get(id);
    if (run && isActive(run)) throw new Fault('bad_input', 'A run in progress can’t be dismissed.');
    await this.#remove(id);
  }

  /** Forgets an account's runs; used when the local workspace is reset. */
  async forget(account: string): Promise<void> {
    for (const run of await this.#options.store.remove((r) => r.account === account)) {
      this.#options.emit('runs.removed', { id: run.id });
    }
  }

  async #put(run: WatchedRun): Promise<void> {
    const previous = this.#options.store.get(run.id)?.status;
    await this.#options.store.put(run);
    if (previous !== run.status) {
      log.info('run state changed', { run: run.id, kind: run.kind, from: previous ?? null, to: run.status });
    }
    this.#options.emit('runs.changed', run);
  }

  async #remove(id: string): Promise<void> {
    await this.#options.store.remove((run) => run.id === id);
    this.#options.emit('runs.removed', { id });
  }

  async #markUnclear(run: WatchedRun): Promise<WatchedRun> {
    const error = run.account === LOCAL_ACCOUNT ? UNCLEAR_LOCAL : UNCLEAR_REMOTE;
    const next: WatchedRun = { ...run, status: 'unclear', error };
    await this.#put(next);
    this.#follow(run.id);
    return next;
  }

  #follow(id: string): void {
    if (this.#followed.has(id) || this.#stopController.signal.aborted) return;
    const polling = this.#pollUntilEnded(id, this.#stopController.signal).finally(() => this.#followed.delete(id));
    this.#followed.set(id, polling);
  }

  /** Streams the text of a run to the windows while it is written. */
  #followText(run: WatchedRun): void {
    const request =
      run.is_language_model === true && run.run_id !== null ? this.#getCalls(run).getTextRequest(run) : null;
    if (request === null || this.#stopController.signal.aborted) return;
    const isWriting = (): boolean => {
      const current = this.#options.store.get(run.id);
      return current !== null && isActive(current);
    };
    const send = (call: Parameters<Accounts['send']>[1]): Promise<ApiAnswer> => this.#send(run, call);
    void this.#liveTexts.follow({ id: run.id, request, send, isActive: isWriting }, this.#stopController.signal);
  }

  async #pollUntilEnded(id: string, signal: AbortSignal): Promise<void> {
    for (let misses = 0; !signal.aborted;) {
      const run = this.#options.store.get(id);
      if (!run || hasEnded(run)) return;
      if (run.status === 'unclear' && run.account !== LOCAL_ACCOUNT) return;
      const pollMs = run.account === LOCAL_ACCOUNT ? this.#pollMs.local : this.#pollMs.remote;
      await pause(Math.min(MAX_POLL_MS, pollMs * 2 ** Math.min(misses, 4)), signal);
      if (signal.aborted) return;
      try {
        const isReached = run.status === 'unclear' ? await this.lookUp(id) : await this.#poll(id);
        misses = isReached ? 0 : misses + 1;
      } catch (error) {
        log.warn('run not followed', { run: id, misses, ...describeError(error) });
        misses++; // For example a full disk: the result is still on the service and is fetched again.
      }
    }
  }

  /** Polls a run once; returns false if the service could not be reached. */
  async #poll(id: string): Promise<boolean> {
    const run = this.#options.store.get(id);
    if (!run || !isActive(run) || run.run_id === null) return true;
    const calls = this.#getCalls(run);
    const answer = await this.#send(run, calls.getStateRequest(run));
    const current = this.#options.store.get(id);
    if (!current || !isActive(current)) return true;
    const message = getGoneMessage(answer);
    if (message) return (await this.#finish({ ...current, status: 'failed', error: message }), true);
    const update = calls.readState(current, answer);
    if (!update) return false;
    await this.#advance(update.run, update.status);
    return true;
  }

  async #advance(run: WatchedRun, status: WatchedRun['status']): Promise<void> {
    if (status === 'completed') return this.#complete(run);
    if (status === 'failed' || status === 'canceled') return this.#endEarly(run, status);
    this.#followText(run);
    const previous = this.#options.store.get(run.id);
    const next = { ...run, status };
    if (JSON.stringify(previous) !== JSON.stringify(next)) await this.#put(next);
  }

  /** Stores the partial text before the run counts as ended. */
  async #endEarly(run: WatchedRun, status: 'failed' | 'canceled'): Promise<void> {
    const error =
      status === 'canceled'
        ? 'Stopped. Its credits were released.'
        : (run.error ?? 'The service couldn’t finish this and gave no reason.');
    const request = run.run_id === null ? null : this.#getCalls(run).getTextRequest(run);
    const answer = request && (await this.#send(run, requestTextFrom(request, 0)));
    if (answer && answer.kind !== 'answer') throw new Error('What was written isn’t available yet.');
    const writtenText = answer && readRunText(answer);
    if (!writtenText || writtenText.text.trim() === '') return void (await this.#finish({ ...run, status, error }));
    const { content_type, text } = writtenText;
    const generatedText = {
      content_type: content_type === 'outline' ? ('outline' as const) : ('script' as const),
      text,
    };
    const result_key = await this.#storeTexts(run, [{ ...generatedText, version: null }], true);
    await this.#finish({ ...run, status, error, result_key });
  }

  /** Writes the texts to the journal first; after a crash in between they are fetched again. */
  async #complete(run: WatchedRun): Promise<void> {
    const calls = this.#getCalls(run);
    const texts = await calls.fetchTexts(run, (request) => this.#send(run, request));
    if (!texts) throw new Error('The text isn’t available yet.');
    const result_key = await this.#storeTexts(run, texts, false);
    await this.#finish({ ...run, status: 'completed', progress: 100, error: null, result_key });
  }

  /** Returns the key of the first text. @throws if the journal did not write them */
  async #storeTexts(run: WatchedRun, texts: readonly ResultText[], isPartial: boolean): Promise<string | null> {
    if (run.run_id === null) throw new Error('The run has no id yet.');
    const at = now();
    const name = this.#getCalls(run).getJournalName(run.run_id);
    const entries = texts.map((generatedText, index) => {
      // Further texts of a run get a key with their content type.
      const run_id = index === 0 ? name : `${name}-${generatedText.content_type}`;
      const { account, script_id, kind, engine, is_language_model } = run;
      const fields = { account, script_id, run_id, kind, partial: isPartial, engine, is_language_model, at };
      const value: GeneratedText = { ...fields, ...generatedText };
      return { key: `generated/${account}/${script_id}/${run_id}`, rev: 1, updated_at: at, value: { ...value } };
    });
    const result = await this.#options.journal.write(entries);
    if (!result.ok) throw new Error(result.message);
    return entries[0]?.key ?? null;
  }

  async #finish(run: WatchedRun): Promise<WatchedRun> {
    const finishedRun: WatchedRun = { ...run, cost: this.#computeCost(run), step_label: null, finished_at: now() };
    await this.#put(finishedRun);
    const notification = createEndNotification(finishedRun);
    if (notification) this.#options.notify(notification);
    // The run changed the balance.
    void this.#options.accounts.check(run.account).catch(log.failure('balance not checked', { account: run.account }));
    return finishedRun;
  }

  /** Computes what the person's provider charged, from its count of tokens. A remote service pays for itself. */
  #computeCost(run: WatchedRun): number | null {
    if (run.account !== LOCAL_ACCOUNT || run.engine === null || run.is_language_model !== true) return null;
    const price = findPrice(run.engine, this.#options.getPrices());
    return price && computeCost(run, price);
  }

  #getCalls(run: WatchedRun): RunCalls {
    return getCalls(run, this.#options.accounts.offers(run.account, 'local.runs.get'));
  }

  #send(run: WatchedRun, request: Parameters<Accounts['send']>[1]): Promise<ApiAnswer> {
    return this.#options.accounts.send(run.account, request, { background: true, signal: this.#stopController.signal });
  }
}

const createRefusal = (message: string): ApiAnswer => ({ kind: 'unreachable', message, sent: 'no' });
