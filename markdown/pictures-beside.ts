/** Finds the pictures that a text names by their place beside its file. */
import { counted } from './counted.ts';
import type { KeptPicture } from './kept-picture.ts';
import { typeOfAddress } from './picture-address.ts';

/** Are kept pictures, by their path from the folder of the text. */
export type PicturesBeside = ReadonlyMap<string, KeptPicture>;

/** Removes steps like `./` and `a/../` from a path. */
export function plainPath(path: string): string {
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '' || step === '.') continue;
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop();
    else steps.push(step);
  }
  return steps.join('/');
}

/** Returns the path that a relative address names; null for an address that leads elsewhere. */
export function pathOfAddress(address: string): string | null {
  if (/^(?:[a-z][a-z\d+.-]*:|[/#])/i.test(address)) return null;
  const path = plainPath(address.replace(/[?#].*$/s, '').replaceAll('\\', '/'));
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // a sign of percent that encodes nothing
  }
}

const INLINE = /(!\[(?:\\.|[^\]\\])*\]\(\s*)(<[^<>\n]*>|[^\s()<>]+(?:\([^\s()]*\)[^\s()]*)*)/g;
const DEFINITION = /(^ {0,3}\[[^\]\n]+\]:[ \t]*)(<[^<>\n]*>|[^\s()<>]+(?:\([^\s()]*\)[^\s()]*)*)/gm;
const TAG = /(<img\b[^>]*?\bsrc\s*=\s*["'])([^"'\n]+)/gi;
/** Matches Obsidian's form, with a description or a size: `![[map.png|400]]`. */
const EMBED = /!\[\[([^\]|\n]+\.(?:png|jpe?g|gif|webp|svg|avif|bmp))(?:\|([^\]\n]*))?\]\]/gi;

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export interface IllustratedText {
  readonly markdown: string;
  readonly pictures: readonly KeptPicture[];
  /** Says which pictures were not found, one plain sentence. */
  readonly notes: readonly string[];
}

/** Gives the pictures of a text that lie beside its file the addresses under which they are kept. */
export function withPicturesBeside(markdown: string, beside: PicturesBeside): IllustratedText {
  const used = new Map<string, KeptPicture>();
  const missing = new Set<string>();
  const find = (target: string): string | null => {
    const path = pathOfAddress(target.replace(/^<([^]*)>$/, '$1'));
    if (path === null) return null;
    const picture = beside.get(path);
    if (picture) used.set(picture.address, picture);
    else if (typeOfAddress(path) === null) missing.add(path);
    return picture?.address ?? null;
  };
  const replaced = (whole: string, before: string, target: string): string => {
    const address = find(target);
    return address === null ? whole : before + address;
  };
  const byName = (whole: string, target: string, words: string | undefined): string => {
    const path = [...beside.keys()].find((one) => one === target || nameOf(one) === nameOf(target)) ?? target;
    const address = find(encodeURI(path));
    const alt = words === undefined || /^\d+(?:x\d+)?$/.test(words) ? nameOf(target).replace(/\.\w+$/, '') : words;
    return address === null ? whole : `![${alt}](${address})`;
  };
  const text = markdown
    .replace(EMBED, byName)
    .replace(INLINE, replaced)
    .replace(TAG, replaced)
    .replace(DEFINITION, (whole: string, before: string, target: string) =>
      beside.has(pathOfAddress(target) ?? '') ? replaced(whole, before, target) : whole,
    );
  return {
    markdown: text,
    pictures: [...used.values()],
    notes: counted(
      missing.size,
      '1 picture wasn’t found beside the file. Import its folder to bring it along.',
      'pictures weren’t found beside the file. Import its folder to bring them along.',
    ),
  };
}
