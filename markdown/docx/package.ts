import { unzipSync, type UnzipFileInfo } from 'fflate';

import {
  DAMAGED_MESSAGE,
  UnreadableFile,
  OLD_WORD,
  NOT_WORD,
  PROTECTED_MESSAGE,
  TOO_LARGE_MESSAGE,
} from '../unreadable-file.ts';
import { getChild, elements, parseXml, type XmlElement } from '../xml.ts';

/** Limits the unpacked bytes of a document, and of one part of XML: a small file can expand to any size. */
const MAX_UNPACKED_BYTES = 150 * 1024 * 1024;
const MAX_XML = 48 * 1024 * 1024;

/** The first bytes of a compound file: an old document, or a new one that is encrypted. */
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0];
/** The name of an encrypted document's stream, in UTF-16 as in the file. */
const ENCRYPTED_STREAM = [...'EncryptedPackage'].flatMap((char) => [char.charCodeAt(0), 0]);
const ZIP_FILE = [0x50, 0x4b];

const startsWith = (bytes: Uint8Array, start: readonly number[], offset = 0): boolean =>
  start.every((byte, index) => bytes[offset + index] === byte);

function includesBytes(bytes: Uint8Array, sequence: readonly number[]): boolean {
  const [first = 0] = sequence;
  for (let offset = bytes.indexOf(first); offset >= 0; offset = bytes.indexOf(first, offset + 1)) {
    if (startsWith(bytes, sequence, offset)) return true;
  }
  return false;
}

/** Normalizes the name of a part: case, escapes and the kind of slash don't count. */
function normalizePath(name: string): string {
  const path = name.replaceAll('\\', '/').replace(/^\/+/, '');
  try {
    return decodeURI(path).toLowerCase();
  } catch {
    return path.toLowerCase();
  }
}

/** Resolves the target of a relationship against the part that it belongs to. */
function resolveTarget(target: string, from: string): string {
  const steps = /^[/\\]/.test(target) ? [] : from.split('/').slice(0, -1);
  for (const step of target.replaceAll('\\', '/').split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return normalizePath(steps.join('/'));
}

/** Decodes XML by its byte order mark, else by the look of its first characters, else as it declares itself. */
function decodeXml(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return decodeAs('utf-16le', bytes);
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return decodeAs('utf-16be', bytes);
  const declaredEncoding = /^[^>]{0,200}?encoding\s*=\s*["']([\w.-]+)["']/.exec(
    decodeAs('latin1', bytes.subarray(0, 220)),
  )?.[1];
  return decodeAs(
    declaredEncoding === undefined || /^utf-?16/i.test(declaredEncoding) ? 'utf-8' : declaredEncoding,
    bytes,
  );
}

function decodeAs(encoding: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

export interface Relationship {
  /** The last word of its type: `styles`, `image`, `hyperlink` … */
  readonly type: string;
  /** The path of a part, or an address outside the document. */
  readonly target: string;
  readonly external: boolean;
}

/** Reads the parts of a document (Open Packaging Conventions) when they are asked for. */
export class Package {
  readonly #bytes: Uint8Array;
  /** Maps paths to names in the ZIP. */
  readonly #names = new Map<string, string>();
  readonly #parts = new Map<string, XmlElement | null>();

  /** @throws UnreadableFile */
  constructor(bytes: Uint8Array) {
    if (startsWith(bytes, COMPOUND_FILE))
      throw new UnreadableFile(includesBytes(bytes, ENCRYPTED_STREAM) ? PROTECTED_MESSAGE : OLD_WORD);
    if (!startsWith(bytes, ZIP_FILE)) throw new UnreadableFile(NOT_WORD);
    this.#bytes = bytes;
    let unpackedBytes = 0;
    this.#unzip(({ name, originalSize }) => {
      unpackedBytes += originalSize;
      this.#names.set(normalizePath(name), name);
      return false;
    });
    if (unpackedBytes > MAX_UNPACKED_BYTES) throw new UnreadableFile(TOO_LARGE_MESSAGE);
  }

  /** Finds the part with the text by its relationship, else by its type; null if there is none. */
  get main(): string | null {
    for (const { type, target } of this.readRelationships('').values()) {
      if (type === 'officeDocument' && this.has(target)) return target;
    }
    const types = elements(this.readXml('[content_types].xml') ?? undefined);
    const mainType = types.find(
      ({ attributes }) =>
        /wordprocessingml|ms-word/.test(attributes['ContentType'] ?? '') &&
        /main\+xml$/.test(attributes['ContentType'] ?? ''),
    );
    const path = normalizePath(mainType?.attributes['PartName'] ?? 'word/document.xml');
    return this.has(path) ? path : null;
  }

  has(path: string): boolean {
    return this.#names.has(path);
  }

  /** Parses a part; null if there is none. */
  readXml(path: string): XmlElement | null {
    const cachedPart = this.#parts.get(path);
    if (cachedPart !== undefined) return cachedPart;
    const bytes = this.readBytes(path, MAX_XML);
    const part = bytes && parseXml(decodeXml(bytes));
    this.#parts.set(path, part);
    return part;
  }

  readBytes(path: string, maxBytes = MAX_UNPACKED_BYTES): Uint8Array | null {
    const entryName = this.#names.get(path);
    if (entryName === undefined) return null;
    const files = this.#unzip(({ name, originalSize }) => {
      if (name === entryName && originalSize > maxBytes) throw new UnreadableFile(TOO_LARGE_MESSAGE);
      return name === entryName;
    });
    return files[entryName] ?? null;
  }

  /** Returns the relationships of a part by id; the package's own for an empty path. */
  readRelationships(path: string): Map<string, Relationship> {
    const [folder, name] = [path.replace(/[^/]*$/, ''), path.replace(/^.*\//, '')];
    const entries = elements(this.readXml(`${folder}_rels/${name}.rels`) ?? undefined);
    return new Map(
      entries.map(({ attributes }) => {
        const external = attributes['TargetMode'] === 'External';
        const target = attributes['Target'] ?? '';
        const type = attributes['Type']?.replace(/^.*\//, '') ?? '';
        return [attributes['Id'] ?? '', { type, external, target: external ? target : resolveTarget(target, path) }];
      }),
    );
  }

  /** Parses the part of a type that belongs to another, such as its styles. */
  findRelated(path: string, type: string): { readonly path: string; readonly root: XmlElement } | null {
    for (const relationship of this.readRelationships(path).values()) {
      const root = relationship.type === type && !relationship.external ? this.readXml(relationship.target) : null;
      if (root) return { path: relationship.target, root };
    }
    return null;
  }

  #unzip(filter: (file: UnzipFileInfo) => boolean): Record<string, Uint8Array> {
    try {
      return unzipSync(this.#bytes, { filter });
    } catch (error) {
      throw error instanceof UnreadableFile ? error : new UnreadableFile(DAMAGED_MESSAGE, { cause: error });
    }
  }
}

/** Returns the body of a main part; null if the file is another kind of document. */
export const getBody = (root: XmlElement | null): XmlElement | null =>
  root?.name === 'w:document' ? (getChild(root, 'w:body') ?? null) : null;
