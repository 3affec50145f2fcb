/**
 * A project is an idea without a script, or a script: there is no separate record, so changing the idea or the script
 * changes the project (spec 2 §2 Project, 3 "Projects"). A comment on the field says what the spec leaves open.
 */
import { z } from 'zod';

import {
  Id,
  openEnum,
  optionalText,
  rawText,
  requestTime,
  text,
  Timestamp,
  Uuid,
  WebAddress,
  wholeNumber,
} from '../fields.ts';
import { LIMITS } from '../limits.ts';

export const PROJECT_SOURCES = ['idea', 'script'] as const;
export const IDEA_STAGES = ['new', 'considering', 'needs_script'] as const;
export const SCRIPT_STAGES = ['scripting', 'recording', 'thumbnail', 'video_gen', 'video_ready', 'upload'] as const;
export const PROJECT_STAGES = [...IDEA_STAGES, ...SCRIPT_STAGES] as const;
export type ProjectStage = (typeof PROJECT_STAGES)[number];

/** Display names of the stages (not in the spec). */
export const STAGE_NAMES: Readonly<Record<ProjectStage, string>> = {
  new: 'New',
  considering: 'Considering',
  needs_script: 'Needs script',
  scripting: 'Scripting',
  recording: 'Recording',
  thumbnail: 'Thumbnail',
  video_gen: 'Video generation',
  video_ready: 'Video ready',
  upload: 'Upload',
};

export const VISIBILITIES = ['public', 'unlisted', 'private'] as const;
/** Means no plan, a confirmed publish time, and a published video (not in the spec). */
export const UPLOAD_STATUSES = ['draft', 'scheduled', 'published'] as const;
export const REVIEW_STATUSES = ['requested', 'approved', 'changes_requested'] as const;

/** Adds data that a list or a project leaves out otherwise (not in the spec). */
export const PROJECT_EXPANSIONS = ['channel', 'production', 'counts'] as const;

export const ProjectId = z
  .string()
  .regex(/^project:v1:(idea|script):[1-9][0-9]{0,9}$/)
  .refine((id) => Id.safeParse(Number(id.split(':').at(-1))).success);

const Person = z.looseObject({ id: z.int(), name: z.string() });

export const Project = z.looseObject({
  id: z.string(),
  source: openEnum(PROJECT_SOURCES),
  title: z.string(),
  topic: z.string().nullable(),
  angle: z.string().nullable(),
  /** Usable as If-Match, without quotes. Changes with every change of the project, including its production. */
  revision: z.string(),
  /**
   * An idea's status, or a script's production stage (`planning` counts as scripting, `published` as upload). A
   * rejected idea has the stage `rejected`, which no move leads to; it is listed with the archived ones.
   */
  stage: openEnum([...PROJECT_STAGES, 'rejected']),
  channel_id: z.int(),
  idea_id: z.int().nullable(),
  script_id: z.int().nullable(),
  script_number: z.int().nullable(),
  archived: z.boolean(),
  archived_at: Timestamp.nullable(),
  /** A promoted idea's project keeps the idea's creation time. Lists use this order, newest first. */
  created_at: Timestamp,
  updated_at: Timestamp,
  /** Included with expand=channel. */
  channel: z.looseObject({ id: z.int(), title: z.string().nullable() }).optional(),
  /** Included with expand=production: the fields a board or a calendar shows. */
  production: z
    .looseObject({
      publish_at: Timestamp.nullable(),
      status: openEnum(UPLOAD_STATUSES),
      visibility: openEnum(VISIBILITIES),
      checklist_done: z.int(),
      checklist_total: z.int(),
    })
    .optional(),
  /** Included with expand=counts. */
  counts: z
    .looseObject({
      comments: z.int(),
      open_tasks: z.int(),
      /** Not in the spec: lists the people with open tasks in it. */
      assignees: z.array(Person).optional(),
    })
    .optional(),
});
export type Project = z.infer<typeof Project>;

/** Promoting an idea creates a script (spec 2 §4 POST /projects). */
export const ProjectCreate = z.strictObject({
  channel_id: Id,
  source: z.enum(['idea']).default('idea'),
  title: text({ min: 1, max: LIMITS.title }),
  topic: optionalText({ max: LIMITS.ideaTopic }),
  angle: optionalText({ max: LIMITS.angle }),
  stage: z.enum(IDEA_STAGES).default('new'),
});

/** An absent field keeps its value; a script must keep a topic (spec 3 "Projects"). */
export const ProjectUpdate = z.strictObject({
  title: text({ min: 1, max: LIMITS.title }).optional(),
  topic: optionalText({ max: LIMITS.ideaTopic }),
  angle: optionalText({ max: LIMITS.angle }),
});

/**
 * A stage outside of the source's own stages answers 422, and so does recording if the channel does not record (spec
 * 3).
 */
export const ProjectMove = z.strictObject({ stage: z.enum(PROJECT_STAGES) });
export const ProjectPromote = z.strictObject({ stage: z.enum(SCRIPT_STAGES).default('scripting') });

/** Follows spec 2 §2 Project comment. */
export const ProjectComment = z.looseObject({
  id: z.int(),
  body: z.string(),
  author: Person,
  mentioned_user_ids: z.array(z.int()),
  edited_at: Timestamp.nullable(),
  created_at: Timestamp,
});
export type ProjectComment = z.infer<typeof ProjectComment>;

/** Mentions people of the team who can access the project; they are notified. */
export const CommentCreate = z.strictObject({
  body: rawText(LIMITS.comment)
    .refine((value) => value.trim() !== '', 'This field is required.')
    .meta({ minLength: 1, maxLength: LIMITS.comment }),
  mentioned_user_ids: z.array(Id).max(LIMITS.mentions, `At most ${LIMITS.mentions} people.`).default([]),
});

/** Undoes the deletion of a comment; takes the token from its answer (not in the spec). */
export const CommentRestore = z.strictObject({ restore: rawText(LIMITS.deletedComment) });

export const ACTIVITY_TYPES = [
  'created',
  'changed',
  'moved',
  'promoted',
  'archived',
  'restored',
  'commented',
  'production_changed',
  'scheduled',
  'review_requested',
  /** The video's link was added, and removed. */
  'published',
  'unpublished',
] as const;
export type ActivityType = (typeof ACTIVITY_TYPES)[number];

/** Changes that a person made to entries of a checklist; `from` and `to` are its title before and after. */
export const CHECKLIST_CHANGES = [
  'checklist_added',
  'checklist_removed',
  'checklist_renamed',
  'checklist_done',
  'checklist_reopened',
] as const;

/** Not in the spec: lists who did what, newest first. */
export const ProjectActivity = z.looseObject({
  id: z.int(),
  type: openEnum(ACTIVITY_TYPES),
  actor: Person.nullable(),
  /** `from` and `to` belong to a move, `fields` and `changes` to a change. */
  details: z.looseObject({
    from: z.string().optional(),
    to: z.string().optional(),
    fields: z.array(z.string()).optional(),
    /**
     * The fields before and after: times in ISO 8601, lists separated by commas, long texts cut. Entries from before
     * there were changes lack it.
     */
    changes: z
      .array(z.looseObject({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() }))
      .optional(),
  }),
  created_at: Timestamp,
});
export type ProjectActivity = z.infer<typeof ProjectActivity>;

/** How far an attached file is: its parts arrive, they are made one file, and then it can be read. */
export const ATTACHMENT_STATES = ['uploading', 'storing', 'ready', 'failed'] as const;

/**
 * Not in the spec: describes the attachments of a project, never their content. Links are the research addresses of its
 * script (`research:1`) and those that people attached (`attachment:12`), like files.
 */
export const ProjectAttachment = z.looseObject({
  id: z.string(),
  kind: openEnum(['link', 'thumbnail', 'file']),
  name: z.string(),
  /** Null for a file in a list; reading one attachment answers a file's address, which expires. */
  url: z.string().nullable(),
  content_type: z.string().nullable(),
  size_bytes: z.int().nullable(),
  /** True for the chosen thumbnail (not in the spec). */
  winner: z.boolean().optional(),
  /** Set for files (not in the spec). */
  state: openEnum(ATTACHMENT_STATES).optional(),
  uploaded_bytes: z.int().optional(),
  /** The person who attached it; null if unknown (not in the spec). */
  added_by: Person.nullable().optional(),
  created_at: Timestamp,
});
export type ProjectAttachment = z.infer<typeof ProjectAttachment>;

/**
 * A link without a name is called by its address. An address that is already attached keeps its place (not in the
 * spec).
 */
export const AttachmentCreate = z.strictObject({
  url: WebAddress(LIMITS.attachment.url),
  name: optionalText({ max: LIMITS.attachment.name }),
});

/** Announces a file (not in the spec); its bytes follow in parts. A name that is taken in the project gets a number. */
export const AttachmentFileCreate = z.strictObject({
  name: text({ min: 1, max: LIMITS.attachment.name }),
  bytes: wholeNumber(1, LIMITS.attachment.bytes),
});
export const AttachmentRename = z.strictObject({ name: text({ min: 1, max: LIMITS.attachment.name }) });

/** An open checklist entry assigned to the caller (not in the spec). */
export const ProjectTask = z.looseObject({
  id: z.int(),
  title: z.string(),
  project_id: z.string(),
  project_title: z.string(),
  channel_id: z.int(),
  stage: z.string(),
  required: z.boolean(),
  due_at: Timestamp.nullable(),
  overdue: z.boolean(),
});
export type ProjectTask = z.infer<typeof ProjectTask>;

export const NOTIFICATION_TYPES = [
  'script_status_changed',
  'project_mentioned',
  'project_commented',
  'task_assigned',
  'thumbnail_review_requested',
  /** Fewer ideas than requested were created, or none; it names no project (not in the spec). */
  'ideas_not_made',
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** Follows spec 2 §2 Project notification. */
export const ProjectNotification = z.looseObject({
  id: z.string(),
  type: openEnum(NOTIFICATION_TYPES),
  /** 0 if the notification is about no project. */
  project_id: z.string(),
  /** False if there is no project or the caller can no longer access it. */
  target_available: z.boolean(),
  /** Empty of the project's details for a member who has lost access to it; `actor` is null then. */
  message: z.string(),
  actor: Person.nullable(),
  read_at: Timestamp.nullable(),
  created_at: Timestamp,
});
export type ProjectNotification = z.infer<typeof ProjectNotification>;
export const NotificationId = Uuid;

/** Not in the spec: done entries stay in the list; `due_at` and `assignee_id` make an entry somebody's task. */
export const ChecklistItem = z.looseObject({
  id: z.int(),
  title: z.string(),
  required: z.boolean(),
  done: z.boolean(),
  assignee_id: z.int().nullable(),
  due_at: Timestamp.nullable(),
});
export type ChecklistItem = z.infer<typeof ChecklistItem>;

/** Follows spec 2 §2 Project production metadata. */
export const Production = z.looseObject({
  project_id: z.string(),
  stage: z.string(),
  thumbnail: z.looseObject({
    text: z.string().nullable(),
    winner_selected: z.boolean(),
    review_status: openEnum(REVIEW_STATUSES).nullable(),
    review_notes: z.string().nullable(),
    reviewed_at: Timestamp.nullable(),
  }),
  upload: z.looseObject({
    description: z.string(),
    tags: z.array(z.string()),
    visibility: openEnum(VISIBILITIES),
    made_for_kids: z.boolean(),
    status: openEnum(UPLOAD_STATUSES),
    publish_at: Timestamp.nullable(),
    all_required_checked: z.boolean(),
  }),
  checklist: z.array(ChecklistItem),
  checklist_total: z.int(),
  checklist_truncated: z.boolean(),
});
export type Production = z.infer<typeof Production>;

const tag = text({ min: 1, max: LIMITS.videoTags.length });

/** An absent field keeps its value (spec 3 "PATCH production"). */
export const ProductionUpdate = z.strictObject({
  description: rawText(LIMITS.videoDescription).optional(),
  /** The platform counts the tags together: at most 500 characters. */
  tags: z
    .array(tag)
    .max(LIMITS.videoTags.count, `At most ${LIMITS.videoTags.count} entries.`)
    .refine(
      (tags) => tags.join(',').length <= LIMITS.videoTags.together + Math.max(0, tags.length - 1),
      `At most ${LIMITS.videoTags.together} characters in total.`,
    )
    .optional(),
  visibility: z.enum(VISIBILITIES).optional(),
  thumbnail_text: optionalText({ max: LIMITS.thumbnailText }),
  /** Null removes the time and the schedule. */
  publish_at: requestTime.nullable().optional(),
  made_for_kids: z.boolean().optional(),
  /** True needs a future publish time and every required checklist entry done. */
  mark_scheduled: z.boolean().optional(),
  /** True notifies the team's administrators. */
  request_thumbnail_review: z.boolean().optional(),
  /**
   * Replaces the whole list, in order: an entry with an id stays the same, one without an id is new, one left out is
   * deleted.
   */
  checklist: z
    .array(
      z.strictObject({
        id: Id.optional(),
        title: text({ min: 1, max: LIMITS.checklist.title }),
        required: z.boolean().default(false),
        done: z.boolean().default(false),
        assignee_id: Id.nullable().default(null),
        due_at: requestTime.nullable().default(null),
      }),
    )
    .max(LIMITS.checklist.count, `At most ${LIMITS.checklist.count} entries.`)
    .optional(),
});
