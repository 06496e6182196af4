import { expect } from "bun:test";
import { bia, box, refusal, test, world } from "../../testing/world.ts";
import { addAddress, updateAddress, findAddress, addressesOf, removeAddress } from "./addresses.ts";

const address = {
  contactId: bia.id,
  type: "Casa",
  zipCode: "01310100",
  address: "Avenida Paulista",
  number: "1578",
  neighborhood: "Bela Vista",
  city: "São Paulo",
  state: "SP",
};

test("the first address is the main one, and there is always one", () => {
  const { db, events } = world();
  const mains = () => addressesOf(db, bia.id).map(({ type, isActive }) => [type, isActive]);
  const casa = addAddress(db, address);
  const trabalho = addAddress(db, { ...address, type: "Trabalho" });
  expect(mains()).toEqual([
    ["Casa", true],
    ["Trabalho", false],
  ]);
  updateAddress(db, trabalho.id, { isActive: true });
  expect(mains()).toEqual([
    ["Trabalho", true],
    ["Casa", false],
  ]);
  updateAddress(db, trabalho.id, { isActive: false, number: "12 A" });
  expect(mains()).toEqual([
    ["Trabalho", true],
    ["Casa", false],
  ]);
  addAddress(db, { ...address, type: "Praia", isActive: true });
  removeAddress(db, findAddress(db, 3).id);
  expect(mains()).toEqual([
    ["Casa", true],
    ["Trabalho", false],
  ]);
  expect(findAddress(db, trabalho.id)).toMatchObject({ number: "12 A", complement: "" });
  expect(events.map(({ event, action }) => `${event} ${action}`)).toContain(
    "contactAddress delete",
  );
  expect(casa.id).toBe(1);
});

test("addresses of unknown contacts, and too many, are refused", async () => {
  const { db } = world();
  expect(await refusal(() => addAddress(db, { ...address, contactId: 77 }))).toMatchObject({
    reason: "ERR_NO_CONTACT_FOUND",
  });
  expect(await refusal(() => removeAddress(db, 77))).toMatchObject({ kind: "missing" });
  for (let count = 0; count < 50; count++) addAddress(db, address);
  expect(await refusal(() => addAddress(db, address))).toMatchObject({
    kind: "invalid",
    fields: { contactId: "too_long" },
  });
});

test("over HTTP valid addresses are saved, errors are named by field", async () => {
  const ana = (await box()).as("ana");
  const { status, body } = await ana.post("/contactAddress", {
    ...address,
    zipCode: "01310-100",
    state: "sp",
    companyId: 2,
    latitude: "-23.5",
    longitude: "-46.6",
  });
  expect([status, body]).toMatchObject([
    201,
    {
      id: 1,
      contactId: bia.id,
      zipCode: "01310100",
      state: "SP",
      isActive: true,
      latitude: -23.5,
      longitude: -46.6,
    },
  ]);
  expect((await ana.get(`/contactAddress/all/${bia.id}`)).body).toMatchObject({
    contactAddress: [{ id: 1 }],
  });
  expect((await ana.get("/contactAddress/1")).body).toMatchObject({ type: "Casa" });
  expect((await ana.put("/contactAddress/1", { complement: "Fundos" })).body).toMatchObject({
    complement: "Fundos",
    number: "1578",
  });
  const wrong = await ana.post("/contactAddress", {
    contactId: bia.id,
    type: "Lá",
    zipCode: "123",
    address: "x".repeat(251),
    number: "",
    neighborhood: " ",
    state: "São Paulo",
  });
  expect(wrong).toMatchObject({
    status: 422,
    body: {
      fields: {
        type: "too_short",
        zipCode: "invalid",
        address: "too_long",
        number: "required",
        city: "required",
        state: "invalid",
      },
    },
  });
  expect((await ana.delete("/contactAddress/1")).status).toBe(200);
  expect((await ana.get("/contactAddress/1")).status).toBe(404);
  expect((await ana.get("/contactAddress/all/77")).status).toBe(404);
});
