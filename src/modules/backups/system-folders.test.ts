import { expect } from "bun:test";
import { test } from "../../testing/world.ts";
import { isOfSystem } from "./system-folders.ts";

test("disks, homes and folders of backups are nobody's but their owners', all else is the system's", () => {
  const free = [
    "/mnt/disk",
    "/media/ana/stick",
    "/run/media/ana/stick",
    "/srv/copies",
    "/home/ana",
    "/var/home/ana",
    "/var/mnt/disk",
    "/var/backups",
    "/rooted",
    "/variety",
  ];
  const system = [
    "/",
    "/bin/x",
    "/boot",
    "/lib64",
    "/run",
    "/run/media",
    "/run/systemd",
    "/root/.ssh",
    "/var",
    "/var/backupsx",
    "/var/lib/dpkg",
    "/var/spool/cron",
    "/var/tmp",
    "/proc/self",
    "/lost+found",
  ];
  expect(free.filter(isOfSystem)).toEqual([]);
  expect(system.filter((folder) => !isOfSystem(folder))).toEqual([]);
});
