import { Drafts } from './drafts.ts';
import type { MirroredStore } from '../storage/mirrored-store.ts';
import { Versions } from './versions.ts';

/** The window's store, versions and drafts; built once, by the first part of the app that needs them. */
export class Documents {
  readonly store: MirroredStore;
  readonly versions: Versions;
  readonly drafts: Drafts;

  constructor(store: MirroredStore) {
    this.store = store;
    this.versions = new Versions(store);
    this.drafts = new Drafts(store, this.versions);
  }
}
