/** Converts Word documents to a script's markdown. Loaded only when needed. */
import { Unzip, UnzipInflate } from 'fflate';
import mammoth from 'mammoth';

import { htmlToMarkdown, type FromHtml } from './from-html.ts';
import { DOCX_STYLES } from './docx-styles.ts';

/** Thrown for a file that is not a readable document; the message is a plain sentence. */
export class NotADocument extends Error {
  override readonly name = 'NotADocument';
}

/** Maximum unpacked bytes of a document: a small file can expand to any size. */
const MOST_UNPACKED = 150 * 1024 * 1024;
const DAMAGED = 'The document is damaged and can’t be read.';
const TOO_LARGE = 'Unpacked, the document is far too large for a script.';
const OTHER = 'This file isn’t a Word document, despite its name.';

const STEP = 64 * 1024;
const MAIN_PART = 'word/document.xml';

function check(bytes: Uint8Array): void {
  let unpacked = 0;
  let found = false;
  const unzip = new Unzip((file) => {
    if (file.name === MAIN_PART) found = true;
    file.ondata = (error, data) => {
      if (error) throw new NotADocument(DAMAGED);
      unpacked += data.length;
      if (unpacked > MOST_UNPACKED) throw new NotADocument(TOO_LARGE);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let from = 0; from < bytes.length; from += STEP) {
      unzip.push(bytes.subarray(from, from + STEP), from + STEP >= bytes.length);
    }
  } catch (error) {
    throw error instanceof NotADocument ? error : new NotADocument(DAMAGED);
  }
  if (!found) throw new NotADocument(OTHER);
}

// @wc-ignore
const STYLE_MAP = [
  `p[style-name='${DOCX_STYLES.cue}'] => p.cue:fresh`,
  `p[style-name='${DOCX_STYLES.rule}'] => p.rule:fresh`,
  `p[style-name='${DOCX_STYLES.quote}'] => blockquote > p:fresh`,
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  `p[style-name='${DOCX_STYLES.code}'] => pre:separator('\\n')`,
  `r[style-name='${DOCX_STYLES.inlineCode}'] => code`,
  'comment-reference => ',
];

/** @throws NotADocument */
export async function docxToMarkdown(bytes: Uint8Array): Promise<FromHtml> {
  check(bytes);
  const arrayBuffer = bytes.slice().buffer;
  const options = {
    styleMap: STYLE_MAP,
    convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
  };
  try {
    // Mammoth's browser build takes an ArrayBuffer, its Node build a Buffer.
    const buffer = typeof Buffer === 'undefined' ? undefined : Buffer.from(arrayBuffer);
    const { value } = await mammoth.convertToHtml(buffer ? { buffer } : { arrayBuffer }, options);
    return htmlToMarkdown(value);
  } catch (error) {
    throw new NotADocument(DAMAGED, { cause: error });
  }
}
