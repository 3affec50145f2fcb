/** Settings of the machine that the stand-in plays, as JSON in the environment. */
export interface StandInOptions {
  /** Paths of the bundled scripts: two run in every page, one in every utility process. */
  readonly scripts: { readonly mainWorld: string; readonly isolatedWorld: string; readonly parentPort: string };
  /** Displays from left to right, in pixels. */
  readonly displays: readonly { readonly width: number; readonly height: number }[];
  /** The system's languages, the preferred one first. */
  readonly languages: readonly string[];
  /** True if the system's theme is dark. */
  readonly dark: boolean;
  readonly packaged: boolean;
  /** Keys that another program owns. */
  readonly takenKeys: readonly string[];
  /** Withholds `ready-to-show`, as some Wayland compositors do. */
  readonly neverReadyToShow: boolean;
  /** Files of certificates that the system trusts in addition to its own. */
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
