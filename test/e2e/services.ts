/** Adds what a spec needs beside the app; each part starts for the tests that ask for it. */
import { PlatformServer } from '../support/platform-server.ts';
import { Wire } from '../support/wire.ts';
import { RemoteService } from './remote.ts';
import { test as base } from './fixtures.ts';

export const test = base.extend<{
  /** A service like a team's. */
  remote: RemoteService;
  /** The network to the remote service. */
  wire: Wire;
  platform: PlatformServer;
}>({
  remote: async ({ browserName: _ }, use) => {
    const remote = await RemoteService.start();
    await use(remote);
    await remote.stop();
  },
  wire: async ({ remote }, use) => {
    const wire = new Wire(remote.baseUrl);
    await wire.listen();
    await use(wire);
    await wire.disconnect();
  },
  platform: async ({ browserName: _ }, use) => {
    const platform = await PlatformServer.start();
    await use(platform);
    platform.stop();
  },
});
