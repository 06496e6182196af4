import { expect } from "bun:test";
import { atendimento, balcao, box, encomendas, idOf, test } from "../../testing/world.ts";
import { usualWeek } from "../hours/fields.ts";

type Listed = {
  records: {
    action: string;
    userName: string;
    subject: string;
    details: Record<string, unknown>;
  }[];
};

/** A company whose audit is read as lines, oldest first. */
async function shopWithAudit() {
  const shop = await box();
  const rui = shop.as("rui");
  const read = async () =>
    (await rui.get<Listed>("/audit")).body.records
      .toReversed()
      .map(
        ({ action, userName, subject, details }) => [action, userName, subject, details] as const,
      );
  return { ...shop, rui, read };
}

test("a queue's changes are recorded with names, long texts only as changed", async () => {
  const { rui, read } = await shopWithAudit();
  const { body: made } = await rui.post<{ id: number }>("/queue", {
    name: "Entregas",
    color: "#123456",
  });
  const changed = usualWeek.map((day) =>
    day.weekdayEn === "monday"
      ? { ...day, endTime: "12:00", startTime2: "14:00", endTime2: "20:00" }
      : day.weekdayEn === "saturday"
        ? { ...day, startTime: "00:00", endTime: "00:00" }
        : day,
  );
  await rui.put(`/queue/${made.id}`, {
    name: "Entrega",
    greetingMessage: "Oi, {{name}}!",
    schedules: changed,
  });
  await rui.put(`/queue/${made.id}`, { name: "Entrega" });
  const options = [{ option: "1", title: "Prazo", message: "Um dia", children: [] }];
  const { body: tree } = await rui.put<object[]>(`/queue/${made.id}/options`, { options });
  await rui.put(`/queue/${made.id}/options`, {
    options: tree.map((node) => ({ ...node, children: [] })),
  });
  await rui.put("/queue/order", { ids: [made.id, encomendas, atendimento] });
  expect(await read()).toEqual([
    ["queueCreated", "Rui", `queue ${made.id} Entregas`, {}],
    [
      "queueChanged",
      "Rui",
      `queue ${made.id} Entregas`,
      {
        name: { from: "Entregas", to: "Entrega" },
        fields: ["greetingMessage"],
        monday: { from: "08:00–18:00", to: "08:00–12:00, 14:00–20:00" },
        saturday: { from: "08:00–12:00", to: "closed" },
      },
    ],
    ["queueChanged", "Rui", `queue ${made.id} Entrega`, { fields: ["options"] }],
    ["queueChanged", "Rui", "queues", { order: ["Entrega", "Encomendas", "Atendimento"] }],
  ]);
});

test("a connection's changes name its queues, and no number", async () => {
  const { rui, read, db } = await shopWithAudit();
  await rui.put(`/whatsapp/${balcao}`, {
    queueIds: [atendimento, encomendas],
    greetingMessage: "Escolha",
    phoneTest: "551199990001",
    expiresTicket: 30,
    expiresInactiveMessage: "Tchau",
  });
  expect(await read()).toEqual([
    [
      "connectionChanged",
      "Rui",
      expect.stringMatching(/^connection 1 /),
      {
        queueIds: { from: ["Atendimento"], to: ["Atendimento", "Encomendas"] },
        expiresTicket: { from: 0, to: 30 },
        fields: ["greetingMessage", "expiresInactiveMessage", "phoneTest"],
      },
    ],
  ]);
  expect(JSON.stringify(db.sqlite.query("SELECT details FROM audit").all())).not.toContain(
    "551199990001",
  );
});

test("of AIs and integrations no secret and no URL is recorded", async () => {
  const { rui, read } = await shopWithAudit();
  const { body: ia } = await rui.post<{ id: number }>("/ias", {
    type: 1,
    name: "Pãozinho",
    model: "gpt-5",
    prompt: "Você é da padaria.",
    token: "sk-segredo-1",
  });
  await rui.put(`/ias/${ia.id}`, {
    token: "sk-segredo-2",
    prompt: "Seja breve.",
    temperature: 0.2,
    queueId: encomendas,
  });
  await rui.delete(`/ias/${ia.id}`);
  const { body: flow } = await rui.post<{ id: number }>("/queueIntegration", {
    type: "n8n",
    name: "Fluxo",
    urlN8N: "https://n8n.paoquente.com.br/webhook/segredo-3",
    secret: "segredo-4",
  });
  await rui.put(`/queueIntegration/${flow.id}`, {
    name: "Fluxo 2",
    secret: "segredo-5",
    urlN8N: "https://n8n.paoquente.com.br/webhook/segredo-6",
  });
  await rui.delete(`/queueIntegration/${flow.id}`);
  const noted = await read();
  expect(noted).toEqual([
    ["iaCreated", "Rui", `ia ${ia.id} Pãozinho`, {}],
    [
      "iaChanged",
      "Rui",
      `ia ${ia.id} Pãozinho`,
      {
        secret: "set",
        temperature: { from: 0.7, to: 0.2 },
        queueId: { from: null, to: "Encomendas" },
        fields: ["prompt"],
      },
    ],
    ["iaDeleted", "Rui", `ia ${ia.id} Pãozinho`, {}],
    ["integrationCreated", "Rui", `integration ${flow.id} Fluxo`, {}],
    [
      "integrationChanged",
      "Rui",
      `integration ${flow.id} Fluxo`,
      { name: { from: "Fluxo", to: "Fluxo 2" }, secret: "set", fields: ["urlN8N"] },
    ],
    ["integrationDeleted", "Rui", `integration ${flow.id} Fluxo 2`, {}],
  ]);
  expect(JSON.stringify(noted)).not.toContain("segredo-");
});

test("the company's hours are recorded by day, holidays as added or removed", async () => {
  const { rui, read } = await shopWithAudit();
  const path = "/companies/1/schedules";
  const christmas = { date: "2026-12-25", yearly: true, label: "Natal", hours: [] };
  // A day without times is open day and night.
  const sundayAlways = usualWeek.map((day) =>
    day.weekdayEn === "sunday" ? { ...day, startTime: "", endTime: "" } : day,
  );
  await rui.put(path, { schedules: usualWeek, holidays: [christmas] });
  await rui.put(path, {
    schedules: sundayAlways,
    holidays: [
      { ...christmas, label: "Véspera" },
      { ...christmas, date: "2026-12-31", label: "" },
    ],
  });
  await rui.put(path, {
    schedules: sundayAlways,
  });
  const noted = await read();
  expect(noted[0]).toEqual(["hoursChanged", "Rui", "", { holidaysAdded: ["2026-12-25 Natal"] }]);
  expect(noted[1]).toMatchObject([
    "hoursChanged",
    "Rui",
    "",
    {
      sunday: { from: "closed", to: "always" },
      holidaysAdded: ["2026-12-31"],
      holidaysChanged: ["2026-12-25 Véspera"],
    },
  ]);
  expect(noted.length).toBe(2);
});

test("a user's changed queues are recorded by name", async () => {
  const { rui, read } = await shopWithAudit();
  await rui.put(`/users/${idOf.ana}`, { queueIds: [encomendas] });
  expect(await read()).toEqual([
    [
      "roleChanged",
      "Rui",
      "user 2 Ana",
      { queueIds: { from: ["Atendimento"], to: ["Encomendas"] } },
    ],
  ]);
});

test("service goals are recorded with their minutes before and after, each change once", async () => {
  const { rui, read } = await shopWithAudit();
  const { body: made } = await rui.post<{ id: number }>("/sla", {
    queueId: atendimento,
    firstAnswerMinutes: 10,
  });
  await rui.put(`/sla/${made.id}`, { firstAnswerMinutes: 5, resolutionMinutes: 120 });
  await rui.put(`/sla/${made.id}`, { firstAnswerMinutes: 5 });
  await rui.put(`/sla/${made.id}`, { queueId: encomendas });
  await rui.delete(`/sla/${made.id}`);
  await rui.post("/sla", { resolutionMinutes: 60 });
  await rui.post("/sla", { resolutionMinutes: 60 });
  const ofQueue = (id: number, name: string, details: Record<string, unknown>) =>
    ["goalsChanged", "Rui", `queue ${id} ${name}`, details] as const;
  expect(await read()).toEqual([
    ofQueue(atendimento, "Atendimento", { firstAnswerMinutes: { from: null, to: 10 } }),
    ofQueue(atendimento, "Atendimento", {
      firstAnswerMinutes: { from: 10, to: 5 },
      resolutionMinutes: { from: null, to: 120 },
    }),
    ofQueue(atendimento, "Atendimento", { queueId: { from: "Atendimento", to: "Encomendas" } }),
    ofQueue(encomendas, "Encomendas", {
      firstAnswerMinutes: { from: 5, to: null },
      resolutionMinutes: { from: 120, to: null },
    }),
    ["goalsChanged", "Rui", "goals", { resolutionMinutes: { from: null, to: 60 } }],
  ]);
});
