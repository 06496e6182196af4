import type { Account } from "./account.ts";
import { accountCall, templateCall } from "./account-calls.ts";
import { earlyEnd, faulty, ok, type Answer, type Call } from "./call.ts";
import { GraphError, missingObject } from "./errors.ts";
import { throwIfError } from "./faults.ts";
import { numberCall } from "./number-calls.ts";
import type { GraphServer } from "./server.ts";

/** Answers a call of the Graph API. Throws as Meta refuses it. */
export async function answerCall(world: GraphServer, call: Call): Promise<Answer> {
  const { method, url } = call;
  const account = accountOf(world, call);
  if (url.pathname.startsWith("/whatsapp_business/attachments"))
    return download(world, call, account);
  const [, version, id, edge, ...rest] = url.pathname.split("/");
  if (!/^v\d{2}\.0$/.test(version ?? "") || !id || rest.length)
    throw new GraphError(2500, `Unknown path components: ${url.pathname}`);
  const number = account.numbers.find((one) => one.id === id);
  const template = account.templates.get(id);
  const name = `${method} ${edge ?? ""}`;
  if (number) return numberCall(world, call, number, name);
  if (id === account.wabaId) return accountCall(world, call, account, name);
  if (template) return templateCall(world, call, template, name);
  if (!edge && world.media.has(id)) return mediaCall(world, call, account, id);
  throw missingObject(id);
}

function mediaCall(world: GraphServer, call: Call, account: Account, id: string): Answer {
  faulty(world, "media");
  const file = world.media.find(account, id);
  if (call.method === "GET") return ok(world.media.describe(file));
  if (call.method !== "DELETE") throw new GraphError(100, "Unsupported request", 33);
  world.media.delete(account, id);
  return ok({ success: true });
}

function download(world: GraphServer, call: Call, account: Account): Answer {
  const fault = world.faults.take("download");
  const early = earlyEnd(fault);
  if (early) return early;
  throwIfError(fault);
  const file = world.media.at(account, call.url.searchParams.get("mid") ?? "");
  if (!file) return { status: 404, body: Buffer.from("URL signature expired"), type: "text/plain" };
  return { status: 200, body: file.bytes, type: file.type };
}

function accountOf(world: GraphServer, { headers, url }: Call): Account {
  const token = /^Bearer (\S+)$/.exec(headers.authorization ?? "")?.[1];
  if (!token) throw new GraphError(104, "An access token is required");
  const account = world.accounts.find(({ tokens }) => tokens.has(token));
  if (!account) throw new GraphError(190, "The access token could not be decrypted", 463);
  const proof = url.searchParams.get("appsecret_proof");
  if (proof !== null && proof !== account.proof(token))
    throw new GraphError(100, "Invalid appsecret_proof provided in the API argument");
  return account;
}
