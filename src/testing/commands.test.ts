import { expect } from "bun:test";
import { Database } from "bun:sqlite";
import { chmodSync, chownSync, existsSync, lstatSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { digitsOf, stepAt } from "../modules/identities/totp.ts";
import { claimedFolder } from "./claimed.ts";
import { runBalcao, claimBox, owner, startBox } from "./running.ts";
import { folder, test } from "./world.ts";

const commands = [
  "serve",
  "demo",
  "setup-link",
  "admin create",
  "admin reset-password",
  "admin disable-totp",
  "admin restore-owner",
  "tls init",
  "tls show-ca",
  "tls renew",
  "tls import",
  "backup now",
  "backup list",
  "backup fetch",
  "backup verify",
  "backup drill",
  "backup prune",
  "backup code",
  "restore",
  "company export",
  "company import",
  "company look",
  "company move",
  "healthcheck",
  "doctor",
  "support-bundle",
  "config check",
  "config print",
  "migrate status",
  "migrate up",
  "update check",
  "update apply",
  "update rollback",
  "version",
];

test("each command says what it does", async () => {
  const overview = await runBalcao(["--help"]);
  expect(overview.code).toBe(0);
  for (const command of commands) expect(overview.out).toContain(`balcao ${command} `);
  const helps = await Promise.all(
    commands.map((command) => runBalcao([...command.split(" "), "--help"])),
  );
  expect(helps.map(({ code, out }) => [code, out.split(/:| [A-Z]+:/)[0]])).toEqual(
    commands.map((command) => [0, `balcao ${command}`]),
  );
}, 30_000);

test("the version is a line of text, and JSON on request", async () => {
  expect((await runBalcao(["version"])).out).toMatch(
    /^balcao \S+ \(.+, Bun [\d.]+, SQLite [\d.]+\)\n$/,
  );
  expect(JSON.parse((await runBalcao(["version", "--json"])).out)).toMatchObject({
    version: expect.any(String),
    bun: expect.any(String),
    sqlite: expect.any(String),
  });
}, 30_000);

test("the version and a command's help are found by any of their usual spellings", async () => {
  const [version, help] = [await runBalcao(["version"]), await runBalcao(["serve", "--help"])];
  for (const word of ["-v", "--version"]) expect(await runBalcao([word])).toEqual(version);
  for (const word of ["help", "--help"]) expect(await runBalcao([word, "serve"])).toEqual(help);
  expect((await runBalcao(["help", "admin"])).out).toContain("balcao admin create ");
}, 30_000);

test("the settings are printed as config.toml takes them, secrets left out", async () => {
  const [data, copy] = [folder(), folder()];
  writeFileSync(join(data, "config.toml"), 'tls_port = 9443\nlanguages = ["ptBR", "es"]\n');
  const env = { BALCAO_METRICS_TOKEN: "only-for-the-prober", BALCAO_LOG_LEVEL: "warn" };
  const { out } = await runBalcao(["config", "print", "--data", data], { env });
  expect(out).not.toContain("only-for-the-prober");
  expect(out).not.toMatch(/clock|wa_/);
  writeFileSync(join(copy, "config.toml"), out);
  expect(await runBalcao(["config", "check", "--data", copy])).toMatchObject({ code: 0 });
  const again = JSON.parse((await runBalcao(["config", "print", "--data", copy, "--json"])).out);
  expect(again).toMatchObject({
    tls_port: { value: 9443 },
    languages: { value: ["ptBR", "es"] },
    log_level: { value: "warn" },
    port: { value: 8080 },
  });
}, 30_000);

test("a company's file that is not there is named", async () => {
  const data = await claimedFolder();
  expect(await runBalcao(["company", "import", "/nowhere.balcao", "--data", data])).toMatchObject({
    code: 2,
    err: "balcao: there is no file /nowhere.balcao\n",
  });
}, 30_000);

test("a mistyped command or flag shows the usage, and suggests the nearest", async () => {
  const cwd = folder();
  const run = async (...words: string[]) => {
    const { code, out, err } = await runBalcao(words, { cwd });
    return [code, out, err];
  };
  expect(await run("serv")).toEqual([2, "", expect.stringContaining("did you mean serve?")]);
  expect([await run("bakup"), await run("bakup", "nwo")]).toEqual([
    [2, "", expect.stringContaining("did you mean backup?")],
    [2, "", expect.stringContaining("did you mean backup now?")],
  ]);
  expect(await run("serve", "--prot", "1")).toEqual([
    2,
    "",
    expect.stringContaining("did you mean --port?"),
  ]);
  expect(await run("serve", "here")).toEqual([2, "", expect.stringContaining("serve:")]);
  expect(await run("admin", "create", "--email", "x@x.com")).toEqual([
    2,
    "",
    expect.stringContaining("--password-file"),
  ]);
  expect(readdirSync(cwd)).toEqual([]);
}, 30_000);

test("an invalid setting exits with 78", async () => {
  const data = folder();
  const serve = async (words: string[], env?: Record<string, string>) => {
    const { code, err } = await runBalcao(
      ["serve", "--data", data, "--host", "127.0.0.1", ...words],
      { env },
    );
    return [code, err];
  };
  expect(await serve([], { BALCAO_PROT: "1" })).toEqual([
    78,
    expect.stringContaining("did you mean BALCAO_PORT?"),
  ]);
  expect(await serve(["--port", "http"])).toEqual([78, expect.stringContaining("port")]);
  expect(await serve(["--config", join(data, "none.toml")])).toEqual([
    78,
    expect.stringContaining("none.toml"),
  ]);
  writeFileSync(join(data, "config.toml"), "prot = 1\n");
  expect(await serve([])).toEqual([78, expect.stringContaining("did you mean port?")]);
}, 30_000);

test("a port in use and a data folder of a newer version are invalid settings", async () => {
  const taken = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const data = folder();
  const first = await runBalcao([
    "serve",
    "--data",
    data,
    "--host",
    "127.0.0.1",
    "--port",
    String(taken.port),
  ]);
  await taken.stop(true);
  expect([first.code, first.err]).toEqual([78, expect.stringContaining("cannot listen")]);

  const control = new Database(join(data, "control.sqlite"));
  control.run("PRAGMA user_version = 999");
  control.close();
  const newer = await runBalcao(["serve", "--data", data, "--host", "127.0.0.1", "--port", "0"]);
  expect([newer.code, newer.err]).toEqual([78, expect.stringContaining("use a newer executable")]);
}, 30_000);

test("the owner is created once, with a valid password", async () => {
  const data = folder();
  const short = await runBalcao(
    [
      "admin",
      "create",
      "--data",
      data,
      "--email",
      owner.email,
      "--name",
      "Rui",
      "--password-file",
      "-",
    ],
    { stdin: "curta\n" },
  );
  expect([short.code, short.err]).toEqual([
    2,
    expect.stringContaining("--password-file is too short"),
  ]);
  expect(existsSync(join(data, "companies/1.sqlite"))).toBe(false);

  const file = join(folder(), "password");
  writeFileSync(file, owner.password);
  const made = await runBalcao([
    "admin",
    "create",
    "--data",
    data,
    "--email",
    "RUI@paoquente.com.br",
    "--name",
    "Rui",
    "--password-file",
    file,
    "--json",
  ]);
  expect([made.code, JSON.parse(made.out)]).toEqual([
    0,
    { companyId: 1, userId: 1, email: owner.email },
  ]);
  expect(made.out + made.err).not.toContain(owner.password);
  const again = await claimBox(data);
  expect([again.code, again.out]).toEqual([1, ""]);

  const box = await startBox(data);
  expect(await box.stranger.post("/auth/login", owner)).toMatchObject({
    status: 200,
    body: { user: { profile: "admin", super: true, companyId: 1 } },
  });
}, 30_000);

test("after a reset only the new password signs in, and old sessions end", async () => {
  const data = await claimedFolder();
  const box = await startBox(data);
  const { token } = (await box.stranger.post<{ token: string }>("/auth/login", owner)).body;
  const reset = await runBalcao(
    [
      "admin",
      "reset-password",
      "--data",
      data,
      "--email",
      owner.email,
      "--password-file",
      "-",
      "--json",
    ],
    { stdin: "senha-nova-1" },
  );
  expect([reset.code, JSON.parse(reset.out)]).toEqual([0, { email: owner.email }]);
  expect(await box.as(token).get("/auth/me")).toMatchObject({ status: 401 });
  expect(await box.stranger.post("/auth/login", owner)).toMatchObject({ status: 401 });
  expect(
    await box.stranger.post("/auth/login", { ...owner, password: "senha-nova-1" }),
  ).toMatchObject({ status: 200 });
  expect(
    await runBalcao(
      [
        "admin",
        "reset-password",
        "--data",
        data,
        "--email",
        "ninguem@x.com",
        "--password-file",
        "-",
      ],
      { stdin: "senha-nova-1" },
    ),
  ).toMatchObject({ code: 1, out: "" });
}, 30_000);

test("the command line turns off the second step of a user who lost it", async () => {
  const data = await claimedFolder();
  const box = await startBox(data);
  const { token } = (await box.stranger.post<{ token: string }>("/auth/login", owner)).body;
  const { secret } = (
    await box.as(token).post<{ secret: string }>("/auth/totp", { password: owner.password })
  ).body;
  const bits = [...secret]
    .map((letter) =>
      "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
    )
    .join("");
  const code = digitsOf(
    Uint8Array.from(bits.match(/.{8}/g)!, (eight) => Number.parseInt(eight, 2)),
    stepAt(Date.now()),
  );
  expect(await box.as(token).put("/auth/totp", { code })).toMatchObject({ status: 200 });
  expect(await box.stranger.post("/auth/login", owner)).toMatchObject({
    status: 401,
    body: { error: "ERR_TOTP_REQUIRED" },
  });

  const off = () =>
    runBalcao([
      "admin",
      "disable-totp",
      "--data",
      data,
      "--email",
      owner.email.toUpperCase(),
      "--json",
    ]);
  expect(JSON.parse((await off()).out)).toEqual({ email: owner.email, wasOn: true });
  expect(JSON.parse((await off()).out)).toEqual({ email: owner.email, wasOn: false });
  expect(await box.as(token).get("/auth/me")).toMatchObject({ status: 401 });
  const again = await box.stranger.post<{ token: string }>("/auth/login", owner);
  expect(again.status).toBe(200);
  expect(await box.as(again.body.token).get("/audit?action=totpOff")).toMatchObject({
    body: { records: [{ userId: null, details: { by: "console" } }] },
  });
  expect(
    await runBalcao(["admin", "disable-totp", "--data", data, "--email", "ninguem@x.com"]),
  ).toMatchObject({ code: 1, out: "" });
  expect(await runBalcao(["admin", "disable-totp", "--data", data])).toMatchObject({
    code: 2,
    out: "",
  });
}, 30_000);

test("whoever has access to the machine restores an owner", async () => {
  const data = await claimedFolder();
  const box = await startBox(data);
  // An older version left a box like this after the demotion of its owner.
  for (const [file, sql] of [
    ["control.sqlite", "UPDATE identities SET super = 0"],
    ["companies/1.sqlite", "UPDATE users SET profile = 'user'"],
  ] as const) {
    const sqlite = new Database(join(data, file));
    sqlite.run("PRAGMA busy_timeout = 5000");
    sqlite.run(sql);
    sqlite.close();
  }
  const { token } = (await box.stranger.post<{ token: string }>("/auth/login", owner)).body;
  expect(await box.as(token).get("/audit")).toMatchObject({ status: 403 });
  const restored = await runBalcao([
    "admin",
    "restore-owner",
    "--data",
    data,
    "--email",
    owner.email.toUpperCase(),
    "--json",
  ]);
  expect([restored.code, JSON.parse(restored.out)]).toEqual([0, { email: owner.email }]);
  expect(await box.as(token).get("/auth/me")).toMatchObject({
    body: { profile: "admin", super: true },
  });
  expect(await box.as(token).get("/audit?action=roleChanged")).toMatchObject({
    body: { records: [{ userId: null, details: { by: "console" } }] },
  });
  expect(
    await runBalcao(["admin", "restore-owner", "--data", data, "--email", "ninguem@x.com"]),
  ).toMatchObject({ code: 1, out: "" });
  expect(await runBalcao(["admin", "restore-owner", "--data", data])).toMatchObject({
    code: 2,
    out: "",
  });
}, 30_000);

test("a health check succeeds while the box is up, and fails after", async () => {
  const data = folder();
  const box = await startBox(data);
  const check = (...words: string[]) =>
    runBalcao([
      "healthcheck",
      "--data",
      data,
      "--host",
      "127.0.0.1",
      "--port",
      box.port,
      "--json",
      ...words,
    ]);
  expect(await check()).toMatchObject({ code: 0, out: '{"ready":true}\n' });
  expect(await box.stop()).toBe(0);
  expect(await check()).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringContaining(`http://127.0.0.1:${box.port} does not answer`),
  });
  // The check does not wait for a box that ended.
  expect(await check("--wait", "3600", `--pid=${box.pid}`)).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringContaining("ended before it was ready"),
  });
}, 30_000);

test("what is written into a data folder is its owner's, also where root asks", async () => {
  const data = await claimedFolder();
  const all = () => [
    data,
    ...readdirSync(data, { recursive: true }).map((path) => join(data, String(path))),
  ];
  const owner = process.getuid!() === 0 ? 65_534 : process.getuid!();
  for (const path of all())
    chownSync(path, owner, process.getuid!() === 0 ? owner : process.getgid!());
  chmodSync(dirname(data), 0o711);
  expect(await runBalcao(["backup", "now", "--data", data])).toMatchObject({ code: 0 });
  expect(await runBalcao(["tls", "init", "--data", data, "--yes"])).toMatchObject({ code: 0 });
  expect(all().filter((path) => lstatSync(path).uid !== owner)).toEqual([]);
  expect(existsSync(join(data, "backups"))).toBe(true);
  const secret = join(folder(), "code");
  writeFileSync(secret, "", { mode: 0o000 });
  expect(
    await runBalcao(["backup", "verify", "--data", data, "--code-file", secret]),
  ).toMatchObject({ code: 1 });
}, 60_000);
