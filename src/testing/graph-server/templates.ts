import type { Account } from "./account.ts";
import { checked } from "./bodies.ts";
import { DAY, HOUR } from "./clock.ts";
import { GraphError, missingObject } from "./errors.ts";
import type { GraphWorld } from "./graph-world.ts";
import { limits } from "./limits.ts";
import {
  creation,
  edition,
  type Category,
  type Component,
  type TemplateUse,
} from "./template-bodies.ts";
import { checkDefinition, checkUse, render, type Format } from "./template-checks.ts";

export type TemplateState =
  | "PENDING"
  | "APPROVED"
  | "REJECTED"
  | "PAUSED"
  | "DISABLED"
  | "FLAGGED"
  | "PENDING_DELETION"
  | "LIMIT_EXCEEDED";

/** A template in one language. */
export class Template {
  state: TemplateState = "PENDING";
  quality: "GREEN" | "YELLOW" | "RED" | "UNKNOWN" = "UNKNOWN";
  reason = "NONE";
  edits: number[] = [];

  constructor(
    readonly id: string,
    readonly name: string,
    readonly language: string,
    public category: Category,
    public format: Format,
    public components: Component[],
    readonly createdAt: number,
  ) {}

  render(use: TemplateUse): string {
    return render(this, use);
  }

  get row(): Record<string, unknown> {
    return {
      name: this.name,
      parameter_format: this.format,
      components: this.components,
      language: this.language,
      status: this.state,
      category: this.category,
      id: this.id,
      rejected_reason: this.reason,
      quality_score: { score: this.quality },
    };
  }
}

/** The template of a message, after its parameters were checked. Throws as Meta refuses it. */
export function usedTemplate(account: Account, use: TemplateUse): Template {
  const template = [...account.templates.values()].find(
    ({ name, language }) => name === use.name && language === use.language.code,
  );
  if (!template || ["PENDING", "REJECTED", "PENDING_DELETION"].includes(template.state))
    throw new GraphError(
      132001,
      `template name (${use.name}) does not exist in ${use.language.code}`,
    );
  if (template.state === "PAUSED") throw new GraphError(132015, "The template is paused");
  if (template.state === "DISABLED") throw new GraphError(132016, "The template is disabled");
  checkUse(template, use);
  return template;
}

/** `POST /{waba_id}/message_templates`. */
export function create(world: GraphWorld, account: Account, body: unknown): object {
  const values = checked(creation, body);
  const now = world.clock.now();
  const all = [...account.templates.values()];
  if (
    all.filter(({ createdAt }) => createdAt > now - HOUR).length >= limits.templateCreationsPerHour
  )
    throw new GraphError(80008, "Too many templates were created within an hour");
  const blocked = account.deletedNames.get(values.name);
  if (blocked !== undefined && blocked > now)
    throw new GraphError(100, "The name was deleted within the last 30 days", 2388023);
  if (all.some(({ name, language }) => name === values.name && language === values.language))
    throw new GraphError(100, "There is already content in this language", 2388024);
  const format = formatOf(values.parameter_format);
  checkDefinition({ format, components: values.components });
  const template = new Template(
    world.newNumber(),
    values.name,
    values.language,
    values.category,
    format,
    values.components,
    now,
  );
  account.templates.set(template.id, template);
  if (world.approvesAtOnce) template.state = "APPROVED";
  return { id: template.id, status: template.state, category: template.category };
}

/** `GET /{waba_id}/message_templates`, a page at a time. */
export function list(account: Account, query: URLSearchParams, address: string): object {
  const limit = Math.min(Number(query.get("limit") ?? 25), 250);
  if (!Number.isInteger(limit) || limit < 1) throw new GraphError(100, "Param limit is invalid");
  const matching = [...account.templates.values()].filter(
    (one) =>
      (query.get("name") ?? one.name) === one.name &&
      (query.get("status") ?? one.state) === one.state &&
      (query.get("language") ?? one.language) === one.language &&
      (query.get("category") ?? one.category) === one.category,
  );
  const after = query.get("after");
  const start = after ? matching.findIndex(({ id }) => cursor(id) === after) + 1 : 0;
  if (after && !start) throw new GraphError(100, "Param after is no cursor of this list");
  const page = matching.slice(start, start + limit);
  const fields = query.get("fields")?.split(",");
  const more = start + limit < matching.length;
  const next = new URLSearchParams(query);
  if (page.length) next.set("after", cursor(page.at(-1)!.id));
  return {
    data: page.map(({ row }) =>
      fields
        ? Object.fromEntries(
            Object.entries(row).filter(([key]) => key === "id" || fields.includes(key)),
          )
        : row,
    ),
    ...(page.length && {
      paging: {
        cursors: { before: cursor(page[0]!.id), after: cursor(page.at(-1)!.id) },
        ...(more && { next: `${address}?${next}` }),
      },
    }),
  };
}

/** `POST /{template_id}`. */
export function edit(world: GraphWorld, template: Template, body: unknown): object {
  const values = checked(edition, body);
  if (!["APPROVED", "REJECTED", "PAUSED"].includes(template.state))
    throw new GraphError(100, `A template that is ${template.state} cannot be edited`, 2388040);
  const now = world.clock.now();
  const recent = template.edits.filter((at) => at > now - 30 * DAY);
  if (template.state === "APPROVED" && (recent.length >= 10 || recent.some((at) => at > now - DAY)))
    throw new GraphError(100, "An approved template can be edited once a day", 2388039);
  if (template.state === "APPROVED" && values.category && values.category !== template.category)
    throw new GraphError(100, "The category of an approved template is fixed", 2388041);
  const components = values.components ?? template.components;
  const format = values.parameter_format ? formatOf(values.parameter_format) : template.format;
  checkDefinition({ format, components });
  Object.assign(template, {
    components,
    format,
    category: values.category ?? template.category,
    state: world.approvesAtOnce ? "APPROVED" : "PENDING",
    edits: [...recent, now],
  });
  return { success: true };
}

/** `DELETE /{waba_id}/message_templates?name=`, of one language with `hsm_id`. */
export function remove(world: GraphWorld, account: Account, query: URLSearchParams): object {
  const name = query.get("name");
  if (!name) throw new GraphError(131008, "The parameter name is required.");
  const hsm = query.get("hsm_id");
  const matching = [...account.templates.values()].filter(
    (one) => one.name === name && (hsm === null || one.id === hsm),
  );
  if (!matching.length) throw new GraphError(100, "There is no such template", 2593002);
  for (const { id } of matching) account.templates.delete(id);
  account.deletedNames.set(name, world.clock.now() + 30 * DAY);
  return { success: true };
}

/** `POST /{template_id}/unpause`. */
export function unpause(template: Template): object {
  if (template.state !== "PAUSED") return { success: false, reason: "The template is not paused" };
  template.state = "APPROVED";
  return { success: true };
}

/** The template with this id in any of these accounts. Throws when there is none. */
export function templateOf(account: Account, id: string): Template {
  const template = account.templates.get(id);
  if (!template) throw missingObject(id);
  return template;
}

function formatOf(value: string | undefined): Format {
  return value?.toUpperCase() === "NAMED" ? "NAMED" : "POSITIONAL";
}

function cursor(id: string): string {
  return Buffer.from(`after ${id}`).toString("base64url");
}
