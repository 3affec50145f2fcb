/**
 * Ensures the programs that the tests need beyond npm: Chromium, a keyring on D-Bus, PostgreSQL, an S3
 * server, proxies, ffmpeg, a voice, and in long runs LibreOffice and tools that build and read packages. On Debian, as
 * root, it installs missing ones; elsewhere it prints what to install.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const onPath = (/** @type {string} */ name) =>
  (process.env['PATH'] ?? '').split(delimiter).some((dir) => existsSync(join(dir, name)));

const hasDebianPostgres = () =>
  existsSync('/usr/lib/postgresql') &&
  readdirSync('/usr/lib/postgresql').some((version) => existsSync(`/usr/lib/postgresql/${version}/bin/postgres`));

const NEEDS = [
  { name: 'Chromium', isReady: () => onPath('chromium') || onPath('google-chrome'), packages: ['chromium'] },
  {
    name: 'Chromium without a desktop’s window',
    // Tests take longer if it is missing; other systems have no such package.
    isReady: () => onPath('chromium-headless-shell') || !onPath('apt-get'),
    packages: ['chromium-headless-shell'],
  },
  { name: 'D-Bus', isReady: () => onPath('dbus-run-session'), packages: ['dbus'] },
  { name: 'a keyring', isReady: () => onPath('gnome-keyring-daemon'), packages: ['gnome-keyring', 'libsecret-1-0'] },
  { name: 'PostgreSQL', isReady: () => onPath('postgres') || hasDebianPostgres(), packages: ['postgresql'] },
  {
    name: 'an S3 server',
    isReady: () => existsSync('/usr/lib/python3/dist-packages/swift'),
    packages: ['python3-swift'],
  },
  { name: 'ffmpeg', isReady: () => onPath('ffmpeg') && onPath('ffprobe'), packages: ['ffmpeg'] },
  { name: 'a voice', isReady: () => onPath('espeak-ng'), packages: ['espeak-ng'] },
  { name: 'Xvfb', isReady: () => onPath('Xvfb'), packages: ['xvfb'] },
  {
    name: 'proxies',
    isReady: () => (onPath('nginx') || existsSync('/usr/sbin/nginx')) && onPath('caddy'),
    packages: ['nginx-light', 'caddy'],
  },
  {
    name: 'tools for packages',
    isReady: () => ['rpmbuild', 'rpm2cpio', 'cpio', 'mksquashfs', 'desktop-file-validate'].every(onPath),
    packages: ['rpm', 'rpm2cpio', 'cpio', 'squashfs-tools', 'desktop-file-utils'],
    isOnlyLong: true,
  },
  { name: 'LibreOffice', isReady: () => onPath('soffice'), packages: ['libreoffice-writer-nogui'], isOnlyLong: true },
];

/** @type {(run: { isLong: boolean }) => Promise<void>} */
export async function prepare({ isLong }) {
  const missingNeeds = NEEDS.filter((need) => (isLong || !need.isOnlyLong) && !need.isReady());
  if (missingNeeds.length === 0) return;
  const packages = missingNeeds.flatMap((need) => need.packages);
  const names = missingNeeds.map((need) => need.name).join(', ');
  if (process.getuid?.() !== 0 || !onPath('apt-get')) {
    console.log(`Missing: ${names}. Tests that need them will fail. On Debian: apt-get install ${packages.join(' ')}`);
    return;
  }
  console.log(`Installing ${names} from Debian's packages …`);
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ]) {
    const code = (await runAptGet(args)) && (await runAptGet(args));
    if (code !== 0) console.log(`apt-get ${args[0]} ended with ${code} twice; going on.`);
  }
}

/** @type {(args: string[]) => Promise<number | null>} */
async function runAptGet(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const [code] = await once(spawn('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] }), 'exit');
  return code;
}
