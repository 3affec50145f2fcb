/** Writes planned publish times as an iCalendar file (RFC 5545), which every calendar program opens. */
import ical from 'ical-generator';

import type { Project } from '#contract/schema/project.ts';
import { stageName } from './project-labels.ts';

interface CalendarOptions {
  readonly name: string;
  /** Names a channel, or is empty. */
  readonly channelName: (channelId: number) => string;
  readonly now: Date;
}

/** Returns the file's text; projects without a date are left out. Times are in UTC, so they hold in every time zone. */
export function calendarFile(projects: readonly Project[], { name, channelName, now }: CalendarOptions): string {
  const calendar = ical({ name, prodId: { company: 'Cutaway', product: 'Publish dates' } });
  for (const { id, title, stage, channel_id, production } of projects) {
    if (!production?.publish_at) continue;
    calendar.createEvent({
      // Importing the file again changes events instead of adding them.
      id: `${id.replaceAll(':', '-')}@cutaway`,
      stamp: now,
      start: new Date(production.publish_at),
      summary: title,
      description: [channelName(channel_id), stageName(stage)].filter((part) => part !== '').join(' · '),
    });
  }
  return calendar.toString();
}
