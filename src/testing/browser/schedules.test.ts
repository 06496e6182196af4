import { expect } from "bun:test";
import type { Schedule } from "../../modules/schedules/table.ts";
import type { Wire } from "../../shared/wire.ts";
import { openShop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";
import { phone } from "./seat.ts";
import { passes, sound } from "./sound.ts";
import { shopDay } from "../shop-days.ts";

const shop = await openShop();
await shop.call("PUT", "/settings/singleSession", { value: "disabled" });
await shop.customer("Bia").says("Quanto custa o bolo?");
await shop.customer("Davi").says("Bom dia");
const contacts = (await shop.call<{ contacts: { id: number; name: string }[] }>("GET", "/contacts"))
  .contacts;
const contactId = (name: string) => contacts.find((contact) => contact.name === name)!.id;

/**
 * A day of the month after the shop's present one, YYYY-MM-DD: no story depends on the day on which
 * it runs.
 */
const nextMonth = shopDay().add({ months: 1 });
const dayOf = (day: number) => nextMonth.with({ day }).toString();

/** The next day, or the day before when it is a Saturday: both are in the same week. */
const nextDayOfWeek = (day: string) => {
  const date = Temporal.PlainDate.from(day);
  return date.add({ days: date.dayOfWeek === 6 ? -1 : 1 }).toString();
};

const all = async () =>
  (await shop.call<{ schedules: Wire<Schedule>[] }>("GET", "/schedules")).schedules;

test("a message is scheduled, repeated, moved by mouse and by the dialog, and another browser follows", async () => {
  const [first, there] = [dayOf(10), dayOf(17)];
  const ana = await shop.enters("ana", { at: "/schedules" });
  const rui = await shop.enters("rui", { at: "/schedules" });
  await ana.button("Agendar").click();
  const form = ana.dialog("Novo agendamento");
  await form.getByRole("button", { name: "Salvar" }).click();
  await form.getByRole("combobox").and(form.locator("[aria-invalid=true]")).waitFor();
  await form.getByRole("combobox").fill("Davi");
  await form.getByRole("option").filter({ hasText: "Davi" }).click();
  await form.getByLabel("Mensagem", { exact: true }).fill("Oi");
  await form.getByRole("button", { name: "Salvar" }).click();
  await form.getByText("Mensagem muito curta").waitFor();
  await form
    .getByLabel("Mensagem", { exact: true })
    .fill("Bom dia, {{apelido}}! Seu pão está pronto.");
  await form.getByText("vai como está: {{apelido}}").waitFor();
  await form
    .getByLabel("Mensagem", { exact: true })
    .fill("Bom dia, {{firstName}}! Seu pão está pronto: {{protocol}}.");
  await form.getByText("Bom dia, Davi!").waitFor();
  await form.getByLabel("Data", { exact: true }).fill(first.split("-").toReversed().join("/"));
  await form.getByLabel("Hora", { exact: true }).fill("09:30");
  await form.getByText("No fuso horário da empresa").waitFor();
  await form.getByRole("tab", { name: "Repetição" }).click();
  await form.getByLabel("Repetir").selectOption({ label: "Por dia" });
  await form.getByLabel("Termina").selectOption({ label: "Depois de alguns envios" });
  await form.getByLabel("Quantos envios").fill("3");
  await form.getByRole("button", { name: "Salvar" }).click();
  await form.waitFor({ state: "detached" });
  expect(await all()).toMatchObject([
    {
      body: "Bom dia, {{firstName}}! Seu pão está pronto: {{protocol}}.",
      status: "PENDENTE",
      recurrence: { every: "day", interval: 1, count: 3 },
    },
  ]);

  const entry = (seat: typeof ana, day: string) =>
    seat.page.locator(`[data-day="${day}"]`).getByRole("button", { name: /Davi/ });
  for (const seat of [ana, rui]) {
    await seat.button("Seguinte").click();
    await entry(seat, first).waitFor();
    await passes(seat, "the month");
  }

  await entry(ana, first).dragTo(ana.page.locator(`[data-day="${there}"]`));
  await eventually(
    async () => (await all())[0]!.sendAt.startsWith(`${there}T12:30`) || undefined,
    "the day that it was dragged to",
  );
  await entry(rui, there).first().waitFor();
  await ana.button("Desfazer").click();
  await eventually(
    async () => (await all())[0]!.sendAt.startsWith(`${first}T12:30`) || undefined,
    "the day before",
  );

  await rui.page.locator(`[data-day="${first}"]`).getByRole("button").first().click();
  await rui.page.getByRole("tab", { name: "Semana" }).click();
  await sound(rui, "the week");
  const nextDay = rui.page.locator(`[data-day="${nextDayOfWeek(first)}"]`);
  await entry(rui, first).dragTo(nextDay, { targetPosition: { x: 40, y: 10.5 * 52 + 2 } });
  await eventually(
    async () => (await all())[0]!.sendAt.startsWith(`${nextDayOfWeek(first)}T13:30`) || undefined,
    "the hour that it was dragged to",
  );
  await rui.button("Desfazer").click();
  await eventually(
    async () => (await all())[0]!.sendAt.startsWith(`${first}T12:30`) || undefined,
    "the hour before",
  );
  await rui.page.getByRole("tab", { name: "Lista" }).click();
  await rui.page.getByText("Bom dia, Davi! Seu pão está pronto: {{protocol}}.").first().waitFor();
  await rui.page.getByRole("tab", { name: "Semana" }).click();

  await ana.page.locator(`[data-day="${first}"]`).getByRole("button").first().click();
  await sound(ana, "the day");
  await entry(ana, first).focus();
  await ana.page.keyboard.press("Enter");
  const dialog = ana.dialog("Agendamento · Pendente");
  await dialog.getByLabel("Hora", { exact: true }).fill("16:45");
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await eventually(
    async () => (await all())[0]!.sendAt.startsWith(`${first}T19:45`) || undefined,
    "the time of the dialog",
  );

  await entry(ana, first).click();
  await dialog.getByRole("button", { name: "Excluir" }).click();
  await ana
    .dialog("Deseja realmente excluir este registro?")
    .getByRole("button", { name: "Excluir" })
    .click();
  await entry(rui, first).waitFor({ state: "detached" });
  expect(await all()).toEqual([]);
});

test("from a conversation and from an address the dialog opens for that contact; what was sent is only read", async () => {
  const ana = await shop.enters("ana");
  await ana.accepts("Bia");
  await ana.conversation("Bia").getByRole("button", { name: "Ações de Bia", exact: true }).click();
  await ana.page.getByRole("menuitem", { name: "Agendar mensagem" }).click();
  await ana.dialog("Novo agendamento").getByText("Bia", { exact: true }).waitFor();
  await sound(ana, "the dialog over a conversation");
  await ana.page.keyboard.press("Escape");
  // A schedule from the composer takes the typed text along, which is then no draft any more.
  await ana.composer("Bia").fill("O bolo fica pronto às 16h");
  await ana.button("Anexar").click();
  await ana.page.getByRole("menuitem", { name: "Agendar mensagem" }).click();
  await ana.page.waitForFunction(
    () =>
      (document.activeElement as HTMLTextAreaElement).value === "O bolo fica pronto às 16h" &&
      document.activeElement?.closest("dialog"),
  );
  await ana.dialog("Novo agendamento").getByRole("button", { name: "Salvar" }).click();
  await ana.page.waitForFunction(() => !document.querySelector("dialog"));
  expect(await ana.composer("Bia").inputValue()).toBe("");

  await ana.goes(`/schedules?contactId=${contactId("Bia")}`);
  await ana.dialog("Novo agendamento").getByText("Bia", { exact: true }).waitFor();
  expect(new URL(ana.page.url()).search).toBe("");
  await ana.page.keyboard.press("Escape");

  await shop.call("POST", "/schedules", {
    body: "Obrigada pela visita!",
    contactId: contactId("Bia"),
    sendAt: new Date(Date.now() + 1500).toISOString(),
  });
  await eventually(
    async () =>
      (await all()).some(
        ({ body, status }) => body === "Obrigada pela visita!" && status === "ENVIADA",
      ) || undefined,
    "sent",
  );
  const rui = await shop.enters("rui", { at: "/schedules", size: phone, theme: "dark" });
  await rui.page.getByRole("button", { name: /Bia.*Obrigada/s }).click();
  const sent = rui.dialog("Agendamento · Enviada");
  await sent.getByText("Obrigada pela visita!").waitFor();
  expect(await sent.getByRole("button", { name: "Salvar" }).count()).toBe(0);
  await passes(rui, "the list on a phone");
});
