import { SPEECH_RATE, SpeechEngineError } from './speech-engine.ts';

const NOT_AUDIO = 'The voice returned something that isn’t audio.';

interface Sound {
  readonly rate: number;
  readonly channels: number;
  readonly samples: Int16Array;
}

function parseWave(file: Buffer): Sound {
  if (file.length < 12 || file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE') {
    throw new SpeechEngineError(NOT_AUDIO);
  }
  let rate = 0;
  let channels = 0;
  let bits = 0;
  for (let offset = 12; offset + 8 <= file.length;) {
    const name = file.toString('latin1', offset, offset + 4);
    const start = offset + 8;
    // Programs that write to a pipe do not know the length and claim a very large one.
    const size = Math.min(file.readUInt32LE(offset + 4), file.length - start);
    if (name === 'fmt ' && size >= 16) {
      [channels, rate, bits] = [
        file.readUInt16LE(start + 2),
        file.readUInt32LE(start + 4),
        file.readUInt16LE(start + 14),
      ];
    } else if (name === 'data') {
      if (bits !== 16 || rate === 0 || channels === 0) break;
      const data = file.subarray(start, start + size - (size % (2 * channels)));
      const samples = new Int16Array(data.length / 2);
      for (let index = 0; index < samples.length; index++) samples[index] = data.readInt16LE(index * 2);
      return { rate, channels, samples };
    }
    offset = start + size + (size % 2);
  }
  throw new SpeechEngineError(NOT_AUDIO);
}

/** Converts a 16-bit WAV file of any rate to mono samples at the engines' own rate. @throws SpeechEngineError */
export function decodeSamples(file: Buffer): Int16Array {
  const { rate, channels, samples } = parseWave(file);
  const frames = samples.length / channels;
  const output = new Int16Array(Math.floor((frames * SPEECH_RATE) / rate));
  const readSample = (frame: number): number => samples[Math.min(frames - 1, frame) * channels] ?? 0;
  for (let index = 0; index < output.length; index++) {
    const position = (index * rate) / SPEECH_RATE;
    const base = Math.floor(position);
    output[index] = readSample(base) + (readSample(base + 1) - readSample(base)) * (position - base);
  }
  return output;
}

/** Returns the header of a WAV file with this many bytes of 16-bit samples. */
export function createWaveHeader(bytes: number, channels: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + bytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(SPEECH_RATE, 24);
  header.writeUInt32LE(SPEECH_RATE * channels * 2, 28);
  header.writeUInt16LE(channels * 2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(bytes, 40);
  return header;
}

export function createWaveFile(samples: Int16Array, channels: number): Buffer {
  const bytes = samples.length * 2;
  return Buffer.concat([createWaveHeader(bytes, channels), Buffer.from(samples.buffer, samples.byteOffset, bytes)]);
}
