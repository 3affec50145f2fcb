import { SaxesParser, type SaxesTagNS } from 'saxes';

import { DAMAGED_MESSAGE, UnreadableFile, TOO_DEEP } from './unreadable-file.ts';

export type XmlNode = XmlElement | string;

export interface XmlElement {
  /** The local name behind the usual prefix of its namespace, whatever prefix the file uses: `w:p`. */
  readonly name: string;
  /** Maps names, written like elements', to values; attributes without a namespace have no prefix. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
}

/** Maps the namespaces, transitional and strict, to their usual prefixes. */
// @wc-ignore
const PREFIXES = new Map(
  [
    'w http://schemas.openxmlformats.org/wordprocessingml/2006/main http://purl.oclc.org/ooxml/wordprocessingml/main',
    'r http://schemas.openxmlformats.org/officeDocument/2006/relationships http://purl.oclc.org/ooxml/officeDocument/relationships',
    'm http://schemas.openxmlformats.org/officeDocument/2006/math http://purl.oclc.org/ooxml/officeDocument/math',
    'a http://schemas.openxmlformats.org/drawingml/2006/main http://purl.oclc.org/ooxml/drawingml/main',
    'wp http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing',
    'pic http://schemas.openxmlformats.org/drawingml/2006/picture http://purl.oclc.org/ooxml/drawingml/picture',
    'c http://schemas.openxmlformats.org/drawingml/2006/chart http://purl.oclc.org/ooxml/drawingml/chart',
    'dgm http://schemas.openxmlformats.org/drawingml/2006/diagram http://purl.oclc.org/ooxml/drawingml/diagram',
    'mc http://schemas.openxmlformats.org/markup-compatibility/2006',
    'w14 http://schemas.microsoft.com/office/word/2010/wordml',
    'w15 http://schemas.microsoft.com/office/word/2012/wordml',
    'v urn:schemas-microsoft-com:vml',
    'o urn:schemas-microsoft-com:office:office',
    'xml http://www.w3.org/XML/1998/namespace',
  ].flatMap((line) => {
    const [prefix = '', ...namespaces] = line.split(' ');
    return namespaces.map((namespace): [string, string] => [namespace, prefix]);
  }),
);

/** Parts of a package itself use a namespace without a prefix. */
const PACKAGE = /^http:\/\/(?:schemas\.openxmlformats\.org|purl\.oclc\.org\/ooxml)\/package\//;

function getName(namespace: string, localName: string): string {
  if (namespace === '' || PACKAGE.test(namespace)) return localName;
  return `${PREFIXES.get(namespace) ?? 'other'}:${localName}`;
}

const MAX_DEPTH = 1000;

/** Words and pictures stand in these elements. */
// @wc-ignore
const CONTENT_ELEMENTS = new Set(['w:t', 'm:t', 'a:t', 'a:blip', 'v:imagedata', 'w:sym']);
const hasContent = (element: XmlElement): boolean =>
  CONTENT_ELEMENTS.has(element.name) || elements(element).some((child) => hasContent(child));

/** Chooses one of several versions of the same content: the first that says something. */
function chooseAlternative(alternatives: XmlElement): readonly XmlNode[] {
  const versions = elements(alternatives);
  return (versions.find(hasContent) ?? versions[0])?.children ?? [];
}

interface OpenElement {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlNode[];
}

function openElement(tag: SaxesTagNS): OpenElement {
  const attributes: Record<string, string> = {};
  for (const { uri, local, value } of Object.values(tag.attributes)) attributes[getName(uri, local)] = value;
  return { name: getName(tag.uri, tag.local), attributes, children: [] };
}

/**
 * Parses a part of a document. Of alternative content only the version to read is kept. Document types are refused,
 * because the format forbids them and their entities can grow without bound.
 * @throws UnreadableFile
 */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const root: OpenElement = { name: '', attributes: {}, children: [] };
  const openElements: OpenElement[] = [root];
  parser.on('error', (cause) => {
    throw new UnreadableFile(DAMAGED_MESSAGE, { cause });
  });
  parser.on('doctype', () => {
    throw new UnreadableFile(DAMAGED_MESSAGE);
  });
  parser.on('opentag', (tag) => {
    if (openElements.length > MAX_DEPTH) throw new UnreadableFile(TOO_DEEP);
    openElements.push(openElement(tag));
  });
  parser.on('closetag', () => {
    const element = openElements.pop();
    const parent = openElements.at(-1);
    if (!element || !parent) return;
    if (element.name === 'mc:AlternateContent') parent.children.push(...chooseAlternative(element));
    else parent.children.push(element);
  });
  const addText = (value: string): void => void openElements.at(-1)?.children.push(value);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(text.replace(/^\uFEFF/, '')).close();
  const [element] = elements(root);
  if (!element) throw new UnreadableFile(DAMAGED_MESSAGE);
  return element;
}

export const elements = (parent: XmlElement | undefined): XmlElement[] =>
  parent?.children.filter((child) => typeof child !== 'string') ?? [];

export function getChild(parent: XmlElement | undefined, name: string): XmlElement | undefined {
  for (const child of parent?.children ?? []) if (typeof child !== 'string' && child.name === name) return child;
  return undefined;
}

/** Finds the elements of a name below another, in the order of the document. */
export function listDescendants(parent: XmlElement | undefined, name: string): XmlElement[] {
  return elements(parent).flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...listDescendants(child, name),
  ]);
}

/** Returns the `val` of a child, which is how most properties are written. */
export const getValue = (parent: XmlElement | undefined, name: string): string | undefined =>
  getChild(parent, name)?.attributes[name.startsWith('m:') ? 'm:val' : name.startsWith('w14:') ? 'w14:val' : 'w:val'];

/** Returns whether a property is on; undefined if it is not given. */
export function getFlag(parent: XmlElement | undefined, name: string): boolean | undefined {
  const child = getChild(parent, name);
  return child && !/^(?:0|false|off|none)$/.test(getValue(parent, name) ?? '');
}

/** Returns the text directly in an element. */
export const getDirectText = (element: XmlElement): string =>
  element.children.filter((child) => typeof child === 'string').join('');
