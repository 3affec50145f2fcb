/** Reads and checks the server's TLS certificate, and follows its files, which a renewal replaces. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';

import { DAY_MS } from '#contract/values.ts';
import { describeError } from '#log/describe-error.ts';
import { logger } from '#log/logger.ts';

import type { CertificateFiles } from './server-options.ts';

const log = logger('tls');
const CHECK_MS = 10_000;
/** How long before expiry the log warns; automatic renewals happen earlier. */
const WARN_DAYS = 14;

export interface Certificate {
  /** The certificate with its chain, and the key, as PEM. */
  readonly cert: string;
  readonly key: string;
  readonly expires: Date;
}

/** Thrown if a certificate can't be used; the message is a plain sentence. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError';
}

const getDay = (date: Date): string => date.toISOString().slice(0, 10);

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new CertificateError(`The file ${path} can’t be read (${code}).`, { cause: error });
  }
}

function parsePem<T>(path: string, kind: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new CertificateError(`The file ${path} holds no ${kind} in PEM form.`, { cause: error });
  }
}

/** @param host the name under which apps reach the server. @throws CertificateError */
export async function readCertificate(files: CertificateFiles, host: string, now: Date): Promise<Certificate> {
  const [cert, key] = await Promise.all([readText(files.certificate), readText(files.key)]);
  const parsedCertificate = parsePem(files.certificate, 'certificate', () => new X509Certificate(cert));
  const privateKey = parsePem(files.key, 'private key', () => createPrivateKey(key));
  const [from, expires] = [new Date(parsedCertificate.validFrom), new Date(parsedCertificate.validTo)];
  if (!parsedCertificate.checkPrivateKey(privateKey)) {
    throw new CertificateError(`The key in ${files.key} doesn’t belong to the certificate in ${files.certificate}.`);
  }
  if (expires <= now) {
    throw new CertificateError(`The certificate in ${files.certificate} expired on ${getDay(expires)}. Renew it.`);
  }
  if (from > now) {
    throw new CertificateError(
      `The certificate in ${files.certificate} is valid from ${getDay(from)} on. Check this computer’s clock.`,
    );
  }
  const isForHost = (isIP(host) ? parsedCertificate.checkIP(host) : parsedCertificate.checkHost(host)) !== undefined;
  if (!isForHost) {
    throw new CertificateError(`The certificate in ${files.certificate} isn’t for ${host}, which --public-url names.`);
  }
  return { cert, key, expires };
}

async function formatStamp({ certificate, key }: CertificateFiles): Promise<string> {
  const times = await Promise.all([certificate, key].map((path) => stat(path).then(({ mtimeMs }) => mtimeMs)));
  return times.join(' ');
}

function warnIfExpiringSoon({ expires }: Certificate): void {
  const days = Math.floor((expires.getTime() - Date.now()) / DAY_MS);
  if (days < WARN_DAYS) log.warn('certificate expires soon', { days });
}

/** Keeps the certificate that is in use; a renewed one that is wrong changes nothing and is logged. */
export class CertificateWatcher {
  readonly #files: CertificateFiles;
  readonly #host: string;
  readonly #checkMs: number;
  #current: Certificate;
  #stamp: string;
  #timer: NodeJS.Timeout | undefined;
  #use: (certificate: Certificate) => void = () => undefined;

  private constructor(files: CertificateFiles, host: string, checkMs: number, first: Certificate, stamp: string) {
    this.#files = files;
    this.#host = host;
    this.#checkMs = checkMs;
    this.#current = first;
    this.#stamp = stamp;
  }

  /** @throws CertificateError */
  static async open(files: CertificateFiles, host: string, checkMs = CHECK_MS): Promise<CertificateWatcher> {
    const first = await readCertificate(files, host, new Date());
    warnIfExpiringSoon(first);
    return new CertificateWatcher(files, host, checkMs, first, await formatStamp(files));
  }

  get current(): Certificate {
    return this.#current;
  }

  /** Passes each further certificate to `use`. */
  follow(use: (certificate: Certificate) => void): void {
    this.#use = use;
    this.#timer = setInterval(() => void this.#check(), this.#checkMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #check(): Promise<void> {
    try {
      const stamp = await formatStamp(this.#files);
      if (stamp === this.#stamp) return;
      this.#stamp = stamp;
      this.#current = await readCertificate(this.#files, this.#host, new Date());
      this.#use(this.#current);
      log.info('certificate replaced', { expires: getDay(this.#current.expires) });
      warnIfExpiringSoon(this.#current);
    } catch (error) {
      log.error('certificate not replaced; the earlier one stays in use', describeError(error));
    }
  }
}
