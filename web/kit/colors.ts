export { colors, presets } from "../../src/shared.ts";
