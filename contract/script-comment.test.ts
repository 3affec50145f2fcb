import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  readQuotedComment,
  readScriptMessage,
  SETTLED_STATES,
  withoutReference,
  writeScriptMessage,
  type ScriptMessage,
} from './script-comment.ts';

const id = fc.stringMatching(/^[a-z0-9]{10}$/);
const line = fc.stringMatching(/^[A-Za-z“”äöü,.!?][A-Za-z “”äöü,.!?]{0,40}$/).map((text) => text.trim());
const text = fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'));
const place = fc.record({
  text: fc.constantFrom('script' as const, 'outline' as const),
  from: fc.nat(400_000),
  to: fc.nat(400_000),
});

const replacement: fc.Arbitrary<string | null> = fc.oneof(text, fc.constantFrom('', null));

test('a script comment survives the round trip through a project comment', () => {
  const comment: fc.Arbitrary<ScriptMessage> = fc.record({
    kind: fc.constant('comment' as const),
    id,
    quote: text,
    text,
    replacement,
    place,
  });
  fc.assert(
    fc.property(comment, (message) => {
      expect(readScriptMessage(writeScriptMessage(message))).toEqual(message);
    }),
  );
  fc.assert(
    fc.property(id, id, line, text, (replyId, thread, quote, comment) => {
      const message: ScriptMessage = {
        kind: 'reply',
        id: replyId,
        thread,
        quote: quote.replace(/\s+/g, ' '),
        text: comment,
      };
      expect(readScriptMessage(writeScriptMessage(message))).toEqual(message);
    }),
  );
  for (const kind of SETTLED_STATES) {
    const body = writeScriptMessage({ kind, thread: 'abcd1234ef', quote: 'some words' });
    expect(readScriptMessage(body)).toMatchObject({ kind, thread: 'abcd1234ef' });
  }
});

test('a project comment contains the quoted words, the message and one machine-readable line', () => {
  const body = writeScriptMessage({
    kind: 'comment',
    id: 'abcd1234ef',
    quote: 'The line sold 41 berths.',
    text: 'Which year?',
    replacement: 'The line sold 41 berths in 1994.',
    place: { text: 'script', from: 12, to: 36 },
  });
  expect(body).toBe(
    '> The line sold 41 berths.\n\nSuggested change:\n\n> The line sold 41 berths in 1994.\n\nWhich year?\n\n[suggestion abcd1234ef on script 12-36]',
  );
  expect(withoutReference(body)).not.toContain('abcd1234ef');
  expect(withoutReference('Just a comment [here].')).toBe('Just a comment [here].');
});

test('a comment from another client is anchored to the words it quotes', () => {
  expect(readQuotedComment('> sold 41 berths\n\nSource?')).toEqual({ quote: 'sold 41 berths', text: 'Source?' });
  expect(readQuotedComment('Source?')).toBe(null);
  expect(readScriptMessage('[0:12] Louder')).toBe(null);
});
