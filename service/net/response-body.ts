import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

import { createRefusal } from './fetch-refusal.ts';

const DECODERS: Readonly<Record<string, (() => Transform) | undefined>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function decompress(response: IncomingMessage): Readable {
  const coding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (coding === 'identity' || coding === '') return response;
  const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding]?.() : undefined;
  if (!decoder) throw createRefusal('It’s compressed in a way that can’t be read.', 'content');
  // A failure of either stream destroys both, and reading the decoder then throws.
  pipeline(response, decoder, () => undefined);
  return decoder;
}

/** Reads a body and decompresses it. @throws FetchRefusedError if it is larger than `maxBytes` or can't be decompressed */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes)
    throw createRefusal('It’s too large to read.', 'content');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of decompress(response) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw createRefusal('It’s too large to read.', 'content');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads the first `maxBytes` bytes of a body as text. */
export async function readStart(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maxBytes) break;
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes));
}

export function parseMediaType(response: IncomingMessage): { type: string; charset: string | null } {
  const [type = '', ...parameters] = (response.headers['content-type'] ?? '').split(';');
  const charset = parameters.map((p) => /^\s*charset\s*=\s*"?([\w.:-]+)"?\s*$/i.exec(p)?.[1]).find((c) => c);
  return { type: type.trim().toLowerCase(), charset: charset ?? null };
}
