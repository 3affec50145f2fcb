import type { TextKind } from '#renderer/storage/keys.ts';
import { toHref } from '#renderer/app-state/route.ts';

/** The name of the teleprompter's window: a second script opens in the same window. */
export const PROMPTER_WINDOW = 'cutaway-prompter';

interface WindowBounds {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The used part of the Window Management API, which TypeScript does not know yet. */
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
async function findSecondDisplay(from: ManagedWindow): Promise<WindowBounds | null> {
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
export async function openPrompter(from: Window, script: { id: number; text: TextKind }): Promise<boolean> {
  const place = (await findSecondDisplay(from)) ?? {
    left: from.screenX + 60,
    top: from.screenY + 60,
    width: Math.round(from.screen.availWidth * 0.8),
    height: Math.round(from.screen.availHeight * 0.8),
  };
  const features = Object.entries(place).map(([name, value]) => `${name}=${value}`);
  const prompterWindow = from.open(
    toHref({ name: 'prompter', ...script }),
    PROMPTER_WINDOW,
    ['popup', ...features].join(),
  );
  prompterWindow?.focus();
  return prompterWindow !== null;
}
