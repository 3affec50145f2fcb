/** Makes a picture of each block when its scene is finished, so that people see the progress. */
import { and, eq, sql } from 'drizzle-orm';

import type { VideoPlan } from '../../engines/video/video.ts';
import type { Job } from '../../jobs/job.ts';
import { video_projects } from '../../store/schema-videos.ts';
import { toPlan } from './plan.ts';
import type { ArtifactRow, VideoRow } from './reach.ts';
import type { StillRequest, VideoServices } from './services.ts';

interface VideoVersion {
  readonly video: VideoRow;
  readonly base: ArtifactRow | null;
  readonly plan: VideoPlan;
}

interface StillSource {
  /** A plan with resolved asset paths. */
  readonly plan: VideoPlan;
  readonly request: StillRequest;
}

/** Returns pictures that can be reused: those of unchanged blocks, or those from an interrupted render. */
function findReusablePictures({ video, base, plan }: VideoVersion): Record<string, string> {
  if (!base) return { ...video.pictures };
  const previousScenes = new Map(toPlan(base.plan).scenes.map((scene) => [scene.key, JSON.stringify(scene)]));
  const unchangedScenes = plan.scenes.filter((scene) => previousScenes.get(scene.key) === JSON.stringify(scene));
  return Object.fromEntries(
    unchangedScenes.flatMap(({ key }) => (base.pictures[key] ? [[key, base.pictures[key]]] : [])),
  );
}

export class BlockPictures {
  readonly #job: Job;
  readonly #options: Pick<VideoServices, 'media' | 'videoMaker'>;
  readonly #version: VideoVersion;
  readonly #stillSource: StillSource;
  readonly #pictures: Record<string, string>;
  #queue: Promise<void> = Promise.resolve();

  constructor(
    job: Job,
    options: Pick<VideoServices, 'media' | 'videoMaker'>,
    version: VideoVersion,
    stillSource: StillSource,
  ) {
    this.#job = job;
    this.#options = options;
    this.#version = version;
    this.#stillSource = stillSource;
    this.#pictures = findReusablePictures(version);
  }

  /** Queues the picture of a finished scene; pictures are made one at a time. */
  add(scene: string): void {
    if (this.#pictures[scene] !== undefined) return;
    // Ignores a failure here: `finish` retries whatever is missing and reports it.
    this.#queue = this.#queue.then(() => this.#makePicture(scene)).catch(() => undefined);
  }

  waitUntilIdle(): Promise<void> {
    return this.#queue;
  }

  async finish(): Promise<Record<string, string>> {
    await this.#queue;
    for (const { key } of this.#stillSource.plan.scenes) await this.#makePicture(key);
    return this.#pictures;
  }

  async #makePicture(key: string): Promise<void> {
    if (this.#pictures[key] !== undefined) return;
    // Stops early on cancellation, because a long video can need hundreds of pictures.
    this.#stillSource.request.signal.throwIfAborted();
    const { media, videoMaker } = this.#options;
    const { video } = this.#version;
    const name = await media.put(await videoMaker.renderStill(this.#stillSource.plan, key, this.#stillSource.request));
    this.#pictures[key] = name;
    // Pictures of a new version stay hidden until it is published.
    if (this.#version.base) return;
    await this.#job.transaction((tx) =>
      tx
        .update(video_projects)
        .set({ pictures: sql`${video_projects.pictures} || ${JSON.stringify({ [key]: name })}::jsonb` })
        .where(and(eq(video_projects.id, video.id), eq(video_projects.status, 'generating'))),
    );
  }
}
