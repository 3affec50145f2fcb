import { href, parseRoute, type Route } from './route.ts';

/** Keeps the current route in the address after the #. */
export class Router {
  readonly #window: Window;
  #route = $state.raw<Route>({ name: 'home' });
  /** Counts steps in this session's history, to know whether back and forward are possible. */
  #at = $state.raw(0);
  #last = $state.raw(0);

  constructor(from: Window) {
    this.#window = from;
    this.#route = parseRoute(from.location.hash);
    const known = indexOf(from.history.state);
    if (known === null) from.history.replaceState({ index: 0 }, '', href(this.#route));
    this.#at = known ?? 0;
    this.#last = this.#at;
  }

  get route(): Route {
    return this.#route;
  }

  get canGoBack(): boolean {
    return this.#at > 0;
  }

  get canGoForward(): boolean {
    return this.#at < this.#last;
  }

  go(to: Route | string): void {
    const route = typeof to === 'string' ? parseRoute(to) : to;
    const target = href(route);
    if (target === this.#window.location.hash) return;
    this.#window.location.hash = target;
  }

  back(): void {
    if (this.canGoBack) this.#window.history.back();
  }

  forward(): void {
    if (this.canGoForward) this.#window.history.forward();
  }

  link(): () => void {
    const follow = (): void => {
      const known = indexOf(this.#window.history.state);
      this.#route = parseRoute(this.#window.location.hash);
      if (known !== null) {
        this.#at = known;
        this.#last = Math.max(this.#last, known);
        return;
      }
      // A new page discards the forward history.
      this.#at += 1;
      this.#last = this.#at;
      this.#window.history.replaceState({ index: this.#at }, '', href(this.#route));
    };
    // A link sets no state, while back and forward restore it; both fire popstate.
    this.#window.addEventListener('popstate', follow);
    return () => this.#window.removeEventListener('popstate', follow);
  }
}

function indexOf(state: unknown): number | null {
  const index = (state as { index?: unknown } | null)?.index;
  return typeof index === 'number' ? index : null;
}
