import { logger } from '#log/logger.ts';
import type { Settings } from '../app-state/settings.svelte.ts';
import { type FileFormat, isFormat } from './export-formats.ts';

const log = logger('settings');

/** The choices of an export, which start as those of the last one. */
export class ExportSettings {
  readonly #settings: Settings;
  format = $state<FileFormat>('markdown');
  headings = $state(true);
  cues = $state(true);
  comments = $state(true);

  constructor(settings: Settings) {
    this.#settings = settings;
    const { format, ...others } = settings.value.export_choice;
    // A newer version may have written a format that this one doesn't have.
    if (isFormat(format)) this.format = format;
    Object.assign(this, others);
  }

  get value(): { format: FileFormat; headings: boolean; cues: boolean; comments: boolean } {
    const { format, headings, cues, comments } = this;
    return { format, headings, cues, comments };
  }

  remember(): void {
    void this.#settings.set({ export_choice: this.value }).catch(log.failure('settings not saved'));
  }
}
