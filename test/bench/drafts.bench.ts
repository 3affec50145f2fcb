import { median, quantile, ratioRow, type Bench } from './bench-kit.ts';

type Times = Record<'ours' | 'theirs', number[]>;

const bench: Bench = {
  name: 'drafts and versions',
  run: async (kit) => {
    const browser = await kit.browser();
    const page = await browser.newPage();
    await page.goto(kit.url('drafts'));
    await page.waitForFunction('window.autosave !== undefined');
    await page.evaluate('autosave(40)');
    const saves = await page.evaluate<Times>('autosave(1200)');
    const { keep, read } = await page.evaluate<{ keep: Times; read: Times }>('snapshots(60)');
    await browser.close();
    return [
      ratioRow({
        name: 'Autosave of 20,000 words, p95',
        value: quantile(saves.ours, 0.95),
        unit: 'ms',
        peer: 'a bare IndexedDB put',
        peerValue: quantile(saves.theirs, 0.95),
        max: 1.2,
      }),
      ratioRow({
        name: 'A version of 20,000 words kept',
        value: median(keep.ours),
        unit: 'ms',
        peer: 'localforage',
        peerValue: median(keep.theirs),
        max: 1.2,
      }),
      ratioRow({
        name: 'Its 60 versions read back',
        value: median(read.ours),
        unit: 'ms',
        peer: 'localforage',
        peerValue: median(read.theirs),
        max: 1,
      }),
    ];
  },
};

export default bench;
