import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freshExecutable } from "../build/executable.ts";
import { repository } from "../build/repository.ts";

const root = mkdtempSync(join(tmpdir(), "balcao-install-"));
let executable: string;

beforeAll(async () => {
  executable = await freshExecutable();
}, 120_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

test("a first installation works", () => {
  const { code, output } = install("--from", executable, "--port", "8123", "--tls-port", "8124");
  expect(output).toContain("is in place");
  expect(code).toBe(0);

  expect(modes("opt/balcao", "etc/balcao", "etc/balcao/config.toml", "var/lib/balcao", "etc/systemd/system/balcao.service", "opt/balcao/current/balcao")).toEqual([0o755, 0o750, 0o640, 0o700, 0o644, 0o755]);
  expect(readlinkSync(at("usr/local/bin/balcao"))).toBe("/opt/balcao/current/balcao");
  expect(readlinkSync(at("opt/balcao/current"))).toMatch(/^releases\/\d+\.\d+\.\d+-[0-9a-f]{8}$/);
  expect(readFileSync(at("etc/balcao/config.toml"), "utf8")).toContain("port = 8123\ntls_port = 8124\n");
  const unit = readFileSync(at("etc/systemd/system/balcao.service"), "utf8");
  expect(unit).toContain("ExecStart=/opt/balcao/current/balcao serve --data /var/lib/balcao --config /etc/balcao/config.toml\n");
  expect(unit).toContain("RestartPreventExitStatus=78\n");
  expect(unit).not.toContain(root);
});

test("the settings it writes are known to the program", () => {
  const told = Bun.spawnSync([executable, "setup-link", "--data", at("var/lib/balcao"), "--config", at("etc/balcao/config.toml")], { env: {} });
  expect(told.stderr.toString()).toBe("");
  expect(told.stdout.toString()).toContain(":8123/trust#/setup?token=");
});

test("a second run changes nothing, and keeps the settings", () => {
  writeFileSync(at("etc/balcao/config.toml"), "port = 9000\n", { mode: 0o640 });
  const before = inventory();
  expect(install("--from", executable, "--port", "8124").code).toBe(0);
  expect(inventory()).toEqual(before);
});

test("another release is installed beside the old one, and the link changes", async () => {
  const before = readlinkSync(at("opt/balcao/current"));
  const other = join(root, "other");
  await Bun.write(other, '#!/bin/sh\necho \'{"version":"0.2.0"}\'\n');
  expect(install("--from", other).code).toBe(0);
  expect(readlinkSync(at("opt/balcao/current"))).toMatch(/^releases\/0\.2\.0-/);
  expect(existsSync(at(`opt/balcao/${before}/balcao`))).toBe(true);
  expect(readFileSync(at("etc/balcao/config.toml"), "utf8")).toBe("port = 9000\n");
});

test("a rollback puts the release before in place again, with the data that it had", () => {
  const before = readlinkSync(at("opt/balcao/current"));
  mkdirSync(at("var/lib/balcao/before-upgrade"), { recursive: true });
  writeFileSync(at("var/lib/balcao/before-upgrade/control.sqlite"), "as it was");
  writeFileSync(at("var/lib/balcao/control.sqlite-wal"), "of the newer one");
  expect(install("--rollback", "--yes").code).toBe(0);
  expect([readlinkSync(at("opt/balcao/current")) === before, readFileSync(at("var/lib/balcao/control.sqlite"), "utf8"), existsSync(at("var/lib/balcao/control.sqlite-wal"))]).toEqual([false, "as it was", false]);
  expect(install("--rollback", "--yes").code).toBe(0);
  expect(readlinkSync(at("opt/balcao/current"))).toBe(before);
});

test("a wrong build, or an unusable data folder, is refused before anything is changed", async () => {
  const before = inventory();
  const stranger = join(root, "stranger");
  await Bun.write(stranger, "#!/bin/sh\nexit 1\n");
  expect(install("--from", stranger)).toMatchObject({ code: 1, output: expect.stringContaining("does not run here") });
  expect(install("--from", join(root, "none"))).toMatchObject({ code: 1, output: expect.stringContaining("no such file") });
  expect(install("--from", executable, "--data-dir", "/home/rui/balcao").code).toBe(1);
  expect(install("--from", executable, "--data-dir", "/").code).toBe(1);
  expect(install("--from", executable, "--port", "80a").code).toBe(2);
  expect(install("--from", executable, "--tls-port", "80").code).toBe(2);
  expect(install("--nonsense").code).toBe(2);
  expect(install().code).toBe(2);
  expect(inventory()).toEqual(before);
});

test("a script that was cut short does nothing", () => {
  const text = readFileSync(join(repository, "install.sh"), "utf8");
  const cut = text.slice(0, text.lastIndexOf("main "));
  const before = inventory();
  Bun.spawnSync(["sh", "-s", "--", "--from", executable, "--root", root], { stdin: Buffer.from(cut) });
  expect(inventory()).toEqual(before);
});

test("removing keeps data and settings; purging deletes them too", () => {
  writeFileSync(at("var/lib/balcao/control.sqlite"), "");
  expect(install("--uninstall").code).toBe(0);
  expect(["opt/balcao", "usr/local/bin/balcao", "etc/systemd/system/balcao.service"].filter((path) => existsSync(at(path)))).toEqual([]);
  expect(existsSync(at("var/lib/balcao/control.sqlite"))).toBe(true);
  expect(existsSync(at("etc/balcao/config.toml"))).toBe(true);

  expect(install("--uninstall", "--purge", "--yes").code).toBe(0);
  expect(existsSync(at("var/lib/balcao"))).toBe(false);
  expect(existsSync(at("etc/balcao"))).toBe(false);
});

const at = (path: string) => join(root, path);

const modes = (...paths: string[]) => paths.map((path) => statSync(at(path)).mode & 0o777);

function install(...words: string[]) {
  const { exitCode, stdout, stderr } = Bun.spawnSync(["sh", join(repository, "install.sh"), "--root", root, ...words], { stdin: "ignore" });
  return { code: exitCode, output: stdout.toString() + stderr.toString() };
}

/** Every file with its mode, size and link target, except what a running program writes. */
function inventory() {
  return [...new Bun.Glob("{opt,etc,usr,var}/**/*").scanSync({ cwd: root, onlyFiles: false, dot: true })]
    .sort()
    .filter((path) => !path.startsWith("var/lib/balcao/"))
    .map((path) => [path, (lstatSync(at(path)).mode & 0o777).toString(8), lstatSync(at(path)).isFile() ? lstatSync(at(path)).size : 0, lstatSync(at(path)).isSymbolicLink() ? readlinkSync(at(path)) : ""]);
}
