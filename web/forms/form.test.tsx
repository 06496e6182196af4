import { show } from "../../src/testing/screen/page.tsx";
import { expect, test } from "bun:test";
import { eventually, focused, key, leave, screen } from "../../src/testing/screen/screen.ts";
import { ApiError } from "../kit/api.ts";
import { preloadInputs } from "./Field.tsx";
import { Form } from "./Form.tsx";
import { check, type Field, type FormValues } from "./form.ts";
import "../session/texts.ts";

await preloadInputs();

const name: Field = { name: "name", label: "Nome", required: true, min: 3, max: 10 };
const until: Field = { name: "to", label: "Até", type: "date", notBefore: ({ from }) => from };
const either: Field = { name: "n", label: "", requiredWithout: "other" };
const email: Field = { name: "email", label: "E-mail", type: "email", wire: ["mail"] };

/** A form that records its requests and is refused with the next of `refusals`. */
async function open(
  fields: Parameters<typeof Form>[0]["fields"],
  values: FormValues,
  more: Partial<Parameters<typeof Form>[0]> = {},
) {
  const sent: FormValues[] = [];
  const dirty: boolean[] = [];
  const refusals: unknown[] = [];
  await show(
    <Form
      fields={fields}
      values={values}
      submit="Salvar"
      busy="Salvando"
      onDirty={(isDirty) => dirty.push(isDirty)}
      onSubmit={async (typed) => {
        sent.push(typed);
        const refusal = refusals.shift();
        if (refusal) throw refusal;
      }}
      {...more}
    />,
  );
  return { sent, dirty, refusals };
}

const refusal = (status: number, error: string, fields: Record<string, string> = {}) =>
  new ApiError(status, { error, message: "Não dá.", fields });

test("a field is checked when it is left, and with each key while it is wrong", async () => {
  await open([name, email], { name: "", email: "" });
  (await screen.field("Nome")).focus();
  await leave();
  expect(screen.text()).not.toContain("Obrigatório");
  await screen.fill("Nome", "Bi");
  expect(screen.text()).not.toContain("3 caracteres");
  await leave();
  expect(screen.text()).toContain("3 caracteres");
  expect((await screen.field("Nome")).getAttribute("aria-invalid")).toBe("true");
  await screen.fill("Nome", "Bia");
  expect(screen.text()).not.toContain("3 caracteres");
  await screen.fill("Nome", "Bia da padaria");
  expect(screen.text()).not.toContain("10 caracteres");
  await leave();
  expect(screen.text()).toContain("10 caracteres");
});

test("a form with errors is not sent; its first wrong field gets the focus", async () => {
  const { sent, dirty } = await open([name, email], { name: "Bia", email: "" });
  await screen.fill("E-mail", "bia");
  await screen.press("Salvar");
  await eventually(() => focused()?.getAttribute("name") === "email", "the focus in the e-mail");
  expect([sent, dirty]).toEqual([[], [true]]);
  await screen.fill("E-mail", "bia@exemplo.com");
  await key("Enter");
  expect([sent, dirty]).toEqual([[{ name: "Bia", email: "bia@exemplo.com" }], [true, true, false]]);
});

test("a value that came as it is may stay, however long; a changed one may not", async () => {
  const { sent } = await open([name], { name: "Bia da padaria" });
  await screen.press("Salvar");
  expect(sent).toHaveLength(1);
  await screen.fill("Nome", "Bia da padaria nova");
  await screen.press("Salvar");
  expect(sent).toHaveLength(1);
});

test("a refusal of fields is shown at the fields, by the server's names too", async () => {
  const { refusals, dirty } = await open([name, email], { name: "Bia", email: "" });
  refusals.push(refusal(422, "ERR_VALIDATION", { mail: "taken" }));
  await screen.fill("E-mail", "bia@exemplo.com");
  await screen.press("Salvar");
  await screen.sees("Já está em uso");
  await eventually(() => focused()?.getAttribute("name") === "email", "the focus in the e-mail");
  expect(dirty).toEqual([true]);
  await screen.fill("E-mail", "bia@outro.com");
  expect(screen.text()).not.toContain("Já está em uso");
});

test("another refusal stands above the button, until the form is sent again", async () => {
  const { refusals } = await open([name], { name: "Bia" });
  refusals.push(
    refusal(409, "ERR_DUPLICATED_CONTACT"),
    refusal(422, "ERR_VALIDATION", { place: "invalid" }),
  );
  await screen.press("Salvar");
  await screen.sees("Já existe um contato");
  await screen.press("Salvar");
  await screen.sees("Não dá. (place)");
  expect(screen.text()).not.toContain("Já existe um contato");
  await screen.press("Salvar");
  await screen.misses("Não dá.");
});

test("a form that is on its way is not sent twice", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let calls = 0;
  await open([name], { name: "Bia" }, { onSubmit: async () => (calls++, promise) });
  await screen.press("Salvar");
  const button = await screen.find("button", "Salvando");
  expect((button as HTMLButtonElement).disabled).toBe(true);
  (await screen.field("Nome")).focus();
  await key("Enter");
  resolve();
  await screen.find("button", "Salvar");
  expect(calls).toBe(1);
});

test("a wrong field leads to its tab, which is marked", async () => {
  await open(
    [
      { ...name, tab: "Dados" },
      { ...email, tab: "Acesso" },
    ],
    { name: "", email: "" },
  );
  await screen.press("Acesso");
  expect(await screen.field("E-mail")).toBeTruthy();
  expect(screen.all("textbox", "Nome")).toHaveLength(0);
  await screen.press("Salvar");
  await screen.sees("Obrigatório");
  const tab = await screen.find("tab", /^Dados/);
  expect(tab.getAttribute("aria-selected")).toBe("true");
  tab.focus();
  await key("ArrowRight");
  expect(focused()?.textContent).toBe("Acesso");
  await key("ArrowRight");
  expect(focused()?.textContent).toContain("Dados");
});

test("a change of one field may change others, and which fields there are", async () => {
  const { sent } = await open(
    ({ kind }) => [
      {
        name: "kind",
        label: "Tipo",
        type: "select",
        items: [
          { value: "all", label: "Todos" },
          { value: "some", label: "Alguns" },
        ],
      },
      ...(kind === "some" ? [name] : []),
    ],
    { kind: "all", name: "" },
    {
      onFieldChange: { kind: (_, setOthers) => setOthers({ name: "Bia" }) },
      extras: {
        name: (_, put) => <button onClick={() => put({ name: "Davi" })}>Outro nome</button>,
      },
    },
  );
  await screen.choose("Tipo", "Alguns");
  expect(await screen.value("Nome")).toBe("Bia");
  await screen.press("Outro nome");
  await screen.press("Salvar");
  expect(sent.at(-1)).toEqual({ kind: "some", name: "Davi" });
});

test("a secret is never shown: it is kept, replaced or cleared", async () => {
  const secret: Field = { name: "key", label: "Chave", type: "secret", hasStored: true };
  const { sent } = await open([secret], { key: undefined });
  await screen.press("Salvar");
  await screen.press("Trocar");
  await screen.fill("Chave", "nova");
  await screen.press("Salvar");
  await screen.fill("Chave", "");
  await screen.press("Salvar");
  await screen.press("Manter o guardado");
  await screen.press("Apagar");
  await screen.press("Salvar");
  expect(sent.map(({ key }) => key)).toEqual([undefined, "nova", undefined, ""]);
});

test("a password is hidden until one looks at it", async () => {
  await open([{ name: "password", label: "Senha", type: "password" }], { password: "" });
  expect(((await screen.field("Senha")) as HTMLInputElement).type).toBe("password");
  await screen.press("Mostrar senha");
  expect(((await screen.field("Senha")) as HTMLInputElement).type).toBe("text");
});

const tries: [what: string, Field, typed: string, code: string | undefined, FormValues?][] = [
  ["the least", { name: "n", label: "", type: "number", min: 1, max: 10 }, "1", undefined],
  ["below it", { name: "n", label: "", type: "number", min: 1, max: 10 }, "0", "invalid"],
  ["the most", { name: "n", label: "", type: "number", min: 1, max: 10 }, "10", undefined],
  ["above it", { name: "n", label: "", type: "number", min: 1, max: 10 }, "11", "invalid"],
  ["no number", { name: "n", label: "", type: "number" }, "1,5", "invalid"],
  ["the least amount", { name: "n", label: "", type: "money", min: 0.5 }, "0,50", undefined],
  ["below it", { name: "n", label: "", type: "money", min: 0.5 }, "0,49", "invalid"],
  ["thousands", { name: "n", label: "", type: "money" }, "1.234,50", undefined],
  ["the most there is", { name: "n", label: "", type: "money" }, "9.999.999,99", undefined],
  ["more", { name: "n", label: "", type: "money" }, "10.000.000,00", "invalid"],
  ["all of it", { name: "n", label: "", type: "percent" }, "100", undefined],
  ["more than all", { name: "n", label: "", type: "percent" }, "100,1", "invalid"],
  ["the last minute", { name: "n", label: "", type: "time" }, "23:59", undefined],
  ["no time", { name: "n", label: "", type: "time" }, "24:00", "invalid"],
  ["no day", { name: "n", label: "", type: "date" }, "2026-02-30", "invalid"],
  ["the same day", until, "2026-11-20", undefined, { from: "2026-11-20" }],
  ["the day before", until, "2026-11-19", "early", { from: "2026-11-20" }],
  ["a short text", name, "Bi", "too_short"],
  ["three letters", name, "Bia", undefined],
  ["ten letters", name, "x".repeat(10), undefined],
  ["eleven letters", name, "x".repeat(11), "too_long"],
  ["spaces alone", name, "   ", "required"],
  ["an address", email, "bia@exemplo.com", undefined],
  ["no address", email, "bia@exemplo", "invalid"],
  ["an empty field beside a filled one", either, "", undefined, { other: "x" }],
  ["both empty", either, "", "required", { other: " " }],
  ["a stored secret", { name: "n", label: "", required: true, hasStored: true }, "", "required"],
];

test("each kind of field takes what is within its bounds, and nothing beyond", () => {
  for (const [what, field, typed, code, values] of tries)
    expect([what, check(field, typed, values)]).toEqual([what, code]);
});

test("a required choice of many needs one, and a stored secret needs nothing", () => {
  const many: Field = { name: "queues", label: "Filas", type: "many", required: true };
  expect([check(many, []), check(many, [1])]).toEqual(["required", undefined]);
  const secret: Field = { name: "key", label: "Chave", type: "secret", required: true };
  expect([check(secret, undefined), check({ ...secret, hasStored: true }, undefined)]).toEqual([
    "required",
    undefined,
  ]);
});
