/** Plays Electron's `utilityProcess` on Windows with Node's processes. */
import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';

const PARENT_PORT = pathToFileURL(fileURLToPath(new URL('./children/parent-port.mjs', import.meta.url))).href;

export class UtilityProcess extends EventEmitter {
  readonly #child;
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();

  constructor(modulePath: string, args: string[], env: NodeJS.ProcessEnv) {
    super();
    this.#child = spawn(process.execPath, ['--import', PARENT_PORT, modulePath, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child.stdout?.pipe(this.stdout);
    this.#child.stderr?.pipe(this.stderr);
    this.#child.once('exit', (code) => {
      this.emit('exit', code ?? 1);
      // Electron does this while the last lines may still be in the pipe.
      for (const output of [this.stdout, this.stderr]) output.removeAllListeners();
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  postMessage(data: string): void {
    if (this.#child.connected) this.#child.send({ data });
  }

  /** Windows has no signal that a process could answer, so this process alone ends at once. */
  kill(): boolean {
    return this.#child.kill('SIGKILL');
  }
}
