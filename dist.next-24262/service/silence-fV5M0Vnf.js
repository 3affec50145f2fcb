import { t as spokenSeconds } from "./spoken-B82jzCir.js";
import { t as countWords } from "./words-C0egbaPQ.js";
import { t as SPEECH_RATE } from "./speech-engine-CjtCqogJ.js";
// service/engines/speech/silence.ts
var LEAST_SECONDS = .6;
/** How long the sentence would take, at the usual pace. */
var silence = {
	label: "No voice",
	isVoice: false,
	voices: () => Promise.resolve([]),
	speak: ({ sentence, rate }) => {
		const seconds = Math.max(LEAST_SECONDS, spokenSeconds(countWords(sentence)) / rate);
		return Promise.resolve(new Int16Array(Math.round(seconds * SPEECH_RATE)));
	}
};
export { silence as t };

//# sourceMappingURL=silence-fV5M0Vnf.js.map