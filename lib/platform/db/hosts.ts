const PARTS = /^([a-z]+:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/is;

/**
 * One URL for each host that a database's URL names, as PostgreSQL's own clients take them:
 * `postgresql://user:password@one:5432,two:5432/database`.
 */
export function hostsOf(url: string): string[] {
  const [, scheme = "", login = "", hosts = "", rest = ""] = PARTS.exec(url) ?? [];
  if (!hosts.includes(",")) return [url];
  return hosts.split(",").map((host) => `${scheme}${login}${host}${rest}`);
}

/** The same database for another login, whose name and password can stand in a URL as they are. */
export function withLogin(url: string, name: string, password: string): string {
  return url.replace(
    PARTS,
    (_all, scheme, _login, hosts, rest) => `${scheme}${name}:${password}@${hosts}${rest}`,
  );
}
