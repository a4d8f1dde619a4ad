import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installPackages } from "../../../../scripts/lib/apt.mjs";
import { runMain } from "../../../../scripts/lib/report.mjs";
import { run } from "../../../../scripts/lib/run.mjs";
import { root } from "../../../../scripts/lib/settings.mjs";

// Makes a whole Debian in a folder, once, of the release that has PostgreSQL 18 and Patroni 4: whatever release this
// machine runs keeps its own programs. It takes some minutes and 700 MB. Says the folder.

const MIRROR = "http://deb.debian.org/debian";
const RELEASE = "forky";
const PACKAGES = ["etcd-server", "haproxy", "patroni", "postgresql-18", "python3-etcd"];
const folder = join(root, "node_modules/.cache/debian", RELEASE);

runMain(async () => {
  if (!existsSync(folder)) {
    const failure = "A Debian with Patroni could not be installed.";
    await installPackages(() => ["debootstrap", "iproute2"]);
    const draft = `${folder}.new`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true });
    // An older debootstrap knows no newer release by name. All of them are made as sid is.
    const script = "/usr/share/debootstrap/scripts/sid";
    await run(["debootstrap", "--variant=minbase", RELEASE, draft, MIRROR, script], { failure });
    // Nothing of it is started by being installed.
    writeFileSync(join(draft, "usr/sbin/policy-rc.d"), "#!/bin/sh\nexit 101\n", { mode: 0o755 });
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C" };
    // Packages set themselves up with what a running system has mounted; here it is gone again with the command.
    const install = `mount --rbind /dev "$1/dev" && mount -t proc proc "$1/proc" &&
      exec chroot "$@"`;
    const apt = ["apt-get", "install", "-y", "-q", "--no-install-recommends", ...PACKAGES];
    const space = ["unshare", "--mount", "--pid", "--fork"];
    await run([...space, "sh", "-c", install, "install", draft, ...apt], { failure, env });
    renameSync(draft, folder);
  }
  console.log(`It is in ${folder}.`);
  return 0;
});
