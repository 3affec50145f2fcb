import type { Image, SKRSContext2D } from '@napi-rs/canvas';

import type { Box } from '#contract/box.ts';

import type { Palette } from './palette.ts';

type Context = SKRSContext2D;

/** Fills the box with the picture and crops what sticks out. */
export function drawCover(context: Context, image: Image, { x, y, width, height }: Box): void {
  const scale = Math.max(width / image.width, height / image.height);
  const [w, h] = [image.width * scale, image.height * scale];
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.drawImage(image, x + (width - w) / 2, y + (height - h) / 2, w, h);
  context.restore();
}

/** Draws the picture inside the caller's path, with a rim around it. */
export function drawFramed(context: Context, image: Image | null, box: Box, tracePath: () => void, rim: string): void {
  context.save();
  context.beginPath();
  tracePath();
  context.save();
  context.clip();
  if (image) drawCover(context, image, box);
  context.restore();
  context.beginPath();
  tracePath();
  context.lineWidth = Math.max(6, box.width * 0.018);
  context.strokeStyle = rim;
  context.lineJoin = 'round';
  context.stroke();
  context.restore();
}

export function drawArrow(
  context: Context,
  from: readonly [number, number],
  to: readonly [number, number],
  size: number,
  palette: Palette,
): void {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  const neck = Math.max(0, length - size * 1.6);
  context.save();
  context.translate(from[0], from[1]);
  context.rotate(Math.atan2(dy, dx));
  context.beginPath();
  context.moveTo(0, -size * 0.32);
  context.lineTo(neck, -size * 0.42);
  context.lineTo(neck, -size);
  context.lineTo(length, 0);
  context.lineTo(neck, size);
  context.lineTo(neck, size * 0.42);
  context.lineTo(0, size * 0.32);
  context.closePath();
  context.lineJoin = 'round';
  context.lineWidth = size * 0.3;
  context.strokeStyle = palette.outline;
  context.stroke();
  context.fillStyle = palette.accent;
  context.fill();
  context.restore();
}

export function drawRing(context: Context, x: number, y: number, radius: number, palette: Palette): void {
  context.save();
  for (const [color, width] of [
    [palette.outline, 0.2],
    [palette.accent, 0.12],
  ] as const) {
    context.beginPath();
    context.ellipse(x, y, radius, radius * 0.94, 0.2, 0, 2 * Math.PI);
    context.lineWidth = radius * width;
    context.strokeStyle = color;
    context.stroke();
  }
  context.restore();
}

/** Draws rays, hills or blocks of colour as a placeholder for a missing picture. */
export function drawScene(
  context: Context,
  { x, y, width, height }: Box,
  palette: Palette,
  random: () => number,
): void {
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.fillStyle = palette.second;
  context.fillRect(x, y, width, height);
  const [sunX, sunY] = [x + width * (0.35 + random() * 0.4), y + height * (0.3 + random() * 0.2)];
  if (random() < 0.5) drawRays(context, sunX, sunY, width + height, palette.ground);
  context.fillStyle = palette.accent;
  context.beginPath();
  context.arc(sunX, sunY, height * (0.16 + random() * 0.1), 0, 2 * Math.PI);
  context.fill();
  const rows = 3;
  for (let row = 0; row < rows; row++) {
    context.globalAlpha = 0.55 + 0.2 * row;
    context.fillStyle = row === rows - 1 ? palette.outline : palette.ground;
    drawRidge(context, { x, y, width, height }, 0.55 + row * 0.14, random);
  }
  context.restore();
}

function drawRays(context: Context, x: number, y: number, length: number, color: string): void {
  context.fillStyle = color;
  context.globalAlpha = 0.25;
  const count = 18;
  for (let ray = 0; ray < count; ray += 2) {
    const [a, b] = [(ray / count) * 2 * Math.PI, ((ray + 1) / count) * 2 * Math.PI];
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + Math.cos(a) * length, y + Math.sin(a) * length);
    context.lineTo(x + Math.cos(b) * length, y + Math.sin(b) * length);
    context.fill();
  }
  context.globalAlpha = 1;
}

function drawRidge(context: Context, { x, y, width, height }: Box, level: number, random: () => number): void {
  const steps = 7;
  context.beginPath();
  context.moveTo(x, y + height);
  for (let step = 0; step <= steps; step++) {
    context.lineTo(x + (step / steps) * width, y + height * (level + (random() - 0.5) * 0.16));
  }
  context.lineTo(x + width, y + height);
  context.fill();
}
