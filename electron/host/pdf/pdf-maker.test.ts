import { afterAll, expect, it } from 'vitest';

import { toPdfDocument } from '#markdown/pdf/to-pdf-document.ts';
import { parseTree } from '#markdown/tree.ts';
import { PdfMaker } from './pdf-maker.ts';

const program = new URL('../../../test/support/children/pdf-thread.mjs', import.meta.url);
const addresses: string[] = [];
const picture = (address: string): Promise<null> => {
  addresses.push(address);
  return Promise.resolve(null);
};
const maker = new PdfMaker({ readPicture: picture, program, timeoutMs: 120_000 });
afterAll(() => maker.stop());

const createDocument = (markdown: string): string => JSON.stringify(toPdfDocument(parseTree(markdown), 'Title'));

it('makes documents one after another in a worker, and continues after a broken one', async () => {
  const address = `pictures/${'a'.repeat(64)}.png`;
  const [first, broken, second] = await Promise.all([
    maker.make({ document: createDocument(`First \uE123 ![A train](${address})`) }),
    maker.make({ document: '{"blocks":[{"kind":"text","runs":[{"text":1}]}]}' }),
    maker.make({ document: createDocument('Second') }),
  ]);
  expect(first).toMatchObject({ ok: true, missing: ['\uE123'], pictures_left_out: 1 });
  expect(addresses).toEqual([address]);
  expect(broken).toEqual({ ok: false, message: 'The PDF couldn’t be created.' });
  expect(second).toMatchObject({ ok: true, missing: [] });
  expect(second.ok && Buffer.from(second.base64, 'base64').toString('latin1', 0, 5)).toBe('%PDF-');
}, 300_000);

it('stops a document that takes too long', async () => {
  const impatient = new PdfMaker({ readPicture: picture, program, timeoutMs: 1 });
  const answer = await impatient.make({ document: createDocument('Text') });
  expect(answer).toEqual({ ok: false, message: 'Making the PDF took too long and was stopped.' });
  await impatient.stop();
});
