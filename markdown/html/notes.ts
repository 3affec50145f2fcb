import { counted } from '../counted.ts';

/** Longer lists in a note are cut. */
const MAX_NAMED = 8;

const named = (things: readonly string[]): string =>
  [...things.slice(0, MAX_NAMED), ...(things.length > MAX_NAMED ? ['…'] : [])].join(', ');

const list = (things: readonly string[], one: string, more: string): string[] =>
  counted(things.length, one, more).map((sentence) => `${sentence}: ${named(things)}.`);

/** Collects what of a page stays behind. */
export class HtmlNotes {
  pictures = 0;
  comments = 0;
  deletions = 0;
  /** Collects readings above words (ruby). */
  readonly readings: string[] = [];
  readonly buttons: string[] = [];
  /** Holds addresses or names of videos and other embedded media. */
  readonly media: string[] = [];
  navigation = false;

  sentences(): string[] {
    return [
      ...counted(this.pictures, 'A picture was left out.', 'pictures were left out.'),
      ...list(this.media, 'An embedded media item was left out', 'embedded media items were left out'),
      ...counted(this.comments, 'A comment was left out.', 'comments were left out.'),
      ...counted(this.deletions, 'A tracked deletion was left out.', 'tracked deletions were left out.'),
      ...list(this.readings, 'A reading above a word was left out', 'readings above words were left out'),
      ...list(this.buttons, 'A button was left out', 'buttons were left out'),
      ...(this.navigation ? ['The page’s navigation was left out.'] : []),
    ];
  }
}
