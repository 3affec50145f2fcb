// service/engines/speech/speech-engine.ts
/** The port of what speaks. Engines know sentences and samples, and nothing of videos. */
/** Samples a second of what every engine answers, mono. */
var SPEECH_RATE = 48e3;
/** It cannot be spoken; the message is a sentence for people. */
var SpeechEngineError = class extends Error {
	name = "SpeechEngineError";
};
export { SpeechEngineError as n, SPEECH_RATE as t };

//# sourceMappingURL=speech-engine-CjtCqogJ.js.map