import { expect, test } from 'vitest';

import { toPdf } from '#test/support/make-pdf.ts';

import { FetchRefusedError } from './fetch-refusal.ts';
import { type PdfLimits, createPdfReader } from './pdf-text.ts';

const FACT =
  'The night train between Paris and Vienna was started again on 13 December 2021 after a break of many years.';
const LATER_FACT = 'The conductor said that the train to Łódź was sold out for 41 nights in a row.';

const LIMITS: PdfLimits = { maxPages: 60, maxCharacters: 400_000, timeoutMs: 60_000 };
const neverAborted = new AbortController().signal;
const read = (bytes: Uint8Array, limits: Partial<PdfLimits> = {}, signal = neverAborted) =>
  createPdfReader(new URL('../../test/support/children/pdf-worker.mjs', import.meta.url), { ...LIMITS, ...limits })(
    bytes,
    signal,
  );

test('returns one line per paragraph, within the limits for pages and characters', async () => {
  const pages = Array.from({ length: 60 }, () => FACT).join('\n\n');
  const { bytes } = await toPdf(`# Back by night\n\n${pages}\n\n${LATER_FACT}\n`, 'Night trains');
  const fullText = await read(bytes);
  expect(fullText.title).toBe('Night trains');
  expect(fullText.text.split('\n')).toContain(FACT);
  expect(fullText.text.split('\n')).toContain(LATER_FACT);
  // A short document must work too, although a heading's line step says nothing about the other lines.
  const shortPdf = await toPdf(`# Report\n\n${FACT}\n`, 'Short');
  expect((await read(shortPdf.bytes)).text.split('\n')).toContain(FACT);
  const first = await read(bytes, { maxPages: 1 });
  expect(first.text).toContain(FACT);
  expect(first.text).not.toContain(LATER_FACT);
  expect((await read(bytes, { maxCharacters: 40 })).text).toHaveLength(40);
}, 300_000);

test('rejects a broken PDF, times out, and stops when aborted', async () => {
  const brokenPdf = new TextEncoder().encode('%PDF-1.7\nnothing of the kind');
  await expect(read(brokenPdf)).rejects.toThrow(new FetchRefusedError('The PDF can’t be read.'));
  await expect(read(brokenPdf, { timeoutMs: 1 })).rejects.toThrow('takes too long');
  const controller = new AbortController();
  const pendingRead = read(brokenPdf, {}, controller.signal);
  controller.abort(new Error('Told to.'));
  await expect(pendingRead).rejects.toThrow('Told to.');
}, 300_000);
