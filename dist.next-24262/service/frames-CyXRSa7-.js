import "./scene-DTLnmOEc.js";
import { Worker } from "node:worker_threads";
import { on } from "node:events";
// service/engines/video/frames.ts
/** A scene's frames, drawn in a thread of their own: whoever asks has other things to do. */
async function* messages(worker, ended) {
	for await (const [message] of on(worker, "message", { signal: ended })) yield message;
}
async function next(from) {
	const { value, done } = await from.next();
	if (done) throw new Error("The thread that draws has ended.");
	if ("fault" in value) throw new Error(value.fault);
	return value;
}
/** `program`: the thread's; it lies beside the bundle. */
var drawnInThread = (program = new URL("./scene-worker.js", import.meta.url)) => async (job, use) => {
	const worker = new Worker(program, { workerData: job });
	const ended = new AbortController();
	worker.once("error", (error) => ended.abort(error));
	worker.once("exit", () => ended.abort(/* @__PURE__ */ new Error("The thread that draws has ended.")));
	try {
		const from = messages(worker, ended.signal);
		const first = await next(from);
		const runs = "runs" in first ? first.runs : [];
		const pictures = async function* () {
			for (let left = runs.length; left > 0; left--) {
				const message = await next(from);
				if ("picture" in message) yield message.picture;
				worker.postMessage("more");
			}
		};
		return await use({
			runs,
			pictures: pictures()
		});
	} finally {
		await worker.terminate();
	}
};
export { drawnInThread };

//# sourceMappingURL=frames-CyXRSa7-.js.map