/** Writes to a journal endlessly and tells its parent which writes were acknowledged. */
import { Journal } from '#electron/host/journal.ts';

const [folder, first] = process.argv.slice(2);
const journal = await Journal.open(folder ?? '', () => undefined);
process.on('disconnect', () => process.exit());

for (const key of ['draft/a/1', 'draft/a/2', 'draft/b/1']) {
  void (async () => {
    for (let rev = Number(first); ; rev++) {
      const value = { text: 'x'.repeat(120_000) };
      const answer = await journal.write([{ key, rev, updated_at: '2026-01-01T00:00:00.000Z', value }]);
      if (answer.ok) process.send?.([key, rev]);
    }
  })();
}
