/**
 * Lists the sample team's plans, comments and notifications; all are made up. Days count from the creation of the
 * sample.
 */
import type { NotificationType } from '#contract/schema/project.ts';

/** Refers to the owner, the editor or the viewer of the sample team. */
export type SamplePerson = 'ada' | 'ben' | 'cleo';

export type SampleStage = 'recording' | 'thumbnail' | 'video_gen' | 'video_ready' | 'upload';

export interface SampleTask {
  readonly title: string;
  readonly required?: boolean;
  readonly done?: boolean;
  readonly by?: SamplePerson;
  /** Days from now; past ones are overdue. */
  readonly due?: number;
}

export interface SampleProject {
  /** Must be the title of a sample script or idea. */
  readonly title: string;
  /** The day the script was begun, counted from today. If absent, all dates are today's. */
  readonly startDay?: number;
  /** The day the script reached each stage, counted from today. */
  readonly stages?: readonly (readonly [stage: SampleStage, day: number])[];
  readonly publish?: { readonly day: number; readonly scheduled?: boolean };
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly visibility?: 'public' | 'unlisted' | 'private';
  readonly thumbnailText?: string;
  readonly tasks?: readonly SampleTask[];
  /** Each body mentions `to` by name. */
  readonly comments?: readonly { readonly by: SamplePerson; readonly body: string; readonly to?: SamplePerson }[];
  readonly notifications?: readonly {
    readonly type: NotificationType;
    readonly by: SamplePerson;
    readonly message: string;
  }[];
}

export const SAMPLE_PROJECTS: readonly SampleProject[] = [
  {
    title: 'Why night trains came back',
    startDay: -3,
    publish: { day: 12 },
    description: 'The price of the night, not of the ticket: one sum out loud. (Sample text.)',
    tags: ['night train', 'railway', 'travel'],
    thumbnailText: '109 for a bed?',
    tasks: [
      { title: 'Check the berth price once more', by: 'ada', due: 1, required: true },
      { title: 'Ask the carriage builder for a picture', by: 'ben', due: 4 },
      { title: 'Read the draft aloud', by: 'ada', due: -1, required: true },
      { title: 'Sources noted', done: true, required: true },
    ],
    comments: [
      {
        by: 'ben',
        body: '@Ada Sample the sum in part two needs a second source. I have one from the sample survey.',
        to: 'ada',
      },
      { by: 'ada', body: 'Good, put it beside the price check.' },
    ],
    notifications: [
      {
        type: 'project_mentioned',
        by: 'ben',
        message:
          'Ben Example mentioned you on “Why night trains came back”: the sum in part two needs a second source.',
      },
      {
        type: 'task_assigned',
        by: 'ben',
        message: 'You have a task in “Why night trains came back”: Read the draft aloud',
      },
    ],
  },
  {
    title: 'Inside a sleeper carriage',
    startDay: -8,
    stages: [
      ['recording', -5],
      ['thumbnail', -1],
    ],
    publish: { day: 5 },
    thumbnailText: '2 metres wide',
    tasks: [{ title: 'Choose the thumbnail', by: 'ada', due: 2, required: true }],
    comments: [{ by: 'cleo', body: 'The cutaway drawing reads better small than the photo does.' }],
    notifications: [
      {
        type: 'project_commented',
        by: 'cleo',
        message: 'Cleo Demo commented on “Inside a sleeper carriage”: The cutaway drawing reads better small.',
      },
    ],
  },
  {
    title: 'The ferry that sails at five',
    startDay: -7,
    stages: [['recording', -2]],
    publish: { day: 19 },
    tasks: [{ title: 'Book the second night on board', by: 'ben', due: 6 }],
  },
  {
    title: 'The new timetable, explained on one page',
    startDay: -12,
    stages: [
      ['recording', -9],
      ['thumbnail', -6],
      ['video_gen', -4],
      ['video_ready', -3],
      ['upload', -1],
    ],
    publish: { day: 3, scheduled: true },
    visibility: 'public',
    description: 'What changes on the second Sunday of December, and for whom. (Sample text.)',
    tags: ['timetable', 'railway'],
    tasks: [
      { title: 'Description written', done: true, required: true },
      { title: 'End screen added', done: true },
    ],
  },
  {
    title: 'Five stations older than their towns',
    startDay: -10,
    stages: [
      ['recording', -7],
      ['thumbnail', -5],
      ['video_gen', -2],
      ['video_ready', -1],
    ],
    publish: { day: 8 },
  },
  { title: 'How to read a railway signal in two minutes', publish: { day: -6 }, visibility: 'public' },
  { title: 'A bridge that is repaired while you cross it', publish: { day: 26 } },
];
