export type { Carried, Deed } from "../../channel/practice/network.ts";
