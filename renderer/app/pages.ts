import type { Component } from 'svelte';

import { logger } from '#log/logger.ts';
import type { Route } from '../app-state/route.ts';

const log = logger('pages');

/** Every page is its own chunk. A script starts to load before the app itself is ready. */
const PAGES = {
  home: () => import('../features/home/HomePage.svelte'),
  ideas: () => import('../features/ideas/IdeasPage.svelte'),
  scripts: () => import('../features/scripts/library/ScriptsPage.svelte'),
  script: () => import('../features/scripts/page/ScriptPage.svelte'),
  prompter: () => import('../features/scripts/prompter/PrompterPage.svelte'),
  projects: () => import('../features/projects/ProjectsPage.svelte'),
  project: () => import('../features/projects/ProjectPage.svelte'),
  voices: () => import('../features/voices/VoicesPage.svelte'),
  templates: () => import('../features/templates/TemplatesPage.svelte'),
  thumbnails: () => import('../features/thumbnails/ThumbnailsPage.svelte'),
  board: () => import('../features/board/BoardPage.svelte'),
  intel: () => import('../features/intel/IntelPage.svelte'),
  videos: () => import('../features/videos/VideosPage.svelte'),
  video: () => import('../features/videos/VideoPage.svelte'),
  setup: () => import('../features/setup/SetupPage.svelte'),
  runs: () => import('../features/runs/RunsPage.svelte'),
  settings: () => import('../features/settings/SettingsPage.svelte'),
} as const;

export type PageName = keyof typeof PAGES;
type LoadedPages = {
  [N in PageName]: { readonly name: N; readonly Page: Awaited<ReturnType<(typeof PAGES)[N]>>['default'] };
};
export type LoadedPage = LoadedPages[PageName];

export function getPageName(route: Route): PageName {
  if (route.name === 'projects' && route.project !== null) return 'project';
  if (route.name === 'videos' && route.id !== null) return 'video';
  return route.name === 'scripts' && route.id !== null ? 'script' : route.name;
}

const loadingPages = new Map<PageName, Promise<LoadedPage>>();
const loadedPages = new Map<PageName, LoadedPage>();

/** Returns the page if it is already loaded, to avoid a frame without it. */
export function getLoadedPage(name: PageName): LoadedPage | null {
  return loadedPages.get(name) ?? null;
}

/** Loads a page once; a failed load is retried the next time. */
export function loadPage(name: PageName): Promise<LoadedPage> {
  const loadingPage = loadingPages.get(name);
  if (loadingPage) return loadingPage;
  const promise = PAGES[name]().then(
    (module) => {
      const page = { name, Page: module.default as Component<never> } as unknown as LoadedPage;
      loadedPages.set(name, page);
      return page;
    },
    (error: unknown) => {
      loadingPages.delete(name);
      throw error;
    },
  );
  loadingPages.set(name, promise);
  return promise;
}

/** Preloads the other pages while idle, so that navigation is instant. */
export function preloadPages(): void {
  for (const name of Object.keys(PAGES) as PageName[]) void loadPage(name).catch(log.failure('page not loaded ahead'));
}
