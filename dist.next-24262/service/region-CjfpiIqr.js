export { n as withinRegion } from "./region-Chlra-HN.js";
