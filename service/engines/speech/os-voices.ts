/** Speaks with the machine's own voices: espeak-ng on Linux, `say` on macOS, SAPI on Windows. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { collapseSpaces } from '#markdown/collapse-spaces.ts';
import { spawnToEndWithProcess } from '#platform/end-with-process.ts';
import { findOnPath } from '#platform/find-on-path.ts';

import { type SpeechRequest, type SpeechEngine, SpeechEngineError, type Voice } from './speech-engine.ts';
import { decodeSamples } from './wave.ts';

/** The normal pace of a voice, for programs that want a number of words per minute. */
const WORDS_PER_MINUTE = 165;

interface Program {
  readonly label: string;
  readonly command: string;
  /**
   * Builds the arguments. The sentence is passed by stdin, so that no part of it is read as an option. The sound is
   * written to stdout if `isPiped`, else to `file`.
   */
  readonly buildArgs: (request: SpeechRequest, file: string) => readonly string[];
  readonly isPiped: boolean;
  /** The arguments that make the program list its voices. */
  readonly listArgs: readonly string[];
  /** Parses a line of that list; returns null if it names no voice. */
  readonly parseVoice: (line: string) => Voice | null;
}

const getWordsPerMinute = ({ rate }: SpeechRequest): string => String(Math.round(WORDS_PER_MINUTE * rate));

/** Drops the region: espeak-ng knows few regions and fails for the others. */
const getBaseLanguage = ({ language }: SpeechRequest): string => language.split('-')[0]?.toLowerCase() || 'en';

const UNKNOWN_VOICE = /voice does not exist/;

const toLanguageTag = (language: string): string => language.replaceAll('_', '-');

const ESPEAK: Program = {
  label: 'espeak-ng',
  command: 'espeak-ng',
  buildArgs: (request) => [
    '-v',
    request.voice ?? getBaseLanguage(request),
    '-s',
    getWordsPerMinute(request),
    '--stdout',
    '--stdin',
  ],
  isPiped: true,
  listArgs: ['--voices'],
  // A line is ` 2  en-gb  --/M  English_(Great_Britain)  gmw/en  (en 2)`; only the file name is unique.
  parseVoice: (line) => {
    const [, language, name = '', id] = /^\s*\d+\s+(\S+)\s+\S+\s+(\S+)\s+(\S+)/.exec(line) ?? [];
    if (language === undefined || id === undefined) return null;
    const label = collapseSpaces(name.replaceAll('_', ' ').replaceAll('(', ' ('));
    return { id, label, language: toLanguageTag(language) };
  },
};

const SAY: Program = {
  label: 'macOS voices',
  command: 'say',
  buildArgs: (request, file) => [
    ...(request.voice === null ? [] : ['-v', request.voice]),
    ...['-r', getWordsPerMinute(request), '--file-format=WAVE', '--data-format=LEI16@22050', '-o', file, '-f', '-'],
  ],
  isPiped: false,
  listArgs: ['-v', '?'],
  // A line is `Anna (Enhanced)     de_DE    # Hallo! Ich heiße Anna.`
  parseVoice: (line) => {
    const [, name, language] = /^(\S.*?)\s+([a-z]{2,3}[_-]\w+)\s+#/.exec(line) ?? [];
    return name === undefined || language === undefined
      ? null
      : { id: name, label: name, language: toLanguageTag(language) };
  },
};

/** Receives the file's name and the voice as arguments, so that they are never part of the script. */
const SAPI_SCRIPT = `param($file, $rate, $voice)
Add-Type -AssemblyName System.Speech
$speaker = New-Object System.Speech.Synthesis.SpeechSynthesizer
if ($voice) { $speaker.SelectVoice($voice) }
$speaker.Rate = [int]$rate
$speaker.SetOutputToWaveFile($file)
[Console]::InputEncoding = [Text.Encoding]::UTF8
$speaker.Speak([Console]::In.ReadToEnd())
$speaker.Dispose()`;

const SAPI_LIST = `Add-Type -AssemblyName System.Speech
[Console]::OutputEncoding = [Text.Encoding]::UTF8
(New-Object System.Speech.Synthesis.SpeechSynthesizer).GetInstalledVoices() | Where-Object Enabled |
  ForEach-Object { $_.VoiceInfo.Name + [char]9 + $_.VoiceInfo.Culture.Name }`;

const SAPI: Program = {
  label: 'Windows voices',
  command: 'powershell.exe',
  buildArgs: ({ rate, voice }, file) => {
    const quotedArgs = [file, String(Math.round(Math.log2(rate) * 10)), voice ?? ''].map(
      (value) => `'${value.replaceAll("'", "''")}'`,
    );
    return ['-NoProfile', '-NonInteractive', '-Command', `& { ${SAPI_SCRIPT} } ${quotedArgs.join(' ')}`];
  },
  isPiped: false,
  listArgs: ['-NoProfile', '-NonInteractive', '-Command', SAPI_LIST],
  parseVoice: (line) => {
    const [id = '', language = ''] = line.split('\t');
    return id === '' || language === '' ? null : { id, label: id, language: toLanguageTag(language) };
  },
};

function getProgram(platform: NodeJS.Platform): Program {
  if (platform === 'darwin') return SAY;
  return platform === 'win32' ? SAPI : ESPEAK;
}

export const parseVoice = (platform: NodeJS.Platform, line: string): Voice | null =>
  getProgram(platform).parseVoice(line);

const isInstalled = (command: string): boolean => process.platform === 'win32' || findOnPath(command) !== null;

function runProgram(
  { command, label }: Program,
  args: readonly string[],
  sentence: string,
  signal: AbortSignal,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawnToEndWithProcess(command, args, { stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true });
    const kill = (): void => void child.kill('SIGKILL');
    signal.addEventListener('abort', kill, { once: true });
    const output: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
    let stderr = '';
    child.stderr?.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-2000)));
    child.stdin?.on('error', () => undefined).end(sentence);
    child.once('error', (cause) => reject(new SpeechEngineError(`${label} couldn’t be started.`, { cause })));
    child.once('close', (code) => {
      signal.removeEventListener('abort', kill);
      if (signal.aborted) reject(signal.reason as Error);
      else if (code === 0) resolve(Buffer.concat(output));
      else reject(new SpeechEngineError(`${label} ran into a problem: ${stderr.trim().split('\n')[0] ?? ''}`));
    });
  });
}

type SpeakFunction = (program: Program, request: SpeechRequest, signal: AbortSignal) => Promise<Buffer>;

const speakPiped: SpeakFunction = (program, request, signal) =>
  runProgram(program, program.buildArgs(request, ''), request.sentence, signal);

const speakToFile: SpeakFunction = async (program, request, signal) => {
  const folder = await mkdtemp(join(tmpdir(), 'cutaway-speech-'));
  try {
    const file = join(folder, 'sentence.wav');
    await runProgram(program, program.buildArgs(request, file), request.sentence, signal);
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Returns the machine's speech engine, or null if it has no known one. */
export function createOsVoices(platform: NodeJS.Platform = process.platform): SpeechEngine | null {
  const program = getProgram(platform);
  if (!isInstalled(program.command)) return null;
  return {
    label: program.label,
    isVoice: true,
    listVoices: async (signal) => {
      const list = await runProgram(program, program.listArgs, '', signal);
      const lines = list.toString().split(/\r?\n/);
      return lines.flatMap((line) => parseVoice(platform, line) ?? []);
    },
    speak: async (request, signal) => {
      signal.throwIfAborted();
      try {
        return decodeSamples(await (program.isPiped ? speakPiped : speakToFile)(program, request, signal));
      } catch (error) {
        // No voice was chosen, so a language without a voice stays silent, and the video says so.
        if (request.voice === null && error instanceof SpeechEngineError && UNKNOWN_VOICE.test(error.message)) {
          return new Int16Array();
        }
        throw error;
      }
    },
  };
}
