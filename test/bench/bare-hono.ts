/** The service's peer: its HTTP framework alone, answering the same bytes. */
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import type { AddressInfo } from 'node:net';

const body: unknown = JSON.parse(process.argv[2] ?? '{}');
const app = new Hono();
app.get('/api/v1/team', (context) => context.json(body as object));
const server = createAdaptorServer({ fetch: app.fetch });
server.listen(0, '127.0.0.1', () => {
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.stdout.write(`${JSON.stringify({ ready: true, base_url, token: '', pid: process.pid })}\n`);
});
