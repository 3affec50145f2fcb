/** Shows 10,000 ideas, projects and bookmarks and 20,000 videos in the app's lists, a peer's grid and plain rows. */
import type { GridApi, GridOptions } from 'ag-grid-community';
import { flushSync, mount, type Component } from 'svelte';
import type { Idea } from '../../../contract/schema/idea.ts';
import type { Bookmark, IntelVideo } from '../../../contract/schema/intel.ts';
import type { Project } from '../../../contract/schema/project.ts';
import { provideApp, type AppState } from '../../../renderer/app-state/app-state.svelte.ts';
import { matchesFilters } from '../../../renderer/features/ideas/ideas.svelte.ts';
import { formatWords } from '../../../renderer/features/ideas/idea-labels.ts';
import { getSourceLabel } from '../../../renderer/shared/idea-source.ts';
import IdeaTable from '../../../renderer/features/ideas/IdeaTable.svelte';
import { getBookmarkText } from '../../../renderer/features/intel/bookmark-list.svelte.ts';
import BookmarkTable from '../../../renderer/features/intel/BookmarkTable.svelte';
import { formatRounded } from '../../../renderer/features/intel/intel-labels.ts';
import VideoTable from '../../../renderer/features/intel/VideoTable.svelte';
import { getProjectText } from '../../../renderer/features/projects/projects.svelte.ts';
import { groupPlans } from '../../../renderer/features/projects/plan-warnings.ts';
import ProjectTable from '../../../renderer/features/projects/ProjectTable.svelte';
import { formatPlan } from '../../../renderer/features/projects/project-labels.ts';
import { formatAge, formatLength } from '../../../renderer/shared/video-labels.ts';
import { createSearch } from '../../../renderer/shared/search-in.ts';
import { getStageName } from '../../../renderer/shared/stage-labels.ts';
import { formatShortDateTime } from '../../../renderer/ui/dates.ts';
import '../../../renderer/ui/base.css';
import '../../../renderer/ui/tokens.css';
import { ListStand } from './lists-stand.svelte.ts';

const COUNT = 10_000;
const VIDEO_COUNT = 20_000;
const ROW_HEIGHT = 52;
const HEIGHT = 720;

interface List {
  readonly box: () => HTMLElement;
  look(words: string): void;
}

interface Kind<Item> {
  readonly items: readonly Item[];
  readonly find: (words: string) => readonly Item[];
  readonly columns: readonly (readonly [string, (item: Item) => string])[];
  readonly ours: (stand: ListStand<Item>) => void;
}

declare global {
  interface Window {
    lists: {
      /** Loads the code before the measurement. */
      bring(side: Side): Promise<void>;
      open(kind: KindName, side: Side): Promise<void>;
      scroll(frames: number): Promise<void>;
      search(): Promise<number>;
      /** Returns the number of rendered rows. */
      rows(): number;
    };
  }
}

const SIDES = ['ours', 'grid', 'floor'] as const;
type Side = (typeof SIDES)[number];

const host = document.querySelector<HTMLElement>('#host')!;
const WORDS =
  'night train sleeper station platform carriage border timetable ticket window curtain kettle bunk winter coast city harbour bridge'.split(
    ' ',
  );
/** Returns a different phrase for each seed, the same in every run. */
const createPhrase = (seed: number, count: number): string =>
  Array.from(
    { length: count },
    (_, index) => WORDS[(seed * (index + 7) + index * index + (seed >> (index + 2))) % WORDS.length],
  ).join(' ');
const createItems = <Item>(createItem: (id: number) => Item, count = COUNT): readonly Item[] =>
  Array.from({ length: count }, (_, index) => createItem(count - index));

const STAGES = ['new', 'considering', 'planning', 'scripting', 'filming', 'editing', 'upload'];
const ideas: readonly Idea[] = createItems((id) => ({
  id,
  channel_id: 1,
  title: `${createPhrase(id, 6)} ${id}`,
  topic: null,
  angle: createPhrase(id + 3, 9),
  suggested_length: 600 + (id % 40) * 50,
  suggested_template_id: null,
  status: (['new', 'considering', 'rejected'] as const)[id % 3] ?? 'new',
  script_id: null,
  source_type: 'user_added',
  thumbnail_concept: null,
  outlier_score: id % 4 === 0 ? (id % 70) / 10 : null,
  notes: null,
}));
const projects: readonly Project[] = createItems((id) => ({
  id: `script_${id}`,
  source: 'script',
  title: `${createPhrase(id, 6)} ${id}`,
  topic: createPhrase(id + 3, 9),
  angle: null,
  revision: '1',
  stage: STAGES[id % STAGES.length] ?? 'new',
  channel_id: 1 + (id % 3),
  idea_id: null,
  script_id: id,
  script_number: id,
  archived: false,
  archived_at: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: new Date(1_760_000_000_000 + id * 60_000).toISOString(),
  production: {
    publish_at: id % 3 === 0 ? new Date(1_770_000_000_000 + id * 3_600_000).toISOString() : null,
    status: 'draft',
    visibility: 'public',
    checklist_done: id % 9,
    checklist_total: 9,
  },
}));
const bookmarks: readonly Bookmark[] = createItems((id) => ({
  id,
  type: id % 2 === 0 ? 'video' : 'channel',
  external_id: `x${id}`,
  title: `${createPhrase(id, 6)} ${id}`,
  url: `https://platform.example/watch?v=${id}`,
  notes: createPhrase(id + 3, 9),
  tags: [createPhrase(id, 1), createPhrase(id + 11, 1)].filter((tag, index, all) => all.indexOf(tag) === index),
}));

const videos: readonly IntelVideo[] = createItems(
  (id) => ({
    video_id: `VIDEO${String(id).padStart(6, '0')}`,
    channel: { channel_id: `UC${id % 90}`, handle: '', title: `Channel ${id % 90}` },
    title: `${createPhrase(id, 6)} ${id}`,
    description: createPhrase(id + 3, 9),
    published_at: new Date(1_700_000_000_000 + id * 3_600_000).toISOString(),
    thumbnail_url: '',
    duration: `PT${id % 40}M${id % 60}S`,
    view_count: 900 + ((id * 7919) % 900_000),
    like_count: null,
    comment_count: null,
    outlier_score: id % 4 === 0 ? null : (id % 70) / 10,
    format: null,
    topic: null,
    angle: null,
    goals: null,
    language: id % 3 === 0 ? 'de' : 'en',
    baseline: null,
  }),
  VIDEO_COUNT,
);
const videoText = ({ title, channel }: IntelVideo): string => `${title} ${channel.title}`;

/** The part of the app that rows with pictures use; there are no pictures. */
const app = {
  account: 'local',
  bridge: { invoke: () => Promise.resolve({ ok: false, message: '' }) },
} as unknown as AppState;

const noop = (): void => undefined;
const mountInApp = <Props extends Record<string, unknown>>(component: Component<Props>, props: Props): void => {
  const inApp: Component<Props> = (...args) => {
    provideApp(app);
    return component(...args);
  };
  mount(inApp, { target: host, props, context: new Map() });
  flushSync();
};
const getChannelName = (id: number): string => `Channel ${id}`;

const KINDS = {
  ideas: {
    items: ideas,
    find: (words: string) =>
      words === ''
        ? ideas
        : ideas.filter((idea) => matchesFilters(idea, { status: null, source: null, tag: null, search: words })),
    columns: [
      ['Idea', ({ title }: Idea) => title],
      ['Angle', ({ angle }: Idea) => angle ?? ''],
      ['Source', ({ source_type }: Idea) => getSourceLabel(source_type)],
      ['Length', ({ suggested_length }: Idea) => formatWords(suggested_length ?? 0)],
      ['Median', ({ outlier_score }: Idea) => (outlier_score === null ? '' : `${outlier_score}×`)],
    ],
    ours: (stand: ListStand<Idea>) =>
      mountInApp(IdeaTable, {
        get ideas() {
          return stand.visible;
        },
        selected: null,
        chosen: new Set(),
        onselect: noop,
        onchoose: noop,
        onopen: noop,
        onend: noop,
      }),
  } satisfies Kind<Idea>,
  projects: {
    items: projects,
    find: createSearch(projects, getProjectText),
    columns: [
      ['Project', ({ title }: Project) => title],
      ['Stage', ({ stage }: Project) => getStageName(stage)],
      ['Channel', ({ channel_id }: Project) => getChannelName(channel_id)],
      ['Publish date', (project: Project) => formatPlan(project) ?? ''],
      ['Checklist', ({ production }: Project) => `${production?.checklist_done} of ${production?.checklist_total}`],
      ['Updated', ({ updated_at }: Project) => formatShortDateTime(updated_at)],
    ],
    ours: (stand: ListStand<Project>) =>
      mountInApp(ProjectTable, {
        account: 'local',
        plans: groupPlans(projects),
        get projects() {
          return stand.visible;
        },
        getChannelName,
        onopen: noop,
      }),
  } satisfies Kind<Project>,
  bookmarks: {
    items: bookmarks,
    find: createSearch(bookmarks, getBookmarkText),
    columns: [
      ['Bookmark', ({ title }: Bookmark) => title],
      ['Notes', ({ notes }: Bookmark) => notes ?? ''],
      ['Kind', ({ type }: Bookmark) => type],
      ['Tags', ({ tags }: Bookmark) => tags.join(' ')],
    ],
    ours: (stand: ListStand<Bookmark>) =>
      mountInApp(BookmarkTable, {
        get bookmarks() {
          return stand.visible;
        },
        selected: null,
        onselect: noop,
      }),
  } satisfies Kind<Bookmark>,
  videos: {
    items: videos,
    find: createSearch(videos, videoText),
    columns: [
      ['Video', ({ title }: IntelVideo) => title],
      ['Channel', ({ channel }: IntelVideo) => channel.title],
      ['Views', ({ view_count }: IntelVideo) => formatRounded(view_count)],
      ['Vs. median', ({ outlier_score }: IntelVideo) => (outlier_score === null ? '' : `${outlier_score}×`)],
      ['Age', ({ published_at }: IntelVideo) => formatAge(published_at)],
      ['Length', ({ duration }: IntelVideo) => formatLength(duration)],
    ],
    ours: (stand: ListStand<IntelVideo>) =>
      mountInApp(VideoTable, {
        get videos() {
          return stand.visible;
        },
        selected: null,
        onselect: noop,
      }),
  } satisfies Kind<IntelVideo>,
};
type KindName = keyof typeof KINDS;

function createAppList<Item>(kind: Kind<Item>): List {
  const stand = new ListStand(kind.find);
  kind.ours(stand);
  return {
    box: () => host.querySelector<HTMLElement>('[role=listbox]')!,
    look: (words) => flushSync(() => stand.search(words)),
  };
}

/** Shows the same columns as text in a grid, which sorts and searches itself. */
function createPeerGrid<Item>(kind: Kind<Item>): List {
  const api: GridApi<Item> = createGrid(host, {
    rowData: kind.items,
    rowHeight: ROW_HEIGHT,
    cacheQuickFilter: true,
    animateRows: false,
    columnDefs: kind.columns.map(([headerName, text]) => ({
      headerName,
      flex: 1,
      valueGetter: ({ data }) => text(data),
    })),
  });
  return {
    box: () => host.querySelector<HTMLElement>('.ag-body-viewport, .ag-grid-viewport')!,
    look: (words) => api.setGridOption('quickFilterText', words),
  };
}
let createGrid: <Item>(host: HTMLElement, options: GridOptions<Item>) => GridApi<Item>;

/** The lower bound of a list: the visible rows as plain text, and a simple search. */
function createFloor<Item>(kind: Kind<Item>): List {
  const box = host.appendChild(document.createElement('div'));
  box.className = 'floor';
  box.style.setProperty('--columns', String(kind.columns.length));
  const sheet = box.appendChild(document.createElement('div'));
  let visibleItems = kind.items;
  let lines = new Map<Item, HTMLElement>();
  const draw = (): void => {
    const from = Math.max(0, Math.floor(box.scrollTop / ROW_HEIGHT) - 6);
    const to = Math.min(visibleItems.length, Math.ceil((box.scrollTop + HEIGHT) / ROW_HEIGHT) + 6);
    const nextLines = new Map<Item, HTMLElement>();
    for (let index = from; index < to; index += 1) {
      const item = visibleItems[index]!;
      let line = lines.get(item);
      if (!line) {
        line = sheet.appendChild(document.createElement('div'));
        line.className = 'line';
        for (const [, text] of kind.columns)
          line.append(Object.assign(document.createElement('span'), { textContent: text(item) }));
      }
      line.style.top = `${index * ROW_HEIGHT}px`;
      nextLines.set(item, line);
    }
    for (const [item, line] of lines) if (!nextLines.has(item)) line.remove();
    lines = nextLines;
    sheet.style.height = `${visibleItems.length * ROW_HEIGHT}px`;
  };
  box.onscroll = draw;
  draw();
  return {
    box: () => box,
    look: (words) => {
      visibleItems = kind.find(words);
      draw();
    },
  };
}

const nextFrame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));
let list: List;
let createList: <Item>(kind: Kind<Item>) => List;

window.lists = {
  bring: async (side) => {
    createList = { ours: createAppList, grid: createPeerGrid, floor: createFloor }[side];
    if (side !== 'grid') return;
    const peer = await import('ag-grid-community');
    peer.ModuleRegistry.registerModules([peer.AllCommunityModule]);
    createGrid = peer.createGrid;
  },
  open: async (kind, side) => {
    // Each kind has its own type of rows, so a common table has no single type.
    list = (createList as (kind: unknown) => List)(KINDS[kind]);
    await nextFrame();
    await nextFrame();
    host.dataset['side'] = side;
  },
  scroll: async (frames) => {
    const box = list.box();
    for (let index = 0; index < frames; index += 1) {
      // Half of the steps scroll like the wheel, half like the scrollbar.
      box.scrollTop += index < frames / 2 ? 130 : 6007;
      await nextFrame();
    }
    box.scrollTop = 0;
    await nextFrame();
    await nextFrame();
  },
  search: async () => {
    let searches = 0;
    for (const words of ['night', 'harbour', 'kettle']) {
      for (let end = 1; end <= words.length; end += 1) {
        list.look(words.slice(0, end));
        await nextFrame();
        searches += 1;
      }
      list.look('');
      await nextFrame();
      searches += 1;
    }
    return searches;
  },
  rows: () => host.querySelectorAll('[role=option], .ag-row, .line').length,
};
document.body.dataset['ready'] = SIDES.join();
