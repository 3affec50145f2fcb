import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';

import { coverageOf } from './font-coverage.ts';
import { toPdf, type PdfFonts } from './to-pdf.ts';

const { resolve } = createRequire(import.meta.url);
const font = (cut: string): Uint8Array =>
  new Uint8Array(readFileSync(resolve(`@expo-google-fonts/literata/${cut}/Literata_${cut}.ttf`)));
const FONTS: PdfFonts = {
  normal: font('400Regular'),
  bold: font('700Bold'),
  italics: font('400Regular_Italic'),
  bolditalics: font('700Bold_Italic'),
};

it('draws Latin, Greek and Cyrillic, and knows what it cannot draw', () => {
  const draws = coverageOf(FONTS.normal);
  for (const sign of 'Zürich Łódź İstanbul Ελλάδα Москва Київ “quotes” – — … € ő ș') {
    expect(draws(sign.codePointAt(0)!), sign).toBe(true);
  }
  for (const sign of ['東', '🚆', 'ع']) expect(draws(sign.codePointAt(0)!), sign).toBe(false);
});

it('makes a document of every kind of block, and names the signs it lacks', async () => {
  const text =
    '# A\n\n*b* **c** [d](https://example.org)\n\n[Cue: e]\n\n- f\n  1. g\n\n> h\n\n---\n\n| i |\n|---|\n| j |\n\n`k` 東 🚆\n';
  const { bytes, missing } = await toPdf(text, 'Night trains', FONTS);
  expect(new TextDecoder('latin1').decode(bytes.slice(0, 5))).toBe('%PDF-');
  expect(bytes.length).toBeGreaterThan(5000);
  expect(missing).toEqual(['東', '🚆']);
});
