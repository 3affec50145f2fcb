/**
 * Checks the UI components: builds the kit page, opens it in Chromium under the product's strict style policy, takes a
 * picture of every state in both themes and runs axe on each. Fails on a violation, a blocked style or an error on the
 * page. Usage: node scripts/kit.mjs [folder for the pictures]
 */
import { chromium } from '@playwright/test';
import axe from 'axe-core';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview } from 'vite';

const pictureFolder = process.argv[2] ?? 'test-results/kit';
const outDir = mkdtempSync(join(tmpdir(), 'kit-'));
const configFile = 'renderer/vite.config.ts';
mkdirSync(pictureFolder, { recursive: true });

await build({
  configFile,
  logLevel: 'warn',
  build: { outDir, rollupOptions: { input: 'renderer/ui/kit/kit.html' } },
});
const policy = "default-src 'self'; style-src 'self'; script-src 'self'; img-src 'self' data:";
const server = await preview({
  configFile,
  build: { outDir },
  preview: { port: 0, headers: { 'Content-Security-Policy': policy } },
});
const base = server.resolvedUrls?.local[0];
const SYSTEM_CHROMIUM = '/usr/bin/chromium';
const browser = await chromium.launch({
  chromiumSandbox: process.getuid?.() !== 0,
  ...(existsSync(SYSTEM_CHROMIUM) ? { executablePath: SYSTEM_CHROMIUM } : {}),
});
let failures = 0;

for (const theme of ['light', 'dark']) {
  for (const show of ['', 'dialog', 'menu', 'popover', 'palette', 'toasts']) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      failures += 1;
      console.log(`${theme} ${show}: ${message.text()}`);
    });
    page.on('pageerror', (error) => {
      failures += 1;
      console.log(`${theme} ${show}: ${error.message}`);
    });
    await page.goto(`${base}ui/kit/kit.html?theme=${theme}&show=${show}`);
    await page.evaluate(() => document.fonts.ready);
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .every(
          (animation) => animation.playState !== 'running' || animation.effect?.getTiming().iterations === Infinity,
        ),
    );
    if (show === '') await page.setViewportSize({ width: 1280, height: 1300 });
    await page.screenshot({ path: join(pictureFolder, `${show || 'parts'}-${theme}.png`) });
    // A menu is a child of the body, outside of every landmark; the "region" rule is for pages, not for floating parts.
    const rules = { region: { enabled: show !== 'menu' } };
    await page.evaluate(axe.source);
    const violations = await page.evaluate(async (rules) => {
      if (!window.axe) throw new Error('axe was not loaded.');
      return (await window.axe.run(document, { rules })).violations;
    }, rules);
    failures += violations.length;
    for (const violation of violations)
      console.log(
        `${theme} ${show}: ${violation.id}: ${violation.help}\n  ${violation.nodes.map((node) => node.html.slice(0, 200)).join('\n  ')}`,
      );
    await context.close();
  }
}

await browser.close();
await server.close();
rmSync(outDir, { recursive: true });
console.log(failures === 0 ? `No failures. Pictures in ${pictureFolder}` : `${failures} failures`);
process.exitCode = failures === 0 ? 0 : 1;
