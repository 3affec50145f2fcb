import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { PdfFonts } from '#markdown/to-pdf.ts';

const { resolve } = createRequire(import.meta.url);
const font = (cut: string): Uint8Array =>
  new Uint8Array(readFileSync(resolve(`@expo-google-fonts/literata/${cut}/Literata_${cut}.ttf`)));

export const PDF_FONTS: PdfFonts = {
  normal: font('400Regular'),
  bold: font('700Bold'),
  italics: font('400Regular_Italic'),
  bolditalics: font('700Bold_Italic'),
};
