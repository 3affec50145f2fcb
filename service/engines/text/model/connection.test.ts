import { describe, expect, it } from 'vitest';
import { listModels, testConnection } from './connection.ts';
import { closeProvider, createConfig, KEY, startProvider } from './test-provider.ts';

describe('a connection test', () => {
  it('lists models and says whether the chosen one exists', async () => {
    const base = await startProvider((_q, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"data":[{"id":"m"},{"id":"other:latest"}]}'),
    );
    expect(await listModels(createConfig(base))).toEqual(['m', 'other:latest']);
    expect(await testConnection(createConfig(base))).toMatchObject({ ok: true, models: ['m', 'other:latest'] });
    expect((await testConnection({ ...createConfig(base), model: 'other' })).ok).toBe(true);
    expect(await testConnection({ ...createConfig(base), model: 'missing' })).toMatchObject({
      ok: false,
      kind: 'bad-answer',
    });
  });

  it('refuses a list of more than 4 MB, since parsing it would block the service', async () => {
    const base = await startProvider((_q, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('['.repeat(4 * 1024 * 1024 + 1)),
    );
    expect(await testConnection(createConfig(base))).toMatchObject({
      kind: 'bad-answer',
      message: 'The model provider sent far more than an answer. Check the base URL.',
    });
  });

  it('reports errors without the key and never throws', async () => {
    const refusingBase = await startProvider((_q, response) => response.writeHead(401).end(KEY));
    const refusedResult = await testConnection(createConfig(refusingBase));
    expect(refusedResult).toMatchObject({ ok: false, kind: 'refused-key' });
    expect(JSON.stringify(refusedResult)).not.toContain(KEY);
    await closeProvider();
    const hangingBase = await startProvider(() => undefined);
    expect((await testConnection(createConfig(hangingBase), null, 150)).kind).toBe('timeout');
    expect((await testConnection(createConfig('http://127.0.0.1:1'))).kind).toBe('unreachable');
    expect((await testConnection({ ...createConfig(''), baseUrl: 'file:///etc/passwd' })).kind).toBe('unreachable');
  });
});
