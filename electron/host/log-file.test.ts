import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { logger } from '#log/logger.ts';
import { addSecret } from '#log/redact.ts';

import { HostLog } from './host-log.ts';
import { LogFile } from './log-file.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'cutaway-log-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const formatEntry = (message: string): string =>
  JSON.stringify({ time: '2026-01-01T00:00:00.000Z', level: 'info', source: 'host', scope: 'test', message });
const getSize = (name: string): number => statSync(join(folder, 'logs', name)).size;

describe('LogFile', () => {
  it('keeps two files within the size limit, with the newest lines', async () => {
    const file = new LogFile(folder, 10_000);
    for (let count = 0; count < 1_000; count++) {
      file.write(formatEntry(`line ${count}`));
      if (count % 50 === 0) await file.flush();
    }
    await file.flush();
    expect(getSize('cutaway.log')).toBeLessThanOrEqual(10_000);
    expect(getSize('cutaway.old.log')).toBeLessThanOrEqual(10_000);
    expect((await file.readLast(3)).map(({ message }) => message)).toEqual(['line 997', 'line 998', 'line 999']);
    expect((await file.readLast(150)).length).toBeGreaterThan(60);
  });

  it('continues an earlier file and skips a line cut off by a crash', async () => {
    const earlier = new LogFile(folder);
    earlier.write(formatEntry('before the crash'));
    await earlier.flush();
    writeFileSync(join(folder, 'logs', 'cutaway.log'), '{"time":"2026-01-01T00:0\n', { flag: 'a' });
    const file = new LogFile(folder);
    file.write(formatEntry('after it'));
    expect((await file.readLast(10)).map(({ message }) => message)).toEqual(['before the crash', 'after it']);
  });

  it('drops lines that fail to write, and writes again once the disk accepts them', async () => {
    const file = new LogFile(folder);
    rmSync(join(folder, 'logs'), { recursive: true });
    file.write(formatEntry('nowhere to go'));
    await file.flush();
    const later = new LogFile(folder);
    later.write(formatEntry('written'));
    await later.flush();
    expect(readFileSync(join(folder, 'logs', 'cutaway.log'), 'utf8')).toBe(`${formatEntry('written')}\n`);
  });
});

describe('HostLog', () => {
  it('writes entries of host, service and windows with their source, and redacts secrets', async () => {
    const secret = 'correct-horse-battery';
    addSecret(secret);
    const log = new HostLog(folder, () => undefined);
    logger('accounts').info(`signed in with ${secret}`);
    log.writeServiceLine(
      JSON.stringify({
        time: '2026-01-01T00:00:00.000Z',
        level: 'warn',
        scope: 'jobs',
        message: 'failed',
        token: secret,
      }),
    );
    log.writeServiceLine(`Error: ${secret} is no token`);
    log.writeWindowEntries([
      {
        time: '2026-01-01T00:00:00.000Z',
        level: 'error',
        scope: 'window',
        message: secret,
        fields: { detail: secret },
      },
    ]);
    const entries = await log.file.readLast(10);
    await log.close();
    expect(entries.map(({ source, scope, level }) => [source, scope, level])).toEqual([
      ['host', 'accounts', 'info'],
      ['service', 'jobs', 'warn'],
      ['service', 'process', 'error'],
      ['window', 'window', 'error'],
    ]);
    expect(readFileSync(join(folder, 'logs', 'cutaway.log'), 'utf8')).not.toContain(secret);
  });
});
