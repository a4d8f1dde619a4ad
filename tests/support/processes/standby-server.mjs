import { startPostgres } from "../../../scripts/lib/postgres.mjs";
import { forgetStandby, makeStandby } from "../../../scripts/lib/standby.mjs";

// A standby of the server at OWNER_URL, until it is told to stop. A test spawns it and reads its port.
const { OWNER_URL: ownerUrl, STANDBY_DIR: dataDir, STANDBY_NAME: name } = process.env;
await makeStandby({ ownerUrl, dataDir, name, password: "test" });
const server = await startPostgres({ dataDir, password: "test", durable: false });
console.log(JSON.stringify({ port: server.port, pid: server.pid }));
await new Promise((resolve) => process.once("SIGTERM", resolve));
await server.stop();
await forgetStandby(ownerUrl, name);
