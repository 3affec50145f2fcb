import type { TextControl } from '../../engines/text/text-engine.ts';

export interface LiveText {
  readonly content_type: 'outline' | 'script';
  readonly text: string;
}

/**
 * Gives access to the unfinished texts of active runs, by job id; rewrites use ids of their own. Texts stay in memory,
 * because the database stores a text once, when its run ends.
 */
export class LiveTexts {
  readonly #readers = new Map<string, () => LiveText>();

  /** Follows a text of a job until `end`, or until the job begins another one. */
  follow(jobId: string, content_type: LiveText['content_type']): Required<Pick<TextControl, 'onLive'>> {
    return { onLive: (read) => void this.#readers.set(jobId, () => ({ content_type, text: read() })) };
  }

  /** Returns null if the job has written nothing yet, or writes in another process. */
  read(jobId: string): LiveText | null {
    const liveText = this.#readers.get(jobId)?.() ?? null;
    return liveText === null || liveText.text.trim() === '' ? null : liveText;
  }

  end(jobId: string): void {
    this.#readers.delete(jobId);
  }
}
