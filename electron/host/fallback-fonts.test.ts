import { expect, test } from 'vitest';

import { FALLBACK_FACES } from '#contract/fallback-faces.ts';
import { answerFont } from './fallback-fonts.ts';

test.each(FALLBACK_FACES.map(({ id }) => id))('serves the bundled font %s', async (id) => {
  const response = await answerFont({ pathname: `/fonts/${id}.ttf`, method: 'GET' });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'font/ttf']);
  expect(new Uint8Array(await response.arrayBuffer()).subarray(0, 4)).toEqual(Uint8Array.of(0, 1, 0, 0));
});

test.each(['/fonts/arial.ttf', '/fonts/../package.json', '/fonts/amiri.ttf/x'])(
  'responds with 404 to %s',
  async (pathname) => {
    expect((await answerFont({ pathname, method: 'GET' })).status).toBe(404);
  },
);
