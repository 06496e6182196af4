import { useEffect, useState } from "react";
import type { TrustAnswer } from "../../../src/modules/trust/table.ts";
import { api, reaches } from "../../kit/api.ts";

/** The box's addresses, and whether this device trusts it; undefined until both are available. */
export type Trust = { box: TrustAnswer; trusted: boolean };

/**
 * The interval of new checks on a device without trust, in ms: its user is probably changing that
 * now.
 */
const askEvery = 3000;

/**
 * Loads the box's addresses, and checks over https whether this device trusts it. It repeats until
 * it does. `failed` is true after a failed request.
 */
export function useTrust() {
  const [trust, setTrust] = useState<Trust>();
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async () => {
      try {
        const box = JSON.parse(await (await api.stored("/trust/box")).text()) as TrustAnswer;
        const trusted = !speaksHttps(box) || (await reaches(`${secureOrigin(box)}/trust/probe`));
        if (isOver) return;
        setFailed(false);
        setTrust({ box, trusted });
        if (!trusted) timer = setTimeout(() => void look(), askEvery);
      } catch {
        if (isOver) return;
        setFailed(true);
        timer = setTimeout(() => void look(), askEvery);
      }
    };
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);

  return { trust, failed };
}

/** The box's https origin, with the host name of this page. */
export const secureOrigin = ({ port }: Pick<TrustAnswer, "port">) =>
  `https://${location.hostname}${port === 443 ? "" : `:${port}`}`;

/** The link for another device: with this page's host name, unless that is this machine itself. */
export function trustLink({ plainAddress }: TrustAnswer): string {
  return isHere() || location.protocol === "https:"
    ? `${isHere() ? plainAddress : withHost(plainAddress)}/trust`
    : `${location.origin}/trust`;
}

/** Whether the browser runs on the box's own machine, where it needs no https. */
export const isHere = () => /^(localhost|127\..*|\[::1\])$/.test(location.hostname);

export const speaksHttps = ({ mode }: TrustAnswer) => mode === "local" || mode === "files";

function withHost(address: string): string {
  const url = new URL(address);
  url.hostname = location.hostname;
  return url.origin;
}
