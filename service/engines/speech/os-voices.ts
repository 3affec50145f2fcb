/** The voices that the machine brings along: espeak-ng or spd-say's own on Linux, `say` on macOS, SAPI on Windows. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { type SpeechAsked, type SpeechEngine, SpeechEngineError } from './speech-engine.ts';
import { samplesOf } from './wave.ts';

/** Words a minute of a voice's own speed, where the program wants a number. */
const WORDS_A_MINUTE = 165;

interface Program {
  readonly label: string;
  readonly command: string;
  /** How it is asked; the sentence goes in by stdin, so that nothing of it is read as an option. */
  readonly args: (asked: SpeechAsked, file: string) => readonly string[];
}

const pace = ({ rate }: SpeechAsked): string => String(Math.round(WORDS_A_MINUTE * rate));

/** It knows few regions of a language, and fails for those it does not know. */
const languageOf = ({ language }: SpeechAsked): string => language.split('-')[0]?.toLowerCase() || 'en';

const ESPEAK: Program = {
  label: 'espeak-ng',
  command: 'espeak-ng',
  args: (asked, file) => ['-v', asked.voice ?? languageOf(asked), '-s', pace(asked), '-w', file, '--stdin'],
};

const SAY: Program = {
  label: 'macOS voices',
  command: 'say',
  args: (asked, file) => [
    ...(asked.voice === null ? [] : ['-v', asked.voice]),
    ...['-r', pace(asked), '--file-format=WAVE', '--data-format=LEI16@22050', '-o', file, '-f', '-'],
  ],
};

/** The file's name and the voice reach the script as arguments, never as part of it. */
const SAPI_SCRIPT = `param($file, $rate, $voice)
Add-Type -AssemblyName System.Speech
$speaker = New-Object System.Speech.Synthesis.SpeechSynthesizer
if ($voice) { $speaker.SelectVoice($voice) }
$speaker.Rate = [int]$rate
$speaker.SetOutputToWaveFile($file)
[Console]::InputEncoding = [Text.Encoding]::UTF8
$speaker.Speak([Console]::In.ReadToEnd())
$speaker.Dispose()`;

const SAPI: Program = {
  label: 'Windows voices',
  command: 'powershell.exe',
  args: ({ rate, voice }, file) => {
    const quoted = [file, String(Math.round(Math.log2(rate) * 10)), voice ?? ''].map(
      (one) => `'${one.replaceAll("'", "''")}'`,
    );
    return ['-NoProfile', '-NonInteractive', '-Command', `& { ${SAPI_SCRIPT} } ${quoted.join(' ')}`];
  },
};

function programFor(platform: NodeJS.Platform): Program {
  if (platform === 'darwin') return SAY;
  return platform === 'win32' ? SAPI : ESPEAK;
}

const isThere = (command: string): boolean =>
  process.platform === 'win32' ||
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, command)));

function run(
  { command, label }: Program,
  args: readonly string[],
  sentence: string,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['pipe', 'ignore', 'pipe'], windowsHide: true });
    const kill = (): void => void child.kill('SIGKILL');
    signal.addEventListener('abort', kill, { once: true });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2000)));
    child.stdin.on('error', () => undefined).end(sentence);
    child.once('error', (cause) => reject(new SpeechEngineError(`${label} could not be started.`, { cause })));
    child.once('close', (code) => {
      signal.removeEventListener('abort', kill);
      if (signal.aborted) reject(signal.reason as Error);
      else if (code === 0) resolve();
      else reject(new SpeechEngineError(`${label} could not say a sentence: ${said.trim().split('\n')[0] ?? ''}`));
    });
  });
}

/** The machine's voice, or null where it has none that is known. */
export function osVoices(platform: NodeJS.Platform = process.platform): SpeechEngine | null {
  const program = programFor(platform);
  if (!isThere(program.command)) return null;
  return {
    label: program.label,
    isVoice: true,
    speak: async (asked, signal) => {
      signal.throwIfAborted();
      const folder = await mkdtemp(join(tmpdir(), 'cutaway-speech-'));
      try {
        const file = join(folder, 'sentence.wav');
        await run(program, program.args(asked, file), asked.sentence, signal);
        return samplesOf(await readFile(file));
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}
