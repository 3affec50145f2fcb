/** Signs the feed of an update folder; electron/desktop/signed-feed.ts verifies it. */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @param {Uint8Array} feed @param {import('node:crypto').KeyObject} privateKey */
export function signFeed(feed, privateKey) {
  return sign(null, feed, privateKey).toString('base64');
}

/** @param {string} pem an Ed25519 private key */
export function derivePublicKey(pem) {
  return createPublicKey(createPrivateKey(pem)).export({ type: 'spki', format: 'der' }).toString('base64');
}

/** Writes `<name>.yml.sig` beside each feed file of a folder. @param {string} folder @param {string} pem */
export function signFeeds(folder, pem) {
  const names = readdirSync(folder).filter((name) => /^(?:latest|beta|alpha)[\w-]*\.yml$/.test(name));
  for (const name of names) {
    writeFileSync(join(folder, `${name}.sig`), signFeed(readFileSync(join(folder, name)), createPrivateKey(pem)));
  }
  return names;
}
