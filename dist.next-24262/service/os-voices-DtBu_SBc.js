import { n as SpeechEngineError } from "./speech-engine-CjtCqogJ.js";
import { t as samplesOf } from "./wave-DaTdwGvd.js";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { tmpdir } from "node:os";
import { spawn } from "node:child_process";
// service/engines/speech/os-voices.ts
/** The voices that the machine brings along: espeak-ng or spd-say's own on Linux, `say` on macOS, SAPI on Windows. */
/** Words a minute of a voice's own speed, where the program wants a number. */
var WORDS_A_MINUTE = 165;
var pace = ({ rate }) => String(Math.round(WORDS_A_MINUTE * rate));
/** It knows few regions of a language, and fails for those it does not know. */
var languageOf = ({ language }) => language.split("-")[0]?.toLowerCase() || "en";
var UNKNOWN_VOICE = /voice does not exist/;
var tagOf = (language) => language.replaceAll("_", "-");
var ESPEAK = {
	label: "espeak-ng",
	command: "espeak-ng",
	args: (asked) => [
		"-v",
		asked.voice ?? languageOf(asked),
		"-s",
		pace(asked),
		"--stdout",
		"--stdin"
	],
	piped: true,
	list: ["--voices"],
	voiceOf: (line) => {
		const [, language, name = "", id] = /^\s*\d+\s+(\S+)\s+\S+\s+(\S+)\s+(\S+)/.exec(line) ?? [];
		if (language === void 0 || id === void 0) return null;
		return {
			id,
			label: name.replaceAll("_", " ").replaceAll("(", " (").replace(/\s+/g, " ").trim(),
			language: tagOf(language)
		};
	}
};
var SAY = {
	label: "macOS voices",
	command: "say",
	args: (asked, file) => [...asked.voice === null ? [] : ["-v", asked.voice], ...[
		"-r",
		pace(asked),
		"--file-format=WAVE",
		"--data-format=LEI16@22050",
		"-o",
		file,
		"-f",
		"-"
	]],
	piped: false,
	list: ["-v", "?"],
	voiceOf: (line) => {
		const [, name, language] = /^(\S.*?)\s+([a-z]{2,3}[_-]\w+)\s+#/.exec(line) ?? [];
		return name === void 0 || language === void 0 ? null : {
			id: name,
			label: name,
			language: tagOf(language)
		};
	}
};
/** The file's name and the voice reach the script as arguments, never as part of it. */
var SAPI_SCRIPT = `param($file, $rate, $voice)
Add-Type -AssemblyName System.Speech
$speaker = New-Object System.Speech.Synthesis.SpeechSynthesizer
if ($voice) { $speaker.SelectVoice($voice) }
$speaker.Rate = [int]$rate
$speaker.SetOutputToWaveFile($file)
[Console]::InputEncoding = [Text.Encoding]::UTF8
$speaker.Speak([Console]::In.ReadToEnd())
$speaker.Dispose()`;
var SAPI = {
	label: "Windows voices",
	command: "powershell.exe",
	args: ({ rate, voice }, file) => {
		return [
			"-NoProfile",
			"-NonInteractive",
			"-Command",
			`& { ${SAPI_SCRIPT} } ${[
				file,
				String(Math.round(Math.log2(rate) * 10)),
				voice ?? ""
			].map((one) => `'${one.replaceAll("'", "''")}'`).join(" ")}`
		];
	},
	piped: false,
	list: [
		"-NoProfile",
		"-NonInteractive",
		"-Command",
		`Add-Type -AssemblyName System.Speech
[Console]::OutputEncoding = [Text.Encoding]::UTF8
(New-Object System.Speech.Synthesis.SpeechSynthesizer).GetInstalledVoices() | Where-Object Enabled |
  ForEach-Object { $_.VoiceInfo.Name + [char]9 + $_.VoiceInfo.Culture.Name }`
	],
	voiceOf: (line) => {
		const [id = "", language = ""] = line.split("	");
		return id === "" || language === "" ? null : {
			id,
			label: id,
			language: tagOf(language)
		};
	}
};
function programFor(platform) {
	if (platform === "darwin") return SAY;
	return platform === "win32" ? SAPI : ESPEAK;
}
/** What a line of a system's list says; null where it names no voice. */
var voiceOf = (platform, line) => programFor(platform).voiceOf(line);
var isThere = (command) => process.platform === "win32" || (process.env["PATH"] ?? "").split(delimiter).some((folder) => folder !== "" && existsSync(join(folder, command)));
function run({ command, label }, args, sentence, signal) {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, {
			stdio: [
				"pipe",
				"pipe",
				"pipe"
			],
			windowsHide: true
		});
		const kill = () => void child.kill("SIGKILL");
		signal.addEventListener("abort", kill, { once: true });
		const heard = [];
		child.stdout.on("data", (chunk) => heard.push(chunk));
		let said = "";
		child.stderr.on("data", (chunk) => said = (said + chunk.toString()).slice(-2e3));
		child.stdin.on("error", () => void 0).end(sentence);
		child.once("error", (cause) => reject(new SpeechEngineError(`${label} could not be started.`, { cause })));
		child.once("close", (code) => {
			signal.removeEventListener("abort", kill);
			if (signal.aborted) reject(signal.reason);
			else if (code === 0) resolve(Buffer.concat(heard));
			else reject(new SpeechEngineError(`${label} could not do what it was asked for: ${said.trim().split("\n")[0] ?? ""}`));
		});
	});
}
var piped = (program, asked, signal) => run(program, program.args(asked, ""), asked.sentence, signal);
var written = async (program, asked, signal) => {
	const folder = await mkdtemp(join(tmpdir(), "cutaway-speech-"));
	try {
		const file = join(folder, "sentence.wav");
		await run(program, program.args(asked, file), asked.sentence, signal);
		return await readFile(file);
	} finally {
		await rm(folder, {
			recursive: true,
			force: true
		});
	}
};
/** The machine's voice, or null where it has none that is known. */
function osVoices(platform = process.platform) {
	const program = programFor(platform);
	if (!isThere(program.command)) return null;
	return {
		label: program.label,
		isVoice: true,
		voices: async (signal) => {
			return (await run(program, program.list, "", signal)).toString().split(/\r?\n/).flatMap((line) => voiceOf(platform, line) ?? []);
		},
		speak: async (asked, signal) => {
			signal.throwIfAborted();
			try {
				return samplesOf(await (program.piped ? piped : written)(program, asked, signal));
			} catch (error) {
				if (asked.voice === null && error instanceof SpeechEngineError && UNKNOWN_VOICE.test(error.message)) return /* @__PURE__ */ new Int16Array();
				throw error;
			}
		}
	};
}
export { osVoices };

//# sourceMappingURL=os-voices-DtBu_SBc.js.map