import { connect, Socket } from "node:net";
import { Client } from "pg";
import type { Primary } from "./primary";

/**
 * Options for postgres.js, whose types don't know of this one: its connections go to the host that may be written to,
 * and end when that is another one. Its own `target_session_attrs` tries the hosts in turn without a pause, each
 * connection by itself, and waits for ever where there is none.
 */
export function primarySocket(primary: Primary): object {
  const open = async (): Promise<Socket> => {
    const url = await primary.find();
    const { host, port } = new Client(url);
    const socket = host.startsWith("/")
      ? connect(`${host}/.s.PGSQL.${port}`)
      : connect({ host, port });
    socket.once(
      "close",
      primary.connectedTo(url, (error) => socket.destroy(error)),
    );
    // For the name in its certificate.
    return Object.assign(socket, { host, port });
  };
  return { socket: () => open().catch(failing) };
}

/** A socket that fails once somebody listens: postgres.js takes a place for used up where it gets none. */
function failing(error: Error): Socket {
  const socket = new Socket();
  setImmediate(() => socket.destroy(error));
  return socket;
}
