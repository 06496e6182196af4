import { box, fabrica, type Box, type Loose } from "./world.ts";
import type { Campaign, CampaignReport } from "../modules/campaigns/table.ts";

/**
 * A box with a phone on Balcão, and the parts of a campaign: a list, a campaign, and time that
 * passes second by second.
 */
export async function marketing(opened?: Box) {
  const shop = opened ?? (await box());
  // Signs in again for each call, because time passes by hours.
  const rui: Pick<ReturnType<Box["as"]>, "get" | "post" | "put" | "delete"> = {
    get: (path) => shop.as("rui").get(path),
    post: (path, body) => shop.as("rui").post(path, body),
    put: (path, body) => shop.as("rui").put(path, body),
    delete: (path) => shop.as("rui").delete(path),
  };
  const phone = await shop.phone();
  const post = async <Body = Loose>(path: string, body?: object) =>
    (await rui.post<Body>(path, body)).body;

  /** A list of so many numbers: 5511977770000, 5511977770001 … */
  const list = async (count: number, name = "Clientes") => {
    const { id } = await post<{ id: number }>("/contact-lists", { name });
    for (let index = 0; index < count; index++)
      await rui.post("/contact-list-items", {
        name: `Cliente ${index}`,
        number: numberOf(index),
        email: "",
        contactListId: id,
      });
    return id;
  };

  const campaign = (values: object = {}) =>
    rui.post<Campaign>("/campaigns", {
      name: "Natal",
      message1: "Oi {nome}",
      whatsappId: 1,
      ...values,
    });
  const settings = (settings: object) => rui.post("/campaign-settings", { settings });

  /** Passes so many seconds, and does the due work of each. */
  const pass = async (seconds: number) => {
    for (let each = 0; each < seconds; each++) {
      shop.clock.pass(1000);
      shop.campaignRunner.runAllDue();
      await shop.campaignRunner.settled();
    }
  };
  const report = async (id: number) =>
    (await rui.get<CampaignReport>(`/campaigns/${id}/report`)).body;
  const got = (index: number) => phone.got(numberOf(index));

  const secondPhone = () => shop.phone(fabrica);

  return { ...shop, rui, phone, secondPhone, post, list, campaign, settings, pass, report, got };
}

export const numberOf = (index: number) => `55119777${String(70_000 + index).padStart(5, "0")}`;
