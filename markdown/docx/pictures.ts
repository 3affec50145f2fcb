import { toKeptPicture, type KeptPicture } from '../kept-picture.ts';
import type { Losses } from './losses.ts';
import type { Package, Relationship } from './package.ts';

/** Returns the format a picture's file name says, for a note: `EMF`. */
const getFormat = (path: string): string => /\.(\w{1,5})$/.exec(path)?.[1]?.toUpperCase() ?? 'unknown';

export class Pictures {
  readonly #byPath: ReadonlyMap<string, KeptPicture>;
  readonly #usedPictures = new Map<string, KeptPicture>();

  private constructor(byPath: ReadonlyMap<string, KeptPicture>) {
    this.#byPath = byPath;
  }

  /** Reads the embedded pictures of these parts and addresses each by its hash. */
  static async load(document: Package, paths: readonly string[]): Promise<Pictures> {
    const byPath = new Map<string, KeptPicture>();
    for (const path of paths) {
      for (const { type, target, external } of document.readRelationships(path).values()) {
        if (type !== 'image' || external || byPath.has(target)) continue;
        const bytes = document.readBytes(target);
        const picture = bytes && (await toKeptPicture(bytes));
        if (picture) byPath.set(target, picture);
      }
    }
    return new Pictures(byPath);
  }

  /** Returns the address under which a script keeps the picture; null if it cannot, which is counted as a loss. */
  getAddress(relationship: Relationship | undefined, losses: Losses): string | null {
    if (!relationship) {
      losses.add('drawing');
      return null;
    }
    if (relationship.external) {
      losses.add('linkedPicture');
      return null;
    }
    const picture = this.#byPath.get(relationship.target);
    if (!picture) losses.addPicture(getFormat(relationship.target));
    else this.#usedPictures.set(picture.address, picture);
    return picture?.address ?? null;
  }

  /** Lists the pictures that the script refers to. */
  get used(): readonly KeptPicture[] {
    return [...this.#usedPictures.values()];
  }
}
