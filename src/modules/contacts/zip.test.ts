import { expect } from "bun:test";
import { afterwards, box, test, world } from "../../testing/world.ts";

/** A postal code service on this machine that answers this. */
function service(say: (cep: string) => Response) {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => say(new URL(request.url).pathname.split("/")[1]!),
  });
  afterwards(() => server.stop(true));
  return `http://127.0.0.1:${server.port}/{cep}/json/`;
}

const lookUp = async (cepUrl: string, zip = "01310-100") =>
  (await box(world(), { cepUrl })).as("ana").get(`/cep/${zip}`);

test("a postal code gives its street, from either kind of service", async () => {
  const place = {
    zipCode: "01310100",
    address: "Avenida Paulista",
    neighborhood: "Bela Vista",
    city: "São Paulo",
    state: "SP",
  };
  const portuguese = service((cep) =>
    Response.json({
      cep,
      logradouro: "Avenida Paulista",
      complemento: "",
      bairro: "Bela Vista",
      localidade: "São Paulo",
      uf: "SP",
      ddd: "11",
    }),
  );
  expect(await lookUp(portuguese)).toMatchObject({ status: 200, body: place });
  const english = service((cep) =>
    Response.json({
      cep,
      state: "sp",
      city: "São Paulo",
      neighborhood: "Bela Vista",
      street: "Avenida Paulista",
    }),
  );
  expect(await lookUp(english)).toMatchObject({ status: 200, body: place });
});

test("a town with a single code gives no street", async () => {
  const answer = await lookUp(
    service(() =>
      Response.json({ logradouro: "", bairro: null, localidade: "Holambra", uf: "SP" }),
    ),
  );
  expect(answer.body).toMatchObject({ address: "", neighborhood: "", city: "Holambra" });
});

test("an unknown code and a failing service give different errors", async () => {
  for (const say of [
    () => Response.json({ erro: true }),
    () => Response.json({ erro: "true" }),
    () => new Response("", { status: 404 }),
  ]) {
    expect(await lookUp(service(say))).toMatchObject({
      status: 404,
      body: { error: "ERR_CEP_NOT_FOUND" },
    });
  }
  for (const say of [
    () => new Response("<html>"),
    () => new Response("", { status: 500 }),
    () => Response.json([1]),
    () => new Response("x".repeat(100_000)),
  ]) {
    expect(await lookUp(service(say))).toMatchObject({
      status: 503,
      body: { error: "ERR_CEP_UNAVAILABLE" },
    });
  }
  expect(await lookUp("")).toMatchObject({ status: 503, body: { error: "ERR_CEP_UNAVAILABLE" } });
  expect(await lookUp("http://127.0.0.1:1/{cep}")).toMatchObject({
    status: 503,
    body: { error: "ERR_CEP_UNAVAILABLE" },
  });
});

test("only the eight digits are sent", async () => {
  const seen: string[] = [];
  const url = service((cep) => (seen.push(cep), Response.json({ localidade: "São Paulo" })));
  expect((await lookUp(url, "1310")).status).toBe(404);
  expect((await lookUp(url, "01.310-100")).status).toBe(200);
  expect(seen).toEqual(["01310100"]);
});
