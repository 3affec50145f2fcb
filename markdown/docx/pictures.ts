import { keptPicture, type KeptPicture } from '../kept-picture.ts';
import type { Losses } from './losses.ts';
import type { Package, Relationship } from './package.ts';

/** Returns the format a picture's file name says, for a note: `EMF`. */
const formatOf = (path: string): string => /\.(\w{1,5})$/.exec(path)?.[1]?.toUpperCase() ?? 'unknown';

export class Pictures {
  readonly #found: ReadonlyMap<string, KeptPicture>;
  readonly #used = new Map<string, KeptPicture>();

  private constructor(found: ReadonlyMap<string, KeptPicture>) {
    this.#found = found;
  }

  /** Names the embedded pictures of these parts by their content. */
  static async load(from: Package, paths: readonly string[]): Promise<Pictures> {
    const found = new Map<string, KeptPicture>();
    for (const path of paths) {
      for (const { type, target, external } of from.relationships(path).values()) {
        if (type !== 'image' || external || found.has(target)) continue;
        const bytes = from.bytes(target);
        const picture = bytes && (await keptPicture(bytes));
        if (picture) found.set(target, picture);
      }
    }
    return new Pictures(found);
  }

  /** Returns the address under which a script keeps the picture; null if it cannot, which is counted as a loss. */
  address(relationship: Relationship | undefined, losses: Losses): string | null {
    if (!relationship) {
      losses.add('drawing');
      return null;
    }
    if (relationship.external) {
      losses.add('linkedPicture');
      return null;
    }
    const picture = this.#found.get(relationship.target);
    if (!picture) losses.addPicture(formatOf(relationship.target));
    else this.#used.set(picture.address, picture);
    return picture?.address ?? null;
  }

  /** Lists the pictures that the script refers to. */
  get used(): readonly KeptPicture[] {
    return [...this.#used.values()];
  }
}
