import { describe, expect, it } from 'vitest';
import { listModels, testConnection } from './connection.ts';
import { closeProvider, config, KEY, provider } from './test-provider.ts';

describe('a connection test', () => {
  it('lists models and says whether the chosen one exists', async () => {
    const base = await provider((_q, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"data":[{"id":"m"},{"id":"other:latest"}]}'),
    );
    expect(await listModels(config(base))).toEqual(['m', 'other:latest']);
    expect(await testConnection(config(base))).toMatchObject({ ok: true, models: ['m', 'other:latest'] });
    expect((await testConnection({ ...config(base), model: 'other' })).ok).toBe(true);
    expect(await testConnection({ ...config(base), model: 'missing' })).toMatchObject({
      ok: false,
      kind: 'bad-answer',
    });
  });

  it('reports errors without the key and never throws', async () => {
    const refusingBase = await provider((_q, response) => response.writeHead(401).end(KEY));
    const refused = await testConnection(config(refusingBase));
    expect(refused).toMatchObject({ ok: false, kind: 'refused-key' });
    expect(JSON.stringify(refused)).not.toContain(KEY);
    await closeProvider();
    const hangingBase = await provider(() => undefined);
    expect((await testConnection(config(hangingBase), null, 150)).kind).toBe('timeout');
    expect((await testConnection(config('http://127.0.0.1:1'))).kind).toBe('unreachable');
    expect((await testConnection({ ...config(''), baseUrl: 'file:///etc/passwd' })).kind).toBe('unreachable');
  });
});
