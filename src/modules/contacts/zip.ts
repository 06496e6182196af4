import { z } from "zod";
import { Fault } from "../../kit/fault.ts";
import type { HttpClient } from "../../kit/net/http-client.ts";
import { RequestFailed, type HttpReply } from "../../kit/net/http-reply.ts";

export type ZipAddress = {
  zipCode: string;
  address: string;
  neighborhood: string;
  city: string;
  state: string;
};

const text = (max: number) =>
  z
    .string()
    .trim()
    .transform((value) => value.slice(0, max))
    .catch("");

// ViaCEP's field names, and those of services that answer in English.
const answerSchema = z.object({
  erro: z.unknown().optional(),
  logradouro: text(250),
  bairro: text(150),
  localidade: text(150),
  uf: text(2),
  street: text(250),
  neighborhood: text(150),
  city: text(150),
  state: text(2),
});

/** How long (ms) to wait for the service. */
const timeout = 6000;

/**
 * Asks a public service for the address of a postal code. `service` is its URL, with `{cep}` in
 * place of the code; empty when there is none. Throws missing,
 * and unready when the service does not answer.
 */
export async function addressOfZip(
  httpClient: HttpClient,
  service: string,
  zipCode: string,
): Promise<ZipAddress> {
  if (service === "") throw unanswered();
  const { status, text } = await ask(httpClient, service.replace("{cep}", zipCode));
  if (status === 404 || status === 400) throw unknown();
  const answer = answerSchema.safeParse(status === 200 ? json(text) : undefined);
  if (!answer.success) throw unanswered();
  const { erro, logradouro, bairro, localidade, uf, street, neighborhood, city, state } =
    answer.data;
  if (erro !== undefined && erro !== false) throw unknown();
  const place = {
    zipCode,
    address: logradouro || street,
    neighborhood: bairro || neighborhood,
    city: localidade || city,
    state: (uf || state).toUpperCase(),
  };
  if (place.city === "") throw unknown();
  return place;
}

async function ask(httpClient: HttpClient, url: string): Promise<HttpReply> {
  try {
    return await httpClient.request(url, {
      headers: { accept: "application/json" },
      timeout: timeout,
      limit: 64 * 1024,
    });
  } catch (thrown) {
    if (thrown instanceof RequestFailed) throw unanswered();
    throw thrown;
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const unknown = () => new Fault("missing", "ERR_CEP_NOT_FOUND", { message: "CEP não encontrado" });
const unanswered = () =>
  new Fault("unready", "ERR_CEP_UNAVAILABLE", { message: "A busca de CEP não respondeu" });
