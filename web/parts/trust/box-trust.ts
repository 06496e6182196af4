import { useEffect, useState } from "react";
import type { TrustAnswer } from "../../../src/modules/trust/table.ts";
import { api, reaches } from "../../kit/api.ts";

/** How the box is reached, and whether this device trusts it: undefined until both are known. */
export type Trust = { box: TrustAnswer; trusted: boolean };

/**
 * How often a device that doesn't trust the box yet is asked again, in ms: its owner is just about
 * to change that.
 */
const askEvery = 3000;

/**
 * Asks the box how it is reached and, by https, whether this device trusts it; again and again
 * until it does. `failed` says why the box can't be asked.
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

/** The box's address by https, under the name by which it was reached. */
export const secureOrigin = ({ port }: Pick<TrustAnswer, "port">) =>
  `https://${location.hostname}${port === 443 ? "" : `:${port}`}`;

/**
 * Where another device learns to trust the box: at the name that this one used, unless that is this
 * machine itself.
 */
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
