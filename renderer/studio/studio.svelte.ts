/**
 * What every page of the studio builds on. It lies below the features (they import it) and above bridge, offline and
 * ui; `app/` builds the one `Studio` of a window and hands it out through Svelte context.
 */
import { getContext, setContext } from 'svelte';

import type { AppInfo, Settings as SettingsValue } from '#contract/bridge.ts';

import { ApiClient } from '../bridge/api-client.ts';
import type { Bridge } from '../bridge/bridge.ts';
import { EntityCache } from '../offline/cache.svelte.ts';
import type { Drafts } from '../offline/drafts.ts';
import { Forms } from '../offline/forms.ts';
import { Outbox } from '../offline/outbox.svelte.ts';
import { Revs } from '../offline/rev.ts';
import type { WrittenStore } from '../offline/store.ts';
import type { Versions } from '../offline/versions.ts';
import { windowLock } from '../offline/window-lock.ts';
import type { Written } from '../offline/written.ts';
import { Shortcuts } from '../ui/shortcuts.ts';
import { Theme } from '../ui/theme.svelte.ts';
import { ToastStack } from '../ui/toasts.svelte.ts';
import { Accounts } from './accounts.svelte.ts';
import { Channels } from './channels.svelte.ts';
import { Engine } from './engine.svelte.ts';
import { Layout } from './layout.svelte.ts';
import { Palette } from './palette.svelte.ts';
import { remember, type Remembered } from './remembered.ts';
import { Router } from './router.svelte.ts';
import { Runs } from './runs.svelte.ts';
import { Settings } from './settings.svelte.ts';

export interface StudioOptions {
  readonly window: Window;
  readonly bridge: Bridge;
  readonly written: Written;
  readonly remembered: Remembered;
}

export class Studio {
  readonly bridge: Bridge;
  readonly api: ApiClient;
  readonly store: WrittenStore;
  readonly drafts: Drafts;
  readonly versions: Versions;
  readonly forms: Forms;
  readonly cache: EntityCache;
  readonly outbox: Outbox;
  readonly accounts: Accounts;
  readonly channels: Channels;
  readonly runs: Runs;
  readonly settings: Settings;
  readonly engine: Engine;
  readonly router: Router;
  readonly layout: Layout;
  readonly palette: Palette;
  readonly toasts = new ToastStack();
  readonly shortcuts = new Shortcuts();
  readonly theme: Theme;
  readonly #window: Window;
  #recovered = false;
  #info = $state.raw<AppInfo | null>(null);

  constructor({ window: from, bridge, written, remembered }: StudioOptions) {
    this.#window = from;
    this.bridge = bridge;
    this.api = new ApiClient(this.bridge);
    this.store = written.store;
    this.versions = written.versions;
    this.drafts = written.drafts;
    this.forms = new Forms(this.store);
    this.cache = new EntityCache(this.store.database, this.api);
    this.outbox = new Outbox({
      store: this.store,
      drafts: this.drafts,
      api: this.api,
      revs: new Revs(),
      sending: windowLock('cutaway-outbox'),
      changing: windowLock('cutaway-outbox-item'),
      channel: typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('cutaway-outbox'),
    });
    this.accounts = new Accounts(this.bridge, remembered.account);
    this.settings = new Settings(this.bridge, remembered.settings, (value) => this.#remember(value));
    this.theme = new Theme({
      choice: remembered.settings.theme,
      root: from.document.documentElement,
      remember: (theme) => {
        if (theme !== this.settings.value.theme) void this.settings.set({ theme }).catch(() => undefined);
      },
    });
    this.channels = new Channels(this.cache, this.accounts, this.settings);
    this.runs = new Runs(this.bridge);
    this.engine = new Engine(this.bridge);
    this.router = new Router(from);
    this.layout = new Layout(this.settings);
    this.palette = new Palette();
  }

  /** Null until the host has answered. */
  get info(): AppInfo | null {
    return this.#info;
  }

  /** The account in use: what pages read and write under. */
  get account(): string {
    return this.accounts.activeId;
  }

  /** Listens and asks the host how things are. The returned function ends all of it. */
  start(): () => void {
    const ends = [
      this.router.link(),
      this.layout.link(this.#window),
      this.theme.link(),
      this.shortcuts.link(this.#window),
      this.drafts.link(this.#window),
      this.forms.link(this.#window),
      this.bridge.onState((state) => {
        if (state === 'connected') void this.#ask().then(() => this.#wake());
      }),
      this.bridge.subscribe('settings.changed', ({ theme }) => this.#follow(theme)),
      this.bridge.subscribe('route.open', ({ route }) => this.router.go(route)),
      this.bridge.subscribe('service.changed', ({ status }) => {
        if (status !== 'ready') return;
        this.cache.invalidateAll();
        this.#wake();
      }),
      this.accounts.onReady(() => this.#wake()),
      this.outbox.onMade(({ account, operation }) => {
        this.cache.invalidate(account, operation === 'ideas.create' ? 'ideas' : 'scripts');
      }),
    ];
    void this.#ask();
    return () => {
      for (const end of ends) end();
    };
  }

  /** Begins what every page needs soon, before anything is drawn. */
  warm(): void {
    this.store.database.warm();
  }

  /** Puts the local studio's data aside and starts an empty or a sample one. */
  async startOver(sample: boolean): Promise<void> {
    await this.drafts.flush();
    await this.engine.startOver(sample);
    await this.cache.forget('local');
    await this.#ask();
    this.cache.invalidateAll();
  }

  /** Another local studio, out of an archive, stands in the place of the one before. */
  async renew(): Promise<void> {
    await this.cache.forget('local');
    await this.#ask();
    await this.recover();
    this.cache.invalidateAll();
  }

  /** Compares what a person wrote in this window with the journal, and sends what waits; once the page stands. */
  async recover(): Promise<void> {
    await this.store.recover();
    this.#recovered = true;
    await this.outbox.wake();
  }

  /** A service may be back: what waits for it is sent. */
  #wake(): void {
    if (this.#recovered) void this.outbox.wake();
  }

  async #ask(): Promise<void> {
    try {
      const info = await this.bridge.invoke('app.info', {});
      if (info.local_since !== null) await this.store.forgetBefore('local', info.local_since);
      this.#info = info;
      this.accounts.take(info.accounts);
      this.engine.take(info.service);
      this.settings.take(info.settings);
      this.#follow(info.settings.theme);
      await this.runs.load();
    } catch {
      // The engine is away: the banner says so, and this is asked again when it is back.
    }
  }

  #follow(theme: SettingsValue['theme']): void {
    if (theme !== this.theme.choice) this.theme.choose(theme);
  }

  #remember(settings: SettingsValue): void {
    remember(this.#window.localStorage, { settings, account: this.accounts.activeId });
  }
}

const KEY = Symbol('studio');

/** For `app/` alone, and tests. */
export function provideStudio(studio: Studio): void {
  setContext(KEY, studio);
}

/** The studio of this window; to be called while a component is made. */
export function useStudio(): Studio {
  const studio = getContext<Studio | undefined>(KEY);
  if (!studio) throw new Error('No studio was provided above this component.');
  return studio;
}
