/** Types of the pictures that are kept beside scripts. */
export const PICTURE_TYPES = { png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' } as const;
export type PictureType = keyof typeof PICTURE_TYPES;

const ADDRESS = /^pictures\/[0-9a-f]{64}\.(png|jpg|gif|webp)$/;
const ADDRESSES = /(?<![\w/.-])pictures\/[0-9a-f]{64}\.(?:png|jpg|gif|webp)(?!\w)/g;

/** Returns whether pictures of a type are kept. */
export const isPictureType = (type: string | undefined): type is PictureType =>
  type !== undefined && Object.hasOwn(PICTURE_TYPES, type);

/** Returns the type in the address of a kept picture, or null if it is no such address. */
export function getTypeOfAddress(address: string): PictureType | null {
  const type = ADDRESS.exec(address)?.[1];
  return isPictureType(type) ? type : null;
}

/** Lists the addresses of kept pictures in a text, each once. */
export const listKeptAddresses = (markdown: string): string[] => [...new Set(markdown.match(ADDRESSES))];
