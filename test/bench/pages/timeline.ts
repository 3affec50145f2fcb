/** Shows the same 5,000 items over two hours in four timelines, and empty frames; `?side=` chooses one. */
import { flushSync, mount } from 'svelte';
import type { Timeline as PeerTimeline } from 'vis-timeline/standalone';
import { Painter, RULER_HEIGHT } from '../../../renderer/features/videos/timeline/paint.ts';
import type { Palette } from '../../../renderer/features/videos/timeline/palette.ts';
import {
  computeLayout,
  TRACKS,
  type TimelineItem,
  type TrackId,
} from '../../../renderer/features/videos/timeline/tracks.ts';
import Playhead from '../../../renderer/features/videos/timeline/Playhead.svelte';
import {
  panBy,
  showWholeVideo,
  toX,
  zoomAt,
  type Viewport,
} from '../../../renderer/features/videos/timeline/viewport.ts';
import { TimelineStand } from './timeline-stand.svelte.ts';

const WIDTH = 1152;
const DURATION = 7200;
const SIDES = ['ours', 'bare', 'dom', 'vis', 'nothing'] as const;
type Side = (typeof SIDES)[number];

interface Timeline {
  show(view: Viewport): void;
  play(seconds: number, view: Viewport): void;
}
declare global {
  interface Window {
    timeline: {
      /** Loads the code before the measurement. */
      bring(side: Side): Promise<void>;
      load(): Promise<void>;
      zoom(frames: number): Promise<void>;
      scroll(frames: number): Promise<void>;
      play(frames: number): Promise<void>;
    };
  }
}

const WORDS = 'take the roof off and count five compartments three bunks in each fifteen bunks'.split(' ');
const items: TimelineItem[] = Array.from({ length: 5000 }, (_, i) => {
  const track: TrackId = i % 5 === 0 ? 'overlays' : i % 50 === 1 ? 'blocks' : 'captions';
  const start = (i / 5000) * DURATION;
  return {
    id: `i${i}`,
    track,
    start,
    end: start + (track === 'captions' ? 1.4 : 4),
    label: WORDS.slice(i % 5, (i % 5) + 4).join(' '),
    state: 'published',
  };
});
const host = document.querySelector<HTMLElement>('#host')!;

function createPlayhead(): (x: number) => void {
  const head = document.createElement('div');
  head.className = 'playhead';
  host.append(head);
  return (x) => (head.style.transform = `translateX(${x}px)`);
}

function createCanvas(height: number): CanvasRenderingContext2D {
  const element = document.createElement('canvas');
  [element.width, element.height] = [WIDTH, height];
  host.append(element);
  return element.getContext('2d', { alpha: false })!;
}

const colours = (value: string) => Object.fromEntries(TRACKS.map((track) => [track, value])) as Record<TrackId, string>;
const PALETTE: Palette = {
  page: '#fcfefe',
  pane: '#f4f6f6',
  text: '#161d1e',
  text2: '#424b4b',
  text3: '#565e5e',
  line: '#ccd0d0',
  hairline: '#dddddd',
  accent: '#cc3c0b',
  range: '#fde8e0',
  font: '540 11px sans-serif',
  edge: colours('#a27b19'),
  fill: colours('#eae4d0'),
};

function createApp(): Timeline {
  const { rows, height } = computeLayout(items, RULER_HEIGHT);
  const painter = new Painter(createCanvas(height));
  const stand = new TimelineStand(DURATION, wholeView);
  mount(Playhead, {
    target: host,
    props: {
      playback: stand,
      get view() {
        return stand.view;
      },
    },
  });
  const scene = { rows, height, palette: PALETTE, selected: null, range: null, peaks: null, getPicture: () => null };
  return {
    show: (view) => {
      stand.view = view;
      painter.paint({ ...scene, view }, 1);
    },
    play: (seconds) => flushSync(() => stand.play(seconds)),
  };
}

/** The lower bound of a canvas: every visible item is a rectangle. */
function createBare(): Timeline {
  const context = createCanvas(320);
  const move = createPlayhead();
  return {
    show: (view) => {
      context.fillStyle = '#fff';
      context.fillRect(0, 0, WIDTH, 320);
      context.fillStyle = '#eae4d0';
      for (const { start, end, track } of items) {
        const [left, right] = [toX(view, start), toX(view, end)];
        if (right < 0 || left > WIDTH) continue;
        context.fillRect(left, TRACKS.indexOf(track) * 40, Math.max(1, right - left), 24);
      }
    },
    play: (seconds, view) => move(toX(view, seconds)),
  };
}

/** Uses elements for visible items and keeps them while they stay visible. */
function createDom(): Timeline {
  const clips = new Map<string, HTMLElement>();
  const move = createPlayhead();
  return {
    show: (view) => {
      for (const { id, start, end, track, label } of items) {
        const [left, right] = [toX(view, start), toX(view, end)];
        let clip = clips.get(id);
        if (right < 0 || left > WIDTH) {
          clip?.remove();
          clips.delete(id);
          continue;
        }
        if (!clip) {
          clip = document.createElement('div');
          clip.className = 'clip';
          clip.textContent = label;
          clip.style.top = `${TRACKS.indexOf(track) * 40}px`;
          host.append(clip);
          clips.set(id, clip);
        }
        clip.style.transform = `translateX(${left}px)`;
        clip.style.width = `${Math.max(1, right - left)}px`;
      }
    },
    play: (seconds, view) => move(toX(view, seconds)),
  };
}

function createVis(VisTimeline: typeof PeerTimeline): Timeline {
  const rows = items.map(({ id, track, start, end, label }) => ({
    id,
    group: track,
    content: label,
    start: start * 1000,
    end: end * 1000,
    type: 'range',
  }));
  const groups = TRACKS.map((id) => ({ id, content: id }));
  const visTimeline = new VisTimeline(host, rows, groups, { stack: false, height: 320, showCurrentTime: false });
  visTimeline.addCustomTime(0, 'head');
  return {
    show: (view) =>
      visTimeline.setWindow(view.start * 1000, (view.start + WIDTH * view.perPixel) * 1000, { animation: false }),
    play: (seconds) => visTimeline.setCustomTime(seconds * 1000, 'head'),
  };
}

/** Measures frames without any work. */
const createEmpty = (): Timeline => ({ show: () => undefined, play: () => undefined });

const nextFrame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));
let createTimeline: () => Timeline;
let timeline: Timeline;
const wholeView = showWholeVideo(WIDTH, DURATION, 30);

window.timeline = {
  bring: async (side) => {
    if (side === 'vis') {
      const { Timeline: VisTimeline } = await import('vis-timeline/standalone');
      createTimeline = () => createVis(VisTimeline);
    } else createTimeline = { ours: createApp, bare: createBare, dom: createDom, nothing: createEmpty }[side];
  },
  load: async () => {
    timeline = createTimeline();
    timeline.show(wholeView);
    await nextFrame();
    await nextFrame();
  },
  zoom: async (frames) => {
    let view = wholeView;
    for (let i = 0; i < frames; i += 1) {
      view = i % 60 < 30 ? zoomAt(view, 0.88, 500) : zoomAt(view, 1 / 0.88, 500);
      timeline.show(view);
      await nextFrame();
    }
  },
  scroll: async (frames) => {
    let view = zoomAt(wholeView, 0.02, 500);
    for (let i = 0; i < frames; i += 1) {
      view = panBy(view, i % 60 < 30 ? 24 : -24);
      timeline.show(view);
      await nextFrame();
    }
  },
  play: async (frames) => {
    const view = zoomAt(wholeView, 0.02, 500);
    timeline.show(view);
    await nextFrame();
    // Plays in real time, by the clock.
    const startTime = performance.now();
    for (let i = 0; i < frames; i += 1) {
      timeline.play(view.start + (performance.now() - startTime) / 1000, view);
      await nextFrame();
    }
  },
};
document.body.dataset['ready'] = SIDES.join();
