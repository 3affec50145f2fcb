/** Gives every test its own app instance, or the one that its file shares. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Browser, expect, type Page, test as base } from '@playwright/test';

import { getHeadlessOptions } from '../support/chromium.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { type SharedBrowser, Studio, type StudioOptions } from './studio.ts';

/** Returns the data folder of a local service that was started once with the sample. */
type SampleService = () => Promise<string>;

/** Returns the running app that the tests with this `key` share; `start` starts it if there is none. */
type SharedStudio = (key: string, start: () => Promise<Studio>) => Promise<Studio>;

const SAMPLE = ['--sample'];

async function startSampleOnce(folder: string): Promise<string> {
  const service = startServiceProcess(['--data', folder, '--port', '0', ...SAMPLE]);
  if ((await service.ready) === null) throw new Error(`The service ended before it was ready:\n${service.getStderr()}`);
  await service.end();
  return folder;
}

export const test = base.extend<
  StudioOptions & {
    studio: Studio;
    page: Page;
    /** Creates a second installation, which is empty and not started yet. */
    another: () => Studio;
  },
  {
    shared: { readonly browser: SharedBrowser; readonly sample: SampleService; readonly studio: SharedStudio };
  }
>({
  shared: [
    async ({ playwright }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'cutaway-e2e-sample-'));
      const resources: {
        browser?: Promise<Browser>;
        sample?: Promise<string>;
        studio?: { readonly key: string; readonly running: Studio } | undefined;
      } = {};
      await use({
        browser: () => (resources.browser ??= playwright.chromium.launch(getHeadlessOptions())),
        sample: () => (resources.sample ??= startSampleOnce(join(folder, 'service'))),
        studio: async (key, start) => {
          if (resources.studio?.key === key) {
            await resources.studio.running.openAnotherWindow();
            return resources.studio.running;
          }
          await resources.studio?.running.dispose();
          resources.studio = undefined;
          const runningStudio = await start();
          resources.studio = { key, running: runningStudio };
          return runningStudio;
        },
      });
      await resources.studio?.running.dispose();
      await (await resources.browser)?.close();
      await resources.sample;
      await removeFolder(folder);
    },
    { scope: 'worker' },
  ],
  shell: ['browser', { option: true }],
  electronBinary: [null, { option: true }],
  studioArgs: [SAMPLE, { option: true }],
  studioEnv: [{}, { option: true }],
  machine: [{}, { option: true }],
  pastWelcome: [true, { option: true }],
  ownProfile: [false, { option: true }],
  together: [false, { option: true }],
  studio: async (
    { shell, electronBinary, studioArgs, studioEnv, pastWelcome, ownProfile, together, locale, machine, shared },
    use,
    info,
  ) => {
    const options = {
      shell,
      electronBinary,
      studioArgs,
      studioEnv,
      pastWelcome,
      ownProfile,
      together,
      locale,
      machine,
    };
    const isShared = together && shell === 'browser';
    const start = async (): Promise<Studio> => {
      const studio = new Studio(options, ownProfile ? null : shared.browser);
      // Tests of the first start itself create the sample data anew.
      if (pastWelcome && studioArgs.join() === SAMPLE.join()) studio.takeService(await shared.sample());
      try {
        await studio.start();
        // Allows a slow start, as several may run at once; `test/bench` measures start times.
        if (pastWelcome) await studio.page.getByRole('button', { name: 'Keep the samples' }).click();
        return studio;
      } catch (error) {
        await info.attach('output of the app', { body: studio.output });
        await studio.dispose();
        throw error;
      }
    };
    const studio = isShared ? await shared.studio(JSON.stringify([info.file, options]), start) : await start();
    try {
      await use(studio);
    } finally {
      if (info.status !== info.expectedStatus) await info.attach('output of the app', { body: studio.output });
      if (!isShared) await studio.dispose();
    }
  },
  page: async ({ studio }, use) => use(studio.page),
  another: async ({ shell, electronBinary, studioEnv, locale, machine }, use) => {
    const studios: Studio[] = [];
    await use(() => {
      const options = {
        shell,
        electronBinary,
        studioArgs: [],
        studioEnv,
        pastWelcome: false,
        ownProfile: true,
        together: false,
      };
      const studio = new Studio({ ...options, locale, machine });
      studios.push(studio);
      return studio;
    });
    for (const studio of studios) await studio.dispose();
  },
});

export { expect };
