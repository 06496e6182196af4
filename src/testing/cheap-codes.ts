import { afterAll, beforeAll } from "bun:test";
import { keyCost } from "../modules/backups/recovery-code.ts";

/**
 * Derives cheap keys from codes in the stories of one file, which seal and open in this process
 * alone. A box of its own could not open what they seal.
 */
export function cheapCodes() {
  const { N } = keyCost;
  beforeAll(() => void (keyCost.N = 2));
  afterAll(() => void (keyCost.N = N));
}
