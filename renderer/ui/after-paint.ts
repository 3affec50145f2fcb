/** Is in milliseconds. A fast typist's keys are 50 ms apart: a shorter timeout would put work between key and paint. */
const WITHIN = 250;

const pending = new Set<AfterPaint>();
let scheduled = false;

/** Shares one frame and one idle callback, because a frame per task would delay the next key's frame. */
function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(() => requestIdleCallback(runAll, { timeout: WITHIN }));
}

function runAll(): void {
  scheduled = false;
  const turn = [...pending];
  pending.clear();
  for (const { work } of turn) {
    try {
      work();
    } catch (error) {
      reportError(error);
    }
  }
}

/**
 * Runs work once the user's last action is painted: in the first idle moment after the next paint, at most `WITHIN`
 * later, and only once however often it was asked for.
 */
export class AfterPaint {
  readonly work: () => void;

  constructor(work: () => void) {
    this.work = work;
  }

  ask(): void {
    pending.add(this);
    schedule();
  }

  cancel(): void {
    pending.delete(this);
  }
}
