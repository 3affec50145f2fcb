import { expect, test } from 'vitest';

import { getChatService } from './webhook-form.ts';

test.each([
  ['https://hooks.slack.com/services/T0/B0/abc', 'slack'],
  ['https://hooks.slack.com/workflows/T0/abc', null],
  ['https://discord.com/api/webhooks/123/a-b_c', 'discord'],
  ['https://canary.discord.com/api/v10/webhooks/123/abc', 'discord'],
  ['https://discord.com/api/webhooks/123/abc/slack', null],
  ['https://discord.com.example.org/api/webhooks/123/abc', null],
  ['https://example.org/hooks.slack.com/services/', null],
  ['hooks.slack.com', null],
])('the chat service of %s is %s', (url, expected) => {
  expect(getChatService(url)).toBe(expected);
});
