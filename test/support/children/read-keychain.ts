/** Prints one line of JSON: the secret of a service and account, or null. */
import { OsKeychain } from '#platform/keychain.ts';

const [service = '', account = ''] = process.argv.slice(2);
const secret = await new OsKeychain().get(service, account);
process.stdout.write(`answer ${JSON.stringify(secret)}\n`);
process.exit(0);
