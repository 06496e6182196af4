import { expect, test } from "bun:test";
import { cartIn } from "../../shared/carts.ts";
import { decode, decodeEcho } from "./decode.ts";

const bia = {
  profile: { name: "Bia", username: "bia.pao" },
  wa_id: "551188880001",
  user_id: "BR.13491208655302741918",
};
const from = (message: object) =>
  decode(
    {
      from: "551188880001",
      from_user_id: "BR.13491208655302741918",
      id: "wamid.A1",
      timestamp: "1764000000",
      ...message,
    },
    [bia],
    "5511977770000",
  );
const content = (message: object) => {
  const part = from(message);
  return part?.what === "message" ? part.message.content : part;
};
const bodyOf = (message: object) => {
  const part = content(message);
  return part && "body" in part ? part.body : undefined;
};
const person = {
  ids: [
    { type: "phone", value: "551188880001" },
    { type: "bsuid", value: "BR.13491208655302741918" },
  ],
  name: "Bia",
  username: "bia.pao",
};

test("a text comes with its author, by number and user id", () => {
  expect(from({ type: "text", text: { body: "Oi" } }) as unknown).toEqual({
    what: "message",
    message: {
      id: "wamid.A1",
      chat: person,
      from: person,
      at: 1_764_000_000_000,
      content: { kind: "chat", body: "Oi" },
    },
  });
});

test("a person with a hidden number comes by user id, and by the id of several portfolios", () => {
  const part = decode(
    {
      from_user_id: "BR.1349",
      from_parent_user_id: "BR.ENT.1181",
      id: "wamid.A2",
      timestamp: "1764000000",
      type: "text",
      text: { body: "Oi" },
    },
    [
      { profile: { username: "outra" }, user_id: "BR.77" },
      { profile: { username: "bia.pao" }, user_id: "BR.1349" },
    ],
  );
  expect(part?.what === "message" && part.message.from).toEqual({
    ids: [
      { type: "bsuid", value: "BR.1349" },
      { type: "bsuid", value: "BR.ENT.1181" },
    ],
    name: "@bia.pao",
    username: "bia.pao",
  });
});

test("a file is fetched by its id, and named by its sender", () => {
  expect(
    from({
      type: "document",
      document: {
        id: "90001",
        mime_type: "application/pdf",
        sha256: "q83v",
        filename: "Nota.pdf",
        caption: "Segue",
      },
    }),
  ).toMatchObject({
    message: {
      content: {
        kind: "application",
        body: "Segue",
        file: { name: "Nota.pdf", type: "application/pdf", size: 0 },
      },
    },
    media: { mediaId: "90001", sha256: "q83v" },
  });
  expect(
    content({
      type: "audio",
      audio: { id: "90002", mime_type: "audio/ogg; codecs=opus", voice: true },
    }),
  ).toMatchObject({ kind: "audio", file: { type: "audio/ogg", voice: true } });
  expect(content({ type: "sticker", sticker: { id: "90003" } })).toMatchObject({
    kind: "sticker",
    file: { type: "image/webp" },
  });
});

test("answers to buttons, lists and forms are texts", () => {
  expect(bodyOf({ type: "button", button: { payload: "sim", text: "Sim, quero" } })).toBe(
    "Sim, quero",
  );
  const answer = (interactive: object) => bodyOf({ type: "interactive", interactive });
  expect(answer({ type: "button_reply", button_reply: { id: "1", title: "Vendas" } })).toBe(
    "Vendas",
  );
  expect(answer({ list_reply: { id: "2", title: "Financeiro", description: "Boletos" } })).toBe(
    "Financeiro\nBoletos",
  );
  expect(
    answer({
      nfm_reply: {
        name: "flow",
        body: "Sent",
        response_json: '{"flow_token":"x","nome":"Bia","itens":[1,2]}',
      },
    }),
  ).toBe("Sent\n• nome: Bia\n• itens: [1,2]");
  expect(answer({ nfm_reply: { response_json: '{"a":' } })).toBeUndefined();
  expect(answer({ call_permission_reply: { response: "reject" } })).toBe("📞 👎");
});

test("an order is a cart with the shop's own codes, its prices in units", () => {
  const body = bodyOf({
    type: "order",
    order: {
      catalog_id: "1",
      text: "Sem açúcar",
      product_items: [
        { product_retailer_id: "BOLO-1", quantity: 2, item_price: 49.9, currency: "BRL" },
        { product_retailer_id: "PAO", quantity: "3", item_price: "0.5", currency: "BRL" },
        "lixo",
      ],
    },
  })!;
  expect(body).toBe("🛒 Sem açúcar\n2 × BOLO-1 · BRL 49.90\n3 × PAO · BRL 0.50\nBRL 101.30");
  expect(cartIn(body)).toEqual([
    { amount: 2, name: "BOLO-1" },
    { amount: 3, name: "PAO" },
  ]);
});

test("a place and cards", () => {
  expect(
    content({
      type: "location",
      location: { latitude: -23.5, longitude: -46.6, name: "Padaria", address: "Rua 1" },
    }),
  ).toEqual({
    kind: "locationMessage",
    place: { latitude: -23.5, longitude: -46.6, name: "Padaria", address: "Rua 1", live: false },
  });
  expect(content({ type: "location", location: { latitude: 91, longitude: 0 } })).toEqual({
    kind: "unsupported",
    what: "location",
  });
  expect(
    content({
      type: "contacts",
      contacts: [
        {
          name: { formatted_name: "Rui; Sá" },
          phones: [{ phone: "+55 11 98888-0002", wa_id: "5511988880002", type: "CELL" }],
        },
        {},
      ],
    }),
  ).toEqual({
    kind: "vcard",
    cards: [
      "BEGIN:VCARD\nVERSION:3.0\nFN:Rui\\; Sá\nTEL;type=CELL;waid=5511988880002:+55 11 98888-0002\nEND:VCARD",
    ],
  });
});

test("a reaction without an emoji takes it back", () => {
  const reaction = (value: object) => from({ type: "reaction", reaction: value });
  expect(reaction({ message_id: "wamid.B", emoji: "👍" })).toMatchObject({
    what: "reaction",
    to: "wamid.B",
    emoji: "👍",
  });
  expect(reaction({ message_id: "wamid.B" })).toMatchObject({ what: "reaction", emoji: "" });
  expect(reaction({ emoji: "👍" })).toBeUndefined();
});

test("an edit and a revoke change the message that they name", () => {
  expect(
    from({
      type: "edit",
      edit: {
        original_message_id: "wamid.B",
        message: { type: "image", image: { id: "1", caption: "Novo" } },
      },
    }),
  ).toMatchObject({ what: "edit", to: "wamid.B", body: "Novo" });
  expect(from({ type: "revoke", revoke: { original_message_id: "wamid.B" } })).toMatchObject({
    what: "deletion",
    to: "wamid.B",
  });
});

test("a reply names the quoted message, a forwarded one how often, and a product its code", () => {
  const source = (context: object) => {
    const part = from({ type: "text", text: { body: "Oi" }, context });
    return part?.what === "message" ? part.message : undefined;
  };
  expect(source({ id: "wamid.B", from: "551188880001" })?.quotedId).toBe("wamid.B");
  expect(source({ forwarded: true })?.forwarded).toBe("once");
  expect(source({ forwarded: true, frequently_forwarded: true })?.forwarded).toBe("many");
  expect(
    source({ referred_product: { catalog_id: "1", product_retailer_id: "BOLO-1" } })?.quote,
  ).toMatchObject({ who: null, body: "🛍️ BOLO-1" });
});

test("an ad comes along with any kind, and alone when the customer only opened the chat", () => {
  const referral = {
    source_url: "https://fb.me/x",
    source_id: "120",
    source_type: "ad",
    headline: "Bolos",
    body: "Hoje",
    ctwa_clid: "clid",
  };
  const expected = {
    sourceId: "120",
    sourceUrl: "https://fb.me/x",
    title: "Bolos",
    text: "Hoje",
    clickId: "clid",
  };
  expect(from({ type: "audio", audio: { id: "1" }, referral })).toMatchObject({
    message: { referral: expected },
  });
  expect(from({ type: "request_welcome", referral })).toMatchObject({
    message: { content: { kind: "chat", body: "" }, referral: expected },
  });
  expect(from({ type: "request_welcome" })).toBeUndefined();
});

test("a changed number joins the old and the new one", () => {
  const system = {
    type: "user_changed_number",
    body: "Bia changed",
    wa_id: "551188880009",
    user_id: "BR.99",
  };
  expect(decode({ from: "551188880001", id: "wamid.S", type: "system", system }, [])).toEqual({
    what: "moved",
    from: [{ type: "phone", value: "551188880001" }],
    to: {
      ids: [
        { type: "phone", value: "551188880009" },
        { type: "bsuid", value: "BR.99" },
      ],
      name: "",
    },
  });
  expect(from({ type: "system", system: { type: "customer_identity_changed" } })).toBeUndefined();
});

test("the shop's own phone writes to its customer", () => {
  const echo = {
    from: "5511977770000",
    to: "551188880001",
    id: "wamid.E",
    timestamp: "1764000000",
    type: "text",
    text: { body: "Já vai" },
  };
  const expected = {
    what: "message",
    message: { from: null, chat: { ids: [{ type: "phone", value: "551188880001" }] } },
  };
  expect(decodeEcho(echo, [])).toMatchObject(expected);
  expect(decode(echo, [], "5511977770000")).toMatchObject(expected);
  expect(decode({ ...echo, to: undefined }, [], "5511977770000")).toBeUndefined();
});

test("an unknown kind is shown by its name", () => {
  const errors = [{ code: 131051 }];
  expect(content({ type: "unsupported", errors })).toEqual({
    kind: "unsupported",
    what: "unsupported",
  });
  expect(content({ type: "unsupported", unsupported: { type: "poll" } })).toEqual({
    kind: "unsupported",
    what: "poll",
  });
  expect(content({ type: "hologram", hologram: {} })).toEqual({
    kind: "unsupported",
    what: "hologram",
  });
});

test("no value of any field makes it throw", () => {
  const values = [undefined, null, 0, -1, Number.NaN, "", "x".repeat(70_000), [], [null], {}, true];
  const types = ["text", "image", "order", "contacts", "location", "interactive", "button"];
  const more = ["reaction", "edit", "revoke", "system", "request_welcome", "unsupported"];
  for (const type of [...types, ...more])
    for (const value of values) {
      for (const field of ["from", "from_user_id", "id", "timestamp", "context", "referral", type])
        decode({ from: "551188880001", id: "wamid.A", type, [field]: value }, [bia]);
      decode({ from: "551188880001", id: "wamid.A", type: value }, [{ profile: value }]);
    }
  expect(decode({}, [])).toBeUndefined();
  expect(from({ group_id: "G1", type: "text", text: { body: "Oi" } })).toBeUndefined();
});
