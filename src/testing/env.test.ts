import { expect } from "bun:test";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readEnv } from "../env.ts";
import { Misconfigured } from "../misconfigured.ts";
import { folder, test } from "./world.ts";

const cepUrl = "https://viacep.com.br/ws/{cep}/json/";

test("without settings there are defaults", () => {
  expect(readEnv({}, {})).toEqual({
    data: resolve("data"),
    host: "0.0.0.0",
    port: 8080,
    tlsPort: 8443,
    tlsNames: [],
    trustedProxies: [],
    outboundAllow: [],
    cepUrl,
    clockAhead: 0,
    clockEvery: 10,
    logLevel: "info",
    places: {},
  });
});

test("a flag wins over a variable, that over the file, that over the default", () => {
  const data = folder();
  writeFileSync(
    join(data, "config.toml"),
    'port = 1\nhost = "::1"\nlog_level = "warn"\ntrusted_proxies = ["10.0.0.0/8"]\n',
  );
  const file = (key: string) => ({
    source: "file" as const,
    name: `${key} (${join(data, "config.toml")})`,
  });
  expect(
    readEnv({ data, port: "3" }, { BALCAO_PORT: "2", BALCAO_HOST: "127.0.0.1", PATH: "/bin" }),
  ).toEqual({
    data,
    port: 3,
    tlsPort: 8443,
    tlsNames: [],
    host: "127.0.0.1",
    logLevel: "warn",
    trustedProxies: ["10.0.0.0/8"],
    outboundAllow: [],
    cepUrl,
    clockAhead: 0,
    clockEvery: 10,
    places: {
      data: { source: "flag", name: "--data" },
      port: { source: "flag", name: "--port" },
      host: { source: "variable", name: "BALCAO_HOST" },
      logLevel: file("log_level"),
      trustedProxies: file("trusted_proxies"),
    },
  });
  expect(
    readEnv({ data }, { BALCAO_TRUSTED_PROXIES: "10.0.0.1, 10.0.0.2" }).trustedProxies,
  ).toEqual(["10.0.0.1", "10.0.0.2"]);
});

test("outbound addresses are opened by network and host", () => {
  const data = folder();
  expect(
    readEnv({ data }, { BALCAO_OUTBOUND_ALLOW: "10.0.0.0/8, ::1, typebot.local:3000, [::1]:3000" })
      .outboundAllow,
  ).toEqual(["10.0.0.0/8", "::1", "typebot.local:3000", "[::1]:3000"]);
  for (const wrong of [
    "typebot.local",
    "10.0.0.0/99",
    "http://typebot.local:3000",
    "typebot.local:99999",
    "*",
  ])
    expect(() => readEnv({ data, outboundAllow: wrong }, {})).toThrow("outbound_allow");
});

test("the postal code service is a URL with a placeholder, or empty", () => {
  const data = folder();
  expect(readEnv({ data }, { BALCAO_CEP_URL: "https://cep.lan/{cep}" }).cepUrl).toBe(
    "https://cep.lan/{cep}",
  );
  expect(readEnv({ data }, { BALCAO_CEP_URL: "" }).cepUrl).toBe("");
  for (const wrong of ["https://cep.lan/", "cep.lan/{cep}", "file:///{cep}"])
    expect(() => readEnv({ data, cepUrl: wrong }, {})).toThrow("cep_url");
});

test("releases lie in a folder or at an address", () => {
  expect(
    readEnv(
      { data: folder() },
      { BALCAO_UPDATES_FROM: "https://balcao.example.com/releases", BALCAO_UPDATE_CHANNEL: "beta" },
    ),
  ).toMatchObject({ updatesFrom: "https://balcao.example.com/releases", updateChannel: "beta" });
  for (const wrong of ["releases", "ftp://balcao.example.com", ""])
    expect(() => readEnv({ data: folder(), updatesFrom: wrong }, {})).toThrow("updates_from");
});

test("how browsers reach the box is one of four ways, and its names are names or addresses", () => {
  const data = folder();
  expect(
    readEnv(
      { data, tls: "local" },
      { BALCAO_TLS_PORT: "443", BALCAO_TLS_NAMES: "balcao.lan, 192.168.1.10, ::1" },
    ),
  ).toMatchObject({ tls: "local", tlsPort: 443, tlsNames: ["balcao.lan", "192.168.1.10", "::1"] });
  expect(() => readEnv({ data, tls: "yes" }, {})).toThrow("tls: ");
  for (const wrong of ["balcao.lan:8443", "https://balcao.lan", "*.lan", "192.168.0.0/16"])
    expect(() => readEnv({ data, tlsNames: wrong }, {})).toThrow("tls_names");
});

test("the settings file may be elsewhere, but must exist", () => {
  const [data, other] = [folder(), folder()];
  writeFileSync(join(other, "balcao.toml"), "port = 9\n");
  expect(readEnv({ data, config: join(other, "balcao.toml") }, {}).port).toBe(9);
  expect(readEnv({ data }, { BALCAO_CONFIG: join(other, "balcao.toml") }).port).toBe(9);
  expect(() => readEnv({ data, config: join(other, "nowhere.toml") }, {})).toThrow(Misconfigured);
});

test("a setting may stand in a file that a variable names, or in a credential, which the settings file does not outdo", () => {
  const [data, secrets, credentials] = [folder(), folder(), folder()];
  const path = (name: string) => join(secrets, name);
  writeFileSync(
    join(data, "config.toml"),
    'smtp_user = "toml"\nsmtp_password = "toml"\nmetrics_token = "tttttttttttttttt"\n',
  );
  writeFileSync(path("password"), " carta selada \n");
  writeFileSync(path("user"), "arquivo\r\n");
  writeFileSync(path("sign-up"), "true\n");
  writeFileSync(join(credentials, "balcao.smtp_password"), "credencial");
  writeFileSync(join(credentials, "balcao.metrics_token"), "cccccccccccccccc\n");
  writeFileSync(join(credentials, "another.service"), "not ours");
  const env = readEnv(
    { data },
    {
      BALCAO_SMTP_USER: "variable",
      BALCAO_SMTP_USER_FILE: path("user"),
      BALCAO_SMTP_PASSWORD_FILE: path("password"),
      BALCAO_SIGN_UP_FILE: path("sign-up"),
      CREDENTIALS_DIRECTORY: credentials,
    },
  );
  expect(env).toMatchObject({
    smtpUser: "variable",
    smtpPassword: " carta selada ",
    signUp: true,
    metricsToken: "cccccccccccccccc",
  });
  expect(env.places).toMatchObject({
    smtpUser: { source: "variable", name: "BALCAO_SMTP_USER" },
    smtpPassword: {
      source: "variableFile",
      name: `BALCAO_SMTP_PASSWORD_FILE (${path("password")})`,
    },
    metricsToken: { source: "credential", name: "balcao.metrics_token" },
  });
});

test("a file that can't be read is said in words, and nothing of what stands in it", () => {
  const [data, secrets, credentials] = [folder(), folder(), folder()];
  const path = join(secrets, "password");
  const read = (file = path) => readEnv({ data }, { BALCAO_SMTP_PASSWORD_FILE: file });
  expect(() => read()).toThrow(`BALCAO_SMTP_PASSWORD_FILE: ${path} does not exist`);
  expect(() => read(secrets)).toThrow(`${secrets} is a folder`);
  expect(() => read("/dev/zero")).toThrow("/dev/zero is no file");
  expect(() => read("")).toThrow("BALCAO_SMTP_PASSWORD_FILE: it names no file");
  writeFileSync(path, "\n");
  expect(() => read()).toThrow(`${path} is empty`);
  writeFileSync(path, "x".repeat(200_000));
  expect(() => read()).toThrow(`${path} is too large for a setting`);
  writeFileSync(path, "loja do segredo");
  expect(() => readEnv({ data }, { BALCAO_SMTP_HOST_FILE: path })).toThrow(
    "smtp_host: what it is does not fit",
  );
  expect(() => readEnv({ data }, { BALCAO_SMTP_PASWORD_FILE: path })).toThrow(
    "unknown variable BALCAO_SMTP_PASWORD_FILE: did you mean BALCAO_SMTP_PASSWORD_FILE?",
  );
  expect(() => readEnv({ data }, { CREDENTIALS_DIRECTORY: join(credentials, "gone") })).toThrow(
    "CREDENTIALS_DIRECTORY: ",
  );
  writeFileSync(join(credentials, "balcao.smtp_pasword"), "x");
  expect(() => readEnv({ data }, { CREDENTIALS_DIRECTORY: credentials })).toThrow(
    "unknown credential balcao.smtp_pasword: did you mean balcao.smtp_password?",
  );
});

test("an unknown key suggests the nearest one", () => {
  const data = folder();
  expect(() => readEnv({}, { BALCAO_PROT: "1" })).toThrow(
    "unknown variable BALCAO_PROT: did you mean BALCAO_PORT?",
  );
  writeFileSync(join(data, "config.toml"), "publicurl = 1\n");
  expect(() => readEnv({ data }, {})).toThrow("unknown key publicurl: did you mean public_url?");
  writeFileSync(join(data, "config.toml"), 'data = "/elsewhere"\n');
  expect(() => readEnv({ data }, {})).toThrow(/unknown key data/);
});

test("what the owner has on screen may be said outside, with its yes, no and numbers", () => {
  const data = folder();
  writeFileSync(
    join(data, "config.toml"),
    'smtp_port = 465\nsign_up = true\nsmtp_password = "12345"\n',
  );
  expect(
    readEnv(
      { data },
      {
        BALCAO_SMTP_PORT: "587",
        BALCAO_LANDING: "false",
        BALCAO_SMTP_USER: "7",
        BALCAO_LANGUAGES: "es, ptBR",
      },
    ),
  ).toMatchObject({
    languages: ["ptBR", "es"],
    smtpPort: 587,
    signUp: true,
    smtpPassword: "12345",
    landing: false,
    smtpUser: "7",
  });
  expect(() => readEnv({ data }, { BALCAO_SMTP_SECURITY: "ssl" })).toThrow(
    'smtp_security: "ssl" does not fit, it takes none, starttls, tls',
  );
  expect(() => readEnv({ data }, { BALCAO_SMTP_PASSWORD: "x".repeat(300) })).toThrow(
    "smtp_password: what it is does not fit",
  );
});

test("an invalid value is refused by its name", () => {
  const data = folder();
  for (const [key, value] of [
    ["port", "http"],
    ["port", "70000"],
    ["logLevel", "loud"],
    ["publicUrl", "minha loja"],
    ["publicUrl", "https://rui:senha@balcao.example.com"],
    ["publicUrl", "https://balcao.example.com/?loja=1"],
    ["publicUrl", "https://balcao.example.com/#loja"],
    ["host", ""],
  ] as const) {
    const name = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    expect(() => readEnv({ data, [key]: value }, {})).toThrow(`${name}: "${value}" does not fit`);
  }
  writeFileSync(join(data, "config.toml"), "port = = 1\n");
  expect(() => readEnv({ data }, {})).toThrow(Misconfigured);
});

test("a test server for WhatsApp is accepted only on loopback, and limits of its own only there", () => {
  const waRoot = "00".repeat(32);
  const standIn = {
    waUrl: "ws://127.0.0.1:1/ws",
    waRoot,
    waMediaHost: "127.0.0.1:2",
    waAnswerLimit: "500",
  };
  expect(readEnv(standIn, {})).toMatchObject({ ...standIn, waAnswerLimit: 500 });
  for (const [flags, word] of [
    [{ waUrl: "wss://evil.example/ws", waRoot }, "wa_url"],
    [{ waUrl: "ws://127.0.0.1.evil.example/ws", waRoot }, "wa_url"],
    [{ waUrl: "ws://127.0.0.1:1/ws" }, "wa_root"],
    [{ waUrl: "ws://127.0.0.1:1/ws", waRoot, waMediaHost: "evil.example" }, "wa_media_host"],
    [{ waMediaHost: "127.0.0.1:2" }, "wa_media_host"],
    [{ waGreetingLimit: "1" }, "wa_greeting_limit"],
    [{ waAnswerLimit: "1" }, "wa_answer_limit"],
    [{ waBacklogLimit: "1" }, "wa_backlog_limit"],
    [{ waCodeLife: "1" }, "wa_code_life"],
    [{ waFirstRetry: "1" }, "wa_first_retry"],
  ] as const)
    expect(() => readEnv(flags, {})).toThrow(word);
});
