import { untrack } from 'svelte';

import type { OverlayTemplate, RevisionItem } from '#contract/schema/video-revision.ts';
import type { EditableContent, VideoTimeline } from '#contract/schema/video-content.ts';
import { toastFailure } from '#renderer/shared/toast-failure.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { getItemId, getSubject } from './editor-items.ts';
import { VideoEditorMarks } from './editor-marks.svelte.ts';
import { Playback, type Range } from './playback.svelte.ts';
import { isSameEdit, type SuggestedEdit, stageSuggestedEdit } from './suggested-edits.ts';
import { reveal, showWholeVideo, withZoomLevel, toX, type Viewport, zoomAt } from './timeline/viewport.ts';
import { type Place, getRangeOfWords, findSpokenAt, type SpokenAt, findWordNear } from './transcript.ts';
import type { VideoEditorState } from './editor-state.svelte.ts';

interface Options {
  readonly app: AppState;
  readonly editor: VideoEditorState;
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

export class VideoEditorView {
  readonly playback: Playback;
  readonly marks: VideoEditorMarks;
  readonly #app: AppState;
  readonly #editor: VideoEditorState;
  readonly #timeline: VideoTimeline;
  #selectedKey = $state.raw<string | null>(null);
  #range = $state.raw<Range | null>(null);
  /** The word at which a range extended by the keyboard started. */
  #anchor: Place | null = null;
  #templates = $state.raw<readonly OverlayTemplate[]>([]);
  viewport = $state.raw<Viewport>(showWholeVideo(1, 1, 1));
  isSnapping = $state(true);
  showsCaptions = $state(true);
  isListView = $state(false);
  isPreviewing = $state(false);
  /** The sentence whose editor is open, as block and number; it stays open while the block's other fields change. */
  openSentence = $state.raw<string | null>(null);

  constructor({ app, editor, timeline }: Options) {
    this.#app = app;
    this.#editor = editor;
    this.#timeline = timeline;
    this.playback = new Playback(() => timeline.duration_seconds, timeline.frames_per_second, timeline);
    this.marks = new VideoEditorMarks(app, editor.account, editor.id);
  }

  /** Loads the overlay templates and the saved marks. Returns a function that closes the marks. */
  open(): () => void {
    void untrack(async () => {
      const input = { params: { project: this.#editor.id } };
      const templates = await this.#app.api.call(this.#editor.account, 'video.overlayTemplates', input);
      if (templates.ok) this.#templates = templates.body.data;
    });
    return untrack(() => this.marks.open());
  }

  get selected(): string | null {
    return this.#selectedKey;
  }

  get range(): Range | null {
    return this.#range;
  }

  get templates(): readonly OverlayTemplate[] {
    return this.#templates;
  }

  get commentsProject(): string | null {
    const projectId = this.#editor.project?.['project_id'];
    return typeof projectId === 'string' ? projectId : this.marks.project;
  }

  readonly spoken: SpokenAt = $derived.by(() => findSpokenAt(this.#timeline.cues, this.playback.frameEnd));

  get selectedCue(): string | null {
    const subject = this.#selectedKey === null ? null : getSubject(this.#selectedKey);
    return subject?.kind === 'cue' ? subject.id : null;
  }

  select(item: string | null): void {
    this.#selectedKey = item;
  }

  setRange(range: Range | null): void {
    this.#range = range;
    this.#anchor = null;
    if (this.playback.loop) this.playback.loopOver(range);
  }

  goTo(start: number, end: number): void {
    this.playback.seek(start);
    if (this.viewport.width > 1) this.viewport = reveal(this.viewport, start, end);
  }

  /** Returns the selected block; for a caption, the block its words belong to. */
  #getBlockKey(content: EditableContent): string | null {
    const subject = this.#selectedKey === null ? null : getSubject(this.#selectedKey);
    if (subject?.kind === 'block') return subject.id;
    if (subject?.kind !== 'cue') return null;
    return content.timeline?.cues.find(({ id }) => id === subject.id)?.block_key ?? null;
  }

  hasEditor(content: EditableContent): boolean {
    if (this.#selectedKey === null) return false;
    const { kind: subject, id } = getSubject(this.#selectedKey);
    if (subject === 'block' || subject === 'cue') return this.#getBlockKey(content) !== null;
    if (subject === 'staged') return this.#editor.staged.some((item) => item.id === id);
    return Object.hasOwn(TITLES, subject);
  }

  getTitle(content: EditableContent): string {
    const block = content.visual_blocks.find(({ key }) => key === this.#getBlockKey(content));
    return block?.label ?? TITLES[getSubject(this.#selectedKey ?? '').kind] ?? '';
  }

  zoom(factor: number): void {
    this.viewport = zoomAt(this.viewport, factor, this.#zoomCenter());
  }

  /** Zooms to a level from 0 (whole video) to 1 (single frames). */
  zoomTo(level: number): void {
    this.viewport = withZoomLevel(this.viewport, level, this.#zoomCenter());
  }

  /** Returns the x position that stays fixed while zooming: the playhead if it is visible, else the middle. */
  #zoomCenter(): number {
    const x = toX(this.viewport, this.playback.time);
    return x >= 0 && x <= this.viewport.width ? x : this.viewport.width / 2;
  }

  setRangeEdge(edge: 'start' | 'end'): void {
    const { time, duration, fps } = this.playback;
    const { start, end } = this.#range ?? { start: 0, end: duration };
    const moment = edge === 'end' ? Math.min(duration, time + 1 / fps) : time;
    const next =
      edge === 'start'
        ? { start: moment, end: end > moment ? end : duration }
        : { start: start < moment ? start : 0, end: moment };
    this.setRange(next.end > next.start ? next : null);
  }

  /** Toggles looping over the range, or over the whole video if there is none. */
  toggleLoop(): void {
    const { playback } = this;
    playback.loopOver(playback.loop ? null : (this.#range ?? { start: 0, end: playback.duration }));
  }

  goToWord(step: -1 | 1): void {
    const place = this.#findWord(step);
    const word = place && getRangeOfWords(this.#timeline.cues, place, place);
    if (word) this.goTo(word.start, word.end);
  }

  /** Selects the current word, and extends the range by one word with every further call. */
  extendRange(step: -1 | 1): void {
    const isExtending = this.#range !== null && this.#anchor !== null;
    const place = this.#findWord(isExtending ? step : 0);
    if (!place) return;
    this.#anchor = isExtending ? this.#anchor : place;
    const { cues } = this.#timeline;
    this.#range = getRangeOfWords(cues, this.#anchor ?? place, place);
    if (this.playback.loop) this.playback.loopOver(this.#range);
    const word = getRangeOfWords(cues, place, place);
    if (word) this.goTo(word.start, word.end);
  }

  #findWord(step: -1 | 0 | 1): Place | null {
    const { time, fps } = this.playback;
    return findWordNear(this.#timeline.cues, time, step, 1 / fps);
  }

  /** Discards a staged edit and reopens the comment it was made for. */
  async discard({ id, label }: Pick<RevisionItem, 'id' | 'label'>): Promise<void> {
    const app = this.#app;
    const result = await this.#editor.edit('videoRevision.items.discard', {
      params: { project: this.#editor.id, item: id },
    });
    if (!result.ok) return toastFailure(app, result.failure);
    this.marks.reopenDiscarded(id);
    if (this.#selectedKey === getItemId('staged', id)) this.#selectedKey = null;
    app.toasts.show({ text: `Discarded: ${label}` });
  }

  /** Stages an edit that needs no form. Returns the staged item. */
  async stage(edit: SuggestedEdit): Promise<RevisionItem | null> {
    const { toasts } = this.#app;
    const stagedIds = new Set(this.#editor.staged.map(({ id }) => id));
    const failure = await stageSuggestedEdit(this.#editor, edit);
    if (failure) {
      toastFailure(this.#app, failure);
      return null;
    }
    const item = this.#editor.staged.find((stagedEdit) => isSameEdit(edit, stagedEdit)) ?? null;
    const undo = item && !stagedIds.has(item.id) ? () => void this.discard(item) : undefined;
    toasts.show({ text: `Staged: ${item?.label ?? edit.label}`, action: undo });
    return item;
  }
}
