import { applyDelta, deltaBetween, type TextDelta } from '#markdown/text-delta.ts';

import { fromBase91, toBase91 } from './base91.ts';
import { OCCASIONS, type Occasion } from '../storage/version-reasons.ts';

export interface PackedText {
  readonly at: Date;
  readonly occasion: Occasion | null;
  readonly text: string;
}

/** Stores the newest text whole, and each older one as what makes it from the one after it. */
interface Stored {
  readonly newest: string;
  /**
   * Lists the newest first, with its time in ms since 1970; each older one has the ms between it and the one before,
   * and its delta.
   */
  readonly versions: readonly (readonly [number, string, TextDelta?])[];
}

/**
 * Holds many texts of one script in the space of one, newest first. Never changed; `add` and `thin` return another one.
 */
export class VersionPack {
  readonly texts: readonly PackedText[];
  /** Holds the deltas that are known already: of each text, from the one before it in the list. */
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
  static async read(packed: string): Promise<VersionPack> {
    const stored = JSON.parse(await unzip(packed)) as Stored;
    const texts: PackedText[] = [];
    const deltas = new Map<PackedText, { from: PackedText; delta: TextDelta }>();
    for (const [time, why, delta] of stored.versions) {
      const from = texts.at(-1);
      const text = from && delta ? applyDelta(from.text, delta) : stored.newest;
      const at = new Date(from ? from.at.getTime() - time : time);
      const entry = { at, occasion: OCCASIONS.find((one) => one === why) ?? null, text };
      if (from && delta) deltas.set(entry, { from, delta });
      texts.push(entry);
    }
    return new VersionPack(texts, deltas);
  }

  /** Adds a text in its place by time. */
  add(added: PackedText): VersionPack {
    const place = this.texts.findIndex(({ at }) => at <= added.at);
    const index = place < 0 ? this.texts.length : place;
    return new VersionPack([...this.texts.slice(0, index), added, ...this.texts.slice(index)], this.#deltas);
  }

  /**
   * Keeps every text of today, the last one of each hour of the past seven days, and the last one of each day before.
   * Texts kept before a deletion or a paste count apart, and the newest text always stays.
   */
  thin(now: Date): VersionPack {
    const today = now.toDateString();
    const lastWeek = now.getTime() - 7 * 24 * 60 * 60_000;
    const seen = new Set<string>();
    const kept = this.texts.filter(({ at, occasion }, index) => {
      const day = at.toDateString();
      if (index === 0 || day === today || at > now) return true;
      const hour = at.getTime() >= lastWeek ? at.getHours() : '';
      const place = `${occasion} ${day} ${hour}`;
      if (seen.has(place)) return false;
      seen.add(place);
      return true;
    });
    return kept.length === this.texts.length ? this : new VersionPack(kept, this.#deltas);
  }

  async write(): Promise<string> {
    const versions = this.texts.map((one, index): Stored['versions'][number] => {
      const at = one.at.getTime();
      const why = one.occasion ?? '';
      const from = this.texts[index - 1];
      const cached = this.#deltas.get(one);
      if (!from) return [at, why];
      return [from.at.getTime() - at, why, cached?.from === from ? cached.delta : deltaBetween(from.text, one.text)];
    });
    return zip(JSON.stringify({ newest: this.texts[0]?.text ?? '', versions } satisfies Stored));
  }
}

/** Compresses this many bytes at a time, so that a key press in between is handled at once. */
const CHUNK = 16_384;

/** The checksum of gzip shows a damaged pack. */
async function zip(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const stream = new CompressionStream('gzip');
  const packed = new Response(stream.readable).arrayBuffer();
  const writer = stream.writable.getWriter();
  for (let from = 0; from < bytes.length; from += CHUNK) {
    await writer.write(bytes.subarray(from, from + CHUNK));
    await pause();
  }
  await writer.close();
  return toBase91(new Uint8Array(await packed));
}

async function unzip(packed: string): Promise<string> {
  const stream = new DecompressionStream('gzip');
  const text = new Response(stream.readable).text();
  const writer = stream.writable.getWriter();
  const written = writer.write(fromBase91(packed)).then(() => writer.close());
  await Promise.all([text, written]);
  return text;
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
