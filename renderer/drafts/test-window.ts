import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';

import { Bridge } from '../bridge/bridge.ts';
import type { FakeTransport } from '../bridge/fake-transport.ts';
import { Database } from '../storage/database.ts';
import { Drafts } from './drafts.ts';
import type { FakeJournal } from '../storage/fake-journal.ts';
import { Forms } from './forms.ts';
import { Journal } from '../storage/journal.ts';
import { RevisionCounter } from '../storage/revision-counter.ts';
import { MirroredStore } from '../storage/mirrored-store.ts';
import { Versions } from './versions.ts';

/** Fakes a browser profile: its databases outlive windows, and can be wiped or broken. */
export class FakeProfile {
  factory: IDBFactory | null = new IDBFactory();

  wipe(): void {
    this.factory = new IDBFactory();
  }
}

let windowCount = 0;

/** Runs one window of the app without its pages, for tests. It can be killed. */
export class TestWindow {
  readonly transport: FakeTransport;
  readonly database: Database;
  readonly store: MirroredStore;
  readonly versions: Versions;
  readonly drafts: Drafts;
  readonly forms: Forms;
  #isAlive = true;

  constructor(profile: FakeProfile, journal: FakeJournal, channel: BroadcastChannel | null = null) {
    const factory = profile.factory;
    this.transport = journal.connect();
    const guardedFactory = factory && new Proxy(factory, { get: (target, name) => this.#guard(target, name) });
    this.database = new Database({ indexedDB: guardedFactory, IDBKeyRange });
    this.store = new MirroredStore(this.database, new Journal(new Bridge(this.transport)));
    this.versions = new Versions(this.store);
    const revisions = new RevisionCounter(windowCount++);
    this.drafts = new Drafts(this.store, this.versions, { revisions, channel });
    this.forms = new Forms(this.store, revisions);
  }

  /** Simulates SIGKILL: nothing is saved, closed or reported any more. */
  async kill(): Promise<void> {
    this.#isAlive = false;
    this.transport.connect('lost');
    await this.database.close();
  }

  #guard(target: IDBFactory, name: string | symbol): unknown {
    if (!this.#isAlive && name === 'open') throw new DOMException('The window is gone.', 'SecurityError');
    const value: unknown = Reflect.get(target, name);
    return typeof value === 'function' ? value.bind(target) : value;
  }
}
