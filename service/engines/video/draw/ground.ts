/** Draws the background of slides. */
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';

import type { Look } from './design.ts';
import type { Layer } from './layer.ts';
import { toBox, fillArea, hatch } from './shapes.ts';
import { isMirrored, type SlideRequest } from './slide-elements.ts';

type Context = SKRSContext2D;

/**
 * Draws a hatched, angled panel behind the texts, on the side that they leave free: `along` is the length of the page
 * towards that side, `across` the other one.
 */
function drawPanel(context: Context, request: SlideRequest, along: number, across: number): void {
  const { look, page, layout, seed } = request;
  const isTitle = layout === 'title';
  const panelLength = isTitle ? along - (page.stacked ? page.captions.y + 40 : 880) : 150;
  const slant = isTitle ? panelLength * 0.475 : 70 + (seed % 3) * 30;
  const tracePath = (): void => {
    context.moveTo(along - panelLength, 0);
    context.lineTo(along, 0);
    context.lineTo(along, across);
    context.lineTo(along - panelLength + slant, across);
    context.closePath();
  };
  context.fillStyle = look.panel;
  context.beginPath();
  tracePath();
  context.fill();
  hatch(context, tracePath, { colour: look.ground, gap: isTitle ? 20 : 14, pattern: look.pattern });
  if (!isTitle) return;
  // A low panel has no room for the mark beside captions.
  if (panelLength >= 200)
    drawMark(context, look, { x: along - panelLength * 0.42, y: across * (5 / 12), radius: panelLength * 0.26 });
}

function drawMark(context: Context, look: Look, { x, y, radius }: { x: number; y: number; radius: number }): void {
  context.fillStyle = look.accent;
  context.strokeStyle = look.accent;
  context.lineWidth = radius / 4;
  context.beginPath();
  if (look.mark === 'square') context.rect(x - radius, y - radius, 2 * radius, 2 * radius);
  else context.arc(x, y, look.mark === 'ring' ? radius * 0.875 : radius, 0, 2 * Math.PI);
  if (look.mark === 'ring') context.stroke();
  else context.fill();
}

function drawGround(context: Context, request: SlideRequest): void {
  const { look, layout, page } = request;
  const { width, height } = page;
  fillArea(context, toBox(0, 0, width, height), look.ground);
  if (layout === 'points' || layout === 'quote') {
    fillArea(context, layout === 'points' ? toBox(0, 0, 16, height) : toBox(0, 0, width, 16), look.panel);
  } else if (page.stacked) {
    // The free side is at the bottom, so x and y change places.
    context.transform(0, 1, 1, 0, 0, 0);
    drawPanel(context, request, height, width);
  } else drawPanel(context, request, width, height);
}

function renderGround(request: SlideRequest, scale: number): Canvas {
  const { width, height } = request.page;
  const canvas = createCanvas(Math.round(width * scale), Math.round(height * scale));
  const context = canvas.getContext('2d');
  context.scale(scale, scale);
  if (isMirrored(request)) {
    context.translate(width, 0);
    context.scale(-1, 1);
  }
  drawGround(context, request);
  return canvas;
}

/** Draws the background alone, which stays the same for the whole scene; `scale` is pixels per unit of the page. */
export function createGroundLayer(request: SlideRequest, scale: number): Layer {
  const { width, height } = request.page;
  let canvas: Canvas | undefined;
  return {
    state: () => '',
    draw: (context) => context.drawImage((canvas ??= renderGround(request, scale)), 0, 0, width, height),
  };
}
