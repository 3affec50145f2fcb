export { t as silence } from "./silence-fV5M0Vnf.js";
