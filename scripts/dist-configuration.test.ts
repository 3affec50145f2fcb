import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { createDistConfiguration, extractReleaseNotes, type Environment } from './dist-configuration.mjs';
import { derivePublicKey, signFeeds } from './sign-feed.mjs';

const createConfiguration = (env: Environment) =>
  createDistConfiguration(env, { folder: 'compressed', replacedPaths: [] });

const { privateKey } = generateKeyPairSync('ed25519');
const KEY = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const AD_HOC = { identity: '-', hardenedRuntime: false, notarize: false };

describe('the configuration of the installers', () => {
  test('has no updates unless the environment names their source', () => {
    expect(createConfiguration({})).toMatchObject({ publish: null, extraMetadata: {} });
    const withKey = { CUTAWAY_UPDATE_KEY: KEY };
    expect(createConfiguration({ ...withKey, CUTAWAY_UPDATES: 'github:cutaway/studio' })).toMatchObject({
      publish: { provider: 'github', owner: 'cutaway', repo: 'studio' },
      extraMetadata: { updateKey: derivePublicKey(KEY) },
    });
    expect(createConfiguration({ ...withKey, CUTAWAY_UPDATES: 'https://updates.example/cutaway' }).publish).toEqual({
      provider: 'generic',
      url: 'https://updates.example/cutaway',
    });
  });

  test('refuses updates without a key, or from an address that isn’t protected', () => {
    expect(() => createConfiguration({ CUTAWAY_UPDATES: 'https://updates.example' })).toThrow(/CUTAWAY_UPDATE_KEY/);
    const insecureEnv = { CUTAWAY_UPDATES: 'http://updates.example', CUTAWAY_UPDATE_KEY: KEY };
    expect(() => createConfiguration(insecureEnv)).toThrow(/https/);
  });

  test('requests only the entitlement that V8 needs on macOS', () => {
    const root = join(import.meta.dirname, '..');
    const [, file = ''] = /entitlements: (\S+)/.exec(readFileSync(join(root, 'electron-builder.yml'), 'utf8')) ?? [];
    const entitlements = [...readFileSync(join(root, file), 'utf8').matchAll(/<key>(.*)<\/key>/g)].map(
      ([, name]) => name,
    );
    expect(entitlements).toEqual(['com.apple.security.cs.allow-jit']);
  });

  test('extracts the release notes as plain lines', () => {
    const changelog =
      '# Changelog\n\n## Unreleased\n\n- Later\n\n## 1.2.0 (2026-01-01)\n\n### Added\n\n- **Fast.** Opens `at once`.\n\n## 1.1.0\n\n- Old\n';
    expect(extractReleaseNotes(changelog, '1.2.0')).toBe('Added\n- Fast. Opens at once.');
    expect(extractReleaseNotes(changelog, '1.3.0')).toBe('');
  });

  test('signs each feed of the folder', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cutaway-feeds-'));
    for (const name of ['latest-linux.yml', 'beta-mac.yml', 'builder-debug.yml'])
      writeFileSync(join(folder, name), name);
    expect(signFeeds(folder, KEY).sort()).toEqual(['beta-mac.yml', 'latest-linux.yml']);
    const signature = Buffer.from(readFileSync(join(folder, 'latest-linux.yml.sig'), 'utf8'), 'base64');
    expect(verify(null, Buffer.from('latest-linux.yml'), createPublicKey(privateKey), signature)).toBe(true);
    rmSync(folder, { recursive: true });
  });

  test('signs the app for macOS ad hoc without a certificate, and as configured with one', () => {
    expect(createConfiguration({}).mac).toEqual(AD_HOC);
    expect(createConfiguration({ CSC_LINK: '' }).mac).toEqual(AD_HOC);
    expect(createConfiguration({ CSC_LINK: 'certificate.p12' }).mac).toEqual({ notarize: false });
    expect(createConfiguration({ CSC_NAME: 'A developer' }).mac).toEqual({ notarize: false });
    const key = { APPLE_API_KEY: 'key.p8', APPLE_API_KEY_ID: 'id', APPLE_API_ISSUER: 'issuer' };
    expect(createConfiguration({ CSC_LINK: 'certificate.p12', ...key }).mac).toEqual({ notarize: true });
    expect(createConfiguration(key).mac).toEqual(AD_HOC);
  });

  test('names the project’s homepage, by default its repository', () => {
    const onGithub = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'cutaway/cutaway' };
    expect(createConfiguration({}).extraMetadata).toEqual({});
    expect(createConfiguration(onGithub).extraMetadata).toEqual({ homepage: 'https://github.com/cutaway/cutaway' });
    expect(createConfiguration({ ...onGithub, CUTAWAY_HOMEPAGE: 'https://studio.example' }).extraMetadata).toEqual({
      homepage: 'https://studio.example',
    });
  });
});
