import { formatTwoDigits } from '#markdown/clock.ts';

export interface Day {
  /** Formatted as `2026-11-21`. */
  readonly key: string;
  readonly date: Date;
  readonly inMonth: boolean;
}

export const toDayKey = (date: Date): string =>
  `${date.getFullYear()}-${formatTwoDigits(date.getMonth() + 1)}-${formatTwoDigits(date.getDate())}`;

/** Returns the weeks, starting on Monday, that overlap a month. */
export function getWeeks(month: Date): Day[][] {
  const first = new Date(month.getFullYear(), month.getMonth(), 1);
  const start = new Date(first.getFullYear(), first.getMonth(), 1 - ((first.getDay() + 6) % 7));
  const weeks: Day[][] = [];
  for (let offset = 0; ; offset += 7) {
    const week = Array.from({ length: 7 }, (_, index) => {
      const date = new Date(start.getFullYear(), start.getMonth(), start.getDate() + offset + index);
      return { key: toDayKey(date), date, inMonth: date.getMonth() === first.getMonth() };
    });
    if (offset > 0 && !week.some(({ inMonth }) => inMonth)) return weeks;
    weeks.push(week);
  }
}

/** Returns the same time on another day; a project without a time gets 17:00. */
export function moveToDay(publishAt: string | null, day: Date): string {
  const previous = publishAt === null ? null : new Date(publishAt);
  const [hours, minutes] = previous === null ? [17, 0] : [previous.getHours(), previous.getMinutes()];
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), hours, minutes).toISOString();
}

/** Returns the same local time this many days later, also across a clock change. */
export function addDays(publishAt: string, days: number): string {
  const at = new Date(publishAt);
  return moveToDay(publishAt, new Date(at.getFullYear(), at.getMonth(), at.getDate() + days));
}

/** Returns the first date to offer in the visible month: its first day, else today or tomorrow, never in the past. */
export function getFirstDate(month: Date, now: Date): string {
  const first = moveToDay(null, new Date(month.getFullYear(), month.getMonth(), 1));
  if (Date.parse(first) > now.getTime()) return first;
  const today = moveToDay(null, now);
  return Date.parse(today) > now.getTime() ? today : addDays(today, 1);
}
