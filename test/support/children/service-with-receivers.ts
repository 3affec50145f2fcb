/** Runs the real service, but resolves the names of the tests' receivers to this machine. */
import { addLogSink, logLine } from '#log/logger.ts';
import { SessionKeychain } from '#platform/keychain.ts';
import { CleanupStack } from '#service/cleanup-stack.ts';
import { serve } from '#service/serve.ts';
import { openDatabase } from '#service/store/database.ts';
import { createTestFetch } from '#test/support/net.ts';

const dataDir = process.argv[2] ?? '';
const cleanup = new CleanupStack();
addLogSink((entry) => void process.stderr.write(`${logLine(entry)}\n`));
const store = await openDatabase({ dataDir });
cleanup.add(() => store.close());
const { baseUrl, token } = await serve(
  {
    store,
    dataDir,
    keychain: new SessionKeychain(),
    outbound: createTestFetch(),
    host: '127.0.0.1',
    port: 0,
    sample: true,
    rateLimits: false,
    retrySeconds: [1, 1, 1, 1, 1, 1],
  },
  cleanup,
);
process.on('SIGTERM', () => void cleanup.close().then(() => process.exit(0)));
process.stdout.write(`${JSON.stringify({ ready: true, base_url: baseUrl, token, pid: process.pid })}\n`);
