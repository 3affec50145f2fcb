import { Drafts } from './drafts.ts';
import type { WrittenStore } from './store.ts';
import { Versions } from './versions.ts';

/** What a person writes in this window: built once, by whichever part of the studio needs it first. */
export class Written {
  readonly store: WrittenStore;
  readonly versions: Versions;
  readonly drafts: Drafts;

  constructor(store: WrittenStore) {
    this.store = store;
    this.versions = new Versions(store);
    this.drafts = new Drafts(store, this.versions);
  }
}
