/** Reads the text of one PDF in its own thread, which can be terminated whatever the file makes it do. */
import { parentPort, workerData } from 'node:worker_threads';

import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

import type { PdfAnswer, PdfRequest } from './pdf-text.ts';

type TextItem = Extract<Awaited<ReturnType<PDFPageProxy['getTextContent']>>['items'][number], { str: string }>;

interface Line {
  text: string;
  /** Is the y of the base line, counted from the bottom. */
  readonly y: number;
  readonly height: number;
}

function linesOf(items: readonly TextItem[]): Line[] {
  const lines: Line[] = [];
  let ended = true;
  for (const { str, hasEOL, transform, height } of items) {
    const last = lines.at(-1);
    if (ended || !last) {
      if (str.trim() === '') continue;
      lines.push({ text: str, y: Number(transform[5]), height: height || 10 });
    } else last.text += str;
    ended = hasEOL;
  }
  return lines;
}

/** Returns the distance down to the next line in line heights, or null if the next line is not below. */
const stepOf = (before: Line, { y, height }: Line): number | null =>
  before.y > y ? (before.y - y) / Math.max(before.height, height) : null;

/** Returns whether two lines have about the same size; a heading has another. */
const isAlike = (before: Line, { height }: Line): boolean =>
  height <= before.height * 1.15 && height >= before.height * 0.87;

/** Returns the normal line step: the lower quartile of the steps between lines of one size. */
function usualStep(pages: readonly (readonly Line[])[]): number {
  const steps = pages
    .flatMap((lines) =>
      lines.slice(1).map((line, index) => {
        const before = lines[index] ?? line;
        return isAlike(before, line) ? stepOf(before, line) : null;
      }),
    )
    .filter((step) => step !== null)
    .sort((a, b) => a - b);
  return steps[Math.floor(steps.length / 4)] ?? 1;
}

/**
 * Returns whether two lines belong to two paragraphs: further apart than usual, of another size, or on another page
 * after the end of a sentence.
 */
function isApart(before: Line, line: Line, usual: number): boolean {
  if (!isAlike(before, line)) return true;
  const step = stepOf(before, line);
  return step === null ? /[.!?…:”"»)]\s*$/.test(before.text) : step > usual * 1.25;
}

/** Returns one paragraph per line and rejoins words that were hyphenated at a line's end. */
function paragraphsOf(pages: readonly (readonly Line[])[]): string {
  const usual = usualStep(pages);
  let text = '';
  let before: Line | null = null;
  for (const line of pages.flat()) {
    const parted = /\p{L}-$/u.test(text) && /^\p{Ll}/u.test(line.text);
    if (before === null || isApart(before, line, usual)) text += `${text === '' ? '' : '\n'}${line.text.trim()}`;
    else text = parted ? text.slice(0, -1) + line.text.trim() : `${text} ${line.text.trim()}`;
    before = line;
  }
  return text;
}

async function read({ bytes, maxPages, maxCharacters }: PdfRequest): Promise<PdfAnswer> {
  const task = getDocument({ data: bytes, isEvalSupported: false, disableFontFace: true, verbosity: 0 });
  const document = await task.promise;
  const pages: Line[][] = [];
  let size = 0;
  for (let number = 1; number <= Math.min(document.numPages, maxPages) && size < maxCharacters; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const lines = linesOf(items.filter((item) => 'str' in item));
    pages.push(lines);
    size += lines.reduce((sum, { text }) => sum + text.length, 0);
  }
  const { info } = (await document.getMetadata()) as { info: { Title?: unknown } };
  const title = typeof info.Title === 'string' ? info.Title.trim() : '';
  return { title, text: paragraphsOf(pages).slice(0, maxCharacters) };
}

parentPort?.postMessage(await read(workerData as PdfRequest));
