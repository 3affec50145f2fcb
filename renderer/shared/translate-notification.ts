import { STAGE_NAMES, type ProjectNotification, type ProjectStage } from '#contract/schema/project.ts';

/** Translates the English name of a stage that the service sends. */
function translateStage(stage: string): string {
  const key = stage
    .toLowerCase()
    .replaceAll(' ', '_')
    .replace(/_generation$/, '_gen');
  return Object.hasOwn(STAGE_NAMES, key) ? STAGE_NAMES[key as ProjectStage] : stage;
}

/** Returns the parts of a message, or null if it does not match. */
const matchParts = (form: RegExp, message: string): readonly [string, string, string] | null => {
  const match = form.exec(message);
  return match && [match[1] ?? '', match[2] ?? '', match[3] ?? ''];
};

type Sentence = readonly [RegExp, (first: string, second: string, third: string) => string];

/** The sentences of the service, each with a function that returns its translation. */
const SENTENCES: readonly Sentence[] = [
  [/^“(.*)” moved to (.*)\.$/s, (title, stage) => `“${title}” moved to ${translateStage(stage)}.`],
  [/^“(.*)” is published\.$/s, (title) => `“${title}” is published.`],
  [/^“(.*)” is no longer marked as published\.$/s, (title) => `“${title}” is no longer marked as published.`],
  [/^You have a task in “(.*?)”: (.*)$/s, (title, task) => `You have a task in “${title}”: ${task}`],
  [/^(.*?) mentioned you on “(.*?)”: (.*)$/s, (name, title, text) => `${name} mentioned you on “${title}”: ${text}`],
  [/^(.*?) commented on “(.*?)”: (.*)$/s, (name, title, text) => `${name} commented on “${title}”: ${text}`],
  [
    /^The thumbnail of “(.*)” is waiting for your review\.$/s,
    (title) => `The thumbnail of “${title}” is waiting for your review.`,
  ],
  [/^You no longer have access to this project\.$/, () => 'You no longer have access to this project.'],
];

/** Returns a notification in the window's language; an unknown sentence stays as it is. */
export function translateNotification({ message }: ProjectNotification): string {
  for (const [form, translate] of SENTENCES) {
    const parts = matchParts(form, message);
    if (parts) return translate(...parts);
  }
  return message;
}
