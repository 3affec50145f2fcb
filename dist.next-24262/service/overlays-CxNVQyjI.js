export { r as overlayPreview } from "./overlays-Dz7_nBN4.js";
