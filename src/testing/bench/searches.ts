import { startIdle, type Box } from "./box.ts";
import { at, figures, load, type Call, type Figures, type Load } from "./load.ts";
import { ms } from "./measure.ts";

const rounds = 5;

/**
 * A call alone, beside two users who search, and on a server that answers nothing. `ratio` is
 * beside over alone.
 */
type Crowd = { alone: Figures; beside: Figures; trivial: Figures; ratio: number };

/**
 * Measures a call while two users search as fast as they can. It alternates with the same call
 * alone, so that other load of the machine hits both.
 */
export async function amongSearches(
  box: Box,
  tokens: { admin: string; agent: string },
  call: Call,
): Promise<Crowd> {
  const idle = await startIdle();
  const searches = [tokens.admin, tokens.agent].map((token): Call => ({
    method: "GET",
    path: "/api/tickets?showAll=true&searchParam=pedido",
    headers: { authorization: `Bearer ${token}` },
  }));
  const [alone, beside, trivial] = [[] as Load[], [] as Load[], [] as Load[]];
  for (let round = 0; round < rounds; round++) {
    alone.push(await load(box.port, 1, () => call, ms));
    const [both] = await Promise.all([
      load(box.port, 1, () => call, ms),
      load(box.port, 2, (connection) => searches[connection]!, ms),
    ]);
    beside.push(both);
    trivial.push(await load(idle.port, 1, () => ({ method: "GET", path: "/" }), ms));
  }
  await idle.stop();
  const ratios = beside
    .map((each, round) => each.times.length / alone[round]!.times.length)
    .sort((one, other) => one - other);
  return {
    alone: figures(alone),
    beside: figures(beside),
    trivial: figures(trivial),
    ratio: at(ratios, 0.5),
  };
}

export const lineOfCrowd = ({ alone, beside, trivial, ratio }: Crowd) =>
  `ticket list, alone ${alone.rate.toFixed(0)} a second, while two people search ${beside.rate.toFixed(0)}: ${percent(ratio)} of it, and ${percent(beside.rate / trivial.rate)} of what an empty answer makes`;

const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
