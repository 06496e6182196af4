import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { chmodSync, cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../build/repository.ts";
import { publicLine, signFile } from "../kit/files/minisign.ts";
import { tarGz } from "../kit/files/tar.ts";
import { claimedFolder } from "../testing/claimed.ts";
import { claimBox, runBalcao } from "../testing/running.ts";
import { afterwards, folder, test } from "../testing/world.ts";
import { openArchive } from "./archive.ts";
import { channelOf, fetchArchive, newestIn, type Channel } from "./channel.ts";
import { hindrance } from "./moment.ts";
import { tryOut } from "./trial.ts";

const newKey = () =>
  generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }) as string;
const key = newKey();
const keys = [publicLine(key)];

/** A release as it is on a stick. */
async function release({ version = "9.9.9", signedBy = key, program = "#!/bin/sh\n" } = {}) {
  const home = folder();
  const path = join(home, `balcao-${version}-linux-x64.tar.gz`);
  const archive = await tarGz([
    { name: "balcao", content: Buffer.from(program), mode: 0o755 },
    { name: "install.sh", content: Buffer.from("#!/bin/sh\n") },
  ]);
  await Bun.write(path, archive);
  const sums = Buffer.from(
    `${new Bun.CryptoHasher("sha256").update(archive).digest("hex")}  balcao-${version}-linux-x64.tar.gz\n`,
  );
  await Bun.write(join(home, "SHA256SUMS"), sums);
  await Bun.write(join(home, "SHA256SUMS.minisig"), signFile(sums, signedBy, `balcao ${version}`));
  return { home, path };
}

test("a release that one of our keys signed is opened", async () => {
  const { path } = await release();
  const archive = await openArchive(path, keys);
  expect([archive.version, Buffer.from(await archive.file("balcao")).toString()]).toEqual([
    "9.9.9",
    "#!/bin/sh\n",
  ]);
});

test("anything else is refused in words", async () => {
  const opened = (path: string, trusted = keys) =>
    openArchive(path, trusted).then(
      () => "opened",
      (thrown: Error) => thrown.message,
    );
  const [changed, unsigned, theirs] = [
    await release(),
    await release(),
    await release({ signedBy: newKey() }),
  ];
  const bytes = await Bun.file(changed.path).bytes();
  bytes[bytes.length - 20]! ^= 1;
  await Bun.write(changed.path, bytes);
  await Bun.file(join(unsigned.home, "SHA256SUMS.minisig")).delete();
  expect(await opened(changed.path)).toContain("is not what was signed");
  expect(await opened(unsigned.path)).toContain("have to lie beside");
  expect(await opened(theirs.path)).toContain("was not signed by a key");
  expect(await opened(join(folder(), "nowhere.tar.gz"))).toContain("no such file");
  const command = await runBalcao([
    "update",
    "check",
    "--from",
    (await release()).path,
    "--data",
    folder(),
  ]);
  expect([command.code, command.err]).toEqual([
    1,
    expect.stringContaining("was not signed by a key"),
  ]);
});

test("a channel is a folder, or an address, whose newest release is known by its signature", async () => {
  const { home } = await release();
  const place = folder();
  cpSync(home, join(place, "beta"), { recursive: true });
  const web = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async ({ url }) =>
      ((file) =>
        file.exists().then((is) => (is ? new Response(file) : new Response("", { status: 404 }))))(
        Bun.file(join(place, new URL(url).pathname)),
      ),
  });
  afterwards(() => web.stop(true));
  const data = folder();
  for (const updatesFrom of [`${place}/`, `http://127.0.0.1:${web.port}`]) {
    const beta = channelOf({ updatesFrom, updateChannel: "beta", data })!;
    expect(await newestIn(beta, keys)).toBe("9.9.9");
    if (process.arch === "x64")
      expect((await openArchive(await fetchArchive(beta, "9.9.9", folder()), keys)).version).toBe(
        "9.9.9",
      );
    const failure = (channel: Channel, trusted = keys) =>
      newestIn(channel, trusted).then(
        () => "",
        (thrown: Error) => thrown.message,
      );
    expect([await failure(beta, []), await failure({ ...beta, name: "stable" })]).toEqual([
      expect.stringContaining("was not signed"),
      expect.stringMatching(/no such file|answered 404/),
    ]);
  }
  expect([channelOf({ data }), channelOf({ updatesFrom: place, data })?.name]).toEqual([
    undefined,
    "stable",
  ]);

  await claimBox(data);
  const control = new Database(join(data, "control.sqlite"));
  control.run("INSERT INTO instance VALUES ('provision', ?)", [
    JSON.stringify({ update_channel: "beta" }),
  ]);
  control.close();
  expect(channelOf({ updatesFrom: place, data })?.name).toBe("beta");
  // The files there have no signature that an executable trusts.
  expect(
    await runBalcao(["update", "check", "--data", data], { env: { BALCAO_UPDATES_FROM: place } }),
  ).toMatchObject({ code: 1, err: expect.stringContaining("was not signed by a key") });
  expect(await runBalcao(["update", "check", "--data", data])).toMatchObject({
    code: 2,
    err: expect.stringContaining("updates_from"),
  });
}, 30_000);

test("two archives of the same files are the same bytes", async () => {
  const [one, other] = [await release(), await release()];
  expect(readFileSync(one.path).equals(readFileSync(other.path))).toBe(true);
});

test("a release tries itself on a copy of the data, and leaves the data as it is", async () => {
  const data = await claimedFolder();
  const [sound, broken, picky] = ["sound", "broken", "picky"].map((name) =>
    join(folder(), name),
  ) as [string, string, string];
  const source = `exec ${process.execPath} ${join(repository, "src/main.ts")} "$@"`;
  await Bun.write(sound, `#!/bin/sh\n${source}\n`);
  await Bun.write(broken, "#!/bin/sh\necho 'cannot read this' >&2\nexit 78\n");
  await Bun.write(
    picky,
    `#!/bin/sh\nif [ "$1" = serve ]; then echo 'cannot start' >&2; exit 1; fi\n${source}\n`,
  );
  for (const path of [sound, broken, picky]) chmodSync(path, 0o755);
  // SQLite itself may leave its log there.
  const files = () =>
    readdirSync(data)
      .filter((name) => !/-(wal|shm)$/.test(name))
      .toSorted();
  const before = files();
  const refusal = (path: string) =>
    tryOut(path, data).then(
      () => "",
      (thrown: Error) => thrown.message,
    );
  // A second one meanwhile takes nothing from under the first.
  expect(await Promise.all([sound, sound].map(refusal))).toEqual([
    "",
    "another update of this box is running",
  ]);
  expect([await refusal(broken), await refusal(picky)]).toEqual([
    expect.stringContaining("cannot read this"),
    expect.stringContaining("cannot start"),
  ]);
  expect(files()).toEqual(before);
}, 30_000);

test("neither the working day nor a campaign is interrupted", async () => {
  const data = await claimedFolder();
  const at = (local: string) =>
    hindrance(data, Temporal.ZonedDateTime.from(`${local}[America/Sao_Paulo]`).epochMilliseconds);
  expect(["2026-11-23T08:00", "2026-11-28T19:59"].map((time) => at(time) !== undefined)).toEqual([
    true,
    true,
  ]);
  expect(["2026-11-23T07:59", "2026-11-23T20:00", "2026-11-29T12:00"].map(at)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  const sqlite = new Database(join(data, "companies/1.sqlite"));
  sqlite.run(
    "INSERT INTO campaigns (name, status, createdAt, updatedAt) VALUES ('Roda', 'EM_ANDAMENTO', 0, 0)",
  );
  sqlite.close();
  expect(at("2026-11-23T03:00")).toBe("a campaign is running");
});
