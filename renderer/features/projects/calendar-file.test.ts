import { expect, test } from 'vitest';

import type { Project } from '#contract/schema/project.ts';

import { calendarFile } from './calendar-file.ts';

const project = (number: number, title: string, publish_at: string | null): Project =>
  ({
    id: `project:v1:script:${number}`,
    title,
    stage: 'scripting',
    channel_id: 3,
    production: { publish_at },
  }) as unknown as Project;

const options = { name: 'Slow Lines', channelName: () => 'Slow Lines', now: new Date('2026-11-29T00:00:00Z') };

/** Undoes the folding of long lines. */
const linesOf = (file: string): string[] => file.replaceAll('\r\n ', '').split('\r\n');

test('each planned project is an event in UTC, with what is special in its title kept', () => {
  const title = 'Größe, Łódź; a “very” long title about the night train that nobody takes any more 🚂';
  const lines = linesOf(
    calendarFile([project(7, title, '2026-03-29T01:30:00.000Z'), project(8, 'No date', null)], options),
  );
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
  expect(lines).toContain('UID:project-v1-script-7@cutaway');
  expect(lines).toContain('DTSTART:20260329T013000Z');
  expect(lines).toContain(`SUMMARY:${title.replaceAll(/[,;]/g, (sign) => `\\${sign}`)}`);
  expect(lines).toContain('DESCRIPTION:Slow Lines · Scripting');
});

test('a file without dates is still a calendar', () => {
  const file = calendarFile([], options);
  expect(file.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true);
  expect(file.endsWith('END:VCALENDAR')).toBe(true);
});
