/** What anybody may read: whether the service is there, and what it can do. */
import { Hono } from 'hono';

import { openApiDocument } from '#contract/openapi.ts';

import type { Environment } from './environment.ts';
import { acceptedHosts, hostName } from './hosts.ts';

export interface DocumentOptions {
  readonly version: string;
  readonly host: string;
  /** Where the service is reached. */
  baseUrl(): string;
}

export function documents({ version, host, baseUrl }: DocumentOptions): Hono<Environment> {
  const app = new Hono<Environment>();
  const accepted = acceptedHosts(host);
  const written = new Map<string, string>();

  /** The document names the address it was asked at, if that is one of the service's own. */
  const serverUrl = (header: string | undefined): string =>
    header !== undefined && accepted?.includes(hostName(header)) ? `http://${header.toLowerCase()}` : baseUrl();

  const document = (surface: 'api' | 'local', header: string | undefined): string => {
    const url = serverUrl(header);
    const key = `${surface} ${url}`;
    let text = written.get(key);
    if (text === undefined) {
      text = JSON.stringify(openApiDocument(surface, version, url));
      // The port in a Host header is the caller's to choose: don't collect them.
      if (written.size >= 16) written.clear();
      written.set(key, text);
    }
    return text;
  };

  const json = { 'Content-Type': 'application/json' };
  app.get('/health', (context) => context.json({ status: 'ok', version }));
  app.get('/openapi.json', (context) => context.body(document('api', context.req.header('host')), 200, json));
  app.get('/local/openapi.json', (context) => context.body(document('local', context.req.header('host')), 200, json));
  return app;
}
