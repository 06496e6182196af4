import type { Box } from "./box.ts";
import { answer, quick } from "./measure.ts";

/** A company in a box, and an admin's token there. */
type Place = { box: Box; company: number; token(): Promise<string> };

/** How much the walk read, and where the answers differed. */
export type Walked = {
  answers: number;
  tickets: number;
  messages: number;
  files: number;
  differences: string[];
};

type Answer = {
  hasMore?: boolean;
  tickets?: { id: number }[];
  messages?: { mediaUrl: string | null }[];
};

/** `--quick` opens each tenth ticket. */
const step = quick ? 10 : 1;
const atOnce = 8;
/** An access token lasts a quarter of an hour; ms. */
const tokenFor = 10 * 60_000;

/** The paths that answer a whole list, and below those that answer pages. */
const whole = [
  "/queue",
  "/tags/list",
  "/tags/kanban",
  "/users/list",
  "/contacts/list",
  "/settings",
  "/whatsapp",
  "/webhooks",
  "/tickets/waits",
  "/ias/list",
  "/files/list",
  "/contact-lists/list",
  "/campaign-settings",
  "/queueIntegration/list",
  "/products/list",
  "/dashboard?date_from=2025-03-20&date_to=2026-11-20",
];
const paged = [
  "/contacts",
  "/tags",
  "/users",
  "/quick-messages",
  "/schedules",
  "/products",
  "/categories",
  "/stores",
  "/orders",
  "/orderStatus",
  "/campaigns",
  "/contact-lists",
  "/opt-outs",
  "/chats",
];

/**
 * Values that differ per box: the company's number, the owner of the box, and the time when a line
 * came up.
 */
const isOwn = (path: string, key: string) =>
  key === "super" || key === "companyId" || (path === "/whatsapp" && key === "updatedAt");

/**
 * Reads all of a company from two boxes, page by page, and compares the answers. The company's
 * number and the signatures of links may differ.
 */
export async function walkBoth([one, other]: [Place, Place]): Promise<Walked> {
  const walked: Walked = { answers: 0, tickets: 0, messages: 0, files: 0, differences: [] };
  const asks = [one, other].map(asking);
  const both = async (path: string): Promise<[Answer, Answer]> => {
    const [ours, theirs] = (await Promise.all(asks.map((ask) => ask(path)))) as [string, string];
    walked.answers += 1;
    const [mine, its] = [comparable(path, ours, one), comparable(path, theirs, other)];
    if (mine !== its) walked.differences.push(`${path}: ${firstDifference(mine, its)}`);
    return [JSON.parse(ours) as Answer, JSON.parse(theirs) as Answer];
  };
  const pages = async (
    path: string,
    take: (...answers: [Answer, Answer]) => void = () => undefined,
  ) => {
    for (let pageNumber = 1, hasMore = true; hasMore; pageNumber++) {
      const replies = await both(`${path}pageNumber=${pageNumber}`);
      take(...replies);
      hasMore = replies[0].hasMore === true;
    }
  };
  for (const path of whole) await both(path);
  for (const path of paged) await pages(`${path}?`);

  const tickets = new Set<number>();
  for (const status of ["pending", "open", "closed"])
    await pages(`/tickets?showAll=true&status=${status}&`, (reply) =>
      reply.tickets!.forEach(({ id }) => tickets.add(id)),
    );
  const links: [string, string][] = [];
  await each(
    [...tickets].filter((_, index) => index % step === 0),
    async (id) => {
      await both(`/tickets/${id}`);
      await both(`/ticket-notes/list?ticketId=${id}`);
      await pages(`/messages/${id}?`, (ours, theirs) => {
        walked.messages += ours.messages!.length;
        for (const [index, { mediaUrl }] of ours.messages!.entries())
          if (mediaUrl) links.push([mediaUrl, theirs.messages![index]?.mediaUrl ?? ""]);
      });
    },
  );
  await each(links, async ([ours, theirs]) => {
    walked.files += 1;
    if ((await hashAt(one, ours)) !== (await hashAt(other, theirs)))
      walked.differences.push(`${theirs} is another file`);
  });
  return { ...walked, tickets: tickets.size };
}

/** Returns a function that reads a path from a place. */
function asking({ box, token }: Place): (path: string) => Promise<string> {
  let signedIn: { token: Promise<string>; at: number } | undefined;
  return async (path) => {
    if (!signedIn || performance.now() - signedIn.at > tokenFor)
      signedIn = { token: token(), at: performance.now() };
    return answer(box, {
      method: "GET",
      path: `/api${path}`,
      headers: { authorization: `Bearer ${await signedIn.token}` },
    });
  };
}

const comparable = (path: string, text: string, { company }: Place) =>
  JSON.stringify(JSON.parse(text), (key, value: unknown) =>
    isOwn(path, key)
      ? null
      : typeof value === "string"
        ? value.replace(`/media/${company}/`, "/media/N/").replace(/\?until=\d+&sign=[\w-]+$/, "")
        : value,
  );

function firstDifference(ours: string, theirs: string): string {
  const from = Math.max(0, [...ours].findIndex((each, index) => each !== theirs[index]) - 60);
  return `${ours.slice(from, from + 160)} ≠ ${theirs.slice(from, from + 160)}`;
}

async function hashAt({ box }: Place, link: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${box.port}${link}`);
  if (!response.ok) return `${response.status}`;
  return new Bun.CryptoHasher("sha256").update(await response.bytes()).digest("hex");
}

async function each<Item>(items: Item[], work: (item: Item) => Promise<void>) {
  const rest = items.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of rest) await work(item);
    }),
  );
}
