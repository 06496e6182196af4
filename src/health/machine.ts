import { existsSync, readFileSync, statfsSync } from "node:fs";
import { bytes, leastSpace, spaceIn } from "../kit/files/space.ts";
import { above, below, fail, ok, warn, type Check, type Patient } from "./check.ts";

const megabyte = 1024 * 1024;

/** File systems of other machines: SQLite's locks do not hold on them. */
const remote: Record<number, string> = {
  0x6969: "NFS",
  0xff534d42: "CIFS",
  0xfe534d42: "SMB2",
  0x517b: "SMB",
  0x65735546: "FUSE",
};
const local: Record<number, string> = {
  0xef53: "ext4",
  0x58465342: "XFS",
  0x9123683e: "Btrfs",
  0xf2f52010: "F2FS",
  0x2fc12fc1: "ZFS",
  0x794c7630: "overlay",
  0x01021994: "tmpfs",
};

const disk = ({ env }: Patient) => {
  const { free, total } = spaceIn(env.data);
  return below(
    free,
    { warns: 4 * leastSpace, fails: leastSpace },
    `${bytes(free)} / ${bytes(total)}`,
  );
};

const inodes = ({ env }: Patient) => {
  const { freeFiles, files } = spaceIn(env.data);
  return files === 0
    ? undefined
    : below(freeFiles, { warns: 50_000, fails: 5000 }, String(freeFiles));
};

const filesystem = ({ env }: Patient) => {
  // Node's number is signed.
  const type = statfsSync(env.data).type >>> 0;
  return remote[type] ? fail(remote[type]) : ok(local[type]);
};

const memory = () => {
  const available = Number(/^MemAvailable:\s+(\d+) kB/m.exec(read("/proc/meminfo"))?.[1]) * 1024;
  return Number.isNaN(available)
    ? undefined
    : below(available, { warns: 300 * megabyte, fails: 100 * megabyte }, bytes(available));
};

/** The loop takes some 10 ms with the compiler, and fifteen times as long without. */
const compiler = () => {
  const began = performance.now();
  const sum = new Uint32Array(1);
  for (let count = 0; count < 20_000_000; count++) sum[0]! += count;
  const took = Math.round(performance.now() - began);
  return above(took, { warns: 400, fails: 1500 }, `${took} ms`);
};

const openFiles = () => {
  const limit = Number(/^Max open files\s+(\d+)/m.exec(read("/proc/self/limits"))?.[1]);
  return Number.isNaN(limit) ? undefined : below(limit, { warns: 4096, fails: 512 }, String(limit));
};

const processor = () => {
  const flags = /^flags\s*:\s*(.*)$/m.exec(read("/proc/cpuinfo"))?.[1]?.split(" ");
  if (!flags) return undefined;
  return flags.includes("sse4_2") ? ok(flags.includes("avx2") ? "AVX2" : "SSE4.2") : fail("SSE4.2");
};

const timezone = () => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return timeZone && timeZone !== "Etc/Unknown" ? ok(timeZone) : warn("?");
};

/** Checks of the machine under the box. */
export const machineChecks: Check[] = [
  { name: "disk", who: "shop", examine: disk },
  { name: "inodes", who: "owner", quiet: true, examine: inodes },
  { name: "filesystem", who: "owner", quiet: true, examine: filesystem },
  { name: "memory", who: "owner", examine: memory },
  { name: "compiler", who: "owner", thorough: true, examine: compiler },
  { name: "openFiles", who: "owner", quiet: true, examine: openFiles },
  { name: "processor", who: "owner", thorough: true, examine: processor },
  { name: "timezone", who: "owner", thorough: true, examine: timezone },
];

// Not every system has these files.
const read = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : "");
