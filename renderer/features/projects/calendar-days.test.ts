import { describe, expect, it } from 'vitest';

import { toDayKey, addDays, getFirstDate, moveToDay, getWeeks } from './calendar-days.ts';

describe('calendar days', () => {
  it.each([
    [2026, 1, 5, '2026-01-26', '2026-03-01'],
    [2026, 10, 6, '2026-10-26', '2026-12-06'],
    [2027, 1, 4, '2027-02-01', '2027-02-28'],
  ])('%i-%i has whole weeks from Monday with each day once', (year, month, weeks, first, last) => {
    const days = getWeeks(new Date(year, month, 15)).flat();
    expect(days.length / 7).toBe(weeks);
    expect(new Set(days.map(({ key }) => key)).size).toBe(days.length);
    expect([days[0]?.key, days.at(-1)?.key]).toEqual([first, last]);
    expect(days.filter(({ inMonth }) => inMonth)).toHaveLength(new Date(year, month + 1, 0).getDate());
  });

  it('keep the time of day when a date is moved', () => {
    const at = new Date(2026, 2, 27, 17, 30).toISOString();
    for (const days of [1, -1, 7, 200]) {
      const movedDate = new Date(addDays(at, days));
      expect([movedDate.getHours(), movedDate.getMinutes()]).toEqual([17, 30]);
      expect(toDayKey(movedDate)).toBe(toDayKey(new Date(2026, 2, 27 + days)));
    }
    expect(new Date(moveToDay(null, new Date(2026, 5, 1))).getHours()).toBe(17);
  });
});

it('a project without a date gets the first day of a later month, else today or tomorrow', () => {
  const toTime = (...parts: [number, number, number, number]): string => new Date(...parts).toISOString();
  const morning = new Date(2026, 10, 30, 9);
  expect(getFirstDate(new Date(2027, 0, 14), morning)).toBe(toTime(2027, 0, 1, 17));
  expect(getFirstDate(morning, morning)).toBe(toTime(2026, 10, 30, 17));
  expect(getFirstDate(new Date(2026, 4, 1), new Date(2026, 10, 30, 18))).toBe(toTime(2026, 11, 1, 17));
});
