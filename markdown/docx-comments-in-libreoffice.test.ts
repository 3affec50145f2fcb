/** Opens and saves a document in LibreOffice, which takes too long for every run. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { createComment } from '#test/support/document-comment.ts';
import { removeFolder } from '#test/support/remove-folder.ts';
import type { DocumentComment } from './comments/document-comment.ts';
import { docxToMarkdown } from './from-docx.ts';
import { toDocx } from './to-docx.ts';

const SCRIPT = `# Night trains

> Old carriages, new carriages.

[Cue: picture of a train]

Good night.
`;

const addComment = (words: string, overrides: Partial<DocumentComment> = {}) => createComment(SCRIPT, words, overrides);

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cutaway-word-'));
});
afterAll(() => removeFolder(folder));

it('opened and saved in LibreOffice, a document still has its comments', async () => {
  const { bytes } = await toDocx(SCRIPT, 'Night trains', new Map(), {
    comments: [
      addComment('Old', { resolved: true }),
      addComment('night', { replies: [{ author: 'Ben', at: null, text: 'Keep it.' }] }),
      addComment('picture', { replacement: 'drawing', text: 'Why not?' }),
    ],
  });
  writeFileSync(join(folder, 'in.docx'), bytes);
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  execFileSync('soffice', [
    profile,
    '--headless',
    '--convert-to',
    'docx:MS Word 2007 XML',
    '--outdir',
    join(folder, 'out'),
    join(folder, 'in.docx'),
  ]);
  const { comments, markdown } = await docxToMarkdown(readFileSync(join(folder, 'out', 'in.docx')));
  expect(markdown).toContain('[Cue: picture of a train]');
  const suggestion = comments.find(({ quote }) => quote === 'picture');
  expect(suggestion).toMatchObject({ replacement: 'drawing', text: 'Why not?', resolved: false });
  // A reply may come back as a comment of its own on the same words.
  const messages = comments
    .filter((importedComment) => importedComment !== suggestion)
    .flatMap(({ quote, replies, ...message }) =>
      [message, ...replies].map(({ author, text }) => `${author} on ${quote}: ${text}`),
    );
  expect(messages).toEqual([
    'Ada Vance on Old: About “Old”.',
    'Ada Vance on night: About “night”.',
    'Ben on night: Keep it.',
  ]);
  expect(comments[0]?.resolved).toBe(true);
});
