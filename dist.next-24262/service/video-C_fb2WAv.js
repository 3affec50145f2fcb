/** Samples a second; a frame is a whole number of them, so picture and sound cannot drift apart. */
var SAMPLE_RATE = 48e3;
var SAMPLES_PER_FRAME = SAMPLE_RATE / 30;
/** It cannot be made; the message is a sentence for people. */
var VideoEngineError = class extends Error {
	name = "VideoEngineError";
	fault;
	/** Whether the same again may succeed. */
	retryable;
	constructor(fault, message, options) {
		super(message, options);
		this.fault = fault;
		this.retryable = fault === "died" || fault === "disk_full";
	}
};
export { SAMPLE_RATE as n, VideoEngineError as r, SAMPLES_PER_FRAME as t };

//# sourceMappingURL=video-C_fb2WAv.js.map