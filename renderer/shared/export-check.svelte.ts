import type { Bridge } from '#renderer/bridge/bridge.ts';
import type { FileFormat } from './export-formats.ts';
import { type ExportChoice, type ExportedScript, makeFile } from './export-scripts.ts';

/** The time from the last change until the export is tried. */
const PAUSE_MS = 300;

/** Tries an export before it is saved, so that a person sees beforehand what the file loses. */
export class ExportCheck {
  notes = $state.raw<readonly string[]>([]);
  /** The file as it would be saved: the last one until the next is ready, null after a failure. */
  file = $state.raw<{ readonly bytes: Uint8Array; readonly format: FileFormat } | null>(null);
  readonly #bridge: Bridge;
  #stop: AbortController | null = null;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  /**
   * Converts the script after a pause and shows the losses of the file; stops a running check. Call the returned
   * function when the script or the choice changes.
   */
  run(script: ExportedScript, choice: ExportChoice): () => void {
    this.notes = [];
    const stop = new AbortController();
    this.#stop = stop;
    const timer = setTimeout(() => void this.#check(script, choice, stop), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }

  async #check(script: ExportedScript, choice: ExportChoice, stop: AbortController): Promise<void> {
    // Saving reports the failure.
    const file = await makeFile(this.#bridge, script, choice, stop.signal).catch(() => null);
    if (this.#stop !== stop || stop.signal.aborted) return;
    this.notes = file?.notes ?? [];
    this.file = file && { bytes: file.bytes, format: choice.format };
  }
}
