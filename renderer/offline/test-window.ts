import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';

import { Bridge } from '../bridge/bridge.ts';
import type { FakeTransport } from '../bridge/fake-transport.ts';
import { Database } from './database.ts';
import { Drafts } from './drafts.ts';
import type { FakeJournal } from './fake-journal.ts';
import { Forms } from './forms.ts';
import { Journal } from './journal.ts';
import { Revs } from './rev.ts';
import { WrittenStore } from './store.ts';
import { Versions } from './versions.ts';

/** A browser profile for tests: its databases outlive windows, and can be wiped or broken. */
export class FakeProfile {
  factory: IDBFactory | null = new IDBFactory();

  wipe(): void {
    this.factory = new IDBFactory();
  }
}

let windows = 0;

/** One window of the studio without its pages, for tests. It can be killed. */
export class TestWindow {
  readonly transport: FakeTransport;
  readonly database: Database;
  readonly store: WrittenStore;
  readonly versions: Versions;
  readonly drafts: Drafts;
  readonly forms: Forms;
  #alive = true;

  constructor(profile: FakeProfile, journal: FakeJournal, channel: BroadcastChannel | null = null) {
    const factory = profile.factory;
    this.transport = journal.connect();
    const guarded = factory && new Proxy(factory, { get: (target, name) => this.#guard(target, name) });
    this.database = new Database({ indexedDB: guarded, IDBKeyRange });
    this.store = new WrittenStore(this.database, new Journal(new Bridge(this.transport)));
    this.versions = new Versions(this.store);
    const revs = new Revs(windows++);
    this.drafts = new Drafts(this.store, this.versions, { revs, channel });
    this.forms = new Forms(this.store, revs);
  }

  /** Like SIGKILL: nothing is saved, closed or said any more. */
  async kill(): Promise<void> {
    this.#alive = false;
    this.transport.connect('lost');
    await this.database.close();
  }

  #guard(target: IDBFactory, name: string | symbol): unknown {
    if (!this.#alive && name === 'open') throw new DOMException('The window is gone.', 'SecurityError');
    const value: unknown = Reflect.get(target, name);
    return typeof value === 'function' ? value.bind(target) : value;
  }
}
