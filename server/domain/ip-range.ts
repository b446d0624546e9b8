// Network addresses and ranges: IPv4, IPv6, and either with a prefix length ("192.0.2.0/24"). An IPv4 address inside IPv6 is IPv4.

interface Ip {
  readonly bits: 32 | 128
  readonly value: bigint
}

/** Null for a text that is no address. */
function parseIp(text: string): Ip | null {
  if (!text.includes(':')) {
    const value = parseV4(text)
    return value === null ? null : { bits: 32, value }
  }
  const value = parseV6(text)
  if (value === null) return null
  return value >> 32n === 0xffffn ? { bits: 32, value: value & 0xffffffffn } : { bits: 128, value }
}

function parseV4(text: string): bigint | null {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && parseInt(part, 10) < 256))
    return null
  return joined(parts.map(BigInt), 8n)
}

function parseV6(text: string): bigint | null {
  // The last 32 bits may be written as IPv4.
  const tail = /^(.*:)([\d.]+\.[\d.]+)$/.exec(text)
  const v4 = tail ? parseV4(tail[2] ?? '') : null
  if (tail && v4 === null) return null
  const whole = v4 === null ? text : `${tail?.[1]}${(v4 >> 16n).toString(16)}:${(v4 & 0xffffn).toString(16)}`
  const [head = '', rest, ...more] = whole.split('::')
  if (more.length > 0) return null
  const [left, right] = [head, rest ?? ''].map((half) => (half === '' ? [] : half.split(':'))) as [string[], string[]]
  const missing = 8 - left.length - right.length
  if (rest === undefined ? missing !== 0 : missing < 1) return null
  const groups = [...left, ...Array<string>(missing).fill('0'), ...right]
  return groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))
    ? joined(
        groups.map((group) => BigInt(`0x${group}`)),
        16n,
      )
    : null
}

const joined = (parts: readonly bigint[], size: bigint): bigint =>
  parts.reduce((value, part) => (value << size) | part, 0n)

interface IpRange extends Ip {
  readonly prefix: number
}

function parseRange(text: string): IpRange | null {
  const [address = '', length, ...more] = text.split('/')
  const ip = parseIp(address)
  if (!ip || more.length > 0) return null
  if (length === undefined) return { ...ip, prefix: ip.bits }
  return /^[1-9]\d{0,2}$/.test(length) && parseInt(length, 10) <= ip.bits
    ? { ...ip, prefix: parseInt(length, 10) }
    : null
}

export const isIpRange = (text: string): boolean => parseRange(text) !== null

export function isInRange(address: string, range: string): boolean {
  const [ip, within] = [parseIp(address), parseRange(range)]
  if (!ip || !within || ip.bits !== within.bits) return false
  const hostBits = BigInt(within.bits - within.prefix)
  return ip.value >> hostBits === within.value >> hostBits
}
