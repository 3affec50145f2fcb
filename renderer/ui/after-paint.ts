/** In milliseconds. A fast typist's keys are 50 apart: work that could wait no longer would come between key and paint. */
const WITHIN = 250;

const asked = new Set<AfterPaint>();
let scheduled = false;

/** One frame and one quiet moment for all: each frame of its own would hold up the next key's. */
function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(() => requestIdleCallback(runAll, { timeout: WITHIN }));
}

function runAll(): void {
  scheduled = false;
  const turn = [...asked];
  asked.clear();
  for (const { work } of turn) {
    try {
      work();
    } catch (error) {
      reportError(error);
    }
  }
}

/**
 * Work that has to wait until what the person did is on the screen: run once in a quiet moment after the next paint,
 * at the latest `WITHIN` after it, however often it was asked for.
 */
export class AfterPaint {
  readonly work: () => void;

  constructor(work: () => void) {
    this.work = work;
  }

  ask(): void {
    asked.add(this);
    schedule();
  }

  cancel(): void {
    asked.delete(this);
  }
}
