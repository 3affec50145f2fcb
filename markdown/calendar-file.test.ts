import { expect, test } from 'vitest';

import { type CalendarEntry, createCalendarFile } from './calendar-file.ts';

const createEntry = (title: string): CalendarEntry => ({
  id: 'project:v1:script:7',
  title,
  at: new Date('2026-03-29T01:30:00.000Z'),
  description: 'Slow Lines · Scripting',
});

const options = { name: 'Publish dates', now: new Date('2026-11-29T00:00:00Z') };

/** Undoes the folding of long lines. */
const getLines = (file: string): string[] => file.replaceAll('\r\n ', '').split('\r\n');

test('each date is an event in UTC with an escaped title', () => {
  const title = 'Größe, Łódź; a “very” long title about the night train that nobody takes any more 🚂';
  const lines = getLines(createCalendarFile([createEntry(title)], options));
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
  expect(lines).toContain('UID:project-v1-script-7@cutaway');
  expect(lines).toContain('DTSTART:20260329T013000Z');
  expect(lines).toContain(`SUMMARY:${title.replaceAll(/[,;]/g, (sign) => `\\${sign}`)}`);
  expect(lines).toContain('DESCRIPTION:Slow Lines · Scripting');
});

test('a calendar without dates is a valid file', () => {
  const file = createCalendarFile([], options);
  expect(file.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true);
  expect(file.endsWith('END:VCALENDAR')).toBe(true);
});

test('only a subscribed calendar says how often to refresh it', () => {
  expect(createCalendarFile([], options)).not.toContain('REFRESH-INTERVAL');
  expect(getLines(createCalendarFile([], { ...options, refreshSeconds: 3600 }))).toContain(
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
  );
});
