import { strToU8, zipSync } from 'fflate';

import { escapeXml } from './escape-xml.ts';

// @wc-ignore
const NAMESPACES = [
  'w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'm="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
  'c="http://schemas.openxmlformats.org/drawingml/2006/chart"',
  'dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"',
  'v="urn:schemas-microsoft-com:vml"',
  'o="urn:schemas-microsoft-com:office:office"',
  'w14="http://schemas.microsoft.com/office/word/2010/wordml"',
]
  .map((namespace) => `xmlns:${namespace}`)
  .join(' ');

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

export interface WordParts {
  /** Content of `w:body`. */
  readonly body: string;
  /** Content of the part of this name. */
  readonly styles?: string;
  readonly numbering?: string;
  readonly footnotes?: string;
  readonly endnotes?: string;
  readonly comments?: string;
  /** More relationships of the main part, as XML. */
  readonly relationships?: string;
  /** More files, by path. */
  readonly files?: Readonly<Record<string, Uint8Array | string>>;
  /** Path of the main part; `target` is the one in its relationship. */
  readonly main?: string;
  readonly target?: string;
  /** Changes the bytes or the text of the main part. */
  readonly encode?: (xml: string) => Uint8Array;
}

const relationship = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${TYPE}/${type}" Target="${target}"/>`;

const relationships = (content: string): string =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${content}</Relationships>`;

/** Builds a Word document from its XML, as Word writes it. */
export function createWordDocument(parts: WordParts): Uint8Array {
  const main = parts.main ?? 'word/document.xml';
  const [folder, name] = [main.replace(/[^/]*$/, ''), main.replace(/^.*\//, '')];
  const PARTS = ['styles', 'numbering', 'footnotes', 'endnotes', 'comments'] as const;
  const document = `${HEAD}<w:document ${NAMESPACES}><w:body>${parts.body}</w:body></w:document>`;
  const files: Record<string, Uint8Array> = {
    '[Content_Types].xml': strToU8(
      `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        '<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>' +
        `<Override PartName="/${main}" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    ),
    '_rels/.rels': strToU8(relationships(relationship('rId1', 'officeDocument', parts.target ?? main))),
    [main]: parts.encode?.(document) ?? strToU8(document),
    [`${folder}_rels/${name}.rels`]: strToU8(
      relationships(
        PARTS.map((part) => relationship(part, part, `${part}.xml`)).join('') + (parts.relationships ?? ''),
      ),
    ),
  };
  for (const part of PARTS) {
    const content = parts[part];
    if (content === undefined) continue;
    files[`${folder}${part}.xml`] = strToU8(`${HEAD}<w:${part} ${NAMESPACES}>${content}</w:${part}>`);
  }
  for (const [path, content] of Object.entries(parts.files ?? {})) {
    files[path] = typeof content === 'string' ? strToU8(content) : content;
  }
  return zipSync(files);
}

/** Writes a run of text; `properties` is the content of `w:rPr`. */
export const toRun = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;

/** Writes a paragraph of inline XML; `properties` is the content of `w:pPr`. */
export const toParagraph = (content: string, properties = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;

/** Word's definitions of styles, with German ids, some based on a heading. */
export const WORD_STYLES =
  '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>' +
  [1, 2, 3]
    .map(
      (level) =>
        `<w:style w:type="paragraph" w:styleId="berschrift${level}"><w:name w:val="heading ${level}"/><w:basedOn w:val="Normal"/>` +
        `<w:pPr><w:outlineLvl w:val="${level - 1}"/></w:pPr><w:rPr><w:b/></w:rPr></w:style>`,
    )
    .join('') +
  '<w:style w:type="paragraph" w:styleId="Kapitel"><w:name w:val="Kapitel"/><w:basedOn w:val="berschrift1"/></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Inhalt"><w:name w:val="TOC Heading"/><w:basedOn w:val="berschrift1"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Untertitel"><w:name w:val="Subtitle"/></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Zitat"><w:name w:val="Quote"/><w:rPr><w:i/></w:rPr></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Listenabsatz"><w:name w:val="List Paragraph"/><w:pPr><w:ind w:left="720"/></w:pPr></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Aufzhlung"><w:name w:val="List Bullet"/><w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Fett"><w:name w:val="Fett"/><w:rPr><w:b/></w:rPr></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Geheim"><w:name w:val="Geheim"/><w:rPr><w:vanish/></w:rPr></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Verzeichnis1"><w:name w:val="toc 1"/></w:style>' +
  '<w:style w:type="paragraph" w:styleId="HTMLVorformatiert"><w:name w:val="HTML Preformatted"/></w:style>' +
  '<w:style w:type="character" w:styleId="Betont"><w:name w:val="Strong"/><w:rPr><w:b/></w:rPr></w:style>' +
  '<w:style w:type="character" w:styleId="HTMLCode"><w:name w:val="HTML Code"/></w:style>';

const defineLevel = (level: number, format: string, text: string, start = 1): string =>
  `<w:lvl w:ilvl="${level}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/>` +
  `<w:pPr><w:ind w:left="${(level + 1) * 720}" w:hanging="360"/></w:pPr></w:lvl>`;

/** Lists: 1 is numbered, 2 has bullets, 3 is 1 restarted at 5, 4 has words in its markers, 5 has letters. */
export const WORD_NUMBERING =
  `<w:abstractNum w:abstractNumId="0">${defineLevel(0, 'decimal', '%1.')}${defineLevel(1, 'decimal', '%1.%2.')}${defineLevel(2, 'bullet', '-')}</w:abstractNum>` +
  `<w:abstractNum w:abstractNumId="1">${[0, 1, 2].map((level) => defineLevel(level, 'bullet', '•')).join('')}</w:abstractNum>` +
  `<w:abstractNum w:abstractNumId="2">${defineLevel(0, 'decimal', 'Chapter %1:')}</w:abstractNum>` +
  `<w:abstractNum w:abstractNumId="3">${defineLevel(0, 'lowerLetter', '%1)')}</w:abstractNum>` +
  '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>' +
  '<w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>' +
  '<w:num w:numId="4"><w:abstractNumId w:val="2"/></w:num><w:num w:numId="5"><w:abstractNumId w:val="3"/></w:num>';

export const toListItem = (id: number, level: number): string =>
  `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr>`;
