import type { Entry } from './items.ts';

const TYPE = 'application/x-cutaway-board';

/** A copied item; `kept` is the key its picture is stored under in this window. */
export type Copied = Entry & { readonly kept?: string };

export interface Clip {
  readonly account: string;
  readonly channel: number;
  readonly items: readonly Copied[];
}

export function copyItems(data: DataTransfer, clip: Clip): void {
  data.setData(TYPE, JSON.stringify(clip));
  // Other programs receive the words.
  data.setData('text/plain', clip.items.flatMap(({ text }) => (text ? [text.content] : [])).join('\n'));
}

export interface Pasted {
  readonly clip: Clip | null;
  readonly files: readonly File[];
  readonly addresses: readonly string[];
  readonly words: string;
  /** Set if there were files that are not pictures, or addresses that are not https. */
  readonly unfit: boolean;
}

export const NOTHING_PASTED: Pasted = { clip: null, files: [], addresses: [], words: '', unfit: false };

const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);

function isCopied(value: unknown): value is Copied {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, x, y, width, height } = value as Partial<Copied>;
  return typeof kind === 'string' && [x, y, width, height].every(isNumber);
}

function readClip(json: string): Clip | null {
  try {
    const found = JSON.parse(json) as Partial<Clip> | null;
    const items = Array.isArray(found?.items) ? (found.items as unknown[]).filter(isCopied) : [];
    if (items.length === 0 || typeof found?.account !== 'string' || typeof found.channel !== 'number') return null;
    return { account: found.account, channel: found.channel, items };
  } catch {
    // Another program's data under our type; ignore it.
    return null;
  }
}

export function readPasted(data: DataTransfer): Pasted {
  const all = [...data.files];
  const files = all.filter(({ type }) => type.startsWith('image/'));
  const told = data.getData('text/uri-list') || data.getData('text/plain');
  const parts = told.split(/\s+/).filter((part) => part !== '');
  const addresses = parts.filter((part) => /^https:\/\/\S+$/.test(part));
  const links = parts.length > 0 && parts.every((part) => /^[a-z]+:\/\/\S+$/.test(part));
  return {
    clip: readClip(data.getData(TYPE)),
    files,
    addresses,
    words: links ? '' : data.getData('text/plain').trim(),
    unfit: (all.length > 0 && files.length === 0) || (links && addresses.length === 0),
  };
}
