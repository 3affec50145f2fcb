/**
 * Describes the stream that tells an app of others' changes: server-sent events (WHATWG HTML §9.2) named `change`,
 * whose data is a topic. They carry no content: whoever may read it asks for it again.
 */
export const LIVE_PATH = '/local/v1/live';

/** The topic that stands for every other: changes may have been missed. */
export const EVERYTHING = '*';

/** Seconds between signs of life, so that a dead connection is noticed. */
export const LIVE_BEAT_SECONDS = 20;

/** Returns the topic of an operation's family, for example `scripts` for `local.scripts`. */
export const getTopic = (family: string): string => family.replace(/^local\./, '');

/** Beginnings of the ids of operations that show a topic, where they differ from its name. */
const SHOWN_BY: Readonly<Record<string, readonly string[]>> = {
  people: ['local.members', 'local.invitations', 'local.sessions', 'local.administration', 'team'],
  ideas: ['ideas', 'projects', 'tasks'],
  scripts: ['scripts', 'local.scripts', 'projects', 'local.projects', 'tasks'],
  projects: ['projects', 'local.projects', 'tasks', 'projectNotifications', 'ideas', 'scripts'],
  'project-notifications': ['projectNotifications'],
  boardItems: ['board'],
  compositions: ['board', 'local.compositions'],
  pictures: ['board'],
  videos: ['video', 'videoRevision'],
  videoRevision: ['video', 'videoRevision'],
  // An app names the models that the team has connected.
  providers: ['local.providers', 'local.studio'],
  images: ['local.images', 'local.studio'],
  speech: ['local.speech', 'local.studio'],
  thumbnails: ['thumbnails', 'board'],
};

/** Returns the beginnings of the ids of operations whose answers a change of the topic makes old. */
export const listShownBy = (topic: string): readonly string[] => SHOWN_BY[topic] ?? [topic, `local.${topic}`];
