/** Gives every test its own app instance, or the one that its file shares. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Browser, expect, type Page, test as base } from '@playwright/test';

import { getHeadlessOptions } from '../support/chromium.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { type SharedBrowser, TestApp, type AppOptions } from './test-app.ts';

/** Returns the data folder of a local service that was started once with the sample. */
type SampleService = () => Promise<string>;

/** Returns the running app that the tests with this `key` share; `start` starts it if there is none. */
type SharedApp = (key: string, start: () => Promise<TestApp>) => Promise<TestApp>;

const SAMPLE = ['--sample'];

async function startSampleOnce(folder: string): Promise<string> {
  const service = startServiceProcess(['--data', folder, '--port', '0', ...SAMPLE]);
  if ((await service.ready) === null) throw new Error(`The service ended before it was ready:\n${service.getStderr()}`);
  await service.end();
  return folder;
}

export const test = base.extend<
  AppOptions & {
    app: TestApp;
    page: Page;
    /** Creates a second installation, which is empty and not started yet. */
    another: () => TestApp;
  },
  {
    shared: { readonly browser: SharedBrowser; readonly sample: SampleService; readonly app: SharedApp };
  }
>({
  shared: [
    async ({ playwright }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'cutaway-e2e-sample-'));
      const resources: {
        browser?: Promise<Browser>;
        sample?: Promise<string>;
        app?: { readonly key: string; readonly running: TestApp } | undefined;
      } = {};
      await use({
        browser: () => (resources.browser ??= playwright.chromium.launch(getHeadlessOptions())),
        sample: () => (resources.sample ??= startSampleOnce(join(folder, 'service'))),
        app: async (key, start) => {
          if (resources.app?.key === key) {
            await resources.app.running.openAnotherWindow();
            return resources.app.running;
          }
          await resources.app?.running.dispose();
          resources.app = undefined;
          const runningApp = await start();
          resources.app = { key, running: runningApp };
          return runningApp;
        },
      });
      await resources.app?.running.dispose();
      await (await resources.browser)?.close();
      await resources.sample;
      await removeFolder(folder);
    },
    { scope: 'worker' },
  ],
  shell: ['browser', { option: true }],
  electronBinary: [null, { option: true }],
  appArgs: [SAMPLE, { option: true }],
  appEnv: [{}, { option: true }],
  machine: [{}, { option: true }],
  pastWelcome: [true, { option: true }],
  ownProfile: [false, { option: true }],
  together: [false, { option: true }],
  app: async (
    { shell, electronBinary, appArgs, appEnv, pastWelcome, ownProfile, together, locale, machine, shared },
    use,
    info,
  ) => {
    const options = {
      shell,
      electronBinary,
      appArgs,
      appEnv,
      pastWelcome,
      ownProfile,
      together,
      locale,
      machine,
    };
    const isShared = together && shell === 'browser';
    const start = async (): Promise<TestApp> => {
      const app = new TestApp(options, ownProfile ? null : shared.browser);
      // Tests of the first start itself create new sample data.
      if (pastWelcome && appArgs.join() === SAMPLE.join()) app.takeService(await shared.sample());
      try {
        await app.start();
        // Allows a slow start, as several may run at once; `test/bench` measures start times.
        if (pastWelcome) await app.page.getByRole('button', { name: 'Keep the samples' }).click();
        return app;
      } catch (error) {
        await info.attach('output of the app', { body: app.output });
        await app.dispose();
        throw error;
      }
    };
    const app = isShared ? await shared.app(JSON.stringify([info.file, options]), start) : await start();
    try {
      await use(app);
    } finally {
      if (info.status !== info.expectedStatus) await info.attach('output of the app', { body: app.output });
      if (!isShared) await app.dispose();
    }
  },
  page: async ({ app }, use) => use(app.page),
  another: async ({ shell, electronBinary, appEnv, locale, machine }, use) => {
    const apps: TestApp[] = [];
    await use(() => {
      const options = {
        shell,
        electronBinary,
        appArgs: [],
        appEnv,
        pastWelcome: false,
        ownProfile: true,
        together: false,
      };
      const app = new TestApp({ ...options, locale, machine });
      apps.push(app);
      return app;
    });
    for (const app of apps) await app.dispose();
  },
});

export { expect };
