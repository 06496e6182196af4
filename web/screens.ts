import type { Screen } from "./screen.ts";
import { administration } from "./screens/administration.ts";
import { marketing } from "./screens/marketing.ts";
import { sales } from "./screens/sales.ts";
import { service } from "./screens/service.ts";

/**
 * All screens behind the sign-in. The router, guards, menu, palette and the tests of all pages read
 * this list; the menu keeps its order.
 */
export const screens: Screen[] = [...service, ...sales, ...marketing, ...administration];
