/** The first groups of an IPv6 address, written out: of "2001:db8::1" the first three are "2001:db8:0". */
export function ipv6Prefix(address: string, count: number): string {
  const [head = "", tail] = address.toLowerCase().split("::");
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(gap).fill("0"), ...right];
  return groups
    .slice(0, count)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}

/**
 * What a caller's address counts as in a limit: whoever has one IPv6 address has all 2^64 of its
 * network, and would never run out of fresh ones.
 */
export function limitedAddress(ip: string): string {
  return ip.includes(":") ? ipv6Prefix(ip, 4) : ip;
}
