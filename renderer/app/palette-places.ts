import BookmarkIcon from '@lucide/svelte/icons/bookmark';
import CalendarIcon from '@lucide/svelte/icons/calendar';
import ChartBarDecreasing from '@lucide/svelte/icons/chart-bar-decreasing';
import ChartNoAxesColumn from '@lucide/svelte/icons/chart-no-axes-column';
import Clapperboard from '@lucide/svelte/icons/clapperboard';
import Images from '@lucide/svelte/icons/images';
import ListChecks from '@lucide/svelte/icons/list-checks';
import Rocket from '@lucide/svelte/icons/rocket';
import Table from '@lucide/svelte/icons/table-2';
import Telescope from '@lucide/svelte/icons/telescope';

import { PROJECTS_VIEWS, type ProjectsView } from '#contract/project-views.ts';

import type { AppState } from '../app-state/app-state.svelte.ts';
import { INTEL_VIEWS, type IntelView, type Route } from '../app-state/route.ts';
import { listSetupSteps, stepLabels } from '../shared/setup.ts';
import { listSettings, listSettingsSections } from '../shared/settings-sections.ts';
import type { PaletteItem } from '../ui/palette-items.ts';
import { SECTION_ICONS } from './section-icons.ts';
import { SECTIONS } from './sections.ts';

type Icon = PaletteItem['icon'];

/** Commands that the palette shows as pages. */
export const PLACE_COMMANDS: ReadonlySet<string> = new Set([...SECTIONS.map(({ command }) => command), 'go.board']);

interface View {
  readonly label: string;
  readonly icon: Icon;
}

/** The views of a page without its first one, which is the page itself. */
const listProjectsViews = (): Readonly<Record<Exclude<ProjectsView, 'stages'>, View>> => ({
  calendar: { label: 'Calendar', icon: CalendarIcon },
  table: { label: 'Table', icon: Table },
  published: { label: 'Published', icon: ChartNoAxesColumn },
});

const listIntelViews = (): Readonly<Record<Exclude<IntelView, 'search'>, View>> => ({
  lookup: { label: 'Look up', icon: Telescope },
  latest: { label: 'Latest from competitors', icon: Clapperboard },
  compare: { label: 'Compare', icon: ChartBarDecreasing },
  bookmarks: { label: 'Bookmarks', icon: BookmarkIcon },
});

/** Returns every page and view that needs no id, and every section of Settings. */
export function listPlaces({ router, info, accounts }: Pick<AppState, 'router' | 'info' | 'accounts'>): PaletteItem[] {
  const toItem = (route: Route, view: View, overrides: Partial<PaletteItem>): PaletteItem => ({
    id: `go-${JSON.stringify(route)}`,
    title: view.label,
    icon: view.icon,
    run: () => router.go(route),
    ...overrides,
  });
  const offersPublished = accounts.offers('local.projects.published');
  const offersLatest = accounts.offers('local.competitors.latest');
  const [projects, intel] = [listProjectsViews(), listIntelViews()];
  return [
    ...SECTIONS.map(({ name, label, route, combo, command }) =>
      toItem(route, { label, icon: SECTION_ICONS[name] }, { id: command, shortcut: combo }),
    ),
    ...PROJECTS_VIEWS.filter((view) => view !== 'stages' && (view !== 'published' || offersPublished)).map((view) =>
      toItem({ name: 'projects', project: null, view }, projects[view as keyof typeof projects], {
        subtitle: 'Projects',
      }),
    ),
    toItem(
      { name: 'board' },
      { label: 'Thumbnail board', icon: Images },
      { id: 'go.board', subtitle: 'Thumbnails', shortcut: 'shift+b' },
    ),
    ...INTEL_VIEWS.filter((view) => view !== 'search' && (view !== 'latest' || offersLatest)).map((view) =>
      toItem({ name: 'intel', view }, intel[view as keyof typeof intel], { subtitle: 'Intel' }),
    ),
    ...(listSetupSteps({ accounts }).length === 0
      ? []
      : [
          toItem(
            { name: 'setup', step: null },
            { label: 'Set up your channel', icon: Rocket },
            { id: 'go.setup', keywords: Object.values(stepLabels()).join(' ') },
          ),
        ]),
    toItem({ name: 'runs' }, { label: 'Runs', icon: ListChecks }, { id: 'go.runs', subtitle: 'All channels' }),
    ...listSettingsSections(info).flatMap((section) => {
      const { name, label, icon } = section;
      const route = { name: 'settings', section: name } as const;
      return [
        toItem(route, { label, icon }, { id: `settings-${name}`, subtitle: 'Settings' }),
        ...listSettings(section).map((setting) =>
          toItem(route, { label: setting, icon }, { id: `settings-${name}-${setting}`, subtitle: label }),
        ),
      ];
    }),
  ];
}
