import { describe, expect, test } from 'vitest';

import { UsageError } from '../options.ts';
import { readServerOptions } from './server-options.ts';

const SECRET = 'a-secret-of-at-least-32-characters';
const DATABASE = ['--database-url', 'postgres://db/cutaway'];
const PUBLIC = ['--public-url', 'https://studio.example'];
const PROXIED_ARGUMENTS = [...DATABASE, ...PUBLIC, '--data', '/srv/cutaway', '--behind-proxy'];

describe('the options of a server', () => {
  test('come from arguments, else from the environment', () => {
    const env = {
      CUTAWAY_DATABASE_URL: 'postgres://db/other',
      CUTAWAY_PUBLIC_URL: 'https://studio.example/',
      CUTAWAY_FILES: 's3://bucket',
      CUTAWAY_BEHIND_PROXY: 'true',
      CUTAWAY_SECRET: SECRET,
    };
    expect(readServerOptions(DATABASE, env)).toMatchObject({
      databaseUrl: 'postgres://db/cutaway',
      publicUrl: 'https://studio.example',
      files: 's3://bucket',
      isBehindProxy: true,
      secret: SECRET,
      host: '127.0.0.1',
      port: 8080,
    });
  });

  test('listen on all interfaces with a certificate', () => {
    const options = readServerOptions(
      [...DATABASE, ...PUBLIC, '--data', '/srv/cutaway', '--tls-cert', 'a.crt', '--tls-key', 'a.key'],
      {},
    );
    expect(options).toMatchObject({ host: '0.0.0.0', port: 8443, tls: { certificate: 'a.crt', key: 'a.key' } });
  });

  test('allow plain HTTP on this computer only', () => {
    const args = [...DATABASE, '--data', '/srv/cutaway', '--public-url', 'http://127.0.0.1:8080'];
    expect(readServerOptions(args, {}).publicUrl).toBe('http://127.0.0.1:8080');
  });

  test.each([
    ['no database', [...PUBLIC, '--data', 'x'], /^--database-url takes the address of a PostgreSQL database/],
    ['another database', ['--database-url', 'mysql://x'], /^--database-url takes/],
    ['no files', [...DATABASE, ...PUBLIC], /^--files is missing/],
    ['other files', [...DATABASE, '--files', '/srv'], /^--files takes an address such as s3:\/\/bucket/],
    ['no public address', [...DATABASE, '--data', 'x'], /^--public-url is missing/],
    ['a plain public address', [...DATABASE, '--data', 'x', '--public-url', 'http://studio.example'], /https:\/\//],
    [
      'a public address with a path',
      [...DATABASE, '--data', 'x', ...PUBLIC.slice(0, 1), 'https://a.example/b'],
      /path/,
    ],
    ['a certificate without its key', [...DATABASE, '--data', 'x', '--tls-cert', 'a.crt'], /belong together/],
    ['neither TLS nor a proxy', [...DATABASE, ...PUBLIC, '--data', 'x'], /needs --tls-cert and --tls-key, or --behind/],
    [
      'a public port without TLS',
      [...DATABASE, '--public-url', 'http://127.0.0.1', '--data', 'x', '--host', '0.0.0.0'],
      /^Listening on 0\.0\.0\.0 needs TLS/,
    ],
    ['a bad port', [...PROXIED_ARGUMENTS, '--port', 'x'], /^--port takes a number from 0 to 65535/],
    ['a bad second port', [...PROXIED_ARGUMENTS, '--redirect-port', '70000'], /^--redirect-port takes/],
    ['a bucket without a secret', [...DATABASE, ...PUBLIC, '--files', 's3://b', '--behind-proxy'], /CUTAWAY_SECRET/],
    ['an unknown option', ['--frobnicate'], /frobnicate/],
  ])('%s is refused', (_, args, message) => {
    expect(() => readServerOptions(args, {})).toThrow(UsageError);
    expect(() => readServerOptions(args, {})).toThrow(message);
  });

  test('a short secret is refused', () => {
    expect(() => readServerOptions(PROXIED_ARGUMENTS, { CUTAWAY_SECRET: 'short' })).toThrow(
      'CUTAWAY_SECRET takes at least 32 characters without spaces.',
    );
  });
});
