import type { BinaryNode } from "@whiskeysockets/baileys";
import type { Companion } from "./companion.ts";
import { answerGroupIq } from "./group-iq.ts";
import { big, bytes, child, children, first, node, seconds, service } from "./nodes.ts";
import type { Network } from "./network.ts";
import { alias, jid, type Person } from "./people.ts";
import type { Bundle } from "./ratchet.ts";
import { usync } from "./usync.ts";

type Asked = { net: Network; companion: Companion; iq: BinaryNode; what: BinaryNode };
/** The content of the answer, or the code of the error. */
type Answer = BinaryNode[] | number;

/** By namespace, then by type and the first child's tag. */
const answers: Record<string, Record<string, (request: Asked) => Answer>> = {
  encrypt: {
    "get count": ({ companion }) => [node("count", { value: companion.keys.length })],
    "get digest": () => [node("digest")],
    "get key": ({ net, what }) => [
      node(
        "list",
        {},
        children(what, "user").map(({ attrs }) => keysOf(net, attrs.jid ?? "")),
      ),
    ],
    "set registration": ({ companion, iq }) => (companion.uploads(iq), []),
    "set rotate": ({ companion, what }) => (companion.rotates(child(what, "skey")!), []),
  },
  passive: { "set active": () => [], "set passive": () => [] },
  abt: {
    "get props": () => [
      node("props", { hash: "1" }, [
        node("prop", { config_code: 10518, config_value: 1 }),
        node("prop", { config_code: 14303, config_value: 0 }),
      ]),
    ],
  },
  privacy: {
    "get privacy": ({ companion }) => [
      node(
        "privacy",
        {},
        Object.entries(companion.person.privacy).map(([name, value]) =>
          node("category", { name, value }),
        ),
      ),
    ],
    "set privacy": ({ companion, what }) => {
      for (const { attrs } of children(what, "category"))
        companion.person.privacy[attrs.name ?? ""] = attrs.value ?? "";
      return [what];
    },
    "set tokens": () => [],
  },
  blocklist: {
    get: ({ companion }) => blocklist(companion.person),
    "set item": ({ net, companion, what }) => {
      const person = net.person(what.attrs.jid ?? "");
      if (!person) return 404;
      if (what.attrs.action === "block") companion.person.blocked.add(person);
      else companion.person.blocked.delete(person);
      return blocklist(companion.person);
    },
  },
  "w:profile:picture": {
    "get picture": ({ net, iq }) => {
      const owner = net.person(iq.attrs.target ?? "") ?? net.group(iq.attrs.target ?? "");
      if (!owner?.picture) return 404;
      const { url, path } = net.media.picture(owner.picture);
      return [node("picture", { id: "1", type: "image", url, direct_path: path })];
    },
    "set picture": ({ net, companion, iq, what }) => {
      const owner = iq.attrs.target
        ? (net.group(iq.attrs.target) ?? net.person(iq.attrs.target))
        : companion.person;
      if (!owner) return 404;
      owner.picture = bytes(what);
      return [node("picture", { id: "1" })];
    },
  },
  status: {
    "set status": ({ companion, what }) => ((companion.person.about = bytes(what).toString()), []),
  },
  usync: { "get usync": ({ net, what }) => [usync(net, what)] },
  "w:m": {
    "set media_conn": ({ net }) => [
      node("media_conn", { auth: "token", ttl: 3600, auth_ttl: 3600, max_buckets: 12 }, [
        node("host", { hostname: net.media.host, maxContentLengthBytes: 2 ** 31 }),
      ]),
    ],
  },
  "w:sync:app:state": {
    "set sync": ({ net, companion, what }) => [net.appState.sync(companion.person, what)],
  },
  "w:p": { "get ping": () => [], get: () => [] },
  "w:mex": {
    "get query": ({ net }) => {
      net.faults.restrictionQuestions += 1;
      const data = {
        xwa2_fetch_account_reachout_timelock: { is_active: false },
        xwa2_message_capping_info: {},
        ...net.faults.restrictions,
      };
      return [node("result", {}, JSON.stringify({ data }))];
    },
  },
  "w:biz": { "get business_profile": () => [node("business_profile")] },
  "w:stats": { "set add": () => [], " add": () => [] },
  md: { "set remove-companion-device": () => [] },
  disappearing_mode: { "set disappearing_mode": () => [] },
  "urn:xmpp:whatsapp:dirty": { "set clean": () => [] },
  "urn:xmpp:whatsapp:push": { "set config": () => [] },
  "urn:xmpp:whatsapp:account": {
    get: () => [node("account", { creation: seconds() })],
    "get crypto": () => [],
  },
};

/** Answers the query of a client. The server records an unknown query and answers it with 501. */
export function answerIq(net: Network, companion: Companion, iq: BinaryNode): BinaryNode {
  const what = first(iq) ?? node("");
  const { xmlns = "", type = "", id, to = service } = iq.attrs;
  const handler =
    xmlns === "w:g2"
      ? answerGroupIq
      : (answers[xmlns]?.[`${type} ${what.tag}`] ?? answers[xmlns]?.[type]);
  if (!handler) net.unknown.push(iq);
  const answer =
    net.faults.refusedQuestion(xmlns) ?? handler?.({ net, companion, iq, what }) ?? 501;
  if (typeof answer !== "number") return node("iq", { from: to, type: "result", id }, answer);
  return node("iq", { from: to, type: "error", id }, [
    node("error", { code: answer, text: texts[answer] ?? "feature-not-implemented" }),
  ]);
}

const texts: Record<number, string> = {
  401: "not-authorized",
  403: "forbidden",
  404: "item-not-found",
  406: "not-acceptable",
  409: "conflict",
  429: "rate-overlimit",
};

const blocklist = ({ blocked }: Person): BinaryNode[] => [
  node(
    "list",
    {},
    [...blocked].map((person) =>
      node("item", { jid: jid(person, "lid"), pn_jid: alias(person, "lid") }),
    ),
  ),
];

function keysOf(net: Network, name: string): BinaryNode {
  const device = net.device(name);
  const bundle = device?.isKeyless ? undefined : device?.bundle();
  return node(
    "user",
    { jid: name },
    bundle ? bundled(bundle) : [node("error", { code: 404, text: "item-not-found" })],
  );
}

function bundled({ registration, identity, signed, once }: Bundle): BinaryNode[] {
  const key = (id: number, value: Uint8Array) => [
    node("id", {}, big(id, 3)),
    node("value", {}, value),
  ];
  return [
    node("registration", {}, big(registration, 4)),
    node("type", {}, Buffer.of(5)),
    node("identity", {}, identity),
    node("skey", {}, [...key(signed.id, signed.key), node("signature", {}, signed.signature)]),
    ...(once ? [node("key", {}, key(once.id, once.key))] : []),
  ];
}
