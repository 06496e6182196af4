import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export type Relay = Awaited<ReturnType<typeof silenceableRelay>>;

/**
 * A relay between a browser and a box that can simulate a lost network. It then passes nothing,
 * closes nothing, and accepts new connections without an answer.
 */
export async function silenceableRelay(target: string) {
  const to = new URL(target);
  const pairs = new Set<[Socket, Socket]>();
  let isSilent = false;
  const server = createServer((near) => {
    const far = connect(Number(to.port), to.hostname);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const side of pair) {
      // While silent, it does not report the close of one end to the other.
      side.on("error", () => isSilent || end()).on("close", () => isSilent || end());
    }
    near.on("data", (bytes) => isSilent || far.write(bytes));
    far.on("data", (bytes) => isSilent || near.write(bytes));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    goSilent: () => void (isSilent = true),
    /** Lets new connections pass again, and resets the earlier ones when they send. */
    comeBack() {
      isSilent = false;
      for (const [near, far] of pairs) {
        far.removeAllListeners("close").destroy();
        near.removeAllListeners("data").on("data", () => near.resetAndDestroy());
      }
    },
    close() {
      isSilent = true;
      server.close();
      for (const pair of pairs) for (const side of pair) side.destroy();
    },
  };
}
