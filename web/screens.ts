import type { Screen } from "./screen.ts";
import { administration } from "./screens/administration.ts";
import { marketing } from "./screens/marketing.ts";
import { sales } from "./screens/sales.ts";
import { service } from "./screens/service.ts";

/**
 * Every screen behind the sign-in. Router, guards, menu, palette and the tests that walk all pages
 * read it; the menu keeps its order.
 */
export const screens: Screen[] = [...service, ...sales, ...marketing, ...administration];
