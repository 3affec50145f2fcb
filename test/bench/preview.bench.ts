import { median, ratioRow, valueRow, type Bench } from './bench-kit.ts';

interface Comparison {
  ours: number[];
  full: number[];
  oursDefinition: number[];
  fullDefinition: number[];
  same: boolean;
}

const bench: Bench = {
  name: 'preview',
  run: async (kit) => {
    const browser = await kit.browser();
    const page = await browser.newPage();
    await page.goto(kit.url('preview'));
    await page.evaluate('comparePreviews(20)');
    const result = await page.evaluate<Comparison>('comparePreviews(120)');
    if (!result.same) throw new Error('The two previews differ');
    const differences = await page.evaluate<number>('countDifferences(300)');
    await browser.close();
    const peer = 'everything by marked, same sanitiser:';
    return [
      ratioRow({
        name: 'Preview after a keystroke, 20,000 words, JavaScript time',
        value: median(result.ours),
        unit: 'ms',
        peer,
        peerValue: median(result.full),
        max: 1 / 15,
      }),
      ratioRow({
        name: 'The same, in a link definition',
        value: median(result.oursDefinition),
        unit: 'ms',
        peer,
        peerValue: median(result.fullDefinition),
        max: 1 / 15,
      }),
      valueRow({
        name: 'Preview unlike the whole rendering, 3,600 random edits',
        value: differences,
        unit: 'times',
        peer: null,
        max: 0,
      }),
    ];
  },
};

export default bench;
