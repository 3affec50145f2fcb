import { copyFile, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { connect, type PeerCertificate } from 'node:tls';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { addLogSink } from '#log/logger.ts';

import { listen } from '../http/listen.ts';
import { CertificateError, CertificateWatcher, readCertificate } from './certificate.ts';

const TLS = join(import.meta.dirname, '../../test/support/tls');
const toFiles = (certificate: string, key = 'server.key') => ({
  certificate: join(TLS, certificate),
  key: join(TLS, key),
});
const NOW = new Date('2030-01-01');

describe('the check of a certificate', () => {
  test.each(['localhost', '127.0.0.1'])('accepts a certificate for %s with its key', async (host) => {
    const { cert, key, expires } = await readCertificate(toFiles('server.crt'), host, NOW);
    expect([cert, key].every((text) => text.includes('-----BEGIN'))).toBe(true);
    expect(expires.getUTCFullYear()).toBe(2126);
  });

  test.each([
    ['an expired one', toFiles('expired.crt'), 'localhost', /expired on 2021-01-01\. Renew it\.$/],
    [
      'one that isn’t valid yet',
      toFiles('not-yet.crt'),
      'localhost',
      /valid from 2120-01-01 on\. Check this computer’s clock/,
    ],
    [
      'one of another name',
      toFiles('server.crt'),
      'studio.example',
      /isn’t for studio\.example, which --public-url names/,
    ],
    ['one with another key', toFiles('server.crt', 'receiver.key'), 'localhost', /doesn’t belong to the certificate/],
    ['a missing one', toFiles('none.crt'), 'localhost', /none\.crt can’t be read \(ENOENT\)/],
    ['a key instead', toFiles('server.key'), 'localhost', /holds no certificate in PEM form/],
    ['one without a key', toFiles('server.crt', 'server.crt'), 'localhost', /holds no private key in PEM form/],
  ])('refuses %s', async (_, paths, host, message) => {
    await expect(readCertificate(paths, host, NOW)).rejects.toThrow(CertificateError);
    await expect(readCertificate(paths, host, NOW)).rejects.toThrow(message);
  });
});

describe('a renewed certificate', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cutaway-tls-'));
    await copyFile(join(TLS, 'server.crt'), join(folder, 'server.crt'));
    await copyFile(join(TLS, 'server.key'), join(folder, 'server.key'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const readSerial = (port: number): Promise<PeerCertificate['serialNumber']> =>
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
        resolve(socket.getPeerCertificate().serialNumber);
        socket.destroy();
      });
      socket.once('error', reject);
    });

  test('replaces the one in use, and a wrong one does not', async () => {
    const log: string[] = [];
    const removeSink = addLogSink(({ message }) => log.push(message));
    const paths = { certificate: join(folder, 'server.crt'), key: join(folder, 'server.key') };
    const watcher = await CertificateWatcher.open(paths, 'localhost', 10);
    const app = { fetch: () => new Response('ok') };
    const listener = await listen(app, '127.0.0.1', 0, watcher);
    try {
      const first = await readSerial(listener.port);

      await writeFile(paths.certificate, 'nonsense');
      await expect.poll(() => log).toContain('certificate not replaced; the earlier one stays in use');
      expect(await readSerial(listener.port)).toBe(first);

      await copyFile(join(TLS, 'renewed.crt'), paths.certificate);
      await utimes(paths.certificate, new Date(), new Date(Date.now() + 5000));
      await expect.poll(() => readSerial(listener.port)).not.toBe(first);
      expect(log).toContain('certificate replaced');
    } finally {
      watcher.stop();
      await listener.close();
      removeSink();
    }
  });
});
