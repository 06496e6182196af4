import type { ChannelTemplates } from "../channel/channel-templates.ts";
import { templates, type Template } from "../modules/templates/table.ts";
import { until, type Box } from "./world.ts";

/** The connection that plays the official channel. */
export const official = 2;

/** A template with two variables, as a client makes it. */
export const orderTemplate = {
  name: "pedido_saiu",
  language: "pt_BR",
  category: "UTILITY",
  body: "Oi {{nome}}, seu pedido de {{valor}} saiu.",
  footer: "Padaria",
  buttons: [{ type: "quickReply", text: "Obrigada" }],
  examples: { nome: "Bia", valor: "R$ 10,00" },
};

/** Brings a connection up as the official channel of the practice network. */
export async function officialOf(shop: Box) {
  shop.db.sqlite.run("UPDATE connections SET provider = 'practiceCloud' WHERE id = ?", [official]);
  const customer = await shop.phone(official);
  const stored = () => shop.db.select().from(templates).all();
  const make = (body: object) =>
    shop.as("rui").post<Template>(`/templates?whatsappId=${official}`, body);
  const approved = async (body: object = orderTemplate) => {
    const { body: made } = await make(body);
    await until(() => stored().find(({ id }) => id === made.id)?.state === "APPROVED");
    return made;
  };
  const desk = () =>
    shop.connectionManager.channel(1, official)!.templates as ChannelTemplates & {
      decide(id: string, change: object): Promise<void>;
    };
  /** The network decides about the first template. */
  const decide = (change: object) => desk().decide(stored()[0]!.networkId, change);
  return { customer, stored, make, approved, desk, decide };
}
