/** Derives from the environment what electron-builder.yml can't know, as a configuration that extends it. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { derivePublicKey } from './sign-feed.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

/** @typedef {Readonly<Record<string, string | undefined>>} Environment */

/**
 * Returns the project's homepage for packages, by default its repository.
 * @param {Environment} env
 */
function getHomepage(env) {
  if (env['CUTAWAY_HOMEPAGE']) return env['CUTAWAY_HOMEPAGE'];
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = env;
  return server && repository ? `${server}/${repository}` : undefined;
}

/** Apple notarises apps that are signed with a certificate and sent with a key. @param {Environment} env */
const isNotarised = (env) => Boolean(env['APPLE_API_KEY'] && env['APPLE_API_KEY_ID'] && env['APPLE_API_ISSUER']);

/**
 * Signs the app ad hoc if there is no certificate, because Apple Silicon ends programs without any signature.
 * Hardening would then refuse Electron's own frameworks, because an ad-hoc signature names no team.
 * @param {Environment} env
 */
function getMacSigning(env) {
  if (!env['CSC_LINK'] && !env['CSC_NAME']) return { identity: '-', hardenedRuntime: false, notarize: false };
  return { notarize: isNotarised(env) };
}

/**
 * Returns the source of updates: `github:owner/name`, or the https address of a folder. Updates are signed, so there are
 * none without a key.
 * @param {Environment} env
 */
function getUpdates(env) {
  const { CUTAWAY_UPDATES: address, CUTAWAY_UPDATE_KEY: pem } = env;
  if (!address) return { publish: null };
  if (!pem)
    throw new Error('CUTAWAY_UPDATES needs CUTAWAY_UPDATE_KEY, the Ed25519 private key that signs the updates.');
  const [, owner, repo] = /^github:([\w-]+)\/([\w.-]+)$/.exec(address) ?? [];
  if (owner === undefined && !/^https:\/\//.test(address)) {
    throw new Error(`CUTAWAY_UPDATES is github:owner/name or an https address, not ${address}.`);
  }
  const publish = owner === undefined ? { provider: 'generic', url: address } : { provider: 'github', owner, repo };
  return { publish, updateKey: derivePublicKey(pem) };
}

/** Returns a version's section of the changelog as plain lines. @param {string} changelog @param {string} version */
export function extractReleaseNotes(changelog, version) {
  const [, section = ''] =
    changelog
      .split(/^## /m)
      .map((part) => part.split(/\n([^]*)/))
      .find(([title]) => title?.startsWith(version)) ?? [];
  const lines = section.split('\n').map((line) => line.replaceAll(/\*\*|`|^### /g, '').trim());
  return lines.filter((line) => line !== '').join('\n');
}

/** @param {Environment} env @param {{ folder: string, replacedPaths: readonly string[] }} compressed */
export function createDistConfiguration(env, { folder, replacedPaths }) {
  const page = getHomepage(env);
  const { publish, updateKey } = getUpdates(env);
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return {
    extends: join(ROOT, 'electron-builder.yml'),
    files: [{ from: folder, to: 'dist/compressed', filter: ['**/*.br'] }, ...replacedPaths.map((path) => `!${path}`)],
    mac: getMacSigning(env),
    publish,
    // People on the beta channel get stable versions as well.
    generateUpdatesFilesForAllChannels: true,
    releaseInfo: { releaseNotes: extractReleaseNotes(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version) },
    extraMetadata: { ...(page !== undefined && { homepage: page }), ...(updateKey !== undefined && { updateKey }) },
  };
}
