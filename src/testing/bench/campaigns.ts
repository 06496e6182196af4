import { Database } from "bun:sqlite";
import { join } from "node:path";
import { buildExecutable } from "../../build/executable.ts";
import type { Campaign, CampaignReport, ShippingRow } from "../../modules/campaigns/table.ts";
import type { Wire } from "../../shared/wire.ts";
import { eventually } from "../browser/eventually.ts";
import { campaignsAtScale } from "./campaigns-scale.ts";
import { campaignsOnWhatsapp } from "./campaigns-whatsapp.ts";
import { contactList, openDesk, practiceLine, type Desk } from "./desk.ts";
import { liveTraffic } from "./live-traffic.ts";
import { at } from "./load.ts";

const quick = process.argv.includes("--quick");
const [contacts, kills, cuts, conversations] = quick ? [160, 5, 2, 40] : [2000, 20, 5, 40];
const compared = quick ? { rounds: 6, ms: 4000 } : { rounds: 8, ms: 4000 };
/** The daily limit of a number: the campaign needs three days to reach everyone. */
const cap = Math.ceil((contacts / 2) * 0.4);
const timezone = "America/Sao_Paulo";
const [hour, day] = [3_600_000, 86_400_000];

/**
 * How many hours the box's clock is ahead after each kill: within the campaign's hours, outside of
 * them, on other days, and back.
 */
const clocks = [0, 2, -1, 8, 1, 25, 24, 23, 32, 0, 26, 24, 48, 25, 49, 47, 20, 48, 50, 49];

type Row = Pick<ShippingRow, "campaignId" | "number" | "state" | "reason" | "whatsappId"> & {
  sentAt: number | null;
};

/**
 * Measures large campaigns (`--only=scale`) and kills the box during campaigns (`--only=kills`).
 * The kills come on two lines under live traffic, while the lines are cut and the clock is moved.
 * The result is who received what, and how long answers to customers took.
 */
export async function campaigns(folder: string) {
  const executable = await buildExecutable(undefined, join(folder, "dist"));
  const only = process.argv.find((word) => word.startsWith("--only="))?.slice("--only=".length);
  const aims: [string, boolean][] = [];
  if (only !== "kills") aims.push(...(await campaignsAtScale(executable, folder)));
  if (only !== "scale")
    aims.push(
      ...(await onPractice(executable, join(folder, "practice"))),
      ...(await campaignsOnWhatsapp(executable, join(folder, "whatsapp"), quick)),
    );
  console.log();
  for (const [aim, met] of aims) console.log(`${met ? "met   " : "MISSED"} ${aim}`);
}

async function onPractice(executable: string, data: string): Promise<[string, boolean][]> {
  const desk = await openDesk(executable, data);
  const lines = [await practiceLine(desk, "Balcão"), await practiceLine(desk, "Encomendas")];
  const began = hoursAround(Date.now());
  await desk.call("POST", "/campaign-settings", {
    settings: {
      messageInterval: 0,
      longerIntervalAfter: 0,
      greaterInterval: 0,
      warmUp: false,
      dailyCapMost: cap,
    },
  });
  const ids: number[] = [];
  for (const [index, line] of lines.entries()) {
    const rows = Array.from(
      { length: contacts / 2 },
      (_, row) => `Cliente ${row};${numberOf(index, row)}`,
    );
    const contactListId = await contactList(desk, `Clientes ${index}`, rows);
    for (let row = 5; row < contacts / 2; row += 100)
      await desk.call("POST", "/opt-outs", { number: numberOf(index, row) });
    ids.push(
      (
        await desk.call<Campaign>("POST", "/campaigns", {
          name: `Natal ${index}`,
          message1: "Oferta para {nome}",
          message2: "Oferta: {nome}",
          whatsappId: line,
          contactListId,
          sendWindow: "own",
          ...began,
          windowDays: [1, 2, 3, 4, 5, 6, 7],
        })
      ).id,
    );
  }
  console.log(
    `${contacts} contacts on ${lines.length} practice lines, ${conversations} conversations, at most ${cap} a day and number, from ${began.windowStart} to ${began.windowEnd}`,
  );
  const traffic = await liveTraffic(desk, lines, conversations);
  await traffic.listen();
  for (const id of ids) await desk.call("POST", `/campaigns/${id}/start`);
  const slower = await compare(desk, ids, traffic);

  const lives = await throughKills(desk, { ids, lines, traffic });
  await traffic.end();
  await toTheEnd(desk, ids);
  const { rows, got } = read(data);
  await desk.kill();
  return judged(rows, got, { slower, lives, began, accepted: traffic.accepted });
}

type Traffic = Awaited<ReturnType<typeof liveTraffic>>;

/**
 * How much longer answers take while campaigns send. Short turns with and without sending
 * alternate, so that other load of the machine hits both.
 */
async function compare(desk: Desk, ids: number[], traffic: Traffic): Promise<number> {
  const [alone, beside]: number[][] = [[], []];
  for (let round = 0; round < compared.rounds; round++) {
    for (const [move, times] of [
      ["pause", alone!],
      ["resume", beside!],
    ] as const) {
      for (const id of ids) await desk.call("POST", `/campaigns/${id}/${move}`);
      await Bun.sleep(500);
      traffic.taken();
      await Bun.sleep(compared.ms);
      times.push(...traffic.taken());
    }
  }
  for (const times of [alone!, beside!]) times.sort((one, other) => one - other);
  const timesText = (times: number[]) =>
    `p50 ${at(times, 0.5).toFixed(1)} ms, p95 ${at(times, 0.95).toFixed(1)} ms (${times.length})`;
  console.log(
    `answers to customers: ${timesText(alone!)} alone; ${timesText(beside!)} beside campaigns`,
  );
  return at(beside!, 0.5) / at(alone!, 0.5);
}

type Life = { from: number; to: number; ahead: number };
type Play = { ids: number[]; lines: number[]; traffic: Traffic };

async function throughKills(desk: Desk, { ids, lines, traffic }: Play): Promise<Life[]> {
  const lives: Life[] = [];
  let life = { from: 0, ahead: 0 };
  const stride = contacts / (kills + 3);
  let interrupted = 0;
  for (let count = 0; count < kills; count++) {
    // Slow sending lets most kills come in the middle of it.
    for (const line of lines) await desk.call("POST", `/practice/${line}/faults`, { delayMs: 50 });
    const before = await sentBy(desk, ids);
    await looked(
      async () =>
        (await sentBy(desk, ids)) - before >= stride || (await isHeld(desk, ids, life.ahead)),
      "some to be sent",
    );
    if (count % Math.floor(kills / cuts) === 0) await cut(desk, lines[count % 2]!);
    await Bun.sleep((count * 137) % 700);
    if (!(await isHeld(desk, ids, life.ahead))) interrupted += 1;
    await desk.kill();
    lives.push({ ...life, to: Date.now() });
    life = { from: Date.now(), ahead: clocks[Math.floor((count * clocks.length) / kills)]! * hour };
    await desk.start({ BALCAO_CLOCK_AHEAD: String(life.ahead) });
    await traffic.listen();
    console.log(
      `killed ${count + 1} times, ${await sentBy(desk, ids)} sent; from now on the clock is ${life.ahead / hour} h ahead`,
    );
  }
  console.log(`${interrupted} kills came while messages were leaving`);
  return [...lives, { ...life, to: Infinity }];
}

async function cut(desk: Desk, line: number) {
  await desk.call("POST", `/practice/${line}/faults`, { disconnect: true });
  await Bun.sleep(1500);
  await desk.call("POST", `/practice/${line}/faults`, { disconnect: false });
}

/** Moves the clock day by day until all is sent. */
async function toTheEnd(desk: Desk, ids: number[]) {
  for (let days = 2; days < 9; days++) {
    await desk.kill();
    await desk.start({ BALCAO_CLOCK_AHEAD: String(days * day) });
    await looked(() => isHeld(desk, ids, days * day), "the day's end");
    if ((await reports(desk, ids)).every(isOver)) return;
  }
}

const reports = (desk: Desk, ids: number[]) =>
  Promise.all(ids.map((id) => desk.call<Wire<CampaignReport>>("GET", `/campaigns/${id}/report`)));
const isOver = ({ campaign }: Wire<CampaignReport>) => campaign.status === "FINALIZADA";
const sentBy = async (desk: Desk, ids: number[]) =>
  (await reports(desk, ids)).reduce((sum, { funnel }) => sum + funnel.sent, 0);
/** Whether all campaigns wait for another day or hour of a clock that is so far ahead (ms). */
const isHeld = async (desk: Desk, ids: number[], ahead: number) =>
  (await reports(desk, ids)).every(
    (one) =>
      isOver(one) ||
      (one.campaign.holdReason !== null &&
        Date.parse(one.campaign.nextAt!) > Date.now() + ahead + hour / 60),
  );
/** Looks four times a second: more often would keep the box busy. */
const looked = (look: () => Promise<boolean>, what: string) =>
  eventually(
    () =>
      Bun.sleep(250)
        .then(look)
        .then((seen) => seen || undefined),
    what,
    1_800_000,
  );

function read(data: string): { rows: Row[]; got: { number: string; body: string }[] } {
  using company = new Database(join(data, "companies/1.sqlite"), { readonly: true });
  using network = new Database(join(data, "practice/1.sqlite"), { readonly: true });
  return {
    rows: company
      .query("SELECT campaignId, number, state, reason, whatsappId, sentAt FROM campaignShipping")
      .all() as Row[],
    got: network.query("SELECT number, body FROM messages WHERE fromShop = 1").all() as {
      number: string;
      body: string;
    }[],
  };
}

type Kept = {
  slower: number;
  lives: Life[];
  began: ReturnType<typeof hoursAround>;
  accepted: Traffic["accepted"];
};

function judged(
  rows: Row[],
  got: { number: string; body: string }[],
  { slower, lives, began, accepted }: Kept,
): [string, boolean][] {
  const offers = Map.groupBy(
    got.filter(({ body }) => body.startsWith("Oferta")),
    ({ number }) => number,
  );
  const isSent = ({ state }: Row) => state === "sent" || state === "delivered" || state === "read";
  const wrong = rows.filter(
    (row) =>
      (offers.get(row.number)?.length ?? 0) !== (isSent(row) ? 1 : 0) ||
      (!isSent(row) && row.state !== "optedOut" && !row.reason),
  );
  const sent = rows.filter((row): row is Row & { sentAt: number } => row.sentAt !== null);
  const local = (instant: number) =>
    Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone);
  const byDay = Map.groupBy(
    sent,
    ({ whatsappId, sentAt }) => `${whatsappId} ${local(sentAt).toPlainDate().toString()}`,
  );
  const outside = sent.filter(
    ({ sentAt }) => !isWithin(local(sentAt).toPlainTime().toString().slice(0, 5), began),
  );
  // The instant on the machine's own clock, which the test does not move.
  const real = (sentAt: number) =>
    lives
      .map(({ from, to, ahead }) => ({ from, to, instant: sentAt - ahead }))
      .find(({ from, to, instant }) => instant >= from && instant <= to)?.instant;
  const gaps = [...Map.groupBy(sent, ({ campaignId }) => campaignId).values()].flatMap((own) => {
    const instants = own
      .flatMap(({ sentAt }) => real(sentAt) ?? [])
      .toSorted((one, other) => one - other);
    return instants.slice(1).map((instant, index) => instant - instants[index]!);
  });
  const answers = new Map(accepted.map(({ number, body }) => [`${number} ${body}`, 0]));
  for (const { number, body } of got)
    if (answers.has(`${number} ${body}`))
      answers.set(`${number} ${body}`, answers.get(`${number} ${body}`)! + 1);
  const lost = [...answers.values()].filter((count) => count !== 1).length;
  const states = [
    ...Map.groupBy(rows, ({ state, reason }) => `${state}${reason ? ` (${reason})` : ""}`),
  ].map(([name, some]) => `${some.length} ${name}`);
  console.log(
    `rows: ${states.join(", ")}; days: ${[...byDay].map(([name, some]) => `${name}: ${some.length}`).join(", ")}; least interval ${Math.min(...gaps)} ms; ${accepted.length} answers`,
  );
  for (const row of wrong.slice(0, 5))
    console.log(
      `  ${row.number}: ${row.state} ${row.reason ?? ""}, got ${offers.get(row.number)?.length ?? 0}`,
    );
  return [
    [
      `each of ${contacts} contacts once, or with its reason, through ${kills} kills`,
      rows.length === contacts && wrong.length === 0,
    ],
    [
      "the day's number kept by the recorded times",
      [...byDay.values()].every((some) => some.length <= cap),
    ],
    ["the campaign's hours kept by the recorded times", outside.length === 0],
    ["a second or more between two messages of a campaign", gaps.every((gap) => gap >= 1000)],
    [`each of ${accepted.length} answers to customers once`, lost === 0],
    [
      `answers to customers at most 20 % slower beside campaigns (${((slower - 1) * 100).toFixed(0)} %)`,
      slower <= 1.2,
    ],
  ];
}

const numberOf = (line: number, row: number) => `55119${line + 6}${String(1_000_000 + row)}`;

/** The campaign's hours: from two before now to four after. */
function hoursAround(now: number) {
  const clock = (hours: number) =>
    Temporal.Instant.fromEpochMilliseconds(now + hours * hour)
      .toZonedDateTimeISO(timezone)
      .toPlainTime()
      .toString()
      .slice(0, 5);
  return { windowStart: clock(-2), windowEnd: clock(4) };
}

const isWithin = (time: string, { windowStart, windowEnd }: ReturnType<typeof hoursAround>) =>
  windowStart < windowEnd
    ? time >= windowStart && time < windowEnd
    : time >= windowStart || time < windowEnd;
