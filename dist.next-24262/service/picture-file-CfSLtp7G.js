export { t as PICTURE_TYPES, n as normalised, r as packed, i as pictureFacts, a as sized, o as unpack } from "./picture-file-BXM7jjea.js";
