import { SPEECH_RATE, SpeechEngineError } from './speech-engine.ts';

const BAD = 'The voice returned something that isn’t audio.';

interface Sound {
  readonly rate: number;
  readonly channels: number;
  readonly samples: Int16Array;
}

function soundOf(file: Buffer): Sound {
  if (file.length < 12 || file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE') {
    throw new SpeechEngineError(BAD);
  }
  let rate = 0;
  let channels = 0;
  let bits = 0;
  for (let at = 12; at + 8 <= file.length;) {
    const name = file.toString('latin1', at, at + 4);
    const from = at + 8;
    // Programs that write to a pipe do not know the length and claim a very large one.
    const size = Math.min(file.readUInt32LE(at + 4), file.length - from);
    if (name === 'fmt ' && size >= 16) {
      [channels, rate, bits] = [file.readUInt16LE(from + 2), file.readUInt32LE(from + 4), file.readUInt16LE(from + 14)];
    } else if (name === 'data') {
      if (bits !== 16 || rate === 0 || channels === 0) break;
      const data = file.subarray(from, from + size - (size % (2 * channels)));
      const samples = new Int16Array(data.length / 2);
      for (let index = 0; index < samples.length; index++) samples[index] = data.readInt16LE(index * 2);
      return { rate, channels, samples };
    }
    at = from + size + (size % 2);
  }
  throw new SpeechEngineError(BAD);
}

/** Converts a 16-bit WAV file of any rate to mono samples at the engines' own rate. @throws SpeechEngineError */
export function samplesOf(file: Buffer): Int16Array {
  const { rate, channels, samples } = soundOf(file);
  const frames = samples.length / channels;
  const out = new Int16Array(Math.floor((frames * SPEECH_RATE) / rate));
  const at = (frame: number): number => samples[Math.min(frames - 1, frame) * channels] ?? 0;
  for (let index = 0; index < out.length; index++) {
    const place = (index * rate) / SPEECH_RATE;
    const whole = Math.floor(place);
    out[index] = at(whole) + (at(whole + 1) - at(whole)) * (place - whole);
  }
  return out;
}

/** Returns what stands before so many bytes of 16-bit samples. */
export function waveHead(bytes: number, channels: number): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + bytes, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(SPEECH_RATE, 24);
  head.writeUInt32LE(SPEECH_RATE * channels * 2, 28);
  head.writeUInt16LE(channels * 2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(bytes, 40);
  return head;
}

export function waveFile(samples: Int16Array, channels: number): Buffer {
  const bytes = samples.length * 2;
  return Buffer.concat([waveHead(bytes, channels), Buffer.from(samples.buffer, samples.byteOffset, bytes)]);
}
