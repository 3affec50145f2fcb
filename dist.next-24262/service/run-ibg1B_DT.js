import { r as VideoEngineError } from "./video-C_fb2WAv.js";
import { basename } from "node:path";
import { spawn } from "node:child_process";
// service/engines/video/ffmpeg/run.ts
/** Runs ffmpeg, and other programs, as children that never outlive their caller. */
async function feed(stdin, input) {
	let broken = false;
	stdin.on("error", () => broken = true);
	for await (const chunk of input) {
		if (broken || stdin.destroyed) return;
		await new Promise((resolve) => void stdin.write(chunk, () => resolve()));
	}
	stdin.end();
}
function reader(keep, onLine) {
	let rest = "";
	return (chunk) => {
		const text = chunk.toString("utf8");
		keep(text);
		if (!onLine) return;
		const lines = (rest + text).split(/\r\n|\n|\r/);
		rest = lines.pop() ?? "";
		for (const line of lines) onLine(line);
	};
}
function end(child) {
	if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
}
function started(path, args, { input, env }) {
	return spawn(path, args, {
		stdio: [
			input ? "pipe" : "ignore",
			"pipe",
			"pipe"
		],
		windowsHide: true,
		...env && { env }
	});
}
/**
* Runs to the end, whatever that is. Aborted, the child is killed and gone before this rejects with the signal's reason.
* @throws VideoEngineError `missing` where there is no such program.
*/
async function capture(path, args, options) {
	const { signal, input, onOutput, onErrorLine } = options;
	signal.throwIfAborted();
	const child = started(path, args, options);
	const kill = () => end(child);
	signal.addEventListener("abort", kill, { once: true });
	let stdout = "";
	let stderr = "";
	child.stdout?.on("data", onOutput ?? reader((text) => stdout += text));
	child.stderr?.on("data", reader((text) => stderr = (stderr + text).slice(-65536), onErrorLine));
	const closed = new Promise((resolve, reject) => {
		child.once("error", (cause) => {
			reject(new VideoEngineError("missing", `${basename(path)} could not be started: ${cause.message}.`, { cause }));
		});
		child.once("close", resolve);
	});
	try {
		const fed = input && child.stdin ? feed(child.stdin, input).catch((error) => (kill(), Promise.reject(error))) : null;
		const [code] = await Promise.all([closed, fed]);
		signal.throwIfAborted();
		return {
			code,
			stdout,
			stderr
		};
	} catch (error) {
		kill();
		if (child.pid !== void 0) await closed.catch(() => void 0);
		signal.throwIfAborted();
		throw error;
	} finally {
		signal.removeEventListener("abort", kill);
	}
}
var lastWords = (stderr) => stderr.trim().split("\n").at(-1)?.trim().slice(0, 300) ?? "";
var isDiskFull = (stderr) => /No space left on device|Disk quota exceeded|ENOSPC/i.test(stderr);
var diskFull = (cause) => new VideoEngineError("disk_full", "There is no room on the disk for the video. Free some space and try again.", { cause });
/** Runs ffmpeg and insists that it did what was asked. @throws VideoEngineError `died` or `disk_full` */
async function ffmpeg(path, args, options) {
	const ended = await capture(path, [
		"-hide_banner",
		"-nostdin",
		"-y",
		...args
	], options);
	if (ended.code === 0) return ended;
	if (isDiskFull(ended.stderr)) throw diskFull(new Error(lastWords(ended.stderr)));
	throw new VideoEngineError("died", `ffmpeg ended before its work was done: ${lastWords(ended.stderr) || "it said nothing"}`);
}
export { diskFull as n, ffmpeg as r, capture as t };

//# sourceMappingURL=run-ibg1B_DT.js.map