import { expect } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCompanyDbs, secret } from "../../data-folder.ts";
import { addMedia } from "../../kit/db/media.ts";
import { seals } from "../../kit/files/seal.ts";
import { claimedFolder } from "../../testing/claimed.ts";
import { runBalcao } from "../../testing/running.ts";
import { s3Keys, s3Server } from "../../testing/s3.ts";
import { box, day, dot, folder, test } from "../../testing/world.ts";
import { awayFailureOf } from "./away-failure.ts";
import { makeCopy } from "./copy.ts";
import { copiesAway, fetchCopy } from "./fetch-copy.ts";
import { copiesIn, listCopies } from "./manifest.ts";
import { readList } from "./media-pool.ts";
import { namedBucket, namedFolder } from "./named-places.ts";
import { bucketPlace, folderPlace, type Place } from "./places.ts";
import { secretLabel } from "./plan.ts";
import { recoveryCode } from "./recovery-code.ts";
import { send, sendAway } from "./send-away.ts";
import { partOf } from "./snapshot.ts";
import { mayStoreAt } from "./storage-guard.ts";
import { problemsOf } from "./verify.ts";

async function claimed() {
  const data = await claimedFolder();
  const dbs = openCompanyDbs({ data });
  const picture = await dbs.open(1).files.keep(dot, "pão & bolo.png");
  dbs.open(1).write((tx) => void addMedia(tx, picture, Date.now()));
  dbs.closeAll();
  dbs.control.sqlite.close();
  return data;
}

test("a copy goes to a bucket, each file once, comes back whole, and old ones go by the rules", async () => {
  const data = await claimed();
  const { endpoint, objects, refused } = s3Server();
  const place = bucketPlace({ endpoint, ...s3Keys, prefix: "loja/centro" });
  for (const age of [12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
    await send(
      (
        await makeCopy(data, {
          reason: "schedule",
          version: "0",
          now: () => Date.now() - age * day,
        })
      ).path,
      place,
    );
  const manifests = [...objects.keys()].filter((key) => key.endsWith("/manifest.json"));
  expect(manifests.length).toBeLessThan(10);
  expect([...objects.keys()].filter((key) => key.includes("/media/"))).toHaveLength(1);
  expect(refused).toEqual([]);

  // The objects of the bucket are a copy: written to a folder under their keys, they pass the
  // checks.
  const back = folder();
  for (const [key, bytes] of objects) {
    const path = join(back, key);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, bytes);
  }
  const newest = manifests.sort().at(-1)!.replace("/manifest.json", "");
  expect(
    await problemsOf(join(back, newest), join(back, "loja/centro"), {
      code: recoveryCode(data),
      media: true,
    }),
  ).toEqual([]);
}, 60_000);

test("what people are told of a place that fails: its keys, its network, its disk, its permissions", async () => {
  const { endpoint } = s3Server();
  const kindOf = async (place: Place) =>
    awayFailureOf(
      await Promise.try(() => place.files()).then(
        () => undefined,
        (thrown: unknown) => thrown,
      ),
    );
  expect(
    await kindOf(bucketPlace({ endpoint, ...s3Keys, secretAccessKey: "outro", prefix: "" })),
  ).toBe("denied");
  expect(await kindOf(bucketPlace({ endpoint: "http://127.0.0.1:1", ...s3Keys, prefix: "" }))).toBe(
    "unreachable",
  );
  expect(await kindOf(folderPlace(join(folder(), "gone")))).toBe("gone");
  expect(
    awayFailureOf(
      await namedBucket({ endpoint, ...s3Keys, prefix: "" }, [])
        .open()
        .then(
          () => undefined,
          (thrown: unknown) => thrown,
        ),
    ),
  ).toBe("closed");
  expect(
    ["ENOSPC", "EROFS", "ESTALE", "NoSuchBucket"].map((code) =>
      awayFailureOf(Object.assign(new Error(), { code })),
    ),
  ).toEqual(["full", "denied", "gone", "bucket"]);
  expect(awayFailureOf(new Error("a bug of ours"))).toBeUndefined();
});

test("on a new machine the storage's access and the recovery code are enough: listed, fetched, restored", async () => {
  const data = await claimed();
  const code = recoveryCode(data);
  const { endpoint, objects } = s3Server();
  const copy = await makeCopy(data, { reason: "hand", version: "0" });
  await send(copy.path, bucketPlace({ endpoint, ...s3Keys, prefix: "loja" }));
  const elsewhere = join(folder(), "data");
  const run = async (words: string[], stdin: string) => {
    const {
      code: exit,
      out,
      err,
    } = await runBalcao([...words, "--data", elsewhere, "--json", "--yes"], {
      stdin,
      env: { BALCAO_OUTBOUND_ALLOW: "127.0.0.0/8" },
    });
    return { exit, err, said: JSON.parse(out.trim().split("\n").at(-1) || "null") as unknown };
  };
  const access = [
    "--endpoint",
    endpoint,
    "--region",
    s3Keys.region,
    "--bucket",
    s3Keys.bucket,
    "--prefix",
    "loja",
    "--access-key",
    s3Keys.accessKeyId,
    "--secret-file",
    "-",
  ];
  const { name } = copy.manifest;
  expect(await run(["backup", "list", ...access], s3Keys.secretAccessKey)).toMatchObject({
    exit: 0,
    said: { copies: [], away: [{ to: "bucket", names: [name] }] },
  });
  expect(await run(["backup", "list", ...access], "outro")).toMatchObject({
    exit: 0,
    said: { away: [{ names: [], error: expect.any(String) }] },
  });
  expect(
    await run(["backup", "fetch", "2020-01-01T000000000Z", ...access], s3Keys.secretAccessKey),
  ).toMatchObject({ exit: 2, err: expect.stringContaining("--code-file is needed") });
  const sheet = join(folder(), "code");
  writeFileSync(sheet, code);
  const fetching = (...words: string[]) =>
    run(["backup", "fetch", ...words, ...access, "--code-file", sheet], s3Keys.secretAccessKey);
  expect(await fetching("2020-01-01T000000000Z")).toMatchObject({
    exit: 1,
    err: expect.stringContaining("no place has a copy"),
  });
  const [media] = [...objects].find(([key]) => key.includes("/media/"))!;
  const picture = objects.get(media)!;
  objects.set(media, new Uint8Array([...picture.slice(0, -1), 0x5a]));
  expect(await fetching()).toMatchObject({
    exit: 1,
    err: expect.stringContaining("is not as it was sent"),
  });
  expect(listCopies(copiesIn(elsewhere))).toEqual([]);
  objects.set(media, picture);
  expect(await fetching()).toMatchObject({ exit: 0, said: { name, from: "bucket" } });
  expect(await run(["restore", name, "--code-file", "-"], code)).toMatchObject({
    exit: 0,
    said: { path: elsewhere },
  });
  const dbs = openCompanyDbs({ data: elsewhere });
  expect(dbs.open(1).sqlite.query("SELECT name FROM media").all()).toEqual([
    { name: "pão & bolo.png" },
  ]);
  dbs.closeAll();
  dbs.control.sqlite.close();
}, 90_000);

test("a box lists and fetches by its own plan, and a list that somebody wrote anew is refused", async () => {
  const data = await claimed();
  const { path, manifest } = await makeCopy(data, { reason: "hand", version: "0" });
  const root = folder();
  const place = namedFolder(root);
  mkdirSync(join(root, "balcao-backups"));
  await send(path, await place.open());
  expect(await copiesAway([place], [])).toEqual([{ to: "folder", names: [manifest.name] }]);
  const list = join(root, "balcao-backups", manifest.name, "media.list");
  writeFileSync(list, "1 ../../../secrets/vault.key 32\n");
  const manifestPath = join(root, "balcao-backups", manifest.name, "manifest.json");
  writeFileSync(manifestPath, JSON.stringify({ ...manifest, mediaList: await partOf(list) }));
  const copies = folder();
  expect(
    await fetchCopy([place], copies, undefined, [recoveryCode(data)], []).then(
      () => "",
      ({ message }: Error) => message,
    ),
  ).toContain("the manifest was changed");
  expect(listCopies(copies)).toEqual([]);
  expect(readList(join(root, "balcao-backups", manifest.name))).toEqual([]);
});

test("the wrong key is refused, and what comes back as something else is no copy", async () => {
  const { path } = await makeCopy(await claimed(), { reason: "hand", version: "0" });
  const { endpoint, objects, refused } = s3Server();
  const failed = (place: ReturnType<typeof bucketPlace>) =>
    send(path, place).then(
      () => "",
      ({ message, code }: Error & { code?: string }) => `${code} ${message}`,
    );
  expect(
    await failed(bucketPlace({ endpoint, ...s3Keys, secretAccessKey: "outro", prefix: "" })),
  ).toContain("SignatureDoesNotMatch");
  expect(refused).toEqual(["another signature"]);
  const honest = bucketPlace({ endpoint, ...s3Keys, prefix: "" });
  expect(await failed({ ...honest, hash: () => Promise.resolve("00") })).toContain(
    "came as something else",
  );
  expect([...objects.keys()].filter((key) => key.endsWith("manifest.json"))).toEqual([]);
}, 60_000);

test("storage on the box's own machine or network, or without https, is asked only where the operator opened it", async () => {
  const tried = [
    "http://127.0.0.1:4899",
    "https://169.254.169.254",
    "https://[::1]",
    "https://203.0.113.7",
    "http://1.1.1.1",
    "https://1.1.1.1:9000",
    "https://1.1.1.1",
  ];
  expect(await Promise.all(tried.map((endpoint) => mayStoreAt(endpoint, [])))).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
    true,
  ]);
  expect(
    await Promise.all(tried.map((endpoint) => mayStoreAt(endpoint, ["127.0.0.0/8", "1.1.1.1:80"]))),
  ).toEqual([true, false, false, false, true, false, true]);
  const shop = await box();
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  const { bucket, accessKeyId, secretAccessKey } = s3Keys;
  expect(
    await shop
      .as("rui")
      .put("/backups", { endpoint: "http://127.0.0.1:4899", bucket, accessKeyId, secretAccessKey }),
  ).toMatchObject({ status: 422, body: { fields: { endpoint: "refused" } } });
  expect(
    await shop
      .as("rui")
      .put("/backups", { endpoint: "https://1.1.1.1", bucket, accessKeyId, secretAccessKey }),
  ).toMatchObject({ status: 200, body: { hasSecretAccessKey: true } });
  expect(await shop.as("rui").put("/backups", { endpoint: "https://1.0.0.1" })).toMatchObject({
    status: 422,
    body: { fields: { secretAccessKey: "again" } },
  });
});

test("a copy goes to no storage that is closed to the box, whoever named it", async () => {
  const data = await claimed();
  const { endpoint, objects } = s3Server();
  const { bucket, accessKeyId, secretAccessKey, region } = s3Keys;
  const control = openCompanyDbs({ data }).control;
  control.sqlite.run(
    "UPDATE backupPlan SET endpoint = ?, bucket = ?, accessKeyId = ?, region = ?, secretAccessKey = ?",
    [
      endpoint,
      bucket,
      accessKeyId,
      region,
      seals(secret(data, "vault"), new Uint8Array(), "identities").seal(
        secretLabel,
        Buffer.from(secretAccessKey),
      ),
    ],
  );
  const { path } = await makeCopy(data, { reason: "hand", version: "0" });
  expect(await sendAway(data, path, [])).toMatchObject([
    { to: "bucket", error: expect.stringContaining("BALCAO_OUTBOUND_ALLOW") },
  ]);
  expect(objects.size).toBe(0);
  expect((await sendAway(data, path, ["127.0.0.0/8"]))[0]).not.toHaveProperty("error");
  expect(objects.size).toBeGreaterThan(3);
}, 60_000);

test("the stand-in believes no more than storage does: another program's signature is good, and a changed one is not", async () => {
  const { endpoint, objects } = s3Server();
  const curl = async (secret: string, body: string) => {
    const run = Bun.spawn(
      [
        "curl",
        "-sS",
        "-o",
        "/dev/null",
        "-w",
        "%{http_code}",
        "--aws-sigv4",
        `aws:amz:${s3Keys.region}:s3`,
        "--user",
        `${s3Keys.accessKeyId}:${secret}`,
        "-H",
        `x-amz-content-sha256: ${new Bun.CryptoHasher("sha256").update("Oi").digest("hex")}`,
        "-X",
        "PUT",
        "--data-binary",
        body,
        `${endpoint}/${s3Keys.bucket}/saudacao.txt`,
      ],
      { stdout: "pipe" },
    );
    return new Response(run.stdout).text();
  };
  if (!Bun.which("curl")) return;
  expect(await curl(s3Keys.secretAccessKey, "Oi")).toBe("200");
  expect(Buffer.from(objects.get("saudacao.txt")!).toString()).toBe("Oi");
  expect(await curl("outro", "Oi")).toBe("403");
  expect(await curl(s3Keys.secretAccessKey, "Tchau")).toBe("403");
});
