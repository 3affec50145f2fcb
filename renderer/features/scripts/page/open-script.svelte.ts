import pLimit from 'p-limit';

import { logger } from '#log/logger.ts';
import type { CallInput } from '#contract/bridge.ts';
import type { WatchedKind, WatchedRun } from '#contract/watched-run.ts';
import type { ScriptDetail } from '#contract/schema/script.ts';
import type { BodyOf } from '#renderer/bridge/api-client.ts';
import { explain, type FaultMessage } from '#renderer/bridge/faults.ts';
import type { CachedQuery } from '#renderer/query-cache/query-cache.svelte.ts';
import { getBaseKey, draftKey, type TextKind } from '#renderer/storage/keys.ts';
import { isLocalId } from '#renderer/outbox/outbox-item.ts';
import { storeDraft, type ServiceText } from '#renderer/drafts/sync-draft.ts';
import { putContent } from '#renderer/shared/put-content.ts';
import { isOver } from '#renderer/app-state/runs.svelte.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { describeFailedRun } from './failed-run.ts';
import { OpenText } from './open-text.svelte.ts';
import type { EarlyEditor } from './early-editor.ts';
import { createEmptyContent, toScriptDetail } from './queued-script.ts';

const log = logger('script');

type Deps = Pick<
  AppState,
  'api' | 'bridge' | 'cache' | 'details' | 'drafts' | 'runs' | 'versions' | 'accounts' | 'outbox'
>;

/** Time from the last keystroke until the text is sent to its service, in ms. */
const STORE_AFTER_MS = 1500;

/** A generation that waits for the script's topic or length. */
export interface PendingRun {
  readonly kind: WatchedKind;
  readonly agent?: CallInput<'runs.start'>['agent'];
}

const NOT_SENT_MESSAGE: FaultMessage = {
  title: 'This script hasn’t been sent to its service yet',
  text: 'It will be sent automatically when the service is back, and you can generate then. Until then, keep writing.',
  action: null,
  fields: {},
  temporary: true,
};

/** An open script: its two texts, the service's data about it and its runs. */
export class OpenScript {
  readonly account: string;
  readonly #deps: Deps;
  /** The id the script was opened with; it stays when the service assigns another, so the opening effect does not rerun. */
  readonly #initialId: number;
  #id = $state.raw(0);
  #detail: CachedQuery<'scripts.get'>;
  #content: CachedQuery<'scripts.content'>;
  readonly #earlyEditor: EarlyEditor | null;
  #texts = $state.raw<Readonly<Record<TextKind, OpenText>> | null>(null);
  #kind = $state.raw<TextKind>('script');
  #fault = $state.raw<FaultMessage | null>(null);
  #isStarting = $state.raw(false);
  #pendingRun = $state.raw<PendingRun | null>(null);
  readonly #storeQueue = pLimit(1);
  #storeTimer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  /** The time of the person's last edit or text switch, in ms. */
  #lastActedAt = 0;
  #unsubscribers: (() => void)[] = [];

  constructor(deps: Deps, account: string, id: number, earlyEditor: EarlyEditor | null = null) {
    this.#deps = deps;
    this.#earlyEditor = earlyEditor;
    this.account = account;
    this.#initialId = id;
    this.#id = id;
    this.#detail = $state.raw(deps.cache.query(account, 'scripts.get', { params: { id } }));
    this.#content = $state.raw(deps.cache.query(account, 'scripts.content', { params: { id } }));
  }

  /** Returns a negative id until the service has the script, then the service's id. */
  get id(): number {
    return this.#id;
  }

  get detail(): CachedQuery<'scripts.get'> {
    return this.#detail;
  }

  get content(): CachedQuery<'scripts.content'> {
    return this.#content;
  }

  /** True when the script was created here and is not sent yet. */
  get isQueued(): boolean {
    return isLocalId(this.#id);
  }

  /** True when the service takes the text as the person writes it. */
  get #storesText(): boolean {
    return this.#deps.accounts.accountOffers(this.account, 'local.content.put');
  }

  /** Returns null until the drafts are loaded. */
  get text(): OpenText | null {
    return this.#texts?.[this.#kind] ?? null;
  }

  /** Returns one of the two texts, or null until the drafts are loaded. */
  getText(kind: TextKind): OpenText | null {
    return this.#texts?.[kind] ?? null;
  }

  get kind(): TextKind {
    return this.#kind;
  }

  showText(kind: TextKind): void {
    this.#lastActedAt = Date.now();
    this.#kind = kind;
  }

  /** Shows the text a saved version belongs to. Returns false if there is no such version. */
  async showTextOf(version: string): Promise<boolean> {
    const match = (await this.#deps.versions.list(this.account, this.id)).find(({ id }) => id === version);
    if (match) this.showText(match.kind);
    return match !== undefined;
  }

  /** Returns the script's details with the person's own changes. */
  get script(): ScriptDetail | null {
    const { outbox, details } = this.#deps;
    const item = this.isQueued ? outbox.open.find(({ id }) => id === this.#id) : undefined;
    if (item) return details.applyToItem(this.account, 'script', this.#id, toScriptDetail(item));
    return this.detail.value?.data ?? null;
  }

  get runs(): readonly WatchedRun[] {
    return this.#deps.runs.listForScript(this.account, this.id);
  }

  get activeRun(): WatchedRun | null {
    return this.runs.find((run) => !isOver(run)) ?? null;
  }

  /** Returns why the last action on this page failed. */
  get fault(): FaultMessage | null {
    return this.#fault;
  }

  get isLoading(): boolean {
    return this.content.isLoading;
  }

  get isStarting(): boolean {
    return this.#isStarting;
  }

  /** The generation that waits for a topic and a length. */
  get pendingRun(): PendingRun | null {
    return this.#pendingRun;
  }

  cancelPendingRun(): void {
    this.#pendingRun = null;
  }

  /**
   * Stores the topic and length a generation waited for, and starts it if it is free. The person starts a paid one,
   * after seeing its price.
   */
  async submitBrief(topic: string, length: number): Promise<void> {
    const run = this.#pendingRun;
    this.#pendingRun = null;
    const { details, outbox } = this.#deps;
    if (!(await details.set(this.account, 'script', this.#id, { topic, length }))) return;
    if (this.isQueued) await outbox.wake();
    else await details.flush(this.account, 'script', this.#id);
    if (run && (run.kind === 'outline' || run.kind === 'humanize')) await this.startRun(run.kind);
  }

  dismissFault(): void {
    this.#fault = null;
  }

  /** Opens the drafts first, so that the editor shows before the service answers. */
  async open(onLink: (href: string) => void): Promise<void> {
    if (isLocalId(this.#initialId)) await this.#openQueued();
    const { drafts, versions, runs } = this.#deps;
    const openText = async (kind: TextKind): Promise<OpenText> => {
      const draft = await drafts.open(this.account, this.id, kind);
      const shownEditor = this.#earlyEditor?.takeEditor(draft) ?? null;
      return new OpenText({ draft, versions, onLink, onWritten: () => this.#onWritten(), shown: shownEditor });
    };
    const [outline, script] = await Promise.all([openText('outline'), openText('script')]);
    this.#texts = { outline, script };
    if (this.#isClosed) return this.#closeTexts();
    // Show the outline if only that has text.
    if (script.draft.text === '' && outline.draft.text !== '') this.#kind = 'outline';
    if (!this.isQueued) {
      this.#unsubscribers.push(this.detail.open(), this.content.open());
      this.#preload([draftKey(this.account, this.#id, 'script'), getBaseKey(this.account, this.#id, 'script')]);
    }
    this.#unsubscribers.push(runs.onEnd((run) => void this.#onRunEnded(run)));
    for (const run of this.runs) if (isOver(run) && !run.seen) void this.#onRunEnded(run);
    await Promise.all([outline.findNewVersion(), script.findNewVersion()]);
    // Windows can die without warning, so save the text of the last session on reopening.
    for (const { initial } of [outline, script])
      if (initial.at !== null)
        await versions.snapshot(initial, 'close', { at: initial.at }).catch(log.failure('version not kept on close'));
  }

  /** Asks the host to embed these texts in the page when the window is opened or reloaded with this script. */
  #preload(keys: string[]): void {
    this.#deps.bridge.invoke('page.preload', { account: this.account, keys }).catch(log.failure('text not preloaded'));
  }

  async #openQueued(): Promise<void> {
    const { outbox } = this.#deps;
    this.#unsubscribers.push(
      outbox.onMade((item) => {
        if (item.account === this.account && item.id === this.#initialId && item.made !== null)
          this.#switchId(item.made);
      }),
    );
    const item = await outbox.find(this.account, this.#initialId);
    if (!item || !this.isQueued) return;
    // Until `onMade` runs, the script's claims, research and comments are still moving to the new id.
    if (item.made !== null && item.state === 'done') return this.#switchId(item.made);
    this.#detail.show({ success: true, data: toScriptDetail(item) });
    this.#content.show({ success: true, data: createEmptyContent(item.id) });
  }

  /** Switches to the service's id. The drafts moved along and the page stays as it is. */
  #switchId(id: number): void {
    if (id === this.#id) return;
    this.#id = id;
    this.#detail = this.#deps.cache.query(this.account, 'scripts.get', { params: { id } });
    this.#content = this.#deps.cache.query(this.account, 'scripts.content', { params: { id } });
    if (this.#texts && !this.#isClosed) this.#unsubscribers.push(this.#detail.open(), this.#content.open());
  }

  close(): void {
    this.#isClosed = true;
    this.#preload([]);
    clearTimeout(this.#storeTimer);
    for (const unsubscribe of this.#unsubscribers.splice(0)) unsubscribe();
    const texts = Object.values(this.#texts ?? {});
    void Promise.allSettled([this.saveTexts(), ...texts.map((text) => text.saveVersion('close'))]).finally(() =>
      this.#closeTexts(),
    );
  }

  #closeTexts(): void {
    for (const text of Object.values(this.#texts ?? {})) {
      void this.#deps.drafts.close(text.draft);
      text.close();
    }
  }

  /** Merges the service's text into the drafts; run it in an effect that follows `content.value`. */
  async receive(): Promise<void> {
    const content = this.content.value?.data;
    const texts = this.#texts;
    if (!content || !texts || content.script_id !== this.id) return;
    const arrivals = await Promise.all([
      texts.outline.draft.receive(content.outline, content.outline_version),
      texts.script.draft.receive(content.script, content.content_version),
    ]);
    for (const [i, text] of [texts.outline, texts.script].entries()) {
      if (arrivals[i] === 'beside') await text.findNewVersion();
    }
    // Send what was written while the service could not be reached.
    if (!this.#isClosed) this.#scheduleSave();
  }

  /** Writes everything typed so far to disk and to a service that takes it. */
  async saveTexts(): Promise<void> {
    const texts = this.#texts;
    if (!texts) return;
    clearTimeout(this.#storeTimer);
    await Promise.all([texts.outline.draft.flush(), texts.script.draft.flush()]);
    if (!this.#storesText || this.isQueued) return;
    // Run one at a time: each answer returns the version the next write builds on.
    await this.#storeQueue(async () => {
      await this.#storeText(texts.outline);
      await this.#storeText(texts.script);
    });
  }

  /** Starts a generation from the person's current text. `agent` holds the options of an agent run. */
  async startRun(kind: WatchedKind, agent?: CallInput<'runs.start'>['agent']): Promise<void> {
    const script = this.script;
    if (!script || this.#isStarting) return;
    if (script.topic.trim() === '' || script.length === 0) {
      this.#pendingRun = { kind, ...(agent && { agent }) };
      return;
    }
    if (this.isQueued) {
      this.#fault = NOT_SENT_MESSAGE;
      return;
    }
    this.#isStarting = true;
    this.#fault = null;
    try {
      await this.saveTexts();
      // The service generates from its own copy of the details, so send the latest changes first.
      await this.#deps.details.flush(this.account, 'script', this.id);
      // Save the affected texts as versions first; the generated text arrives next to them.
      if (kind !== 'script' && kind !== 'humanize')
        await this.#texts?.outline.saveVersion(kind).catch(log.failure('version not kept before a run'));
      if (kind !== 'outline')
        await this.#texts?.script.saveVersion(kind).catch(log.failure('version not kept before a run'));
      const failure = await this.#deps.runs.start({
        account: this.account,
        script_id: this.id,
        channel_id: script.channel_id,
        script_title: script.title,
        kind,
        ...(agent && { agent }),
      });
      if (failure) this.#fault = explain(failure);
    } finally {
      this.#isStarting = false;
    }
  }

  #onWritten(): void {
    this.#lastActedAt = Date.now();
    this.#scheduleSave();
  }

  #scheduleSave(): void {
    clearTimeout(this.#storeTimer);
    if (this.#storesText) this.#storeTimer = setTimeout(() => void this.saveTexts(), STORE_AFTER_MS);
  }

  async #storeText(text: OpenText): Promise<void> {
    const { kind, draft } = text;
    let response: BodyOf<'local.content.put'> | null = null;
    const put: ServiceText['put'] = async (text, version) => {
      const { account, id } = this;
      const answer = await putContent(this.#deps.api, { account, id, kind }, text, version);
      if (typeof answer === 'object') ({ response } = answer);
      return answer;
    };
    const receive = async (): Promise<void> => {
      await this.content.refresh();
      await this.receive();
    };
    await storeDraft(draft, { put, receive }, () => text.newVersion !== null);
    // Update the page after the draft, which has the answer already.
    if (response) await this.content.put(response);
  }

  /** Offers the partial text of a run that ended early. */
  async #offerUnfinished({ result_key }: WatchedRun): Promise<void> {
    const version = result_key === null ? null : await this.#deps.versions.addFromRun(result_key);
    const text = version && this.#texts?.[version.kind];
    if (!text) return;
    text.offerVersion(version);
    await text.findNewVersion();
  }

  async #onRunEnded(run: WatchedRun): Promise<void> {
    if (run.account !== this.account || run.script_id !== this.id) return;
    await this.#deps.runs.markSeen([run.id]).catch(log.failure('runs not marked as seen'));
    if (run.status === 'failed')
      this.#fault = describeFailedRun(run, this.#deps.accounts.accountOffers(run.account, 'local.studio'));
    if (run.status !== 'completed') return this.#offerUnfinished(run);
    if (run.result_key !== null) {
      await this.#deps.versions.addFromRun(run.result_key);
      if (run.kind === 'agent') await this.#deps.versions.addFromRun(`${run.result_key}-outline`);
    }
    await Promise.all([this.content.refresh(), this.detail.refresh()]);
    await this.receive();
    const result = this.#texts?.[run.kind === 'outline' ? 'outline' : 'script'];
    await Promise.all([
      result?.findNewVersion(),
      run.kind === 'agent' ? this.#texts?.outline.findNewVersion() : undefined,
    ]);
    // Do not switch texts if the person wrote or switched since the run started.
    if (result && this.#lastActedAt < Date.parse(run.started_at)) this.#kind = result.kind;
    await this.#deps.accounts.check(this.account).catch(log.failure('account not checked'));
  }
}
