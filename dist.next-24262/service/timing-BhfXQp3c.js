import { t as spokenSeconds } from "./spoken-B82jzCir.js";
import { t as countWords } from "./words-C0egbaPQ.js";
import { t as cuesOf } from "./captions-D1AEpOPp.js";
import { r as WIDTH, t as LOOKS } from "./design-CLoHfDAt.js";
import { t as overlayBox } from "./overlays-Dz7_nBN4.js";
import { r as textsOf } from "./scene-DTLnmOEc.js";
import { n as SAMPLE_RATE, r as VideoEngineError, t as SAMPLES_PER_FRAME } from "./video-C_fb2WAv.js";
// service/engines/video/timing.ts
/** When everything happens: from how long each sentence is to the times of scenes, captions and overlays. */
/** Before the first sentence of a scene, between two, and after the last; in seconds. */
var LEAD = .4;
var PAUSE = .24;
var TAIL = .5;
/** Three hours; beyond that nobody waits, and disks fill. */
var LONGEST_SECONDS = 10800;
/** `lengths`: samples of each sentence of each scene. Every scene is a whole number of frames. */
function placeScenes(plan, lengths) {
	const placed = [];
	let firstFrame = 0;
	for (const [index, scene] of plan.scenes.entries()) {
		const speech = [];
		const begins = firstFrame / 30;
		let at = Math.round(LEAD * SAMPLE_RATE);
		for (const [number, text] of scene.narration.entries()) {
			const samples = lengths[index]?.[number] ?? 0;
			const start = begins + at / SAMPLE_RATE;
			const sentence = {
				id: `${scene.key}-${number + 1}`,
				scene: scene.key,
				text,
				start,
				end: start + samples / SAMPLE_RATE
			};
			speech.push({
				sentence,
				from: at,
				samples
			});
			at += samples + Math.round(PAUSE * SAMPLE_RATE);
		}
		const spoken = speech.length === 0 ? 0 : at / SAMPLE_RATE - PAUSE + TAIL;
		const frames = Math.ceil(Math.max(scene.leastSeconds, spoken) * 30);
		placed.push({
			scene,
			firstFrame,
			frames,
			speech
		});
		firstFrame += frames;
	}
	if (firstFrame > 324e3) throw new VideoEngineError("too_long", "The video would be longer than three hours. Make it from a shorter script, or in parts.");
	return placed;
}
/** How long the video will be, before anything is spoken: at the usual pace, in seconds. */
function estimateSeconds(plan) {
	const samples = (sentence) => Math.round(spokenSeconds(countWords(sentence)) / plan.settings.speakingRate * SAMPLE_RATE);
	return framesOf(placeScenes(plan, plan.scenes.map(({ narration }) => narration.map(samples)))) / 30;
}
function framesOf(placed) {
	const last = placed.at(-1);
	return last ? last.firstFrame + last.frames : 0;
}
var moved = (cue, by) => ({
	...cue,
	start: cue.start - by,
	end: cue.end - by,
	words: cue.words.map((word) => ({
		...word,
		start: word.start - by
	}))
});
/** To what a frame shows: the same edit at the same place gives the same job. */
var toFrame = (seconds) => Math.round(seconds * 30) / 30;
/** What is to be drawn for one scene. */
function jobOf(plan, placed, index, { picture, levels }) {
	const { settings } = plan;
	const { scene, firstFrame, frames, speech } = placed[index];
	const begins = firstFrame / 30;
	const ends = begins + frames / 30;
	const cues = settings.captions.enabled ? cuesOf(speech.map(({ sentence }) => sentence), plan.captionEdits).map((cue) => moved(cue, begins)) : [];
	const overlays = plan.overlays.filter(({ start, end }) => start < ends && end > begins).map((overlay) => ({
		...overlay,
		start: toFrame(overlay.start) - begins,
		end: toFrame(overlay.end) - begins
	}));
	const newChapter = (at) => at > 0 && placed[at]?.scene.layout === "section" && placed[at].scene.kind === "slide";
	return {
		width: settings.width,
		height: settings.height,
		frames,
		design: settings.design,
		key: scene.key,
		kind: scene.kind,
		layout: scene.layout,
		chapter: scene.chapter,
		seed: scene.seed,
		texts: Object.fromEntries(scene.fields.map(({ key, value }) => [key, value])),
		moments: speech.map(({ from }) => from / SAMPLE_RATE),
		cues: cues.map(roundedCue),
		captions: settings.captions.style,
		overlays,
		picture,
		levels,
		clear: scene.kind === "media" && scene.media?.kind === "video",
		enter: newChapter(index) ? "wipe" : "fade",
		leave: newChapter(index + 1) ? "wipe" : "fade"
	};
}
/** Without the last digits, in which the same time at another place of the video may differ. */
var roundedCue = (cue) => {
	const short = (seconds) => Math.round(seconds * 1e4) / 1e4;
	return {
		...cue,
		start: short(cue.start),
		end: short(cue.end),
		words: cue.words.map(({ text, start }) => ({
			text,
			start: short(start)
		}))
	};
};
/** Everything of the video in its own time and pixels. */
function timelineOf(plan, placed) {
	const { settings } = plan;
	const scale = settings.width / WIDTH;
	const grown = (box) => ({
		...box,
		x: box.x * scale,
		y: box.y * scale,
		width: box.width * scale,
		height: box.height * scale
	});
	const sentences = placed.flatMap(({ speech }) => speech.map(({ sentence }) => sentence));
	const texts = placed.flatMap(({ scene, firstFrame }, index) => {
		const begins = firstFrame / 30;
		const job = jobOf(plan, placed, index, {
			picture: null,
			levels: []
		});
		return textsOf(job).map((text) => grown({
			...text,
			scene: scene.key,
			start: text.start + begins,
			end: text.end + begins
		}));
	});
	return {
		width: settings.width,
		height: settings.height,
		frames: framesOf(placed),
		narration: settings.narration && sentences.length > 0,
		music: settings.music.enabled,
		scenes: placed.map(({ scene: { key, kind }, firstFrame, frames }) => ({
			key,
			kind,
			start: firstFrame / 30,
			end: (firstFrame + frames) / 30
		})),
		sentences: sentences.map(({ scene, start, end, text }) => ({
			scene,
			start,
			end,
			text
		})),
		cues: cuesOf(sentences, plan.captionEdits),
		overlays: plan.overlays.map((overlay) => ({
			...overlay,
			...grown(overlayBox(overlay, LOOKS[settings.design]))
		})),
		texts
	};
}
/** How loud the voice is at each frame of a scene, 0 to 8: for whoever is shown speaking. */
function levelsOf({ frames, speech }, clips) {
	const levels = new Array(frames).fill(0);
	const HOLD = 3;
	for (const [index, { from }] of speech.entries()) {
		const clip = clips[index] ?? /* @__PURE__ */ new Int16Array();
		const first = Math.floor(from / SAMPLES_PER_FRAME);
		for (let frame = 0; frame * SAMPLES_PER_FRAME < clip.length; frame += HOLD) {
			const part = clip.subarray(frame * SAMPLES_PER_FRAME, (frame + 1) * SAMPLES_PER_FRAME);
			const power = part.reduce((sum, sample) => sum + (sample / 32768) ** 2, 0) / Math.max(1, part.length);
			const level = Math.min(8, Math.round(Math.sqrt(power) * 32));
			levels.fill(level, Math.min(frames, first + frame), Math.min(frames, first + frame + HOLD));
		}
	}
	return levels;
}
export { levelsOf as a, jobOf as i, estimateSeconds as n, placeScenes as o, framesOf as r, timelineOf as s, LONGEST_SECONDS as t };

//# sourceMappingURL=timing-BhfXQp3c.js.map