import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** The start options of the service (interfaces: `npm run service`). */
export interface ServiceOptions {
  readonly dataDir: string;
  /** Picks a free port if 0. */
  readonly port: number;
  readonly host: string;
  /** Fills an empty data folder with the sample team. */
  readonly sample: boolean;
  readonly rateLimits: boolean;
  /** The path of another installation's archive; it fills an empty data folder. */
  readonly restore?: string;
  /** Replaces the platform's own servers for API and feeds, as a company's gateway does. */
  readonly platform?: string;
  /** Uses PostgreSQL instead of the database in the data folder. */
  readonly databaseUrl?: string;
}

/** Thrown for invalid arguments; the message says so in one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Returns the platform's per-user folder; the app keeps its own files elsewhere in it. */
function getDefaultDataDir(): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Cutaway', 'service');
  if (process.platform === 'win32') {
    return join(process.env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Cutaway', 'service');
  }
  return join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'Cutaway', 'service');
}

/** @throws UsageError */
export function readPort(text: string, argument = '--port'): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new UsageError(`${argument} takes a number from 0 to 65535, not "${text}".`);
  return port;
}

function readSwitch(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new UsageError(`--rate-limits takes on or off, not "${text}".`);
  return text === 'on';
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: false,
      options: {
        data: { type: 'string' },
        port: { type: 'string', default: '0' },
        host: { type: 'string', default: '127.0.0.1' },
        sample: { type: 'boolean', default: false },
        'rate-limits': { type: 'string', default: 'on' },
        'database-url': { type: 'string' },
        restore: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  }
}

/** @throws UsageError */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv = process.env): ServiceOptions {
  const values = parse(args);
  const databaseUrl = values['database-url'];
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new UsageError('--database-url takes an address that starts with postgres://.');
  }
  const platform = env['CUTAWAY_PLATFORM']?.replace(/\/$/, '') || undefined;
  if (platform !== undefined && !/^https?:\/\//.test(platform)) {
    throw new UsageError('CUTAWAY_PLATFORM takes an address that starts with https:// or http://.');
  }
  return {
    dataDir: values.data ?? getDefaultDataDir(),
    port: readPort(values.port),
    host: values.host,
    sample: values.sample,
    rateLimits: readSwitch(values['rate-limits']),
    ...(values.restore !== undefined && { restore: values.restore }),
    ...(databaseUrl !== undefined && { databaseUrl }),
    ...(platform !== undefined && { platform }),
  };
}
