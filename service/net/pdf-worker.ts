/** Reads the text of one PDF in its own thread, which can be terminated if the file hangs it. */
import { parentPort, workerData } from 'node:worker_threads';

import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

import type { PdfAnswer, PdfRequest } from './pdf-text.ts';

type TextItem = Extract<Awaited<ReturnType<PDFPageProxy['getTextContent']>>['items'][number], { str: string }>;

interface Line {
  text: string;
  /** The height of the base line above the bottom. */
  readonly y: number;
  readonly height: number;
}

function getLines(items: readonly TextItem[]): Line[] {
  const lines: Line[] = [];
  let isLineEnd = true;
  for (const { str, hasEOL, transform, height } of items) {
    const last = lines.at(-1);
    if (isLineEnd || !last) {
      if (str.trim() === '') continue;
      lines.push({ text: str, y: Number(transform[5]), height: height || 10 });
    } else last.text += str;
    isLineEnd = hasEOL;
  }
  return lines;
}

/** Returns the distance down to the next line in line heights, or null if the next line is not below. */
const getStep = (previous: Line, { y, height }: Line): number | null =>
  previous.y > y ? (previous.y - y) / Math.max(previous.height, height) : null;

/** Returns whether two lines have about the same size, unlike a heading and its text. */
const isSameSize = (previous: Line, { height }: Line): boolean =>
  height <= previous.height * 1.15 && height >= previous.height * 0.87;

/** Returns the normal line step: the lower quartile of the steps between lines of one size. */
function measureStep(pages: readonly (readonly Line[])[]): number {
  const steps = pages
    .flatMap((lines) =>
      lines.slice(1).map((line, index) => {
        const previous = lines[index] ?? line;
        return isSameSize(previous, line) ? getStep(previous, line) : null;
      }),
    )
    .filter((step) => step !== null)
    .sort((a, b) => a - b);
  return steps[Math.floor(steps.length / 4)] ?? 1;
}

/**
 * Returns whether a line starts a paragraph: further down than usual, of another size, or on another page after the end
 * of a sentence.
 */
function startsParagraph(previous: Line, line: Line, usualStep: number): boolean {
  if (!isSameSize(previous, line)) return true;
  const step = getStep(previous, line);
  return step === null ? /[.!?…:”"»)]\s*$/.test(previous.text) : step > usualStep * 1.25;
}

/** Returns one paragraph per line and rejoins words that were hyphenated at a line's end. */
function getParagraphs(pages: readonly (readonly Line[])[]): string {
  const usualStep = measureStep(pages);
  let text = '';
  let previous: Line | null = null;
  for (const line of pages.flat()) {
    const isHyphenated = /\p{L}-$/u.test(text) && /^\p{Ll}/u.test(line.text);
    if (previous === null || startsParagraph(previous, line, usualStep))
      text += `${text === '' ? '' : '\n'}${line.text.trim()}`;
    else text = isHyphenated ? text.slice(0, -1) + line.text.trim() : `${text} ${line.text.trim()}`;
    previous = line;
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
    const lines = getLines(items.filter((item) => 'str' in item));
    pages.push(lines);
    size += lines.reduce((sum, { text }) => sum + text.length, 0);
  }
  const { info } = (await document.getMetadata()) as { info: { Title?: unknown } };
  const title = typeof info.Title === 'string' ? info.Title.trim() : '';
  return { title, text: getParagraphs(pages).slice(0, maxCharacters) };
}

parentPort?.postMessage(await read(workerData as PdfRequest));
