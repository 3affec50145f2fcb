/** Makes pictures of a video's blocks as its scenes finish, so that people can watch the progress. */
import { and, eq, sql } from 'drizzle-orm';

import type { VideoPlan } from '../../engines/video/video.ts';
import type { Job } from '../../jobs/job.ts';
import { video_projects } from '../../store/schema-videos.ts';
import { planOf } from './plan.ts';
import type { ArtifactRow, VideoRow } from './reach.ts';
import type { StillRequest, VideoServices } from './services.ts';

interface Of {
  readonly video: VideoRow;
  readonly base: ArtifactRow | null;
  readonly plan: VideoPlan;
}

interface Drawn {
  /** Contains the current paths of asset files. */
  readonly plan: VideoPlan;
  readonly asked: StillRequest;
}

/** Returns pictures that can be reused: those of unchanged blocks, or those from an interrupted render. */
function known({ video, base, plan }: Of): Record<string, string> {
  if (!base) return { ...video.pictures };
  const before = new Map(planOf(base.plan).scenes.map((scene) => [scene.key, JSON.stringify(scene)]));
  const same = plan.scenes.filter((scene) => before.get(scene.key) === JSON.stringify(scene));
  return Object.fromEntries(same.flatMap(({ key }) => (base.pictures[key] ? [[key, base.pictures[key]]] : [])));
}

export class BlockPictures {
  readonly #job: Job;
  readonly #options: Pick<VideoServices, 'media' | 'videoMaker'>;
  readonly #of: Of;
  readonly #drawn: Drawn;
  readonly #made: Record<string, string>;
  #working: Promise<void> = Promise.resolve();

  constructor(job: Job, options: Pick<VideoServices, 'media' | 'videoMaker'>, of: Of, drawn: Drawn) {
    this.#job = job;
    this.#options = options;
    this.#of = of;
    this.#drawn = drawn;
    this.#made = known(of);
  }

  /** Queues the picture of a finished scene; pictures are made one at a time. */
  drawn(scene: string): void {
    if (this.#made[scene] !== undefined) return;
    // Ignores a failure here: `all` retries whatever is missing and reports it.
    this.#working = this.#working.then(() => this.#make(scene)).catch(() => undefined);
  }

  settled(): Promise<void> {
    return this.#working;
  }

  async all(): Promise<Record<string, string>> {
    await this.#working;
    for (const { key } of this.#drawn.plan.scenes) await this.#make(key);
    return this.#made;
  }

  async #make(key: string): Promise<void> {
    if (this.#made[key] !== undefined) return;
    // Stops early on cancellation, because a long video can need hundreds of pictures.
    this.#drawn.asked.signal.throwIfAborted();
    const { media, videoMaker } = this.#options;
    const { video } = this.#of;
    const name = await media.put(await videoMaker.still(this.#drawn.plan, key, this.#drawn.asked));
    this.#made[key] = name;
    // Pictures of a later version stay hidden until it is published.
    if (this.#of.base) return;
    await this.#job.transaction((tx) =>
      tx
        .update(video_projects)
        .set({ pictures: sql`${video_projects.pictures} || ${JSON.stringify({ [key]: name })}::jsonb` })
        .where(and(eq(video_projects.id, video.id), eq(video_projects.status, 'generating'))),
    );
  }
}
