import { BlockList, isIP } from 'node:net';

/** Addresses of the machine itself and of its network. Clients' URLs must not reach them. */
const PRIVATE = new BlockList();
for (const [address, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE.addSubnet(address, prefix, 'ipv4');
}

/** The only IPv6 range with public addresses. IPv4-mapped addresses are outside it. */
const PUBLIC_V6 = new BlockList();
PUBLIC_V6.addSubnet('2000::', 3, 'ipv6');
/** Inside that range: Teredo and 6to4, which contain arbitrary IPv4 addresses, and the documentation range. */
const NOT_PUBLIC_V6 = new BlockList();
NOT_PUBLIC_V6.addSubnet('2001::', 23, 'ipv6');
NOT_PUBLIC_V6.addSubnet('2001:db8::', 32, 'ipv6');
NOT_PUBLIC_V6.addSubnet('2002::', 16, 'ipv6');

/** Returns true unless the address is known to be public. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return PRIVATE.check(address, 'ipv4');
  if (family === 6) return !PUBLIC_V6.check(address, 'ipv6') || NOT_PUBLIC_V6.check(address, 'ipv6');
  return true;
}
