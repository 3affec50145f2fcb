import fc from 'fast-check';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';

import { getRounds } from '#test/support/rounds.ts';
import { createSampleDocument } from '#test/support/word-sample.ts';
import { toParagraph, toRun, createWordDocument, type WordParts } from '#test/support/word-document.ts';
import { docxToMarkdown } from '../from-docx.ts';
import { UnreadableFile } from '../unreadable-file.ts';

const readWord = (body: string, parts: Omit<WordParts, 'body'>) =>
  docxToMarkdown(createWordDocument({ body, ...parts }));

describe('Word packages', () => {
  const body = toParagraph(toRun('Words — Größe.'));
  const utf16 = (xml: string): Uint8Array => {
    const bytes = new Uint8Array(2 + xml.length * 2);
    bytes.set([0xff, 0xfe]);
    for (let index = 0; index < xml.length; index += 1)
      bytes.set([xml.charCodeAt(index) & 255, xml.charCodeAt(index) >> 8], 2 + index * 2);
    return bytes;
  };
  it.each<[string, Omit<WordParts, 'body'>]>([
    ['another name', { main: 'word/document2.xml' }],
    ['the root', { main: 'main.xml' }],
    ['an absolute target', { main: 'word/document2.xml', target: '/word/document2.xml' }],
    ['a relative target', { main: 'word/document.xml', target: './x/../word/document.xml' }],
    ['another case', { main: 'Word/Document.xml', target: 'word/document.xml' }],
    ['UTF-16', { encode: (xml) => utf16(xml.replace('UTF-8', 'UTF-16')) }],
    ['UTF-8 with a byte order mark', { encode: (xml) => strToU8(`\uFEFF${xml}`) }],
    [
      'strict namespaces',
      {
        encode: (xml) =>
          strToU8(
            xml.replaceAll(
              'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
              'http://purl.oclc.org/ooxml/wordprocessingml/main',
            ),
          ),
      },
    ],
    [
      'other prefixes',
      {
        encode: (xml) =>
          strToU8(xml.replaceAll('<w:', '<word:').replaceAll('</w:', '</word:').replace('xmlns:w=', 'xmlns:word=')),
      },
    ],
  ])('reads a main part with %s', async (_name, parts) => {
    expect((await readWord(body, parts)).markdown).toBe('Words — Größe.\n');
  });

  it.each<[string, (depth: number) => string]>([
    [
      'tags',
      (depth) => toParagraph(`${'<w:smartTag>'.repeat(depth)}${toRun('Words')}${'</w:smartTag>'.repeat(depth)}`),
    ],
    [
      'controls',
      (depth) =>
        `${'<w:sdt><w:sdtContent>'.repeat(depth / 2)}${toParagraph(toRun('Words'))}${'</w:sdtContent></w:sdt>'.repeat(depth / 2)}`,
    ],
    [
      'tables',
      (depth) =>
        `${'<w:tbl><w:tr><w:tc>'.repeat(depth / 3)}${toParagraph(toRun('Words'))}${'</w:tc></w:tr></w:tbl>'.repeat(depth / 3)}`,
    ],
    [
      'text boxes',
      (depth) =>
        `${'<w:p><w:r><w:pict><w:txbxContent>'.repeat(depth / 4)}${toParagraph(toRun('Words'))}${'</w:txbxContent></w:pict></w:r></w:p>'.repeat(depth / 4)}`,
    ],
  ])('reads deeply nested %s', async (_name, nestWords) => {
    expect((await readWord(nestWords(900), {})).markdown).toContain('Words');
  });

  const deepXml = `${'<w:smartTag>'.repeat(5000)}${toRun('x')}${'</w:smartTag>'.repeat(5000)}`;
  const bomb = `<!DOCTYPE w:document [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>`;
  const compoundFile = (name: string): Uint8Array =>
    Uint8Array.from([
      0xd0,
      0xcf,
      0x11,
      0xe0,
      0xa1,
      0xb1,
      0x1a,
      0xe1,
      ...[...name].flatMap((char) => [char.charCodeAt(0), 0]),
    ]);
  it.each<[string, () => Uint8Array, string]>([
    ['nothing', () => new Uint8Array(), 'isn’t a Word document'],
    ['text', () => strToU8('not a zip file at all'), 'isn’t a Word document'],
    ['an archive of other files', () => zipSync({ 'a.txt': strToU8('a') }), 'isn’t a Word document'],
    [
      'another document',
      () => createWordDocument({ body, encode: () => strToU8('<workbook xmlns="urn:x"/>') }),
      'isn’t a Word document',
    ],
    ['a truncated document', () => createWordDocument({ body }).slice(0, 700), 'damaged'],
    ['broken XML', () => createWordDocument({ body, encode: (xml) => strToU8(xml.slice(0, -40)) }), 'damaged'],
    [
      'a document type',
      () => createWordDocument({ body, encode: (xml) => strToU8(xml.replace('?>', `?>${bomb}`)) }),
      'damaged',
    ],
    ['endless nesting', () => createWordDocument({ body: toParagraph(deepXml) }), 'nested too deeply'],
    [
      'a decompression bomb',
      () => zipSync({ 'word/document.xml': new Uint8Array(160 * 1024 * 1024) }, { level: 1 }),
      'too large',
    ],
    ['an encrypted document', () => compoundFile('EncryptedPackage'), 'password'],
    ['an old document', () => compoundFile('WordDocument'), 'old Word version'],
  ])('rejects %s with a readable message', async (_name, bytes, message) => {
    const result = docxToMarkdown(bytes());
    await expect(result).rejects.toThrow(UnreadableFile);
    await expect(result).rejects.toThrow(message);
  });

  const damage = fc.oneof(
    fc.record({
      part: fc.nat(),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      cut: fc.nat(400),
      put: fc.constantFrom('', '<', '>', '&', '"', '<w:p>', '</w:p>', '</w:r>', '<w:tbl/>', '<w:tr/>', '\uFFFF'),
    }),
    fc.record({ part: fc.nat(), number: fc.constantFrom('-1', '0', '4294967295', '99999999999', 'x', '') }),
    fc.record({ part: fc.nat(), without: fc.constant(true) }),
  );

  it('reads or rejects damaged parts without any other error', { timeout: 300_000 }, async () => {
    const intact = unzipSync(createSampleDocument(new Uint8Array(20)));
    const names = Object.keys(intact);
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 4 }), async (damages) => {
        let files = { ...intact };
        for (const change of damages) {
          const name = names[change.part % names.length] ?? '';
          const text = strFromU8(files[name] ?? new Uint8Array());
          if ('without' in change) files = Object.fromEntries(Object.entries(files).filter(([path]) => path !== name));
          else if ('number' in change) files[name] = strToU8(text.replace(/="\d+"/g, `="${change.number}"`));
          else {
            const offset = Math.floor(change.at * text.length);
            files[name] = strToU8(text.slice(0, offset) + change.put + text.slice(offset + change.cut));
          }
        }
        await docxToMarkdown(zipSync(files)).catch((error: unknown) => expect(error).toBeInstanceOf(UnreadableFile));
      }),
      { numRuns: getRounds(200, 3000) },
    );
  });

  it('reads or rejects damaged bytes without any other error', { timeout: 300_000 }, async () => {
    const intact = createSampleDocument(new Uint8Array(20));
    const change = fc.tuple(fc.nat(intact.length - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 8 }),
        fc.nat(intact.length),
        async (changes, length) => {
          const bytes = intact.slice(0, changes.length % 2 === 0 ? length : intact.length);
          for (const [index, value] of changes) if (index < bytes.length) bytes[index] = value;
          await docxToMarkdown(bytes).catch((error: unknown) => expect(error).toBeInstanceOf(UnreadableFile));
        },
      ),
      { numRuns: getRounds(200, 3000) },
    );
  });
});
