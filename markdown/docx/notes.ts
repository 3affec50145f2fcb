import type { Part } from '../tree.ts';
import { elements, type XmlElement } from '../xml.ts';

interface Reference {
  readonly kind: string;
  readonly id: string;
  readonly key: string;
}

/** Numbers footnotes and endnotes in the order in which the text refers to them. */
export class FootnoteBook {
  readonly #references = new Map<string, Reference>();

  toKey(kind: 'footnote' | 'endnote', id: string): string {
    const name = `${kind} ${id}`;
    const reference = this.#references.get(name) ?? { kind, id, key: String(this.#references.size + 1) };
    this.#references.set(name, reference);
    return reference.key;
  }

  /** Reads the notes that the text refers to; a note may refer to further ones. */
  read(
    parts: Readonly<Record<string, XmlElement | undefined>>,
    read: (note: XmlElement, kind: string) => Part[],
  ): Map<string, Part[]> {
    const contents = new Map<string, Part[]>();
    for (const { kind, id, key } of this.#references.values()) {
      const note = elements(parts[kind]).find(({ attributes }) => attributes['w:id'] === id);
      contents.set(key, note ? read(note, kind) : []);
    }
    return contents;
  }
}
