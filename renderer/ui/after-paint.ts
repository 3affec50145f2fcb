/** A fast typist's keys are 50 ms apart, so a shorter timeout would run work between key and paint. */
const TIMEOUT_MS = 250;

const pendingTasks = new Set<AfterPaint>();
let isScheduled = false;

/** Shares one frame and one idle callback, because a frame per task would delay the next key's frame. */
function requestRun(): void {
  if (isScheduled) return;
  isScheduled = true;
  requestAnimationFrame(() => requestIdleCallback(runAll, { timeout: TIMEOUT_MS }));
}

function runAll(): void {
  isScheduled = false;
  const batch = [...pendingTasks];
  pendingTasks.clear();
  for (const { run } of batch) {
    try {
      run();
    } catch (error) {
      reportError(error);
    }
  }
}

/**
 * Runs a function once the user's last action is painted: in the first idle moment after the next paint, at most
 * `TIMEOUT_MS` later, and once for several requests.
 */
export class AfterPaint {
  readonly run: () => void;

  constructor(run: () => void) {
    this.run = run;
  }

  schedule(): void {
    pendingTasks.add(this);
    requestRun();
  }

  cancel(): void {
    pendingTasks.delete(this);
  }
}
