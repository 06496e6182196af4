import {
  headerFormats,
  templateCategories,
  templateQualities,
  templateStates,
  variablesOf,
  type NetworkTemplate,
  type TemplateButton,
  type TemplateParts,
} from "../../shared/templates.ts";
import type { ChannelTemplates, TemplateReport } from "../channel-templates.ts";
import { Refused } from "../channel.ts";
import { isObject, line, list, plain } from "../wire-values.ts";
import { GraphRefusal, type Graph } from "./graph.ts";

type Raw = Record<string, unknown>;

/** At most so many pages of a list, each of 100 templates: Meta allows no account more. */
const mostPages = 70;
const fields =
  "name,language,category,status,quality_score,rejected_reason,parameter_format,components";

/** The templates of a WhatsApp Business Account. rules.md#templates */
export class CloudTemplates implements ChannelTemplates {
  constructor(
    private readonly wabaId: () => string,
    private readonly whileUp: <T>(work: (graph: Graph) => Promise<T>) => Promise<T>,
  ) {}

  list() {
    return this.whileUp(async (graph) => {
      const templates: NetworkTemplate[] = [];
      let after = "";
      for (let page = 0; page < mostPages; page += 1) {
        const answer = await graph.get(
          `${this.wabaId()}/message_templates?limit=100&fields=${fields}${after && `&after=${encodeURIComponent(after)}`}`,
        );
        templates.push(...list(answer.data).flatMap(templateOf));
        const paging = isObject(answer.paging) ? answer.paging : {};
        after = isObject(paging.cursors) ? line(paging.cursors.after) : "";
        if (!paging.next || !after) break;
      }
      return templates;
    });
  }

  create(parts: TemplateParts) {
    return this.whileUp(async (graph) => {
      const { name, language, category, format } = parts;
      const answer = await refusing(
        graph.post(`${this.wabaId()}/message_templates`, {
          name,
          language,
          category,
          parameter_format: format,
          components: componentsOf(parts),
        }),
      );
      return {
        id: line(answer.id),
        state: oneOf(templateStates, answer.status) ?? "PENDING",
        category: oneOf(templateCategories, answer.category) ?? category,
      };
    });
  }

  edit(id: string, parts: TemplateParts) {
    return this.whileUp(async (graph) => {
      const { category } = parts;
      // The category of an approved template is fixed, and naming it is refused.
      const now = await graph.get(`${id}?fields=category`);
      await refusing(
        graph.post(id, {
          ...(now.category !== category && { category }),
          components: componentsOf(parts),
        }),
      );
      return { state: "PENDING" as const, category };
    });
  }

  delete(id: string, name: string) {
    return this.whileUp(async (graph) => {
      const query = new URLSearchParams({ hsm_id: id, name });
      await refusing(graph.delete(`${this.wabaId()}/message_templates?${query}`));
    });
  }
}

/** A template in a list; none where a part of it is not understood at all. */
export function templateOf(row: Raw): NetworkTemplate[] {
  const category = oneOf(templateCategories, row.category);
  const components = list(row.components);
  const byType = (type: string) => components.find((one) => one.type === type);
  const body = plain(byType("BODY")?.text, 4096);
  const id = line(row.id);
  if (!category || !id) return [];
  const header = byType("HEADER");
  const format = oneOf(headerFormats, header?.format);
  const buttons = list(byType("BUTTONS")?.buttons).map(buttonOf);
  const plainTypes = ["HEADER", "BODY", "FOOTER", "BUTTONS"];
  return [
    {
      id,
      name: line(row.name),
      language: line(row.language),
      category,
      state: oneOf(templateStates, row.status) ?? "DISABLED",
      quality:
        oneOf(templateQualities, isObject(row.quality_score) ? row.quality_score.score : "") ??
        "UNKNOWN",
      reason: reasonOf(row.rejected_reason),
      format: line(row.parameter_format).toUpperCase() === "NAMED" ? "NAMED" : "POSITIONAL",
      header: format ? { format, text: line(header?.text) } : null,
      body,
      footer: line(byType("FOOTER")?.text),
      buttons,
      examples: {
        ...examplesOf(header, "header_text"),
        ...examplesOf(byType("BODY"), "body_text"),
      },
      isPlain:
        components.every(({ type }) => plainTypes.includes(line(type))) &&
        (format === undefined || format === "TEXT") &&
        buttons.every(({ type }) => type !== "other"),
    },
  ];
}

/** The report of a template in a webhook; undefined for other kinds. */
export function templateReportOf(kind: string, item: Raw): TemplateReport | undefined {
  const id = line(String(item.message_template_id ?? ""));
  if (!id) return undefined;
  if (kind === "message_template_status_update") {
    const state = oneOf(templateStates, item.event) ?? "DISABLED";
    return { id, state, reason: state === "REJECTED" ? reasonOf(item.reason) : "" };
  }
  if (kind === "message_template_quality_update")
    return { id, quality: oneOf(templateQualities, item.new_quality_score) ?? "UNKNOWN" };
  const category = oneOf(templateCategories, item.new_category);
  return kind === "template_category_update" && category ? { id, category } : undefined;
}

/** The components of a template as Meta takes them. */
export function componentsOf({
  format,
  header,
  body,
  footer,
  buttons,
  examples,
}: TemplateParts): object[] {
  const exampleOf = (text: string, name: "header_text" | "body_text") => {
    const names = variablesOf(text);
    if (names.length === 0) return {};
    const values = names.map((one) => examples[one] ?? "");
    if (format === "POSITIONAL")
      return { example: { [name]: name === "body_text" ? [values] : values } };
    const named = names.map((one, index) => ({ param_name: one, example: values[index] }));
    return { example: { [`${name}_named_params`]: named } };
  };
  return [
    ...(header
      ? [
          {
            type: "HEADER",
            format: header.format,
            text: header.text,
            ...exampleOf(header.text, "header_text"),
          },
        ]
      : []),
    { type: "BODY", text: body, ...exampleOf(body, "body_text") },
    ...(footer ? [{ type: "FOOTER", text: footer }] : []),
    ...(buttons.length > 0 ? [{ type: "BUTTONS", buttons: buttons.map(metaButton) }] : []),
  ];
}

function metaButton(button: TemplateButton): object {
  switch (button.type) {
    case "quickReply":
      return { type: "QUICK_REPLY", text: button.text };
    case "url":
      return {
        type: "URL",
        text: button.text,
        url: button.url,
        ...(button.example && { example: [button.example] }),
      };
    case "phone":
      return { type: "PHONE_NUMBER", text: button.text, phone_number: button.number };
    case "copyCode":
      return { type: "COPY_CODE", example: button.example };
    case "other":
      throw new Refused("ERR_TEMPLATE_NOT_USABLE");
  }
}

function buttonOf({ type, text, url, phone_number: number, example }: Raw): TemplateButton {
  const title = line(text);
  const [first] = Array.isArray(example) ? example : [example];
  if (type === "QUICK_REPLY") return { type: "quickReply", text: title };
  if (type === "PHONE_NUMBER") return { type: "phone", text: title, number: line(number) };
  if (type === "COPY_CODE") return { type: "copyCode", example: line(first) };
  if (type !== "URL") return { type: "other", kind: line(type) };
  return { type: "url", text: title, url: line(url), ...(first ? { example: line(first) } : {}) };
}

function examplesOf(component: Raw | undefined, name: string): Record<string, string> {
  const example = isObject(component?.example) ? component.example : {};
  const named = list(example[`${name}_named_params`]).map(
    (one) => [line(one.param_name), line(one.example)] as const,
  );
  const given = Array.isArray(example[name]) ? (example[name] as unknown[]) : [];
  const values = Array.isArray(given[0]) ? (given[0] as unknown[]) : given;
  const numbered = values.map((one, index) => [String(index + 1), line(one)] as const);
  return Object.fromEntries(named.length > 0 ? named : numbered);
}

// Meta writes NONE for no reason.
const reasonOf = (reason: unknown) =>
  line(reason)
    .replace(/^NONE$/, "")
    .slice(0, 500);

const oneOf = <T extends string>(all: readonly T[], value: unknown): T | undefined =>
  all.find((one) => one === value);

/** Meta's refusal of a template's own values, told from the errors of messages by its subcode. */
async function refusing<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (thrown) {
    if (thrown instanceof GraphRefusal && thrown.error.code === 100)
      throw new Refused("ERR_TEMPLATE_REFUSED");
    throw thrown;
  }
}
