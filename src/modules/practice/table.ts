export type { NetworkMessage, PhoneAction } from "../../channel/practice/network-message.ts";
