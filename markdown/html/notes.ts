import { describeCount } from '../describe-count.ts';

/** Longer lists in a note are cut. */
const MAX_NAMES = 8;

const joinNames = (names: readonly string[]): string =>
  [...names.slice(0, MAX_NAMES), ...(names.length > MAX_NAMES ? ['…'] : [])].join(', ');

const listNote = (names: readonly string[], singular: string, plural: string): string[] =>
  describeCount(names.length, singular, plural).map((sentence) => `${sentence}: ${joinNames(names)}.`);

/** Counts the content of a page that is left out. */
export class HtmlNotes {
  pictures = 0;
  comments = 0;
  deletions = 0;
  /** Collects readings above words (ruby). */
  readonly readings: string[] = [];
  readonly buttons: string[] = [];
  /** Addresses or names of videos and other embedded media. */
  readonly media: string[] = [];
  navigation = false;

  listSentences(): string[] {
    return [
      ...describeCount(this.pictures, 'A picture was left out.', 'pictures were left out.'),
      ...listNote(this.media, 'An embedded media item was left out', 'embedded media items were left out'),
      ...describeCount(this.comments, 'A comment was left out.', 'comments were left out.'),
      ...describeCount(this.deletions, 'A tracked deletion was left out.', 'tracked deletions were left out.'),
      ...listNote(this.readings, 'A reading above a word was left out', 'readings above words were left out'),
      ...listNote(this.buttons, 'A button was left out', 'buttons were left out'),
      ...(this.navigation ? ['The page’s navigation was left out.'] : []),
    ];
  }
}
