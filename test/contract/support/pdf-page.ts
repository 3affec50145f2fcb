/** Serves a PDF over HTTPS and reads it like the service. */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { toPdf } from '#test/support/make-pdf.ts';
import { createPageReader } from '#service/net/page-reader.ts';
import { createPdfReader } from '#service/net/pdf-text.ts';
import { CERTIFICATE, createTestFetch } from '#test/support/net.ts';

/** Reads pages over TLS, and PDFs in a worker thread. */
export const httpsPageReader = createPageReader(
  createTestFetch(),
  createPdfReader(new URL('../../support/children/pdf-worker.mjs', import.meta.url)),
);

export async function servePdf(text: string, title: string): Promise<{ url: string; close(): void }> {
  const { bytes } = await toPdf(`# Report\n\n${text}\n`, title);
  const server = createServer(CERTIFICATE, (_, response) => {
    response.setHeader('Content-Type', 'application/pdf').end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `https://receiver.test:${port}/report.pdf`, close: () => void server.close() };
}
