import { applyDelta, createDelta, type TextDelta } from '#markdown/text-delta.ts';

import { fromBase91, toBase91 } from './base91.ts';
import { OCCASIONS, type Occasion } from '../storage/version-reasons.ts';

export interface PackedText {
  readonly at: Date;
  readonly occasion: Occasion | null;
  readonly text: string;
}

/** The newest text, and each older one as a delta from the next newer one. */
interface StoredPack {
  readonly newest: string;
  /**
   * Newest first. The newest version has its time in ms since 1970; each older version has the ms to the version before
   * it, and its delta.
   */
  readonly versions: readonly (readonly [number, string, TextDelta?])[];
}

/**
 * Stores many texts of a script as deltas, newest first. Immutable: `add` and `thin` return a new pack.
 */
export class VersionPack {
  readonly texts: readonly PackedText[];
  /** Caches the delta of each text from the previous one in the list. */
  readonly #deltas: ReadonlyMap<PackedText, { readonly from: PackedText; readonly delta: TextDelta }>;

  private constructor(
    texts: readonly PackedText[],
    deltas: ReadonlyMap<PackedText, { readonly from: PackedText; readonly delta: TextDelta }> = new Map(),
  ) {
    this.texts = texts;
    this.#deltas = deltas;
  }

  static readonly empty = new VersionPack([]);

  /** @throws if the pack is damaged. */
  static async read(packedText: string): Promise<VersionPack> {
    const storedPack = JSON.parse(await unzip(packedText)) as StoredPack;
    const texts: PackedText[] = [];
    const deltas = new Map<PackedText, { from: PackedText; delta: TextDelta }>();
    for (const [time, reason, delta] of storedPack.versions) {
      const previous = texts.at(-1);
      const text = previous && delta ? applyDelta(previous.text, delta) : storedPack.newest;
      const at = new Date(previous ? previous.at.getTime() - time : time);
      const entry = { at, occasion: OCCASIONS.find((occasion) => occasion === reason) ?? null, text };
      if (previous && delta) deltas.set(entry, { from: previous, delta });
      texts.push(entry);
    }
    return new VersionPack(texts, deltas);
  }

  /** Inserts a text by its time. */
  add(newText: PackedText): VersionPack {
    const place = this.texts.findIndex(({ at }) => at <= newText.at);
    const index = place < 0 ? this.texts.length : place;
    return new VersionPack([...this.texts.slice(0, index), newText, ...this.texts.slice(index)], this.#deltas);
  }

  /**
   * Keeps all texts of today, the last one of each hour of the past seven days, and the last one of each earlier day.
   * Texts from before a deletion or a paste count separately, and the newest text always stays.
   */
  thin(now: Date): VersionPack {
    const today = now.toDateString();
    const lastWeek = now.getTime() - 7 * 24 * 60 * 60_000;
    const seenPeriods = new Set<string>();
    const remaining = this.texts.filter(({ at, occasion }, index) => {
      const day = at.toDateString();
      if (index === 0 || day === today || at > now) return true;
      const hour = at.getTime() >= lastWeek ? at.getHours() : '';
      const period = `${occasion} ${day} ${hour}`;
      if (seenPeriods.has(period)) return false;
      seenPeriods.add(period);
      return true;
    });
    return remaining.length === this.texts.length ? this : new VersionPack(remaining, this.#deltas);
  }

  async write(): Promise<string> {
    const versions = this.texts.map((entry, index): StoredPack['versions'][number] => {
      const at = entry.at.getTime();
      const reason = entry.occasion ?? '';
      const previous = this.texts[index - 1];
      const cachedDelta = this.#deltas.get(entry);
      if (!previous) return [at, reason];
      return [
        previous.at.getTime() - at,
        reason,
        cachedDelta?.from === previous ? cachedDelta.delta : createDelta(previous.text, entry.text),
      ];
    });
    return zip(JSON.stringify({ newest: this.texts[0]?.text ?? '', versions } satisfies StoredPack));
  }
}

/** Compresses this many bytes at a time, so that a key press in between is handled at once. */
const CHUNK_BYTES = 16_384;

/** Uses gzip, whose checksum detects a damaged pack. */
async function zip(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const stream = new CompressionStream('gzip');
  const zippedBytes = new Response(stream.readable).arrayBuffer();
  const writer = stream.writable.getWriter();
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    await writer.write(bytes.subarray(start, start + CHUNK_BYTES));
    await pause();
  }
  await writer.close();
  return toBase91(new Uint8Array(await zippedBytes));
}

async function unzip(packedText: string): Promise<string> {
  const stream = new DecompressionStream('gzip');
  const text = new Response(stream.readable).text();
  const writer = stream.writable.getWriter();
  const writingEnd = writer.write(fromBase91(packedText)).then(() => writer.close());
  await Promise.all([text, writingEnd]);
  return text;
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
