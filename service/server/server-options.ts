/** Reads the options of `npm run server`, the server for a team; arguments override environment variables. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { isLoopback } from '#contract/loopback.ts';

import { readPort, UsageError } from '../options.ts';

export interface CertificateFiles {
  readonly certificate: string;
  readonly key: string;
}

export interface ServerOptions {
  readonly databaseUrl: string;
  /** The `s3://` address of the files, or null if they are in the data folder. */
  readonly files: string | null;
  readonly dataDir: string;
  /** The origin at which apps reach the server, without a slash at its end. */
  readonly publicUrl: string;
  readonly host: string;
  readonly port: number;
  readonly tls: CertificateFiles | null;
  /** True takes the caller's address and protocol from a proxy in a private network. */
  readonly isBehindProxy: boolean;
  /** The port on which plain HTTP is redirected to the public URL; null for none. */
  readonly redirectPort: number | null;
  /** The secret that seals the keys of providers and signs the addresses of files. */
  readonly secret: string | null;
  /** An earlier secret, with which sealed keys are opened to reseal them. */
  readonly previousSecret: string | null;
  readonly metricsToken: string | null;
  /** Fills an empty database with the sample team. */
  readonly sample: boolean;
  /** Prints a link that signs in as the owner, then exits. */
  readonly printOwnerLink: boolean;
  /** Copies all files to this `s3://` address or folder, then exits. */
  readonly copyFilesTo: string | null;
  /** Fills an empty database from this archive of an app, then exits. */
  readonly importArchiveFrom: string | null;
  /** Writes an archive of the team to this file, then exits. */
  readonly exportArchiveTo: string | null;
  /** Checks that no file is missing, then exits. */
  readonly checkFiles: boolean;
  /** Deletes sealed keys that no known secret opens. */
  readonly deletesUnreadableKeys: boolean;
}

/** The settings, which are arguments or environment variables. */
const SETTINGS = {
  'database-url': { type: 'string' },
  files: { type: 'string' },
  data: { type: 'string' },
  'public-url': { type: 'string' },
  host: { type: 'string' },
  port: { type: 'string' },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  'behind-proxy': { type: 'boolean' },
  'redirect-port': { type: 'string' },
  sample: { type: 'boolean' },
} as const;

/** One-off tasks, which are arguments only. */
const TASKS = {
  'owner-link': { type: 'boolean' },
  'copy-files': { type: 'string' },
  'check-files': { type: 'boolean' },
  'import-archive': { type: 'string' },
  'export-archive': { type: 'string' },
  'forget-keys': { type: 'boolean' },
} as const;

const ARGUMENTS = { ...SETTINGS, ...TASKS };

const MIN_SECRET_LENGTH = 32;
const PORTS = { tls: '8443', plain: '8080' } as const;

type Values = Readonly<Record<keyof typeof ARGUMENTS, string | undefined>>;

/** Secrets, which are environment variables only, because everyone on the computer can see arguments. */
const SECRETS = {
  secret: 'CUTAWAY_SECRET',
  previousSecret: 'CUTAWAY_PREVIOUS_SECRET',
  metricsToken: 'CUTAWAY_METRICS_TOKEN',
} as const;

const getVariable = (name: string): string => `CUTAWAY_${name.toUpperCase().replaceAll('-', '_')}`;

/** Every environment variable that a server reads, except those of the file store's client. */
export const SERVER_VARIABLES: readonly string[] = [
  ...Object.keys(SETTINGS).map(getVariable),
  ...Object.values(SECRETS),
];

/** An argument wins over its variable: `--public-url` over `CUTAWAY_PUBLIC_URL`. */
function readValues(args: readonly string[], env: NodeJS.ProcessEnv): Values {
  let values: Readonly<Record<string, string | boolean | undefined>>;
  try {
    values = parseArgs({ args: [...args], allowPositionals: false, options: ARGUMENTS }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  }
  const names = Object.keys(ARGUMENTS) as (keyof typeof ARGUMENTS)[];
  return Object.fromEntries(
    names.map((name) => {
      const variable = name in SETTINGS ? env[getVariable(name)]?.trim() : undefined;
      return [name, values[name]?.toString() ?? (variable || undefined)];
    }),
  ) as Values;
}

function readSwitch(values: Values, name: keyof typeof ARGUMENTS): boolean {
  const value = values[name] ?? 'false';
  if (value !== 'true' && value !== 'false') throw new UsageError(`${getVariable(name)} takes true or false.`);
  return value === 'true';
}

function readPublicUrl(text: string | undefined): string {
  if (text === undefined) {
    throw new UsageError('--public-url is missing: the https:// address under which studios reach this server.');
  }
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url?.protocol === 'http:' && isLoopback(url.hostname);
  if (!url || (url.protocol !== 'https:' && !isPlain)) {
    throw new UsageError('--public-url takes an address that starts with https://, such as https://studio.example.');
  }
  if (url.pathname !== '/' || url.search || url.hash || url.username) {
    throw new UsageError('--public-url takes an address without a path, such as https://studio.example.');
  }
  return url.origin;
}

function readCertificateFiles(values: Values): CertificateFiles | null {
  const { 'tls-cert': certificate, 'tls-key': key } = values;
  if (certificate === undefined && key === undefined) return null;
  if (certificate === undefined || key === undefined) {
    throw new UsageError('--tls-cert and --tls-key belong together: the certificate with its chain, and its key.');
  }
  return { certificate, key };
}

function readSecret(env: NodeJS.ProcessEnv, name: string): string | null {
  const secret = env[name]?.trim();
  if (!secret) return null;
  if (secret.length < MIN_SECRET_LENGTH || /\s/.test(secret)) {
    throw new UsageError(
      `${name} takes at least ${MIN_SECRET_LENGTH} characters without spaces. "openssl rand -base64 32" makes one.`,
    );
  }
  return secret;
}

function checkNetworkOptions({ host, tls, isBehindProxy, publicUrl, files, secret }: ServerOptions): void {
  if (!isLoopback(host) && tls === null && !isBehindProxy) {
    throw new UsageError(
      `Listening on ${host} needs TLS (--tls-cert and --tls-key), or a proxy in front that has it (--behind-proxy).`,
    );
  }
  if (tls === null && !isBehindProxy && publicUrl.startsWith('https:')) {
    throw new UsageError('--public-url starts with https://, which needs --tls-cert and --tls-key, or --behind-proxy.');
  }
  if (tls !== null && publicUrl.startsWith('http:')) {
    throw new UsageError('--public-url must start with https://, because --tls-cert is given.');
  }
  if (files !== null && secret === null) {
    throw new UsageError('--files needs CUTAWAY_SECRET, with which all servers sign the addresses of files.');
  }
}

/** @throws UsageError */
export function readServerOptions(args: readonly string[], env: NodeJS.ProcessEnv = process.env): ServerOptions {
  const values = readValues(args, env);
  const { 'database-url': databaseUrl, files = null, 'redirect-port': redirect } = values;
  if (databaseUrl === undefined || !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new UsageError('--database-url takes the address of a PostgreSQL database, which starts with postgres://.');
  }
  if (files !== null && !files.startsWith('s3://'))
    throw new UsageError('--files takes an address such as s3://bucket.');
  if (files === null && values.data === undefined) {
    throw new UsageError('--files is missing: s3://bucket, or --data with a folder that keeps the files.');
  }
  const tls = readCertificateFiles(values);
  const isBehindProxy = readSwitch(values, 'behind-proxy');
  const options: ServerOptions = {
    databaseUrl,
    files,
    dataDir: values.data ?? join(tmpdir(), 'cutaway-server'),
    publicUrl: readPublicUrl(values['public-url']),
    host: values.host ?? (tls === null ? '127.0.0.1' : '0.0.0.0'),
    port: readPort(values.port ?? (tls === null ? PORTS.plain : PORTS.tls)),
    tls,
    isBehindProxy,
    redirectPort: redirect === undefined ? null : readPort(redirect, '--redirect-port'),
    secret: readSecret(env, SECRETS.secret),
    previousSecret: readSecret(env, SECRETS.previousSecret),
    metricsToken: readSecret(env, SECRETS.metricsToken),
    sample: readSwitch(values, 'sample'),
    printOwnerLink: readSwitch(values, 'owner-link'),
    copyFilesTo: values['copy-files'] ?? null,
    checkFiles: readSwitch(values, 'check-files'),
    importArchiveFrom: values['import-archive'] ?? null,
    exportArchiveTo: values['export-archive'] ?? null,
    deletesUnreadableKeys: readSwitch(values, 'forget-keys'),
  };
  checkNetworkOptions(options);
  return options;
}
