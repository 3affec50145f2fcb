/**
 * Checks that an exported script imports unchanged, except for what the format cannot hold, which is listed here by
 * hand.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { MARKED_SCRIPT } from '#test/support/marked-script.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { docxToMarkdown } from './from-docx.ts';
import { toDocx } from './to-docx.ts';

/** Word keeps these parts, Fountain does not. */
const WORD_ONLY = `
See [the timetable](https://example.org/nightjet?a=1&b=2) or mail [us](mailto:night@example.org).

\`\`\`
code = 1
  indented
\`\`\`

| Train  | Berths |
| ------ | ------ |
| NJ 466 | 120    |

The \`code\` stays, *very **much*** so.
`;

const roundTripDocx = async (markdown: string): Promise<string> =>
  (await docxToMarkdown((await toDocx(markdown, 'Night trains')).bytes)).markdown;

describe('markdown to Word and back', () => {
  it('returns the same text', async () => {
    expect(await roundTripDocx(MARKED_SCRIPT + WORD_ONLY)).toBe(MARKED_SCRIPT + WORD_ONLY);
  });

  it('keeps the line ends that decide what is spoken', async () => {
    const text = '> SFX: bang\\\n> Words\n\nOne.\\\nHOST: Two.\n\n[Cue: a b]\n';
    expect(await roundTripDocx('> SFX: bang\n> Words\n\nOne.\nHOST: Two.\n\n[Cue: a<br>b]\n')).toBe(text);
    expect(await roundTripDocx(text)).toBe(text);
  });

  it('keeps all words and drops markup that Word lacks', async () => {
    const text =
      '<!-- a note -->\n\n5. five\n6. six\n\n```js\nx\n```\n\n![A train](https://example.org/t.png)\n\nsoft\nwrap <b>raw</b>\n';
    expect(await roundTripDocx(text)).toBe(
      '5. five\n6. six\n\n```\nx\n```\n\n![A train](https://example.org/t.png)\n\nsoft wrap **raw**\n',
    );
  });

  it('is stable: a second round trip changes nothing', async () => {
    const word = fc.stringMatching(/^[\p{L}\p{N}*_#[\]()<>&`~\\.+\-!|:/ ]{1,24}$/u);
    const block = fc.oneof(
      word,
      word.map((text) => `## ${text}`),
      word.map((text) => `[Cue: ${text}]`),
      fc.array(word, { minLength: 1, maxLength: 4 }).map((items) => items.map((item) => `- ${item}`).join('\n')),
      word.map((text) => `> ${text}`),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 6 }), async (blocks) => {
        const firstRound = await roundTripDocx(`${blocks.join('\n\n')}\n`);
        expect(await roundTripDocx(firstRound)).toBe(firstRound);
      }),
      { numRuns: 25 },
    );
  }, 300_000);

  it('keeps backslashes before ampersands and brackets, and drops empty code', async () => {
    expect(await roundTripDocx('a [\\\\] b\n')).toBe('a [\\\\] b\n');
    expect(await roundTripDocx('a ` ` b\n')).toBe('a b\n');
    for (const text of ['a \\\\& b\n', 'a & b\n', 'a \\& b\n', 'a \\&amp; b\n']) {
      const firstRound = await roundTripDocx(text);
      expect(await roundTripDocx(firstRound), JSON.stringify(text)).toBe(firstRound);
    }
    expect(await roundTripDocx('a \\\\& b\n')).toBe('a \\\\& b\n');
  });

  it('rejects files that are not Word documents', async () => {
    const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
    for (const file of [bytes(''), bytes('not a zip file at all'), (await toDocx('x', 'x')).bytes.slice(0, 900)]) {
      await expect(docxToMarkdown(file)).rejects.toThrow(UnreadableFile);
    }
  });
});
