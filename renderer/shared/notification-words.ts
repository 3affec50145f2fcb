import { STAGE_NAMES, type ProjectNotification, type ProjectStage } from '#contract/schema/project.ts';

/** Names a stage, which our services write in English, in the window's language. */
function stageIn(written: string): string {
  const key = written
    .toLowerCase()
    .replaceAll(' ', '_')
    .replace(/_generation$/, '_gen');
  return Object.hasOwn(STAGE_NAMES, key) ? STAGE_NAMES[key as ProjectStage] : written;
}

/** Returns the parts of a message, or null if it has another form. */
const partsOf = (form: RegExp, message: string): readonly [string, string, string] | null => {
  const match = form.exec(message);
  return match && [match[1] ?? '', match[2] ?? '', match[3] ?? ''];
};

type Form = readonly [RegExp, (first: string, second: string, third: string) => string];

/** Lists the sentences of our services, each with a function that says it in the window's language. */
const FORMS: readonly Form[] = [
  [/^“(.*)” moved to (.*)\.$/s, (title, stage) => `“${title}” moved to ${stageIn(stage)}.`],
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

/** Says what a notification says in the window's language; a sentence of another service stays as it is. */
export function notificationWords({ message }: ProjectNotification): string {
  for (const [form, say] of FORMS) {
    const parts = partsOf(form, message);
    if (parts) return say(...parts);
  }
  return message;
}
