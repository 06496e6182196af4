import { z } from "zod";
import type { BusinessNumber } from "./account.ts";
import { checked, parseCall } from "./bodies.ts";
import { earlyEnd, faulty, json, ok, pick, type Answer, type Call } from "./call.ts";
import { GraphError } from "./errors.ts";
import { throwIfError } from "./faults.ts";
import { limits } from "./limits.ts";
import type { GraphServer } from "./server.ts";

/** Answers the calls of a phone number. Throws as Meta refuses them. */
export async function numberCall(
  world: GraphServer,
  call: Call,
  number: BusinessNumber,
  name: string,
): Promise<Answer> {
  if (name === "GET ") {
    faulty(world, "number");
    return ok(pick(numberFields(number), call.url.searchParams.get("fields"), number.id));
  }
  if (name === "POST messages") return send(world, number, call);
  if (name === "POST media") return upload(world, number, call);
  faulty(world, "other");
  if (name === "POST register") {
    checked(registration, json(call));
    if (number.coexistence)
      throw new GraphError(100, "A number on the Business app must not be registered");
    number.registered = true;
    return ok({ success: true });
  }
  if (name === "POST deregister") {
    number.registered = false;
    return ok({ success: true });
  }
  if (name === "GET whatsapp_business_profile")
    return ok({ data: [{ messaging_product: "whatsapp", ...number.profile }] });
  if (name === "POST whatsapp_business_profile") {
    number.profile = { ...number.profile, ...checked(profile, json(call)) };
    return ok({ success: true });
  }
  if (name === "POST block_users" || name === "DELETE block_users")
    return block(world, number, call, call.method === "POST");
  if (name === "POST smb_app_data") {
    const { sync_type } = checked(syncCall, json(call));
    if (!number.coexistence) throw new GraphError(100, "The number is not on the Business app");
    number.syncs.push(sync_type);
    return ok({ messaging_product: "whatsapp", request_id: world.newNumber() });
  }
  throw new GraphError(100, `Unsupported ${call.method} request`, 33);
}

async function send(world: GraphServer, number: BusinessNumber, call: Call): Promise<Answer> {
  const request = json(call);
  const to = typeof request.to === "string" ? request.to.replace(/\D/g, "") : undefined;
  const fault = world.faults.take("messages", to);
  const early = earlyEnd(fault);
  if (early) return early;
  const parsed = parseCall(request);
  if ("read" in parsed)
    return ok(
      world.messages.read(
        number,
        parsed.read.message_id,
        parsed.read.typing_indicator !== undefined,
      ),
    );
  throwIfError(fault);
  const { answer, settle } = world.messages.take(number, parsed.send, fault);
  return {
    ...ok(answer),
    after: settle,
    ...(fault?.kind === "cut" && { cut: true }),
    ...(fault?.kind === "silence" && { cut: true, silence: fault.ms }),
  };
}

async function upload(world: GraphServer, number: BusinessNumber, call: Call): Promise<Answer> {
  faulty(world, "media");
  const type = call.headers["content-type"] ?? "";
  if (!type.startsWith("multipart/form-data"))
    throw new GraphError(100, "The parameter file is required.");
  const form = await new Response(call.body as Uint8Array<ArrayBuffer>, {
    headers: { "content-type": type },
  }).formData();
  for (const key of form.keys())
    if (!["messaging_product", "type", "file"].includes(key))
      throw new GraphError(100, `Unexpected key "${key}" on param "media".`);
  // Graph reads a parameter from the address too.
  const inAddress = call.url.searchParams.get("messaging_product");
  if ((form.get("messaging_product") ?? inAddress) !== "whatsapp")
    throw new GraphError(100, "The parameter messaging_product is required.");
  const file = form.get("file");
  if (!(file instanceof Blob)) throw new GraphError(100, "The parameter file is required.");
  const claimed = form.get("type");
  const bytes = new Uint8Array(await file.arrayBuffer());
  const stored = world.media.upload(
    number.account,
    bytes,
    typeof claimed === "string" && claimed ? claimed : partType(call.body),
  );
  return ok({ id: stored.id });
}

/** The type in the head of the file's part; a parsed form takes it from the file's name. */
function partType(body: Buffer): string {
  const head = body.subarray(0, 4096).toString("latin1");
  return /name="file"[^\r]*\r\nContent-Type: ([^\r]+)/i.exec(head)?.[1] ?? "";
}

function block(world: GraphServer, number: BusinessNumber, call: Call, blocks: boolean): Answer {
  const { block_users } = checked(blockCall, json(call));
  const done: object[] = [];
  const failed: object[] = [];
  for (const { user } of block_users) {
    const digits = user.replace(/\D/g, "");
    const customer = world.customers.find(
      (one) => one.answersTo(digits) || number.account.userIdOf(one) === user,
    );
    // Meta blocks only people who wrote within the last day.
    if (!customer || (blocks && !world.windows.isOpen(number, customer))) {
      failed.push({ input: user, wa_id: digits, errors: [{ code: 139100, message: "No chat" }] });
      continue;
    }
    if (blocks) number.blocked.add(customer);
    else number.blocked.delete(customer);
    done.push({ input: user, wa_id: customer.waId });
  }
  const key = blocks ? "added_users" : "removed_users";
  return ok({
    messaging_product: "whatsapp",
    block_users: { [key]: done, ...(failed.length && { failed_users: failed }) },
  });
}

/** The fields that a number may be asked for. */
export function numberFields(number: BusinessNumber): Record<string, unknown> {
  return {
    id: number.id,
    verified_name: number.verifiedName,
    code_verification_status: "VERIFIED",
    display_phone_number: number.display,
    quality_rating: number.quality,
    platform_type: "CLOUD_API",
    is_on_biz_app: number.coexistence,
    throughput: { level: "STANDARD" },
    messaging_limit_tier: number.account.tier,
    name_status: "APPROVED",
    status: number.registered ? "CONNECTED" : "DISCONNECTED",
  };
}

const product = { messaging_product: z.literal("whatsapp") };
const registration = z.strictObject({ ...product, pin: z.string().regex(/^\d{6}$/) });
const syncCall = z.strictObject({
  ...product,
  sync_type: z.enum(["smb_app_state_sync", "history"]),
});
const blockCall = z.strictObject({
  ...product,
  block_users: z
    .array(z.strictObject({ user: z.string().min(1) }))
    .min(1)
    .max(limits.blockedPerCall),
});
const profile = z.strictObject({
  ...product,
  about: z.string().max(139).optional(),
  address: z.string().max(256).optional(),
  description: z.string().max(512).optional(),
  email: z.string().max(128).optional(),
  websites: z.array(z.string().max(256)).max(2).optional(),
  vertical: z.string().optional(),
});
