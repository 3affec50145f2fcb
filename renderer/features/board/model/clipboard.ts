import type { Entry } from './items.ts';

const CLIP_TYPE = 'application/x-cutaway-board';

/** A copied item; `kept` is the key its picture is stored under in this window. */
export type CopiedItem = Entry & { readonly kept?: string };

export interface Clip {
  readonly account: string;
  readonly channel: number;
  readonly items: readonly CopiedItem[];
}

export function copyItems(data: DataTransfer, clip: Clip): void {
  data.setData(CLIP_TYPE, JSON.stringify(clip));
  // Other programs receive the text.
  data.setData('text/plain', clip.items.flatMap(({ text }) => (text ? [text.content] : [])).join('\n'));
}

export interface PastedData {
  readonly clip: Clip | null;
  readonly files: readonly File[];
  readonly addresses: readonly string[];
  readonly text: string;
  /** True for files that are not pictures, or addresses that are not https. */
  readonly hasUnsupported: boolean;
}

export const EMPTY_PASTE: PastedData = { clip: null, files: [], addresses: [], text: '', hasUnsupported: false };

const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);

function isCopiedItem(value: unknown): value is CopiedItem {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, x, y, width, height } = value as Partial<CopiedItem>;
  return typeof kind === 'string' && [x, y, width, height].every(isNumber);
}

function readClip(json: string): Clip | null {
  try {
    const clip = JSON.parse(json) as Partial<Clip> | null;
    const items = Array.isArray(clip?.items) ? (clip.items as unknown[]).filter(isCopiedItem) : [];
    if (items.length === 0 || typeof clip?.account !== 'string' || typeof clip.channel !== 'number') return null;
    return { account: clip.account, channel: clip.channel, items };
  } catch {
    // Another program's data under our type; ignore it.
    return null;
  }
}

export function readPaste(data: DataTransfer): PastedData {
  const allFiles = [...data.files];
  const files = allFiles.filter(({ type }) => type.startsWith('image/'));
  const lines = data.getData('text/uri-list') || data.getData('text/plain');
  const parts = lines.split(/\s+/).filter((part) => part !== '');
  const addresses = parts.filter((part) => /^https:\/\/\S+$/.test(part));
  const hasOnlyLinks = parts.length > 0 && parts.every((part) => /^[a-z]+:\/\/\S+$/.test(part));
  return {
    clip: readClip(data.getData(CLIP_TYPE)),
    files,
    addresses,
    text: hasOnlyLinks ? '' : data.getData('text/plain').trim(),
    hasUnsupported: (allFiles.length > 0 && files.length === 0) || (hasOnlyLinks && addresses.length === 0),
  };
}
