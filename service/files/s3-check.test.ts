import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import { createBucket } from '#test/support/s3-server.ts';

import { FilesUnusableError } from './file-storage.ts';
import { readS3Address, type S3Options } from './s3-address.ts';
import { S3Files } from './s3-files.ts';

const KEY = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' };

describe('the address of a bucket', () => {
  test('is read with the key and the region of the environment', () => {
    expect(readS3Address('s3://films', KEY)).toEqual({
      kind: 's3',
      bucket: 'films',
      prefix: '',
      region: 'us-east-1',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
      forcePathStyle: false,
    });
    const env = {
      ...KEY,
      AWS_REGION: 'eu-west-1',
      AWS_ENDPOINT_URL: 'http://one:1',
      AWS_ENDPOINT_URL_S3: 'http://two:2',
    };
    expect(readS3Address('s3://films/team/a/', env)).toMatchObject({
      prefix: 'team/a/',
      region: 'eu-west-1',
      endpoint: 'http://two:2',
      forcePathStyle: true,
    });
  });

  test.each([
    ['s3://', KEY, 'Files are stored at an address such as s3://bucket/folder, not "s3://".'],
    ['s3://Films', KEY, 'not "s3://Films"'],
    ['/films', KEY, 'not "/films"'],
    ['s3://films/a//b', KEY, 'not "s3://films/a//b"'],
    ['s3://films', { AWS_SECRET_ACCESS_KEY: 'secret' }, 'Set AWS_ACCESS_KEY_ID in the environment.'],
    ['s3://films', { AWS_ACCESS_KEY_ID: 'key' }, 'Set AWS_SECRET_ACCESS_KEY in the environment.'],
    ['s3://films', { ...KEY, AWS_ENDPOINT_URL: 'localhost:9000' }, 'an address that starts with https:// or http://'],
  ])('%s is refused with what to do', (address, env, message) => {
    expect(() => readS3Address(address, env)).toThrow(FilesUnusableError);
    expect(() => readS3Address(address, env)).toThrow(message);
  });
});

describe('a start', () => {
  let bucket: { writer: S3Options; reader: S3Options };
  beforeAll(async () => {
    bucket = await createBucket();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const open = (options: S3Options) => S3Files.open(options, '/nowhere');
  const getRefusal = async (options: S3Options): Promise<string> => {
    const error = await open(options).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(FilesUnusableError);
    return error instanceof Error ? error.message : '';
  };

  test('leaves nothing in a usable bucket', async () => {
    const files = await open(bucket.writer);
    expect(await files.list('')).toEqual([]);
    files.close();
  });

  test('names a bucket that does not exist', async () => {
    const { endpoint } = bucket.writer;
    expect(await getRefusal({ ...bucket.writer, bucket: 'other' })).toBe(
      `There is no bucket named other at ${endpoint}. Create it, or change --files.`,
    );
  });

  test('says that the key is wrong', async () => {
    const message = `${bucket.writer.endpoint} refuses the key. Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`;
    expect(await getRefusal({ ...bucket.writer, secretAccessKey: 'wrong' })).toBe(message);
    expect(await getRefusal({ ...bucket.writer, accessKeyId: 'cutaway:nobody' })).toBe(message);
  });

  test('says that the bucket can only be read', async () => {
    expect(await getRefusal(bucket.reader)).toBe(
      `The bucket named ${bucket.reader.bucket} can be read but not written with this key. Allow it s3:PutObject and s3:DeleteObject.`,
    );
  });

  test.each([-16, 16])('says that the clock is wrong by %i minutes', async (minutes) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });
    expect(await getRefusal(bucket.writer)).toBe(
      'This computer’s clock differs by more than 15 minutes from the file store’s. Set the clock and start again.',
    );
  });

  test('says that the store does not respond', async () => {
    const endpoint = 'http://127.0.0.1:9';
    expect(await getRefusal({ ...bucket.writer, endpoint })).toBe(
      `The file store at ${endpoint} isn’t responding. Check its address and the network, and start again.`,
    );
  });
});
