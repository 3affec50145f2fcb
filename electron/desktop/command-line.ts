import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isInvitation, parseDeepLink } from './deep-links.ts';

/** Matches the file types that electron-builder.yml and assets/installer.nsh register. */
const OPENED_FILE = /\.(?:cutaway|fountain|md)$/i;

/** `--data` has a value, which must not be mistaken for a file. */
const PARSE_OPTIONS = { options: { data: { type: 'string' } }, strict: false, allowPositionals: true } as const;

/** Linux also passes file: addresses; those of another machine are ignored. */
function getPath(argument: string, folder: string): string | undefined {
  if (!/^file:/i.test(argument)) return resolve(folder, argument);
  try {
    return fileURLToPath(argument);
  } catch {
    return undefined;
  }
}

/** Returns the files in a command line that was given in `folder`, as absolute paths, and links that invite to a team. */
export function findOpenedFiles(argv: readonly string[], folder: string): string[] {
  const { positionals } = parseArgs({ ...PARSE_OPTIONS, args: argv.slice(1) });
  return positionals
    .filter((argument) => OPENED_FILE.test(argument) || isInvitation(argument))
    .map((argument) => (isInvitation(argument) ? argument : getPath(argument, folder)))
    .filter((path) => path !== undefined);
}

const isRequest = (argument: string): boolean =>
  OPENED_FILE.test(argument) || isInvitation(argument) || parseDeepLink(argument) !== undefined;

/** Returns the arguments of a command line without the links and files that it asks to open. */
export function withoutRequests(argv: readonly string[]): string[] {
  const args = argv.slice(1);
  const { tokens } = parseArgs({ ...PARSE_OPTIONS, args, tokens: true });
  const requestIndexes = new Set(
    tokens.flatMap((token) => (token.kind === 'positional' && isRequest(token.value) ? [token.index] : [])),
  );
  return args.filter((_, index) => !requestIndexes.has(index));
}
