/** Follows a document of another writer into the app and back to Word. */
import { describe, expect, it } from 'vitest';

import { DOT_BYTES } from '#test/support/assets.ts';
import { createSampleDocument } from '#test/support/word-sample.ts';
import { docxToMarkdown } from './from-docx.ts';
import { toDocx } from './to-docx.ts';

const PNG = Uint8Array.from(DOT_BYTES);

const SCRIPT = (picture: string) => `# Why night trains came back

## A script in three parts

# The evening

Every evening at *ten past nine* a **blue train** leaves Vienna.[^1] It reaches Paris at ten.

في كل مساء يغادر قطار أزرق فيينا.

夜行列車は東京を出る。

## What it costs

- A seat from 29 euros
- A couchette
  - six berths
  - four berths

| Train    | Route                 | Berths |
| -------- | --------------------- | -----: |
| NJ 466   | Vienna – Paris        |    120 |
| NJ 40424 | Innsbruck – Amsterdam |     96 |

1. Book early
2. Bring ear plugs

> The best hotel in Europe has wheels.

![A night train at a platform](${picture})

$$
t=s/v=√(2s/a)
$$

Good night.[^2]

[^1]: Timetable of 2026.

[^2]: And sleep well.
`;

describe('a writer’s Word document', () => {
  it('imports with every word, and exports back to Word unchanged', async () => {
    const { title, markdown, notes, pictures } = await docxToMarkdown(createSampleDocument(PNG));
    const [picture] = pictures;
    expect(title).toBe('Why night trains came back');
    expect(markdown).toBe(SCRIPT(picture?.address ?? ''));
    expect(notes).toEqual([
      'Tracked changes were accepted.',
      '1 deleted passage was left out.',
      'The reading above 1 word was left out.',
      '1 comment was kept.',
    ]);
    const documentPictures = new Map(
      pictures.map(({ address, bytes }) => [address, { bytes, type: 'png', width: 1, height: 1 }] as const),
    );
    const exportedDocument = await toDocx(markdown, title ?? '', documentPictures);
    expect(exportedDocument.notes).toEqual([]);
    expect((await docxToMarkdown(exportedDocument.bytes)).markdown).toBe(markdown);
  });
});
