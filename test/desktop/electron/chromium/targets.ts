/** Follows Chromium's pages: those that the product opens, and those that a page opens. */
import type { Connection, Session } from './cdp.ts';

export interface Target {
  readonly id: string;
  readonly session: Session;
  /** True if the page waits for `Runtime.runIfWaitingForDebugger` before its scripts run. */
  readonly isPaused: boolean;
  /** True if the page shares its process and its first document's worlds with its opener. */
  readonly sharesWorlds: boolean;
}

/** A window that a page asked to open. */
export interface Opening {
  readonly url: string;
  readonly frameName: string;
  readonly features: string;
}

/** Handles a page that another one opened; resolves with false if no page asked for it. */
type PopupHandler = (target: Target, openerId: string | undefined) => Promise<boolean>;

export class Targets {
  readonly #connection: Connection;
  readonly #openCallbacks = new Map<string, (target: Target) => void>();
  readonly #unclaimed = new Map<string, Target>();
  /** Number of pages that the product is opening. */
  #pendingOpens = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async watch(handlePopup: PopupHandler): Promise<void> {
    const { browser } = this.#connection;
    browser.on('Target.attachedToTarget', ({ sessionId, targetInfo, waitingForDebugger }) => {
      const session = this.#connection.session(sessionId);
      const target = {
        id: targetInfo.targetId,
        session,
        isPaused: waitingForDebugger,
        sharesWorlds: targetInfo.canAccessOpener,
      };
      const claim = this.#openCallbacks.get(target.id);
      if (claim) claim(target);
      else if (targetInfo.openerId === undefined && this.#pendingOpens > 0) this.#unclaimed.set(target.id, target);
      else
        void handlePopup(target, targetInfo.openerId).then((isHandled) =>
          isHandled ? undefined : this.#resume(target),
        );
    });
    await browser.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'page' }],
    });
  }

  async open(bounds: { left: number; top: number; width: number; height: number }): Promise<Target> {
    this.#pendingOpens += 1;
    try {
      const { targetId } = await this.#connection.browser.send('Target.createTarget', {
        url: 'about:blank',
        newWindow: true,
        ...bounds,
      });
      const unclaimedTarget = this.#unclaimed.get(targetId);
      this.#unclaimed.delete(targetId);
      return unclaimedTarget ?? (await new Promise<Target>((resolve) => this.#openCallbacks.set(targetId, resolve)));
    } finally {
      this.#pendingOpens -= 1;
      if (this.#pendingOpens === 0) for (const target of this.#unclaimed.values()) void this.#resume(target);
      if (this.#pendingOpens === 0) this.#unclaimed.clear();
    }
  }

  /** Resumes a page that belongs to a test, not to the product. */
  async #resume({ session }: Target): Promise<void> {
    await session.send('Runtime.runIfWaitingForDebugger').catch(() => undefined); // it may be closed already
  }
}
