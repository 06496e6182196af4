import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
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

  expect(
    modes(
      "opt/balcao",
      "etc/balcao",
      "etc/balcao/config.toml",
      "var/lib/balcao",
      "etc/systemd/system/balcao.service",
      "opt/balcao/current/balcao",
    ),
  ).toEqual([0o755, 0o750, 0o640, 0o700, 0o644, 0o755]);
  expect(readlinkSync(at("usr/local/bin/balcao"))).toBe("/opt/balcao/current/balcao");
  expect(readlinkSync(at("opt/balcao/current"))).toMatch(/^releases\/\d+\.\d+\.\d+-[0-9a-f]{8}$/);
  expect(readFileSync(at("etc/balcao/config.toml"), "utf8")).toContain(
    "port = 8123\ntls_port = 8124\n",
  );
  const unit = readFileSync(at("etc/systemd/system/balcao.service"), "utf8");
  expect(unit).toContain(
    "ExecStart=/opt/balcao/current/balcao serve --data /var/lib/balcao --config /etc/balcao/config.toml\n",
  );
  expect(unit).toContain("RestartPreventExitStatus=78\n");
  expect(unit).toContain(
    "ExecStartPost=/opt/balcao/current/balcao healthcheck --wait 60 --pid=${MAINPID} ",
  );
  expect(readFileSync(at("etc/systemd/system/balcao-finish.service"), "utf8")).toContain(
    "\nExecStart=/bin/sh /opt/balcao/install.sh --finish\n",
  );
  expect(unit).not.toContain(root);
});

test("systemd finds nothing wrong with the units, and little that the service could reach", () => {
  const analyze = (...words: string[]) => {
    const { exitCode, stderr } = Bun.spawnSync(["systemd-analyze", ...words, "--root", root], {
      stdin: "ignore",
    });
    return [exitCode, stderr.toString()];
  };
  // Every machine with systemd has these files too.
  cpSync("/lib/systemd/system", at("lib/systemd/system"), { recursive: true });
  for (const name of ["sh", "rm"]) cpSync("/bin/true", at(`bin/${name}`));
  expect(analyze("verify", "balcao.service", "balcao-finish.service")).toEqual([0, ""]);
  // Of 100 points of exposure; a service without any limits has 96.
  expect(
    analyze("security", "--offline=true", "--threshold=20", "--no-pager", "balcao.service"),
  ).toEqual([0, ""]);
});

test("the settings it writes are known to the program", () => {
  const run = Bun.spawnSync(
    [
      executable,
      "setup-link",
      "--data",
      at("var/lib/balcao"),
      "--config",
      at("etc/balcao/config.toml"),
    ],
    { env: {} },
  );
  expect(run.stderr.toString()).toBe("");
  expect(run.stdout.toString()).toContain(":8123/trust#/setup?token=");
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

test("a rollback puts the release before in place again, with its unit and the data that it had, and another one goes forth again", () => {
  const [newer, older] = [
    readlinkSync(at("opt/balcao/current")),
    readFileSync(data("before-upgrade/release"), "utf8").trim(),
  ];
  const files = ["control.sqlite", "control.sqlite-wal", "companies/1.sqlite"];
  const contents = () =>
    files.map((file) => (existsSync(data(file)) ? readFileSync(data(file), "utf8") : ""));
  for (const home of ["", "before-upgrade"]) {
    for (const file of files) {
      mkdirSync(dirname(data(join(home, file))), { recursive: true });
      writeFileSync(data(join(home, file)), home ? "as it was" : "as it is");
    }
  }
  rmSync(data("before-upgrade/control.sqlite-wal"));
  writeFileSync(at(`opt/balcao/${older}/balcao.service`), "its unit\n");
  rmSync(data("before-upgrade/unproven"), { force: true });
  expect(install("--rollback", "--yes").code).toBe(0);
  expect([
    readlinkSync(at("opt/balcao/current")),
    readFileSync(at("etc/systemd/system/balcao.service"), "utf8"),
    ...contents(),
  ]).toEqual([older, "its unit\n", "as it was", "", "as it was"]);
  expect(existsSync(data("rolled-back"))).toBe(true);
  expect(install("--rollback", "--yes").code).toBe(0);
  expect([readlinkSync(at("opt/balcao/current")), ...contents()]).toEqual([
    newer,
    "as it is",
    "as it is",
    "as it is",
  ]);

  // As after a power cut: all steps before one are complete, and no later ones.
  const steps = [
    () => renameSync(data("before-upgrade"), data("going-back")),
    () => (
      mkdirSync(data("after-upgrade")),
      writeFileSync(data("after-upgrade/release"), `${newer}\n`),
      renameSync(data("companies"), data("after-upgrade/companies"))
    ),
    () => renameSync(data("going-back/companies"), data("companies")),
    () => (
      renameSync(data("control.sqlite-wal"), data("after-upgrade/control.sqlite-wal")),
      renameSync(data("control.sqlite"), data("after-upgrade/control.sqlite"))
    ),
    () => renameSync(data("going-back/control.sqlite"), data("control.sqlite")),
  ];
  for (const [done, by] of [...steps.keys()].flatMap(
    (done) =>
      [
        [done, "--rollback"],
        [done, "--finish"],
      ] as const,
  )) {
    for (const step of steps.slice(0, done + 1)) step();
    expect(install(by).code).toBe(0);
    expect([readlinkSync(at("opt/balcao/current")), ...contents()]).toEqual([
      older,
      "as it was",
      "",
      "as it was",
    ]);
    expect(install("--rollback", "--yes").code).toBe(0);
    expect([readlinkSync(at("opt/balcao/current")), ...contents()]).toEqual([
      newer,
      "as it is",
      "as it is",
      "as it is",
    ]);
  }
});

test("an upgrade that was cut off before the new release was ready is undone when the machine starts", () => {
  const newer = readlinkSync(at("opt/balcao/current"));
  expect(install("--finish").code).toBe(0);
  expect([readlinkSync(at("opt/balcao/current")), existsSync(data("before-upgrade"))]).toEqual([
    newer,
    true,
  ]);
  cpSync(data("before-upgrade"), data("elsewhere"), { recursive: true });
  writeFileSync(data("before-upgrade/unproven"), "");
  expect(install("--finish").code).toBe(0);
  expect([
    readlinkSync(at("opt/balcao/current")) === newer,
    existsSync(data("before-upgrade")),
    existsSync(data("after-upgrade")),
    existsSync(data("unproven")),
  ]).toEqual([false, false, false, false]);
  renameSync(data("elsewhere"), data("before-upgrade"));
  writeFileSync(data("before-upgrade/release"), `${newer}\n`);
  writeFileSync(data("control.sqlite"), "as it was");
  expect(install("--rollback", "--yes").code).toBe(0);
  writeFileSync(data("control.sqlite"), "as it is");
});

test("what the service's user writes into the data folder puts nothing of theirs in place", () => {
  const [now, unit] = [
    readlinkSync(at("opt/balcao/current")),
    readFileSync(at("etc/systemd/system/balcao.service"), "utf8"),
  ];
  mkdirSync(data("going-back"));
  mkdirSync(data("evil"));
  writeFileSync(data("evil/balcao.service"), "[Service]\nUser=root\n");
  writeFileSync(data("evil/balcao"), "#!/bin/sh\n", { mode: 0o755 });
  for (const release of [
    "../../../var/lib/balcao/evil",
    "releases/../../../var/lib/balcao/evil",
    "releases/none",
  ]) {
    writeFileSync(data("going-back/release"), `${release}\n`);
    expect(install("--finish")).toMatchObject({
      code: 1,
      output: expect.stringContaining("is not what an upgrade kept"),
    });
    expect([
      readlinkSync(at("opt/balcao/current")),
      readFileSync(at("etc/systemd/system/balcao.service"), "utf8"),
    ]).toEqual([now, unit]);
  }
  // The installer also writes nothing through a link.
  writeFileSync(data("going-back/release"), `${now}\n`);
  symlinkSync(at("etc/systemd/system"), data("after-upgrade"));
  expect(install("--finish")).toMatchObject({
    code: 1,
    output: expect.stringContaining("is a link"),
  });
  expect(existsSync(at("etc/systemd/system/release"))).toBe(false);
  for (const name of ["going-back", "evil", "after-upgrade"])
    rmSync(data(name), { recursive: true });
});

test("nobody goes back to a release whose data is not here, nor with data that is another's", () => {
  const newer = readlinkSync(at("opt/balcao/current"));
  const refused = { code: 1, output: expect.stringContaining("there is no release before") };
  renameSync(data("before-upgrade"), data("elsewhere"));
  expect(install("--rollback", "--yes")).toMatchObject(refused);
  // An upgrade that did not finish left this.
  mkdirSync(data("before-upgrade"));
  writeFileSync(data("before-upgrade/release"), `${newer}\n`);
  writeFileSync(data("before-upgrade/control.sqlite"), "");
  expect(install("--rollback", "--yes")).toMatchObject(refused);
  expect([
    readlinkSync(at("opt/balcao/current")),
    readFileSync(data("control.sqlite"), "utf8"),
  ]).toEqual([newer, "as it is"]);
  rmSync(data("before-upgrade"), { recursive: true });
  renameSync(data("elsewhere"), data("before-upgrade"));
  expect(install("--rollback", "--yes").code).toBe(0);
});

test("a box that went back and never came up starts in safe mode under the next release, too", async () => {
  expect(install("--rollback", "--yes").code).toBe(0);
  const third = join(root, "third");
  await Bun.write(third, '#!/bin/sh\necho \'{"version":"0.3.0"}\'\n');
  expect(install("--from", third).code).toBe(0);
  expect([existsSync(data("rolled-back")), existsSync(data("before-upgrade/rolled-back"))]).toEqual(
    [true, true],
  );
});

test("two at once do not take each other's drafts", async () => {
  const other = Bun.spawn(["flock", at("opt/balcao/lock"), "sh", "-c", "echo; exec cat"], {
    stdin: "pipe",
    stdout: "pipe",
  });
  await other.stdout.getReader().read();
  expect(install("--from", executable)).toMatchObject({
    code: 1,
    output: expect.stringContaining("is running"),
  });
  await other.stdin.end();
  await other.exited;
  expect(install("--from", executable).code).toBe(0);
});

test("a wrong build, or an unusable data folder, is refused before anything is changed", async () => {
  const before = inventory();
  const stranger = join(root, "stranger");
  await Bun.write(stranger, "#!/bin/sh\nexit 1\n");
  expect(install("--from", stranger)).toMatchObject({
    code: 1,
    output: expect.stringContaining("does not run here"),
  });
  expect(install("--from", join(root, "none"))).toMatchObject({
    code: 1,
    output: expect.stringContaining("no such file"),
  });
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
  Bun.spawnSync(["sh", "-s", "--", "--from", executable, "--root", root], {
    stdin: Buffer.from(cut),
  });
  expect(inventory()).toEqual(before);
});

test("removing keeps data and settings; purging deletes them too", () => {
  writeFileSync(at("var/lib/balcao/control.sqlite"), "");
  expect(install("--uninstall").code).toBe(0);
  expect(
    [
      "opt/balcao",
      "usr/local/bin/balcao",
      "etc/systemd/system/balcao.service",
      "etc/systemd/system/balcao-finish.service",
    ].filter((path) => existsSync(at(path))),
  ).toEqual([]);
  expect(existsSync(at("var/lib/balcao/control.sqlite"))).toBe(true);
  expect(existsSync(at("etc/balcao/config.toml"))).toBe(true);

  expect(install("--uninstall", "--purge", "--yes").code).toBe(0);
  expect(existsSync(at("var/lib/balcao"))).toBe(false);
  expect(existsSync(at("etc/balcao"))).toBe(false);
});

const at = (path: string) => join(root, path);

const data = (path: string) => at(join("var/lib/balcao", path));

const modes = (...paths: string[]) => paths.map((path) => statSync(at(path)).mode & 0o777);

function install(...words: string[]) {
  const { exitCode, stdout, stderr } = Bun.spawnSync(
    ["sh", join(repository, "install.sh"), "--root", root, ...words],
    { stdin: "ignore" },
  );
  return { code: exitCode, output: stdout.toString() + stderr.toString() };
}

/** Every file with its mode, size and link target, except files that a running program writes. */
function inventory() {
  return [
    ...new Bun.Glob("{opt,etc,usr,var}/**/*").scanSync({ cwd: root, onlyFiles: false, dot: true }),
  ]
    .sort()
    .filter((path) => !path.startsWith("var/lib/balcao/"))
    .map((path) => [
      path,
      (lstatSync(at(path)).mode & 0o777).toString(8),
      lstatSync(at(path)).isFile() ? lstatSync(at(path)).size : 0,
      lstatSync(at(path)).isSymbolicLink() ? readlinkSync(at(path)) : "",
    ]);
}
