import { untrack } from 'svelte';

import type { OverlayTemplate, RevisionItem } from '#contract/schema/video-revision.ts';
import type { EditableContent, VideoTimeline } from '#contract/schema/video.ts';
import { toastFailure } from '#renderer/studio/faults.ts';
import type { Studio } from '#renderer/studio/studio.svelte.ts';
import { itemId, subjectOf } from './desk-items.ts';
import { DeskMarks } from './desk-marks.svelte.ts';
import { Playback, type Range } from './playback.svelte.ts';
import { isOf, type ReadyEdit, stageReady } from './ready-edits.ts';
import { revealing, whole, withNearness, xOf, type Viewport, zoomedAt } from './timeline/viewport.ts';
import { type Place, rangeOfWords, spokenAt, type SpokenAt, wordNear } from './transcript.ts';
import type { VideoDesk } from './video-desk.svelte.ts';

interface Options {
  readonly studio: Studio;
  readonly desk: VideoDesk;
  readonly timeline: VideoTimeline;
}

const TITLES: Readonly<Record<string, string>> = {
  overlay: 'Overlay',
  staged: 'Staged overlay',
  music: 'Music',
  captions: 'Captions',
  cue: 'Block',
  block: 'Block',
};

/** How one person looks at a version: where, how large, what is selected. */
export class DeskView {
  readonly playback: Playback;
  readonly marks: DeskMarks;
  readonly #studio: Studio;
  readonly #desk: VideoDesk;
  readonly #timeline: VideoTimeline;
  #selected = $state.raw<string | null>(null);
  #range = $state.raw<Range | null>(null);
  /** The word with which a range began that grows by the keyboard. */
  #anchor: Place | null = null;
  #templates = $state.raw<readonly OverlayTemplate[]>([]);
  viewport = $state.raw<Viewport>(whole(1, 1, 1));
  snapping = $state(true);
  captions = $state(true);
  listed = $state(false);
  /** What is staged is drawn over the picture. */
  previewing = $state(false);

  constructor({ studio, desk, timeline }: Options) {
    this.#studio = studio;
    this.#desk = desk;
    this.#timeline = timeline;
    this.playback = new Playback(() => timeline.duration_seconds, timeline.frames_per_second);
    this.marks = new DeskMarks(studio, desk.account, desk.id);
  }

  /** What was decided here before comes back; the returned function ends it. */
  open(): () => void {
    void untrack(async () => {
      const input = { params: { project: this.#desk.id } };
      const templates = await this.#studio.api.call(this.#desk.account, 'video.overlayTemplates', input);
      if (templates.ok) this.#templates = templates.body.data;
    });
    return untrack(() => this.marks.open());
  }

  get selected(): string | null {
    return this.#selected;
  }

  get range(): Range | null {
    return this.#range;
  }

  get templates(): readonly OverlayTemplate[] {
    return this.#templates;
  }

  /** On whose comments the video is talked about. */
  get commentsProject(): string | null {
    const own = this.#desk.project?.['project_id'];
    return typeof own === 'string' ? own : this.marks.project;
  }

  readonly spoken: SpokenAt = $derived.by(() => spokenAt(this.#timeline.cues, this.playback.frameEnd));

  get selectedCue(): string | null {
    const chosen = this.#selected === null ? null : subjectOf(this.#selected);
    return chosen?.subject === 'cue' ? chosen.id : null;
  }

  select(item: string | null): void {
    this.#selected = item;
  }

  takeRange(range: Range | null): void {
    this.#range = range;
    this.#anchor = null;
    if (this.playback.loop) this.playback.loopOver(range);
  }

  goTo(start: number, end: number): void {
    this.playback.seek(start);
    if (this.viewport.width > 1) this.viewport = revealing(this.viewport, start, end);
  }

  /** The block under a caption is what its words belong to. */
  blockOf(content: EditableContent): string | null {
    const chosen = this.#selected === null ? null : subjectOf(this.#selected);
    if (chosen?.subject === 'block') return chosen.id;
    if (chosen?.subject !== 'cue') return null;
    return content.timeline?.cues.find(({ id }) => id === chosen.id)?.block_key ?? null;
  }

  hasEditor(content: EditableContent): boolean {
    if (this.#selected === null) return false;
    const { subject, id } = subjectOf(this.#selected);
    if (subject === 'block' || subject === 'cue') return this.blockOf(content) !== null;
    if (subject === 'staged') return this.#desk.staged.some((item) => item.id === id);
    return Object.hasOwn(TITLES, subject);
  }

  titleOf(content: EditableContent): string {
    const block = content.visual_blocks.find(({ key }) => key === this.blockOf(content));
    return block?.label ?? TITLES[subjectOf(this.#selected ?? '').subject] ?? '';
  }

  zoom(factor: number): void {
    this.viewport = zoomedAt(this.viewport, factor, this.#held());
  }

  /** 0 shows all of it, 1 single frames. */
  zoomTo(near: number): void {
    this.viewport = withNearness(this.viewport, near, this.#held());
  }

  /** What stays where it is: the playhead, where it is in sight. */
  #held(): number {
    const at = xOf(this.viewport, this.playback.time);
    return at >= 0 && at <= this.viewport.width ? at : this.viewport.width / 2;
  }

  edge(which: 'start' | 'end'): void {
    const { time, duration, fps } = this.playback;
    const { start, end } = this.#range ?? { start: 0, end: duration };
    const at = which === 'end' ? Math.min(duration, time + 1 / fps) : time;
    const next =
      which === 'start' ? { start: at, end: end > at ? end : duration } : { start: start < at ? start : 0, end: at };
    this.takeRange(next.end > next.start ? next : null);
  }

  /** Over the range, else over all of it; off where it is on. */
  loop(): void {
    const { playback } = this;
    playback.loopOver(playback.loop ? null : (this.#range ?? { start: 0, end: playback.duration }));
  }

  /** To the word before or after. */
  word(by: -1 | 1): void {
    const place = this.#wordNear(by);
    const word = place && rangeOfWords(this.#timeline.cues, place, place);
    if (word) this.goTo(word.start, word.end);
  }

  /** The word one is at, and with every further call the next one: a range made by the keyboard. */
  takeWord(by: -1 | 1): void {
    const growing = this.#range !== null && this.#anchor !== null;
    const place = this.#wordNear(growing ? by : 0);
    if (!place) return;
    this.#anchor = growing ? this.#anchor : place;
    const { cues } = this.#timeline;
    this.#range = rangeOfWords(cues, this.#anchor ?? place, place);
    if (this.playback.loop) this.playback.loopOver(this.#range);
    const word = rangeOfWords(cues, place, place);
    if (word) this.goTo(word.start, word.end);
  }

  #wordNear(way: -1 | 0 | 1): Place | null {
    const { time, fps } = this.playback;
    return wordNear(this.#timeline.cues, time, way, 1 / fps);
  }

  /** Takes back what is staged; what it was to do for a comment is open again. */
  async discard({ id, label }: Pick<RevisionItem, 'id' | 'label'>): Promise<void> {
    const studio = this.#studio;
    const result = await this.#desk.edit('videoRevision.items.discard', {
      params: { project: this.#desk.id, item: id },
    });
    if (!result.ok) return toastFailure(studio, result.failure);
    this.marks.discarded(id);
    if (this.#selected === itemId('staged', id)) this.#selected = null;
    studio.toasts.show({ text: `Discarded: ${label}` });
  }

  /** Stages an edit that needs no form; answers what is staged then. */
  async stage(edit: ReadyEdit): Promise<RevisionItem | null> {
    const { toasts } = this.#studio;
    const before = new Set(this.#desk.staged.map(({ id }) => id));
    const failure = await stageReady(this.#desk, edit);
    if (failure) {
      toastFailure(this.#studio, failure);
      return null;
    }
    const item = this.#desk.staged.find((one) => isOf(edit, one)) ?? null;
    const undo = item && !before.has(item.id) ? () => void this.discard(item) : undefined;
    toasts.show({ text: `Staged: ${item?.label ?? edit.label}`, action: undo });
    return item;
  }
}
