import { describe, expect, it } from 'vitest';

import { toHref, parseRoute } from './route.ts';
import { Router } from './router.svelte.ts';

describe('routes', () => {
  it.each([
    '#/home',
    '#/ideas',
    '#/ideas/7',
    '#/ideas/new',
    '#/ideas/new?title=Night+trains',
    '#/scripts/14',
    '#/scripts/14?version=script-mb3k2-0a1b2c3d',
    '#/projects/script-7',
    '#/projects/script-7/comment-12',
    '#/runs',
    '#/setup',
    '#/setup/competitors',
    '#/videos',
    '#/videos/5f0c7b64-98b7-4f52-a1a1-1f2f7f0d3c11',
    '#/videos/new',
    '#/videos/new?script=14',
    '#/projects/calendar',
    '#/projects/published',
    '#/projects?person=3',
    '#/settings/credits',
  ])('%s parses and formats to itself', (path) => expect(toHref(parseRoute(path))).toBe(path));

  it.each(['', '#', '/nowhere', '#/scripts/0/x', '#//', '#/settings/../x'])(
    '%s falls back to an existing page',
    (path) => {
      expect(['home', 'scripts', 'settings']).toContain(parseRoute(path).name);
    },
  );

  it('ignores an invalid version', () => {
    for (const path of [
      '#/scripts/14?version=',
      '#/scripts/14?version=../x',
      '#/scripts?version=a',
      '#/ideas/7?version=a',
    ]) {
      expect(parseRoute(path)).not.toHaveProperty('version');
    }
  });

  it('ignores an invalid id', () => {
    for (const id of ['0', '-1', 'abc', '99999999999', '1e3']) {
      expect(parseRoute(`#/scripts/${id}`)).toEqual({ name: 'scripts', id: null, create: null });
    }
  });

  it('goes back and forward, and knows whether it can', async () => {
    const router = new Router(window);
    const unlink = router.link();
    expect([router.canGoBack, router.canGoForward]).toEqual([false, false]);
    router.go('/ideas');
    await expect.poll(() => router.route.name).toBe('ideas');
    router.go({ name: 'scripts', id: 14, create: null });
    await expect.poll(() => router.route).toEqual({ name: 'scripts', id: 14, create: null });
    router.goBack();
    await expect.poll(() => router.route.name).toBe('ideas');
    expect([router.canGoBack, router.canGoForward]).toEqual([true, true]);
    router.go('/home');
    await expect.poll(() => router.route.name).toBe('home');
    expect(router.canGoForward).toBe(false);
    unlink();
  });
});
