import { n as styleOf } from "./palette-COoXXY4B.js";
import { o as unpack } from "./picture-file-BXM7jjea.js";
// service/engines/image/read-style.ts
/** The style of a picture file that was checked. @throws PictureRefusedError */
async function readStyle(bytes) {
	return styleOf(await unpack(bytes));
}
export { readStyle };

//# sourceMappingURL=read-style-BpjxtbcJ.js.map