import { Database } from "bun:sqlite";
import { join } from "node:path";
import type { Campaign, CampaignReport } from "../../modules/campaigns/table.ts";
import { eventually } from "../browser/eventually.ts";
import { whatsapp } from "../whatsapp-server/server.ts";
import { contactList, openDesk } from "./desk.ts";

type Connection = { status: string; qrcode: string };

/**
 * The same in small, against a WhatsApp in this process. It has one line, phones that count their
 * messages, and unused numbers.
 */
export async function campaignsOnWhatsapp(
  executable: string,
  data: string,
  quick: boolean,
): Promise<[string, boolean][]> {
  const [people, kills, cuts, talks] = quick ? [16, 3, 1, 4] : [120, 20, 5, 10];
  const wa = await whatsapp();
  Object.assign(process.env, wa.env);
  try {
    const desk = await openDesk(executable, data);
    const account = wa.account();
    const { id: whatsappId } = await desk.call<{ id: number }>("POST", "/whatsapp", {
      name: "Balcão",
      provider: "beta",
    });
    const seen = (matches: (now: Connection) => boolean) =>
      eventually(
        async () => [await desk.call<Connection>("GET", `/whatsapp/${whatsappId}`)].find(matches),
        "the line",
        30_000,
      );
    await account.scans((await seen(({ qrcode }) => qrcode !== "")).qrcode);
    await seen(({ status }) => status === "CONNECTED");
    await desk.call("POST", "/campaign-settings", {
      settings: { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0, warmUp: false },
    });
    const phones = Array.from({ length: people }, (_, index) =>
      wa.phone(`Cliente ${index}`, { number: `55119777${String(10_000 + index)}` }),
    );
    const rows = [
      ...phones.map(({ name, number }) => `${name};${number}`),
      ...Array.from({ length: 3 }, (_, index) => `Ninguém ${index};5511900009${index}00`),
    ];
    const contactListId = await contactList(desk, "Clientes", rows);
    const { id } = await desk.call<Campaign>("POST", "/campaigns", {
      name: "Natal",
      message1: "Oferta para {nome}",
      message2: "Oferta: {nome}",
      whatsappId,
      contactListId,
    });
    await desk.call("POST", `/campaigns/${id}/start`);
    console.log(`\n${people} contacts on a WhatsApp line, ${talks} conversations`);

    // Customers write during the whole test.
    const state = { isOver: false };
    const customers = Array.from({ length: talks }, (_, index) => wa.phone(`Freguês ${index}`));
    const talking = customers.map(async (customer, index) => {
      for (let turn = 0; !state.isOver; turn++) {
        await customer.says(`pergunta ${index} ${turn}`).catch(() => undefined);
        await Bun.sleep(1000);
      }
    });
    const report = () => desk.call<CampaignReport>("GET", `/campaigns/${id}/report`);
    for (let count = 0; count < kills; count++) {
      const before = (await report()).funnel.sent;
      await eventually(
        async () =>
          [await Bun.sleep(250).then(report)].find(
            ({ funnel, campaign }) =>
              funnel.sent - before >= people / (kills + 2) || campaign.status === "FINALIZADA",
          ),
        "some to be sent",
        120_000,
      );
      if (count % Math.floor(kills / cuts) === 0) {
        wa.kick(account);
        await Bun.sleep(300);
      }
      await Bun.sleep((count * 137) % 900);
      await desk.kill();
      await desk.start({ BALCAO_CLOCK_AHEAD: String([0, 3, -2, 1][count % 4]! * 3_600_000) });
    }
    const ended = await eventually(
      async () => [await report()].find(({ campaign }) => campaign.status === "FINALIZADA"),
      "its end",
      300_000,
    );
    await eventually(
      () => (phones.every(({ inbox }) => inbox.length > 0) ? true : undefined),
      "the last to arrive",
      10_000,
    ).catch(() => undefined);
    state.isOver = true;
    await Promise.all(talking);
    await desk.kill();
    using company = new Database(join(data, "companies/1.sqlite"), { readonly: true });
    const noted = company
      .query(
        "SELECT count(*) AS count FROM campaignShipping WHERE state NOT IN ('sent', 'delivered', 'read') AND reason IS NULL",
      )
      .get() as { count: number };
    const { sent, skipped, failed } = ended.funnel;
    console.log(
      `killed ${kills} times, cut ${cuts} times: ${sent} sent, ${skipped} nobody's, ${failed} failed`,
    );
    const once = phones.filter(
      ({ inbox }) => inbox.filter(({ text }) => text.startsWith("Oferta")).length === 1,
    ).length;
    return [
      [
        `on WhatsApp each of ${people} contacts once (${once}), and others with their reason`,
        once === people && sent === people && skipped === 3 && noted.count === 0,
      ],
    ];
  } finally {
    await wa.stop();
  }
}
