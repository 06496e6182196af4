import { SessionBuilder, SessionCipher } from "libsignal";

type Session = {
  serialize(): object;
  pendingPreKey?: object;
  constructor: { deserialize(data: object): object };
};
type Cipher = {
  storage: object;
  addr: object;
  queueJob(job: Job): Promise<unknown>;
  doDecryptWhisperMessage(message: Buffer, session?: Session): Promise<Buffer>;
};
type Builder = { storage: object; addr: object; initOutgoing(device: unknown): Promise<void> };
type Job = () => Promise<unknown>;

const mended = Symbol.for("balcao.ratchet");
const queues = new WeakMap<object, Map<string, Promise<unknown>>>();

mend(
  SessionCipher.prototype as unknown as Cipher & { [mended]?: true },
  SessionBuilder.prototype as unknown as Builder,
);

function mend(cipher: Cipher & { [mended]?: true }, builder: Builder) {
  if (cipher[mended]) return;
  cipher[mended] = true;

  // libsignal tries a message on one session after the other, and each try turns the ratchet before
  // the message proves to be for it. A session stored after a failed try reads nothing more: "Bad
  // MAC".
  const { doDecryptWhisperMessage } = cipher;
  cipher.doDecryptWhisperMessage = async function (message, session) {
    const before = session?.serialize();
    try {
      return await doDecryptWhisperMessage.call(this, message, session);
    } catch (thrown) {
      if (session && before) Object.assign(session, session.constructor.deserialize(before));
      throw thrown;
    }
  };

  // libsignal has one queue for all sessions of the process, by the peer's address. When a customer
  // writes to two connections, it runs one's work inside the other's transaction. Here each
  // connection has its own queue, and a job stays with its caller.
  const { initOutgoing } = builder;
  cipher.queueJob = function (job) {
    return queued(this.storage, String(this.addr), job);
  };
  builder.initOutgoing = function (device) {
    return queued(this.storage, String(this.addr), () =>
      initOutgoing.call(this, device),
    ) as Promise<void>;
  };
}

function queued(storage: object, address: string, job: Job): Promise<unknown> {
  const waiting = queues.get(storage) ?? new Map<string, Promise<unknown>>();
  queues.set(storage, waiting);
  const mine = (waiting.get(address) ?? Promise.resolve()).then(job);
  const settled = mine
    .catch(() => {})
    .then(() => void (waiting.get(address) === settled && waiting.delete(address)));
  waiting.set(address, settled);
  return mine;
}
