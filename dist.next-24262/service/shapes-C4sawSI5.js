// service/engines/image/compositor/shapes.ts
/** Fills the box with the picture, cutting off what is over. */
function drawCover(context, image, { x, y, width, height }) {
	const scale = Math.max(width / image.width, height / image.height);
	const [w, h] = [image.width * scale, image.height * scale];
	context.save();
	context.beginPath();
	context.rect(x, y, width, height);
	context.clip();
	context.drawImage(image, x + (width - w) / 2, y + (height - h) / 2, w, h);
	context.restore();
}
/** Inside a shape of the caller's, with a rim around it. */
function drawFramed(context, image, box, path, rim) {
	context.save();
	context.beginPath();
	path();
	context.save();
	context.clip();
	if (image) drawCover(context, image, box);
	context.restore();
	context.beginPath();
	path();
	context.lineWidth = Math.max(6, box.width * .018);
	context.strokeStyle = rim;
	context.lineJoin = "round";
	context.stroke();
	context.restore();
}
/** A bold arrow from one point to another. */
function drawArrow(context, from, to, size, palette) {
	const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
	const length = Math.hypot(dx, dy);
	const neck = Math.max(0, length - size * 1.6);
	context.save();
	context.translate(from[0], from[1]);
	context.rotate(Math.atan2(dy, dx));
	context.beginPath();
	context.moveTo(0, -size * .32);
	context.lineTo(neck, -size * .42);
	context.lineTo(neck, -size);
	context.lineTo(length, 0);
	context.lineTo(neck, size);
	context.lineTo(neck, size * .42);
	context.lineTo(0, size * .32);
	context.closePath();
	context.lineJoin = "round";
	context.lineWidth = size * .3;
	context.strokeStyle = palette.outline;
	context.stroke();
	context.fillStyle = palette.accent;
	context.fill();
	context.restore();
}
/** A ring around what matters. */
function drawRing(context, x, y, radius, palette) {
	context.save();
	for (const [color, width] of [[palette.outline, .2], [palette.accent, .12]]) {
		context.beginPath();
		context.ellipse(x, y, radius, radius * .94, .2, 0, 2 * Math.PI);
		context.lineWidth = radius * width;
		context.strokeStyle = color;
		context.stroke();
	}
	context.restore();
}
/** Rays, hills or blocks of colour: a place for things to stand in while there is no picture. */
function drawScene(context, { x, y, width, height }, palette, random) {
	context.save();
	context.beginPath();
	context.rect(x, y, width, height);
	context.clip();
	context.fillStyle = palette.second;
	context.fillRect(x, y, width, height);
	const [sunX, sunY] = [x + width * (.35 + random() * .4), y + height * (.3 + random() * .2)];
	if (random() < .5) drawRays(context, sunX, sunY, width + height, palette.ground);
	context.fillStyle = palette.accent;
	context.beginPath();
	context.arc(sunX, sunY, height * (.16 + random() * .1), 0, 2 * Math.PI);
	context.fill();
	const rows = 3;
	for (let row = 0; row < rows; row++) {
		context.globalAlpha = .55 + .2 * row;
		context.fillStyle = row === 2 ? palette.outline : palette.ground;
		drawRidge(context, {
			x,
			y,
			width,
			height
		}, .55 + row * .14, random);
	}
	context.restore();
}
function drawRays(context, x, y, length, color) {
	context.fillStyle = color;
	context.globalAlpha = .25;
	const count = 18;
	for (let ray = 0; ray < count; ray += 2) {
		const [a, b] = [ray / count * 2 * Math.PI, (ray + 1) / count * 2 * Math.PI];
		context.beginPath();
		context.moveTo(x, y);
		context.lineTo(x + Math.cos(a) * length, y + Math.sin(a) * length);
		context.lineTo(x + Math.cos(b) * length, y + Math.sin(b) * length);
		context.fill();
	}
	context.globalAlpha = 1;
}
function drawRidge(context, { x, y, width, height }, level, random) {
	const steps = 7;
	context.beginPath();
	context.moveTo(x, y + height);
	for (let step = 0; step <= steps; step++) context.lineTo(x + step / steps * width, y + height * (level + (random() - .5) * .16));
	context.lineTo(x + width, y + height);
	context.fill();
}
export { drawScene as a, drawRing as i, drawCover as n, drawFramed as r, drawArrow as t };

//# sourceMappingURL=shapes-C4sawSI5.js.map