/** Runs a service on a database and a bucket that others use as well; its options are JSON in the first argument. */
import type { S3Options } from '#service/files/s3-address.ts';
import { QuickVideos } from '#test/support/quick-videos.ts';
import { startTestService } from '#test/support/service.ts';

interface Options {
  readonly databaseUrl: string;
  readonly files: Omit<S3Options, 'addressKey'> & { readonly addressKey: string };
}

const { databaseUrl, files } = JSON.parse(process.argv[2] ?? '') as Options;
const { baseUrl, token } = await startTestService('postgresql', {
  databaseUrl,
  files: { ...files, addressKey: Buffer.from(files.addressKey, 'base64') },
  videoMaker: new QuickVideos(),
});
process.stdout.write(`${JSON.stringify({ ready: true, base_url: baseUrl, token, pid: process.pid })}\n`);
