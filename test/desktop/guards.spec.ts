/** Tests that no hostile text or script can leave the app's page. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, test } from '../e2e/fixtures.ts';

interface Outside {
  readonly url: string;
  readonly requests: string[];
}

const outside = test.extend<{ outside: Outside }>({
  outside: async ({}, use) => {
    const requests: string[] = [];
    const server: Server = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.end('<title>outside</title>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests });
    server.closeAllConnections();
    server.close();
  },
});

outside(
  'the page cannot navigate away, open a window or send requests to another server',
  async ({ app, page, outside: { url, requests } }) => {
    const { window: windows, dialog } = app.desktop.control;
    const address = page.url();

    await test.step('a page can’t navigate away', async () => {
      await page.evaluate((to) => void (location.href = `${to}/navigation`), url);
      await page.evaluate((to) => {
        const link = document.body.appendChild(document.createElement('a'));
        link.href = `${to}/link`;
        link.click();
        link.remove();
      }, url);
    });

    await test.step('a page can’t open a window', async () => {
      await page.evaluate((to) => void window.open(`${to}/window`), url);
      await page.evaluate(() => void window.open(`${location.origin}/#/scripts/7`));
      await page.evaluate(() => void window.open('about:blank'));
      await expect.poll(() => app.context.pages().length).toBe(1);
      expect(await windows.all()).toHaveLength(1);
    });

    await test.step('a page can’t send a request, even without its content security policy', async () => {
      await page
        .context()
        .newCDPSession(page)
        .then((session) => session.send('Page.setBypassCSP', { enabled: true }));
      await page.reload();
      const failures = await page.evaluate(
        (to) =>
          Promise.all([
            fetch(`${to}/fetch`, { mode: 'no-cors' }).then(
              () => false,
              () => true,
            ),
          ]),
        url,
      );
      expect(failures).toEqual([true]);
    });

    expect(page.url()).toBe(address);
    expect(requests).toEqual([]);
    // Addresses of http are refused without a question.
    expect(await dialog.waiting()).toBe(0);
  },
);

test('a link to the web is opened by the system’s browser after a question', async ({ app, page }) => {
  const { dialog, shell } = app.desktop.control;
  const follow = (href: string) =>
    page.evaluate((to) => {
      const link = document.body.appendChild(document.createElement('a'));
      link.href = to;
      link.target = '_blank';
      link.rel = 'noopener';
      link.click();
      link.remove();
    }, href);

  await follow('https://example.org/a?b=c');
  const first = await dialog.next('message');
  expect(first.options).toMatchObject({
    message: 'Open example.org in your browser?',
    detail: 'https://example.org/a?b=c',
  });
  await dialog.press(first.id, 1);
  expect(await shell.opened()).toEqual([]);
  await follow('https://example.org/again');
  await dialog.press((await dialog.next('message')).id, 0);
  await expect.poll(() => shell.opened()).toEqual(['https://example.org/again']);
});

test('the page has the bridge and the permissions the app needs; downloads are refused', async ({ app, page }) => {
  await test.step('it has the bridge, and nothing of Electron or Node', async () => {
    const globals = await page.evaluate(() => ({
      bridge: Object.keys(window.cutaway ?? {}).sort(),
      frozen: Object.isFrozen(window.cutaway),
      others: ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer'].filter((name) => name in window),
    }));
    expect(globals).toEqual({ bridge: ['invoke', 'platform', 'shell', 'subscribe'], frozen: true, others: [] });
    const answers = await page.evaluate(async () => {
      const ask = (name: string, input: object) =>
        window.cutaway?.invoke(name, input).then(
          () => 'answered',
          (fault: { fault: string }) => fault.fault,
        );
      return [await ask('no.such.call', {}), await ask('settings.set', { theme: 'neon' }), await ask('app.info', {})];
    });
    expect(answers).toEqual(['unknown_call', 'bad_input', 'answered']);
  });

  await test.step('it has only the permissions it needs', async () => {
    const states = await page.evaluate(async () => {
      const names = [
        'geolocation',
        'notifications',
        'camera',
        'microphone',
        'clipboard-read',
        'midi',
        'local-fonts',
        'window-management',
      ];
      const entries = await Promise.all(
        names.map((name) =>
          navigator.permissions.query({ name: name as PermissionName }).then(({ state }) => [name, state]),
        ),
      );
      return Object.fromEntries(entries) as Record<string, string>;
    });
    expect(states).toEqual({
      geolocation: 'denied',
      notifications: 'denied',
      camera: 'denied',
      microphone: 'denied',
      'clipboard-read': 'denied',
      midi: 'denied',
      'local-fonts': 'granted',
      'window-management': 'granted',
    });
  });

  await test.step('it can’t download', async () => {
    await page.evaluate(() => {
      const link = document.body.appendChild(document.createElement('a'));
      link.href = URL.createObjectURL(new Blob(['x']));
      link.download = 'x.txt';
      link.click();
      link.remove();
    });
    await expect.poll(() => app.desktop.control.session.downloads()).toEqual([{ name: 'x.txt', refused: true }]);
    expect(await app.desktop.control.dialog.waiting()).toBe(0);
  });
});
