/** Draws pages of PDFs that this app made. */
import { getDocument, PDFWorker } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?worker&url';

import { startWorker } from '#renderer/shared/worker-client.ts';

/** Width of a drawn page, in pixels. */
const PAGE_WIDTH = 900;

/** Returns the first page as a picture. @throws if the file is no PDF. */
export async function drawFirstPage(bytes: Uint8Array): Promise<HTMLCanvasElement> {
  const port = startWorker(workerUrl);
  const worker = PDFWorker.create({ port });
  try {
    // The worker takes the bytes with it, so it gets a copy.
    const pdf = await getDocument({ data: bytes.slice(), worker, isEvalSupported: false }).promise;
    const page = await pdf.getPage(1);
    const { width } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: PAGE_WIDTH / width });
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(viewport.width);
    canvas.height = Math.round(viewport.height);
    await page.render({ canvas, viewport }).promise;
    return canvas;
  } finally {
    worker.destroy();
    port.terminate();
  }
}
