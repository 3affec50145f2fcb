/** Makes the PDFs that `PdfMaker` asks for, in a thread of its own that can be terminated. */
import { parentPort } from 'node:worker_threads';

import { makePdf, type PdfRequest } from './make-pdf.ts';
import type { ThreadMessage } from './pdf-maker.ts';

async function answer(request: PdfRequest): Promise<ThreadMessage> {
  try {
    return { made: await makePdf(request) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (request: PdfRequest) => {
  void answer(request).then((message) => parentPort?.postMessage(message));
});
