export { t as mediaFacts, n as mediaThumbnail, r as waveform } from "./media-HtGVEFEx.js";
