import { t as sceneFrames } from "./scene-DTLnmOEc.js";
import { parentPort, workerData } from "node:worker_threads";
// service/engines/video/scene-worker.ts
/** The thread that draws a scene; a few pictures ahead of whoever takes them, and no more. */
/** Memory that both threads see, taken once: pictures are large, and there are thousands. */
var AHEAD = 3;
var port = parentPort;
var free = AHEAD;
var wake = () => void 0;
port?.on("message", () => {
	free += 1;
	wake();
});
var send = (message) => port?.postMessage(message);
try {
	const job = workerData;
	const places = Array.from({ length: AHEAD }, () => new Uint8Array(new SharedArrayBuffer(job.width * job.height * 4)));
	const { runs, pictures } = await sceneFrames(job);
	send({ runs });
	let next = 0;
	for (const drawn of pictures()) {
		while (free === 0) await new Promise((resolve) => wake = resolve);
		free -= 1;
		const picture = places[next++ % AHEAD];
		if (!picture) break;
		picture.set(drawn);
		send({ picture });
	}
} catch (error) {
	send({ fault: error instanceof Error ? error.message : String(error) });
}
export {};

//# sourceMappingURL=scene-worker.js.map