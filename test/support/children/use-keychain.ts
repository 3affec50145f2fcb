/** Prints one line of JSON: the kind of keychain in this environment and how it behaves. */
import { KeychainError, OsKeychain } from '#platform/keychain.ts';

const keychain = new OsKeychain({ timeoutMs: Number(process.argv[2] ?? 3000) });
const startTime = performance.now();
const answer: Record<string, unknown> = { state: await keychain.probe() };
try {
  answer['before'] = await keychain.get('cutaway-test', 'someone');
  await keychain.set('cutaway-test', 'someone', 'geheim ✓');
  await keychain.set('cutaway-test', 'another', 'other');
  answer['read'] = await keychain.get('cutaway-test', 'someone');
  await keychain.delete('cutaway-test', 'someone');
  await keychain.delete('cutaway-test', 'someone');
  answer['after'] = await keychain.get('cutaway-test', 'someone');
  answer['another'] = await keychain.get('cutaway-test', 'another');
} catch (error) {
  answer['error'] = error instanceof KeychainError ? { name: error.name, state: error.state } : String(error);
}
answer['ms'] = Math.round(performance.now() - startTime);
process.stdout.write(`answer ${JSON.stringify(answer)}\n`);
process.exit(0);
