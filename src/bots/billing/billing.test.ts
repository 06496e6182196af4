import { afterAll, afterEach, expect, test } from "bun:test";
import { asaasStand } from "../../testing/bots/asaas.ts";
import { ixcStand } from "../../testing/bots/ixc.ts";
import { mkAuthStand } from "../../testing/bots/mk-auth.ts";
import { hostile } from "../../testing/bots/stand.ts";
import { pdf, png, subscribers } from "../../testing/bots/subscribers.ts";
import { silence, turn, way } from "../../testing/bots/turns.ts";
import type { BotAnswer, BotSession } from "../bot.ts";
import { providerOf, testBilling, type BillingAccess } from "./access.ts";
import { billing } from "./billing.ts";
import * as texts from "./texts.ts";

const http = way();
const stands = {
  mkauth: mkAuthStand("Client_Id_1", "Client_Secret_1"),
  asaas: asaasStand("$aact_prod_1"),
  ixc: ixcStand("7:segredo"),
};
const access: Record<keyof typeof stands, BillingAccess> = {
  mkauth: {
    type: "mkauth",
    address: `${stands.mkauth.url}/`,
    clientId: "Client_Id_1",
    clientSecret: "Client_Secret_1",
  },
  asaas: { type: "asaas", key: "$aact_prod_1" },
  ixc: { type: "ixc", address: `${stands.ixc.url}/webservice/v1`, token: "7:segredo" },
};
const names = Object.keys(stands) as (keyof typeof stands)[];
afterAll(() => Promise.all(Object.values(stands).map((one) => one.stop())));
afterEach(() => {
  for (const one of Object.values(stands)) {
    expect(one.wrong).toEqual([]);
    one.clear();
    one.state.people = subscribers();
  }
  Object.assign(stands.ixc.state, { hasPix: true, unlocks: true });
});

const marli = "529.982.247-25";
const [late, next] = [subscribers()[0]!.bills[1]!, subscribers()[0]!.bills[0]!];
let now = Date.UTC(2026, 10, 20, 12);

/** A conversation with one provider: each text, and its answer. */
function talk(name: keyof typeof stands) {
  let session: BotSession | null = null;
  const through = stands.asaas.through(http);
  return async (text: string, begins = false): Promise<BotAnswer> => {
    const answer = await billing(
      providerOf(through, access[name]),
      turn(text, { session, begins }),
      now,
      "2026-11-20",
    );
    session = answer.session;
    expect(JSON.stringify([session, answer.does])).not.toMatch(
      /52998224725|529\.982|12ABC34501DE35/,
    );
    return answer;
  };
}
const words = ({ replies: says }: BotAnswer) =>
  says.map((one) =>
    "file" in one ? `<${one.file.name} ${one.file.bytes.length}>${one.text}` : one.text,
  );

test.each(names)(
  "%s: whoever owes two bills chooses one, and gets all that it can be paid by",
  async (name) => {
    const say = talk(name);
    expect(words(await say("2", true))).toEqual([texts.askDocument]);
    expect(words(await say(`É ${marli}`))).toEqual([
      "Localizei seu cadastro, *Marli*! Qual fatura você quer?\n\n*[ 1 ]* - R$ 1.099,90, venceu em 10/11/2026\n*[ 2 ]* - R$ 99,90, vence em 10/12/2026\n*[ 0 ]* - Falar com um atendente",
    ]);
    const answer = await say("1");
    const bill =
      "Segue a segunda via da sua fatura!\n\n*Valor:* R$ 1.099,90\n*Vencimento:* 10/11/2026 (vencida)";
    const paymentLines = [texts.lineFollows, late.line, texts.pixFollows, late.pix];
    const files = {
      mkauth: [`Boleto: ${stands.mkauth.url}/boleto/21boleto.php?titulo=9001`],
      asaas: [`<pix.png ${png.length}>QR code do Pix`, "Boleto: https://www.asaas.com/b/pdf/9001"],
      ixc: [`<pix.png ${png.length}>QR code do Pix`, `<boleto.pdf ${pdf.length}>`],
    };
    expect(words(answer)).toEqual([
      bill,
      ...paymentLines,
      ...files[name],
      name === "ixc" ? texts.askUnlock : texts.farewell,
    ]);
    expect(answer.does).toEqual([
      {
        do: "note",
        text: "O robô enviou a 2ª via da fatura de 10/11/2026, R$ 1.099,90 (CPF ***.982.247-**).",
      },
      ...(name === "ixc" ? [] : [{ do: "close" as const }]),
    ]);
  },
);

test.each(names)(
  "%s: a single bill is sent at once, a CNPJ may have letters, and who owes nothing is told so",
  async (name) => {
    const answer = await talk(name)("12.abc.345/01de-35", true);
    expect(words(answer)[0]).toBe(
      "Segue a segunda via da sua fatura!\n\n*Valor:* R$ 149,00\n*Vencimento:* 05/12/2026",
    );
    expect(answer).toMatchObject({
      session: null,
      does: [
        { do: "note", text: expect.stringContaining("CNPJ **.ABC.345/****-**") },
        { do: "close" },
      ],
    });
    const none = await talk(name)("11144477735", true);
    expect([words(none), none.does]).toEqual([
      ["Localizei seu cadastro, *Nilo*! Você não tem nenhuma fatura em aberto.", texts.farewell],
      [{ do: "close" }],
    ]);
  },
);

test.each(names)("%s: three answers that are none, and people help", async (name) => {
  const say = talk(name);
  await say("oi", true);
  expect(words(await say("não sei"))).toEqual([texts.notADocument]);
  expect(words(await say("39053344705"))).toEqual([texts.notFound]);
  expect(await say("529.982.247-26")).toMatchObject({
    replies: [{ text: texts.toPeople }],
    session: null,
    does: [{ do: "note", text: texts.lostNote }, { do: "human" }],
  });
});

test("at any question one may ask for a person, and after half an hour it begins anew", async () => {
  for (const word of ["0", "Atendente"]) {
    const say = talk("ixc");
    await say("oi", true);
    await say(marli);
    expect(await say(word)).toMatchObject({ session: null, does: [{ do: "human" }] });
  }
  const say = talk("ixc");
  await say("oi", true);
  await say(marli);
  now += 31 * 60_000;
  expect(words(await say("1"))).toEqual([texts.askDocument]);
});

test("IXC: who is cut off may be unlocked by trust, if they want it and IXC lets them", async () => {
  const unlock = async (answer: string) => {
    const say = talk("ixc");
    await say("oi", true);
    await say(marli);
    await say("2");
    return say(answer);
  };
  expect(await unlock("2")).toMatchObject({
    replies: [{ text: texts.farewell }],
    does: [{ do: "close" }],
  });
  expect(words(await unlock("talvez"))).toEqual([texts.notAnOption]);
  stands.ixc.state.unlocks = false;
  expect(await unlock("1")).toMatchObject({
    replies: [{ text: texts.notUnlocked }],
    does: [
      { do: "note", text: "O desbloqueio de confiança foi recusado (CPF ***.982.247-**)." },
      { do: "human" },
    ],
  });
  stands.ixc.state.unlocks = true;
  expect(await unlock("Sim")).toMatchObject({
    replies: [{ text: texts.unlocked }],
    does: [{ do: "note" }, { do: "close" }],
  });
  expect(stands.ixc.requests.at(-1)).toEqual({
    form: "desbloqueio_confianca",
    body: { id: "501" },
  });
  expect(stands.ixc.state.people[0]!.contract!.status).toBe("A");
});

test("what a bill does not have is left out; without any way to pay it people help", async () => {
  stands.ixc.state.hasPix = false;
  const say = talk("ixc");
  await say("oi", true);
  await say(marli);
  expect(words(await say("2")).slice(1, -1)).toEqual([
    texts.lineFollows,
    next.line,
    `<boleto.pdf ${pdf.length}>`,
  ]);
  const bare = talk("mkauth");
  stands.mkauth.state.people[1]!.bills[0] = { ...subscribers()[1]!.bills[0]!, line: "", pix: "" };
  // Its page is left to pay by.
  expect(words(await bare("12ABC34501DE35", true)).slice(1)).toEqual([
    `Boleto: ${stands.mkauth.url}/boleto/21boleto.php?titulo=9101`,
    texts.farewell,
  ]);
  stands.asaas.next(
    { data: [{ id: "cus_1", name: "Rui" }] },
    { data: [] },
    { data: [{ id: "pay_1", value: 5, dueDate: "2026-12-01" }] },
    Response.json({ errors: [{ code: "invalid_action" }] }, { status: 400 }),
    Response.json({}, { status: 404 }),
  );
  expect(await talk("asaas")(marli, true)).toMatchObject({
    replies: [{ text: texts.nothingToPayBy }],
    does: [{ do: "note", text: expect.stringContaining("R$ 5,00") }, { do: "human" }],
  });
});

test.each(names)(
  "%s: a wrong access, and answers that are none, fail for what they are",
  async (name) => {
    const find = () => silence(talk(name)(marli, true));
    const wrong: Record<keyof typeof stands, BillingAccess[]> = {
      mkauth: [
        { type: "mkauth", address: "", clientId: "a", clientSecret: "b" },
        { type: "mkauth", address: "a", clientId: "", clientSecret: "b" },
      ],
      asaas: [{ type: "asaas", key: "" }],
      ixc: [
        { type: "ixc", address: "", token: "a" },
        { type: "ixc", address: "a", token: "" },
      ],
    };
    for (const each of wrong[name])
      expect(await silence(Promise.resolve().then(() => testBilling(http, each)))).toBe(
        "misconfigured",
      );
    for (const [kind, verdict] of Object.entries({
      html: "senseless 200",
      empty: "senseless 200",
      null: "senseless 200",
      wrong: "senseless 200",
      broken: "status 500",
      bomb: "too large",
      inward: "refused",
    })) {
      stands[name].next(hostile[kind]!());
      expect([kind, await find()]).toEqual([kind, verdict]);
      stands[name].clear();
    }
    expect(await testBilling(stands.asaas.through(http), access[name])).toEqual([
      texts.askDocument,
    ]);
  },
);

test("what is inside the box's own network is not asked, and IXC's refusals are told from its lists", async () => {
  expect(
    await silence(
      testBilling(http, { type: "ixc", address: "https://169.254.169.254", token: "7:segredo" }),
    ),
  ).toBe("refused");
  stands.ixc.next({ type: "error", message: "Recurso cliente não está disponível" });
  expect(await silence(testBilling(http, access.ixc))).toBe("status 403");
  stands.asaas.state.isRevoked = true;
  expect(await silence(testBilling(stands.asaas.through(http), access.asaas))).toBe("status 401");
});
