// HMAC-SHA-256 (FIPS 180-4, RFC 2104) of short texts under one key, as eight words. Several times faster than the platform's for the
// hundred thousands of texts of a chart, and synchronous in a browser as well.

const BLOCK_BYTES = 64
/** A text that leaves room for the end of its block: one mark and its length. */
const TEXT_MAX = BLOCK_BYTES - 9

const K = primeFractions(64, 3)
const START = primeFractions(8, 2)

/** For ASCII texts of at most 55 characters, and keys of at most 64. The returned words are valid until the next call. */
export function shortHmac(key: string): (text: string) => Int32Array {
  const inner = padded(key, 0x36363636)
  const outer = padded(key, 0x5c5c5c5c)
  const block = new Int32Array(BLOCK_BYTES / 4)
  const digest = new Int32Array(8)
  return (text) => {
    if (text.length > TEXT_MAX) throw new RangeError('a text fits one block')
    write(block, text)
    mark(block, text.length)
    digest.set(inner)
    compress(digest, block)
    block.set(digest)
    block.fill(0, 8)
    mark(block, digest.length * 4)
    digest.set(outer)
    compress(digest, block)
    return digest
  }
}

/** State after the first block: the key combined with a pad. */
function padded(key: string, pad: number): Int32Array {
  if (key.length > BLOCK_BYTES) throw new RangeError('a key fits one block')
  const block = new Int32Array(BLOCK_BYTES / 4)
  write(block, key)
  for (let word = 0; word < block.length; word += 1) block[word] = (block[word] ?? 0) ^ pad
  const state = START.slice()
  compress(state, block)
  return state
}

function write(block: Int32Array, text: string): void {
  block.fill(0)
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code > 127) throw new RangeError('a text is ASCII')
    block[index >> 2] = (block[index >> 2] ?? 0) | (code << (24 - 8 * (index & 3)))
  }
}

/** Padding of a message in a block of its own, behind the key block. */
function mark(block: Int32Array, bytes: number): void {
  block[bytes >> 2] = (block[bytes >> 2] ?? 0) | (0x80 << (24 - 8 * (bytes & 3)))
  block[15] = (BLOCK_BYTES + bytes) * 8
}

const W = new Int32Array(64)

function compress(state: Int32Array, block: Int32Array): void {
  W.set(block)
  for (let t = 16; t < 64; t += 1) {
    const [early, late] = [W[t - 15] ?? 0, W[t - 2] ?? 0]
    const low = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
    const high = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
    W[t] = (W[t - 16] ?? 0) + low + (W[t - 7] ?? 0) + high
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let t = 0; t < 64; t += 1) {
    const chosen = (e & f) ^ (~e & g)
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + chosen + (K[t] ?? 0) + (W[t] ?? 0)) | 0
    const most = (a & b) ^ (a & c) ^ (b & c)
    const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  state[0] = (state[0] ?? 0) + a
  state[1] = (state[1] ?? 0) + b
  state[2] = (state[2] ?? 0) + c
  state[3] = (state[3] ?? 0) + d
  state[4] = (state[4] ?? 0) + e
  state[5] = (state[5] ?? 0) + f
  state[6] = (state[6] ?? 0) + g
  state[7] = (state[7] ?? 0) + h
}

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** The first 32 bits of the fractions of the roots of the first primes, which the standard takes as constants. */
function primeFractions(count: number, root: 2 | 3): Int32Array {
  const words: number[] = []
  for (let candidate = 2; words.length < count; candidate += 1)
    if (isPrime(candidate))
      words.push(parseInt(BigInt.asIntN(32, rootOf(BigInt(candidate) << BigInt(32 * root), root)).toString(), 10))
  return Int32Array.from(words)
}

function isPrime(candidate: number): boolean {
  for (let factor = 2; factor * factor <= candidate; factor += 1) if (candidate % factor === 0) return false
  return true
}

/** The largest whole number whose square, or cube, is not above a value. */
function rootOf(value: bigint, root: 2 | 3): bigint {
  let [low, high] = [0n, 1n << 40n]
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (middle ** BigInt(root) <= value) low = middle
    else high = middle
  }
  return low
}
