/** Writes the log of host, service and windows to one file and repeats it to the shell. */
import { LOG_LEVELS, addLogSink, type LogEntry, logLine, type LogLevel } from '#log/logger.ts';
import { redact } from '#log/redact.ts';
import { LogFile } from './log-file.ts';

/** `CUTAWAY_LOG=info` or `debug` repeats every line to the terminal. */
const WANTED = process.env['CUTAWAY_LOG'];
/** Entries below this level are left out. */
const LOWEST: LogLevel = WANTED === 'debug' ? 'debug' : 'info';
const counts = (level: LogLevel): boolean => LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(LOWEST);

export class HostLog {
  readonly file: LogFile;
  readonly #repeat: (line: string) => void;
  readonly #end: () => void;

  /** @param repeat also receives each line, for a shell that runs in a terminal, if `CUTAWAY_LOG` asks for it */
  constructor(dataFolder: string, repeat: (line: string) => void) {
    this.file = new LogFile(dataFolder);
    this.#repeat = WANTED ? repeat : () => undefined;
    this.#end = addLogSink((entry) => this.#write(entry, 'host'));
  }

  /** Logs a line of the service's standard error: a log entry, or the runtime's output after a crash. */
  service(line: string): void {
    if (line.trim() === '') return;
    const entry = asEntry(line);
    if (entry) this.#line(redact(entry));
    else this.#write({ ...NOW(), level: 'error', scope: 'process', message: redact(line), fields: {} }, 'service');
  }

  window(entries: readonly LogEntry[]): void {
    for (const entry of entries) {
      this.#write({ ...entry, message: redact(entry.message), fields: redactAll(entry.fields) }, 'window');
    }
  }

  /** Resolves once everything is in the file. */
  async close(): Promise<void> {
    this.#end();
    await this.file.flush();
  }

  #write(entry: LogEntry, source: 'host' | 'service' | 'window'): void {
    if (counts(entry.level)) this.#line(logLine(entry, source));
  }

  #line(line: string): void {
    this.file.write(line);
    this.#repeat(line);
  }
}

const NOW = (): { time: string } => ({ time: new Date().toISOString() });

const redactAll = (fields: LogEntry['fields']): LogEntry['fields'] =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? redact(value) : value]),
  );

/** Returns the line with its source added, or null if it is not a log entry. */
function asEntry(line: string): string | null {
  if (!line.startsWith('{')) return null;
  try {
    const { time, level, ...rest } = JSON.parse(line) as Record<string, unknown>;
    const known = typeof time === 'string' && LOG_LEVELS.some((one) => one === level);
    return known ? JSON.stringify({ time, level, source: 'service', ...rest }) : null;
  } catch {
    return null; // runtime output that begins with a brace
  }
}
