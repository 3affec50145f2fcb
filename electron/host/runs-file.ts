/** Stores the active runs and the last ended ones in runs.json. */
import { join } from 'node:path';
import { z } from 'zod';

import { WatchedRun } from '#contract/watched-run.ts';
import { DurableJson } from './durable-json.ts';

const RunsFile = z.object({ runs: z.array(WatchedRun) });
const MAX_ENDED_RUNS = 100;

export const isActive = ({ status }: WatchedRun): boolean => status === 'queued' || status === 'running';
export const hasEnded = ({ finished_at }: WatchedRun): boolean => finished_at !== null;

/** The runs by id, oldest first; every change is on disk when its promise resolves. */
export class RunsFileStore {
  readonly #file: DurableJson<z.infer<typeof RunsFile>>;

  private constructor(file: DurableJson<z.infer<typeof RunsFile>>) {
    this.#file = file;
  }

  static async open(dataFolder: string, report: (sentence: string) => void): Promise<RunsFileStore> {
    const parse = (value: unknown) => RunsFile.parse(value);
    const file = await DurableJson.open(join(dataFolder, 'runs.json'), parse, { runs: [] }, (movedTo) =>
      report(
        `Your list of runs couldn’t be read. Finished texts are still on the service. The damaged file was kept as ${movedTo}.`,
      ),
    );
    return new RunsFileStore(file);
  }

  list(): WatchedRun[] {
    return this.#file.value.runs;
  }

  get(id: string): WatchedRun | null {
    return this.list().find((run) => run.id === id) ?? null;
  }

  async put(run: WatchedRun): Promise<void> {
    const isKnown = this.get(run.id) !== null;
    const runs = isKnown ? this.list().map((r) => (r.id === run.id ? run : r)) : [...this.list(), run];
    const superfluous = new Set(runs.filter(hasEnded).slice(0, -MAX_ENDED_RUNS));
    await this.#file.set({ runs: runs.filter((r) => !superfluous.has(r)) });
  }

  async remove(matches: (run: WatchedRun) => boolean): Promise<WatchedRun[]> {
    const removedRuns = this.list().filter(matches);
    if (removedRuns.length > 0) await this.#file.set({ runs: this.list().filter((run) => !removedRuns.includes(run)) });
    return removedRuns;
  }
}
