/** Checks at the start that files can be stored in S3, so that nothing fails later that could fail now. */
import { randomBytes } from 'node:crypto';

import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';

import { FilesUnusableError } from './file-storage.ts';
import type { S3Address } from './s3-address.ts';

/** Stores refuse a larger difference. */
const MAX_SKEW_MS = 15 * 60_000;
const TIMEOUT_MS = 20_000;

const CLOCK_MESSAGE =
  'This computer’s clock differs by more than 15 minutes from the file store’s. Set the clock and start again.';
const WRONG_KEY = new Set(['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'InvalidToken', 'TokenRefreshRequired']);
const WRONG_CLOCK = new Set(['RequestTimeTooSkewed', 'RequestExpired']);
const WRONG_REGION = new Set([
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
]);

const getStore = ({ endpoint, region }: S3Address): string => endpoint ?? `Amazon S3 in ${region}`;

/** @param deniedMessage the message if the key lacks the right to do this */
function toUnusableError(error: unknown, address: S3Address, deniedMessage: string): FilesUnusableError {
  const place = getStore(address);
  const code = error instanceof Error ? error.name : '';
  const createUnusableError = (message: string): FilesUnusableError =>
    new FilesUnusableError(message, { cause: error });
  if (code === 'NoSuchBucket') {
    return createUnusableError(`There is no bucket named ${address.bucket} at ${place}. Create it, or change --files.`);
  }
  if (WRONG_CLOCK.has(code)) return createUnusableError(CLOCK_MESSAGE);
  if (WRONG_KEY.has(code)) {
    return createUnusableError(`${place} refuses the key. Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`);
  }
  if (WRONG_REGION.has(code))
    return createUnusableError(`The bucket ${address.bucket} is in another region. Set AWS_REGION to it.`);
  if (code === 'AccessDenied') return createUnusableError(deniedMessage);
  // An answer has a status; without one the store could not be reached.
  const metadata =
    error instanceof Error && '$metadata' in error ? (error.$metadata as { httpStatusCode?: number }) : {};
  if (metadata.httpStatusCode === undefined) {
    return createUnusableError(
      `The file store at ${place} isn’t responding. Check its address and the network, and start again.`,
    );
  }
  return createUnusableError(
    `The file store at ${place} answered with the error ${code}. Check --files and start again.`,
  );
}

/**
 * Lists, writes, reads and removes a file.
 * @throws FilesUnusableError
 */
export async function checkS3(client: S3Client, address: S3Address): Promise<void> {
  const { bucket: Bucket, prefix } = address;
  const abortSignal = AbortSignal.timeout(TIMEOUT_MS);
  const Key = `${prefix}.check-${randomBytes(6).toString('hex')}`;
  const content = randomBytes(32);
  const step = async <T>(work: Promise<T>, deniedMessage: string): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw toUnusableError(error, address, deniedMessage);
    }
  };
  const list = new ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 });
  await step(
    client.send(list, { abortSignal }),
    `The key may not list the bucket named ${Bucket}. Allow it s3:ListBucket, s3:GetObject, s3:PutObject and s3:DeleteObject.`,
  );
  // The client silently corrects its clock by the store’s, but everything else would still use the wrong time.
  if (Math.abs(client.config.systemClockOffset) > MAX_SKEW_MS) throw new FilesUnusableError(CLOCK_MESSAGE);
  await step(
    client.send(new PutObjectCommand({ Bucket, Key, Body: content }), { abortSignal }),
    `The bucket named ${Bucket} can be read but not written with this key. Allow it s3:PutObject and s3:DeleteObject.`,
  );
  const returnedBytes = await step(
    client
      .send(new GetObjectCommand({ Bucket, Key }), { abortSignal })
      .then(({ Body }) => Body?.transformToByteArray() ?? new Uint8Array()),
    `The bucket named ${Bucket} can be written but not read with this key. Allow it s3:GetObject.`,
  );
  await step(
    client.send(new DeleteObjectCommand({ Bucket, Key }), { abortSignal }),
    `Files in the bucket named ${Bucket} can’t be removed with this key. Allow it s3:DeleteObject.`,
  );
  if (!content.equals(returnedBytes)) {
    throw new FilesUnusableError(`The bucket named ${Bucket} returns other content than was stored. Choose another.`);
  }
}
