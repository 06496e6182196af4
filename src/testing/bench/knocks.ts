import { hostileFiles } from "../hostile/files.ts";
import { openDoors, type Door } from "./doors.ts";

// Runs beside the box and brings it the hostile files, each to every door. It reads their numbers,
// one a line, and prints a line of JSON for each. Words: the box's address, its owner's account,
// the port for a bot's flow, and "quick".

const [url = "", account = "{}", port = "0", mode] = process.argv.slice(2);
const quick = mode === "quick";
const owner = JSON.parse(account) as { email: string; password: string };
/** A file of this size (bytes) goes to some doors only: all of them would take gigabytes. */
const large = 1024 * 1024;
const doorsOfLarge = quick ? 2 : 6;

/** The file that the flow serves next. `fetched` notifies the waiting door. */
type Brought = {
  bytes: Uint8Array<ArrayBuffer>;
  name: string;
  fetched: (yes: boolean) => void;
};
let brought: Brought | undefined;
Bun.serve({
  port: Number(port),
  hostname: "127.0.0.1",
  fetch(request) {
    if (request.method === "POST")
      return Response.json(
        brought ? { mediaUrl: `http://127.0.0.1:${port}/files/${brought.name}` } : {},
      );
    const file = brought;
    brought = undefined;
    setTimeout(() => file?.fetched(true), 100);
    return new Response(file?.bytes ?? "");
  },
});
const bring = (bytes: Uint8Array<ArrayBuffer>, name: string) =>
  new Promise<boolean>((fetched) => {
    brought = { bytes, name, fetched };
    setTimeout(() => fetched(false), 10_000);
  });

const doors = await openDoors(url, owner, `http://127.0.0.1:${port}/flow`, bring);
console.log(JSON.stringify({ doors: doors.length }));
for await (const line of console) {
  const turn = Number(line);
  const { extension, make } = hostileFiles[turn]!;
  const bytes = make() as Buffer<ArrayBuffer>;
  const fit = doors.filter(({ takes }) => takes?.test(extension) ?? true);
  const chosen = bytes.length < large ? fit : some(fit, turn, doorsOfLarge);
  console.log(JSON.stringify({ begins: turn }));
  const answers: Record<string, number> = {};
  // Few at a time: a sheet alone may take a processor.
  for (let at = 0; at < chosen.length; at += 3)
    await Promise.all(
      chosen.slice(at, at + 3).map(async (door) => {
        const status = await door.knock(bytes, `arquivo.${extension}`).catch(() => 0);
        answers[`${door.who}: ${door.name}`] = status;
      }),
    );
  console.log(JSON.stringify({ answers }));
}

function some(of: Door[], turn: number, count: number): Door[] {
  const take = (at: number) => of[(turn * count + at) % of.length]!;
  return of.length <= count ? of : Array.from({ length: count }, (_, at) => take(at));
}
