/** Follows Chromium's pages: those that the product opens, and those that a page opens with `window.open` or a link. */
import type { Connection, Session } from './cdp.ts';

export interface Target {
  readonly id: string;
  readonly session: Session;
  /** Tells whether the page waits for `Runtime.runIfWaitingForDebugger` before anything of it runs. */
  readonly waiting: boolean;
  /** Tells whether the page shares its process and its first document's worlds with the one that opened it. */
  readonly shared: boolean;
}

/** Describes what a page asked to open. */
export interface Opening {
  readonly url: string;
  readonly frameName: string;
  readonly features: string;
}

/** Takes a page that another one opened; returns false if nobody asked for it. */
type TakePopup = (target: Target, openerId: string | undefined) => Promise<boolean>;

export class Targets {
  readonly #connection: Connection;
  readonly #opening = new Map<string, (target: Target) => void>();
  readonly #early = new Map<string, Target>();
  /** Counts the pages that the product is about to get. */
  #expected = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async watch(takePopup: TakePopup): Promise<void> {
    const { browser } = this.#connection;
    browser.on('Target.attachedToTarget', ({ sessionId, targetInfo, waitingForDebugger }) => {
      const session = this.#connection.session(sessionId);
      const target = {
        id: targetInfo.targetId,
        session,
        waiting: waitingForDebugger,
        shared: targetInfo.canAccessOpener,
      };
      const open = this.#opening.get(target.id);
      if (open) open(target);
      else if (targetInfo.openerId === undefined && this.#expected > 0) this.#early.set(target.id, target);
      else void takePopup(target, targetInfo.openerId).then((taken) => (taken ? undefined : this.#leave(target)));
    });
    await browser.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'page' }],
    });
  }

  async open(bounds: { left: number; top: number; width: number; height: number }): Promise<Target> {
    this.#expected += 1;
    try {
      const { targetId } = await this.#connection.browser.send('Target.createTarget', {
        url: 'about:blank',
        newWindow: true,
        ...bounds,
      });
      const early = this.#early.get(targetId);
      this.#early.delete(targetId);
      return early ?? (await new Promise<Target>((resolve) => this.#opening.set(targetId, resolve)));
    } finally {
      this.#expected -= 1;
      if (this.#expected === 0) for (const target of this.#early.values()) void this.#leave(target);
      if (this.#expected === 0) this.#early.clear();
    }
  }

  /** Lets a page run that belongs to a test, not to the product. */
  async #leave({ session }: Target): Promise<void> {
    await session.send('Runtime.runIfWaitingForDebugger').catch(() => undefined); // it may be closed already
  }
}
