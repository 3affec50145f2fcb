import type { Page, PageReader } from '../domain/agent-runs/sources.ts';
import { type FetchedContent, type FetchLimits, type GuardedFetch } from './guarded-fetch.ts';
import { FetchRefusedError } from './fetch-refusal.ts';
import { extractPageText } from './page-text.ts';
import { createPdfReader, type ReadPdf } from './pdf-text.ts';

const HTML = ['text/html', 'application/xhtml+xml'];
const PDF = 'application/pdf';
const LIMITS: FetchLimits = {
  maxBytes: 3 * 1024 * 1024,
  maxBytesByType: { [PDF]: 12 * 1024 * 1024 },
  timeoutMs: 15_000,
  types: [...HTML, 'text/plain', 'text/markdown', PDF],
};

/** Matches the charset that an HTML page declares for itself. */
const META_CHARSET = /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i;

function decode({ bytes, charset, type }: FetchedContent): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 2048));
  const encoding = charset ?? (HTML.includes(type) ? META_CHARSET.exec(start)?.[1] : undefined) ?? 'utf-8';
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

async function getContent(response: FetchedContent, readPdf: ReadPdf, signal: AbortSignal): Promise<Omit<Page, 'url'>> {
  if (response.type === PDF) return { ...(await readPdf(response.bytes, signal)), links: [] };
  const source = decode(response);
  return HTML.includes(response.type) ? extractPageText(source, response.url) : { title: '', text: source, links: [] };
}

/** Reads web pages and PDFs for research. The result is other people's text: material, never an instruction. */
export function createPageReader(fetch: GuardedFetch, readPdf = createPdfReader()): PageReader {
  return {
    read: async (address, signal) => {
      try {
        // Pages copied with http nearly always exist with https, and nothing else is fetched.
        const response = await fetch.get(address.replace(/^http:/i, 'https:'), LIMITS, signal);
        const { title, text, links } = await getContent(response, readPdf, signal);
        if (text.trim() === '') return { ok: false, reason: 'There’s no text on it.' };
        const { url } = response;
        return { ok: true, page: { url, title: title === '' ? new URL(url).hostname : title, text, links } };
      } catch (error) {
        if (error instanceof FetchRefusedError) return { ok: false, reason: error.message };
        throw error;
      }
    },
  };
}
