/** Reads where files are stored in S3: the address from the command line, the key and the region from the environment. */
import { FilesUnusableError } from './file-storage.ts';

export interface S3Address {
  readonly kind: 's3';
  readonly bucket: string;
  /** The beginning of all file names; empty, or ends with a slash. */
  readonly prefix: string;
  /** The address of a store other than Amazon’s. */
  readonly endpoint?: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Puts the bucket's name into the path instead of the host, which most stores other than Amazon’s require. */
  readonly forcePathStyle: boolean;
}

export interface S3Options extends S3Address {
  /** Signs the addresses of files; all nodes need the same. Holds 32 bytes or more. */
  readonly addressKey: Buffer;
}

/** The storage of the service's files. */
export type FilesOptions = { readonly kind: 'folder' } | S3Options;

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^[\w!.*'()-]+(?:\/[\w!.*'()-]+)*$/;

function readSetting(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (value === undefined || value === '') {
    throw new FilesUnusableError(`Files in S3 need a key. Set ${name} in the environment.`);
  }
  return value;
}

/**
 * Reads an address such as `s3://bucket/prefix`.
 * @throws FilesUnusableError
 */
export function readS3Address(address: string, env: NodeJS.ProcessEnv): S3Address {
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(address) ?? [];
  const prefix = path.replace(/\/+$/, '');
  if (!BUCKET.test(bucket) || (prefix !== '' && !PREFIX.test(prefix))) {
    throw new FilesUnusableError(`Files are stored at an address such as s3://bucket/folder, not "${address}".`);
  }
  const endpoint = env['AWS_ENDPOINT_URL_S3'] || env['AWS_ENDPOINT_URL'] || undefined;
  if (endpoint !== undefined && !(/^https?:\/\//.test(endpoint) && URL.canParse(endpoint))) {
    throw new FilesUnusableError('AWS_ENDPOINT_URL_S3 takes an address that starts with https:// or http://.');
  }
  return {
    kind: 's3',
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    ...(endpoint !== undefined && { endpoint }),
    region: env['AWS_REGION'] || 'us-east-1',
    accessKeyId: readSetting(env, 'AWS_ACCESS_KEY_ID'),
    secretAccessKey: readSetting(env, 'AWS_SECRET_ACCESS_KEY'),
    forcePathStyle: endpoint !== undefined,
  };
}
