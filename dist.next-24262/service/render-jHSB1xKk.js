import { n as syncFolder } from "./durable-file-CPMk2-eD.js";
import { n as PictureRefusedError } from "./image-engine-Bgj-Fo4H.js";
import { a as written, i as named, r as keyOf, t as Cache } from "./cache-a1MazJ9Y.js";
import { n as toSrt, r as toVtt } from "./captions-D1AEpOPp.js";
import { n as sceneStill$1 } from "./scene-DTLnmOEc.js";
import { n as SAMPLE_RATE, r as VideoEngineError, t as SAMPLES_PER_FRAME } from "./video-C_fb2WAv.js";
import { t as sumOf } from "./expression-DwCVWWV8.js";
import { r as ffmpeg } from "./run-ibg1B_DT.js";
import { n as mediaThumbnail } from "./media-HtGVEFEx.js";
import { t as randomFrom } from "./random-C2CtqkIs.js";
import { n as waveFile } from "./wave-DaTdwGvd.js";
import { t as silence } from "./silence-fV5M0Vnf.js";
import { a as levelsOf, i as jobOf, o as placeScenes, r as framesOf, s as timelineOf } from "./timing-BhfXQp3c.js";
import { createReadStream } from "node:fs";
import { mkdir, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { availableParallelism } from "node:os";
import { createHash } from "node:crypto";
// service/engines/video/ffmpeg/encode.ts
/** A scene begins with a key frame, and has one every two seconds: players seek to them. */
var KEY_FRAMES = 60;
var VIDEO = {
	libx264: [
		"-c:v",
		"libx264",
		"-preset",
		"veryfast",
		"-crf",
		"20",
		"-profile:v",
		"high",
		"-g",
		String(KEY_FRAMES)
	],
	"libvpx-vp9": [...[
		"-c:v",
		"libvpx-vp9",
		"-deadline",
		"realtime",
		"-cpu-used",
		"6",
		"-row-mt",
		"1",
		"-crf",
		"30",
		"-b:v",
		"0"
	], ...["-g", String(KEY_FRAMES)]]
};
var AUDIO = {
	aac: [
		"-c:a",
		"aac",
		"-b:a",
		"160k"
	],
	libopus: [
		"-c:a",
		"libopus",
		"-b:a",
		"112k"
	]
};
/** What is written for each pair of codecs. */
var FORMATS = {
	libx264: {
		extension: ".mp4",
		type: "video/mp4",
		part: [
			"-video_track_timescale",
			"15360",
			"-f",
			"mp4"
		],
		muxer: [
			"-movflags",
			"+faststart",
			"-f",
			"mp4"
		]
	},
	"libvpx-vp9": {
		extension: ".webm",
		type: "video/webm",
		part: ["-f", "webm"],
		muxer: ["-f", "webm"]
	}
};
var TAGS = [...[
	"-pix_fmt",
	"yuv420p",
	"-color_range",
	"tv"
], ...[
	"-colorspace",
	"bt709",
	"-color_primaries",
	"bt709",
	"-color_trc",
	"bt709"
]];
var MATRIX = "out_color_matrix=bt709:out_range=tv";
/** Each picture is sent once; this says at which frame it is seen, and ffmpeg repeats it until the next. */
function timed(runs) {
	const holds = runs.map(({ length }, index) => ({
		index: index + 1,
		more: length - 1
	})).filter(({ more, index }) => more > 0 && index < runs.length).map(({ index, more }) => `${more}*gte(N,${index})`);
	return `setpts='(N+${sumOf(holds)})/30/TB',fps=30`;
}
/** The last picture twice more: at the last frame, and beyond it, where the output is cut. */
async function* heldToEnd({ pictures }) {
	let last = null;
	for await (const picture of pictures) {
		last = picture;
		yield picture;
	}
	if (last) yield last;
}
/** Encodes a scene's frames into a file of their own. @throws VideoEngineError */
async function encodeScene({ path, video }, job, scene, file, { signal, under, onFrame }) {
	const { width, height, frames } = job;
	const runs = [...scene.runs, {
		frame: frames,
		length: 1
	}];
	const fill = `scale=${width}:${height}:force_original_aspect_ratio=increase:${MATRIX},crop=${width}:${height},setsar=1`;
	const graph = under === null ? `[0:v]scale=${MATRIX},format=yuv420p,${timed(runs)}[v]` : [
		`[1:v]${fill},fps=30,format=yuv420p,tpad=stop_mode=clone:stop=-1[u]`,
		`[0:v]scale=${MATRIX},format=yuva420p,${timed(runs)}[d]`,
		"[u][d]overlay=eof_action=repeat,format=yuv420p[v]"
	].join(";");
	await ffmpeg(path, [
		...[
			"-loglevel",
			"error",
			"-progress",
			"pipe:1",
			"-nostats"
		],
		...[
			"-f",
			"rawvideo",
			"-pixel_format",
			"rgba",
			"-video_size",
			`${width}x${height}`
		],
		...[
			"-framerate",
			String(30),
			"-i",
			"pipe:0"
		],
		...under === null ? [] : ["-i", under],
		...[
			"-filter_complex",
			graph,
			"-map",
			"[v]",
			"-frames:v",
			String(frames),
			...VIDEO[video],
			...TAGS
		],
		...FORMATS[video].part,
		file
	], {
		signal,
		input: heldToEnd(scene),
		onOutput: (chunk) => {
			const frame = /frame=\s*(\d+)\s[^]*$/.exec(chunk.toString())?.[1];
			if (frame !== void 0) onFrame(Math.min(frames, Number(frame)));
		}
	});
}
var FADE_SECONDS = 2.5;
/** -1.5 dB: what players make of it stays below full scale. */
var LIMIT = "alimiter=limit=0.7:attack=4:release=60:level=disabled";
function soundGraph({ music, speech, frames }) {
	const seconds = frames / 30;
	const end = `atrim=end=${seconds.toFixed(6)}`;
	const fade = `afade=t=out:st=${Math.max(0, seconds - FADE_SECONDS).toFixed(3)}:d=${FADE_SECONDS}`;
	if (music === null) return `[0:a]pan=stereo|c0=c0|c1=c0,${LIMIT},${end}[a]`;
	const bed = `[1:a]aresample=${SAMPLE_RATE},aformat=channel_layouts=stereo`;
	if (!speech) return `${bed},volume=0.7,${fade},${LIMIT},${end}[a]`;
	return [
		"[0:a]asplit=2[k][s]",
		"[s]pan=stereo|c0=c0|c1=c0,aformat=channel_layouts=stereo[v]",
		`${bed},volume=0.3[m]`,
		"[m][k]sidechaincompress=threshold=0.015:ratio=6:attack=40:release=900[d]",
		`[d]${fade},aformat=channel_layouts=stereo[f]`,
		`[v][f]amerge=inputs=2,pan=stereo|c0=c0+c2|c1=c1+c3,${LIMIT},${end}[a]`
	].join(";");
}
/** Narration and music as one encoded track. @throws VideoEngineError */
async function encodeSound({ path, audio }, asked, file, signal) {
	const { narration, music } = asked;
	await ffmpeg(path, [
		...[
			"-loglevel",
			"error",
			"-f",
			"s16le",
			"-ar",
			String(SAMPLE_RATE),
			"-ac",
			"1",
			"-i",
			"pipe:0"
		],
		...music === null ? [] : [
			"-stream_loop",
			"-1",
			"-i",
			music
		],
		...[
			"-filter_complex",
			soundGraph(asked),
			"-map",
			"[a]",
			"-ar",
			String(SAMPLE_RATE),
			...AUDIO[audio]
		],
		...[
			"-t",
			(asked.frames / 30).toFixed(6),
			"-f",
			audio === "aac" ? "mp4" : "webm",
			file
		]
	], {
		signal,
		input: narration
	});
}
/** Scenes and sound in one file, none of it encoded again. `list`: an ffconcat file. @throws VideoEngineError */
async function join$1(found, list, sound, file, signal) {
	await ffmpeg(found.path, [...[
		"-loglevel",
		"error",
		"-f",
		"concat",
		"-safe",
		"0",
		"-i",
		list,
		"-i",
		sound
	], ...[
		"-map",
		"0:v",
		"-map",
		"1:a",
		"-c",
		"copy",
		...FORMATS[found.video].muxer,
		file
	]], { signal });
}
// service/engines/video/music.ts
/** A quiet bed made of nothing but sines: four chords, felt-soft, that loop without a seam. */
var BAR_SECONDS = 4.8;
/** Semitones over A2. */
var CHORDS = [
	[
		0,
		12,
		19,
		24,
		28
	],
	[
		-4,
		12,
		15,
		20,
		24
	],
	[
		3,
		10,
		15,
		19,
		27
	],
	[
		-2,
		10,
		14,
		17,
		26
	]
];
var ROOT = 110;
var LEVEL = .5;
var TABLE = Float32Array.from({ length: 4096 }, (_, at) => {
	const turn = 2 * Math.PI * at / 4096;
	return Math.sin(turn) + .22 * Math.sin(2 * turn) + .06 * Math.sin(3 * turn);
});
/** What rings on beyond the end goes on at the beginning: that is what makes the loop whole. */
function add(left, right, { from, seconds, semitones, loud, side, attack }) {
	const length = left.length;
	const step = TABLE.length * ROOT * 2 ** (semitones / 12) / SAMPLE_RATE;
	const start = Math.round(from * SAMPLE_RATE);
	const samples = Math.round(seconds * SAMPLE_RATE);
	const rise = attack * SAMPLE_RATE;
	const fall = 1 - 4.6 / (samples - rise);
	let envelope = 1;
	for (let index = 0; index < samples; index++) {
		if (index > rise) envelope *= fall;
		const level = index < rise ? .5 - .5 * Math.cos(Math.PI * index / rise) : envelope;
		const sound = (TABLE[Math.floor(index * step) % TABLE.length] ?? 0) * level * loud;
		const at = (start + index) % length;
		left[at] = (left[at] ?? 0) + sound * (1 - side) * .5;
		right[at] = (right[at] ?? 0) + sound * (1 + side) * .5;
	}
}
function notes() {
	const random = randomFrom(7);
	return CHORDS.flatMap((chord, bar) => {
		const from = bar * BAR_SECONDS;
		const pad = chord.map((semitones, index) => ({
			from,
			seconds: BAR_SECONDS * 1.5,
			semitones,
			attack: 1.3,
			loud: index === 0 ? .5 : .2,
			side: (index - 2) * .25
		}));
		const plucks = Array.from({ length: 6 }, (_, index) => {
			const semitones = (chord[1 + Math.floor(random() * (chord.length - 1))] ?? 12) + 12;
			return {
				from: from + index * BAR_SECONDS / 6,
				seconds: 2.2,
				semitones,
				attack: .012,
				loud: .1 + random() * .08,
				side: random() - .5
			};
		});
		return [...pad, ...plucks];
	});
}
/** The bed as a stereo WAV file; always the same. */
function musicBed() {
	const length = Math.round(CHORDS.length * BAR_SECONDS * SAMPLE_RATE);
	const [left, right] = [new Float32Array(length), new Float32Array(length)];
	for (const note of notes()) add(left, right, note);
	let peak = 0;
	for (let at = 0; at < length; at++) peak = Math.max(peak, Math.abs(left[at] ?? 0), Math.abs(right[at] ?? 0));
	const samples = new Int16Array(length * 2);
	for (let at = 0; at < length; at++) {
		samples[at * 2] = (left[at] ?? 0) / peak * LEVEL * 32767;
		samples[at * 2 + 1] = (right[at] ?? 0) / peak * LEVEL * 32767;
	}
	return waveFile(samples, 2);
}
// service/engines/video/narration.ts
/** What is spoken, sentence by sentence, kept by what was said and by whom. */
/** Loudness that speech is brought to, as the power of its loud parts: about -17 LUFS. */
var TARGET_POWER = 10 ** (-19 / 10);
var LOUD_ENOUGH = 10 ** (-45 / 10);
var BLOCK = 2400;
var PEAK = .89;
/** Every sentence equally loud, by itself: a change to one leaves the others as they were. */
function levelled(samples) {
	let power = 0;
	let blocks = 0;
	for (let at = 0; at < samples.length; at += BLOCK) {
		const block = samples.subarray(at, at + BLOCK);
		const each = block.reduce((sum, sample) => sum + (sample / 32768) ** 2, 0) / block.length;
		if (each < LOUD_ENOUGH) continue;
		power += each;
		blocks += 1;
	}
	if (blocks === 0) return samples;
	const gain = Math.sqrt(TARGET_POWER / (power / blocks));
	const most = PEAK * 32767;
	return samples.map((sample) => {
		const loud = sample * gain;
		return Math.abs(loud) < most * .6 ? loud : Math.sign(loud) * most * (.6 + .4 * Math.tanh((Math.abs(loud) / most - .6) / .4));
	});
}
var Speaker = class {
	#cache;
	#engine;
	#plan;
	#signal;
	warnings = /* @__PURE__ */ new Set();
	constructor(cache, engine, plan, signal) {
		this.#cache = cache;
		this.#engine = plan.settings.narration ? engine : silence;
		this.#plan = plan;
		this.#signal = signal;
		if (plan.settings.narration && !engine.isVoice) this.warnings.add("There is no voice on this machine, so nothing is spoken.");
	}
	get speaks() {
		return this.#engine.isVoice;
	}
	#asked(sentence) {
		const { settings, language } = this.#plan;
		return {
			sentence,
			rate: settings.speakingRate,
			voice: settings.voice,
			language
		};
	}
	key(sentence) {
		return keyOf("speech", this.#engine.label, this.#asked(sentence));
	}
	async clip(sentence) {
		const make = async () => {
			const samples = levelled(await this.#spoken(sentence));
			return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
		};
		const bytes = await this.#cache.bytes(`${this.key(sentence)}.pcm`, make);
		return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
	}
	async clips({ narration }) {
		return Promise.all(narration.map((sentence) => this.clip(sentence)));
	}
	/** A sentence for which a voice answers nothing (another alphabet, say) stays silent for as long as it would take. */
	async #spoken(sentence) {
		const asked = this.#asked(sentence);
		const samples = await this.#engine.speak(asked, this.#signal);
		if (samples.length > 0) return samples;
		this.warnings.add("A sentence could not be spoken and stays silent.");
		return silence.speak(asked, this.#signal);
	}
};
/** The whole video's narration as 16-bit samples, scene by scene, each exactly as long as its frames. */
async function* narrationOf(placed, speaker) {
	for (const { scene, frames, speech } of placed) {
		const track = new Int16Array(frames * SAMPLES_PER_FRAME);
		const clips = await speaker.clips(scene);
		for (const [index, { from }] of speech.entries()) {
			const clip = clips[index] ?? /* @__PURE__ */ new Int16Array();
			track.set(clip.subarray(0, track.length - from), from);
		}
		yield new Uint8Array(track.buffer);
	}
}
// service/engines/video/render.ts
/** A plan as a video file: spoken, drawn, mixed and joined; what was made before and is still true is taken as it is. */
/** Of all the work, in hundredths. */
var SHARES = {
	speech: 10,
	pictures: 6,
	scenes: 76,
	sound: 5,
	join: 3
};
async function hashOf(file) {
	const hash = createHash("sha256");
	for await (const chunk of createReadStream(file)) hash.update(chunk);
	return hash.digest("hex");
}
var Render = class {
	#plan;
	#studio;
	#cache;
	#speaker;
	warnings = /* @__PURE__ */ new Set();
	#percent = 0;
	constructor(plan, studio) {
		this.#plan = plan;
		this.#studio = studio;
		this.#cache = new Cache(studio.cacheFolder);
		this.#speaker = new Speaker(this.#cache, studio.speech, plan, studio.signal);
	}
	/** Where everything lies in time, once it is known how long each sentence takes. */
	async placed(onSentence) {
		const lengths = [];
		const total = Math.max(1, this.#plan.scenes.reduce((sum, { narration }) => sum + narration.length, 0));
		let done = 0;
		for (const { narration } of this.#plan.scenes) {
			const each = [];
			for (const sentence of narration) {
				each.push((await this.#speaker.clip(sentence)).length);
				onSentence((done += 1) / total);
			}
			lengths.push(each);
		}
		for (const warning of this.#speaker.warnings) this.warnings.add(warning);
		return placeScenes(this.#plan, lengths);
	}
	/** What a scene shows: the person's file, or a picture made for it. */
	async picture(scene) {
		if (scene.kind === "media" && scene.media) return {
			file: scene.media.path,
			hash: await hashOf(scene.media.path).catch(lost)
		};
		if (scene.kind !== "picture") return null;
		const { width, height } = this.#plan.settings;
		const { images, signal } = this.#studio;
		const brief = {
			width,
			height,
			seed: scene.seed,
			prompt: scene.prompt,
			headline: null,
			references: [],
			style: null
		};
		const hash = keyOf("picture", images.label, brief);
		const make = async () => {
			const { bytes, note } = await images.generate({
				...brief,
				purpose: "backdrop"
			}, { signal });
			if (note !== null) this.warnings.add(note);
			return bytes;
		};
		const name = `${hash}.png`;
		await this.#cache.bytes(name, make);
		return {
			file: this.#cache.path(name),
			hash
		};
	}
	/** Of a person's video, for stills. */
	async firstFrame(file) {
		const { ffmpeg, signal } = this.#studio;
		const name = `${keyOf("frame", await hashOf(file).catch(lost))}.png`;
		await this.#cache.bytes(name, () => mediaThumbnail(ffmpeg, file, {
			at: 0,
			width: this.#plan.settings.width
		}, signal));
		return this.#cache.path(name);
	}
	async job(placed, index) {
		const at = placed[index];
		const made = await this.picture(at.scene);
		const clips = at.scene.kind === "presenter" ? await this.#speaker.clips(at.scene) : [];
		const parts = {
			picture: made?.file ?? null,
			levels: clips.length > 0 ? levelsOf(at, clips) : []
		};
		return {
			job: jobOf(this.#plan, placed, index, parts),
			made
		};
	}
	/** A file with the scene's pictures; says whether it had to be made. */
	async scene(placed, index, onFrame) {
		const { ffmpeg, draw, signal } = this.#studio;
		const { job, made } = await this.job(placed, index);
		const hash = keyOf("scene", {
			...job,
			picture: made?.hash ?? null
		}, ffmpeg.video, ffmpeg.version);
		const name = `${hash}${FORMATS[ffmpeg.video].extension}`;
		const drawn = !await this.#cache.has(name);
		const under = job.clear ? made?.file ?? null : null;
		const file = await this.#cache.file(name, (part) => draw({
			...job,
			picture: job.clear ? null : job.picture
		}, (scene) => encodeScene(ffmpeg, job, scene, part, {
			signal,
			under,
			onFrame
		})));
		onFrame(job.frames);
		return {
			file,
			hash,
			drawn
		};
	}
	/** All scenes, as many at a time as there are processors for. */
	async scenes(placed, onFrames) {
		const made = [];
		const frames = new Array(placed.length).fill(0);
		const sum = () => frames.reduce((total, each) => total + each, 0);
		let next = 0;
		let failed = false;
		const work = async () => {
			for (let index = next++; index < placed.length && !failed; index = next++) {
				made[index] = await this.scene(placed, index, (done) => {
					frames[index] = done;
					onFrames(sum(), null);
				});
				onFrames(sum(), placed[index]?.scene.key ?? null);
			}
		};
		const workers = Array.from({ length: Math.min(4, availableParallelism()) }, () => work().catch((error) => {
			failed = true;
			throw error;
		}));
		const ended = await Promise.allSettled(workers);
		for (const one of ended) if (one.status === "rejected") throw one.reason;
		return made;
	}
	async #music() {
		const { enabled, file } = this.#plan.settings.music;
		if (!enabled) return null;
		if (file !== null) return {
			file,
			hash: await hashOf(file).catch(lost)
		};
		const hash = keyOf("bed");
		return {
			file: await this.#cache.file(`${hash}.wav`, (part) => writeFile(part, musicBed())),
			hash
		};
	}
	async sound(placed) {
		const { ffmpeg, signal } = this.#studio;
		const music = await this.#music();
		const speech = this.#speaker.speaks && placed.some(({ scene }) => scene.narration.length > 0);
		const said = placed.map(({ frames, speech: sentences }) => [frames, ...sentences.map(({ from, sentence }) => [from, this.#speaker.key(sentence.text)])]);
		const hash = keyOf("sound", said, music?.hash ?? null, speech, ffmpeg.audio);
		const asked = {
			music: music?.file ?? null,
			speech,
			frames: framesOf(placed)
		};
		return {
			file: await this.#cache.file(`${hash}${ffmpeg.audio === "aac" ? ".m4a" : ".webm"}`, (part) => encodeSound(ffmpeg, {
				...asked,
				narration: narrationOf(placed, this.#speaker)
			}, part, signal)),
			hash
		};
	}
	async join(placed, scenes, sound, file) {
		const { ffmpeg, signal } = this.#studio;
		const quoted = (path) => `'${path.replaceAll("'", "'\\''")}'`;
		const lines = scenes.map(({ file: part }, index) => {
			const seconds = (placed[index]?.frames ?? 0) / 30;
			return `file ${quoted(part)}\nduration ${seconds.toFixed(6)}`;
		});
		const name = `${keyOf(lines)}.ffconcat`;
		const list = await this.#cache.file(name, (part) => writeFile(part, `ffconcat version 1.0\n${lines.join("\n")}\n`));
		await written(file, (part) => join$1(ffmpeg, list, sound.file, part, signal));
		await syncFolder(dirname(file));
	}
	get kept() {
		return [...this.#cache.used];
	}
	/** Never back, and whole numbers only. */
	advanced(percent) {
		this.#percent = Math.max(this.#percent, Math.min(100, Math.floor(percent)));
		return this.#percent;
	}
};
function lost(cause) {
	throw new VideoEngineError("bad_media", "A file that the video uses is not there any more.", { cause });
}
/** Every error of the engine as one of its own; an abort stays what it is. */
async function told(signal, work) {
	try {
		return await work();
	} catch (error) {
		signal.throwIfAborted();
		if (error instanceof PictureRefusedError) throw new VideoEngineError("bad_media", `A picture of the video cannot be used. ${error.message}`, { cause: error });
		throw named(error);
	}
}
/**
* Renders, and publishes the file once it is whole. The same plan with the same cache goes on where it was ended.
* @throws VideoEngineError, SpeechEngineError, ImageEngineError; what `signal` was aborted with, once every child is gone.
*/
async function renderVideo(plan, options) {
	const { signal, file, progress, ffmpeg } = options;
	return told(signal, async () => {
		await mkdir(options.cacheFolder, {
			recursive: true,
			mode: 448
		});
		const render = new Render(plan, options);
		const say = (percent, step, scene = null) => progress({
			percent: render.advanced(percent),
			step,
			scene
		});
		say(0, "Speaking");
		const placed = await render.placed((share) => say(share * SHARES.speech, "Speaking"));
		const total = framesOf(placed);
		let at = SHARES.speech;
		for (const [index, { scene }] of placed.entries()) {
			await render.picture(scene);
			say(at + (index + 1) / placed.length * SHARES.pictures, "Making pictures");
		}
		at += SHARES.pictures;
		const scenes = await render.scenes(placed, (done, scene) => say(at + done / total * SHARES.scenes, "Drawing scenes", scene));
		at += SHARES.scenes;
		say(at, "Mixing sound");
		const sound = await render.sound(placed);
		say(at + SHARES.sound, "Joining");
		await render.join(placed, scenes, sound, file);
		const timeline = timelineOf(plan, placed);
		const drawn = scenes.filter((scene) => scene.drawn).length;
		say(100, "Done");
		return {
			file,
			type: FORMATS[ffmpeg.video].type,
			bytes: (await stat(file)).size,
			seconds: total / 30,
			frames: total,
			timeline,
			srt: toSrt(timeline.cues),
			vtt: toVtt(timeline.cues),
			drawn,
			reused: scenes.length - drawn,
			warnings: [...render.warnings],
			kept: render.kept
		};
	});
}
/** What a scene will look like, as a PNG; captions and overlays with it. @throws as renderVideo */
async function sceneStill(plan, key, studio) {
	return told(studio.signal, async () => {
		await mkdir(studio.cacheFolder, {
			recursive: true,
			mode: 448
		});
		const index = Math.max(0, plan.scenes.findIndex((scene) => scene.key === key));
		const render = new Render(plan, studio);
		const placed = await render.placed(() => void 0);
		const { job } = await render.job(placed, index);
		return sceneStill$1(job.clear ? {
			...job,
			clear: false,
			picture: await render.firstFrame(job.picture ?? "")
		} : job);
	});
}
export { renderVideo, sceneStill };

//# sourceMappingURL=render-jHSB1xKk.js.map