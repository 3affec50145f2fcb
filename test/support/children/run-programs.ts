/** Runs two programs that never end: `ffmpeg` of the given folder, and the machine's voice. */
import { join } from 'node:path';

import { createOsVoices } from '#service/engines/speech/os-voices.ts';
import { capture } from '#service/engines/video/ffmpeg/run.ts';

const [folder = ''] = process.argv.slice(2);
const { signal } = new AbortController();
void capture(join(folder, 'ffmpeg'), [], { signal });
void createOsVoices('linux')?.speak(
  { sentence: 'They are coming back.', language: 'en', voice: null, rate: 1 },
  signal,
);
console.log('running');
