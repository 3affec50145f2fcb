import type { JournalEntry } from '#contract/journal.ts';

import { FakeTransport } from '../bridge/fake-transport.ts';

/** Fakes the host's journal in memory, for tests: shared by the windows of a machine, and it can be full. */
export class FakeJournal {
  readonly entries = new Map<string, JournalEntry>();
  /** If set, every write fails with this message. */
  failure: string | null = null;
  /** If set, writes succeed without storing anything, to prove that a test notices. */
  dropsWrites = false;

  connect(): FakeTransport {
    return new FakeTransport({
      'journal.list': () => ({
        entries: [...this.entries.values()].map(({ key, rev, updated_at }) => ({ key, rev, updated_at })),
      }),
      'journal.read': ({ keys }) => ({
        entries: keys.map((key) => this.entries.get(key)).filter((entry) => entry !== undefined),
      }),
      'journal.remove': ({ entries }) => {
        for (const { key, rev } of entries) if (this.entries.get(key)?.rev === rev) this.entries.delete(key);
        return {};
      },
      'journal.write': ({ entries }) => {
        if (this.failure !== null) return { ok: false, message: this.failure };
        if (this.dropsWrites) return { ok: true, stale: [] };
        const staleKeys: string[] = [];
        for (const entry of entries) {
          if ((this.entries.get(entry.key)?.rev ?? -1) > entry.rev) staleKeys.push(entry.key);
          else this.entries.set(entry.key, entry);
        }
        return { ok: true, stale: staleKeys };
      },
    });
  }
}
