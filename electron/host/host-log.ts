/** Writes the log of host, service and windows to one file and repeats it to the shell. */
import { LOG_LEVELS, addLogSink, type LogEntry, logLine, type LogLevel } from '#log/logger.ts';
import { redact } from '#log/redact.ts';
import { LogFile } from './log-file.ts';

/** `CUTAWAY_LOG=info` or `debug` repeats every line to the terminal. */
const REQUESTED_LEVEL = process.env['CUTAWAY_LOG'];
/** Entries below this level are not logged. */
const MIN_LEVEL: LogLevel = REQUESTED_LEVEL === 'debug' ? 'debug' : 'info';
const isLogged = (level: LogLevel): boolean => LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(MIN_LEVEL);

export class HostLog {
  readonly file: LogFile;
  readonly #repeat: (line: string) => void;
  readonly #removeSink: () => void;

  /** @param repeat also receives each line, for a shell that runs in a terminal, if `CUTAWAY_LOG` asks for it */
  constructor(dataFolder: string, repeat: (line: string) => void) {
    this.file = new LogFile(dataFolder);
    this.#repeat = REQUESTED_LEVEL ? repeat : () => undefined;
    this.#removeSink = addLogSink((entry) => this.#write(entry, 'host'));
  }

  /** Logs a line of the service's standard error: a log entry, or the runtime's output after a crash. */
  writeServiceLine(line: string): void {
    if (line.trim() === '') return;
    const serviceLine = toServiceLine(line);
    if (serviceLine) this.#writeLine(redact(serviceLine));
    else
      this.#write(
        { ...createTimeField(), level: 'error', scope: 'process', message: redact(line), fields: {} },
        'service',
      );
  }

  writeWindowEntries(entries: readonly LogEntry[]): void {
    for (const entry of entries) {
      this.#write({ ...entry, message: redact(entry.message), fields: redactAll(entry.fields) }, 'window');
    }
  }

  /** Resolves once everything is in the file. */
  async close(): Promise<void> {
    this.#removeSink();
    await this.file.flush();
  }

  #write(entry: LogEntry, source: 'host' | 'service' | 'window'): void {
    if (isLogged(entry.level)) this.#writeLine(logLine(entry, source));
  }

  #writeLine(line: string): void {
    this.file.write(line);
    this.#repeat(line);
  }
}

const createTimeField = (): { time: string } => ({ time: new Date().toISOString() });

const redactAll = (fields: LogEntry['fields']): LogEntry['fields'] =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? redact(value) : value]),
  );

/** Returns the line with its source added, or null if it is not a log entry. */
function toServiceLine(line: string): string | null {
  if (!line.startsWith('{')) return null;
  try {
    const { time, level, ...rest } = JSON.parse(line) as Record<string, unknown>;
    const isEntry = typeof time === 'string' && LOG_LEVELS.some((name) => name === level);
    return isEntry ? JSON.stringify({ time, level, source: 'service', ...rest }) : null;
  } catch {
    return null; // runtime output that begins with a brace
  }
}
