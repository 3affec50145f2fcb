export { n as estimateSeconds } from "./timing-BhfXQp3c.js";
