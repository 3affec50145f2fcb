/** Says what a service found wrong with a field in the window's language; its own sentences are English. */

import { formatNumber, plural } from '../ui/language.ts';

type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** The sentences that the forms can meet; those that only other programs can cause are left out. */
const SENTENCES: readonly (readonly [pattern: RegExp, translate: (...values: number[]) => string])[] = [
  [/^This field is required\.$/, () => 'This field is required.'],
  [/^At least (-?[\d.]+) characters\.$/, (min) => plural(min, ['At least # character.', 'At least # characters.'])],
  [/^At most (\d+) characters\.$/, (max) => plural(max, ['At most # character.', 'At most # characters.'])],
  [/^At most (\d+) characters in total\.$/, (max) => `At most ${formatNumber(max)} characters in total.`],
  [/^At least (\d+) entr(?:y|ies)\.$/, (min) => plural(min, ['At least # entry.', 'At least # entries.'])],
  [/^At most (\d+) entries\.$/, (max) => plural(max, ['At most # entry.', 'At most # entries.'])],
  [/^At most (\d+) texts\.$/, (max) => plural(max, ['At most # text.', 'At most # texts.'])],
  [/^At most (\d+) addresses\.$/, (max) => plural(max, ['At most # address.', 'At most # addresses.'])],
  [/^At most (\d+) headers\.$/, (max) => plural(max, ['At most # header.', 'At most # headers.'])],
  [/^At most (\d+) people\.$/, (max) => plural(max, ['At most # person.', 'At most # people.'])],
  [/^At least (-?[\d.]+)\.$/, (min) => `At least ${formatNumber(min)}.`],
  [/^At most (-?[\d.]+)\.$/, (max) => `At most ${formatNumber(max)}.`],
  [
    /^Must be a whole number from (-?[\d.]+) to (-?[\d.]+)\.$/,
    (min, max) => `Must be a whole number from ${formatNumber(min)} to ${formatNumber(max)}.`,
  ],
  [/^Contains a character that can’t be stored\.$/, () => 'Contains a character that can’t be stored.'],
  [/^Enter an address that starts with https:\/\/\.$/, () => 'Enter an address that starts with https://.'],
  [
    /^Enter an address that starts with http:\/\/ or https:\/\/\.$/,
    () => 'Enter an address that starts with http:// or https://.',
  ],
  [/^Enter a size such as 1536x1024, or auto\.$/, () => 'Enter a size such as 1536x1024, or auto.'],
  [/^Enter the channel’s handle or ID\.$/, () => 'Enter the channel’s handle or ID.'],
  [/^Enter the video’s URL or ID\.$/, () => 'Enter the video’s URL or ID.'],
  [/^Choose at least one ability\.$/, () => 'Choose at least one ability.'],
  [/^Choose at least one event\.$/, () => 'Choose at least one event.'],
  [/^This header can’t be set\.$/, () => 'This header can’t be set.'],
  [/^This header is set twice\.$/, () => 'This header is set twice.'],
  [
    /^A header name can have up to 100 letters, digits and hyphens\.$/,
    () => 'A header name can have up to 100 letters, digits and hyphens.',
  ],
  [/^A header value must be plain ASCII on one line\.$/, () => 'A header value must be plain ASCII on one line.'],
  [/^This isn’t a video ID or URL\.$/, () => 'This isn’t a video ID or URL.'],
  [/^The video is shorter than 3 minutes\.$/, () => 'The video is shorter than 3 minutes.'],
  [/^No videos of this channel were found\.$/, () => 'No videos of this channel were found.'],
  [/^Your team has already bookmarked this\.$/, () => 'Your team has already bookmarked this.'],
  [/^Your team already has a webhook with this name\.$/, () => 'Your team already has a webhook with this name.'],
  [/^You already have a token with this name\.$/, () => 'You already have a token with this name.'],
  [/^The address can’t contain \? or #\.$/, () => 'The address can’t contain ? or #.'],
  [/^Keys are only sent over https\.$/, () => 'Keys are only sent over https.'],
  [/^Required for an OpenAI-compatible provider\.$/, () => 'Required for an OpenAI-compatible provider.'],
  [/^Required for Brave Search\.$/, () => 'Required for Brave Search.'],
  [/^Required for SearXNG\.$/, () => 'Required for SearXNG.'],
  [/^A script needs a topic\.$/, () => 'A script needs a topic.'],
  [/^The script needs at least one spoken word\.$/, () => 'The script needs at least one spoken word.'],
  [/^This voice isn’t available on this computer\.$/, () => 'This voice isn’t available on this computer.'],
  [/^Scheduling needs a publish time\.$/, () => 'Scheduling needs a publish time.'],
  [/^The publish time is in the past\.$/, () => 'The publish time is in the past.'],
  [/^Complete the required checklist items first\.$/, () => 'Complete the required checklist items first.'],
  [/^Recording is turned off for this channel\.$/, () => 'Recording is turned off for this channel.'],
  [/^This template doesn’t exist\.$/, () => 'This template doesn’t exist.'],
  [/^Choose a sound\. This file has a picture\.$/, () => 'Choose a sound. This file has a picture.'],
  [
    /^Audio can’t be shown\. Choose a picture or a video\.$/,
    () => 'Audio can’t be shown. Choose a picture or a video.',
  ],
];

/** Returns the sentence in the window's language, or null if it is unknown. */
export function translateFieldError(sentence: string): string | null {
  for (const [pattern, translate] of SENTENCES) {
    const match = pattern.exec(sentence);
    if (match) return translate(...match.slice(1).map(Number));
  }
  return null;
}

/** Translates the sentences it knows; those of another service stay as they are. */
export const translateFieldErrors = (fields: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields).map(([field, sentences]) => [
      field,
      sentences.map((sentence) => translateFieldError(sentence) ?? sentence),
    ]),
  );
