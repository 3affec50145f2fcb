/** Makes quiet background music from sine waves alone: four soft chords that loop without a seam. */
import { createRandom } from '../text/composer/random.ts';
import { createWaveFile } from '../speech/wave.ts';
import { SAMPLE_RATE } from './video.ts';

const BAR_SECONDS = 4.8;
/** In semitones above A2. */
const CHORDS: readonly (readonly number[])[] = [
  [0, 12, 19, 24, 28],
  [-4, 12, 15, 20, 24],
  [3, 10, 15, 19, 27],
  [-2, 10, 14, 17, 26],
];
const ROOT_HZ = 110;
const PEAK_LEVEL = 0.5;

const WAVETABLE = Float32Array.from({ length: 4096 }, (_, index) => {
  const angle = (2 * Math.PI * index) / 4096;
  return Math.sin(angle) + 0.22 * Math.sin(2 * angle) + 0.06 * Math.sin(3 * angle);
});

interface Note {
  readonly from: number;
  readonly seconds: number;
  readonly semitones: number;
  readonly gain: number;
  /** From -1 (left) to 1 (right). */
  readonly pan: number;
  /** Seconds until the note is loudest. */
  readonly attack: number;
}

/** Adds a note. Its sound beyond the end continues at the beginning, so that the loop has no seam. */
function addNote(left: Float32Array, right: Float32Array, { from, seconds, semitones, gain, pan, attack }: Note): void {
  const length = left.length;
  const step = (WAVETABLE.length * ROOT_HZ * 2 ** (semitones / 12)) / SAMPLE_RATE;
  const start = Math.round(from * SAMPLE_RATE);
  const samples = Math.round(seconds * SAMPLE_RATE);
  const attackSamples = attack * SAMPLE_RATE;
  const decay = 1 - 4.6 / (samples - attackSamples);
  let envelope = 1;
  for (let index = 0; index < samples; index++) {
    if (index > attackSamples) envelope *= decay;
    const level = index < attackSamples ? 0.5 - 0.5 * Math.cos((Math.PI * index) / attackSamples) : envelope;
    const sound = (WAVETABLE[Math.floor(index * step) % WAVETABLE.length] ?? 0) * level * gain;
    const offset = (start + index) % length;
    left[offset] = (left[offset] ?? 0) + sound * (1 - pan) * 0.5;
    right[offset] = (right[offset] ?? 0) + sound * (1 + pan) * 0.5;
  }
}

function composeNotes(): Note[] {
  const random = createRandom(7);
  return CHORDS.flatMap((chord, bar) => {
    const from = bar * BAR_SECONDS;
    const padNotes = chord.map((semitones, index): Note => ({
      from,
      seconds: BAR_SECONDS * 1.5,
      semitones,
      attack: 1.3,
      gain: index === 0 ? 0.5 : 0.2,
      pan: (index - 2) * 0.25,
    }));
    const pluckNotes = Array.from({ length: 6 }, (_, index): Note => {
      const semitones = (chord[1 + Math.floor(random() * (chord.length - 1))] ?? 12) + 12;
      return {
        from: from + (index * BAR_SECONDS) / 6,
        seconds: 2.2,
        semitones,
        attack: 0.012,
        gain: 0.1 + random() * 0.08,
        pan: random() - 0.5,
      };
    });
    return [...padNotes, ...pluckNotes];
  });
}

/** Returns the music as a stereo WAV file, which is always the same. */
export function renderMusicBed(): Buffer {
  const length = Math.round(CHORDS.length * BAR_SECONDS * SAMPLE_RATE);
  const [left, right] = [new Float32Array(length), new Float32Array(length)];
  for (const note of composeNotes()) addNote(left, right, note);
  let peak = 0;
  for (let index = 0; index < length; index++)
    peak = Math.max(peak, Math.abs(left[index] ?? 0), Math.abs(right[index] ?? 0));
  const samples = new Int16Array(length * 2);
  for (let index = 0; index < length; index++) {
    samples[index * 2] = ((left[index] ?? 0) / peak) * PEAK_LEVEL * 32_767;
    samples[index * 2 + 1] = ((right[index] ?? 0) / peak) * PEAK_LEVEL * 32_767;
  }
  return createWaveFile(samples, 2);
}
