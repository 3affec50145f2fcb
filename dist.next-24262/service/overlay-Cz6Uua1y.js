export { n as measureOverlay } from "./overlay-BB2iwWXV.js";
