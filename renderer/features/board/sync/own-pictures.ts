/** Stores pictures of the board that its service does not accept. */
import type { Forms } from '#renderer/drafts/forms.ts';
import { loadPicture, savePicture } from '#renderer/shared/stored-pictures.ts';

/** Maximum per board, because all of them are compared with the journal at a start. */
export const MAX_OWN_PICTURES = 40;
const NAME_PATTERN = /^own-([0-9a-f-]{36})$/;

export class OwnPictures {
  readonly #forms: Pick<Forms, 'open'>;
  readonly #account: string;

  constructor(forms: Pick<Forms, 'open'>, account: string) {
    this.#forms = forms;
    this.#account = account;
  }

  /** Stores a picture and returns its name. */
  async keep(picture: Blob): Promise<string> {
    const id = crypto.randomUUID();
    await savePicture(this.#forms, this.#account, `picture-${id}`, picture);
    return `own-${id}`;
  }

  /** Returns null if no copy is stored. */
  async read(name: string): Promise<Blob | null> {
    const [, id] = NAME_PATTERN.exec(name) ?? [];
    return id === undefined ? null : loadPicture(this.#forms, this.#account, `picture-${id}`);
  }
}
