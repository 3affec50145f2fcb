/** Are settings of the machine that the stand-in plays, as JSON in the environment. */
export interface StandInOptions {
  /** Are paths of the bundled scripts: two that run in every page, one that runs in every utility process. */
  readonly scripts: { readonly mainWorld: string; readonly isolatedWorld: string; readonly parentPort: string };
  /** Lists displays from left to right, in pixels. */
  readonly displays: readonly { readonly width: number; readonly height: number }[];
  /** Lists the system's languages, the preferred one first. */
  readonly languages: readonly string[];
  /** Tells whether the system's theme is dark. */
  readonly dark: boolean;
  readonly packaged: boolean;
  /** Another program owns these. */
  readonly takenKeys: readonly string[];
  /** Withholds `ready-to-show`, as some Wayland compositors do. */
  readonly neverReadyToShow: boolean;
  /** Names files of certificates that the system trusts besides its own. */
  readonly certificates: readonly string[];
  /** Electron's `kill()` asks on POSIX and ends at once on Windows. */
  readonly killLike: 'posix' | 'windows';
}

const VARIABLE = 'CUTAWAY_STAND_IN';

export const toEnvironment = (options: StandInOptions): Record<string, string> => ({
  [VARIABLE]: JSON.stringify(options),
});

export function fromEnvironment(): StandInOptions {
  const text = process.env[VARIABLE];
  if (text === undefined)
    throw new Error(`${VARIABLE} is missing: the stand-in is started by test/desktop/desktop.ts.`);
  return JSON.parse(text) as StandInOptions;
}
