import type { WatchedRun } from '#contract/bridge.ts';
import type { RunKind, ScriptDetail } from '#contract/schema/script.ts';
import { explain, type FaultWords } from '#renderer/bridge/faults.ts';
import type { CachedQuery } from '#renderer/offline/cache.svelte.ts';
import type { TextKind } from '#renderer/offline/keys.ts';
import { isOver } from '#renderer/studio/runs.svelte.ts';
import type { Studio } from '#renderer/studio/studio.svelte.ts';
import { OpenText } from './open-text.svelte.ts';

type Deps = Pick<Studio, 'api' | 'bridge' | 'cache' | 'drafts' | 'runs' | 'versions' | 'accounts'>;

/** How long after the last keystroke the local service gets the person's text, in milliseconds. */
const STORE_AFTER_MS = 1500;

/** A script that is open: its two texts, what the service knows of it, its runs. */
export class OpenScript {
  readonly account: string;
  readonly id: number;
  readonly detail: CachedQuery<'scripts.get'>;
  readonly content: CachedQuery<'scripts.content'>;
  readonly #deps: Deps;
  readonly #local: boolean;
  #texts = $state.raw<Readonly<Record<TextKind, OpenText>> | null>(null);
  #kind = $state.raw<TextKind>('script');
  #fault = $state.raw<FaultWords | null>(null);
  #starting = $state.raw(false);
  #storing: Promise<void> = Promise.resolve();
  #storeTimer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  /** When the person last wrote here or chose a text, in ms. */
  #actedAt = 0;
  #unlink: (() => void)[] = [];

  constructor(deps: Deps, account: string, id: number) {
    this.#deps = deps;
    this.account = account;
    this.id = id;
    this.#local = account === 'local';
    this.detail = deps.cache.query(account, 'scripts.get', { params: { id } });
    this.content = deps.cache.query(account, 'scripts.content', { params: { id } });
  }

  /** Null until the drafts are read. */
  get text(): OpenText | null {
    return this.#texts?.[this.#kind] ?? null;
  }

  /** The other text, for the targets an outline sets. */
  textOf(kind: TextKind): OpenText | null {
    return this.#texts?.[kind] ?? null;
  }

  get kind(): TextKind {
    return this.#kind;
  }

  show(kind: TextKind): void {
    this.#actedAt = Date.now();
    this.#kind = kind;
  }

  get script(): ScriptDetail | null {
    return this.detail.value?.data ?? null;
  }

  get runs(): readonly WatchedRun[] {
    return this.#deps.runs.of(this.account, this.id);
  }

  get underWay(): WatchedRun | null {
    return this.runs.find((run) => !isOver(run)) ?? null;
  }

  /** Why the last act on this page did not happen. */
  get fault(): FaultWords | null {
    return this.#fault;
  }

  /** The service has not yet said what it holds; it may still. */
  get waiting(): boolean {
    return this.content.waiting;
  }

  get starting(): boolean {
    return this.#starting;
  }

  dismissFault(): void {
    this.#fault = null;
  }

  /** Opens drafts first, so that the editor stands before the service has answered. */
  async open(onLink: (href: string) => void): Promise<void> {
    const { drafts, versions, runs } = this.#deps;
    const make = async (kind: TextKind): Promise<OpenText> => {
      const draft = await drafts.open(this.account, this.id, kind);
      return new OpenText({ draft, versions, onLink, onWritten: () => this.#written() });
    };
    const [outline, script] = await Promise.all([make('outline'), make('script')]);
    this.#texts = { outline, script };
    if (this.#closed) return this.#closeTexts();
    // A script that has only an outline so far opens with it.
    if (script.draft.text === '' && outline.draft.text !== '') this.#kind = 'outline';
    this.#unlink.push(this.detail.open(), this.content.open());
    this.#unlink.push(runs.onEnd((run) => void this.#ended(run)));
    for (const run of this.runs) if (run.status === 'completed' && !run.seen) void this.#ended(run);
    await Promise.all([outline.look(), script.look()]);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#storeTimer);
    for (const unlink of this.#unlink.splice(0)) unlink();
    void this.store().finally(() => this.#closeTexts());
  }

  #closeTexts(): void {
    for (const text of Object.values(this.#texts ?? {})) {
      void this.#deps.drafts.close(text.draft);
      text.close();
    }
  }

  /** What the service holds arrived; run it in an effect that follows `content.value`. */
  async receive(): Promise<void> {
    const content = this.content.value?.data;
    const texts = this.#texts;
    if (!content || !texts || content.script_id !== this.id) return;
    const arrivals = await Promise.all([
      texts.outline.draft.receive(content.outline, content.outline_version),
      texts.script.draft.receive(content.script, content.content_version),
    ]);
    if (arrivals[0] === 'beside') await texts.outline.look();
    if (arrivals[1] === 'beside') await texts.script.look();
    // What was written while the service was away is stored now that it answers.
    if (!this.#closed) this.#storeSoon();
  }

  /** Everything typed so far is on disk and, on the local account, in the service. */
  async store(): Promise<void> {
    const texts = this.#texts;
    if (!texts) return;
    clearTimeout(this.#storeTimer);
    await Promise.all([texts.outline.draft.flush(), texts.script.draft.flush()]);
    if (!this.#local) return;
    // One at a time: each answer brings the version the next one builds on.
    this.#storing = this.#storing.then(async () => {
      // A text of this window whose answer was lost is found there, and taken for what it is; then it is tried again.
      if ((await this.#storeText(texts.outline)) === 'conflict') await this.#storeText(texts.outline);
      if ((await this.#storeText(texts.script)) === 'conflict') await this.#storeText(texts.script);
    });
    await this.#storing;
  }

  /** Starts a generation on what the person has now. */
  async generate(kind: RunKind): Promise<void> {
    const script = this.script;
    if (!script || this.#starting) return;
    this.#starting = true;
    this.#fault = null;
    try {
      await this.store();
      const failure = await this.#deps.runs.start({
        account: this.account,
        script_id: this.id,
        channel_id: script.channel_id,
        script_title: script.title,
        kind,
      });
      if (failure) this.#fault = explain(failure);
    } finally {
      this.#starting = false;
    }
  }

  #written(): void {
    this.#actedAt = Date.now();
    this.#storeSoon();
  }

  #storeSoon(): void {
    clearTimeout(this.#storeTimer);
    if (this.#local) this.#storeTimer = setTimeout(() => void this.store(), STORE_AFTER_MS);
  }

  async #storeText({ kind, draft, arrived }: OpenText): Promise<'done' | 'conflict'> {
    const base = draft.base;
    const text = draft.text;
    // While a generated text waits to be decided on, the service keeps that one.
    if (!base || arrived || text === base.text) return 'done';
    await draft.sending(text);
    const result = await this.#deps.api.call(this.account, 'local.content.put', {
      params: { id: this.id },
      body:
        kind === 'outline'
          ? { outline: text, outline_version: base.version }
          : { script: text, content_version: base.version },
    });
    if (result.ok) {
      const { outline_version, content_version } = result.body.data;
      draft.stored(text, kind === 'outline' ? outline_version : content_version);
      await this.content.put(result.body);
    } else if (result.failure.kind === 'refused' && result.failure.error.code === 'content_conflict') {
      await this.content.refresh();
      await this.receive();
      return 'conflict';
    }
    return 'done';
  }

  async #ended(run: WatchedRun): Promise<void> {
    if (run.account !== this.account || run.script_id !== this.id) return;
    await this.#deps.runs.seen([run.id]).catch(() => undefined);
    if (run.status !== 'completed') return;
    if (run.result_key !== null) await this.#deps.versions.fromRun(run.result_key);
    await Promise.all([this.content.refresh(), this.detail.refresh()]);
    await this.receive();
    const made = this.#texts?.[run.kind === 'outline' ? 'outline' : 'script'];
    await made?.look();
    // Whoever wrote or chose a text meanwhile stays where they are.
    if (made && this.#actedAt < Date.parse(run.started_at)) this.#kind = made.kind;
    await this.#deps.accounts.check(this.account).catch(() => undefined);
  }
}
