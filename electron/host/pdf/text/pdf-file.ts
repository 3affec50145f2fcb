/** Reads and rewrites the objects of PDF files as the Typst compiler writes them: one table, no object streams. */
import { deflateSync, inflateSync } from 'node:zlib';

const STREAM = /^(\d+ 0 obj\s*<<[\s\S]*?>>)\s*stream\r?\n/;
const TABLE = /startxref\s+(\d+)\s+%%EOF\s*$/;
const ENTRY_LENGTH = 20;

export class PdfFile {
  /** Maps numbers to objects as they stand in the file. Bytes are characters (Latin-1). */
  readonly #objects = new Map<number, string>();
  readonly #head: string;
  readonly #trailer: string;
  readonly #size: number;

  /** @throws if the file has no plain table of objects */
  constructor(bytes: Uint8Array) {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    const table = Number(TABLE.exec(text.slice(-200))?.[1]);
    const head = /^xref\n0 (\d+)\n/.exec(text.slice(table, table + 40));
    if (!head) throw new Error('This PDF has no plain table of objects.');
    this.#size = Number(head[1]);
    const entries = table + head[0].length;
    const offsets: { number: number; offset: number }[] = [];
    for (let number = 1; number < this.#size; number++) {
      const at = entries + number * ENTRY_LENGTH;
      if (text[at + 17] === 'n') offsets.push({ number, offset: Number(text.slice(at, at + 10)) });
    }
    offsets.sort((a, b) => a.offset - b.offset);
    for (const [index, { number, offset }] of offsets.entries()) {
      this.#objects.set(number, text.slice(offset, offsets[index + 1]?.offset ?? table));
    }
    this.#head = text.slice(0, offsets[0]?.offset ?? table);
    this.#trailer = text.slice(entries + this.#size * ENTRY_LENGTH).replace(/startxref[\s\S]*$/, '');
  }

  getObject(number: number): string {
    return this.#objects.get(number) ?? '';
  }

  /** Returns the dictionaries of all pages. */
  listPages(): string[] {
    return [...this.#objects.values()].filter((object) => /\/Type \/Page\s/.test(object));
  }

  /** Returns the decoded content of a stream. */
  readStream(number: number): string {
    const object = this.getObject(number);
    const [whole = '', dictionary = ''] = STREAM.exec(object) ?? [];
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1]);
    const bytes = Buffer.from(object.slice(whole.length, whole.length + length), 'latin1');
    return (dictionary.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1');
  }

  setStream(number: number, content: string): void {
    const dictionary = STREAM.exec(this.getObject(number))?.[1] ?? '';
    const raw = Buffer.from(content, 'latin1');
    const bytes = dictionary.includes('/FlateDecode') ? deflateSync(raw) : raw;
    const head = dictionary.replace(/\/Length \d+/, `/Length ${bytes.length}`);
    this.#objects.set(number, `${head}\nstream\n${bytes.toString('latin1')}\nendstream\nendobj\n\n`);
  }

  write(): Uint8Array {
    const parts = [this.#head];
    let offset = this.#head.length;
    const entries = ['0000000000 65535 f\r\n'];
    for (let number = 1; number < this.#size; number++) {
      const object = this.#objects.get(number);
      entries.push(object === undefined ? (entries[0] ?? '') : `${String(offset).padStart(10, '0')} 00000 n\r\n`);
      if (object === undefined) continue;
      parts.push(object);
      offset += object.length;
    }
    parts.push(`xref\n0 ${this.#size}\n`, ...entries, this.#trailer, `startxref\n${offset}\n%%EOF`);
    return Buffer.from(parts.join(''), 'latin1');
  }
}
