import type {
  ChannelHandlers,
  ConnectionStatus,
  Identifier,
  InboundMessage,
} from "../../channel/channel.ts";
import { Vault } from "../../channel/whatsapp/vault.ts";
import { WhatsApp } from "../../channel/whatsapp/whatsapp.ts";
import type { TypingState } from "../../shared/states.ts";
import { migrated } from "../migrated.ts";
import { Recording } from "../whatsapp-server/recording.ts";
import { whatsapp } from "../whatsapp-server/server.ts";
import { afterwards } from "../world.ts";
import { vaultFile } from "./vault-file.ts";

const patience = 5000;

/**
 * A company's connection beside a WhatsApp of its own. Both end with the test. Each `start` acts as
 * another process on the same file: the earlier one counts as dead.
 */
export async function whatsappConnection() {
  const wa = await whatsapp();
  afterwards(() => wa.stop());
  const account = wa.account();
  const sqlite = migrated("company");
  sqlite.run(
    "INSERT INTO connections (id, name, provider, createdAt, updatedAt) VALUES (1, 'Balcão', 'beta', 0, 0)",
  );
  const { BALCAO_WA_URL: url, BALCAO_WA_ROOT: root, BALCAO_WA_MEDIA_HOST: mediaHost } = wa.env;

  /**
   * A linked channel that is up, and its reports. `onMessage` may fail, or never end; `onAck` gets
   * the file.
   */
  async function start(
    onMessage: (body: string) => unknown = () => {},
    onAck: (file: ReturnType<typeof vaultFile>) => unknown = () => {},
  ) {
    const file = vaultFile(sqlite);
    const [statuses, messages, bodies] = [
      new Recording<ConnectionStatus>(),
      new Recording<InboundMessage>(),
      new Recording<string>(),
    ];
    const [setAside, edits, typing] = [
      new Recording<number>(),
      new Recording<string>(),
      new Recording<[Identifier, TypingState]>(),
    ];
    const ignore = () => {};
    const handlers: ChannelHandlers = {
      onStatus: (status) => statuses.add(status),
      onMessage: async (message) => {
        const { content } = message;
        const body = content.kind === "chat" ? content.body : content.kind;
        messages.add(message);
        bodies.add(body);
        await onMessage(body);
      },
      onSetAside: (count) => setAside.add(count),
      onEdit: ({ body }) => edits.add(body),
      onTyping: ([from], state) => typing.add([from!, state]),
      onRestriction: ignore,
      onReaction: ignore,
      onDelete: ignore,
      onCall: ignore,
      onAck: () => void onAck(file),
      onPerson: ignore,
      onMoved: ignore,
      onMarketing: ignore,
      onTemplate: ignore,
      onRead: ignore,
    };
    const channel = new WhatsApp(
      new Vault(file, 1, new Uint8Array(32).fill(7), Date.now),
      { url, root, mediaHost },
      handlers,
      ignore,
      async () => undefined,
    );
    afterwards(() => channel.stop());
    const is = (matches: (status: ConnectionStatus) => boolean) =>
      statuses.until(matches, 10_000, () => "the connection never gets there");
    await channel.start();
    if (!channel.linked) await account.scans((await is(({ qrcode }) => qrcode !== "")).qrcode);
    await is(({ status }) => status === "CONNECTED");
    const timesUp = () => statuses.all.filter(({ status }) => status === "CONNECTED").length;
    return {
      channel,
      messages,
      bodies,
      setAside,
      edits,
      typing,
      receives: (body: string) =>
        bodies.until(
          (each) => each === body,
          patience,
          () => `${body} never came, but ${JSON.stringify(bodies.all)}`,
        ),
      /** The network ends the connection's socket, and the connection comes up again. */
      async reconnects() {
        const before = timesUp();
        wa.faults.streamError(515);
        await is(() => timesUp() > before);
      },
    };
  }

  return { wa, account, start };
}
