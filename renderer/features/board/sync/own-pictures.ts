/**
 * Keeps pictures that the service cannot take, because its API has no upload. Like everything else the user makes, they
 * are in the window's database and in the host's journal, so that either copy can restore the other.
 */
import type { Forms } from '#renderer/drafts/forms.ts';
import { base64Of } from '#renderer/shared/save-file.ts';

type Kept = { mime: string; base64: string };

/** Maximum per board, because all of them are compared with the journal at a start. */
export const MAX_OWN = 40;
const NAME = /^own-([0-9a-f-]{36})$/;

export class OwnPictures {
  readonly #forms: Pick<Forms, 'open'>;
  readonly #account: string;

  constructor(forms: Pick<Forms, 'open'>, account: string) {
    this.#forms = forms;
    this.#account = account;
  }

  /** Returns the name it is kept under. */
  async keep(picture: Blob): Promise<string> {
    const id = crypto.randomUUID();
    const draft = await this.#forms.open<Kept>(this.#account, `picture-${id}`);
    draft.change({ mime: picture.type, base64: await base64Of(new Uint8Array(await picture.arrayBuffer())) });
    await draft.flush();
    await draft.close();
    return `own-${id}`;
  }

  /** Returns null if neither copy has it. */
  async read(name: string): Promise<Blob | null> {
    const [, id] = NAME.exec(name) ?? [];
    if (id === undefined) return null;
    const draft = await this.#forms.open<Kept>(this.#account, `picture-${id}`);
    const { mime, base64 } = draft.value;
    await draft.close();
    if (mime === undefined || base64 === undefined) return null;
    return new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type: mime });
  }
}
