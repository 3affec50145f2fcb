import { untrack } from 'svelte';

import type { OverlayTemplate } from '#contract/schema/video-revision.ts';
import type { EditableContent, VideoTimeline } from '#contract/schema/video.ts';
import type { FormDraft } from '#renderer/offline/forms.ts';
import type { Studio } from '#renderer/studio/studio.svelte.ts';
import type { Shortcut } from '#renderer/ui/shortcuts.ts';
import { subjectOf } from './desk-items.ts';
import { Playback, type Range } from './playback.svelte.ts';
import { revealing, whole, zoomedAt, xOf, type Viewport } from './timeline/viewport.ts';
import { spokenAt, type SpokenAt } from './transcript.ts';
import type { VideoDesk } from './video-desk.svelte.ts';

const MOVED = 'input, [role="radio"], [role="tab"], [role="listbox"], [role="separator"], [role="slider"]';
const PRESSED = `button, a, ${MOVED}`;
const within = (selector: string): boolean => document.activeElement?.closest(selector) != null;

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
  readonly #studio: Studio;
  readonly #desk: VideoDesk;
  readonly #timeline: VideoTimeline;
  #selected = $state.raw<string | null>(null);
  #range = $state.raw<Range | null>(null);
  #accepted = $state.raw<ReadonlySet<string>>(new Set());
  #templates = $state.raw<readonly OverlayTemplate[]>([]);
  #commentsProject = $state.raw<string | null>(null);
  #marks: FormDraft<{ accepted: string[]; project: string }> | null = null;
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
    this.playback = new Playback(timeline.duration_seconds, timeline.frames_per_second);
  }

  /** What was accepted and chosen here before comes back; the returned function ends it. */
  open(): () => void {
    void untrack(async () => {
      const { id, account } = this.#desk;
      this.#marks = await this.#studio.forms.open(account, `video-${id}-marks`);
      const { accepted, project } = this.#marks.value;
      this.#accepted = new Set(accepted ?? []);
      this.#commentsProject ??= project ?? null;
      const input = { params: { project: id } };
      const templates = await this.#studio.api.call(account, 'video.overlayTemplates', input);
      if (templates.ok) this.#templates = templates.body.data;
    });
    return () => void this.#marks?.close();
  }

  get selected(): string | null {
    return this.#selected;
  }

  get range(): Range | null {
    return this.#range;
  }

  /** Findings of this version that are fine as they are. */
  get accepted(): ReadonlySet<string> {
    return this.#accepted;
  }

  get templates(): readonly OverlayTemplate[] {
    return this.#templates;
  }

  /** On whose comments the video is talked about. */
  get commentsProject(): string | null {
    const own = this.#desk.project?.['project_id'];
    return typeof own === 'string' ? own : this.#commentsProject;
  }

  readonly spoken: SpokenAt = $derived.by(() => spokenAt(this.#timeline.cues, this.playback.time));

  get selectedCue(): string | null {
    const chosen = this.#selected === null ? null : subjectOf(this.#selected);
    return chosen?.subject === 'cue' ? chosen.id : null;
  }

  select(item: string | null): void {
    this.#selected = item;
  }

  takeRange(range: Range | null): void {
    this.#range = range;
    if (this.playback.loop) this.playback.loopOver(range);
  }

  goTo(start: number, end: number): void {
    this.playback.seek(start);
    if (this.viewport.width > 1) this.viewport = revealing(this.viewport, start, end);
  }

  accept(finding: string, yes: boolean): void {
    const next = new Set(this.#accepted);
    if (yes) next.add(finding);
    else next.delete(finding);
    this.#accepted = next;
    this.#keep();
  }

  talkOn(project: string): void {
    this.#commentsProject = project;
    this.#keep();
  }

  #keep(): void {
    const project = this.#commentsProject;
    this.#marks?.change({ accepted: [...this.#accepted], ...(project === null ? {} : { project }) });
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
    const at = xOf(this.viewport, this.playback.time);
    const seen = at >= 0 && at <= this.viewport.width;
    this.viewport = zoomedAt(this.viewport, factor, seen ? at : this.viewport.width / 2);
  }

  shortcuts({ overlay }: { readonly overlay: () => void }): Shortcut[] {
    const { playback } = this;
    const group = 'Video';
    const one = (id: string, combo: string | string[], label: string, run: () => void, repeats = false): Shortcut => ({
      id: `video.${id}`,
      combo,
      label,
      group,
      repeats,
      // Keys that a control under the focus has a use for are its own.
      when: () =>
        !(id === 'play' ? within(PRESSED) : repeats || id === 'start' || id === 'end' ? within(MOVED) : false),
      run,
    });
    return [
      one('play', 'space', 'Play or pause', () => playback.toggle()),
      one('backwards', 'j', 'Play backwards, faster each time', () => playback.shuttleBackwards()),
      one('pause', 'k', 'Pause', () => playback.pause()),
      one('forwards', 'l', 'Play forwards, faster each time', () => playback.shuttleForwards()),
      one('frame-back', 'left', 'One frame back', () => playback.step(-1), true),
      one('frame-on', 'right', 'One frame on', () => playback.step(1), true),
      one('second-back', 'shift+left', 'One second back', () => playback.step(-Math.round(playback.fps)), true),
      one('second-on', 'shift+right', 'One second on', () => playback.step(Math.round(playback.fps)), true),
      one('start', 'home', 'To the beginning', () => playback.seek(0)),
      one('end', 'end', 'To the end', () => playback.seek(playback.duration)),
      one('in', 'i', 'Range begins here', () => this.#edge('start')),
      one('out', 'o', 'Range ends here', () => this.#edge('end')),
      one('no-range', 'x', 'Clear the range', () => this.takeRange(null)),
      one('captions', 'c', 'Captions on or off', () => (this.captions = !this.captions)),
      one('snap', 's', 'Snap to edges', () => (this.snapping = !this.snapping)),
      one('zoom-in', ['=', '+'], 'Closer', () => this.zoom(0.7), true),
      one('zoom-out', '-', 'Further away', () => this.zoom(1 / 0.7), true),
      one('whole', '0', 'The whole video', () => this.zoom(1e9)),
      one('overlay', 'shift+o', 'Add an overlay', overlay),
    ];
  }

  #edge(which: 'start' | 'end'): void {
    const { time, duration, fps } = this.playback;
    const { start, end } = this.#range ?? { start: 0, end: duration };
    const at = which === 'end' ? Math.min(duration, time + 1 / fps) : time;
    const next =
      which === 'start' ? { start: at, end: end > at ? end : duration } : { start: start < at ? start : 0, end: at };
    this.takeRange(next.end > next.start ? next : null);
  }
}
