/**
 * The state that every page builds on. Features import it, and it imports bridge, storage and ui; `app/` creates
 * the one `AppState` of a window and provides it through Svelte context.
 */
import { getContext, setContext } from 'svelte';

import { EVERYTHING, listShownBy } from '#contract/live.ts';
import { LOCAL_ACCOUNT } from '#contract/values.ts';
import { logger } from '#log/logger.ts';
import type { AppInfo, BridgeEvent } from '#contract/bridge.ts';
import type { Settings as SettingsValue } from '#contract/settings.ts';

import { ApiClient } from '../bridge/api-client.ts';
import type { Bridge } from '../bridge/bridge.ts';
import { EntityCache } from '../query-cache/query-cache.svelte.ts';
import { DetailsStore } from '../details/details.svelte.ts';
import type { Drafts } from '../drafts/drafts.ts';
import { Forms } from '../drafts/forms.ts';
import { changeMark } from '../library-index/marks.ts';
import type { CopiedWorkspace } from '../outbox/copy-workspace.ts';
import { Outbox } from '../outbox/outbox.svelte.ts';
import { RevisionCounter } from '../storage/revision-counter.ts';
import type { MirroredStore } from '../storage/mirrored-store.ts';
import type { Versions } from '../drafts/versions.ts';
import { createWindowLock } from '../storage/window-lock.ts';
import type { Documents } from '../drafts/documents.ts';
import { plural } from '../ui/language.ts';
import { Shortcuts } from '../ui/shortcuts.ts';
import { Theme } from '../ui/theme.svelte.ts';
import { ToastStack } from '../ui/toasts.svelte.ts';
import { Accounts } from './accounts.svelte.ts';
import { Channels } from './channels.svelte.ts';
import { HostConnection } from './connection.svelte.ts';
import { Layout } from './layout.svelte.ts';
import { MovedWorkspaces } from './moved-workspaces.ts';
import { OpenedFiles } from './opened-files.svelte.ts';
import { Palette } from './palette.svelte.ts';
import { People } from './people.svelte.ts';
import { Presence } from './presence.svelte.ts';
import { remember, type RememberedState } from './remembered.ts';
import { Router } from './router.svelte.ts';
import { Runs } from './runs.svelte.ts';
import { Settings } from './settings.svelte.ts';
import { Titles } from './titles.svelte.ts';

const log = logger('settings');

export interface AppStateOptions {
  readonly window: Window;
  readonly bridge: Bridge;
  readonly documents: Documents;
  readonly remembered: RememberedState;
}

export class AppState {
  readonly bridge: Bridge;
  readonly api: ApiClient;
  readonly store: MirroredStore;
  readonly drafts: Drafts;
  readonly versions: Versions;
  readonly forms: Forms;
  readonly cache: EntityCache;
  readonly outbox: Outbox;
  readonly details: DetailsStore;
  readonly accounts: Accounts;
  readonly channels: Channels;
  readonly runs: Runs;
  readonly settings: Settings;
  readonly host: HostConnection;
  readonly router: Router;
  readonly layout: Layout;
  readonly palette: Palette;
  readonly openedFiles: OpenedFiles;
  readonly presence: Presence;
  readonly people: People;
  readonly titles = new Titles();
  readonly toasts = new ToastStack();
  readonly shortcuts = new Shortcuts();
  readonly theme: Theme;
  readonly #movedWorkspaces: MovedWorkspaces;
  readonly #window: Window;
  #hasRecovered = false;
  #info = $state.raw<AppInfo | null>(null);

  constructor({ window: page, bridge, documents, remembered }: AppStateOptions) {
    this.#window = page;
    this.bridge = bridge;
    this.api = new ApiClient(this.bridge);
    this.store = documents.store;
    this.versions = documents.versions;
    this.drafts = documents.drafts;
    this.forms = new Forms(this.store);
    this.cache = new EntityCache(this.store.database, this.api);
    this.outbox = new Outbox({
      store: this.store,
      drafts: this.drafts,
      api: this.api,
      revisions: new RevisionCounter(),
      sending: createWindowLock('cutaway-outbox'),
      changing: createWindowLock('cutaway-outbox-item'),
      channel: typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('cutaway-outbox'),
      acceptsTitlesAlone: (account) =>
        this.accounts.accountOffers(account, 'local.scripts.create') || (this.accounts.all.length === 0 ? null : false),
    });
    this.details = new DetailsStore({
      store: this.store,
      api: this.api,
      cache: this.cache,
      outbox: this.outbox,
      revisions: new RevisionCounter(),
      operations: (account) => this.accounts.all.find(({ id }) => id === account)?.operations ?? null,
      changing: createWindowLock('cutaway-details'),
      sending: createWindowLock('cutaway-details-sending'),
      channel: typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('cutaway-details'),
    });
    this.accounts = new Accounts(this.bridge, remembered.account);
    this.settings = new Settings(this.bridge, remembered.settings, (value) => this.#rememberForStart(value));
    this.theme = new Theme({
      choice: remembered.settings.theme,
      root: page.document.documentElement,
      remember: (theme) => {
        if (theme !== this.settings.value.theme)
          void this.settings.set({ theme }).catch(log.failure('settings not saved'));
      },
    });
    this.channels = new Channels(this.cache, this.accounts, this.settings);
    this.runs = new Runs(this.bridge);
    this.host = new HostConnection(this.bridge);
    this.router = new Router(page);
    this.layout = new Layout(this.settings);
    this.palette = new Palette();
    const { api, accounts, cache } = this;
    this.presence = new Presence({ api, bridge, accounts, document: page.document });
    this.people = new People({ cache, bridge, accounts });
    this.#movedWorkspaces = new MovedWorkspaces({
      ...{ store: this.store, api, accounts, settings: this.settings },
      copyLock: createWindowLock('cutaway-moved-workspace'),
      onCopied: (from, copiedWorkspace) => this.#showCopied(from, copiedWorkspace),
    });
    this.openedFiles = new OpenedFiles(this.bridge, this.router, this.toasts);
  }

  /** Null until the host has answered. */
  get info(): AppInfo | null {
    return this.#info;
  }

  get account(): string {
    return this.accounts.activeId;
  }

  /** Subscribes to the host and asks for its state. The returned function unsubscribes. */
  start(): () => void {
    const cleanups = [
      this.router.link(),
      this.layout.link(this.#window),
      this.theme.link(),
      this.shortcuts.link(this.#window),
      this.drafts.link(this.#window),
      this.forms.link(this.#window),
      this.details.link(this.#window),
      this.bridge.onState((state) => {
        if (state === 'connected') void this.#loadHostState().then(() => this.#sendQueued());
      }),
      // Ignores the event's theme, because a newer choice may still be on its way to the host.
      this.bridge.subscribe('settings.changed', () => this.#applyTheme(this.settings.value.theme)),
      this.bridge.subscribe('route.open', ({ route }) => this.router.go(route)),
      this.bridge.subscribe('service.changed', ({ status }) => {
        if (status !== 'ready') return;
        this.cache.invalidateAll();
        this.#sendQueued();
      }),
      this.bridge.subscribe('live.changed', (change) => this.#invalidateChanged(change)),
      this.accounts.onReady(() => this.#sendQueued()),
      this.outbox.onMade(({ account, operation }) => {
        this.cache.invalidate(account, operation === 'ideas.create' ? 'ideas' : 'scripts');
        void this.details.wake();
      }),
      this.outbox.onMade(({ account, operation, made }) => {
        if (operation !== 'scripts.create' || made === null) return;
        const createdAt = new Date().toISOString();
        void changeMark(this.store, account, made, (mark) => ({ ...mark, made: mark.made ?? createdAt }));
      }),
    ];
    void this.details.load();
    void this.#loadHostState();
    return () => {
      for (const cleanup of cleanups) cleanup();
    };
  }

  /** Opens the database before the first page needs it. */
  openDatabase(): void {
    this.store.database.warm();
  }

  async resetWorkspace(sample: boolean): Promise<void> {
    await this.drafts.flush();
    await this.host.resetWorkspace(sample);
    const initial = { step: 'youtube', done: [], dismissed: false } as const;
    await this.settings.set({
      setup: { ...this.settings.value.setup, [LOCAL_ACCOUNT]: { ...initial, done: [] } },
    });
    await this.cache.forget(LOCAL_ACCOUNT);
    await this.#loadHostState();
    await this.details.load();
    this.cache.invalidateAll();
  }

  /** Reloads everything after an archive replaced the local workspace. */
  async reloadAfterImport(): Promise<void> {
    await this.cache.forget(LOCAL_ACCOUNT);
    this.#movedWorkspaces.recheck(LOCAL_ACCOUNT);
    await this.#loadHostState();
    await this.details.load();
    await this.recover();
    this.cache.invalidateAll();
  }

  /** Compares this window's texts with the journal and sends queued changes; call once the page is shown. */
  async recover(): Promise<void> {
    await this.store.recover();
    this.#hasRecovered = true;
    await this.outbox.wake();
    await this.details.wake();
    await this.#movedWorkspaces.check();
  }

  #showCopied(from: string, { drafts, versions }: CopiedWorkspace): void {
    const label = this.accounts.all.find(({ id }) => id === from)?.label ?? from;
    const counts = `${plural(drafts, ['# draft', '# drafts'])} and ${plural(versions, ['# version', '# versions'])}`;
    this.toasts.show({ text: `${counts} copied from “${label}”` });
  }

  /** Reloads cached data that others changed. */
  #invalidateChanged({ account, topics, is_guess }: BridgeEvent<'live.changed'>): void {
    if (is_guess && document.hidden) return;
    if (topics.includes(EVERYTHING)) this.cache.invalidateAll();
    else for (const family of new Set(topics.flatMap(listShownBy))) this.cache.invalidate(account, family);
    // The person's own role may have changed.
    if (topics.includes('people')) void this.accounts.check(account).catch(log.failure('account not checked'));
  }

  /** Sends queued changes, because a service may be back. */
  #sendQueued(): void {
    if (!this.#hasRecovered) return;
    void this.outbox
      .wake()
      .then(() => this.details.wake())
      .then(() => this.#movedWorkspaces.check());
  }

  async #loadHostState(): Promise<void> {
    try {
      const info = await this.bridge.invoke('app.info', {});
      if (info.local_since !== null) await this.store.forgetBefore(LOCAL_ACCOUNT, info.local_since);
      this.#info = info;
      this.accounts.setList(info.accounts);
      this.host.setService(info.service);
      this.settings.apply(info.settings);
      this.#applyTheme(info.settings.theme);
      await this.runs.load();
    } catch {
      // The banner says that the host is unreachable; reconnecting loads the state again.
    }
  }

  #applyTheme(theme: SettingsValue['theme']): void {
    if (theme !== this.theme.choice) this.theme.choose(theme);
  }

  #rememberForStart(settings: SettingsValue): void {
    remember(this.#window.localStorage, { settings, account: this.accounts.activeId });
  }
}

const KEY = Symbol('app');

/** Only `app/` and tests may call this. */
export function provideApp(app: AppState): void {
  setContext(KEY, app);
}

/** Call this while a component is created. */
export function useApp(): AppState {
  const app = getContext<AppState | undefined>(KEY);
  if (!app) throw new Error('No app was provided above this component.');
  return app;
}
