import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { until } from "@/tests/support/poll";
import { Cluster, portForCluster } from "@/tests/support/processes/cluster";
import { Traders } from "@/tests/support/processes/cluster-traders";

// `npm run cluster` as a person uses it: its primary is killed while people trade.

const PEOPLE = 20;
const STAFF = 2;
const THINK_MS = 1_500;

let cluster: Cluster | undefined;

afterAll(async () => {
  await cluster?.stop();
  if (cluster) rmSync(dirname(cluster.dataDir), { recursive: true, force: true });
}, 90_000);

it("goes on by itself without its primary, and has all that anybody was told", async () => {
  const site = new Cluster(await portForCluster());
  cluster = site;
  await site.says(/Ready on/, 400_000);
  const traders = new Traders(site);
  await traders.prepare(PEOPLE, STAFF);
  const old = site.part("primary");
  const heir = site.part("standby");
  const instances = site.parts.filter(({ role }) => role === "instance");
  let isOver = false;
  const acting = traders.act(() => isOver, THINK_MS);
  const moreOptions = (before = traders.acknowledged.options) =>
    until(
      "more options are opened",
      () => traders.acknowledged.options >= before + PEOPLE,
      240_000,
    );

  await moreOptions();
  process.kill(old.pid ?? 0, "SIGKILL");
  await site.says(new RegExp(`${heir.name} is the primary now`), 120_000);
  await moreOptions();
  const follows = `${old.name} follows ${heir.name}: every commit is on both`;
  await site.says(new RegExp(follows), 240_000);
  await moreOptions();
  isOver = true;
  await acting;
  await site.whole();
  // Both have gone on as they were, by themselves.
  const after = site.parts.filter(({ role }) => role === "instance");
  expect(after.map(({ pid }) => pid)).toEqual(instances.map(({ pid }) => pid));
  const happened = [
    `${old.name} ended`,
    `${old.name} is kept from starting, ${heir.name} takes over`,
    `${heir.name} is the primary now`,
    `${old.name} becomes a copy of ${heir.name}`,
    follows,
  ].map((line) => site.output.indexOf(line));
  expect(happened).toEqual([...happened].sort((one, other) => one - other));
  expect(happened).not.toContain(-1);

  await traders.untilSettled();
  expect(traders.client.lost).toEqual([]);
  expect(traders.client.serverErrors).toEqual([]);
  expect(await traders.faults()).toEqual([]);
  expect(await site.run("verify-ledger")).toMatchObject({ code: 0 });
  expect(await site.run("verify-audit")).toMatchObject({ code: 0 });

  expect(await site.stop()).toBe(0);
  expect(site.parts.map(({ pid, role }) => role === "proxy" || pid)).toEqual([
    true,
    null,
    null,
    null,
    null,
  ]);
}, 900_000);
