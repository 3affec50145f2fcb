import { toHref, parseRoute, type Route } from './route.ts';

/** Keeps the current route in the address after the #. */
export class Router {
  readonly #window: Window;
  #route = $state.raw<Route>({ name: 'home' });
  /** The position in this session's history. */
  #index = $state.raw(0);
  #lastIndex = $state.raw(0);

  constructor(page: Window) {
    this.#window = page;
    this.#route = parseRoute(page.location.hash);
    const index = readIndex(page.history.state);
    if (index === null) page.history.replaceState({ index: 0 }, '', toHref(this.#route));
    this.#index = index ?? 0;
    this.#lastIndex = this.#index;
  }

  get route(): Route {
    return this.#route;
  }

  get canGoBack(): boolean {
    return this.#index > 0;
  }

  get canGoForward(): boolean {
    return this.#index < this.#lastIndex;
  }

  go(destination: Route | string): void {
    const route = typeof destination === 'string' ? parseRoute(destination) : destination;
    const target = toHref(route);
    if (target === this.#window.location.hash) return;
    this.#window.location.hash = target;
  }

  goBack(): void {
    if (this.canGoBack) this.#window.history.back();
  }

  goForward(): void {
    if (this.canGoForward) this.#window.history.forward();
  }

  link(): () => void {
    const updateRoute = (): void => {
      const index = readIndex(this.#window.history.state);
      this.#route = parseRoute(this.#window.location.hash);
      if (index !== null) {
        this.#index = index;
        this.#lastIndex = Math.max(this.#lastIndex, index);
        return;
      }
      // A new page discards the forward history.
      this.#index += 1;
      this.#lastIndex = this.#index;
      this.#window.history.replaceState({ index: this.#index }, '', toHref(this.#route));
    };
    // A link sets no state, while back and forward restore it; both fire popstate.
    this.#window.addEventListener('popstate', updateRoute);
    return () => this.#window.removeEventListener('popstate', updateRoute);
  }
}

function readIndex(state: unknown): number | null {
  const index = (state as { index?: unknown } | null)?.index;
  return typeof index === 'number' ? index : null;
}
