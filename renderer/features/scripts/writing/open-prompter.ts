import type { TextKind } from '#renderer/offline/keys.ts';
import { href } from '#renderer/studio/route.ts';

interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What the Window Management API answers, as far as it is used; TypeScript does not know it yet. */
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

/** The other display, where there is one and the person lets us know of it. */
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

/** Opens the teleprompter in a window of its own, on a second display if there is one. False when none may be opened. */
export async function openPrompter(from: Window, of: { id: number; text: TextKind }): Promise<boolean> {
  const place = (await otherDisplay(from)) ?? {
    left: from.screenX + 60,
    top: from.screenY + 60,
    width: Math.round(from.screen.availWidth * 0.8),
    height: Math.round(from.screen.availHeight * 0.8),
  };
  const features = Object.entries(place).map(([name, value]) => `${name}=${value}`);
  const opened = from.open(href({ name: 'prompter', ...of }), 'cutaway-prompter', ['popup', ...features].join());
  opened?.focus();
  return opened !== null;
}
