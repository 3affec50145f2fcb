import { bus } from './runtime.ts';

let text = '';
let picture = '';

/** Copies a picture, identified by its address. */
export function copyPicture(address: string): void {
  picture = address;
  bus.emit('picture-copied');
}

export const clipboard: Pick<Electron.Clipboard, 'writeText' | 'readText'> = {
  writeText: (newText) => Promise.resolve(void (text = newText)),
  readText: () => Promise.resolve(text),
};

export const clipboardControls = {
  text: (): string => text,
  /** Waits for a copied picture and returns its address. */
  picture: async (): Promise<string> => {
    if (picture === '') await new Promise((resolve) => bus.once('picture-copied', resolve));
    return picture;
  },
};
