import type { PhoneMessage } from "../../shared/practice.ts";
import type { Call } from "./calls.ts";
import { eventually } from "./eventually.ts";

export type Line = "counter" | "orders";

/** Customers who write to the shop, each by name with a number of their own. */
export function customers(call: Call, lines: Record<Line, number>) {
  const names: string[] = [];

  return (name: string, on: Line = "counter") => {
    if (!names.includes(name)) names.push(name);
    const number = `551198888${String(names.indexOf(name) + 1).padStart(4, "0")}`;
    const phone = `/practice/${lines[on]}`;
    const chat = () => call<PhoneMessage[]>("GET", `${phone}/messages?number=${number}`);
    const ack = async (level: number) => {
      const unseen = (await chat()).filter(
        (message) => message.from === null && message.ack < level,
      );
      for (const { id } of unseen) await call("POST", `${phone}/acks`, { id, ack: level });
    };

    return {
      name,
      number,
      says: (body: string) => call("POST", `${phone}/messages`, { from: number, name, body }),
      /** Sends a file from a data URL. */
      shows: async (url: string, body = "") =>
        call(
          "POST",
          `${phone}/messages`,
          formOf({ from: number, name, body, type: kindOf(url) }, await (await fetch(url)).blob()),
        ),
      /** Waits until a message of the shop is on the customer's phone. */
      receives: (what: RegExp) =>
        eventually(
          async () =>
            (await chat()).find((message) => message.from === null && what.test(message.body)),
          `${name} to receive ${what}`,
        ),
      /** How often the shop wrote this. */
      got: async (body: string) =>
        (await chat()).filter((message) => message.from === null && message.body === body).length,
      gotPicture: () =>
        eventually(
          async () =>
            (await chat()).find(
              (message) => message.from === null && message.media && message.type === "image",
            ),
          `${name} to receive a picture`,
        ),
      /** Downloads a message's file, as the phone has it. */
      opens: ({ media }: PhoneMessage) => call<Blob>("GET", media!),
      /** The phone is on again and receives its messages. */
      gets: () => ack(2),
      reads: () => ack(3),
    };
  };
}

const kindOf = (url: string) => /^data:(image|video|audio)\//.exec(url)?.[1] ?? "application";

function formOf(fields: Record<string, string>, file: Blob): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("media", file, `arquivo.${file.type.split(/[/;]/)[1]}`);
  return form;
}
