import type { Block, PdfDocument, Run } from '#markdown/pdf/pdf-document.ts';

function getRuns(block: Block): readonly Run[] {
  if (block.kind === 'text') return block.runs;
  return block.kind === 'table'
    ? block.rows.flatMap((row) => row.flatMap(({ lines }) => lines.flatMap(({ runs }) => runs)))
    : [];
}

/** Returns all texts that a document shows, including the numbers of its lists. */
export function* getTexts({ title, blocks }: PdfDocument): Generator<string> {
  yield title;
  for (const block of blocks) {
    if (block.kind === 'text' && typeof block.marker?.label === 'string') yield block.marker.label;
    for (const { text } of getRuns(block)) yield text;
  }
}

/** Returns the addresses of all pictures of a document. */
export function getPictureAddresses({ blocks }: PdfDocument): Set<string> {
  return new Set(blocks.flatMap((block) => getRuns(block).flatMap(({ picture }) => picture ?? [])));
}
