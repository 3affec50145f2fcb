import type { TextKind } from '#renderer/storage/keys.ts';
import { href } from '#renderer/app-state/route.ts';

/** Names the teleprompter's window: a second script opens in the same one. */
export const PROMPTER_WINDOW = 'cutaway-prompter';

interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Declares the used part of the Window Management API, which TypeScript does not know yet. */
interface ScreenDetails {
  readonly currentScreen: unknown;
  readonly screens: readonly {
    readonly availLeft: number;
    readonly availTop: number;
    readonly availWidth: number;
    readonly availHeight: number;
  }[];
}

type ManagedWindow = Window & {
  readonly screen: Screen & { readonly isExtended?: boolean };
  getScreenDetails?: () => Promise<ScreenDetails>;
};

/** Returns the second display if there is one and the person permits access to it. */
async function otherDisplay(from: ManagedWindow): Promise<Place | null> {
  if (from.screen.isExtended !== true || !from.getScreenDetails) return null;
  try {
    const { screens, currentScreen } = await from.getScreenDetails();
    const other = screens.find((screen) => screen !== currentScreen);
    if (!other) return null;
    return { left: other.availLeft, top: other.availTop, width: other.availWidth, height: other.availHeight };
  } catch {
    return null;
  }
}

/**
 * Opens the teleprompter in its own window, on a second display if there is one. Returns false if the window was
 * blocked.
 */
export async function openPrompter(from: Window, of: { id: number; text: TextKind }): Promise<boolean> {
  const place = (await otherDisplay(from)) ?? {
    left: from.screenX + 60,
    top: from.screenY + 60,
    width: Math.round(from.screen.availWidth * 0.8),
    height: Math.round(from.screen.availHeight * 0.8),
  };
  const features = Object.entries(place).map(([name, value]) => `${name}=${value}`);
  const opened = from.open(href({ name: 'prompter', ...of }), PROMPTER_WINDOW, ['popup', ...features].join());
  opened?.focus();
  return opened !== null;
}
