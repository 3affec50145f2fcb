import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { getRounds } from '#test/support/rounds.ts';
import { decodeBytes } from './decode-bytes.ts';
import { decodeText } from './decode-text.ts';
import { UnreadableFile } from '../unreadable-file.ts';

const toBytes = (...parts: (string | readonly number[])[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : [...part])),
  );
/** Encodes in a single-byte or double-byte encoding by trying all bytes. */
function encode(text: string, encoding: string): Uint8Array {
  const table = new Map<string, readonly number[]>();
  for (let first = 0; first < 256; first += 1) {
    const character = decodeBytes(Uint8Array.of(first), encoding);
    if (character !== '\ufffd' && !table.has(character)) table.set(character, [first]);
  }
  for (let first = 0x81; /^(?:shift|euc|gb|big)/.test(encoding) && first < 256; first += 1) {
    for (let second = 0x40; second < 256; second += 1) {
      const char = decodeBytes(Uint8Array.of(first, second), encoding);
      if ([...char].length === 1 && char !== '\ufffd' && !table.has(char)) table.set(char, [first, second]);
    }
  }
  return Uint8Array.from([...text].flatMap((char) => [...(table.get(char) ?? [0x3f])]));
}
const encodeWide = (text: string, size: 2 | 4, littleEndian: boolean): Uint8Array => {
  const units =
    size === 2
      ? Array.from(text, (_, index) => text.charCodeAt(index))
      : [...text].map((char) => char.codePointAt(0) ?? 0);
  const view = new DataView(new ArrayBuffer(units.length * size));
  units.forEach((unit, index) =>
    size === 2 ? view.setUint16(index * 2, unit, littleEndian) : view.setUint32(index * 4, unit, littleEndian),
  );
  return new Uint8Array(view.buffer);
};

describe('a file that declares its encoding', () => {
  it.each([
    ['windows-1251', [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2], 'Привет'],
    ['gb2312', [0xc4, 0xe3, 0xba, 0xc3], '你好'],
    ['iso-8859-2', [0xa3, 0xf3, 0x64, 0xbc], 'Łódź'],
    ['Shift_JIS', [0x93, 0x8c, 0x8b, 0x9e], '東京'],
    ['euc-kr', [0xbe, 0xc8, 0xb3, 0xe7], '안녕'],
    ['koi8-r', [0xf0, 0xd2, 0xc9], 'При'],
    ['iso-2022-jp', [0x1b, 0x24, 0x42, 0x45, 0x6c, 0x35, 0x7e, 0x1b, 0x28, 0x42], '東京'],
  ])('is read as %s', (charset, content, text) => {
    expect(decodeText(toBytes(`<meta charset="${charset}"><p>`, content))).toEqual({
      text: `<meta charset="${charset}"><p>${text}`,
      notes: [],
    });
    const equiv = `<META http-equiv=Content-Type content='text/html; charset=${charset}'>`;
    expect(decodeText(toBytes(equiv, content)).text).toBe(equiv + text);
    const xml = `<?xml version="1.0" encoding="${charset}"?><a>`;
    expect(decodeText(toBytes(xml, content)).text).toBe(xml + text);
  });

  it('is read as UTF-8 if it is valid UTF-8, whatever it declares', () => {
    expect(decodeText(toBytes('<meta charset="windows-1251"><p>Привет, мир')).text).toContain('Привет, мир');
    expect(decodeText(toBytes('<meta charset="utf-16"><p>Grüße')).text).toContain('Grüße');
    expect(decodeText(toBytes('<meta charset="nonsense"><p>Grüße')).text).toContain('Grüße');
  });

  it.each([
    ['UTF-8', toBytes([0xef, 0xbb, 0xbf], 'Grüße')],
    ['UTF-16 little-endian', toBytes([0xff, 0xfe], [...encodeWide('Grüße', 2, true)])],
    ['UTF-16 big-endian', toBytes([0xfe, 0xff], [...encodeWide('Grüße', 2, false)])],
    ['UTF-32 little-endian', toBytes([0xff, 0xfe, 0, 0], [...encodeWide('Grüße', 4, true)])],
    ['UTF-32 big-endian', toBytes([0, 0, 0xfe, 0xff], [...encodeWide('Grüße', 4, false)])],
  ])('is read by its byte order mark: %s', (_name, content) => {
    expect(decodeText(content)).toEqual({ text: 'Grüße', notes: [] });
  });
});

describe('a file that does not declare its encoding', () => {
  it.each([
    ['windows-1252', 'Western European', 'Zürich'],
    ['windows-1252', 'Western European', 'caf\u00e9'],
    ['windows-1252', 'Western European', 'Die Züge fahren “über” Köln – täglich.'],
    ['windows-1252', 'Western European', '¿Qué pasó con el niño? Mañana será otro día.'],
    ['windows-1252', 'Western European', 'Pourquoi préfèrent-ils la nuit\u00a0? C’est l’été à Paris.'],
    ['windows-1252', 'Western European', 'As estações não são iguais; os comboios são.'],
    ['windows-1250', 'Central European', 'Łódź'],
    ['windows-1250', 'Central European', 'Každý večer odjíždí modrý vlak z Vídně do Paříže.'],
    ['windows-1250', 'Central European', 'Őszi idő, hűvös űr, tízkor indul a vonat.'],
    ['iso-8859-2', 'Central European', 'Pociągi nocne już jeżdżą do Łodzi, śpiące.'],
    ['windows-1251', 'Cyrillic', 'Привет'],
    ['windows-1251', 'Cyrillic', 'Ночные поезда вернулись. НОВОСТИ ДНЯ'],
    ['koi8-r', 'Cyrillic', 'Ночные поезда вернулись.'],
    ['ibm866', 'Cyrillic', 'Ночные поезда вернулись в Париж.'],
    ['windows-1253', 'Greek', 'Καλημέρα κόσμε'],
    ['windows-1254', 'Turkish', 'Her akşam saat dokuzu on geçe mavi bir tren yola çıkıyor. İnsanlar ağaç.'],
    ['windows-1255', 'Hebrew', 'שלום עולם'],
    ['windows-1256', 'Arabic', 'مرحبا بالعالم'],
    ['windows-874', 'Thai', 'สวัสดีทุกเย็น'],
    ['shift_jis', 'Japanese', '夜行列車が戻ってきた。'],
    ['shift_jis', 'Japanese', 'こんにちは'],
    ['euc-jp', 'Japanese', '毎晩、青い列車がウィーンを出る。'],
    ['gb18030', 'Simplified Chinese', '你好'],
    ['gb18030', 'Simplified Chinese', '夜班火车回来了，为什么？'],
    ['big5', 'Traditional Chinese', '夜班火車回來了，為什麼？'],
    ['euc-kr', 'Korean', '안녕'],
    ['euc-kr', 'Korean', '밤 기차가 돌아왔다. 왜 사람들은 다시 밤을 택하는가?'],
  ])('is detected as %s (%s): %s', (encoding, name, text) => {
    const decodedText = decodeText(encode(text, encoding));
    expect(decodedText.text).toBe(text);
    expect(decodedText.notes).toEqual([expect.stringContaining(`read as ${name}`) as string]);
  });

  it.each(['Hello there', 'Привет, мир', 'こんにちは 世界\n', '你好 world'])(
    'is detected as UTF-16 or UTF-32: %s',
    (text) => {
      for (const littleEndian of [true, false]) expect(decodeText(encodeWide(text, 2, littleEndian)).text).toBe(text);
      expect(decodeText(encodeWide(text, 4, true)).text).toBe(text);
    },
  );
});

describe('damaged bytes', () => {
  it('replace one character each and leave the rest readable', () => {
    expect(decodeText(toBytes('Zürich und Köln, ', [0xff], ' schön und groß.'))).toEqual({
      text: 'Zürich und Köln, � schön und groß.',
      notes: ['A character of the file is damaged and appears as �.'],
    });
    expect(decodeText(toBytes('日本', [0xe6, 0x97], '語'))).toMatchObject({ text: '日本�語' });
    expect(decodeText(toBytes('<meta charset=windows-1251>', [0xcf, 0xf0, 0x98])).text).toContain('Пр');
  });

  it('leave everything around them intact anywhere in UTF-8', () => {
    const word = fc.constantFrom('Grüße', 'naïve', '東京', 'Привет', '🚆', 'plain');
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 6, maxLength: 30 }),
        fc.nat(),
        fc.constantFrom(0xff, 0xfe, 0x80, 0xc0),
        (words, index, badByte) => {
          const text = `Äöü ${words.join(' ')} äöü`;
          const characters = [...text];
          const position = index % characters.length;
          const damagedBytes = toBytes(
            characters.slice(0, position).join(''),
            [badByte],
            characters.slice(position).join(''),
          );
          expect(decodeText(damagedBytes).text).toBe(
            `${characters.slice(0, position).join('')}�${characters.slice(position).join('')}`,
          );
        },
      ),
      { numRuns: getRounds(200, 10_000) },
    );
  });
});

it('shows a zero in a text as a damaged character', () => {
  expect(decodeText(toBytes('Zürich und Köln', [0], 'schön'))).toEqual({
    text: 'Zürich und Köln�schön',
    notes: ['A character of the file is damaged and appears as �.'],
  });
});

describe('binary files', () => {
  it.each([
    ['a PNG', toBytes([0x89], 'PNG\r\n', [0x1a, 0x0a, 0, 0, 0, 0x0d], 'IHDR', [0, 0, 1, 0, 0, 0])],
    ['a ZIP', toBytes('PK', [3, 4, 20, 0, 0, 0, 8, 0, 0x33, 0x91, 0xfe])],
    ['zeros', new Uint8Array(5000)],
    ['noise without zeros', Uint8Array.from({ length: 4096 }, (_, index) => (((index * 2654435761) >>> 13) % 255) + 1)],
    ['control characters', toBytes([1, 2, 3, 4, 5, 6, 7, 8])],
  ])('are rejected: %s', (_name, content) => {
    expect(() => decodeText(content)).toThrow(UnreadableFile);
  });

  it('do not include an empty file or one with a form feed', () => {
    expect(decodeText(new Uint8Array()).text).toBe('');
    expect(decodeText(toBytes('a\fb\r\n')).text).toBe('a\fb\r\n');
  });
});
