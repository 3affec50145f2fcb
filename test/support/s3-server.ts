/** Creates buckets for tests on a real S3 server, OpenStack Swift's, in a temporary folder. */
import { existsSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { CreateBucketCommand, PutBucketAclCommand, S3Client } from '@aws-sdk/client-s3';

import { spawnToEndWithProcess } from '#platform/end-with-process.ts';
import type { S3Options } from '#service/files/s3-address.ts';

const PROGRAM = fileURLToPath(new URL('s3-server.py', import.meta.url));
const SWIFT = '/usr/lib/python3/dist-packages/swift';
const WRITER = { accessKeyId: 'cutaway:writer', secretAccessKey: 'writer-secret' };
const READER = { accessKeyId: 'cutaway:reader', secretAccessKey: 'reader-secret' };

/** Resolves with the server's address. It ends with this process. */
async function startServer(): Promise<string> {
  if (!existsSync(SWIFT)) throw new Error('These tests need Swift: install the package "python3-swift".');
  const folder = await mkdtemp(join(tmpdir(), 'cutaway-s3-'));
  const server = spawnToEndWithProcess('/usr/bin/python3', [PROGRAM, folder], { stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  server.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const port = await new Promise<number>((resolve, reject) => {
    server.once('exit', () => reject(new Error(`Swift ended: ${log}`)));
    server.stdout?.on('data', (chunk: Buffer) => resolve(Number(chunk.toString())));
  });
  process.once('exit', () => {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  // Vitest ends its processes with this signal.
  process.once('SIGTERM', () => process.exit());
  // The server keeps no test process from ending.
  server.unref();
  for (const stream of server.stdio) (stream as Socket | null)?.unref();
  return `http://127.0.0.1:${port}`;
}

let server: Promise<string> | null = null;
let bucketCount = 0;

/** Returns a new, empty bucket; `reader` has a read-only key. */
export async function createBucket(): Promise<{ writer: S3Options; reader: S3Options }> {
  server ??= startServer();
  const endpoint = await server;
  const bucket = `bucket-${++bucketCount}`;
  const base = { kind: 's3', bucket, prefix: 'studio/', endpoint, region: 'us-east-1', forcePathStyle: true } as const;
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials: WRITER });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  const [GrantRead, GrantFullControl] = [`id="${READER.accessKeyId}"`, `id="${WRITER.accessKeyId}"`];
  await client.send(new PutBucketAclCommand({ Bucket: bucket, GrantRead, GrantFullControl }));
  client.destroy();
  const addressKey = Buffer.alloc(32, bucket);
  return { writer: { ...base, ...WRITER, addressKey }, reader: { ...base, ...READER, addressKey } };
}

/** Returns the variables that name a bucket to a server. */
export const toBucketVariables = (options: S3Options): Readonly<Record<string, string>> => ({
  CUTAWAY_FILES: `s3://${options.bucket}/${options.prefix}`,
  AWS_ENDPOINT_URL_S3: options.endpoint ?? '',
  AWS_ACCESS_KEY_ID: options.accessKeyId,
  AWS_SECRET_ACCESS_KEY: options.secretAccessKey,
});
