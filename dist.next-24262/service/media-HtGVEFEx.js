import { i as LIMITS, n as PictureRefusedError } from "./image-engine-Bgj-Fo4H.js";
import { i as pictureFacts, o as unpack } from "./picture-file-BXM7jjea.js";
import { r as ffmpeg, t as capture } from "./run-ibg1B_DT.js";
import { r as VideoEngineError } from "./video-C_fb2WAv.js";
import { readFile, stat } from "node:fs/promises";
// service/engines/video/media.ts
/** What a person's file is, and small pictures of it. */
var bad = (message, cause) => new VideoEngineError("bad_media", message, { cause });
async function asPicture(file) {
	if ((await stat(file)).size > LIMITS.thumbnails.imageBytes) return null;
	const bytes = await readFile(file);
	try {
		pictureFacts(bytes);
	} catch {
		return null;
	}
	try {
		const { width, height } = await unpack(bytes);
		return {
			kind: "picture",
			seconds: 0,
			width,
			height,
			audio: false
		};
	} catch (error) {
		if (error instanceof PictureRefusedError) throw bad(error.message, error);
		throw error;
	}
}
/** So much of the beginning is decoded, to see that more than a head is there. */
var TRIED_SECONDS = 3;
/** What the file is. @throws VideoEngineError `bad_media` where it can be neither seen nor heard. */
async function mediaFacts({ path }, file, signal) {
	const picture = await asPicture(file);
	if (picture) return picture;
	const { code, stderr } = await capture(path, [
		"-hide_banner",
		"-nostdin",
		"-xerror",
		"-t",
		String(TRIED_SECONDS),
		"-i",
		file,
		"-f",
		"null",
		"-"
	], { signal });
	const input = stderr.slice(0, stderr.indexOf("Stream mapping:") >>> 0);
	const streams = input.split("\n").filter((line) => /^\s*Stream #/.test(line) && !line.includes("(attached pic)"));
	const size = streams.map((line) => / Video: .*?\b(\d{1,5})x(\d{1,5})\b/.exec(line)).find((found) => found !== null);
	const audio = streams.some((line) => line.includes(" Audio: "));
	if (code !== 0 || !size && !audio) throw bad("The file cannot be read as a picture, video or sound. It may be damaged.");
	const [, hours = "0", minutes = "0", seconds = "0"] = /Duration: (\d+):(\d+):([\d.]+)/.exec(input) ?? [];
	return {
		kind: size ? "video" : "audio",
		seconds: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
		width: Number(size?.[1] ?? 0),
		height: Number(size?.[2] ?? 0),
		audio
	};
}
/** One frame of a video, as a PNG of that width. @throws VideoEngineError */
async function mediaThumbnail({ path }, file, { at, width }, signal) {
	const chunks = [];
	const args = [
		"-loglevel",
		"error",
		"-ss",
		at.toFixed(3),
		"-i",
		file,
		"-frames:v",
		"1",
		"-vf",
		`scale=${width}:-2`
	];
	await ffmpeg(path, [
		...args,
		"-c:v",
		"png",
		"-f",
		"image2pipe",
		"pipe:1"
	], {
		signal,
		onOutput: (chunk) => chunks.push(chunk)
	});
	if (chunks.length === 0) throw bad("There is no picture at that time of the file.");
	return Buffer.concat(chunks);
}
var WAVE_RATE = 8e3;
/** The loudest sample of each stretch, 0 to 1: `perSecond` of them a second, at most `most`. @throws VideoEngineError */
async function waveform({ path }, file, { perSecond, seconds, most }, signal) {
	const stretch = Math.max(1, Math.round(WAVE_RATE / Math.min(perSecond, most / Math.max(.001, seconds))));
	const peaks = [];
	let [peak, count, half] = [
		0,
		0,
		-1
	];
	const take = (sample) => {
		peak = Math.max(peak, Math.abs(sample) / 32768);
		if (++count < stretch) return;
		peaks.push(Math.round(peak * 1e3) / 1e3);
		[peak, count] = [0, 0];
	};
	const onOutput = (chunk) => {
		const bytes = half < 0 ? chunk : Buffer.concat([Buffer.of(half), chunk]);
		half = bytes.length % 2 === 1 ? bytes.at(-1) ?? 0 : -1;
		for (let at = 0; at + 1 < bytes.length; at += 2) take(bytes.readInt16LE(at));
	};
	await ffmpeg(path, [
		"-loglevel",
		"error",
		"-i",
		file,
		"-vn",
		"-ac",
		"1",
		"-ar",
		String(WAVE_RATE),
		"-f",
		"s16le",
		"pipe:1"
	], {
		signal,
		onOutput
	});
	return peaks;
}
export { mediaThumbnail as n, waveform as r, mediaFacts as t };

//# sourceMappingURL=media-HtGVEFEx.js.map