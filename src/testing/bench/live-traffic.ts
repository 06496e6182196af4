import type { Desk } from "./desk.ts";

/** Between two answers of one conversation, in ms. */
const beat = 4000;

type Conversation = { number: string; line: number; ticket: number };
type Frame = { event: string; message?: { body: string } };

/** Keeps conversations going beside other work: customers write, the shop answers. */
export async function liveTraffic(desk: Desk, lines: number[], count: number) {
  const talks: Conversation[] = [];
  for (let index = 0; index < count; index++) {
    const [number, line] = [`551198${String(1_000_000 + index)}`, lines[index % lines.length]!];
    await desk.call("POST", `/practice/${line}/messages`, {
      from: number,
      name: `Cliente ${index}`,
      body: "Oi",
    });
    const { contacts } = await desk.call<{ contacts: { id: number }[] }>(
      "GET",
      `/contacts?searchParam=${number}`,
    );
    const { tickets } = await desk.call<{ tickets: { id: number; contactId: number }[] }>(
      "GET",
      "/tickets?status=pending&showAll=true",
    );
    const ticket = tickets.find(({ contactId }) => contactId === contacts[0]!.id)!.id;
    await desk.call("PUT", `/tickets/${ticket}`, { status: "open" });
    talks.push({ number, line, ticket });
  }
  const state = { turn: 0, isOver: false };
  const accepted: { number: string; body: string }[] = [];
  const arrivals = new Map<string, () => void>();
  let times: number[] = [];
  let socket: WebSocket | undefined;

  const talk = async ({ number, line, ticket }: Conversation, index: number) => {
    await Bun.sleep((beat * index) / count);
    while (!state.isOver) {
      const body = `resposta ${state.turn++}`;
      const rest = Bun.sleep(beat);
      try {
        await desk.call("POST", `/practice/${line}/messages`, {
          from: number,
          name: number,
          body: `pergunta para ${body}`,
        });
        const began = performance.now();
        const arrived = new Promise<void>((resolve) => arrivals.set(body, resolve)).then(
          () => void times.push(performance.now() - began),
        );
        await desk.call("POST", `/messages/${ticket}`, { body, clientId: body.replace(" ", "-") });
        accepted.push({ number, body });
        // No frames arrive while the box is down.
        await Promise.race([arrived, Bun.sleep(beat)]);
      } catch {
        // The box was killed: the sender without an answer sends again.
      }
      arrivals.delete(body);
      await rest;
    }
  };
  const running = talks.map(talk);

  return {
    /** Answers that the box accepted, each of which must arrive once. */
    accepted,
    /** Listens to the phones; call it after each start. */
    async listen() {
      socket?.close();
      const ready = Promise.withResolvers<void>();
      const token = await desk.token();
      const own = new WebSocket(`${desk.url.replace("http", "ws")}/ws`);
      socket = own;
      own.onopen = () => own.send(JSON.stringify({ event: "auth", token }));
      own.onmessage = ({ data }) => {
        const { event, message } = JSON.parse(String(data)) as Frame;
        if (event === "ready") ready.resolve();
        if (event === "practice" && message) arrivals.get(message.body)?.();
      };
      own.onerror = () => ready.resolve();
      await ready.promise;
    },
    /** The times of answers to the phone, in ms, since the last call. */
    taken(): number[] {
      const some = times;
      times = [];
      return some;
    },
    async end() {
      state.isOver = true;
      await Promise.all(running);
      socket?.close();
    },
  };
}
