import { homedir } from 'node:os';
import { join } from 'node:path';

/** Returns the platform's default per-user folder, the same for both shells, so that they open the same workspace. */
export function getDefaultDataFolder(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
  home: string = homedir(),
): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Cutaway');
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Cutaway');
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'Cutaway');
}
