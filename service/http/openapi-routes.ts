/** Serves the routes that need no token: health, readiness and the OpenAPI documents. */
import { Hono } from 'hono';

import { openApiDocument } from '#contract/openapi.ts';

import type { Environment } from './environment.ts';
import { listAcceptedHosts, getHostName } from './hosts.ts';

export interface DocumentOptions {
  readonly version: string;
  readonly host: string;
  /** The address that proxies and names lead to; without it, the address of the request is the service's own. */
  readonly publicUrl?: string | undefined;
  baseUrl(): string;
  /** Resolves with why requests can't be answered at present, or null if they can. */
  getUnreadyReason(): Promise<string | null>;
}

export function createOpenapiRoutes({
  version,
  host,
  publicUrl,
  baseUrl,
  getUnreadyReason,
}: DocumentOptions): Hono<Environment> {
  const app = new Hono<Environment>();
  const ownHosts = publicUrl === undefined ? listAcceptedHosts(host) : null;
  const cachedDocuments = new Map<string, string>();

  /** Returns the address of the request if it is one of the service's own, else the base address. */
  const getServerUrl = (header: string | undefined): string =>
    header !== undefined && ownHosts?.includes(getHostName(header)) ? `http://${header.toLowerCase()}` : baseUrl();

  const getDocument = (surface: 'api' | 'local', header: string | undefined): string => {
    const url = getServerUrl(header);
    const key = `${surface} ${url}`;
    let text = cachedDocuments.get(key);
    if (text === undefined) {
      text = JSON.stringify(openApiDocument(surface, version, url));
      // Callers choose the port in a Host header: don't collect a document for each.
      if (cachedDocuments.size >= 16) cachedDocuments.clear();
      cachedDocuments.set(key, text);
    }
    return text;
  };

  const json = { 'Content-Type': 'application/json' };
  app.get('/health', (context) => context.json({ status: 'ok', version }));
  app.get('/ready', async (context) => {
    const reason = await getUnreadyReason();
    return reason === null
      ? context.json({ status: 'ready', version })
      : context.json({ status: 'unready', reason }, 503, { 'Retry-After': '5' });
  });
  app.get('/openapi.json', (context) => context.body(getDocument('api', context.req.header('host')), 200, json));
  app.get('/local/openapi.json', (context) =>
    context.body(getDocument('local', context.req.header('host')), 200, json),
  );
  return app;
}
