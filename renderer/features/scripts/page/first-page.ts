/** Shows the beginning of a file that was made for export, read from the file itself. */
import { exportScript } from '#markdown/export.ts';
import type { KeptPicture } from '#markdown/kept-picture.ts';
import { PICTURE_TYPES, getTypeOfAddress } from '#markdown/picture-address.ts';
import { beginsWithHeading, parseTree } from '#markdown/tree.ts';
import { fromBase64 } from '#renderer/bridge/base64.ts';
import { convert } from '#renderer/shared/convert/convert.ts';
import { parseSafeNodes } from '../preview/sanitise.ts';

interface RenderedPage {
  /** Fills an element with the page. */
  readonly show: (element: HTMLElement) => void;
  /** Releases the page's pictures. */
  readonly release: () => void;
}

export type FirstPage =
  | { readonly kind: 'text'; readonly text: string; readonly release: () => void }
  /** A picture of the page, or its text with headings, tables and pictures. */
  | ({ readonly kind: 'drawn' | 'page' } & RenderedPage);

const noop = (): void => undefined;

/** The most bytes and lines shown of a text file. */
const MAX_BYTES = 6000;
const MAX_LINES = 80;
/** The most blocks (paragraphs, lists, tables) shown of a page. */
const MAX_BLOCKS = 40;

function createTextPage(bytes: Uint8Array): FirstPage {
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_BYTES), { stream: true });
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  return { kind: 'text', text: lines.slice(0, MAX_LINES).join('\n').trimEnd(), release: noop };
}

/**
 * Shows markup without any of the app's styles, below a title if it has one. `pictures` are the pictures that the
 * markup refers to.
 */
function createMarkupPage(html: string, pictures: readonly KeptPicture[], title = ''): FirstPage {
  const urls = new Map(
    pictures.map(({ address, bytes }) => {
      const type = getTypeOfAddress(address);
      return [address, URL.createObjectURL(new Blob([bytes.slice()], type ? { type: PICTURE_TYPES[type] } : {}))];
    }),
  );
  const nodes = parseSafeNodes(html).slice(0, 2 * MAX_BLOCKS);
  for (const node of nodes) {
    if (!(node instanceof Element)) continue;
    for (const image of node.querySelectorAll('img')) {
      image.src = urls.get(image.getAttribute('src') ?? '') ?? '';
    }
  }
  const heading = document.createElement('h1');
  heading.textContent = title;
  return {
    kind: 'page',
    show: (element) => element.replaceChildren(...(title ? [heading] : []), ...nodes),
    release: () => urls.forEach((url) => URL.revokeObjectURL(url)),
  };
}

/** Replaces pictures embedded in a web page by addresses of kept pictures, which the sanitiser allows. */
function extractPictures(page: string): { html: string; pictures: KeptPicture[] } {
  const body = /<body>([^]*)<\/body>/.exec(page)?.[1] ?? page;
  const pictures: KeptPicture[] = [];
  const parts = body.split(/src="data:image\/([a-z]+);base64,([A-Za-z0-9+/=]+)"/);
  let html = parts[0] ?? '';
  for (let i = 1; i < parts.length; i += 3) {
    const [type = '', base64 = '', rest = ''] = parts.slice(i, i + 3);
    const number = String(pictures.length).padStart(64, '0');
    const address = `pictures/${number}.${type === 'jpeg' ? 'jpg' : type}`;
    const bytes = fromBase64(base64);
    pictures.push({ address, bytes });
    html += `src="${address}"${rest}`;
  }
  return { html, pictures };
}

async function readWordPage(bytes: Uint8Array): Promise<FirstPage> {
  const { title, markdown, pictures = [] } = await convert({ kind: 'read', format: 'docx', bytes });
  const shownTitle = beginsWithHeading(parseTree(markdown)) ? '' : (title ?? '');
  return createMarkupPage(exportScript(markdown, { format: 'html', includeHeadings: true }), pictures, shownTitle);
}

/**
 * Returns the first page of a file by its extension: a PDF as printed, a Word document as read back, any other file as
 * text; null if the file can't be shown.
 */
export async function readFirstPage(bytes: Uint8Array, extension: string): Promise<FirstPage | null> {
  try {
    if (extension === 'pdf') {
      const { drawFirstPage } = await import('./draw-pdf.ts');
      const canvas = await drawFirstPage(bytes);
      return { kind: 'drawn', show: (element) => element.replaceChildren(canvas), release: noop };
    }
    if (extension === 'docx') return await readWordPage(bytes);
    if (extension === 'html') {
      const { html, pictures } = extractPictures(new TextDecoder().decode(bytes));
      return createMarkupPage(html, pictures);
    }
    return createTextPage(bytes);
  } catch {
    // The export itself says what is wrong with a file.
    return null;
  }
}
