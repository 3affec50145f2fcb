import { expect, it } from 'vitest';
import { retryAfterSeconds } from './provider-answers.ts';

it('accepts Retry-After in seconds, milliseconds and as a date', () => {
  expect(retryAfterSeconds({ 'retry-after': '0' }, 0)).toBe(0);
  expect(retryAfterSeconds({ 'retry-after': 'soon' }, 0)).toBeNull();
  expect(retryAfterSeconds({ 'retry-after-ms': '1500' }, 0)).toBe(2);
  expect(retryAfterSeconds({ 'retry-after': 'Thu, 01 Jan 1970 00:00:10 GMT' }, 0)).toBe(10);
});
