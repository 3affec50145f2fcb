/** What is copied and pasted: items of a board, pictures, addresses of pictures. */
import type { Entry } from './items.ts';

const TYPE = 'application/x-cutaway-board';

export function copyItems(data: DataTransfer, entries: readonly Entry[]): void {
  data.setData(TYPE, JSON.stringify(entries));
  // Other programs get the words.
  data.setData('text/plain', entries.flatMap(({ text }) => (text ? [text.content] : [])).join('\n'));
}

export interface Pasted {
  readonly items: readonly Entry[];
  readonly files: readonly File[];
  readonly addresses: readonly string[];
}

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && typeof (value as Entry).kind === 'string';

export function readPasted(data: DataTransfer): Pasted {
  const files = [...data.files].filter(({ type }) => type.startsWith('image/'));
  let items: Entry[] = [];
  try {
    const found: unknown = JSON.parse(data.getData(TYPE) || '[]');
    if (Array.isArray(found)) items = found.filter(isEntry);
  } catch {
    // Something else under our name: nothing of ours.
  }
  const words = data.getData('text/uri-list') || data.getData('text/plain');
  const addresses = words.split(/\s+/).filter((word) => /^https:\/\/\S+$/.test(word));
  return { items, files, addresses };
}
