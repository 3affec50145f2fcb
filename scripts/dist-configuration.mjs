/** Derives from the environment what electron-builder.yml can't know, as a configuration that extends it. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { publicKeyOf } from './sign-feed.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

/** @typedef {Readonly<Record<string, string | undefined>>} Environment */

/**
 * Returns the page that packages name as the project's; the repository where there is no other.
 * @param {Environment} env
 */
function homepage(env) {
  if (env['CUTAWAY_HOMEPAGE']) return env['CUTAWAY_HOMEPAGE'];
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = env;
  return server && repository ? `${server}/${repository}` : undefined;
}

/** Apple notarises what is signed with a certificate and sent with a key. @param {Environment} env */
const isNotarised = (env) => Boolean(env['APPLE_API_KEY'] && env['APPLE_API_KEY_ID'] && env['APPLE_API_ISSUER']);

/**
 * Without a certificate the app is signed ad hoc, as Apple Silicon ends programs without any signature. Hardening would
 * then refuse Electron's own frameworks, because an ad-hoc signature names no team.
 * @param {Environment} env
 */
function macSigning(env) {
  if (!env['CSC_LINK'] && !env['CSC_NAME']) return { identity: '-', hardenedRuntime: false, notarize: false };
  return { notarize: isNotarised(env) };
}

/**
 * Names where updates are looked for: `github:owner/name`, or the https address of a folder. Updates are signed, so there
 * are none without a key.
 * @param {Environment} env
 */
function updates(env) {
  const { CUTAWAY_UPDATES: address, CUTAWAY_UPDATE_KEY: pem } = env;
  if (!address) return { publish: null };
  if (!pem)
    throw new Error('CUTAWAY_UPDATES needs CUTAWAY_UPDATE_KEY, the Ed25519 private key that signs the updates.');
  const [, owner, repo] = /^github:([\w-]+)\/([\w.-]+)$/.exec(address) ?? [];
  if (owner === undefined && !/^https:\/\//.test(address)) {
    throw new Error(`CUTAWAY_UPDATES is github:owner/name or an https address, not ${address}.`);
  }
  const publish = owner === undefined ? { provider: 'generic', url: address } : { provider: 'github', owner, repo };
  return { publish, updateKey: publicKeyOf(pem) };
}

/** Returns what is new in a version, as plain lines. @param {string} changelog @param {string} version */
export function releaseNotes(changelog, version) {
  const [, section = ''] =
    changelog
      .split(/^## /m)
      .map((part) => part.split(/\n([^]*)/))
      .find(([title]) => title?.startsWith(version)) ?? [];
  const lines = section.split('\n').map((line) => line.replaceAll(/\*\*|`|^### /g, '').trim());
  return lines.filter((line) => line !== '').join('\n');
}

/** @param {Environment} env @param {{ folder: string, replaced: readonly string[] }} compressed */
export function distConfiguration(env, { folder, replaced }) {
  const page = homepage(env);
  const { publish, updateKey } = updates(env);
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return {
    extends: join(ROOT, 'electron-builder.yml'),
    files: [{ from: folder, to: 'dist/compressed', filter: ['**/*.br'] }, ...replaced.map((path) => `!${path}`)],
    mac: macSigning(env),
    publish,
    // People on the beta channel get stable versions as well.
    generateUpdatesFilesForAllChannels: true,
    releaseInfo: { releaseNotes: releaseNotes(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version) },
    extraMetadata: { ...(page !== undefined && { homepage: page }), ...(updateKey !== undefined && { updateKey }) },
  };
}
