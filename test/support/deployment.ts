/**
 * Places services as deploy/ does, if CUTAWAY_TEST_DEPLOYMENT is `server`: on PostgreSQL, with files in a bucket, and
 * behind nginx. By default a service is placed as in the installed app.
 */
import { Hono } from 'hono';

import type { CleanupStack } from '#service/cleanup-stack.ts';
import type { FilesOptions } from '#service/files/s3-address.ts';
import { logAnswered } from '#service/http/answered.ts';
import type { ServeOptions, ServerParts } from '#service/serve.ts';

import { findFreePort } from './https.ts';
import { startProxy } from './proxies.ts';
import { createBucket } from './s3-server.ts';

export const isDeployed = readDeployment(process.env['CUTAWAY_TEST_DEPLOYMENT'] ?? 'app');

function readDeployment(name: string): boolean {
  if (name !== 'app' && name !== 'server') {
    throw new Error(`CUTAWAY_TEST_DEPLOYMENT must be “app” or “server”, not “${name}”.`);
  }
  return name === 'server';
}

export interface Placement extends Pick<ServeOptions, 'host' | 'port'> {
  readonly files: FilesOptions;
  readonly server?: ServerParts;
}

/** Starts nginx and makes a bucket if the service is to be deployed; adds what it starts to `cleanup`. */
export async function placeService(files: FilesOptions | undefined, cleanup: CleanupStack): Promise<Placement> {
  const host = '127.0.0.1';
  if (!isDeployed) return { host, port: 0, files: files ?? { kind: 'folder' } };
  const ports = { http: await findFreePort(), https: await findFreePort(), server: await findFreePort() };
  cleanup.add(await startProxy('nginx', ports));
  const server: ServerParts = {
    publicUrl: `https://localhost:${ports.https}`,
    isBehindProxy: true,
    onAnswered: logAnswered,
    operatorRoutes: new Hono(),
  };
  return { host, port: ports.server, files: files ?? (await createBucket()).writer, server };
}
