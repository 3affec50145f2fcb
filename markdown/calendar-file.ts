/** Writes publish dates as iCalendar (RFC 5545), which every calendar program reads. */
import ical from 'ical-generator';

export interface CalendarEntry {
  /** Stays the same for the same event, so that reading the calendar again changes it instead of adding another. */
  readonly id: string;
  readonly title: string;
  readonly at: Date;
  readonly description: string;
}

interface CalendarOptions {
  readonly name: string;
  readonly now: Date;
  /** The time after which a subscribed program reads the calendar again; a saved file has none. */
  readonly refreshSeconds?: number;
}

/** Returns the calendar's text. Times are in UTC, so they hold in every time zone. */
export function createCalendarFile(
  entries: readonly CalendarEntry[],
  { name, now, refreshSeconds }: CalendarOptions,
): string {
  const calendar = ical({ name, prodId: { company: 'Cutaway', product: 'Publish dates' } });
  if (refreshSeconds !== undefined) calendar.ttl(refreshSeconds);
  for (const { id, title, at, description } of entries) {
    calendar.createEvent({
      id: `${id.replaceAll(':', '-')}@cutaway`,
      stamp: now,
      start: at,
      summary: title,
      description,
    });
  }
  return calendar.toString();
}
