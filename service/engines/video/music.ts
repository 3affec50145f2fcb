/** Makes quiet background music from sine waves alone: four soft chords that loop without a seam. */
import { randomFrom } from '../text/composer/random.ts';
import { waveFile } from '../speech/wave.ts';
import { SAMPLE_RATE } from './video.ts';

const BAR_SECONDS = 4.8;
/** Lists semitones above A2. */
const CHORDS: readonly (readonly number[])[] = [
  [0, 12, 19, 24, 28],
  [-4, 12, 15, 20, 24],
  [3, 10, 15, 19, 27],
  [-2, 10, 14, 17, 26],
];
const ROOT = 110;
const LEVEL = 0.5;

const TABLE = Float32Array.from({ length: 4096 }, (_, at) => {
  const turn = (2 * Math.PI * at) / 4096;
  return Math.sin(turn) + 0.22 * Math.sin(2 * turn) + 0.06 * Math.sin(3 * turn);
});

interface Note {
  readonly from: number;
  readonly seconds: number;
  readonly semitones: number;
  readonly loud: number;
  /** Ranges from -1 (left) to 1 (right). */
  readonly side: number;
  /** Gives the seconds until the note is loudest. */
  readonly attack: number;
}

/** Adds a note. Its sound beyond the end continues at the beginning, so that the loop has no seam. */
function add(left: Float32Array, right: Float32Array, { from, seconds, semitones, loud, side, attack }: Note): void {
  const length = left.length;
  const step = (TABLE.length * ROOT * 2 ** (semitones / 12)) / SAMPLE_RATE;
  const start = Math.round(from * SAMPLE_RATE);
  const samples = Math.round(seconds * SAMPLE_RATE);
  const rise = attack * SAMPLE_RATE;
  const fall = 1 - 4.6 / (samples - rise);
  let envelope = 1;
  for (let index = 0; index < samples; index++) {
    if (index > rise) envelope *= fall;
    const level = index < rise ? 0.5 - 0.5 * Math.cos((Math.PI * index) / rise) : envelope;
    const sound = (TABLE[Math.floor(index * step) % TABLE.length] ?? 0) * level * loud;
    const at = (start + index) % length;
    left[at] = (left[at] ?? 0) + sound * (1 - side) * 0.5;
    right[at] = (right[at] ?? 0) + sound * (1 + side) * 0.5;
  }
}

function notes(): Note[] {
  const random = randomFrom(7);
  return CHORDS.flatMap((chord, bar) => {
    const from = bar * BAR_SECONDS;
    const pad = chord.map((semitones, index): Note => ({
      from,
      seconds: BAR_SECONDS * 1.5,
      semitones,
      attack: 1.3,
      loud: index === 0 ? 0.5 : 0.2,
      side: (index - 2) * 0.25,
    }));
    const plucks = Array.from({ length: 6 }, (_, index): Note => {
      const semitones = (chord[1 + Math.floor(random() * (chord.length - 1))] ?? 12) + 12;
      return {
        from: from + (index * BAR_SECONDS) / 6,
        seconds: 2.2,
        semitones,
        attack: 0.012,
        loud: 0.1 + random() * 0.08,
        side: random() - 0.5,
      };
    });
    return [...pad, ...plucks];
  });
}

/** Returns the music as a stereo WAV file, which is always the same. */
export function musicBed(): Buffer {
  const length = Math.round(CHORDS.length * BAR_SECONDS * SAMPLE_RATE);
  const [left, right] = [new Float32Array(length), new Float32Array(length)];
  for (const note of notes()) add(left, right, note);
  let peak = 0;
  for (let at = 0; at < length; at++) peak = Math.max(peak, Math.abs(left[at] ?? 0), Math.abs(right[at] ?? 0));
  const samples = new Int16Array(length * 2);
  for (let at = 0; at < length; at++) {
    samples[at * 2] = ((left[at] ?? 0) / peak) * LEVEL * 32_767;
    samples[at * 2 + 1] = ((right[at] ?? 0) / peak) * LEVEL * 32_767;
  }
  return waveFile(samples, 2);
}
