import "./dom.ts";
import { me, type Me } from "../../../web/session/session.ts";

/** Signs Ana in without a server, for a story about signals alone. */
export function signedIn(more: Partial<Me> = {}) {
  me.value = {
    id: 2,
    name: "Ana",
    profile: "user",
    totp: true,
    queueIds: [1],
    company: { settings: [] },
    ...more,
  } as unknown as Me;
}
