import { fromBase64 } from '#renderer/bridge/base64.ts';

/** Plays sounds that the service speaks, one at a time. */
export class WavePlayer {
  #audio: AudioContext | null = null;
  #playing: AudioBufferSourceNode | null = null;
  /** Counts sounds, so that an earlier one that is still being decoded is dropped. */
  #turn = 0;

  /** Plays a WAV file given as Base64 in place of the current sound. `onended` is called unless it is stopped. */
  async play(wave: string, { onstarted, onended }: { onstarted?: () => void; onended: () => void }): Promise<void> {
    this.stop();
    const turn = this.#turn;
    const audio = (this.#audio ??= new AudioContext());
    const bytes = fromBase64(wave);
    const sound = await audio.decodeAudioData(bytes.buffer);
    if (turn !== this.#turn) return;
    const source = new AudioBufferSourceNode(audio, { buffer: sound });
    source.connect(audio.destination);
    source.addEventListener('ended', () => {
      if (turn === this.#turn) onended();
    });
    this.#playing = source;
    source.start();
    onstarted?.();
  }

  stop(): void {
    this.#turn += 1;
    this.#playing?.stop();
    this.#playing = null;
  }
}
