import { z } from "zod";
import type { Account } from "./account.ts";
import { checked } from "./bodies.ts";
import { faulty, json, ok, pick, type Answer, type Call } from "./call.ts";
import { GraphError } from "./errors.ts";
import { verify } from "./graph-world.ts";
import { numberFields } from "./number-calls.ts";
import type { GraphServer } from "./server.ts";
import * as templates from "./templates.ts";

/** Answers the calls of a WhatsApp Business Account. Throws as Meta refuses them. */
export function accountCall(
  world: GraphServer,
  call: Call,
  account: Account,
  name: string,
): Promise<Answer> | Answer {
  const { searchParams } = call.url;
  if (name.endsWith("message_templates")) faulty(world, "templates");
  else faulty(world, "other");
  if (name === "GET message_templates")
    return ok(templates.list(account, searchParams, call.url.origin + call.url.pathname));
  if (name === "POST message_templates") return ok(templates.create(world, account, json(call)));
  if (name === "DELETE message_templates")
    return ok(templates.remove(world, account, searchParams));
  if (name === "GET phone_numbers")
    return ok({
      data: account.numbers.map((one) =>
        pick(numberFields(one), searchParams.get("fields"), one.id),
      ),
    });
  if (name === "GET subscribed_apps") return ok({ data: subscriptions(account) });
  if (name === "POST subscribed_apps") return subscribe(account, call);
  if (name === "DELETE subscribed_apps") {
    account.subscribed = false;
    return ok({ success: true });
  }
  if (name === "GET ")
    return ok(
      pick(
        { id: account.wabaId, name: "Padaria Pão Quente", timezone_id: "26", currency: "BRL" },
        searchParams.get("fields"),
        account.wabaId,
      ),
    );
  throw new GraphError(100, `Unsupported ${call.method} request`, 33);
}

/** Answers the calls of a template. Throws as Meta refuses them. */
export function templateCall(
  world: GraphServer,
  call: Call,
  template: templates.Template,
  name: string,
): Answer {
  faulty(world, "templates");
  if (name === "GET ")
    return ok(pick(template.row, call.url.searchParams.get("fields"), template.id));
  if (name === "POST ") return ok(templates.edit(world, template, json(call)));
  if (name === "POST unpause") return ok(templates.unpause(template));
  throw new GraphError(100, `Unsupported ${call.method} request`, 33);
}

/** Subscribes the app; an address of its own has to prove itself first. */
async function subscribe(account: Account, call: Call): Promise<Answer> {
  const values = checked(subscription, call.body.length ? json(call) : {});
  if (values.override_callback_uri) {
    const url = values.override_callback_uri;
    const verifyToken = values.verify_token;
    if (!verifyToken) throw new GraphError(100, "The parameter verify_token is required.");
    await verify(url, verifyToken).catch((error: Error) => {
      throw new GraphError(2200, error.message);
    });
    account.override = { url, verifyToken };
  } else account.override = undefined;
  account.subscribed = true;
  return ok({ success: true });
}

function subscriptions(account: Account): object[] {
  if (!account.subscribed) return [];
  return [
    {
      whatsapp_business_api_data: {
        id: account.appId,
        name: "Balcão",
        link: "https://www.facebook.com/games/?app_id=" + account.appId,
      },
      ...(account.override && { override_callback_uri: account.override.url }),
    },
  ];
}

const subscription = z.strictObject({
  override_callback_uri: z.url().optional(),
  verify_token: z.string().optional(),
});
