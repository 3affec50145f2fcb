/** Makes file names that Windows, macOS and Linux all accept. */

/** The most bytes of a name in UTF-8; NUMBER_BYTES of them stay free for a number like ` (12)`. */
const MAX_BYTES = 255;
const NUMBER_BYTES = 8;
/** The most characters in a name, because whole paths have limits too. */
const MAX_CHARACTERS = 80;

/** Windows keeps these names for devices, whatever follows the first dot. */
const RESERVED_NAMES = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[0-9¹²³])[ ]*(?=\.|$)/i;
const FORBIDDEN = /[<>:"/\\|?*\p{Cc}\p{Zl}\p{Zp}]/gu;
/** Invisible signs that join or shape their neighbours. */
const SHAPING_SIGNS = /\u200c|\u200d|\ufe0f|[\u{e0020}-\u{e007f}]/u;
/** Returns whether a character is invisible: a direction mark, without width, half a pair, or unassigned. */
const isInvisible = (char: string): boolean =>
  /[\p{Cs}\p{Cn}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u.test(char) && !SHAPING_SIGNS.test(char);
/** Matches joiners that join nothing. */
const LONE_JOINER = /(?:\u200c|\u200d|\ufe0f)+(?=\s|\.|$)|(?<=^|\s)(?:\u200c|\u200d|\ufe0f)+/gu;
const EDGES = /^[\s.]+|[\s.]+$/g;

const encoder = new TextEncoder();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Cuts a text to a number of bytes without cutting a character that a person sees as one. */
function truncate(text: string, bytes: number): string {
  let size = 0;
  let count = 0;
  let end = 0;
  for (const { segment, index } of graphemes.segment(text)) {
    size += encoder.encode(segment).length;
    count += 1;
    if (size > bytes || count > MAX_CHARACTERS) break;
    end = index + segment.length;
  }
  return text.slice(0, end).replace(EDGES, '');
}

const cleanTitle = (title: string): string =>
  [...title]
    .filter((char) => !isInvisible(char))
    .join('')
    .normalize('NFC')
    .replace(FORBIDDEN, ' ')
    .replace(/\s+/g, ' ')
    .replace(LONE_JOINER, '')
    .replace(EDGES, '');

/**
 * Returns a file name for a title, with its extension (`.md`); `fallback` is used if the title has no usable
 * character.
 */
export function toSafeFileName(title: string, extension: string, fallback: string): string {
  const maxStemBytes = MAX_BYTES - NUMBER_BYTES - encoder.encode(extension).length;
  const stem = truncate(cleanTitle(title), maxStemBytes) || fallback;
  return stem.replace(RESERVED_NAMES, (name) => `${name.trimEnd()}_`) + extension;
}

/** Splits a file name before its extension, which has at most ten letters and digits. */
export function splitFileName(name: string): { readonly stem: string; readonly extension: string } {
  const extension = /(?<=[^.])\.[a-z0-9]{1,10}$/i.exec(name)?.[0] ?? '';
  return { stem: extension === '' ? name : name.slice(0, -extension.length), extension };
}

/** Systems that ignore case or composition see names with one key as the same. */
const getKey = (name: string): string => name.normalize('NFKC').toUpperCase().toLowerCase();

/** Returns a function that gives each file of a folder a name of its own: a name that is taken gets a number. */
export function toDistinctFileNames(existingNames: Iterable<string> = []): (requestedName: string) => string {
  const keys = new Set([...existingNames].map(getKey));
  return (requestedName) => {
    const { stem, extension } = splitFileName(requestedName);
    let name = requestedName;
    for (let count = 2; keys.has(getKey(name)); count += 1) name = `${stem} (${count})${extension}`;
    keys.add(getKey(name));
    return name;
  };
}
