/** Finds the pictures that a text names by their place beside its file. */
import { describeCount } from './describe-count.ts';
import type { KeptPicture } from './kept-picture.ts';
import { getTypeOfAddress } from './picture-address.ts';

/** Kept pictures, by their path from the folder of the text. */
export type PicturesBeside = ReadonlyMap<string, KeptPicture>;

/** Removes steps like `./` and `a/../` from a path. */
export function normalizePath(path: string): string {
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '' || step === '.') continue;
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop();
    else steps.push(step);
  }
  return steps.join('/');
}

/** Returns the path that a relative address names; null for an address that leads elsewhere. */
export function toPath(address: string): string | null {
  if (/^(?:[a-z][a-z\d+.-]*:|[/#])/i.test(address)) return null;
  const path = normalizePath(address.replace(/[?#].*$/s, '').replaceAll('\\', '/'));
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // a sign of percent that encodes nothing
  }
}

const INLINE = /(!\[(?:\\.|[^\]\\])*\]\(\s*)(<[^<>\n]*>|[^\s()<>]+(?:\([^\s()]*\)[^\s()]*)*)/g;
const DEFINITION = /(^ {0,3}\[[^\]\n]+\]:[ \t]*)(<[^<>\n]*>|[^\s()<>]+(?:\([^\s()]*\)[^\s()]*)*)/gm;
const IMAGE_TAG = /(<img\b[^>]*?\bsrc\s*=\s*["'])([^"'\n]+)/gi;
/** Matches Obsidian's form, with a description or a size: `![[map.png|400]]`. */
const EMBED = /!\[\[([^\]|\n]+\.(?:png|jpe?g|gif|webp|svg|avif|bmp))(?:\|([^\]\n]*))?\]\]/gi;

const getName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export interface IllustratedText {
  readonly markdown: string;
  readonly pictures: readonly KeptPicture[];
  /** A plain sentence that lists the missing pictures, if there are any. */
  readonly notes: readonly string[];
}

/** Gives the pictures next to a text's file the addresses under which they are kept. */
export function withPicturesBeside(markdown: string, pictures: PicturesBeside): IllustratedText {
  const usedPictures = new Map<string, KeptPicture>();
  const missingPaths = new Set<string>();
  const findAddress = (target: string): string | null => {
    const path = toPath(target.replace(/^<([^]*)>$/, '$1'));
    if (path === null) return null;
    const picture = pictures.get(path);
    if (picture) usedPictures.set(picture.address, picture);
    else if (getTypeOfAddress(path) === null) missingPaths.add(path);
    return picture?.address ?? null;
  };
  const replaceAddress = (match: string, prefix: string, target: string): string => {
    const address = findAddress(target);
    return address === null ? match : prefix + address;
  };
  const replaceEmbed = (match: string, target: string, description: string | undefined): string => {
    const path =
      [...pictures.keys()].find((candidate) => candidate === target || getName(candidate) === getName(target)) ??
      target;
    const address = findAddress(encodeURI(path));
    const alt =
      description === undefined || /^\d+(?:x\d+)?$/.test(description)
        ? getName(target).replace(/\.\w+$/, '')
        : description;
    return address === null ? match : `![${alt}](${address})`;
  };
  const text = markdown
    .replace(EMBED, replaceEmbed)
    .replace(INLINE, replaceAddress)
    .replace(IMAGE_TAG, replaceAddress)
    .replace(DEFINITION, (match: string, prefix: string, target: string) =>
      pictures.has(toPath(target) ?? '') ? replaceAddress(match, prefix, target) : match,
    );
  return {
    markdown: text,
    pictures: [...usedPictures.values()],
    notes: describeCount(
      missingPaths.size,
      '1 picture wasn’t found beside the file. Import its folder to bring it along.',
      'pictures weren’t found beside the file. Import its folder to bring them along.',
    ),
  };
}
