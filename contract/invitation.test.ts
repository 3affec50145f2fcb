import { expect, test } from 'vitest';

import { createInvitationLink, readInvitation } from './invitation.ts';

const parts = { server: 'https://team.example.org/studio', code: `inv_${'aB3_-'.repeat(5)}zz` };

test('reads server and code from a link, also inside a message', () => {
  const link = createInvitationLink(parts);
  for (const text of [
    link,
    `  ${link}\n`,
    `Join us: ${link} (7 days)`,
    link.replace('cutaway://join', 'CUTAWAY://join/'),
  ]) {
    expect(readInvitation(text), text).toEqual(parts);
  }
});

test('a link may name the person it is for', () => {
  const withName = { ...parts, name: 'Zoë & Söhne' };
  expect(readInvitation(createInvitationLink(withName))).toEqual(withName);
});

test('address and code may be pasted one after the other', () => {
  expect(readInvitation(`${parts.server}\n${parts.code}`)).toEqual(parts);
});

test.each([
  '',
  'cutaway://join',
  `cutaway://join?code=${parts.code}`,
  `cutaway://join?server=https://a.example&code=inv_short`,
  `https://a.example/join?server=https://b.example&code=${parts.code}`,
  parts.code,
  `${parts.server} ${parts.code} more`,
  `${parts.server} sk_live_${'a'.repeat(43)}`,
  `${'a'.repeat(1000)} ${parts.code}`,
])('%s is not an invitation', (text) => {
  expect(readInvitation(text)).toBeNull();
});
