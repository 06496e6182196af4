import { isIP } from "node:net";
import { speaksTls, tlsMode } from "../tls/mode.ts";
import { channelOf, newestIn } from "../update/channel.ts";
import { releaseKeys } from "../update/keys.ts";
import { version } from "../version.ts";
import { fail, ok, warn, above, below, type Check, type Patient } from "./check.ts";

/** The host that a box must always reach, or its stand-in. */
const whatsappOf = ({ env }: Patient) =>
  env.waUrl?.replace(/^ws/, "http") ?? "https://web.whatsapp.com/";
const patience = 5000;
const day = 86_400_000;

const internet = async (patient: Patient) => {
  const began = performance.now();
  const answer = await ask(patient);
  return answer
    ? ok(`${Math.round(performance.now() - began)} ms`)
    : warn(new URL(whatsappOf(patient)).host);
};

/**
 * How far the clock is from WhatsApp's: far off, it refuses us, and schedules leave at the wrong
 * time.
 */
const clock = async (patient: Patient) => {
  const theirs = Date.parse((await ask(patient))?.headers.get("date") ?? "");
  if (Number.isNaN(theirs)) return undefined;
  const seconds = Math.round(Math.abs(patient.now() - theirs) / 1000);
  return above(seconds, { warns: 30, fails: 300 }, `${seconds} s`);
};

/** The certificate that the box shows by itself, while it runs. */
const ownCertificate = async ({ env, now }: Patient) =>
  speaksTls(tlsMode(env)) ? daysLeft(await validUntil("127.0.0.1", env.tlsPort), now()) : undefined;

/** The certificate that something before the box shows. */
const certificate = async ({ env, now }: Patient) => {
  const url = env.publicUrl && !speaksTls(tlsMode(env)) ? new URL(env.publicUrl) : undefined;
  if (url?.protocol !== "https:") return undefined;
  return daysLeft(await validUntil(url.hostname, Number(url.port || 443)), now()) ?? fail(url.host);
};

const daysLeft = (until: number | undefined, now: number) => {
  if (until === undefined) return undefined;
  const days = Math.floor((until - now) / day);
  return below(days, { warns: 14, fails: 1 }, `${days} d`);
};

/** The newest release in the channel that the box updates from, where one is set. */
const updates = async ({ env }: Patient) => {
  const channel = channelOf(env);
  if (!channel) return ok("–");
  const where = `${channel.name} · ${channel.place}`;
  try {
    const newest = await newestIn(channel, releaseKeys);
    return Bun.semver.order(newest, version.version) > 0 ? warn(`${where} · ${newest}`) : ok(where);
  } catch (thrown) {
    return warn(`${where} · ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
};

/** Checks of the way between the box and the world. */
export const networkChecks: Check[] = [
  { name: "clock", who: "owner", thorough: true, examine: clock },
  { name: "certificate", who: "owner", examine: ownCertificate },
  { name: "certificate", who: "owner", thorough: true, examine: certificate },
  { name: "internet", who: "owner", thorough: true, examine: internet },
  { name: "updates", who: "owner", thorough: true, examine: updates },
];

const ask = (patient: Patient) =>
  fetch(whatsappOf(patient), {
    method: "HEAD",
    redirect: "manual",
    signal: AbortSignal.timeout(patience),
  }).catch(() => undefined);

/** Until when (epoch ms) a host's certificate is valid, by any issuer. */
async function validUntil(host: string, port: number) {
  // Loaded here: a box starts sooner without it.
  const { connect } = await import("node:tls");
  return new Promise<number | undefined>((resolve) => {
    const socket = connect(
      {
        host,
        port,
        ...(isIP(host) === 0 && { servername: host }),
        rejectUnauthorized: false,
        timeout: patience,
      },
      () => {
        resolve(Date.parse(socket.getPeerCertificate().valid_to));
        socket.destroy();
      },
    );
    const give = () => {
      resolve(undefined);
      socket.destroy();
    };
    socket.on("error", give).on("timeout", give);
  });
}
