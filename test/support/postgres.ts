/** Creates databases for tests in a temporary PostgreSQL cluster, on a Unix socket in a temporary folder. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { spawnToEndWithProcess } from '#platform/end-with-process.ts';

const DEBIAN = '/usr/lib/postgresql';

function findBinaries(): string {
  const debian = existsSync(DEBIAN)
    ? readdirSync(DEBIAN)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(DEBIAN, version, 'bin'))
    : [];
  const path = (process.env['PATH'] ?? '').split(delimiter);
  const folder = [...debian, ...path].find((folder) =>
    ['initdb', 'postgres', 'createdb'].every((name) => existsSync(join(folder, name))),
  );
  if (!folder) throw new Error('These tests need PostgreSQL: install the package "postgresql" (15 or newer).');
  return folder;
}

/** PostgreSQL refuses to run as root, so root runs it as its package's user `postgres`. */
function runAsPostgres(command: string, parameters: string[]): [string, string[]] {
  if (process.getuid?.() !== 0) return [command, parameters];
  return ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', command, ...parameters]];
}

function run(command: string, parameters: string[]): void {
  const { status, stderr } = spawnSync(...runAsPostgres(command, parameters), { encoding: 'utf8', cwd: '/' });
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
}

interface Cluster {
  /** Creates a new database and returns its URL. */
  createDatabase(): string;
}

async function startCluster(): Promise<Cluster> {
  const binaries = findBinaries();
  const folder = await mkdtemp(join(tmpdir(), 'cutaway-pg-'));
  await chmod(folder, 0o777);
  const data = join(folder, 'data');
  run(join(binaries, 'initdb'), ['-D', data, '-U', 'cutaway', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']);
  const [command, parameters] = runAsPostgres(join(binaries, 'postgres'), [
    ...['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off', '-c', 'max_connections=100'],
  ]);
  const server = spawnToEndWithProcess(command, parameters, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  await new Promise<void>((resolve, reject) => {
    server.once('exit', () => {
      reject(new Error(`PostgreSQL ended: ${log}`));
    });
    server.stderr?.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes('ready to accept connections')) resolve();
    });
  });
  process.once('exit', () => {
    server.kill('SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  // Vitest ends its processes with this signal.
  process.once('SIGTERM', () => process.exit());
  // The cluster keeps no test process from ending.
  server.unref();
  for (const stream of server.stdio) (stream as Socket | null)?.unref();
  let databaseCount = 0;
  return {
    createDatabase: () => {
      const name = `test_${++databaseCount}`;
      run(join(binaries, 'createdb'), ['-h', folder, '-U', 'cutaway', name]);
      return `postgres://cutaway@/${name}?host=${encodeURIComponent(folder)}`;
    },
  };
}

let cluster: Promise<Cluster> | null = null;

/** Returns the URL of a new, empty database. Its cluster starts with the first one, and ends with this process. */
export async function createPostgresDatabase(): Promise<string> {
  cluster ??= startCluster();
  return (await cluster).createDatabase();
}
