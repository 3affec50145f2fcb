import { n as SAFE } from "./design-CLoHfDAt.js";
import { n as SAMPLE_RATE, r as VideoEngineError } from "./video-C_fb2WAv.js";
import { t as sumOf } from "./expression-DwCVWWV8.js";
import { r as ffmpeg, t as capture } from "./run-ibg1B_DT.js";
// service/engines/video/planned-faults.ts
/** What can be seen from where things stand and when, without looking at a pixel. */
/** So far from what was asked for, as a share. */
var OFF_TARGET = .2;
function speedFaults({ cues, texts }) {
	const shown = new Set(texts.filter(({ what }) => what === "caption").map(({ id }) => id));
	return cues.flatMap(({ id, start, end, text, scene }) => {
		const speed = [...text].length / Math.max(.001, end - start);
		if (!shown.has(id) || speed <= 21) return [];
		const message = `The caption runs at ${Math.round(speed)} letters a second; most people read 21.`;
		return [{
			start,
			end,
			block: scene,
			category: "caption_speed",
			severity: speed > 31.5 ? "severe" : "warning",
			message
		}];
	});
}
function safeFaults({ texts, width, height }) {
	const [x, y] = [width * SAFE, height * SAFE];
	return texts.flatMap((text) => {
		if (text.x >= x - 1 && text.y >= y - 1 && text.x + text.width <= width - x + 1 && text.y + text.height <= height - y + 1 || text.width === 0) return [];
		const message = `“${text.text.slice(0, 60)}” stands too near the edge and may be cut off; keep it ${SAFE * 100} % away.`;
		return [{
			start: text.start,
			end: text.end,
			block: text.scene,
			category: "safe_area",
			severity: "warning",
			message
		}];
	});
}
var touch = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
function overlapFaults({ overlays }) {
	return overlays.flatMap((one, index) => overlays.slice(index + 1).flatMap((other) => {
		const [start, end] = [Math.max(one.start, other.start), Math.min(one.end, other.end)];
		if (start >= end || !touch(one, other)) return [];
		return [{
			start,
			end,
			category: "overlap",
			severity: "warning",
			message: "Two overlays lie over each other here. Move one, or show it later."
		}];
	}));
}
function durationFaults(seconds, target) {
	if (target === null || Math.abs(seconds - target) <= target * OFF_TARGET) return [];
	return [{
		start: 0,
		end: seconds,
		category: "duration",
		severity: "warning",
		message: `The video is ${Math.round(seconds)} seconds long; ${Math.round(target)} were meant.`
	}];
}
var plannedFaults = (timeline, seconds, target) => [
	...speedFaults(timeline),
	...safeFaults(timeline),
	...overlapFaults(timeline),
	...durationFaults(seconds, target)
];
// service/engines/video/contrast.ts
/** Whether texts can be read: seen in the decoded pixels around them. */
/** WCAG 2.2, 1.4.3: large letters. */
var LEAST_CONTRAST = 3;
/** Looking costs a copy of the frame. */
var MOST_SAMPLES = 400;
/** Texts take so long to arrive, and so long to leave. */
var ARRIVES = .7;
var LEAVES = .35;
/** One look at the end of each scene, one at a caption of it, and one at each overlay; spread where those are too many. */
function contrastSamples(timeline) {
	const { texts, overlays, scenes, frames } = timeline;
	const looks = /* @__PURE__ */ new Map();
	const look = (text, at) => {
		const covered = overlays.some((one) => text.what === "slide" && at >= one.start && at < one.end && touch(one, text));
		const frame = Math.min(frames - 1, Math.floor(at * 30));
		if (!covered && frame >= 0 && text.width > 0) looks.set(frame, [...looks.get(frame) ?? [], text]);
	};
	for (const { key, end } of scenes) {
		const at = end - LEAVES - .1;
		const own = texts.filter(({ scene }) => scene === key);
		for (const text of own) if (text.what === "slide" && text.start + ARRIVES <= at) look(text, at);
		const caption = own.find(({ what }) => what === "caption");
		if (caption) look(caption, (caption.start + caption.end) / 2);
		for (const text of own) if (text.what === "overlay") look(text, (text.start + text.end) / 2);
	}
	const all = [...looks].map(([frame, seen]) => ({
		frame,
		texts: seen
	})).sort((a, b) => a.frame - b.frame);
	const step = Math.max(1, Math.ceil(all.length / MOST_SAMPLES));
	return all.filter((_, index) => index % step === 0);
}
var linear = Float32Array.from({ length: 256 }, (_, value) => {
	const share = value / 255;
	return share <= .04045 ? share / 12.92 : ((share + .055) / 1.055) ** 2.4;
});
var ratio = (a, b) => (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
/** Between what most of the box is and what stands out from it. `pixels` are RGB rows. */
function boxContrast(pixels, width, height, box) {
	const [left, top] = [Math.max(0, Math.floor(box.x)), Math.max(0, Math.floor(box.y))];
	const [right, bottom] = [Math.min(width, Math.ceil(box.x + box.width)), Math.min(height, Math.ceil(box.y + box.height))];
	const tones = [];
	for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) {
		const at = (y * width + x) * 3;
		const [r = 0, g = 0, b = 0] = [
			linear[pixels[at] ?? 0],
			linear[pixels[at + 1] ?? 0],
			linear[pixels[at + 2] ?? 0]
		];
		tones.push(.2126 * r + .7152 * g + .0722 * b);
	}
	if (tones.length === 0) return 21;
	tones.sort((a, b) => a - b);
	const at = (share) => tones[Math.min(tones.length - 1, Math.floor(tones.length * share))] ?? 0;
	const ground = at(.5);
	return Math.max(ratio(ground, at(.015)), ratio(ground, at(.985)));
}
/** Takes the sampled frames as they are written, RGB after RGB, and says which texts cannot be read. */
function contrastOf(samples, timeline, tell) {
	const { width, height } = timeline;
	const frame = Buffer.alloc(width * height * 3);
	let filled = 0;
	let index = 0;
	const seen = () => {
		for (const text of samples[index]?.texts ?? []) {
			const contrast = boxContrast(frame, width, height, text);
			if (contrast >= LEAST_CONTRAST) continue;
			const message = `“${text.text.slice(0, 60)}” is hard to read: its contrast is ${contrast.toFixed(1)} to 1, and ${LEAST_CONTRAST} is needed.`;
			tell({
				start: text.start,
				end: text.end,
				block: text.scene,
				category: "contrast",
				severity: "warning",
				message
			});
		}
		index += 1;
	};
	return (chunk) => {
		for (let at = 0; at < chunk.length;) {
			const taken = chunk.copy(frame, filled, at);
			at += taken;
			filled += taken;
			if (filled < frame.length) continue;
			seen();
			filled = 0;
		}
	};
}
// service/engines/video/measure.ts
/** What is wrong with a finished video: heard and seen in the file itself, with its timeline to say what was meant. */
/** Shorter stretches than these are part of editing. In seconds. */
var BLACK = {
	warning: .5,
	severe: 2
};
var FROZEN = {
	info: 8,
	warning: 15
};
var SILENT = 4;
/** LUFS; players level to about -14, broadcasters to -23 (EBU R 128). */
var LOUDNESS = {
	least: -27,
	most: -12
};
/** dBTP. */
var PEAK = {
	warning: -.5,
	severe: .5
};
var DRIFT_MS = 40;
/** Reads packets without decoding them: where each stream begins and ends. */
async function streamsOf({ path }, file, signal) {
	const kinds = [];
	const ticks = [];
	const ends = [];
	let rest = "";
	const line = (text) => {
		const [, base, number, of] = /^#tb (\d+): (\d+)\/(\d+)/.exec(text) ?? [];
		if (base !== void 0) ticks[Number(base)] = Number(number) / Number(of);
		const [, stream, kind] = /^#media_type (\d+): (\w+)/.exec(text) ?? [];
		if (stream !== void 0) kinds[Number(stream)] = kind ?? "";
		const [, at, pts, length] = /^(\d+),\s*-?\d+,\s*(-?\d+),\s*(\d+),/.exec(text) ?? [];
		if (at === void 0) return;
		const tick = ticks[Number(at)] ?? 0;
		const [start, end] = [Number(pts) * tick, (Number(pts) + Number(length)) * tick];
		const before = ends[Number(at)];
		ends[Number(at)] = {
			start: Math.min(start, before?.start ?? start),
			end: Math.max(end, before?.end ?? end)
		};
	};
	const onOutput = (chunk) => {
		const lines = (rest + chunk.toString("latin1")).split("\n");
		rest = lines.pop() ?? "";
		lines.forEach(line);
	};
	const { code } = await capture(path, [
		...[
			"-hide_banner",
			"-nostdin",
			"-loglevel",
			"error",
			"-i",
			file,
			"-map",
			"0:v?",
			"-map",
			"0:a?",
			"-c",
			"copy"
		],
		"-f",
		"framecrc",
		"pipe:1"
	], {
		signal,
		onOutput
	});
	if (code !== 0) throw new VideoEngineError("bad_media", "The video’s file cannot be read. It may be damaged.");
	const of = (kind) => ends[kinds.indexOf(kind)] ?? null;
	const audio = of("audio");
	return {
		video: of("video"),
		audio: audio && {
			...audio,
			start: Math.max(0, audio.start)
		}
	};
}
/** Each filter says where something begins on one line and where it ends on another. */
function listener(measured, seconds) {
	const open = {
		frozen: null,
		silent: null
	};
	const number = (text, name) => {
		const found = new RegExp(`${name}\\s*:\\s*(-?[\\d.]+)`).exec(text)?.[1];
		return found === void 0 ? null : Number(found);
	};
	const toggled = (text, kind, name) => {
		const start = number(text, `${name}_start`);
		const end = number(text, `${name}_end`);
		if (start !== null) open[kind] = Math.max(0, start);
		if (end === null || open[kind] === null) return;
		measured[kind].push({
			start: open[kind],
			end
		});
		open[kind] = null;
	};
	return {
		line: (text) => {
			const start = number(text, "black_start");
			const end = number(text, "black_end");
			if (start !== null && end !== null) measured.black.push({
				start,
				end
			});
			toggled(text, "frozen", "freeze");
			toggled(text, "silent", "silence");
			const loudness = /^\s+I:\s+(-?[\d.]+) LUFS/.exec(text)?.[1];
			if (loudness !== void 0) measured.loudness = Number(loudness);
			const peak = /^\s+Peak:\s+(-?[\d.]+|-inf) dBFS/.exec(text)?.[1];
			if (peak !== void 0) measured.peak = Number(peak.replace("-inf", "-120"));
		},
		end: () => {
			for (const kind of ["frozen", "silent"]) {
				const start = open[kind];
				if (start !== null) measured[kind].push({
					start,
					end: seconds
				});
			}
		}
	};
}
/** Decodes the file once, for everything that is looked and listened for. */
async function decoded(file, timeline, streams, options) {
	const { ffmpeg: found, signal } = options;
	const measured = {
		black: [],
		frozen: [],
		silent: [],
		loudness: null,
		peak: null
	};
	const faults = [];
	const samples = contrastSamples(timeline);
	const heard = listener(measured, streams.video?.end ?? 0);
	const contrast = contrastOf(samples, timeline, (fault) => faults.push(fault));
	const picked = sumOf(samples.map(({ frame }) => `eq(n,${frame})`));
	const args = [
		...[
			"-nostats",
			"-i",
			file,
			"-filter_complex",
			[
				`[0:v]${`blackdetect=d=${BLACK.warning}:pix_th=0.06:pic_th=0.985,freezedetect=n=0.0005:d=${FROZEN.info}`},split[v][p]`,
				`[p]select='${picked}',setpts=N/30/TB,scale=${timeline.width}:${timeline.height},format=rgb24[s]`,
				...streams.audio ? [`[0:a]silencedetect=n=-50dB:d=${SILENT},ebur128=peak=true:framelog=verbose[a]`] : []
			].join(";")
		],
		...[
			"-map",
			"[s]",
			"-f",
			"rawvideo",
			"pipe:1"
		],
		...[
			"-map",
			"[v]",
			...streams.audio ? ["-map", "[a]"] : [],
			"-f",
			"null",
			"-"
		]
	];
	await ffmpeg(found.path, args, {
		signal,
		onOutput: contrast,
		onErrorLine: heard.line
	});
	heard.end();
	return {
		measured,
		faults
	};
}
var seconds = (value) => `${Math.round(value * 10) / 10} seconds`;
function pictureFaults({ black, frozen }) {
	return [...black.map((at) => ({
		...at,
		category: "black",
		severity: at.end - at.start >= BLACK.severe ? "severe" : "warning",
		message: `The picture is black for ${seconds(at.end - at.start)}.`
	})), ...frozen.map((at) => ({
		...at,
		category: "frozen",
		severity: at.end - at.start >= FROZEN.warning ? "warning" : "info",
		message: `The picture stands still for ${seconds(at.end - at.start)}.`
	}))];
}
function soundFaults({ silent, loudness, peak }, streams, timeline) {
	const whole = {
		start: 0,
		end: timeline.frames / 30
	};
	if (!timeline.narration && !timeline.music) return [];
	const share = silent.reduce((sum, { start, end }) => sum + end - start, 0) / whole.end;
	if (!streams.audio || share > .97) {
		const message = streams.audio ? "The video has a sound track, but nothing is heard in it." : "The video has no sound.";
		return [{
			...whole,
			category: "missing_audio",
			severity: "severe",
			message
		}];
	}
	const faults = [];
	for (const at of silent) {
		const spoken = timeline.narration && timeline.sentences.some(({ start, end }) => start + .5 < at.end && end - .5 > at.start);
		if (!spoken && !timeline.music && at.end - at.start < 8) continue;
		const message = spoken ? "The narration is missing here" : "Nothing is heard";
		faults.push({
			...at,
			category: "silent",
			severity: spoken ? "severe" : "warning",
			message: `${message} for ${seconds(at.end - at.start)}.`
		});
	}
	if (loudness !== null && (loudness < LOUDNESS.least || loudness > LOUDNESS.most)) {
		const message = `The whole video is ${loudness > LOUDNESS.most ? "too loud" : "too quiet"}: ${loudness} LUFS, where ${LOUDNESS.least} to ${LOUDNESS.most} is comfortable.`;
		faults.push({
			...whole,
			category: "loudness",
			severity: "warning",
			message
		});
	}
	if (peak !== null && peak > PEAK.warning) {
		const message = `The loudest moment reaches ${peak} dB and may be distorted; stay below ${PEAK.warning} dB.`;
		faults.push({
			...whole,
			category: "peak",
			severity: peak > PEAK.severe ? "severe" : "warning",
			message
		});
	}
	return faults;
}
/** An AAC or Opus packet more or less at the end is padding, which players leave out. */
var PADDING = 1024 / SAMPLE_RATE;
function driftOf({ video, audio }) {
	if (!video || !audio) return 0;
	const end = Math.max(0, Math.abs(video.end - audio.end) - PADDING);
	return Math.round(Math.max(Math.abs(video.start - audio.start), end) * 1e3);
}
function findingOf({ start, end, category, severity, message, block }, timeline) {
	const middle = (start + end) / 2;
	const whole = end - start >= timeline.frames / 30 * .99;
	const scene = timeline.scenes.find((one) => middle >= one.start && middle < one.end)?.key ?? null;
	const [start_time, end_time] = [Math.round(start * 1e3) / 1e3, Math.round(end * 1e3) / 1e3];
	return {
		id: `${category}-${Math.round(start * 1e3)}-${Math.round(end * 1e3)}`,
		category,
		severity,
		message,
		start_time,
		end_time,
		block_key: block ?? (whole ? null : scene)
	};
}
/** Measures a rendered file. @throws VideoEngineError `bad_media` where it cannot be read; what `signal` was aborted with. */
async function measureVideo(file, timeline, options) {
	const streams = await streamsOf(options.ffmpeg, file, options.signal);
	if (!streams.video) throw new VideoEngineError("bad_media", "There is no picture in the video’s file.");
	const { measured, faults } = await decoded(file, timeline, streams, options);
	const driftMs = driftOf(streams);
	const whole = {
		start: 0,
		end: streams.video.end
	};
	if (driftMs >= DRIFT_MS) {
		const message = `Picture and sound are ${driftMs} ms apart; from ${DRIFT_MS} ms on that is noticed.`;
		faults.push({
			...whole,
			category: "drift",
			severity: "severe",
			message
		});
	}
	const findings = [
		...pictureFaults(measured),
		...soundFaults(measured, streams, timeline),
		...faults,
		...plannedFaults(timeline, streams.video.end, options.targetSeconds)
	].map((fault) => findingOf(fault, timeline)).sort((a, b) => a.start_time - b.start_time);
	const { loudness, peak } = streams.audio ? measured : {
		loudness: null,
		peak: null
	};
	return {
		seconds: streams.video.end,
		loudness,
		peak,
		driftMs,
		findings
	};
}
export { measureVideo };

//# sourceMappingURL=measure-0ZqyP9ol.js.map