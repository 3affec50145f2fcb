/** A model that is paid by the picture, and works that are begun anew because their process died. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { type ImagesEndpoint, startImagesEndpoint } from '#test/support/images-endpoint.ts';

import { imageModelEngine } from '../../engines/image/model/images-api.ts';
import { AnswerFiles } from '../../files/answer-files.ts';
import { paidAnswer } from './paid-answer.ts';

let endpoint: ImagesEndpoint;
let folder = '';
beforeEach(async () => {
  endpoint = await startImagesEndpoint();
  folder = await mkdtemp(join(tmpdir(), 'cutaway-paid-'));
});
afterEach(async () => {
  endpoint.close();
  await rm(folder, { recursive: true, force: true });
});

const brief = { width: 64, height: 36, seed: 1, headline: null, references: [], style: null };
async function draw(prompt: string, part = 0): Promise<Uint8Array> {
  const engine = imageModelEngine({ baseUrl: endpoint.base, model: 'painter', size: '64x36', apiKey: null });
  const paid = paidAnswer(await AnswerFiles.open(folder), 'a-work', part);
  return (await engine.generate({ ...brief, prompt }, { signal: AbortSignal.timeout(9000), paid })).bytes;
}

test('an answer that came is used again, and nobody is asked twice', async () => {
  const first = await draw('A ferry');
  expect(await draw('A ferry')).toEqual(first);
  expect(endpoint.asked).toHaveLength(1);
  await draw('A ferry', 1);
  expect(endpoint.asked).toHaveLength(2);
});

test('a picture under an address is fetched again, which costs nothing', async () => {
  const first = await draw('ADDRESS it');
  expect(await draw('ADDRESS it')).toEqual(first);
  expect(endpoint.asked.map(({ path }) => path)).toEqual(['/v1/images/generations', '/v1/drawn.png', '/v1/drawn.png']);
});

test('where no answer came before the end, it is said and not asked again', async () => {
  await expect(draw('BREAK off')).rejects.toThrow('closed the connection');
  await expect(draw('BREAK off')).rejects.toThrow('so it was not asked again.');
  expect(endpoint.asked).toHaveLength(1);
});
