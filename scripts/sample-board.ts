/**
 * Redraws the pictures of the sample team's board and thumbnails: service/files/shipped/ and their names in
 * service/sample/data. Run after changing how they look; the results are committed.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';

import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { format } from 'prettier';

import { getShippedFile } from '#service/files/shipped.ts';

type Draw = (context: SKRSContext2D, width: number, height: number) => void;

function createGradient(context: SKRSContext2D, height: number, stops: readonly string[]) {
  const gradient = context.createLinearGradient(0, 0, 0, height);
  stops.forEach((color, index) => gradient.addColorStop(index / (stops.length - 1), color));
  return gradient;
}

const NIGHT = ['#0b1b3a', '#234a7d', '#f0a35a'] as const;
const DAWN = ['#3a4a8c', '#e0788a', '#ffd08a'] as const;

const drawLandscape = (context: SKRSContext2D, width: number, height: number, sky: readonly string[]): void => {
  context.fillStyle = createGradient(context, height, sky);
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#ffe9b8';
  context.beginPath();
  context.arc(width * 0.78, height * 0.24, 62, 0, 2 * Math.PI);
  context.fill();
  const hills: readonly (readonly [color: string, base: number, swing: number])[] = [
    ['#1b3558', 0.66, 70],
    ['#12243f', 0.78, 50],
  ];
  for (const [color, base, swing] of hills) {
    context.fillStyle = color;
    context.beginPath();
    context.moveTo(0, height);
    for (let x = 0; x <= width; x += 20) context.lineTo(x, height * base - swing * Math.sin(x / 170 + base * 9));
    context.lineTo(width, height);
    context.fill();
  }
  context.fillStyle = '#0a1526';
  context.fillRect(0, height * 0.72, width, 26);
  for (let x = 40; x < width; x += 200) {
    context.beginPath();
    context.rect(x - 16, height * 0.72, 32, height);
    context.fill();
    context.beginPath();
    context.arc(x + 100, height * 0.72 + 110, 84, Math.PI, 0);
    context.lineTo(x + 200, height * 0.72 + 26);
    context.lineTo(x, height * 0.72 + 26);
    context.fill('evenodd');
  }
};

const drawValley: Draw = (context, width, height) => drawLandscape(context, width, height, NIGHT);

const drawTrain: Draw = (context, width, height) => {
  const cars = 3;
  const carWidth = (width - 40) / cars;
  for (let car = 0; car < cars; car++) {
    const x = 20 + car * carWidth;
    context.fillStyle = createGradient(context, height, ['#d83a2e', '#9c1f1c']);
    context.beginPath();
    context.roundRect(x, 20, carWidth - 12, height - 70, [
      car === cars - 1 ? 24 : 14,
      car === cars - 1 ? 90 : 14,
      14,
      14,
    ]);
    context.fill();
    context.fillStyle = '#f6d98a';
    for (let pane = 0; pane < 4; pane++) {
      context.beginPath();
      context.roundRect(x + 26 + pane * ((carWidth - 60) / 4), 50, (carWidth - 60) / 4 - 14, 52, 8);
      context.fill();
    }
    context.fillStyle = '#f4f1ea';
    context.fillRect(x + 8, height - 96, carWidth - 28, 12);
    context.fillStyle = '#15171c';
    for (const wheel of [0.2, 0.8]) {
      context.beginPath();
      context.arc(x + carWidth * wheel, height - 44, 26, 0, 2 * Math.PI);
      context.fill();
    }
  }
};

const drawTicket: Draw = (context, width, height) => {
  context.translate(width / 2, height / 2);
  context.rotate(-0.12);
  const [w, h] = [width * 0.86, height * 0.6];
  context.fillStyle = '#fdf4dc';
  context.beginPath();
  context.roundRect(-w / 2, -h / 2, w, h, 18);
  context.fill();
  context.fillStyle = '#d83a2e';
  context.fillRect(-w / 2, -h / 2 + 26, w, 34);
  context.fillStyle = '#1c2a44';
  context.font = '700 64px sans-serif';
  context.textAlign = 'center';
  context.fillText('€ 29', 0, h / 2 - 34);
  context.setLineDash([8, 10]);
  context.strokeStyle = '#b9a97c';
  context.lineWidth = 4;
  context.beginPath();
  context.moveTo(w / 2 - 70, -h / 2);
  context.lineTo(w / 2 - 70, h / 2);
  context.stroke();
};

/** Draws the train on the viaduct of the valley. */
const createCrossing =
  (sky: readonly string[]): Draw =>
  (context, width, height) => {
    drawLandscape(context, width, height, sky);
    context.translate(width * 0.28, height * 0.44);
    drawTrain(context, width * 0.7, height * 0.325);
  };

const PICTURES = {
  valley: { draw: drawValley, width: 1280, height: 720 },
  train: { draw: drawTrain, width: 900, height: 260 },
  ticket: { draw: drawTicket, width: 380, height: 280 },
  crossing: { draw: createCrossing(NIGHT), width: 1280, height: 720 },
  dawn: { draw: createCrossing(DAWN), width: 1280, height: 720 },
} as const;

const names: Record<string, string> = {};
for (const [key, { draw, width, height }] of Object.entries(PICTURES)) {
  const canvas = createCanvas(width, height);
  draw(canvas.getContext('2d'), width, height);
  const png = canvas.toBuffer('image/png');
  names[key] = `${createHash('sha256').update(png).digest('hex')}.png`;
  writeFileSync(getShippedFile(names[key]), png);
}
const source = `/** Names the pictures that scripts/sample-board.ts drew. */
export const SAMPLE_BOARD_PICTURES = ${JSON.stringify(names)} as const;
`;
writeFileSync(
  new URL('../service/sample/data/board-pictures.ts', import.meta.url),
  await format(source, { parser: 'typescript', singleQuote: true, printWidth: 120 }),
);
