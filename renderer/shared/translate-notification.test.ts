import { expect, test } from 'vitest';

import type { ProjectNotification } from '#contract/schema/project.ts';

import { translateNotification } from './translate-notification.ts';

test('recognizes every sentence of the service with its parts, and leaves others unchanged', () => {
  for (const message of [
    '“A “quoted” title” moved to Video generation.',
    '“Ferries” is published.',
    '“Ferries” is no longer marked as published.',
    'You have a task in “Ferries”: Call “the” museum',
    'Ada mentioned you on “Ferries”: See you on “Monday”: nine',
    'Ben commented on “Ferries”: two\nlines',
    'The thumbnail of “Ferries” is waiting for your review.',
    'You no longer have access to this project.',
    'Something that a newer service says.',
  ])
    expect(translateNotification({ message } as ProjectNotification)).toBe(message);
});
