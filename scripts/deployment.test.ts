import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parse } from "yaml";

const read = (file: string) => readFileSync(file, "utf8");

type Service = {
  image?: string;
  build?: unknown;
  depends_on?: Record<string, unknown> | string[];
  volumes?: string[];
  environment?: Record<string, string>;
};
type Compose = { services: Record<string, Service>; volumes: Record<string, unknown> };
const compose = parse(read("compose.yaml"), { merge: true }) as Compose;

const documented = new Set(
  read(".env.example")
    .split("\n")
    .map((line) => /^([A-Z][A-Z0-9_]*)=/.exec(line)?.[1])
    .filter((name) => name !== undefined),
);

describe("compose.yaml", () => {
  it("runs two instances, a proxy and PostgreSQL 18", () => {
    expect(Object.keys(compose.services)).toEqual(["app1", "app2", "proxy", "database"]);
    expect(compose.services.database?.image).toMatch(/^postgres:18/);
  });

  it("builds the image of its instances once", () => {
    const { app1, app2 } = compose.services;
    expect(app1?.image).toBe("aurum:latest");
    expect(app2?.image).toBe(app1?.image);
    const building = Object.values(compose.services).filter(({ build }) => build !== undefined);
    expect(building).toEqual([app1]);
  });

  it("depends on and mounts only what it declares", () => {
    for (const { depends_on: others = [], volumes = [] } of Object.values(compose.services)) {
      const names = Array.isArray(others) ? others : Object.keys(others);
      for (const name of names) expect(compose.services).toHaveProperty(name);
      for (const mount of volumes.filter((text) => !text.startsWith("."))) {
        expect(Object.keys(compose.volumes)).toContain(mount.split(":")[0]);
      }
    }
  });

  it("reads and sets only variables that .env.example explains", () => {
    const mentioned = [...read("compose.yaml").matchAll(/\$\{([A-Z0-9_]+)/g)].map(
      ([, name]) => name,
    );
    const set = Object.keys(compose.services.app1?.environment ?? {});
    for (const name of [...mentioned, ...set]) expect(documented).toContain(name);
  });

  it("has a proxy that sends requests to the instances, always to the same one", () => {
    const proxy = read("deploy/Caddyfile");
    expect(proxy).toMatch(/reverse_proxy app1:3000 app2:3000/);
    expect(proxy).toMatch(/lb_policy cookie/);
  });
});

describe(".env.example", () => {
  it("lists every variable that the application validates", () => {
    const source = read("lib/platform/env.ts");
    const validated = [...source.matchAll(/^ {4}([A-Z][A-Z0-9_]*):/gm)].map(([, name]) => name);
    expect(validated.length).toBeGreaterThan(20);
    // Set by the scripts, not by people.
    for (const name of validated.filter((text) => text !== "NODE_ENV")) {
      expect(documented).toContain(name);
    }
  });

  it("holds no secret that somebody could leave in place", () => {
    const set = read(".env.example").match(/^\w*(SECRET|PASSWORD|TOKEN|KEY)\w*=.+$/gm);
    expect(set).toBeNull();
  });
});

describe("Dockerfile", () => {
  const dockerfile = read("Dockerfile");

  it("does not run as root and execs the server, which then gets the signals", () => {
    const stages = dockerfile.split(/^FROM /m);
    const last = stages.at(-1) ?? "";
    expect(last).toMatch(/^USER node$[\s\S]*^CMD \[/m);
    expect(last).toMatch(/^CMD \["node", "scripts\/start\.mjs", "--built"\]$/m);
  });

  it("copies only from stages that it has", () => {
    const stages = [...dockerfile.matchAll(/^FROM .* AS (\w+)$/gm)].map(([, name]) => name);
    const used = [...dockerfile.matchAll(/--from=(\w+)/g)].map(([, name]) => name);
    expect(used).not.toEqual([]);
    for (const name of used) expect(stages).toContain(name);
  });
});

describe("deploy/patroni", () => {
  const patroni = parse(read("deploy/patroni/patroni.yml"));
  const nodes = parse(read("deploy/patroni/compose.yaml"), { merge: true }) as Compose;
  const proxy = read("deploy/patroni/haproxy.cfg");
  const names = ["node1", "node2", "node3"];

  it("acknowledges nothing that only one node has, and has one primary at a time", () => {
    const { dcs } = patroni.bootstrap;
    expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true });
    // Else Patroni corrects them by itself.
    expect(dcs.ttl).toBeGreaterThanOrEqual(dcs.loop_wait + 2 * dcs.retry_timeout);
    const { synchronous_commit = "on", fsync = "on" } = dcs.postgresql.parameters;
    expect([synchronous_commit, fsync]).toEqual(["on", "on"]);
  });

  it("has three nodes and three etcd, each with a name and files of its own", () => {
    for (const name of names) {
      const { environment, volumes } = nodes.services[name] ?? {};
      expect(environment).toMatchObject({
        PATRONI_NAME: name,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `${name}:8008`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${name}:5432`,
      });
      expect(volumes).toEqual([`${name}:/var/lib/patroni`]);
    }
    const etcd = patroni.etcd3.hosts.split(",").map((host: string) => host.split(":")[0]);
    expect(Object.keys(nodes.services)).toEqual([...etcd, ...names, "haproxy"]);
    expect(Object.keys(nodes.volumes)).toEqual([...etcd, ...names]);
  });

  it("has a proxy that asks Patroni who leads, and a configuration that HAProxy takes", () => {
    for (const name of names) {
      expect(proxy).toContain(`server ${name} ${name}:5432 check port 8008`);
    }
    expect(proxy).toMatch(/httpchk OPTIONS \/primary\n/);
    const { error, status, stderr } = spawnSync(
      "haproxy",
      ["-c", "-f", "deploy/patroni/haproxy.cfg"],
      { encoding: "utf8" },
    );
    // Not installed everywhere; and the nodes' names are known only beside them.
    const said = error ? [] : stderr.match(/\[(ALERT|WARNING)\](?!.*could not resolve).*/g);
    expect([status ?? 0, said ?? []]).toEqual([0, []]);
  });
});
